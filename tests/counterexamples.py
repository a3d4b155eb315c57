"""Runs the tests of properties with new examples until one fails or the time is over.

    python tests/counterexamples.py --minutes 10

Says how to see a failure again: the seed brings back all examples of its round, and the line
``@reproduce_failure`` that Hypothesis prints, put above the test, the one that failed.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def searched(seed: int, jobs: int, chosen: list[str]) -> int:
    """One round of all tests of properties; the exit status of pytest."""
    command = [
        "-m",
        "pytest",
        "-q",
        "-m",
        "hypothesis",
        "-n",
        str(jobs),
        f"--hypothesis-seed={seed}",
    ]
    environment = os.environ | {"PIXIES_HYPOTHESIS": "search"}
    return subprocess.run([sys.executable, *command, *chosen], cwd=ROOT, env=environment).returncode


def main() -> int:
    """The command; its exit status is 1 if a round failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="no new round after that")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, help="of one round, to see it again")
    parser.add_argument("chosen", nargs="*", help="files of tests; all of them")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    rounds = 0
    while True:
        seed = secrets.randbelow(2**32) if given.seed is None else given.seed
        print(f"round {rounds + 1}, seed {seed}", flush=True)
        status = searched(seed, given.jobs, given.chosen)
        rounds += 1
        if status:
            again = " ".join(["python tests/counterexamples.py", f"--seed {seed}", *given.chosen])
            print(f"failed with seed {seed}; once more: {again}", flush=True)
            return 1
        if given.seed is not None or time.monotonic() >= end:
            print(f"no counterexample in {rounds} {'round' if rounds == 1 else 'rounds'}")
            return 0


if __name__ == "__main__":
    sys.exit(main())

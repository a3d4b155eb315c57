"""Alters everything that is stored, in its bytes and in what it says, and uses what is accepted.

    python -m tests.hostile.mutations --count 2000 --seed 1 --only records boards

Nothing may come out of a reader but its documented errors, one line that names the file; nothing
with a digest is used when it says something else; and what is accepted is whole: it is played on,
resumed and written again. Equal seeds try the same alterations.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.subject import HostileError, Tally
from tests.hostile.subjects import SUBJECTS, subject_named


def tried(name: str, folder: Path, count: int, seed: int) -> Tally:
    """Make the originals of a subject in a folder, and try so many alterations of them."""
    return subject_named(name, folder).run(count, seed)


def main() -> int:
    """The command; its exit status is 1 if anything was not met as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="alterations of each subject")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=SUBJECTS, default=list(SUBJECTS))
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pixies-mutations-"))
    failures = 0
    print(f"{'subject':26}{'tried':>8}{'refused':>9}{'equal':>8}{'sound':>8}{'seconds':>9}")
    for name in given.only:
        began = time.monotonic()
        try:
            tally = tried(name, folder / name.replace(" ", "-"), given.count, given.seed)
        except HostileError as error:
            failures += 1
            again = f"python -m tests.hostile.mutations --count {given.count} --seed {given.seed}"
            print(
                f"{name:26}failed: {error!s:.6000}\nonce more: {again} --only '{name}'", flush=True
            )
            continue
        numbers = f"{tally.tried:8}{tally.refused:9}{tally.equal:8}{tally.sound:8}"
        print(f"{name:26}{numbers}{time.monotonic() - began:9.0f}", flush=True)
    if failures:
        print(f"{failures} of {len(given.only)} subjects failed; see {folder}")
        return 1
    shutil.rmtree(folder)
    print("nothing damaged was used, and nothing ended in another error than those documented")
    return 0


if __name__ == "__main__":
    sys.exit(main())

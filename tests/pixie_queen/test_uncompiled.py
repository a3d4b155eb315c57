"""The tests of the rules with Numba switched off, where coverage sees every line and branch."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEAST = 95
"""Per cent of the lines and branches of the rules that their tests must reach."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["havresac", "pixie_queen", "taverns"])
def test_the_rules_hold_uncompiled_and_their_tests_reach_every_branch(
    game: str, tmp_path: Path
) -> None:
    rules = ROOT / "pixies_env" / game / "rules"
    settings = tmp_path / "coveragerc"
    settings.write_text(
        f"[run]\nbranch = True\nsource = {rules}\ndata_file = {tmp_path / 'coverage'}\n", "utf-8"
    )
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTEST_", "COV_CORE_", "COVERAGE_"))
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "coverage", *arguments],
            cwd=ROOT,
            env={**environment, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    tests = str(ROOT / "tests" / game / "rules")
    pytest_run = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", tests]
    run("run", f"--rcfile={settings}", *pytest_run)
    print(run("report", f"--rcfile={settings}", "--show-missing", f"--fail-under={LEAST}"))

"""Composed rules are found in the disk cache by a new process, and never after an edit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
from enum import IntEnum
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.kit.dispatch import rule_of_each

class Kind(IntEnum):
    TWICE = 0
    THRICE = 1

@rule
def twice(number):
    return 2 * number

@rule
def thrice(number):
    return 3 * number

multiply = rule_of_each(
    __name__, "multiply", "number", {Kind.TWICE: twice, Kind.THRICE: thrice}, "Multiply."
)

@kernel
def compute(number):
    return multiply(Kind.THRICE, number)
"""
PROGRAM = "from little.rules import compute; print(compute(7))"


def run(folder: Path) -> tuple[int, bool]:
    """What a new process computes, and whether it compiled."""
    packages = [str(folder), *(path for path in sys.path if path)]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            **{key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"},
            "PYTHONPATH": os.pathsep.join(packages),
            "PIXIES_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout), "Compiling" in done.stderr


@pytest.mark.slow
def test_composed_rules_are_found_by_a_new_process(tmp_path: Path) -> None:
    package = tmp_path / "little"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES, "utf-8")
    assert run(tmp_path) == (21, True)
    assert run(tmp_path) == (21, False)
    (package / "rules.py").write_text(RULES.replace("3 * number", "4 * number"), "utf-8")
    assert run(tmp_path) == (28, True)

"""Rules with machine code of their own: called by name, compiled before their callers, kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from pixies_env.core.compilation import cores, together
from pixies_env.core.compilation.apart import apart, parts_of
from pixies_env.core.compilation.compile import (
    COMPILED,
    entry,
    kernel,
    record_dtype,
    rule,
)
from pixies_env.core.compilation.messages import compilation_messages_to
from tests.machine_code import forget

PURSE = record_dtype([("coins", np.int8, (3,)), ("owner", np.int8)])


@rule
def worth_of(purse: Any, kind: Any) -> Any:
    return int(purse.coins[kind]) * (kind + 1)


@apart(PURSE, np.int64)
def worth(purse: Any, at_least: Any) -> Any:
    total = 0
    for kind in range(3):
        if worth_of(purse, kind) >= at_least:
            total += worth_of(purse, kind)
    return total


@apart(PURSE, np.int64)
def give(purse: Any, kind: Any) -> Any:
    purse.coins[kind] = int(purse.coins[kind]) + 1
    return 0


@rule
def richer(purse: Any, kind: Any) -> Any:
    give(purse, kind)
    return worth(purse, np.int8(2))


@kernel
def make_richer(purses: Any, kind: Any) -> Any:
    return richer(purses[0], kind) + worth(purses[0], 0)


@kernel
def count(purses: Any) -> Any:
    return worth(purses[0], 0)


def purse(*coins: int) -> np.ndarray:
    purses = np.zeros(1, PURSE)
    purses["coins"] = coins
    return purses


def test_a_rule_that_is_apart_does_the_same_compiled_and_not() -> None:
    purses = purse(1, 1, 0)
    assert worth(purses[0], 0) == count(purses) == 3
    assert make_richer(purses, 2) == (2 + 3) + (1 + 2 + 3)
    assert purses["coins"].tolist() == [[1, 1, 1]]


compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of machine code, in a process that uses two cores."""
    monkeypatch.setenv("PIXIES_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cores, "_most", 2)
    forget()
    yield tmp_path
    forget()


@compiled
def test_parts_are_compiled_before_what_calls_them_and_once(folder: Path) -> None:
    numba_purse = types.int64(*worth.signature.args)  # type: ignore[attr-defined]
    jobs = [(richer, numba_purse), (worth_of, numba_purse)]
    told: list[str] = []
    with compilation_messages_to(told.append):
        together.compile_together(jobs)
        assert all(entry(*job) for job in jobs)
    assert [said.split("compiling ")[1] for said in told if "... " in said] == [
        "worth (1 of 4)",
        "give (2 of 4)",
        "worth_of (3 of 4)",
        "richer (4 of 4)",
    ]
    assert parts_of([richer]) == [worth, give] and parts_of([worth_of]) == []


USE = """
import sys
from tests.core.test_apart import make_richer, purse
print(make_richer(purse(1, 1, 0), 2))
"""


@compiled
def test_a_new_process_finds_the_parts_of_what_is_kept_or_makes_them_again(folder: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}

    def told() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", USE], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["11"]
        return [line for line in done.stderr.splitlines() if line.startswith("... compiling")]

    assert [line.split()[-1] for line in told()] == ["make_richer", "give", "worth"]
    assert told() == []
    for file in folder.rglob("*worth-*"):
        file.unlink()
    assert told() == ["... compiling worth"]

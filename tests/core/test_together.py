"""Functions compiled on several cores at once: each by one process, kept for all, told of."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from pixies_env.core.compilation import cores, kernel_cache, together
from pixies_env.core.compilation.compile import (
    COMPILED,
    entry,
    is_kept,
    kernel,
    rule,
)
from pixies_env.core.compilation.messages import compilation_messages_to
from pixies_env.core.errors import RuleError
from tests.machine_code import forget

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

SIGNATURE = types.int64(types.int64)


@rule
def halved(number: Any) -> Any:
    return number // 2


@rule
def tripled(number: Any) -> Any:
    return 3 * number


@rule
def wrong(number: Any) -> Any:
    return number.nothing


@kernel
def add_all(numbers: Any) -> Any:
    return numbers.sum()


@kernel
def never_called(numbers: Any) -> Any:
    return numbers[0]


@kernel
def fill(numbers: Any, number: Any) -> Any:
    numbers[:] = number
    return 0


JOBS = [(halved, SIGNATURE), (tripled, SIGNATURE)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of machine code, in a process that uses two cores."""
    monkeypatch.setenv("PIXIES_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cores, "_most", 2)
    forget()
    yield tmp_path
    forget()


@pytest.fixture
def told() -> Iterator[list[str]]:
    messages: list[str] = []
    with compilation_messages_to(messages.append):
        yield messages


def _places(messages: list[str]) -> list[str]:
    return [message.split("compiling ")[1] for message in messages if "... compiling" in message]


def test_functions_are_shared_out_and_each_is_kept(folder: Path, told: list[str]) -> None:
    assert not any(is_kept(*job) for job in JOBS)
    together.compile_together(JOBS)
    assert all(is_kept(*job) for job in JOBS)
    assert _places(told) == ["halved (1 of 2)", "tripled (2 of 2)"]
    told.clear()
    assert all(entry(*job) for job in JOBS)
    together.compile_together(JOBS)
    assert told == []


def test_what_a_helper_cannot_compile_is_tried_here_and_told(folder: Path) -> None:
    def compile_all() -> None:
        together.compile_together([*JOBS, (wrong, SIGNATURE), (wrong, SIGNATURE)])
        entry(wrong, SIGNATURE)

    with pytest.raises(RuleError, match="nothing"):
        compile_all()


def test_one_core_and_nothing_missing_need_no_helpers(
    folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*_: Any, **__: Any) -> None:
        raise AssertionError("a process was begun")

    monkeypatch.setattr(subprocess, "Popen", no_process)
    together.compile_together([])
    together.compile_together(JOBS[:1])
    monkeypatch.setattr(cores, "_most", 1)
    assert _places(told) == []
    together.compile_together(JOBS)
    assert all(is_kept(*job) for job in JOBS)
    assert _places(told) == ["halved (1 of 2)", "tripled (2 of 2)"]


def test_code_that_is_kept_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    together.compile_together(JOBS)
    forget()
    read: list[str] = []
    load = kernel_cache._Files._load_data

    def note(files: Any, name: str) -> Any:
        read.append(name)
        return load(files, name)

    monkeypatch.setattr(kernel_cache._Files, "_load_data", note)
    together.compile_together(JOBS)
    assert all(entry(*job) for job in JOBS)
    assert len(read) == len(set(read)) == len(JOBS)


def test_kernels_are_shared_out_too_unless_they_were_called_before(
    folder: Path, told: list[str]
) -> None:
    numbers = np.zeros(3)
    calls = [(fill, (numbers, 2.0)), (add_all, (numbers,))]
    together.compile_kernels(calls)
    assert _places(told) == ["fill (1 of 2)", "add_all (2 of 2)"]
    assert fill.overloads  # type: ignore[attr-defined]  # The longest is compiled here.
    told.clear()
    fill(numbers, 2.0)
    assert add_all(numbers) == 6.0
    assert add_all(numbers.astype(np.int64)) == 6
    together.compile_kernels([(fill, (numbers, 2)), (add_all, (numbers.astype(np.int32),))])
    assert _places(told) == ["add_all"]


def test_a_kernel_that_was_asked_for_is_not_looked_for_again(
    folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [(never_called, (np.zeros(3),))]
    looked: list[Any] = []
    monkeypatch.setattr(together, "is_kept", lambda *job: looked.append(job) or True)
    for _ in range(3):
        together.compile_kernels(calls)
    assert len(looked) == 1


def test_a_function_without_a_name_is_left_to_this_process(folder: Path) -> None:
    @rule
    def inner(number: Any) -> Any:
        return number

    together.compile_together([(inner, SIGNATURE), (inner, SIGNATURE)])
    assert not is_kept(inner, SIGNATURE)
    assert entry(inner, SIGNATURE)

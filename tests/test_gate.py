"""What makes a run of the tests trustworthy: the same draws each time, and nothing left out."""

from __future__ import annotations

import random
import secrets
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from gymnasium import spaces
from hypothesis import settings

from pixies_env.adapters import aec
from pixies_env.core.compilation.compile import COMPILED, kernel
from pixies_env.registry import game_names
from tests import compile_once, conftest


def test_properties_are_tested_with_the_same_examples_in_every_run() -> None:
    profile = settings.get_profile("gate")
    assert profile.derandomize and profile.database is None and profile.deadline is None
    assert not settings.get_profile("search").derandomize


def test_what_nobody_seeded_draws_the_same_in_every_run() -> None:
    drawn = {
        "secrets": secrets.randbits(16),
        "environment": aec._fresh_seed() % 1000,
        "space": int(spaces.Discrete(1000).sample()),
        "numpy": int(np.random.randint(1000)),
        "random": random.randrange(1000),
    }
    assert list(drawn.values()) == [58838, 601, 825, 374, 316]
    assert secrets.token_urlsafe(9) == "mpDE8MPw5Df3"


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
def test_what_is_compiled_while_tests_are_collected_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compile_once.refuse(monkeypatch)
    for compiler in (numba.njit, kernel):
        with pytest.raises(RuntimeError, match="doubled is needed while tests are collected"):
            compiler(doubled)(2)


def doubled(number: int) -> int:
    return 2 * number


def test_games_are_compiled_before_several_processes_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(name: str) -> Any:
        made.append(name)
        return SimpleNamespace(table=None)

    def begin(processes: int | None, **config: object) -> list[str]:
        made.clear()
        option = SimpleNamespace(numprocesses=processes)
        session: Any = SimpleNamespace(config=SimpleNamespace(option=option, **config))
        conftest.pytest_sessionstart(session)
        return made

    monkeypatch.setattr(conftest, "make_game", make)
    monkeypatch.setattr(conftest, "COMPILED", True)
    assert begin(None) == begin(0) == begin(2, workerinput={}) == []
    assert begin(2) == game_names()


@pytest.mark.parametrize("hook", ["pytest_runtest_makereport", "pytest_make_collect_report"])
@pytest.mark.parametrize("strict", [False, True])
def test_a_skipped_test_fails_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch, hook: str, strict: bool
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("PIXIES_NO_SKIPS", "1" if strict else "")
    report = SimpleNamespace(skipped=True, outcome="skipped", longrepr="no Chromium")
    wrapper = getattr(conftest, hook)()
    next(wrapper)
    with pytest.raises(StopIteration):
        wrapper.send(report)
    assert report.outcome == ("failed" if strict else "skipped")
    assert "no Chromium" in report.longrepr

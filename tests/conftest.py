"""For all tests: the same draws in every run, a browser, and what may not be skipped."""

from __future__ import annotations

import base64
import os
import random
import secrets
import shutil
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils import seeding
from hypothesis import settings

from pixies_env.adapters import aec
from pixies_env.core.compilation.compile import COMPILED
from pixies_env.registry import game_names, make_game
from tests import compile_once

# Examples are the same in every run, so that a tree that passed passes again, and few. The command
# `make counterexamples` looks for others, with many more in each round, see docs/contributing.md.
settings.register_profile("gate", derandomize=True, database=None, deadline=None, max_examples=25)
settings.register_profile(
    "search", derandomize=False, database=None, deadline=None, max_examples=100, print_blob=True
)
SEARCHING = os.environ.get("PIXIES_HYPOTHESIS") == "search"
settings.load_profile("search" if SEARCHING else "gate")

_draws = random.Random(0)
_np_random = seeding.np_random


@pytest.fixture(scope="session", autouse=True)
def _draws_of_the_tests() -> Iterator[None]:
    """What would ask the machine for a seed asks the tests."""
    if SEARCHING:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", _draws.getrandbits)
        patch.setattr(secrets, "token_urlsafe", _token)
        patch.setattr(aec, "_fresh_seed", lambda: _draws.getrandbits(64))
        patch.setattr(seeding, "np_random", _seeded)
        yield


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where several processes run the tests, the games are compiled before, on all cores."""
    several = getattr(session.config.option, "numprocesses", None)
    if several and not hasattr(session.config, "workerinput") and COMPILED:
        for name in game_names():
            _ = make_game(name).table


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing is compiled while tests are collected: all processes would wait for it, or do it."""
    with pytest.MonkeyPatch.context() as patch:
        if COMPILED:
            compile_once.refuse(patch)
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    """What all processes of the tests need is compiled by one of them."""
    with pytest.MonkeyPatch.context() as patch:
        if COMPILED:
            compile_once.share(patch)
        yield


@pytest.fixture(autouse=True)
def _draws_of_a_test(request: pytest.FixtureRequest) -> None:
    """Each test draws the same whatever ran before it, and no other test draws alike."""
    if SEARCHING:
        return
    _draws.seed(request.node.nodeid)
    random.seed(request.node.nodeid)
    for_numpy, for_torch = _draws.getrandbits(32), _draws.getrandbits(63)
    np.random.seed(for_numpy)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(for_torch)


def _token(size: int | None = None) -> str:
    return base64.urlsafe_b64encode(_draws.randbytes(size or 32)).rstrip(b"=").decode("ascii")


def _seeded(seed: int | None = None) -> tuple[np.random.Generator, int]:
    return _np_random(_draws.getrandbits(64) if seed is None else seed)


CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW_TO_GET = "no Chromium was found; on Debian and Ubuntu: apt-get install -y chromium"


def chromium() -> str | None:
    """The system's Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found is not None:
            return found
    return None


_STUDIES = Path(__file__).parent / "experiments"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests that `make check` leaves out, see docs/contributing.md."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.path.is_relative_to(_STUDIES):
            item.add_marker("study")


def _nothing_is_skipped() -> bool:
    """In continuous integration a skipped test is a failure: what it needs is to be there."""
    return bool(os.environ.get("CI") or os.environ.get("PIXIES_NO_SKIPS"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped fails where nothing may be."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and _nothing_is_skipped():
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure here: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A file of tests that is skipped fails where nothing may be."""
    report = yield
    if report.skipped and _nothing_is_skipped():
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure here: {report.longrepr}"
    return report


# Not for a whole session: it keeps an event loop running, beside which tests can run no other.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    path = chromium()
    if path is None:
        pytest.skip(HOW_TO_GET)
    from playwright.sync_api import sync_playwright

    # Each launch takes a user-data folder of its own.
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, headless=True, args=CHROMIUM_FLAGS
        )
        yield started
        started.close()

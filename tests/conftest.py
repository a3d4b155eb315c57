"""A browser for all tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

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


def browser_is_required() -> bool:
    """In continuous integration a skipped browser test is a failure."""
    return bool(os.environ.get("CI") or os.environ.get("PIXIES_REQUIRE_BROWSER"))


# Not for a whole session: it keeps an event loop running, beside which tests can run no other.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    path = chromium()
    if path is None:
        if browser_is_required():
            pytest.fail(HOW_TO_GET)
        pytest.skip(HOW_TO_GET)
    from playwright.sync_api import sync_playwright

    # Each launch takes a user-data folder of its own.
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, headless=True, args=CHROMIUM_FLAGS
        )
        yield started
        started.close()

"""The page that plays a record, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pixies_env.core.states.records import Record
from pixies_env.registry import make_game
from pixies_experiments.animation.html import animation
from pixies_experiments.replays import moments
from tests.drawing.conftest import random_game


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of some sixty steps."""
    for state, _ in random_game(make_game("pixie_queen"), 3, seed=51):
        if len(state.history) >= 60:
            break
    record: Record = Record.from_state(state)
    path = tmp_path_factory.mktemp("animation") / "game.html"
    path.write_text(animation(record.game, moments(record), title="A game"), encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(1000, "light"), (390, "dark")])
def test_page_is_played_by_keys_buttons_and_slider(
    browser: Any, page_file: Path, width: int, scheme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: errors.append(request.url)
            if not request.url.startswith("file:") else None)  # fmt: skip
    page.goto(page_file.as_uri())
    said = page.locator("#said")
    last = int(page.locator("#slider").get_attribute("max"))

    def at(step: int) -> None:
        assert said.inner_text().startswith(f"{step} of {last}: ")
        assert page.locator("#slider").input_value() == str(step)
        assert page.locator("li[aria-current]").count() == 1

    at(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(2)
    page.keyboard.press("ArrowLeft")
    at(1)
    drawn_forwards = page.locator("#table").inner_html()
    page.keyboard.press("End")
    at(last)
    assert page.locator("#table").inner_html() != drawn_forwards
    page.locator("#slider").fill("1")
    at(1)
    assert page.locator("#table").inner_html() == drawn_forwards
    page.locator("summary").click()
    page.locator("li button").nth(30).click()
    at(30)
    page.select_option("#pace", "250")
    page.locator("#play").click()
    page.wait_for_function("document.getElementById('slider').value > 31")
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Play"
    page.locator("#first").click()
    at(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    columns = page.locator("#table svg")
    boxes = [columns.nth(index).bounding_box() for index in range(columns.count())]
    beside = boxes[1]["x"] > boxes[0]["x"]
    assert beside == (width >= 800)
    paper = page.evaluate("getComputedStyle(document.querySelector('#table svg > rect')).fill")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 29)"}[scheme]
    assert not errors
    page.close()


def test_page_is_accessible(browser: Any, page_file: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = browser.new_page()
    page.goto(page_file.as_uri())
    page.locator("summary").click()
    found = Axe().run(page).response["violations"]
    assert not found, [(rule["id"], [node["html"] for node in rule["nodes"][:3]]) for rule in found]
    page.close()

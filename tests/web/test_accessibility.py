"""The page checked with axe in the states in which people meet it."""

from __future__ import annotations

from typing import Any

import pytest

from pixies_experiments.web.model import ANALYSIS
from tests.web.conftest import CARD_GAME, Served, people
from tests.web.games import play_out
from tests.web.test_browser import ALL

WIDE = {"width": 1366, "height": 850}
NARROW = {"width": 390, "height": 844}


def violations(page: Any) -> list[str]:
    """What axe finds wrong, with the elements concerned."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page.page).response["violations"]
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes']]}" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_game_has_no_violations(served: Served, sit: Any, scheme: str, size: Any) -> None:
    table = served.begin(people(4, others="careful"), seed=3)
    page = sit(served.links(table)["seat 0"], color_scheme=scheme, viewport=size)
    for _ in range(3):
        page.ready()
        page.choose()
    page.ready()
    page.page.select_option("#adviser", "careful")
    page.page.click("#ask")
    page.page.wait_for_selector(".candidates")
    assert violations(page) == []
    width = page.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"], "the page is wider than the window"


def test_the_other_states_of_the_page_have_no_violations(served: Served, sit: Any) -> None:
    table = served.begin(["human", "human"], seed=1, kind=ANALYSIS)
    page = sit(served.links(table)["analysis"])
    for _ in range(4):
        page.ready()
        page.choose()
    page.page.click("#back")
    page.page.wait_for_selector("#last:enabled")
    assert violations(page) == []
    page.page.click("#open-rules")
    page.page.wait_for_selector("#rules h1")
    assert violations(page) == []
    over = served.begin(["random", "random"], seed=1)
    play_out(over)
    served.store.save(over)
    end = sit(served.links(over)["looking on"])
    end.page.wait_for_selector("#result:not([hidden])")
    assert violations(end) == []
    shared = sit(served.links(served.begin(["human"] * 2, game=CARD_GAME))[ALL])
    shared.page.wait_for_selector("#curtain:not([hidden])", state="visible")
    assert violations(shared) == []
    nothing = sit(served.address)
    nothing.page.wait_for_selector("#problem:not([hidden])")
    assert violations(nothing) == []

"""Whether the board can be read and hit, on a telephone and elsewhere."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from pixies_env.registry import game_names, make_game
from pixies_experiments.web.model import ANALYSIS, Table
from pixies_experiments.web.views import drawing
from tests.web.conftest import Served, people
from tests.web.page import SPOT

NARROW, WIDE = (320, 360, 390, 768), 1280
TEXT, TARGET = 12, 24
"""Pixels; WCAG 2.2, 2.5.8 asks for such targets."""
GAMES = [(name, n) for name in game_names() for n in make_game(name).players]

SMALL = """([text, target]) => {
  const found = [], enough = (size, least) => size > least - 0.05;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
    const around = node.parentElement;
    if (node.data.trim() === "" || !shown(around) || around.closest("title") !== null) continue;
    const scale = around.ownerSVGElement ? around.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(around).fontSize) * scale;
    if (!enough(size, text)) found.push(`text ${node.data.trim()}: ${size}`);
  }
  const targets = "[data-actions], button, select, summary, label.button, input:not([type=file])";
  for (const each of document.querySelectorAll(targets)) {
    const { width: w, height: h } = each.getBoundingClientRect();
    if (!shown(each) || each.matches(".skip") || enough(Math.min(w, h), target)) continue;
    found.push(`target ${each.dataset.spot ?? each.id ?? each.tagName}: ${w} x ${h}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  return found;
}"""
"""Texts and targets of the page that are too small."""


def random_analysis(
    served: Served, game: str, players: int, goes_on: Callable[[Table, list[str]], bool]
) -> Table:
    """An analysis, played at random for as long as its position and places to click ask for it."""
    table = served.begin(["human"] * players, seed=players, game=game, kind=ANALYSIS)
    drawn = random.Random(players)
    while goes_on(table, re.findall('data-spot="([^"]*)" data-actions', str(drawing(table, None)))):
        table.decide(int(drawn.choice(list(table.state.legal_actions()))))
    served.store.save(table)
    return table


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_everything_can_be_read_and_hit(served: Served, sit: Any, game: str, players: int) -> None:
    table = random_analysis(
        served, game, players, lambda table, spots: table.cursor < 60 or not spots
    )
    page = sit(served.links(table)["analysis"], viewport={"width": NARROW[0], "height": 800})
    page.ready()
    for width in NARROW:
        page.page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.page.emulate_media(color_scheme=scheme)
            assert page.page.evaluate(SMALL, [TEXT, TARGET]) == []
    page.page.set_viewport_size({"width": WIDE, "height": 800})
    page.wait("() => document.querySelector('#size').textContent.startsWith('Enlarge')")
    assert page.page.evaluate(SMALL, [0, TARGET]) == []
    page.page.click("#size")
    assert page.page.evaluate(SMALL, [TEXT, TARGET]) == []


def test_an_opinion_of_an_agent_with_a_long_name_does_not_widen_the_page(
    served: Served, sit: Any
) -> None:
    page = sit(served.links(served.begin(people(2)))["seat 0"])
    page.ready()
    options = ",".join(f"an_option_of_the_agent={number}" for number in range(9))
    page.page.evaluate("said => document.querySelector('#opinion').append(said)", options)
    for width in (*NARROW, WIDE):
        page.page.set_viewport_size({"width": width, "height": 800})
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", game_names())
def test_a_place_is_hit_with_a_finger_on_a_telephone(served: Served, sit: Any, game: str) -> None:
    table = served.begin(people(2), game=game)
    page = sit(
        served.links(table)["seat 0"], viewport={"width": 320, "height": 640}, has_touch=True
    )
    page.ready()
    taken = len(served.store.load(table.id).timeline.entries)
    page.after(lambda: page.page.touchscreen.tap(*page.page.evaluate(SPOT)))
    assert len(served.store.load(table.id).timeline.entries) > taken


def test_what_can_be_chosen_is_scrolled_into_sight(served: Served, sit: Any) -> None:
    """The pixies in the mine stand at the right of a drawing wider than the screen."""

    def elsewhere(table: Table, spots: list[str]) -> bool:
        return not spots or not all(spot.startswith("mine-") for spot in spots)

    table = random_analysis(served, "pixie_queen", 2, elsewhere)
    page = sit(served.links(table)["analysis"], viewport={"width": 320, "height": 640})
    page.ready()
    in_sight = """() => {
      const frame = document.querySelector("#board").getBoundingClientRect();
      const box = document.querySelector("#board [data-actions]").getBoundingClientRect();
      return box.left >= frame.left && box.right <= frame.right;
    }"""
    assert page.page.evaluate(in_sight)
    page.page.evaluate("document.querySelector('#board').scrollLeft = 0")
    assert not page.page.evaluate(in_sight)


def test_the_size_of_the_board_is_kept_over_a_reload(served: Served, sit: Any) -> None:
    table = served.begin(people(2))
    page = sit(served.links(table)["seat 0"], viewport={"width": 360, "height": 640})
    page.ready()
    page.page.click("#size")
    assert page.text("#size") == "Enlarge the board"
    fits = """() => {
      const board = document.querySelector("#board");
      return board.scrollWidth <= board.clientWidth;
    }"""
    assert page.page.evaluate(fits)
    page.page.reload()
    page.ready()
    assert page.text("#size") == "Enlarge the board" and page.page.evaluate(fits)
    page.page.click("#size")
    assert not page.page.evaluate(fits)

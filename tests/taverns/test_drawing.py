"""The picture of Taverns & Dragons: where zones lie, what can be clicked, what a seat is shown."""

from __future__ import annotations

import itertools
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from pixies_env.core.catalogue import parse_name
from pixies_env.core.drawing import draw, picture
from pixies_env.core.drawing.draw import artist_of
from pixies_env.core.drawing.scene import WIDTH
from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.taverns.drawing_ring import GAP, Place, ring_of
from pixies_env.taverns.game import make
from pixies_env.taverns.limits import MAX_ZONES, SITES
from pixies_env.taverns.names import MODULES, Ingredient, Minion, Phase, Question
from tests.drawing.conftest import random_game
from tests.drawing.svg_reading import fitting, spots

GAME = make()
ELSEWHERE = {"end_turn", "pay", "walk_on", "accept", "decline"}
"""Decisions that point at nothing on the table; the page has buttons for all."""


def apart(one: Place, other: Place) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


@pytest.mark.parametrize("zones", range(1, MAX_ZONES + 1))
def test_zones_lie_apart_around_the_sites(zones: int) -> None:
    ring = ring_of(zones)
    sites = ring.sites([[site % zones] for site in range(SITES)])
    assert len(ring.zones) == zones
    for one, other in itertools.combinations([*ring.zones, *sites], 2):
        assert apart(one, other)
    for place in ring.zones:
        assert place.x >= 0 and place.x + place.width <= WIDTH and place.y >= 0


@pytest.mark.parametrize("zones", range(6, MAX_ZONES + 1))
def test_the_next_zone_lies_beside_the_one_before(zones: int) -> None:
    ring = ring_of(zones)
    for zone, place in enumerate(ring.zones):
        after = ring.zones[(zone + 1) % zones]
        across = max(place.x, after.x) - min(place.x + place.width, after.x + after.width)
        down = max(place.y, after.y) - min(place.y + place.height, after.y + after.height)
        assert max(across, down) == pytest.approx(GAP)


@pytest.mark.parametrize("zones", range(2, MAX_ZONES + 1))
def test_an_arrow_leads_from_zone_to_zone_and_never_across_one(zones: int) -> None:
    ring = ring_of(zones)
    for lane, (start, end) in enumerate(itertools.permutations(range(zones), 2)):
        corners = ring.arrow(start, end, lane)
        for zone, (x, y) in ((start, corners[0]), (end, corners[-1])):
            place = ring.zones[zone]
            assert place.x <= x <= place.x + place.width
            assert place.y <= y <= place.y + place.height
        room = ring.room
        for x, y in corners[1:-1]:
            assert room.x <= x <= room.x + room.width and room.y <= y <= room.y + room.height


def test_each_site_lies_near_its_zones() -> None:
    """On the shipped board sites 1 to 4 follow each other clockwise from the upper row."""
    board = GAME.board[0]
    touching = [[zone for zone in range(board.zones) if board.zone_sites[zone] >> site & 1]
                for site in range(SITES)]  # fmt: skip
    first, second, third, fourth = ring_of(int(board.zones)).sites(touching)
    assert first.y == fourth.y < second.y == third.y or first.y == second.y < third.y == fourth.y
    assert len({(site.x, site.y) for site in (first, second, third, fourth)}) == SITES


@pytest.mark.parametrize("players", GAME.players)
def test_every_decision_that_points_at_something_has_a_spot(players: int) -> None:
    found = artist_of(GAME).spots
    seen: Counter[str] = Counter()
    for state, _ in random_game(GAME, players, seed=players):
        for name in state.legal_names():
            verb = parse_name(name)[0]
            seen[verb] += 1
            assert bool(found(state.array, name, state.player)) == (verb not in ELSEWHERE), name
    assert len(seen) > 20


def test_a_die_shows_all_that_can_be_done_with_it() -> None:
    state = next(state for state, _ in random_game(GAME, 2, 1)
                 if "activate(1,plain)" in state.legal_names())  # fmt: skip
    root = ElementTree.fromstring(draw(GAME, state.array, actions=state.legal_names()))
    on_die = spots(root)[f"die-{state.player}-1"].get("data-actions", "").split()
    assert on_die == [name for name in state.legal_names()
                      if "1" in parse_name(name)[1] and parse_name(name)[0] in
                      ("cook", "bank", "energy", "activate", "lose", "reroll")]  # fmt: skip


def test_an_ingredient_to_give_up_for_a_wound_is_that_of_the_wounded_minion() -> None:
    state, _ = next(random_game(GAME, 2, 1, after=40))
    record = state.array.copy()
    record["question"], record["subject"], record["active"] = Question.DROP, Minion.BOOTED, 0
    record["carried"][0, 1, Minion.BOOTED, Ingredient.EGG] = 1
    assert artist_of(GAME).spots(record, "drop(egg)", 1) == ("carried-1-booted-egg",)


@pytest.mark.parametrize("on", list(itertools.product((False, True), repeat=len(MODULES))), ids=str)
def test_all_combinations_of_modules_are_drawn(on: tuple[bool, ...]) -> None:
    game = make(**dict(zip(MODULES, on, strict=True)))
    with_missions, _, asymmetric, _, goblin = on
    for state, event in itertools.islice(random_game(game, 3, sum(on), after=30), 0, 60, 20):
        for column in picture(game, state.array, event=event).columns:
            fitting(column)
        names = spots(ElementTree.fromstring(draw(game, state.array)))
        assert ("mission-common" in names) == with_missions
        assert ("item-2-cube" in names) == goblin
        assert ("deck-items" in names) == goblin
        assert any(name.startswith("track-") for name in names) == (
            asymmetric and bool(np.any(state.array["tavern"][0, :3] >= 0))
        )


def test_missions_of_others_lie_face_down_and_trophies_are_only_counted() -> None:
    state = next(state for state, _ in random_game(GAME, 3, 4)
                 if state.array["phase"][0] == Phase.TURNS)  # fmt: skip
    record = state.array.copy()
    record["trophies"][0, 1, 0] = 2
    own = spots(ElementTree.fromstring(draw(GAME, record, seat=1)))
    assert any(name.startswith("mission-1-") for name in own)
    assert not any(name.startswith(("mission-0-", "mission-2-")) for name in own)
    said = "".join(element.text or "" for element in own["trophies-1"].iter())
    assert "(3+3)" in said
    other = spots(ElementTree.fromstring(draw(GAME, record, seat=0)))
    said = "".join(element.text or "" for element in other["trophies-1"].iter())
    assert "2 trophies" in said and "(" not in said
    assert state.hidden_from(0).array["missions"][0, 1, 0] == FACE_DOWN


def test_a_hero_is_one_spot_wherever_it_is() -> None:
    hired = 0
    for state, event in random_game(GAME, 2, 6):
        if event is None or parse_name(event.name)[0] != "hire":
            continue
        names = spots(ElementTree.fromstring(draw(GAME, state.array, event=event)))
        marks = names[f"hero-{parse_name(event.name)[1][0]}"].get("class", "")
        assert "last" in marks.split()
        hired += 1
    assert hired

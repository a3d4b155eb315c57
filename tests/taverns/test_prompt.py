"""What a language model is told of Taverns & Dragons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pixies_env.core.states.state import State
from pixies_env.core.words import brief
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import MODULES
from tests.taverns.situations import (
    GAME,
    PASSING,
    acting,
    at,
    at_dragon,
    attacking,
    cooking,
    in_dungeon,
    walking,
)
from tests.tokens import most_tokens


def decisions(players: int, seed: int, game: Any = GAME) -> Iterator[State]:
    """All decisions of a random game; each is the same object, played on."""
    random = np.random.default_rng(seed)
    state = State(game, players, seed)
    while not state.is_over:
        yield state
        state.apply(int(random.choice(state.legal_actions())))


def told(state: State, seat: int | None = None) -> list[str]:
    """The lines on the position."""
    prompt = state.prompt(seat)
    return prompt.partition("POSITION\n")[2].partition("\n\nDECISION")[0].splitlines()


def line(state: State, begin: str, seat: int | None = None) -> str:
    """What the one line that begins so says."""
    (found,) = [text for text in told(state, seat) if text.startswith(begin)]
    return found.removeprefix(begin)


def test_the_most_options_that_random_games_offer_are_short_enough():
    found = 0
    for seed in range(4):
        for state in decisions(5, seed):
            if len(state.legal_actions()) >= max(found, 20):
                found = len(state.legal_actions())
                assert most_tokens(state.prompt()) < 2000
    assert found > 30


def test_a_hero_of_the_row_is_explained_once():
    explained = 0
    for state in decisions(3, 1):
        if state.question not in ("open", "attack"):
            continue
        row = line(state, "Heroes to hire (gold/prestige): ") if state.as_dict()["hero_row"] else ""
        hired = [name for name in state.legal_names() if name.startswith("hire(")]
        assert row.count("see the options") == len(hired)
        explained += len(hired)
        other = (state.player + 1) % 3
        assert "see the options" not in "\n".join(told(state, other))
    assert explained


def test_the_map_is_told_zone_by_zone_in_walking_order():
    tokens = ["plant", "egg", "spice", None, *[None] * 5, "encounter"]
    state = at(tokens=tokens, goblin_zone="wild_d", goblin_stack=2)
    assert line(state, "Map, in walking order: ") == (
        "city; wild a, site 1: plant, printed plant; wild b, site 1, arrow to wild d: egg; "
        "wild c, site 1/2: spice; maple, site 2; "
        "wild d, site 2/3: printed mushroom, goblin with 2 items; "
        "wild e, site 3, arrow to wild g; wild f, site 3/4; wild g, site 4: encounter."
    )


def test_sites_are_told_with_the_spaces_that_are_left():
    locations = ["market", "dungeon", "library", "campfire"]
    state = at_dragon(locations=locations, spaces_used=[0, 1, 0, 0])
    assert line(state, "Site 1: ").startswith("market, closed by the dragon: store an")
    assert line(state, "Site 2: ").startswith("dungeon, 1 energy, 1 space left: ")
    assert line(state, "Site 3: ") == "library, 2 spaces left: a carried spice for 2 gold."


@pytest.mark.parametrize(
    ("market", "said"), [("buy", "store an ingredient"), ("store", "store one that is carried")]
)
def test_the_market_is_told_as_it_is_played(market, said):
    game = make_game("taverns", market=market)
    state = at(game, locations=["market", "dungeon", "library", "campfire"])
    prices = "plant 1, mushroom 1, spice 2, egg 2"
    assert line(state, "Site 1: ").endswith(f"left: {said} for gold: {prices}.")


def test_the_dragon_is_told_with_what_is_free_and_paid():
    marks = [{"sword": 2, "bow": 1}, {"sword": 1}, {}]
    assert line(at_dragon(marks=marks), "Dragon ember, site 1: ") == (
        "row 1 complete; row 2 bow bow for 1 meat, 1 prestige; "
        "row 3 sword bow bow for 1 meat, 3 prestige; a flame: the active minion is wounded."
    )


def test_own_minions_are_told_with_zone_die_and_pockets():
    minions = {"sturdy": {"zone": "wild_c", "carried": {"egg": 2}, "wounds": 1}}
    state = acting("wild_b", {"minions": minions})
    assert line(state, "Your minions: ") == (
        "plain in wild b, die 3; sturdy in wild c: 2 egg, 1 wound, full; booted in city."
    )
    assert "; carries 2 egg" in line(state, "Player 0: ", 1)
    assert line(state, "This turn: ") == "main action done; plain minion active; may collect."


def test_own_heroes_are_told_with_what_they_can_still_do():
    own = {"heroes": ["archer", "bard"]}
    state = at(seats=[own, {}, {}], exhausted=["archer"], bonus_used=["bard"])
    assert line(state, "Your heroes: ") == (
        "archer, exhausted: add a bow to this hunt; bonus turn a hunting die to a bow. "
        "bard, ready: one of your exhausted heroes becomes ready."
    )
    assert line(state, "Player 0: ", 1).endswith("heroes archer, bard.")


def test_own_items_are_explained():
    state = at(seats=[{"items": {"cube": 2, "boots": 1}}, {}, {}])
    assert line(state, "Your items: ") == (
        "2 cube, while cooking it replaces one ingredient. "
        "1 boots, the active minion is moved to any other zone."
    )
    assert line(state, "Player 0: ", 1).endswith("; items 2 cube, 1 boots.")


def test_missions_are_told_to_their_player_alone():
    seats = [{"missions": ["trophy", "gold_5"]}, {"missions": ["healthy", "runes_3"]}, {}]
    state = at(seats=seats, common_mission="heroes_3")
    own = "have at least 1 trophy at the end, for 4 prestige."
    assert line(state, "Your secret mission: ", 0) == own
    assert line(state, "Your secret mission: ", 1) == "have no wound at the end, for 2 prestige."
    assert not any("no wound" in text for text in told(state, 0))
    common = "have at least 3 heroes at the end, for 3 prestige."
    assert {line(state, "Common mission: ", seat) for seat in range(3)} == {common}


def test_both_missions_dealt_are_told_until_the_game_begins():
    for state in decisions(2, 1):
        if state.question == "keep":
            dealt = line(state, "Missions dealt to you: ").removesuffix(".").split("; ")
            options = state.prompt().partition("Your options:\n")[2]
            assert len(dealt) == 2 and all(mission in options for mission in dealt)
        if state.question == "open":
            break


def test_the_number_of_trophies_is_told_to_all_and_their_prestige_to_one():
    own = {"trophies": {"3": 1, "5": 1}}
    state = at(seats=[own, {}, {}], round=6, dragons_left=["storm", "hoard"])
    assert "trophies of 3 5 prestige" in line(state, "You (player 0): ", 0)
    assert line(state, "Player 0: ", 1).endswith("trophies 2.")


def test_what_is_under_way_is_told():
    assert line(walking(), "Steps left: ") == "2."
    assert line(cooking(), "Cooking ") == "PP with a die of 1, unpaid 2 plant."
    assert "(2 gold, 2 prestige, wound, wound)" in "\n".join(told(in_dungeon()))
    hunting = attacking("sword", "claw", own={"forge": {"bow": 1}})
    assert line(hunting, "Hunt: ") == "dice 1 sword, 1 claw; added 1 bow."


@pytest.mark.parametrize(
    ("table", "key", "value", "said"),
    [
        ("game", "compensation_below", 12, "a sum below 12 earns 1 gold"),
        ("bank", "blank", 2, "gold by slot 2 2 3 3, blank 2;"),
        ("dice", "player", [1, 2, 3, 4, 4, 4], "roll 5 dice (1 2 3 4 4 4)"),
        ("trophies", "prestige", [3, 3, 4, 4, 5, 9], "a secret trophy (3 4 5 9)"),
    ],
)
def test_the_brief_has_the_numbers_of_the_board(table, key, value, said):
    board = load_board().to_mapping()
    board[table][key] = value
    assert said in brief(make_game("taverns", board=board))
    assert said not in brief(GAME)


def test_the_brief_says_where_passing_the_city_is_enough():
    assert "In city, walking through too, any of your minions stores" in brief(PASSING)
    assert "In city any of your minions stores" in brief(GAME)


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("missions", "Missions, a common and a secret one"),
        ("asymmetric", "your track marker"),
        ("encounters", "Encounter token"),
        ("goblin", "Goblin, odd rounds"),
    ],
)
def test_the_brief_is_without_what_a_module_that_is_off_would_bring(module, said):
    assert said in brief(GAME)
    without = brief(make_game("taverns", **{module: False}))
    assert said not in without and without.count("\n") == brief(GAME).count("\n") - 1
    plain = brief(make_game("taverns", **dict.fromkeys(MODULES, False)))
    assert "[" not in plain and said not in plain


def test_the_round_track_is_told_from_this_round_on_without_events_that_are_off():
    ends = "after 5 new tokens, good event; after 6 heroes ready, bad event."
    assert line(at(round=5), "Round track: ") == ends
    without = make_game("taverns", events=False)
    assert (
        line(at(without, round=5), "Round track: ") == "after 5 new tokens; after 6 heroes ready."
    )
    assert not any(text.startswith("Round track") for text in told(at(round=7)))

"""Section 5: names, kinds of questions and chance, and who sees what."""

from __future__ import annotations

import itertools

import pytest

from pixies_env.core.states.state import State
from pixies_env.taverns.names import CHANCE_KINDS, MODULES, QUESTIONS
from tests.taverns.rules.table import (
    GAME,
    asked,
    at,
    game,
    options,
    play,
    seat,
    until,
)


def test_the_questions_and_kinds_of_chance_are_those_of_the_rules() -> None:
    assert " ".join(QUESTIONS) == (
        "tavern keep open attack cook path pass warp again dungeon market mark drop visit owl copy "
        "unload set_die ready exhaust treat hurt discard symbol turn trade"
    )
    assert " ".join(CHANCE_KINDS) == (
        "lay token hero recipe mission dragon trophy event encounter item dungeon forge die "
        "hunt_die first"
    )


def test_a_decision_with_one_option_is_asked() -> None:
    state = play(at(), "energy(2)")
    assert options(state) == ["end_turn"] and asked(state) == (0, "open")


def test_a_chance_event_with_one_outcome_happens() -> None:
    state = play(at(2, {"gold": 9}, hero_row="archer", heroes_left="bard"), "hire(archer)")
    assert asked(state) == (-1, "hero") and len(state.chance_outcomes()) == 1


def test_prices_are_paid_before_parameters_are_asked_for() -> None:
    own = {
        "heroes": "porter",
        "items": {"boots": 1},
        "plain": {"zone": "wild_a", "carried": "P"},
        "energy": 3,
    }
    state = at(2, own, active="plain", locations="portal runes forge caravan")
    assert seat(play(state, "visit(portal)")).energy == 1
    play(state, "warp(wild_d)", "use(boots)")
    assert seat(state).items == {}
    assert seat(play(state, "warp(wild_a)", "ability(porter)")).exhausted == "porter"


# Who sees what


def begun(players: int = 3) -> State:
    return until(State(GAME, players, chance="manual"), "die")


def test_only_their_player_sees_the_missions_dealt_and_which_is_kept() -> None:
    seen = {(event.question, event.player): event.sees for event in begun().history}
    assert seen["mission", -1] == (0, 1, 2)
    for player in range(3):
        assert seen["mission", player] == seen["keep", player] == (player,)


def test_only_its_player_sees_which_trophy_it_is() -> None:
    own = {"plain": {"zone": "wild_b"}}
    situation = {"dragon": "ember", "hunt": "B", "marks": ["SSB", "SBB", "SB"]}
    state = at(3, own, active="plain", **situation)
    play(state, "strike", "mark(bow,3)", "trophy(5)")
    assert [event.sees for event in state.history] == [(0, 1, 2), (0, 1, 2), (0,)]


def test_all_else_is_public() -> None:
    hidden = {"mission", "keep"}
    public = [event for event in begun().history if event.question not in hidden]
    assert {event.sees for event in public} == {(0, 1, 2)}


def test_others_cannot_tell_which_missions_somebody_has() -> None:
    one = at(2, others={1: {"missions": ("healthy", "trophy")}}, missions_left=0)
    other = at(2, others={1: {"missions": ("trophy", "healthy")}}, missions_left=0)
    assert one.hidden_from(0) == other.hidden_from(0)
    assert one.hidden_from(1) != other.hidden_from(1)


def test_others_can_tell_how_many_trophies_somebody_has_but_not_which() -> None:
    worth3, worth5, two = (at(2, others={1: {"trophies": own}}) for own in ([3], [5], [3, 5]))
    assert worth3.hidden_from(0) == worth5.hidden_from(0) != two.hidden_from(0)
    assert worth3.hidden_from(1) != worth5.hidden_from(1)


# Modules


@pytest.mark.parametrize("on", list(itertools.product((False, True), repeat=len(MODULES))))
def test_each_module_brings_its_own_in_all_combinations(on: tuple[bool, ...]) -> None:
    modules = dict(zip(MODULES, on, strict=True))
    state = until(State(game(**modules), 2, chance="manual"), "open")
    there = state.array[0]
    assert modules == {
        "missions": there["common_mission"] >= 0,
        "events": there["events_left"] != 0,
        "asymmetric": there["tavern"][0] >= 0,
        "encounters": 5 in there["token_at"],
        "goblin": there["goblin_zone"] >= 0,
    }


def test_every_game_ends_after_five_turns_of_each_player_in_seven_rounds() -> None:
    state, turns = State(GAME, 2, chance="manual"), 0
    while not state.is_over:
        if state.waiting == "chance":
            play(state, state.chance_outcomes()[0].name)
        else:
            turns += "end_turn" in options(state)
            play(state, "end_turn" if "end_turn" in options(state) else options(state)[0])
    assert turns == 7 * 5 * 2

"""Section 3: encounters."""

from fractions import Fraction
from typing import Any

from pixies_env.core.states.state import State
from tests.taverns.rules.places import effect
from tests.taverns.rules.table import (
    altered,
    asked,
    at,
    game,
    options,
    play,
    probabilities,
    record,
    seat,
    tokens,
)


def standing(zone: str = "wild_b", **rest: Any) -> State:
    """An active plain minion in a zone, and the encounter token in another one or the same."""
    own = {"plain": {"zone": zone}, "energy": 2, **rest.pop("seat", {})}
    return at(2, own, **{"active": "plain", "tokens": {"wild_b": "encounter"}, **rest})


def test_an_encounter_is_met_in_the_zone_of_the_token_for_1_energy() -> None:
    assert options(standing("wild_a"), "meet") == []
    state = play(standing(), "meet")
    assert seat(state).energy == 1 and asked(state) == (0, "encounter")
    assert set(probabilities(state).values()) == {Fraction(1, 10)}


def test_the_card_is_carried_out_and_discarded_and_the_token_stays() -> None:
    state = play(standing(), "meet", "encounter(purse)")
    assert seat(state).gold == 2 and tokens(state, "wild_b") == ["encounter"]
    assert not int(record(state)["encounters_left"]) & 1 and asked(state) == (0, "open")


def test_a_drawn_card_does_not_come_again_before_the_deck_is_empty() -> None:
    state = play(standing(encounters_left="purse ring"), "meet", "encounter(ring)", "end_turn")
    play(state, "energy(1)", "end_turn", "activate(1,booted)", "meet")
    assert probabilities(state) == {"encounter(purse)": 1}


def test_an_empty_deck_is_made_anew_of_all_cards_at_the_next_draw() -> None:
    state = play(standing(encounters_left="ring"), "meet", "encounter(ring)")
    assert record(state)["encounters_left"] == 0
    state = play(standing(encounters_left=""), "meet")
    assert len(probabilities(state)) == 10


def test_who_has_no_energy_meets_nobody() -> None:
    assert options(standing(seat={"energy": 0}), "meet") == []


def test_the_file_says_what_an_encounter_costs() -> None:
    dear = altered({"game.encounter_price": 2})
    assert seat(play(standing(game=dear), "meet")).energy == 0


def test_an_encounter_is_met_once_per_turn_whatever_the_activations() -> None:
    own = {"items": {"talisman": 1}, "plain": {"zone": "wild_a", "die": 1}}
    state = standing(seat=own, met=1)
    play(state, "use(talisman)", "again(plain)", "die(1)")
    assert seat(state).plain.zone == "wild_b" and options(state, "meet") == []
    assert options(play(standing(), "meet", "encounter(fame)"), "meet") == []


def test_an_active_minion_meets() -> None:
    state = at(2, {"plain": {"zone": "wild_b"}, "energy": 2}, tokens={"wild_b": "encounter"})
    assert options(state, "meet") == []


def test_the_effects_of_a_card_happen_in_their_order() -> None:
    cards = [effect("energy", n=5), effect("energy", n=-1)]
    order = altered({"encounters.cards.0.effects": cards})
    assert seat(play(standing(game=order), "meet", "encounter(purse)")).energy == 4


def test_a_card_without_effects_does_nothing() -> None:
    nothing = altered({"encounters.cards.0.effects": []})
    state = play(standing(game=nothing), "meet", "encounter(purse)")
    assert asked(state) == (0, "open")


def test_a_meeting_may_change_nothing_and_is_offered_all_the_same() -> None:
    state = standing(encounters_left="hermit")
    assert options(state, "meet") == ["meet"]


def test_without_the_module_nobody_is_met() -> None:
    off = game(encounters=False)
    assert options(standing(game=off), "meet") == []
    assert record(at(game=off))["encounters_left"] == 0

"""Section 3, action 18: copy."""

import pytest

from tests.pixie_queen.rules.table import (
    altered,
    asked,
    at,
    of_seats,
    options,
    owned,
    pixies,
    play,
    seat,
    spaces,
)

POOR = {"goods": {}}
OTHERS = {1: POOR, 2: POOR}


def copies(state) -> set[int]:
    """What can be copied when the question is asked."""
    assert state.question == "copy"
    return {int(name[5:-1]) for name in options(state)}


def test_a_double_space_used_this_round_is_copied_by_its_rules():
    state = play(at(3, {0: POOR}, discs_on={2: 2, 4: 2, 1: 1}, hands={1: 1}), "place(18)")
    assert asked(state) == (0, "copy") and copies(state) == {1, 2}
    play(state, "copy(2)")
    assert owned(state, 0) == {"silver": 2} and asked(state) == (1, "turn")


def test_used_by_another_player_or_by_oneself():
    state = play(at(3, {0: POOR}), "place(2)", "pass", "pass")
    play(state, "place(18)")
    assert copies(state) == {2}


def test_single_spaces_and_unused_spaces_are_not_copied():
    used = {"mine": [1], "goods": 2, "special_offering": True}
    seats = {0: POOR, 1: {"tiles_won": {"special_offering": 1}}}
    assert 18 not in spaces(at(3, seats, single_spaces=used))
    assert 18 in spaces(at(3, seats, single_spaces=used, discs_on={12: 2}))


def test_may_be_placed_only_if_some_copy_could_be_carried_out_now():
    assert 18 not in spaces(at(3, {0: POOR}, discs_on={4: 2, 5: 2, 13: 2}))
    assert 18 in spaces(at(3, {0: {"goods": {"apple": 1}}}, discs_on={4: 2, 5: 2, 13: 2}))
    # A used tile that nobody has given back cannot be copied.
    state = at(3, {1: {"one_use_tile": "mercy"}}, discs_on={9: 2})
    assert 18 not in spaces(state)


@pytest.mark.parametrize(("before", "price"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_the_price_is_1_2_2_3_3_as_the_first_second_player_to_copy_this_round(before, price):
    copied = {"copy": list(range(before))}
    state = at(5, player=4, discs_on={2: 2}, single_spaces=copied)
    play(state, "place(18)")
    assert of_seats(state, "punishment") == [0, 0, 0, 0, price]
    assert state.as_dict()["copies"] == before + 1


def test_prices_come_from_the_board():
    game = altered(penalties__copy=[4, 0, 0, 0, 0])
    state = play(at(3, discs_on={2: 2}, game=game), "place(18)")
    assert of_seats(state, "punishment") == [4, 0, 0]
    state = play(at(3, discs_on={2: 2}, game=game, single_spaces={"copy": [1]}), "place(18)")
    assert of_seats(state, "punishment") == [0, 0, 0] and asked(state) == (0, "copy")


def test_the_price_of_a_player_who_went_out_still_counts_for_the_next():
    seats = {1: {"punishment": 58}}
    state = at(4, seats, player=1, discs_on={2: 2}, single_spaces={"copy": [0]})
    play(state, "place(18)")
    assert seat(state, 1)["out"] == 1 and asked(state) == (2, "turn")
    play(state, "place(18)")
    assert of_seats(state, "punishment")[2] == 2 and state.as_dict()["copies"] == 3
    play(state, "copy(2)", "place(18)")
    assert of_seats(state, "punishment")[3] == 3


def test_who_goes_out_by_the_price_does_not_copy():
    state = play(at(3, {1: {"punishment": 59}}, player=1, discs_on={2: 2}), "place(18)")
    assert seat(state, 1)["out"] == 1 and asked(state) == (2, "turn")


def test_the_price_is_paid_with_its_demotions_before_the_choice():
    state = at(3, {1: {"punishment": 9}}, player=1, discs_on={2: 2}, hands={1: 1})
    play(state, "place(18)")
    assert asked(state) == (1, "demote")
    play(state, "demote(1)")
    assert asked(state) == (1, "copy")


def test_what_the_demotion_has_made_possible_may_be_copied_too():
    # Both slaves are chained and hand 12 has own pixies above: nothing can be promoted.
    own = {"stones": [1, 1], "goods": {}}
    rest = {"player": 1, "discs_on": {2: 2, 3: 2}, "hands": {13: 1, 14: 1, 12: 1}}
    assert copies(play(at(3, {1: own}, **rest), "place(18)")) == {2}
    state = play(at(3, {1: {**own, "punishment": 9}}, **rest), "place(18)", "demote(14)")
    assert copies(state) == {2, 3}
    play(state, "copy(3)", "promote(mine,1)")
    assert pixies(state) == {13: 1, 12: 1, 1: 1}


def test_if_nothing_can_be_copied_any_more_the_action_is_lost():
    # Only the pixie on hand 6 could be promoted; from the mine nothing can, level 1 is full.
    hands = {6: 1, 1: 0, 2: 0, 3: 0, 4: 2, 5: 2}
    rest = {"player": 1, "discs_on": {3: 1}, "hands": hands}
    assert copies(play(at(3, {1: POOR}, **rest), "place(18)")) == {3}
    state = play(at(3, {1: {**POOR, "punishment": 9}}, **rest), "place(18)", "demote(6)")
    assert asked(state) == (2, "turn")
    assert seat(state, 1)["discs"] == 3 and seat(state, 1)["punishment"] == 10


def test_copies_cost_no_further_discs_and_neither_use_nor_cover_the_copied_space():
    state = at(3, {0: {**POOR, "skill": "copy_unused"}}, hands={1: 1}, discs_on={1: 1})
    play(state, "place(18)", "copy(2)")
    position = state.as_dict()
    assert position["seats"][0]["discs"] == 3
    assert position["discs_on"]["2"] == 0 and position["discs_on"]["1"] == 1
    assert 2 in spaces(state)


def test_several_players_may_copy_the_same():
    state = at(3, {0: POOR, 1: POOR, 2: POOR}, discs_on={2: 1}, hands={2: 0})
    for _ in range(3):
        play(state, "place(18)", "copy(2)")
    assert [owned(state, number) for number in range(3)] == [{"silver": 2}] * 3
    assert of_seats(state, "punishment") == [1, 2, 2]


def test_with_copy_unused_any_double_space_can_be_copied():
    state = play(at(3, {0: {**POOR, "skill": "copy_unused"}}), "place(18)")
    # Neither 4, 5, 11 and 13 without goods, nor 14 without a pixie to rob.
    assert copies(state) == {1, 2, 3, 6, 7, 8, 9, 10, 12}


def test_a_copied_promotion_keeps_off_covered_hands_and_the_servant_space():
    hands = {13: 0, 1: 1}
    state = at(3, {0: {"goods": {"apple": 1}}}, discs_on={3: 2, 2: 2, 1: 1}, hands=hands)
    play(state, "place(18)", "copy(3)")
    assert options(state) == ["promote(mine,1)", "promote(mine,4)", "promote(mine,5)"]
    # Unlike a placed action 3 a copy covers no hand.
    state = play(at(3, {0: {**POOR, "skill": "copy_unused"}}), "place(18)", "copy(3)")
    assert "promote(mine,3)" in options(state)


@pytest.mark.parametrize(
    ("action", "question"),
    [(1, "food"), (4, "exchange"), (5, "convert"), (11, "track"), (14, "rob"), (3, "promote")],
)
def test_a_copied_action_asks_for_its_parameters(action, question):
    own = {"goods": {"silver": 5}, "skill": "copy_unused"}
    state = play(at(3, {0: own}, hands={5: 1}), "place(18)", f"copy({action})")
    assert asked(state) == (0, question)


def test_a_copied_action_without_parameters_is_carried_out_at_once():
    own = {"goods": {"gold": 5}, "skill": "copy_unused"}
    state = at(4, dict.fromkeys(range(1, 4), POOR) | {0: own})
    ring = play(state.clone(), "place(18)", "copy(13)")
    assert seat(ring, 0)["tiles_won"]["gold_ring"] == 1 and owned(ring, 0) == {}
    assert seat(play(state.clone(), "place(18)", "copy(6)"), 0)["food_tile"] == 2
    assert seat(play(state.clone(), "place(18)", "copy(9)"), 0)["one_use_tile"] == "mercy"
    assert asked(play(state, "place(18)", "copy(12)")) == (0, "casino_die")


def test_a_copied_die_makes_another_player_demote():
    seats = {0: {"skill": "copy_unused"}, 1: {"punishment": 9}}
    state = play(at(3, seats, hands={6: 1}), "place(18)", "copy(10)", "punishment_die(1)")
    play(state, "assign(1)")
    assert asked(state) == (1, "demote")
    assert asked(play(state, "demote(6)")) == (1, "turn")


def test_the_favourite_pays_without_demotion():
    state = play(at(3, {0: {"punishment": 9}}, discs_on={2: 2}, hands={1: 0}), "place(18)")
    assert asked(state) == (0, "copy") and pixies(state) == {1: 0}

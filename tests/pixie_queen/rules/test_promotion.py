"""Section 1, the pyramid, and section 2.IV: what a promotion is; swaps, chains, covered hands."""

import pytest

from tests.pixie_queen.rules.table import (
    BOARD,
    altered,
    asked,
    at,
    options,
    owned,
    pixies,
    play,
    promoting,
    seat,
)

LEVELS = [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12], [13, 14]]
POOR = {0: {"goods": {}}}
APPLE = {0: {"goods": {"apple": 1}}}


def targets(state) -> set[str]:
    """Where the promotions that are legal lead, as ``from,to``."""
    return {name[8:-1] for name in options(state, "promote")}


def test_fourteen_double_spaces_in_four_levels_with_k_icons_on_level_k():
    assert BOARD["pyramid"]["levels"] == LEVELS
    for level, hands in enumerate(LEVELS, start=1):
        assert {len(BOARD["pyramid"]["icons"][str(hand)]) for hand in hands} == {level}


def test_from_the_mine_to_a_hand_of_level_1():
    assert targets(promoting(3, POOR)) == {f"mine,{hand}" for hand in LEVELS[0]}


@pytest.mark.parametrize("level", [0, 1, 2])
def test_from_a_hand_to_a_hand_of_the_next_level(level):
    source = LEVELS[level][0]
    state = promoting(3, POOR, hands={source: 0})
    found = {way for way in targets(state) if way.startswith(f"{source},")}
    assert found == {f"{source},{hand}" for hand in LEVELS[level + 1]}


def test_from_level_4_to_the_servant_space():
    state = promoting(3, POOR, hands={14: 0})
    assert {way for way in targets(state) if way.startswith("14,")} == {"14,servant"}
    state = promoting(3, POOR, hands={12: 0})
    assert "servant" not in "".join(targets(state))


def test_an_own_pixie_on_the_target_hand_is_in_the_way():
    state = promoting(3, APPLE, hands={1: 0, 6: 0, 7: 0, 8: 0, 9: 0})
    assert targets(state) == {f"{source},{hand}" for source in (6, 7, 8, 9) for hand in LEVELS[2]}


def test_a_hand_with_another_colour_cannot_be_entered_without_an_apple():
    state = promoting(3, POOR, hands={1: 1, 2: 2})
    assert targets(state) == {"mine,3", "mine,4", "mine,5"}


def test_a_hand_with_another_colour_is_entered_for_one_apple_to_the_stock():
    state = promoting(3, APPLE, hands={1: 1})
    before = state.as_dict()["stock"]["apple"]
    assert "mine,1" in targets(state)
    play(state, "promote(mine,1)")
    assert owned(state, 0) == {} and state.as_dict()["stock"]["apple"] == before + 1


def test_the_two_swap_places_so_the_other_falls_exactly_one_level():
    state = play(promoting(3, APPLE, hands={6: 0, 11: 1}), "promote(6,11)")
    assert pixies(state) == {11: 0, 6: 1}


def test_from_a_hand_of_level_1_it_falls_to_its_own_mine():
    state = play(promoting(3, APPLE, hands={1: 1}), "promote(mine,1)")
    assert pixies(state) == {1: 0}
    assert seat(state, 0)["mine"] == 4 and seat(state, 1)["mine"] == 5


def test_a_free_target_costs_no_apple():
    state = play(promoting(3, APPLE), "promote(mine,1)")
    assert owned(state, 0) == {"apple": 1}


def test_with_free_demotion_a_swap_costs_nothing():
    own = {"goods": {}, "skill": "free_demotion"}
    state = play(promoting(3, {0: own}, hands={1: 1}), "promote(mine,1)")
    assert pixies(state) == {1: 0} and seat(state, 1)["mine"] == 5
    own = {"goods": {"apple": 1}, "skill": "free_demotion"}
    assert owned(play(promoting(3, {0: own}, hands={1: 1}), "promote(mine,1)"), 0) == {"apple": 1}


def test_virtual_pixies_can_be_swapped_down_like_any_other():
    state = play(promoting(2, APPLE, hands={1: "virtual"}), "promote(mine,1)")
    assert pixies(state) == {1: 0} and state.as_dict()["virtual_mine"] == 5
    state = play(promoting(2, APPLE, hands={6: 0, 12: "virtual"}), "promote(6,12)")
    assert pixies(state) == {12: 0, 6: "virtual"}


def test_own_pixies_cannot_be_swapped_down():
    state = promoting(3, APPLE, hands={6: 0, 10: 0})
    assert "6,10" not in targets(state)


def test_being_swapped_down_is_no_demotion():
    """Neither the favourite's place nor mercy prevents it, and nobody is asked."""
    seats = {0: {"one_use_tile": "mercy"}, 1: {"goods": {"apple": 1}}}
    state = promoting(3, seats, player=1, hands={1: 0})
    play(state, "promote(mine,1)")
    assert asked(state) == (1, "promotion")
    assert pixies(state) == {1: 1} and seat(state, 0)["one_use_tile"] == "mercy"


def test_the_same_pixie_may_be_promoted_several_times():
    state = promoting(3, POOR, number=3)
    play(state, "promote(mine,2)", "promote(2,9)", "promote(9,10)")
    assert pixies(state) == {10: 0}


def test_outside_the_action_phase_no_discs_cover_a_hand():
    state = promoting(3, POOR)
    assert set(state.as_dict()["discs_on"].values()) == {0}


# Action 3


def test_action_3_is_one_promotion():
    state = play(at(3, POOR), "place(3)")
    assert asked(state) == (0, "promote")
    play(state, "promote(mine,1)")
    assert pixies(state) == {1: 0} and asked(state) == (1, "turn")


def test_action_3_leads_not_into_the_servant_space():
    state = play(at(3, POOR, hands={13: 0, 3: 1}), "place(3)")
    assert "servant" not in "".join(targets(state))
    own = {"stones": [1, 1], "goods": {}}
    state = at(3, {0: own}, hands={13: 0, 14: 0, 12: 0, 3: 1})
    assert "place(3)" not in options(state)


def test_a_hand_covered_by_two_discs_cannot_be_entered():
    state = play(at(3, APPLE, discs_on={1: 2, 2: 2}, hands={3: 1}), "place(3)")
    assert targets(state) == {"mine,3", "mine,4", "mine,5"}


def test_a_hand_beside_one_disc_can_be_entered():
    state = play(at(3, POOR, discs_on={1: 1}, hands={3: 1}), "place(3)")
    assert "mine,1" in targets(state)
    state = play(at(3, APPLE, discs_on={1: 1}, hands={1: 2, 3: 1}), "place(3)")
    assert "mine,1" in targets(state)


def test_the_discs_of_action_3_cover_hand_3():
    state = play(at(3, POOR), "place(3)")
    assert "mine,3" not in targets(state) and "mine,4" in targets(state)


def test_whether_action_3_can_be_carried_out_is_judged_with_its_own_discs():
    hands = {1: 1, 2: 1, 4: 1, 5: 1}
    assert "place(3)" not in options(at(3, POOR, hands=hands))
    assert "place(3)" in options(at(3, APPLE, hands=hands))
    # With help one disc is placed, and hand 3 is held by the helper: a swap pays.
    hands = {1: 1, 2: 1, 4: 1, 5: 1, 3: 2}
    assert "place(3)" not in options(at(3, POOR, hands=hands))
    assert targets(play(at(3, APPLE, hands=hands), "place(3)")) >= {"mine,3"}


def test_with_the_help_of_the_own_pixie_hand_3_is_not_covered_but_held():
    state = play(at(3, POOR, hands={3: 0}), "place(3)")
    assert "mine,3" not in targets(state)
    assert {"3,6", "3,7", "3,8", "3,9"} <= targets(state)


def test_action_3_cannot_be_carried_out_without_a_pixie_that_can_move():
    hands = {13: 0, 14: 0, 12: 0}
    own = {"goods": {"apple": 5}, "stones": [1, 1]}
    assert "place(3)" not in options(at(3, {0: own}, hands=hands))
    assert "place(3)" in options(at(3, {0: {**own, "stones": [1]}}, hands=hands))


def test_a_swap_in_the_action_phase_from_the_mine_and_on_a_higher_level():
    state = play(at(3, APPLE, hands={3: 1}), "place(3)", "promote(mine,3)")
    assert pixies(state) == {3: 0} and seat(state, 1)["mine"] == 5
    state = play(at(3, APPLE, hands={3: 0, 6: 1}), "place(3)", "promote(3,6)")
    assert pixies(state) == {6: 0, 3: 1} and owned(state, 0) == {}


def test_levels_come_from_the_board():
    levels = [[14, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12], [13, 1]]
    icons = {
        str(hand): ["apple", "honey", "bread", "bread"][:level]
        for level, hands in enumerate(levels, start=1)
        for hand in hands
    }
    game = altered(pyramid__levels=levels, pyramid__icons=icons)
    state = promoting(3, POOR, game=game, hands={10: 0})
    assert {"mine,14", "10,1", "10,13"} <= targets(state)
    assert not {"mine,1", "10,14"} & targets(state)

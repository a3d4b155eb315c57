"""Section 1, a player's mine: slaves, stones and the two lowest places."""

import pytest

from tests.pixie_queen.rules.table import altered, at, options, pixies, play, promoting, seat


def chains(state, number: int) -> list[str]:
    return [name for name in options(state, "chain") if name.startswith(f"chain({number},")]


def laying(*own: int, slaves: int, others: int = 5):
    """The player of seat 0 lays one drawn stone; seat 0 has these stones and so many slaves."""
    hands = dict.fromkeys(range(1, 6 - slaves), 0)
    state = at(
        3,
        {0: {"stones": list(own)}},
        hands=hands,
        bag={"silver": 0, "gold": 0, "stone": 1},
    )
    return play(state, "place(15)", "cube(stone)")


def test_pixies_in_the_mine_are_slaves_and_those_elsewhere_are_not():
    state = at(3, hands={1: 0, 6: 0})
    assert seat(state, 0)["mine"] == 3


def test_with_two_or_more_slaves_both_places_are_occupied():
    for slaves in (5, 3, 2):
        assert chains(laying(slaves=slaves), 0) == ["chain(0,0)", "chain(0,1)"]


def test_a_lone_slave_stands_on_slot_0():
    assert chains(laying(slaves=1), 0) == ["chain(0,0)"]
    assert chains(laying(2, slaves=1), 0) == ["chain(0,0)"]


def test_a_lone_slave_stands_on_slot_1_if_stones_lie_there():
    assert chains(laying(0, 1, slaves=1), 0) == ["chain(0,1)"]


def test_when_the_last_stone_on_slot_1_is_removed_a_lone_slave_stands_on_slot_0():
    hands = {1: 0, 2: 0, 3: 0, 4: 0}
    own = {"stones": [0, 1], "goods": {"bread": 1}}
    state = at(3, {0: own}, hands=hands, bag={"silver": 0, "gold": 0, "stone": 1})
    play(state, "unchain(1)", "place(15)", "cube(stone)")
    assert chains(state, 0) == ["chain(0,0)"]


def test_a_second_slave_stands_beside_a_chained_one():
    assert chains(laying(0, 1, slaves=2), 0) == ["chain(0,0)", "chain(0,1)"]
    assert chains(laying(1, 0, slaves=2), 0) == ["chain(0,0)", "chain(0,1)"]


def test_without_slaves_nothing_can_be_chained():
    assert chains(laying(slaves=0), 0) == []


def test_a_place_holds_up_to_three_stones():
    assert chains(laying(3, 2, slaves=4), 0) == ["chain(0,1)"]
    assert chains(laying(3, 3, slaves=4), 0) == []
    assert chains(laying(0, 3, slaves=1), 0) == []


def test_equal_slots_are_both_listed():
    assert chains(laying(1, 1, slaves=2), 0) == ["chain(0,0)", "chain(0,1)"]
    assert chains(laying(slaves=2), 2) == ["chain(2,0)", "chain(2,1)"]


@pytest.mark.parametrize(
    ("slaves", "stones", "can"),
    [(1, [1], False), (2, [3], True), (2, [1, 1], False), (3, [3, 3], True), (1, [0, 1], False)],
)
def test_a_chained_slave_cannot_leave(slaves, stones, can):
    hands = dict.fromkeys(range(14, 9 + slaves, -1), 0)
    state = promoting(3, {0: {"stones": stones, "goods": {}}}, hands=hands)
    assert seat(state, 0)["mine"] == slaves
    assert any(name.startswith("promote(mine,") for name in options(state)) is can


def test_of_n_slaves_with_c_chained_n_minus_c_can_leave():
    state = promoting(3, {0: {"stones": [1, 2], "goods": {}}}, number=5)
    play(state, "promote(mine,1)", "promote(mine,2)")
    assert "promote(mine,3)" in options(state)
    play(state, "promote(mine,3)")
    assert seat(state, 0)["mine"] == 2
    assert not any("mine" in name for name in options(state))
    assert pixies(state) == {1: 0, 2: 0, 3: 0}


def test_the_last_slave_that_stays_keeps_its_slot():
    state = promoting(3, {0: {"stones": [0, 2], "goods": {}}}, hands={1: 0, 2: 0, 3: 0})
    assert seat(state, 0)["mine"] == 2
    play(state, "promote(mine,4)")
    assert seat(state, 0)["mine"] == 1 and seat(state, 0)["stones"][:2] == [0, 2]


def test_in_the_own_turn_a_stone_is_removed_for_one_bread_and_leaves_to_the_reserve():
    state = at(3, {0: {"goods": {"bread": 2}, "stones": [1, 2]}})
    before = state.as_dict()
    assert options(state, "unchain") == ["unchain(0)", "unchain(1)"]
    play(state, "unchain(1)")
    after = state.as_dict()
    assert after["seats"][0]["stones"][:2] == [1, 1]
    assert after["stock"]["bread"] == before["stock"]["bread"] + 1
    assert after["reserve_stones"] == before["reserve_stones"] + 1
    assert after["bag"] == before["bag"]


def test_removing_a_stone_uses_up_no_turn():
    state = at(3, {0: {"goods": {"bread": 2}, "stones": [1, 1]}})
    play(state, "unchain(0)", "unchain(1)")
    assert (state.player, state.question) == (0, "turn")
    assert seat(state, 0)["discs"] == 4 and options(state, "unchain") == []


def test_without_bread_no_stone_is_removed():
    state = at(3, {0: {"goods": {"apple": 9}, "stones": [1, 1]}})
    assert options(state, "unchain") == []


def test_with_free_chains_stones_are_removed_for_nothing():
    state = at(3, {0: {"goods": {}, "stones": [1, 1], "skill": "free_chains"}})
    play(state, "unchain(0)")
    assert seat(state, 0)["goods"]["bread"] == 0 and seat(state, 0)["stones"][:2] == [0, 1]
    state = at(3, {0: {"goods": {"bread": 1}, "stones": [1], "skill": "free_chains"}})
    assert seat(play(state, "unchain(0)"), 0)["goods"]["bread"] == 1


@pytest.mark.parametrize("rest", [{"phase": "final", "round": 7}, {"promotes": True}])
def test_free_chains_between_promotions_and_in_the_final_scoring(rest):
    own = {"goods": {}, "stones": [1, 1], "skill": "free_chains"}
    state = promoting(3, {0: own}) if "promotes" in rest else at(3, {0: own}, **rest)
    assert options(play(state, "unchain(0)"), "unchain") == ["unchain(1)"]


def test_only_own_stones_are_removed():
    state = at(3, {0: {"goods": {"bread": 3}}, 1: {"stones": [1, 1]}})
    assert options(state, "unchain") == []


def test_places_and_stones_come_from_the_board():
    game = altered(setup__chainable_places=3, setup__stones_per_place=1)
    state = at(
        3,
        {0: {"stones": [0, 1, 1]}, 1: {"stones": [1, 1, 1]}, 2: {"stones": [1, 1, 1]}},
        game=game,
        bag={"silver": 0, "gold": 0, "stone": 1},
    )
    play(state, "place(15)", "cube(stone)")
    assert options(state) == ["chain(0,0)"]
    # Two slaves of whom one is chained on the third place: the other stands on the first.
    state = at(
        3,
        {0: {"stones": [0, 0, 1]}},
        hands={1: 0, 2: 0, 3: 0},
        game=game,
        bag={"silver": 0, "gold": 0, "stone": 1},
    )
    assert chains(play(state, "place(15)", "cube(stone)"), 0) == ["chain(0,0)"]

"""Positions that no game can reach: refused one by one, by a message that names the key."""

import copy
import re
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.pixie_queen.rules.table import (
    altered,
    at,
    before_punishment,
    last_disc,
    offering,
    play,
    promoting,
)

GAME = make_game("pixie_queen")
ALL = {"apple": 3, "honey": 3, "bread": 3, "silver": 3, "gold": 3}
DOUBLE = {"one_use_tile": "double_offering", "goods": ALL}


def refused(position: dict[str, Any], key: str, game: Any = GAME) -> None:
    """The position is refused, and the message begins with the key."""
    with pytest.raises(ValueError, match=f"^{re.escape(key)}.*: "):
        State.from_dict(game, position, chance="manual")


def changed(state: State, **changes: Any) -> dict[str, Any]:
    """The position with other entries; dictionaries are merged."""
    position = copy.deepcopy(state.as_dict())
    for key, value in changes.items():
        position[key] = position[key] | value if isinstance(value, dict) else value
    return position


def seats(state: State, number: int, **changes: Any) -> dict[str, Any]:
    """The position with other entries of one seat."""
    position = copy.deepcopy(state.as_dict())
    position["seats"][number] |= changes
    return position


# Stones


def test_a_stone_on_a_place_that_the_board_lacks():
    refused({"players": 3, "seats": [{"stones": [0, 0, 1]}, {}, {}]}, "seats.*.stones")
    game = altered(setup__chainable_places=3)
    position = {"players": 3, "seats": [{"stones": [0, 0, 1]}, {}, {}]}
    assert State.from_dict(game, position).as_dict()["seats"][0]["stones"] == [0, 0, 1]


def test_more_cubes_in_the_bag_than_at_the_start():
    refused({"players": 3, "bag": {"stone": 16}}, "bag")
    refused({"players": 3, "bag": {"gold": 11}}, "bag")


# Turns


def test_a_turn_of_a_player_without_discs():
    refused({"players": 3, "seats": [{"discs": 0}, {}, {}]}, "waiting.player")


def test_a_turn_of_a_player_who_has_passed():
    refused({"players": 3, "seats": [{"passed": True}, {}, {}]}, "waiting.player")


def test_a_turn_of_a_player_who_has_used_21():
    used = {"single_spaces": {"temporary_priority": 0}}
    refused({"players": 3, **used, "seats": [{"discs": 0}, {}, {}]}, "waiting.player")
    refused({"players": 3, **used, "seats": [{"discs": 3}, {}, {}]}, "seats.0.discs")


def test_passed_without_a_disc_or_after_21():
    own = {"discs": 0, "passed": True}
    refused({"players": 3, "seats": [{}, own, {}]}, "seats.1.discs")
    used = {"single_spaces": {"temporary_priority": 1}}
    refused({"players": 3, **used, "seats": [{}, own, {}]}, "seats.1.passed")


def test_four_uses_of_17():
    refused(
        {"players": 3, "single_spaces": {"goods": 4}, "seats": [{}, {"discs": 0}, {}]},
        "seats.*.discs",
    )


def test_own_spaces_used_by_who_has_all_discs():
    refused(
        {"players": 3, "single_spaces": {"mine": [1]}, "seats": [{}, {}, {"discs": 3}]},
        "seats.1.discs",
    )


def test_a_pixie_on_a_covered_hand():
    position = {"players": 3, "discs_on": {"1": 2}, "seats": [{}, {}, {"discs": 2}]}
    refused({**position, "hands": {"1": 1}}, "seats.*.discs")


def test_a_special_offering_without_its_tile():
    used = {"special_offering": True}
    refused({"players": 3, "single_spaces": used, "seats": [{}, {}, {"discs": 3}]}, "single_spaces")


# Rounds and phases


@pytest.mark.parametrize("number", [0, 8, 10])
def test_a_round_that_the_board_lacks(number):
    left = {"apple": 0, "honey": 0, "bread": max(10 - number, 0)}
    refused({"players": 3, "round": number}, "demands_left" if number else "phase, round")
    if number:
        refused({"players": 3, "round": number, "demands_left": left}, "")


def test_round_eight_with_the_tokens_that_are_left():
    tokens = {"apple": 1, "honey": 1, "bread": 0}
    refused({"players": 3, "round": 8, "demands_left": tokens}, "phase, round")


def test_a_two_player_game_with_one_player_out_that_goes_on():
    refused(
        {"players": 2, "seats": [{}, {"out": 1, "punishment": 60}]}, "phase, round, seats.*.out"
    )


def test_a_game_of_one_player_left_that_ends_by_rounds():
    over = {"phase": "over", "round": 7, "waiting": {"for": "nothing"}}
    over |= {"demands_left": {"apple": 1, "honey": 1}}
    gone = [{}, {"out": 1, "punishment": 60}]
    refused({"players": 2, **over, "reason": "rounds", "seats": gone}, "phase, round, seats.*.out")
    refused({"players": 2, **over, "reason": "last_player"}, "phase, round, seats.*.out")


def test_the_final_scoring_in_round_3_without_gold_numbers():
    tokens = {"apple": 2, "honey": 2, "bread": 2}
    final = {"players": 3, "phase": "final", "round": 3, "demands_left": tokens}
    refused(final, "phase")
    won = {"special_offering": 5, "gold_ring": 5, "faithful_servant": 5}
    seats = [{"tiles_won": won, "first_servant": 1}, {}, {}]
    assert State.from_dict(GAME, {**final, "seats": seats}).question == "final"


def test_a_game_over_for_another_reason_than_it_can_be():
    over = {"players": 3, "phase": "over", "waiting": {"for": "nothing"}}
    early = {**over, "round": 3, "demands_left": {"apple": 2, "honey": 2, "bread": 2}}
    refused({**early, "reason": "rounds"}, "reason")
    refused({**early, "reason": "gold_numbers"}, "reason")


def test_a_round_that_begins_with_all_gold_numbers_gone():
    tiled = {0: {"food_tile": 2}, 1: {}, 2: {}}
    state = play(before_punishment(3, tiled), "stop")
    assert state.question == "tile_food"
    won = {"special_offering": 5, "gold_ring": 5, "faithful_servant": 5}
    position = seats(state, 1, tiles_won=won, servants=5, first_servant=1, mine=0)
    position["rewards_taken"] = won
    refused(position, "phase, round")


def test_the_set_up_with_something_moved():
    state = State(GAME, 3, chance="manual")
    refused(seats(state, 0, punishment=1), "phase")
    state.draw()
    refused(seats(state, 0, silver_space=2), "phase")
    state.draw()
    assert state.question == "draft"
    refused(changed(state, waiting={"player": state.as_dict()["big_order"][0]}), "waiting.player")
    refused(changed(state, skills_on_board=state.as_dict()["skills_on_board"][1:]), "skills_on")
    refused(changed(state, pending={"cursor": 1}), "waiting.player")


def test_a_deal_where_skills_are_drafted():
    state = State(make_game("pixie_queen", skills="dealt"), 3, chance="manual")
    state.draw(), state.draw()
    refused(state.as_dict(), "waiting.question")


# Steal


def test_more_food_due_than_the_tiles_give():
    state = play(before_punishment(3, {0: {"food_tile": 2}}), "stop")
    assert state.question == "tile_food"
    refused(changed(state, pending={"due": 3}), "pending.due")
    refused(changed(state, waiting={"player": 1}), "waiting.player")


# In the middle of an action


@pytest.mark.parametrize(
    ("question", "space"),
    [
        ("food", "discs_on.1"),
        ("exchange", "discs_on.4"),
        ("track", "discs_on.11"),
        ("swap", "single_spaces.exchange_tiles"),
        ("goods", "single_spaces.goods"),
        ("copy", "single_spaces.copy"),
        ("add", "single_spaces.special_offering"),
        ("advance", "single_spaces.turn_order"),
    ],
)
def test_an_action_whose_space_was_not_used(question, space):
    state = play(at(3, hands={10: 0}), "place(10)", "punishment_die(1)")
    nothing = {"effects": [], "points_left": 0}
    position = changed(state, waiting={"question": question}, pending=nothing)
    refused(position, space)


def test_an_action_of_who_has_placed_nothing():
    state = play(at(3, hands={1: 0}), "place(1)")
    refused(seats(state, 0, discs=4), "seats.*.discs")
    position = seats(state, 0, discs=4)
    position["seats"][1]["discs"] = 3
    refused(position, "seats.0.discs")


def test_points_that_no_face_of_the_die_shows():
    state = play(at(3, hands={10: 0}), "place(10)", "punishment_die(4)", "assign(1)")
    refused(changed(state, pending={"points_left": 4}), "pending.points_left, pending.assigned")
    refused(changed(state, pending={"assigned": [1, 0, 0]}), "pending.assigned")


def test_points_of_an_earlier_player_still_to_be_marked():
    rolled = at(3, {1: {"punishment": 9}}, hands={10: 0, 1: 1})
    state = play(rolled, "place(10)", "punishment_die(2)", "assign(1)", "assign(2)")
    assert (state.player, state.question) == (1, "demote")
    assert State.from_dict(GAME, state.as_dict(), chance="manual") == state
    refused(changed(state, pending={"assigned": [0, 1, 0]}), "pending.assigned")
    refused(changed(state, pending={"assigned": [0, 0, 4]}), "pending.assigned")


def test_a_demotion_without_a_mine_symbol():
    rolled = at(3, {1: {"punishment": 9}}, hands={10: 0, 1: 1})
    state = play(rolled, "place(10)", "punishment_die(1)", "assign(1)")
    assert state.question == "demote"
    refused(seats(state, 1, punishment=9), "pending.effects, seats.*.punishment")
    more = {"effects": [*state.as_dict()["pending"]["effects"], [1, 1, 1, 0]]}
    refused(changed(state, pending=more), "pending.effects, seats.*.punishment")


def test_a_demotion_of_the_favourite_or_of_who_has_no_active_pixie():
    passed = play(at(3, {1: {"punishment": 5}}, player=1, hands={1: 1, 2: 0}), "pass")
    assert passed.question == "demote"
    refused(changed(passed, hands={"1": None}), "seats.1.mine")
    moved = changed(passed, hands={"1": None})
    moved["seats"][1]["mine"] = 5
    refused(moved, "waiting.player")
    refused(
        changed(passed, big_order=[1, 0, 2], pending={"order_of_round": [1, 0, 2], "cursor": 0}),
        "waiting.player",
    )


def test_a_mine_with_cubes_that_are_not_due():
    state = play(at(3, {0: {"one_use_tile": "look_in_the_bag"}}), "place(15)")
    assert state.question == "peek"
    refused(changed(state, pending={"due": 4}), "pending.due")
    refused(changed(state, pending={"picks": 1}), "pending.picks")
    play(state, "peek(yes)")
    refused(changed(state, pending={"picks": 1}), "pending.picks")
    refused(changed(state, pending={"stones_drawn": 1}), "")
    play(state, "pick(stone)", "pick(stone)")
    assert state.question == "cube"
    refused(changed(state, pending={"picks": 1}), "pending.picks")
    refused(changed(state, pending={"due": 6}), "pending.due")


def test_goods_to_put_back_that_are_not_owned():
    own = {"goods": {"apple": 3}}
    state = play(at(3, {0: own}), "place(17)", "discard(apple)")
    assert state.as_dict()["pending"]["due"] == 2
    refused(changed(state, pending={"due": 3}), "pending.due")
    position = seats(state, 0, goods={"apple": 1})
    position["stock"] = None
    refused(position, "pending.due")


# Offerings


def test_two_who_announced():
    refused(offering_with(announced=[0, 1]), "announced")


def offering_with(**changes: Any) -> dict[str, Any]:
    state = offering(3, {0: DOUBLE, 1: {"goods": ALL}, 2: {"goods": ALL}})
    return changed(state, **changes)


def test_one_who_announced_without_the_tile():
    refused(offering_with(announced=[1]), "announced")


def test_an_offer_or_a_refusal_of_a_player_who_is_not_asked_yet():
    refused(offering_with(offers=[[0, 0, 0], [1, 0, 0], [0, 0, 0]]), "offers.1, refused")
    refused(offering_with(refused=[2]), "offers.2, refused")


def test_the_asked_one_has_filled_all_hands():
    refused(offering_with(offers=[[1, 0, 0], [0, 0, 0], [0, 0, 0]]), "offers.0")
    offers = [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    position = offering_with(offers=offers, announced=[0])
    assert "done" in State.from_dict(GAME, position).legal_names()
    refused(offering_with(offers=[[1, 1, 0], [0] * 3, [0] * 3], announced=[0]), "offers.0")


def test_the_asked_one_has_refused():
    refused(offering_with(refused=[0]), "refused")


def second_asked(**changes: Any) -> dict[str, Any]:
    state = play(offering(3, {0: DOUBLE, 1: {"goods": ALL}}), "offer(apple,1)")
    return changed(state, **changes)


def test_two_offers_of_one_hand():
    refused(second_asked(offers=[[1, 1, 0], [0] * 3, [0] * 3]), "offers.0, refused")
    assert State.from_dict(GAME, second_asked(offers=[[1, 1, 0], [0] * 3, [0] * 3], announced=[0]))


def test_refused_and_offered_at_once():
    refused(second_asked(refused=[0]), "offers.0, refused")


def test_an_earlier_player_with_neither():
    refused(second_asked(offers=[[0] * 3] * 3), "offers.0, refused")
    assert State.from_dict(GAME, second_asked(offers=[[0] * 3] * 3, refused=[0]))


def test_an_offer_of_who_was_out_before():
    gone = {2: {"out": 1, "punishment": 60}}
    state = offering(4, gone, big_order=[0, 1, 3], small_order=[0, 1, 3])
    refused(changed(state, refused=[2]), "offers.2, refused")


def test_the_announcement_of_who_does_not_hold_the_tile():
    state = play(last_disc(3, {1: DOUBLE}), "place(21)")
    assert state.question == "announce"
    refused(changed(state, announced=[1]), "announced")
    refused(changed(state, waiting={"player": 2}), "waiting.player")
    refused(changed(state, waiting={"player": 2}, pending={"cursor": 3}), "waiting.player")


def test_a_demotion_for_refusing_of_who_offered():
    state = offering(3, {1: {"punishment": 5}}, hands={1: 1})
    play(state, "offer(apple,1)", "refuse", "refuse")
    assert state.question == "demote"
    refused(changed(state, refused=[2], offers=[[1, 0, 0], [0, 1, 0], [0, 0, 0]]), "refused")


def test_the_fury_though_the_demanded_food_was_offered_or_of_the_wrong_player():
    rest = {"hands": {1: 1, 2: 2}}
    state = play(offering(3, **rest), *["offer(silver,1)"] * 3)
    assert (state.player, state.question) == (2, "demote")
    refused(changed(state, offers=[[1, 0, 0], [0, 1, 0], [0, 1, 0]]), "offers")
    early = {"waiting": {"player": 1}, "pending": {"cursor": 1}}
    assert State.from_dict(GAME, changed(state, **early))  # Player 2 has handed back mercy.
    held = changed(state, **early, one_use_on_board=["double_offering", "look_in_the_bag"])
    held["seats"][0]["one_use_tile"] = "mercy"
    refused(held, "waiting.player")


# Rewards and punishment


def test_more_promotions_than_foods_offered():
    state = promoting(3)
    refused(changed(state, pending={"promotions": 3}), "pending.promotions")
    refused(changed(state, pending={"promotions": 0}), "pending.promotions")
    refused(changed(state, pending={"step": 2, "promotions": 1}), "pending.step")


def test_rewards_that_nobody_offered_food_for():
    offers = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    refused(changed(promoting(3, {0: {"silver_space": 3}}), offers=offers), "offers")


def test_offers_of_more_than_went_to_the_stock():
    stock = promoting(3).as_dict()["stock"]
    moved = {1: {"silver_space": 3}}
    offers = [[1, 0, 0], [0, stock["silver"], 0], [0, 0, 0]]
    state = promoting(3, moved, offers=offers)
    offers[1][1] += 1
    refused(changed(state, offers=offers), "offers")
    food = [[stock["apple"], 0, 0], [1, 0, 0], [0, 0, 0]]
    refused(changed(promoting(3), offers=food), "offers")


def test_who_offered_silver_has_not_moved():
    state = promoting(3, {1: {"silver_space": 3}}, offers=[[1, 0, 0], [0, 2, 0], [0, 0, 0]])
    refused(seats(state, 1, silver_space=2), "seats.1.silver_space")


def test_a_pixie_on_the_servant_space_without_a_promotion():
    position = changed(promoting(3), servant_space=1)
    position["seats"][1]["mine"] = 4
    refused(position, "servant_space")


def test_a_virtual_pixie_lifted_by_another_than_the_favourite():
    state = play(promoting(2), "stop")
    assert state.question == "lift"
    refused(changed(state, waiting={"player": 1}), "waiting.player")


def test_a_demotion_on_the_last_space_of_a_track():
    own = {"punishment": 8, "gold_space": 5, "silver_space": 3}
    state = play(before_punishment(3, {1: own}, hands=dict.fromkeys(range(1, 6), 1)), "stop")
    assert state.question == "demote" and state.as_dict()["pending"]["step"] == 1
    refused(seats(state, 1, silver_space=6), "pending.effects, seats.*.punishment")


# Who is out, points and tiles


def test_a_place_in_order_of_who_was_out_before_the_round():
    gone = [{}, {"out": 1, "punishment": 60}, {"out": 2, "punishment": 60}, {}]
    position = {"players": 4, "seats": gone, "small_order": [0, 3], "big_order": [0, 3]}
    flow = {"step": 0, "cursor": 0, "effects": []}
    later = {**flow, "order_of_round": [0, 2, 3]}
    assert State.from_dict(GAME, {**position, "pending": later}).question == "turn"
    earlier = {**flow, "order_of_round": [0, 1, 3]}
    refused({**position, "pending": earlier}, "pending.order_of_round")


def test_more_punishment_points_than_one_cause_brings_beyond_the_last():
    gone = {"out": 1, "punishment": 64}
    assert State.from_dict(GAME, {"players": 3, "seats": [{}, {}, gone]})
    refused({"players": 3, "seats": [{}, {}, {**gone, "punishment": 65}]}, "seats.2.punishment")


def test_points_of_tiles_that_nobody_won():
    points = {"points_from": {"gold_ring": 9}}
    refused({"players": 3, "seats": [points, {}, {}]}, "seats.*.tiles_won")
    one = {"tiles_won": {"gold_ring": 1}, "points_from": {"gold_ring": 12}}
    refused({"players": 3, "seats": [one, {}, {}]}, "seats.0.points_from.gold_ring")


def test_first_servants_before_anybody_made_the_others():
    seats = [{"servants": 1, "first_servant": 1}, {"servants": 2, "first_servant": 3}, {}]
    refused({"players": 3, "seats": seats}, "seats.*.first_servant")


def test_food_tiles_that_players_who_went_out_cannot_have_taken():
    gone = {"out": 1, "punishment": 60}
    position = {"players": 3, "seats": [{}, {}, gone], "food_pile": [4]}
    refused(position, "food_pile")
    assert State.from_dict(GAME, {**position, "food_pile": [3, 4]})


# The form


@pytest.mark.parametrize(
    "wrong",
    [
        {"hands": {"2": [1]}},
        {"hands": {2: 1}},
        {"hands": {"2": {}}},
        {"demands_left": {"0": []}},
        {"extra_slot_tile": []},
        {"extra_slot_tile": ["mercy"]},
        {"seats": {"0": {}}},
        {"pending": [1]},
        {None: 1},
        {"waiting": {"for": []}},
        {"round": 2**70},
        {"bag": {"stone": float("nan")}},
    ],
    ids=str,
)
def test_a_form_that_cannot_be_ends_in_a_value_error(wrong):
    with pytest.raises(ValueError, match="this is no position"):
        State.from_dict(GAME, {"players": 3, **wrong})

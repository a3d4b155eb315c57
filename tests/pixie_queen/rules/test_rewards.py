"""Section 2.IV: tracks, promotions, free promotion, faithful servants."""

from tests.pixie_queen.rules.table import (
    SAFE,
    altered,
    asked,
    of_seats,
    offering,
    options,
    pixies,
    play,
    promoting,
    seat,
)

TAKEN_BY_1 = {
    "servant_space": 1,
    "big_order": [1, 0, 2],
    "offers": [[2, 0, 0], [1, 0, 0], [0, 0, 0]],
}
"""Player 1 promoted before and stands on the servant space."""


def tracks(state) -> list[tuple[int, int]]:
    return list(zip(of_seats(state, "silver_space"), of_seats(state, "gold_space"), strict=True))


def offered(*offers: str, spaces=(1, 1), players: int = 4):
    """Each player makes one offer; player 0 always some apples."""
    own = {"goods": {"apple": 3, "silver": 4, "gold": 2}}
    own |= {"silver_space": spaces[0], "gold_space": spaces[1]}
    seats = dict.fromkeys(range(players), own)
    return play(offering(players, seats), "offer(apple,1)", *offers)


# Tracks


def test_every_player_who_offered_silver_moves_one_space_who_offered_most_one_more():
    state = offered("offer(silver,1)", "offer(silver,3)", "offer(silver,2)")
    assert tracks(state) == [(1, 1), (2, 1), (3, 1), (2, 1)]


def test_a_lone_giver_moves_two():
    state = offered("offer(silver,1)", "offer(gold,1)", "offer(apple,1)")
    assert tracks(state) == [(1, 1), (3, 1), (1, 3), (1, 1)]


def test_a_tie_for_most_nobody_moves_more():
    state = offered("offer(silver,2)", "offer(silver,2)", "offer(silver,1)")
    assert tracks(state) == [(1, 1), (2, 1), (2, 1), (2, 1)]


def test_the_same_with_gold_on_the_gold_track():
    state = offered("offer(gold,1)", "offer(gold,2)", "offer(gold,1)")
    assert tracks(state) == [(1, 1), (1, 2), (1, 3), (1, 2)]
    state = offered("offer(gold,2)", "offer(gold,2)", "refuse")
    assert tracks(state) == [(1, 1), (1, 2), (1, 2), (1, 1)]


def test_the_last_space_is_the_end():
    assert tracks(offered("offer(silver,1)", "refuse", "refuse", spaces=(5, 6)))[1] == (6, 6)
    assert tracks(offered("offer(gold,1)", "refuse", "refuse", spaces=(6, 6)))[1] == (6, 6)


def test_moving_is_not_optional():
    state = offered("offer(silver,1)", "refuse", "refuse")
    assert asked(state) == (0, "promotion") and tracks(state)[1] == (3, 1)


def test_who_did_not_offer_does_not_move():
    assert tracks(offered("refuse", "refuse", "refuse")) == [(1, 1)] * 4


# Promotions


def test_each_who_offered_the_demanded_food_has_as_many_promotions_as_foods_offered():
    seats = {0: {"goods": {"apple": 3}}, 1: {"goods": {"apple": 1}}}
    state = play(offering(3, seats), "offer(apple,3)", "offer(apple,1)", "refuse")
    for hand in (1, 2, 3):
        assert asked(state) == (0, "promotion")
        play(state, f"promote(mine,{hand})")
    assert asked(state) == (1, "promotion")


def test_in_big_cube_order_all_before_the_next_player():
    seats = {number: {"goods": {"apple": 2}} for number in range(3)}
    state = offering(3, seats, big_order=[2, 0, 1], player=2)
    play(state, "offer(apple,2)", "offer(apple,1)", "offer(apple,1)")
    seen = []
    while state.question == "promotion":
        seen.append(state.player)
        play(state, options(state, "promote")[0])
    assert seen == [2, 2, 0, 1]


def test_each_promotion_is_optional_stop_gives_up_the_rest():
    state = promoting(3, number=3)
    assert "stop" in options(state)
    play(state, "promote(mine,1)", "stop")
    assert asked(state) == (0, "turn") and pixies(state) == {1: 0}


def test_while_promotions_are_left_the_player_is_asked_even_if_only_stop_is_possible():
    own = {"goods": {}, "stones": [1, 1], "servants": 1, "first_servant": 1}
    state = promoting(3, {0: own}, hands={13: 0, 14: 0}, **TAKEN_BY_1)
    assert options(state) == ["stop"]


def test_with_the_last_one_used_it_is_over():
    state = promoting(3, {0: SAFE, 1: SAFE, 2: SAFE}, number=1)
    assert asked(play(state, "promote(mine,1)")) == (0, "turn")


def test_unchain_between_promotions_uses_up_none():
    own = {"goods": {"bread": 1}, "stones": [1, 2]}
    state = promoting(3, {0: own}, number=2, hands={1: 0, 2: 0, 3: 0})
    assert options(state, "promote") == [
        f"promote({source},{target})" for source in (1, 2, 3) for target in (6, 7, 8, 9)
    ]
    play(state, "unchain(0)")
    assert "promote(mine,4)" in options(state) and options(state, "unchain") == []
    play(state, "promote(mine,4)")
    assert asked(state) == (0, "promotion")


def test_discs_do_not_cover_hands_any_more():
    state = promoting(3, {0: {"goods": {}}})
    assert options(state, "promote") == [f"promote(mine,{hand})" for hand in range(1, 6)]


# Free promotion


def test_free_promotion_is_one_more_after_those_of_all_players_food_offered_or_not():
    seats = {0: {**SAFE, "skill": "free_promotion"}, 1: {**SAFE, "goods": {"apple": 1}}}
    state = play(offering(3, seats), "offer(silver,1)", "offer(apple,1)", "refuse")
    assert asked(state) == (1, "promotion")
    play(state, "promote(mine,1)")
    assert asked(state) == (0, "promotion")
    play(state, "promote(mine,2)")
    assert pixies(state) == {1: 1, 2: 0} and asked(state) == (0, "turn")


def test_stop_gives_up_the_rest_of_the_earned_ones_not_the_free_promotion():
    state = play(promoting(3, {0: {"skill": "free_promotion"}}), "stop")
    assert asked(state) == (0, "promotion")
    play(state, "promote(mine,1)")
    assert pixies(state) == {1: 0} and asked(state) == (0, "turn")


def test_free_promotion_is_asked_even_if_only_stop_is_possible():
    own = {"goods": {}, "skill": "free_promotion", "stones": [1, 1]}
    own |= {"servants": 3, "first_servant": 1}
    state = play(promoting(3, {1: own}, player=0), "stop")
    assert asked(state) == (1, "promotion") and options(state) == ["stop"]


def test_the_free_promotion_is_a_whole_promotion():
    own = {"goods": {"apple": 1}, "skill": "free_promotion"}
    state = play(promoting(3, {1: own}, player=0, hands={14: 1, 1: 0}), "stop")
    assert {"promote(14,servant)", "promote(mine,1)"} <= set(options(state))


def test_no_free_promotion_when_phase_iv_is_skipped():
    state = offering(3, {0: {"skill": "free_promotion"}})
    play(state, *["offer(silver,1)"] * 3)
    assert asked(state) == (0, "turn")


# Faithful servants


def test_a_pixie_that_reached_the_servant_space_becomes_a_servant_for_good():
    state = play(promoting(3, {0: {"goods": {}}}, hands={14: 0}), "promote(14,servant)")
    assert state.as_dict()["servant_space"] == 0 and seat(state, 0)["servants"] == 0
    play(state, "stop")
    own = seat(state, 0)
    assert state.as_dict()["servant_space"] is None
    assert (own["servants"], own["mine"], own["first_servant"]) == (1, 4, 1)
    assert own["points_from"]["faithful_servant"] == 9


def test_the_servant_is_counted_after_all_promotions_before_the_punishments():
    seats = {0: {"goods": {}}, 1: {"skill": "free_promotion"}}
    state = play(promoting(3, seats, hands={14: 0}), "promote(14,servant)", "stop")
    assert asked(state) == (1, "promotion") and seat(state, 0)["servants"] == 0
    play(state, "stop")
    assert seat(state, 0)["servants"] == 1


def test_the_servant_space_takes_one_pixie_per_round_in_all():
    seats = {number: {"goods": {"apple": 3}} for number in range(3)}
    state = promoting(3, seats, hands={13: 0, 14: 1}, offers=[[2, 0, 0], [2, 0, 0], [0, 0, 0]])
    play(state, "promote(13,servant)", "stop")
    assert asked(state) == (1, "promotion")
    assert "promote(14,servant)" not in options(state)


def test_it_allows_no_swap_not_even_for_an_apple():
    own = {"goods": {"apple": 9}, "skill": "free_demotion"}
    state = promoting(3, {0: own}, hands={13: 0}, **TAKEN_BY_1)
    assert "promote(13,servant)" not in options(state)


def test_in_the_next_round_it_can_be_entered_again():
    seats = {number: {**SAFE, "goods": {"apple": 1}} for number in range(3)}
    seats[1] |= {"servants": 1, "first_servant": 1}
    state = promoting(3, seats, hands={13: 0}, round=2)
    assert "promote(13,servant)" in options(state)


def test_without_a_tile_left_the_space_cannot_be_entered():
    seats = {1: {"servants": 4, "first_servant": 1}, 2: {"servants": 2, "first_servant": 2}}
    state = promoting(3, seats, hands={13: 0})
    assert "promote(13,servant)" in options(state)
    seats[2] = {"servants": 3, "first_servant": 2}
    assert "promote(13,servant)" not in options(promoting(3, seats, hands={13: 0}))


def test_it_earns_the_best_servant_tile_left():
    seats = {0: {"servants": 1, "first_servant": 1}, 1: {"servants": 1, "first_servant": 2}}
    state = play(promoting(3, seats, hands={13: 0}), "promote(13,servant)", "stop")
    assert seat(state, 0)["points_from"]["faithful_servant"] == 7
    assert seat(state, 0)["first_servant"] == 1


def test_servant_bonus_adds_two_points_per_own_servant_made():
    own = {"skill": "servant_bonus"}
    state = play(promoting(3, {0: own}, hands={13: 0}), "promote(13,servant)", "stop")
    assert seat(state, 0)["points_from"]["faithful_servant"] == 11
    state = play(promoting(3, {1: own}, hands={13: 0}), "promote(13,servant)", "stop")
    assert of_seats(state, "points_from")[1]["faithful_servant"] == 0


def test_numbers_come_from_the_board():
    game = altered(
        rewards__faithful_servant=[20, 9, 8, 7, 6, 5, 4],
        rewards__skill_bonus=3,
        tracks__punishment=[1, 0, 0],
        tracks__silver_per_gold=[1, 1, 1],
        tracks__gold_per_ring=[1, 1, 1],
    )
    state = promoting(3, {0: {"skill": "servant_bonus"}}, hands={13: 0}, game=game)
    play(state, "promote(13,servant)", "stop")
    assert seat(state, 0)["points_from"]["faithful_servant"] == 23
    state = offering(3, {1: {"goods": {"silver": 1}, "silver_space": 2}}, game=game)
    play(state, "offer(apple,1)", "offer(silver,1)", "refuse")
    assert seat(state, 1)["silver_space"] == 3

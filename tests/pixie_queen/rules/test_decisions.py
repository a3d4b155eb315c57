"""Section 5: the names of decisions and chance events, and what is asked when."""

import pytest

from pixies_env.core.errors import IllegalActionError
from tests.pixie_queen.rules.table import (
    GAME,
    asked,
    at,
    last_disc,
    of_seats,
    offering,
    options,
    play,
    promoting,
)

GOODS = ["apple", "honey", "bread", "silver", "gold"]
FOODS = GOODS[:3]


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def test_kinds_of_question():
    assert GAME.questions == words(
        "draft tile_food turn food promote exchange convert track assign rob peek pick chain "
        "swap goods copy add advance announce offer promotion demote lift final"
    )


def test_kinds_of_chance():
    """``deal`` is of the set-up option, not of the game at the table."""
    assert set(GAME.chance_kinds) - {"deal"} == {
        *words("start_order skills demand cube punishment_die casino_die")
    }


def test_verbs_of_decisions():
    assert {name.partition("(")[0] for name in GAME.actions.roles} == {
        *words(
            "draft tile_food place unchain pass food promote exchange convert track assign rob "
            "peek pick chain swap discard take copy add advance announce offer done refuse stop "
            "demote mercy lift"
        )
    }


def test_every_space_can_be_named():
    places = [name for name in GAME.actions.roles if name.startswith("place(")]
    assert places == [f"place({space})" for space in range(1, 22)]


def test_no_cap_that_the_rules_do_not_have():
    roles = set(GAME.actions.roles)
    assert {"offer(demanded,40)", "offer(silver,60)", "offer(gold,30)", "convert(30)"} <= roles
    assert {"exchange(apple,silver,7)", "advance(4)"} <= roles
    assert "exchange(apple,silver,8)" not in roles and "convert(31)" not in roles


def test_goods_foods_tiles_and_skills_have_the_public_names():
    roles = set(GAME.actions.roles)
    assert {f"discard({good})" for good in GOODS} <= roles
    assert {f"take({food})" for food in FOODS} <= roles and "take(gold)" not in roles
    assert {"pick(silver)", "pick(gold)", "pick(stone)"} <= roles
    assert {
        f"draft({skill})"
        for skill in words(
            "cheap_gold servant_bonus ring_bonus silver_income free_promotion "
            "free_demotion free_chains extra_slot copy_unused slave_mercy"
        )
    } <= roles
    assert "swap(one_use,mercy,double_offering)" in roles
    assert "swap(one_use,look_in_the_bag,mercy)" in roles


def test_players_are_seats_in_names():
    state = play(at(4, player=2), "place(10)", "punishment_die(1)")
    assert set(options(state)) == {"assign(0)", "assign(1)", "assign(3)"}


def test_the_demanded_food_is_named():
    assert "offer(bread,1)" in options(offering(3, demand="bread"))


def test_options_of_the_own_turn():
    state = at(3, {0: {"goods": {"bread": 1}, "stones": [1, 1]}})
    assert options(state) == [
        *[f"place({space})" for space in (1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 15, 17, 21)],
        "unchain(0)",
        "unchain(1)",
        "pass",
    ]


def test_equal_options_are_one():
    own = {"skill": "extra_slot", "food_tile": 4, "goods": dict.fromkeys(GOODS, 3)}
    state = at(3, {0: own, 1: {"food_tile": 2}}, extra_slot_tile=4)
    for space in (1, 3, 4, 11, 16, 17):
        names = options(play(state.clone(), f"place({space})"))
        assert len(set(names)) == len(names)


def test_a_decision_with_one_option_is_always_asked():
    one = {"goods": {"gold": 1}}
    assert options(play(at(3, {0: one}), "place(11)")) == ["track(gold)"]
    assert options(play(at(3, hands={1: 1}), "place(14)")) == ["rob(1)"]
    assert options(offering(3, {0: {"goods": {}}})) == ["refuse"]
    assert options(at(3, phase="final", round=7)) == ["stop"]
    state = play(at(2, {0: {"goods": {"gold": 2}}}), "place(10)", "punishment_die(1)")
    assert options(state) == ["assign(1)"]


def test_a_decision_without_an_option_never_exists():
    # No pixie to demote, no space to copy, no place for a stone: nobody is asked.
    state = play(at(3, {1: {"punishment": 5}}, player=1), "pass")
    assert asked(state) == (2, "turn")
    hoard = {"apple": 39, "honey": 39, "bread": 39}
    seats = {0: {"goods": {}}, 1: {"goods": {}}, 2: {"goods": hoard}}
    assert "place(1)" not in options(at(3, seats))


def test_assign_is_asked_once_per_point():
    state = play(at(3), "place(10)", "punishment_die(4)")
    for _ in range(4):
        assert asked(state) == (0, "assign")
        play(state, "assign(2)")
    assert of_seats(state, "punishment") == [0, 0, 4]


def test_convert_names_the_gold_received():
    state = play(at(3, {0: {"goods": {"silver": 9}, "silver_space": 4}}), "place(5)", "convert(3)")
    assert state.as_dict()["seats"][0]["goods"] == {
        "apple": 0,
        "honey": 0,
        "bread": 0,
        "silver": 3,
        "gold": 3,
    }


def test_hands_are_named_by_action_number_mine_is_below_and_servant_above():
    state = promoting(3, hands={14: 0})
    assert {"promote(mine,1)", "promote(14,servant)"} <= set(options(state))


@pytest.mark.parametrize("wrong", ["place(22)", "unchain(0)", "food(apple)", "Pass", "place()"])
def test_what_is_not_an_option_is_refused_with_the_action_the_player_and_what_is_legal(wrong):
    state = at(3)
    before = state.position_bytes
    with pytest.raises(IllegalActionError) as refused:
        state.apply(wrong)
    assert wrong in str(refused.value) and "player 0" in str(refused.value)
    assert "place(1)" in str(refused.value) and state.position_bytes == before


def test_an_answer_that_fits_another_question_is_refused():
    state = play(at(3), "place(1)")
    with pytest.raises(IllegalActionError, match="food"):
        state.apply("pass")


def test_chance_cannot_be_answered_by_a_decision_nor_the_other_way_round():
    state = play(last_disc(3), "place(21)")
    with pytest.raises(IllegalActionError, match="chance"):
        state.apply("pass")
    with pytest.raises(IllegalActionError, match="decision"):
        at(3).apply_chance("demand(apple)")

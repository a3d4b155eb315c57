"""Section 3: the powers of the Guardians."""

import pytest

from tests.havresac.rules.table import (
    arena,
    cells,
    directions,
    few_tokens,
    lying,
    options,
    play,
    playing,
    seat,
    there,
)

FIELD = (
    ". . . . . . .",
    ". . v . . . .",
    ". . . . . . .",
    "v . . # . . v",
    ". . . . . . .",
    ". . . v . . .",
    ". . . . . . .",
)

# The huntress, and the Bow, which shoots alike


@pytest.mark.parametrize("night", ["", "huntress"])
def test_the_huntress_shoots_once_at_the_first_monster_in_a_line(night: str) -> None:
    game = arena(*FIELD, night=night)
    monsters = {"r3c5": "crocodile", "r3c6": "fox", "r0c3": "pig", "r4c4": "fox"}
    state = playing(game, "huntress", "r3c3", seat={"creatures": monsters})
    assert directions(state) == {"up", "right"}
    play(state, "power(right)")
    left = {"r3c6": "fox", "r0c3": "pig", "r4c4": "fox"}
    assert lying(state) == left
    assert there(seat(state)["gains"]) == {"crocodile": 1}
    assert seat(state)["guardians"] == {"r3c3": "huntress"}
    assert options(state) == ["done"]
    assert seat(state)["vp"] == (1 if night else 0)


SHOTS = {
    "plain": (". ", True),
    "lake": ("~ ", True),
    "chest": ("$ ", True),
    "forest": ("f ", False),
    "village": ("v ", False),
}


@pytest.mark.parametrize("between", SHOTS)
def test_what_a_shot_passes(between: str) -> None:
    sign, passes = SHOTS[between]
    state = playing(
        arena("# " + sign + ". ."), "huntress", "r0c0", seat={"creatures": {"r0c2": "fox"}}
    )
    assert directions(state) == ({"right"} if passes else set())


def test_a_repaired_village_blocks_a_shot_too() -> None:
    state = playing(
        arena("# v . ."),
        "huntress",
        "r0c0",
        seat={"creatures": {"r0c2": "fox"}, "repaired": ["r0c1"]},
    )
    assert directions(state) == set()


def test_guardians_and_fairies_block_a_shot_a_tent_does_not() -> None:
    lane = arena("# . . .")
    fox = {"r0c2": "fox"}
    state = playing(
        lane, "huntress", "r0c0", seat={"creatures": fox, "guardians": {"r0c1": "guide"}}
    )
    assert directions(state) == set()
    state = playing(lane, "huntress", "r0c0", seat={"creatures": {**fox, "r0c1": "fairy"}})
    assert directions(state) == set()
    tent = {"tents": ["r0c1"], "idle": {"guide": 1}}
    state = playing(lane, "huntress", "r0c0", seat={"creatures": fox, **tent})
    assert directions(state) == {"right"}


def test_the_cell_of_the_shooter_does_not_count_and_the_neighbour_can_be_shot() -> None:
    state = playing(arena("# f . ."), "huntress", "r0c1", seat={"creatures": {"r0c2": "fox"}})
    assert directions(state) == {"right"}


def test_the_huntress_does_not_enter_the_cell_of_a_monster() -> None:
    state = playing(arena("# . ."), "huntress", seat={"creatures": {"r0c1": "fox"}})
    assert options(state) == ["idle"]


# Two away: Night Guide and Night Druid


def test_the_night_guide_captures_a_fairy_exactly_two_away_over_anything() -> None:
    game = arena(*FIELD, night="guide")
    fairies = {"r3c5": "fairy", "r1c3": "fairy", "r4c3": "fairy", "r3c0": "fairy"}
    state = playing(
        game,
        "guide",
        "r3c3",
        seat={"creatures": fairies, "guardians": {"r3c4": "warrior"}},
    )
    assert directions(state) == {"up", "right"}
    play(state, "power(right)")
    assert there(seat(state)["gains"]) == {"fairy": 1}
    assert options(state) == ["done"]


def test_the_day_guide_has_no_power_after_the_move() -> None:
    state = playing(arena(*FIELD), "guide", "r3c3", seat={"creatures": {"r3c5": "fairy"}})
    assert options(state) == ["done"]


def test_two_away_does_not_reach_around_the_edge_of_the_map() -> None:
    wide = arena("# . . . . . . . . . . . . . .", ". v . . . . . . . . . . . . .", night="druid")
    state = playing(wide, "druid", "r0c14")
    assert options(state) == ["done"]


RUINS = arena(
    ". . v . .",
    ". . . . .",
    "v . # . v",
    ". . . . .",
    ". . v . .",
    night="druid",
)


def test_the_night_druid_repairs_one_village_two_away() -> None:
    state = playing(RUINS, "druid", "r2c2")
    assert directions(state) == {"up", "right", "down", "left"}
    play(state, "power(left)")
    assert seat(state)["repaired"] == ["r2c0"] and seat(state)["villages_left"] == 9
    assert options(state) == ["done"]


def test_with_the_switch_the_night_druid_repairs_up_to_four() -> None:
    game = arena(
        ". . v . .",
        ". . . . .",
        "v . # . v",
        ". . . . .",
        ". . v . .",
        night="druid",
        night_druid_repairs=4,
    )
    state = playing(game, "druid", "r2c2")
    play(state, "power(left)", "power(up)", "power(right)")
    assert directions(state) == {"down"} and "done" in options(state)
    play(state, "power(down)")
    assert options(state) == ["done"]
    assert seat(state)["villages_left"] == 6


def test_without_a_token_there_is_no_village_to_repair_from_afar() -> None:
    state = playing(RUINS, "druid", "r2c2", seat={"repaired": ["r2c0", "r0c2", "r2c4"]})
    assert directions(state) == {"down"}
    game = few_tokens(1, faces="night")
    state = playing(game, "druid", "r4c5", seat={"repaired": ["r2c2"]}, round=2)
    assert options(state) == ["done"]


def test_the_day_druid_has_no_power_after_the_move() -> None:
    game = arena(". . v", ". . .", ". . #")
    assert options(playing(game, "druid", "r2c2")) == ["done"]


# The priestess


LINES = (
    ". . . . .",
    ". . . . .",
    ". . # . .",
    ". . . . .",
)
TEAM = {"r0c2": "guide", "r2c0": "warrior", "r3c3": "thief", "r2c4": "priestess"}


def test_the_day_priestess_takes_the_place_of_any_guardian_but_a_priestess() -> None:
    state = playing(arena(*LINES), "priestess", seat={"guardians": TEAM})
    assert cells(state, "recall") == {"r0c2", "r2c0", "r3c3"}
    play(state, "recall(r3c3)")
    assert seat(state)["guardians"]["r3c3"] == "priestess"
    assert there(seat(state)["bag"]) == {"thief": 1}
    assert options(state) == ["done"]
    play(state, "done")
    # What was recalled is drawn again in this round.
    assert state.question == "draw" and state.player == 0


def test_after_the_day_priestess_recalls_there_is_no_arrival() -> None:
    game = arena("# v $ . .", objects={"bow": 1})
    state = playing(game, "priestess", seat={"guardians": {"r0c1": "guide", "r0c2": "warrior"}})
    before = seat(state)
    play(state, "recall(r0c1)")
    same = ("repaired", "villages_left", "opened", "objects", "gains")
    assert {key: seat(state)[key] for key in same} == {key: before[key] for key in same}
    assert options(state) == ["done"]


def test_ranged_objects_may_follow_the_day_priestess_recall() -> None:
    game = arena("# . . . $", objects={"bow": 1})
    state = playing(
        game,
        "priestess",
        seat={
            "guardians": {"r0c1": "guide"},
            "creatures": {"r0c3": "fox"},
            "objects": {"bow": 1},
        },
    )
    play(state, "recall(r0c1)")
    assert options(state) == ["aim(bow,right)", "done"]


def test_after_a_movement_object_the_day_priestess_cannot_recall() -> None:
    game = arena("# . . . $", objects={"boots": 1})
    state = playing(
        game, "priestess", seat={"guardians": {"r0c1": "guide"}, "objects": {"boots": 1}}
    )
    assert cells(state, "recall") == {"r0c1"}
    play(state, "use(boots)")
    assert cells(state, "recall") == set()


def test_the_day_priestess_who_cannot_move_may_recall_instead_of_being_idle() -> None:
    state = playing(arena("# . ~"), "priestess", seat={"guardians": {"r0c1": "guide"}})
    assert cells(state) == {"r0c0"}
    state = playing(
        arena("# . ~"), "priestess", seat={"guardians": {"r0c1": "guide", "r0c0": "warrior"}}
    )
    assert options(state) == ["recall(r0c0)", "recall(r0c1)"]


def test_the_night_priestess_recalls_out_of_her_row_or_column_and_stays() -> None:
    game = arena(*LINES, night="priestess")
    between = {**TEAM, "r2c1": "huntress"}
    state = playing(
        game, "priestess", "r2c2", seat={"guardians": between, "creatures": {"r1c2": "fox"}}
    )
    assert cells(state, "recall") == {"r0c2", "r2c0", "r2c1"}
    play(state, "recall(r2c0)")
    assert seat(state)["guardians"]["r2c2"] == "priestess"
    assert "r2c0" not in seat(state)["guardians"]
    assert there(seat(state)["bag"]) == {"warrior": 1}
    assert options(state) == ["done"]


def test_the_night_priestess_moves_as_the_others_before_she_recalls() -> None:
    game = arena(*LINES, night="priestess")
    state = playing(game, "priestess", seat={"guardians": {"r0c2": "guide"}})
    assert options(state, "recall") == []
    play(state, "move(r1c2)")
    assert options(state) == ["recall(r0c2)", "done"]


def test_a_power_is_optional() -> None:
    state = playing(
        arena(*FIELD), "huntress", "r3c3", seat={"creatures": {"r3c5": "fox"}}, bag={"guide": 1}
    )
    play(state, "done")
    assert state.question == "draw"


def test_a_power_may_follow_a_capture_on_arrival() -> None:
    game = arena("# . . . .", night="guide")
    state = playing(game, "guide", seat={"creatures": {"r0c1": "fairy", "r0c3": "fairy"}})
    play(state, "move(r0c1)", "power(right)")
    assert there(seat(state)["gains"]) == {"fairy": 2}


def test_the_thief_and_the_warrior_have_no_power_to_use() -> None:
    for night in ("", "thief warrior"):
        game = arena("# . . . .", night=night)
        for guardian in ("thief", "warrior"):
            state = playing(game, guardian, "r0c1", seat={"creatures": {"r0c3": "fox"}})
            assert options(state) == ["done"]

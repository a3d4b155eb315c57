"""Section 2.II: a move: from where, how far, through what."""

import pytest

from pixies_env.core.states.state import State
from pixies_env.havresac import route as routes
from pixies_env.havresac.printed import place_of
from tests.havresac.rules.table import arena, cells, grid, options, play, playing, seat, there

PLAIN = arena(
    ". . . . . . .",
    ". . . . . . .",
    ". . . . . . .",
    ". . . # . . .",
    ". . . . . . .",
    ". . . . . . .",
    ". . . . . . .",
)


def test_a_move_takes_up_to_n_steps_and_comes_back_to_its_start() -> None:
    state = playing(PLAIN, "warrior")
    assert cells(state) == grid(
        state,
        ". . . . . . .",
        ". . . x . . .",
        ". . x x x . .",
        ". x x x x x .",
        ". . x x x . .",
        ". . . x . . .",
    )


def test_a_move_has_at_least_one_step_and_none_is_diagonal() -> None:
    one = arena(". . .", ". # .", ". . .", night="warrior")
    state = playing(one, "warrior", seat={"guardians": {"r0c1": "guide", "r1c2": "guide"}})
    assert "r1c1" in cells(state)
    few = arena("~ ~ ~", "~ # ~", "~ ~ .")
    assert options(playing(few, "warrior")) == ["idle"]


def test_start_points_are_the_castle_own_guardians_and_own_tents() -> None:
    state = playing(
        PLAIN,
        "warrior",
        seat={"guardians": {"r0c0": "guide"}, "tents": ["r6c6"]},
    )
    assert {"r0c1", "r0c2", "r1c1", "r6c5", "r4c6", "r5c5", "r6c6"} <= cells(state)
    assert "r0c0" not in cells(state)


def test_a_tent_can_be_a_destination() -> None:
    state = playing(PLAIN, "warrior", seat={"tents": ["r3c5"], "idle": {"guide": 1}})
    assert "r3c5" in cells(state)


def test_a_guardian_blocks_its_cell_for_everybody() -> None:
    row = arena("# . . . .")
    state = playing(row, "guide", seat={"guardians": {"r0c1": "warrior"}})
    assert cells(state) == {"r0c0", "r0c2", "r0c3", "r0c4"}
    # The castle is left over the warrior's cell only: from there, not through it.
    state = playing(arena("# . . . . ."), "warrior", seat={"guardians": {"r0c1": "warrior"}})
    assert cells(state) == {"r0c0", "r0c2", "r0c3"}


FOREST = arena("# f . .", ". . . .", ". . . .", objects={"boots": 1})


def test_entering_a_forest_ends_the_move() -> None:
    state = playing(arena("# f . ."), "guide")
    assert cells(state) == {"r0c1"}
    # Around it takes four steps.
    assert "r0c2" not in cells(playing(FOREST, "guide"))
    assert "r0c2" in cells(playing(FOREST, "guide", played={"boots": 1}))


def test_from_a_forest_all_steps_can_be_made() -> None:
    state = playing(arena("# f . . . ."), "guide", seat={"guardians": {"r0c1": "thief"}})
    assert cells(state) == {"r0c0", "r0c2", "r0c3", "r0c4"}


def test_a_lake_cannot_be_entered() -> None:
    assert cells(playing(arena("# ~ . .", ". . . ."), "warrior")) == {"r0c0", "r1c0", "r1c1"}


def test_from_a_lake_all_steps_can_be_made() -> None:
    state = playing(arena("# ~ . . . ."), "guide", seat={"guardians": {"r0c1": "druid"}})
    assert cells(state) == {"r0c0", "r0c2", "r0c3", "r0c4"}


def test_chests_villages_and_set_up_spaces_have_no_influence() -> None:
    assert cells(playing(arena("# $ v . ."), "guide")) == {"r0c0", "r0c1", "r0c2", "r0c3"}


def test_a_fairy_ends_the_move_also_for_the_day_druid() -> None:
    lane = arena("# . . .")
    for guardian in ("guide", "druid"):
        state = playing(lane, guardian, seat={"creatures": {"r0c1": "fairy"}})
        assert "r0c1" in cells(state)
    assert cells(playing(lane, "guide", seat={"creatures": {"r0c1": "fairy"}})) == {"r0c1"}
    # The druid goes over the lakes below, but not through the fairy: five steps around it.
    state = playing(lane, "druid", seat={"creatures": {"r0c1": "fairy"}})
    assert "r0c2" not in cells(state) and "r1c1" in cells(state)


@pytest.mark.parametrize("monster", ["fox", "crocodile", "pig"])
def test_only_the_day_warrior_enters_the_cell_of_any_monster(monster: str) -> None:
    lane = arena("# . . .")
    for guardian in ("guide", "thief", "priestess", "druid", "huntress"):
        state = playing(lane, guardian, seat={"creatures": {"r0c1": monster}})
        assert "r0c1" not in cells(state)
    state = playing(lane, "warrior", seat={"creatures": {"r0c1": monster}})
    assert cells(state) == {"r0c1"}


@pytest.mark.parametrize(("monster", "enters"), [("fox", 1), ("crocodile", 1), ("pig", 0)])
def test_the_night_warrior_does_not_enter_the_cell_of_a_pig(monster: str, enters: int) -> None:
    lane = arena("# . . .", night="warrior", objects={"sword": 1})
    state = playing(lane, "warrior", seat={"creatures": {"r0c1": monster}})
    assert len(cells(state)) == enters
    state = playing(lane, "warrior", seat={"creatures": {"r0c1": monster}}, played={"sword": True})
    assert cells(state) == {"r0c1"}


def test_the_day_druid_ignores_forests_and_lakes() -> None:
    lane = arena("# ~ f . .")
    found = cells(playing(lane, "druid"))
    assert {"r0c0", "r0c1", "r0c2", "r0c3"} <= found and "r0c4" not in found


def test_the_night_druid_does_not() -> None:
    lane = arena("# f . .", "~ ~ ~ ~", night="druid")
    assert cells(playing(lane, "druid")) == {"r0c1"}


def test_with_the_feather_terrain_is_ignored() -> None:
    lane = arena("# ~ f . .", objects={"feather": 1})
    found = cells(playing(lane, "guide", played={"feather": True}))
    assert {"r0c0", "r0c1", "r0c2", "r0c3"} <= found and "r0c4" not in found
    # What lies on the cells counts as for all.
    for creature, enters in (("fairy", True), ("fox", False)):
        state = playing(
            lane, "guide", played={"feather": True}, seat={"creatures": {"r0c1": creature}}
        )
        assert ("r0c1" in cells(state)) == enters and "r0c2" not in cells(state)


@pytest.mark.parametrize(("boots", "farthest"), [(0, 2), (1, 4), (2, 6)])
def test_each_boots_give_two_more_steps(boots: int, farthest: int) -> None:
    lane = arena("# . . . . . . . .", objects={"boots": 2})
    state = playing(lane, "warrior", played={"boots": boots})
    assert cells(state) == {f"r0c{column}" for column in range(farthest + 1)}


CROSS = arena(
    ". . . . . . .",
    ". . . f . . .",
    ". . . . . . .",
    ". . . # . ~ .",
    ". . . . . . .",
    night="thief",
    objects={"feather": 1, "sword": 1},
)


def test_the_night_thief_goes_straight_as_far_as_wanted() -> None:
    state = playing(CROSS, "thief")
    assert cells(state) == {"r2c3", "r1c3", "r3c4", "r4c3", "r3c2", "r3c1", "r3c0"}


def test_the_night_thief_is_stopped_by_fairies_and_monsters() -> None:
    state = playing(CROSS, "thief", seat={"creatures": {"r3c2": "fox", "r2c3": "fairy"}})
    assert cells(state) == {"r2c3", "r3c4", "r4c3"}


def test_the_night_thief_uses_feather_and_sword_straight_too() -> None:
    state = playing(
        CROSS,
        "thief",
        seat={"creatures": {"r3c2": "fox"}},
        played={"feather": True, "sword": True},
    )
    assert cells(state) == {
        *("r2c3", "r1c3", "r0c3", "r4c3"),
        *("r3c2", "r3c4", "r3c5", "r3c6"),
        # The lakes around the arena and what lies behind them.
        *(f"r3c{column}" for column in range(7, 15)),
        *(f"r{row}c3" for row in range(5, 15)),
    }


def test_one_option_per_destination_whatever_the_route() -> None:
    names = options(playing(PLAIN, "guide", seat={"guardians": {"r3c4": "thief"}}), "move")
    assert len(names) == len(set(names))


def test_a_guardian_without_move_or_recall_is_set_aside() -> None:
    state = playing(arena("# ~"), "guide", bag={"warrior": 1})
    assert options(state) == ["idle"]
    play(state, "idle")
    # After idle nothing is asked: the next is drawn.
    assert state.question == "draw"
    assert there(seat(state)["idle"]) == {"guide": 1}
    assert seat(state)["guardians"] == {}


def test_who_is_idle_may_still_use_objects_first() -> None:
    game = arena("# ~ .", "$ ~ ~", objects={"feather": 1})
    state = playing(
        game,
        "guide",
        seat={"objects": {"feather": 1}, "guardians": {"r1c0": "thief"}, "repaired": []},
    )
    assert "use(feather)" in options(state)
    blocked = playing(
        arena("# ~ .", "~ ~ $", objects={"feather": 1}),
        "guide",
        seat={"objects": {"feather": 1}},
    )
    assert options(blocked) == ["use(feather)", "idle"]
    play(blocked, "use(feather)")
    assert {"r0c1", "r0c2", "r1c0"} <= cells(blocked)


# Routes, for drawings


def drawn(state: State, cell: str) -> list[str]:
    row, column = cell[1:].split("c")
    way = routes.route(state.array, state.game.board, place_of(int(row), int(column)))
    return [f"r{place // 16}c{place % 16}" for place in way]


def test_a_route_is_a_shortest_one_with_the_first_start_and_the_first_steps() -> None:
    state = playing(PLAIN, "guide")
    assert drawn(state, "r2c4") == ["r3c3", "r2c3", "r2c4"]
    state = playing(PLAIN, "guide", seat={"guardians": {"r1c4": "thief"}})
    assert drawn(state, "r2c4") == ["r1c4", "r2c4"]
    assert drawn(state, "r2c3") == ["r3c3", "r2c3"]
    # Two starts at the same distance: the one that is first in reading order.
    state = playing(PLAIN, "guide", seat={"guardians": {"r1c3": "thief"}})
    assert drawn(state, "r2c3") == ["r1c3", "r2c3"]
    assert drawn(state, "r3c3") == ["r1c3", "r2c3", "r3c3"]
    # The first steps: up before right.
    assert drawn(state, "r2c5") == ["r1c3", "r1c4", "r1c5", "r2c5"]


def test_the_night_thief_is_drawn_straight() -> None:
    assert drawn(playing(CROSS, "thief"), "r3c0") == ["r3c3", "r3c2", "r3c1", "r3c0"]


def test_there_is_no_route_where_the_guardian_cannot_go() -> None:
    with pytest.raises(ValueError, match="cannot move"):
        drawn(playing(PLAIN, "warrior"), "r0c0")
    with pytest.raises(ValueError, match="cannot move"):
        drawn(playing(CROSS, "thief"), "r0c0")

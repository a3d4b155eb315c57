"""Section 3: the objects."""

import pytest

from tests.havresac.rules.table import arena, cells, options, play, playing, seat, there

ALL = {"boots": 2, "feather": 2, "sword": 2, "bow": 1, "hammer": 1, "net": 1, "cup": 1}
ROW = ("# . . . . . . .", "$ $ $ $ $ $ $ $ $ $")
GAME = arena(*ROW, objects=ALL)


def at_hand(guardian: str, night: str = "", **objects: int) -> list[str]:
    """Movement objects that are offered to a Guardian."""
    game = arena(*ROW, objects=ALL, night=night)
    return options(playing(game, guardian, seat={"objects": objects}), "use")


def test_movement_objects_are_offered_before_the_move_whether_they_help_or_not() -> None:
    found = at_hand("guide", boots=1, feather=1, sword=1, bow=1, hammer=1, net=1)
    assert found == ["use(boots)", "use(feather)", "use(sword)"]


def test_what_can_never_help_is_not_offered() -> None:
    assert at_hand("druid", boots=1, feather=1) == ["use(boots)"]
    assert at_hand("druid", night="druid", feather=1) == ["use(feather)"]
    assert at_hand("warrior", sword=1) == []
    assert at_hand("warrior", night="warrior", sword=1) == ["use(sword)"]
    assert at_hand("thief", boots=1) == ["use(boots)"]
    assert at_hand("thief", night="thief", boots=1, feather=1) == ["use(feather)"]


def test_a_second_feather_or_sword_is_not_offered_boots_are() -> None:
    state = playing(GAME, "guide", seat={"objects": {"boots": 2, "feather": 2, "sword": 2}})
    play(state, "use(boots)", "use(feather)", "use(sword)")
    assert options(state, "use") == ["use(boots)"]
    play(state, "use(boots)")
    assert options(state, "use") == []
    assert there(seat(state)["objects"]) == {"feather": 1, "sword": 1}
    assert "r0c7" in cells(state)


def test_each_object_is_used_once() -> None:
    state = playing(GAME, "guide", seat={"objects": {"boots": 1}}, bag={"guide": 1})
    play(state, "use(boots)", "move(r0c5)", "done", "draw(guide)")
    assert options(state, "use") == []
    assert state.as_dict()["played"]["boots"] == 0


def test_the_sword_lets_everybody_kill_one_monster_by_entering() -> None:
    state = playing(
        GAME, "guide", seat={"objects": {"sword": 1}, "creatures": {"r0c1": "pig", "r0c2": "fox"}}
    )
    assert "r0c1" not in cells(state)
    play(state, "use(sword)")
    assert "r0c1" in cells(state)
    play(state, "move(r0c1)")
    assert there(seat(state)["gains"]) == {"pig": 1}


def test_the_bow_shoots_for_everybody_after_the_move() -> None:
    state = playing(GAME, "guide", seat={"objects": {"bow": 1}, "creatures": {"r0c4": "pig"}})
    assert options(state, "aim") == []
    play(state, "move(r0c1)")
    assert options(state) == ["aim(bow,right)", "done"]
    play(state, "aim(bow,right)")
    assert there(seat(state)["gains"]) == {"pig": 1}
    assert there(seat(state)["objects"]) == {}


def test_bow_and_power_of_the_huntress_are_two_shots_in_any_order() -> None:
    for first, second in (("power", "aim(bow"), ("aim(bow", "power")):
        game = arena(*ROW, objects=ALL, night="huntress")
        monsters = {"r0c3": "pig", "r0c5": "fox"}
        state = playing(
            game, "huntress", "r0c1", seat={"objects": {"bow": 1}, "creatures": monsters}
        )
        for verb in (first, second):
            (name,) = [name for name in options(state) if name.startswith(verb)]
            play(state, name)
        assert there(seat(state)["gains"]) == {"pig": 1, "fox": 1}
        # The Night Huntress has a point for each, with the Bow too.
        assert seat(state)["vp"] == 2


def test_the_bow_of_others_brings_no_points_at_once() -> None:
    game = arena(*ROW, objects=ALL, night="huntress")
    state = playing(
        game, "guide", "r0c1", seat={"objects": {"bow": 1}, "creatures": {"r0c3": "pig"}}
    )
    play(state, "aim(bow,right)")
    assert seat(state)["vp"] == 0


def test_the_hammer_repairs_one_village_two_away() -> None:
    game = arena("# . . v v", "$ . . . .", objects={"hammer": 1})
    state = playing(game, "guide", "r0c1", seat={"objects": {"hammer": 1}})
    assert options(state) == ["aim(hammer,right)", "done"]
    play(state, "aim(hammer,right)")
    assert seat(state)["repaired"] == ["r0c3"]


def test_the_hammer_repairs_one_also_with_the_switch() -> None:
    game = arena(
        "# . . v .",
        ". . . . .",
        ". v . . .",
        "$ . . . .",
        objects={"hammer": 1},
        night="druid",
        night_druid_repairs=4,
    )
    state = playing(game, "guide", "r0c1", seat={"objects": {"hammer": 1}})
    play(state, "aim(hammer,right)")
    assert options(state) == ["done"]


def test_the_net_captures_a_fairy_two_away() -> None:
    game = arena("# . . . .", "$ . . . .", objects={"net": 1})
    state = playing(
        game, "warrior", "r0c1", seat={"objects": {"net": 1}, "creatures": {"r0c3": "fairy"}}
    )
    assert options(state) == ["aim(net,right)", "done"]
    play(state, "aim(net,right)")
    assert there(seat(state)["gains"]) == {"fairy": 1}


def test_ranged_objects_need_a_target() -> None:
    state = playing(GAME, "guide", "r0c3", seat={"objects": {"bow": 1, "hammer": 1, "net": 1}})
    assert options(state) == ["done"]


def test_a_guardian_may_use_several_objects() -> None:
    game = arena(
        "# . . v .",
        ". . . . .",
        ". . . . .",
        "$ $ . . .",
        objects={"hammer": 1, "net": 1},
    )
    state = playing(
        game,
        "guide",
        "r0c1",
        seat={"objects": {"hammer": 1, "net": 1}, "creatures": {"r2c1": "fairy"}},
    )
    play(state, "aim(net,down)", "aim(hammer,right)")
    assert options(state) == ["done"]


@pytest.mark.parametrize("thing", ["bow", "hammer", "net"])
def test_who_finds_an_object_cannot_use_it_the_next_one_can(thing: str) -> None:
    game = arena("# $ . v .", ". . . . .", objects={thing: 1})
    target = {"bow": {"r0c2": "fox"}, "net": {"r0c3": "fairy"}, "hammer": {}}[thing]
    state = playing(game, "thief", seat={"creatures": target}, bag={"priestess": 1})
    play(state, "move(r0c1)", f"chest({thing})")
    assert options(state) == ["done"]
    # The priestess takes the very same place.
    play(state, "done", "draw(priestess)", "recall(r0c1)")
    assert options(state) == [f"aim({thing},right)", "done"]


def test_a_found_object_is_usable_by_the_next_guardian() -> None:
    game = arena("# $ . .", ". . . .", objects={"boots": 1})
    state = playing(game, "thief", bag={"guide": 1})
    play(state, "move(r0c1)", "chest(boots)")
    assert state.as_dict()["played"]["found"] == "boots"
    play(state, "done", "draw(guide)")
    assert options(state, "use") == ["use(boots)"]


def test_a_second_equal_object_may_be_used_by_the_one_who_found_another() -> None:
    game = arena("# $ $ . .", objects={"bow": 2})
    state = playing(
        game,
        "thief",
        seat={"creatures": {"r0c4": "fox"}, "objects": {"bow": 1}, "opened": ["r0c1"]},
    )
    play(state, "move(r0c2)", "chest(bow)")
    assert options(state) == ["aim(bow,right)", "done"]
    play(state, "aim(bow,right)")
    assert there(seat(state)["objects"]) == {"bow": 1}


def test_objects_keep_over_the_rounds() -> None:
    state = playing(GAME, "guide", seat={"objects": {"bow": 1}})
    play(state, "move(r0c1)", "done")
    while state.question != "draw":
        if state.waiting == "chance":
            state.draw()
        else:
            play(state, "end")
    assert there(seat(state)["objects"]) == {"bow": 1}

"""Section 2.III: Glory, victory points and Gold."""

import pytest

from pixies_env.core.states.state import State
from tests.havresac.rules.table import GAME, altered, play, seat, there


def last_move(*seats: dict, game=GAME, number: int = 3, **rest: object) -> State:
    """The last player has moved the last Guardian: ``done`` begins the Glory phase."""
    given = [{"bag": {}, **own} for own in seats]
    last = (number - 1 + len(seats) - 1) % len(seats)
    given[last]["guardians"] = {"r4c4": "guide"}
    return State.from_dict(
        game,
        {
            "players": len(seats),
            "round": number,
            "turn": len(seats) - 1,
            "played": {"guardian": "guide", "cell": "r4c4"},
            "seats": given,
            **rest,
        },
        chance="manual",
    )


def glory_phase(*seats: dict) -> State:
    """The Glory phase has passed."""
    return play(last_move(*seats), "done")


def gained(own: dict, game=GAME) -> tuple[int, int]:
    """Victory points and Gold of one player for a round."""
    state = last_move(own, game=game)
    before = seat(state)
    after = seat(play(state, "done"))
    return after["vp"] - before["vp"], after["gold"] - before["gold"]


VP = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8]
GOLD = [3, 3, 4, 4, 5, 6, 6, 7, 7, 8, 9, 9, 10, 10, 11, 12]


@pytest.mark.parametrize("glory", range(10))
def test_the_gain_table_gives_points_and_gold_also_for_no_glory(glory: int) -> None:
    own = {"gains": {"fox": glory % 3, "pig": glory // 3}}
    assert gained(own) == (VP[glory], GOLD[glory])


def test_monsters_bring_1_2_and_3_and_move_to_the_hunting_board() -> None:
    own = {"gains": {"fox": 1, "crocodile": 1, "pig": 1}, "hunted": {"fox": 2, "pig": 1}}
    assert gained(own) == (VP[6], GOLD[6])
    found = seat(glory_phase(own))
    assert there(found["gains"]) == {}
    assert there(found["hunted"]) == {"fox": 3, "crocodile": 1, "pig": 2}


def test_each_fairy_goes_to_the_topmost_free_place_and_counts_its_number_once() -> None:
    # The column has 2, 2, 3, 3, 4, 4, 5.
    assert gained({"gains": {"fairy": 1}}) == (VP[2], GOLD[2])
    assert gained({"gains": {"fairy": 2}, "fairies": 1}) == (VP[5], GOLD[5])
    state = glory_phase({"gains": {"fairy": 2}, "fairies": 3})
    assert seat(state)["fairies"] == 5 and there(seat(state)["gains"]) == {}
    assert seat(state)["vp"] == VP[7]


def test_a_fairy_without_a_free_place_counts_the_last_number() -> None:
    game = altered(glory__fairy_column=[2, 4])
    assert gained({"gains": {"fairy": 3}}, game) == (VP[10], GOLD[10])


def test_villages_count_the_number_of_all_repaired_in_every_round() -> None:
    repaired = ["r0c10", "r1c6", "r2c2"]
    assert gained({"repaired": repaired}) == (VP[2], GOLD[2])
    assert gained({"repaired": repaired[:2]}) == (VP[2], GOLD[2])
    assert gained({"repaired": repaired[:1]}) == (VP[1], GOLD[1])


def test_cups_found_in_this_round_bring_2_each_once() -> None:
    state = glory_phase({"cups": 2, "opened": ["r1c1", "r1c4"]})
    assert seat(state)["vp"] == VP[4] and seat(state)["cups"] == 0


def test_each_glory_above_15_is_one_more_point_and_no_more_gold() -> None:
    game = altered(effects__cup_glory=10)
    own = {"cups": 1, "opened": ["r1c1"], "gains": {"pig": 3}}
    # 10 + 9 = 19
    assert gained(own, game) == (VP[15] + 4, GOLD[15])


def test_glory_is_counted_anew_each_round_and_points_are_kept() -> None:
    state = glory_phase({"vp": 7, "gold": 8, "gains": {"pig": 1}})
    assert (seat(state)["vp"], seat(state)["gold"]) == (7 + VP[3], 8 + GOLD[3])


def test_every_player_has_the_own_gains() -> None:
    state = glory_phase({"gains": {"pig": 1}}, {"gains": {"pig": 2}}, {})
    assert [seat(state, number)["vp"] for number in range(3)] == [VP[3], VP[6], VP[0]]

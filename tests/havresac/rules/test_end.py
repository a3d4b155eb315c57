"""Section 4: the end: final score, ties, what is paid."""

from typing import Any

import pytest

from pixies_env.core.states.state import State
from tests.havresac.rules.table import BOARD, GAME, altered, seat


def over(*seats: dict[str, Any], game=GAME) -> State:
    """A finished game; all monsters went unhunted unless said otherwise."""
    return State.from_dict(
        game, {"players": len(seats), "phase": "over", "seats": [alone(own) for own in seats]}
    )


def alone(own: dict[str, Any]) -> dict[str, Any]:
    """A seat whose monsters are on the board but for those on the hunting board."""
    labels = {"fox": "ABCFGHKLMPQSU", "crocodile": "DINT", "pig": "EJOR"}
    hunted = own.get("hunted", {})
    left = {
        CELLS[label]: monster
        for monster, names in labels.items()
        for label in names[hunted.get(monster, 0) :]
    }
    return {**own, "hunted": hunted, "creatures": left}


CELLS = {
    sign: f"r{row}c{column}"
    for row, line in enumerate(BOARD["maps"]["summer"])
    for column, sign in enumerate(line.split())
    if sign.isupper()
}


def test_the_final_score_is_points_chests_and_the_hunting_board() -> None:
    own = {
        "vp": 10,
        "opened": ["r1c1", "r1c4"],
        "hunted": {"fox": 3, "crocodile": 2, "pig": 1},
        "gold": 50,
        "fairies": 4,
        "repaired": ["r0c10"],
    }
    state = over(own)
    assert state.result()["scores"] == [10 + 4 + 3 + 4 + 3]
    told = state.result()["seats"][0]
    assert told["chest_points"] == 4 and told["hunting_points"] == 10


def test_an_opened_chest_counts_whether_its_object_was_used_or_not() -> None:
    unused = over({"opened": ["r1c1"], "objects": {"bow": 1}})
    used = over({"opened": ["r1c1"], "objects": {}})
    assert unused.result()["scores"] == used.result()["scores"] == [2]


def test_another_printing_of_the_hunting_board() -> None:
    game = altered(final__monster={"fox": 1, "crocodile": 1, "pig": 1})
    assert over({"hunted": {"pig": 2, "crocodile": 1}}, game=game).result()["scores"] == [3]


def test_alone_the_return_is_the_final_score() -> None:
    state = over({"vp": 17, "opened": ["r1c1"]})
    assert list(state.returns()) == [19.0]
    assert list(state.returns("score")) == [19.0] and list(state.returns("win")) == [1.0]


@pytest.mark.parametrize(
    ("points", "paid"),
    [
        ([5, 9], [-1, 1]),
        ([5, 9, 7], [-1, 1, 0]),
        ([1, 2, 3, 4], [-1, -1 / 3, 1 / 3, 1]),
        ([4, 4], [0, 0]),
        ([4, 4, 1], [0.5, 0.5, -1]),
        ([1, 4, 1, 1], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([4, 4, 4, 4], [0, 0, 0, 0]),
    ],
)
def test_places_are_paid_from_plus_to_minus_one_and_shared(
    points: list[int], paid: list[float]
) -> None:
    state = over(*({"vp": vp} for vp in points))
    assert state.returns() == pytest.approx(paid)


def test_ties_are_broken_by_gold_else_shared() -> None:
    state = over({"vp": 4, "gold": 20}, {"vp": 4, "gold": 21}, {"vp": 4, "gold": 21})
    assert state.result()["ranks"] == [3, 1, 1]
    assert state.returns() == pytest.approx([-1, 0.5, 0.5])
    assert list(state.returns("win")) == [0, 0.5, 0.5]


def test_gold_breaks_ties_of_the_score_not_of_points() -> None:
    state = over({"vp": 4, "opened": ["r1c1"], "gold": 15}, {"vp": 6, "gold": 16})
    assert state.result()["scores"] == [6, 6] and state.result()["ranks"] == [2, 1]


def test_creatures_in_the_gains_zone_of_the_last_round_are_on_the_hunting_board() -> None:
    state = State(GAME, 1, 5)
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    assert set(seat(state)["gains"].values()) == {0}
    assert sum(seat(state)["hunted"].values()) > 0

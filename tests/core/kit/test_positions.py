"""Positions that are derived from the state: readings of single fields, what does not fit."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import pytest

from pixies_env.core.compilation.compile import record_dtype
from pixies_env.core.kit.positions import Keys, Positions, check_seats
from pixies_env.core.kit.readings import (
    amounts,
    first_of,
    flag,
    flagged_seats,
    member,
    members,
    number_or_none,
    numbers,
    order,
    reading_of,
    row,
    seat_or_none,
    whole,
)
from pixies_env.core.seam import header_fields


class Good(IntEnum):
    APPLE = 0
    RED_HONEY = 1


class Question(IntEnum):
    WHICH = 0


STATE = record_dtype(
    [
        *header_fields(),
        ("owner", np.int8),
        ("points", np.int16, (4,)),
        ("stock", np.int8, (len(Good),)),
        ("shelf", np.int8, (3, len(Good))),
        ("grid", np.int8, (3, 2, 2)),
    ]
)


def start(players: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    states["players"] = players
    states["stock"] = 4
    return states


def positions(**more) -> Positions:
    said = {"owner": seat_or_none(), "stock": Good, "shelf": Good}
    return Positions(
        STATE,
        players=(2, 3),
        start=start,
        questions=Question,
        chances=Question,
        said=said | more.pop("said", {}),
        of_seats=more.pop("of_seats", ("points", "shelf", "grid")),
        **more,
    )


def test_every_field_has_a_key_and_comes_back() -> None:
    state = start(2)
    record = state[0]
    record.owner, record.points[:2], record.shelf[1] = -1, (300, -5), (1, 2)
    record.grid[0] = [[1, 2], [3, -4]]
    told = positions().describe(state)
    assert told == {
        "players": 2,
        "waiting": {"for": "decision", "player": 0, "question": "which"},
        "owner": None,
        "stock": {"apple": 4, "red_honey": 4},
        "seats": [
            {"points": 300, "shelf": {"apple": 0, "red_honey": 0}, "grid": [[1, 2], [3, -4]]},
            {"points": -5, "shelf": {"apple": 1, "red_honey": 2}, "grid": [[0, 0], [0, 0]]},
        ],
    }
    assert positions().restore(told).tobytes() == state.tobytes()


def test_the_game_itself_is_asked_at_the_end() -> None:
    def check(state: np.ndarray) -> None:
        if state["stock"].sum() != 8:
            raise ValueError("stock: there are 8 goods")

    with pytest.raises(ValueError, match="stock: there are 8 goods"):
        positions(check=check).restore({"players": 2, "stock": {"apple": 1}})


def test_seats_that_are_named_must_be_there_and_once() -> None:
    check_seats("order", [2, None, 0, "virtual"], 3)
    check_seats("hands", [1, 1], 3, once=False)
    with pytest.raises(ValueError, match="order: there is no seat 3 with 3 players"):
        check_seats("order", [0, 3], 3)
    with pytest.raises(ValueError, match=r"order: names a seat twice, \[1, 1\]"):
        check_seats("order", [1, None, 1], 3)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"of_seats": ("pointers",)}, "there is no field 'pointers'; fields are players"),
        ({"said": {"grids": Good}}, "there is no field 'grids'"),
        ({"of_seats": ("owner",)}, "'owner': a field that belongs to seats must have a dimension"),
        ({"said": {"points": Good}, "of_seats": ()}, "Good has 2 members, which do not fit"),
    ],
)
def test_what_is_said_of_fields_must_fit_them(more: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        positions(**more)


@pytest.mark.parametrize(
    ("reading", "stored", "told"),
    [
        (whole(offset=1), 3, 4),
        (flag(), 1, True),
        (number_or_none(), 0, None),
        (number_or_none(), 7, 7),
        (seat_or_none(), -1, None),
        (member(Good), 1, "red_honey"),
        (member(Good, -1), -1, None),
        (amounts(Good), [1, 0], {"apple": 1, "red_honey": 0}),
        (amounts(Good, hidden=True), [1, 0, 2], {"apple": 1, "red_honey": 0, "face_down": 2}),
        (members(("egg", "meat", "spice")), 5, ["egg", "spice"]),
        (row(("egg", "meat"), 3), [1, -1, -2], ["meat", None, "face_down"]),
        (first_of(4, order(2), 2, -1), [1, 0, -1, -1], [1, 0]),
        (order(4), [2, 0, -1, -1], [2, 0]),
        (flagged_seats(3), [1, 0, 1], [0, 2]),
        (numbers((2, 2)), [[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        (reading_of(np.dtype(("i1", (2, 2))), Good), [[1, 2], [3, 4]],
         [{"apple": 1, "red_honey": 2}, {"apple": 3, "red_honey": 4}]),
    ],
)  # fmt: skip
def test_readings_tell_and_lay(reading, stored, told) -> None:
    assert reading.tell(np.array(stored) if isinstance(stored, list) else stored) == told
    assert reading.lay(told) == stored
    form = Keys({"key": ("field", reading)}).form("Form")
    assert form.model_validate({"key": told})


def test_a_set_names_each_member_once() -> None:
    form = Keys({"cards": ("cards", members(Good))}).form("Form")
    with pytest.raises(ValueError, match="names one twice"):
        form.model_validate({"cards": ["apple", "apple"]})
    with pytest.raises(ValueError, match="must be one of apple, red_honey"):
        form.model_validate({"cards": ["pear"]})


def test_keys_that_are_not_given_are_left_as_they_are() -> None:
    keys = Keys({"shelf": ("shelf", amounts(Good)), "gold": ("points", whole())})
    record = start(3)[0]
    keys.lay(record, {"gold": 5}, 1)
    assert record.points.tolist() == [0, 5, 0, 0]
    assert keys.tell(record, 1) == {"shelf": {"apple": 0, "red_honey": 0}, "gold": 5}

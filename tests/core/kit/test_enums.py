"""IntEnums in compiled rules, and rules that belong to their members."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numba
import numpy as np
import pytest

from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype, rule
from pixies_env.core.kit.dispatch import members_where, options_where, rule_of_each
from pixies_env.core.kit.enums import words
from pixies_env.core.kit.numbering import numbering_fields


class Good(IntEnum):
    APPLE = 0
    RED_HONEY = 1
    GOLD = 2


class Family(IntEnum):
    BUY = 0


STATE = record_dtype([("goods", np.int8, (len(Good),)), ("kind", np.int8)])
BOARD = record_dtype(numbering_fields(Family, Family, 8))


@rule
def plain(state: Any, number: Any) -> Any:
    return int(state.goods[number]) + number


@rule
def has_apple(state: Any) -> Any:
    return state.goods[Good.APPLE] > 0


@rule
def has_honey(state: Any) -> Any:
    return state.goods[Good.RED_HONEY] > 0


@rule
def honey_of(state: Any) -> Any:
    return int(state.goods[Good.RED_HONEY])


@rule
def dearest(state: Any) -> Any:
    return Good.GOLD if state.goods[Good.GOLD] > 0 else Good.APPLE


@kernel
def _number_of_dearest(states: Any) -> Any:
    return int(dearest(states[0])) + 1


def test_the_number_of_a_member_is_the_same_compiled() -> None:
    states = np.zeros(1, STATE)
    states["goods"][0, Good.GOLD] = 1
    assert _number_of_dearest(states) == 3


@rule
def gold_of(state: Any) -> Any:
    return 100 * int(state.goods[Good.GOLD])


@rule
def is_cheap(state: Any, board: Any) -> Any:
    return state.goods[Good.GOLD] > 3


@rule
def is_there(state: Any, board: Any) -> Any:
    return True


worth = rule_of_each(
    __name__, "worth", "state", {Good.GOLD: gold_of, Good.RED_HONEY: honey_of}, "Worth of a good."
)
owned = members_where(
    __name__, "owned", "state", {Good.APPLE: has_apple, Good.RED_HONEY: has_honey}, "Goods owned."
)
offers = options_where(
    __name__,
    "offers",
    "state, board",
    Family.BUY,
    {Good.RED_HONEY: is_cheap, Good.GOLD: is_there},
    "What can be bought.",
)


@kernel
def _sum(states: Any) -> Any:
    state = states[0]
    total = 0
    for good in range(len(Good)):
        total += int(state.goods[good])
    state.kind = Good.GOLD
    return total + plain(state, Good.GOLD) + plain(state, 1) + plain(state, state.kind)


@kernel
def _dispatch(states: Any, boards: Any, ids: Any) -> Any:
    state = states[0]
    count = offers(state, boards[0], ids, 0)
    return worth(Good.GOLD, state), worth(Good.RED_HONEY, state), owned(state), count


def goods(*numbers: int) -> np.ndarray:
    states = np.zeros(1, STATE)
    states["goods"] = numbers
    return states


def test_members_are_numbers_to_compiled_rules() -> None:
    states = goods(1, 2, 3)
    assert _sum(states) == 6 + (3 + 2) + (2 + 1) + (3 + 2)
    assert states["kind"] == Good.GOLD


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_rule_compiles_once_for_members_constants_and_fields() -> None:
    @rule
    def doubled(number: Any) -> Any:
        return 2 * number

    @numba.njit
    def calling(states: Any, large: Any) -> Any:
        return (
            doubled(3) + doubled(4) + doubled(Good.GOLD) + doubled(states[0].kind) + doubled(large)
        )

    assert calling(goods(0, 0, 0), 100) == 2 * (3 + 4 + 2 + 0 + 100)
    assert len(doubled.signatures) == 1  # type: ignore[attr-defined]


def test_the_rule_of_a_member_is_called() -> None:
    ids = np.zeros(4, np.int16)
    board = np.zeros(1, BOARD)
    board["first_action"] = 5
    assert _dispatch(goods(0, 4, 3), board, ids) == (300, 4, 1 << Good.RED_HONEY, 1)
    assert _dispatch(goods(2, 0, 4), board, ids) == (400, 0, 1 << Good.APPLE, 2)
    assert ids.tolist() == [5 + Good.RED_HONEY, 5 + Good.GOLD, 0, 0]


def test_words_are_the_names_of_the_members() -> None:
    assert words(Good) == ("apple", "red_honey", "gold")


class Gap(IntEnum):
    ONE = 0
    THREE = 2


def test_words_need_numbers_without_gaps() -> None:
    with pytest.raises(ValueError, match="the numbers of Gap must be 0, 1, 2"):
        words(Gap)


@rule
def held(state: Any) -> Any:
    return state.goods


@rule
def copied(state: Any, numbers: Any) -> None:
    numbers[:] = held(state)


@kernel
def _copied(states: Any, numbers: Any) -> None:
    copied(states[0], numbers)


def test_a_rule_may_copy_and_return_the_array_of_a_record() -> None:
    numbers = np.zeros(3, np.int8)
    _copied(goods(4, 5, 6), numbers)
    assert numbers.tolist() == [4, 5, 6]


@rule
def shift(number: Any) -> Any:
    return number + 1


def test_python_calls_a_rule_as_the_function_that_it_is() -> None:
    assert shift(2**70) == 2**70 + 1

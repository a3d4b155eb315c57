"""What is wrong with a position: members with words, and the first of several that finds it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_env.core.compilation.compile import kernel, record_dtype, rule
from pixies_env.core.kit.invariants import Violation, check_in_order, messages

STATE = record_dtype([("gold", np.int8), ("stones", np.int8)])


class Wrong(Violation):
    FINE = 0, "fine"
    GOLD = 1, "there is less than no gold", "gold"
    STONES = 2, "a stone is lost", "stones, gold"


@rule
def _gold(state: Any, board: Any) -> Any:
    return Wrong.GOLD if state.gold < 0 else Wrong.FINE


@rule
def _stones(state: Any, board: Any) -> Any:
    if state.stones < 0:
        return Wrong.STONES
    return Wrong.FINE


check = check_in_order(__name__, (_gold, _stones))


@kernel
def _check(states: Any) -> Any:
    return check(states[0], states[0])


@pytest.mark.parametrize(
    ("gold", "stones", "wrong"),
    [(0, 0, Wrong.FINE), (-1, 0, Wrong.GOLD), (0, -1, Wrong.STONES), (-1, -1, Wrong.GOLD)],
)
def test_the_first_check_that_finds_something_says_it(gold: int, stones: int, wrong: Wrong) -> None:
    states = np.zeros(1, STATE)
    states["gold"], states["stones"] = gold, stones
    assert _check(states) == wrong


def test_members_are_numbers_with_words_and_keys() -> None:
    assert (int(Wrong.STONES), Wrong.STONES.message, Wrong.STONES.keys) == (
        2,
        "a stone is lost",
        "stones, gold",
    )
    assert messages(Wrong) == {0: "fine", 1: "there is less than no gold", 2: "a stone is lost"}

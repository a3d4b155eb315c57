"""What drawings of all games are put together of: icons, spots by verb, blocks in a column."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.drawing.icons import Icons
from pixies_env.core.drawing.scene import WIDTH, stacked
from pixies_env.core.drawing.spots import at, spots_by_verb


def test_an_icon_that_is_needed_and_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="there is no icon 'gold'"):
        Icons({"apple": "<path/>"}, ("apple", "gold"))
    assert Icons({"apple": "<path/>"})("apple", 3, 4, 32) == (
        '<g transform="translate(3 4) scale(2)"><path/></g>'
    )


def test_a_verb_without_spots_means_none() -> None:
    spots = spots_by_verb({"take": at("good-{player}-{0}")})
    state = np.zeros(1)
    assert spots(state, "take(apple)", 2) == ("good-2-apple",)
    assert spots(state, "pass", 2) == ()


def test_blocks_of_a_column_lie_one_below_the_other() -> None:
    column = stacked([(lambda y: [("a", f"at {y}")], 30), (lambda y: [("b", f"at {y}")], 12.5)])
    assert (column.width, column.height) == (WIDTH, 42.5)
    assert column.parts == {"a": "at 0.0", "b": "at 30.0"}

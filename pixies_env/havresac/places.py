"""Cells as numbers and as bits of four 64-bit words.

A *place* is ``16 * row + column``: a row is 16 bits, a word holds four rows. The sixteenth column
is never a cell, so a step left or right needs no look at the edge; steps up and down are shifts
by 16. A *cell* is ``columns * row + column``, the number by which the names of decisions count.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import NOWHERE, Direction

WORDS = 4
STRIDE = 16
PLACES = 256
ROWS_IN_WORD = 4

_WORD_OF, _IN_WORD = 6, 63
"""A place is the number of its word, then of its bit in six bits."""
_ROW_OF, _IN_ROW = 4, 15
"""Or that of its row, then of its column in four bits."""
_ONE, _ROW, _REST = np.uint64(1), np.uint64(16), np.uint64(48)
_WHOLE_ROW = np.uint64(0xFFFF)
_WHOLE_COLUMN = np.uint64(0x0001000100010001)
_FIRST_OF_TWO_ROWS = np.uint64(0x0000FFFF0000FFFF)
_TWO_ROWS = np.uint64(0x00000000FFFFFFFF)


@rule
def word_of(place: Any) -> Any:
    """The word in which the bit of a place lies."""
    return place >> _WORD_OF


@rule
def bit(place: Any) -> Any:
    """The bit of a place in its word, see :func:`word_of`."""
    return _ONE << np.uint64(place & _IN_WORD)


@rule
def place_in(word: Any, place_of_bit: Any) -> Any:
    """The place of a bit in a word."""
    return (word << _WORD_OF) + place_of_bit


@rule
def has(words: Any, place: Any) -> Any:
    """Whether a place is in a set of four words."""
    return (words[place >> _WORD_OF] & bit(place)) != 0


@rule
def add(words: Any, place: Any) -> None:
    """Put a place into a set of four words."""
    words[place >> _WORD_OF] |= bit(place)


@rule
def remove(words: Any, place: Any) -> None:
    """Take a place out of a set of four words."""
    words[place >> _WORD_OF] &= ~bit(place)


@rule
def above(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The places one row above those of a set."""
    return (
        (a >> _ROW) | (b << _REST),
        (b >> _ROW) | (c << _REST),
        (c >> _ROW) | (d << _REST),
        d >> _ROW,
    )


@rule
def below(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The places one row below those of a set."""
    return (
        a << _ROW,
        (b << _ROW) | (a >> _REST),
        (c << _ROW) | (b >> _REST),
        (d << _ROW) | (c >> _REST),
    )


@rule
def towards(a: Any, b: Any, c: Any, d: Any, direction: Any) -> Any:
    """The places one step in a direction from those of a set."""
    if direction == Direction.UP:
        return above(a, b, c, d)
    if direction == Direction.RIGHT:
        return a << _ONE, b << _ONE, c << _ONE, d << _ONE
    if direction == Direction.DOWN:
        return below(a, b, c, d)
    return a >> _ONE, b >> _ONE, c >> _ONE, d >> _ONE


@rule
def around(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The places that share an edge with one of a set; beside the map too."""
    return (
        (a << _ONE) | (a >> _ONE) | (a << _ROW) | (a >> _ROW) | (b << _REST),
        (b << _ONE) | (b >> _ONE) | (b << _ROW) | (b >> _ROW) | (c << _REST) | (a >> _REST),
        (c << _ONE) | (c >> _ONE) | (c << _ROW) | (c >> _ROW) | (d << _REST) | (b >> _REST),
        (d << _ONE) | (d >> _ONE) | (d << _ROW) | (d >> _ROW) | (c >> _REST),
    )


@rule
def row_of(place: Any) -> Any:
    """Row of a place."""
    return place >> _ROW_OF


@rule
def column_of(place: Any) -> Any:
    """Column of a place."""
    return place & _IN_ROW


@rule
def lines_through(place: Any, word: Any) -> Any:
    """The places in the row or the column of a place, one word of four."""
    lines = _WHOLE_COLUMN << np.uint64(column_of(place))
    if word == word_of(place):
        lines |= _WHOLE_ROW << np.uint64((place & _IN_WORD) - column_of(place))
    return lines


@rule
def side_by_side(cells: Any, columns: Any) -> Any:
    """The four rows of a word without gaps: bit i is its i-th cell."""
    gap = np.uint64(STRIDE - columns)
    pairs = (cells & _FIRST_OF_TWO_ROWS) | ((cells & ~_FIRST_OF_TWO_ROWS) >> gap)
    return (pairs & _TWO_ROWS) | ((pairs & ~_TWO_ROWS) >> (gap + gap))


@rule
def cell_at(board: Any, place: Any) -> Any:
    """Cell number of a place."""
    return row_of(place) * int(board.columns) + column_of(place)


@rule
def step_from(board: Any, place: Any, direction: Any, steps: Any) -> Any:
    """The place so many steps in a direction, NOWHERE if that is off the map."""
    row, column = row_of(place), column_of(place)
    if direction == Direction.UP:
        row -= steps
    elif direction == Direction.RIGHT:
        column += steps
    elif direction == Direction.DOWN:
        row += steps
    else:
        column -= steps
    if row < 0 or column < 0 or row >= int(board.rows) or column >= int(board.columns):
        return NOWHERE
    return row * STRIDE + column

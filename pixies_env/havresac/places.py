"""Cells as numbers and as bits of four 64-bit words.

A *place* is ``16 * row + column``: a row is 16 bits, a word holds four rows. The sixteenth column
is never a cell, so a step left or right needs no look at the edge; steps up and down are shifts
by 16. A *cell* is ``columns * row + column``, the number by which the names of decisions count.
"""

from typing import Any

import numpy as np

from pixies_env.core.compile import rule

WORDS = 4
STRIDE = 16
PLACES = 256

_ONE, _ROW, _REST = np.uint64(1), np.uint64(16), np.uint64(48)


@rule
def word_of(place: Any) -> Any:
    """The word in which the bit of a place lies."""
    return place >> 6


@rule
def bit(place: Any) -> Any:
    """The bit of a place in its word, which is word ``place >> 6``."""
    return _ONE << np.uint64(place & 63)


@rule
def place_in(word: Any, place_of_bit: Any) -> Any:
    """The place of a bit in a word."""
    return (word << 6) + place_of_bit


@rule
def has(words: Any, place: Any) -> Any:
    """Whether a place is in a set of four words."""
    return (words[place >> 6] & bit(place)) != 0


@rule
def add(words: Any, place: Any) -> None:
    """Put a place into a set of four words."""
    words[place >> 6] |= bit(place)


@rule
def remove(words: Any, place: Any) -> None:
    """Take a place out of a set of four words."""
    words[place >> 6] &= ~bit(place)


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
    """The places one step up (0), right (1), down (2) or left (3) of those of a set."""
    if direction == 0:
        return above(a, b, c, d)
    if direction == 1:
        return a << _ONE, b << _ONE, c << _ONE, d << _ONE
    if direction == 2:
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
def cell_at(board: Any, place: Any) -> Any:
    """Cell number of a place."""
    return (place >> 4) * int(board.columns) + (place & 15)


@rule
def step_from(board: Any, place: Any, direction: Any, steps: Any) -> Any:
    """The place so many steps in a direction, -1 if that is off the map."""
    row, column = place >> 4, place & 15
    if direction == 0:
        row -= steps
    elif direction == 1:
        column += steps
    elif direction == 2:
        row += steps
    else:
        column -= steps
    if row < 0 or column < 0 or row >= int(board.rows) or column >= int(board.columns):
        return -1
    return row * STRIDE + column

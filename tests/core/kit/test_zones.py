"""Zones: what they hold is kept, and what is drawn follows from it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import COMPILED, kernel, record_dtype
from pixies_env.core.kit.numbering import number, numbering_fields
from pixies_env.core.kit.zones import (
    EMPTY,
    NO_CARD,
    close_gap,
    draws,
    draws_at,
    draws_of_set,
    first_at,
    number_at,
    number_in,
    options_at,
    options_in,
    options_in_row,
    place_in_row,
    put,
    take,
    transfer,
    transfer_all,
    without_card,
)

KINDS = 6
FIRST = 2
"""Decisions and outcomes in front of those of the cards."""


class Family(IntEnum):
    OTHER = 0
    CARD = 1


def _board() -> np.ndarray:
    entries = Catalogue.build(
        [
            ("other", [(str(value),) for value in range(FIRST)], ""),
            ("card", [(str(value),) for value in range(KINDS)], ""),
        ]
    )
    board = np.zeros(1, record_dtype(numbering_fields(Family, Family, FIRST + KINDS)))
    number(board[0], Family, entries, entries)
    return board


BOARDS = _board()
BOARD = BOARDS[0]
counts = st.lists(st.integers(0, 9), min_size=KINDS, max_size=KINDS)
cards = st.integers(EMPTY, KINDS - 1)


def written(function, *arguments) -> list[int]:
    """What a rule that lists decisions has listed, as cards."""
    ids = np.full(KINDS, -9, np.int16)
    count = function(BOARD, Family.CARD, *arguments, ids, 0)
    assert (ids[count:] == -9).all()
    return [int(entry) - FIRST for entry in ids[:count]]


@kernel
def _draws_of_set(board, chance, words, outcomes, weights):
    return draws_of_set(board[0], chance, words[0], outcomes, weights)


def weighed(function, *arguments) -> dict[int, int]:
    """Weight of each card that a rule of draws has listed."""
    ids, weights = np.zeros(KINDS, np.int16), np.zeros(KINDS, np.int32)
    board = BOARDS if function is _draws_of_set else BOARD
    count = function(board, Family.CARD, *arguments, ids, weights)
    return {int(ids[place]) - FIRST: int(weights[place]) for place in range(count)}


@given(
    st.lists(counts, min_size=3, max_size=3),
    st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(0, 2), st.integers(0, KINDS - 1), st.integers(0, 9)
        ),
        max_size=20,
    ),
)
def test_what_goes_from_zone_to_zone_is_kept(
    start: list[list[int]], moves: list[tuple[int, int, int, int]]
) -> None:
    zones = np.array(start, np.int8)
    whole = zones.sum(axis=0)
    for source, target, kind, wanted in moves:
        there = min(wanted, int(zones[source, kind]))
        before = zones.copy()
        transfer(zones[source], zones[target], kind, there)
        if source != target:
            assert zones[source, kind] == before[source, kind] - there
        assert (zones.sum(axis=0) == whole).all()
        assert (zones >= 0).all()
    transfer_all(zones[0], zones[1])
    assert number_in(zones[0]) == 0
    assert (zones.sum(axis=0) == whole).all()


def test_uncompiled_nothing_is_taken_that_is_not_there() -> None:
    zone = np.array([2, 1], np.int8)
    if COMPILED:  # Rules trust each other.
        take(zone, 1, 2)
        assert zone.tolist() == [2, -1]
        return
    with pytest.raises(ValueError, match="2 of 1 are taken where 1 lie"):
        take(zone, 1, 2)
    assert zone.tolist() == [2, 1]


@given(counts)
def test_a_draw_is_as_likely_as_there_are_of_a_kind(zone: list[int]) -> None:
    held = np.array(zone, np.int8)
    assert weighed(draws, held) == {kind: there for kind, there in enumerate(zone) if there}
    assert written(options_in, held) == [kind for kind, there in enumerate(zone) if there]
    assert number_in(held) == sum(zone)


@given(st.lists(st.integers(-1, 2), min_size=KINDS, max_size=KINDS), st.integers(-1, 2))
def test_cards_that_are_there_once_are_found_where_they_are(where: list[int], place: int) -> None:
    there = [card for card, at in enumerate(where) if at == place]
    array = np.array(where, np.int8)
    assert number_at(array, place) == len(there)
    assert first_at(array, place) == (there[0] if there else NO_CARD)
    assert written(options_at, array, place) == there
    assert weighed(draws_at, array, place) == dict.fromkeys(there, 1)


@given(st.sets(st.integers(0, KINDS - 1)), st.integers(0, KINDS - 1))
def test_a_set_of_cards_is_drawn_from_evenly(held: set[int], gone: int) -> None:
    word = np.array([sum(1 << card for card in held)], np.uint64)
    assert weighed(_draws_of_set, word) == dict.fromkeys(sorted(held), 1)
    word[0] = without_card(word[0], gone)
    assert weighed(_draws_of_set, word) == dict.fromkeys(held - {gone}, 1)


@given(st.lists(cards, min_size=1, max_size=5), st.data())
def test_cards_before_a_gap_move_one_on(row: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(row) - 1))
    array = np.array(row, np.int8)
    assert close_gap(array, place) == row[place]
    assert array.tolist() == [EMPTY, *row[:place], *row[place + 1 :]]


@given(st.lists(cards, min_size=1, max_size=5))
def test_the_cards_of_a_row_are_options_once_each_and_rising(row: list[int]) -> None:
    array = np.array(row, np.int8)
    assert written(options_in_row, array) == sorted(set(row) - {EMPTY})
    for card in range(EMPTY, KINDS):
        assert place_in_row(array, card) == (row.index(card) if card in row else NO_CARD)


def test_put_and_take() -> None:
    zone = np.zeros(3, np.int8)
    put(zone, 2, 5)
    take(zone, 2, 3)
    assert zone.tolist() == [0, 0, 2]

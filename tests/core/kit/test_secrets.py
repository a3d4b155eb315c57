"""What is turned face down keeps its number, and is filled in again as likely as it was dealt."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, prod

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from pixies_env.core.compilation.compile import kernel
from pixies_env.core.kit.secrets import (
    FACE_DOWN,
    deal,
    deal_row,
    deal_row_of_set,
    leave_out,
    leave_out_row,
    open_deck,
    turn_down,
    turn_row_down,
)
from pixies_env.core.kit.zones import EMPTY, number_in

ROUNDS = 20_000
UNLIKELY = 1e-6
"""A chance smaller than that of what was counted is no chance: seeds are fixed."""


@kernel
def _dealt(copies, sizes, decks, hands, rows, bits):
    """Deal two hands and a row anew in each round; ``sizes`` are those of the hands."""
    for game in range(decks.shape[0]):
        open_deck(decks[game], copies)
        bits[0] = bits[0] + np.uint64(0x9E3779B97F4A7C15)
        going = bits[0]
        for hand in range(sizes.shape[0]):
            hands[game, hand, copies.shape[0]] = sizes[hand]
            going = deal(decks[game], hands[game, hand], going)
        rows[game, 1] = FACE_DOWN
        deal_row(decks[game], rows[game], going)


def _play(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    copies, sizes = np.array([2, 1, 3], np.int8), np.array([2, 1], np.int8)
    decks, hands = np.zeros((ROUNDS, 4), np.int8), np.zeros((ROUNDS, 2, 4), np.int8)
    rows = np.full((ROUNDS, 2), EMPTY, np.int8)
    _dealt(copies, sizes, decks, hands, rows, np.array([seed], np.uint64))
    return decks, hands, rows


def _is_likely(found: Counter, chances: dict) -> bool:
    total = sum(found.values())
    assert set(found) <= set(chances)
    assert abs(sum(chances.values()) - 1) < 1e-12
    distance = sum((found[way] - total * p) ** 2 / (total * p) for way, p in chances.items())
    return bool(chi2.sf(distance, len(chances) - 1) > UNLIKELY)


def test_every_way_to_deal_is_as_likely_as_with_real_cards() -> None:
    decks, hands, rows = _play(1)
    copies = (2, 1, 3)
    first = {
        (a, b, 2 - a - b): prod(map(comb, copies, (a, b, 2 - a - b))) / comb(6, 2)
        for a in range(3)
        for b in range(2)
        if 0 <= 2 - a - b <= 3
    }
    assert _is_likely(Counter(tuple(map(int, hand[:3])) for hand in hands[:, 0]), first)
    # The card of the row is drawn last, and as likely any as one drawn at once.
    assert _is_likely(Counter(rows[:, 1].tolist()), {0: 2 / 6, 1: 1 / 6, 2: 3 / 6})
    whole = decks[:, :3] + hands[:, :, :3].sum(axis=1)
    whole[np.arange(ROUNDS), rows[:, 1]] += 1
    assert (whole == copies).all()
    assert not decks[:, 3].any() and not hands[:, :, 3].any()
    assert (rows[:, 0] == EMPTY).all()


def test_hands_that_are_dealt_together_are_independent_of_their_order() -> None:
    _, hands, _ = _play(7)
    both = Counter((tuple(map(int, two)), int(one.argmax())) for two, one in hands[:, :, :3])
    chances = {}
    for kind, there in enumerate((2, 1, 3)):
        left = [2, 1, 3]
        left[kind] -= 1
        for a in range(3):
            for b in range(2):
                c = 2 - a - b
                ways = prod(map(comb, left, (a, b, c))) if c >= 0 else 0
                if ways:
                    chances[(a, b, c), kind] = there / 6 * ways / comb(5, 2)
    assert _is_likely(both, chances)


@kernel
def _dealt_of_set(rows, decks, bits):
    for game in range(decks.shape[0]):
        bits[0] = bits[0] + np.uint64(0x9E3779B97F4A7C15)
        decks[game], _ = deal_row_of_set(decks[game], rows[game], bits[0])


def test_cards_of_a_set_are_dealt_to_a_row_each_way_as_likely_as_another() -> None:
    cards = (0, 3, 40, 63)
    deck = np.uint64(sum(1 << card for card in cards))
    rows = np.tile(np.array([FACE_DOWN, EMPTY, 5, FACE_DOWN], np.int8), (ROUNDS, 1))
    decks = np.full(ROUNDS, deck)
    _dealt_of_set(rows, decks, np.array([3], np.uint64))
    ways = {(one, EMPTY, 5, other): 1 / 12 for one, other in permutations(cards, 2)}
    assert _is_likely(Counter(tuple(row) for row in rows.tolist()), ways)
    for row, left in zip(rows.tolist(), decks.tolist(), strict=True):
        assert left == deck & ~np.uint64(1 << row[0]) & ~np.uint64(1 << row[3])


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4))
def test_a_zone_face_down_tells_its_number_only(zone: list[int]) -> None:
    held = np.array(zone, np.int8)
    turn_down(held)
    assert held.tolist() == [0, 0, 0, sum(zone)]
    again = held.copy()
    turn_down(again)
    assert (again == held).all()


def test_empty_places_of_a_row_stay_empty() -> None:
    row = np.array([3, EMPTY, 0], np.int8)
    turn_row_down(row)
    assert row.tolist() == [FACE_DOWN, EMPTY, FACE_DOWN]


@given(
    st.lists(st.integers(0, 3), min_size=3, max_size=3), st.lists(st.integers(-2, 2), max_size=4)
)
def test_a_deck_is_what_lies_nowhere_open(zone: list[int], row: list[int]) -> None:
    copies, deck = np.array([9, 9, 9], np.int8), np.zeros(4, np.int8)
    open_deck(deck, copies)
    leave_out(deck, np.array([*zone, 5], np.int8))
    leave_out_row(deck, np.array(row, np.int8))
    assert deck.tolist() == [*(9 - zone[kind] - row.count(kind) for kind in range(3)), 0]
    assert number_in(deck) == 27 - sum(zone) - sum(card >= 0 for card in row)

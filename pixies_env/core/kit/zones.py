"""Zones: bags, decks, hands, rows and places of tiles, as plain arrays of the state record.

A zone has one of four forms, whichever lets rules read shortest:

=========  ===========================================================================
*counts*   ``zone[kind]``: how many of a kind lie there; bags, supplies, decks, hands
*row*      ``row[place]``: the card that lies at a place, :data:`EMPTY` for none
*where*    ``where[card]``: the place of each card or tile that is there once
*set*      a word of 64 bits, bit ``card``: of cards that are there once
=========  ===========================================================================

Nothing is shuffled in advance: a card is drawn when it is turned, in proportion to what is there,
so the outcomes of a draw and their weights follow from the zone alone. What somebody does not know
of a zone is in :mod:`pixies_env.core.kit.secrets`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import COMPILED, rule
from pixies_env.core.kit.numbering import option, outcome

EMPTY: Final = -1
"""In a row: no card."""
NO_CARD: Final = -1
"""What looks for a card or a place and finds none."""

# ---- counts


@rule
def number_in(zone: Any) -> Any:
    """How many lie in a zone of counts."""
    total = 0
    for kind in range(zone.shape[0]):
        total += int(zone[kind])
    return total


@rule
def put(zone: Any, kind: Any, number: Any) -> None:
    """Put so many of a kind into a zone of counts."""
    zone[kind] = int(zone[kind]) + number


@rule
def take(zone: Any, kind: Any, number: Any) -> None:
    """Take so many of a kind out of a zone of counts; uncompiled ValueError if it has fewer."""
    _require(zone, kind, number)
    zone[kind] = int(zone[kind]) - number


@rule
def transfer(source: Any, target: Any, kind: Any, number: Any) -> None:
    """Put so many of a kind out of one zone of counts into another, as :func:`take` does."""
    take(source, kind, number)
    put(target, kind, number)


@rule
def transfer_all(source: Any, target: Any) -> None:
    """Put all that lies in a zone of counts into another one of the same kinds."""
    for kind in range(source.shape[0]):
        put(target, kind, int(source[kind]))
        source[kind] = 0


if COMPILED:

    @rule
    def _require(zone: Any, kind: Any, number: Any) -> None:
        pass

else:

    def _require(zone: Any, kind: Any, number: Any) -> None:
        if number > zone[kind]:
            raise ValueError(f"{number} of {kind!r} are taken where {zone[kind]} lie")


@rule
def draws(board: Any, chance: Any, zone: Any, outcomes: Any, weights: Any) -> Any:
    """Outcomes of drawing one out of a zone of counts, each kind as likely as there are of it.

    Values of the chance event are the kinds. Returns the number of outcomes, as the two below.
    """
    count = 0
    for kind in range(zone.shape[0]):
        if zone[kind] > 0:
            count = outcome(board, chance, kind, int(zone[kind]), outcomes, weights, count)
    return count


@rule
def options_in(board: Any, family: Any, zone: Any, ids: Any, count: Any) -> Any:
    """Append a decision of a family for each kind in a zone of counts; the new number of ids."""
    for kind in range(zone.shape[0]):
        if zone[kind] > 0:
            count = option(board, family, kind, ids, count)
    return count


# ---- rows


@rule
def place_in_row(row: Any, card: Any) -> Any:
    """The first place of a card, or of :data:`EMPTY`, in a row, :data:`NO_CARD` if none."""
    for place in range(row.shape[0]):
        if int(row[place]) == card:
            return place
    return NO_CARD


@rule
def close_gap(row: Any, place: Any) -> Any:
    """Take the card at a place out of a row; those before it move one on, the first is empty.

    Returns the card that left.
    """
    card = int(row[place])
    for gap in range(place, 0, -1):
        row[gap] = int(row[gap - 1])
    row[0] = EMPTY
    return card


@rule
def options_in_row(board: Any, family: Any, row: Any, ids: Any, count: Any) -> Any:
    """Append a decision of a family for each different card in a row, the lowest first."""
    last = EMPTY
    while True:
        lowest = NO_CARD
        for place in range(row.shape[0]):
            card = int(row[place])
            if card > last and (lowest == NO_CARD or card < lowest):
                lowest = card
        if lowest == NO_CARD:
            return count
        count = option(board, family, lowest, ids, count)
        last = lowest


# ---- where each card is


@rule
def number_at(where: Any, place: Any) -> Any:
    """How many cards lie at a place."""
    total = 0
    for card in range(where.shape[0]):
        if int(where[card]) == place:
            total += 1
    return total


@rule
def first_at(where: Any, place: Any) -> Any:
    """The lowest card that lies at a place; :data:`NO_CARD` if none does."""
    for card in range(where.shape[0]):
        if int(where[card]) == place:
            return card
    return NO_CARD


@rule
def draws_at(board: Any, chance: Any, where: Any, place: Any, outcomes: Any, weights: Any) -> Any:
    """Outcomes of drawing one of the cards at a place, one as likely as another."""
    count = 0
    for card in range(where.shape[0]):
        if int(where[card]) == place:
            count = outcome(board, chance, card, 1, outcomes, weights, count)
    return count


@rule
def options_at(board: Any, family: Any, where: Any, place: Any, ids: Any, count: Any) -> Any:
    """Append a decision of a family for each card at a place; the new number of ids."""
    for card in range(where.shape[0]):
        if int(where[card]) == place:
            count = option(board, family, card, ids, count)
    return count


# ---- sets


@rule
def draws_of_set(board: Any, chance: Any, cards: Any, outcomes: Any, weights: Any) -> Any:
    """Outcomes of drawing one out of a set of cards, a word, one as likely as another."""
    count = 0
    while cards != 0:
        count = outcome(board, chance, lowest_bit(cards), 1, outcomes, weights, count)
        cards = without_lowest(cards)
    return count


@rule
def without_card(cards: Any, card: Any) -> Any:
    """A set of cards, a word, without one of them."""
    return cards & ~(np.uint64(1) << np.uint64(card))


@rule
def with_card(cards: Any, card: Any) -> Any:
    """A set of cards, a word, with one more of them."""
    return cards | (np.uint64(1) << np.uint64(card))


@rule
def has_card(cards: Any, card: Any) -> Any:
    """Whether a card is in a set, a word."""
    return (cards >> np.uint64(card)) & np.uint64(1) != 0


@rule
def options_of_set(board: Any, family: Any, cards: Any, ids: Any, count: Any) -> Any:
    """Append a decision of a family for each card in a set, a word; the new number of ids."""
    while cards != 0:
        count = option(board, family, lowest_bit(cards), ids, count)
        cards = without_lowest(cards)
    return count

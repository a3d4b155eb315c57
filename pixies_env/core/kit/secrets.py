"""What a seat does not know of zones: turned face down, and filled in again at random.

A zone of counts that can be hidden has one entry more than there are kinds, the last: the number
of cards that lie face down. In a row it is the card :data:`FACE_DOWN`. ``hide`` of a game turns
such zones face down, its decks, too, so the number of cards stays known. ``resample`` makes a deck
of all cards that the seat does not see (:func:`open_deck`, then :func:`leave_out` for each zone
that it sees), deals from it to each hidden zone (:func:`deal`, :func:`deal_row`) and leaves the
rest as the deck. Every way to deal the cards is then equally likely. Where a deck is a set of
cards, ``hide`` puts the hidden cards of a row back into it (``zones.with_card``), and ``resample``
deals from it with :func:`deal_row_of_set`.

A game without secrets takes :func:`hide_nothing` and :func:`resample_nothing`.
"""

from __future__ import annotations

from typing import Any, Final

from pixies_env.core.compilation.bits import count_bits, lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.kit.zones import EMPTY, NO_CARD, number_in, without_card

FACE_DOWN: Final = -2
"""In a row: a card that is not known."""


@rule
def hide_nothing(state: Any, board: Any, player: Any) -> Any:
    """``hide`` of a game in which everybody knows everything."""
    return 0


@rule
def resample_nothing(state: Any, board: Any, player: Any, bits: Any) -> Any:
    """``resample`` of a game in which everybody knows everything."""
    return 0


@rule
def turn_down(zone: Any) -> None:
    """Turn all of a zone of counts face down."""
    number = number_in(zone)
    zone[:] = 0
    zone[zone.shape[0] - 1] = number


@rule
def turn_row_down(row: Any) -> None:
    """Turn all cards of a row face down; empty places stay empty."""
    for place in range(row.shape[0]):
        if row[place] != EMPTY:
            row[place] = FACE_DOWN


@rule
def open_deck(deck: Any, copies: Any) -> None:
    """Make a deck, a zone of counts with an entry for cards face down, of all cards there are."""
    for kind in range(copies.shape[0]):
        deck[kind] = int(copies[kind])
    deck[copies.shape[0]] = 0


@rule
def leave_out(deck: Any, zone: Any) -> None:
    """Take what lies open in a zone of counts out of a deck."""
    for kind in range(deck.shape[0] - 1):
        deck[kind] = int(deck[kind]) - int(zone[kind])


@rule
def leave_out_row(deck: Any, row: Any) -> None:
    """Take the cards that lie open in a row out of a deck."""
    for place in range(row.shape[0]):
        card = int(row[place])
        if card > EMPTY:
            deck[card] = int(deck[card]) - 1


@rule
def deal(deck: Any, zone: Any, bits: Any) -> Any:
    """Turn a zone of counts open again: each card face down is drawn out of the deck.

    ``bits`` are 64 random bits; returns those to go on with.
    """
    last = zone.shape[0] - 1
    for _ in range(int(zone[last])):
        bits = mix(bits)
        kind = _draw(deck, bits)
        zone[kind] = int(zone[kind]) + 1
    zone[last] = 0
    return bits


@rule
def deal_row(deck: Any, row: Any, bits: Any) -> Any:
    """Turn the cards of a row open again, like :func:`deal`."""
    for place in range(row.shape[0]):
        if row[place] == FACE_DOWN:
            bits = mix(bits)
            row[place] = _draw(deck, bits)
    return bits


@rule
def deal_row_of_set(deck: Any, row: Any, bits: Any) -> Any:
    """Turn the cards of a row open again, drawn out of a deck that is a set, a word.

    Returns the deck without them and the bits to go on with.
    """
    for place in range(row.shape[0]):
        if row[place] == FACE_DOWN:
            bits = mix(bits)
            others = deck
            for _ in range(below(bits, count_bits(deck))):
                others = without_lowest(others)
            row[place] = lowest_bit(others)
            deck = without_card(deck, lowest_bit(others))
    return deck, bits


@rule
def _draw(deck: Any, bits: Any) -> Any:
    """Take a card out of a deck, each as likely as another; its kind."""
    left = below(bits, number_in(deck))
    for kind in range(deck.shape[0]):
        left -= int(deck[kind])
        if left < 0:
            deck[kind] = int(deck[kind]) - 1
            return kind
    return NO_CARD

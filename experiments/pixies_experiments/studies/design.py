"""Who plays whom: line-ups, and their seatings in each deal.

A line-up is played at all its rotations in the same deal, so that every agent sits everywhere. Who
sits beside whom changes from deal to deal.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

ROUND_ROBIN, SAMPLED, PAIRS = "round robin", "sampled", "pairs"
KINDS = (ROUND_ROBIN, SAMPLED, PAIRS)

LEAST_DEALS = 100
"""Deals that a round robin must have; with fewer, line-ups are sampled."""


def rotated(line_up: Sequence[str]) -> list[tuple[str, ...]]:
    """The line-up begun at each of its seats; one that is the same everywhere only once."""
    seated = tuple(line_up)
    return list(dict.fromkeys(seated[seat:] + seated[:seat] for seat in range(len(seated))))


@functools.lru_cache(maxsize=4096)
def cyclic_orders(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The different orders of a line-up around a table, each begun at its least rotation.

    Orders that repeat themselves around the table, such as A B A B, are left out where there are
    others: their rotations would be fewer games than those of the others.
    """
    found = {min(rotated(order)) for order in permutations(line_up)}
    whole = [order for order in found if len(rotated(order)) == len(line_up)]
    return sorted(whole or found)


def seatings_of(line_up: Sequence[str], deal: int) -> list[tuple[str, ...]]:
    """The rotations of a line-up, in the order around the table that is this deal's turn."""
    orders = cyclic_orders(tuple(sorted(line_up)))
    return rotated(orders[deal % len(orders)])


def line_ups_of(entries: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """All different line-ups of some entries.

    An entry sits at a table once; one that is there twice can sit there twice. Fewer entries than
    seats sit at a table as often as is needed. Line-ups of one agent alone are left out where
    there are others: they tell nothing about strength.
    """
    if len(entries) >= players:
        line_ups = list(dict.fromkeys(combinations(sorted(entries), players)))
    else:
        line_ups = list(combinations_with_replacement(sorted(set(entries)), players))
    mixed = [line_up for line_up in line_ups if len(set(line_up)) > 1]
    return mixed or line_ups


def pairs_of(entries: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Some copies of an agent against copies of another one: all numbers of all pairs."""
    return [
        (one,) * copies + (other,) * (players - copies)
        for one, other in combinations(dict.fromkeys(entries), 2)
        for copies in range(1, players)
    ]


@dataclass(frozen=True)
class Design:
    """The line-ups of every deal of one number of players."""

    kind: str
    entries: tuple[str, ...]
    players: int
    seed: int

    @classmethod
    def fitting(cls, entries: Sequence[str], players: int, seed: int, games: int) -> Design:
        """A round robin if so many games are enough for one, else a sample of line-ups."""
        chosen = cls(ROUND_ROBIN, tuple(entries), players, seed)
        few = len(entries) <= players or chosen.games_per_deal * LEAST_DEALS <= games
        return chosen if few else cls(SAMPLED, tuple(entries), players, seed)

    @functools.cached_property
    def _all(self) -> list[tuple[str, ...]]:
        found = pairs_of if self.kind == PAIRS else line_ups_of
        return found(self.entries, self.players)

    @functools.cached_property
    def games_per_deal(self) -> int:
        """Games of each deal."""
        if self.kind == SAMPLED:
            return self.players * self._tables
        return sum(len(seatings_of(line_up, 0)) for line_up in self._all)

    @property
    def _tables(self) -> int:
        """Line-ups of a deal of a sample: everybody sits at equally many."""
        return math.lcm(len(self.entries), self.players) // self.players

    def deals(self, games: int) -> int:
        """Deals that have at least so many games."""
        return -(-games // self.games_per_deal)

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """Who sits where in the games of a deal."""
        if self.kind == SAMPLED:
            return [seating for line_up in self._sample(deal) for seating in self._padded(line_up)]
        return [seating for line_up in self._all for seating in seatings_of(line_up, deal)]

    def _padded(self, line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
        """All rotations, equal ones too: every deal has equally many games."""
        return [line_up[seat:] + line_up[:seat] for seat in range(self.players)]

    def _sample(self, deal: int) -> list[tuple[str, ...]]:
        """Line-ups cut from shuffles of all entries, no entry twice at a table."""
        draw = np.random.default_rng([self.seed, self.players, deal])
        count, players = len(self.entries), self.players
        row: list[int] = []
        while len(row) < self._tables * players:
            shuffled: list[Any] = draw.permutation(count).tolist()
            begun = set(row[len(row) - len(row) % players :])
            if begun.isdisjoint(shuffled[: players - len(begun)]):
                row += shuffled
        return [
            tuple(self.entries[entry] for entry in row[first : first + players])
            for first in range(0, len(row), players)
        ]

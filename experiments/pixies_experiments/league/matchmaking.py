"""Who meets whom: prioritised fictitious self-play (Vinyals et al. 2019) for any table.

A table has ``copies`` seats of one agent, all others are of another. How hard it is must not
depend on how many seats a side has, so shares of wins are turned into chances in Luce's model of
choice (1959): each seat wins in proportion to the strength of its agent, and the chance of an agent
to beat another is its share of their two strengths. With two players it is the share of wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pixies_experiments.training.config import Matchup

EVEN = 0.5
"""Chance where nothing was measured yet."""


class Table(NamedTuple):
    """A kind of table, seen from the agent that has ``copies`` seats of it."""

    opponent: str
    players: int
    copies: int


Chances = Mapping[Table, float]


def chance(wins: float, players: int, copies: int) -> float:
    """Chance of an agent to beat another in Luce's model, from what its seats win together.

    Args:
        wins: share of games that its seats win, 0 to 1.
        players: seats of the table.
        copies: seats of the agent, fewer than all.
    """
    own, other = wins * (players - copies), (1.0 - wins) * copies
    return own / (own + other)


def tables_of(opponents: Sequence[str], players: Sequence[int]) -> list[Table]:
    """All tables with some opponents and numbers of players."""
    return [
        Table(opponent, count, copies)
        for opponent in opponents
        for count in sorted(set(players))
        for copies in range(1, count)
    ]


def matchups(
    opponents: Sequence[str], players: Sequence[int], chances: Chances, hardness: float
) -> list[Matchup]:
    """The tables that a main agent is to meet; weights add up to 1 for each number of players.

    A table that it cannot beat counts most, one that it always beats is left out, unless it always
    beats all of them.
    """
    found = []
    for count in sorted(set(players)):
        tables = tables_of(opponents, [count])
        weights = [(1.0 - chances.get(table, EVEN)) ** hardness for table in tables]
        if not sum(weights):
            weights = [1.0] * len(tables)
        whole = sum(weights)
        found += [
            Matchup(agent=table.opponent, players=count, copies=table.copies, weight=weight / whole)
            for table, weight in zip(tables, weights, strict=True)
            if weight
        ]
    return found

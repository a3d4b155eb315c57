"""Results of many games, gathered block by block: per seat, per agent, and over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pixies_env.core.batches.arena import Block
from pixies_env.core.game import Game
from pixies_env.core.specs import split_commas
from pixies_experiments.intervals import Estimate, Moments

SHARES = ("win", "out")
"""Measures that are shares of games; all others are means."""
FIRST = ("utility", "win", "score", "rank", "out")
"""Measures that tables show, in their order, where the game has them."""
_CODES = ("reason",)
"""Statistics that are codes and have no mean."""


def split_agents(agents: str) -> list[str]:
    """Specifications of a list such as ``random,mcts:simulations=800,c=1.4``.

    A part of the form ``key=value`` is an option of the agent before it.
    """
    specs: list[str] = []
    for part in split_commas(agents):
        head, equals, _ = part.partition("=")
        if specs and equals and head.strip().isidentifier():
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return specs


def split_wins(ranks: np.ndarray) -> np.ndarray:
    """1 to the winner of each game, shared where several are first; float64, like ``ranks``."""
    winners = (ranks == 1).astype(np.float64)
    shares: np.ndarray = winners / winners.sum(axis=1, keepdims=True)
    return shares


@dataclass
class Group:
    """Everything measured of one seat or one agent: one number per game and measure."""

    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The least and the most that a measure can be, where that is known."""
    moments: dict[str, Moments] = field(default_factory=dict)

    def add(self, measure: str, sample: np.ndarray) -> None:
        """Take in a block of one number per game; NaN is left out."""
        self.moments.setdefault(measure, Moments()).add(sample)

    def estimates(self) -> dict[str, Estimate]:
        """All measures with their intervals, those that tables show first."""
        names = [name for name in FIRST if name in self.moments]
        names += [name for name in self.moments if name not in FIRST]
        return {name: self._estimate(name) for name in names}

    def _estimate(self, name: str) -> Estimate:
        moments = self.moments[name]
        if name in SHARES:
            return moments.estimate_share()
        found = moments.estimate_mean()
        if moments.alike:
            return found.without_interval()
        return found.within(*self.bounds[name]) if name in self.bounds else found


class Tally:
    """Results of one line-up of agents, in its order of seats or begun at each of its seats."""

    def __init__(self, game: Game, line_up: Sequence[str]) -> None:
        self.game = game
        self.line_up = list(line_up)
        self.agents = list(dict.fromkeys(line_up))
        seats = len(line_up)
        bounds = {"rank": (1.0, float(seats)), "utility": game.utility_bounds(seats)}
        self.by_seat = [Group(bounds) for _ in line_up]
        self.by_agent = {agent: Group(bounds) for agent in self.agents}
        self.decisions = Moments()
        self.reasons: Counter[str] = Counter()
        self._reason_names: dict[int, str] = {}

    @property
    def games(self) -> int:
        """Games taken in."""
        return self.decisions.games

    def length(self) -> Estimate:
        """Decisions of a game."""
        return self.decisions.estimate_mean().within(0.0, np.inf)

    def add(self, block: Block) -> None:
        """Take in a block with line-ups of :func:`~pixies_env.core.batches.arena.rotations`."""
        seats = len(self.line_up)
        self.decisions.add(block.decisions)
        measures = self._measures(block)
        # Agent of each game and seat, as an index into the line-up.
        places = (block.line_ups[:, None] + np.arange(seats)) % seats
        specs = np.array([self.agents.index(spec) for spec in self.line_up])[places]
        for name, values in measures.items():
            for seat, group in enumerate(self.by_seat):
                group.add(name, values[:, seat])
            for index, group in enumerate(self.by_agent.values()):
                own = specs == index
                with np.errstate(invalid="ignore"):
                    group.add(name, np.where(own, values, 0.0).sum(axis=1) / own.sum(axis=1))
        self._count_reasons(block)

    def _measures(self, block: Block) -> dict[str, np.ndarray]:
        seats = len(self.line_up)
        measures = {"utility": block.returns[:, :seats]}
        for name, values in block.statistics.items():
            if name not in _CODES:
                measures[name] = values[:, :seats].astype(np.float64)
        measures["win"] = split_wins(block.statistics["rank"][:, :seats])
        return measures

    def _count_reasons(self, block: Block) -> None:
        if "reason" not in block.statistics:
            return
        codes, rows, counts = np.unique(
            block.statistics["reason"][:, 0], return_index=True, return_counts=True
        )
        for code, row, count in zip(codes, rows, counts, strict=True):
            if int(code) not in self._reason_names:
                told = self.game.notation.result(block.states[row : row + 1])
                self._reason_names[int(code)] = str(told["reason"])
            self.reasons[self._reason_names[int(code)]] += int(count)


def summary(tally: Tally) -> dict[str, Any]:
    """Everything in a dictionary for JSON; shares and means with their intervals."""

    def told(group: Group) -> dict[str, Any]:
        return {name: found.as_dict() for name, found in group.estimates().items()}

    return {
        "decisions_per_game": tally.length().as_dict(),
        "seats": [{"seat": seat, **told(group)} for seat, group in enumerate(tally.by_seat)],
        "agents": [{"agent": agent, **told(group)} for agent, group in tally.by_agent.items()],
        "end_reasons": {
            reason: {"games": count, "share": count / tally.games}
            for reason, count in tally.reasons.most_common()
        },
    }

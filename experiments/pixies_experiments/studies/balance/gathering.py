"""What a study of balance gathers of its games, one number of players at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pixies_env.core.game import Factor, Game
from pixies_experiments.studies.balance.cells import Band, Cells
from pixies_experiments.studies.balance.exchanges import exchange_effects
from pixies_experiments.studies.balance.facts import MEASURES, SEAT, Seats, factor_of
from pixies_experiments.studies.balance.plan import CHOSEN, MIXED

Dealt = Mapping[tuple[str, str], Seats]
"""The same deals in several designs and at several tables."""


@dataclass(frozen=True)
class Axes:
    """What the cells of a study are made of."""

    game: Game
    factor: Factor
    designs: tuple[str, ...]
    tables: tuple[str, ...]
    agents: tuple[str, ...]

    @property
    def places(self) -> list[Factor]:
        """The other factors that chance gives, by which the factor is looked at."""
        others = [factor.name for factor in self.game.factors if not factor.option]
        names = [name for name in (*others, SEAT) if name != self.factor.name]
        return [factor_of(self.game, name) for name in names]

    @property
    def main(self) -> str:
        """The design that finer tables tell of: where chance gives the factor, if there is one."""
        return next((design for design in self.designs if design != CHOSEN), self.designs[0])


class Gathered:
    """Cells over (design, table, level), and over more where chance gives the factor."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        levels = len(axes.factor.levels)
        combinations = len(axes.designs) * len(axes.tables)
        groups = np.repeat(np.arange(combinations), levels)
        self.main = {measure: Cells(len(groups), groups) for measure in MEASURES}
        self.by_place = {
            place.name: Cells(
                len(place.levels) * levels, np.repeat(np.arange(len(place.levels)), levels)
            )
            for place in axes.places
        }
        agents = np.repeat(np.arange(len(axes.agents)), levels)
        self.by_agent = Cells(len(agents), agents)
        self.pairs = Cells(levels**2, np.repeat(np.arange(levels), levels))
        tables = np.repeat(np.arange(len(axes.tables)), levels)
        self.taken = Cells(len(tables), tables)
        self.turns = Cells(len(tables), tables)

    def add(self, dealt: Dealt) -> None:
        """Take in deals with all their designs and tables."""
        axes, levels = self.axes, len(self.axes.factor.levels)
        cells, outcomes = [], []
        for (design, table), seats in dealt.items():
            group = axes.designs.index(design) * len(axes.tables) + axes.tables.index(table)
            cells.append(_shifted(seats.levels[axes.factor.name], group * levels))
            outcomes.append(seats.measures)
        for measure, found in self.main.items():
            found.add(np.hstack(cells), np.hstack([outcome[measure] for outcome in outcomes]))
        for design, take_in in ((axes.main, self._add_finer), (CHOSEN, self._add_choices)):
            if of_design := {key: seats for key, seats in dealt.items() if key[0] == design}:
                take_in(of_design)

    def _add_finer(self, dealt: Dealt) -> None:
        name, levels = self.axes.factor.name, len(self.axes.factor.levels)
        own = np.hstack([seats.levels[name] for seats in dealt.values()])
        wins = np.hstack([seats.measures["win"] for seats in dealt.values()])
        for place, cells in self.by_place.items():
            at = np.hstack([seats.levels[place] for seats in dealt.values()])
            cells.add(np.where((at < 0) | (own < 0), -1, at * levels + own), wins)
        mixed = [seats for (_, table), seats in dealt.items() if table == MIXED]
        for seats in mixed if len(self.axes.agents) > 1 else ():
            agents, held = seats.agents, seats.levels[name]
            cell = np.where((agents < 0) | (held < 0), -1, agents * levels + held)
            self.by_agent.add(cell, seats.measures["win"])
        self.pairs.add(*_meetings(dealt.values(), name, levels))

    def _add_choices(self, dealt: Dealt) -> None:
        name, levels = self.axes.factor.name, len(self.axes.factor.levels)
        offers, takes, chosen, turns = [], [], [], []
        for (_, table), seats in dealt.items():
            first = self.axes.tables.index(table) * levels
            held = seats.levels[name]
            offers.append(np.where(seats.offered[name], first + np.arange(levels), -1))
            takes.append((held[:, :, None] == np.arange(levels)).any(axis=1).astype(np.float64))
            chosen.append(_shifted(held, first))
            turns.append(seats.turns[name].astype(np.float64))
        self.taken.add(np.hstack(offers), np.hstack(takes))
        self.turns.add(np.hstack(chosen), np.hstack(turns))


def _shifted(levels: np.ndarray, first: int) -> np.ndarray:
    return np.where(levels < 0, -1, levels + first)


def _meetings(dealt: Iterable[Seats], name: str, levels: int) -> tuple[np.ndarray, np.ndarray]:
    """Each seat once for each other seat at its table: both levels, and its share of the win."""
    cells, wins = [], []
    for seats in dealt:
        held, won = seats.levels[name], seats.measures["win"]
        for step in range(1, held.shape[1]):
            other = np.roll(held, -step, axis=1)
            cells.append(np.where((held < 0) | (other < 0), -1, held * levels + other))
            wins.append(won)
    if not cells:  # Who is alone meets nobody.
        return np.empty((0, 1), np.int64), np.empty((0, 1))
    return np.hstack(cells), np.hstack(wins)


class Exchanges:
    """Mean outcome of each level in each unit, for one agent and number of players."""

    def __init__(self, levels: int) -> None:
        self.levels = levels
        self.rows: dict[str, list[np.ndarray]] = {measure: [] for measure in MEASURES}

    def add(self, outcomes: Mapping[str, np.ndarray]) -> None:
        """Take in units: arrays ``(units, levels)``, NaN where a level was not tried."""
        for measure, rows in self.rows.items():
            rows.append(outcomes[measure])

    def effects(self, measure: str) -> Band:
        """What a level is worth against the mean of all levels."""
        return exchange_effects(np.vstack(self.rows[measure]))


def mean_by_level(
    level: np.ndarray, outcome: np.ndarray, unit: np.ndarray, shape: tuple[int, int]
) -> np.ndarray:
    """Mean outcome by unit and level; NaN where there is none."""
    at = unit * shape[1] + level
    total = np.bincount(at, weights=outcome, minlength=shape[0] * shape[1])
    count = np.bincount(at, minlength=shape[0] * shape[1])
    means: np.ndarray = np.full(len(count), np.nan)
    means[count > 0] = total[count > 0] / count[count > 0]
    return means.reshape(shape)


def rows_of(cells: Sequence[int], band: Band) -> Band:
    """Some members of a family, which are a family of their own then."""
    return band.contrast(np.eye(len(band.value))[list(cells)])

"""What a study of balance gathers of its games, one number of players at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pixies_env.core.game import Factor, Game
from pixies_experiments.studies.balance.additive import Additive
from pixies_experiments.studies.balance.cells import Band, Cells
from pixies_experiments.studies.balance.exchanges import exchange_effects
from pixies_experiments.studies.balance.facts import MEASURES, SEAT, Seats, factor_of, is_place
from pixies_experiments.studies.balance.plan import CHOSEN, DEALT, MIXED

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
        """The other places that chance gives, by which the factor is looked at."""
        others = [factor.name for factor in self.game.factors if is_place(factor)]
        names = [name for name in (*others, SEAT) if name != self.factor.name]
        return [factor_of(self.game, name) for name in names]

    @property
    def meets(self) -> bool:
        """Whether it is told what levels are worth when they meet each other."""
        return bool(self.factor.option) or DEALT in self.designs

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
        self.met = Cells(len(axes.tables) * levels**2)
        self.added = {table: Additive(levels) for table in axes.tables}
        tables = np.repeat(np.arange(len(axes.tables)), levels)
        self.taken = Cells(len(tables), tables)
        self.turns = Cells(len(tables), tables)

    def add(self, dealt: Dealt) -> None:
        """Take in deals with all their designs and tables."""
        axes, levels = self.axes, len(self.axes.factor.levels)
        combinations = [
            (axes.designs.index(design) * len(axes.tables) + axes.tables.index(table), seats)
            for (design, table), seats in dealt.items()
        ]
        for measure, found in self.main.items():
            name = axes.factor.name
            entries = [
                entry_of(seats, group, name, measure, levels) for group, seats in combinations
            ]
            take_in(found, entries)
        for design, add in ((axes.main, self._add_finer), (CHOSEN, self._add_choices)):
            if of_design := {key: seats for key, seats in dealt.items() if key[0] == design}:
                add(of_design)

    def _add_finer(self, dealt: Dealt) -> None:
        name, levels = self.axes.factor.name, len(self.axes.factor.levels)
        for place, cells in self.by_place.items():
            take_in(
                cells,
                [
                    _crossed(seats.levels[place], seats.levels[name], levels, seats.measures["win"])
                    for seats in dealt.values()
                ],
            )
        mixed = [seats for (_, table), seats in dealt.items() if table == MIXED]
        for seats in mixed if len(self.axes.agents) > 1 else ():
            agents, won = seats.agents[..., None], seats.measures["win"]
            take_in(self.by_agent, [_crossed(agents, seats.levels[name], levels, won)])
        take_in(self.pairs, [entry for s in dealt.values() for entry in _meetings(s, name, levels)])
        met: list[Entry] = []
        for (_, table), seats in dealt.items():
            first = self.axes.tables.index(table) * levels**2
            for cell, _, won in _meetings(seats, name, levels):
                entries = np.where(cell < 0, -1, first + cell)
                met.append(Entry(entries, np.where(seats.agents < 0, -1, 0), won))
        take_in(self.met, met)
        if self.axes.factor.several:
            for (_, table), seats in dealt.items():
                self.added[table].add(seats.levels[name], seats.measures)

    def _add_choices(self, dealt: Dealt) -> None:
        name, levels = self.axes.factor.name, len(self.axes.factor.levels)
        offers, takes, chosen, turns = [], [], [], []
        for (_, table), seats in dealt.items():
            group = self.axes.tables.index(table)
            held = seats.levels[name]
            offers.append(np.where(seats.offered[name], group * levels + np.arange(levels), -1))
            takes.append((held[..., None] == np.arange(levels)).any(axis=(1, 2)).astype(np.float64))
            own = cell_of(group, held, levels)
            chosen.append(_flat(own))
            turns.append(_spread(seats.turns[name].astype(np.float64), own))
        self.taken.add(np.hstack(offers), np.hstack(takes))
        self.turns.add(np.hstack(chosen), np.hstack(turns))


class Entry(NamedTuple):
    """What seats of some games give to cells; axes after the first two are levels of a seat."""

    cell: np.ndarray
    """int ``(deals, seats, ...)``, -1 for none."""
    group: np.ndarray
    """int ``(deals, seats, ...)``: where its mean is compared, -1 for nowhere."""
    outcome: np.ndarray
    """float ``(deals, seats)``."""


def entry_of(seats: Seats, group: int, name: str, measure: str, levels: int) -> Entry:
    """What seats give to the cells of the levels of a factor, compared in their group."""
    return Entry(
        cell_of(group, seats.levels[name], levels),
        np.where(seats.agents < 0, -1, group),
        seats.measures[measure],
    )


def take_in(cells: Cells, entries: Sequence[Entry]) -> None:
    """Take in the games of some deals side by side."""
    if entries:
        cells.add(
            np.hstack([_flat(entry.cell) for entry in entries]),
            np.hstack([_spread(entry.outcome, entry.cell) for entry in entries]),
            (
                np.hstack([_flat(entry.group) for entry in entries]),
                np.hstack([_spread(entry.outcome, entry.group) for entry in entries]),
            ),
        )


def cell_of(group: int | np.ndarray, level: np.ndarray, levels: int) -> np.ndarray:
    """Cells of groups and levels; -1 where one of both is."""
    return np.where((level < 0) | (np.asarray(group) < 0), -1, group * levels + level)


def _flat(array: np.ndarray) -> np.ndarray:
    return array.reshape(len(array), -1)


def _spread(outcome: np.ndarray, like: np.ndarray) -> np.ndarray:
    """The outcome of each seat for each of its entries."""
    wider = outcome.reshape(*outcome.shape, *[1] * (like.ndim - 2))
    return _flat(np.broadcast_to(wider, like.shape))


def _crossed(at: np.ndarray, own: np.ndarray, levels: int, won: np.ndarray) -> Entry:
    """Each of what a seat is at with each of what it has; compared where it is."""
    return Entry(cell_of(at[..., :, None], own[..., None, :], levels), at, won)


def _meetings(seats: Seats, name: str, levels: int) -> Iterator[Entry]:
    """Each seat once for each other seat at its table: levels of both, and its share of the win."""
    held, won = seats.levels[name], seats.measures["win"]
    for step in range(1, held.shape[1]):
        yield _crossed(held, np.roll(held, -step, axis=1), levels, won)


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


def double_centred(means: Band, tables: int, levels: int) -> Band:
    """What cells of pairs are beyond what row and column of their table account for.

    Residuals of the additive model "row + column" over the cells that have an estimate.

    Args:
        means: of cells over (table, level, other).
        tables: how many.
        levels: likewise.
    """
    matrix = np.eye(len(means.value))
    known = np.isfinite(means.value)
    for table in range(tables):
        own = np.arange(table * levels**2, (table + 1) * levels**2)
        own = own[known[own]]
        row, column = own // levels % levels, own % levels
        model = np.hstack([each[:, None] == np.arange(levels) for each in (row, column)])
        matrix[np.ix_(own, own)] -= model @ np.linalg.pinv(model.astype(np.float64))
    return means.contrast(matrix)


def rows_of(cells: Sequence[int], band: Band) -> Band:
    """Some members of a family, which are a family of their own then."""
    return band.contrast(np.eye(len(band.value))[list(cells)])

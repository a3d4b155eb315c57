"""Effects on many boards: differences to the given one, and what all boards have in common."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pyarrow as arrow

from pixies_env.core.game import Factor, Game
from pixies_experiments.studies.balance import sensitivity
from pixies_experiments.studies.balance.agreement import pooled, same_sign
from pixies_experiments.studies.balance.boards import Variation
from pixies_experiments.studies.balance.cells import Band, Cells, stack
from pixies_experiments.studies.balance.critical import Scores
from pixies_experiments.studies.balance.facts import Seats
from pixies_experiments.studies.balance.gathering import entry_of, rows_of, take_in
from pixies_experiments.studies.balance.results import family

Key = tuple[int, str, str]
"""Players, agent, factor."""
_VARIANCE = arrow.schema(
    [(name, arrow.string()) for name in ("kind", "factor", "level", "input")]
    + [(name, arrow.float64()) for name in ("value", "low", "high", "explained")]
)


class BoardCells:
    """Means of a measure by board and level, for one agent, number of players and factor."""

    def __init__(self, factor: Factor, boards: Sequence[Variation], measure: str = "win") -> None:
        self.factor, self.measure = factor, measure
        # Boards that share deals are cells of one family; the others stand alone.
        self.paired = [board.name for board in boards if board.first_deal == 0]
        levels = len(factor.levels)
        groups = np.repeat(np.arange(len(self.paired)), levels)
        self.together = Cells(len(groups), groups)
        self.alone = {board.name: Cells(levels) for board in boards if board.first_deal != 0}

    def add(self, dealt: Mapping[str, Seats]) -> None:
        """Take in deals: what was played of them by board."""
        levels = len(self.factor.levels)
        together = []
        for board, seats in dealt.items():
            group = 0 if board in self.alone else self.paired.index(board)
            entry = entry_of(seats, group, self.factor.name, self.measure, levels)
            if board in self.alone:
                take_in(self.alone[board], [entry])
            else:
                together.append(entry)
        take_in(self.together, together)

    def paired_band(self) -> Band:
        """Advantages on the boards that share deals, the given one first."""
        return self.together.advantages()

    def bands(self) -> dict[str, Band]:
        """Advantages on each board."""
        band, levels = self.paired_band(), len(self.factor.levels)
        own = {
            board: rows_of(range(place * levels, (place + 1) * levels), band)
            for place, board in enumerate(self.paired)
        }
        return own | {board: cells.advantages() for board, cells in self.alone.items()}


def tables(
    gathered: Mapping[Key, BoardCells],
    boards: Sequence[Variation],
    unknowns: Sequence[str],
    game: Game,
) -> dict[str, arrow.Table]:
    """All tables of results."""
    shipped = {unknown.name: unknown.shipped for unknown in game.unknowns}
    found = {
        "boards": arrow.table(
            {
                "board": [board.name for board in boards],
                "kind": [board.kind for board in boards],
                **{
                    name: [board.point.get(name, shipped[name]) for board in boards]
                    for name in unknowns
                },
            }
        ),
        "by_board": _by_board(gathered),
        "given_board": _given(gathered),
    }
    if any(len(cells.paired) > 1 for cells in gathered.values()):
        found["one_at_a_time"] = one_at_a_time(gathered)
    points = {board.name: board.point for board in boards if board.first_deal != 0}
    if len(points) > 1:
        found["over_boards"] = _over_boards(gathered)
    if len(points) > len(unknowns) + 2:
        x = np.array([[point[name] for name in unknowns] for point in points.values()])
        found["slopes"] = _slopes(gathered, x, unknowns)
    if len(points) >= sensitivity.fewest_boards(len(unknowns)):
        found["variance"] = _variance(gathered, x, unknowns)
    return found


def _keys(key: Key, cells: BoardCells, **also: Any) -> list[dict[str, Any]]:
    players, agent, factor = key
    told = {"players": players, "agent": agent, "factor": factor, "measure": cells.measure}
    return [{**told, **also, "level": level} for level in cells.factor.levels]


def _by_board(gathered: Mapping[Key, BoardCells]) -> arrow.Table:
    """Each board for itself."""
    return arrow.concat_tables(
        family(_keys(key, cells, board=board), band)
        for key, cells in gathered.items()
        for board, band in cells.bands().items()
    )


def _given(gathered: Mapping[Key, BoardCells]) -> arrow.Table:
    keys, bands = [], []
    for key, cells in gathered.items():
        keys += _keys(key, cells)
        bands.append(rows_of(range(len(cells.factor.levels)), cells.paired_band()))
    return family(keys, stack(bands))


def one_at_a_time(gathered: Mapping[Key, BoardCells]) -> arrow.Table:
    """Advantage on a board with one number otherwise less that on the given board."""
    keys, bands = [], []
    for key, cells in gathered.items():
        levels = len(cells.factor.levels)
        others = len(cells.paired) - 1
        matrix = np.hstack([-np.tile(np.eye(levels), (others, 1)), np.eye(others * levels)])
        bands.append(cells.paired_band().contrast(matrix))
        for board in cells.paired[1:]:
            keys += _keys(key, cells, board=board)
    return family(keys, stack(bands))


def _estimates(cells: BoardCells) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Advantages ``(boards, levels)`` on the independent boards, their errors, their seats."""
    bands = [each.advantages() for each in cells.alone.values()]
    values, errors, seats = (
        np.array([getattr(band, name) for band in bands]) for name in ("value", "error", "seats")
    )
    return values, errors, seats


def _over_boards(gathered: Mapping[Key, BoardCells]) -> arrow.Table:
    """The mean over boards, and how much boards differ beyond the noise of their games.

    Boards are weighed by their precision, see
    :func:`~pixies_experiments.studies.balance.agreement.pooled`; those where too few seats had a
    level are left out if chance deals it, and if play does, there is no mean: who would have it
    where may depend on what it is worth. ``units`` are the boards that count. ``spread`` is the
    standard deviation of the true advantages over boards; ``same_sign`` the share of boards on
    which the advantage has the sign of the mean, ``same_sign_low`` what it is at least, for all
    together: see
    :func:`~pixies_experiments.studies.balance.agreement.same_sign`.
    """
    keys, bands, spreads, estimates = [], [], [], []
    for key, cells in gathered.items():
        values, errors, seats = _estimates(cells)
        if cells.factor.at_end:
            values[:, np.isnan(values).any(axis=0)] = math.nan
        count = len(values)
        together = pooled(values, errors, seats)
        mean = together.mean
        scores = Scores(np.arange(len(mean)), count * np.nan_to_num(together.parts))
        had = np.where(np.isnan(values), 0, seats).sum(axis=0)
        bands.append(Band(mean, together.covariance, had, count, together.boards, (scores,)))
        spreads.append(together.spread)
        estimates.append((values, errors, seats))
        keys += _keys(key, cells)
    band = stack(bands)
    members = int(np.isfinite(band.value).sum())
    share, low = (
        np.concatenate(parts)
        for parts in zip(*(same_sign(*each, members) for each in estimates), strict=True)
    )
    spread = np.concatenate(spreads)
    return family(keys, band, spread=spread, same_sign=share, same_sign_low=low)


def _slopes(
    gathered: Mapping[Key, BoardCells], points: np.ndarray, unknowns: Sequence[str]
) -> arrow.Table:
    """By how much an advantage changes when a number goes from one end to the other.

    Least squares over the independent boards, all numbers together.
    """
    design = np.hstack([np.ones((len(points), 1)), points])
    inverse = np.linalg.inv(design.T @ design)
    freedom = len(points) - design.shape[1]
    keys, bands = [], []
    for key, cells in gathered.items():
        values, _, seats = _estimates(cells)
        fitted = inverse @ design.T @ np.nan_to_num(values)
        variance = ((np.nan_to_num(values) - design @ fitted) ** 2).sum(axis=0) / freedom
        known = ~np.isnan(values).any(axis=0)
        for place in range(len(cells.factor.levels)):
            slope = fitted[1:, place] if known[place] else np.full(len(unknowns), math.nan)
            covariance = inverse[1:, 1:] * (variance[place] if known[place] else math.nan)
            size = np.full(len(unknowns), seats[:, place].sum())
            freely = np.full(len(unknowns), freedom + 1.0)
            bands.append(Band(slope, covariance, size, freedom + 1, freely))
        keys += [
            {**told, "unknown": unknown} for told, unknown in product(_keys(key, cells), unknowns)
        ]
    return family(keys, stack(bands))


def _variance(
    gathered: Mapping[Key, BoardCells], points: np.ndarray, unknowns: Sequence[str]
) -> arrow.Table:
    """What share of the variance of an advantage goes back to each number, to players and agent.

    ``first`` by itself, ``total`` with all its interactions; ``explained`` is the part of what was
    seen in which this is told.
    """
    rows = []
    for factor in dict.fromkeys(factor for *_, factor in gathered):
        cells = {key[:2]: own for key, own in gathered.items() if key[2] == factor}
        players, agents = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
        values = [[_estimates(cells[count, agent])[0] for agent in agents] for count in players]
        effects = sensitivity.Effects(np.moveaxis(np.array(values), 2, 0), points)
        found = sensitivity.shares_of_variance(effects)
        inputs = sensitivity.inputs_of(unknowns, len(players), len(agents))
        levels = next(iter(cells.values())).factor.levels
        for (kind, name), (place, level), (at, given) in product(
            enumerate(sensitivity.KINDS), enumerate(levels), enumerate(inputs)
        ):
            if np.isfinite(found.value[kind, place, at]):
                ends = (found.value, found.low, found.high)
                value, low, high = (float(end[kind, place, at]) for end in ends)
                rows.append(
                    {
                        "kind": name,
                        "factor": factor,
                        "level": level,
                        "input": given,
                        "value": value,
                        "low": low,
                        "high": high,
                        "explained": float(found.explained[place]),
                    }
                )
    return arrow.Table.from_pylist(rows, _VARIANCE)

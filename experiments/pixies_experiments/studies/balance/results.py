"""The tables of results of a study of balance: estimates with both kinds of intervals.

``low`` and ``high`` are the ends of the interval of one row by itself; all rows of a family hold
together within ``joint_low`` and ``joint_high``. A family is all that a table says of one
design and measure, over all numbers of players, tables and levels. ``seats`` were seen, in
``units`` that are independent of each other: deals, or boards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pyarrow as arrow

from pixies_env.core.game import Factor
from pixies_experiments.intervals import wilson
from pixies_experiments.studies.balance.cells import LEAST_SEATS, Band, stack
from pixies_experiments.studies.balance.facts import MEASURES, possible_levels
from pixies_experiments.studies.balance.gathering import (
    Axes,
    Exchanges,
    Gathered,
    double_centred,
    rows_of,
)
from pixies_experiments.studies.balance.plan import CHOSEN, DEALT, OWNED

Keys = Sequence[Mapping[str, Any]]
"""What the rows of a family are about."""


_TYPES = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}


def tables(
    axes: Axes, gathered: Mapping[int, Gathered], precision: float
) -> dict[str, arrow.Table]:
    """All tables but that of the exchanges."""
    found = {"effects": _effects(axes, gathered, precision)}
    if lacking := _too_few(axes, gathered):
        found["too_few"] = arrow.Table.from_pylist(lacking)
    for place in axes.places:
        found[f"by_{place.name}"] = _by_place(axes, gathered, place)
    if len(axes.agents) > 1:
        found["by_agent"] = _by_agent(axes, gathered)
    if axes.meets:
        found["pairs"] = _pairs(axes, gathered)
        found["interactions"] = _interactions(axes, gathered)
    if axes.factor.several:
        found["added"] = _added(axes, gathered)
    if CHOSEN in axes.designs:
        found["choices"] = _choices(axes, gathered)
        if len(axes.designs) > 1:
            found["choice_effect"] = _between(axes, gathered, CHOSEN, axes.main)
    if {OWNED, DEALT} <= set(axes.designs):
        found["owning_effect"] = _between(axes, gathered, OWNED, DEALT)
    return found


def family(keys: Keys, band: Band, shares: bool = False, **also: np.ndarray) -> arrow.Table:
    """Rows of a family; those without an estimate are left out.

    ``shares`` lie between 0 and 1, and so do the ends of their intervals.
    """
    low, high, joint_low, joint_high = shares_within(band) if shares else _ends(band)
    kept = np.isfinite(band.value)
    columns: dict[str, Any] = {
        "value": band.value,
        "low": low,
        "high": high,
        "joint_low": joint_low,
        "joint_high": joint_high,
        "seats": band.seats.astype(np.int64),
        "units": band.units.astype(np.int64),
        **also,
    }
    told = [key for key, keep in zip(keys, kept, strict=True) if keep]
    # Typed, since a family may have no rows.
    types = {name: _TYPES[type(value)] for name, value in keys[0].items()}
    return arrow.table(
        {name: arrow.array([key[name] for key in told], kind) for name, kind in types.items()}
        | {name: arrow.array(values[kept]) for name, values in columns.items()}
    )


def _ends(band: Band) -> tuple[np.ndarray, ...]:
    half, joint = band.half, band.joint_half
    return band.value - half, band.value + half, band.value - joint, band.value + joint


def shares_within(band: Band) -> tuple[np.ndarray, ...]:
    """Wilson's intervals on the number of independent cases that would have the error.

    Where all cases go the same way, that is the number of deals or of cases, whichever is less.
    """
    share, error = band.value, band.error
    # A share of no case at all is NaN, whatever its interval.
    cases = np.maximum(1, np.minimum(band.seats, band.deals)).astype(np.float64)
    varies = (share > 0) & (share < 1) & (error > 0)
    cases[varies] = (share * (1 - share))[varies] / error[varies] ** 2
    ends: list[np.ndarray] = []
    for z in band.critical:
        ends += wilson(share, cases, z)
    return tuple(ends)


def _effects(axes: Axes, gathered: Mapping[int, Gathered], precision: float) -> arrow.Table:
    found = []
    levels, tables = len(axes.factor.levels), len(axes.tables)
    for (at, design), measure in product(enumerate(axes.designs), MEASURES):
        own = range(at * tables * levels, (at + 1) * tables * levels)
        cells = [games.main[measure] for games in gathered.values()]
        means = stack([rows_of(own, each.means()) for each in cells])
        band = stack([rows_of(own, each.advantages()) for each in cells])
        keys = [
            {
                "design": design,
                "measure": measure,
                "players": players,
                "table": table,
                "level": level,
            }
            for players, table, level in product(gathered, axes.tables, axes.factor.levels)
        ]
        # The precision is one of shares of wins; other measures have no natural one.
        needed = band.games_for(precision) if measure == "win" else np.full(len(keys), np.nan)
        found.append(family(keys, band, mean=means.value, games_needed=needed))
    return arrow.concat_tables(found)


def _too_few(axes: Axes, gathered: Mapping[int, Gathered]) -> list[dict[str, Any]]:
    """Levels without an advantage, with the seats that would tell, and the games it takes."""
    found = []
    designs, tables, names = axes.designs, axes.tables, axes.factor.levels
    for players, games in gathered.items():
        cells = games.main["win"]
        unknown = np.isnan(cells.advantages().value).reshape(len(designs), len(tables), -1)
        seats = cells.telling().reshape(unknown.shape)
        for design, table, level in np.argwhere(unknown):
            if level < len(possible_levels(axes.factor, players)):
                seen = int(seats[design, table, level])
                found.append(
                    {
                        "players": players,
                        "design": designs[design],
                        "table": tables[table],
                        "level": names[level],
                        "seats": seen,
                        "games_needed": _enough(axes, players, cells.deals, seen),
                    }
                )
    return found


def _enough(axes: Axes, players: int, deals: int, seats: int) -> int:
    """Deals after which a level has an estimate, if so many had so many seats that tell of it.

    0 where nothing tells: nobody had it, in more deals than its even share of the seats takes.
    """
    share = 1.0 if axes.factor.several else players / len(possible_levels(axes.factor, players))
    even = math.ceil(LEAST_SEATS / share)
    if not seats:
        return even if deals < even else 0
    return max(even, deals + 1, math.ceil(LEAST_SEATS * deals / seats))


def _between(axes: Axes, gathered: Mapping[int, Gathered], design: str, less: str) -> arrow.Table:
    """Advantage in a design less that in another one, on the same deals."""
    found = []
    levels, tables = len(axes.factor.levels), len(axes.tables)
    size = tables * levels
    one, other = axes.designs.index(design), axes.designs.index(less)
    matrix = np.zeros((size, len(axes.designs) * size))
    matrix[:, one * size : (one + 1) * size] = np.eye(size)
    matrix[:, other * size : (other + 1) * size] -= np.eye(size)
    for measure in MEASURES:
        band = stack(
            [games.main[measure].advantages().contrast(matrix) for games in gathered.values()]
        )
        keys = [
            {"measure": measure, "players": players, "table": table, "level": level}
            for players, table, level in product(gathered, axes.tables, axes.factor.levels)
        ]
        found.append(family(keys, band))
    return arrow.concat_tables(found)


def _by_place(axes: Axes, gathered: Mapping[int, Gathered], place: Factor) -> arrow.Table:
    band = stack([games.by_place[place.name].advantages() for games in gathered.values()])
    keys = [
        {"players": players, place.name: at, "level": level}
        for players, at, level in product(gathered, place.levels, axes.factor.levels)
    ]
    return family(keys, band)


def _by_agent(axes: Axes, gathered: Mapping[int, Gathered]) -> arrow.Table:
    band = stack([games.by_agent.advantages() for games in gathered.values()])
    keys = [
        {"players": players, "agent": agent, "level": level}
        for players, agent, level in product(gathered, axes.agents, axes.factor.levels)
    ]
    return family(keys, band)


def _pairs(axes: Axes, gathered: Mapping[int, Gathered]) -> arrow.Table:
    levels = axes.factor.levels
    band = stack([games.pairs.advantages() for games in gathered.values()])
    keys = [
        {"players": players, "level": level, "other": other}
        for players, level, other in product(gathered, levels, levels)
    ]
    return family(keys, band)


def _interactions(axes: Axes, gathered: Mapping[int, Gathered]) -> arrow.Table:
    """What a pair that meets gives beyond what each of both gives, at each table."""
    levels, tables = axes.factor.levels, len(axes.tables)
    band = stack(
        [double_centred(games.met.means(), tables, len(levels)) for games in gathered.values()]
    )
    keys = [
        {"players": players, "table": table, "level": level, "other": other}
        for players, table, level, other in product(gathered, axes.tables, levels, levels)
    ]
    return family(keys, band)


def _added(axes: Axes, gathered: Mapping[int, Gathered]) -> arrow.Table:
    """What a level adds to a seat, all else that it has as it is."""
    found = []
    for measure in MEASURES:
        of = {
            (players, table): games.added[table].effects(measure)
            for players, games in gathered.items()
            for table in axes.tables
        }
        keys = [
            {
                "measure": measure,
                "players": players,
                "table": table,
                "level": level,
                "against": effects.against,
            }
            for (players, table), effects in of.items()
            for level in axes.factor.levels
        ]
        found.append(family(keys, stack([effects.band for effects in of.values()])))
    return arrow.concat_tables(found)


def _choices(axes: Axes, gathered: Mapping[int, Gathered]) -> arrow.Table:
    """How often a level is taken when it is there, and at which turn."""
    found = []
    for what in ("taken", "turn"):
        bands = [(g.taken if what == "taken" else g.turns).means() for g in gathered.values()]
        keys = [
            {"what": what, "players": players, "table": table, "level": level}
            for players, table, level in product(gathered, axes.tables, axes.factor.levels)
        ]
        found.append(family(keys, stack(bands), shares=what == "taken"))
    return arrow.concat_tables(found)


def exchanged(axes: Axes, exchanges: Mapping[tuple[int, str], Exchanges]) -> arrow.Table:
    """What a level is worth to the seat that has it instead of another, all else equal."""
    found = []
    for measure in MEASURES:
        band = stack([each.effects(measure) for each in exchanges.values()])
        keys = [
            {"measure": measure, "players": players, "table": agent, "level": level}
            for (players, agent), level in product(exchanges, axes.factor.levels)
        ]
        found.append(family(keys, band))
    return arrow.concat_tables(found)

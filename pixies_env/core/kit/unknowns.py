"""How printed numbers that are ours could be otherwise, for the games that say so."""

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pixies_env.core.game import Unknown
from pixies_env.core.kit.board_files import PrintedBoard

Tables = dict[str, dict[str, Any]]
"""A board in the structure of its file."""

Way = tuple[Unknown, Callable[[Tables, float], None]]
"""An unknown, and what changes a board in place, given a number from 0 to 1."""


def open_questions(unknowns: Iterable[Unknown], board: PrintedBoard) -> tuple[Unknown, ...]:
    """Ways in which this board could be otherwise: those that change only what is ours."""
    ours = {f"{table}.{key}" for table, key in board.default_numbers()}
    return tuple(unknown for unknown in unknowns if ours.issuperset(unknown.keys))


def check_point(unknowns: Iterable[Unknown], point: Mapping[str, float]) -> None:
    """ValueError for an unknown that there is not, or a number not from 0 to 1."""
    names = [unknown.name for unknown in unknowns]
    for name, value in point.items():
        if name not in names:
            raise ValueError(f"there is no unknown {name!r}; there are {', '.join(names)}")
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"{name} must be 0 to 1, not {value}")


def vary(
    ways: Iterable[Way], board: Mapping[str, Any], point: Mapping[str, float]
) -> dict[str, Any]:
    """A board, in the structure of the file, that is otherwise at the ways named.

    Each way starts from what those before it made of the board. ValueError as of
    :func:`check_point`.
    """
    known = tuple(ways)
    check_point((unknown for unknown, _ in known), point)
    varied: Tables = copy.deepcopy(dict(board))
    touched: set[str] = set()
    for unknown, change in known:
        if unknown.name in point:
            change(varied, point[unknown.name])
            touched.update(key.partition(".")[0] for key in unknown.keys)
    for table in touched:
        varied[table]["standing"] = f"{board[table]['standing']}; varied"
    return varied

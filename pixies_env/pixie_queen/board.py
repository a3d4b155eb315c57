"""The printed numbers of Pixie Queen: read from a file, checked, never changed.

>>> board = load_board()
>>> board.tracks.silver_per_gold
(5, 4, 3, 2, 1, 1)
>>> board.pyramid.hand(6)
('apple', 'bread')
"""

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pixies_env.pixie_queen.board_checks import Problem, entry_problems, fit_problems
from pixies_env.pixie_queen.board_tables import (
    TABLES,
    Demands,
    Dice,
    Part,
    Penalties,
    Pyramid,
    Rewards,
    Score,
    Setup,
    Supply,
    Table,
    Tracks,
)

BoardSource = str | os.PathLike[str] | Mapping[str, Any] | None
"""A TOML file, a mapping of the same structure, or None for the shipped file."""

SHIPPED = "board.toml"


class BoardError(ValueError):
    """A board that cannot be used. Says everything that is wrong with it at once."""

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        return "\n  ".join([f"{self.source} is no usable board:", *map(str, self.problems)])


class Board(Part):
    """All printed numbers. Make one with `load_board`, which checks how they fit each other."""

    pyramid: Pyramid
    tracks: Tracks
    score: Score
    rewards: Rewards
    dice: Dice
    demands: Demands
    supply: Supply
    penalties: Penalties
    setup: Setup

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all numbers, without what is said about them (comments, `standing`)."""
        numbers = self.model_dump(
            mode="json", exclude={table: {"standing"} for table in TABLES}, by_alias=True
        )
        text = json.dumps(numbers, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def to_mapping(self) -> dict[str, Any]:
        """The structure of the file in plain lists and dictionaries, as `load_board` takes it."""
        return self.model_dump(mode="json", by_alias=True)

    def keys(self, table: str) -> tuple[str, ...]:
        """Keys of a table as the file spells them, without `standing`."""
        fields = self._table(table).__class__.model_fields.items()
        return tuple(field.alias or name for name, field in fields if name != "standing")

    def standing_of(self, table: str, key: str | None = None) -> str:
        """How far the numbers of a table can be trusted, or those of one key of it."""
        standing = self._table(table).standing
        if key is None:
            return standing
        if key not in self.keys(table):
            raise KeyError(f"[{table}] has no key {key!r}, only {', '.join(self.keys(table))}")
        of_key, of_rest = self._clauses(table)
        return "; ".join(of_key.get(key, of_rest))

    def default_numbers(self) -> list[tuple[str, str]]:
        """Tables and keys whose numbers are, at least in part, ours and not the publisher's."""
        return [
            (table, key)
            for table in TABLES
            for key in self.keys(table)
            if re.search(r"\bdefault\b", self.standing_of(table, key))
        ]

    def _table(self, table: str) -> Table:
        if table not in TABLES:
            raise KeyError(f"a board has no table {table!r}, only {', '.join(TABLES)}")
        found: Table = getattr(self, table)
        return found

    def _clauses(self, table: str) -> tuple[dict[str, list[str]], list[str]]:
        """Clauses of a standing that name keys, by key, and the others."""
        of_key: dict[str, list[str]] = {}
        of_rest: list[str] = []
        for clause in self._table(table).standing.split(";"):
            names, colon, words = clause.partition(":")
            keys = [name.strip() for name in names.split(",")]
            if colon and set(keys) <= set(self.keys(table)):
                for key in keys:
                    of_key.setdefault(key, []).append(words.strip())
            else:
                of_rest.append(clause.strip())
        return of_key, of_rest


def load_board(source: BoardSource = None) -> Board:
    """Read and check a board: the shipped one, a TOML file, or a mapping of the same structure.

    Raises `BoardError` with all problems if there is any.
    """
    if source is None:
        return _shipped_board()
    if isinstance(source, Mapping):
        return _board("the given mapping", source)
    if isinstance(source, str | os.PathLike):
        return _board(os.fspath(source), _read(Path(source)))
    raise TypeError(f"a board is a path, a mapping or None, not {type(source).__name__}")


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 text: {error.reason} at byte {error.start}"
    except tomllib.TOMLDecodeError as error:
        reason = f"is not TOML: {error}"
    raise BoardError(os.fspath(path), [Problem("", "", reason)])


@cache
def _shipped_mapping() -> dict[str, Any]:
    text = resources.files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _shipped_board() -> Board:
    return _board(f"the shipped {SHIPPED}", _shipped_mapping())


def _board(name: str, content: Mapping[str, Any]) -> Board:
    problems: list[Problem] = []
    tables: dict[str, Table] = {}
    for unknown in [key for key in content if key not in TABLES]:
        text = f"is no table of a board; known are {', '.join(TABLES)}"
        problems.append(Problem(str(unknown), "", text))
    for table, model in TABLES.items():
        if table not in content:
            keys = ", ".join(_shipped_mapping()[table])
            problems.append(Problem(table, "", f"is missing; needs {keys}"))
            continue
        try:
            tables[table] = model.model_validate(_frozen(content[table]))
        except ValidationError as error:
            problems += entry_problems(table, error, _shipped_mapping()[table])
    problems += fit_problems(tables)
    if problems:
        raise BoardError(name, problems)
    return Board.model_validate(tables)


def _frozen(value: object) -> object:
    """The same with tuples for lists, as the strict models want it."""
    if isinstance(value, Mapping):
        return {str(key): _frozen(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_frozen(entry) for entry in value)
    return value

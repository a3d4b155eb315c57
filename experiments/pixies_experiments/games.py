"""Find a game by name, or by where its factory lies."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pixies_env.core.files.toml import read_toml
from pixies_env.core.game import Game
from pixies_env.core.kit.board_files import BoardError
from pixies_env.core.registered import NoFactoryError, make_at
from pixies_env.registry import game_names, make_game


def open_game(
    name: str, board: Path | None = None, options: Mapping[str, Any] | None = None
) -> Game:
    """The game of a registered name, or of ``module:factory`` found from the current folder.

    ``board`` and ``options``, which may hold it instead, are handed on to the game. ValueError if
    there is no such game, TypeError or ValueError if it refuses the options, ValueError (with all
    problems) if the board cannot be used, or which game it is of if that is another one.
    """
    given = dict(options or {})
    if board is not None:
        if "board" in given:
            raise TypeError(f"the board is given twice: {board}, and as the option board")
        given["board"] = os.fspath(board)
    try:
        return _made(name, given)
    except BoardError as error:
        if isinstance(given.get("board"), str) and (other := _game_of(given["board"], name)):
            said = f"{given['board']} is a board of {other}: --game {other}"
            if not Path(given["board"]).exists():
                said += f"; {name} takes the shipped one, if none is named, or a TOML file"
            raise ValueError(said) from None
        raise error


def _made(name: str, options: Mapping[str, Any]) -> Game:
    if ":" not in name:
        return make_game(name, **options)
    current_folder_importable()
    try:
        return make_at(name, options)
    except NoFactoryError as error:
        raise ValueError(
            f"{name!r} names no game: {error}; --game takes a registered name or module:factory"
        ) from None


def _game_of(file: str, refused: str) -> str | None:
    """The other game that ships a board of that name, or has all tables of a file refused here."""
    try:
        tables = set(read_toml(Path(file)))
    except FileNotFoundError:
        return next((name for name in game_names() if _ships(name, file)), None)
    except (OSError, ValueError):
        return None
    for name in game_names():
        known = {number.table for number in make_game(name).printed}
        if tables and tables <= known:
            return name if name != refused else None
    return None


def _ships(name: str, board: str) -> bool:
    try:
        make_game(name, board=board)
    except BoardError:
        return False
    return True


class OwnGame(NamedTuple):
    """How a game that is not registered was opened, to open it again."""

    factory: str
    board: str | None
    options: dict[str, Any]

    def open(self) -> Game:
        """The game again; errors as of :func:`open_game`."""
        return open_game(
            self.factory, None if self.board is None else Path(self.board), self.options
        )


def own_game(
    name: str, board: Path | None = None, options: Mapping[str, Any] | None = None
) -> OwnGame | None:
    """What to keep of a game that a record does not find by its name; None if it does."""
    if ":" not in name:
        return None
    return OwnGame(name, None if board is None else os.fspath(board.resolve()), dict(options or {}))


def numbers_note(game: Game) -> str:
    """Says beside results that numbers of the board are ours, if some are; else nothing."""
    count = sum(number.ours for number in game.printed)
    if not count:
        return ""
    which = "One number of this board is" if count == 1 else f"{count} numbers of this board are"
    return f"{which} ours, not the publisher's: see pixies board."


def current_folder_importable() -> None:
    """Let modules of the current folder be imported, as ``python -m`` does."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())

"""The games that are made by their names, wherever they come from.

A game is registered by one line, ``name_v0 = "module:factory"``: as an entry point of the group
:data:`GROUP` of the distribution that it belongs to, or through :func:`register_game`. The number
is its version. Nothing of a game is imported before it is made; all else that is known of it, such
as its heuristics, the game says itself.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pixies_env.core.errors import did_you_mean, listed, there_are

if TYPE_CHECKING:
    from pixies_env.core.game import Game

GROUP = "pixies_env.games"
"""Entry points of distributions that have games."""

_LINE = re.compile(r"(?P<name>[A-Za-z_]\w*)_v(?P<version>\d+)", re.ASCII)


class Registered(NamedTuple):
    """Where a game is made, as ``module:factory``, and its version."""

    factory: str
    version: int


class NoFactoryError(ValueError):
    """What should be ``module:factory`` is not, or what it names makes no game."""


_by_call: dict[str, Registered] = {}


def register_game(name: str, factory: str) -> None:
    """Let a game be made by its name in this process.

    Gymnasium and PettingZoo have its ids if they are imported later.

    Args:
        name: with its version, such as ``pig_v0``.
        factory: ``module:attribute`` of the function that makes it, imported when it is.

    Raises:
        TypeError: one of them is no text.
        ValueError: one of them is not of that form, or the name is that of another game.
    """
    for meaning, text in (("name", name), ("factory", factory)):
        if not isinstance(text, str):
            raise TypeError(f"the {meaning} of a registered game is a text, not {text!r}")
    _parts_of(factory)
    game, registered = _read(name, factory)
    if _by_call.setdefault(game, registered) != registered:
        raise ValueError(f"there is a game {game!r} already, made by {_by_call[game].factory}")


def _parts_of(factory: str) -> tuple[str, str]:
    """Module and attribute; NoFactoryError if it is not of that form."""
    module, _, attribute = factory.partition(":")
    if not all(name.isidentifier() for name in (*module.split("."), attribute)):
        raise NoFactoryError(f"{factory!r} is not of the form module:factory")
    return module, attribute


def _read(line: str, factory: str) -> tuple[str, Registered]:
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"{line!r}, registered as {factory}, is not of the form name_v0")
    return parts["name"], Registered(factory, int(parts["version"]))


@cache
def _installed() -> dict[str, Registered]:
    # Importing it takes longer than the rest of this package.
    from importlib.metadata import entry_points

    return dict(_read(point.name, point.value) for point in entry_points(group=GROUP))


def registered_games() -> dict[str, Registered]:
    """All games by name; those registered by a call go before those that are installed."""
    return {**_installed(), **_by_call}


def game_versions() -> dict[str, int]:
    """Name and version of each game that can be made."""
    return {name: entry.version for name, entry in registered_games().items()}


def game_names() -> list[str]:
    """Names of all games that can be made."""
    return sorted(registered_games())


def make_game(name: str, board: Any = None, **options: Any) -> Game:
    """The game of a name with a board and options.

    Args:
        name: of a registered game.
        board: the path of a board file, what the game's ``load_board`` read, or a mapping of the
            same structure; None for the shipped one.
        **options: of the game.

    Raises:
        ValueError: there is no such game, what its line names makes none, or it refuses the board
            or the value of an option.
        TypeError: it has no such option, or refuses a value of that type.
    """
    if not isinstance(name, str):
        raise TypeError(f"a game is made by its name, not {name!r}")
    # To look through all that is installed takes as long as to load a game's machine code.
    entry = _by_call.get(name) or _installed().get(name)
    if entry is None:
        names = game_names()
        raise ValueError(
            f"there is no game {name!r}{did_you_mean(name, names)}; {there_are(names)}"
        )
    if board is not None:
        options["board"] = board
    try:
        game = make_at(entry.factory, options)
    except NoFactoryError as error:
        raise ValueError(
            f"{name}_v{entry.version} is registered as {entry.factory}: {error}"
        ) from None
    if (game.name, game.version) != (name, entry.version):
        raise ValueError(
            f"{name}_v{entry.version} is registered as {entry.factory}, which makes "
            f"{game.name}_v{game.version}"
        )
    return game


def make_at(place: str, options: Mapping[str, Any]) -> Game:
    """The game that ``module:factory`` makes with options.

    What the module or the factory raises is handed on, such as an ImportError of something else
    that it needs, or what the game says of its options.

    NoFactoryError if that is not the form, or it names nothing that makes a game.
    """
    from pixies_env.core.game import Game

    module, attribute = _parts_of(place)
    try:
        factory = getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise NoFactoryError(str(error)) from None
    if factory is None:
        raise NoFactoryError(f"module {module} has no {attribute!r}")
    if not callable(factory) or (isinstance(factory, type) and not issubclass(factory, Game)):
        kind = "class" if isinstance(factory, type) else type(factory).__name__
        raise NoFactoryError(f"{place} is a {kind}, not a function that makes a game")
    if missing := [name for name in _needed(factory) if name not in options]:
        raise NoFactoryError(f"{place} cannot be called without {listed(missing)}")
    game = factory(**options)
    if not isinstance(game, Game):
        raise NoFactoryError(f"{place} made a {type(game).__name__}, not a Game")
    return game


def _needed(factory: Callable[..., Any]) -> list[str]:
    """What a function cannot be called without."""
    # A declared factory takes any options, and tells itself which there are. A compiled rule is
    # looked into.
    source = getattr(factory, "py_func", factory)
    try:
        parameters = inspect.signature(source, follow_wrapped=False).parameters.values()
    except (TypeError, ValueError):  # Of one that is not written in Python.
        return []
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        parameter.name
        for parameter in parameters
        if parameter.kind not in optional and parameter.default is inspect.Parameter.empty
    ]

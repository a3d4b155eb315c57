"""What stored data say about their game, and the check when they are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.game import Game
from pixies_env.core.options import HOUSE_RULES
from pixies_env.core.registered import make_game

_MEANINGS = {
    "game": "game",
    "game_version": "version of the rules",
    "board": "digest of the board",
    "catalogue": "digest of the action catalogue",
    "chance_catalogue": "digest of the chance catalogue",
    "options": "options",
}


def identity(game: Game) -> dict[str, Any]:
    """Name, versions, digests and options of a game, as JSON can hold them."""
    return {
        "game": game.name,
        "game_version": game.version,
        "board": game.board_digest,
        "catalogue": game.actions.digest,
        "chance_catalogue": game.outcomes.digest,
        "options": dict(game.specification),
    }


def check_identity(stored: Mapping[str, Any], game: Game, place: str) -> None:
    """ForeignGameError unless stored data are of this very game."""
    own = identity(game)
    for key, meaning in _MEANINGS.items():
        if key not in stored:
            raise DamagedDataError(f"{place}: {key!r}, the {meaning}, is missing")
        if key == "options" and isinstance(stored[key], dict):
            check_options(stored[key], game, place)
        elif stored[key] != own[key]:
            rules = _house_rules(stored) if key == "game" else ""
            raise ForeignGameError(
                f"{place}: the {meaning} is {stored[key]!r}{rules}, but the game at hand "
                f"({game.name}) has {own[key]!r}"
            )


def _house_rules(stored: Mapping[str, Any]) -> str:
    options = stored.get("options")
    digest = options.get(HOUSE_RULES) if isinstance(options, dict) else None
    return "" if digest is None else f" with the house rules {digest!r}"


def check_options(stored: Mapping[str, Any], game: Game, place: str) -> None:
    """ForeignGameError unless the options are those of the game.

    An option that is not stored is at its default: data may be older than the option. House rules
    are not, which are none of a game without them. Boards are told apart by their digest and
    therefore not printed.
    """
    own = game.specification
    known = [each for each in game.options if each.name in own and each.name != HOUSE_RULES]
    older = {each.name: each.default for each in known}
    stored = older | dict(stored)
    for key in dict.fromkeys((*stored, *own)):
        if stored.get(key) == own.get(key):
            continue
        if isinstance(stored.get(key), dict) or isinstance(own.get(key), dict):
            raise ForeignGameError(
                f"{place}: the {key} is not that of the game at hand ({game.name}), "
                f"whose digest is {game.board_digest}"
            )
        raise ForeignGameError(
            f"{place}: the options are not those of the game at hand ({game.name}): "
            f"{key} is {stored.get(key)!r}, not {own.get(key)!r}"
        )


def game_of(stored: Mapping[str, Any], place: str) -> Game:
    """The registered game that stored data name, with their options; checked.

    Stored data hold their board. No file is opened because they name one: whoever made them could
    have any file of this machine read, or a pipe waited for.
    """
    name, options = stored.get("game"), stored.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict):
        raise DamagedDataError(f"{place}: it does not say which game it is of, with which options")
    if isinstance(options.get("board"), str):
        raise ForeignGameError(
            f"{place}: the board is the name of a file, {options['board']!r}, which is not opened; "
            f"hand over the game made with that board"
        )
    try:
        game = make_game(name, **options)
    except (ValueError, TypeError, KeyError, OSError) as error:
        if HOUSE_RULES in options:
            raise ForeignGameError(
                f"{place}: this is of {name!r}, a variant with the house rules "
                f"{options[HOUSE_RULES]!r}, which is not registered; hand the variant over, on the "
                "command line with --game module:make"
            ) from error
        raise ForeignGameError(
            f"{place}: the game {name!r} with options {options!r} cannot be made: {error}; "
            f"hand the game over if it is not a registered one"
        ) from error
    return game

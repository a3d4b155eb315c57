"""Checks of what users hand in: games by name, player counts and seeds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pixies_env.core.errors import UnknownOptionError
from pixies_env.core.game import Game
from pixies_env.core.registered import make_game


def resolve_game(game: Game | str, options: dict[str, Any]) -> Game:
    """The game itself, or the registered game of that name with these options."""
    if isinstance(game, Game):
        if options:
            raise UnknownOptionError(
                f"{', '.join(options)}: options go to the factory of a game; "
                f"here the game {game.name} is already made",
                next(iter(options)),
            )
        return game
    if isinstance(game, str):
        return make_game(game, **options)
    raise TypeError(f"game must be a Game or the name of one, not {game!r}")


LANES = 2**32
"""Lanes, and episodes of a lane, that have random streams of their own."""


def whole_number(value: Any) -> int | None:
    """An integer of any form that a space of Gymnasium contains; None for everything else.

    These are Python's and numpy's of every width, and arrays of them without dimensions, such as
    Stable-Baselines3's ``predict`` gives back. True and False are none.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, np.integer | np.ndarray) and value.dtype.kind in "iu" and not value.shape:
        return int(value)
    return None


def check_count(name: str, value: Any, least: int = 1, most: int = LANES) -> int:
    """An integer of ``least`` to ``most``; TypeError or ValueError otherwise."""
    number = whole_number(value)
    if number is None:
        raise TypeError(f"{name} must be an integer, not {value!r}")
    if not least <= number <= most:
        limit = f"at least {least}" if number < least else f"at most {most}"
        raise ValueError(f"{name} must be {limit}, not {number}")
    return number


def check_seed(seed: Any) -> int:
    """A seed of 0 to 2**64 - 1; TypeError or ValueError otherwise."""
    return check_count("seed", seed, 0, 2**64 - 1)


def check_flag(name: str, value: Any) -> bool:
    """True or False; TypeError otherwise."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_number(name: str, value: Any) -> float:
    """A finite number; TypeError or ValueError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"{name} must be finite, not {value!r}")
    return float(value)


def one_seed_per_game(seed: Any, games: int) -> list[Any]:
    """One seed for all, or one per game, as they were given: not yet checked themselves."""
    if np.ndim(seed) == 0:
        return [seed] * games
    # No array of integers holds both small and large ones: numpy would make them floats.
    seeds = list(seed)
    if len(seeds) != games or np.ndim(seed) != 1:
        raise ValueError(f"seed must be a number or one per game, shape ({games},)")
    return seeds


def check_places(name: str, values: Any, count: int, places: int) -> np.ndarray:
    """``count`` integers of 0 to ``places - 1`` as int64; TypeError or ValueError otherwise."""
    found = np.asarray(values)
    if found.dtype.kind not in "iu" and found.size:
        raise TypeError(f"{name} must be integers, not {found.dtype}")
    if found.shape != (count,):
        raise ValueError(f"{name} must have shape ({count},), not {found.shape}")
    if count and not 0 <= int(found.min()) <= int(found.max()) < places:
        raise ValueError(f"{name} must be 0 to {places - 1}, not {found.min()} to {found.max()}")
    return found.astype(np.int64)


def check_seat(seat: Any, players: int) -> int:
    """A seat of a game with so many players; TypeError or ValueError otherwise."""
    return check_count("player, a seat,", seat, 0, players - 1)


def player_counts(game: Game, num_players: Any, games: int) -> np.ndarray:
    """Players of each game as int64 ``(games,)``, from one number or one per game."""
    if np.ndim(num_players) == 0:
        return np.full(games, game.check_players(num_players), np.int64)
    counts = np.asarray(num_players)
    if counts.shape != (games,):
        raise ValueError(
            f"num_players must be a number or one per game, shape ({games},), not {counts.shape}"
        )
    if counts.dtype.kind not in "iu":
        raise TypeError(f"num_players must be integers, not {counts.dtype}")
    for players in np.unique(counts):
        game.check_players(players)
    return counts.astype(np.int64)

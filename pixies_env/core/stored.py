"""Checks of what was stored outside and may be damaged or edited."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING
from pixies_env.core.single import broken_invariant

MOST_NESTED = 64
"""Lists and objects inside each other in JSON of ours."""


def load_json(text: str | bytes, place: str) -> Any:
    """What a JSON text says; DamagedDataError if it says nothing, or is nested too deeply."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise _too_deep(place) from None
    except ValueError as error:
        raise DamagedDataError(f"{place}: not JSON: {error}") from None
    level = [found]
    for _ in range(MOST_NESTED + 1):
        level = [part for each in level for part in _inside(each)]
        if not level:
            return found
    raise _too_deep(place)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep(place: str) -> DamagedDataError:
    return DamagedDataError(f"{place}: not JSON of ours: nested too deeply")


@contextmanager
def damaged(place: str) -> Iterator[None]:
    """Values of a stored header that cannot be become a DamagedDataError at a place."""
    try:
        yield
    except (DamagedDataError, ForeignGameError):
        raise
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        said = f"{error} is missing" if type(error) is KeyError else str(error)
        raise DamagedDataError(f"{place}: {said}, in its header") from error


def read_position(
    text: Any, game: Game, players: int, place: str, *, stripped: bool = False
) -> bytes:
    """Bytes of a position written as base64; DamagedDataError unless the game can have it.

    ``stripped`` positions lack what one seat does not know, so their invariants are not asked.
    """
    try:
        position = base64.b64decode(text, validate=True)
    except (ValueError, TypeError) as error:
        raise DamagedDataError(f"{place}: not base64: {error}") from None
    if len(position) != game.state_dtype.itemsize:
        raise DamagedDataError(
            f"{place}: has {len(position)} bytes, a state {game.state_dtype.itemsize}"
        )
    array = np.frombuffer(position, game.state_dtype).copy()
    check_waiting(game, array, place)
    if array["players"][0] != players:
        raise DamagedDataError(f"{place}: is of {array['players'][0]} players, not {players}")
    broken = 0 if stripped else broken_invariant(game, array)
    if broken:
        said = game.invariant_messages.get(broken, f"invariant {broken} is broken")
        raise DamagedDataError(f"{place}: cannot be: {said}")
    return position


def check_waiting(game: Game, state: np.ndarray, place: str) -> None:
    """DamagedDataError unless the header of a position is one that the game can have."""
    players, waiting, player, question = (
        int(state[name][0]) for name in ("players", "waiting", "player", "question")
    )
    if players not in game.players:
        raise DamagedDataError(f"{place}: {game.name} is not for {players} players")
    kinds = {DECISION: game.questions, CHANCE: game.chance_kinds, NOTHING: None}
    if waiting not in kinds:
        raise DamagedDataError(f"{place}: waits for {waiting}, which is nothing known")
    asked = kinds[waiting]
    if asked is None:
        return
    nobody = NOBODY if waiting == CHANCE else 0
    if not nobody <= player < players or not 0 <= question < len(asked):
        raise DamagedDataError(f"{place}: asks question {question} of player {player}")


def check_ids(name: str, values: Any, least: int, most: int) -> list[int]:
    """A list of integers of ``least`` to ``most``; TypeError or ValueError otherwise."""
    if not isinstance(values, list):
        raise TypeError(f"{name} must be a list, not {values!r}")
    return [check_count(f"{name}[{at}]", value, least, most) for at, value in enumerate(values)]


def digest_of(content: dict[str, Any]) -> str:
    """SHA-256 over everything in a JSON object except its own ``sha256``."""
    told = {key: value for key, value in content.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

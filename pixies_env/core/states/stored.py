"""Checks of what was stored outside and may be damaged or edited."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from pixies_env.core import single
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.events import first_position
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.seam import CHANCE, DECISION, NOBODY
from pixies_env.core.states.possible import why_impossible


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
    text: Any, game: Game, players: int, place: str, stripped_for: int = NOBODY
) -> bytes:
    """Bytes of a position written as base64; DamagedDataError unless the game can have it.

    ``stripped_for`` is the seat that the position was stripped for, if it was.
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
    check_position(game, array, place, stripped_for)
    if array["players"][0] != players:
        raise DamagedDataError(f"{place}: is of {array['players'][0]} players, not {players}")
    return position


def check_position(game: Game, state: np.ndarray, place: str, stripped_for: int = NOBODY) -> None:
    """DamagedDataError unless an array of one record is a position that the game can have."""
    wrong = why_impossible(game, state, stripped_for)
    if wrong:
        raise DamagedDataError(f"{place}: cannot be: {wrong}")


def check_history(
    game: Game, start: bytes | None, log: Iterable[int], state: np.ndarray, place: str
) -> None:
    """DamagedDataError unless a log of ids leads from a start, or the set-up, to a position."""
    reached = first_position(game, int(state["players"][0]), start)
    for number, code in enumerate(log, 1):
        decides = code >= 0
        due = int(reached["waiting"][0]) == (DECISION if decides else CHANCE)
        if due and decides and code in single.legal_ids(game, reached):
            single.apply_action(game, reached, code)
        elif due and not decides and _is_possible(game, reached, ~code):
            single.apply_outcome(game, reached, ~code)
        else:
            raise DamagedDataError(f"{place}: event {number} of its log cannot be")
    if reached.tobytes() != state.tobytes():
        raise DamagedDataError(f"{place}: its log does not lead to its position")


def _is_possible(game: Game, state: np.ndarray, outcome: int) -> bool:
    ids, weights = single.possible_outcomes(game, state)
    return bool((weights[ids == outcome] > 0).any())


def check_ids(name: str, values: Any, least: int, most: int) -> list[int]:
    """A list of integers of ``least`` to ``most``; TypeError or ValueError otherwise."""
    if not isinstance(values, list):
        raise TypeError(f"{name} must be a list, not {values!r}")
    return [check_count(f"{name}[{at}]", value, least, most) for at, value in enumerate(values)]


def digest_of(content: dict[str, Any]) -> str:
    """SHA-256 over everything in a JSON object except its own ``sha256``."""
    told = {key: value for key, value in content.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

"""The one check that a record of a state is a position which its game can have.

The game itself judges: its ``restore`` must build the same bytes from its own description of the
position. All that reads positions from outside comes here, or to ``restore`` itself.
"""

from __future__ import annotations

import numpy as np

from pixies_env.core import single
from pixies_env.core.game import Game
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING


def why_impossible(game: Game, state: np.ndarray, stripped_for: int = NOBODY) -> str:
    """Why an array of one record is no position that the game can have; "" if it is one.

    ``stripped_for`` is the seat that the position was stripped for, if it was: then a position
    must exist that looks so to that seat.
    """
    return (
        _wrong_header(game, state)
        or _broken(game, state)
        or (
            _wrong_in_whole(game, state)
            if stripped_for == NOBODY
            else _wrong_in_view(game, state, stripped_for)
        )
    )


def _wrong_header(game: Game, state: np.ndarray) -> str:
    players, waiting, player, question = (
        int(state[name][0]) for name in ("players", "waiting", "player", "question")
    )
    if players not in game.players:
        return f"{game.name} is not for {players} players"
    kinds = {DECISION: game.questions, CHANCE: game.chance_kinds, NOTHING: None}
    if waiting not in kinds:
        return f"waits for {waiting}, which is nothing known"
    asked = kinds[waiting]
    if asked is not None:
        nobody = NOBODY if waiting == CHANCE else 0
        if not nobody <= player < players or not 0 <= question < len(asked):
            return f"asks question {question} of player {player}"
    return ""


def _broken(game: Game, state: np.ndarray) -> str:
    broken = single.broken_invariant(game, state)
    return game.invariant_messages.get(broken, f"invariant {broken} is broken") if broken else ""


def _wrong_in_whole(game: Game, state: np.ndarray) -> str:
    try:
        again = game.notation.restore(game.notation.describe(state))
    except ValueError as error:
        return str(error)
    except (ArithmeticError, LookupError, TypeError) as error:
        return f"it cannot be described: {type(error).__name__}: {error}"
    return "" if again.tobytes() == state.tobytes() else "it differs from what it describes"


def _wrong_in_view(game: Game, state: np.ndarray, seat: int) -> str:
    if not 0 <= seat < int(state["players"][0]):
        return f"there is no seat {seat}"
    known = single.copied(state)
    single.hide_from(game, known, seat)
    if known.tobytes() != state.tobytes():
        return f"it holds what player {seat} does not know"
    world = single.copied(state)
    single.resample_for(game, world, seat, 0)
    wrong = _wrong_header(game, world) or _broken(game, world) or _wrong_in_whole(game, world)
    if wrong:
        return wrong
    single.hide_from(game, world, seat)
    return "" if world.tobytes() == state.tobytes() else f"player {seat} never sees it so"

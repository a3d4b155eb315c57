"""Whether ``hide`` keeps from a seat what ``sees`` says it does not see, and shows it all else.

Who is asked next, and what, is seen by all: a secret answer of several decisions tells when it
ends.
"""

from __future__ import annotations

import numpy as np

from pixies_env.core.seam import Sight, header_fields
from pixies_env.core.states.state import State
from pixies_env.testing.claims import hold


def check_sight(state: State, rng: np.random.Generator, place: str) -> None:
    """Two ways that the event due can go look alike to a seat just where it does not see which."""
    for seat in range(state.num_players):
        where = f"{place}, seat {seat}"
        hold(sight_of(state, seat) in set(Sight), where, "sees gives what is no Sight")
    if state.is_over:
        return
    possible = [outcome.id for outcome in state.chance_outcomes() if outcome.probability > 0]
    ids = possible if state.waiting == "chance" else state.legal_actions().tolist()
    if len(ids) < 2:
        return
    one, other = (gone_on(state, int(way)) for way in rng.choice(ids, 2, replace=False))
    for seat in range(state.num_players):
        _check_seat(state, one, other, seat, f"{place}, seat {seat}")


def _check_seat(state: State, one: State, other: State, seat: int, where: str) -> None:
    sight = sight_of(state, seat)
    told = [is_revealed(after, seat) for after in (one, other)]
    if sight == Sight.LATER and told[0] != told[1]:
        return
    ways = f"{_last(one)} or {_last(other)}"
    alike = one.hidden_from(seat) == other.hidden_from(seat)
    if sight == Sight.AT_ONCE or (sight == Sight.LATER and told[0]):
        said = "sees says AT_ONCE" if sight == Sight.AT_ONCE else "revealed says 1"
        hold(not alike or one == other, where, f"{said}, yet hide keeps back whether it was {ways}")
    elif _waits(one) == _waits(other):
        said = "NEVER" if sight == Sight.NEVER else "LATER and revealed 0"
        hold(alike, where, f"sees says {said}, yet after hide it is known whether it was {ways}")


def gone_on(state: State, way: int) -> State:
    """A copy in which the event that is due went this way."""
    copied = state.clone()
    return copied.apply_chance(way) if state.waiting == "chance" else copied.apply(way)


def sight_of(state: State, seat: int) -> int:
    """What a seat sees of the event that is due."""
    return int(state.game.functions.sees(state.array[0], state.game.board[0], seat))


def is_revealed(state: State, seat: int) -> bool:
    """Whether all that a seat was to see later has come to light."""
    return bool(state.game.functions.revealed(state.array[0], state.game.board[0], seat))


def _waits(state: State) -> list[int]:
    return [int(state.array[name][0]) for name, _ in header_fields()]


def _last(state: State) -> str:
    return state.history[-1].name

"""Every form of an id that the action space contains is taken, by every adapter and the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pixies_env.adapters import aec
from pixies_env.adapters.aec_seat import AecSeat
from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.game import Game
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State

WIDTHS = [
    kind
    for name in ("int", "uint")
    for bits in (8, 16, 32, 64)
    for kind in [np.dtype(f"{name}{bits}").type]
]
FORMS: list[Any] = [int, *WIDTHS, *(lambda n, kind=kind: np.array(n, kind) for kind in WIDTHS)]
NO_IDS = [True, False, np.True_, np.array(True), 1.0, np.float32(1), np.array(1.0), "1", None]
NO_IDS += [[1], np.array([1]), np.array([[1]]), 1 + 0j, b"1"]


def trials(game: Game) -> dict[str, tuple[Any, Callable[[Any], Any], Callable[[Any], bytes]]]:
    """An object in the middle of a game, how it is handed an action, and its position."""
    raw, seat = aec.RawEnv(game, 3), AecSeat(aec.RawEnv(game, 3))
    wrapped = aec.wrapped(aec.RawEnv(game, 3), -1.0)
    parallel = aec.parallel(aec.wrapped(aec.RawEnv(game, 3), -1.0))
    single = SingleSeatEnv(game, 3, skip_forced=False)
    for env in (raw, seat, wrapped, parallel, single):
        env.reset(seed=3)
    state = State(game, 3, 3)

    def on_workspace(env: Any) -> bytes:
        return bytes(env.unwrapped._workspace["state"].tobytes())

    def at_once(action: Any) -> None:
        parallel.step({parallel.aec_env.agent_selection: action})

    return {
        "raw": (raw, raw.step, on_workspace),
        "wrapped": (wrapped, wrapped.step, on_workspace),
        "parallel": (parallel.aec_env, at_once, on_workspace),
        "aec seat": (seat.env, seat.step, on_workspace),
        "single": (single, single.step, lambda env: env.view.state(0).tobytes()),
        "state": (state, state.apply, lambda state: state.position_bytes),
    }


TRIALS = ["raw", "wrapped", "parallel", "aec seat", "single", "state"]


@pytest.mark.parametrize("name", TRIALS)
def test_an_id_is_taken_in_every_form_that_the_space_contains(toy: Game, name: str) -> None:
    space = aec.RawEnv(toy, 3).action_space("player_0")
    reached = set()
    for form in FORMS:
        made, step, position = trials(toy)[name]
        assert space.contains(form(0)) or form(0).dtype == np.uint64
        step(form(0))
        reached.add(position(made))
    assert len(reached) == 1


@pytest.mark.parametrize("name", TRIALS)
@pytest.mark.parametrize("action", NO_IDS, ids=repr)
def test_what_is_no_id_is_refused_and_changes_nothing(toy: Game, name: str, action: Any) -> None:
    if name == "state" and isinstance(action, str):
        action = "no such decision"  # Names are taken there, and their beginnings are not.
    made, step, position = trials(toy)[name]
    before = position(made)
    with pytest.raises((IllegalActionError, TypeError, AssertionError)) as caught:
        step(action)
    assert position(made) == before
    assert "action" in str(caught.value) or "decision" in str(caught.value)


@pytest.mark.parametrize("kind", WIDTHS)
def test_many_ids_are_taken_in_every_width(toy: Game, kind: Any) -> None:
    env = SeatVectorEnv(2, toy, 3)
    env.reset(seed=1)
    env.step(env.action_masks().argmax(axis=1).astype(kind))
    env.step([np.array(action, kind) for action in env.action_masks().argmax(axis=1)])


def test_an_outcome_of_chance_is_taken_in_every_form(toy: Game) -> None:
    reached = set()
    for form in FORMS:
        state = State(toy, 2, chance=MANUAL)
        assert state.waiting == "chance"
        entry = form(state.chance_outcomes()[0].id)
        state.apply_chance(entry)
        reached.add(state.position_bytes)
    assert len(reached) == 1


def test_an_id_has_its_name_in_every_form(toy: Game) -> None:
    state = State(toy, 2, 1)
    assert {state.action_name(form(0)) for form in FORMS} == {state.action_name(0)}
    with pytest.raises(TypeError, match="must be an integer"):
        state.action_name(np.array([0]))

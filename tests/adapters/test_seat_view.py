"""The view of a learning seat: what opponents are told, and what happens when they fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pixies_env.adapters.seat_view import SeatView
from pixies_env.core.agents import CompiledAgent, Decisions, RandomAgent
from pixies_env.core.batches.arena import AgentError
from pixies_env.core.compilation.compile import rule
from pixies_env.core.errors import ImpossibleScriptError
from pixies_env.core.game import Game
from pixies_env.core.seam import NOTHING
from pixies_env.core.single import hide_from
from tests.games import hidden_card

LANES = 5


class Watcher:
    """Plays the lowest legal id and keeps what it was handed."""

    name = "watcher"
    needs_observations = True

    def __init__(self) -> None:
        self.handed: list[Decisions] = []

    def choose(self, decisions: Decisions) -> np.ndarray:
        self.handed.append(decisions)
        return decisions.action_masks.argmax(axis=1)


class Faulty:
    """Chooses legally a few times, then does something wrong."""

    name = "faulty"
    needs_observations = False

    def __init__(self, fault: Callable[[Decisions], Any], after: int = 2) -> None:
        self.fault, self.left = fault, after

    def choose(self, decisions: Decisions) -> Any:
        self.left -= 1
        return self.fault(decisions) if self.left < 0 else decisions.action_masks.argmax(axis=1)


@rule
def no_id(state, board, player, ids, count, data, bits):  # type: ignore[no-untyped-def]
    return 1000 if state.turn > 0 else ids[0]


def failing(decisions: Decisions) -> Any:
    raise KeyError("lost my notes")


def content(view: SeatView) -> list[bytes]:
    return [array.tobytes() for array in (*view._arrays, view.rewards, view.terminated)]


def step_until_it_fails(view: SeatView) -> tuple[AgentError, list[bytes]]:
    """The error of a faulty opponent, and what the view held before that step."""
    for _ in range(20):
        before = content(view)
        try:
            view.step(view.action_masks.argmax(axis=1))
        except AgentError as error:
            return error, before
    raise AssertionError("the opponent did nothing wrong")


def test_opponents_are_told_only_what_their_seat_knows(toy: Game) -> None:
    watcher = Watcher()
    view = SeatView(toy, LANES, 3, opponents=watcher)
    view.reset(seed=1)
    for _ in range(8):
        view.step(view.action_masks.argmax(axis=1))
    assert watcher.handed
    for decisions in watcher.handed:
        for row, seat in enumerate(decisions.seats):
            stripped = decisions.states[row : row + 1].copy()
            hide_from(toy, stripped, int(seat))
            assert stripped.tobytes() == decisions.states[row : row + 1].tobytes()
            assert decisions.action_masks[row].any()


def test_one_agent_decides_for_many_games_at_once(toy: Game) -> None:
    watcher = Watcher()
    SeatView(toy, LANES, 4, opponents=watcher, seat=3).reset(seed=2)
    assert [len(decisions.seats) for decisions in watcher.handed] == [LANES] * 3


FAULTS = [
    (failing, "raised KeyError.*lost my notes"),
    (lambda decisions: np.full(len(decisions.seats), 99), "chose 99, which is not legal"),
    (lambda decisions: np.zeros(len(decisions.seats)), "gave back float64"),
    (lambda decisions: np.zeros(len(decisions.seats) + 1, int), "gave back int64 of shape"),
]


@pytest.mark.parametrize(("fault", "message"), FAULTS)
def test_a_faulty_opponent_is_named_and_nothing_has_changed(
    toy: Game, fault: Callable[[Decisions], Any], message: str
) -> None:
    view = SeatView(toy, LANES, 3, opponents=["random", Faulty(fault)], seat=0)
    view.reset(seed=3)
    error, before = step_until_it_fails(view)
    assert content(view) == before
    assert re.search(f"agent faulty on seat 2 of lane .*{message}", str(error))
    assert (error.agent, error.seat) == ("faulty", 2)


def test_a_faulty_compiled_opponent_is_named_and_nothing_has_changed() -> None:
    toy = hidden_card.game()
    view = SeatView(toy, LANES, 2, opponents=CompiledAgent(toy, "clumsy", no_id))
    view.reset(seed=4)
    error, before = step_until_it_fails(view)
    assert content(view) == before
    assert re.search("agent clumsy on seat . of lane .* not legal", str(error))


def test_an_impossible_script_changes_nothing(toy: Game) -> None:
    view = SeatView(toy, LANES, 2, script={"deal": ["card(6)"] * 3})
    before = content(view)
    with pytest.raises(ImpossibleScriptError, match="lane"):
        view.reset(seed=5)
    assert content(view) == before


def test_scripted_chance(toy: Game) -> None:
    view = SeatView(toy, LANES, 2, seat=0, script={"deal": ["card(6)", None, "card(6)"]})
    view.reset(seed=6)
    assert (view.observations[:, 8] == 1.0).all()


def test_only_the_lanes_named_are_stepped_and_reset(toy: Game) -> None:
    view = SeatView(toy, LANES, 3)
    view.reset(seed=7)
    before = view._arrays.states.copy()
    some = np.arange(LANES) % 2 == 0
    view.step(view.action_masks.argmax(axis=1), where=some)
    assert np.array_equal(view._arrays.states[~some], before[~some])
    assert (view._arrays.states[some] != before[some]).all()
    before = view._arrays.states.copy()
    view.reset(where=~some)
    assert np.array_equal(view._arrays.states[some], before[some])
    assert (view._arrays.states[~some] != before[~some]).all()


def test_a_learner_who_moved_last_may_not_have_to_wait(toy: Game) -> None:
    """The winner of a round decides again at once: no opponent moves in between."""
    watcher = Watcher()
    view = SeatView(toy, 40, 2, opponents=watcher, seat=1)
    view.reset(seed=8)
    told = len(watcher.handed)
    view.step(view.action_masks.argmax(axis=1))
    again = view._arrays.states["question"] != hidden_card.CARD
    assert again.any()
    assert all(len(decisions.seats) <= (~again).sum() for decisions in watcher.handed[told:])


def test_games_that_do_not_ask_the_learner_are_passed_over(
    toy: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = SeatView(toy, LANES, 2)
    advance, calls = view._advance, []

    def some_end_at_once(lanes: np.ndarray, actions: np.ndarray) -> None:
        advance(lanes, actions)
        if not calls:
            view._arrays.states["waiting"][lanes[:2]] = NOTHING
        calls.append(len(lanes))

    monkeypatch.setattr(view, "_advance", some_end_at_once)
    view.reset(seed=1)
    assert calls == [LANES, 2]
    assert view._arrays.streams["episode"].tolist() == [1, 1] + [0] * (LANES - 2)
    assert not view.terminated.any()


def test_before_reset_there_is_no_step(toy: Game) -> None:
    with pytest.raises(RuntimeError, match="reset"):
        SeatView(toy, 1, 2).step(np.zeros(1, int))


def test_agents_of_the_protocol_and_specifications_give_the_same_games(toy: Game) -> None:
    views = [
        SeatView(toy, LANES, 3, opponents=opponents)
        for opponents in ("random", RandomAgent(toy), ["random", RandomAgent(toy)])
    ]
    for view in views:
        view.reset(seed=9)
        for _ in range(6):
            view.step(view.action_masks.argmax(axis=1))
    assert content(views[0])[0] == content(views[1])[0] == content(views[2])[0]

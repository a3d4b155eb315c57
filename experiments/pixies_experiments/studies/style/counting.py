"""Games of an agent with itself, and what is counted in them decision by decision.

A game is played once by the agent, and gone through again with what it decided: then the true
position before and after each decision is there, for many games side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import AgentError, Block, Observed, play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.course import Course, course_of
from pixies_env.core.game import Game
from pixies_env.core.seam import NOBODY
from pixies_env.core.states import record_files
from pixies_experiments.pieces import STOP, Failure, GameFailedError
from pixies_experiments.studies.play import lane_of

OPENING = 3
"""Moves of a seat that make up its opening."""


class Games(NamedTuple):
    """Finished games of one agent, and all decisions in them."""

    deals: np.ndarray
    """int64 ``(n,)``."""
    block: Block
    actions: np.ndarray
    """int64 ``(n, longest)``: ids of the decisions; -1 behind the last."""


class Counts(NamedTuple):
    """What was counted in some games."""

    chosen: np.ndarray
    """int64 ``(n, actions)``: how often each decision was taken, by all seats."""
    offered: np.ndarray
    """The same: how often it could have been."""
    verbs_chosen: np.ndarray
    """int64 ``(n, rounds, families of decisions)``: how often one of them was taken."""
    verbs_offered: np.ndarray
    """The same: how often one at least could have been."""
    amounts: np.ndarray
    """int64 ``(n, rounds, max_players, tallies)``: what each seat came by."""
    openings: np.ndarray
    """int64 ``(n, max_players, OPENING)``: first moves of each seat; -1 where there is none."""


def play(
    game: Game,
    agent: Agent,
    spec: str,
    deals: range,
    *,
    players: int,
    seed: int,
    on_error: str,
    failures: list[Failure],
) -> Iterator[Games]:
    """Play some deals with an agent on all seats; those in which it fails are noted.

    GameFailedError if it fails and ``on_error`` is ``stop``.
    """
    lanes = lane_of(0, players) + np.array(deals, np.int64)
    decided: list[Observed] = []
    try:
        (block,) = play_games(
            game,
            [[agent] * players],
            games=len(deals),
            seed=seed,
            first_game=int(lanes[0]),
            lanes=lanes,
            observer=decided.append,
            block=len(deals),
        )
    except AgentError as error:
        if len(deals) > 1:
            # An agent that raises does so for all games at once: they are told apart.
            middle = len(deals) // 2
            same: dict[str, Any] = {"players": players, "seed": seed, "on_error": on_error}
            for part in (deals[:middle], deals[middle:]):
                yield from play(game, agent, spec, part, failures=failures, **same)
            return
        record = record_files.to_json_lines(error.record)
        failure = Failure(str(error), spec, error.game, error.seat, record)
        if on_error == STOP:
            raise GameFailedError(failure) from error
        failures.append(failure)
        return
    actions = np.full((len(deals), int(block.decisions.max(initial=0))), -1, np.int64)
    for observed in decided:
        actions[observed.games - lanes[0], observed.steps] = observed.actions
    yield Games(np.array(deals, np.int64), block, actions)


def count(game: Game, games: Games, players: int, seed: int) -> Counts:
    """Go through games again and count."""
    number = len(games.deals)
    env = BatchEnv(game, number, players, seed, observations=False)
    env.streams["lane"] = lane_of(0, players) + games.deals
    counter = _Counter(game, number)
    step = env.reset()
    for taken in games.actions.T:
        lanes = np.flatnonzero(step.players != NOBODY)
        before, masks = env.states[lanes], step.action_masks[lanes].copy()
        chosen = np.where(step.players != NOBODY, taken, 0)
        step = env.step(chosen)
        counter.add(lanes, before, masks, chosen[lanes], env.states[lanes])
    return counter.counts()


class _Counter:
    """Counts by game and round."""

    def __init__(self, game: Game, number: int) -> None:
        self._game, self._number = game, number
        self._course = course_of(game)
        self._seats = game.max_players
        actions = len(game.actions)
        families = [family for family in game.actions.families if len(family)]
        self._starts = np.array([family.start for family in families])
        self._family = np.searchsorted(self._starts, np.arange(actions), side="right") - 1
        self._chosen, self._offered = np.zeros((2, number, actions), np.int64)
        self._verbs: list[np.ndarray] = []
        self._amounts: list[np.ndarray] = []
        self._openings = np.full((number, self._seats, OPENING), -1, np.int64)
        self._moved = np.zeros((number, self._seats), np.int64)
        self._is_move = _moves(game, self._course)
        self._levels: np.ndarray | None = None

    def add(
        self,
        lanes: np.ndarray,
        before: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        after: np.ndarray,
    ) -> None:
        """Take in one decision of some games, what was legal, and the states around it."""
        course = self._course
        rounds = np.zeros(len(lanes), np.int64) if course is None else course.rounds(before)
        while len(self._verbs) <= rounds.max(initial=0):
            self._verbs.append(np.zeros((2, self._number, len(self._starts)), np.int64))
            tallies = 0 if course is None else len(course.tallies)
            self._amounts.append(np.zeros((self._number, self._seats, tallies), np.int64))
        amounts = None if course is None else self._came(course, lanes, before, actions, after)
        self._chosen[lanes, actions] += 1
        self._offered[lanes] += masks
        possible = np.logical_or.reduceat(masks, self._starts, axis=1)
        for at in np.unique(rounds):
            rows = rounds == at
            chosen, offered = self._verbs[at]
            chosen[lanes[rows], self._family[actions[rows]]] += 1
            offered[lanes[rows]] += possible[rows]
            if amounts is not None:
                self._amounts[at][lanes[rows]] += amounts[rows]
        self._open(lanes, before["player"].astype(np.int64), actions)

    def _came(
        self,
        course: Course,
        lanes: np.ndarray,
        before: np.ndarray,
        actions: np.ndarray,
        after: np.ndarray,
    ) -> np.ndarray:
        reached = course.levels(self._game, after)
        if self._levels is None:
            # What was there from the start was come by in the first round.
            self._levels = np.zeros((self._number, *reached.shape[1:]), np.int64)
        gained = reached - self._levels[lanes]
        self._levels[lanes] = reached
        caused = course.causes(self._game, before, actions, after)
        return np.concatenate([gained, caused], axis=2)

    def _open(self, lanes: np.ndarray, seats: np.ndarray, actions: np.ndarray) -> None:
        opens = self._is_move[actions] & (self._moved[lanes, seats] < OPENING)
        lanes, seats, actions = lanes[opens], seats[opens], actions[opens]
        self._openings[lanes, seats, self._moved[lanes, seats]] = actions
        self._moved[lanes, seats] += 1

    def counts(self) -> Counts:
        """What was counted."""
        verbs = np.stack(self._verbs, axis=2)
        return Counts(
            self._chosen,
            self._offered,
            verbs[0],
            verbs[1],
            np.stack(self._amounts, axis=1),
            self._openings,
        )


def _moves(game: Game, course: Course | None) -> np.ndarray:
    """Bool ``(actions,)``: which decisions are moves; all of a game that does not say."""
    verbs = [family.verb for family in game.actions.families]
    moves = verbs if course is None else course.moves
    return np.array([game.actions.family(a).verb in moves for a in range(len(game.actions))])

"""Agents that play by a model of another library: one call of it decides in many games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np

from pixies_env.core import seam
from pixies_env.core.agents import Decisions
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.errors import listed, shown
from pixies_env.core.game import Game
from pixies_env.core.seam import OBSERVATION


def check_is_file(file: str) -> None:
    """ValueError if there is no such file."""
    if not Path(file).is_file():
        raise ValueError(f"there is no file {file}")


class Model(Protocol):
    """What has learned to score decisions from observations."""

    @property
    def features(self) -> int | None:
        """Entries of an observation; None if it does not say."""
        ...

    def scores(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """A score for every decision, float ``(n, actions)``; those of illegal ones do not count.

        Args:
            observations: float32 ``(n, features)``.
            masks: bool ``(n, actions)``, what is legal.
        """
        ...


@kernel
def _observe_rows(
    table: Any, states: Any, board: Any, seats: Any, mode: Any, observations: Any
) -> Any:
    for row in range(states.shape[0]):
        seam.observe(table, states[row], board[0], int(seats[row]), mode, observations[row])
    return 0


class ModelAgent:
    """Plays by a model.

    Args:
        game: the game it plays.
        name: what tables call it.
        model: scores the decisions.
        observation_mode: which observations the model reads; None: the first that has as many
            entries as it wants, or the first of all.
        temperature: of the softmax that decisions are drawn from; 0 takes the best one.

    Raises:
        ValueError: the model reads no observation of this game, or not that of this mode, or it
            gives another number of scores than the game has decisions.
    """

    needs_observations = False

    def __init__(
        self,
        game: Game,
        name: str,
        model: Model,
        observation_mode: str | None = None,
        temperature: float = 0.0,
    ) -> None:
        self.game = game
        self.name = name
        self.model = model
        self.observation_mode = _mode_of(game, model.features, observation_mode)
        self.temperature = temperature
        size = game.observation_size(self.observation_mode)
        try:
            self._scores_of(
                np.zeros((1, size), OBSERVATION), np.ones((1, len(game.actions)), np.bool_)
            )
        except Exception as error:
            raise ValueError(
                f"the model does not play {game.name}, whose observations have {size} entries in "
                f"the mode {self.observation_mode!r}: {shown(str(error))}"
            ) from error

    def on_board(self, game: Game) -> Self:
        """The agent for the same game on another board; ValueError if its model does not fit."""
        return type(self)(game, self.name, self.model, self.observation_mode, self.temperature)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``."""
        if self.temperature == 0.0:
            return self._scores(decisions).argmax(axis=1)
        # The upper 53 bits of a draw as a number from 0 to 1.
        drawn = (decisions.bits >> np.uint64(11)) * 2.0**-53
        sums = self.probabilities(decisions).cumsum(axis=1)
        return (sums < (drawn * sums[:, -1])[:, None]).sum(axis=1)

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """The distribution that it draws from; float64 ``(n, actions)``."""
        scores = self._scores(decisions)
        if self.temperature == 0.0:
            best = scores.argmax(axis=1)
            return (np.arange(scores.shape[1]) == best[:, None]).astype(np.float64)
        weights = np.exp((scores - scores.max(axis=1, keepdims=True)) / self.temperature)
        return weights / weights.sum(axis=1, keepdims=True)

    def _scores(self, decisions: Decisions) -> np.ndarray:
        """Scores of the legal decisions, minus infinity elsewhere."""
        masks = decisions.action_masks
        size = self.game.observation_size(self.observation_mode)
        observations = np.zeros((len(masks), size), OBSERVATION)
        mode = self.game.observation_mode_index(self.observation_mode)
        _observe_rows(
            self.game.table,
            decisions.states,
            self.game.board,
            decisions.seats,
            np.int64(mode),
            observations,
        )
        return self._scores_of(observations, masks)

    def _scores_of(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        scores = np.asarray(self.model.scores(observations, masks), np.float64)
        if scores.shape != masks.shape:
            raise ValueError(
                f"the model gives scores of the shape {scores.shape}, not {masks.shape}: "
                f"{self.game.name} has {masks.shape[1]} decisions"
            )
        if not np.isfinite(scores[masks]).all():
            raise ValueError("the model gives scores that are no finite numbers")
        return np.where(masks, scores, -np.inf)

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


def _mode_of(game: Game, features: int | None, observation_mode: str | None) -> str:
    """The observation mode that a model reads."""
    if features is None:
        return game.check_observation_mode(observation_mode)
    sizes = {mode: game.observation_size(mode) for mode in game.observation_modes}
    if observation_mode is not None:
        game.check_observation_mode(observation_mode)
        sizes = {observation_mode: sizes[observation_mode]}
    for mode, size in sizes.items():
        if size == features:
            return mode
    there = listed([f"{mode} of {size}" for mode, size in sizes.items()])
    raise ValueError(
        f"the model reads observations of {features} entries; those of {game.name} are {there}"
    )

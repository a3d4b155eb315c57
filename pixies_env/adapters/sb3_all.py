"""Stable-Baselines3: games in which all seats learn, each from its own return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from pixies_env.adapters.sb3_vec import BatchVecEnv, dealt_counts
from pixies_env.adapters.seat_kernels import observe_seats
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.batches.stored_lanes import check_arrays
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count, player_counts
from pixies_env.core.options import takes_game_options
from pixies_env.core.seam import OBSERVATION

WAITING = 0
"""The one id that a seat may choose while another one decides; it does nothing."""


class AllSeatsVecEnv(BatchVecEnv):
    """``num_games`` games; every seat of every game is an environment with a return of its own.

    The environments are the seats of the first game in turn, then those of the second, and so
    on. In each step the seat to move of each game decides. For the others it is a step of
    waiting: they see the position from their seat, their mask allows one id, and what they are
    paid arrives at their own environment. So a value is learned at every position for every seat.

    Args:
        num_games: number of games; ``num_players``, ``skip_forced``, ``reward``,
            ``observation_mode``, ``seed``, ``threads``, ``board_of_lane`` (by game), the list of
            games and options of the game are as in
            :class:`~pixies_env.adapters.sb3_vec.SeatVecEnv`.
    """

    @takes_game_options
    def __init__(
        self,
        game: Game | str | Sequence[Game] | Boards,
        num_games: int,
        num_players: int | Sequence[int] | None = None,
        *,
        skip_forced: bool = True,
        reward: str = "rank",
        observation_mode: str | None = None,
        seed: int = 0,
        threads: int | None = None,
        board_of_lane: np.ndarray | None = None,
        **game_options: Any,
    ) -> None:
        boards = several_boards(game, game_options)
        made = boards.first
        check_count("num_games", num_games)
        players = player_counts(made, dealt_counts(made, num_players, num_games), num_games)
        self._boards = boards
        self.batch = BatchEnv(
            boards,
            num_games,
            players,
            seed,
            skip_forced=skip_forced,
            reward=reward,
            observation_mode=observation_mode,
            observations=False,
            threads=threads,
            board_of_lane=board_of_lane,
        )
        self.games = np.repeat(np.arange(num_games), players)
        """int64 ``(num_envs,)``: the game of each environment."""
        self.seats = np.concatenate([np.arange(count) for count in players])
        """int64 ``(num_envs,)``: its seat."""
        self._first = np.cumsum(players) - players
        self._begun = False
        super().__init__(made, self.batch.observation_mode, players[self.games])
        self._mode = made.observation_mode_index(self.batch.observation_mode)
        boards.check_observations(self.batch.observation_mode)
        features = made.observation_size(self.batch.observation_mode)
        self._observations = np.zeros((self.num_envs, features), OBSERVATION)
        self._masks = np.zeros((self.num_envs, len(made.actions)), np.bool_)

    def action_masks(self) -> np.ndarray:
        """What is legal for each seat, bool ``(num_envs, actions)``; one id where it waits."""
        return self._masks

    @property
    def deciding(self) -> np.ndarray:
        """Bool ``(num_envs,)``: the seat has a decision to take, it does not wait."""
        deciding: np.ndarray = self.batch.shown.players[self.games] == self.seats
        return deciding

    def reset(self) -> np.ndarray:
        """Begin all games: the first of the seed, or the next ones; float32 observations."""
        seeds = self._seed_list()
        per_game = None if seeds is None else np.array(seeds, np.uint64)[self._first]
        if per_game is not None and not self._begun:
            self.batch.streams["seed"] = per_game
            per_game = None
        self.batch.reset(seed=per_game)
        self._begun = True
        self._forget_episodes()
        self._look()
        return self._observations.copy()

    def step_wait(self) -> VecEnvStepReturn:
        """Carry out the decision of each game's seat to move."""
        movers = self._first + np.maximum(self.batch.shown.players, 0)
        shown = self.batch.step(self._actions[movers])
        paid = shown.rewards[self.games, self.seats]
        ended, dones = shown.terminated.copy(), shown.terminated[self.games]
        if ended.any():
            self._look()
        infos = self._note(paid, dones, self._observations)
        self.paid[:] = from_own_seat(shown.rewards[self.games], self.seats, self.players)
        if ended.any():
            self.batch.reset(ended)
        self._look()
        return self._observations.copy(), paid.astype(np.float32), dones, infos

    def _look(self) -> None:
        """Write what every seat sees and may do."""
        game, batch = self.game, self.batch
        observe_seats(
            game.table,
            batch.states,
            self._boards.records,
            batch.board_of_lane,
            self.games,
            self.seats,
            self._mode,
            self._observations,
        )
        deciding = self.deciding
        self._masks[deciding] = batch.shown.action_masks[self.games[deciding]]
        self._masks[~deciding] = False
        self._masks[~deciding, WAITING] = True

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes while games go on, for :meth:`restore`."""
        return self.batch.arrays() | self._episodes()

    def restore(self, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        """Go on where ``arrays`` were taken from an equal environment; the observations there.

        DamagedDataError if they are of another one or cannot be; nothing has changed then.
        """
        check_arrays(arrays, self._episodes())
        self.batch.restore(arrays)
        self._restore_episodes(arrays)
        self._begun = True
        self._look()
        return self._observations.copy()

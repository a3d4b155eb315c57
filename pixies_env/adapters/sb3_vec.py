"""Stable-Baselines3: many games stepped together, one learner in each or all seats learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn

from pixies_env.adapters.defaults import default_players
from pixies_env.adapters.opponents import RANDOM_SEAT, AgentSpec, Drawn
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.adapters.seat_view import SeatView
from pixies_env.adapters.spaces import action_choice, observation_box
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.batches.stored_lanes import check_arrays
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.options import takes_game_options
from pixies_env.core.states.scripts import Script

MASKS = "action_masks"
"""The method that MaskablePPO of sb3-contrib asks for."""


class BatchVecEnv(CopiedWhole, VecEnv):
    """What the two environments have in common; ``arrays`` are for checkpoints.

    A game that ends begins anew in the same step, as Stable-Baselines3 wants it: ``rewards`` and
    ``dones`` tell of the game that ended, ``infos[i]["terminal_observation"]`` holds its last
    observation and ``infos[i]["episode"]`` its return ``r`` and length ``l`` in decisions.
    ``env_method("action_masks")`` gives one bool array per environment, none of them all false.

    ``paid``, float32 ``(num_envs, max_players)``, is what the last step paid to every seat of each
    game, one's own first, then those to the left; ``playing``, bool of the same shape, tells which
    of these places are seats of the game, and ``players``, ``(num_envs,)``, how many they are.
    """

    def __init__(self, game: Game, observation_mode: str, players: np.ndarray) -> None:
        self.game, num_envs = game, len(players)
        self.render_mode = None
        super().__init__(num_envs, observation_box(game, observation_mode), action_choice(game))
        self.players = players
        self.playing = np.arange(game.max_players) < players[:, None]
        self.paid = np.zeros(self.playing.shape, np.float32)
        self._actions = np.zeros(num_envs, np.int64)
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)

    def action_masks(self) -> np.ndarray:
        """What is legal now, bool ``(num_envs, actions)``."""
        raise NotImplementedError

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = np.asarray(actions)

    def _note(self, rewards: np.ndarray, dones: np.ndarray, last: np.ndarray) -> list[Any]:
        """Infos of a step; ``last`` are the observations before games begin anew."""
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(dones):
            episode = {"r": float(self._returns[index]), "l": int(self._lengths[index])}
            infos[index] = {"terminal_observation": last[index].copy(), "episode": episode}
        self._returns[dones], self._lengths[dones] = 0.0, 0
        return infos

    def _forget_episodes(self) -> None:
        self._returns[:], self._lengths[:] = 0.0, 0

    def _episodes(self) -> dict[str, np.ndarray]:
        """Returns and lengths of the episodes so far, for a checkpoint."""
        return {"returns": self._returns.copy(), "lengths": self._lengths.copy()}

    def _restore_episodes(self, arrays: Mapping[str, np.ndarray]) -> None:
        self._returns[:], self._lengths[:] = arrays["returns"], arrays["lengths"]

    def close(self) -> None:
        """Nothing is held open."""

    def env_is_wrapped(self, wrapper_class: Any, indices: VecEnvIndices = None) -> list[bool]:
        """No environment is."""
        return [False for _ in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute of this object, once for each environment."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """AttributeError: the environments are one object and share everything."""
        raise AttributeError(f"{attr_name!r} cannot be set for some environments of a batch")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """``action_masks`` of each environment; AttributeError for any other method."""
        if method_name != MASKS:
            raise AttributeError(f"the environments of a batch have no method {method_name!r}")
        masks = self.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def _seed_list(self) -> list[int] | None:
        """Seeds of :meth:`seed`, one per environment, once."""
        seeds = [seed for seed in self._seeds if seed is not None]
        self._reset_seeds()
        self._reset_options()
        return seeds or None


class SeatVecEnv(BatchVecEnv):
    """``num_envs`` games, each seen by one learner; agents play the other seats inside ``step``.

    Args:
        game: a :class:`Game`, or the name of one; then further keywords are its options. A list
            of games is the same game on several boards, see :mod:`pixies_env.core.boards`.
        num_envs: number of games.
        num_players: players of every game, or several counts, dealt out to the games in turn.
        opponents: one agent or specification for all other seats, a list with one per opponent,
            or a :class:`~pixies_env.adapters.opponents.Pool` or
            :class:`~pixies_env.adapters.opponents.LineUps`, from which they are drawn.
        seat: the learner's seat, or ``"random"``, drawn for each game.
        skip_forced: the learner is not asked where it has one option only.
        reward: ``rank``, ``win`` or ``score``, paid at the end.
        observation_mode: observation mode.
        seed: of the first ``reset``, unless :meth:`seed` is called before.
        script, threads, board_of_lane: as in :class:`pixies_env.core.batches.batch.BatchEnv`.

    An illegal action is an :class:`IllegalActionError`; nothing has changed then.

    Raises:
        TypeError, ValueError, AgentSpecError: an argument is not as described.
    """

    @takes_game_options
    def __init__(
        self,
        game: Game | str | Sequence[Game] | Boards,
        num_envs: int,
        num_players: int | Sequence[int] | None = None,
        *,
        opponents: AgentSpec | Sequence[AgentSpec] | Drawn = "random",
        seat: int | str = RANDOM_SEAT,
        skip_forced: bool = True,
        reward: str = "rank",
        observation_mode: str | None = None,
        seed: int = 0,
        script: Script | None = None,
        threads: int | None = None,
        board_of_lane: np.ndarray | None = None,
        **game_options: Any,
    ) -> None:
        boards = several_boards(game, game_options)
        made = boards.first
        self.view = SeatView(
            boards,
            check_count("num_envs", num_envs),
            dealt_counts(made, num_players, num_envs),
            opponents=opponents,
            seat=seat,
            skip_forced=skip_forced,
            reward=reward,
            observation_mode=observation_mode,
            script=script,
            threads=threads,
            board_of_lane=board_of_lane,
        )
        self._first_seed: int | None = seed
        super().__init__(made, self.view.observation_mode, self.view.num_players)

    def action_masks(self) -> np.ndarray:
        """What is legal for each learner, bool ``(num_envs, actions)``."""
        return self.view.action_masks

    def reset(self) -> np.ndarray:
        """Begin all games: the first of the seed, or the next ones; float32 observations."""
        seeds, first = self._seed_list(), self._first_seed
        self.view.reset(seed=first if seeds is None else seeds)
        self._first_seed = None
        self._forget_episodes()
        return self.view.observations.copy()

    def step_wait(self) -> VecEnvStepReturn:
        """Carry out the learners' actions and play on to their next decisions."""
        view = self.view
        view.step(self._actions)
        rewards, dones = view.rewards.astype(np.float32), view.terminated.copy()
        infos = self._note(view.rewards, dones, view.observations)
        self.paid[:] = from_own_seat(view.returns, view.seats, self.players) * dones[:, None]
        if dones.any():
            view.reset(dones)
        return view.observations.copy(), rewards, dones, infos

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes while games go on, for :meth:`restore`."""
        return self.view.arrays() | self._episodes()

    def restore(self, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        """Go on where ``arrays`` were taken from an equal environment; the observations there.

        DamagedDataError if they are of another one or cannot be; nothing has changed then.
        """
        check_arrays(arrays, self._episodes())
        self.view.restore(arrays)
        self._restore_episodes(arrays)
        self._first_seed = None
        return self.view.observations.copy()


def dealt_counts(game: Game, num_players: Any, games: int) -> Any:
    """Players of each game: one number for all, or several, dealt out in turn."""
    if num_players is None:
        return default_players(game)
    if np.ndim(num_players) == 0:
        return num_players
    return np.resize(np.asarray(num_players), games)

"""What a prior adds to the logits, handed to the learner behind its observation."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from pixies_env.core.seam import OBSERVATION
from pixies_experiments.training.environment import AllLearnEnv, TrainingEnv
from pixies_experiments.training.prior_columns import PriorColumns


class PriorEnv(VecEnvWrapper):
    """An environment of a run whose observations end with the columns of a prior."""

    def __init__(self, env: TrainingEnv | AllLearnEnv, columns: PriorColumns) -> None:
        self._env, self._columns = env, columns
        plain = env.observation_space
        assert isinstance(plain, spaces.Box)
        size = plain.shape[0] + columns.count
        super().__init__(env, spaces.Box(-np.inf, np.inf, (size,), np.float32))

    def reset(self) -> np.ndarray:
        """Begin all games."""
        return self._with_columns(self._env.reset())

    def step_wait(self) -> VecEnvStepReturn:
        """Carry out the learners' actions and play on to their next decisions."""
        observations, rewards, dones, infos = self._env.step_wait()
        nothing = np.zeros(self._columns.count, OBSERVATION)
        for index in np.flatnonzero(dones):
            last = infos[index]["terminal_observation"]
            infos[index]["terminal_observation"] = np.concatenate([last, nothing])
        assert isinstance(observations, np.ndarray)
        return self._with_columns(observations), rewards, dones, infos

    def restore(self, arrays: dict[str, np.ndarray]) -> np.ndarray:
        """Go on where ``arrays`` were taken from an equal environment; the observations there."""
        return self._with_columns(self._env.restore(arrays))

    def _with_columns(self, observations: np.ndarray) -> np.ndarray:
        states, board_of, seats = self._env.positions()
        columns = self._columns.of(states, board_of, self._env.action_masks(), seats)
        return np.concatenate([observations, columns], axis=1)

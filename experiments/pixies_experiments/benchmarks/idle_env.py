"""An environment of the shapes of another one that does nothing."""

from __future__ import annotations

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from pixies_env.adapters.sb3_vec import BatchVecEnv, SeatVecEnv


class IdleVecEnv(BatchVecEnv):
    """Shows the first observations and masks of another environment again and again."""

    def __init__(self, other: SeatVecEnv) -> None:
        super().__init__(other.game, other.view.observation_mode, other.players)
        self._observations = other.reset()
        self._masks = other.action_masks().copy()
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._dones = np.zeros(self.num_envs, np.bool_)

    def action_masks(self) -> np.ndarray:
        """Always the same."""
        return self._masks

    def reset(self) -> np.ndarray:
        """The observations that it always shows."""
        return self._observations

    def step_wait(self) -> VecEnvStepReturn:
        """Nothing."""
        return self._observations, self._rewards, self._dones, [{} for _ in range(self.num_envs)]

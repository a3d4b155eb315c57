"""Gymnasium: one seat of a PettingZoo AEC environment, for learners that know Gymnasium only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.inputs import whole_number

Policy = Callable[[Any, np.ndarray, np.random.Generator], int]
"""``(observation, action_mask, generator) -> action`` of a player who does not learn."""


def random_policy(observation: Any, action_mask: np.ndarray, generator: np.random.Generator) -> int:
    """Any legal action."""
    return int(generator.choice(np.flatnonzero(action_mask)))


class AecSeat(CopiedWhole, gymnasium.Env[np.ndarray, np.int64]):
    """The learner plays one agent of an AEC environment; a policy plays the others in ``step``.

    The reward is everything that the learner's agent is paid between two of its decisions: what
    others' moves bring it is not lost. Observations are dictionaries with ``observation`` and
    ``action_mask``, as PettingZoo's classic games have them; the learner is shown the first, and
    ``action_masks()`` gives the second.

    Args:
        env: the environment.
        agent: whom the learner plays; the first one by default.
        policy: of all others; random by default.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self, env: AECEnv, agent: str | None = None, policy: Policy = random_policy
    ) -> None:
        self.env = env
        self.agent = env.possible_agents[0] if agent is None else agent
        if self.agent not in env.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; there are {env.possible_agents}")
        self.policy = policy
        space = env.observation_space(self.agent)
        self.observation_space = space["observation"]
        self.action_space = env.action_space(self.agent)
        self._mask = np.ones(space["action_mask"].shape, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game and play it to the learner's first decision."""
        super().reset(seed=seed)
        self.env.reset(seed=seed, options=options)
        observation, _, over = self._play()
        while over:  # It ended before the learner was asked anything.
            self.env.reset(options=options)
            observation, _, over = self._play()
        return observation, {"action_mask": self._mask.astype(np.int8)}

    def step(self, action: Any) -> tuple[np.ndarray, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out the learner's action and play on to its next decision or the end.

        IllegalActionError if the action is no integer; nothing has changed then.
        """
        entry = whole_number(action)
        if entry is None:
            raise IllegalActionError(f"an action is an integer, the id of a decision: {action!r}")
        self.env.step(entry)
        observation, reward, over = self._play()
        return observation, reward, over, False, {"action_mask": self._mask.astype(np.int8)}

    def action_masks(self) -> np.ndarray:
        """What is legal now, bool ``(actions,)``; all true when the game is over."""
        return self._mask.copy()

    def _play(self) -> tuple[np.ndarray, float, bool]:
        """Let the others move; the learner's observation, its pay, and whether it is over."""
        env = self.env
        while True:
            observation, reward, terminated, truncated, _ = env.last()
            moving = env.agent_selection == self.agent
            over = terminated or truncated
            mask = np.asarray(observation["action_mask"], np.bool_)
            if moving:
                self._mask = np.ones_like(self._mask) if over else mask
                return observation["observation"], float(reward), over
            env.step(None if over else self.policy(observation, mask, self.np_random))

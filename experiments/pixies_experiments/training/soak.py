"""Many small updates at the full width of actions, looked over for numerical errors."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from pixies_env.core.game import Game
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.ppo import PpoRun


class NumericalError(ArithmeticError):
    """Something is not finite, or a mask was all false; the message says what and when."""


def check_masks(policy: MaskableActorCriticPolicy) -> None:
    """From now on NumericalError if the policy is handed a mask that allows nothing."""
    assert isinstance(policy.action_space, spaces.Discrete)
    actions = int(policy.action_space.n)

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            masks = options.get("action_masks")
            if masks is None:
                raise NumericalError("the policy was handed no masks")
            if not torch.as_tensor(masks).reshape(-1, actions).any(dim=1).all():
                raise NumericalError("the policy was handed a mask that allows nothing")
            return function(*arguments, **options)

        return call

    for name in ("forward", "evaluate_actions"):
        # An attribute of the object hides the method; torch calls forward through the object.
        object.__setattr__(policy, name, watched(getattr(policy, name)))


def soak(
    game: Game,
    config: PpoConfig,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Train a throw-away run to its end and look at everything after each update.

    Raises:
        NumericalError: parameters, losses, observations or rewards are not finite, or a mask
            allows nothing.
    """
    low, high = game.utility_range
    with tempfile.TemporaryDirectory() as folder:
        run = PpoRun(Path(folder), config, threads, game)
        check_masks(run.model.policy)

        def look(run: PpoRun, shown: dict[str, Any]) -> None:
            steps = run.progress.steps
            buffer = run.model.rollout_buffer
            for name in ("observations", "values", "log_probs", "advantages", "returns"):
                if not np.isfinite(getattr(buffer, name)).all():
                    raise NumericalError(f"after {steps:,} steps: {name} are not finite")
            if config.reward != "score" and not (
                (buffer.rewards >= low).all() and (buffer.rewards <= high).all()
            ):
                raise NumericalError(f"after {steps:,} steps: a reward is outside {low} to {high}")
            for name, parameter in run.model.policy.named_parameters():
                if not torch.isfinite(parameter).all():
                    raise NumericalError(f"after {steps:,} steps: {name} is not finite")
            for name, value in shown.items():
                if isinstance(value, float) and not np.isfinite(value):
                    raise NumericalError(f"after {steps:,} steps: {name} is {value}")
            if progress is not None:
                progress(steps)

        run.run(None, look)
        return {
            "steps": run.progress.steps,
            "updates": run.progress.updates,
            "actions": len(game.actions),
            "seconds": run.progress.seconds,
        }

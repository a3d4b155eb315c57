"""Models of Stable-Baselines3 on seats: ``sb3:model.zip``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pixies_agents.seats.models import ModelAgent, check_is_file
from pixies_env.core.errors import shown
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, check_ranges, option

CONTRIBUTED = ("MaskablePPO", "TRPO", "QRDQN")
"""Those of sb3-contrib."""


@dataclass(frozen=True)
class Sb3Options:
    """Options of a model of Stable-Baselines3."""

    file: str = option("", "what model.save(file) wrote", first=True)
    algorithm: Literal["MaskablePPO", "PPO", "A2C", "DQN", "TRPO", "QRDQN"] = option(
        "MaskablePPO", "class that the model was made of"
    )
    observation_mode: str | None = option(None, "that it was trained on, if its size does not tell")
    temperature: float = option(
        0.0, "0 takes the most likely decision, else of the draw", Range(0, 10**6)
    )

    def __post_init__(self) -> None:
        if not self.file.strip():
            raise ValueError("file is missing: what model.save(file) wrote")
        check_ranges(self)


class Sb3Model:
    """Logits, or values of decisions, of a policy.

    Args:
        file: the archive that the model was saved to. Its parts are unpickled, which can run
            anything: load only what you trust.
        algorithm: name of its class.

    Raises:
        ValueError: there is no such file, it is no such model, or it reads no plain observations.
    """

    def __init__(self, file: str, algorithm: str = "MaskablePPO") -> None:
        self.file, self.algorithm = file, algorithm
        self._policy = _load(file, algorithm).policy
        self._policy.set_training_mode(False)
        space = self._policy.observation_space
        if getattr(space, "shape", None) is None or len(space.shape) != 1:
            raise ValueError(f"{file} reads {space}; a model on a seat reads one row of numbers")
        self.features = int(space.shape[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.algorithm)

    def scores(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """One forward pass for all rows; float32 ``(n, actions)``."""
        import torch

        with torch.no_grad():
            rows = torch.as_tensor(observations, device=self._policy.device)
            if self.algorithm == "DQN":
                scores = self._policy.q_net(rows)
            elif self.algorithm == "QRDQN":
                scores = self._policy.quantile_net(rows).mean(dim=1)
            else:
                scores = self._policy.get_distribution(rows).distribution.logits
            found: np.ndarray = scores.cpu().numpy()
            return found


def _load(file: str, algorithm: str) -> Any:
    check_is_file(file)
    library: Any
    try:
        if algorithm in CONTRIBUTED:
            import sb3_contrib as library
        else:
            import stable_baselines3 as library
    except ImportError as error:
        raise ValueError(
            f"sb3 needs a package, pip install 'pixies-env[train]': {error}"
        ) from error
    try:
        return getattr(library, algorithm).load(file, device="cpu")
    except Exception as error:
        raise ValueError(
            f"{file} is no model of {algorithm}: {type(error).__name__}: {shown(str(error))}"
        ) from error


def make_sb3(game: Game, options: Sb3Options) -> ModelAgent:
    """The agent that a specification names."""
    model = Sb3Model(options.file, options.algorithm)
    name = f"sb3:{Path(options.file).stem}"
    return ModelAgent(game, name, model, options.observation_mode, options.temperature)


SB3 = AgentKind("sb3", "Plays by a model of Stable-Baselines3.", make_sb3, Sb3Options)

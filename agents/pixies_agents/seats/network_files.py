"""Networks of any library on seats: ``onnx:policy.onnx``, ``torchscript:policy.pt``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pixies_agents.seats.models import Model, ModelAgent, check_is_file
from pixies_env.core.errors import shown
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, check_ranges, option


@dataclass(frozen=True)
class NetworkFileOptions:
    """Options of a network in a file."""

    file: str = option("", "file of the network", first=True)
    observation_mode: str | None = option(None, "that it was trained on; None: the first that fits")
    temperature: float = option(
        0.0, "0 takes the decision of the highest score, else of the draw", Range(0, 10**6)
    )

    def __post_init__(self) -> None:
        if not self.file.strip():
            raise ValueError("file is missing: that of the network")
        check_ranges(self)


class OnnxModel:
    """A network in the format ONNX, run by onnxruntime on one thread.

    Its first input is ``(n, features)``, float32. A second one, if it has that, is handed the
    masks, as bool or float32. Its first output is ``(n, actions)``: scores of the decisions.

    Raises:
        ValueError: there is no such file, or it is no such network.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self._session = _session(file)
        first, *others = self._session.get_inputs()
        if first.type != "tensor(float)" or len(first.shape) != 2:
            raise ValueError(
                f"{file} reads {first.type} of the shape {first.shape}, not float32 (n, features)"
            )
        if not isinstance(first.shape[1], int):
            raise ValueError(f"{file} does not say how many entries its observations have")
        if len(others) > 1:
            names = ", ".join(each.name for each in others)
            raise ValueError(f"{file} wants more than observations and masks: {names}")
        self._input, self._mask = first.name, others[0] if others else None
        self.features = first.shape[1]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file,)

    def scores(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """One run for all rows; ``(n, actions)``."""
        given = {self._input: observations}
        if self._mask is not None:
            boolean = self._mask.type == "tensor(bool)"
            given[self._mask.name] = masks if boolean else masks.astype(np.float32)
        found: np.ndarray = self._session.run(None, given)[0]
        return found


def _session(file: str) -> Any:
    check_is_file(file)
    try:
        import onnxruntime
    except ImportError as error:
        raise ValueError(
            f"onnx needs a package, pip install 'pixies-env[onnx]': {error}"
        ) from error
    # Games are shared out to threads and processes already.
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ValueError(f"{file} is no ONNX network: {shown(str(error))}") from error


class TorchScriptModel:
    """A network that ``torch.jit.save`` wrote: from float32 ``(n, features)`` to scores.

    Raises:
        ValueError: there is no such file, or it is no such network.
    """

    features = None
    """Such a file does not say how many entries it reads."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._network = _network(file)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file,)

    def scores(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """One forward pass for all rows; ``(n, actions)``."""
        import torch

        with torch.no_grad():
            found: np.ndarray = self._network(torch.as_tensor(observations)).numpy()
            return found


def _network(file: str) -> Any:
    check_is_file(file)
    try:
        import torch
    except ImportError as error:
        raise ValueError(f"torchscript needs torch: {error}") from error
    try:
        return torch.jit.load(file, map_location="cpu").eval()
    except Exception as error:
        raise ValueError(f"{file} is no TorchScript network: {shown(str(error))}") from error


def _maker(
    kind: str, model: Callable[[str], Model]
) -> Callable[[Game, NetworkFileOptions], ModelAgent]:
    def make(game: Game, options: NetworkFileOptions) -> ModelAgent:
        name = f"{kind}:{Path(options.file).stem}"
        return ModelAgent(
            game, name, model(options.file), options.observation_mode, options.temperature
        )

    return make


ONNX = AgentKind(
    "onnx", "Plays by a network in the format ONNX.", _maker("onnx", OnnxModel), NetworkFileOptions
)
TORCHSCRIPT = AgentKind(
    "torchscript",
    "Plays by a network of TorchScript.",
    _maker("torchscript", TorchScriptModel),
    NetworkFileOptions,
)

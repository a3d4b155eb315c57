"""Checkpoints as arrays and JSON: what torch and its generators hold, taken apart and put together.

A file is an ``.npz`` of :mod:`pixies_env.core.files.arrays`: nothing in it is run, and every number
is checked against what the run that reads it has in its place.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Annotated, Any, TypeVar

import numpy as np
import torch
from pydantic import Field, TypeAdapter, ValidationError
from torch import nn

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.arrays import ArrayFile, Form
from pixies_env.core.game import Game
from pixies_env.core.problems import placed_problem

CHECKPOINT = "checkpoint.npz"
EARLIER = "checkpoint.pt"
"""What runs of earlier versions wrote, a pickle."""
VERSION = 2

Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
Plain = TypeVar("Plain")
Arrays = dict[str, np.ndarray]
Forms = dict[str, Form]

_BYTE, _FLOAT = np.dtype(np.uint8), np.dtype(np.float64)
_WORD, _WHOLE = np.dtype(np.uint32), np.dtype(np.int64)
_WORDS = 624
"""Of the Mersenne Twister."""


# ---- what a checkpoint says about itself


def told_of(kind: str, game: Game, config: Mapping[str, Any], progress: Any) -> dict[str, Any]:
    """Metadata: kind of run, game, configuration, and how far it is."""
    return {
        "format": kind,
        "version": VERSION,
        **identity_of(game, config),
        "progress": asdict(progress),
    }


def progress_of(
    stored: ArrayFile, game: Game, config: Mapping[str, Any], kind: type[Plain]
) -> Plain:
    """How far the run is, a dataclass.

    ForeignGameError if it is of another game or configuration, DamagedDataError if it cannot be.
    """
    for key, own in identity_of(game, config).items():
        if stored.metadata.get(key) != own:
            raise ForeignGameError(
                f"{stored.place}: its {key} is {stored.metadata.get(key)!r:.100}, that of the run "
                f"at hand is {own!r}"
            )
    return dataclass_of(stored, "progress", kind)


def dataclass_of(stored: ArrayFile, name: str, kind: type[Plain]) -> Plain:
    """A dataclass out of the metadata, whole and of the types that it says."""
    told = stored.metadata.get(name)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    if not isinstance(told, dict) or told.keys() != set(names):
        raise stored.damaged(f"{name} must have {', '.join(names)}")
    try:
        return TypeAdapter(kind).validate_json(json.dumps(told), strict=True)
    except ValidationError as error:
        problem = error.errors()[0]
        problem["loc"] = (name, *problem["loc"])
        raise stored.damaged(placed_problem(problem)) from None


def identity_of(game: Game, config: Mapping[str, Any]) -> dict[str, Any]:
    """Which game and configuration something is of."""
    text = json.dumps(config, sort_keys=True)
    return {
        "game": game.name,
        "game_version": game.version,
        "board": game.board_digest,
        "catalogue": game.actions.digest,
        "chance_catalogue": game.outcomes.digest,
        "configuration": hashlib.sha256(text.encode()).hexdigest(),
    }


def prefixed(prefix: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """Arrays or forms of a part of the run, by names of their own in the file."""
    return {f"{prefix}__{name}": value for name, value in named.items()}


def part_of(prefix: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """What :func:`prefixed` put into a file."""
    start = f"{prefix}__"
    return {name[len(start) :]: v for name, v in named.items() if name.startswith(start)}


# ---- modules


def module_arrays(module: nn.Module) -> Arrays:
    """Parameters and buffers."""
    return {_name(key): _array(value) for key, value in module.state_dict().items()}


def module_forms(module: nn.Module) -> Forms:
    """Of :func:`module_arrays`."""
    return {_name(key): _form(value) for key, value in module.state_dict().items()}


def restore_module(module: nn.Module, arrays: Mapping[str, np.ndarray]) -> None:
    """Put arrays of the right forms into a module."""
    keys = module.state_dict().keys()
    module.load_state_dict({key: torch.from_numpy(arrays[_name(key)]) for key in keys})


def _name(key: str) -> str:
    return key.replace(".", "__")


def _array(value: torch.Tensor) -> np.ndarray:
    array: np.ndarray = value.detach().cpu().numpy()
    return array


def _form(value: torch.Tensor) -> Form:
    return Form(torch.empty(0, dtype=value.dtype).numpy().dtype, tuple(value.shape))


# ---- optimisers of the family of Adam

_MOMENTS = ("exp_avg", "exp_avg_sq")


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> Arrays:
    """What it has gathered for each parameter; what it is set to follows from the configuration."""
    return {
        f"{number}_{name}": _array(value)
        for number, state in optimiser.state_dict()["state"].items()
        for name, value in state.items()
    }


def optimiser_forms(optimiser: torch.optim.Optimizer, declared: Mapping[str, Any]) -> Forms:
    """Of :func:`optimiser_arrays`; a parameter that was never learned has none, as declared."""
    forms: Forms = {}
    for number, parameter in enumerate(_parameters(optimiser)):
        if f"{number}_step" in declared:
            forms[f"{number}_step"] = Form(np.dtype(np.float32), ())
            forms |= {f"{number}_{name}": _form(parameter) for name in _MOMENTS}
    return forms


def restore_optimiser(optimiser: torch.optim.Optimizer, arrays: Mapping[str, np.ndarray]) -> None:
    """Put arrays of the right forms into an optimiser; DamagedDataError if they cannot be."""
    content = optimiser.state_dict()
    content["state"] = {}
    for number in range(len(_parameters(optimiser))):
        if f"{number}_step" not in arrays:
            continue
        step, _, squares = (arrays[f"{number}_{name}"] for name in ("step", *_MOMENTS))
        if step < 1 or step != np.floor(step) or (squares < 0).any():
            raise DamagedDataError(f"what was gathered for parameter {number} cannot be")
        content["state"][number] = {
            name: torch.from_numpy(arrays[f"{number}_{name}"]) for name in ("step", *_MOMENTS)
        }
    optimiser.load_state_dict(content)


def _parameters(optimiser: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [parameter for group in optimiser.param_groups for parameter in group["params"]]


# ---- the global generators, which torch and Stable-Baselines3 draw from


def random_arrays() -> Arrays:
    """Their states."""
    _, words, spare = random.getstate()
    _, key, place, has_spare, numpy_spare = np.random.get_state()
    arrays = {
        "python": np.array(words, np.uint32),
        "python_spare": np.array([] if spare is None else [spare]),
        "numpy": np.asarray(key, np.uint32),
        "numpy_place": np.array([place, has_spare], np.int64),
        "numpy_spare": np.array(numpy_spare),
        "torch": _array(torch.get_rng_state()),
    }
    if torch.cuda.is_available():
        states = torch.cuda.get_rng_state_all()
        arrays |= {f"cuda{number}": _array(state) for number, state in enumerate(states)}
    return arrays


def random_forms(declared: Mapping[str, Form]) -> Forms:
    """Of :func:`random_arrays`; those of devices that are not here are as declared."""
    spares = int(declared.get("python_spare", Form(_FLOAT, ())).shape == (1,))
    forms = {
        "python": Form(_WORD, (_WORDS + 1,)),
        "python_spare": Form(_FLOAT, (spares,)),
        "numpy": Form(_WORD, (_WORDS,)),
        "numpy_place": Form(_WHOLE, (2,)),
        "numpy_spare": Form(_FLOAT, ()),
        "torch": Form(_BYTE, tuple(torch.get_rng_state().shape)),
    }
    while f"cuda{len(forms) - _ON_PROCESSORS}" in declared:
        name = f"cuda{len(forms) - _ON_PROCESSORS}"
        forms[name] = Form(_BYTE, declared[name].shape)
    return forms


_ON_PROCESSORS = 6


def restore_random(arrays: Mapping[str, np.ndarray]) -> None:
    """Go on where :func:`random_arrays` was called; DamagedDataError if no generator was there."""
    place, has_spare = arrays["numpy_place"].tolist()
    words = arrays["python"].tolist()
    if not (0 <= place <= _WORDS and has_spare in (0, 1) and words[-1] <= _WORDS):
        raise DamagedDataError("a random generator is at a place that it does not have")
    spare = arrays["python_spare"].tolist()
    cuda = [torch.from_numpy(value) for name, value in arrays.items() if name.startswith("cuda")]
    try:
        torch.set_rng_state(torch.from_numpy(arrays["torch"]))
        if torch.cuda.is_available() and len(cuda) == torch.cuda.device_count():
            torch.cuda.set_rng_state_all(cuda)
    except RuntimeError as error:
        raise DamagedDataError(f"a random generator of torch cannot be there: {error}") from error
    random.setstate((3, tuple(words), spare[0] if spare else None))
    np.random.set_state(
        ("MT19937", arrays["numpy"], place, has_spare, float(arrays["numpy_spare"]))
    )

"""Named weights of heuristics, and the files that hold them.

A file has the table ``origin``, which says where its numbers come from, and the table ``weights``
with every name of the :class:`WeightTable` of its game.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np


class Weight(NamedTuple):
    """Name, least and greatest sensible value (what tuning keeps to), and meaning."""

    name: str
    low: float
    high: float
    meaning: str
    judgement: bool = False
    """Whether it only serves evaluations and searches, not the choice of decisions."""


class Weights(NamedTuple):
    """Numbers in the order of a :class:`WeightTable`, float64, and where they come from."""

    numbers: np.ndarray
    origin: dict[str, str]


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message says every name that is wrong."""


@dataclass(frozen=True)
class WeightTable:
    """The weights of one game's heuristics, in their order, and the folder of shipped files."""

    weights: tuple[Weight, ...]
    folder: Path

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the weights, in their order."""
        return tuple(weight.name for weight in self.weights)

    def shipped(self, name: str) -> Path:
        """The file of a heuristic of this package."""
        return self.folder / f"{name}.toml"

    def load(self, path: str | Path) -> Weights:
        """Read a file of weights.

        Raises:
            OSError: it cannot be read.
            WeightsError: it is no TOML, or a weight is missing, unknown, no number or out of
                bounds.
        """
        try:
            tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise WeightsError(f"{path} is no TOML file: {error}") from None
        given, origin = tables.pop("weights", None), tables.pop("origin", {})
        wrong = [f"there is no table {name!r}" for name in tables]
        if not isinstance(origin, dict):
            wrong.append("origin must be a table")
        if isinstance(given, dict):
            wrong += self._problems(given)
        else:
            wrong.append("the table 'weights' is missing")
        if wrong:
            raise WeightsError(f"{path}: {'; '.join(wrong)}")
        numbers = np.array([given[name] for name in self.names], np.float64)
        return Weights(numbers, {key: str(value) for key, value in origin.items()})

    def _problems(self, given: dict[str, object]) -> list[str]:
        wrong = [f"{name} is no weight" for name in given if name not in self.names]
        for weight in self.weights:
            value = given.get(weight.name)
            if value is None:
                wrong.append(f"{weight.name} is missing")
            elif isinstance(value, bool) or not isinstance(value, int | float):
                wrong.append(f"{weight.name} must be a number, not {value!r}")
            elif not weight.low <= value <= weight.high:
                bounds = f"{weight.low:g} to {weight.high:g}"
                wrong.append(f"{weight.name} must be {bounds}, not {value:g}")
        return wrong

    def write(self, path: str | Path, weights: Weights) -> None:
        """Write a file of weights, each with its meaning."""
        lines = ["[origin]"]
        lines += [f"{key} = {_quoted(value)}" for key, value in weights.origin.items()]
        lines += ["", "[weights]"]
        for weight, number in zip(self.weights, weights.numbers, strict=True):
            lines.append(f"{weight.name} = {float(number):.4g}".ljust(28) + f"# {weight.meaning}")
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'

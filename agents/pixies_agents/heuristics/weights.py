"""Named weights of heuristics, and the files that hold them.

A file has the table ``origin``, which says where its numbers come from, and the table ``weights``
with every name of the :class:`WeightTable` of its game.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pixies_env.core.errors import shown
from pixies_env.core.files.toml import read_toml

MOST = 2**16
"""Bytes of a file."""
MOST_TOLD = 40
"""Problems of a file that its error lists."""


_BARE = re.compile(r"[A-Za-z0-9_-]+")


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
            OSError: it cannot be read, or is no file but a folder, a device or a pipe.
            WeightsError: it is no TOML, or a weight is missing, unknown, no number or out of
                bounds.
        """
        try:
            tables = read_toml(path, MOST)
        except ValueError as error:
            raise WeightsError(f"{path} {error}") from None
        given, origin = tables.pop("weights", None), tables.pop("origin", {})
        wrong = [f"there is no table {name!r:.60}" for name in tables]
        if not isinstance(origin, dict):
            wrong.append("origin must be a table")
            origin = {}
        wrong += [
            f"origin: {_named(key)} must be a text or a number"
            for key, value in origin.items()
            if not isinstance(value, str | bool | int | float) or _is_vast(value)
        ]
        if isinstance(given, dict):
            wrong += self._problems(given)
        else:
            wrong.append("the table 'weights' is missing")
        if wrong:
            raise WeightsError(f"{path}: {'; '.join(wrong[:MOST_TOLD])}{_and_more(wrong)}")
        numbers = np.array([given[name] for name in self.names], np.float64)
        return Weights(numbers, {key: str(value) for key, value in origin.items()})

    def _problems(self, given: dict[str, object]) -> list[str]:
        wrong = [f"{_named(name)} is no weight" for name in given if name not in self.names]
        for weight in self.weights:
            value = given.get(weight.name)
            if value is None:
                wrong.append(f"{weight.name} is missing")
            elif isinstance(value, bool) or not isinstance(value, int | float):
                wrong.append(f"{weight.name} must be a number, not {shown(value)}")
            elif not weight.low <= value <= weight.high:
                told = "a vast number" if _is_vast(value) else f"{value:g}"
                wrong.append(f"{weight.name} must be {weight.low:g} to {weight.high:g}, not {told}")
        return wrong

    def write(self, path: str | Path, weights: Weights) -> None:
        """Write a file of weights, each with its meaning."""
        lines = ["[origin]"]
        lines += [f"{_key(key)} = {_quoted(value)}" for key, value in weights.origin.items()]
        lines += ["", "[weights]"]
        for weight, number in zip(self.weights, weights.numbers, strict=True):
            lines.append(f"{weight.name} = {float(number):.4g}".ljust(28) + f"# {weight.meaning}")
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(value: str) -> str:
    """A text of TOML on one line, whatever is in it."""
    text = value.encode("utf-8", "replace").decode("utf-8")
    # JSON escapes as TOML does, but for the last of the control characters.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _named(key: str) -> str:
    """A name as a message can hold it."""
    return key if key.isidentifier() and len(key) <= 60 else f"{key!r:.60}"


def _is_vast(value: object) -> bool:
    """A whole number that no float holds; TOML sets no bound."""
    return isinstance(value, int) and abs(value) >= 2**1000


def _and_more(wrong: list[str]) -> str:
    return f"; and {len(wrong) - MOST_TOLD} more" if len(wrong) > MOST_TOLD else ""

"""What `pixies bench` measured before on the same machine: one JSON object a line in a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

Figures = Mapping[str, float | None]


@dataclass(frozen=True)
class Setting:
    """What figures can be compared for: the same game on the same machine, as thoroughly."""

    game: str
    board: str
    quick: bool
    processor: str
    cores: int


def setting_of(game: str, board: str, quick: bool, machine: Mapping[str, Any]) -> Setting:
    """The setting of a game, with the digest of its board, on a machine."""
    return Setting(game, board, quick, machine["processor"], machine["cores"])


def read_history(path: Path, setting: Setting) -> list[Figures]:
    """Figures measured before in a setting, the oldest first; none where there is no file.

    ValueError names a line that is none of a history; OSError where the file cannot be read.
    """
    if not path.exists():
        return []
    found: list[Figures] = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            measured, figures = _read_entry(line)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: no entry of a history: {error}") from error
        if measured == setting:
            found.append(figures)
    return found


def _read_entry(line: bytes) -> tuple[Setting, Figures]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
    try:
        measured, figures = Setting(**entry["setting"]), dict(entry["figures"])
    except (ValueError, TypeError, KeyError):
        names = ", ".join(field.name for field in fields(Setting))
        raise ValueError(f"it must hold a setting ({names}) and figures by name") from None
    for name, value in figures.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ValueError(f"the figure {name} is no number")
    return measured, figures


def add_to_history(path: Path, setting: Setting, figures: Figures, packages: Any) -> None:
    """Append what was measured now; OSError where that cannot be."""
    entry = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "setting": asdict(setting),
        "packages": packages,
        "figures": dict(figures),
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def ratios_to(earlier: Sequence[Figures], figures: Figures) -> dict[str, float | None]:
    """Each figure over its median before; None where there is none, or it was 0."""
    ratios: dict[str, float | None] = {}
    for name, value in figures.items():
        before = [old for entry in earlier if (old := entry.get(name)) is not None]
        median = float(np.median(before)) if before else 0.0
        ratios[name] = value / median if value is not None and median else None
    return ratios

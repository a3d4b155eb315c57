"""What `pixies bench` measured before on the same machine: one JSON object a line in a file."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import read_regular

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

    ValueError names a line that is none of a history; OSError where the file cannot be read, or
    is a device or a pipe.
    """
    try:
        content = read_regular(path)
    except FileNotFoundError:
        return []
    found: list[Figures] = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            measured, figures = _read_entry(line)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: no entry of a history: {error}") from None
        if measured == setting:
            found.append(figures)
    return found


def _read_entry(line: bytes) -> tuple[Setting, Figures]:
    try:
        entry = load_json(line.decode("utf-8"), "")
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    except DamagedDataError:
        raise ValueError(
            "it is not JSON, or nested too deeply; take the line out or name another file"
        ) from None
    try:
        measured, figures = Setting(**entry["setting"]), entry["figures"]
        if not isinstance(figures, dict):
            raise TypeError
    except (TypeError, KeyError):
        names = ", ".join(field.name for field in fields(Setting))
        raise ValueError(f"it must hold a setting ({names}) and figures by name") from None
    for name, value in figures.items():
        if value is not None and not _is_number(value):
            raise ValueError(f"the figure {name} is no number")
    return measured, figures


def _is_number(value: Any) -> bool:
    try:
        return type(value) in (int, float) and math.isfinite(value)
    except OverflowError:  # A whole number that is too large.
        return False


def add_to_history(path: Path, setting: Setting, figures: Figures, packages: Any) -> None:
    """Append what was measured now; OSError where that cannot be."""
    entry = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "setting": asdict(setting),
        "packages": packages,
        "figures": dict(figures),
    }
    line = json.dumps(entry).encode() + b"\n"
    with path.open("a+b") as file:
        # A last line may have been left without its end.
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) in b"\r\n" else b"\n" + line
        file.write(line)


def ratios_to(earlier: Sequence[Figures], figures: Figures) -> dict[str, float | None]:
    """Each figure over its median before; None where there is none, or it was 0."""
    ratios: dict[str, float | None] = {}
    for name, value in figures.items():
        before = [old for entry in earlier if (old := entry.get(name)) is not None]
        median = float(np.median(before)) if before else 0.0
        ratios[name] = value / median if value is not None and median else None
    return ratios

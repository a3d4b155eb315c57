"""What a run leaves in its folder: its results, measured times aside, and what should be gone."""

from __future__ import annotations

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from tests.hostile.commands import TEMPORARY

_LEFTOVER = re.compile(r"\..+-[a-z0-9_]{8}|\.lock-.*")
_EVENTS = "tensorboard"
_OF_A_TABLE = ("kind", "own_game", "seats", "advice", "stream", "cursor", "main", "record")


def results(folder: Path) -> dict[str, Any]:
    """What each file says, by name, without measured times and the tokens of tables."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not path.is_file() or path.name == ".lock":
            continue
        if path.parent.name == _EVENTS or path.parent.parent.name == _EVENTS:
            found[str(path.parent.relative_to(folder))] = _points(path.parent)
        elif name.startswith("times/"):
            found[name] = "times"
        elif path.suffix == ".npz":
            found[name] = _arrays(path.read_bytes())
        elif path.name == "curve.jsonl":
            lines = path.read_text(encoding="utf-8").splitlines()
            found[name] = [_without_times(json.loads(line)) for line in lines]
        elif path.suffix == ".json" and path.parent == folder and len(path.stem) > 10:
            told = json.loads(path.read_bytes())
            found["table"] = {key: told[key] for key in _OF_A_TABLE}
        else:
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def leftovers(place: Path) -> list[str]:
    """Files that a killed process left behind in its folder and in that of temporary files."""
    temporary = place / TEMPORARY
    return [
        str(path.relative_to(place))
        for path in sorted(place.rglob("*"))
        if _LEFTOVER.fullmatch(path.name) or (temporary in path.parents and path.is_file())
    ]


def _arrays(content: bytes) -> dict[str, Any]:
    with np.load(io.BytesIO(content)) as stored:
        arrays = dict(stored)
    told = json.loads(str(arrays.pop("metadata")))
    told.pop("sha256", None)  # Of the times, too.
    return {
        "metadata": _without_times(told),
        **{
            name: (array.dtype.str, array.shape, hashlib.sha256(array.tobytes()).hexdigest())
            for name, array in arrays.items()
        },
    }


def _without_times(told: Any) -> Any:
    if isinstance(told, dict):
        return {key: _without_times(value) for key, value in told.items() if key != "seconds"}
    return [_without_times(part) for part in told] if isinstance(told, list) else told


def _points(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """All points of all curves of TensorBoard; without those that tell times."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found = EventAccumulator(str(folder), size_guidance={"scalars": 0}).Reload()
    return {
        tag: [(event.step, event.value) for event in found.Scalars(tag)]
        for tag in found.Tags()["scalars"]
        if not tag.startswith("time/")
    }

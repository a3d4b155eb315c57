"""The folder that a training run lives in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pixies_env.core.files import written_whole

CONFIG = "config.json"
CURVE = "curve.jsonl"


def claim_folder(folder: Path, config: Mapping[str, Any]) -> None:
    """Make a folder that of a run, or see that it is.

    ValueError if it holds a run of another configuration; it names the first field that differs.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / CONFIG
    if file.exists():
        before = json.loads(file.read_text(encoding="utf-8"))
        if before != config:
            raise ValueError(
                f"{folder} holds a run of another configuration: {_differences(before, config)}"
            )
        return
    with written_whole(file) as aside:
        aside.write_text(json.dumps(config, indent=1), encoding="utf-8")


def write_curve(folder: Path, curve: Sequence[Mapping[str, Any]]) -> None:
    """Write rows of evaluation, one JSON object a line."""
    with written_whole(folder / CURVE) as aside:
        aside.write_text("".join(f"{json.dumps(row)}\n" for row in curve), encoding="utf-8")


def event_writer(folder: Path, step: int) -> Any:
    """Of events of TensorBoard, from a step on."""
    from torch.utils.tensorboard import SummaryWriter

    # What a stretch wrote after its last checkpoint is left out.
    return SummaryWriter(str(folder / "tensorboard"), purge_step=step or None)


def _differences(before: Any, now: Any, place: str = "") -> str:
    """The first field that differs, with both values."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*before, *now)):
            if before.get(key) != now.get(key):
                return _differences(before.get(key), now.get(key), f"{place}.{key}".lstrip("."))
    return f"{place} was {before!r}, is {now!r}"

"""How a run went, for people: rows of evaluation, and events of TensorBoard."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pixies_env.core.files.whole import written_whole

CURVE = "curve.jsonl"
EVENTS = "tensorboard"


def write_curve(folder: Path, curve: Sequence[Mapping[str, Any]]) -> None:
    """Write rows of evaluation, one JSON object a line."""
    with written_whole(folder / CURVE) as aside:
        aside.write_text("".join(f"{json.dumps(row)}\n" for row in curve), encoding="utf-8")


def event_writer(folder: Path, step: int, part: str = "") -> Any:
    """Of events of TensorBoard that go on after a step.

    What a stretch wrote after its last checkpoint is left out. ``part`` is a folder of its own for
    what is counted by other steps.
    """
    from torch.utils.tensorboard import SummaryWriter

    where = folder / EVENTS / part
    # Files are read in the order of their names, which begin with whole seconds.
    while any(where.glob(f"events.out.tfevents.{int(time.time()):010d}.*")):
        time.sleep(0.05)
    return SummaryWriter(str(where), purge_step=step + 1)

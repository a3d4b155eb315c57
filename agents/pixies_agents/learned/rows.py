"""The forward pass of several rows, one layer after the other.

A layer's weights are read from memory once for all rows. What is computed for a row is bit for bit
what :mod:`pixies_agents.learned.forward` computes for it alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.heuristics.scratch import record_view
from pixies_agents.learned.forward import run_layer, write_logits
from pixies_agents.learned.packed import HEADER, POLICY, TRUNK, VALUE
from pixies_agents.learned.scratch import as_floats
from pixies_env.core.compilation.compile import kernel, rule

SCRATCH = 4
"""Numbers that a pass needs for each entry of a row, at the widest layer."""


@rule
def _run_layers(
    numbers: Any, header: Any, stack: Any, layers: Any, rows: Any, here: Any, there: Any, live: Any
) -> None:
    """Send rows through the first layers of a stack, rectified; they stand in ``here``."""
    for number in range(layers):
        for row in range(rows):
            width = run_layer(numbers, header, stack, number, here[row], there[row], live)
            for index in range(width):
                here[row, index] = max(there[row, index], np.float32(0.0))


@rule
def _copy(source: Any, target: Any, rows: Any, width: Any) -> None:
    for row in range(rows):
        for index in range(width):
            target[row, index] = source[row, index]


class Passes(NamedTuple):
    """What :func:`pass_rows` needs beside the rows, in one thread."""

    data: np.ndarray
    """A packed network."""
    ids: np.ndarray
    """Room for all actions."""
    scratch: np.ndarray
    """float32 ``(SCRATCH, rows, widest)``."""


@rule
def pass_rows(
    data: Any, observations: Any, masks: Any, ids: Any, logits: Any, values: Any, scratch: Any
) -> None:
    """Write values of some rows, and of the first ones logits of what is legal.

    ``data`` is a packed network, ``ids`` room for all actions, ``scratch`` float32
    ``(SCRATCH, rows, widest)``. ``logits`` are of as many rows as there are of them.
    """
    header, numbers = record_view(data, HEADER), as_floats(data)
    rows = observations.shape[0]
    trunk, here, there, live = scratch[0], scratch[1], scratch[2], scratch[3, 0]
    _copy(observations, trunk, rows, observations.shape[1])
    _run_layers(numbers, header, TRUNK, int(header.layers[TRUNK]), rows, trunk, there, live)
    asked = logits.shape[0]
    _copy(trunk, here, asked, int(header.inputs[POLICY, 0]))
    last = int(header.layers[POLICY]) - 1
    _run_layers(numbers, header, POLICY, last, asked, here, there, live)
    for row in range(asked):
        count = 0
        for action in range(masks.shape[1]):
            if masks[row, action]:
                ids[count] = action
                count += 1
        write_logits(numbers, header, here[row], ids, count, there[row])
        for index in range(count):
            logits[row, ids[index]] = there[row, index]
    _copy(trunk, here, rows, int(header.inputs[VALUE, 0]))
    last = int(header.layers[VALUE]) - 1
    _run_layers(numbers, header, VALUE, last, rows, here, there, live)
    for row in range(rows):
        run_layer(numbers, header, VALUE, last, here[row], there[row], live)
        for seat in range(values.shape[1]):
            values[row, seat] = there[row, seat]


@kernel
def look_at_rows(
    data: Any, observations: Any, masks: Any, ids: Any, logits: Any, values: Any, scratch: Any
) -> Any:
    """Write logits of what is legal, and values, of some rows; see :func:`pass_rows`."""
    pass_rows(data, observations, masks, ids, logits, values, scratch)
    return 0

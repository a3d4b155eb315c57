"""The forward pass inside compiled code, for one decision at a time.

Observations are mostly zeros, and so is what a rectifier lets through; only the rows of weights
that meet something else are read, and only the logits of legal actions are computed. That is
faster than multiplying whole matrices, and what is computed for a decision depends on nothing but
this decision: not on how many others are decided beside it, nor on threads.

The numbers lie as :mod:`pixies_agents.learned.packed` puts them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np

from pixies_agents.addresses import table_of
from pixies_agents.heuristics.scratch import record_view
from pixies_agents.learned.packed import (
    HEADER,
    POLICY,
    TRUNK,
    VALUE,
    WIDEST,
)
from pixies_agents.learned.prior import ask_prior, closeness
from pixies_agents.learned.scratch import as_doubles, as_floats, stack_floats
from pixies_agents.learned.seat_values import bound_values
from pixies_env.core import seam
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord
from pixies_env.core.compilation.streams import mix

_TWICE = 2 * WIDEST
"""Room for so many float64 numbers."""


class Buffers(NamedTuple):
    """Where one pass writes, float32 ``(WIDEST,)`` each."""

    observation: Any
    trunk: Any
    one: Any
    other: Any
    live: Any
    """Places of the inputs that are not zero."""


# Sums may be taken in any order: vectors of processors do. Rules alone call it.
_arithmetic = numba.njit(
    error_model="numpy",
    fastmath={"contract", "reassoc"},
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)


@_arithmetic
def _dense(weight: Any, bias: Any, source: Any, inputs: Any, target: Any, live: Any) -> Any:
    """``target = source @ weight + bias``, reading only what meets inputs that are not zero."""
    outputs = bias.shape[0]
    count = 0
    for index in range(inputs):
        # Without a branch: which inputs are zero cannot be foretold.
        live[count] = np.float32(index)
        count += int(source[index] != 0.0)
    for output in range(outputs):
        target[output] = bias[output]
    done = 0
    # Four inputs at a time: sums are loaded and stored a quarter as often.
    while done + 4 <= count:
        first, second = int(live[done]), int(live[done + 1])
        third, fourth = int(live[done + 2]), int(live[done + 3])
        one, two, three, four = source[first], source[second], source[third], source[fourth]
        row_one = weight[first * outputs : (first + 1) * outputs]
        row_two = weight[second * outputs : (second + 1) * outputs]
        row_three = weight[third * outputs : (third + 1) * outputs]
        row_four = weight[fourth * outputs : (fourth + 1) * outputs]
        for output in range(outputs):
            target[output] += (
                one * row_one[output]
                + two * row_two[output]
                + three * row_three[output]
                + four * row_four[output]
            )
        done += 4
    while done < count:
        index = int(live[done])
        row = weight[index * outputs : (index + 1) * outputs]
        for output in range(outputs):
            target[output] += source[index] * row[output]
        done += 1
    return 0


@_arithmetic
def _dot(row: Any, source: Any, inputs: Any) -> Any:
    total = np.float32(0.0)
    for index in range(inputs):
        total += row[index] * source[index]
    return total


@rule
def _rectify(values: Any, count: Any) -> Any:
    for index in range(count):
        values[index] = max(values[index], np.float32(0.0))
    return 0


@rule
def run_layer(
    numbers: Any, header: Any, stack: Any, number: Any, source: Any, target: Any, live: Any
) -> Any:
    """One layer; the number of its outputs."""
    inputs = int(header.inputs[stack, number])
    outputs = int(header.outputs[stack, number])
    weight, bias = int(header.weight[stack, number]), int(header.bias[stack, number])
    _dense(
        numbers[weight : weight + inputs * outputs],
        numbers[bias : bias + outputs],
        source,
        inputs,
        target,
        live,
    )
    return outputs


@rule
def run_trunk(numbers: Any, header: Any, buffers: Buffers) -> Any:
    """From ``buffers.observation`` to ``buffers.trunk``."""
    count = int(header.layers[TRUNK])
    if count == 0:
        for index in range(int(header.features)):
            buffers.trunk[index] = buffers.observation[index]
        return 0
    run_layer(numbers, header, TRUNK, 0, buffers.observation, buffers.trunk, buffers.live)
    width = int(header.outputs[TRUNK, 0])
    _rectify(buffers.trunk, width)
    for number in range(1, count):
        for index in range(width):
            buffers.one[index] = buffers.trunk[index]
        width = run_layer(numbers, header, TRUNK, number, buffers.one, buffers.trunk, buffers.live)
        _rectify(buffers.trunk, width)
    return 0


@rule
def _inner_layers(numbers: Any, header: Any, stack: Any, buffers: Buffers) -> Any:
    """From ``buffers.trunk`` through all layers of a stack but the last, to ``buffers.one``."""
    width = int(header.inputs[stack, 0])
    for index in range(width):
        buffers.one[index] = buffers.trunk[index]
    for number in range(int(header.layers[stack]) - 1):
        width = run_layer(numbers, header, stack, number, buffers.one, buffers.other, buffers.live)
        for index in range(width):
            buffers.one[index] = max(buffers.other[index], np.float32(0.0))
    return width


@rule
def run_policy(numbers: Any, header: Any, buffers: Buffers, ids: Any, count: Any) -> Any:
    """From ``buffers.trunk`` to the logits of the first ``count`` of ``ids``: ``buffers.other``."""
    _inner_layers(numbers, header, POLICY, buffers)
    return write_logits(numbers, header, buffers.one, ids, count, buffers.other)


@rule
def write_logits(numbers: Any, header: Any, source: Any, ids: Any, count: Any, logits: Any) -> Any:
    """The last layer of the policy: logits of the first ``count`` of ``ids``."""
    last = int(header.layers[POLICY]) - 1
    inputs = int(header.inputs[POLICY, last])
    weight, bias = int(header.weight[POLICY, last]), int(header.bias[POLICY, last])
    for index in range(count):
        action = int(ids[index])
        start = weight + action * inputs
        row = numbers[start : start + inputs]
        logits[index] = _dot(row, source, inputs) + numbers[bias + action]
    return 0


@rule
def _show_prior(header: Any, buffers: Buffers, ids: Any, count: Any, added: Any) -> Any:
    """Write what the policy reads of the prior behind what the trunk gave."""
    start, end = int(header.prior_shown), int(header.inputs[POLICY, 0])
    for index in range(start, end):
        buffers.trunk[index] = np.float32(0.0)
    for index in range(count):
        buffers.trunk[start + int(ids[index])] = closeness(added[index])
    return 0


@rule
def _decide(
    state: StateRecord,
    board: BoardRecord,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    header: Any,
    buffers: Buffers,
) -> Any:
    """Write the logits of the first ``count`` of ``ids`` to ``buffers.other``, prior and all."""
    numbers = as_floats(data)
    observe(state, board, player, header, buffers)
    run_trunk(numbers, header, buffers)
    if header.prior_weight == 0.0:
        return run_policy(numbers, header, buffers, ids, count)
    asked = data[int(header.prior_start) : int(header.prior_end)]
    weight, preferred = header.prior_weight, as_doubles(stack_floats(_TWICE))
    added = stack_floats(WIDEST)
    ask_prior(
        table_of(header.prior)[0], state, board, player, ids, count, asked, weight, preferred, added
    )
    if header.prior_shown >= 0:
        _show_prior(header, buffers, ids, count, added)
    run_policy(numbers, header, buffers, ids, count)
    for index in range(count):
        buffers.other[index] += added[index]
    return 0


@rule
def run_value(numbers: Any, header: Any, buffers: Buffers) -> Any:
    """From ``buffers.trunk`` to the values, ``buffers.other``."""
    _inner_layers(numbers, header, VALUE, buffers)
    last = int(header.layers[VALUE]) - 1
    run_layer(numbers, header, VALUE, last, buffers.one, buffers.other, buffers.live)
    return 0


@rule
def softmax(logits: Any, count: Any, temperature: Any, weights: Any) -> Any:
    """Weights in proportion to ``exp(logit / temperature)``, 1 for the largest; their sum."""
    largest = logits[0]
    for index in range(1, count):
        largest = max(largest, logits[index])
    total = 0.0
    for index in range(count):
        weights[index] = np.exp(np.float64(logits[index] - largest) / temperature)
        total += weights[index]
    return total


@rule
def _best(logits: Any, count: Any) -> Any:
    best = 0
    for index in range(1, count):
        if logits[index] > logits[best]:
            best = index
    return best


@rule
def _drawn(logits: Any, count: Any, temperature: Any, bits: Any) -> Any:
    """Place of a logit, drawn from the softmax by 64 random bits."""
    largest = logits[0]
    for index in range(1, count):
        largest = max(largest, logits[index])
    total = 0.0
    for index in range(count):
        total += np.exp(np.float64(logits[index] - largest) / temperature)
    left = total * (np.float64(mix(bits) >> np.uint64(11)) * 2.0**-53)
    for index in range(count):
        left -= np.exp(np.float64(logits[index] - largest) / temperature)
        if left < 0.0:
            return index
    return _best(logits, count)


@rule
def choose(
    state: StateRecord, board: BoardRecord, player: Any, ids: Any, count: Any, data: Any, bits: Any
) -> Any:
    """The most likely legal decision, or one drawn by the header's temperature."""
    if count == 1:
        return int(ids[0])
    header = record_view(data, HEADER)
    buffers = Buffers(
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
    )
    _decide(state, board, player, ids, count, data, header, buffers)
    if header.temperature > 0.0:
        return int(ids[_drawn(buffers.other, count, header.temperature, bits)])
    return int(ids[_best(buffers.other, count)])


@rule
def observe(
    state: StateRecord, board: BoardRecord, player: Any, header: Any, buffers: Buffers
) -> Any:
    """Write what a player knows to ``buffers.observation``."""
    out = buffers.observation[: int(header.features)]
    return seam.observe(table_of(header.functions), state, board, player, int(header.mode), out)


@rule
def preferences(
    state: StateRecord,
    board: BoardRecord,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    weights: Any,
) -> Any:
    """The policy as weights of decisions, see :mod:`pixies_agents.advice`."""
    header = record_view(data, HEADER)
    buffers = Buffers(
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
    )
    _decide(state, board, player, ids, count, data, header, buffers)
    softmax(buffers.other, count, 1.0, weights)
    return 0


@rule
def evaluate(state: StateRecord, board: BoardRecord, data: Any, values: Any) -> Any:
    """The utility that the network expects for each seat, see :mod:`pixies_agents.advice`.

    A network with one value is asked once for each seat.
    """
    header = record_view(data, HEADER)
    buffers = Buffers(
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
        stack_floats(WIDEST),
    )
    numbers = as_floats(data)
    players = int(state.players)
    player = int(state.player)
    if header.values > 1:
        observe(state, board, player, header, buffers)
        run_trunk(numbers, header, buffers)
        run_value(numbers, header, buffers)
        for step in range(players):
            values[(player + step) % players] = np.float64(buffers.other[step])
    else:
        for seat in range(players):
            observe(state, board, seat, header, buffers)
            run_trunk(numbers, header, buffers)
            run_value(numbers, header, buffers)
            values[seat] = np.float64(buffers.other[0])
    bound_values(values, players, header.zero_sum, header.low, header.high)
    return 1

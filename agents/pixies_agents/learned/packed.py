"""A network as the numbers of a compiled agent: one float64 array.

A header, then the layers as float32, then the numbers of the prior.
"""

from __future__ import annotations

import numpy as np

from pixies_agents.addresses import noted
from pixies_agents.advice import preferences_address
from pixies_agents.learned.network import STACKS, Dense, Network
from pixies_env.core.compilation.compile import address_table, record_dtype
from pixies_env.core.game import Game
from pixies_env.core.seam import ADDRESSES

WIDEST = 4096
"""Most entries of an observation, a layer or a list of actions."""
DEEPEST = 8
"""Most layers of a stack."""
TRUNK, POLICY, VALUE = range(3)

_LINE = 64
"""Bytes of a cache line, on which layers begin."""

HEADER = record_dtype(
    [
        ("functions", np.uint64, (ADDRESSES,)),
        ("prior", np.uint64, (1,)),
        ("temperature", np.float64),
        ("prior_weight", np.float64),
        ("low", np.float64),
        ("high", np.float64),
        ("mode", np.int64),
        ("features", np.int64),
        ("values", np.int64),
        ("zero_sum", np.int64),
        ("prior_start", np.int64),
        ("prior_end", np.int64),
        ("prior_shown", np.int64),
        ("layers", np.int64, (len(STACKS),)),
        ("inputs", np.int64, (len(STACKS), DEEPEST)),
        ("outputs", np.int64, (len(STACKS), DEEPEST)),
        ("weight", np.int64, (len(STACKS), DEEPEST)),
        ("bias", np.int64, (len(STACKS), DEEPEST)),
    ]
)
"""``weight`` and ``bias`` are places in the array seen as float32. The weights of the last layer
of the policy lie one action after the other, all others one input after the other. The numbers of
the prior lie from ``prior_start`` to ``prior_end``; without one ``prior_weight`` is 0. The policy
reads it from the input ``prior_shown`` on; if that is below 0, it does not."""


def pack(network: Network, game: Game, temperature: float) -> np.ndarray:
    """A network as the numbers of a compiled agent, float64; good in this process only.

    ValueError if it is too large for the compiled pass.
    """
    network.check(game)
    if network.widest > WIDEST:
        raise ValueError(f"a layer of {network.widest} entries; at most {WIDEST} can be played")
    header = np.zeros(1, HEADER)
    header["temperature"] = temperature
    header["low"], header["high"] = game.utility_range
    header["mode"] = game.observation_mode_index(network.observation_mode)
    header["features"], header["values"] = network.features, network.values
    header["zero_sum"] = network.zero_sum
    header["functions"] = noted(game.table)
    place = _aligned(HEADER.itemsize) // 4
    parts: list[tuple[int, np.ndarray]] = []
    for stack, name in enumerate(STACKS):
        layers: tuple[Dense, ...] = getattr(network, name)
        if len(layers) > DEEPEST:
            raise ValueError(f"{len(layers)} layers of {name}; at most {DEEPEST} can be played")
        header["layers"][0, stack] = len(layers)
        for number, layer in enumerate(layers):
            by_action = name == "policy" and number == len(layers) - 1
            weight = layer.weight.T if by_action else layer.weight
            header["inputs"][0, stack, number], header["outputs"][0, stack, number] = (
                layer.weight.shape
            )
            for kind, array in (("weight", weight), ("bias", layer.bias)):
                header[kind][0, stack, number] = place
                parts.append((place, np.ascontiguousarray(array).ravel()))
                place += _aligned(4 * array.size) // 4
    corrected = np.zeros(0)
    shown = len(network.policy[0].weight) - network.actions
    header["prior_shown"] = shown if network.prior_shown else -1
    if network.prior is not None:
        rule_of_prior = network.prior.rule(game)
        corrected = rule_of_prior.data
        address = preferences_address(rule_of_prior.rule, game)
        header["prior"] = noted(address_table([address]))
        header["prior_weight"] = network.prior.weight
        header["prior_start"], header["prior_end"] = place // 2, place // 2 + len(corrected)
    data = np.zeros(place // 2 + len(corrected))
    data[place // 2 :] = corrected
    data.view(np.uint8)[: HEADER.itemsize] = header.view(np.uint8)
    numbers = data.view(np.float32)
    for start, array in parts:
        numbers[start : start + array.size] = array
    return data


def _aligned(size: int) -> int:
    return -(-size // _LINE) * _LINE

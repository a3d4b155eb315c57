"""The figures of `pixies bench`: what each means, what it must reach, what it aims at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One number that a benchmark prints. ``must`` and ``aim`` are the targets of a game."""

    name: str
    meaning: str
    unit: str
    must: float | None = None
    aim: float | None = None
    more_is_better: bool = True


@dataclass(frozen=True)
class Measured:
    """A figure's value, None where it could not be measured, and what is known beside it."""

    name: str
    value: float | None
    context: dict[str, Any] = field(default_factory=dict)


CORE = (
    Figure("core_mask", "compiled games with masks, one thread", "decisions/s"),
    Figure("core_observe", "the same with observations", "decisions/s"),
    Figure("observe_ratio", "core_observe over core_mask, in turn", "ratio"),
    Figure("core_scaling", "rate of two threads over one", "ratio"),
    Figure("batch_step", "BatchEnv.step from Python, all cores", "decisions/s"),
    Figure("batch_ratio", "batch_step over core_mask, in turn", "ratio"),
    Figure("aec_raw", "PettingZoo AEC loop, bare", "agent steps/s"),
    Figure("aec_wrapped", "PettingZoo AEC loop, wrapped", "agent steps/s"),
    Figure("state_bytes", "size of a state", "bytes", more_is_better=False),
    Figure("copy_ns", "copy of a state in compiled code", "ns", more_is_better=False),
    Figure("svg_ms", "drawing of a position as SVG", "ms", more_is_better=False),
    Figure("first_start_s", "1,000 games, empty cache", "s", more_is_better=False),
    Figure("warm_start_s", "1,000 games, warm cache", "s", more_is_better=False),
)

AGENTS = (
    Figure("mcts_sims", "search, uniform rollouts to the end", "simulations/s"),
    Figure("network_sims", "search with the shipped network, one game", "simulations/s"),
    Figure("greedy_rate", "the greedy heuristic against itself", "decisions/s"),
)

LEARNING = (
    Figure("policy_rate", "the shipped policy in batches, one core", "decisions/s"),
    Figure("collect_ratio", "MaskablePPO here over where nothing happens", "ratio"),
)

PEERS = (
    Figure("openspiel_backgammon", "OpenSpiel, backgammon", "decisions/s"),
    Figure("catanatron_4p", "Catanatron, 4 players", "decisions/s"),
    Figure("pettingzoo_connect_four", "PettingZoo AEC, connect four", "agent steps/s"),
)


def other_players(number: int) -> Figure:
    """`core_mask` with another number of players."""
    return Figure(f"core_mask_{number}p", f"core_mask with {number} players", "decisions/s")


def with_targets(figure: Figure, targets: Mapping[str, tuple[float, float]]) -> Figure:
    """The figure with what a game's ``bench_targets`` say of it, if they do."""
    must, aim = targets.get(figure.name, (None, None))
    return replace(figure, must=must, aim=aim)

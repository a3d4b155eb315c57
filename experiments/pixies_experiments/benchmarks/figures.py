"""The figures of `pixies bench`: what each means, what it must reach, what it aims at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One number that a benchmark prints. ``must`` and ``aim`` are for Pixie Queen."""

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
    Figure("core_mask", "compiled games with masks, one thread", "decisions/s", 4e6, 8e6),
    Figure("core_observe", "the same with observations", "decisions/s", 2e6, 4e6),
    Figure("observe_ratio", "core_observe over core_mask, in turn", "ratio", 0.55, 0.65),
    Figure("core_scaling", "rate of two threads over one", "ratio", 1.85, 1.97),
    Figure("batch_step", "BatchEnv.step from Python, all cores", "decisions/s", 2.5e6, 6e6),
    Figure("batch_ratio", "batch_step over core_mask", "ratio", 0.8, 1.1),
    Figure("aec_raw", "PettingZoo AEC loop, bare", "agent steps/s", 1e5, 1.8e5),
    Figure("aec_wrapped", "PettingZoo AEC loop, wrapped", "agent steps/s", 2.5e4, 3.3e4),
    Figure("state_bytes", "size of a state", "bytes", 640, 512, more_is_better=False),
    Figure("copy_ns", "copy of a state in compiled code", "ns", 50, 20, more_is_better=False),
    Figure("svg_ms", "drawing of a position as SVG", "ms", 10, 5, more_is_better=False),
    Figure("first_start_s", "1,000 games, empty cache", "s", 60, 25, more_is_better=False),
    Figure("warm_start_s", "1,000 games, warm cache", "s", 2, 1, more_is_better=False),
)

AGENTS = (
    Figure("mcts_sims", "search, uniform rollouts to the end", "simulations/s", 1.5e4, 4e4),
    Figure("greedy_rate", "the greedy heuristic against itself", "decisions/s", 4e5, 1.5e6),
)

LEARNING = (
    Figure("policy_rate", "the shipped policy in batches, one core", "decisions/s", 1e5, 3e5),
    Figure("collect_ratio", "MaskablePPO here over where nothing happens", "ratio", 0.5, 0.75),
)

PEERS = (
    Figure("openspiel_backgammon", "OpenSpiel, backgammon", "decisions/s"),
    Figure("catanatron_4p", "Catanatron, 4 players", "decisions/s"),
    Figure("pettingzoo_connect_four", "PettingZoo AEC, connect four", "agent steps/s"),
)


def other_players(number: int) -> Figure:
    """`core_mask` with another number of players."""
    return Figure(f"core_mask_{number}p", f"core_mask with {number} players", "decisions/s")


TARGETS = {
    "havresac": {
        "core_mask": (2e6, 5e6),
        "core_observe": (7e5, 2e6),
        "observe_ratio": (0.4, 0.55),
        "mcts_sims": (1.5e4, 4e4),
    }
}
"""What figures must reach and aim at, by figure, for games with targets of their own."""


def with_targets(figure: Figure, game: str) -> Figure:
    """The figure with the targets of a game."""
    if game not in TARGETS:
        return figure
    must, aim = TARGETS[game].get(figure.name, (None, None))
    return replace(figure, must=must, aim=aim)

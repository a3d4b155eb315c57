"""The measuring process of `pixies bench`: prints one JSON object a line, as figures are ready.

It is a process of its own so that nothing else runs beside what is measured, and so that its
folder of machine code, ``PIXIES_CACHE_DIR``, can begin empty.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pixies_env.core.game import Game
from pixies_experiments.benchmarks import (
    batch,
    copying,
    core_loops,
    drawings,
    environments,
    peers,
    starts,
)
from pixies_experiments.benchmarks.figures import PEERS, Measured, other_players
from pixies_experiments.benchmarks.timing import Budget
from pixies_experiments.games import open_game

PLAYERS = 4


@dataclass(frozen=True)
class Effort:
    """How much is measured: seconds of each figure, starts of new processes.

    A first start is measured where the folder of machine code begins empty.
    """

    budget: Budget
    first_start: bool
    warm_starts: int


FULL = Effort(Budget(0.8), first_start=True, warm_starts=3)
QUICK = Effort(Budget(0.1), first_start=False, warm_starts=1)

Step = tuple[str, Callable[[], Measured]]


def steps(
    spec: str, board: Path | None, seed: int, effort: Effort, with_peers: bool
) -> Iterator[Step]:
    """Names of the figures and how each is measured, in the order of measuring."""
    game = open_game(spec, board)
    players = min(PLAYERS, game.max_players)
    budget = effort.budget
    start = starts.Start(spec, board, players)
    if effort.first_start:
        cache = Path(os.environ["PIXIES_CACHE_DIR"])
        yield "first_start_s", lambda: starts.first_start(start, cache)
    else:
        yield "first_start_s", starts.no_first_start
    filled = effort.first_start
    yield "warm_start_s", lambda: starts.warm_start(start, effort.warm_starts, filled)

    def core(name: str, number: int, observe: bool) -> Measured:
        return core_loops.core_rate(name, game, number, seed, budget, observe)

    yield "core_mask", lambda: core("core_mask", players, False)
    yield "core_observe", lambda: core("core_observe", players, True)
    yield "observe_ratio", lambda: core_loops.observe_ratio(game, players, seed, budget)
    yield "core_scaling", lambda: core_loops.core_scaling(game, players, seed, budget)
    for number in game.players:
        if number != players:
            name = other_players(number).name
            yield name, lambda name=name, number=number: core(name, number, False)  # type: ignore[misc]
    yield "batch_step", lambda: batch.batch_step(game, players, seed, budget)
    yield "batch_ratio", lambda: batch.batch_ratio(game, players, seed, budget)
    yield "aec_raw", lambda: environments.aec_raw(game, players, seed, budget)
    yield "aec_wrapped", lambda: environments.aec_wrapped(game, players, seed, budget)
    yield "state_bytes", lambda: state_bytes(game)
    yield "copy_ns", lambda: copying.copy_ns(game, budget)
    yield "svg_ms", lambda: drawings.svg_ms(game, players, seed, budget)
    if with_peers:
        for peer in PEERS:
            yield peer.name, lambda name=peer.name: peers.measure(name, budget)  # type: ignore[misc]


def state_bytes(game: Game) -> Measured:
    """Size of one state record."""
    fields = len(game.state_dtype.names or ())
    return Measured("state_bytes", float(game.state_dtype.itemsize), {"fields": fields})


def main() -> None:
    """Measure everything and print it, line by line."""
    parser = argparse.ArgumentParser(prog="python -m pixies_experiments.benchmarks")
    parser.add_argument("--game", required=True)
    parser.add_argument("--board", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--peers", action="store_true")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else FULL
    for name, measure in steps(asked.game, asked.board, asked.seed, effort, asked.peers):
        print(json.dumps({"started": name}), flush=True)
        found = measure()
        line = {"figure": found.name, "value": found.value, "context": found.context}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()

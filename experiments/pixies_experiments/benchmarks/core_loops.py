"""Whole random games inside compiled code, by the kernel that `pixies simulate` runs."""

from __future__ import annotations

import numpy as np

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.game import Game
from pixies_env.core.lanes import (
    LaneGame,
    Lanes,
    Played,
    Scratch,
    Seated,
    Sight,
    make_scratch,
    unnamed,
)
from pixies_env.core.loops import FINE, play_lanes
from pixies_env.core.seam import OBSERVATION
from pixies_env.core.settling import NO_SCRIPT
from pixies_env.core.threads import own_buffer, run_chunks
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rate, rates, repeat, seconds_of, spread

LANES = 4096
"""Games of one run: some milliseconds each thousand, so a run is far longer than its call."""
CHUNK = 256
"""Lanes that a thread takes at a time where several share a run."""
THREADS = 2
SHARE_GAMES = 128
"""Games on which the share of unforced decisions is counted."""


class Tables:
    """Lanes on which random games are played again and again, each time other ones."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.game = game
        self.decisions = np.zeros(LANES, np.int64)
        self._streams = np.zeros(LANES, game.stream_dtype)
        self._streams["seed"] = seed
        self._streams["lane"] = np.arange(LANES)
        self._handed = (
            unnamed(LaneGame(game.table, game.board, NO_SCRIPT)),
            unnamed(
                Lanes(
                    np.zeros(LANES, game.state_dtype),
                    self._streams,
                    np.zeros(LANES, np.int64),
                    np.full(LANES, players, np.int64),
                )
            ),
            unnamed(
                Seated(
                    np.zeros(1, game.table.dtype),
                    np.zeros(0, np.float64),
                    np.zeros(2, np.int64),
                    np.zeros((LANES, game.max_players), np.int64),
                )
            ),
            unnamed(Played(self.decisions, np.zeros(0, np.bool_), np.zeros(0, game.state_dtype))),
        )
        features = game.observation_size(game.observation_modes[0])
        self._buffers = {
            observe: [_buffers(game, size) for _ in range(THREADS)]
            for observe, size in ((False, 0), (True, features))
        }

    def play(self, observe: bool = False, threads: int = 1) -> float:
        """Play one game per lane; returns the decisions taken."""
        self._streams["episode"] += 1
        step = LANES if threads == 1 else CHUNK
        chunks = [(at, min(at + step, LANES)) for at in range(0, LANES, step)]

        def work(worker: int, first: int, last: int) -> None:
            lane = play_lanes(*self._handed, *self._buffers[observe][worker], first, last)
            if lane != FINE:
                raise RuntimeError(f"the game of lane {lane} cannot be played to its end")

        run_chunks(work, chunks, threads)
        return float(self.decisions.sum())


def _buffers(game: Game, features: int) -> tuple[Scratch, Sight]:
    """Those of one thread, which is shown so many features."""
    sight = Sight(own_buffer(len(game.actions), np.bool_), own_buffer(features, OBSERVATION))
    return unnamed(make_scratch(game)), unnamed(sight)


def unforced_share(game: Game, players: int, seed: int) -> float:
    """Share of the decisions of random games that have more than one option."""
    env = BatchEnv(game, SHARE_GAMES, players, seed, observations=False)
    rng = np.random.default_rng(seed)
    step, unforced, decisions = env.reset(), 0, 0
    while not step.terminated.all():
        options = step.action_masks[~step.terminated].sum(axis=1)
        unforced += int((options > 1).sum())
        decisions += len(options)
        step = env.step(
            (rng.random(step.action_masks.shape, np.float32) * step.action_masks).argmax(axis=1)
        )
    return unforced / decisions


def core_rate(
    name: str, game: Game, players: int, seed: int, budget: Budget, observe: bool
) -> Measured:
    """Decisions per second on one thread."""
    tables = Tables(game, players, seed)
    compile_s = seconds_of(lambda: tables.play(observe))
    found = spread(rates(lambda: tables.play(observe), budget))
    per_game = float(tables.decisions.mean())
    context = {
        "players": players,
        "games_per_s": found["median"] / per_game,
        "decisions_per_game": per_game,
        "unforced_per_s": found["median"] * unforced_share(game, players, seed),
        "batch": LANES,
        "threads": 1,
        "first_call_s": compile_s,
        **found,
    }
    return Measured(name, found["median"], context)


def observe_ratio(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Rate with observations over that without, measured in turn on one thread."""
    tables = Tables(game, players, seed)

    def pair() -> tuple[float, float]:
        return rate(tables.play), rate(lambda: tables.play(observe=True))

    pairs = repeat(pair, budget)
    ratios = spread([observing / bare for bare, observing in pairs])
    context = {
        "players": players,
        "batch": LANES,
        "threads": 1,
        "observation_ns": float(np.median([1e9 / o - 1e9 / bare for bare, o in pairs])),
        **ratios,
    }
    return Measured("observe_ratio", ratios["median"], context)


def core_scaling(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Rate of two threads over that of one, measured in turn so that both see the same machine."""
    tables = Tables(game, players, seed)

    def pair() -> tuple[float, float]:
        return rate(tables.play), rate(lambda: tables.play(threads=THREADS))

    pairs = repeat(pair, budget)
    ratios = spread([two / one for one, two in pairs])
    context = {
        "players": players,
        "batch": LANES,
        "threads": THREADS,
        "one_thread": float(np.median([one for one, _ in pairs])),
        "two_threads": float(np.median([two for _, two in pairs])),
        **ratios,
    }
    return Measured("core_scaling", ratios["median"], context)

"""Tuning the weights of a heuristic by separable CMA-ES, with common deals against a pool.

In each generation all candidates sit at the same tables: the same seats, opponents and deals, so
luck counts little between them. Opponents are the current mean, the weights that the run began
with, and a pool of earlier means and other agents, in equal parts. The mean of the search
distribution is the result: a single best candidate would mostly be a lucky one.

A run lives in a folder. It is written whole after every generation, so it can be stopped at any
time and goes on where it was; what it finds does not depend on when it was stopped. What it writes
are numbers, ``progress.npz``.
"""

from __future__ import annotations

import dataclasses
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from cmaes import SepCMA

from pixies_agents.heuristics.families import Family, family_of, style_of
from pixies_agents.heuristics.weights import Weights, WeightTable
from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.errors import did_you_mean
from pixies_env.core.files.arrays import ArrayFile, Form, form_of, opened_arrays, write_arrays
from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.intervals import Estimate, Moments
from pixies_experiments.run_folder import RunFolder
from pixies_experiments.simulation import split_wins

PLAN, PROGRESS, _EARLIER = "plan.json", "progress.npz", "progress.pickle"
FORMAT = "pixies-tuning"
VERSION = 1
TABLES = 20
"""Line-ups of a generation."""
_TEST_SEEDS = 1_000_000
"""Added to the seed of tuning: tests are dealt other games."""
_KEEP_EVERY = 10
"""Generations between two means that stay in the pool."""
_ROUNDING = 1e-9
"""Share of a weight's range by which it may be beyond for its computation."""
_KEPT = 8
"""Earlier means in the pool, the latest ones."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is tuned and how; a run cannot go on under another plan."""

    agent: str
    """Specification of the heuristic, such as ``greedy`` or ``greedy:style=rings``."""
    seed: int
    games: int
    """Games per candidate and generation."""
    candidates: int = 32
    """Candidates of a generation."""
    start: str = ""
    """File of the first weights; the shipped one called start if empty."""
    rivals: tuple[str, ...] = ()
    """Specifications of further opponents."""
    hold: tuple[tuple[str, float], ...] = ()
    """Weights that keep these values: what makes the agent's style."""
    players: tuple[int, ...] = ()
    """Numbers of players at the tables, in turn; all that the game has but one if empty."""
    step: float = 0.05
    """First standard deviation, as a share of each weight's range."""
    win_weight: float = 1.0
    """How much a win counts beside the rank reward."""

    def describe(self) -> dict[str, Any]:
        """In plain data, as the folder keeps it."""
        plain: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(self)))
        return plain


@dataclasses.dataclass
class Progress:
    """Everything a run needs to go on."""

    optimiser: SepCMA
    start: np.ndarray
    earlier: list[np.ndarray]
    generation: int = 0
    games: int = 0
    seconds: float = 0.0


class Tuning:
    """A run in a folder: begun, or taken up again where it was.

    Raises:
        ValueError: the folder holds a run under another plan, another run is at work in it, or the
            game has no such heuristic, weight or number of players.
        DamagedDataError: what the folder holds cannot be gone on with.
    """

    def __init__(self, folder: Path, plan: Plan, game: Game) -> None:
        self.folder, self.plan, self.game = folder, plan, game
        style_of(plan.agent, game)
        self.family: Family = family_of(game)
        self.players = plan.players or tuple(count for count in game.players if count > 1)
        for count in self.players:
            game.check_players(count)
        self._scale = Scale(self.family.table, dict(plan.hold))
        self._rivals = [make_agent(spec, game) for spec in plan.rivals]
        # A run that goes on does not need the file that it began with.
        numbers = self._scale.middle if (folder / PROGRESS).exists() else self._first_weights()
        self.progress = Progress(self._scale.optimiser(numbers, plan), numbers, [])
        self._place = RunFolder(folder, plan.describe(), PROGRESS, _EARLIER, name=PLAN)
        if self._place.begun:
            with opened_arrays(
                self._place.state, "the progress of a tuning", FORMAT, VERSION, sealed=True
            ) as stored:
                self._restore(stored)

    def _first_weights(self) -> np.ndarray:
        table = self.family.table
        return self._scale.held(table.load(self.plan.start or table.shipped("start")).numbers)

    def numbers(self, point: np.ndarray | None = None) -> np.ndarray:
        """Weights at a point of the search, by default at its mean."""
        at = self.progress.optimiser.mean if point is None else point
        return self._scale.numbers(self.progress.start, at)

    def run(
        self,
        minutes: float,
        generations: int | None,
        threads: int | None,
        report: Callable[[Progress, float], None],
    ) -> None:
        """Go on for so long, or up to so many generations in all; whole generations only."""
        until = time.monotonic() + 60 * minutes
        with self._place.at_work():
            if not self._place.begun:
                self._save()
            while time.monotonic() < until and (
                generations is None or self.progress.generation < generations
            ):
                report(self.progress, self._generation(threads))

    def _generation(self, threads: int | None) -> float:
        """One generation; returns the mean result of its candidates."""
        progress, plan = self.progress, self.plan
        began = time.monotonic()
        optimiser = progress.optimiser
        # Every generation has a generator of its own, so none has to be kept.
        optimiser.reseed_rng((plan.seed * 1_000_003 + progress.generation) % 2**32)
        points = [optimiser.ask() for _ in range(optimiser.population_size)]
        tables = self._tables()
        values = []
        for point in points:
            candidate = self._agent(self.numbers(point))
            line_ups = [[candidate if a is None else a for a in table] for table in tables]
            seats = np.array([table.index(None) for table in tables])
            values.append(self._value(line_ups, seats, threads))
        # The optimiser looks for the least value.
        optimiser.tell([(point, -value) for point, value in zip(points, values, strict=True)])
        progress.generation += 1
        progress.games += plan.games * len(points)
        progress.seconds += time.monotonic() - began
        if progress.generation % _KEEP_EVERY == 0:
            progress.earlier = [*progress.earlier, self.numbers()][-_KEPT:]
        self._save()
        return float(np.mean(values))

    def _save(self) -> None:
        progress = self.progress
        told = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "plan": self.plan.describe(),
            "generation": progress.generation,
            "games": progress.games,
            "seconds": progress.seconds,
        }
        earlier = np.zeros((0, len(progress.start)))
        arrays = {
            "start": progress.start,
            "earlier": np.stack(progress.earlier) if progress.earlier else earlier,
            **{name: np.array(getattr(progress.optimiser, f"_{name}")) for name in SEARCH},
        }
        with self._place.writing() as path:
            write_arrays(path, told, arrays, sealed=True)

    def _restore(self, stored: ArrayFile) -> None:
        plan, told, weights = self.plan, stored.metadata, len(self.family.table.weights)
        same = told.get("game") == self.game.name and told.get("plan") == plan.describe()
        stored.require(same, "it is of another game or plan")
        generation = stored.count("generation", most=2**40)
        games = stored.count("games", most=2**62)
        seconds = told.get("seconds")
        stored.require(games == generation * plan.games * plan.candidates, "games are missing")
        if not isinstance(seconds, float) or not 0.0 <= seconds < math.inf:
            raise stored.damaged("seconds must be a number")
        optimiser = self.progress.optimiser
        numbers = Form(np.dtype(np.float64), (weights,))
        kept = min(generation // _KEEP_EVERY, _KEPT)
        found = stored.read(
            {
                "start": numbers,
                "earlier": numbers._replace(shape=(kept, weights)),
                **{name: form_of(np.array(getattr(optimiser, f"_{name}"))) for name in SEARCH},
            }
        )
        for name in ("start", "earlier"):
            stored.require(self._scale.holds(found[name]), f"{name} is out of bounds")
        sound = found["g"] == generation and found["sigma"] > 0.0 and (found["C"] > 0.0).all()
        stored.require(bool(sound), "there is no such search")
        for name in SEARCH:
            value = found[name]
            setattr(optimiser, f"_{name}", value if value.ndim else value.item())
        self.progress = Progress(
            optimiser, found["start"], list(found["earlier"]), generation, games, seconds
        )

    @property
    def step(self) -> float:
        """Present standard deviation, as a share of each weight's range."""
        return float(self.progress.optimiser._sigma)

    def test(self, games: int, threads: int | None) -> dict[int, Estimate]:
        """What the mean reaches against the first weights on other deals, see :func:`gain_over`."""
        tuned, before = self._agent(self.numbers()), self._agent(self.progress.start)
        return {
            players: gain_over(
                self.game,
                tuned,
                before,
                players=players,
                games=games,
                seed=self.plan.seed + _TEST_SEEDS,
                threads=threads,
            )
            for players in sorted(set(self.players))
        }

    def write(self, path: Path, words: str, tests: dict[int, Estimate]) -> None:
        """Write the mean as a file of weights that says where it comes from."""
        results = "; ".join(
            f"{players} players {found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
            for players, found in tests.items()
        )
        games = next(iter(tests.values())).games
        origin = {
            "command": words,
            "seed": str(self.plan.seed),
            "games": f"{self.progress.games} in tuning, {games} per test on seed "
            f"{self.plan.seed + _TEST_SEEDS}",
            "result": f"against the weights before: {results}",
        }
        with written_whole(path) as aside:
            self.family.table.write(aside, Weights(self.numbers(), origin))

    def _agent(self, numbers: np.ndarray) -> Agent:
        return self.family.make(self.game, "candidate", Weights(numbers, {}), 0.0)

    def _tables(self) -> list[list[Agent | None]]:
        """Line-ups of this generation; None is the candidate's seat."""
        progress, plan = self.progress, self.plan
        draw = np.random.default_rng([plan.seed, progress.generation])
        current, first = self._agent(self.numbers()), self._agent(progress.start)
        pool = [self._agent(numbers) for numbers in progress.earlier] + self._rivals
        # A third of the opponents each: what beats only itself is not to win.
        kinds: list[list[Agent]] = [[current], [first], pool or [first]]
        tables: list[list[Agent | None]] = []
        for index in range(TABLES):
            players = self.players[index % len(self.players)]
            table: list[Agent | None] = [
                (kind := kinds[draw.integers(len(kinds))])[draw.integers(len(kind))]
                for _ in range(players)
            ]
            table[int(draw.integers(players))] = None
            tables.append(table)
        return tables

    def _value(self, line_ups: list[list[Agent]], seats: np.ndarray, threads: int | None) -> float:
        """Mean of rank reward and wins of the candidate over this generation's deals."""
        plan, total = self.plan, 0.0
        for block in play_games(
            self.game,
            line_ups,
            games=plan.games,
            seed=plan.seed,
            first_game=self.progress.generation * plan.games,
            threads=threads,
        ):
            rows, own = np.arange(len(block)), seats[block.line_ups]
            # Seats not in the game have rank 0. Alone, the score is the result.
            wins = split_wins(block.statistics["rank"])[rows, own] * (block.players > 1)
            total += float((block.returns[rows, own] + plan.win_weight * wins).sum())
        return total / plan.games


SEARCH = ("mean", "sigma", "C", "p_sigma", "pc", "g")
"""What changes from one generation of cmaes.SepCMA to the next and decides how it goes on."""


class Scale:
    """The weights that are tuned, each between 0 and 1 of its range."""

    def __init__(self, table: WeightTable, held: dict[str, float]) -> None:
        for name, value in held.items():
            if name not in table.names:
                raise ValueError(f"cannot hold {name}: no weight{did_you_mean(name, table.names)}")
            weight = table.weights[table.names.index(name)]
            if not weight.low <= value <= weight.high:
                raise ValueError(f"{name} must be {weight.low:g} to {weight.high:g}, not {value:g}")
        self._held = {table.names.index(name): value for name, value in held.items()}
        self.tuned = np.array([not w.judgement and w.name not in held for w in table.weights])
        self._bounds = np.array([(weight.low, weight.high) for weight in table.weights]).T
        self.low = self._bounds[0, self.tuned]
        self.span = self._bounds[1, self.tuned] - self.low

    def held(self, numbers: np.ndarray) -> np.ndarray:
        """A copy of all weights with the held ones at their values."""
        result = numbers.copy()
        for index, value in self._held.items():
            result[index] = value
        return result

    def numbers(self, start: np.ndarray, point: np.ndarray) -> np.ndarray:
        """All weights where the tuned ones are at a point of the search."""
        result: np.ndarray = start.copy()
        result[self.tuned] = self.low + np.clip(point, 0.0, 1.0) * self.span
        return result

    @property
    def middle(self) -> np.ndarray:
        """All weights, each in the middle of its range."""
        middle: np.ndarray = self._bounds.mean(axis=0)
        return middle

    def holds(self, numbers: np.ndarray) -> bool:
        """Whether all weights, in the last axis, are within their bounds."""
        low, high = self._bounds
        slack = _ROUNDING * (high - low)
        return bool(((numbers >= low - slack) & (numbers <= high + slack)).all())

    def optimiser(self, numbers: np.ndarray, plan: Plan) -> SepCMA:
        """The search at its begin."""
        return SepCMA(
            mean=(numbers[self.tuned] - self.low) / self.span,
            sigma=plan.step,
            bounds=np.tile([0.0, 1.0], (int(self.tuned.sum()), 1)),
            seed=plan.seed,
            population_size=plan.candidates,
        )


def gain_over(
    game: Game,
    one: Agent,
    others: Agent,
    *,
    players: int,
    games: int,
    seed: int,
    threads: int | None,
) -> Estimate:
    """Share of wins of an agent against copies of another one, seats rotated.

    Alone there is nothing to win: then it is how much more the one scores in the same deals.
    """
    moments = Moments()
    if players == 1:
        pair = [
            play_games(game, [[agent]], games=games, seed=seed, threads=threads)
            for agent in (one, others)
        ]
        for own, other in zip(*pair, strict=True):
            moments.add(own.returns[:, 0] - other.returns[:, 0])
        return moments.estimate_mean()
    line_ups = [
        [one if seat == own else others for seat in range(players)] for own in range(players)
    ]
    for block in play_games(game, line_ups, games=games, seed=seed, threads=threads):
        wins = split_wins(block.statistics["rank"][:, :players])
        moments.add(wins[np.arange(len(block)), block.line_ups])
    return moments.estimate_share()

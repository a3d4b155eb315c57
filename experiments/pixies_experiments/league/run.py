"""Running a league in its folder: what is missing is done, and every generation is told of."""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network, load_network, save_network
from pixies_env.core.game import Game
from pixies_experiments.backends import Backend, Task, Trouble, backend_of
from pixies_experiments.games import open_game
from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.standing import MAIN, START, Standing, member
from pixies_experiments.league.study import LeagueStudy
from pixies_experiments.league.work import POLICIES, RUNS, THREADS, UNFINISHED, policy_file
from pixies_experiments.pieces import STOP, Piece, StudyError
from pixies_experiments.studies.store import StoredParts
from pixies_experiments.training.boards import boards_of, check_sampling
from pixies_experiments.training.checks import check_agents, check_players
from pixies_experiments.training.config import Opponents
from pixies_experiments.training.curves import write_curve
from pixies_experiments.training.named import network_named
from pixies_experiments.training.origin import origin
from pixies_experiments.training.ppo import POLICY, PpoRun

Progress = Callable[[int, int, int], None]
"""Called with a generation, its pieces that are done, and those that are known so far."""


@dataclasses.dataclass
class Told:
    """A league as far as it is."""

    standing: Standing
    curve: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    """Rows of evaluations: shares of wins of main agents, with their intervals."""
    seconds: float = 0.0
    """Of all trainings."""


class LeagueRun:
    """A league in a folder: begun, or taken up again with what is missing of it.

    Args:
        folder: holds ``study.json`` (what it is), ``parts/`` (what each finished piece of work
            gave), ``runs/`` (a run of PPO for each learner and generation), ``policies/`` (the
            networks or weights of all members), ``results/`` (all payoffs, and what main agents
            are judged by), ``curve.jsonl``, and ``policy.npz``, the first main agent as it is.
        config: what to do; a folder with something else is refused.
        game: instead of the one that the configuration names.

    Raises:
        ValueError: the configuration does not fit the game; nothing has been written then.
    """

    def __init__(self, folder: Path, config: LeagueConfig, game: Game | None = None) -> None:
        self.folder, self.config = folder, config
        self.game = open_game(config.game, options=config.options) if game is None else game
        check_players(
            {"players": config.players, "evaluation.players": config.evaluation.players}, self.game
        )
        check_sampling(
            self.game, config.boards, self.game.check_observation_mode(config.observation_mode)
        )
        boards = boards_of(self.game, config.boards, config.options)
        met = check_agents(config.agents(), boards.games)
        if config.tuners.count:
            self._check_tuners()
        self.study = LeagueStudy(self.game, config)
        self._start = self._first_network()
        if config.network.start:
            start = network_named(config.network.start, self.game, {})
            met[config.network.start] = LearnedAgent(self.game, config.network.start, start)
        self._origin = origin(met)
        self.told = Told(Standing(config))

    def _check_tuners(self) -> None:
        # Needs an optional library.
        from pixies_experiments.studies.exploit.tuned import Search, TuningPlan

        plan = self.config.tuners
        try:
            Search(self.game, TuningPlan(plan.heuristic, 1, plan.candidates, 1), 0)
        except ValueError as error:
            raise ValueError(f"tuners.heuristic: {error}") from error

    def _first_network(self) -> Network:
        """What all learners begin with; errors as of a run of PPO."""
        told = self.study.learning(Opponents(past=0.0), START, 1, [0], (0.0, 1.0))
        told = told.model_copy(update={"network": self.config.network})
        with tempfile.TemporaryDirectory() as aside:
            return PpoRun(Path(aside), told, THREADS, self.game).network()

    @property
    def over(self) -> bool:
        """Nothing is left to do."""
        return self.told.standing.generation == self.config.generations

    def run(
        self,
        minutes: float | None = None,
        report: Callable[[Told], None] = lambda told: None,
        *,
        workers: int | None = None,
        backend: str = "joblib",
        progress: Progress = lambda generation, done, known: None,
    ) -> None:
        """Do what is missing, for so long or to the end.

        Args:
            minutes: after which trainings write a checkpoint and stop.
            report: called after every generation, those of earlier runs left out.
            workers: processes; all cores by default.
            backend: ``joblib`` or ``ray``, whose nodes must share the folder.
            progress: called whenever a piece of work is done.

        Raises:
            StudyError: it cannot go on; what was finished stays. A StudyRefusedError says that
                nothing was begun.
        """
        work, count = backend_of(backend, workers)
        until = float("inf") if minutes is None else time.time() + 60 * minutes
        study = dataclasses.replace(self.study, until=until)
        task = Task(study, STOP, self.folder.absolute())
        with StoredParts.opened(self.folder, self.study) as parts:
            self._prepare()
            self.told = Told(Standing(self.config))
            crew = _Crew(study, parts, task, work, count, progress)
            while not self.over and crew.does_generation(self.told.standing):
                self._take(parts, crew)
                if crew.busy:
                    self._write()
                    report(self.told)
            finished = [piece for piece in crew.pieces if piece in parts]
            parts.keep_results(self.study.summarise(parts, finished), finished)

    def _prepare(self) -> None:
        for name in (POLICIES, RUNS):
            (self.folder / name).mkdir(exist_ok=True)
        first = policy_file(self.folder, START)
        if not first.exists():
            save_network(first, self._start, self.game)

    def _take(self, parts: StoredParts, crew: _Crew) -> None:
        """Take in the generation that the crew has just done."""
        told, standing = self.told, self.told.standing
        times = parts.times(crew.latest)
        told.seconds += sum(times["seconds"].to_pylist()) if times is not None else 0.0
        told.curve += [
            {"generation": standing.generation, "steps": standing.steps[row["member"]], **row}
            for row in self.study.judged(parts, crew.latest)
        ]

    def _write(self) -> None:
        """What others read of the league as it is now."""
        standing, told = self.told.standing, self.told
        name = member(standing.learners(MAIN)[0], standing.generation)
        network = load_network(policy_file(self.folder, name), self.game)
        training = {
            "command": "pixies train league --config FILE --folder FOLDER",
            "config": self.config.model_dump(mode="json"),
            "seed": self.config.seed,
            "generation": standing.generation,
            "steps": standing.steps[name],
            "seconds": round(told.seconds, 1),
            **self._origin,
            "curve": told.curve,
        }
        network = dataclasses.replace(network, training=training)
        save_network(self.folder / POLICY, network, self.game)
        write_curve(self.folder, told.curve)


class _Crew:
    """Does the pieces of a league, a generation at a time."""

    def __init__(
        self,
        study: LeagueStudy,
        parts: StoredParts,
        task: Task,
        work: Backend,
        workers: int,
        progress: Progress,
    ) -> None:
        self.study, self.parts, self.task = study, parts, task
        self.work, self.workers, self.progress = work, workers, progress
        self.pieces: list[Piece] = []
        """Of all generations."""
        self.latest: list[Piece] = []
        """Of the last one."""
        self.busy = False
        """Something of the last one was missing."""

    def does_generation(self, standing: Standing) -> bool:
        """Do what is missing of the next generation; False if the time is over before its end."""
        self.latest, self.busy = [], False
        for stage in self.study.generation(self.parts, standing):
            self.pieces += stage
            self.latest += stage
            if not self._does(stage, standing.generation + 1):
                return False
        return True

    def _does(self, stage: list[Piece], generation: int) -> bool:
        missing = [piece for piece in stage if piece not in self.parts]
        if not missing:
            return True
        self.busy, left = True, len(missing)
        self.progress(generation, len(self.latest) - left, len(self.latest))
        workers, finished = min(self.workers, len(missing)), True
        with closing(self.work(self.task, missing, workers)) as results:
            for piece, result in results:
                if isinstance(result, Trouble):
                    raise StudyError(result.message)
                if UNFINISHED in result.table.column_names:
                    finished = False
                    continue
                self.parts.keep(piece, result)
                left -= 1
                self.progress(generation, len(self.latest) - left, len(self.latest))
        return finished

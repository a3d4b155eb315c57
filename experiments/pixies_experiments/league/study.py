"""A league as a study: generations of trainings and of games that follow from each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as arrow

from pixies_env.core.game import Game
from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.matchmaking import Table, matchups, tables_of
from pixies_experiments.league.standing import EXPLOITER, MAIN, START, TUNER, Standing, member
from pixies_experiments.league.work import Workshop
from pixies_experiments.pieces import Piece
from pixies_experiments.studies.study import Done, Parts, Study
from pixies_experiments.training.config import Evaluation, Matchup, Opponents, PpoConfig

TRAIN, TUNE, MEASURE = "train", "tune", "measure"
RESPONSE = "response"
"""What rows call the response to a main agent."""
_FIELD = "league."
"""How fields of the configuration are called in the folder."""
_PAYOFF, _JUDGED = "payoff-", "judged-"
"""How names of pieces begin."""
_JUDGED_DEALS = 2**60
_PAYOFF_DEALS = 2**40
"""Seeds of games from which on, which training never has."""
_LEARNING, _TUNING, _RESPONDING = 1, 2, 3
"""Tell the seeds of a generation apart."""
_NEVER = 10**12
"""Steps."""


@dataclass(frozen=True)
class LeagueStudy(Study):
    """A league of a game; every piece is told the folder that it lives in.

    ``until``, a time, decides nothing about results: trainings that are not over then are left
    unfinished.
    """

    kind: ClassVar[str] = "league"
    grows: ClassVar[tuple[str, ...]] = ()

    game: Game
    config: LeagueConfig
    until: float = field(default=float("inf"), compare=False)

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> LeagueStudy:
        """The league of a game with such a configuration."""
        fields = {
            key.removeprefix(_FIELD): value for key, value in told.items() if key.startswith(_FIELD)
        }
        return cls(game, LeagueConfig.model_validate(fields))

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        fields = self.config.model_dump(mode="json")
        return {f"{_FIELD}{name}": value for name, value in fields.items()}

    # ---- pieces

    def pieces(self, parts: Parts) -> list[Piece]:
        """All pieces of the stages that can be begun."""
        found: list[Piece] = []
        standing = Standing(self.config)
        while standing.generation < self.config.generations:
            for stage in self.generation(parts, standing):
                found += stage
                if not all(piece in parts for piece in stage):
                    return found
        return found

    def generation(self, parts: Parts, standing: Standing) -> Iterator[list[Piece]]:
        """The stages of the next generation: pieces that do not need each other.

        Those of one must be done before the next is asked for; then ``standing`` has moved on.
        """
        number = standing.generation + 1
        training = self._training(standing, parts.folder)
        yield training
        payoffs = self._payoffs(standing, parts.folder)
        yield [*payoffs, *self._responses(number, parts.folder)]
        yield self._judging(number, parts.folder)
        learned = {
            piece.arguments["learner"]: rows_of(parts, [piece])[0]["steps"] for piece in training
        }
        standing.end_generation(rows_of(parts, payoffs), learned)

    def _training(self, standing: Standing, folder: Path) -> list[Piece]:
        """A piece for each learner."""
        config, number = self.config, standing.generation + 1
        pieces = []
        for index, learner in enumerate(standing.learners(MAIN, EXPLOITER)):
            if learner.startswith(MAIN):
                steps, opponents = config.mains.steps, self._main_opponents(standing, learner)
            else:
                steps, opponents = config.exploiters.steps, self._exploited(standing)
            start = standing.current(learner)
            told = self.learning(
                opponents, start, steps, [number, _LEARNING, index], standing.share(learner)
            )
            pieces.append(self._train(folder, member(learner, number), told, learner=learner))
        counts, mains = sorted(set(config.players)), standing.learners(MAIN)
        for index, learner in enumerate(standing.learners(TUNER)):
            target = standing.current(mains[index % len(mains)])
            arguments = {
                "folder": str(folder.absolute()),
                "task": TUNE,
                "name": member(learner, number),
                "target": target,
                "members": [target],
                "players": counts[(number + index) % len(counts)],
                "seed": self._seed(number, _TUNING, index),
                "learner": learner,
            }
            pieces.append(Piece(f"{TUNE}-{member(learner, number)}", arguments))
        return pieces

    def _main_opponents(self, standing: Standing, main: str) -> Opponents:
        plan = self.config.mains
        met = matchups(
            standing.members,
            self.config.players,
            standing.chances.get(standing.current(main), {}),
            plan.hardness,
        )
        latest = plan.self_play / (1.0 - plan.self_play)
        return Opponents(latest=latest, past=0.0, matchups=tuple(met), snapshot_steps=_NEVER)

    def _exploited(self, standing: Standing) -> Opponents:
        return self._alone_against([standing.current(main) for main in standing.learners(MAIN)])

    def _alone_against(self, targets: Sequence[str]) -> Opponents:
        tables = tables_of(list(dict.fromkeys(targets)), self.config.players)
        met = tuple(Matchup(agent=t.opponent, players=t.players) for t in tables if t.copies == 1)
        return Opponents(latest=0.0, past=0.0, matchups=met, snapshot_steps=_NEVER)

    def learning(
        self,
        opponents: Opponents,
        start: str,
        steps: int,
        draw: Sequence[int],
        share: tuple[float, float],
    ) -> PpoConfig:
        """The run of a learner that has a part of its time behind it, before and after."""
        config, ppo = self.config, self.config.ppo

        def between(first: float, last: float) -> list[float]:
            return [first + (last - first) * done for done in share]

        rate, rate_end = between(ppo.learning_rate, ppo.learning_rate_end)
        entropy, entropy_end = between(ppo.ent_coef, ppo.ent_coef_end)
        changes = {
            "learning_rate": rate,
            "learning_rate_end": rate_end,
            "ent_coef": entropy,
            "ent_coef_end": entropy_end,
            "warm_up_steps": ppo.warm_up_steps if start == START else 0,
        }
        return PpoConfig(
            game=config.game,
            options=config.options,
            boards=config.boards,
            players=config.players,
            observation_mode=config.observation_mode,
            reward=config.reward,
            seed=self._seed(*draw),
            total_steps=steps,
            network=config.network.model_copy(update={"start": start}),
            ppo=ppo.model_copy(update=changes),
            opponents=opponents,
            evaluation=Evaluation(every=_NEVER, opponents=()),
            checkpoint_minutes=config.checkpoint_minutes,
        )

    def _seed(self, *draw: int) -> int:
        """A seed of its own for each draw."""
        sequence = np.random.SeedSequence([self.config.seed, *draw])
        return int(sequence.generate_state(1)[0])

    def _train(self, folder: Path, name: str, told: PpoConfig, **more: Any) -> Piece:
        named = [told.network.start, *(matchup.agent for matchup in told.opponents.matchups)]
        arguments = {
            "folder": str(folder.absolute()),
            "task": TRAIN,
            "name": name,
            "told": told.plain(),
            "members": [agent for agent in dict.fromkeys(named) if self._learned(agent)],
            **more,
        }
        return Piece(f"{TRAIN}-{name}", arguments)

    def _learned(self, agent: str) -> bool:
        return agent not in self.config.rivals and agent not in self.config.evaluation.opponents

    def _payoffs(self, standing: Standing, folder: Path) -> list[Piece]:
        """A piece for each main agent and member."""
        number = standing.generation + 1
        return [
            self._measure(
                folder,
                f"{_PAYOFF}{member(main, number)}-{place}",
                member(main, number),
                opponent,
                tables_of([opponent], self.config.players),
                games=self.config.payoff_games,
                seed=number * _PAYOFF_DEALS + self.config.seed,
            )
            for main in standing.learners(MAIN)
            for place, opponent in enumerate(standing.measured(main))
        ]

    def _measure(
        self,
        folder: Path,
        piece: str,
        name: str,
        opponent: str,
        tables: Sequence[Table],
        **how: Any,
    ) -> Piece:
        arguments = {
            "folder": str(folder.absolute()),
            "task": MEASURE,
            "name": name,
            "opponent": opponent,
            "members": [opponent] if self._learned(opponent) else [],
            "tables": [tuple(table) for table in tables],
            **how,
        }
        return Piece(piece, arguments)

    def _judged(self, number: int) -> bool:
        last = number == self.config.generations
        return last or number % self.config.evaluation.every == 0

    def _mains(self, number: int) -> list[str]:
        return [member(main, number) for main in Standing(self.config).learners(MAIN)]

    def _responses(self, number: int, folder: Path) -> list[Piece]:
        """A piece for the response to each main agent, where there is to be one."""
        steps = self.config.evaluation.response_steps
        if not (steps and self._judged(number)):
            return []
        return [
            self._train(
                folder,
                f"{RESPONSE}-{main}",
                self.learning(
                    self._alone_against([main]), START, steps, [number, _RESPONDING, index], (0, 1)
                ),
            )
            for index, main in enumerate(self._mains(number))
        ]

    def _judging(self, number: int, folder: Path) -> list[Piece]:
        """Games of main agents against those that they never learn from, and the start."""
        if not self._judged(number):
            return []
        plan = self.config.evaluation
        pieces = []
        for main in self._mains(number):
            met = [(opponent, opponent) for opponent in (*plan.opponents, START)]
            if plan.response_steps:
                met.append((RESPONSE, f"{RESPONSE}-{main}"))
            for place, (label, opponent) in enumerate(met):
                tables = [
                    table
                    for table in tables_of([label], self.config.judged_players)
                    if table.copies == table.players - 1
                    or (table.copies == 1 and label != RESPONSE)
                ]
                pieces.append(
                    self._measure(
                        folder,
                        f"{_JUDGED}{main}-{place}",
                        main,
                        opponent,
                        tables,
                        games=plan.games,
                        seed=_JUDGED_DEALS + self.config.seed,
                    )
                )
        return pieces

    def run(self, piece: Piece, on_error: str) -> Done:
        """Do a piece, in a process of its own; the folder must be there too."""
        told = dict(piece.arguments)
        task, folder = told.pop("task"), Path(told.pop("folder"))
        workshop = Workshop(self.game, self.config, folder, self.until)
        told.pop("learner", None)
        if task == TRAIN:
            return workshop.train(**told)
        if task == TUNE:
            return workshop.tune(**told)
        told["tables"] = [Table(*table) for table in told["tables"]]
        return workshop.measure(**told)

    # ---- results

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """All payoffs, and what the main agents are judged by."""
        payoffs = rows_of(parts, [piece for piece in pieces if piece.name.startswith(_PAYOFF)])
        found = {"payoffs": payoffs, "judged": self.judged(parts, pieces)}
        return {name: arrow.Table.from_pylist(rows) for name, rows in found.items() if rows}

    def judged(self, parts: Parts, pieces: Sequence[Piece]) -> list[dict[str, Any]]:
        """Rows that tell what the main agents are judged by, of some finished pieces."""
        return rows_of(parts, [piece for piece in pieces if piece.name.startswith(_JUDGED)])


def rows_of(parts: Parts, pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Rows of the results of finished pieces, in their order."""
    return [row for table in parts.tables(pieces) for row in table.to_pylist()]

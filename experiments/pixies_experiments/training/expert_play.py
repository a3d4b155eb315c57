"""Who plays the games of expert iteration: this process, or those of a backend of the studies.

What a game gives depends on its number and the network alone, not on who plays it or what is played
at the same time. So the games of an iteration are cut into pieces, which any process can play, on
another machine too; torch is not needed there.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network
from pixies_agents.learned.prior import Prior
from pixies_agents.search.base import SearchAgent
from pixies_agents.search.evaluator import Evaluator, NetworkEvaluator
from pixies_agents.search.network import NetworkSearchAgent
from pixies_agents.search.options import TreeOptions
from pixies_env.core.agents import Agent, Decisions
from pixies_env.core.boards import Boards
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.backends import BACKENDS, Task, Trouble, backend_of, kept_ready
from pixies_experiments.pieces import STOP, Piece, StudyError
from pixies_experiments.training.expert_config import LEARNER, ExpertConfig
from pixies_experiments.training.expert_games import Expert, Logits, Rows, play
from pixies_experiments.training.named import agent_named
from pixies_experiments.training.prior_columns import PriorColumns

POLICY = "policy.npz"
THREADS = "threads"
"""The backend that is this process."""
PIECE_GAMES = 4
"""Few, so that many processes end at about the same time; a network is sent for each piece."""


def searching_expert(
    game: Game, config: ExpertConfig, evaluator: Evaluator, threads: int | None
) -> Expert:
    """The searches that a network guides; ValueError if they cannot be."""
    plan = config.self_play

    def search(simulations: int, noise: float) -> NetworkSearchAgent:
        options = TreeOptions(
            simulations=simulations,
            network=POLICY,
            value_share=plan.value_share,
            root_noise=noise,
            # What is learned is how often decisions were tried, or values of all of them.
            gumbel=0,
            prior_noise=plan.prior_noise,
            exploration=plan.exploration,
            keep_tree=False,
            batch=plan.batch,
            # The games beside fill the passes: every simulation may know all before it.
            leaves=1,
            threads=threads,
            # A search refuses what has no effect in it.
            rollout=plan.rollout if plan.value_share < 1.0 else TreeOptions.rollout,
            root_concentration=(
                plan.root_concentration if noise > 0.0 else TreeOptions.root_concentration
            ),
        )
        return NetworkSearchAgent(game, options, evaluator)

    def logits(asked: Decisions) -> np.ndarray:
        assert asked.observations is not None
        return evaluator(asked.observations, asked.action_masks)[0]

    return Expert(
        game,
        search(plan.simulations, plan.root_noise),
        search(plan.fast_simulations, 0.0) if plan.fast_simulations else None,
        plan.full_share,
        plan.temperature,
        plan.drawn_decisions,
        value_weight=config.value_weight,
        logits=logits,
    )


def teaching_expert(game: Game, config: ExpertConfig) -> Expert:
    """The teacher, who decides or is asked; ValueError if it cannot teach what is learned."""
    teacher = make_agent(config.teacher.agent, game)
    if config.value_weight is not None and not isinstance(teacher, SearchAgent):
        raise ValueError(
            f"learning.targets: values are what a search finds; {config.teacher.agent} is none"
        )
    prior = config.network.corrected()
    return Expert(
        game,
        teacher,
        full_share=config.teacher.share,
        value_weight=config.value_weight,
        prior=None if prior is None else _added_by(prior, game),
    )


def _added_by(prior: Prior, game: Game) -> Logits:
    columns = PriorColumns(Boards([game]), prior)

    def added(asked: Decisions) -> np.ndarray:
        boards = np.zeros(len(asked.seats), np.int64)
        return columns.of(asked.states, boards, asked.action_masks, asked.seats)

    return added


@dataclass(frozen=True)
class Episodes:
    """Games of a run from one network; work for any backend, see ``Work`` of the studies."""

    game: Game
    config: ExpertConfig
    observation_mode: str
    network: Network
    """As it is now."""
    taught: bool
    """The teacher tells what to learn; otherwise a search that the network guides."""

    def run(self, piece: Piece, on_error: str) -> Rows:
        """Play the games of a piece, in a process of its own."""
        if self.taught:
            expert = teaching_expert(self.game, self.config)
        else:
            evaluator = NetworkEvaluator(self.network, self.game)
            expert = searching_expert(self.game, self.config, evaluator, None)
        return self.play(expert, piece.arguments["first_game"], piece.games, None)

    def play(self, expert: Expert, first_game: int, games: int, threads: int | None) -> Rows:
        """Play games here, by an expert that is made already."""
        return play(
            self.game,
            expert,
            players=self.config.players,
            observation_mode=self.observation_mode,
            seed=self.config.seed,
            first_game=first_game,
            games=games,
            threads=threads,
            line_up=self._line_up(),
        )

    def _line_up(self) -> list[Agent]:
        """Whose decisions the teacher is asked about; empty: its own."""
        specs = self.config.teacher.line_up if self.taught else ()
        if not specs:
            return []
        temperature = self.config.self_play.temperature
        learner = LearnedAgent(self.game, LEARNER, self.network, temperature)
        return [agent_named(spec, self.game, {LEARNER: learner}) for spec in specs]


class PlayingBackend:
    """Processes that play, of a backend of the studies, or this one.

    Args:
        name: ``threads``, for this process, or a backend of the studies.
        workers: number of processes; None means one for every core.

    Raises:
        ValueError: there is no such backend, or workers are asked for where there are none.
    """

    def __init__(self, name: str = THREADS, workers: int | None = None) -> None:
        self.in_this_process = name == THREADS
        if self.in_this_process:
            if workers is not None:
                others = " or ".join(f"--backend {other}" for other in BACKENDS)
                raise ValueError(f"--workers needs {others}")
            return
        if name not in BACKENDS:
            there = ", ".join((THREADS, *BACKENDS))
            raise ValueError(f"there is no backend {name!r}; there are {there}")
        self._name = name
        self._work, self._workers = backend_of(name, workers)

    def kept_ready(self) -> AbstractContextManager[Any]:
        """A block in which several iterations are played; a cluster is begun once for it."""
        return nullcontext() if self.in_this_process else kept_ready(self._name, self._workers)

    def play(self, episodes: Episodes, first_game: int, games: int, folder: Path) -> Rows:
        """Rows of the games ``first_game ..``, in their order; ``folder`` is the run's.

        StudyError if a piece fails, or a process dies at it again.
        """
        end = first_game + games
        pieces = [
            Piece(f"game_{first}", {"first_game": first}, min(PIECE_GAMES, end - first))
            for first in range(first_game, end, PIECE_GAMES)
        ]
        found: dict[str, Rows] = {}
        task = Task(episodes, STOP, folder.absolute())
        with closing(self._work(task, pieces, min(self._workers, len(pieces)))) as results:
            for piece, result in results:
                if isinstance(result, Trouble):
                    raise StudyError(result.message)
                found[piece.name] = result
        in_order = (found[piece.name] for piece in pieces)
        return Rows(*(np.concatenate(columns) for columns in zip(*in_order, strict=True)))

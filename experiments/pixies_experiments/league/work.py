"""The pieces of work of a league, each done in one process with one thread."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as arrow

from pixies_agents.heuristics.families import family_of
from pixies_agents.heuristics.weights import Weights
from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import load_network, save_network
from pixies_env.core.agents import Agent
from pixies_env.core.boards import Boards
from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.matchmaking import Table
from pixies_experiments.studies.study import Done
from pixies_experiments.training.boards import boards_of
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.evaluation import win_rates
from pixies_experiments.training.ppo import PpoRun

POLICIES, RUNS = "policies", "runs"
"""Folders of the networks of members, and of the runs that made them."""
THREADS = 1
"""Of a piece: what is learned depends on their number."""
UNFINISHED = "unfinished"
"""Column of what a piece gives that the time was over for."""


def policy_file(folder: Path, name: str) -> Path:
    """Of the network of a member."""
    return folder / POLICIES / f"{name}.npz"


def weights_file(folder: Path, name: str) -> Path:
    """Of a member that is a tuned heuristic."""
    return folder / POLICIES / f"{name}.toml"


def member_agent(folder: Path, name: str, game: Game, temperature: float) -> Agent:
    """A member that was or is a learner."""
    weights = weights_file(folder, name)
    if weights.exists():
        family = family_of(game)
        return family.make(game, name, family.table.load(weights), 0.0)
    network = load_network(policy_file(folder, name), game)
    return LearnedAgent(game, name, network, temperature)


class Workshop:
    """What pieces of a league share.

    Args:
        game, config: of the league.
        folder: where it lives.
        until: time after which trainings are left to another time.
    """

    def __init__(self, game: Game, config: LeagueConfig, folder: Path, until: float) -> None:
        self.game, self.config, self.folder, self.until = game, config, folder, until

    def train(self, name: str, told: Mapping[str, Any], members: Sequence[str]) -> Done:
        """Train a learner for a generation and keep its network as the member ``name``.

        Args:
            name: of the member, and of its run.
            told: the configuration of the run, in plain data.
            members: former learners that the configuration names.
        """
        config = PpoConfig.model_validate(told)
        folder = self.folder / RUNS / name
        run = PpoRun(folder, config, THREADS, self.game, self._made(members))
        run.run(max(0.0, self.until - time.time()) / 60, lambda run, shown: None)
        if not run.over:
            return Done(arrow.table({UNFINISHED: [run.progress.steps]}))
        save_network(policy_file(self.folder, name), run.network(), self.game)
        return Done(
            arrow.Table.from_pylist([{"steps": run.progress.steps}]),
            arrow.Table.from_pylist([{"member": name, "seconds": run.progress.seconds}]),
        )

    def tune(self, name: str, target: str, members: Sequence[str], players: int, seed: int) -> Done:
        """Tune a heuristic alone against copies of a member and keep it as the member ``name``."""
        # Needs an optional library.
        from pixies_experiments.studies.exploit.tuned import Search, TuningPlan, tuned_agent

        plan = self.config.tuners
        how = TuningPlan(plan.heuristic, plan.generations, plan.candidates, plan.deals)
        search, played = Search(self.game, how, seed), 0
        boards, against = self._boards(), self._made(members)[target]
        began = time.monotonic()
        while search.generation < plan.generations:
            values = []
            for candidate in search.candidates():
                found = win_rates(
                    boards,
                    tuned_agent(self.game, candidate),
                    against,
                    players=players,
                    games=plan.deals * players,
                    seed=seed + search.generation,
                    threads=THREADS,
                )
                values.append(found["utility"]["value"] + found["wins"]["value"])
                played += plan.deals * players
            search.tell(values)
        origin = {"command": "pixies train league", "against": target, "seed": str(seed)}
        mean = Weights(np.array(search.mean()), origin)
        with written_whole(weights_file(self.folder, name)) as aside:
            search.family.table.write(aside, mean)
        seconds = time.monotonic() - began
        return Done(
            arrow.Table.from_pylist([{"steps": played}]),
            arrow.Table.from_pylist([{"member": name, "seconds": seconds}]),
        )

    def measure(
        self, name: str, opponent: str, members: Sequence[str], tables: Sequence[Table], **how: Any
    ) -> Done:
        """What a member wins against an agent at some tables; ``how`` is for ``win_rates``."""
        boards = self._boards()
        made = self._made([name, *members])
        against = made[opponent] if opponent in made else make_agent(opponent, self.game)
        rows = []
        for table in tables:
            found = win_rates(
                boards,
                made[name],
                against,
                players=table.players,
                copies=table.copies,
                threads=THREADS,
                **how,
            )
            rows.append(payoff_row(name, table, found))
        return Done(arrow.Table.from_pylist(rows))

    def _boards(self) -> Boards:
        return boards_of(self.game, self.config.boards, self.config.options)

    def _made(self, members: Sequence[str]) -> dict[str, Agent]:
        temperature = self.config.temperature
        return {
            name: member_agent(self.folder, name, self.game, temperature) for name in set(members)
        }


def payoff_row(name: str, table: Table, found: Mapping[str, Any]) -> dict[str, Any]:
    """A row of payoffs: shares of wins with their interval, and the mean reward of a seat."""
    wins = found["wins"]
    return {
        "member": name,
        **table._asdict(),
        "fair": table.copies / table.players,
        "wins": wins["value"],
        "low": wins["low"],
        "high": wins["high"],
        "games": wins["games"],
        "utility": found["utility"]["value"],
    }

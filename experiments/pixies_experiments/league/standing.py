"""How a league stands: its members, and what the main agents reach against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.matchmaking import Table, chance, tables_of

START = "start"
"""The member that main agents and exploiters begin as."""
MAIN, EXPLOITER, TUNER = "main", "exploiter", "tuner"
"""Kinds of learners, and how their names begin."""


def member(learner: str, generation: int) -> str:
    """Name of a learner as it is after a generation."""
    return f"{learner}@{generation}"


@dataclass
class Standing:
    """Grows by a generation at a time."""

    config: LeagueConfig
    generation: int = 0
    """Generations that are over."""
    frozen: list[str] = field(default_factory=lambda: [START])
    """Members that were learners: past main agents, tuned heuristics, and exploiters at the end of
    their time."""
    born: list[int] = field(default_factory=list)
    """Generation before the first one of each exploiter at work."""
    chances: dict[str, dict[Table, float]] = field(default_factory=dict)
    """Of main agents, by their names, against members."""
    steps: dict[str, int] = field(default_factory=dict)
    """Decisions that members have learned from since they began at the start."""

    def __post_init__(self) -> None:
        self.born = [0] * self.config.exploiters.count

    def learners(self, *kinds: str) -> list[str]:
        """Those of some kinds, without generation."""
        plan = self.config
        counts = {
            MAIN: plan.mains.count,
            EXPLOITER: plan.exploiters.count,
            TUNER: plan.tuners.count,
        }
        return [f"{kind}-{number}" for kind in kinds for number in range(counts[kind])]

    def _began(self, learner: str) -> int:
        """The generation before the first one of a main agent or exploiter."""
        kind, _, number = learner.partition("-")
        return 0 if kind == MAIN else self.born[int(number)]

    def current(self, learner: str) -> str:
        """The member that a main agent or exploiter goes on from in the next generation."""
        began = self._began(learner) == self.generation
        return START if began else member(learner, self.generation)

    @property
    def members(self) -> list[str]:
        """Whom the main agents meet: fixed agents, and all that were learners."""
        return [*self.config.rivals, *self.frozen]

    def measured(self, main: str) -> list[str]:
        """Whom a main agent is measured against after the next generation."""
        learners = self.learners(MAIN, EXPLOITER, TUNER)
        now = [member(learner, self.generation + 1) for learner in learners if learner != main]
        return [*self.members, *now]

    def share(self, learner: str) -> tuple[float, float]:
        """Which part of its time a learner has behind it, before and after the next generation."""
        plan = self.config
        whole = plan.generations if learner.startswith(MAIN) else plan.exploiters.limit
        age = self.generation - self._began(learner)
        return age / whole, (age + 1) / whole

    def end_generation(
        self, payoffs: Iterable[Mapping[str, Any]], learned: Mapping[str, int]
    ) -> None:
        """Take in the rows of payoffs of a generation, and the steps of its learners in it."""
        before = {learner: self.current(learner) for learner in self.learners(MAIN, EXPLOITER)}
        self.generation += 1
        for learner, steps in learned.items():
            done = self.steps.get(before.get(learner, START), 0)
            self.steps[member(learner, self.generation)] = done + steps
        for row in payoffs:
            table = Table(row["opponent"], row["players"], row["copies"])
            reached = chance(row["wins"], table.players, table.copies)
            self.chances.setdefault(row["member"], {})[table] = reached
        over = [learner for learner in self.learners(EXPLOITER) if self._is_over(learner)]
        self.frozen += [
            member(learner, self.generation) for learner in (*self.learners(MAIN, TUNER), *over)
        ]
        for learner in over:
            self.born[int(learner.partition("-")[2])] = self.generation

    def _is_over(self, exploiter: str) -> bool:
        """Whether an exploiter has found a weakness, or had its time."""
        plan, age = self.config.exploiters, self.generation - self._began(exploiter)
        found = self.exploits(member(exploiter, self.generation)) >= plan.beaten
        return found or age >= plan.limit

    def exploits(self, exploiter: str) -> float:
        """Mean chance of a member, alone, against the main agents of its generation."""
        return float(
            np.mean(
                [
                    1.0 - self.chances[member(main, self.generation)][table]
                    for main in self.learners(MAIN)
                    for table in tables_of([exploiter], self.config.players)
                    if table.copies == table.players - 1
                ]
            )
        )

    def rows(self) -> list[dict[str, Any]]:
        """The learners as they are now, in plain data.

        Of a main agent the mean chance against the members, and the table at which it is least; of
        the others the mean chance against the main agents.
        """
        found = []
        for learner in self.learners(MAIN, EXPLOITER, TUNER):
            name = member(learner, self.generation)
            row: dict[str, Any] = {"member": name, "steps": self.steps[name]}
            if learner.startswith(MAIN):
                met = {t: p for t, p in self.chances[name].items() if t.opponent in self.members}
                worst = min(met, key=lambda table: met[table])
                row |= {"chance": float(np.mean(list(met.values()))), "worst": met[worst]}
                row |= worst._asdict()
            else:
                row["chance"] = self.exploits(name)
            found.append(row)
        return found

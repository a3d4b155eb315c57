"""How a league stands: its members, and what the main agents reach against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.matchmaking import Table, chance, tables_of

START = "start"
"""The member that everybody begins as."""


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
    """Members that were learners: past main agents, and exploiters at the end of their time."""
    born: list[int] = field(default_factory=list)
    """Generation before the first one of each exploiter at work."""
    chances: dict[str, dict[Table, float]] = field(default_factory=dict)
    """Of main agents, by their names, against members."""
    steps: dict[str, int] = field(default_factory=dict)
    """Decisions that members have learned from since they began at the start."""

    def __post_init__(self) -> None:
        self.born = [0] * self.config.exploiters.count

    @property
    def learners(self) -> list[str]:
        """Main agents and exploiters, without generation."""
        return [*self.mains, *(f"exploiter-{number}" for number in range(len(self.born)))]

    @property
    def mains(self) -> list[str]:
        """Main agents, without generation."""
        return [f"main-{number}" for number in range(self.config.mains.count)]

    def current(self, learner: str) -> str:
        """The member that a learner goes on from in the next generation."""
        began = 0
        if learner not in self.mains:
            began = self.born[self.learners.index(learner) - len(self.mains)]
        return START if self.generation == began else member(learner, self.generation)

    @property
    def members(self) -> list[str]:
        """Whom the main agents meet: fixed agents, and all that were learners."""
        return [*self.config.rivals, *self.frozen]

    def measured(self, main: str) -> list[str]:
        """Whom a main agent is measured against after the next generation."""
        now = [member(learner, self.generation + 1) for learner in self.learners]
        own = member(main, self.generation + 1)
        return [*self.members, *(name for name in now if name != own)]

    def share(self, learner: str) -> tuple[float, float]:
        """Which part of its time a learner has behind it, before and after the next generation."""
        if learner in self.mains:
            return self.generation / self.config.generations, (
                (self.generation + 1) / self.config.generations
            )
        age = self.generation - self.born[self.learners.index(learner) - len(self.mains)]
        limit = self.config.exploiters.limit
        return age / limit, (age + 1) / limit

    def end_generation(
        self, payoffs: Iterable[Mapping[str, Any]], learned: Mapping[str, int]
    ) -> None:
        """Take in the rows of payoffs of a generation, and the steps of its learners in it."""
        before = {learner: self.current(learner) for learner in self.learners}
        self.generation += 1
        for learner, steps in learned.items():
            name = member(learner, self.generation)
            self.steps[name] = self.steps.get(before[learner], 0) + steps
        for row in payoffs:
            table = Table(row["opponent"], row["players"], row["copies"])
            reached = chance(row["wins"], table.players, table.copies)
            self.chances.setdefault(row["member"], {})[table] = reached
        self.frozen += [member(main, self.generation) for main in self.mains]
        plan = self.config.exploiters
        for number, learner in enumerate(self.learners[len(self.mains) :]):
            name = member(learner, self.generation)
            old = self.generation - self.born[number] >= plan.limit
            if old or self.exploits(name) >= plan.beaten:
                self.frozen.append(name)
                self.born[number] = self.generation

    def exploits(self, exploiter: str) -> float:
        """Mean chance of an exploiter, alone, against the main agents of its generation."""
        return float(
            np.mean(
                [
                    1.0 - self.chances[member(main, self.generation)][table]
                    for main in self.mains
                    for table in tables_of([exploiter], self.config.players)
                    if table.copies == table.players - 1
                ]
            )
        )

    def rows(self) -> list[dict[str, Any]]:
        """The learners as they are now, in plain data.

        Of a main agent the mean chance against the members, and the table at which it is least; of
        an exploiter the mean chance against the main agents.
        """
        found = []
        for learner in self.learners:
            name = member(learner, self.generation)
            row: dict[str, Any] = {"member": name, "steps": self.steps[name]}
            if learner in self.mains:
                met = {t: p for t, p in self.chances[name].items() if t.opponent in self.members}
                worst = min(met, key=lambda table: met[table])
                row |= {"chance": float(np.mean(list(met.values()))), "worst": met[worst]}
                row |= worst._asdict()
            else:
                row["chance"] = self.exploits(name)
            found.append(row)
        return found

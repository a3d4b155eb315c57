"""What a league is: typed fields, read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from pixies_experiments.training.config import (
    ConfigModel,
    NetworkShape,
    Positive,
    Ppo,
    SelfPlayConfig,
    Share,
    Weight,
    by_place,
    read_config,
)


class Mains(ConfigModel):
    """Main agents: they learn through all generations, and shall have no weakness."""

    count: Positive = 1
    steps: Positive = 1_000_000
    """Decisions that each learns from in a generation."""
    self_play: Share = 0.35
    """Share of games among copies of itself; in all others it meets one member of the league."""
    hardness: Weight = 2.0
    """A table is drawn in proportion to ``(1 - p) ** hardness``, ``p`` the chance to beat it."""


class Exploiters(ConfigModel):
    """Exploiters: each sits alone among copies of the main agents and looks for a weakness.

    One that has found it, or had its time, stays in the league as it is, and is started anew.
    """

    count: Annotated[int, Field(ge=0)] = 1
    steps: Positive = 500_000
    """Decisions that each learns from in a generation."""
    beaten: Share = 0.7
    """Chance against the main agents at which it has found one."""
    limit: Positive = 3
    """Generations after which it is started anew in any case."""


class Tuners(ConfigModel):
    """Heuristics that are tuned against the main agents, anew in every generation, and stay.

    Each sits alone among copies of a main agent; generations take the numbers of players in turn.
    """

    count: Annotated[int, Field(ge=0)] = 0
    heuristic: str = "greedy"
    """Which one: ``greedy``, or a style of it."""
    generations: Positive = 12
    """Of the search for weights, see ``pixies exploit``."""
    candidates: Annotated[int, Field(ge=4)] = 16
    deals: Positive = 40
    """Of a generation of the search, on which all its candidates play on every seat."""


class Held(ConfigModel):
    """What the main agents are judged by, and never learn from."""

    opponents: tuple[str, ...] = ()
    """Agents that are not members."""
    games: Positive = 400
    """Of each opponent, number of players and side."""
    players: tuple[Positive, ...] = ()
    """Numbers of players; all of the league if empty."""
    response_steps: Annotated[int, Field(ge=0)] = 0
    """Decisions that a response to each main agent learns from; 0: there is none."""
    every: Positive = 1
    """Generations between two evaluations; the last generation always has one."""


class LeagueConfig(SelfPlayConfig):
    """A league of ``pixies train league``."""

    other_names: ClassVar[Mapping[str, str]] = {
        **SelfPlayConfig.other_names,
        "opponents": "rivals",
        "main": "mains",
        "exploiter": "exploiters",
        "tuner": "tuners",
    }

    generations: Positive = 20
    network: NetworkShape = NetworkShape()
    """Of all learners; its ``start`` is where main agents begin, and exploiters begin anew."""
    ppo: Ppo = Ppo()
    """What has an ``_end`` goes there over all generations, of an exploiter over its limit."""
    rivals: tuple[str, ...] = ()
    """Agents that are members and do not learn."""
    temperature: Weight = 0.0
    """At which members play where they do not learn; 0 takes the likeliest decision."""
    mains: Mains = Mains()
    exploiters: Exploiters = Exploiters()
    tuners: Tuners = Tuners()
    payoff_games: Positive = 100
    """Games by which the payoff of a main agent at each table is known."""
    evaluation: Held = Held()
    checkpoint_minutes: Annotated[float, Field(ge=0.0)] = 2.0
    """Of the learners, between two checkpoints; 0 writes one after every update."""

    @model_validator(mode="after")
    def _fits(self) -> LeagueConfig:
        if seen := set(self.rivals) & set(self.evaluation.opponents):
            raise ValueError(
                f"evaluation.opponents: {min(seen)!r} is a rival too, so it is learned from"
            )
        if self.mains.self_play == 1.0:
            raise ValueError("mains.self_play: at 1 no member of the league is ever met")
        for field, counts in (
            ("players", self.players),
            ("evaluation.players", self.evaluation.players),
        ):
            if 1 in counts:
                raise ValueError(f"{field}: a league is for games of two players or more")
        return self

    def agents(self) -> dict[str, str]:
        """Specifications of all agents that it names, by field."""
        return by_place("rivals", self.rivals) | by_place(
            "evaluation.opponents", self.evaluation.opponents
        )

    @property
    def judged_players(self) -> list[int]:
        """Numbers of players of the evaluation."""
        return sorted(set(self.evaluation.players or self.players))


def read_league_config(path: Path) -> LeagueConfig:
    """The configuration of ``pixies train league``; errors as of ``read_config``."""
    return read_config(path, LeagueConfig)

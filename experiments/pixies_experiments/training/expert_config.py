"""What a run of expert iteration is: typed fields, read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from pixies_experiments.default_game import DEFAULT_GAME
from pixies_experiments.training.config import (
    ConfigModel,
    NetworkShape,
    PlayerNumbers,
    Positive,
    Share,
    Weight,
    by_place,
    read_config,
)

LEARNER = "learner"
"""In a line-up the network as it is now, drawn from with the temperature of self-play."""


class Teacher(ConfigModel):
    """Who plays the first iterations instead of the network's search, for a warm start."""

    agent: str = ""
    """Any agent: of a search the visits are learned, of others what they choose."""
    iterations: Annotated[int, Field(ge=0)] = 1
    line_up: tuple[str, ...] = ()
    """Agents that the seats are drawn from instead, :data:`LEARNER` among them if it is named. The
    teacher is then only asked what it would do (dataset aggregation, Ross et al. 2011)."""
    share: Share = 1.0
    """Of the decisions of a line-up that it is asked about."""

    @model_validator(mode="after")
    def _shared(self) -> Teacher:
        if self.line_up and not self.agent:
            raise ValueError("line_up is whose decisions the agent judges: name one")
        if self.share != 1.0 and not self.line_up:
            raise ValueError("share is that of a line_up's decisions: name one")
        if self.share == 0.0:
            raise ValueError("share must be above 0: nothing would be learned")
        return self


class SelfPlay(ConfigModel):
    """How games are played to learn from."""

    games: Positive = 128
    """In each iteration."""
    simulations: Positive = 100
    fast_simulations: Annotated[int, Field(ge=0)] = 0
    """Of decisions that are played on quickly and not learned (playout cap randomisation, Wu 2019);
    0: every decision is searched in full."""
    full_share: Share = 0.25
    """Share of decisions that are searched in full, if not all are."""
    temperature: Weight = 1.0
    """Decisions are drawn by ``visits ** (1 / temperature)``; 0 takes the most visited one. In a
    teacher's line-up that of the network's softmax."""
    drawn_decisions: Annotated[int, Field(ge=0)] = 1_000_000
    """Decisions of each game that are drawn; later ones take the most visited."""
    root_noise: Share = 0.25
    root_concentration: Annotated[float, Field(gt=0.0)] = 10.0
    prior_noise: Share = 0.0
    exploration: Weight = 1.4
    value_share: Share = 1.0
    """Of the network in the value of a leaf; the rest is a rollout's."""
    rollout: str = "random"
    batch: Positive = 64
    """Games that are searched in step."""


class Learning(ConfigModel):
    """How the network learns from what was played."""

    other_names: ClassVar[Mapping[str, str]] = {
        "batch": "batch_size",
        "max_gradient": "max_grad_norm",
        "value_weight": "vf_coef",
    }

    window: Positive = 8
    """Iterations whose games are learned from, the latest ones."""
    passes: Annotated[float, Field(gt=0.0)] = 1.0
    """In each iteration, over as many rows as it has added."""
    batch_size: Positive = 512
    learning_rate: Annotated[float, Field(gt=0.0)] = 1e-3
    learning_rate_end: Annotated[float, Field(gt=0.0)] | None = None
    """Where the rate goes in equal steps over the iterations; None: it stays."""
    weight_decay: Weight = 1e-4
    max_grad_norm: Annotated[float, Field(gt=0.0)] = 1.0
    vf_coef: Weight = 1.0
    search_value: Share = 0.0
    """Share of the search's own value in what the value learns; the rest is the game's result."""
    targets: Literal["visits", "values"] = "visits"
    """What the policy learns: how often a search took each decision, or the policy that the values
    which it found for all of them make better, see :func:`.expert_targets.improved_policies`."""
    value_weight: Annotated[float, Field(gt=0.0)] = 10.0
    """Of these values, against the logits of the policy that they make better."""


class Matches(ConfigModel):
    """Games of the network without search against fixed opponents, on other deals."""

    every: Positive = 5
    """Iterations."""
    games: Positive = 400
    opponents: tuple[str, ...] = ("random",)
    players: tuple[Positive, ...] = ()
    """Numbers of players; all of the run if empty."""


class ExpertConfig(ConfigModel):
    """A run of ``pixies train expert``."""

    other_names: ClassVar[Mapping[str, str]] = {"hidden": "observation_mode"}

    game: str = DEFAULT_GAME
    options: dict[str, Any] = Field(default_factory=dict)
    """Of the game, such as ``skills`` or ``board``."""
    players: PlayerNumbers = (4,)
    """Numbers of players, dealt out to the games in turn; one may be named twice."""
    observation_mode: str | None = None
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    iterations: Positive = 100
    network: NetworkShape = NetworkShape(trunk=(256, 256), policy=(), value=())
    """``start`` may name a network with one value: the other seats' are learned then."""
    teacher: Teacher = Teacher()
    self_play: SelfPlay = SelfPlay()
    learning: Learning = Learning()
    evaluation: Matches = Matches()

    @model_validator(mode="after")
    def _teaching(self) -> ExpertConfig:
        if self.self_play.value_share == 1.0 and self.self_play.rollout != "random":
            raise ValueError("self_play.rollout is not used while value_share is 1")
        if self.network.prior_shown:
            raise ValueError("network.prior_shown: only policies of pixies train ppo read a prior")
        if self.network.prior is not None and not self.taught_throughout:
            raise ValueError(
                "network.prior: searches show a network observations only, so a teacher must play "
                "all iterations"
            )
        return self

    @property
    def taught_throughout(self) -> bool:
        """The network guides no search."""
        return bool(self.teacher.agent) and self.teacher.iterations >= self.iterations

    @property
    def value_weight(self) -> float | None:
        """Of the values in what the policy learns; None: it learns the visits."""
        return self.learning.value_weight if self.learning.targets == "values" else None

    def agents(self) -> dict[str, str]:
        """Specifications of all agents that it names but for :meth:`line_up`, by field."""
        named = {"self_play.rollout": self.self_play.rollout}
        if self.teacher.agent:
            named["teacher.agent"] = self.teacher.agent
        if self.network.prior is not None:
            named["network.prior"] = self.network.prior
        return named | by_place("evaluation.opponents", self.evaluation.opponents)

    def line_up(self) -> dict[str, str]:
        """Those of the teacher's line-up, :data:`LEARNER` among them, by field."""
        return by_place("teacher.line_up", self.teacher.line_up)

    def plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return self.model_dump(mode="json")


def read_expert_config(path: Path) -> ExpertConfig:
    """A configuration from a TOML file; ValueError names every wrong field."""
    return read_config(path, ExpertConfig)

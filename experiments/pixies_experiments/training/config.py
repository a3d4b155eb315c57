"""What a training run is: typed fields, read from TOML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from pixies_env.core.errors import Portable, did_you_mean, there_are
from pixies_env.core.toml_files import read_toml

Positive = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Weight = Annotated[float, Field(ge=0.0)]


class Table(BaseModel):
    """A table of a configuration: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Config = TypeVar("Config", bound=Table)


class Rival(Table):
    """An agent of the pool."""

    agent: str
    weight: Weight = 1.0


class Opponents(Table):
    """Who plays the seats that do not learn; weights are in proportion to each other."""

    latest: Weight = 1.0
    """Of the learner as it is now."""
    past: Weight = 1.0
    """Of all its snapshots together."""
    rivals: tuple[Rival, ...] = ()
    """Fixed agents."""
    alike: bool = False
    """All opponents of a game are the same agent."""
    snapshot_steps: Positive = 1_000_000
    """Steps between two snapshots."""
    snapshots: Positive = 16
    """At most so many are kept; then a new one takes the place of one drawn at random."""

    @model_validator(mode="after")
    def _someone(self) -> Opponents:
        if self.latest + self.past + sum(rival.weight for rival in self.rivals) == 0.0:
            raise ValueError("all weights are 0: nobody is left to play against")
        return self


class NetworkShape(Table):
    """Widths of the layers; the rectifier is between all of them."""

    trunk: tuple[Positive, ...] = ()
    """Shared by policy and value."""
    policy: tuple[Positive, ...] = (256, 256)
    value: tuple[Positive, ...] = (256, 256)
    start: str = ""
    """File of a network of this shape to begin with."""


class Ppo(Table):
    """Of proximal policy optimisation (Schulman et al. 2017), see MaskablePPO of sb3-contrib.

    What has an ``_end`` goes there in equal steps over the run.
    """

    environments: Positive = 512
    steps: Positive = 64
    """Of each environment between two updates."""
    batch: Positive = 4096
    epochs: Positive = 2
    learning_rate: Annotated[float, Field(gt=0.0)] = 3e-4
    learning_rate_end: Weight = 0.0
    entropy: Weight = 0.01
    entropy_end: Weight = 0.001
    clip: Annotated[float, Field(gt=0.0)] = 0.2
    gamma: Share = 1.0
    gae_lambda: Share = 0.95
    value_weight: Weight = 0.5
    max_gradient: Annotated[float, Field(gt=0.0)] = 0.5
    target_divergence: float | None = None
    """Updates end early beyond this Kullback-Leibler divergence."""
    warm_up_steps: Annotated[int, Field(ge=0)] = 0
    """First steps in which only the value learns: for a policy that is already good."""


class Imitation(Table):
    """A warm start: the policy learns to decide as a teacher, the value what its games bring."""

    teacher: str
    line_up: tuple[str, ...] = ()
    """Agents that the seats are drawn from, the teacher besides; its decisions alone count."""
    decisions: Positive = 2_000_000
    batch: Positive = 2048
    learning_rate: Annotated[float, Field(gt=0.0)] = 1e-3
    value_weight: Weight = 0.5
    block: Positive = 256
    """Games that are played and shuffled at a time."""


class Shaping(Table):
    """Potential-based shaping (Ng, Harada and Russell 1999) by an agent's evaluation."""

    agent: str
    """Must offer an evaluation, as the heuristics do."""
    weight: Weight = 0.5
    """At the beginning; it falls to 0 in equal steps."""
    until: Share = 0.5
    """Share of the run after which there is none left."""


class Evaluation(Table):
    """Games against fixed opponents at intervals, on deals that training never sees."""

    every: Positive = 2_000_000
    games: Positive = 400
    opponents: tuple[str, ...] = ("careful",)
    players: tuple[Positive, ...] = ()
    """Numbers of players; all of the run if empty."""
    temperature: Weight = 0.0


class BoardList(Table):
    """Boards beside that of the game; each game is played on one of all, drawn for it.

    Evaluations and lessons play on all of them in turn.
    """

    files: tuple[str, ...] = ()
    """Board files."""
    drawn: Annotated[int, Field(ge=0, le=2**14)] = 0
    """So many on which all printed numbers that are ours are otherwise, see ``draw_boards``."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    """Of those that are drawn."""


class PpoConfig(Table):
    """A run of ``pixies train ppo``."""

    game: str = "pixie_queen"
    options: dict[str, Any] = Field(default_factory=dict)
    """Of the game, such as ``skills`` or ``board``."""
    boards: BoardList = BoardList()
    players: tuple[Positive, ...] = (4,)
    """Numbers of players, dealt out to the environments in turn; one may be named twice."""
    hidden: str | None = None
    reward: Literal["rank", "win", "score"] = "rank"
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    total_steps: Positive = 20_000_000
    """Decisions of the learner."""
    seats: Literal["one", "all"] = "one"
    """Which seats of a game learn: one, or all, each from its own return."""
    network: NetworkShape = NetworkShape()
    ppo: Ppo = Ppo()
    opponents: Opponents = Opponents()
    imitation: Imitation | None = None
    shaping: Shaping | None = None
    evaluation: Evaluation = Evaluation()
    checkpoint_minutes: Annotated[float, Field(ge=0.0)] = 2.0
    """Between two checkpoints; 0 writes one after every update."""

    @model_validator(mode="after")
    def _fits(self) -> PpoConfig:
        if self.seats == "all" and self.shaping is not None:
            raise ValueError("shaping is for runs in which one seat of a game learns")
        if self.ppo.environments * self.ppo.steps < 2:
            raise ValueError("ppo: environments * steps must be at least 2")
        return self

    def plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return self.model_dump(mode="json")


def read_config(path: Path) -> PpoConfig:
    """A configuration from a TOML file; ValueError names every wrong field."""
    return read_table(path, PpoConfig)


def read_table(path: Path, kind: type[Config]) -> Config:
    """A table of some kind from a TOML file; ValueError names every wrong field."""
    try:
        tables = read_toml(path)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    try:
        return kind.model_validate(tables)
    except ValidationError as error:
        raise BadConfigError(path, error, kind) from None


class BadConfigError(Portable, ValueError):
    """Fields that are wrong; ``problems`` lists them."""

    def __init__(self, path: Path, error: ValidationError, kind: type[Table]) -> None:
        self.problems = [
            f"{'.'.join(str(part) for part in problem['loc']) or 'file'}: {_said(problem, kind)}"
            for problem in error.errors()
        ]
        super().__init__(f"{path}: {'; '.join(self.problems)}")


def _said(problem: ErrorDetails, kind: type[Table]) -> str:
    """What is wrong; for a field that there is not, those that there are."""
    if problem["type"] != "extra_forbidden":
        return problem["msg"]
    *outer, name = problem["loc"]
    for part in outer:
        if isinstance(part, str):
            kind = next(_tables_in(kind.model_fields[part].annotation))
    names = list(kind.model_fields)
    return f"there is no such field{did_you_mean(str(name), names)}; {there_are(names)}"


def _tables_in(annotation: Any) -> Iterator[type[Table]]:
    """The kinds of tables in the type of a field, such as ``tuple[Rival, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, Table):
        yield annotation
    for part in get_args(annotation):
        yield from _tables_in(part)

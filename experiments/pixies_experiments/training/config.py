"""What a training run is: typed fields, read from TOML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from pixies_agents.learned.packed import DEEPEST, WIDEST
from pixies_agents.learned.prior import MOST_WEIGHT, Prior
from pixies_env.core.errors import Portable, did_you_mean, there_are
from pixies_env.core.files.toml import read_toml
from pixies_env.core.problems import placed_problem
from pixies_experiments.default_game import DEFAULT_GAME

Positive = Annotated[int, Field(ge=1)]
PlayerNumbers = Annotated[tuple[Positive, ...], Field(min_length=1)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Weight = Annotated[float, Field(ge=0.0)]


class ConfigModel(BaseModel):
    """A configuration, or a table of one: unknown fields and infinite numbers are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    other_names: ClassVar[Mapping[str, str]] = {}
    """Fields by what they are called elsewhere or were called before, for errors."""


Config = TypeVar("Config", bound=ConfigModel)


class Rival(ConfigModel):
    """An agent of the pool."""

    agent: str
    weight: Weight = 1.0


class Matchup(ConfigModel):
    """Tables at which the learner and copies of it meet copies of one agent."""

    agent: str
    players: Positive
    """Seats of the table."""
    copies: Positive = 1
    """Seats of the learner and its copies as they are now; the agent has all others."""
    weight: Weight = 1.0

    @model_validator(mode="after")
    def _leaves_a_seat(self) -> Matchup:
        if self.copies >= self.players:
            raise ValueError(f"{self.copies} copies leave no seat of {self.players} to the agent")
        return self


class Opponents(ConfigModel):
    """Who plays the seats that do not learn; weights are in proportion to each other."""

    latest: Weight = 1.0
    """Of the learner as it is now."""
    past: Weight = 1.0
    """Of all its snapshots together."""
    rivals: tuple[Rival, ...] = ()
    """Fixed agents."""
    matchups: tuple[Matchup, ...] = ()
    """Whole tables instead of the past and the rivals: a game is one of those for its number of
    players, or among the learner's copies only, by ``latest``."""
    alike: bool = False
    """All opponents of a game are the same agent."""
    hold_down: bool = False
    """At tables with agents of ``matchups``, the learner and its copies are paid what these lose,
    in equal parts, instead of what they win."""
    snapshot_steps: Positive = 1_000_000
    """Steps between two snapshots."""
    snapshots: Positive = 16
    """At most so many are kept; then a new one takes the place of one drawn at random."""

    @model_validator(mode="after")
    def _someone(self) -> Opponents:
        rivals = sum(rival.weight for rival in self.rivals)
        met = sum(matchup.weight for matchup in self.matchups)
        if self.latest + self.past + rivals + met == 0.0:
            raise ValueError("all weights are 0: nobody is left to play against")
        if self.matchups and (self.past or self.rivals):
            raise ValueError("beside matchups, past must be 0 and rivals empty")
        if self.hold_down and not self.matchups:
            raise ValueError("hold_down is for matchups: they say who is held down")
        return self


Widths = Annotated[
    tuple[Annotated[int, Field(ge=1, le=WIDEST)], ...], Field(max_length=DEEPEST - 1)
]
"""Of the layers of a stack, as the compiled pass takes them; the last one comes after these."""


class NetworkShape(ConfigModel):
    """Widths of the layers, rectified between each two, and a heuristic that they only correct."""

    trunk: Widths = ()
    """Shared by policy and value."""
    policy: Widths = (256, 256)
    value: Widths = (256, 256)
    start: str = ""
    """Network of this shape to begin with: its file, or an agent such as ``ppo:default``.

    It may see less than the run; what is new to it counts for nothing at first.
    """
    prior: str | None = None
    """Heuristic whose log-preferences are added to the logits, such as ``greedy``."""
    prior_weight: Annotated[float, Field(gt=0.0, le=MOST_WEIGHT)] = 1.0
    """Of these, against the logits of the network."""
    prior_shown: bool = False
    """The layers of the policy read them too: it learns where the heuristic is not sure."""

    @model_validator(mode="after")
    def _weighs_something(self) -> NetworkShape:
        if self.prior is None and self.prior_weight != 1.0:
            raise ValueError("prior_weight is the weight of a prior: name one")
        if self.prior is None and self.prior_shown:
            raise ValueError("prior_shown is about a prior: name one")
        return self

    def corrected(self) -> Prior | None:
        """The heuristic that the network corrects, if any."""
        if self.prior is None:
            return None
        return Prior(self.prior, self.prior_weight, self.prior_shown)


class Ppo(ConfigModel):
    """Of proximal policy optimisation (Schulman et al. 2017), by the names of MaskablePPO.

    What has an ``_end`` goes there in equal steps over the run.
    """

    other_names: ClassVar[Mapping[str, str]] = {
        "environments": "n_envs",
        "num_envs": "n_envs",
        "steps": "n_steps",
        "batch": "batch_size",
        "minibatch_size": "batch_size",
        "epochs": "n_epochs",
        "entropy": "ent_coef",
        "entropy_end": "ent_coef_end",
        "clip": "clip_range",
        "value_weight": "vf_coef",
        "max_gradient": "max_grad_norm",
        "target_divergence": "target_kl",
        "ema": "average",
        "ema_decay": "average",
    }

    n_envs: Positive = 512
    n_steps: Positive = 64
    """Of each environment between two updates."""
    batch_size: Positive = 4096
    n_epochs: Positive = 2
    learning_rate: Annotated[float, Field(gt=0.0)] = 3e-4
    learning_rate_end: Weight = 0.0
    ent_coef: Weight = 0.01
    ent_coef_end: Weight = 0.001
    clip_range: Annotated[float, Field(gt=0.0)] = 0.2
    gamma: Share = 1.0
    gae_lambda: Share = 0.95
    vf_coef: Weight = 0.5
    max_grad_norm: Annotated[float, Field(gt=0.0)] = 0.5
    target_kl: float | None = None
    """Updates end early beyond this Kullback-Leibler divergence."""
    warm_up_steps: Annotated[int, Field(ge=0)] = 0
    """First steps in which only the value learns: for a policy that is already good."""
    average: Annotated[float, Field(ge=0.0, lt=1.0)] = 0.0
    """What a running mean of the weights keeps of itself at each update. The mean is what is
    written, judged and met as a snapshot: it is calmer than the weights that it is of, which chase
    their latest opponents. 0: the weights themselves."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """Of matrix products; bfloat16 is faster where the processor has instructions for it."""


class Imitation(ConfigModel):
    """A warm start: the policy learns to decide as a teacher, the value what its games bring."""

    other_names: ClassVar[Mapping[str, str]] = {"batch": "batch_size", "value_weight": "vf_coef"}

    teacher: str
    line_up: tuple[str, ...] = ()
    """Agents that the seats are drawn from, the teacher besides; its decisions alone count."""
    decisions: Positive = 2_000_000
    batch_size: Positive = 2048
    learning_rate: Annotated[float, Field(gt=0.0)] = 1e-3
    vf_coef: Weight = 0.5
    block: Positive = 256
    """Games that are played and shuffled at a time."""


class Shaping(ConfigModel):
    """Potential-based shaping (Ng, Harada and Russell 1999) by an agent's evaluation."""

    agent: str
    """Must offer a potential or an evaluation, as the heuristics do."""
    weight: Weight = 0.5
    """At the beginning; it falls to 0 in equal steps."""
    until: Share = 0.5
    """Share of the run after which there is none left."""


class Evaluation(ConfigModel):
    """Games against fixed opponents at intervals, on deals that training never sees."""

    every: Positive = 2_000_000
    games: Positive = 400
    opponents: tuple[str, ...] = ("careful",)
    players: tuple[Positive, ...] = ()
    """Numbers of players; all of the run if empty."""
    temperature: Weight = 0.0


class BoardList(ConfigModel):
    """Boards beside that of the game; each game is played on one of all, drawn for it.

    Lessons play on all of them in turn, and so do evaluations, unless ``sample`` is ``all``.
    """

    sample: Literal["listed", "all"] = "listed"
    """``all``: on any board that the game can have. Boards are drawn with options of their own,
    but for those of the run; evaluations play on others than these. The observation must have the
    numbers."""

    given: Annotated[int, Field(ge=1, le=2**14)] = 1
    """How often the board of the game counts among all: more of it, more games on it."""
    files: tuple[str, ...] = ()
    """Board files."""
    drawn: Annotated[int, Field(ge=0, le=2**14)] = 0
    """So many on which all printed numbers that are ours are otherwise, see ``draw_boards``; 256 if
    ``sample`` is ``all`` and none are asked for."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    """Of those that are drawn."""


class SelfPlayConfig(ConfigModel):
    """What runs and leagues of PPO have in common: which game is learned, and what it pays."""

    other_names: ClassVar[Mapping[str, str]] = {"hidden": "observation_mode"}

    game: str = DEFAULT_GAME
    options: dict[str, Any] = Field(default_factory=dict)
    """Of the game, such as ``skills`` or ``board``."""
    boards: BoardList = BoardList()
    players: PlayerNumbers = (4,)
    """Numbers of players, dealt out to the environments in turn; one may be named twice."""
    observation_mode: str | None = None
    reward: Literal["rank", "win", "score"] = "rank"
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0


class PpoConfig(SelfPlayConfig):
    """A run of ``pixies train ppo``."""

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
        if self.seats == "all" and self.opponents.hold_down:
            raise ValueError("hold_down is for runs in which one seat of a game learns")
        if self.ppo.n_envs * self.ppo.n_steps < 2:
            raise ValueError("ppo: n_envs * n_steps must be at least 2")
        met = {matchup.players for matchup in self.opponents.matchups if matchup.weight}
        if self.opponents.matchups and (wrong := met ^ set(self.players)):
            counts = ", ".join(map(str, sorted(wrong)))
            raise ValueError(
                f"opponents.matchups: they must be for the players of the run; not so for {counts}"
            )
        return self

    @property
    def zero_sum(self) -> bool:
        """What a game of two and more pays sums to zero, as the reward by rank does."""
        return self.reward == "rank"

    def agents(self) -> dict[str, str]:
        """Specifications of all agents that it names, by field."""
        named = {
            f"opponents.rivals.{place}.agent": rival.agent
            for place, rival in enumerate(self.opponents.rivals)
        }
        named |= by_place(
            "opponents.matchups", [matchup.agent for matchup in self.opponents.matchups]
        )
        if self.imitation is not None:
            named["imitation.teacher"] = self.imitation.teacher
            named |= by_place("imitation.line_up", self.imitation.line_up)
        if self.shaping is not None:
            named["shaping.agent"] = self.shaping.agent
        if self.network.prior is not None:
            named["network.prior"] = self.network.prior
        return named | by_place("evaluation.opponents", self.evaluation.opponents)

    def plain(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return self.model_dump(mode="json")


def by_place(field: str, specs: Sequence[str]) -> dict[str, str]:
    """Specifications of a field that lists them, each by field and place."""
    return {f"{field}.{place}": spec for place, spec in enumerate(specs)}


def read_ppo_config(path: Path) -> PpoConfig:
    """The configuration of ``pixies train ppo``; errors as of :func:`read_config`."""
    return read_config(path, PpoConfig)


def read_config(path: Path, kind: type[Config]) -> Config:
    """A configuration of some kind from a TOML file; ValueError names every wrong field."""
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

    def __init__(self, path: Path, error: ValidationError, kind: type[ConfigModel]) -> None:
        self.problems = [
            placed_problem({**problem, "msg": _said(problem, kind)}, "file")
            for problem in error.errors()
        ]
        super().__init__(f"{path}: {'; '.join(self.problems)}")


def _said(problem: ErrorDetails, kind: type[ConfigModel]) -> str:
    """What is wrong; for a field that there is not, those that there are."""
    if problem["type"] != "extra_forbidden":
        return problem["msg"]
    *outer, name = problem["loc"]
    for part in outer:
        if isinstance(part, str):
            kind = next(_tables_in(kind.model_fields[part].annotation))
    names = list(kind.model_fields)
    known = kind.other_names.get(str(name))
    hint = did_you_mean(str(name), names) if known is None else did_you_mean(known, [known])
    return f"there is no such field{hint}; {there_are(names)}"


def _tables_in(annotation: Any) -> Iterator[type[ConfigModel]]:
    """The kinds of tables in the type of a field, such as ``tuple[Rival, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, ConfigModel):
        yield annotation
    for part in get_args(annotation):
        yield from _tables_in(part)

"""Options of the searching agents, as their specifications name them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any


def _option(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"help": meaning})


_SIMULATIONS = "simulations for each decision, at most"
_SECONDS = "time for each decision; equal seeds then no longer give equal moves"
_ROLLOUT = "compiled agent that plays the simulations on"
_EVALUATION = "agent whose evaluation replaces the rest of a rollout"
_CUTOFF = "decisions of a rollout before the evaluation is asked"
_THREADS = "games searched at once, by default one per core"


@dataclass(frozen=True)
class FlatOptions:
    """Options of flat Monte Carlo."""

    simulations: int = _option(800, _SIMULATIONS)
    seconds: float | None = _option(None, _SECONDS)
    rollout: str = _option("random", _ROLLOUT)
    evaluation: str | None = _option(None, _EVALUATION)
    cutoff: int = _option(0, _CUTOFF)
    threads: int | None = _option(None, _THREADS)

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True)
class TreeOptions:
    """Options of the tree search."""

    simulations: int = _option(800, _SIMULATIONS)
    seconds: float | None = _option(None, _SECONDS)
    rollout: str = _option("random", _ROLLOUT)
    evaluation: str | None = _option(None, _EVALUATION)
    cutoff: int = _option(0, _CUTOFF)
    priors: str | None = _option(None, "agent whose preferences guide the search (PUCT)")
    network: str | None = _option(
        None, "network that gives priors and values: the name of a shipped one, or a file"
    )
    value_share: float = _option(
        1.0, "share of the network's value in what a simulation comes to; the rest is a rollout's"
    )
    prior_noise: float = _option(0.1, "share of the priors that is spread evenly")
    root_noise: float = _option(0.0, "share of Dirichlet noise in the priors at the root")
    root_concentration: float = _option(
        10.0, "concentration of that noise, spread over the decisions"
    )
    exploration: float = _option(1.4, "weight of what is little known, values being 0 to 1")
    widening: float = _option(
        0.0, "a node has at most widening * visits ** widening_exponent edges; 0: no limit"
    )
    widening_exponent: float = _option(0.5, "see widening")
    keep_tree: bool = _option(True, "go on with what earlier decisions of a game have searched")
    temperature: float = _option(
        0.0, "0 plays the most visited decision, else drawn by visits ** (1 / temperature)"
    )
    nodes: int = _option(100_000, "size at which a tree stops growing")
    threads: int | None = _option(None, _THREADS)
    batch: int = _option(64, "games searched in step, whose leaves a network looks at together")

    def __post_init__(self) -> None:
        _check(self)
        for name in ("prior_noise", "value_share", "root_noise"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be 0 to 1, not {getattr(self, name)}")
        for name in ("exploration", "widening", "widening_exponent", "temperature"):
            if not 0.0 <= getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must not be negative, not {getattr(self, name)}")
        for name in ("nodes", "batch"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not 0.0 < self.root_concentration < float("inf"):
            raise ValueError(
                f"root_concentration must be more than 0, not {self.root_concentration}"
            )
        if self.network is not None and self.priors is not None:
            raise ValueError("priors come from a network or from an agent, not from both")
        if self.network is None and self.value_share < 1.0:
            raise ValueError("value_share needs a network, whose values it weighs")
        if self.network is None and self.priors is None and self.root_noise > 0.0:
            raise ValueError("root_noise needs a network or priors, which it is mixed into")


def _check(options: FlatOptions | TreeOptions) -> None:
    if options.simulations < 1:
        raise ValueError(f"simulations must be at least 1, not {options.simulations}")
    if options.seconds is not None and not options.seconds > 0.0:
        raise ValueError(f"seconds must be more than 0, not {options.seconds}")
    if options.cutoff < 0:
        raise ValueError(f"cutoff must not be negative, not {options.cutoff}")
    if options.cutoff and options.evaluation is None:
        raise ValueError("cutoff needs an evaluation, which values the position there")


def spec_text(name: str, options: Any) -> str:
    """The shortest specification of an agent with these options; without what changes no move."""
    given = [
        f"{entry.name}={_value_text(getattr(options, entry.name))}"
        for entry in fields(options)
        if getattr(options, entry.name) != entry.default and entry.name not in ("threads", "batch")
    ]
    return f"{name}:{','.join(given)}" if given else name


def _value_text(value: Any) -> str:
    if isinstance(value, str) and ":" in value:
        name, _, rest = value.partition(":")
        return f"{name}({rest})"
    return str(value)

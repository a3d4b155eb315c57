"""Options of the searching agents, as their specifications name them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from pixies_env.core.specs import Range, check_ranges, option

MOST_THREADS = 1024
MAX_N, PARANOID = "max_n", "paranoid"
_COUNT = Range(1, 10**9)
_SHARE = Range(0, 1)
_WEIGHT = Range(0, 10**6)
_POSITIVE = Range(0, 10**6, open=True)
_CONSIDERED = 16
"""As many as a root with a network considers; PUCT hardly leaves the priors there."""
_SIMULATIONS = "simulations for each decision, at most"
_SECONDS = "time for each decision; equal seeds then no longer give equal moves"
_ROLLOUT = "compiled agent that plays the simulations on"
_EVALUATION = "agent whose evaluation replaces the rest of a rollout"
_CUTOFF = "decisions of a rollout before the evaluation is asked"
_THREADS = "games searched at once, by default one per core"


@dataclass(frozen=True)
class FlatOptions:
    """Options of flat Monte Carlo."""

    simulations: int = option(800, _SIMULATIONS, _COUNT)
    seconds: float | None = option(None, _SECONDS, _POSITIVE)
    rollout: str = option("random", _ROLLOUT)
    evaluation: str | None = option(None, _EVALUATION)
    cutoff: int = option(0, _CUTOFF, Range(0, 10**6))
    threads: int | None = option(None, _THREADS, Range(1, MOST_THREADS))

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True)
class TreeOptions:
    """Options of the tree search."""

    simulations: int = option(800, _SIMULATIONS, _COUNT)
    seconds: float | None = option(None, _SECONDS, _POSITIVE)
    rollout: str = option("random", _ROLLOUT)
    evaluation: str | None = option(None, _EVALUATION)
    cutoff: int = option(0, _CUTOFF, Range(0, 10**6))
    priors: str | None = option(None, "agent whose preferences guide the search (PUCT)")
    network: str | None = option(
        None, "network that gives priors and values: the name of a shipped one, or a file"
    )
    value_share: float = option(
        1.0,
        "share of the network's value in what a simulation comes to; the rest is a rollout's",
        _SHARE,
    )
    prior_noise: float = option(0.1, "share of the priors that is spread evenly", _SHARE)
    root_noise: float = option(0.0, "share of Dirichlet noise in the priors at the root", _SHARE)
    root_concentration: float = option(
        10.0, "concentration of that noise, spread over the decisions", _POSITIVE
    )
    exploration: float = option(1.4, "weight of what is little known, values being 0 to 1", _WEIGHT)
    widening: float = option(
        0.0,
        "a node has at most widening * visits ** widening_exponent edges; 0: no limit",
        _WEIGHT,
    )
    widening_exponent: float = option(0.5, "see widening", _WEIGHT)
    keep_tree: bool = option(True, "go on with what earlier decisions of a game have searched")
    opponents: str = option(
        MAX_N,
        "how the others decide in the tree: max_n, each for itself; paranoid, all against the "
        "player who searches; or as a compiled agent does, so that the search is a best response",
    )
    gumbel: int | None = option(
        None,
        "decisions that are considered at the root by sequential halving; 0: as at other nodes. By "
        "default 16 with a network, but for seconds, root_noise, lcb or temperature",
        Range(0, 10**6),
    )
    gumbel_scale: float = option(
        1.0, "weight of values against the logarithms of priors there", _WEIGHT
    )
    lcb: float = option(
        0.0,
        "plays the decision whose mean less so many standard errors is best; 0: the most visited",
        _WEIGHT,
    )
    temperature: float = option(
        0.0,
        "0 plays the most visited decision, else drawn by visits ** (1 / temperature)",
        _WEIGHT,
    )
    nodes: int = option(100_000, "size at which a tree stops growing", Range(1, 10**8))
    threads: int | None = option(None, _THREADS, Range(1, MOST_THREADS))
    batch: int = option(
        64, "games at once, whose leaves an evaluator of one's own is asked for", Range(1, 10**4)
    )

    leaves: int = option(
        8,
        "leaves of one game that are gathered before a network looks at them; 1: one after the "
        "other",
        Range(1, 10**4),
    )
    virtual_loss: float = option(
        1.0, "losses that each of them counts as, until the network has looked", _WEIGHT
    )

    def __post_init__(self) -> None:
        _check(self)
        if self.network is not None and self.priors is not None:
            raise ValueError("priors come from a network or from an agent, not from both")
        if self.gumbel and self.network is None and self.priors is None:
            raise ValueError("gumbel needs a network or priors, whose logarithms it adds noise to")
        if self.gumbel and self.root_noise > 0.0:
            raise ValueError("root_noise is for a root without gumbel, which has noise of its own")
        if self.lcb and (self.gumbel or self.temperature):
            raise ValueError("lcb chooses by itself: it goes neither with gumbel nor temperature")
        if self.network is None and self.value_share < 1.0:
            raise ValueError("value_share needs a network, whose values it weighs")
        if self.network is None and self.priors is None and self.root_noise > 0.0:
            raise ValueError("root_noise needs a network or priors, which it is mixed into")

    @property
    def considered(self) -> int:
        """Decisions that are considered at the root by sequential halving; 0: it is not halved."""
        if self.gumbel is not None:
            return self.gumbel
        # Halving shares out a number of simulations, which a time does not tell.
        otherwise = self.seconds is not None or self.root_noise or self.lcb or self.temperature
        return 0 if self.network is None or otherwise else _CONSIDERED

    @property
    def paranoid(self) -> bool:
        """The others decide against the player who searches."""
        return self.opponents == PARANOID

    @property
    def fixed(self) -> str | None:
        """Specification of the agent that decides for the others; None if they are searched."""
        return None if self.opponents in (MAX_N, PARANOID) else self.opponents


def _check(options: FlatOptions | TreeOptions) -> None:
    check_ranges(options)
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

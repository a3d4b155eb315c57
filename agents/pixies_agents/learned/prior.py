"""A prior: a heuristic that a network only corrects.

With a prior the logits of a policy are what the network says plus ``weight`` times the logarithm of
the preferences of a heuristic. A network that says nothing plays as the heuristic, and what it
learns is where to decide otherwise: residual policy learning (Silver et al. 2018, Johannink et al.
2019), for policies that are drawn from.

A prior may be *shown*: then the layers of the policy read, behind what the trunk gives them, how
close each decision comes to the one that the heuristic likes best, see :func:`closeness`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pixies_agents.advice import CompiledRule, take_logarithms
from pixies_agents.heuristics.families import check_shipped, near
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.errors import shown
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent

LEAST = 1e-30
"""Preference that a decision has at least, against the greatest, for logits of float32."""
MOST_WEIGHT = 1000
"""Far more than logits of networks ever weigh; sums of float32 stay exact enough."""
_LONGEST = 200


@dataclass(frozen=True)
class Prior:
    """The heuristic that a network corrects.

    ValueError if the weight is not above 0 and at most :data:`MOST_WEIGHT`.
    """

    agent: str
    """Specification of a heuristic with shipped weights, such as ``greedy``."""
    weight: float = 1.0
    """The greater, the surer is what the heuristic prefers; against logits of the network."""
    shown: bool = False
    """The layers of the policy read it too."""

    def __post_init__(self) -> None:
        if not isinstance(self.agent, str) or len(self.agent) > _LONGEST:
            raise ValueError(
                f"the agent of a prior is named by a text of at most {_LONGEST} characters, "
                f"not {shown(self.agent)}"
            )
        number = isinstance(self.weight, int | float) and not isinstance(self.weight, bool)
        if not (number and 0.0 < self.weight <= MOST_WEIGHT):
            raise ValueError(
                f"the weight of a prior must be above 0 and at most {MOST_WEIGHT}, "
                f"not {shown(self.weight)}"
            )
        if not isinstance(self.shown, bool):
            raise ValueError(f"shown of a prior is true or false, not {shown(self.shown)}")

    def __str__(self) -> str:
        return f"{self.agent} with the weight {self.weight:g}{', shown' if self.shown else ''}"

    def is_kin(self, other: Prior) -> bool:
        """Whether it is the same heuristic and weighs as much, however far each looks ahead."""
        return self.weight == other.weight and near(self.agent) == near(other.agent)

    def rule(self, game: Game) -> CompiledRule:
        """The heuristic's ``preferences`` in a game, see :mod:`pixies_agents.advice`.

        ValueError if the game has no such heuristic. No other agent is made of a text that may
        come from a file: some start programs.
        """
        check_shipped(self.agent, game)
        found: CompiledRule | None = getattr(make_agent(self.agent, game), "preferences", None)
        if found is None:
            raise ValueError(f"{self.agent} has no preferences in {game.name}")
        return found


@rule
def closeness(added: Any) -> Any:
    """What the policy reads of a decision that the prior adds so much to, of 0 at most.

    1 for the one it likes best, 1/2 for one that is a logit behind, 0 for what is not legal, to
    which it adds minus infinity.
    """
    return np.float32(1.0) / (np.float32(1.0) - added)


@rule
def ask_prior(
    address: Any,
    state: Any,
    board: Any,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    weight: Any,
    preferred: Any,
    added: Any,
) -> Any:
    """Write what a prior adds to the logits of the first ``count`` of ``ids`` to ``added``.

    ``address`` and ``data`` are those of its rule, ``preferred`` float64 has room for what it says.
    """
    call(address, state, board, np.int64(player), ids, np.int64(count), data, preferred)
    take_logarithms(preferred, count, LEAST)
    for index in range(count):
        added[index] = np.float32(weight * preferred[index])
    return 0

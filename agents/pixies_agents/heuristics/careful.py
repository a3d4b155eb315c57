"""Random play that does not give up: a fairer floor than uniform play, which destroys itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.agents import CompiledAgent, Decisions
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.streams import below
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind

GIVING_UP = ("pass", "refuse", "stop", "end_turn", "decline", "leave")
"""Verbs of decisions that do nothing, in any game."""


@rule
def careful_rule(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any
) -> Any:
    """Uniform among the ids whose entry in ``data`` is 0, or among all if there is none."""
    kept = 0
    for index in range(count):
        if data[ids[index]] == 0.0:
            kept += 1
    if kept == 0:
        return int(ids[below(bits, count)])
    left = below(bits, kept)
    for index in range(count):
        if data[ids[index]] == 0.0:
            if left == 0:
                return int(ids[index])
            left -= 1
    return int(ids[count - 1])


class CarefulAgent(CompiledAgent):
    """Plays uniformly at random, but never passes, refuses or stops while it can do otherwise."""

    def __init__(self, game: Game) -> None:
        gives_up = np.zeros(len(game.actions))
        for family in game.actions.families:
            if family.verb in GIVING_UP:
                gives_up[family.start : family.start + len(family)] = 1.0
        super().__init__(game, "careful", careful_rule, gives_up)

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Uniform over what it chooses from; float64 ``(n, actions)``."""
        kept = decisions.action_masks & (self.data == 0.0)
        kept = np.where(kept.any(axis=1, keepdims=True), kept, decisions.action_masks)
        return kept / kept.sum(axis=1, keepdims=True)


CAREFUL = AgentKind("careful", CarefulAgent.__doc__ or "", lambda game, options: CarefulAgent(game))

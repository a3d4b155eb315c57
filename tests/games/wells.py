"""Rock, paper, scissors, and a well that they all lose to, but by less than to each other.

Both lay a hand, the second without seeing the first. Against a single known hand, the hand that
beats it pays most; only who always lays the well cannot be exploited.
"""

from __future__ import annotations

import dataclasses

from games.extensive import Choice, End, extensive_game

from pixies_env.core.game import Game

HANDS = ("rock", "paper", "scissors", "well")
WELL = 3
GAIN = 0.7
"""What the well is paid against another hand; of the others, the winner is paid 1."""


def wells() -> Game:
    """The game, for two players."""

    def pay(one: int, other: int) -> float:
        if WELL in (one, other):
            return GAIN * ((one == WELL) - (other == WELL))
        return (0.0, 1.0, -1.0)[(one - other) % WELL]

    def answers(first: int) -> Choice:
        ends = {hand: End(pay(first, own), pay(own, first)) for own, hand in enumerate(HANDS)}
        return Choice(1, ends, unseen={1: "first hand"})

    root = Choice(0, {hand: answers(first) for first, hand in enumerate(HANDS)})
    return dataclasses.replace(extensive_game(root, 2), factory=wells, specification={})

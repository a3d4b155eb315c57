"""A small game with a known answer: match what chance and the player before have chosen.

Chance draws one of three cards, openly. The first player is paid 1 for naming it and -1 else. The
second is paid 1 for naming the card after the one that the first named, and -1 else, whatever the
first is paid. Played well, both get 1.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from games.extensive import Chance, Choice, End, extensive_game

from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Feature, Game

CARDS = 3
POSITIONS = 1 + CARDS + CARDS**2 + CARDS**3
SEATS = 2


@rule
def observe_node(state, board, player, mode, out):
    """One entry per position and player who looks at it."""
    out[:] = 0.0
    out[SEATS * int(board.alike[state.node, player]) + player] = 1.0
    return 0


def _end(card: int, first: int, second: int) -> End:
    return End(
        1.0 if first == card else -1.0,
        1.0 if second == (first + 1) % CARDS else -1.0,
    )


def matching_game(second_always: float | None = None) -> Game:
    """The game; with ``second_always`` the second player is paid that in any case."""

    def end(card: int, first: int, second: int) -> End:
        paid = _end(card, first, second)
        return paid if second_always is None else End(paid.pay[0], second_always)

    tree: Any = Chance(
        [
            (
                1,
                Choice(
                    0,
                    {
                        f"name{first}": Choice(
                            1,
                            {f"name{second}": end(card, first, second) for second in range(CARDS)},
                        )
                        for first in range(CARDS)
                    },
                ),
            )
            for card in range(CARDS)
        ]
    )
    game = extensive_game(tree, 2)
    features = tuple(
        Feature(f"node{node}_seat{seat}", "the game is there")
        for node in range(POSITIONS)
        for seat in range(SEATS)
    )
    functions = dataclasses.replace(game.functions, observe=observe_node)
    return dataclasses.replace(game, features=features, functions=functions)


MATCHING: dict[str, Any] = {
    "players": [2],
    "total_steps": 6144,
    "reward": "score",
    "seed": 3,
    "network": {"policy": [32], "value": [32]},
    "ppo": {
        "n_envs": 64,
        "n_steps": 8,
        "batch_size": 128,
        "n_epochs": 4,
        "learning_rate": 3e-3,
        "learning_rate_end": 1e-3,
    },
    "opponents": {"latest": 1.0, "past": 1.0, "snapshot_steps": 2048},
    "evaluation": {"every": 100_000, "games": 8, "opponents": ["random"]},
}
"""Fields of a run that learns it; what it pays does not sum to zero."""

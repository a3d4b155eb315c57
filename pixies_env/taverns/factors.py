"""What each seat has: its tavern board once the opening is over, heroes and items at the end."""

import numpy as np

from pixies_env.core.game import Factor, FactorValues, Gained
from pixies_env.taverns.board import Board
from pixies_env.taverns.limits import MAX_PLAYERS
from pixies_env.taverns.names import ITEMS, NONE, QUESTIONS, Question

OPENING = (QUESTIONS[Question.TAVERN], QUESTIONS[Question.KEEP])
"""Questions of the opening."""


def factors_of(board: Board) -> tuple[Factor, ...]:
    """What is studied of a game with these boards and cards, beside the seat."""
    return (
        Factor(
            "tavern",
            board.tavern_names,
            "the tavern board of the module asymmetric",
            gained=Gained.CHOICE,
        ),
        Factor(
            "hero",
            board.hero_names,
            "a hero of the tavern at the end of the game",
            several=True,
            gained=Gained.PLAY,
        ),
        Factor(
            "item",
            ITEMS,
            "an item bought of the goblin, used or not",
            several=True,
            gained=Gained.PLAY,
        ),
    )


def factors(board: Board, states: np.ndarray) -> dict[str, FactorValues]:
    """All factors of some games, by name.

    Taverns are the same once the opening is over and at the end. Who hired a hero or bought an
    item first is not known.
    """
    seated = np.arange(MAX_PLAYERS) < states["players"].astype(np.int64)[:, None]
    unknown = np.zeros(seated.shape, np.int64)

    taverns = np.where(seated, states["tavern"].astype(np.int64), NONE)
    are_chosen = (taverns != NONE).any(axis=1, keepdims=True)
    turns = np.where(taverns != NONE, 1 + np.arange(MAX_PLAYERS), 0)

    places = np.arange(len(board.hero_names), dtype=np.uint64)
    heroes = (states["heroes"][:, :, None] >> places & np.uint64(1)) > 0
    came = (states["heroes_left"][:, None] >> places & np.uint64(1)) == 0

    bought = states["items"].astype(np.int64) + states["items_used"]
    sold = states["items_left"].astype(np.int64) + bought.sum(axis=1)
    return {
        "tavern": FactorValues(taverns, np.tile(are_chosen, len(board.tavern_names)), turns),
        "hero": FactorValues(heroes, came, unknown),
        "item": FactorValues(bought > 0, sold > 0, unknown),
    }

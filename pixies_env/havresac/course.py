"""How a game goes on: where victory points come from, what is hunted, opened and repaired."""

import numpy as np

from pixies_env.core.catalogue import parse_name
from pixies_env.core.course import Course, Tally
from pixies_env.core.game import Game

LEVELS = (
    Tally("vp", "victory points won on the way", scored=True),
    Tally("chests", "opened chests", scored=True),
    Tally("hunting", "monsters on the hunting board", scored=True),
    Tally("opened_chests", "chests opened"),
    Tally("monsters", "monsters hunted"),
    Tally("villages", "villages repaired"),
    Tally("fairies", "fairies"),
    Tally("gold", "Gold owned, which decides ties"),
)


def levels(game: Game, states: np.ndarray) -> np.ndarray:
    """What a position tells of :data:`LEVELS`."""
    told = game.notation.statistics(states)
    chests = int(game.board[0]["opened_chest_vp"]) * told["opened_chests"]
    names = ("opened_chests", "monsters", "villages", "fairies", "gold")
    kinds = [told["vp"], chests, told["hunting_points"], *(told[name] for name in names)]
    return np.stack(kinds, axis=2)


def label(role: str) -> str:
    """What is recruited; other decisions by their names."""
    verb, arguments = parse_name(role)
    return arguments[0].replace("_", " ") if verb == "buy" else role


COURSE = Course(
    levels_of=LEVELS,
    levels=levels,
    rounds=lambda states: states["round_number"].astype(np.int64),
    moves=("buy",),
    label=label,
)

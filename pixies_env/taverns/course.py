"""How a game goes on: where prestige comes from, what is cooked, hired and hunted."""

import numpy as np

from pixies_env.core.catalogue import format_name, parse_name
from pixies_env.core.course import Course, Tally
from pixies_env.core.game import Game
from pixies_env.taverns.result import SOURCES, Source

_MEANINGS = {
    Source.DURING_THE_GAME: "prestige won on the way",
    Source.HEROES: "heroes",
    Source.TROPHIES: "trophies",
    Source.INGREDIENTS: "ingredients left",
    Source.COMMON_MISSION: "the mission of all",
    Source.OWN_MISSION: "the own mission",
}
_COUNTED = {
    "recipes": "recipes cooked",
    "heroes": "heroes hired",
    "trophies": "trophies won",
    "items": "items bought",
    "gold": "gold owned",
    "energy": "energy owned",
}
LEVELS = (
    *(Tally(f"points_of_{SOURCES[source]}", _MEANINGS[source], scored=True) for source in Source),
    *(Tally(name, meaning) for name, meaning in _COUNTED.items()),
)


def levels(game: Game, states: np.ndarray) -> np.ndarray:
    """What a position tells of :data:`LEVELS`; a mission counts as long as it is fulfilled."""
    told = game.notation.statistics(states)
    return np.stack([told[tally.name] for tally in LEVELS], axis=2)


def label(role: str) -> str:
    """A decision without the value of the die that is placed for it."""
    verb, arguments = parse_name(role)
    return format_name(verb, arguments[1:]) if verb in ("cook", "bank") else role


COURSE = Course(
    levels_of=LEVELS,
    levels=levels,
    rounds=lambda states: states["round_number"].astype(np.int64),
    moves=("cook", "bank", "gather", "visit", "hunt", "hire"),
    label=label,
)

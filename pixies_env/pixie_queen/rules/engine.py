"""The rules of the game, composed of those of its phases."""

from pixies_env.core.kit.rulebook import compose
from pixies_env.pixie_queen.rules import (
    double_spaces,
    ending,
    offerings,
    opening,
    points,
    punishment,
    rewards,
    single_spaces,
    steal,
    turn,
)
from pixies_env.pixie_queen.state import is_out

legal, apply, chances, apply_chance = compose(
    __name__,
    [
        part.RULES
        for part in (
            turn,
            offerings,
            rewards,
            points,
            steal,
            double_spaces,
            single_spaces,
            punishment,
            opening,
            ending,
        )
    ],
    is_out=is_out,
)

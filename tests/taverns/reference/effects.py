"""The effects of which heroes, items, dragons, events, encounters and tracks are built (section 3).

`possible` is the condition of an effect as a free action, to be asked when its price has been paid;
`carry_out` makes it happen as far as possible, wherever it stands.
"""

from .effect import Effect
from .effects_at_points import AT_ATTACK_POINTS, AT_OPEN_POINTS
from .effects_on_minions import ON_MINIONS
from .effects_on_seats import ON_SEATS
from .events import Flow

__all__ = ["Effect", "carry_out", "possible"]

EFFECTS = {**ON_SEATS, **ON_MINIONS, **AT_OPEN_POINTS, **AT_ATTACK_POINTS}


def possible(effect: Effect) -> bool:
    """May it be chosen as a free action, its price being paid already?"""
    return effect.is_in_place() and EFFECTS[effect.name].condition(effect)


def carry_out(effect: Effect) -> Flow:
    """What happens."""
    if effect.is_in_place():
        yield from EFFECTS[effect.name].happen(effect)

"""Hidden Card with a house rule: only the neighbour on the left can be hit."""

from __future__ import annotations

from pixies_env.core.compilation.compile import rule
from pixies_env.core.variants import variant
from tests.games.hidden_card import can_be_hit
from tests.games.hidden_card import game as hidden_card

REACH = 1


@rule
def can_be_hit_nearby(state, player, step):
    """Asks the rule that it replaces, too."""
    return step <= REACH and can_be_hit(state, player, step)


make = variant(
    __name__,
    "mild_card",
    of=hidden_card,
    replaced={can_be_hit: can_be_hit_nearby},
    told="Only the neighbour on the left can be hit.",
)

"""All checks, in an order in which each can rely on those before it."""

from pixies_env.core.kit.invariants import check_in_order
from pixies_env.taverns.invariants.cards import (
    check_events,
    check_heroes,
    check_missions,
    check_recipes,
)
from pixies_env.taverns.invariants.dice import check_dice, check_roll
from pixies_env.taverns.invariants.dragon import (
    check_dragon,
    check_hunt,
    check_part_of_hunt,
    check_trophies,
)
from pixies_env.taverns.invariants.flow import check_flow
from pixies_env.taverns.invariants.map import (
    check_dungeon,
    check_forge,
    check_items,
    check_locations,
    check_tokens,
)
from pixies_env.taverns.invariants.seats import check_seats, check_taverns
from pixies_env.taverns.invariants.source import check_cooking, check_source
from pixies_env.taverns.invariants.stack import check_stack
from pixies_env.taverns.invariants.turn import check_turn

check = check_in_order(
    __name__,
    (
        # First what other checks take as an index.
        check_flow,
        check_seats,
        check_taverns,
        check_dragon,
        check_locations,
        check_turn,
        check_stack,
        check_roll,
        check_dice,
        check_heroes,
        check_recipes,
        check_missions,
        check_events,
        check_items,
        check_tokens,
        check_dungeon,
        check_forge,
        check_trophies,
        check_part_of_hunt,
        check_hunt,
        check_source,
        check_cooking,
    ),
)

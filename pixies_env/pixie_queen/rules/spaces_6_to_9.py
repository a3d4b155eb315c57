"""Section 3, actions 6 to 9: take a food tile or a one-use tile."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.names import ON_BOARD, OneUseTile, Slot, Space
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.rules.tiles import has_free_slot, take_food_tile, take_one_use

# ---- 6: the top food tile, which pays from the next steal phase on


@rule
def can_take_food_tile(state: Any, board: Any, player: Any) -> Any:
    """There is one, and a free slot for it."""
    return state.pile_size > 0 and has_free_slot(state, board, player, Slot.FOOD_TILE)


@rule
def begin_food_tile(state: Any, board: Any, player: Any) -> None:
    """Take it."""
    take_food_tile(state, player)


FOOD_TILE = Block(Space.FOOD_TILE, can_take_food_tile, begin_food_tile)

# ---- 7, 8, 9: a one-use tile, if it is there


@rule
def _can_take(state: Any, board: Any, player: Any, tile: Any) -> Any:
    return has_free_slot(state, board, player, Slot.ONE_USE_TILE) & (
        state.one_use_at[tile] == ON_BOARD
    )


@rule
def can_take_double_offering(state: Any, board: Any, player: Any) -> Any:
    """It lies on its space, and there is a free slot for it."""
    return _can_take(state, board, player, OneUseTile.DOUBLE_OFFERING)


@rule
def take_double_offering(state: Any, board: Any, player: Any) -> None:
    """Take it."""
    take_one_use(state, player, OneUseTile.DOUBLE_OFFERING)


@rule
def can_take_look_in_the_bag(state: Any, board: Any, player: Any) -> Any:
    """Likewise."""
    return _can_take(state, board, player, OneUseTile.LOOK_IN_THE_BAG)


@rule
def take_look_in_the_bag(state: Any, board: Any, player: Any) -> None:
    """Take it."""
    take_one_use(state, player, OneUseTile.LOOK_IN_THE_BAG)


@rule
def can_take_mercy(state: Any, board: Any, player: Any) -> Any:
    """Likewise."""
    return _can_take(state, board, player, OneUseTile.MERCY)


@rule
def take_mercy(state: Any, board: Any, player: Any) -> None:
    """Take it."""
    take_one_use(state, player, OneUseTile.MERCY)


DOUBLE_OFFERING = Block(Space.DOUBLE_OFFERING, can_take_double_offering, take_double_offering)
LOOK_IN_THE_BAG = Block(Space.LOOK_IN_THE_BAG, can_take_look_in_the_bag, take_look_in_the_bag)
MERCY = Block(Space.MERCY, can_take_mercy, take_mercy)

BLOCKS = (FOOD_TILE, DOUBLE_OFFERING, LOOK_IN_THE_BAG, MERCY)

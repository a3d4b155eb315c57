"""Section 3, slots: food tiles, one-use tiles and where they lie."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.names import (
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    OneUseTile,
    Skill,
    Slot,
)
from pixies_env.pixie_queen.state import has_skill, skill_size

OUT_OF_REACH = -2
"""Holder of a one-use tile that lies on the skill ``extra_slot`` while nobody has that."""


@rule
def extra_slot_is_empty(state: Any) -> Any:
    """Whether nothing lies on the skill tile ``extra_slot``."""
    # Without branches, so that it is computed once where several spaces ask for it.
    empty = state.extra_food == 0
    for tile in range(len(OneUseTile)):
        empty = empty & (state.one_use_at[tile] != ON_EXTRA_SLOT)
    return empty


@rule
def own_slot_is_empty(state: Any, player: Any, slot: Any) -> Any:
    """Whether a player's own slot for food or one-use tiles is empty."""
    if slot == Slot.FOOD_TILE:
        return state.food_tile[player] == 0
    empty = True
    for tile in range(len(OneUseTile)):
        empty = empty & (int(state.one_use_at[tile]) != player)
    return empty


@rule
def has_free_slot(state: Any, board: Any, player: Any, slot: Any) -> Any:
    """Whether a player has room for one more tile of a kind."""
    return own_slot_is_empty(state, player, slot) | (
        (skill_size(state, board, player, Skill.EXTRA_SLOT) > 0) & extra_slot_is_empty(state)
    )


@rule
def holds_one_use(state: Any, player: Any, tile: Any) -> Any:
    """Whether a one-use tile lies in front of a player, on either slot."""
    place = int(state.one_use_at[tile])
    return place == player or (
        place == ON_EXTRA_SLOT and has_skill(state, player, Skill.EXTRA_SLOT)
    )


@rule
def return_one_use(state: Any, tile: Any) -> None:
    """Put a used tile back on its space."""
    state.one_use_at[tile] = ON_BOARD


@rule
def take_one_use(state: Any, player: Any, tile: Any) -> None:
    """Take a one-use tile; it goes on the own slot if that is free, else on the extra slot."""
    own = own_slot_is_empty(state, player, Slot.ONE_USE_TILE)
    state.one_use_at[tile] = player if own else ON_EXTRA_SLOT


@rule
def take_food_tile(state: Any, player: Any) -> None:
    """Take the top food tile; it goes on the own slot if that is free, else on the extra slot."""
    top = int(state.pile_size) - 1
    value = int(state.pile[top])
    state.pile[top] = 0
    state.pile_size = top
    if own_slot_is_empty(state, player, Slot.FOOD_TILE):
        state.food_tile[player] = value
    else:
        state.extra_food = value


@rule
def replace_food(state: Any, player: Any, old: Any, new: Any) -> None:
    """Put a tile in the place of an own one; of two equal ones the own slot is meant."""
    if int(state.food_tile[player]) == old:
        state.food_tile[player] = new
    else:
        state.extra_food = new


@rule
def food_of_tiles(state: Any, player: Any) -> Any:
    """Foods that a player's food tiles give in each steal phase."""
    total = int(state.food_tile[player])
    if has_skill(state, player, Skill.EXTRA_SLOT):
        total += int(state.extra_food)
    return total


@rule
def holds_food_value(state: Any, player: Any, value: Any) -> Any:
    """Whether a player holds a food tile of this value, on either slot."""
    return int(state.food_tile[player]) == value or (
        int(state.extra_food) == value and has_skill(state, player, Skill.EXTRA_SLOT)
    )


@rule
def holder_of(state: Any, tile: Any) -> Any:
    """Seat of who can be asked for a one-use tile, ON_BOARD, or OUT_OF_REACH."""
    place = int(state.one_use_at[tile])
    if place != ON_EXTRA_SLOT:
        return place
    owner = int(state.skill_at[Skill.EXTRA_SLOT])
    return owner if owner > NOBODY else OUT_OF_REACH

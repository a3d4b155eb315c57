"""Section 3, slots and exchange: food tiles, one-use tiles and permanent skills."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    EXTRA_SLOT,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SKILLS,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.state import has_skill, skill_of

FOOD_TILE, ONE_USE_TILE = 0, 1


@rule
def extra_slot_is_empty(state: Any) -> Any:
    """Whether nothing lies on the skill tile ``extra_slot``."""
    if state.extra_food != 0:
        return False
    for tile in range(len(ONE_USE_TILES)):
        if state.one_use_at[tile] == ON_EXTRA_SLOT:
            return False
    return True


@rule
def own_slot_is_empty(state: Any, player: Any, kind: Any) -> Any:
    """Whether a player's own slot for food or one-use tiles is empty."""
    if kind == FOOD_TILE:
        return state.food_tile[player] == 0
    for tile in range(len(ONE_USE_TILES)):
        if int(state.one_use_at[tile]) == player:
            return False
    return True


@rule
def has_free_slot(state: Any, player: Any, kind: Any) -> Any:
    """Whether a player has room for one more tile of a kind."""
    return own_slot_is_empty(state, player, kind) or (
        has_skill(state, player, EXTRA_SLOT) and extra_slot_is_empty(state)
    )


@rule
def holds_one_use(state: Any, player: Any, tile: Any) -> Any:
    """Whether a one-use tile lies in front of a player, on either slot."""
    place = int(state.one_use_at[tile])
    return place == player or (place == ON_EXTRA_SLOT and has_skill(state, player, EXTRA_SLOT))


@rule
def return_one_use(state: Any, tile: Any) -> None:
    """Put a used tile back on its space."""
    state.one_use_at[tile] = ON_BOARD


@rule
def take_one_use(state: Any, player: Any, tile: Any) -> None:
    """Take a one-use tile; it goes on the own slot if that is free, else on the extra slot."""
    own = own_slot_is_empty(state, player, ONE_USE_TILE)
    state.one_use_at[tile] = player if own else ON_EXTRA_SLOT


@rule
def take_food_tile(state: Any, player: Any) -> None:
    """Take the top food tile; it goes on the own slot if that is free, else on the extra slot."""
    top = int(state.pile_size) - 1
    value = int(state.pile[top])
    state.pile[top] = 0
    state.pile_size = top
    if own_slot_is_empty(state, player, FOOD_TILE):
        state.food_tile[player] = value
    else:
        state.extra_food = value


@rule
def food_of_tiles(state: Any, player: Any) -> Any:
    """Foods that a player's food tiles give in each steal phase."""
    total = int(state.food_tile[player])
    if has_skill(state, player, EXTRA_SLOT):
        total += int(state.extra_food)
    return total


@rule
def holds_food_value(state: Any, player: Any, value: Any) -> Any:
    """Whether a player holds a food tile of this value, on either slot."""
    return int(state.food_tile[player]) == value or (
        int(state.extra_food) == value and has_skill(state, player, EXTRA_SLOT)
    )


@rule
def holder_of(state: Any, tile: Any) -> Any:
    """Seat of who can be asked for a one-use tile, ON_BOARD, or -2 if nobody can be."""
    place = int(state.one_use_at[tile])
    if place != ON_EXTRA_SLOT:
        return place
    owner = int(state.skill_at[EXTRA_SLOT])
    return owner if owner >= 0 else -2


@rule
def can_swap(state: Any, board: Any, player: Any) -> Any:
    """Whether action 16 has anything to exchange."""
    skill = skill_of(state, player)
    if skill >= 0:
        for other in range(len(SKILLS)):
            if other != skill and int(state.skill_at[other]) >= ON_BOARD:
                return True
    if food_of_tiles(state, player) > 0:
        if state.pile_size > 0:
            return True
        for other in range(int(state.players)):
            if other != player and food_of_tiles(state, other) > 0:
                return True
    own, others = 0, 0
    for tile in range(len(ONE_USE_TILES)):
        holder = holder_of(state, tile)
        if holder == player:
            own += 1
        elif holder >= ON_BOARD:
            others += 1
    return own > 0 and own + others > 1


@rule
def list_swaps(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of action 16."""
    count = 0
    values = int(board.food_value_count)
    players = int(state.players)
    for own in range(values):
        if state.pile_size > 0 and holds_food_value(state, player, int(board.food_values[own])):
            count = add(ids, count, int(board.id_swap_food_board) + own)
    for own in range(values):
        if not holds_food_value(state, player, int(board.food_values[own])):
            continue
        for step in range(1, players):
            other = (player + step) % players
            for value in range(values):
                if holds_food_value(state, other, int(board.food_values[value])):
                    index = (own * (MAX_PLAYERS - 1) + step - 1) * values + value
                    count = add(ids, count, int(board.id_swap_food_player) + index)
    for own in range(len(ONE_USE_TILES)):
        if not holds_one_use(state, player, own):
            continue
        for wanted in range(len(ONE_USE_TILES)):
            holder = holder_of(state, wanted)
            if wanted != own and holder != player and holder >= ON_BOARD:
                index = own * len(ONE_USE_TILES) + wanted
                count = add(ids, count, int(board.id_swap_one_use) + index)
    skill = skill_of(state, player)
    if skill >= 0:
        for wanted in range(len(SKILLS)):
            if wanted != skill and int(state.skill_at[wanted]) >= ON_BOARD:
                count = add(ids, count, int(board.id_swap_skill) + wanted)
    return count


@rule
def swap(state: Any, board: Any, player: Any, action: Any) -> None:
    """Carry out an exchange: each tile takes the other's place."""
    values = int(board.food_value_count)
    if action >= int(board.id_swap_skill):
        wanted = action - int(board.id_swap_skill)
        own = skill_of(state, player)
        state.skill_at[own] = int(state.skill_at[wanted])
        state.skill_at[wanted] = player
    elif action >= int(board.id_swap_one_use):
        index = action - int(board.id_swap_one_use)
        own, wanted = index // len(ONE_USE_TILES), index % len(ONE_USE_TILES)
        place = int(state.one_use_at[own])
        state.one_use_at[own] = int(state.one_use_at[wanted])
        state.one_use_at[wanted] = place
    elif action >= int(board.id_swap_food_player):
        index = action - int(board.id_swap_food_player)
        value = int(board.food_values[index % values])
        step = (index // values) % (MAX_PLAYERS - 1) + 1
        own_value = int(board.food_values[index // values // (MAX_PLAYERS - 1)])
        other = (player + step) % int(state.players)
        theirs_on_own_slot = int(state.food_tile[other]) == value
        _replace_food(state, player, own_value, value)
        if theirs_on_own_slot:
            state.food_tile[other] = own_value
        else:
            state.extra_food = own_value
    else:
        own_value = int(board.food_values[action - int(board.id_swap_food_board)])
        top = int(state.pile_size) - 1
        value = int(state.pile[top])
        state.pile[top] = own_value
        _replace_food(state, player, own_value, value)


@rule
def _replace_food(state: Any, player: Any, old: Any, new: Any) -> None:
    """Put a tile in the place of an own one; of two equal ones the own slot is meant."""
    if int(state.food_tile[player]) == old:
        state.food_tile[player] = new
    else:
        state.extra_food = new

"""Section 3, action 16: the exchange of tiles."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import ON_BOARD, Decision, OneUseTile, Question, Skill, Space
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.rules.tiles import (
    food_of_tiles,
    holder_of,
    holds_food_value,
    holds_one_use,
    replace_food,
)
from pixies_env.pixie_queen.state import NO_SKILL, skill_of

# ---- 16: one own tile for one of the same kind, on the board or of an opponent


@rule
def can_exchange_tiles(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once per round and player; there is a tile to give and one to get."""
    return state.tiles_used[player] == 0 and (
        _can_swap_skill(state, board, player)
        or _can_swap_food(state, player)
        or _can_swap_one_use(state, player)
    )


@rule
def _skill_to_swap(state: Any, board: Any, player: Any) -> Any:
    """The own skill that can be exchanged, NO_SKILL if there is none."""
    return skill_of(state, player) if board.skill_exchange != 0 else NO_SKILL


@rule
def _can_swap_skill(state: Any, board: Any, player: Any) -> Any:
    skill = _skill_to_swap(state, board, player)
    if skill != NO_SKILL:
        for other in range(len(Skill)):
            if other != skill and int(state.skill_at[other]) >= ON_BOARD:
                return True
    return False


@rule
def _can_swap_food(state: Any, player: Any) -> Any:
    if food_of_tiles(state, player) > 0:
        if state.pile_size > 0:
            return True
        for other in range(int(state.players)):
            if other != player and food_of_tiles(state, other) > 0:
                return True
    return False


@rule
def _can_swap_one_use(state: Any, player: Any) -> Any:
    own, others = 0, 0
    for tile in range(len(OneUseTile)):
        holder = holder_of(state, tile)
        if holder == player:
            own += 1
        elif holder >= ON_BOARD:
            others += 1
    return own > 0 and own + others > 1


@rule
def begin_exchange_of_tiles(state: Any, board: Any, player: Any) -> None:
    """Which tile for which?"""
    state.tiles_used[player] = 1
    ask(state, player, Question.SWAP)


@rule
def list_swaps(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Own food tile for the top one or an opponent's, own one-use tile, own skill."""
    count = _list_food_swaps(state, board, player, ids)
    for own in range(len(OneUseTile)):
        if holds_one_use(state, player, own):
            for wanted in range(len(OneUseTile)):
                holder = holder_of(state, wanted)
                if wanted != own and holder != player and holder >= ON_BOARD:
                    value = own * len(OneUseTile) + wanted
                    count = option(board, Decision.SWAP_ONE_USE, value, ids, count)
    skill = _skill_to_swap(state, board, player)
    if skill != NO_SKILL:
        for wanted in range(len(Skill)):
            if wanted != skill and int(state.skill_at[wanted]) >= ON_BOARD:
                count = option(board, Decision.SWAP_SKILL, wanted, ids, count)
    return count


@rule
def _list_food_swaps(state: Any, board: Any, player: Any, ids: Any) -> Any:
    count = 0
    values = int(board.food_value_count)
    players = int(state.players)
    for own in range(values):
        if state.pile_size > 0 and holds_food_value(state, player, int(board.food_values[own])):
            count = option(board, Decision.SWAP_FOOD_BOARD, own, ids, count)
    for own in range(values):
        if not holds_food_value(state, player, int(board.food_values[own])):
            continue
        for step in range(1, players):
            other = (player + step) % players
            for wanted in range(values):
                if holds_food_value(state, other, int(board.food_values[wanted])):
                    value = (own * (MAX_PLAYERS - 1) + step - 1) * values + wanted
                    count = option(board, Decision.SWAP_FOOD_PLAYER, value, ids, count)
    return count


@rule
def food_swap_of(state: Any, board: Any, player: Any, value: Any) -> Any:
    """``(own food value, seat, its food value)`` of an exchange of food tiles with a player."""
    values = int(board.food_value_count)
    wanted, rest = value % values, value // values
    step, own = rest % (MAX_PLAYERS - 1) + 1, rest // (MAX_PLAYERS - 1)
    other = (player + step) % int(state.players)
    return int(board.food_values[own]), other, int(board.food_values[wanted])


@rule
def one_use_swap_of(value: Any) -> Any:
    """``(own tile, other tile)`` of an exchange of one-use tiles."""
    return value // len(OneUseTile), value % len(OneUseTile)


@rule
def swap_food_with_board(state: Any, board: Any, player: Any, value: Any) -> None:
    """The top tile takes the place of the own one, which goes on top."""
    own = int(board.food_values[value])
    top = int(state.pile_size) - 1
    wanted = int(state.pile[top])
    state.pile[top] = own
    replace_food(state, player, own, wanted)


@rule
def swap_food_with_player(state: Any, board: Any, player: Any, value: Any) -> None:
    """Each tile takes the other's place."""
    own, other, wanted = food_swap_of(state, board, player, value)
    on_own_slot = int(state.food_tile[other]) == wanted
    replace_food(state, player, own, wanted)
    if on_own_slot:
        state.food_tile[other] = own
    else:
        state.extra_food = own


@rule
def swap_one_use(state: Any, board: Any, player: Any, value: Any) -> None:
    """Each tile takes the other's place."""
    own, wanted = one_use_swap_of(value)
    place = int(state.one_use_at[own])
    state.one_use_at[own] = int(state.one_use_at[wanted])
    state.one_use_at[wanted] = place


@rule
def swap_skill(state: Any, board: Any, player: Any, wanted: Any) -> None:
    """Each skill takes the other's place; what lies on ``extra_slot`` goes along."""
    own = skill_of(state, player)
    state.skill_at[own] = int(state.skill_at[wanted])
    state.skill_at[wanted] = player


EXCHANGE_TILES = Block(
    Space.EXCHANGE_TILES,
    can_exchange_tiles,
    begin_exchange_of_tiles,
    questions=(
        rulebook.Question(
            Question.SWAP,
            list_swaps,
            {
                Decision.SWAP_FOOD_BOARD: swap_food_with_board,
                Decision.SWAP_FOOD_PLAYER: swap_food_with_player,
                Decision.SWAP_ONE_USE: swap_one_use,
                Decision.SWAP_SKILL: swap_skill,
            },
        ),
    ),
)

BLOCKS = (EXCHANGE_TILES,)

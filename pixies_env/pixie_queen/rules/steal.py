"""Section 2.I: steal."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    ACTION_PHASE,
    ASK_TILE_FOOD,
    FOODS,
    SILVER,
    SILVER_INCOME,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.tiles import food_of_tiles
from pixies_env.pixie_queen.state import ask, food_in_stock, has_skill, to_player

BEGIN, ICONS, TILES = 0, 1, 2
"""Steps of the phase; the last two are of the player at the cursor."""


@rule
def run_steal(state: Any, board: Any) -> None:
    """Go on with the income of the player at the cursor."""
    if state.step == BEGIN:
        state.round_number = int(state.round_number) + 1
        for place in range(state.big_order.shape[0]):
            state.big_order[place] = int(state.small_order[place])
        state.cursor = 0
        state.step = ICONS
        return
    player = -1
    if state.cursor < state.players:
        player = int(state.big_order[state.cursor])
    if player < 0:
        state.phase = ACTION_PHASE
        state.step = 0
        state.cursor = 0
    elif state.step == ICONS:
        # In the first round only silver income pays.
        if state.round_number > 1:
            _take_icons(state, board, player)
            state.due = food_of_tiles(state, player)
        state.step = TILES
    elif state.due > 0 and food_in_stock(state):
        ask(state, player, ASK_TILE_FOOD)
    else:
        state.due = 0
        if has_skill(state, player, SILVER_INCOME):
            to_player(state, player, SILVER, 1)
        state.cursor = int(state.cursor) + 1
        state.step = ICONS


@rule
def _take_icons(state: Any, board: Any, player: Any) -> None:
    for hand in range(ACTIONS):
        if int(state.hands[hand]) == player:
            for food in range(FOODS):
                to_player(state, player, food, int(board.icons[hand, food]))


@rule
def list_foods(state: Any, first: Any, ids: Any, count: Any) -> Any:
    """Append the foods that the stock has, as ids that begin with ``first``."""
    for food in range(FOODS):
        if state.stock[food] > 0:
            count = add(ids, count, first + food)
    return count


@rule
def take_tile_food(state: Any, player: Any, food: Any) -> None:
    """One unit of the series of a player's food tiles."""
    to_player(state, player, food, 1)
    state.due = int(state.due) - 1

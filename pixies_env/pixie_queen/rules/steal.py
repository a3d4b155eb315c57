"""Section 2.I: steal."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    FOODS,
    NOBODY,
    SERVANT_SPACE,
    Decision,
    Good,
    Phase,
    Question,
    Skill,
    StealStep,
)
from pixies_env.pixie_queen.rules.lists import list_foods
from pixies_env.pixie_queen.rules.tiles import food_of_tiles
from pixies_env.pixie_queen.state import (
    advance_cursor,
    at_cursor,
    begin_step,
    enter,
    food_in_stock,
    skill_size,
    to_player,
)


@rule
def run_steal(state: Any, board: Any) -> None:
    """Go on with the income of the player at the cursor."""
    if state.step == StealStep.BEGIN:
        state.round_number = int(state.round_number) + 1
        for place in range(state.big_order.shape[0]):
            state.big_order[place] = int(state.small_order[place])
        begin_step(state, StealStep.ICONS)
        return
    player = at_cursor(state)
    if player == NOBODY:
        enter(state, Phase.ACTIONS)
    elif state.step == StealStep.ICONS:
        # In the first round only silver income pays.
        if state.round_number > 1:
            _take_icons(state, board, player)
            state.foods_due = food_of_tiles(state, player)
        state.step = StealStep.TILES
    elif state.foods_due > 0 and food_in_stock(state):
        ask(state, player, Question.TILE_FOOD)
    else:
        state.foods_due = 0
        income = skill_size(state, board, player, Skill.SILVER_INCOME)
        to_player(state, player, Good.SILVER, income)
        advance_cursor(state)
        state.step = StealStep.ICONS


@rule
def _take_icons(state: Any, board: Any, player: Any) -> None:
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            for food in range(FOODS):
                to_player(state, player, food, int(board.icons[hand, food]))


@rule
def list_tile_foods(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The foods that the stock has."""
    return list_foods(state, board, Decision.TILE_FOOD, ids, 0)


@rule
def take_tile_food(state: Any, board: Any, player: Any, food: Any) -> None:
    """One unit of the series of a player's food tiles."""
    to_player(state, player, food, 1)
    state.foods_due = int(state.foods_due) - 1


RULES = rulebook.Phase(
    Phase.STEAL,
    run_steal,
    questions=(
        rulebook.Question(
            Question.TILE_FOOD, list_tile_foods, {Decision.TILE_FOOD: take_tile_food}
        ),
    ),
)

"""Section 3, cooking: recipes out of stored ingredients, cubes in the place of some."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit, lowest_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import (
    EMPTY,
    close_gap,
    draws_of_set,
    place_in_row,
    put,
    take,
    with_card,
    without_card,
)
from pixies_env.taverns.limits import RECIPE_ROW, VALUES
from pixies_env.taverns.names import (
    NOBODY,
    ChanceKind,
    Continuation,
    Decision,
    Ingredient,
    Item,
    Phase,
    Question,
)
from pixies_env.taverns.rules.purse import gain_prestige


@rule
def shortage(state: Any, player: Any, needs: Any) -> Any:
    """How many ingredients of a list are not stored."""
    missing = 0
    for kind in range(len(Ingredient)):
        missing += max(int(needs[kind]) - int(state.reserve[player, kind]), 0)
    return missing


@rule
def cookable(state: Any, board: Any, player: Any) -> Any:
    """Bits of the recipes in the row that can be paid, unused cubes counting as any."""
    recipes, cubes = 0, int(state.items[player, Item.CUBE])
    for place in range(RECIPE_ROW):
        recipe = int(state.recipe_row[place])
        if recipe != EMPTY and shortage(state, player, board.recipe_needs[recipe]) <= cubes:
            recipes |= 1 << recipe
    return recipes


@rule
def list_recipes(board: Any, recipes: Any, values: Any, ids: Any, count: Any) -> Any:
    """Append the recipes with each of some values of dice, bit 0 for a 1."""
    while recipes != 0:
        recipe = lowest_bit(recipes)
        recipes = recipes & (recipes - 1)
        for value in range(VALUES):
            if has_bit(values, value):
                count = option(board, Decision.COOK, recipe * VALUES + value, ids, count)
    return count


@rule
def begin_cooking(state: Any, board: Any, player: Any, recipe: Any, value: Any) -> None:
    """The die lies on the card; with unused cubes the player says what they replace."""
    for kind in range(len(Ingredient)):
        state.unpaid[kind] = int(board.recipe_needs[recipe, kind])
    state.cooking_dice[player] = int(state.cooking_dice[player]) + 1
    push(state, Continuation.FINISH_COOKING, player, recipe, value)
    _ask_for_cubes(state, player)


@rule
def _ask_for_cubes(state: Any, player: Any) -> None:
    if state.items[player, Item.CUBE] > 0:
        ask(state, player, Question.COOK)


@rule
def replaceable(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Ingredients that a cube can replace so that the rest can be paid, and ``pay``."""
    count, missing = 0, shortage(state, player, state.unpaid)
    cubes = int(state.items[player, Item.CUBE])
    for kind in range(len(Ingredient)):
        unpaid = int(state.unpaid[kind])
        helps = 1 if unpaid > int(state.reserve[player, kind]) else 0
        if unpaid > 0 and missing - helps <= cubes - 1:
            count = option(board, Decision.SUBSTITUTE, kind, ids, count)
    if missing == 0:
        count = option(board, Decision.PAY, 0, ids, count)
    return count


@rule
def substitute(state: Any, board: Any, player: Any, kind: Any) -> None:
    """A cube replaces one ingredient of the list and is used."""
    take(state.unpaid, kind, 1)
    take(state.items[player], Item.CUBE, 1)
    put(state.items_used[player], Item.CUBE, 1)
    _ask_for_cubes(state, player)


@rule
def pay(state: Any, board: Any, player: Any, value: Any) -> None:
    """The rest is paid out of the reserve."""


@rule
def finish_cooking(state: Any, board: Any, player: Any, recipe: Any, value: Any) -> None:
    """The ingredients go, the prestige comes; the card lies before the player."""
    for kind in range(len(Ingredient)):
        state.reserve[player, kind] = int(state.reserve[player, kind]) - int(state.unpaid[kind])
        state.unpaid[kind] = 0
    gain_prestige(state, player, int(board.recipe_prestige[recipe]) + value)
    state.cooked[player] = with_card(state.cooked[player], recipe)
    state.cooked_now = int(state.cooked_now) + 1
    close_gap(state.recipe_row, place_in_row(state.recipe_row, recipe))
    draw_recipe(state)


@rule
def draw_recipe(state: Any) -> None:
    """A card comes on place 1, if the deck has one."""
    if state.recipes_left != 0:
        await_chance(state, NOBODY, ChanceKind.RECIPE)


@rule
def recipes(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards of the deck."""
    return draws_of_set(board, ChanceKind.RECIPE, state.recipes_left, outcomes, weights)


@rule
def lay_recipe(state: Any, board: Any, owner: Any, recipe: Any) -> None:
    """The card on the next empty place of the set-up, on place 1 later on."""
    place = int(state.cursor) if state.phase == Phase.SETUP else 0
    state.recipe_row[place] = recipe
    state.recipes_left = without_card(state.recipes_left, recipe)
    if state.phase == Phase.SETUP:
        state.cursor = place + 1


COOKING = rulebook.Phase(
    questions=(
        rulebook.Question(
            Question.COOK,
            replaceable,
            {Decision.SUBSTITUTE: substitute, Decision.PAY: pay},
        ),
    ),
    chances=(rulebook.Chance(ChanceKind.RECIPE, recipes, lay_recipe),),
    continuations=(rulebook.Continuation(Continuation.FINISH_COOKING, finish_cooking),),
)

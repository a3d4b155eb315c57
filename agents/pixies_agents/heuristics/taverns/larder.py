"""What ingredients are worth: for whatever recipes come, and for those in the row.

A set of ingredients is worth the early price of each, less with every round gone, and what the best
recipe of the row brings beyond that, by the chance to find what it misses before it is gone.
"""

from __future__ import annotations

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.limits import DICE, RECIPE_ROW, VALUES
from pixies_env.taverns.names import Ingredient, Item, Minion
from pixies_env.taverns.rules.cooking import shortage
from pixies_env.taverns.rules.pockets import carries

_MEAN_DIE = (1 + VALUES) / 2
"""What the die of a recipe adds, about."""


@rule
def find_larder(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Fill in all worths of ingredients and recipes."""
    left_over = float(board.left_over)
    share = outlook.time / (outlook.time + weights.late)
    for kind in range(len(Ingredient)):
        outlook.price[kind] = left_over + max(weights.kind[kind] - left_over, 0.0) * share
        outlook.have[kind] = int(state.reserve[player, kind])
        for minion in range(len(Minion)):
            outlook.have[kind] += int(state.carried[player, minion, kind])
    outlook.cubes = int(state.items[player, Item.CUBE])
    for place in range(RECIPE_ROW):
        _find_recipe(state, board, player, weights, outlook, place)
    before = larder_worth(board, state, weights, outlook)
    for kind in range(len(Ingredient)):
        outlook.have[kind] += 1
        outlook.more[kind] = larder_worth(board, state, weights, outlook) - before
        outlook.have[kind] -= 1


@rule
def _find_recipe(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, place: Any
) -> None:
    """What a recipe of the row brings, and how likely the player is to cook it."""
    outlook.gain[place] = 0.0
    recipe = int(state.recipe_row[place])
    if recipe < 0 or (outlook.dice == 0 and outlook.rounds == 0):
        return
    gain = int(board.recipe_prestige[recipe]) + _MEAN_DIE
    for kind in range(len(Ingredient)):
        gain -= outlook.price[kind] * int(board.recipe_needs[recipe, kind])
    outlook.gain[place] = max(gain, 0.0)
    # After this turn's die, and in how many rounds more before it leaves the row.
    more = min(RECIPE_ROW - 1 - place, int(outlook.rounds))
    dice = max(int(outlook.dice) - 1, 0) + DICE * more
    outlook.find[place] = 1.0 - weights.pace ** (dice / DICE)
    ready = weights.patience if dice > 0 else 0.0
    for other in range(int(state.players)):
        if other != player:
            cubes = int(state.items[other, Item.CUBE])
            if shortage(state, other, board.recipe_needs[recipe]) <= cubes:
                ready *= 1.0 - weights.threat
    outlook.ready[place] = ready


@rule
def larder_worth(board: Any, state: Any, weights: Any, outlook: Any) -> Any:
    """Worth of the ingredients in ``have``."""
    worth, best, second = 0.0, 0.0, 0.0
    for kind in range(len(Ingredient)):
        worth += outlook.price[kind] * outlook.have[kind]
    for place in range(RECIPE_ROW):
        gain = outlook.gain[place]
        if gain <= best and gain <= second:
            continue
        missing = -int(outlook.cubes)
        recipe = int(state.recipe_row[place])
        for kind in range(len(Ingredient)):
            missing += max(int(board.recipe_needs[recipe, kind]) - int(outlook.have[kind]), 0)
        gain *= outlook.ready[place]
        while missing > 0:
            gain *= outlook.find[place]
            missing -= 1
        if gain > best:
            second, best = best, gain
        elif gain > second:
            second = gain
    return worth + best + weights.second * second


@rule
def larder_without(
    state: Any, board: Any, weights: Any, outlook: Any, recipe: Any, place: Any
) -> Any:
    """The same after a recipe of the row is cooked, with cubes for what is not stored."""
    kept, cubes = outlook.gain[place], int(outlook.cubes)
    outlook.gain[place] = 0.0
    outlook.cubes = cubes - shortage(state, int(outlook.player), board.recipe_needs[recipe])
    _use_up(state, board, outlook, recipe, 1)
    worth = larder_worth(board, state, weights, outlook)
    _use_up(state, board, outlook, recipe, -1)
    outlook.gain[place] = kept
    outlook.cubes = cubes
    return worth


@rule
def _use_up(state: Any, board: Any, outlook: Any, recipe: Any, times: Any) -> None:
    """Take what a recipe uses of the reserve out of ``have``, or put it back."""
    for kind in range(len(Ingredient)):
        stored = int(state.reserve[outlook.player, kind])
        outlook.have[kind] -= times * min(int(board.recipe_needs[recipe, kind]), stored)


@rule
def cargo_worth(state: Any, board: Any, weights: Any, outlook: Any, minion: Any) -> Any:
    """Worth of what a minion carries, once it is stored."""
    player = int(outlook.player)
    if not carries(state, player, minion):
        return 0.0
    worth = larder_worth(board, state, weights, outlook)
    for kind in range(len(Ingredient)):
        outlook.have[kind] -= int(state.carried[player, minion, kind])
    worth -= larder_worth(board, state, weights, outlook)
    for kind in range(len(Ingredient)):
        outlook.have[kind] += int(state.carried[player, minion, kind])
    return worth

"""What time is left, and what gold, energy, runes and missions are worth in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits, has_bit, lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import number_in
from pixies_env.taverns.limits import DICE
from pixies_env.taverns.names import Condition, Ingredient, Phase
from pixies_env.taverns.rules.ending import best_recipe, is_fulfilled, what_mission_counts
from pixies_env.taverns.state import KEPT

_NO_HEROES = np.uint64(0)
_SOON = 0.25
"""What reaching a mission of gold, energy or runes is worth for each round that it must last."""


@rule
def find_time(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """The rounds to come and the dice of this one."""
    outlook.player = player
    rounds = int(board.rounds) - int(state.round_number)
    dice = number_in(state.dice[player])
    if state.phase == Phase.ROUND_END or state.phase == Phase.SETUP:
        dice = 0
    elif state.phase == Phase.ROUND_START:
        dice = DICE
    outlook.rounds = rounds
    outlook.dice = dice
    outlook.time = rounds + dice / DICE
    outlook.share = outlook.time / (outlook.time + weights.spend)


@rule
def find_prices(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Worths of gold, energy and runes; each further energy or rune is worth less."""
    outlook.gold = weights.gold * outlook.share
    outlook.demand = weights.demand * _cost_of_heroes_left(state, board) / int(state.players)
    outlook.gold_goal = 0
    outlook.gold_goal_worth = 0.0
    unit = weights.energy * outlook.share
    outlook.energy_of[0] = 0.0
    for number in range(1, int(board.max_energy) + 1):
        outlook.energy_of[number] = outlook.energy_of[number - 1] + unit
        unit *= weights.fade
    unit = weights.rune * outlook.share
    outlook.rune_of[0] = 0.0
    for number in range(1, int(board.max_runes) + 1):
        outlook.rune_of[number] = outlook.rune_of[number - 1] + unit
        unit *= weights.fade
    for place in range(2):
        mission = mission_of(state, player, place)
        if mission < 0:
            continue
        least = int(board.mission_at_least[mission])
        lasting = 1.0 / (1.0 + outlook.time * outlook.time / _SOON)
        worth = weights.mission * int(board.mission_prestige[mission]) * lasting
        condition = int(board.mission_condition[mission])
        if condition == Condition.GOLD:
            outlook.gold_goal = least
            outlook.gold_goal_worth = worth
        elif condition == Condition.ENERGY:
            for number in range(least, int(board.max_energy) + 1):
                outlook.energy_of[number] += worth
        elif condition == Condition.RUNES:
            for number in range(least, int(board.max_runes) + 1):
                outlook.rune_of[number] += worth


@rule
def _cost_of_heroes_left(state: Any, board: Any) -> Any:
    """Gold for all heroes of the row and the deck."""
    total, heroes = 0.0, state.hero_row | state.heroes_left
    while heroes != _NO_HEROES:
        total += int(board.hero_cost[lowest_bit(heroes)])
        heroes = without_lowest(heroes)
    return total


@rule
def mission_of(state: Any, player: Any, place: Any) -> Any:
    """The common mission or the own one of a player, below 0 for none or an unknown one."""
    return int(state.common_mission) if place == 0 else int(state.missions[player, KEPT])


@rule
def gold_worth(outlook: Any, gold: Any) -> Any:
    """Worth of having so much gold."""
    worth = outlook.gold * min(float(gold), outlook.demand)
    if outlook.gold_goal > 0 and gold >= outlook.gold_goal:
        worth += outlook.gold_goal_worth
    return worth


@rule
def gold_gain(state: Any, outlook: Any, amount: Any) -> Any:
    """Worth of so much gold more, or less."""
    has = int(state.gold[outlook.player])
    return gold_worth(outlook, max(has + amount, 0)) - gold_worth(outlook, has)


@rule
def energy_gain(state: Any, board: Any, outlook: Any, amount: Any) -> Any:
    """Worth of so much energy more, or less."""
    has = int(state.energy[outlook.player])
    then = max(min(has + amount, int(board.max_energy)), 0)
    return outlook.energy_of[then] - outlook.energy_of[has]


@rule
def rune_gain(state: Any, board: Any, outlook: Any, amount: Any) -> Any:
    """Worth of so many runes more, or fewer."""
    has = int(state.runes[outlook.player])
    then = max(min(has + amount, int(board.max_runes)), 0)
    return outlook.rune_of[then] - outlook.rune_of[has]


@rule
def step_to_mission(
    state: Any, board: Any, weights: Any, player: Any, condition: Any, steps: Any
) -> Any:
    """Worth of so many heroes, recipes or trophies more for the missions that ask for them."""
    worth = 0.0
    for place in range(2):
        mission = mission_of(state, player, place)
        if mission < 0 or board.mission_condition[mission] != condition:
            continue
        if not is_fulfilled(state, board, player, mission):
            least = max(int(board.mission_at_least[mission]), 1)
            worth += weights.mission * int(board.mission_prestige[mission]) * steps / least
    return worth


@rule
def cooking_for_missions(state: Any, board: Any, weights: Any, player: Any, recipe: Any) -> Any:
    """Worth of cooking a recipe for missions that ask for recipes or kinds of ingredients."""
    worth = step_to_mission(state, board, weights, player, Condition.RECIPES, 1.0)
    for place in range(2):
        mission = mission_of(state, player, place)
        if mission < 0:
            continue
        prestige = weights.mission * int(board.mission_prestige[mission])
        least = max(int(board.mission_at_least[mission]), 1)
        condition = int(board.mission_condition[mission])
        if condition == Condition.BEST_RECIPE:
            if best_recipe(state, board, player) < least <= int(board.recipe_prestige[recipe]):
                worth += prestige
        elif condition == Condition.COOKED_KINDS:
            missing = least - what_mission_counts(state, board, player, mission)
            kinds, number = int(board.mission_kinds[mission]), 0
            for kind in range(len(Ingredient)):
                if has_bit(kinds, kind):
                    number += int(board.recipe_needs[recipe, kind])
            worth += prestige * max(min(number, missing), 0) / least
    return worth


@rule
def heroes_of(state: Any, player: Any) -> Any:
    """Number of own heroes."""
    return count_bits(state.heroes[player])

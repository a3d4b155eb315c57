"""Section 4: the end, missions and ranks."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits, has_bit, lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.events import finish
from pixies_env.core.kit.standings import standings
from pixies_env.core.kit.zones import number_in
from pixies_env.taverns.names import NONE, Condition, Ingredient, Minion, Phase, RankKey
from pixies_env.taverns.state import KEPT


@rule
def end_game(state: Any) -> None:
    """All rounds are played."""
    finish(state)
    state.phase = Phase.OVER
    state.turn = 0


@rule
def prestige_of_heroes(state: Any, board: Any, player: Any) -> Any:
    """Prestige printed on own heroes."""
    total, heroes = 0, state.heroes[player]
    while heroes != 0:
        total += int(board.hero_prestige[lowest_bit(heroes)])
        heroes = without_lowest(heroes)
    return total


@rule
def prestige_of_trophies(state: Any, board: Any, player: Any) -> Any:
    """Prestige of own trophies."""
    total = 0
    for kind in range(board.trophies.shape[0]):
        total += int(state.trophies[player, kind]) * int(board.trophy_prestige[kind])
    return total


@rule
def prestige_of_reserve(state: Any, board: Any, player: Any) -> Any:
    """Prestige for stored ingredients."""
    return number_in(state.reserve[player]) * int(board.left_over)


@rule
def best_recipe(state: Any, board: Any, player: Any) -> Any:
    """Highest printed prestige of an own cooked recipe, 0 without one."""
    best, recipes = 0, state.cooked[player]
    while recipes != 0:
        best = max(best, int(board.recipe_prestige[lowest_bit(recipes)]))
        recipes = without_lowest(recipes)
    return best


@rule
def cooked_of_kinds(state: Any, board: Any, player: Any, kinds: Any) -> Any:
    """Ingredients of some kinds, bits, in the lists of own cooked recipes."""
    total, recipes = 0, state.cooked[player]
    while recipes != 0:
        recipe = lowest_bit(recipes)
        for kind in range(len(Ingredient)):
            if has_bit(kinds, kind):
                total += int(board.recipe_needs[recipe, kind])
        recipes = without_lowest(recipes)
    return total


@rule
def what_mission_counts(state: Any, board: Any, player: Any, mission: Any) -> Any:
    """The number that the condition of a mission asks about."""
    condition = int(board.mission_condition[mission])
    if condition == Condition.HEROES:
        return count_bits(state.heroes[player])
    if condition == Condition.RECIPES:
        return count_bits(state.cooked[player])
    if condition == Condition.BEST_RECIPE:
        return best_recipe(state, board, player)
    if condition == Condition.TROPHIES:
        return number_in(state.trophies[player])
    if condition == Condition.NO_WOUND:
        wounds = 0
        for minion in range(len(Minion)):
            wounds += int(state.wounds[player, minion])
        return 1 if wounds == 0 else 0
    if condition == Condition.GOLD:
        return int(state.gold[player])
    if condition == Condition.ENERGY:
        return int(state.energy[player])
    if condition == Condition.RUNES:
        return int(state.runes[player])
    return cooked_of_kinds(state, board, player, int(board.mission_kinds[mission]))


@rule
def is_fulfilled(state: Any, board: Any, player: Any, mission: Any) -> Any:
    """Whether a player fulfils a mission; the record asks for 1 where it has no number."""
    counted = what_mission_counts(state, board, player, mission)
    return counted >= int(board.mission_at_least[mission])


@rule
def prestige_of_mission(state: Any, board: Any, player: Any, mission: Any) -> Any:
    """Prestige of a mission if it is fulfilled; 0 for no or an unknown one."""
    if mission <= NONE or not is_fulfilled(state, board, player, mission):
        return 0
    return int(board.mission_prestige[mission])


@rule
def final_score(state: Any, board: Any, player: Any) -> Any:
    """Prestige with that of heroes, trophies, stored ingredients and missions."""
    return (
        int(state.prestige[player])
        + prestige_of_heroes(state, board, player)
        + prestige_of_trophies(state, board, player)
        + prestige_of_reserve(state, board, player)
        + prestige_of_mission(state, board, player, int(state.common_mission))
        + prestige_of_mission(state, board, player, int(state.missions[player, KEPT]))
    )


@rule
def rank_key(state: Any, board: Any, player: Any, place: Any) -> Any:
    """What decides the ranks, in the order of :class:`~pixies_env.taverns.names.RankKey`."""
    if place == RankKey.PRESTIGE:
        return final_score(state, board, player)
    return best_recipe(state, board, player)


STANDINGS = standings(__name__, key=rank_key, number_of_keys=len(RankKey), score=final_score)

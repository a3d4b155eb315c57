"""Worth of offers, and of what belongs to them."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.pixie_queen.outlook import (
    ON_GOODS,
    ON_NEXT,
    ON_PIXIES,
    ON_RISK,
    ON_RIVALS,
    ON_TILES,
    ON_TRACKS,
    TERMS,
    TOP,
    clear,
    total,
)
from pixies_agents.heuristics.pixie_queen.worth import (
    cheapest_pixie,
    goods_change,
    one_use_worth,
    promotions_worth,
    reset_levels,
)
from pixies_env.core.compilation.compile import rule
from pixies_env.pixie_queen.limits import LEVELS
from pixies_env.pixie_queen.names import FOODS, NOBODY, Good, Kind, OneUseTile
from pixies_env.pixie_queen.rules.offerings import hands_filled, hands_of, metal_of


@rule
def _servant_chance(state: Any, board: Any, player: Any, weights: Any, food: Any) -> Any:
    """Chance that nobody before in the order takes the servant space."""
    chance = 1.0
    for place in range(int(state.players)):
        other = int(state.big_order[place])
        if other == player:
            break
        if other == NOBODY or state.goods[other, food] == 0:
            continue
        for index in range(int(board.hand_count[LEVELS])):
            if int(state.hands[board.hands_of_level[LEVELS, index]]) == other:
                chance *= weights.servant_race
                break
    return chance


@rule
def _wants_step(state: Any, board: Any, player: Any, kind: Any) -> Any:
    """Whether a player has silver, or gold, to offer and a track that it would help on."""
    space = (
        int(state.silver_space[player]) if kind == Kind.SILVER else int(state.gold_space[player])
    )
    return state.goods[player, metal_of(kind)] > 0 and space < int(board.track_length) - 1


@rule
def chance_of_rewards(state: Any, board: Any, player: Any, weights: Any, food: Any) -> Any:
    """Chance that somebody else offers the demanded food."""
    nobody = 1.0
    own = int(state.goods[player, food])
    for other in range(int(state.players)):
        number = int(state.goods[other, food])
        if other == player or number == 0:
            continue
        chance = weights.rival_free
        if _wants_step(state, board, other, Kind.SILVER) or _wants_step(
            state, board, other, Kind.GOLD
        ):
            chance = weights.rival_richer if number > own else weights.rival_food
        nobody *= 1.0 - chance
    return 1.0 - nobody


@rule
def _gift(state: Any, board: Any, player: Any, outlook: Any) -> Any:
    """What the steps that rivals may be waiting for are worth to oneself, as a loss."""
    worth = 0.0
    for other in range(int(state.players)):
        if other == player or state.out[other] != 0:
            continue
        saved = 0
        for kind in (Kind.SILVER, Kind.GOLD):
            if _wants_step(state, board, other, kind):
                space = (
                    int(state.silver_space[other])
                    if kind == Kind.SILVER
                    else int(state.gold_space[other])
                )
                here = int(board.track_punishment[space])
                saved = max(saved, here - int(board.track_punishment[space + 1]))
        worth += outlook.rival[other] * saved * outlook.punishments
    return worth


@rule
def _chance_of_most(
    state: Any, board: Any, player: Any, weights: Any, kind: Any, number: Any
) -> Any:
    """Chance that no rival offers as much silver, or gold."""
    chance = 1.0
    share = weights.rival_track * weights.rival_more ** (number - 1)
    for other in range(int(state.players)):
        if (
            other != player
            and int(state.goods[other, metal_of(kind)]) >= number
            and _wants_step(state, board, other, kind)
        ):
            chance *= 1.0 - share
    return chance


@rule
def weigh_offer(
    state: Any,
    board: Any,
    player: Any,
    weights: Any,
    outlook: Any,
    food: Any,
    kind: Any,
    number: Any,
) -> None:
    """One hand with so many units of a kind; ``food`` is the demanded one."""
    good = food if kind == Kind.DEMANDED else metal_of(kind)
    outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, good, -number)
    if kind == Kind.DEMANDED:
        reset_levels(state, board, player, outlook)
        top = outlook.level_worth[TOP]
        outlook.level_worth[TOP] = top * _servant_chance(state, board, player, weights, food)
        worth = promotions_worth(state, board, player, weights, outlook, number)
        outlook.level_worth[TOP] = top
        outlook.terms[ON_PIXIES] += weights.promotion * worth
        chance = chance_of_rewards(state, board, player, weights, food)
        gift = weights.gift * _gift(state, board, player, outlook)
        outlook.terms[ON_RIVALS] -= (1.0 - chance) * gift
        return
    one, two = outlook.silver_steps[1], outlook.silver_steps[2]
    if kind == Kind.GOLD:
        one, two = outlook.gold_steps[1], outlook.gold_steps[2]
    most = _chance_of_most(state, board, player, weights, kind, number)
    chance = 1.0
    if state.offers[player, Kind.DEMANDED] == 0:
        chance = chance_of_rewards(state, board, player, weights, food)
        if player == _last_in_order(state):
            cost = cheapest_pixie(state, board, player, weights, outlook)
            outlook.terms[ON_RISK] -= (1.0 - chance) * cost
    outlook.terms[ON_TRACKS] += chance * (one + most * (two - one))


@rule
def _last_in_order(state: Any) -> Any:
    for place in range(int(state.players) - 1, 0, -1):
        other = int(state.big_order[place])
        if other != NOBODY and state.out[other] == 0:
            return other
    return NOBODY


@rule
def best_offer(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, food: Any, kind: Any
) -> Any:
    """Worth of the best number of a kind, 0 if nothing of it is worth giving."""
    good = food if kind == Kind.DEMANDED else metal_of(kind)
    best = 0.0
    for term in range(len(TERMS)):
        outlook.kept[term] = outlook.terms[term]
    for number in range(1, int(state.goods[player, good]) + 1):
        clear(outlook)
        weigh_offer(state, board, player, weights, outlook, food, kind, number)
        best = max(best, total(outlook))
    for term in range(len(TERMS)):
        outlook.terms[term] = outlook.kept[term]
    return best


@rule
def add_later_hands(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, kind: Any
) -> None:
    """What the hands that are empty after an offer of this kind can still bring."""
    hands = hands_of(state, player) - hands_filled(state, player) - 1
    if hands <= 0:
        return
    food = int(state.demand)
    if kind == Kind.DEMANDED:
        silver = best_offer(state, board, player, weights, outlook, food, Kind.SILVER)
        gold = best_offer(state, board, player, weights, outlook, food, Kind.GOLD)
        outlook.terms[ON_NEXT] += silver + gold if hands > 1 else max(silver, gold)
    elif kind == Kind.SILVER:
        outlook.terms[ON_NEXT] += best_offer(
            state, board, player, weights, outlook, food, Kind.GOLD
        )


@rule
def weigh_announcement(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """One hand more than without the tile, over the demands that can be turned."""
    hands = hands_of(state, player)
    silver = best_offer(state, board, player, weights, outlook, Good.APPLE, Kind.SILVER)
    gold = best_offer(state, board, player, weights, outlook, Good.APPLE, Kind.GOLD)
    tokens = 0
    for food in range(FOODS):
        tokens += int(state.demand_left[food])
    for food in range(FOODS):
        if state.demand_left[food] == 0:
            continue
        demanded = best_offer(state, board, player, weights, outlook, food, Kind.DEMANDED)
        # The next best kind, or the third with two hands.
        least = min(demanded, silver, gold)
        most = max(demanded, silver, gold)
        further = least if hands >= len(Kind) - 1 else demanded + silver + gold - least - most
        outlook.terms[ON_NEXT] += further * int(state.demand_left[food]) / tokens
    outlook.terms[ON_TILES] -= one_use_worth(weights, outlook, OneUseTile.DOUBLE_OFFERING)

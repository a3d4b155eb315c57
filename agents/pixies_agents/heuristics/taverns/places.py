"""Where a minion stands, what it can do there, and what that is worth."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.taverns.dragon import wound_cost
from pixies_agents.heuristics.taverns.outlook import MOVED, UNKNOWN, Term
from pixies_agents.heuristics.taverns.prices import energy_gain, gold_gain, rune_gain
from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.catalogue import MARKET_GOODS
from pixies_env.taverns.limits import MOST_HUNT_DICE, SITES
from pixies_env.taverns.names import (
    NONE,
    DungeonToken,
    Ingredient,
    Item,
    Location,
    Market,
    Minion,
    Token,
)
from pixies_env.taverns.rules.gathering import tokens_in
from pixies_env.taverns.rules.locations import dragon_sites


@rule
def find_minions(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Full pockets, and the worth of where each minion is if it stays there this round."""
    for minion in range(len(Minion)):
        full = int(state.wounds[player, minion])
        for kind in range(len(Ingredient)):
            full += int(state.carried[player, minion, kind])
        outlook.full[minion] = full
        zone = int(state.zone[player, minion])
        outlook.stay[minion] = place_worth(
            board, weights, outlook, minion, zone, outlook.cargo[minion], full, outlook.rounds
        )
    for place in range(MOVED + 1):
        for zone in range(int(board.zones)):
            outlook.stop[place, zone] = UNKNOWN


@rule
def place_worth(
    board: Any,
    weights: Any,
    outlook: Any,
    minion: Any,
    zone: Any,
    cargo: Any,
    full: Any,
    activations: Any,
) -> Any:
    """Worth of standing in a zone with a load, so many activations being left."""
    if zone == board.city:
        return cargo + weights.roam * weights.position[minion, activations, zone, 0]
    share = weights.way_home[minion, activations, zone]
    roaming = weights.position[minion, activations, zone, full]
    roaming -= full * weights.load[activations] * share
    return cargo * share + weights.roam * roaming


@rule
def standing_worth(
    board: Any, weights: Any, outlook: Any, minion: Any, zone: Any, cargo: Any, full: Any
) -> Any:
    """The same for the active minion, for which the king calls in the last round."""
    if outlook.rounds == 0:
        return cargo
    return place_worth(board, weights, outlook, minion, zone, cargo, full, outlook.rounds)


@rule
def best_ingredient(state: Any, board: Any, outlook: Any, zone: Any) -> Any:
    """Kind of the ingredient of a zone that is worth most, NONE if there is none."""
    kinds = tokens_in(state, board, zone) | int(board.zone_printed[zone])
    best = NONE
    for kind in range(len(Ingredient)):
        if has_bit(kinds, kind):
            if best == NONE or outlook.more[kind] > outlook.more[best]:
                best = kind
    return best


@rule
def activation_worth(board: Any, weights: Any, outlook: Any, minion: Any, zone: Any) -> Any:
    """Worth of another activation of a minion from a zone, by what zones are like on average."""
    cargo, full, left = outlook.cargo[minion], outlook.full[minion], int(outlook.rounds)
    now = standing_worth(board, weights, outlook, minion, zone, cargo, full)
    then = place_worth(board, weights, outlook, minion, zone, cargo, full, left + 1)
    return then - now


@rule
def visit_worth(
    state: Any,
    board: Any,
    weights: Any,
    outlook: Any,
    location: Any,
    minion: Any,
    zone: Any,
    cargo: Any,
    full: Any,
) -> Any:
    """Worth of visiting a location with a minion in a zone, before its energy."""
    player = int(outlook.player)
    here = standing_worth(board, weights, outlook, minion, zone, cargo, full)
    if location == Location.CAMPFIRE:
        left = int(outlook.rounds) + 1
        return place_worth(board, weights, outlook, minion, zone, cargo, full, left) - here
    if location == Location.PORTAL:
        best = 0.0
        for other in range(int(board.zones)):
            if other != zone:
                there = standing_worth(board, weights, outlook, minion, other, cargo, full)
                best = max(best, there - here)
        return best
    if location == Location.RUNES:
        return rune_gain(state, board, outlook, int(board.gives_runes))
    if location == Location.CARAVAN:
        wounds = int(state.wounds[player, minion])
        return cargo + standing_worth(board, weights, outlook, minion, zone, 0.0, wounds) - here
    if location == Location.DUNGEON:
        return max(search_worth(state, board, weights, outlook, minion), 0.0)
    if location == Location.FORGE:
        return weights.forge * min(outlook.time, 1.0)
    if location == Location.LIBRARY:
        price = outlook.more[Ingredient.SPICE]
        after = standing_worth(board, weights, outlook, minion, zone, cargo - price, full - 1)
        return gold_gain(state, outlook, int(board.gives_gold)) + after - here
    best = 0.0
    for kind in range(MARKET_GOODS):
        best = max(best, market_worth(state, board, weights, outlook, kind, minion, zone))
    return best


@rule
def market_worth(
    state: Any, board: Any, weights: Any, outlook: Any, kind: Any, minion: Any, zone: Any
) -> Any:
    """Worth of storing an ingredient at the market."""
    player, price = int(outlook.player), int(board.market_price[kind])
    if state.gold[player] < price:
        return 0.0
    worth = outlook.more[kind] + gold_gain(state, outlook, -price)
    if board.market == Market.STORE:
        if state.carried[player, minion, kind] == 0:
            return 0.0
        cargo, full = outlook.cargo[minion], outlook.full[minion]
        one = outlook.more[kind]
        worth += standing_worth(board, weights, outlook, minion, zone, cargo - one, full - 1)
        worth -= standing_worth(board, weights, outlook, minion, zone, cargo, full)
    return worth


@rule
def search_worth(state: Any, board: Any, weights: Any, outlook: Any, minion: Any) -> Any:
    """Mean of the next token of the dungeon."""
    worth, tokens = 0.0, 0
    for kind in range(int(board.dungeon_kinds)):
        number, amount = int(state.dungeon_left[kind]), int(board.dungeon_amount[kind])
        token = int(board.dungeon_token[kind])
        tokens += number
        if token == DungeonToken.WOUND:
            worth -= number * wound_cost(state, board, weights, outlook, minion)
        elif token == DungeonToken.GOLD:
            worth += number * gold_gain(state, outlook, amount)
        else:
            worth += number * amount
    return worth / max(tokens, 1)


@rule
def meeting_worth(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """Worth of an encounter, with its price."""
    worth = weights.encounter * weights.card * min(outlook.time, 1.0)
    return worth + energy_gain(state, board, outlook, -int(board.encounter_price))


@rule
def item_worth(weights: Any, outlook: Any, item: Any) -> Any:
    """Worth of having an item."""
    return weights.thing[item] * outlook.time / (outlook.time + weights.spend)


@rule
def buying_worth(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """Mean worth of the items that nobody has seen, with the price of one."""
    worth, number = 0.0, 0
    for item in range(len(Item)):
        worth += int(state.items_left[item]) * item_worth(weights, outlook, item)
        number += int(state.items_left[item])
    return worth / max(number, 1) + gold_gain(state, outlook, -int(board.item_price))


@rule
def find_stop(state: Any, board: Any, weights: Any, outlook: Any, place: Any, zone: Any) -> Any:
    """Worth of ending in a zone, with what can be done there, worked out once.

    ``place`` is a minion that is activated, or MOVED: the active one, with nothing renewed.
    """
    if outlook.stop[place, zone] == UNKNOWN:
        for term in range(len(Term)):
            outlook.stop_terms[place, zone, term] = 0.0
        minion = int(state.active) if place == MOVED else place
        _stop(state, board, weights, outlook, outlook.stop_terms[place, zone], place, minion, zone)
        worth = 0.0
        for term in range(len(Term)):
            worth += outlook.stop_terms[place, zone, term]
        outlook.stop[place, zone] = worth
    return outlook.stop[place, zone]


@rule
def _stop(
    state: Any,
    board: Any,
    weights: Any,
    outlook: Any,
    terms: Any,
    place: Any,
    minion: Any,
    zone: Any,
) -> None:
    player, fresh = int(outlook.player), place != MOVED
    cargo, full = outlook.cargo[minion], int(outlook.full[minion])
    if zone == board.city:
        terms[Term.LARDER] += cargo
        terms[Term.WAY] += standing_worth(board, weights, outlook, minion, zone, 0.0, 0)
        return
    worth = standing_worth(board, weights, outlook, minion, zone, cargo, full)
    terms[Term.WAY] += worth
    if (fresh or state.may_collect != 0) and full < board.pockets[minion]:
        kind = best_ingredient(state, board, outlook, zone)
        if kind != NONE:
            more = cargo + outlook.more[kind]
            gain = standing_worth(board, weights, outlook, minion, zone, more, full + 1) - worth
            if gain > 0.0:
                terms[Term.LARDER] += gain
                cargo, full = more, full + 1
    energy = int(state.energy[player])
    sites, dragon = int(board.zone_sites[zone]), dragon_sites(state, board)
    if sites & dragon != 0 and energy > 0 and (fresh or state.hunted == 0):
        dice, gain = best_hunt(state, board, outlook, energy)
        if gain > 0.0:
            terms[Term.HUNT] += gain
            energy -= dice
    for site in range(SITES):
        if has_bit(sites & ~dragon, site):
            gain, cost = _visit(
                state, board, weights, outlook, site, energy, minion, zone, cargo, full
            )
            if gain > 0.0:
                terms[Term.PLACES] += gain
                energy -= cost
    if board.encounters_on != 0 and state.met == 0 and energy >= board.encounter_price:
        if has_bit(tokens_in(state, board, zone), Token.ENCOUNTER):
            terms[Term.PLACES] += max(meeting_worth(state, board, weights, outlook), 0.0)
    if state.goblin_zone == zone and state.stack > 0 and (fresh or state.bought == 0):
        if state.gold[player] >= board.item_price:
            terms[Term.PLACES] += max(buying_worth(state, board, weights, outlook), 0.0)


@rule
def _visit(
    state: Any,
    board: Any,
    weights: Any,
    outlook: Any,
    site: Any,
    energy: Any,
    minion: Any,
    zone: Any,
    cargo: Any,
    full: Any,
) -> Any:
    """``(worth, energy)`` of visiting the location at a site; nothing if that cannot be."""
    location = int(state.location_at[site])
    cost = int(board.location_cost[location])
    if cost > energy or has_bit(int(state.visited), location):
        return 0.0, 0
    if state.spaces_used[site] >= board.activation_spaces[state.players]:
        return 0.0, 0
    if not can_use(state, outlook, location, minion, cargo):
        return 0.0, 0
    worth = visit_worth(state, board, weights, outlook, location, minion, zone, cargo, full)
    return worth + energy_gain(state, board, outlook, -cost), cost


@rule
def can_use(state: Any, outlook: Any, location: Any, minion: Any, cargo: Any) -> Any:
    """Whether a location does anything for a minion that comes there."""
    player = int(outlook.player)
    if location == Location.LIBRARY:
        return state.carried[player, minion, Ingredient.SPICE] > 0
    if location == Location.CARAVAN:
        return cargo > 0.0
    if location == Location.FORGE:
        for token in range(state.forge_left.shape[0]):
            if state.forge_left[token] > 0:
                return True
        return False
    return True


@rule
def best_hunt(state: Any, board: Any, outlook: Any, energy: Any) -> Any:
    """``(dice, worth)`` of the best hunt with so much energy, with its price."""
    best, chosen = 0.0, 0
    for dice in range(1, min(MOST_HUNT_DICE, energy) + 1):
        worth = hunt_worth(state, board, outlook, dice)
        if worth > best:
            best, chosen = worth, dice
    return chosen, best


@rule
def hunt_worth(state: Any, board: Any, outlook: Any, dice: Any) -> Any:
    """Worth of a hunt with so many dice, with its price."""
    return outlook.hunt[dice] + energy_gain(state, board, outlook, -dice)

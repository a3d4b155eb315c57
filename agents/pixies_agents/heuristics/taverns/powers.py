"""What effects are worth now: abilities, bonuses, items, spaces of the track."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.taverns.dragon import (
    added_worth,
    one_more_die,
    strike_worth,
    turned,
    wound_cost,
)
from pixies_agents.heuristics.taverns.main_actions import die_changed, marker_worth
from pixies_agents.heuristics.taverns.outlook import MOVED, Term, add
from pixies_agents.heuristics.taverns.places import (
    activation_worth,
    best_ingredient,
    find_stop,
    item_worth,
    standing_worth,
    visit_worth,
)
from pixies_agents.heuristics.taverns.prices import (
    energy_gain,
    gold_gain,
    heroes_of,
    rune_gain,
    step_to_mission,
)
from pixies_agents.heuristics.taverns.walks import walk_worth
from pixies_env.core.compilation.bits import has_bit, lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.effects import ability_of, bonus_of, track_space_of
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import (
    NONE,
    Condition,
    Effect,
    Face,
    Ingredient,
    Item,
    Location,
    Minion,
    Symbol,
)
from pixies_env.taverns.rules.locations import ALL_SITES, adjacent_sites, to_visit
from pixies_env.taverns.rules.pockets import free_pockets

_NO_HEROES = np.uint64(0)


@rule
def effect_now(state: Any, board: Any, weights: Any, outlook: Any, slot: Any) -> Any:
    """Worth of an effect in this position, which it changes; the best of its choices."""
    effect, amount = int(board.effect[slot]), int(board.effect_amount[slot])
    argument = int(board.effect_argument[slot])
    if effect == Effect.GOLD:
        return gold_gain(state, outlook, amount)
    if effect == Effect.ENERGY:
        return energy_gain(state, board, outlook, amount)
    if effect == Effect.RUNE:
        return rune_gain(state, board, outlook, amount)
    if effect == Effect.PRESTIGE or effect == Effect.COOKED:
        return float(amount)
    if effect == Effect.RESERVE:
        return outlook.more[argument]
    if effect == Effect.ENERGY_PER_HERO:
        return energy_gain(state, board, outlook, heroes_of(state, int(outlook.player)))
    if effect == Effect.READY:
        return best_to_ready(state, weights, outlook)
    if effect == Effect.HEAL:
        return best_cure(state, board, weights, outlook)
    if effect == Effect.STORE_ONE:
        return _best_to_unload(state, board, weights, outlook)
    if effect == Effect.RAISE_DICE or effect == Effect.SET_DIE:
        return _best_of_dice(state, board, weights, outlook, effect)
    if effect >= Effect.SYMBOL:
        return _help_in_hunt(state, board, weights, outlook, effect, argument)
    if state.active == NONE:
        return 0.0
    return _help_on_way(state, board, weights, outlook, effect)


@rule
def best_to_ready(state: Any, weights: Any, outlook: Any) -> Any:
    """Worth of the best ability of an exhausted hero."""
    best = 0.0
    heroes = state.heroes[outlook.player] & state.exhausted
    while heroes != _NO_HEROES:
        best = max(best, weights.use * weights.slot[ability_of(lowest_bit(heroes))])
        heroes = without_lowest(heroes)
    return best * outlook.share


@rule
def best_cure(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """Worth of healing the minion with the most wounds."""
    best = 0.0
    for minion in range(len(Minion)):
        best = max(best, cure_worth(state, weights, outlook, minion))
    return best


@rule
def cure_worth(state: Any, weights: Any, outlook: Any, minion: Any) -> Any:
    """Worth of healing a minion."""
    return int(state.wounds[outlook.player, minion]) * weights.wound * min(outlook.time, 1.0)


@rule
def unload_worth(state: Any, board: Any, weights: Any, outlook: Any, minion: Any, kind: Any) -> Any:
    """Worth of storing an ingredient that a minion carries, wherever it is."""
    one, zone = outlook.more[kind], int(state.zone[outlook.player, minion])
    cargo, full = outlook.cargo[minion], outlook.full[minion]
    if minion == state.active:
        then = standing_worth(board, weights, outlook, minion, zone, cargo - one, full - 1)
        return one + then - standing_worth(board, weights, outlook, minion, zone, cargo, full)
    return one * (1.0 - weights.way_home[minion, outlook.rounds, zone])


@rule
def _best_to_unload(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    best = 0.0
    for minion in range(len(Minion)):
        for kind in range(len(Ingredient)):
            if state.carried[outlook.player, minion, kind] > 0:
                worth = unload_worth(state, board, weights, outlook, minion, kind)
                best = max(best, worth)
    return best


@rule
def _best_of_dice(state: Any, board: Any, weights: Any, outlook: Any, effect: Any) -> Any:
    """All dice one higher, or one die as it is wanted."""
    best, raised = 0.0, 0.0
    for value in range(1, VALUES + 1):
        number = int(state.dice[outlook.player, value - 1])
        if number == 0:
            continue
        if value < VALUES:
            raised += number * weights.pip
        if effect == Effect.SET_DIE:
            for new in range(1, VALUES + 1):
                if new != value:
                    worth = die_changed(state, board, weights, outlook, value, new)
                    best = max(best, worth)
    return best if effect == Effect.SET_DIE else raised


@rule
def _help_in_hunt(
    state: Any, board: Any, weights: Any, outlook: Any, effect: Any, argument: Any
) -> Any:
    now = strike_worth(state, board, weights, outlook)
    if effect == Effect.SYMBOL:
        sword = 1 if argument == Symbol.SWORD else 0
        return added_worth(state, board, weights, outlook, sword, 1 - sword) - now
    if effect == Effect.ANY_SYMBOL:
        sword = added_worth(state, board, weights, outlook, 1, 0)
        return max(sword, added_worth(state, board, weights, outlook, 0, 1)) - now
    if effect == Effect.EXTRA_DIE:
        return one_more_die(state, board, weights, outlook) - now
    if effect == Effect.FACE:
        best = now
        for shown in range(len(Face)):
            if shown != argument and state.hunt_dice[shown] > 0:
                best = max(best, turned(state, board, weights, outlook, shown, argument))
        return best - now
    if effect == Effect.NO_WOUNDS:
        cost = wound_cost(state, board, weights, outlook, int(state.active))
        claws = int(state.hunt_dice[Face.CLAW]) if state.no_claws == 0 else 0
        return cost * claws
    return 0.0


@rule
def _help_on_way(state: Any, board: Any, weights: Any, outlook: Any, effect: Any) -> Any:
    """For the active minion, where it stands."""
    player, minion = int(outlook.player), int(state.active)
    zone = int(state.zone[player, minion])
    if effect == Effect.HEAL_ACTIVE:
        return cure_worth(state, weights, outlook, minion)
    if effect == Effect.VISIT_ANY or effect == Effect.VISIT_FREE:
        is_free = effect == Effect.VISIT_FREE
        sites = adjacent_sites(state, board, player) if is_free else ALL_SITES
        energy = int(state.energy[player])
        return best_visit(
            state,
            board,
            weights,
            outlook,
            to_visit(state, board, player, sites, energy, is_free),
            is_free,
        )
    if effect == Effect.STEP:
        now = find_stop(state, board, weights, outlook, MOVED, zone)
        then, _, _ = walk_worth(state, board, weights, outlook, MOVED, zone, 1)
        return then - now
    kind = best_ingredient(state, board, outlook, zone)
    if effect == Effect.OWL:
        return outlook.more[kind] if kind != NONE else 0.0
    if effect == Effect.COLLECT_AGAIN:
        if kind == NONE or free_pockets(state, board, player, minion) == 0:
            return 0.0
        return loading(state, board, weights, outlook, kind)
    if effect == Effect.DUPLICATE:
        best = 0.0
        for carried in range(len(Ingredient)):
            if state.carried[player, minion, carried] > 0:
                best = max(best, loading(state, board, weights, outlook, carried))
        return best
    return 0.0


@rule
def loading(state: Any, board: Any, weights: Any, outlook: Any, kind: Any) -> Any:
    """Worth of one more ingredient in a pocket of the active minion."""
    minion = int(state.active)
    zone = int(state.zone[outlook.player, minion])
    cargo, full = outlook.cargo[minion], int(outlook.full[minion])
    now = standing_worth(board, weights, outlook, minion, zone, cargo, full)
    more = cargo + outlook.more[kind]
    return standing_worth(board, weights, outlook, minion, zone, more, full + 1) - now


@rule
def best_visit(
    state: Any, board: Any, weights: Any, outlook: Any, locations: Any, is_free: Any
) -> Any:
    """Worth of the best of some locations, bits, with its energy."""
    best = 0.0
    for location in range(len(Location)):
        if has_bit(locations, location):
            worth = visit_now(state, board, weights, outlook, location, is_free)
            best = max(best, worth)
    return best


@rule
def visit_now(
    state: Any, board: Any, weights: Any, outlook: Any, location: Any, is_free: Any
) -> Any:
    """Worth of visiting a location with the active minion, with its energy."""
    minion = int(state.active)
    zone = int(state.zone[outlook.player, minion])
    cargo, full = outlook.cargo[minion], int(outlook.full[minion])
    worth = visit_worth(state, board, weights, outlook, location, minion, zone, cargo, full)
    if not is_free:
        worth += energy_gain(state, board, outlook, -int(board.location_cost[location]))
    return worth


# What is used for it


@rule
def weigh_ability(state: Any, board: Any, weights: Any, outlook: Any, hero: Any) -> None:
    """The effect now, against the same before the hero becomes ready again."""
    slot = ability_of(hero)
    add(outlook, Term.POWERS, effect_now(state, board, weights, outlook, slot))
    again = weights.refreshes[int(board.rounds) - int(outlook.rounds)]
    waiting = _until_refresh(weights, board, outlook) if again > 0.0 else outlook.time
    share = waiting / (waiting + weights.spend)
    add(outlook, Term.POWERS, -weights.keep * share * weights.slot[slot])


@rule
def _until_refresh(weights: Any, board: Any, outlook: Any) -> Any:
    """Rounds until heroes become ready, with the dice of this one."""
    now = int(board.rounds) - int(outlook.rounds)
    then = now
    while weights.refreshes[then + 1] == weights.refreshes[now]:
        then += 1
    return then - int(board.rounds) + outlook.time


@rule
def weigh_bonus(state: Any, board: Any, weights: Any, outlook: Any, hero: Any) -> None:
    """The effect now, against the same later in the game, and the energy."""
    slot = bonus_of(hero)
    add(outlook, Term.POWERS, effect_now(state, board, weights, outlook, slot))
    add(outlook, Term.POWERS, -weights.keep * outlook.share * weights.slot[slot])
    add(outlook, Term.GOODS, energy_gain(state, board, outlook, -int(board.bonus_price)))


@rule
def weigh_use(state: Any, board: Any, weights: Any, outlook: Any, item: Any) -> None:
    """What an item does now, against having it."""
    player, now = int(outlook.player), 0.0
    if item == Item.POTION:
        now = best_cure(state, board, weights, outlook)
    elif item == Item.HOURGLASS:
        now = best_to_ready(state, weights, outlook)
    elif item == Item.GLAIVE:
        now = _help_in_hunt(state, board, weights, outlook, Effect.ANY_SYMBOL, 0)
    elif item == Item.TALISMAN:
        for minion in range(len(Minion)):
            if state.minion_die[player, minion] > 0:
                now = max(now, again_worth(state, board, weights, outlook, minion))
    else:
        zone = int(state.zone[player, state.active])
        here = find_stop(state, board, weights, outlook, MOVED, zone)
        for other in range(int(board.zones)):
            if other != zone:
                there = find_stop(state, board, weights, outlook, MOVED, other)
                now = max(now, there - here)
    add(outlook, Term.POWERS, now)
    add(outlook, Term.POWERS, -weights.item_keep * item_worth(weights, outlook, item))


@rule
def again_worth(state: Any, board: Any, weights: Any, outlook: Any, minion: Any) -> Any:
    """Worth of activating a minion once more with whatever die comes."""
    zone = int(state.zone[outlook.player, minion])
    if minion == state.active:
        return activation_worth(board, weights, outlook, minion, zone)
    mean = 0.0
    faces = 0
    for value in range(1, VALUES + 1):
        number = int(board.die_faces[value - 1])
        if number > 0:
            steps = value + int(board.extra_steps[minion])
            worth, _, _ = walk_worth(state, board, weights, outlook, minion, zone, steps)
            mean += number * worth
            faces += number
    return mean / faces - outlook.stay[minion]


@rule
def weigh_track(state: Any, board: Any, weights: Any, outlook: Any, space: Any) -> None:
    """The bonus of a space now, against the place of the marker."""
    player = int(outlook.player)
    slot = track_space_of(int(state.tavern[player]), space)
    add(outlook, Term.POWERS, effect_now(state, board, weights, outlook, slot))
    marker = int(state.marker[player])
    then = marker_worth(state, board, weights, outlook, 0)
    now = marker_worth(state, board, weights, outlook, marker)
    # What is ahead counts; what can be had now is lost only as time goes by.
    add(outlook, Term.DICE, outlook.share * (then - now))


@rule
def weigh_hire(state: Any, board: Any, weights: Any, outlook: Any, hero: Any) -> None:
    """Prestige, uses of the ability, the bonus, missions and the price."""
    player = int(outlook.player)
    add(outlook, Term.PRESTIGE, int(board.hero_prestige[hero]))
    add(outlook, Term.POWERS, hero_worth(board, weights, outlook, hero))
    add(outlook, Term.POWERS, weights.hero * outlook.share)
    add(outlook, Term.GOODS, gold_gain(state, outlook, -int(board.hero_cost[hero])))
    step = step_to_mission(state, board, weights, player, Condition.HEROES, 1.0)
    add(outlook, Term.MISSIONS, step)


@rule
def hero_worth(board: Any, weights: Any, outlook: Any, hero: Any) -> Any:
    """What ability and bonus of a ready hero will do."""
    now = int(board.rounds) - int(outlook.rounds)
    uses = weights.refreshes[now] + outlook.share
    bonus = weights.slot[bonus_of(hero)] * outlook.share
    return weights.use * (uses * weights.slot[ability_of(hero)] + bonus)

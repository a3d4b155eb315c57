"""Section 3, free actions: runes, heroes, the City, items, the track."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, draws_of_set, put, take, with_card, without_card
from pixies_env.taverns.effects import ability_of, bonus_of, track_space_of
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import (
    NOBODY,
    NONE,
    ChanceKind,
    Continuation,
    Decision,
    Item,
    Minion,
    Question,
    Roll,
)
from pixies_env.taverns.rules.effects import carry_out, would_change
from pixies_env.taverns.rules.effects_choice import (
    any_symbol,
    can_heal,
    can_ready,
    heal,
    ready,
)
from pixies_env.taverns.rules.effects_gain import is_attacking
from pixies_env.taverns.rules.movement import ask_warp, can_be_moved, has_placed_minion
from pixies_env.taverns.rules.pockets import carries, no_question
from pixies_env.taverns.rules.purse import gain_energy, gain_gold, gain_runes

NO_CARDS = np.uint64(0)


# Runes


@rule
def list_rerolls(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append the values of available dice that a rune rolls again."""
    if state.runes[player] > 0:
        for value in range(VALUES):
            if state.dice[player, value] > 0:
                count = option(board, Decision.REROLL, value, ids, count)
    return count


@rule
def reroll(state: Any, board: Any, player: Any, value: Any) -> None:
    """For a rune an available die is rolled again; it shows its old value until then."""
    gain_runes(state, board, player, -1)
    state.roll = Roll.AVAILABLE
    state.subject = value + 1
    await_chance(state, player, ChanceKind.DIE)


@rule
def die_values(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The values of a player's die."""
    return draws(board, ChanceKind.DIE, board.die_faces, outcomes, weights)


@rule
def set_available_die(state: Any, board: Any, player: Any, value: Any) -> None:
    """The die shows another value."""
    take(state.dice[player], int(state.subject) - 1, 1)
    put(state.dice[player], value, 1)
    state.roll = Roll.NONE
    no_question(state)


# Heroes


@rule
def list_heroes(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append the heroes to hire, the abilities and the bonuses."""
    gold, energy = int(state.gold[player]), int(state.energy[player])
    heroes = state.hero_row
    while heroes != NO_CARDS:
        hero = lowest_bit(heroes)
        heroes = without_lowest(heroes)
        if int(board.hero_cost[hero]) <= gold:
            count = option(board, Decision.HIRE, hero, ids, count)
    heroes = state.heroes[player] & ~state.exhausted
    while heroes != NO_CARDS:
        hero = lowest_bit(heroes)
        heroes = without_lowest(heroes)
        if would_change(state, board, player, ability_of(hero), energy, hero):
            count = option(board, Decision.ABILITY, hero, ids, count)
    left = energy - int(board.bonus_price)
    if left < 0:
        return count
    heroes = state.heroes[player] & ~state.bonus_used
    while heroes != NO_CARDS:
        hero = lowest_bit(heroes)
        heroes = without_lowest(heroes)
        if would_change(state, board, player, bonus_of(hero), left, NONE):
            count = option(board, Decision.BONUS, hero, ids, count)
    return count


@rule
def hire(state: Any, board: Any, player: Any, hero: Any) -> None:
    """A hero of the row joins the tavern, ready; the row is filled at once."""
    gain_gold(state, player, -int(board.hero_cost[hero]))
    state.hero_row = without_card(state.hero_row, hero)
    state.heroes[player] = with_card(state.heroes[player], hero)
    draw_hero(state)


@rule
def draw_hero(state: Any) -> None:
    """A hero comes into the row, if the deck has one."""
    if state.heroes_left != NO_CARDS:
        await_chance(state, NOBODY, ChanceKind.HERO)


@rule
def heroes_to_come(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards of the deck."""
    return draws_of_set(board, ChanceKind.HERO, state.heroes_left, outcomes, weights)


@rule
def lay_hero(state: Any, board: Any, owner: Any, hero: Any) -> None:
    """The hero lies in the row."""
    state.heroes_left = without_card(state.heroes_left, hero)
    state.hero_row = with_card(state.hero_row, hero)


@rule
def use_ability(state: Any, board: Any, player: Any, hero: Any) -> None:
    """The hero is exhausted for its ability."""
    state.exhausted = with_card(state.exhausted, hero)
    carry_out(state, board, player, ability_of(hero))


@rule
def use_bonus(state: Any, board: Any, player: Any, hero: Any) -> None:
    """Energy for the bonus of a hero, once in the game."""
    gain_energy(state, board, player, -int(board.bonus_price))
    state.bonus_used = with_card(state.bonus_used, hero)
    carry_out(state, board, player, bonus_of(hero))


# The City


@rule
def list_stops_in_city(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append what minions in the City can store and heal."""
    for minion in range(len(Minion)):
        if state.zone[player, minion] == board.city and carries(state, player, minion):
            count = option(board, Decision.STORE, minion, ids, count)
    for minion in range(len(Minion)):
        if state.zone[player, minion] == board.city and state.wounds[player, minion] > 0:
            count = option(board, Decision.HEAL, minion, ids, count)
    return count


# Items


@rule
def list_items(state: Any, board: Any, player: Any, is_open: Any, ids: Any, count: Any) -> Any:
    """Append the items that can be used: some only at open points, the glaive only in hunts."""
    items = state.items[player]
    if items[Item.POTION] > 0 and can_heal(state, board, player, NONE, 0, NONE):
        count = option(board, Decision.USE, Item.POTION, ids, count)
    if is_open:
        if items[Item.TALISMAN] > 0 and has_placed_minion(state, player):
            count = option(board, Decision.USE, Item.TALISMAN, ids, count)
        if items[Item.BOOTS] > 0 and state.active != NONE and can_be_moved(board):
            count = option(board, Decision.USE, Item.BOOTS, ids, count)
    if items[Item.HOURGLASS] > 0 and can_ready(state, board, player, NONE, 0, NONE):
        count = option(board, Decision.USE, Item.HOURGLASS, ids, count)
    if items[Item.GLAIVE] > 0 and is_attacking(state):
        count = option(board, Decision.USE, Item.GLAIVE, ids, count)
    return count


@rule
def use(state: Any, board: Any, player: Any, item: Any) -> None:
    """An item is used once."""
    take(state.items[player], item, 1)
    put(state.items_used[player], item, 1)
    if item == Item.POTION:
        heal(state, board, player, NONE)
    elif item == Item.TALISMAN:
        ask(state, player, Question.AGAIN)
    elif item == Item.BOOTS:
        ask_warp(state, player)
    elif item == Item.HOURGLASS:
        ready(state, board, player, NONE)
    else:
        any_symbol(state, board, player, NONE)


# The track


@rule
def list_track(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append the spaces of the track up to the marker whose bonus would change anything."""
    for space in range(1, int(state.marker[player]) + 1):
        slot = track_space_of(int(state.tavern[player]), space)
        if would_change(state, board, player, slot, int(state.energy[player]), NONE):
            count = option(board, Decision.TRACK, space - 1, ids, count)
    return count


@rule
def take_bonus(state: Any, board: Any, player: Any, place: Any) -> None:
    """The bonus of a space; then the marker goes back."""
    push(state, Continuation.MARKER_BACK, player, 0, 0)
    carry_out(state, board, player, track_space_of(int(state.tavern[player]), place + 1))


@rule
def marker_back(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """The marker is on the empty space."""
    state.marker[player] = 0


FREE_ACTIONS = rulebook.Phase(
    chances=(rulebook.Chance(ChanceKind.HERO, heroes_to_come, lay_hero),),
    continuations=(rulebook.Continuation(Continuation.MARKER_BACK, marker_back),),
)

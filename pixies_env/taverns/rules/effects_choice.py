"""Effects with a question: which hero, minion, ingredient, die, location.

The rules of each are those of :mod:`effects_gain`. Where nothing can be chosen, nothing happens.
"""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import (
    number_in,
    options_in,
    options_of_set,
    put,
    take,
    with_card,
    without_card,
)
from pixies_env.taverns.effects import BONUSES
from pixies_env.taverns.limits import MOST_HUNT_DICE, VALUES
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Decision,
    Effect,
    Face,
    Ingredient,
    Minion,
    Question,
    Roll,
    Symbol,
)
from pixies_env.taverns.rules.effects_gain import (
    add_symbol,
    can_symbol,
    is_attacking,
    is_open,
    never,
)
from pixies_env.taverns.rules.gathering import (
    has_ingredients,
    here,
    list_ingredients,
    take_token,
)
from pixies_env.taverns.rules.locations import (
    ALL_SITES,
    adjacent_sites,
    list_visits,
    to_visit,
    visit,
)
from pixies_env.taverns.rules.pockets import (
    ask_drop,
    can_be_wounded,
    carries,
    carries_anything,
    drop,
    drops,
    free_pockets,
    has_wound,
    is_full_of_wounds,
    no_question,
    store_one,
    wound,
)
from pixies_env.taverns.rules.purse import gain_gold, store_from_supply


@rule
def ask_for(state: Any, player: Any, question: Any, slot: Any) -> None:
    """Ask a question of the effect in a slot; :data:`NONE` for an item."""
    state.effect = slot
    ask(state, player, question)


# Heroes


@rule
def _exhausted(state: Any, board: Any, player: Any, slot: Any) -> Any:
    """Own heroes that can become ready: an ability never readies one with such an ability."""
    heroes = state.heroes[player] & state.exhausted
    if 0 <= slot < BONUSES:
        heroes &= ~board.readying_heroes
    return heroes


@rule
def can_ready(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """There is an exhausted hero."""
    return _exhausted(state, board, player, slot) != 0


@rule
def ready(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which hero becomes ready."""
    if _exhausted(state, board, player, slot) != 0:
        ask_for(state, player, Question.READY, slot)


@rule
def heroes_to_ready(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Exhausted heroes."""
    heroes = _exhausted(state, board, player, int(state.effect))
    return options_of_set(board, Decision.READY, heroes, ids, 0)


@rule
def ready_hero(state: Any, board: Any, player: Any, hero: Any) -> None:
    """The hero is ready."""
    state.exhausted = without_card(state.exhausted, hero)
    no_question(state)


@rule
def can_exhaust(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """There is a ready hero besides the one that is exhausted for it."""
    heroes = state.heroes[player] & ~state.exhausted
    if spent != NONE:
        heroes = without_card(heroes, spent)
    return heroes != 0


@rule
def exhaust(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which hero becomes exhausted."""
    if state.heroes[player] & ~state.exhausted != 0:
        ask_for(state, player, Question.EXHAUST, slot)


@rule
def heroes_to_exhaust(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Ready heroes."""
    heroes = state.heroes[player] & ~state.exhausted
    return options_of_set(board, Decision.EXHAUST, heroes, ids, 0)


@rule
def exhaust_hero(state: Any, board: Any, player: Any, hero: Any) -> None:
    """The hero is exhausted."""
    state.exhausted = with_card(state.exhausted, hero)
    no_question(state)


# Minions


@rule
def can_heal(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """An own minion has a wound."""
    return has_wound(state, player)


@rule
def heal(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which minion is healed."""
    if has_wound(state, player):
        ask_for(state, player, Question.TREAT, slot)


@rule
def minions_to_treat(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Own minions with a wound."""
    return options_in(board, Decision.TREAT, state.wounds[player], ids, 0)


@rule
def treat(state: Any, board: Any, player: Any, minion: Any) -> None:
    """All wounds of the minion are removed."""
    state.wounds[player, minion] = 0
    no_question(state)


@rule
def wound_one(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which minion takes a wound."""
    if not can_be_wounded(state):
        return
    for minion in range(len(Minion)):
        if not is_full_of_wounds(state, board, player, minion):
            ask_for(state, player, Question.HURT, slot)
            return


@rule
def minions_to_hurt(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Own minions that are not full of wounds."""
    count = 0
    for minion in range(len(Minion)):
        if not is_full_of_wounds(state, board, player, minion):
            count = option(board, Decision.HURT, minion, ids, count)
    return count


@rule
def hurt(state: Any, board: Any, player: Any, minion: Any) -> None:
    """The minion takes the wound."""
    no_question(state)
    wound(state, board, player, minion)


@rule
def can_store_one(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """An own minion carries something."""
    return carries_anything(state, player)


@rule
def store_any(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which carried ingredient is stored."""
    if carries_anything(state, player):
        ask_for(state, player, Question.UNLOAD, slot)


@rule
def carried_ingredients(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """What own minions carry."""
    count = 0
    for minion in range(len(Minion)):
        for kind in range(len(Ingredient)):
            if state.carried[player, minion, kind] > 0:
                value = minion * len(Ingredient) + kind
                count = option(board, Decision.UNLOAD, value, ids, count)
    return count


@rule
def unload(state: Any, board: Any, player: Any, value: Any) -> None:
    """The ingredient is stored."""
    store_one(state, player, value // len(Ingredient), value % len(Ingredient))
    no_question(state)


@rule
def lose_carried(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which ingredient of the active minion goes to the supply."""
    if state.active != NONE and carries(state, player, int(state.active)):
        ask_drop(state, player, int(state.active), slot)


@rule
def discard_reserve(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which stored ingredient goes to the supply."""
    if number_in(state.reserve[player]) > 0:
        ask_for(state, player, Question.DISCARD, slot)


@rule
def stored_ingredients(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The kinds that are stored."""
    return options_in(board, Decision.DISCARD, state.reserve[player], ids, 0)


@rule
def discard(state: Any, board: Any, player: Any, kind: Any) -> None:
    """The ingredient goes to the supply."""
    take(state.reserve[player], kind, 1)
    no_question(state)


@rule
def trade(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Offer an ingredient for gold."""
    if int(state.gold[player]) >= int(board.effect_gold[slot]):
        ask_for(state, player, Question.TRADE, slot)


@rule
def answers_to_trade(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Accept or decline."""
    count = option(board, Decision.ACCEPT, 0, ids, 0)
    return option(board, Decision.DECLINE, 0, ids, count)


@rule
def accept(state: Any, board: Any, player: Any, value: Any) -> None:
    """Pay, and one is stored."""
    slot = int(state.effect)
    gain_gold(state, player, -int(board.effect_gold[slot]))
    store_from_supply(state, player, int(board.effect_argument[slot]))
    no_question(state)


@rule
def decline(state: Any, board: Any, player: Any, value: Any) -> None:
    """No trade."""
    no_question(state)


# Dice


@rule
def can_set_die(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """A die is available."""
    return number_in(state.dice[player]) > 0


@rule
def set_die(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which available die is set to which value."""
    if number_in(state.dice[player]) > 0:
        ask_for(state, player, Question.SET_DIE, slot)


@rule
def settings(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Each available value and each other one; values of the family go by both."""
    count = 0
    for old in range(VALUES):
        if state.dice[player, old] > 0:
            for other in range(VALUES - 1):
                count = option(board, Decision.SET_DIE, old * (VALUES - 1) + other, ids, count)
    return count


@rule
def set_to(state: Any, board: Any, player: Any, value: Any) -> None:
    """The die shows another value."""
    old, new = value // (VALUES - 1), value % (VALUES - 1)
    if new >= old:
        new += 1
    take(state.dice[player], old, 1)
    put(state.dice[player], new, 1)
    no_question(state)


# At an open point


@rule
def _locations_to_visit(state: Any, board: Any, player: Any, slot: Any, energy: Any) -> Any:
    if board.effect[slot] == Effect.VISIT_ANY:
        return to_visit(state, board, player, ALL_SITES, energy, False)
    return to_visit(state, board, player, adjacent_sites(state, board, player), energy, True)


@rule
def can_visit(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """A location can be visited."""
    return is_open(state) and _locations_to_visit(state, board, player, slot, energy) != 0


@rule
def ask_visit(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which location is visited."""
    if can_visit(state, board, player, slot, int(state.energy[player]), NONE):
        ask_for(state, player, Question.VISIT, slot)


@rule
def visits(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The locations that can be visited."""
    locations = _locations_to_visit(
        state, board, player, int(state.effect), int(state.energy[player])
    )
    return list_visits(board, locations, ids, 0)


@rule
def visit_for_effect(state: Any, board: Any, player: Any, location: Any) -> None:
    """The location is visited, at its cost or free of energy."""
    is_free = board.effect[int(state.effect)] == Effect.VISIT_FREE
    no_question(state)
    visit(state, board, player, location, is_free)


@rule
def can_owl(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """There is an ingredient where the active minion stands."""
    return is_open(state) and has_ingredients(state, board, player)


@rule
def owl(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which ingredient is stored at once."""
    if can_owl(state, board, player, slot, 0, NONE):
        ask_for(state, player, Question.OWL, slot)


@rule
def ingredients_here(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Tokens and printed ingredients."""
    return list_ingredients(state, board, player, ids, 0)


@rule
def fetch_token(state: Any, board: Any, player: Any, kind: Any) -> None:
    """A token goes straight into the reserve; it is not the collection of this activation."""
    take_token(state, board, here(state, player), kind)
    fetch(state, board, player, kind)


@rule
def fetch(state: Any, board: Any, player: Any, kind: Any) -> None:
    """An ingredient goes straight into the reserve."""
    store_from_supply(state, player, kind)
    no_question(state)


@rule
def can_duplicate(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """The active minion has a free pocket and carries something."""
    if not is_open(state):
        return False
    minion = int(state.active)
    return carries(state, player, minion) and free_pockets(state, board, player, minion) > 0


@rule
def duplicate(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which carried ingredient is doubled."""
    if can_duplicate(state, board, player, slot, 0, NONE):
        ask_for(state, player, Question.COPY, slot)


@rule
def copies(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The kinds that the active minion carries."""
    return options_in(board, Decision.COPY, state.carried[player, state.active], ids, 0)


@rule
def copy(state: Any, board: Any, player: Any, kind: Any) -> None:
    """One more of the kind."""
    put(state.carried[player, state.active], kind, 1)
    no_question(state)


# At an attack point


@rule
def any_symbol(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which symbol is added."""
    if is_attacking(state):
        ask_for(state, player, Question.SYMBOL, slot)


@rule
def symbols(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Either."""
    count = 0
    for kind in range(len(Symbol)):
        count = option(board, Decision.SYMBOL, kind, ids, count)
    return count


@rule
def choose_symbol(state: Any, board: Any, player: Any, kind: Any) -> None:
    """The symbol is added."""
    add_symbol(state, kind)
    no_question(state)


@rule
def can_turn(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """At an attack point, a die shows another face."""
    others = number_in(state.hunt_dice) - int(state.hunt_dice[board.effect_argument[slot]])
    return is_attacking(state) and others > 0


@rule
def face(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Ask which hunting die is turned."""
    if can_turn(state, board, player, slot, 0, NONE):
        ask_for(state, player, Question.TURN, slot)


@rule
def faces_to_turn(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Faces of dice but the one that they are turned to."""
    count, wanted = 0, int(board.effect_argument[int(state.effect)])
    for shown in range(len(Face)):
        if shown != wanted and state.hunt_dice[shown] > 0:
            count = option(board, Decision.TURN, shown, ids, count)
    return count


@rule
def turn(state: Any, board: Any, player: Any, shown: Any) -> None:
    """The die is turned."""
    take(state.hunt_dice, shown, 1)
    put(state.hunt_dice, int(board.effect_argument[int(state.effect)]), 1)
    no_question(state)


@rule
def can_roll_more(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """At an attack point, fewer dice are rolled than there are."""
    return is_attacking(state) and number_in(state.hunt_dice) < MOST_HUNT_DICE


@rule
def extra_die(state: Any, board: Any, player: Any, slot: Any) -> None:
    """One more hunting die is rolled."""
    if can_roll_more(state, board, player, slot, 0, NONE):
        roll_hunt_die(state, player, Roll.HUNT)


@rule
def roll_hunt_die(state: Any, player: Any, roll: Any) -> None:
    """A hunting die is to be rolled."""
    state.roll = roll
    await_chance(state, player, ChanceKind.HUNT_DIE)


CHOICES = {
    Effect.READY: (can_ready, ready),
    Effect.EXHAUST: (can_exhaust, exhaust),
    Effect.HEAL: (can_heal, heal),
    Effect.WOUND: (never, wound_one),
    Effect.STORE_ONE: (can_store_one, store_any),
    Effect.DISCARD_RESERVE: (never, discard_reserve),
    Effect.LOSE_CARRIED: (never, lose_carried),
    Effect.TRADE: (never, trade),
    Effect.SET_DIE: (can_set_die, set_die),
    Effect.VISIT_ANY: (can_visit, ask_visit),
    Effect.VISIT_FREE: (can_visit, ask_visit),
    Effect.OWL: (can_owl, owl),
    Effect.DUPLICATE: (can_duplicate, duplicate),
    Effect.ANY_SYMBOL: (can_symbol, any_symbol),
    Effect.FACE: (can_turn, face),
    Effect.EXTRA_DIE: (can_roll_more, extra_die),
}
"""Condition and deed of each."""

CHOOSING = rulebook.Phase(
    questions=(
        rulebook.Question(Question.DROP, drops, {Decision.DROP: drop}),
        rulebook.Question(Question.VISIT, visits, {Decision.VISIT: visit_for_effect}),
        rulebook.Question(
            Question.OWL, ingredients_here, {Decision.COLLECT: fetch_token, Decision.GATHER: fetch}
        ),
        rulebook.Question(Question.COPY, copies, {Decision.COPY: copy}),
        rulebook.Question(Question.UNLOAD, carried_ingredients, {Decision.UNLOAD: unload}),
        rulebook.Question(Question.SET_DIE, settings, {Decision.SET_DIE: set_to}),
        rulebook.Question(Question.READY, heroes_to_ready, {Decision.READY: ready_hero}),
        rulebook.Question(Question.EXHAUST, heroes_to_exhaust, {Decision.EXHAUST: exhaust_hero}),
        rulebook.Question(Question.TREAT, minions_to_treat, {Decision.TREAT: treat}),
        rulebook.Question(Question.HURT, minions_to_hurt, {Decision.HURT: hurt}),
        rulebook.Question(Question.DISCARD, stored_ingredients, {Decision.DISCARD: discard}),
        rulebook.Question(Question.SYMBOL, symbols, {Decision.SYMBOL: choose_symbol}),
        rulebook.Question(Question.TURN, faces_to_turn, {Decision.TURN: turn}),
        rulebook.Question(
            Question.TRADE, answers_to_trade, {Decision.ACCEPT: accept, Decision.DECLINE: decline}
        ),
    ),
)

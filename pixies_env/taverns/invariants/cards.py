"""Cards: each is in one place, and as many have come as the course of the game says."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.core.kit.zones import EMPTY, has_card, with_card
from pixies_env.taverns.invariants.progress import (
    draws_now,
    has_begun,
    icon_due,
    icons_passed,
    rounds_ended,
    seat_in_turn,
    setup_done,
)
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import MAX_EVENTS, MAX_PLAYERS, RECIPE_ROW
from pixies_env.taverns.names import NONE, ChanceKind, Icon, Phase, RoundEnd, SetupStep
from pixies_env.taverns.state import HAND

_NO_CARDS = np.uint64(0)


@rule
def check_heroes(state: Any, board: Any) -> Any:
    """Each is in the row, the deck or one tavern; the row is full as long as the deck lasts."""
    together, twice, owned = state.hero_row | state.heroes_left, _NO_CARDS, _NO_CARDS
    twice |= state.hero_row & state.heroes_left
    for player in range(MAX_PLAYERS):
        twice |= together & state.heroes[player]
        together |= state.heroes[player]
        owned |= state.heroes[player]
    if twice != 0 or together != board.all_heroes:
        return Wrong.HEROES
    if (state.exhausted | state.bonus_used) & ~owned != 0:
        return Wrong.HEROES_USED
    if owned != 0 and not has_begun(state):
        return Wrong.HEROES
    in_row, full = count_bits(state.hero_row), int(board.heroes_in_row)
    if state.phase == Phase.SETUP:
        due = 1 if draws_now(state, ChanceKind.HERO) else 0
        done = min(setup_done(state, SetupStep.HEROES, full), count_bits(board.all_heroes)) - due
        return Wrong.FINE if in_row == done else Wrong.HEROES
    if draws_now(state, ChanceKind.HERO):
        hired = state.heroes[seat_in_turn(state)] != 0
        return Wrong.FINE if in_row == full - 1 and hired else Wrong.HEROES
    if in_row > full or (in_row < full and state.heroes_left != 0):
        return Wrong.HEROES
    return Wrong.FINE


@rule
def check_recipes(state: Any, board: Any) -> Any:
    """Each is in one place; one has come for each round that ended and each that was cooked."""
    seen, cooked, in_row = _NO_CARDS, 0, 0
    for place in range(RECIPE_ROW):
        card = int(state.recipe_row[place])
        if card < EMPTY or card >= board.recipe_prestige.shape[0]:
            return Wrong.RECIPES
        if card == EMPTY:
            continue
        if has_card(seen, card) or not has_card(board.all_recipes, card):
            return Wrong.RECIPES
        seen = with_card(seen, card)
        in_row += 1
    for player in range(MAX_PLAYERS):
        if state.cooked[player] & seen != 0:
            return Wrong.RECIPES
        seen |= state.cooked[player]
        cooked += count_bits(state.cooked[player])
    if state.recipes_left & seen != 0 or (state.recipes_left | seen) & ~board.all_recipes != 0:
        return Wrong.RECIPES
    if state.phase == Phase.SETUP and cooked > 0:
        return Wrong.RECIPES
    return _check_recipe_row(state, board, in_row, cooked)


@rule
def _check_recipe_row(state: Any, board: Any, in_row: Any, cooked: Any) -> Any:
    """The row has no gap; while the deck lasts it grows by a card a round and never shrinks."""
    there, due = count_bits(board.all_recipes), 0
    if draws_now(state, ChanceKind.RECIPE) and state.phase != Phase.SETUP:
        due = 1
    laid = setup_done(state, SetupStep.RECIPES, int(board.initial_recipes)) + rounds_ended(state)
    come = there - count_bits(state.recipes_left)
    if come != min(laid + cooked, there) - due:
        return Wrong.RECIPES_COME
    first = 0
    while first < RECIPE_ROW and state.recipe_row[first] == EMPTY:
        first += 1
    for place in range(RECIPE_ROW):
        if (state.recipe_row[place] != EMPTY) != (first <= place < first + in_row):
            return Wrong.RECIPE_ROW
    discarded = come - in_row - cooked
    if state.recipes_left != 0:
        if in_row != min(laid, RECIPE_ROW) - due or (in_row > 0 and first != due):
            return Wrong.RECIPE_ROW
    elif discarded < 0 or discarded > rounds_ended(state):
        return Wrong.RECIPE_ROW
    return Wrong.FINE


@rule
def check_missions(state: Any, board: Any) -> Any:
    """With the module one is common, each seat has two; those that are not seen are in the deck."""
    seen, face_down = _NO_CARDS, 0
    is_common = setup_done(state, SetupStep.COMMON_MISSION, 1) if board.missions_on != 0 else 0
    dealt = HAND * int(state.players) if board.missions_on != 0 else 0
    dealt = setup_done(state, SetupStep.MISSIONS, dealt)
    if (state.common_mission != NONE) != (is_common > 0):
        return Wrong.MISSIONS
    for place in range(1 + HAND * MAX_PLAYERS):
        card = int(state.common_mission)
        if place > 0:
            card = int(state.missions[(place - 1) // HAND, (place - 1) % HAND])
            if (card != EMPTY) != (place - 1 < dealt):
                return Wrong.MISSIONS
        if card < FACE_DOWN or card >= board.mission_prestige.shape[0]:
            return Wrong.MISSIONS
        if card == FACE_DOWN:
            face_down += 1
        elif card != EMPTY:
            if has_card(seen, card) or not has_card(board.all_missions, card):
                return Wrong.MISSIONS
            seen = with_card(seen, card)
    there = board.all_missions if board.missions_on != 0 else _NO_CARDS
    if state.missions_left != there & ~seen:
        return Wrong.MISSIONS
    return Wrong.FINE if face_down <= count_bits(state.missions_left) else Wrong.MISSIONS


@rule
def check_events(state: Any, board: Any) -> Any:
    """As many events have come as icons; encounters are some of those there are."""
    encounters = board.all_encounters if board.encounters_on != 0 else _NO_CARDS
    if state.encounters_left & ~encounters != 0:
        return Wrong.ENCOUNTERS
    if state.encounters_left != encounters and not has_begun(state):
        return Wrong.ENCOUNTERS
    events = board.all_events if board.events_on != 0 else _NO_CARDS
    if state.events_left & ~events != 0:
        return Wrong.EVENTS
    come = icons_passed(state, board, Icon.EVENT_GOOD) + icons_passed(state, board, Icon.EVENT_BAD)
    there = count_bits(events)
    if there - count_bits(state.events_left) != min(come, there):
        return Wrong.EVENTS
    resolved = state.phase == Phase.ROUND_END and state.step == RoundEnd.EVERYBODY
    resolved = resolved and icon_due(state, board) != Icon.DRAGON
    if (state.event != NONE) != resolved:
        return Wrong.EVENTS
    if not resolved:
        return Wrong.FINE
    known = 0 <= state.event < MAX_EVENTS
    known = known and has_card(events & ~state.events_left, int(state.event))
    return Wrong.FINE if known else Wrong.EVENTS

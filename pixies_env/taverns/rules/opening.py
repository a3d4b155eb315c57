"""Section 1: the set-up, in its order."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option, outcome
from pixies_env.core.kit.secrets import open_deck
from pixies_env.core.kit.zones import draws_of_set, without_card
from pixies_env.taverns.limits import MAX_PLAYERS, MAX_TOKEN_SPACES, RECIPE_ROW, SITES
from pixies_env.taverns.names import (
    NOBODY,
    NONE,
    BankSlot,
    ChanceKind,
    Decision,
    ForgeToken,
    Item,
    Location,
    Minion,
    Phase,
    Question,
    SetupStep,
    Token,
)
from pixies_env.taverns.rules import round_start
from pixies_env.taverns.rules.cooking import draw_recipe
from pixies_env.taverns.rules.free_actions import draw_hero
from pixies_env.taverns.rules.locations import mix_dungeon
from pixies_env.taverns.rules.pockets import no_question
from pixies_env.taverns.state import HAND, KEPT, PUT_AWAY


@rule
def setup(state: Any, board: Any, players: Any) -> Any:
    """From zero bytes to the first chance event."""
    state.players = players
    state.phase = Phase.SETUP
    state.step = SetupStep.LOCATIONS
    state.first_player = NOBODY
    state.active = NONE
    no_question(state)
    _lay_out(state, board)
    for player in range(players):
        state.gold[player] = int(board.start_gold)
        state.energy[player] = int(board.start_energy)
        state.runes[player] = int(board.start_runes)
        for minion in range(len(Minion)):
            state.zone[player, minion] = int(board.city)
    run_setup(state, board)
    return 0


@rule
def _lay_out(state: Any, board: Any) -> None:
    """What lies ready, and empty places."""
    for site in range(SITES):
        state.location_at[site] = NONE
    for space in range(MAX_TOKEN_SPACES):
        state.token_at[space] = NONE
    for place in range(RECIPE_ROW):
        state.recipe_row[place] = NONE
    for slot in range(len(BankSlot)):
        state.bank_seat[slot] = NOBODY
    for player in range(MAX_PLAYERS):
        state.tavern[player] = NONE
        for place in range(HAND):
            state.missions[player, place] = NONE
    state.goblin_zone = NONE
    state.common_mission = NONE
    state.event = NONE
    state.dragon = NONE
    mix_dungeon(state, board)
    for token in range(len(ForgeToken)):
        state.forge_left[token] = int(board.forge_tokens[token])
    state.heroes_left = board.all_heroes
    state.recipes_left = board.all_recipes
    state.dragons_left = board.all_dragons
    open_deck(state.trophies_left, board.trophies)
    if board.missions_on != 0:
        state.missions_left = board.all_missions
    if board.events_on != 0:
        state.events_left = board.all_events
    if board.encounters_on != 0:
        state.encounters_left = board.all_encounters
    if board.goblin_on != 0:
        for item in range(len(Item)):
            state.items_left[item] = int(board.items[item])


@rule
def _next_step(state: Any) -> None:
    state.step = int(state.step) + 1
    state.cursor = 0


@rule
def run_setup(state: Any, board: Any) -> None:
    """Go on to the next event of the set-up; after the last one the first round begins."""
    step, cursor, players = int(state.step), int(state.cursor), int(state.players)
    if step == SetupStep.LOCATIONS and cursor < SITES:
        await_chance(state, NOBODY, ChanceKind.LAY)
    elif step == SetupStep.TOKENS and cursor < int(board.token_spaces):
        await_chance(state, NOBODY, ChanceKind.TOKEN)
    elif step == SetupStep.HEROES and cursor < int(board.heroes_in_row):
        state.cursor = cursor + 1
        draw_hero(state)
    elif step == SetupStep.RECIPES and cursor < int(board.initial_recipes):
        draw_recipe(state)
    elif step == SetupStep.TAVERNS and board.asymmetric_on != 0 and cursor < players:
        ask(state, cursor, Question.TAVERN)
    elif step == SetupStep.COMMON_MISSION and board.missions_on != 0 and cursor < 1:
        await_chance(state, NOBODY, ChanceKind.MISSION)
    elif step == SetupStep.MISSIONS and board.missions_on != 0 and cursor < HAND * players:
        await_chance(state, cursor // HAND, ChanceKind.MISSION)
    elif step == SetupStep.KEEP and board.missions_on != 0 and cursor < players:
        ask(state, cursor, Question.KEEP)
    elif step == SetupStep.DONE:
        round_start.begin_round(state, board)
    else:
        _next_step(state)


# Locations and tokens


@rule
def locations(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The locations that can still be laid."""
    count, left = 0, int(board.locations)
    for site in range(SITES):
        if state.location_at[site] != NONE:
            left &= ~(1 << int(state.location_at[site]))
    for location in range(len(Location)):
        if has_bit(left, location):
            count = outcome(board, ChanceKind.LAY, location, 1, outcomes, weights, count)
    return count


@rule
def lay_location(state: Any, board: Any, owner: Any, location: Any) -> None:
    """The location on the next site."""
    state.location_at[state.cursor] = location
    state.cursor = int(state.cursor) + 1


@rule
def tokens(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The tokens that do not yet lie on the map."""
    count = 0
    for token in range(len(Token)):
        left = int(board.tokens[token])
        for space in range(int(state.cursor)):
            if state.token_at[space] == token:
                left -= 1
        if left > 0:
            count = outcome(board, ChanceKind.TOKEN, token, left, outcomes, weights, count)
    return count


@rule
def lay_token(state: Any, board: Any, owner: Any, token: Any) -> None:
    """The token on the next token space, in walking order."""
    state.token_at[state.cursor] = token
    state.cursor = int(state.cursor) + 1


# Tavern boards


@rule
def taverns(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The tavern boards not yet taken."""
    taken, count = 0, 0
    for other in range(int(state.players)):
        if state.tavern[other] != NONE:
            taken |= 1 << int(state.tavern[other])
    for tavern in range(int(board.taverns)):
        if not has_bit(taken, tavern):
            count = option(board, Decision.TAVERN, tavern, ids, count)
    return count


@rule
def take_tavern(state: Any, board: Any, player: Any, tavern: Any) -> None:
    """Play with this board."""
    state.tavern[player] = tavern
    state.cursor = int(state.cursor) + 1


# Missions


@rule
def missions(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards of the deck."""
    return draws_of_set(board, ChanceKind.MISSION, state.missions_left, outcomes, weights)


@rule
def deal_mission(state: Any, board: Any, owner: Any, mission: Any) -> None:
    """The common one, or one of the two for a seat."""
    state.missions_left = without_card(state.missions_left, mission)
    if owner == NOBODY:
        state.common_mission = mission
    else:
        state.missions[owner, int(state.cursor) % HAND] = mission
    state.cursor = int(state.cursor) + 1


@rule
def missions_to_keep(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The two that the player was dealt."""
    first, second = int(state.missions[player, 0]), int(state.missions[player, 1])
    count = option(board, Decision.KEEP, min(first, second), ids, 0)
    return option(board, Decision.KEEP, max(first, second), ids, count)


@rule
def keep(state: Any, board: Any, player: Any, mission: Any) -> None:
    """One is kept in secret, the other leaves the game unseen."""
    if state.missions[player, KEPT] != mission:
        state.missions[player, PUT_AWAY] = int(state.missions[player, KEPT])
        state.missions[player, KEPT] = mission
    state.cursor = int(state.cursor) + 1


SETUP = rulebook.Phase(
    Phase.SETUP,
    run_setup,
    questions=(
        rulebook.Question(Question.TAVERN, taverns, {Decision.TAVERN: take_tavern}),
        rulebook.Question(Question.KEEP, missions_to_keep, {Decision.KEEP: keep}),
    ),
    chances=(
        rulebook.Chance(ChanceKind.LAY, locations, lay_location),
        rulebook.Chance(ChanceKind.TOKEN, tokens, lay_token),
        rulebook.Chance(ChanceKind.MISSION, missions, deal_mission),
    ),
)

"""Locations with their spaces and tokens, tokens on the map, the goblin."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import number_in
from pixies_env.taverns.invariants.progress import asks, draws_now, has_begun, setup_done
from pixies_env.taverns.invariants.stack import top
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import (
    MAX_DUNGEON_KINDS,
    MAX_PLAYERS,
    MAX_TOKEN_SPACES,
    SITES,
    VALUES,
)
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Continuation,
    DungeonToken,
    ForgeToken,
    Item,
    Location,
    Phase,
    Question,
    RoundStart,
    SetupStep,
    Token,
)
from pixies_env.taverns.rules.locations import dragon_sites
from pixies_env.taverns.rules.round_start import items_for


@rule
def check_locations(state: Any, board: Any) -> Any:
    """One on each site, each once; no more activations than there are spaces."""
    laid, seen = setup_done(state, SetupStep.LOCATIONS, SITES), 0
    spaces = 0
    if state.phase == Phase.TURNS or state.phase == Phase.OVER:
        spaces = int(board.activation_spaces[state.players])
    for site in range(SITES):
        location, used = int(state.location_at[site]), int(state.spaces_used[site])
        if (location != NONE) != (site < laid) or location < NONE or location >= len(Location):
            return Wrong.LOCATIONS
        if location != NONE:
            if has_bit(seen, location) or not has_bit(int(board.locations), location):
                return Wrong.LOCATIONS
            seen |= 1 << location
        most = 0 if has_bit(dragon_sites(state, board), site) else spaces
        if used < 0 or used > most:
            return Wrong.SPACES
    return Wrong.FINE


@rule
def check_tokens(state: Any, board: Any) -> Any:
    """On the map lie some of the tokens; while they are laid, on the first spaces."""
    spaces = int(board.token_spaces)
    laid, laying = spaces, draws_now(state, ChanceKind.TOKEN)
    if laying:
        laid = int(state.cursor)
    elif state.phase == Phase.SETUP:
        laid = setup_done(state, SetupStep.TOKENS, spaces)
    whole = laying or not has_begun(state)
    for space in range(MAX_TOKEN_SPACES):
        token = int(state.token_at[space])
        if token < NONE or token >= len(Token) or (token != NONE and space >= laid):
            return Wrong.TOKENS
        if whole and space < laid and token == NONE:
            return Wrong.TOKENS
    for kind in range(len(Token)):
        number = 0
        for space in range(spaces):
            number += 1 if int(state.token_at[space]) == kind else 0
        if number > int(board.tokens[kind]):
            return Wrong.TOKENS
        # The encounter token stays wherever it lies.
        missing = kind == Token.ENCOUNTER and number < int(board.tokens[kind])
        if missing and laid == spaces:
            return Wrong.TOKENS
    return Wrong.FINE


@rule
def check_dungeon(state: Any, board: Any) -> Any:
    """All lie there outside a search; those turned in it gave something, a wound ended it."""
    turned, wounds = 0, 0
    for kind in range(MAX_DUNGEON_KINDS):
        left, there = int(state.dungeon_left[kind]), int(board.dungeon_tokens[kind])
        if left < 0 or left > there:
            return Wrong.DUNGEON
        turned += there - left
        if board.dungeon_token[kind] == DungeonToken.WOUND:
            wounds += there - left
    if wounds != (1 if top(state) == Continuation.DUNGEON_OVER else 0):
        return Wrong.DUNGEON
    if asks(state, Question.DUNGEON):
        return Wrong.FINE if turned > 0 else Wrong.DUNGEON
    searching = draws_now(state, ChanceKind.DUNGEON) or wounds > 0
    return Wrong.FINE if searching or turned == 0 else Wrong.DUNGEON


@rule
def check_forge(state: Any, board: Any) -> Any:
    """Each token lies on the tile or before a player."""
    for token in range(len(ForgeToken)):
        total = int(state.forge_left[token])
        if total < 0:
            return Wrong.FORGE
        for player in range(MAX_PLAYERS):
            number = int(state.forge[player, token])
            can_hold = player < state.players and has_begun(state)
            if number < 0 or (number > 0 and not can_hold):
                return Wrong.FORGE
            total += number
        if total != int(board.forge_tokens[token]):
            return Wrong.FORGE
    return Wrong.FINE


@rule
def check_items(state: Any, board: Any) -> Any:
    """Each item is unseen, held or used; the goblin has sold no more than it had."""
    sold = 0
    for item in range(len(Item)):
        total = int(state.items_left[item])
        if total < 0:
            return Wrong.ITEMS
        for player in range(MAX_PLAYERS):
            held, used = int(state.items[player, item]), int(state.items_used[player, item])
            if held < 0 or used < 0 or (player >= state.players and held + used > 0):
                return Wrong.ITEMS
            total += held + used
            sold += held + used
        if total != (int(board.items[item]) if board.goblin_on != 0 else 0):
            return Wrong.ITEMS
    return _check_goblin(state, board, sold)


@rule
def _check_goblin(state: Any, board: Any, sold: Any) -> Any:
    """In odd rounds it stands in a zone with a number, with what is left of its stack."""
    zone, stack, number = int(state.goblin_zone), int(state.stack), int(state.round_number)
    stands = board.goblin_on != 0 and number % 2 == 1
    if state.phase == Phase.ROUND_START and state.step == RoundStart.GOBLIN:
        stands = False
    laid = items_for(state, board) if stands else 0
    if stack < 0 or stack > laid or (zone != NONE) != stands:
        return Wrong.GOBLIN
    if stands and not _has_number(board, zone):
        return Wrong.GOBLIN
    if draws_now(state, ChanceKind.ITEM) and stack == 0:
        return Wrong.GOBLIN
    before = min(int(state.players) * (number // 2), number_in(board.items))
    return Wrong.FINE if sold <= before + laid - stack else Wrong.ITEMS


@rule
def _has_number(board: Any, zone: Any) -> Any:
    """Whether a sum of two dice leads to a zone."""
    for total in range(2, 2 * VALUES + 1):
        if int(board.goblin_zone[total]) == zone:
            return True
    return False

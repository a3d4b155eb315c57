"""Section 3, locations: who can visit which, and what each does."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, number_in, take, transfer
from pixies_env.taverns.catalogue import MARKET_GOODS
from pixies_env.taverns.limits import SITES
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Continuation,
    Decision,
    DungeonToken,
    Ingredient,
    Location,
    Market,
    Question,
)
from pixies_env.taverns.rules.movement import ask_warp, can_be_moved, roll_again
from pixies_env.taverns.rules.pockets import carries, store_all, wound
from pixies_env.taverns.rules.purse import (
    gain_energy,
    gain_gold,
    gain_prestige,
    gain_runes,
    store_from_supply,
)

ALL_SITES = (1 << SITES) - 1


@rule
def dragon_sites(state: Any, board: Any) -> Any:
    """Bit of the site with the dragon, 0 without one."""
    return 0 if state.dragon == NONE else 1 << int(board.dragon_site[state.dragon])


@rule
def touches_dragon(state: Any, board: Any, zone: Any) -> Any:
    """Whether a zone is adjacent to the site of the dragon."""
    return int(board.zone_sites[zone]) & dragon_sites(state, board) != 0


@rule
def adjacent_sites(state: Any, board: Any, player: Any) -> Any:
    """Bits of the sites adjacent to the active minion."""
    return int(board.zone_sites[state.zone[player, state.active]])


@rule
def can_buy(state: Any, board: Any, player: Any, kind: Any) -> Any:
    """Whether the market stores an ingredient of this kind."""
    if int(state.gold[player]) < int(board.market_price[kind]):
        return False
    return board.market == Market.BUY or state.carried[player, state.active, kind] > 0


@rule
def changes_something(state: Any, board: Any, player: Any, location: Any) -> Any:
    """Whether the effect of a location can be carried out and would change anything."""
    minion = int(state.active)
    if location == Location.RUNES:
        return state.runes[player] < board.max_runes and board.gives_runes > 0
    if location == Location.CARAVAN:
        return carries(state, player, minion)
    if location == Location.PORTAL:
        return can_be_moved(board)
    if location == Location.FORGE:
        return number_in(state.forge_left) > 0
    if location == Location.LIBRARY:
        return state.carried[player, minion, Ingredient.SPICE] > 0
    if location == Location.MARKET:
        for kind in range(MARKET_GOODS):
            if can_buy(state, board, player, kind):
                return True
        return False
    return True


@rule
def to_visit(state: Any, board: Any, player: Any, sites: Any, energy: Any, is_free: Any) -> Any:
    """Bits of the locations on some sites that can be visited with so much energy."""
    locations = 0
    sites &= ~dragon_sites(state, board)
    spaces = int(board.activation_spaces[state.players])
    for site in range(SITES):
        if not has_bit(sites, site) or state.spaces_used[site] >= spaces:
            continue
        location = int(state.location_at[site])
        if has_bit(int(state.visited), location):
            continue
        if not is_free and int(board.location_cost[location]) > energy:
            continue
        if changes_something(state, board, player, location):
            locations |= 1 << location
    return locations


@rule
def list_visits(board: Any, locations: Any, ids: Any, count: Any) -> Any:
    """Append the visits of some locations."""
    for location in range(len(Location)):
        if has_bit(locations, location):
            count = option(board, Decision.VISIT, location, ids, count)
    return count


@rule
def visit(state: Any, board: Any, player: Any, location: Any, is_free: Any) -> None:
    """Pay the energy, occupy a space, carry out the effect."""
    if not is_free:
        gain_energy(state, board, player, -int(board.location_cost[location]))
    for site in range(SITES):
        if state.location_at[site] == location:
            state.spaces_used[site] = int(state.spaces_used[site]) + 1
    state.visited = int(state.visited) | (1 << location)
    _take_effect(state, board, player, location)


@rule
def _take_effect(state: Any, board: Any, player: Any, location: Any) -> None:
    minion = int(state.active)
    if location == Location.CAMPFIRE:
        roll_again(state, player, minion)
    elif location == Location.PORTAL:
        ask_warp(state, player)
    elif location == Location.RUNES:
        gain_runes(state, board, player, int(board.gives_runes))
    elif location == Location.CARAVAN:
        store_all(state, player, minion)
    elif location == Location.DUNGEON:
        await_chance(state, player, ChanceKind.DUNGEON)
    elif location == Location.FORGE:
        await_chance(state, player, ChanceKind.FORGE)
    elif location == Location.LIBRARY:
        take(state.carried[player, minion], Ingredient.SPICE, 1)
        gain_gold(state, player, int(board.gives_gold))
    else:
        ask(state, player, Question.MARKET)


# Dungeon


@rule
def dungeon_tokens(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The tokens not turned in this search."""
    return draws(board, ChanceKind.DUNGEON, state.dungeon_left, outcomes, weights)


@rule
def turn_dungeon_token(state: Any, board: Any, player: Any, kind: Any) -> None:
    """Gold and prestige are gained for good, a wound ends the search."""
    take(state.dungeon_left, kind, 1)
    token, amount = int(board.dungeon_token[kind]), int(board.dungeon_amount[kind])
    if token == DungeonToken.WOUND:
        push(state, Continuation.DUNGEON_OVER, player, 0, 0)
        wound(state, board, player, int(state.active))
        return
    if token == DungeonToken.GOLD:
        gain_gold(state, player, amount)
    else:
        gain_prestige(state, player, amount)
    ask(state, player, Question.DUNGEON)


@rule
def mix_dungeon(state: Any, board: Any) -> None:
    """All tokens are turned back and mixed."""
    for kind in range(int(board.dungeon_kinds)):
        state.dungeon_left[kind] = int(board.dungeon_tokens[kind])


@rule
def searches(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Search on, while a token is left, or leave."""
    count = 0
    if number_in(state.dungeon_left) > 0:
        count = option(board, Decision.SEARCH, 0, ids, count)
    return option(board, Decision.LEAVE, 0, ids, count)


@rule
def search(state: Any, board: Any, player: Any, value: Any) -> None:
    """Turn another token."""
    await_chance(state, player, ChanceKind.DUNGEON)


@rule
def leave(state: Any, board: Any, player: Any, value: Any) -> None:
    """The search is over."""
    mix_dungeon(state, board)


@rule
def dungeon_over(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """A wound has ended the search."""
    mix_dungeon(state, board)


# Forge


@rule
def forge_tokens(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The tokens on the tile."""
    return draws(board, ChanceKind.FORGE, state.forge_left, outcomes, weights)


@rule
def take_forge_token(state: Any, board: Any, player: Any, token: Any) -> None:
    """The token is kept for the next hunt of this player."""
    transfer(state.forge_left, state.forge[player], token, 1)


# Market


@rule
def purchases(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The kinds that the market stores."""
    count = 0
    for kind in range(MARKET_GOODS):
        if can_buy(state, board, player, kind):
            count = option(board, Decision.MARKET, kind, ids, count)
    return count


@rule
def buy_ingredient(state: Any, board: Any, player: Any, kind: Any) -> None:
    """Pay and store, out of the supply or a pocket."""
    gain_gold(state, player, -int(board.market_price[kind]))
    if board.market == Market.STORE:
        take(state.carried[player, state.active], kind, 1)
    store_from_supply(state, player, kind)


LOCATIONS = rulebook.Phase(
    questions=(
        rulebook.Question(
            Question.DUNGEON, searches, {Decision.SEARCH: search, Decision.LEAVE: leave}
        ),
        rulebook.Question(Question.MARKET, purchases, {Decision.MARKET: buy_ingredient}),
    ),
    chances=(
        rulebook.Chance(ChanceKind.DUNGEON, dungeon_tokens, turn_dungeon_token),
        rulebook.Chance(ChanceKind.FORGE, forge_tokens, take_forge_token),
    ),
    continuations=(rulebook.Continuation(Continuation.DUNGEON_OVER, dungeon_over),),
)

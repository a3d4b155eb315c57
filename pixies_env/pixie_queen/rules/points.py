"""Section 2, punishment points at any time: mine symbols, demotions, going out."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.kit.continuations import pop, push
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    ASK_DEMOTE,
    EXTRA_SLOT,
    GOODS,
    IN_BOX,
    LAST_PLAYER,
    MERCY,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    OVER,
    SKILLS,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.pyramid import has_active_pixie
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use
from pixies_env.pixie_queen.state import ask, favourite, finish, has_skill, players_in

FRAME_DEMOTE = 1
"""Continuation: this player must demote ``first`` more pixies."""


@rule
def punish(state: Any, board: Any, player: Any, points: Any) -> None:
    """Mark punishment points; each mine symbol reached or passed asks for a demotion."""
    before = int(state.punishment[player])
    after = before + points
    state.punishment[player] = after
    if after >= int(board.out_at):
        go_out(state, player)
        return
    symbols = int(board.symbols_up_to[after]) - int(board.symbols_up_to[before])
    if symbols > 0:
        push(state, FRAME_DEMOTE, player, symbols, 0)


@rule
def run_demotion(state: Any, player: Any, symbols: Any) -> None:
    """Continue the demotions of a player; immunity is judged anew for each symbol."""
    if player == favourite(state) or not has_active_pixie(state, player):
        return
    if symbols > 1:
        push(state, FRAME_DEMOTE, player, symbols - 1, 0)
    ask(state, player, ASK_DEMOTE)


@rule
def list_demotions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Options of a demotion: each own active pixie, and the mercy tile."""
    count = 0
    for hand in range(ACTIONS):
        if int(state.hands[hand]) == player:
            count = add(ids, count, int(board.id_demote) + hand)
    if holds_one_use(state, player, MERCY):
        count = add(ids, count, int(board.id_mercy))
    return count


@rule
def demote(state: Any, board: Any, player: Any, action: Any) -> Any:
    """Carry out a demotion; returns False if the mercy tile was handed back instead."""
    if action == int(board.id_mercy):
        return_one_use(state, MERCY)
        return False
    state.hands[action - int(board.id_demote)] = NOBODY
    state.mine[player] = int(state.mine[player]) + 1
    return True


@rule
def go_out(state: Any, player: Any) -> None:
    """Take a player out of the game, and end it if one player is left.

    The place in big-cube order stays, so that a phase that goes through the order goes on.
    """
    place_out = 0
    for other in range(int(state.players)):
        place_out = max(place_out, int(state.out[other]))
    state.out[player] = place_out + 1
    state.discs[player] = 0
    state.mine[player] = 0
    for hand in range(ACTIONS):
        if int(state.hands[hand]) == player:
            state.hands[hand] = NOBODY
    if int(state.servant_space) == player:
        state.servant_space = NOBODY
    for good in range(len(GOODS)):
        state.stock[good] = int(state.stock[good]) + int(state.goods[player, good])
        state.goods[player, good] = 0
    for place in range(state.stones.shape[1]):
        state.reserve_stones = int(state.reserve_stones) + int(state.stones[player, place])
        state.stones[player, place] = 0
    _clear_tiles(state, player)
    _leave_small_order(state, player)
    if players_in(state) == 1:
        while state.frame_count > 0:
            pop(state)
        finish(state, LAST_PLAYER, OVER)


@rule
def _clear_tiles(state: Any, player: Any) -> None:
    for tile in range(len(ONE_USE_TILES)):
        place = int(state.one_use_at[tile])
        if place == player or (place == ON_EXTRA_SLOT and has_skill(state, player, EXTRA_SLOT)):
            state.one_use_at[tile] = ON_BOARD
    if has_skill(state, player, EXTRA_SLOT):
        state.extra_food = 0
    state.food_tile[player] = 0
    for skill in range(len(SKILLS)):
        if int(state.skill_at[skill]) == player:
            state.skill_at[skill] = IN_BOX


@rule
def _leave_small_order(state: Any, player: Any) -> None:
    kept = 0
    for place in range(state.small_order.shape[0]):
        other = int(state.small_order[place])
        state.small_order[place] = NOBODY
        if other != player and other != NOBODY:
            state.small_order[kept] = other
            kept += 1

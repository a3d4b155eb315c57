"""Section 2.III: offerings."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    ASK_ANNOUNCE,
    ASK_DEMOTE,
    ASK_OFFER,
    DEMAND,
    DOUBLE_OFFERING,
    NOBODY,
    PUNISHMENT,
    REWARDS,
    SILVER,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import has_active_pixie
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use
from pixies_env.pixie_queen.state import ask, await_chance, favourite

ANNOUNCE, OFFER, REVEAL, REFUSALS, FURY, FURY_ASKED = range(6)
"""Steps of the phase."""

KINDS = 3
"""Demanded food, silver, gold: the order in which the hands are filled."""


@rule
def run_offerings(state: Any, board: Any) -> None:
    """Go on with the phase."""
    if state.step == FURY:
        _run_fury(state)
        return
    if state.step == REVEAL:
        _reveal(state)
        return
    player = NOBODY
    if state.cursor < state.players:
        player = int(state.big_order[state.cursor])
    if player == NOBODY:
        _end_round_of_players(state)
    elif state.out[player] != 0:
        state.cursor = int(state.cursor) + 1
    elif state.step == ANNOUNCE:
        state.cursor = int(state.cursor) + 1
        if holds_one_use(state, player, DOUBLE_OFFERING):
            ask(state, player, ASK_ANNOUNCE)
    elif state.step == OFFER:
        ask(state, player, ASK_OFFER)
    else:
        state.cursor = int(state.cursor) + 1
        if state.refused[player] != 0:
            punish(state, board, player, int(board.refuse_penalty))


@rule
def _end_round_of_players(state: Any) -> None:
    state.cursor = 0
    if state.step == ANNOUNCE:
        await_chance(state, NOBODY, DEMAND)
    elif state.step == OFFER:
        state.step = REVEAL
    elif anybody_offered(state, 0):
        state.phase = REWARDS
        state.step = 0
    else:
        state.step = FURY
        state.cursor = int(state.players) - 1


@rule
def announce(state: Any, player: Any) -> None:
    """The tile double offering is used this round."""
    state.announced[player] = 1


@rule
def turn_demand(state: Any, food: Any) -> None:
    """Turn a demand token; the offers follow."""
    state.demand_left[food] = int(state.demand_left[food]) - 1
    state.demand = food
    state.step = OFFER
    state.cursor = 0


@rule
def good_of_kind(state: Any, kind: Any) -> Any:
    """Good that a kind of offer consists of."""
    return int(state.demand) if kind == 0 else SILVER + kind - 1


@rule
def hands_of(state: Any, player: Any) -> Any:
    """Number of offers that a player may make."""
    return (2 if state.players == 2 else 1) + int(state.announced[player])


@rule
def hands_filled(state: Any, player: Any) -> Any:
    """Number of offers that a player has made."""
    filled = 0
    for kind in range(KINDS):
        if state.offers[player, kind] > 0:
            filled += 1
    return filled


@rule
def list_offers(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Offers of kinds later than those made, then ``done`` or at first ``refuse``."""
    first_kind = 0
    for kind in range(KINDS):
        if state.offers[player, kind] > 0:
            first_kind = kind + 1
    count = 0
    for kind in range(first_kind, KINDS):
        first = int(board.id_offer)
        if kind == 1:
            first = int(board.id_offer_silver)
        elif kind == 2:
            first = int(board.id_offer_gold)
        for number in range(int(state.goods[player, good_of_kind(state, kind)])):
            count = add(ids, count, first + number)
    if first_kind > 0:
        return add(ids, count, int(board.id_done))
    return add(ids, count, int(board.id_refuse))


@rule
def offer(state: Any, board: Any, player: Any, action: Any) -> None:
    """Fill a hand in secret, leave the others empty, or refuse."""
    finished = True
    if action == int(board.id_refuse):
        state.refused[player] = 1
    elif action != int(board.id_done):
        if action >= int(board.id_offer_gold):
            state.offers[player, 2] = action - int(board.id_offer_gold) + 1
        elif action >= int(board.id_offer_silver):
            state.offers[player, 1] = action - int(board.id_offer_silver) + 1
        else:
            state.offers[player, 0] = action - int(board.id_offer) + 1
        finished = hands_filled(state, player) == hands_of(state, player)
    if finished:
        state.cursor = int(state.cursor) + 1


@rule
def anybody_offered(state: Any, kind: Any) -> Any:
    """Whether anybody offered something of a kind."""
    for player in range(int(state.players)):
        if state.offers[player, kind] > 0:
            return True
    return False


@rule
def _reveal(state: Any) -> None:
    """What is offered goes to the stock, a used double offering to its space."""
    for player in range(int(state.players)):
        if state.announced[player] != 0:
            return_one_use(state, DOUBLE_OFFERING)
        for kind in range(KINDS):
            good = good_of_kind(state, kind)
            number = int(state.offers[player, kind])
            state.goods[player, good] = int(state.goods[player, good]) - number
            state.stock[good] = int(state.stock[good]) + number
    state.step = REFUSALS
    state.cursor = 0


@rule
def _run_fury(state: Any) -> None:
    """Nobody offered the demanded food: the last in order must demote, else the one before."""
    while state.cursor >= 0:
        player = int(state.big_order[state.cursor])
        if player != NOBODY and state.out[player] == 0:
            if player == favourite(state):
                break
            if has_active_pixie(state, player):
                state.step = FURY_ASKED
                ask(state, player, ASK_DEMOTE)
                return
        state.cursor = int(state.cursor) - 1
    begin_punishment(state)


@rule
def after_fury(state: Any, demoted: Any) -> None:
    """The answer of who was asked: a pixie went to the mine, or mercy was handed back."""
    if demoted:
        begin_punishment(state)
    else:
        state.step = FURY
        state.cursor = int(state.cursor) - 1


@rule
def begin_punishment(state: Any) -> None:
    """Clear the offers and go to the punishment phase."""
    for player in range(MAX_PLAYERS):
        state.announced[player] = 0
        state.refused[player] = 0
        for kind in range(KINDS):
            state.offers[player, kind] = 0
    state.phase = PUNISHMENT
    state.step = 0
    state.cursor = 0

"""Section 2.IV: rewards."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.names import (
    ASK_LIFT,
    ASK_PROMOTION,
    FAITHFUL_SERVANT,
    FREE_PROMOTION,
    NOBODY,
    SERVANT_BONUS,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.rules.offerings import begin_punishment
from pixies_env.pixie_queen.rules.pyramid import (
    can_lift,
    list_promotions,
    list_unchain,
    promote,
    unchain,
)
from pixies_env.pixie_queen.state import ask, earn, favourite, has_skill, take_reward

TRACKS, EARNED, FREE, LIFT, SERVANT = range(5)
"""Steps of the phase; EARNED and FREE are of the player at the cursor."""


@rule
def run_rewards(state: Any, board: Any) -> None:
    """Go on with the phase. ``promotions`` are those left to the player at the cursor."""
    if state.step == TRACKS:
        _move_markers(state, board)
        state.step = EARNED
        state.cursor = -1
    elif state.step == LIFT:
        state.step = SERVANT
        if state.players == 2 and can_lift(state, board):
            ask(state, favourite(state), ASK_LIFT)
    elif state.step == SERVANT:
        _make_servant(state, board)
        begin_punishment(state)
    elif state.promotions > 0:
        ask(state, int(state.big_order[state.cursor]), ASK_PROMOTION)
    else:
        _next_promoter(state)


@rule
def _next_promoter(state: Any) -> None:
    state.cursor = int(state.cursor) + 1
    player = NOBODY
    if state.cursor < state.players:
        player = int(state.big_order[state.cursor])
    if player == NOBODY:
        state.cursor = -1
        state.step = int(state.step) + 1
    elif state.out[player] == 0:
        if state.step == EARNED:
            state.promotions = int(state.offers[player, 0])
        elif has_skill(state, player, FREE_PROMOTION):
            state.promotions = 1


@rule
def _move_markers(state: Any, board: Any) -> None:
    """Givers of silver and of gold move one space, who gave strictly most one more."""
    last = int(board.track_length) - 1
    for kind in range(1, 3):
        most, givers = 0, 0
        for player in range(int(state.players)):
            number = int(state.offers[player, kind])
            if number > most:
                most, givers = number, 1
            elif number == most:
                givers += 1
        for player in range(int(state.players)):
            number = int(state.offers[player, kind])
            if number == 0:
                continue
            spaces = 2 if number == most and givers == 1 else 1
            if kind == 1:
                state.silver_space[player] = min(int(state.silver_space[player]) + spaces, last)
            else:
                state.gold_space[player] = min(int(state.gold_space[player]) + spaces, last)


@rule
def list_phase_promotions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Promotions, stones to remove, and ``stop``."""
    count = list_promotions(state, board, player, True, ids, 0)
    count = list_unchain(state, board, player, ids, count)
    return add(ids, count, int(board.id_stop))


@rule
def use_promotion(state: Any, board: Any, player: Any, action: Any) -> None:
    """Promote, remove a stone (which uses nothing up), or give up the rest."""
    if action == int(board.id_stop):
        state.promotions = 0
    elif action >= int(board.id_unchain):
        unchain(state, player, action - int(board.id_unchain))
    else:
        promote(state, board, player, action - int(board.id_promote))
        state.promotions = int(state.promotions) - 1


@rule
def _make_servant(state: Any, board: Any) -> None:
    """The pixie on the servant space becomes a faithful servant for good."""
    player = int(state.servant_space)
    if player == NOBODY:
        return
    state.servant_space = NOBODY
    take_reward(state, board, player, FAITHFUL_SERVANT)
    if has_skill(state, player, SERVANT_BONUS):
        earn(state, player, FAITHFUL_SERVANT, int(board.skill_bonus))
    if state.first_servant[player] == 0:
        state.first_servant[player] = int(state.rewards_taken[FAITHFUL_SERVANT])

"""Section 2.II: the action phase: whose turn it is, which spaces can be chosen, the end."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import has_bit, places_of
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import options_of_set
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    DISCS_BESIDE_A_PIXIE,
    DISCS_ON_SINGLE,
    DISCS_THAT_COVER,
    NOBODY,
    Decision,
    Phase,
    Question,
    Space,
    TurnStep,
)
from pixies_env.pixie_queen.rules.double_spaces import begin_double, possible_doubles
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import list_unchain, unchain
from pixies_env.pixie_queen.rules.single_spaces import begin_single, list_singles
from pixies_env.pixie_queen.rules.spaces_1_to_5 import can_promote_elsewhere
from pixies_env.pixie_queen.state import enter


@rule
def run_actions(state: Any, board: Any) -> None:
    """Go on to the next turn, or end the phase."""
    players = int(state.players)
    place = int(state.cursor)
    if state.step == TurnStep.OVER:
        place += 1
        state.step = TurnStep.SEARCH
    for _ in range(players):
        if place >= players:
            place -= players
        player = int(state.big_order[place])
        # Who is out has no discs.
        if player != NOBODY and state.discs[player] > 0 and state.passed[player] == 0:
            state.cursor = place
            ask(state, player, Question.TURN)
            return
        place += 1
    _end_actions(state, board)


@rule
def _end_actions(state: Any, board: Any) -> None:
    """The big cube of temporary priority goes first, all discs come back."""
    user = int(state.priority)
    if user != NOBODY and state.out[user] == 0:
        moved = user
        for place in range(int(state.players)):
            here = int(state.big_order[place])
            state.big_order[place] = moved
            moved = here
            if here == user:
                break
    state.priority = NOBODY
    for player in range(int(state.players)):
        state.discs[player] = int(board.discs) if state.out[player] == 0 else 0
    state.discs_on[:] = 0
    state.passed[:] = 0
    state.mine_used[:] = 0
    state.tiles_used[:] = 0
    state.copy_used[:] = 0
    state.copies = 0
    state.goods_uses = 0
    state.special_used = 0
    state.order_used = 0
    enter(state, Phase.OFFERINGS)


@rule
def discs_for(state: Any, player: Any, space: Any) -> Any:
    """Discs that a space costs: with a pixie on the hand of a double space one, else two cover it.

    A single space costs one, but temporary priority takes all that are left.
    """
    if space <= ACTIONS:
        return DISCS_THAT_COVER if state.hands[space] == NOBODY else DISCS_BESIDE_A_PIXIE
    return int(state.discs[player]) if space == Space.PRIORITY else DISCS_ON_SINGLE


@rule
def list_turn(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Spaces, stones to remove, and always ``pass``."""
    count = 0
    discs = int(state.discs[player])
    doubles = possible_doubles(state, board, player)
    fine = doubles & places_of(state.discs_on, 0)
    if discs < DISCS_THAT_COVER:
        fine &= ~places_of(state.hands, NOBODY)
    if discs < DISCS_BESIDE_A_PIXIE:
        fine = 0
    if has_bit(fine, Space.PROMOTION) and state.hands[Space.PROMOTION] == NOBODY:
        if not can_promote_elsewhere(state, board, player):
            fine ^= 1 << Space.PROMOTION
    count = options_of_set(board, Decision.PLACE, np.uint64(fine), ids, count)
    count = list_singles(state, board, player, doubles, ids, count)
    count = list_unchain(state, board, player, ids, count)
    return option(board, Decision.PASS, 0, ids, count)


@rule
def place(state: Any, board: Any, player: Any, space: Any) -> None:
    """Place discs on a space and begin its action."""
    state.step = TurnStep.OVER
    discs = discs_for(state, player, space)
    state.discs[player] = int(state.discs[player]) - discs
    if space <= ACTIONS:
        state.discs_on[space] = discs
        begin_double(space, state, board, player)
    else:
        begin_single(space, state, board, player)


@rule
def pass_turn(state: Any, board: Any, player: Any, value: Any) -> None:
    """End the own action phase for punishment points."""
    state.passed[player] = 1
    state.step = TurnStep.OVER
    punish(state, board, player, int(board.pass_penalty))


RULES = rulebook.Phase(
    Phase.ACTIONS,
    run_actions,
    questions=(
        rulebook.Question(
            Question.TURN,
            list_turn,
            {Decision.PLACE: place, Decision.UNCHAIN: unchain, Decision.PASS: pass_turn},
        ),
    ),
)

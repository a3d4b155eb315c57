"""What a player does not know: the missions of the others and what their trophies are worth.

How many trophies somebody has is public. At the end kept missions and trophies come to light,
missions that were put away never do. Cards that are not drawn yet are drawn by chance, and lie in
no order.
"""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.secrets import (
    FACE_DOWN,
    deal,
    deal_row_of_set,
    leave_out,
    open_deck,
    turn_down,
)
from pixies_env.core.kit.zones import with_card
from pixies_env.core.seam import CHANCE, DECISION, NOTHING, Sight
from pixies_env.taverns.names import NOBODY, ChanceKind, Question
from pixies_env.taverns.state import HAND, KEPT


@rule
def sees(state: Any, board: Any, player: Any) -> Any:
    """Missions dealt, trophies drawn and the choice of a mission are for one player only.

    The mission that is kept comes to light at the end. Which of two trophies came first, and which
    of two missions was dealt first, does not.
    """
    if player == state.player:
        return Sight.AT_ONCE
    if state.waiting == DECISION and state.question == Question.KEEP:
        return Sight.LATER
    if state.waiting == CHANCE and state.player != NOBODY:
        if state.question == ChanceKind.MISSION or state.question == ChanceKind.TROPHY:
            return Sight.NEVER
    return Sight.AT_ONCE


@rule
def revealed(state: Any, board: Any, player: Any) -> Any:
    """Missions that were kept are shown at the end."""
    return 1 if state.waiting == NOTHING else 0


@rule
def hide(state: Any, board: Any, player: Any) -> Any:
    """Turn missions and trophies of the others face down; what they have goes into the decks."""
    is_over = state.waiting == NOTHING
    first = KEPT + 1 if is_over else KEPT
    for other in range(int(state.players)):
        if other == player:
            continue
        for place in range(first, HAND):
            mission = int(state.missions[other, place])
            if mission >= 0:
                state.missions_left = with_card(state.missions_left, mission)
                state.missions[other, place] = FACE_DOWN
        if not is_over:
            turn_down(state.trophies[other])
    if not is_over:
        turn_down(state.trophies_left)
    return 0


@rule
def resample(state: Any, board: Any, player: Any, bits: Any) -> Any:
    """Deal missions and trophies out of all that the player has not seen."""
    hide(state, board, player)
    for other in range(int(state.players)):
        state.missions_left, bits = deal_row_of_set(
            state.missions_left, state.missions[other], bits
        )
    if state.waiting == NOTHING:
        return 0
    open_deck(state.trophies_left, board.trophies)
    leave_out(state.trophies_left, state.trophies[player])
    for other in range(int(state.players)):
        bits = deal(state.trophies_left, state.trophies[other], bits)
    return 0

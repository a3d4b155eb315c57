"""How far a game has come: what the checks of several fields ask."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.limits import GUARDIANS
from pixies_env.havresac.names import Phase
from pixies_env.havresac.places import WORDS
from pixies_env.havresac.state import guardians_in, starter


@rule
def glories(state: Any) -> Any:
    """Glory phases that have passed."""
    if state.phase == Phase.SETUP:
        return 0
    passed = state.phase == Phase.RECRUITMENT or state.phase == Phase.OVER
    return int(state.round_number) - (0 if passed else 1)


@rule
def place_in_order(state: Any, player: Any) -> Any:
    """Place of a player in round order, from 0."""
    return (player - starter(state)) % int(state.players)


@rule
def has_begun(state: Any, player: Any) -> Any:
    """Whether a player has played a token in this round: it is on the board or set aside."""
    if state.phase == Phase.SETUP or state.phase == Phase.SCOUT:
        return False
    if state.phase != Phase.ADVENTURE or place_in_order(state, player) < int(state.turn):
        return True
    if place_in_order(state, player) > int(state.turn):
        return False
    for guardian in range(GUARDIANS):
        if state.idle[player, guardian] != 0:
            return True
    for word in range(WORDS):
        if guardians_in(state, player, word) != 0:
            return True
    return False


@rule
def has_finished(state: Any, player: Any) -> Any:
    """Whether a player has played all tokens of this round."""
    if state.phase == Phase.ADVENTURE:
        return place_in_order(state, player) < int(state.turn)
    return state.phase == Phase.RECRUITMENT or state.phase == Phase.OVER


@rule
def cards_of_round(state: Any, board: Any) -> Any:
    """Cards turned in the scout phase of this round."""
    if state.phase == Phase.SETUP:
        return 0
    return int(state.turned) if state.phase == Phase.SCOUT else int(board.cards_per_round)

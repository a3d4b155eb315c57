"""How far a game has come, as its phase, round and step tell."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import CHANCE, DECISION
from pixies_env.taverns.limits import MAX_ICONS
from pixies_env.taverns.names import ChanceKind, Phase


@rule
def asks(state: Any, question: Any) -> Any:
    """Whether a decision of a kind is due."""
    return state.waiting == DECISION and state.question == question


@rule
def draws_now(state: Any, kind: Any) -> Any:
    """Whether a chance event of a kind is due."""
    return state.waiting == CHANCE and state.question == kind


@rule
def setup_done(state: Any, step: Any, number: Any) -> Any:
    """How many of so many things a step of the set-up has laid by now."""
    if state.phase != Phase.SETUP or state.step > step:
        return number
    return int(state.cursor) if state.step == step else 0


@rule
def has_begun(state: Any) -> Any:
    """Whether there has been a turn."""
    first = state.phase == Phase.ROUND_START and state.round_number == 1
    return state.phase != Phase.SETUP and not first


@rule
def rounds_ended(state: Any) -> Any:
    """Rounds whose end has begun."""
    if state.phase == Phase.SETUP:
        return 0
    return int(state.round_number) - (0 if state.phase == Phase.ROUND_END else 1)


@rule
def seat_in_turn(state: Any) -> Any:
    """Whose turn it is."""
    return (int(state.first_player) + int(state.turn)) % int(state.players)


@rule
def resolving_seat(state: Any) -> Any:
    """Who resolves what an icon brings to everybody, at the end of a round."""
    return (int(state.first_player) + int(state.cursor) - 1) % int(state.players)


@rule
def icon_due(state: Any, board: Any) -> Any:
    """The icon at which the round marker is, NONE if there is none."""
    return int(board.icons[state.round_number, state.icon])


@rule
def turns_taken(state: Any, player: Any) -> Any:
    """Turns of this round that a player has ended."""
    players = int(state.players)
    place = (player - int(state.first_player)) % players
    return (int(state.turn) + players - 1 - place) // players


@rule
def icons_passed(state: Any, board: Any, icon: Any) -> Any:
    """How often the round marker has passed an icon, with what it has brought."""
    passed, ended = 0, rounds_ended(state)
    for number in range(1, ended + 1):
        for place in range(MAX_ICONS):
            if int(board.icons[number, place]) != icon:
                continue
            last = state.phase == Phase.ROUND_END and number == ended
            if not last or place < _icons_brought(state):
                passed += 1
    return passed


@rule
def _icons_brought(state: Any) -> Any:
    """Icons of the round that ends, from the first, whose card has come."""
    if draws_now(state, ChanceKind.RECIPE):
        return 0
    due = draws_now(state, ChanceKind.DRAGON) or draws_now(state, ChanceKind.EVENT)
    return int(state.icon) + (0 if due else 1)

"""The tokens of the Guardians: none is lost, and each lies where it can in its phase."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.invariants.progress import has_begun, has_finished
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.limits import GUARDIANS
from pixies_env.havresac.names import (
    Phase,
)
from pixies_env.havresac.places import WORDS
from pixies_env.havresac.state import guardians_of_kind_in


@rule
def tokens_on_board(state: Any, player: Any, guardian: Any) -> Any:
    """Tokens of one kind on a player's board."""
    tokens = 0
    for word in range(WORDS):
        tokens += count_bits(guardians_of_kind_in(state, player, guardian, word))
    return tokens


@rule
def tokens_owned(state: Any, player: Any, guardian: Any) -> Any:
    """Tokens of one kind that a player has, wherever they are."""
    tokens = int(state.bag[player, guardian]) + int(state.idle[player, guardian])
    if state.guardian == guardian and state.player == player and state.place < 0:
        tokens += 1
    return tokens + tokens_on_board(state, player, guardian)


@rule
def tokens_bought_before(state: Any, board: Any, player: Any, guardian: Any) -> Any:
    """Tokens of one kind that a player bought in earlier rounds; negative if one is missing."""
    tokens = tokens_owned(state, player, guardian) - int(board.starting_bag[guardian])
    # All others are set aside or on the board until the round ends.
    if state.phase == Phase.RECRUITMENT:
        tokens -= int(state.bag[player, guardian])
    return tokens


@rule
def check_tokens(state: Any, board: Any) -> Any:
    """As many as there are; nobody has lost any, or bought one before the first recruitment."""
    for guardian in range(GUARDIANS):
        total = int(state.reserve[guardian])
        if total < 0:
            return Wrong.TOKENS_LOST
        for player in range(int(state.players)):
            if state.bag[player, guardian] < 0 or state.idle[player, guardian] < 0:
                return Wrong.TOKENS_LOST
            total += tokens_owned(state, player, guardian)
        if total != int(board.tokens[guardian]):
            return Wrong.TOKENS_LOST
        for player in range(int(state.players)):
            code = _check_own(state, board, player, guardian)
            if code != Wrong.FINE:
                return code
    return Wrong.FINE


@rule
def _check_own(state: Any, board: Any, player: Any, guardian: Any) -> Any:
    bought = tokens_bought_before(state, board, player, guardian)
    if bought < 0 or (bought > 0 and state.round_number <= 1):
        return Wrong.TOKENS
    if has_finished(state, player) and state.phase != Phase.RECRUITMENT:
        if state.bag[player, guardian] != 0:
            return Wrong.TOKENS
    if not has_begun(state, player):
        if state.idle[player, guardian] != 0:
            return Wrong.TOKENS
        if tokens_on_board(state, player, guardian) != 0:
            return Wrong.TOO_EARLY
    return Wrong.FINE

"""All checks, in an order in which each can rely on those before it."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.havresac.invariants.boards import check_boards, check_seats
from pixies_env.havresac.invariants.chests import check_chests
from pixies_env.havresac.invariants.codes import FINE
from pixies_env.havresac.invariants.creatures import check_creatures
from pixies_env.havresac.invariants.flow import check_faces, check_flow, check_order, check_played
from pixies_env.havresac.invariants.purse import check_gold, check_points
from pixies_env.havresac.invariants.tokens import check_tokens


@rule
def check(state: Any, board: Any) -> Any:
    """0 if everything holds, else an index into ``MESSAGES``."""
    code = check_flow(state, board)
    if code == FINE:
        code = check_faces(state, board)
    if code == FINE:
        code = check_seats(state)
    if code == FINE:
        code = check_order(state)
    if code == FINE:
        code = check_played(state, board)
    if code == FINE:
        code = check_tokens(state, board)
    if code == FINE:
        code = check_chests(state, board)
    if code == FINE:
        code = check_boards(state, board)
    if code == FINE:
        code = check_creatures(state, board)
    if code == FINE:
        code = check_gold(state, board)
    if code == FINE:
        code = check_points(state, board)
    return code

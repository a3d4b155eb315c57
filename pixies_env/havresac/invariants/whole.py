"""All checks, in an order in which each can rely on those before it."""

from pixies_env.core.kit.invariants import check_in_order
from pixies_env.havresac.invariants.boards import check_boards, check_seats
from pixies_env.havresac.invariants.chests import check_chests
from pixies_env.havresac.invariants.creatures import check_creatures
from pixies_env.havresac.invariants.flow import check_faces, check_flow, check_order, check_played
from pixies_env.havresac.invariants.purse import check_gold, check_points
from pixies_env.havresac.invariants.tokens import check_tokens

check = check_in_order(
    __name__,
    (
        check_flow,
        check_faces,
        check_seats,
        check_order,
        check_played,
        check_tokens,
        check_chests,
        check_boards,
        check_creatures,
        check_gold,
        check_points,
    ),
)

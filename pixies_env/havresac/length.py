"""Upper bounds: the number of decisions in a game, for arrays that hold whole games; the score."""

from pixies_env.havresac.board import Board
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import GUARDIANS
from pixies_env.havresac.points import Points


def longest_game(board: Board, night_druid_repairs: int) -> int:
    """No game has more decisions, whatever the players do."""
    tokens = {guardian: getattr(board.guardians, guardian).total for guardian in GUARDIANS}
    # In a round every token is drawn once, and once more for each recall, of which every
    # priestess makes one. A draw has the move, uses of the power, and `done`.
    draws: int = sum(tokens.values()) + tokens["priestess"]
    round_decisions = draws * (2 + night_druid_repairs) + MAX_PLAYERS
    # Each object, and each purchase, is one more.
    objects = MAX_PLAYERS * board.supply.chest_tokens
    return board.supply.rounds * int(round_decisions) + objects + int(sum(tokens.values()))


def highest_score(board: Board) -> int:
    """No final score is higher, as far as sums of the best of everything can tell."""
    points = Points(
        board.cards, board.chests, board.effects, board.glory, board.gains, board.supply
    )
    chests = board.final.opened_chest * board.supply.chest_tokens
    return points.highest_vp() + chests + points.monsters(board.final.monster)

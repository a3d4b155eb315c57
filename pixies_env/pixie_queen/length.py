"""An upper bound on the number of decisions in a game, for arrays that hold whole games."""

from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.catalogue import most_food
from pixies_env.pixie_queen.names import GOODS, GOODS_DISCARDED


def longest_game(board: Board) -> int:
    """No game has more decisions, whatever the players do."""
    setup = board.setup
    players = max(setup.players)
    symbols = len(board.score.mine_symbols)
    points = max(board.dice.punishment)
    pile = max(sum(tiles) for tiles in setup.food_tiles)
    # A mine: peek, two picks and every stone; goods: three to put back; copy: the choice.
    stones = board.supply.stones
    longest_action = max(points, 1 + 2 + stones, GOODS_DISCARDED, 2)
    turns = players * (setup.discs + 1) * (1 + longest_action + points)
    offerings = 1 + players * 4 + players
    free = max(board.skills.free_promotion - 1, 0)
    rewards = most_food(board) + 2 * players + free + 2
    round_decisions = pile + turns + offerings + rewards
    demotions = players * symbols
    return players + setup.rounds * round_decisions + demotions + stones + players


def lowest_score(board: Board) -> int:
    """No final score is further below zero than this: points, stones and most goods together."""
    places = board.setup.chainable_places * board.setup.stones_per_place
    return (
        board.score.out_at
        + most_points_at_once(board)
        + board.penalties.stone_left * places
        + board.penalties.most_of_a_good * len(GOODS)
    )


def most_points_at_once(board: Board) -> int:
    """Punishment points that a player can get by one cause."""
    return max(
        *board.dice.punishment,
        board.penalties.pass_,
        board.penalties.refuse,
        *board.penalties.copy_,
        *board.penalties.slaves,
        *board.tracks.punishment,
    )

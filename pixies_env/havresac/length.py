"""Upper bounds: the number of decisions in a game, for arrays that hold whole games; the score."""

from pixies_env.havresac.board import Board
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import GUARDIANS, MONSTERS


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
    rounds, gains, glory = board.supply.rounds, board.gains, board.glory
    monsters = {monster: len(getattr(board.cards, monster)) for monster in MONSTERS}
    villages = max(glory.village_column)
    once: int = sum(
        getattr(glory.monster, monster) * number for monster, number in monsters.items()
    )
    once += len(board.cards.fairy) * max(glory.fairy_column)
    once += board.chests.cup * board.effects.cup_glory
    # A round gives at most the best column, and what is above the table for all its Glory.
    vp: int = rounds * (max(gains.vp) + gains.vp_per_glory_above * villages)
    vp += gains.vp_per_glory_above * once
    vp += board.effects.night_huntress_vp * sum(monsters.values())
    vp += board.final.opened_chest * board.supply.chest_tokens
    for monster, number in monsters.items():
        vp += getattr(board.final.monster, monster) * number
    return vp

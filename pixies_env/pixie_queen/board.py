"""The printed numbers of Pixie Queen: read from a file, checked, never changed.

>>> board = load_board()
>>> board.tracks.silver_per_gold
(5, 4, 3, 2, 1, 1)
>>> board.pyramid.hand(6)
('apple', 'bread')
"""

from pixies_env.core.kit.board_files import (
    BoardError,
    BoardFormat,
    BoardSource,
    Location,
    PrintedBoard,
)
from pixies_env.pixie_queen.board_checks import CHECKS
from pixies_env.pixie_queen.board_tables import (
    Demands,
    Dice,
    Penalties,
    Pyramid,
    Rewards,
    Score,
    Setup,
    Skills,
    Supply,
    Tracks,
)

__all__ = ["Board", "BoardError", "BoardSource", "load_board"]


class Board(PrintedBoard):
    """All printed numbers. Make one with `load_board`, which checks how they fit each other."""

    pyramid: Pyramid
    tracks: Tracks
    score: Score
    rewards: Rewards
    skills: Skills = Skills()
    dice: Dice
    demands: Demands
    supply: Supply
    penalties: Penalties
    setup: Setup

    def skill_size(self, skill: str) -> int:
        """Size of a permanent skill, by its name."""
        size: int | None = getattr(self.skills, skill)
        return self.rewards.skill_bonus if size is None else size


def _located(table: str, location: Location) -> Location:
    """Icons are kept in a list and written by the number of their action."""
    if table == "pyramid" and location[:1] == ("icons",) and len(location) > 1:
        return ("icons", str(int(location[1]) + 1), *location[2:])
    return location


load_board = BoardFormat(Board, __package__, CHECKS, _located).load
"""Reads the shipped board, a TOML file, or a mapping of the same structure, and checks it."""

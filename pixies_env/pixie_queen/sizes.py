"""The sizes of the permanent skills that studies try, and boards with other ones."""

from collections.abc import Mapping
from typing import Any

from pixies_env.core.game import Size
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.names import SKILLS

TABLE = "skills"
_TRIED = {
    "cheap_gold": range(4),
    "servant_bonus": range(6),
    "ring_bonus": range(6),
    "silver_income": range(4),
    "free_promotion": range(3),
    "slave_mercy": range(3),
}
_SWITCH = range(2)


def sizes_of(board: Board) -> tuple[Size, ...]:
    """Of each skill, in their order."""
    return tuple(_size(skill, board.skill_size(skill)) for skill in SKILLS)


def _size(skill: str, shipped: int) -> Size:
    others = tuple(size for size in _TRIED.get(skill, _SWITCH) if size != shipped)
    return Size(skill, f"{TABLE}.{skill}", shipped, others)


def resized(board: Board, sizes: Mapping[str, int]) -> dict[str, Any]:
    """The structure of the file of a board with other sizes of some skills."""
    content = board.to_mapping()
    standing = f"{', '.join(sizes)}: changed to try it; rulebook"
    return {**content, TABLE: {**content.get(TABLE, {}), **sizes, "standing": standing}}

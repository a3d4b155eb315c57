"""The catalogues of decisions and of chance outcomes, for the numbers of one board."""

from pixies_env.core.catalogue import Catalogue
from pixies_env.havresac.board import Board
from pixies_env.havresac.limits import MAX_CELLS
from pixies_env.havresac.names import (
    DIRECTIONS,
    FACES,
    GUARDIANS,
    MOVEMENT_OBJECTS,
    OBJECTS,
    RANGED_OBJECTS,
    ChanceKind,
    Decision,
)

MOST_ACTIONS = 2 * MAX_CELLS + 28
"""Decisions on the largest map."""


def cell_name(row: int, column: int) -> str:
    """Such as ``r4c5``, counted from 0 at the top left."""
    return f"r{row}c{column}"


def decisions(board: Board) -> Catalogue:
    """Every decision of section 5 of the rules; cells in reading order."""
    cells = [
        (cell_name(row, column),)
        for row in range(board.maps.rows)
        for column in range(board.maps.columns)
    ]
    directions = [(direction,) for direction in DIRECTIONS]
    aims = [(thing, direction) for thing in RANGED_OBJECTS for direction in DIRECTIONS]
    return Catalogue.build(
        [
            (Decision.MOVE, cells, "the Guardian drawn moves to this cell"),
            (
                Decision.RECALL,
                cells,
                "the priestess recalls the Guardian on this cell into the bag",
            ),
            (
                Decision.USE,
                [(thing,) for thing in MOVEMENT_OBJECTS],
                "use this object for the move",
            ),
            (Decision.POWER, directions, "use the power of the Guardian drawn in this direction"),
            (Decision.AIM, aims, "use this object in this direction"),
            (
                Decision.BUY,
                [(guardian,) for guardian in GUARDIANS],
                "recruit one out of the reserve",
            ),
            (Decision.IDLE, [()], "set the Guardian aside: it can neither move nor recall"),
            (Decision.DONE, [()], "leave the Guardian where it stands"),
            (Decision.END, [()], "buy nothing more in this round"),
        ]
    )


def outcomes(board: Board) -> Catalogue:
    """Every chance outcome of section 5 of the rules; cards by label."""
    faces = [(guardian, face) for guardian in GUARDIANS for face in FACES]
    return Catalogue.build(
        [
            (ChanceKind.FACE, faces, "the face of a tile that counts in this game"),
            (
                ChanceKind.CARD,
                [(label,) for _, label in board.cards.in_order()],
                "the scout card turned",
            ),
            (
                ChanceKind.DRAW,
                [(guardian,) for guardian in GUARDIANS],
                "the token drawn from the bag",
            ),
            (ChanceKind.CHEST, [(thing,) for thing in OBJECTS], "the object in the chest opened"),
        ]
    )

"""The catalogues of decisions and of chance outcomes, for the numbers of one board."""

from pixies_env.core.catalogue import Catalogue
from pixies_env.havresac.board import Board
from pixies_env.havresac.names import (
    DIRECTIONS,
    FACES,
    GUARDIANS,
    MOVEMENT_OBJECTS,
    OBJECTS,
    RANGED_OBJECTS,
)

FAMILIES = ("move", "recall", "use", "power", "aim", "buy", "idle", "done", "end")
OUTCOMES = ("face", "card", "draw", "chest")


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
            ("move", cells, "the Guardian drawn moves to this cell"),
            ("recall", cells, "the priestess recalls the Guardian on this cell into the bag"),
            ("use", [(thing,) for thing in MOVEMENT_OBJECTS], "use this object for the move"),
            ("power", directions, "use the power of the Guardian drawn in this direction"),
            ("aim", aims, "use this object in this direction"),
            ("buy", [(guardian,) for guardian in GUARDIANS], "recruit one out of the reserve"),
            ("idle", [()], "set the Guardian aside: it can neither move nor recall"),
            ("done", [()], "leave the Guardian where it stands"),
            ("end", [()], "buy nothing more in this round"),
        ]
    )


def outcomes(board: Board) -> Catalogue:
    """Every chance outcome of section 5 of the rules; cards by creature, then as in the file."""
    faces = [(guardian, face) for guardian in GUARDIANS for face in FACES]
    return Catalogue.build(
        [
            ("face", faces, "the face of a tile that counts in this game"),
            ("card", [(label,) for _, label in board.cards.in_order()], "the scout card turned"),
            ("draw", [(guardian,) for guardian in GUARDIANS], "the token drawn from the bag"),
            ("chest", [(thing,) for thing in OBJECTS], "the object in the chest opened"),
        ]
    )

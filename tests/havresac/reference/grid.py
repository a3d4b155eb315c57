"""The map of one season as a dictionary of cells (section 1, the board)."""

from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]
Cell = tuple[int, int]

DIRECTIONS: dict[str, Cell] = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
GUARDIANS = ["guide", "warrior", "thief", "priestess", "druid", "huntress"]
CREATURES = ["fairy", "fox", "crocodile", "pig"]
MONSTERS = CREATURES[1:]
OBJECTS = ["boots", "sword", "cup", "bow", "feather", "hammer", "net"]


def cell_name(cell: Cell) -> str:
    """``r4c5``."""
    return f"r{cell[0]}c{cell[1]}"


def cell_from(name: str) -> Cell:
    """The inverse of `cell_name`."""
    row, column = name[1:].split("c")
    return int(row), int(column)


def ahead(cell: Cell, direction: str, steps: int = 1) -> Cell:
    """The cell so many steps on in a direction, on the grid or not."""
    down, right = DIRECTIONS[direction]
    return cell[0] + down * steps, cell[1] + right * steps


@dataclass
class Grid:
    """Kinds of cells, and where the labels are."""

    kind: dict[Cell, str]
    label: dict[str, Cell]

    def cells(self, kind: str) -> list[Cell]:
        """All cells of a kind in reading order."""
        return [cell for cell in sorted(self.kind) if self.kind[cell] == kind]

    @property
    def castle(self) -> Cell:
        """The only castle."""
        (castle,) = self.cells("castle")
        return castle


def read_grid(board: Plain, season: str) -> Grid:
    """A map of the board file."""
    signs = {sign: kind for kind, sign in board["legend"].items() if kind != "standing"}
    kind: dict[Cell, str] = {}
    label: dict[str, Cell] = {}
    for row, line in enumerate(board["maps"][season]):
        for column, sign in enumerate(line.split()):
            cell = (row, column)
            if sign in signs:
                kind[cell] = signs[sign]
            else:
                kind[cell] = "grove" if sign.isdigit() else "hut"
                label[sign] = cell
    return Grid(kind, label)

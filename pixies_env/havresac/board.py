"""The printed numbers of Les Gardiens de Havresac: read from a file, checked, never changed.

>>> board = load_board()
>>> board.day.warrior.move
2
>>> board.cell_kind("summer", 4, 5)
'castle'
"""

from pixies_env.core.kit.board_files import (
    BoardError,
    BoardFormat,
    BoardSource,
    PrintedBoard,
)
from pixies_env.havresac.board_checks import CHECKS
from pixies_env.havresac.board_tables import (
    Cards,
    Chests,
    Day,
    Effects,
    Final,
    GainTable,
    GloryTable,
    Guardians,
    Legend,
    Maps,
    Night,
    Quarters,
    Supply,
    Switches,
    is_grove,
    is_hut,
)

__all__ = ["Board", "BoardError", "BoardSource", "load_board"]


class Board(PrintedBoard):
    """All printed numbers. Make one with `load_board`, which checks how they fit each other."""

    legend: Legend
    maps: Maps
    quarters: Quarters
    cards: Cards
    guardians: Guardians
    day: Day
    night: Night
    chests: Chests
    effects: Effects
    glory: GloryTable
    gains: GainTable
    final: Final
    supply: Supply
    switches: Switches

    def sign(self, season: str, row: int, column: int) -> str:
        """Sign of a cell on the map of a season, counted from 0 at the top left."""
        signs: tuple[tuple[str, ...], ...] = getattr(self.maps, season)
        return signs[row][column]

    def cell_kind(self, season: str, row: int, column: int) -> str:
        """Kind of a cell, one of :data:`names.CELL_KINDS`."""
        sign = self.sign(season, row, column)
        if is_hut(sign):
            return "hut"
        if is_grove(sign):
            return "grove"
        return self.legend.signs()[sign]

    def cells(self, season: str, kind: str) -> list[tuple[int, int]]:
        """Rows and columns of all cells of a kind, in reading order."""
        return [
            (row, column)
            for row in range(self.maps.rows)
            for column in range(self.maps.columns)
            if self.cell_kind(season, row, column) == kind
        ]

    def label_cells(self, season: str) -> dict[str, tuple[int, int]]:
        """Row and column of each label."""
        return {
            self.sign(season, row, column): (row, column)
            for kind in ("hut", "grove")
            for row, column in self.cells(season, kind)
        }


load_board = BoardFormat(Board, __package__, CHECKS, named={"easy": "board_easy.toml"}).load
"""Reads and checks the shipped board, ``"easy"``, a TOML file, or a mapping like one."""

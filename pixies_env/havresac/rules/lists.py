"""Options that are cells."""

from typing import Any

from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import option
from pixies_env.havresac.places import WORDS, cell_at, place_in


@rule
def add_all_cells(board: Any, cells: Any, family: Any, ids: Any, count: Any) -> Any:
    """Append the cells of a set, a tuple of its four words."""
    for word in range(WORDS):
        count = add_cells(board, cells[word], word, family, ids, count)
    return count


@rule
def add_cells(board: Any, cells: Any, word: Any, family: Any, ids: Any, count: Any) -> Any:
    """Append the cells in one word of a set as decisions; returns the new number of ids."""
    while cells != 0:
        place = place_in(word, lowest_bit(cells))
        count = option(board, family, cell_at(board, place), ids, count)
        cells = without_lowest(cells)
    return count

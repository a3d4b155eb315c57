"""Small helpers to write the list of legal ids."""

from typing import Any

from pixies_env.core.bits import lowest_bit, without_lowest
from pixies_env.core.compile import rule
from pixies_env.havresac.places import cell_at


@rule
def add(ids: Any, count: Any, entry: Any) -> Any:
    """Append an id; returns the new number of ids."""
    ids[count] = entry
    return count + 1


@rule
def add_cells(board: Any, cells: Any, word: Any, first: Any, ids: Any, count: Any) -> Any:
    """Append the ids of the cells in one word of a set; returns the new number of ids."""
    while cells != 0:
        place = 64 * word + lowest_bit(cells)
        ids[count] = first + cell_at(board, place)
        count += 1
        cells = without_lowest(cells)
    return count

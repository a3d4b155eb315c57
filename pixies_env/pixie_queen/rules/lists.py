"""Options that several questions share."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import options_in
from pixies_env.pixie_queen.names import FOODS, Answer


@rule
def list_foods(state: Any, board: Any, family: Any, ids: Any, count: Any) -> Any:
    """Append the foods that the stock has."""
    return options_in(board, family, state.stock[:FOODS], ids, count)


@rule
def list_owned(state: Any, board: Any, player: Any, family: Any, ids: Any, count: Any) -> Any:
    """Append the goods that a player owns."""
    return options_in(board, family, state.goods[player], ids, count)


@rule
def list_answers(board: Any, family: Any, ids: Any) -> Any:
    """Yes and no."""
    return option(board, family, Answer.NO, ids, option(board, family, Answer.YES, ids, 0))

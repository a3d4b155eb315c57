"""The boards of a run."""

from __future__ import annotations

from collections.abc import Sequence

from pixies_env.core.boards import Boards, draw_boards
from pixies_env.core.game import Game
from pixies_experiments.training.config import BoardList


def boards_of(game: Game, plan: BoardList) -> Boards:
    """The game on its own board first, then on those that a configuration names.

    ValueError if a board cannot be used, or cannot lie beside that of the game.
    """
    games = [game]
    for file in plan.files:
        try:
            games.append(game.with_options(board=file))
        except TypeError as error:
            raise ValueError(f"boards: {game.name} takes no board file: {error}") from error
    if plan.drawn:
        games += draw_boards(game, plan.drawn, plan.seed)
    return Boards(games)


def digests_of(games: Sequence[Game]) -> list[str]:
    """What the boards of a run are known by."""
    return [game.board_digest for game in games]

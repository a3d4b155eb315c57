"""What a game's options and board say about its positions, and where a position stands in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.position import Position, SeatPosition
from pixies_env.havresac.printed import place_of


@dataclass(frozen=True)
class Setting:
    """What a game's options and board say about its positions."""

    board: Board
    season: str
    faces: tuple[str | None, ...]
    """The face of each tile, None where it is drawn."""

    def places(self) -> dict[str, int]:
        """Place of each cell by its name."""
        maps = self.board.maps
        return {
            cell_name(row, column): place_of(row, column)
            for row in range(maps.rows)
            for column in range(maps.columns)
        }

    def cells(self, kind: str) -> list[str]:
        """Names of all cells of a kind, in reading order."""
        return [cell_name(*cell) for cell in self.board.cells(self.season, kind)]


def seats_of(position: Position) -> Sequence[SeatPosition]:
    """Entries of all seats, those left out as at the start."""
    return position.seats or [SeatPosition() for _ in range(position.players)]


def round_of(position: Position, setting: Setting) -> int:
    """The round; left out it is 0 in the set-up, the last when the game is over, else 1."""
    if position.round is not None:
        return position.round
    return {"setup": 0, "over": setting.board.supply.rounds}.get(position.phase, 1)


def player_of(position: Position, setting: Setting) -> int | None:
    """Seat that decides or draws in the adventure phase, or that is said to; None for nobody."""
    if position.waiting.player is not None:
        return position.waiting.player
    if position.phase == "adventure":
        first = (round_of(position, setting) - 1) % position.players
        return (first + (position.turn or 0)) % position.players
    return None


def place_in_order(position: Position, setting: Setting, seat: int) -> int:
    """Place of a seat in round order, from 0."""
    return (seat - round_of(position, setting) + 1) % position.players


def has_begun(position: Position, setting: Setting, seat: int) -> bool:
    """Whether a seat can have played a token in this round."""
    if position.phase == "adventure":
        return place_in_order(position, setting, seat) <= (position.turn or 0)
    return position.phase in ("recruitment", "over")


def has_finished(position: Position, setting: Setting, seat: int) -> bool:
    """Whether a seat has played all tokens of this round."""
    if position.phase == "adventure":
        return place_in_order(position, setting, seat) < (position.turn or 0)
    return position.phase in ("recruitment", "over")


def glories(position: Position, setting: Setting) -> int:
    """Glory phases that have passed."""
    passed = position.phase in ("recruitment", "over")
    return max(round_of(position, setting) - (not passed), 0)


def cards_of_round(position: Position, setting: Setting) -> int:
    """Cards turned in the scout phase of this round."""
    if position.phase == "setup":
        return 0
    return position.turned if position.phase == "scout" else setting.board.cards.per_round


def cards_turned(position: Position, setting: Setting) -> int:
    """Number of cards turned so far."""
    cards = setting.board.cards
    if position.phase == "setup":
        return position.turned
    done = round_of(position, setting) - (position.phase == "scout")
    return cards.setup + cards.per_round * done + position.turned

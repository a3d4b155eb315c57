"""Builds the position that a dictionary describes, and checks that it can be one."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.judge import Judge
from pixies_env.core.kit.remade import Remade
from pixies_env.core.seam import Functions
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.describe import SINGLE_SPACES, position_keys, seat_keys
from pixies_env.pixie_queen.invariants import check
from pixies_env.pixie_queen.names import (
    FOODS,
    GOODS,
    KINDS,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    SKILLS,
    SOURCES,
    VIRTUAL,
    Cube,
    Good,
    Source,
)
from pixies_env.pixie_queen.position import Position, SeatPosition, read_position
from pixies_env.pixie_queen.position_checks import (
    asks_for_offer,
    check_position,
    demands_left,
    food_pile,
    out_of_game,
    rewards_taken,
    seats_of,
    tiles_won,
)
from pixies_env.pixie_queen.position_flow import check_flow
from pixies_env.pixie_queen.position_round import check_round
from pixies_env.pixie_queen.position_seen import Seen
from pixies_env.pixie_queen.restore_flow import set_flow
from pixies_env.pixie_queen.rules import offerings
from pixies_env.pixie_queen.state import STATE, has_virtual
from pixies_env.pixie_queen.violations import Wrong


class Restorer(Remade):
    """Callable that turns a dictionary into a one-element array of the state."""

    def __init__(
        self,
        board: Board,
        printed: np.ndarray,
        functions: Functions,
        catalogues: Iterable[Catalogue],
    ) -> None:
        self._board, self._draft = board, int(printed["draft"][0])
        places = board.setup.chainable_places
        self._keys, self._seat = position_keys(places), seat_keys(places)
        self._judge = Judge(STATE, printed, functions, check, Wrong, catalogues)

    def __call__(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """ValueError if the dictionary is no position, or one that cannot be."""
        position = read_position(mapping)
        check_position(position, self._board)
        state = self._judge.start(position.players)
        start, record = state.copy(), state[0]
        _lay_orders(record, position)
        self._lay_board(record, position)
        self._lay_seats(record, position)
        self._fill_in(record, position)
        set_flow(record, position)
        options = self._judge.options(state)
        seen = Seen(state, self._board)
        check_flow(seen, self._draft)
        check_round(seen, start)
        if seen.asked and options == 0:
            raise ValueError(
                f"waiting.question: nothing is possible here at {seen.asked!r}"
                f" for player {seen.player}"
            )
        return state

    def _lay_board(self, record: Any, position: Position) -> None:
        laid = ("hands", "discs_on", "servant_space", "demand", "announced", "refused", "reason")
        given = {key: getattr(position, key) for key in laid}
        start = self._keys.tell(record)
        given |= {
            "bag": start["bag"] | (position.bag or {}),
            "special_offering_track": start["special_offering_track"]
            | (position.special_offering_track or {}),
            "round": position.round,
            "phase": position.phase,
            "demands_left": demands_left(position, self._board),
            "rewards_taken": rewards_taken(position),
            "copies": len(position.single_spaces.copy_),
        }
        self._keys.lay(record, _said(given))
        SINGLE_SPACES.lay(record, position.single_spaces.model_dump(by_alias=True))
        pile = food_pile(position, self._board)
        record.pile[:] = 0
        record.pile[: len(pile)] = pile[::-1]
        record.pile_size = len(pile)
        for skill in position.skills_on_board:
            record.skill_at[SKILLS.index(skill)] = ON_BOARD
        for seat, amounts in enumerate(position.offers):
            record.offers[seat] = amounts

    def _lay_seats(self, record: Any, position: Position) -> None:
        first = int(record.big_order[0])
        for seat, given in enumerate(seats_of(position)):
            laid = {
                "goods": given.goods,
                "punishment": given.punishment,
                "silver_space": given.silver_space,
                "gold_space": given.gold_space,
                "tiles_won": tiles_won(given),
                "points_from": _points_from(seat, given),
                "discs": given.discs,
                "passed": given.passed,
                "food_tile": given.food_tile,
                "first_servant": given.first_servant,
                "out": given.out,
            }
            if given.out:
                laid |= {"goods": given.goods or {}, "discs": given.discs or 0}
            elif given.goods is None:
                record.goods[seat, Good.HONEY] = self._first_honey(seat, first)
            self._seat.lay(record, _said(laid), seat)
            record.stones[seat] = 0
            if len(given.stones) > record.stones.shape[1]:
                raise ValueError(f"seats.{seat}.stones: at most {record.stones.shape[1]} places")
            record.stones[seat, : len(given.stones)] = given.stones
            if given.skill is not None:
                record.skill_at[SKILLS.index(given.skill)] = seat
            if given.one_use_tile is not None:
                record.one_use_at[ONE_USE_TILES.index(given.one_use_tile)] = seat
        tile = position.extra_slot_tile
        if isinstance(tile, int):
            record.extra_food = tile
        elif tile is not None:
            record.one_use_at[ONE_USE_TILES.index(tile)] = ON_EXTRA_SLOT
        self._check_laid(record, position)

    def _first_honey(self, seat: int, favourite: int) -> int:
        """Honey at the start: none before the order is known, then as printed."""
        if favourite == NOBODY:
            return 0
        setup_table = self._board.setup
        return setup_table.honey_of_favourite if seat == favourite else setup_table.goods.honey

    def _check_laid(self, record: Any, position: Position) -> None:
        """What is easier to see on the board than in the dictionary."""
        lying = [name for name, at in zip(ONE_USE_TILES, record.one_use_at, strict=True) if at < 0]
        if position.one_use_on_board is not None and sorted(position.one_use_on_board) != sorted(
            lying
        ):
            raise ValueError(f"one_use_on_board: by what the players hold it must be {lying}")
        if not asks_for_offer(position):
            return
        for seat in range(position.players):
            owned = [
                record.goods[seat, offerings.good_of_kind(record, kind)] for kind in range(KINDS)
            ]
            if any(record.offers[seat] > owned):
                raise ValueError(f"offers.{seat}: more than player {seat} owns")

    def _fill_in(self, record: Any, position: Position) -> None:
        """Pixies, goods and stones that lie nowhere else."""
        setup_table = self._board.setup
        pixies = setup_table.pixies[setup_table.row(position.players)]
        for seat, given in enumerate(seats_of(position)):
            away = int((record.hands == seat).sum()) + int(record.servant_space == seat)
            away += int(record.tiles_won[seat, Source.FAITHFUL_SERVANT])
            left = 0 if record.out[seat] else pixies - away
            record.mine[seat] = _left_over(f"seats.{seat}.mine", "pixies", left, given.mine)
        away = int((record.hands == VIRTUAL).sum())
        left = (setup_table.virtual_pixies if has_virtual(position.players) else 0) - away
        record.mine[VIRTUAL] = _left_over(
            "virtual_mine", "virtual pixies", left, position.virtual_mine
        )
        for good in range(len(GOODS)):
            lying = int(record.special_track[good]) + int(record.goods[:, good].sum())
            if good >= FOODS:
                lying += int(record.bag[good - FOODS])
            name = GOODS[good]
            left = self._board.supply.each(GOODS)[good] - lying
            given_number = (position.stock or {}).get(name)
            record.stock[good] = _left_over(f"stock.{name}", name, left, given_number)
        drawn = position.pending.stones_drawn if position.pending else 0
        lying = int(record.bag[Cube.STONE]) + int(record.stones.sum())
        left = self._board.supply.stones - lying
        left = _left_over("reserve_stones", "stones", left, position.reserve_stones)
        record.reserve_stones = left - drawn


def _said(given: dict[str, Any]) -> dict[str, Any]:
    """Entries that are not left out; those that are stay as they are at the set-up."""
    return {key: entry for key, entry in given.items() if entry is not None}


def _left_over(key: str, what: str, left: int, given: int | None) -> int:
    """What lies nowhere else; ValueError if that is less than nothing or not what is given."""
    if left < 0:
        raise ValueError(f"{key}: the position has {-left} {what} more than there are")
    if given not in (None, left):
        raise ValueError(f"{key}: {left} {what} lie nowhere else, not {given}")
    return left


def _points_from(seat: int, given: SeatPosition) -> dict[str, int]:
    """Reward points by source; those of which only the sum is given count as others."""
    if given.points_from is None:
        return {} if given.reward_points is None else {SOURCES[Source.OTHER]: given.reward_points}
    points = sum(given.points_from.values())
    if given.reward_points not in (None, points):
        raise ValueError(
            f"seats.{seat}.reward_points: {given.reward_points}, but points_from make {points}"
        )
    return dict(given.points_from)


def _lay_orders(record: Any, position: Position) -> None:
    if position.phase == "setup" and position.small_order == []:
        return
    out = out_of_game(position)
    still_in = [seat for seat in range(position.players) if seat not in out]
    small = still_in if position.small_order is None else position.small_order
    big = small if position.big_order is None else position.big_order
    whole = position.pending.order_of_round if position.pending else big
    record.small_order[: len(small)] = small
    record.big_order[: len(whole)] = whole

"""Builds the position that a dictionary describes, and checks that it can be one."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.compile import kernel
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.invariants import FINE, MESSAGES, check
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    CUBES,
    FAITHFUL_SERVANT,
    FOODS,
    GOODS,
    HONEY,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    OTHER,
    PHASES,
    QUESTIONS,
    REASONS,
    REWARD_SERIES,
    SKILLS,
    SOURCES,
    VIRTUAL,
)
from pixies_env.pixie_queen.position import Pending, Position, SeatPosition, read_position
from pixies_env.pixie_queen.rules import offerings, rewards
from pixies_env.pixie_queen.rules.engine import legal
from pixies_env.pixie_queen.rules.opening import setup
from pixies_env.pixie_queen.state import MAX_FRAMES, STATE


@kernel
def _set_up(states: Any, board: Any, players: Any) -> None:
    setup(states[0], board[0], players)


@kernel
def _examine(states: Any, board: Any, ids: Any) -> Any:
    """Broken invariant, and the number of legal decisions."""
    return check(states[0], board[0]), legal(states[0], board[0], ids)


class Restorer:
    """Callable that turns a dictionary into a one-element array of the state."""

    def __init__(self, board: Board, printed: np.ndarray, actions: int) -> None:
        self._board, self._printed, self._actions = board, printed, actions

    def __call__(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """ValueError if the dictionary is no position, or one that cannot be."""
        position = read_position(mapping)
        if position.players not in self._board.setup.players:
            raise ValueError(
                f"players: this board is for {self._board.setup.players}, not {position.players}"
            )
        state = np.zeros(1, STATE)
        _set_up(state, self._printed, position.players)
        record = state[0]
        _lay_orders(record, position)
        self._lay_board(record, position)
        self._lay_seats(record, position)
        self._fill_in(record, position)
        _set_flow(record, position)
        self._examine(state)
        return state

    def _lay_board(self, record: Any, position: Position) -> None:
        _by_name(record.special_track, GOODS, position.special_offering_track)
        _by_name(record.bag, CUBES, position.bag)
        _by_name(record.demand_left, GOODS[:FOODS], position.demands_left)
        _by_name(record.rewards_taken, REWARD_SERIES, position.rewards_taken)
        if position.demand is not None:
            record.demand = GOODS.index(position.demand)
        if position.food_pile is not None:
            if len(position.food_pile) > len(record.pile):
                raise ValueError(f"food_pile: at most {len(record.pile)} tiles")
            record.pile[:] = 0
            record.pile[: len(position.food_pile)] = position.food_pile[::-1]
            record.pile_size = len(position.food_pile)
        for key, colour in position.hands.items():
            record.hands[_hand(key, "hands")] = VIRTUAL if colour == "virtual" else _or_nobody(colour)
        for key, discs in position.discs_on.items():
            record.discs_on[_hand(key, "discs_on")] = discs
        record.servant_space = _or_nobody(position.servant_space)
        for skill in position.skills_on_board:
            record.skill_at[SKILLS.index(skill)] = ON_BOARD
        used = position.single_spaces
        record.mine_used[used.mine] = 1
        record.tiles_used[used.exchange_tiles] = 1
        record.copy_used[used.copy_] = 1
        record.goods_uses = used.goods
        record.special_used, record.order_used = used.special_offering, used.turn_order
        record.priority = _or_nobody(used.temporary_priority)
        record.copies = position.copies
        record.announced[position.announced] = 1
        record.refused[position.refused] = 1
        if position.offers and len(position.offers) != position.players:
            raise ValueError(f"offers: one entry per seat, {position.players} in all")
        for seat, amounts in enumerate(position.offers):
            record.offers[seat] = amounts

    def _lay_seats(self, record: Any, position: Position) -> None:
        seats = position.seats or [SeatPosition() for _ in range(position.players)]
        if len(seats) != position.players:
            raise ValueError(f"seats: one entry per seat, {position.players} in all")
        first = int(record.big_order[0])
        for seat, given in enumerate(seats):
            if given.goods is not None or given.out:
                record.goods[seat] = 0
                _by_name(record.goods[seat], GOODS, given.goods)
            else:
                favourite = seat == first
                record.goods[seat, HONEY] = (
                    self._board.setup.honey_of_favourite
                    if favourite
                    else self._board.setup.goods.honey
                )
            _lay_points(record, seat, given)
            record.stones[seat] = 0
            if len(given.stones) > record.stones.shape[1]:
                raise ValueError(f"seats.{seat}.stones: at most {record.stones.shape[1]} places")
            record.stones[seat, : len(given.stones)] = given.stones
            if given.skill is not None:
                record.skill_at[SKILLS.index(given.skill)] = seat
            record.food_tile[seat] = given.food_tile or 0
            if given.one_use_tile is not None:
                record.one_use_at[ONE_USE_TILES.index(given.one_use_tile)] = seat
            if given.out:
                record.discs[seat] = 0
            if given.discs is not None:
                record.discs[seat] = given.discs
            record.passed[seat] = given.passed
            record.out[seat] = given.out or 0
        tile = position.extra_slot_tile
        if isinstance(tile, int):
            record.extra_food = tile
        elif tile is not None:
            record.one_use_at[ONE_USE_TILES.index(tile)] = ON_EXTRA_SLOT
        lying = [name for name, at in zip(ONE_USE_TILES, record.one_use_at, strict=True) if at < 0]
        if position.one_use_on_board is not None and sorted(position.one_use_on_board) != sorted(lying):
            raise ValueError(f"one_use_on_board: by what the players hold it must be {lying}")

    def _fill_in(self, record: Any, position: Position) -> None:
        """Pixies, goods and stones that lie nowhere else."""
        seats = position.seats or []
        setup_table = self._board.setup
        pixies = setup_table.pixies[setup_table.row(position.players)]
        for seat in range(position.players):
            given = seats[seat].mine if seats else None
            away = int((record.hands == seat).sum()) + int(record.servant_space == seat)
            away += int(record.tiles_won[seat, FAITHFUL_SERVANT])
            record.mine[seat] = 0 if record.out[seat] else max(pixies - away, 0)
            if given is not None:
                record.mine[seat] = given
        if position.players == 2:
            away = int((record.hands == VIRTUAL).sum())
            record.mine[VIRTUAL] = max(setup_table.virtual_pixies - away, 0)
        if position.virtual_mine is not None:
            record.mine[VIRTUAL] = position.virtual_mine
        for good in range(len(GOODS)):
            lying = int(record.special_track[good]) + int(record.goods[:, good].sum())
            if good >= FOODS:
                lying += int(record.bag[good - FOODS])
            record.stock[good] = max(self._board.supply.as_tuple()[good] - lying, 0)
        _by_name(record.stock, GOODS, position.stock)
        drawn = position.pending.stones_drawn if position.pending else 0
        lying = int(record.bag[2]) + int(record.stones.sum()) + drawn
        record.reserve_stones = max(self._board.supply.stones - lying, 0)
        if position.reserve_stones is not None:
            record.reserve_stones = position.reserve_stones - drawn

    def _examine(self, state: np.ndarray) -> None:
        record = state[0]
        problem, options = _examine(state, self._printed, np.zeros(self._actions, np.int16))
        if problem != FINE:
            raise ValueError(f"this position cannot be: {MESSAGES[problem]}")
        if record.waiting == DECISION and options == 0:
            raise ValueError(
                f"this position cannot be: player {record.player} is asked "
                f"{QUESTIONS[record.question]!r} and has no legal decision"
            )


def _by_name(target: Any, names: tuple[str, ...], given: Mapping[Any, int] | None) -> None:
    for name, number in (given or {}).items():
        target[names.index(name)] = number


def _or_nobody(seat: int | str | None) -> Any:
    return NOBODY if seat is None else seat


def _hand(key: str, where: str) -> int:
    if key not in map(str, range(1, ACTIONS + 1)):
        raise ValueError(f"{where}: {key!r} is no double space, they are 1 to {ACTIONS}")
    return int(key) - 1


def _lay_points(record: Any, seat: int, given: SeatPosition) -> None:
    record.punishment[seat] = given.punishment
    record.silver_space[seat], record.gold_space[seat] = given.silver_space - 1, given.gold_space - 1
    record.first_servant[seat] = given.first_servant or 0
    _by_name(record.tiles_won[seat], REWARD_SERIES, given.tiles_won)
    servants = int(record.tiles_won[seat, FAITHFUL_SERVANT])
    if given.servants is not None and given.tiles_won is None:
        record.tiles_won[seat, FAITHFUL_SERVANT] = given.servants
    elif given.servants not in (None, servants):
        raise ValueError(f"seats.{seat}: {given.servants} servants but {servants} tiles_won of them")
    _by_name(record.points_from[seat], SOURCES, given.points_from)
    points = int(record.points_from[seat].sum())
    if given.reward_points is not None and given.points_from is None:
        record.points_from[seat, OTHER] = given.reward_points
    elif given.reward_points not in (None, points):
        raise ValueError(
            f"seats.{seat}: {given.reward_points} reward_points, but points_from make {points}"
        )


def _lay_orders(record: Any, position: Position) -> None:
    if position.phase == "setup" and position.small_order == []:
        return
    out = {seat for seat, given in enumerate(position.seats or []) if given.out}
    default = [seat for seat in range(position.players) if seat not in out]
    small = default if position.small_order is None else position.small_order
    big = small if position.big_order is None else position.big_order
    whole = position.pending.order_of_round if position.pending else big
    for order, key in ((small, "small_order"), (big, "big_order")):
        if sorted(order) != default:
            raise ValueError(f"{key}: must name each seat that is in once, {default}, not {order}")
    if [seat for seat in whole if seat not in out] != big:
        raise ValueError("pending.order_of_round: must agree with big_order")
    record.small_order[: len(small)] = small
    record.big_order[: len(whole)] = whole


_SIMPLE_STEPS = {
    "turn": ("actions", 0),
    "offer": ("offerings", offerings.OFFER),
    "promotion": ("rewards", rewards.EARNED),
    "final": ("final", 0),
}
"""Questions that a person can put without ``pending``: their phase and its step."""


def _set_flow(record: Any, position: Position) -> None:
    waiting, pending = position.waiting, position.pending
    record.round_number = position.round
    record.phase = PHASES.index(position.phase)
    record.reason = 0 if position.reason is None else REASONS.index(position.reason)
    if waiting.for_ == "nothing":
        record.waiting, record.player, record.question = NOTHING, NOBODY, 0
        if position.phase != "over" or position.reason is None:
            raise ValueError("waiting: only a game that is over, with a reason, waits for nothing")
    else:
        _set_question(record, position)
    if pending is not None:
        _set_pending(record, pending)


def _set_question(record: Any, position: Position) -> None:
    waiting = position.waiting
    kinds = QUESTIONS if waiting.for_ == "decision" else CHANCE_KINDS
    question = waiting.question
    if question is None:
        fitting = [name for name, (phase, _) in _SIMPLE_STEPS.items() if phase == position.phase]
        if not fitting or waiting.for_ != "decision":
            raise ValueError(f"waiting.question: say what is asked in phase {position.phase!r}")
        question = fitting[0]
    if question not in kinds:
        raise ValueError(f"waiting.question: {question!r} is no {waiting.for_}, but {kinds} are")
    record.waiting = DECISION if waiting.for_ == "decision" else CHANCE
    record.question = kinds.index(question)
    record.player = _or_nobody(waiting.player)
    if waiting.player is None and waiting.for_ == "decision":
        record.player = record.big_order[0]
    if waiting.for_ == "decision" and not 0 <= record.player < position.players:
        raise ValueError(f"waiting.player: there is no seat {waiting.player}")
    if position.pending is None:
        _set_simple_flow(record, position, question)


def _set_simple_flow(record: Any, position: Position, question: str) -> None:
    if question == "demand" and position.phase == "offerings":
        record.step, record.cursor = offerings.ANNOUNCE, 0
        return
    if question == "start_order" and position.phase == "setup":
        return
    if _SIMPLE_STEPS.get(question, ("", 0))[0] != position.phase:
        raise ValueError(
            f"pending: is needed for the question {question!r} in phase {position.phase!r}; "
            f"without it can be asked {', '.join(_SIMPLE_STEPS)}, each in its phase"
        )
    if record.out[record.player]:
        raise ValueError(f"waiting.player: player {record.player} is out")
    record.step = _SIMPLE_STEPS[question][1]
    record.cursor = list(record.big_order).index(record.player)
    if question == "promotion":
        record.promotions = record.offers[record.player, 0]


def _set_pending(record: Any, pending: Pending) -> None:
    record.step, record.cursor = pending.step, pending.cursor
    if len(pending.effects) > MAX_FRAMES:
        raise ValueError(f"pending.effects: at most {MAX_FRAMES}")
    for index, frame in enumerate(pending.effects):
        record.frames[index] = frame
    record.frame_count = len(pending.effects)
    record.due, record.picks = pending.due, pending.picks
    record.stones_drawn, record.points_left = pending.stones_drawn, pending.points_left
    record.assigned[: len(pending.assigned)] = pending.assigned
    record.promotions = pending.promotions

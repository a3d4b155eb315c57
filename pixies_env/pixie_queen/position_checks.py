"""What must fit together in a position that a person wrote, before it becomes a state.

Every error names the key. What the invariants of a state say anyway is not repeated here, and what
depends on the course of a round is in :mod:`position_flow` and :mod:`position_round`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pixies_env.core.kit.positions import check_seats
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    FOODS,
    GOODS,
    QUESTIONS,
    REWARD_SERIES,
    Frame,
    Source,
)
from pixies_env.pixie_queen.position import Position, SeatPosition, SingleSpaces

_ASKED_IN = {
    "setup": {"draft", "start_order", "skills", "deal"},
    "steal": {"tile_food"},
    "offerings": {"announce", "demand", "offer", "demote"},
    "rewards": {"promotion", "lift"},
    "punishment": {"demote"},
    "final": {"final"},
    "over": set(),
}
"""Questions and chance events of a phase; all others are of the action phase."""

_LATEST_STEP = {"setup": 2, "steal": 2, "actions": 1, "offerings": 5, "rewards": 4, "punishment": 2}
_BEFORE_DEMAND = ("announce", "demand")
_EFFECTS = range(Frame.DEMOTE, Frame.SPARED)


def check_position(position: Position, board: Board) -> None:
    """ValueError that names the key whose entry does not fit the others."""
    if position.players not in board.setup.players:
        raise ValueError(
            f"players: this board is for {board.setup.players}, not {position.players}"
        )
    for key, entries in (("seats", position.seats), ("offers", position.offers)):
        if entries and len(entries) != position.players:
            raise ValueError(f"{key}: one entry per seat, {position.players} in all")
    _check_seats_exist(position)
    _check_orders(position)
    _check_waiting(position)
    _check_phase(position)
    _check_discs(position, board)
    _check_tiles(position, board)
    _check_servants(position)
    if position.pending is not None:
        _check_pending(position)


def seats_of(position: Position) -> list[SeatPosition]:
    """Entries of all seats, those left out as at the start."""
    return position.seats or [SeatPosition() for _ in range(position.players)]


def asks_for_offer(position: Position) -> bool:
    """Whether the position waits for an offer, which a decision of that phase is by default."""
    waiting = position.waiting
    is_default = waiting.question is None and waiting.for_ == "decision"
    return position.phase == "offerings" and (is_default or waiting.question == "offer")


def out_of_game(position: Position) -> set[int]:
    """Seats of players who are out."""
    return {seat for seat, given in enumerate(seats_of(position)) if given.out}


def _named_seats(position: Position) -> Iterator[tuple[str, Iterable[int | str | None]]]:
    used = position.single_spaces
    yield "hands", position.hands.values()
    yield "servant_space", [position.servant_space]
    yield "single_spaces.mine", used.mine
    yield "single_spaces.exchange_tiles", used.exchange_tiles
    yield "single_spaces.copy", used.copy_
    yield "single_spaces.temporary_priority", [used.temporary_priority]
    yield "announced", position.announced
    yield "refused", position.refused
    yield "waiting.player", [position.waiting.player]
    if position.pending is not None:
        yield "pending.order_of_round", position.pending.order_of_round


def _check_seats_exist(position: Position) -> None:
    for key, seats in _named_seats(position):
        check_seats(key, seats, position.players, once=key != "hands")
    places = sorted(given.out for given in seats_of(position) if given.out)
    if places != list(range(1, len(places) + 1)):
        raise ValueError(f"seats.*.out: must count who went out from 1, not {places}")


def _check_orders(position: Position) -> None:
    if position.phase == "setup" and position.small_order == []:
        return
    out = out_of_game(position)
    still_in = [seat for seat in range(position.players) if seat not in out]
    small = still_in if position.small_order is None else position.small_order
    big = small if position.big_order is None else position.big_order
    for order, key in ((small, "small_order"), (big, "big_order")):
        if sorted(order) != still_in:
            raise ValueError(f"{key}: must name each seat that is in once, {still_in}, not {order}")
    whole = position.pending.order_of_round if position.pending else big
    if [seat for seat in whole if seat not in out] != big:
        raise ValueError(f"pending.order_of_round: must agree with big_order, {big}, not {whole}")


def _check_waiting(position: Position) -> None:
    waiting = position.waiting
    if waiting.for_ == "nothing":
        if position.phase != "over" or position.reason is None:
            raise ValueError("waiting: only a game that is over, with a reason, waits for nothing")
        return
    if position.phase == "over" or position.reason is not None:
        raise ValueError("waiting: a game that is over waits for nothing and alone has a reason")
    if waiting.player in out_of_game(position):
        raise ValueError(f"waiting.player: player {waiting.player} is out")
    if waiting.question is None:
        return
    kinds = QUESTIONS if waiting.for_ == "decision" else CHANCE_KINDS
    if waiting.question not in kinds:
        raise ValueError(
            f"waiting.question: {waiting.question!r} is no {waiting.for_}; these are: "
            f"{', '.join(kinds)}"
        )
    others = set().union(*_ASKED_IN.values()) - {"demote"}
    asked_here = (
        waiting.question not in others
        if position.phase == "actions"
        else waiting.question in _ASKED_IN[position.phase]
    )
    if not asked_here:
        raise ValueError(
            f"waiting.question: {waiting.question!r} does not occur in phase {position.phase!r}"
        )


def _check_phase(position: Position) -> None:
    """What lies on the board in some phases only."""
    of_phases = (
        ("discs_on", any(position.discs_on.values()), ("actions",)),
        ("single_spaces", position.single_spaces != SingleSpaces(), ("actions",)),
        ("announced", bool(position.announced), ("offerings", "rewards")),
        ("refused", bool(position.refused), ("offerings", "rewards")),
        ("offers", any(map(any, position.offers)), ("offerings", "rewards")),
        ("demand", position.demand is not None, ("offerings", "rewards", "punishment")),
        ("servant_space", position.servant_space is not None, ("rewards",)),
    )
    for key, is_there, phases in of_phases:
        # A game that ends when the last opponent goes out stops in the middle of a phase.
        if is_there and position.phase not in (*phases, "over"):
            raise ValueError(f"{key}: must be empty in phase {position.phase!r}")
    if position.phase == "offerings" and position.waiting.question in _BEFORE_DEMAND:
        for key, is_there, _ in of_phases:
            if key in ("offers", "refused", "demand") and is_there:
                raise ValueError(
                    f"{key}: must be empty before the demand is turned, which the question "
                    f"{position.waiting.question!r} precedes"
                )
    needs_demand = position.phase in ("rewards", "punishment") or asks_for_offer(position)
    if position.demand is None and needs_demand:
        raise ValueError(f"demand: is needed, the phase {position.phase!r} follows its turning")
    copies = len(position.single_spaces.copy_)
    if position.copies not in (None, copies):
        raise ValueError(
            f"copies: single_spaces.copy names {copies} players, not {position.copies}"
        )


def _check_discs(position: Position, board: Board) -> None:
    used = position.single_spaces
    placed = sum(position.discs_on.values()) + used.goods
    placed += len(used.mine) + len(used.exchange_tiles) + len(used.copy_)
    placed += used.special_offering + used.turn_order + (used.temporary_priority is not None)
    in_hand = 0
    for given in seats_of(position):
        if not given.out:
            in_hand += board.setup.discs if given.discs is None else given.discs
    if placed + in_hand > board.setup.discs * position.players:
        raise ValueError(
            f"seats.*.discs: {in_hand} discs in hand and {placed} on spaces are more than "
            f"{board.setup.discs} for each player"
        )


def _check_tiles(position: Position, board: Board) -> None:
    skills: dict[str, str] = {}
    one_use: dict[str, str] = {}

    def lay(where: dict[str, str], tile: str, key: str) -> None:
        if tile in where:
            raise ValueError(f"{key}: {tile} is there once and lies at {where[tile]}")
        where[tile] = key

    for seat, given in enumerate(seats_of(position)):
        if given.skill is not None:
            lay(skills, given.skill, f"seats.{seat}.skill")
        if given.one_use_tile is not None:
            lay(one_use, given.one_use_tile, f"seats.{seat}.one_use_tile")
        owned = (given.skill, given.food_tile, given.one_use_tile)
        if given.out and any(entry is not None for entry in owned):
            raise ValueError(f"seats.{seat}.out: who is out has no tiles")
    for skill in position.skills_on_board:
        lay(skills, skill, "skills_on_board")
    if position.extra_slot_tile is not None and "extra_slot" not in skills:
        raise ValueError("extra_slot_tile: the skill extra_slot lies nowhere")
    if position.extra_slot_tile is not None and board.skills.extra_slot == 0:
        raise ValueError("extra_slot_tile: the skill extra_slot has no place on this board")
    if isinstance(position.extra_slot_tile, str):
        lay(one_use, position.extra_slot_tile, "extra_slot_tile")
    for tile in position.one_use_on_board or ():
        lay(one_use, tile, "one_use_on_board")


def food_pile(position: Position, board: Board) -> list[int]:
    """Food tiles on the board, top first: those given, else all that nobody holds."""
    whole = list(board.setup.food_tiles[board.setup.row(position.players)])
    held = {
        f"seats.{seat}.food_tile": given.food_tile
        for seat, given in enumerate(seats_of(position))
        if given.food_tile
    }
    if isinstance(position.extra_slot_tile, int):
        held["extra_slot_tile"] = position.extra_slot_tile
    left = list(whole)
    for key, value in held.items():
        if value not in left:
            raise ValueError(f"{key}: the food tiles are {whole}, there is no other {value}")
        left.remove(value)
    if position.food_pile is None:
        return left
    # Tiles of players who are out have left the game.
    missing = Counter(left) - Counter(position.food_pile)
    foreign = Counter(position.food_pile) - Counter(left)
    if foreign or (missing and not out_of_game(position)):
        raise ValueError(f"food_pile: must hold the tiles that nobody has, {left}")
    return position.food_pile


def rewards_taken(position: Position) -> dict[str, int]:
    """Reward tiles taken of each series: those of all players."""
    taken = dict.fromkeys(REWARD_SERIES, 0)
    for given in seats_of(position):
        for series, number in tiles_won(given).items():
            taken[series] += number
    for series, number in position.rewards_taken.items():
        if number != taken[series]:
            raise ValueError(
                f"rewards_taken.{series}: the players' tiles_won make {taken[series]}, not {number}"
            )
    return taken


def tiles_won(given: SeatPosition) -> dict[str, int]:
    """Reward tiles of a seat by series; ``servants`` alone stand for theirs."""
    won = dict.fromkeys(REWARD_SERIES, 0) | (given.tiles_won or {})
    if given.servants is not None and given.tiles_won is None:
        won[REWARD_SERIES[Source.FAITHFUL_SERVANT]] = given.servants
    return won


def _check_servants(position: Position) -> None:
    firsts = []
    total = rewards_taken(position)[REWARD_SERIES[Source.FAITHFUL_SERVANT]]
    for seat, given in enumerate(seats_of(position)):
        servants = tiles_won(given)[REWARD_SERIES[Source.FAITHFUL_SERVANT]]
        if given.servants not in (None, servants):
            raise ValueError(
                f"seats.{seat}.servants: {given.servants}, but tiles_won has {servants} of them"
            )
        if (servants > 0) != bool(given.first_servant):
            raise ValueError(
                f"seats.{seat}.first_servant: says as which of all servants a player made the "
                f"first own one, and only that; here are {servants} servants"
            )
        if given.first_servant:
            firsts.append(given.first_servant)
    if len(set(firsts)) != len(firsts) or any(first > total for first in firsts):
        raise ValueError(f"seats.*.first_servant: {firsts} cannot be of {total} servants in all")


def demands_left(position: Position, board: Board) -> dict[str, int]:
    """Demand tokens not yet turned; in the first round they follow from the demand."""
    whole = dict(board.demands.tokens)
    turned = max(position.round - 1, 0)
    if position.demand is not None or position.phase == "final":
        turned = position.round
    left = dict(whole if position.demands_left is None else dict.fromkeys(GOODS[:FOODS], 0))
    left |= position.demands_left or {}
    if position.demands_left is None and position.demand is not None:
        left[position.demand] -= 1
    found = sum(whole.values()) - sum(left.values())
    # The last player can be left over before the turning and after it.
    if found != turned and not (position.phase == "over" and found - turned in (0, 1)):
        raise ValueError(
            f"demands_left: {turned} tokens have been turned by now, so it must hold "
            f"{sum(whole.values()) - turned} of {whole}"
        )
    if any(left[food] > whole[food] for food in whole) or min(left.values()) < 0:
        raise ValueError(f"demands_left: must be part of {whole}")
    return left


def _check_pending(position: Position) -> None:
    pending = position.pending
    assert pending is not None
    latest = _LATEST_STEP.get(position.phase, 0)
    if pending.step > latest and position.phase != "over":
        raise ValueError(f"pending.step: is at most {latest} in phase {position.phase!r}")
    if pending.cursor > position.players:
        raise ValueError(f"pending.cursor: {pending.cursor} is no place in big_order")
    if len(pending.assigned) > position.players:
        raise ValueError(f"pending.assigned: one entry per seat, {position.players} in all")
    for index, (kind, player, _, _) in enumerate(pending.effects):
        nobody = -1 if kind == Frame.SHARE else 0
        if kind not in _EFFECTS or not nobody <= player < position.players:
            raise ValueError(
                f"pending.effects.{index}: must begin with a kind 1 to {_EFFECTS[-1]} and a seat"
            )

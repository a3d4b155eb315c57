"""The position in a dictionary with descriptive keys, and the names of ids in a position."""

from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue, format_name
from pixies_env.core.seam import CHANCE, DECISION
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    CUBES,
    FAITHFUL_SERVANT,
    FOODS,
    GOODS,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    PHASES,
    QUESTIONS,
    REASONS,
    REWARD_SERIES,
    SKILLS,
    SOURCES,
    VIRTUAL,
)
from pixies_env.pixie_queen.rules.offerings import KINDS
from pixies_env.pixie_queen.state import skill_of

WAITING = ("decision", "chance", "nothing")


def action_name(actions: Catalogue, state: np.ndarray, action: int) -> str:
    """Name of a decision: seats absolute, the demanded food and the own skill by name."""
    record = state[0]
    verb, arguments = actions.family(action).verb, list(actions.arguments(action))
    if verb == "offer" and arguments[0] == "demanded":
        arguments[0] = GOODS[record.demand] if record.demand >= 0 else "demanded"
    elif verb == "swap" and arguments[0] == "skill":
        own = _plain(skill_of)(record, int(record.player))
        arguments[1] = SKILLS[own] if own >= 0 else "own"
    seats = [_seat(record, argument) for argument in arguments]
    return format_name(verb, seats)


def outcome_name(outcomes: Catalogue, state: np.ndarray, outcome: int) -> str:
    """Name of a chance outcome, which the position does not change."""
    return outcomes.role(outcome)


def _plain(function: Any) -> Any:
    """The Python function behind a compiled one: a single record is cheaper uncompiled."""
    return getattr(function, "py_func", function)


def _seat(record: Any, argument: str) -> str:
    if not argument.startswith("+"):
        return argument
    return str((int(record.player) + int(argument)) % int(record.players))


def audience(state: np.ndarray) -> tuple[int, ...]:
    """Seats that see the event the state waits for: an offer is made in secret."""
    record = state[0]
    if record.waiting == DECISION and QUESTIONS[record.question] == "offer":
        return (int(record.player),)
    return tuple(range(int(record.players)))


def describe(places: int, state: np.ndarray) -> dict[str, Any]:
    """Everything in a position, in plain numbers, texts, lists and dictionaries.

    ``places`` is the number of chainable places of a mine.
    """
    record = state[0]
    players = range(int(record.players))
    return {
        "players": int(record.players),
        "round": int(record.round_number),
        "phase": PHASES[record.phase],
        "waiting": _waiting(record),
        "small_order": [int(seat) for seat in record.small_order if seat != NOBODY],
        "big_order": [
            int(seat) for seat in record.big_order if seat != NOBODY and record.out[seat] == 0
        ],
        "stock": _by_name(GOODS, record.stock),
        "bag": _by_name(CUBES, record.bag),
        "reserve_stones": int(record.reserve_stones) + int(record.stones_drawn),
        "special_offering_track": _by_name(GOODS, record.special_track),
        "food_pile": [int(value) for value in record.pile[: record.pile_size][::-1]],
        "one_use_on_board": [
            tile
            for tile, place in zip(ONE_USE_TILES, record.one_use_at, strict=True)
            if place == ON_BOARD
        ],
        "skills_on_board": [
            skill for skill, place in zip(SKILLS, record.skill_at, strict=True) if place == ON_BOARD
        ],
        "extra_slot_tile": _extra_slot_tile(record),
        "rewards_taken": _by_name(REWARD_SERIES, record.rewards_taken),
        "demands_left": _by_name(GOODS[:FOODS], record.demand_left),
        "demand": GOODS[record.demand] if record.demand >= 0 else None,
        "hands": {str(hand + 1): _colour(record.hands[hand]) for hand in range(ACTIONS)},
        "discs_on": {str(hand + 1): int(record.discs_on[hand]) for hand in range(ACTIONS)},
        "servant_space": _colour(record.servant_space),
        "virtual_mine": int(record.mine[VIRTUAL]),
        "single_spaces": {
            "mine": [seat for seat in players if record.mine_used[seat]],
            "exchange_tiles": [seat for seat in players if record.tiles_used[seat]],
            "copy": [seat for seat in players if record.copy_used[seat]],
            "goods": int(record.goods_uses),
            "special_offering": bool(record.special_used),
            "turn_order": bool(record.order_used),
            "temporary_priority": _colour(record.priority),
        },
        "copies": int(record.copies),
        "announced": [seat for seat in players if record.announced[seat]],
        "offers": [[int(record.offers[seat, kind]) for kind in range(KINDS)] for seat in players],
        "refused": [seat for seat in players if record.refused[seat]],
        "seats": [_describe_seat(record, seat, places) for seat in players],
        "pending": _pending(record),
        "reason": REASONS[record.reason] or None,
    }


def _by_name(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def _colour(colour: Any) -> int | str | None:
    if colour == NOBODY:
        return None
    return "virtual" if colour == VIRTUAL else int(colour)


def _waiting(record: Any) -> dict[str, Any]:
    kinds = {DECISION: QUESTIONS, CHANCE: CHANCE_KINDS}.get(int(record.waiting))
    return {
        "for": WAITING[record.waiting],
        "player": int(record.player) if record.player >= 0 else None,
        "question": kinds[record.question] if kinds else None,
    }


def _extra_slot_tile(record: Any) -> int | str | None:
    if record.extra_food:
        return int(record.extra_food)
    for tile, place in zip(ONE_USE_TILES, record.one_use_at, strict=True):
        if place == ON_EXTRA_SLOT:
            return tile
    return None


def _describe_seat(record: Any, seat: int, places: int) -> dict[str, Any]:
    skill = _plain(skill_of)(record, seat)
    own = [tile for tile, at in zip(ONE_USE_TILES, record.one_use_at, strict=True) if at == seat]
    return {
        "goods": _by_name(GOODS, record.goods[seat]),
        "punishment": int(record.punishment[seat]),
        "reward_points": int(record.points_from[seat].sum()),
        "points_from": _by_name(SOURCES, record.points_from[seat]),
        "tiles_won": _by_name(REWARD_SERIES, record.tiles_won[seat]),
        "silver_space": int(record.silver_space[seat]) + 1,
        "gold_space": int(record.gold_space[seat]) + 1,
        "mine": int(record.mine[seat]),
        "stones": [int(stones) for stones in record.stones[seat, :places]],
        "servants": int(record.tiles_won[seat, FAITHFUL_SERVANT]),
        "first_servant": int(record.first_servant[seat]) or None,
        "skill": SKILLS[skill] if skill >= 0 else None,
        "food_tile": int(record.food_tile[seat]) or None,
        "one_use_tile": own[0] if own else None,
        "discs": int(record.discs[seat]),
        "passed": bool(record.passed[seat]),
        "out": int(record.out[seat]) or None,
    }


def _pending(record: Any) -> dict[str, Any]:
    """What is under way inside the phase: enough to go on from this very point."""
    return {
        "step": int(record.step),
        "cursor": int(record.cursor),
        "order_of_round": [int(seat) for seat in record.big_order if seat != NOBODY],
        "effects": [
            [int(number) for number in frame] for frame in record.frames[: record.frame_count]
        ],
        "due": int(record.due),
        "picks": int(record.picks),
        "stones_drawn": int(record.stones_drawn),
        "points_left": int(record.points_left),
        "assigned": [int(points) for points in record.assigned[: int(record.players)]],
        "promotions": int(record.promotions),
    }

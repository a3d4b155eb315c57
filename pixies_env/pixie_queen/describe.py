"""The position in a dictionary with descriptive keys, and the names of ids in a position."""

from functools import cache
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue, format_name
from pixies_env.core.kit.positions import Keys, tell_waiting
from pixies_env.core.kit.readings import (
    Reading,
    amounts,
    by_name,
    flag,
    flagged_seats,
    lying_at,
    member,
    number_or_none,
    or_none,
    order,
    seat_or_none,
    whole,
)
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    FOODS,
    GOODS,
    HAND_NAMES,
    HANDS,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    QUESTIONS,
    REWARD_SERIES,
    SKILLS,
    VIRTUAL,
    Cube,
    Good,
    OneUseTile,
    Phase,
    Reason,
    Skill,
    Source,
)
from pixies_env.pixie_queen.state import skill_of

_COUNT = whole()
_POINTS = whole(0, 10000)
_SPACE = whole(offset=1)
_SEATS = flagged_seats(MAX_PLAYERS)
_FOODS = amounts(GOODS[:FOODS])
_SERIES = amounts(REWARD_SERIES)
_COLOUR = or_none(
    Reading(
        int | str,
        lambda colour: "virtual" if colour == VIRTUAL else int(colour),
        lambda given: VIRTUAL if given == "virtual" else given,
    ),
    NOBODY,
)
_ONE_USE_LYING, _SKILLS_LYING = (lying_at(tiles, ON_BOARD) for tiles in (OneUseTile, Skill))


def _by_hand(reading: Reading, none: int) -> Reading:
    """What is at each hand; what stands before the first hand stays empty."""
    hands = by_name(HAND_NAMES, reading, none)
    before = [none] * HANDS.start
    return Reading(
        hands.form,
        lambda values: hands.tell(values[HANDS.start :]),
        lambda given: [*before, *hands.lay(given)],
    )


SINGLE_SPACES = Keys(
    {
        "mine": ("mine_used", _SEATS),
        "exchange_tiles": ("tiles_used", _SEATS),
        "copy": ("copy_used", _SEATS),
        "goods": ("goods_uses", _COUNT),
        "special_offering": ("special_used", flag()),
        "turn_order": ("order_used", flag()),
        "temporary_priority": ("priority", seat_or_none()),
    }
)
"""Which single spaces were used this round."""

PENDING = Keys(
    {
        "step": ("step", _COUNT),
        "cursor": ("cursor", whole(NOBODY)),
        "order_of_round": ("big_order", order(MAX_PLAYERS)),
        "effects": lambda record: [
            [int(number) for number in frame] for frame in record.frames[: record.frame_count]
        ],
        "due": lambda record: sum(
            int(due) for due in (record.cubes_due, record.discards_due, record.foods_due)
        ),
        "picks": ("picks", _COUNT),
        "stones_drawn": ("stones_drawn", _COUNT),
        "points_left": ("points_left", _COUNT),
        "assigned": lambda record: record.assigned[: record.players].tolist(),
        "promotions": ("promotions", _COUNT),
    }
)
"""What is under way inside the phase: enough to go on from this very point."""


@cache
def seat_keys(places: int) -> Keys:
    """What belongs to one player, of whose mine so many places can be chained."""
    return Keys(
        {
            "goods": ("goods", amounts(Good)),
            "punishment": ("punishment", _POINTS),
            "reward_points": lambda record, seat: int(record.points_from[seat].sum()),
            "points_from": ("points_from", amounts(Source, 10000)),
            "tiles_won": ("tiles_won", _SERIES),
            "silver_space": ("silver_space", _SPACE),
            "gold_space": ("gold_space", _SPACE),
            "mine": ("mine", _COUNT),
            "stones": lambda record, seat: record.stones[seat, :places].tolist(),
            "servants": lambda record, seat: int(record.tiles_won[seat, Source.FAITHFUL_SERVANT]),
            "first_servant": ("first_servant", number_or_none()),
            "skill": lambda record, seat: _first(lying_at(SKILLS, seat)(record.skill_at)),
            "food_tile": ("food_tile", number_or_none()),
            "one_use_tile": lambda record, seat: _first(
                lying_at(ONE_USE_TILES, seat)(record.one_use_at)
            ),
            "discs": ("discs", _COUNT),
            "passed": ("passed", flag()),
            "out": ("out", number_or_none()),
        }
    )


@cache
def position_keys(places: int) -> Keys:
    """A whole position; ``places`` is the number of chainable places of a mine."""
    seat = seat_keys(places)
    return Keys(
        {
            "players": lambda record: int(record.players),
            "round": ("round_number", _COUNT),
            "phase": ("phase", member(Phase)),
            "waiting": lambda record: tell_waiting(record, QUESTIONS, CHANCE_KINDS),
            "small_order": ("small_order", order(MAX_PLAYERS)),
            "big_order": _big_order,
            "stock": ("stock", amounts(Good)),
            "bag": ("bag", amounts(Cube)),
            "reserve_stones": lambda record: int(record.reserve_stones) + int(record.stones_drawn),
            "special_offering_track": ("special_track", amounts(Good)),
            "food_pile": lambda record: record.pile[: record.pile_size][::-1].tolist(),
            "one_use_on_board": lambda record: _ONE_USE_LYING(record.one_use_at),
            "skills_on_board": lambda record: _SKILLS_LYING(record.skill_at),
            "extra_slot_tile": _extra_slot_tile,
            "rewards_taken": ("rewards_taken", _SERIES),
            "demands_left": ("demand_left", _FOODS),
            "demand": ("demand", member(Good, NOBODY)),
            "hands": ("hands", _by_hand(_COLOUR, NOBODY)),
            "discs_on": ("discs_on", _by_hand(_COUNT, 0)),
            "servant_space": ("servant_space", _COLOUR),
            "virtual_mine": lambda record: int(record.mine[VIRTUAL]),
            "single_spaces": SINGLE_SPACES.tell,
            "copies": ("copies", _COUNT),
            "announced": ("announced", _SEATS),
            "offers": lambda record: record.offers[: record.players].tolist(),
            "refused": ("refused", _SEATS),
            "seats": lambda record: [seat.tell(record, player) for player in range(record.players)],
            "pending": PENDING.tell,
            "reason": ("reason", member(Reason, Reason.NOT_OVER)),
        }
    )


def _first(names: list[str]) -> str | None:
    return names[0] if names else None


def _big_order(record: Any) -> list[int]:
    return [int(seat) for seat in record.big_order if seat != NOBODY and record.out[seat] == 0]


def _extra_slot_tile(record: Any) -> int | str | None:
    if record.extra_food:
        return int(record.extra_food)
    return _first(lying_at(ONE_USE_TILES, ON_EXTRA_SLOT)(record.one_use_at))


def describe(places: int, state: np.ndarray) -> dict[str, Any]:
    """Everything in a position, in plain numbers, texts, lists and dictionaries.

    ``places`` is the number of chainable places of a mine.
    """
    return position_keys(places).tell(state[0])


def action_name(actions: Catalogue, state: np.ndarray, action: int) -> str:
    """Name of a decision: seats absolute, the demanded food and the own skill by name."""
    record = state[0]
    verb, arguments = actions.family(action).verb, list(actions.arguments(action))
    if verb == "offer" and arguments[0] == "demanded":
        arguments[0] = GOODS[record.demand] if record.demand >= 0 else "demanded"
    elif verb == "swap" and arguments[0] == "skill":
        own = skill_of(record, int(record.player))
        arguments[1] = SKILLS[own] if own >= 0 else "own"
    seats = [_seat(record, argument) for argument in arguments]
    return format_name(verb, seats)


def _seat(record: Any, argument: str) -> str:
    if not argument.startswith("+"):
        return argument
    return str((int(record.player) + int(argument)) % int(record.players))

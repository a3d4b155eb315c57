"""The position in a dictionary with descriptive keys, and the names of ids in a position."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from pixies_env.core.kit.positions import Keys, tell_waiting
from pixies_env.core.kit.readings import (
    Reading,
    amounts,
    by_name,
    flag,
    flagged_seats,
    member,
    members,
    or_none,
    order,
    whole,
)
from pixies_env.core.kit.remade import Remade
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.limits import MAX_PLAYERS, MAX_VP
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    GUARDIANS,
    MONSTERS,
    NOTHING_DRAWN,
    NOWHERE,
    QUESTIONS,
    SEASONS,
    UNKNOWN,
    Creature,
    Face,
    Guardian,
    Phase,
    Thing,
)
from pixies_env.havresac.places import STRIDE
from pixies_env.havresac.printed import place_of, words_of
from pixies_env.havresac.state import PLANES


def name_of_place(place: int) -> str:
    """Name of the cell at a place."""
    return cell_name(place // STRIDE, place % STRIDE)


def place_named(cell: str) -> int:
    """Place of the cell of a name."""
    row, column = cell.removeprefix("r").split("c")
    return place_of(int(row), int(column))


def places_in(words: Any) -> list[int]:
    """Places of a set of four words, in reading order."""
    whole = sum(int(word) << (64 * number) for number, word in enumerate(words))
    return [place for place in range(whole.bit_length()) if (whole >> place) & 1]


def occupants_of(record: Any, seat: int) -> dict[int, int]:
    """Occupant of each cell of a board that has one, by place in reading order."""
    numbers: dict[int, int] = {}
    for plane in range(PLANES):
        for place in places_in(record.occupants[seat, plane]):
            numbers[place] = numbers.get(place, 0) + (1 << plane)
    return dict(sorted(numbers.items()))


def _guardians(record: Any, seat: int) -> dict[str, str]:
    return {
        name_of_place(place): GUARDIANS[number - FIRST_GUARDIAN]
        for place, number in occupants_of(record, seat).items()
        if number < FIRST_CREATURE
    }


def _creatures(record: Any, seat: int) -> dict[str, str]:
    return {
        name_of_place(place): CREATURES[number - FIRST_CREATURE]
        for place, number in occupants_of(record, seat).items()
        if number >= FIRST_CREATURE
    }


_COUNT = whole()
_CELL = or_none(Reading(str, name_of_place, place_named), NOWHERE)
_CELLS = Reading(
    list[str],
    lambda words: [name_of_place(place) for place in places_in(words)],
    lambda cells: words_of(map(place_named, cells)),
)

SEAT = Keys(
    {
        "vp": ("vp", whole(0, MAX_VP)),
        "gold": ("gold", whole(0, MAX_VP)),
        "bag": ("bag", amounts(Guardian)),
        "idle": ("idle", amounts(Guardian)),
        "guardians": _guardians,
        "creatures": _creatures,
        "tents": ("tents", _CELLS),
        "repaired": ("repaired", _CELLS),
        "opened": ("opened", _CELLS),
        "gains": ("gains", amounts(Creature)),
        "hunted": ("hunted", amounts(MONSTERS)),
        "fairies": ("fairies", _COUNT),
        "villages_left": ("villages_left", _COUNT),
        "objects": ("objects", amounts(Thing)),
        "closed": ("closed", amounts(Thing)),
        "cups": ("cups", _COUNT),
    }
)
"""What belongs to one player."""

PLAYED = Keys(
    {
        "guardian": ("guardian", member(Guardian)),
        "cell": ("place", _CELL),
        "boots": ("boots", _COUNT),
        "feather": ("feather", flag()),
        "sword": ("sword", flag()),
        "powers": ("powers", _COUNT),
        "found": ("found", member(Thing, NOTHING_DRAWN)),
    }
)
"""The Guardian being played."""


def _played(record: Any) -> dict[str, Any] | None:
    return None if record.guardian == NOTHING_DRAWN else PLAYED.tell(record)


class Describer(Remade):
    """Callable that turns a one-element array of the state into a dictionary."""

    def __init__(self, board: np.ndarray, labels: Iterable[str]) -> None:
        season = SEASONS[board[0].season]
        self.keys = Keys(
            {
                "players": lambda record: int(record.players),
                "season": lambda record: season,
                "round": ("round_number", _COUNT),
                "phase": ("phase", member(Phase)),
                "waiting": lambda record: tell_waiting(record, QUESTIONS, CHANCE_KINDS),
                "turn": ("turn", _COUNT),
                "turned": ("turned", _COUNT),
                "buying_order": ("buying_order", order(MAX_PLAYERS)),
                "stopped": ("stopped", flagged_seats(MAX_PLAYERS)),
                "faces": ("faces", by_name(Guardian, member(Face, UNKNOWN))),
                "reserve": ("reserve", amounts(Guardian)),
                "cards_left": ("cards_left", members(tuple(labels))),
                "played": _played,
                "seats": lambda record: [SEAT.tell(record, seat) for seat in range(record.players)],
            }
        )

    def __call__(self, state: np.ndarray) -> dict[str, Any]:
        """Everything in a position, in plain numbers, texts, lists and dictionaries."""
        return self.keys.tell(state[0])

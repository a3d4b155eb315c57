"""The position in a dictionary with descriptive keys, and the names of ids in a position."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.seam import CHANCE, DECISION
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    FACES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    GUARDIANS,
    MONSTERS,
    NOBODY,
    OBJECTS,
    PHASES,
    QUESTIONS,
    SEASONS,
    UNKNOWN,
)
from pixies_env.havresac.places import STRIDE
from pixies_env.havresac.state import PLANES

WAITING = ("decision", "chance", "nothing")


class Describer:
    """Callable that turns a one-element array of the state into a dictionary."""

    def __init__(self, board: np.ndarray, labels: Iterable[str]) -> None:
        self._board, self._labels = board, tuple(labels)

    def __call__(self, state: np.ndarray) -> dict[str, Any]:
        """Everything in a position, in plain numbers, texts, lists and dictionaries."""
        record = state[0]
        players = range(int(record.players))
        return {
            "players": int(record.players),
            "season": SEASONS[self._board[0].season],
            "round": int(record.round_number),
            "phase": PHASES[record.phase],
            "waiting": _waiting(record),
            "turn": int(record.turn),
            "turned": int(record.turned),
            "buying_order": [int(seat) for seat in record.buying_order if seat != NOBODY],
            "stopped": [seat for seat in players if record.stopped[seat]],
            "faces": {
                guardian: None if face == UNKNOWN else FACES[face]
                for guardian, face in zip(GUARDIANS, record.faces, strict=True)
            },
            "reserve": _by_name(GUARDIANS, record.reserve),
            "cards_left": [
                label
                for card, label in enumerate(self._labels)
                if (int(record.cards_left) >> card) & 1
            ],
            "played": _played(record),
            "seats": [_seat(record, seat) for seat in players],
        }


def action_name(actions: Catalogue, state: np.ndarray, action: int) -> str:
    """Name of a decision; here roles are names already."""
    return actions.role(action)


def outcome_name(outcomes: Catalogue, state: np.ndarray, outcome: int) -> str:
    """Name of a chance outcome."""
    return outcomes.role(outcome)


def name_of_place(place: int) -> str:
    """Name of the cell at a place."""
    return cell_name(place // STRIDE, place % STRIDE)


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


def _by_name(names: tuple[str, ...], numbers: Any) -> dict[str, int]:
    return {name: int(number) for name, number in zip(names, numbers, strict=True)}


def _waiting(record: Any) -> dict[str, Any]:
    kinds = {DECISION: QUESTIONS, CHANCE: CHANCE_KINDS}.get(int(record.waiting))
    return {
        "for": WAITING[record.waiting],
        "player": int(record.player) if record.player >= 0 else None,
        "question": kinds[record.question] if kinds else None,
    }


def _played(record: Any) -> dict[str, Any] | None:
    """The Guardian being played."""
    if record.guardian < 0:
        return None
    return {
        "guardian": GUARDIANS[record.guardian],
        "cell": name_of_place(int(record.place)) if record.place >= 0 else None,
        "boots": int(record.boots),
        "feather": bool(record.feather),
        "sword": bool(record.sword),
        "powers": int(record.powers),
        "found": OBJECTS[record.found] if record.found >= 0 else None,
    }


def _seat(record: Any, seat: int) -> dict[str, Any]:
    occupants = occupants_of(record, seat)
    return {
        "vp": int(record.vp[seat]),
        "gold": int(record.gold[seat]),
        "bag": _by_name(GUARDIANS, record.bag[seat]),
        "idle": _by_name(GUARDIANS, record.idle[seat]),
        "guardians": {
            name_of_place(place): GUARDIANS[number - FIRST_GUARDIAN]
            for place, number in occupants.items()
            if number < FIRST_CREATURE
        },
        "creatures": {
            name_of_place(place): CREATURES[number - FIRST_CREATURE]
            for place, number in occupants.items()
            if number >= FIRST_CREATURE
        },
        "tents": [name_of_place(place) for place in places_in(record.tents[seat])],
        "repaired": [name_of_place(place) for place in places_in(record.repaired[seat])],
        "opened": [name_of_place(place) for place in places_in(record.opened[seat])],
        "gains": _by_name(CREATURES, record.gains[seat]),
        "hunted": _by_name(MONSTERS, record.hunted[seat]),
        "fairies": int(record.fairies[seat]),
        "villages_left": int(record.villages_left[seat]),
        "objects": _by_name(OBJECTS, record.objects[seat]),
        "closed": _by_name(OBJECTS, record.closed[seat]),
        "cups": int(record.cups[seat]),
    }

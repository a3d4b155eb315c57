"""What decisions do and what chance brought, in plain sentences for people at the table."""

from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.seam import CHANCE
from pixies_env.havresac.board import Board
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    GUARDIANS,
    QUESTIONS,
    SEASONS,
    Creature,
    Face,
    Guardian,
    Phase,
)
from pixies_env.havresac.places import STRIDE
from pixies_env.havresac.state import PLANES

_QUESTIONS = {
    "move": "Which cell does the {guardian} move to?",
    "after_move": "Does the {guardian} do anything else?",
    "recruit": "Whom do you recruit? You have {gold} Gold",
}
_CHANCES = {
    "face": "The face of a tile is drawn",
    "card": "A scout card is turned",
    "draw": "A Guardian is drawn from the bag",
    "chest": "A chest is opened",
}
_WAYS = {
    "up": "upwards",
    "right": "to the right",
    "down": "downwards",
    "left": "to the left",
}
_AIMS = {
    "bow": "Shoot the Bow {way}",
    "hammer": "Repair the village two cells {way} with the Hammer",
    "net": "Catch the Fairy two cells {way} with the Net",
}
_KINDS = {
    "plain": "",
    "castle": "the castle",
    "setup": "a set-up space",
    "forest": "a forest",
    "lake": "a lake",
    "village": "a village",
    "chest": "a chest",
    "hut": "hut {sign}",
    "grove": "grove {sign}",
}
"""What a cell is called; the sign is the label on the map."""


def rules_page() -> str:
    """The rules in short."""
    return (Path(__file__).parent / "rules_page.md").read_text(encoding="utf-8")


class Words:
    """The sentences of one game.

    Args:
        board: what is printed.
        record: one-element array of the same for the rules.
        actions: the decisions.
        outcomes: what chance can bring.
    """

    def __init__(
        self, board: Board, record: np.ndarray, actions: Catalogue, outcomes: Catalogue
    ) -> None:
        self._board, self._printed = board, record[0]
        self._actions, self._outcomes = actions, outcomes
        self._season = SEASONS[self._printed.season]
        self._labels = board.label_cells(self._season)
        self._creatures = {label: creature for creature, label in board.cards.in_order()}

    def action(self, state: np.ndarray, action: int) -> str:
        """What a decision does at this position."""
        verb = self._actions.family(action).verb
        said: str = getattr(self, f"_{verb}")(state[0], *self._actions.arguments(action))
        return said

    def outcome(self, state: np.ndarray, outcome: int) -> str:
        """What a chance outcome says."""
        verb = self._outcomes.family(outcome).verb
        said: str = getattr(self, f"_turned_{verb}")(state[0], *self._outcomes.arguments(outcome))
        return said

    def question(self, state: np.ndarray) -> str:
        """What the position waits for."""
        record = state[0]
        if record.waiting == CHANCE:
            return _CHANCES[CHANCE_KINDS[record.question]]
        return _QUESTIONS[QUESTIONS[record.question]].format(
            guardian=GUARDIANS[max(0, record.guardian)], gold=record.gold[record.player]
        )

    def reason(self, state: np.ndarray) -> str:
        """Why the game ended."""
        return "all rounds have been played"

    # ---- decisions

    def _move(self, record: Any, cell: str) -> str:
        mover = f"{GUARDIANS[record.guardian].capitalize()} to {_at(cell)}"
        row, column = _place(cell)
        there = _occupant(record, row * STRIDE + column) - FIRST_CREATURE
        met = ""
        if there >= 0:
            met = (
                f"{'capture' if there == Creature.FAIRY else 'kill'} the {_name(CREATURES[there])}"
            )
        return f"{mover}: {met}" if met else mover + self._found(record, row, column)

    def _found(self, record: Any, row: int, column: int) -> str:
        """What is printed on a cell, and what happens there on arrival."""
        sign = self._board.sign(self._season, row, column)
        kind = self._board.cell_kind(self._season, row, column)
        place, seat = row * STRIDE + column, record.player
        name = _KINDS[kind].format(sign=sign)
        if kind == "village":
            ruined = not _has(record.repaired[seat], place)
            repairs = ruined and record.villages_left[seat] > 0
            return ": repair the village" if repairs else f": {name}"
        if kind == "chest":
            closed = not _has(record.opened[seat], place)
            if closed and record.guardian == Guardian.THIEF:
                return ": open the chest"
            return f": {'a closed' if closed else 'an opened'} chest"
        return f": {name}" if name else ""

    def _recall(self, record: Any, cell: str) -> str:
        row, column = _place(cell)
        there = _occupant(record, row * STRIDE + column) - FIRST_GUARDIAN
        called = f"Recall the {GUARDIANS[there]} from {_at(cell)} into the bag"
        day = record.faces[Guardian.PRIESTESS] == Face.DAY
        return f"{called}, and take the place" if day else called

    def _use(self, record: Any, thing: str) -> str:
        effects = {
            "boots": f"{self._printed.boots_steps} more steps",
            "feather": "cross lakes and forests",
            "sword": "any monster can be killed",
        }
        return f"Use the {thing.capitalize()} for this move: {effects[thing]}"

    def _power(self, record: Any, direction: str) -> str:
        way = _WAYS[direction]
        if record.guardian == Guardian.GUIDE:
            return f"Capture the Fairy two cells {way}"
        if record.guardian == Guardian.DRUID:
            return f"Repair the village two cells {way}"
        return f"Shoot {way}"

    def _aim(self, record: Any, thing: str, direction: str) -> str:
        return _AIMS[thing].format(way=_WAYS[direction])

    def _buy(self, record: Any, guardian: str) -> str:
        kind = GUARDIANS.index(guardian)
        return f"Recruit a {guardian} for {self._printed.costs[record.faces[kind], kind]} Gold"

    def _idle(self, record: Any) -> str:
        return f"Set the {GUARDIANS[record.guardian]} aside: there is nowhere to go"

    def _done(self, record: Any) -> str:
        return f"Leave the {GUARDIANS[record.guardian]} there"

    def _end(self, record: Any) -> str:
        return "Recruit nobody more in this round"

    # ---- chance

    def _turned_face(self, record: Any, guardian: str, face: str) -> str:
        return f"The tile of the {guardian} shows {face.capitalize()}"

    def _turned_card(self, record: Any, label: str) -> str:
        creature = self._creatures[label]
        if record.phase == Phase.SETUP:
            where = f"set-up space {record.turned + 1}"
        else:
            row, column = self._labels[label]
            kind = "grove" if creature == CREATURES[Creature.FAIRY] else "hut"
            where = f"{kind} {label}, row {row}, column {column}"
        return f"Scout card {label}: a {_name(creature)} comes to {where}"

    def _turned_draw(self, record: Any, guardian: str) -> str:
        return f"A {guardian} is drawn from the bag"

    def _turned_chest(self, record: Any, thing: str) -> str:
        return f"The chest holds {'Boots' if thing == 'boots' else f'a {thing.capitalize()}'}"


def _name(creature: str) -> str:
    return creature.capitalize()


def _place(cell: str) -> tuple[int, int]:
    """Row and column of a cell such as ``r4c5``."""
    row, _, column = cell.removeprefix("r").partition("c")
    return int(row), int(column)


def _at(cell: str) -> str:
    return "row {}, column {}".format(*_place(cell))


def _has(words: Any, place: int) -> bool:
    """Whether a set of four words holds a place."""
    return bool((int(words[place >> 6]) >> (place & 63)) & 1)


def _occupant(record: Any, place: int) -> int:
    """Occupant of a cell of the board of the player who decides."""
    planes = record.occupants[record.player]
    return sum(int(_has(planes[plane], place)) << plane for plane in range(PLANES))

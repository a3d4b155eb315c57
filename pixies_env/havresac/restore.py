"""Builds the position that a dictionary describes, and checks that it can be one."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.compile import kernel
from pixies_env.core.kit.judge import Judge
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.havresac.invariants import Wrong, check
from pixies_env.havresac.limits import MAX_PLAYERS, MIN_PLAYERS
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
    UNKNOWN,
)
from pixies_env.havresac.position import Played, WholePosition, WholeSeat, read_position
from pixies_env.havresac.position_checks import check_position
from pixies_env.havresac.position_fill import filled
from pixies_env.havresac.printed import words_of
from pixies_env.havresac.rules.engine import chances, legal
from pixies_env.havresac.rules.opening import setup
from pixies_env.havresac.rules.powers import uses_of_power
from pixies_env.havresac.setting import Setting, player_of
from pixies_env.havresac.state import PLANES, STATE


@kernel
def _powers(states: Any, board: Any, guardian: Any) -> Any:
    return uses_of_power(states[0], board[0], guardian)


class Restorer:
    """Callable that turns a dictionary into a one-element array of the state."""

    def __init__(self, setting: Setting, printed: np.ndarray, actions: int, outcomes: int) -> None:
        self._setting, self._printed = setting, printed
        self._places = setting.places()
        self._judge = Judge(
            STATE,
            printed,
            setup=setup,
            legal=legal,
            chances=chances,
            check=check,
            wrong=Wrong,
            entries=max(actions, outcomes),
        )

    def __call__(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """ValueError if the dictionary is no position, or one that cannot be."""
        written = read_position(mapping)
        if written.players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            raise ValueError(f"players: this game is for 1 to 4, not {written.players}")
        check_position(written, self._setting)
        position = filled(written, self._setting)
        state = self._judge.start(position.players)
        record = state[0]
        self._set_faces(record, position)
        record.round_number = position.round
        record.phase = PHASES.index(position.phase)
        record.turn, record.turned = position.turn, position.turned
        self._turn_cards(record, position)
        self._lay_seats(record, position)
        self._set_reserve(record, position)
        self._set_flow(record, position)
        if position.played is not None:
            self._set_played(state, position.played)
        self._judge.require_possible(state)
        return state

    def _set_faces(self, record: Any, position: WholePosition) -> None:
        for kind, guardian in enumerate(GUARDIANS):
            face = position.faces[guardian]
            record.faces[kind] = UNKNOWN if face is None else FACES.index(face)

    def _turn_cards(self, record: Any, position: WholePosition) -> None:
        labels = [label for _, label in self._setting.board.cards.in_order()]
        record.cards_left = sum(1 << labels.index(label) for label in set(position.cards_left))

    def _lay_seats(self, record: Any, position: WholePosition) -> None:
        for seat, given in enumerate(position.seats):
            record.vp[seat], record.gold[seat] = given.vp, given.gold
            self._lay_board(record, seat, given)
            for numbers, names, there in (
                (record.bag, GUARDIANS, given.bag),
                (record.idle, GUARDIANS, given.idle),
                (record.gains, CREATURES, given.gains),
                (record.hunted, MONSTERS, given.hunted),
                (record.objects, OBJECTS, given.objects),
                (record.closed, OBJECTS, given.closed),
            ):
                numbers[seat] = [there.get(name, 0) for name in names]
            record.fairies[seat] = given.fairies
            record.villages_left[seat] = given.villages_left
            record.cups[seat] = given.cups

    def _lay_board(self, record: Any, seat: int, given: WholeSeat) -> None:
        occupants = {
            self._places[cell]: FIRST_GUARDIAN + GUARDIANS.index(guardian)
            for cell, guardian in given.guardians.items()
        } | {
            self._places[cell]: FIRST_CREATURE + CREATURES.index(creature)
            for cell, creature in given.creatures.items()
        }
        for plane in range(PLANES):
            record.occupants[seat, plane] = words_of(
                place for place, number in occupants.items() if (number >> plane) & 1
            )
        for words, cells in (
            (record.tents, given.tents),
            (record.repaired, given.repaired),
            (record.opened, given.opened),
        ):
            words[seat] = words_of(self._places[cell] for cell in cells)

    def _set_reserve(self, record: Any, position: WholePosition) -> None:
        """What is given, or what the tokens of the players leave."""
        if position.reserve is not None:
            record.reserve[:] = [position.reserve.get(guardian, 0) for guardian in GUARDIANS]
            return
        for kind, guardian in enumerate(GUARDIANS):
            out = int(record.bag[:, kind].sum()) + int(record.idle[:, kind].sum())
            for given in position.seats:
                out += list(given.guardians.values()).count(guardian)
            played = position.played
            out += played is not None and played.cell is None and played.guardian == guardian
            tokens = int(self._printed[0].tokens[kind])
            if out > tokens:
                raise ValueError(f"reserve: there are {tokens} of {guardian}, players have {out}")
            record.reserve[kind] = tokens - out

    def _set_flow(self, record: Any, position: WholePosition) -> None:
        """What the position waits for."""
        waiting, phase = position.waiting, position.phase
        if phase == "recruitment":
            order = position.buying_order
            if order is None:
                starter = (int(record.round_number) - 1) % position.players
                seats = [(starter + turn) % position.players for turn in range(position.players)]
                order = sorted(seats, key=lambda seat: int(record.vp[seat]))
            record.buying_order[: len(order)] = order
            record.stopped[position.stopped] = 1
        default = {
            "setup": (CHANCE, CHANCE_KINDS, "face" if UNKNOWN in record.faces else "card"),
            "scout": (CHANCE, CHANCE_KINDS, "card"),
            "recruitment": (DECISION, QUESTIONS, "recruit"),
            "over": (NOTHING, ("",), ""),
        }.get(phase)
        if default is None:
            played = position.played
            if played is None:
                default = (CHANCE, CHANCE_KINDS, "draw")
            elif waiting.for_ == "chance":
                default = (CHANCE, CHANCE_KINDS, "chest")
            else:
                asked = "move" if played.cell is None else "after_move"
                default = (DECISION, QUESTIONS, asked)
        kind, kinds, question = default
        asked_for = {"decision": DECISION, "chance": CHANCE, "nothing": NOTHING}
        if waiting.for_ is not None and asked_for[waiting.for_] != kind:
            raise ValueError(
                f"waiting.for: the rest of the position asks for {question or 'nothing'}"
            )
        if waiting.question not in (None, question):
            raise ValueError(
                f"waiting.question: the rest of the position asks for {question!r}, "
                f"not {waiting.question!r}"
            )
        record.waiting, record.question = kind, kinds.index(question)
        player = player_of(position, self._setting)
        if phase == "recruitment" and player is None:
            player = int(record.buying_order[record.turn])
        record.player = NOBODY if player is None else player

    def _set_played(self, state: np.ndarray, played: Played) -> None:
        record = state[0]
        record.guardian = GUARDIANS.index(played.guardian)
        record.boots, record.feather, record.sword = played.boots, played.feather, played.sword
        record.powers = (
            _powers(state, self._printed, int(record.guardian))
            if played.powers is None
            else played.powers
        )
        if played.cell is not None:
            record.place = self._places[played.cell]
        if played.found is not None:
            record.found = OBJECTS.index(played.found)

"""Builds the position that a dictionary describes, and checks that it can be one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.kit.judge import Judge
from pixies_env.core.kit.remade import Remade
from pixies_env.core.seam import CHANCE, DECISION, NOTHING, Functions
from pixies_env.havresac.describe import PLAYED, SEAT, Describer, place_named
from pixies_env.havresac.invariants import Wrong, check
from pixies_env.havresac.limits import MAX_PLAYERS, MIN_PLAYERS
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    GUARDIANS,
    NOBODY,
    QUESTIONS,
    UNKNOWN,
)
from pixies_env.havresac.position import Played, WholePosition, WholeSeat, read_position
from pixies_env.havresac.position_checks import check_position
from pixies_env.havresac.position_fill import filled
from pixies_env.havresac.printed import words_of
from pixies_env.havresac.rules.powers import uses_of_power
from pixies_env.havresac.setting import Setting, player_of
from pixies_env.havresac.state import PLANES, STATE


@kernel
def _powers(states: Any, board: Any, guardian: Any) -> Any:
    return uses_of_power(states[0], board[0], guardian)


class Restorer(Remade):
    """Callable that turns a dictionary into a one-element array of the state."""

    def __init__(
        self,
        setting: Setting,
        printed: np.ndarray,
        describer: Describer,
        functions: Functions,
        catalogues: Iterable[Catalogue],
    ) -> None:
        self._setting, self._printed, self._keys = setting, printed, describer.keys
        self._judge = Judge(STATE, printed, functions, check, Wrong, catalogues)

    def __call__(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """ValueError if the dictionary is no position, or one that cannot be."""
        written = read_position(mapping)
        if written.players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            raise ValueError(f"players: this game is for 1 to 4, not {written.players}")
        check_position(written, self._setting)
        position = filled(written, self._setting)
        state = self._judge.start(position.players)
        record = state[0]
        laid = ("round", "phase", "turn", "turned", "faces", "cards_left")
        self._keys.lay(record, {key: getattr(position, key) for key in laid})
        self._lay_seats(record, position)
        self._set_reserve(record, position)
        self._set_flow(record, position)
        if position.played is not None:
            self._set_played(state, position.played)
        self._judge.require_possible(state)
        return state

    def _lay_seats(self, record: Any, position: WholePosition) -> None:
        for seat, given in enumerate(position.seats):
            SEAT.lay(record, {key: getattr(given, key) for key in SEAT.fields}, seat)
            for plane in range(PLANES):
                record.occupants[seat, plane] = words_of(
                    place_named(cell) for cell, number in _occupants(given) if (number >> plane) & 1
                )

    def _set_reserve(self, record: Any, position: WholePosition) -> None:
        """What is given, or what the tokens of the players leave."""
        if position.reserve is not None:
            self._keys.lay(record, {"reserve": position.reserve})
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
        given = {key: getattr(played, key) for key in PLAYED.fields}
        if played.powers is None:
            guardian = GUARDIANS.index(played.guardian)
            given["powers"] = _powers(state, self._printed, guardian)
        PLAYED.lay(state[0], given)


def _occupants(given: WholeSeat) -> Iterator[tuple[str, int]]:
    """Cells and what stands there, as :mod:`state` numbers it."""
    for cell, guardian in given.guardians.items():
        yield cell, FIRST_GUARDIAN + GUARDIANS.index(guardian)
    for cell, creature in given.creatures.items():
        yield cell, FIRST_CREATURE + CREATURES.index(creature)

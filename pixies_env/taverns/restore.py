"""Builds the position that a dictionary describes, and checks that it can be one.

Keys are those of :class:`describe.Describer`. Left out may be everything but ``players``: what
stands for it fits the rest, see :mod:`position_fill`.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.judge import Judge
from pixies_env.core.kit.positions import Waiting, check_seats, lay_waiting
from pixies_env.core.kit.remade import Remade
from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.core.kit.written import Written, among, read
from pixies_env.core.seam import Functions
from pixies_env.taverns.describe import HUNT, SUBJECTS, TURN, Describer
from pixies_env.taverns.invariants import Wrong, check
from pixies_env.taverns.limits import MAX_ICONS, MAX_PLAYERS, MIN_PLAYERS, VALUES
from pixies_env.taverns.names import CHANCE_KINDS, MINIONS, NONE, QUESTIONS
from pixies_env.taverns.position_fill import begin, complete
from pixies_env.taverns.state import FRAMES, STATE

Given = dict[str, Any]
"""What is written, by key; what is left out is not there."""


class Restorer(Remade):
    """Callable that turns a dictionary into a one-element array of the state."""

    def __init__(
        self,
        printed: np.ndarray,
        describer: Describer,
        functions: Functions,
        catalogues: Iterable[Catalogue],
    ) -> None:
        self._printed, self._describer = printed, describer
        self._judge = Judge(STATE, printed, functions, check, Wrong, catalogues)

    @cached_property
    def _form(self) -> type[Written]:
        """Model of a position, made for the first one: games are made far more often than read."""
        describer = self._describer
        minion: Any = describer.minion.form("MinionPosition")
        seat: Any = describer.seat.form(
            "SeatPosition", minions=(dict[Annotated[str, among(MINIONS)], minion], {})
        )
        return describer.keys.form(
            "Position",
            players=(int, ...),
            subject=(
                Annotated[int, Field(ge=1, le=VALUES)]
                | Annotated[str, among(tuple(SUBJECTS))]
                | None,
                None,
            ),
            waiting=(Waiting, None),
            turn=(TURN.form("TurnPosition"), None),
            hunt=(HUNT.form("HuntPosition"), None),
            effects=(list[describer.interrupted.form], []),  # type: ignore[name-defined]
            seats=(list[seat], None),
        )

    def __call__(self, mapping: Mapping[str, Any]) -> np.ndarray:
        """ValueError if the dictionary is no position, or one that cannot be."""
        given = _said(read(self._form, mapping, "position"))
        players = given["players"]
        if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            raise ValueError(
                f"players: this game is for {MIN_PLAYERS} to {MAX_PLAYERS}, not {players}"
            )
        seats = [_said(seat) for seat in given.get("seats", [None] * players)]
        if len(seats) != players:
            raise ValueError(f"seats: one entry per seat, {players} in all, not {len(seats)}")
        _check_seats_exist(given, players)
        state = self._judge.start(players)
        record, board = state[0], self._printed[0]
        if given.get("phase") != "setup":
            begin(record, board)
        self._lay(record, given, seats)
        if "waiting" in given:
            lay_waiting(record, given["waiting"], QUESTIONS, CHANCE_KINDS)
        _check_known(record)
        _check_round(record, board)
        complete(record, board, given, seats)
        self._judge.require_possible(state)
        return state

    def _lay(self, record: Any, given: Given, seats: list[Given]) -> None:
        describer = self._describer
        describer.keys.lay(record, given)
        TURN.lay(record, _said(given.get("turn")))
        HUNT.lay(record, _said(given.get("hunt")))
        for seat, own in enumerate(seats):
            describer.seat.lay(record, own, seat)
            for name, minion in own.get("minions", {}).items():
                describer.minion.lay(record, _said(minion), seat, MINIONS.index(name))
        subject = given.get("subject")
        record.subject = NONE if subject is None else SUBJECTS.get(subject, subject)
        effects = given.get("effects", [])
        if len(effects) > FRAMES:
            raise ValueError(f"effects: at most {FRAMES}, not {len(effects)}")
        for place, effect in enumerate(effects):
            record.frames[place] = describer.interrupted.lay(effect)
        record.frame_count = len(effects)


def _said(form: Written | None) -> Given:
    """What is written in a form, by key."""
    return {} if form is None else {key: getattr(form, key) for key in form.model_fields_set}


def _check_seats_exist(given: Given, players: int) -> None:
    check_seats("first_player", [given.get("first_player")], players)
    check_seats("bank", given.get("bank", {}).values(), players, once=False)
    check_seats(
        "effects", [effect.player for effect in given.get("effects", [])], players, once=False
    )


def _check_known(record: Any) -> None:
    """ValueError if a card lies face down: who has only that cannot play on."""
    for seat in range(int(record.players)):
        for key, hidden in (
            ("missions", FACE_DOWN in record.missions[seat]),
            ("trophies", record.trophies[seat, -1] != 0),
        ):
            if hidden:
                raise ValueError(
                    f"seats.{seat}.{key}: say which, none lies face down in a position"
                )
    if record.trophies_left[-1] != 0:
        raise ValueError("trophies_left: say which, none lies face down in a position")


def _check_round(record: Any, board: Any) -> None:
    """ValueError if there is no such round, icon or first player."""
    if not 0 <= record.round_number <= board.rounds:
        raise ValueError(f"round: a game has {board.rounds}, not {record.round_number}")
    if record.icon >= MAX_ICONS:
        raise ValueError(f"icon: at most {MAX_ICONS - 1}, not {record.icon}")

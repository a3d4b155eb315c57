"""One game in Python, for notebooks, tools and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from pixies_env.core import single
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.events import Event, events_of, first_position
from pixies_env.core.game import Game
from pixies_env.core.inputs import (
    LANES,
    check_count,
    check_seat,
    check_seed,
    resolve_game,
)
from pixies_env.core.options import takes_game_options
from pixies_env.core.seam import CHANCE, NOBODY
from pixies_env.core.settling import IMPOSSIBLE
from pixies_env.core.states.position import Position
from pixies_env.core.states.prompts import prompt_of
from pixies_env.core.states.scripts import (
    AUTO,
    MANUAL,
    Script,
    check_chance,
    compile_script,
    impossible_script,
)
from pixies_env.core.states.storage import (
    StoredState,
    state_from_bytes,
    state_from_json,
    state_to_bytes,
    state_to_json,
)

_IMAGINED_LANE = LANES - 1
"""Lane of games that a player imagines: their chance is not that of any true game."""

_WAITING, _PLAYER, _QUESTION = 1, 2, 3
"""Places in the header, see :func:`pixies_env.core.seam.header_fields`."""


class State(Position):
    """One game: ask it, play it, copy it, store it, look at it as one of its players.

    With ``chance="auto"`` chance events are drawn as soon as they are due, exactly as the batch
    draws them in the lane and episode named. With ``chance="manual"`` the state waits at each of
    them for :meth:`apply_chance` or :meth:`draw`.

    Two states are equal, and hash alike, if they are the same position of the same game,
    whatever their history and random stream.

    Args:
        game: a :class:`Game`, or the name of one; then further keywords are its options.
        num_players: seats of the game.
        seed: 0 to 2**64 - 1; with ``lane`` and ``episode`` it names the game's random stream.
        script: outcomes of chance events, see :data:`Script`.
        chance: ``auto`` or ``manual``.

    Raises:
        TypeError, ValueError: an argument is not as described.
    """

    @takes_game_options
    def __init__(
        self,
        game: Game | str,
        num_players: int,
        seed: int = 0,
        *,
        script: Script | None = None,
        chance: str = AUTO,
        lane: int = 0,
        episode: int = 0,
        **game_options: Any,
    ) -> None:
        game = resolve_game(game, game_options)
        players = game.check_players(num_players)
        state = np.zeros(1, game.state_dtype)
        stream = np.zeros(1, game.stream_dtype)
        lane = check_count("lane", lane, 0, LANES - 1)
        episode = check_count("episode", episode, 0, LANES - 1)
        single.begin_stream(stream, check_seed(seed), lane, episode)
        single.set_up(game, state, players)
        self._fill(game, state, stream, compile_script(game, script), check_chance(chance))
        self._settle()

    def _fill(
        self,
        game: Game,
        state: np.ndarray,
        stream: np.ndarray,
        script: np.ndarray,
        chance: str,
        *,
        start: bytes | None = None,
        log: Iterable[int] = (),
        stripped_for: int = NOBODY,
    ) -> State:
        self.game = game
        self.chance = chance
        self._state = state
        self._stream = stream
        self._script = script
        self._header = state.view(np.int8)[:4]
        # Where the history begins: None is the set-up, otherwise the bytes of a position.
        self._start = start
        # Decisions as their ids, chance outcomes as ``~id``.
        self._log = list(log)
        self._stripped_for = stripped_for
        self._ids: np.ndarray | None = None
        return self

    @classmethod
    def begun(
        cls,
        game: Game,
        players: int,
        stream: np.ndarray,
        script: np.ndarray,
        chance: str = AUTO,
    ) -> State:
        """The first position of the game that a stream names, as kernels begin it."""
        state = np.zeros(1, game.state_dtype)
        single.set_up(game, state, players)
        self = cls.__new__(cls)._fill(game, state, single.copied(stream), script, chance)
        self._settle()
        return self

    @classmethod
    def from_arrays(
        cls,
        game: Game,
        state: np.ndarray,
        stream: np.ndarray | None = None,
        script: np.ndarray | None = None,
        *,
        chance: str = AUTO,
        stripped_for: int = NOBODY,
    ) -> State:
        """Copy of a one-element array of a position; its history begins there.

        ``stripped_for`` is the seat from which the position was hidden, if it was.
        """
        if stream is None:
            stream = np.zeros(1, game.stream_dtype)
            single.begin_stream(stream, 0, 0, 0)
        if script is None:
            script = compile_script(game, None)
        state = single.copied(np.ascontiguousarray(state, dtype=game.state_dtype).reshape(1))
        return cls.__new__(cls)._fill(
            game,
            state,
            single.copied(stream),
            script,
            check_chance(chance),
            start=state.tobytes(),
            stripped_for=stripped_for,
        )

    @classmethod
    @takes_game_options
    def from_dict(
        cls, game: Game | str, mapping: Mapping[str, Any], *, chance: str = AUTO, **options: Any
    ) -> State:
        """The position that a dictionary as of :meth:`as_dict` describes, checked by the game.

        ValueError says what is missing or does not fit. A chance event that is due is left to
        :meth:`draw` or the next :meth:`settle`.
        """
        game = resolve_game(game, options)
        return cls.from_arrays(game, game.notation.restore(mapping), chance=chance)

    # ---- play

    def apply(self, action: int | str) -> State:
        """Carry out a legal decision, by id or by name; returns the state itself.

        Raises:
            IllegalActionError: it is not legal here; names it, the player and what is legal.
            TypeError: neither id nor name. In both cases nothing has changed.
        """
        self._require_known(NOBODY, "what playing on needs")
        entry = self.action_id(action)
        backup = self._backup()
        single.apply_action(self.game, self._state, entry)
        self._log.append(entry)
        self._ids = None
        self._settle(backup)
        return self

    def skip_forced(self) -> State:
        """Carry out decisions as long as there is one option only."""
        while len(self.legal_actions()) == 1:
            self.apply(int(self.legal_actions()[0]))
        return self

    def apply_chance(self, outcome: int | str) -> State:
        """Carry out a possible chance outcome, by id or by name; returns the state itself.

        IllegalActionError if it is not possible here, TypeError if it is neither id nor name;
        nothing has changed then.
        """
        entry = self.outcome_id(outcome)
        backup = self._backup()
        kind, owner = int(self._header[_QUESTION]), int(self._header[_PLAYER])
        single.count_chance(self._stream, kind, owner)
        single.apply_outcome(self.game, self._state, entry)
        self._log.append(~entry)
        self._ids = None
        self._settle(backup)
        return self

    def draw(self) -> str:
        """Draw the chance event that is due from the random stream; returns its name."""
        if self._header[_WAITING] != CHANCE:
            raise IllegalActionError(f"no chance event is due: the game waits for {self.waiting}")
        self._require_known(NOBODY, "its chance outcomes")
        backup = self._backup()
        before = single.copied(self._state)
        name = self.game.notation.outcome_name(before, self._draw(backup))
        self._settle(backup)
        return name

    def settle(self) -> State:
        """Draw all chance events that are due; returns the state itself."""
        while self._header[_WAITING] == CHANCE:
            self.draw()
        return self

    def _draw(self, backup: tuple[np.ndarray, np.ndarray, int] | None) -> int:
        outcome = single.draw_outcome(self.game, self._state, self._stream, self._script)
        if outcome == IMPOSSIBLE:
            error = impossible_script(
                self.game, self._state, self._stream, self._script, f"event {len(self._log) + 1}"
            )
            if backup is not None:
                self._state[:], self._stream[:] = backup[0], backup[1]
                del self._log[backup[2] :]
                self._ids = None
            raise error
        self._log.append(~outcome)
        self._ids = None
        return outcome

    def _settle(self, backup: tuple[np.ndarray, np.ndarray, int] | None = None) -> None:
        if self.chance != MANUAL and self._stripped_for == NOBODY:
            while self._header[_WAITING] == CHANCE:
                self._draw(backup)

    def _backup(self) -> tuple[np.ndarray, np.ndarray, int] | None:
        """Only a script can fail after a legal decision."""
        if not self._script.size:
            return None
        return single.copied(self._state), single.copied(self._stream), len(self._log)

    # ---- copies

    def hidden_from(self, player: int) -> State:
        """Copy without what a seat does not know; equal for positions it cannot tell apart.

        It can be looked at as that seat, but not played on: fill it in with :meth:`resampled`.
        """
        seat = check_seat(player, self.num_players)
        self._require_known(seat, "what others know")
        state = single.copied(self._state)
        single.hide_from(self.game, state, seat)
        return State.from_arrays(self.game, state, chance=self.chance, stripped_for=seat)

    def resampled(self, player: int, bits: int | np.random.Generator) -> State:
        """Copy in which what a seat does not know is drawn anew, consistent with what it knows.

        ``bits`` is an integer of 64 random bits, or a generator to take them from. The copy has
        a random stream of its own, so nothing in it tells how the true game will go on.
        """
        seat = check_seat(player, self.num_players)
        self._require_known(seat, "what others know")
        if isinstance(bits, np.random.Generator):
            bits = int(bits.integers(0, 2**64, dtype=np.uint64))
        bits = check_seed(bits)
        state = single.copied(self._state)
        single.hide_from(self.game, state, seat)
        single.resample_for(self.game, state, seat, bits)
        copy = State.from_arrays(self.game, state, chance=self.chance)
        single.begin_stream(copy._stream, bits, _IMAGINED_LANE, seat)
        return copy

    def clone(self) -> State:
        """Independent copy: position, history and random stream."""
        return State.__new__(State)._fill(
            self.game,
            single.copied(self._state),
            single.copied(self._stream),
            self._script,
            self.chance,
            start=self._start,
            log=self._log,
            stripped_for=self._stripped_for,
        )

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        kept = self.__dict__.copy()
        del kept["_header"], kept["_ids"]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._header = self._state.view(np.int8)[:4]
        self._ids = None

    # ---- for language models

    def prompt(self, seat: int | None = None) -> str:
        """What a language model needs to play a seat, as one text; by default the seat to move.

        The rules in brief with the printed numbers that matter, the position and the question in
        words, and the legal decisions, numbered from 1 in the order of :meth:`legal_actions`. It
        tells what the seat knows and nothing else, and is the same for positions that the seat
        cannot tell apart.
        """
        if seat is None:
            seat = max(self.player, 0)
        return prompt_of(self.hidden_from(seat), int(seat))

    # ---- history and storage

    @property
    def history(self) -> list[Event]:
        """Decisions and chance events since the history began, by name.

        RuntimeError if the state is stripped to what one seat knows.
        """
        self._require_known(NOBODY, "its history")
        first = first_position(self.game, self.num_players, self._start)
        return list(events_of(self.game, first, self._log))

    def to_bytes(self) -> bytes:
        """Position, history and random stream, with the game's digests and a checksum."""
        return state_to_bytes(self._stored())

    @classmethod
    def from_bytes(cls, data: bytes, game: Game | None = None) -> State:
        """What :meth:`to_bytes` wrote; a game that is not registered must be handed over.

        ForeignGameError or DamagedDataError says why the data are not accepted.
        """
        return cls._restored(state_from_bytes(data, game))

    def to_json(self) -> str:
        """The same as readable JSON."""
        return state_to_json(self._stored())

    @classmethod
    def from_json(cls, text: str, game: Game | None = None) -> State:
        """What :meth:`to_json` wrote; errors as of :meth:`from_bytes`."""
        return cls._restored(state_from_json(text, game))

    def _stored(self) -> StoredState:
        return StoredState(
            self.game,
            self._state,
            self._stream,
            self._script,
            self.chance,
            self._start,
            self._log,
            self._stripped_for,
        )

    @classmethod
    def _restored(cls, stored: StoredState) -> State:
        return cls.__new__(cls)._fill(**stored._asdict())

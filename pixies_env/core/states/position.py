"""What can be asked of one position in Python."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from pixies_env.core import single
from pixies_env.core.errors import IllegalActionError, did_you_mean, listed, shown
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import check_count, check_seat, whole_number
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, Sight, Waiting
from pixies_env.core.words import count_players

if TYPE_CHECKING:
    from pixies_env.core.events import Event

_WAITING, _PLAYER, _QUESTION = 1, 2, 3
_MOST_SHOWN = 200
"""Characters of a name that somebody gave in the error about it."""


class Outcome(NamedTuple):
    """One possible outcome of a chance event."""

    id: int
    """Place in the game's catalogue of outcomes."""
    name: str
    """Such as ``deal(3)``."""
    probability: Fraction
    """Exact: compare it with a ``Fraction``, not with a float."""


class Position:
    """The part of :class:`pixies_env.core.states.state.State` that asks and changes nothing.

    Two positions are equal, and hash alike, if their game and the bytes of their record are.
    """

    game: Game
    _state: np.ndarray
    _header: np.ndarray
    _ids: np.ndarray | None
    _stripped_for: int

    # ---- what it waits for

    @property
    def num_players(self) -> int:
        """Seats of the game."""
        return int(self._header[0])

    @property
    def waiting(self) -> str:
        """``decision``, ``chance`` or ``nothing``."""
        return Waiting(int(self._header[_WAITING])).name.lower()

    @property
    def player(self) -> int:
        """Seat that decides or owns the chance event; -1 for nobody."""
        return NOBODY if self.is_over else int(self._header[_PLAYER])

    @property
    def question(self) -> str:
        """Kind of the decision or chance event; empty when the game is over."""
        if self.is_over:
            return ""
        deciding = self._header[_WAITING] == DECISION
        kinds = self.game.questions if deciding else self.game.chance_kinds
        return kinds[int(self._header[_QUESTION])]

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return bool(self._header[_WAITING] == NOTHING)

    def legal_actions(self) -> np.ndarray:
        """Ids of the legal decisions, rising, int16; empty unless a decision is due."""
        if self._ids is None:
            if self._header[_WAITING] != DECISION:
                self._ids = np.empty(0, np.int16)
            else:
                self._require_known(int(self._header[_PLAYER]), "its legal decisions")
                self._ids = single.legal_ids(self.game, self._state)
            self._ids.flags.writeable = False
        return self._ids

    def legal_names(self) -> list[str]:
        """Names of the legal decisions, in the order of :meth:`legal_actions`."""
        return [self.action_name(int(action)) for action in self.legal_actions()]

    def legal_action_mask(self) -> np.ndarray:
        """Booleans ``(actions,)``: what is legal; all false unless a decision is due."""
        mask = np.zeros(len(self.game.actions), np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def action_name(self, action: int) -> str:
        """Name of a decision at this position; TypeError or ValueError if it is no id."""
        entry = check_count("a decision, an id,", action, 0, len(self.game.actions) - 1)
        return self.game.notation.action_name(self._state, entry)

    def action_id(self, action: int | str) -> int:
        """Id of a legal decision by id or by name; IllegalActionError, TypeError otherwise."""
        legal = self.legal_actions()
        if isinstance(action, str):
            names = self.legal_names()
            name = "".join(action.split())
            if name in names:
                return int(legal[names.index(name)])
            raise self._illegal(
                "decision", shown(action, _MOST_SHOWN), names, did_you_mean(name, names)
            )
        entry = whole_number(action)
        if entry is None:
            raise TypeError(f"a decision is an id or a name, not {action!r}")
        at = int(np.searchsorted(legal, min(entry, np.iinfo(np.int16).max)))
        if at < len(legal) and legal[at] == entry:
            return entry
        known = 0 <= entry < len(self.game.actions)
        role = f" {self.game.actions.role(entry)}" if known else ""
        raise self._illegal("decision", f"{entry}{role}", self.legal_names())

    def chance_weights(self) -> dict[int, int]:
        """Ids of the possible outcomes of the chance event that is due, each with its weight.

        Weights are in proportion to the probabilities; all are more than 0.
        """
        if self._header[_WAITING] != CHANCE:
            return {}
        self._require_known(NOBODY, "its chance outcomes")
        ids, weights = single.possible_outcomes(self.game, self._state)
        possible = zip(ids.tolist(), weights.tolist(), strict=True)
        return {entry: weight for entry, weight in possible if weight > 0}

    def chance_outcomes(self) -> list[Outcome]:
        """Possible outcomes of the chance event that is due, with exact probabilities."""
        weights = self.chance_weights()
        total = sum(weights.values())
        return [
            Outcome(entry, self.outcome_name(entry), Fraction(weight, total))
            for entry, weight in weights.items()
        ]

    def outcome_name(self, outcome: int) -> str:
        """Name of a chance outcome at this position; TypeError or ValueError if it is no id."""
        entry = check_count("a chance outcome, an id,", outcome, 0, len(self.game.outcomes) - 1)
        return self.game.notation.outcome_name(self._state, entry)

    def outcome_id(self, outcome: int | str) -> int:
        """Id of a possible outcome by id or by name; IllegalActionError, TypeError otherwise."""
        weights = self.chance_weights()
        if isinstance(outcome, str):
            names = [self.outcome_name(entry) for entry in weights]
            name = "".join(outcome.split())
            if name in names:
                return list(weights)[names.index(name)]
            raise self._illegal(
                "outcome", shown(outcome, _MOST_SHOWN), names, did_you_mean(name, names)
            )
        entry = whole_number(outcome)
        if entry is None:
            raise TypeError(f"a chance outcome is an id or a name, not {outcome!r}")
        if entry in weights:
            return entry
        raise self._illegal("outcome", str(entry), [self.outcome_name(known) for known in weights])

    def sights(self) -> tuple[Sight, ...]:
        """When each seat sees how the event goes that is due; () when the game is over."""
        if self.is_over:
            return ()
        self._require_known(NOBODY, "who sees what")
        return tuple(Sight(sight) for sight in single.sights(self.game, self._state).tolist())

    def is_revealed(self, player: int) -> bool:
        """Whether all that a seat sees later than it happened has come to light."""
        seat = check_seat(player, self.num_players)
        self._require_known(NOBODY, "who sees what")
        return single.is_revealed(self.game, self._state, seat)

    def observation(
        self, player: int | None = None, observation_mode: str | None = None
    ) -> np.ndarray:
        """float32 ``(features,)``: what a seat knows; by default the player to move, else 0."""
        seat = max(self.player, 0) if player is None else check_seat(player, self.num_players)
        self._require_known(seat, "what others know")
        mode = self.game.check_observation_mode(observation_mode)
        return single.observation_of(self.game, self._state, seat, mode)

    def features(
        self, player: int | None = None, observation_mode: str | None = None
    ) -> dict[str, float]:
        """The same by name."""
        observation_mode = self.game.check_observation_mode(observation_mode)
        values = self.observation(player, observation_mode)
        return {
            feature.name: float(value)
            for feature, value in zip(self.game.features_of(observation_mode), values, strict=True)
        }

    # ---- the end

    def returns(self, reward: str = "rank") -> np.ndarray:
        """float64 ``(num_players,)``: utility of each seat; RuntimeError before the end."""
        kind = reward_kind(reward)
        self._require_over("returns")
        return single.returns_of(self.game, self._state, kind)[: self.num_players]

    def result(self) -> dict[str, Any]:
        """Why the game ended, ranks and scores; RuntimeError before the end."""
        self._require_over("result")
        return self.game.notation.result(self._state)

    # ---- comparison

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, str, bytes]:
        return self.game.name, self.game.version, self.game.board_digest, self.position_bytes

    @property
    def position_bytes(self) -> bytes:
        """The bytes of the record; of a stripped state the key of its information set."""
        return self._state.tobytes()

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes of the record."""
        return hashlib.sha256(self.position_bytes).hexdigest()

    @property
    def array(self) -> np.ndarray:
        """Read-only array of the one record, for functions over states."""
        view = self._state.view()
        view.flags.writeable = False
        return view

    # ---- views

    def as_dict(self) -> dict[str, Any]:
        """Everything with descriptive keys; :meth:`from_dict` reads it."""
        return self.game.notation.describe(self._state)

    def __str__(self) -> str:
        return self.game.notation.text(self._state)

    def __repr__(self) -> str:
        due = "over" if self.is_over else f"player {self.player}: {self.question}"
        return f"<State of {self.game.name}, {count_players(self.num_players)}, {due}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self) if cycle else str(self))

    def to_svg(
        self,
        *,
        seat: int | Literal["observer"] | None = None,
        event: Event | None = None,
        words: str = "",
        actions: Iterable[str] = (),
        theme: str = "auto",
        layout: str = "wide",
    ) -> str:
        """The position as SVG, see :func:`pixies_env.core.drawing.draw` for arguments and errors.

        A state stripped to what a seat knows is drawn as that seat sees it.
        """
        from pixies_env.core.drawing import draw

        return draw(
            self.game,
            self._state,
            seat=self._viewer(seat),
            event=event,
            words=words,
            actions=actions,
            theme=theme,
            layout=layout,
        )

    def _repr_html_(self) -> str:
        from pixies_env.core.drawing import draw_html

        return draw_html(self.game, self._state, seat=self._viewer(None))

    def _viewer(self, seat: int | Literal["observer"] | None) -> int | Literal["observer"] | None:
        return self._stripped_for if seat is None and self._stripped_for != NOBODY else seat

    def _illegal(
        self, what: str, given: str, names: list[str], hint: str = ""
    ) -> IllegalActionError:
        due = {"decision": DECISION, "outcome": CHANCE}[what]
        if self._header[_WAITING] != due:
            right = {DECISION: "; decisions go to apply()", CHANCE: "; that goes to apply_chance()"}
            return IllegalActionError(
                f"{what} {given}: the game waits for {self.waiting}"
                f"{right.get(int(self._header[_WAITING]), '')}"
            )
        whose = "" if self.player == NOBODY else f" for player {self.player}"
        return IllegalActionError(
            f"{what} {given} is not {'legal' if due == DECISION else 'possible'}{whose} "
            f"at {self.question!r}{hint}; these are: {listed(names)}"
        )

    def _require_known(self, player: int, what: str) -> None:
        if self._stripped_for not in (NOBODY, player):
            raise RuntimeError(
                f"this state was stripped to what player {self._stripped_for} knows and does "
                f"not hold {what}; fill it in with resampled({self._stripped_for}, bits)"
            )

    def _require_over(self, what: str) -> None:
        if not self.is_over:
            due = "chance event" if self._header[_WAITING] == CHANCE else "decision"
            raise RuntimeError(f"no {what} yet: the game is not over, it still waits for a {due}")
        self._require_known(NOBODY, what)

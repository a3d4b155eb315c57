"""One game as a ``pyspiel.State``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from pixies_env.adapters.open_spiel.memory import Memory
from pixies_env.core.inputs import check_seat
from pixies_env.core.states.state import State


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, what each seat has seen of the way there, and OpenSpiel's questions about them.

    OpenSpiel copies and stores the two attributes, and keeps the history itself.

    Args:
        game: the :class:`pixies_env.adapters.open_spiel.game.SpielGame`.
        position: waits for chance events to be told; it is played on here.
        memory: what the seats have seen; None: they begin here.
    """

    def __init__(self, game: Any, position: State, memory: Memory | None = None) -> None:
        super().__init__(game)
        self._position = position
        self._memory = Memory(position.num_players) if memory is None else memory

    def __deepcopy__(self, memo: object) -> Any:
        # Otherwise it would be written and read again, with its game.
        return self.clone()

    # ---- the game

    def current_player(self) -> int:
        """Seat to move, or OpenSpiel's number for chance or for the end."""
        waiting = self._position.waiting
        if waiting == "decision":
            return self._position.player
        return int(pyspiel.PlayerId.CHANCE if waiting == "chance" else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def returns(self) -> list[float]:
        """Utility of each seat, 0 before the end."""
        if not self._position.is_over:
            return [0.0] * self._position.num_players
        values: list[float] = self._position.returns(self.get_game().reward).tolist()
        return values

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ids, rising, and probabilities, the floats next to the exact ones."""
        weights = self._position.chance_weights()
        total = sum(weights.values())
        return [(outcome, weights[outcome] / total) for outcome in sorted(weights)]

    def _legal_actions(self, player: int) -> list[int]:
        ids: list[int] = self._position.legal_actions().tolist()
        return ids

    def _apply_action(self, action: int) -> None:
        position = self._position
        by_chance = position.waiting == "chance"
        entry = position.outcome_id(action) if by_chance else position.action_id(action)
        recalls = self.get_game().perfect_recall
        if recalls:
            name = position.outcome_name(entry) if by_chance else position.action_name(entry)
            self._memory.note(position, name)
        if by_chance:
            position.apply_chance(entry)
        else:
            position.apply(entry)
        if recalls:
            self._memory.reveal(position)

    # ---- what a seat knows

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A world drawn uniformly from those that a seat thinks possible.

        Its history begins with it: how the true game got here is not for the seat to know.
        ``sampler`` gives numbers from 0 to below 1.
        """
        bits = int(sampler() * 2**32) << 32 | int(sampler() * 2**32)
        world = self._position.resampled(player, bits)
        return SpielState(self.get_game(), world, self._memory.of(player))

    def features_of(self, player: int) -> np.ndarray:
        """float32 ``(features,)``: what a seat knows."""
        return self._position.observation(player, self.get_game().observation_mode)

    def seen_by(self, player: int) -> str:
        """The position as a seat knows it, for people, and a digest that holds all of it."""
        known = self._position.hidden_from(player)
        return f"player {player}\n{known}\nposition {known.digest}"

    def recalled_by(self, player: int) -> str:
        """All that a seat knows: a digest of the position and what it has seen on the way there."""
        seat = check_seat(player, self._position.num_players)
        position = f"player {seat} position {self._position.hidden_from(seat).digest}"
        seen = self._memory.seen[seat]
        return f"{position} after{seen}" if seen else position

    # ---- in words

    def _action_to_string(self, player: int, action: int) -> str:
        position = self._position
        if player == pyspiel.PlayerId.CHANCE:
            due = position.waiting == "chance"
            return position.outcome_name(action) if due else position.game.outcomes.role(action)
        due = position.waiting == "decision" and position.player == player
        return position.action_name(action) if due else position.game.actions.role(action)

    def __str__(self) -> str:
        return str(self._position)

"""Gymnasium: one seat of a game; the other seats are played by agents inside ``step``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np

from pixies_env.adapters.canvas import RENDER_MODES, Canvas, check_render_mode
from pixies_env.adapters.defaults import default_players, penalty
from pixies_env.adapters.opponents import RANDOM_SEAT, AgentSpec
from pixies_env.adapters.seat_view import SeatView
from pixies_env.adapters.spaces import MASK, action_choice, seat_observation
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.errors import IllegalActionError, listed
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_seed, resolve_game, whole_number
from pixies_env.core.options import takes_game_options
from pixies_env.core.states.scripts import Script

_LOWEST, _HIGHEST = np.iinfo(np.int64).min, np.iinfo(np.int64).max


class SingleSeatEnv(CopiedWhole, gymnasium.Env[Any, np.int64]):
    """One learner at the table.

    ``step`` carries out its action, lets the opponents move, and comes back at its next decision
    or at the end of the game; the reward is what all these moves brought the learner. Who is out
    of the game early comes back at the end.

    ``action_masks()`` tells what is legal, as sb3-contrib asks for it; so does
    ``info["action_mask"]``, int8. ``info["seat"]`` is the learner's seat.

    Args:
        game: a :class:`Game`, or the name of one; then further keywords are its options.
        num_players: players of the game; four, or as near to it as the game allows.
        opponents: an agent or specification for all other seats, or a list with one per
            opponent, the first to the left of the learner.
        seat: the learner's seat, or ``"random"``: drawn for each episode, from the seed.
        observation_type: ``"box"``: the features, float32 ``(features,)``; ``"dict"``: features
            under ``observation`` and the mask under ``action_mask``.
        skip_forced: decisions with one option are not asked.
        reward: ``rank``, ``win`` or ``score``, paid at the end.
        observation_mode: observation mode.
        script: outcomes of chance events, see :data:`Script`.
        illegal_reward: an illegal action ends the game with this reward; by default no legal game
            pays less. ``info["illegal_action"]`` is true then.
        raise_illegal: an illegal action is an :class:`IllegalActionError` instead.
        render_mode: None, or ``"ansi"``: ``render`` returns the table as text.

    ``reset(seed)`` takes 0 .. 2**64 - 1; without a seed the next game of the same stream begins.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    @takes_game_options
    def __init__(
        self,
        game: Game | str,
        num_players: int | None = None,
        *,
        opponents: AgentSpec | Sequence[AgentSpec] = "random",
        seat: int | str = RANDOM_SEAT,
        observation_type: str = "box",
        skip_forced: bool = True,
        reward: str = "rank",
        observation_mode: str | None = None,
        script: Script | None = None,
        illegal_reward: float | None = None,
        raise_illegal: bool = False,
        render_mode: str | None = None,
        **game_options: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.game = resolve_game(game, game_options)
        self.metadata = dict(self.metadata)  # so that one environment can have another pace
        self._canvas = Canvas(self.game, render_mode, self.metadata)
        if num_players is None:
            num_players = default_players(self.game)
        self.view = SeatView(
            self.game,
            1,
            num_players,
            opponents=opponents,
            seat=seat,
            skip_forced=skip_forced,
            illegal_reward=penalty([self.game], reward, num_players, illegal_reward, raise_illegal),
            reward=reward,
            observation_mode=observation_mode,
            script=script,
            threads=1,
        )
        self.observation_space = seat_observation(
            self.game, self.view.observation_mode, observation_type
        )
        self.action_space = action_choice(self.game)
        self._as_dict = observation_type == "dict"
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game: the first of ``seed``, or the next one. ``options`` are not used."""
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self.view.reset(seed=seed)
        self._begun = True
        self._canvas.begin()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out a decision of the learner and play on to its next one or the end.

        IllegalActionError if the action is no integer or not in the action space; nothing has
        changed then.
        """
        if self.view.terminated[0]:
            raise RuntimeError("no game is going on: call reset()")
        entry = whole_number(action)
        if entry is None:
            raise IllegalActionError(
                f"an action is an integer, the id of a decision, not {action!r}; legal for player "
                f"{self.view.seats[0]} are {listed(np.flatnonzero(self.view.action_masks[0]))}"
            )
        if self._canvas.draws:
            legal = np.flatnonzero(self.view.action_masks[0])
            self._canvas.note(self.view.state(0), entry, legal)
        self.view.step(np.array([np.clip(entry, _LOWEST, _HIGHEST)], np.int64))
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if self.view.illegal[0]:
            info["illegal_action"] = True
        reward, terminated = float(self.view.rewards[0]), bool(self.view.terminated[0])
        return self._observation(), reward, terminated, False, info

    def action_masks(self) -> np.ndarray:
        """What is legal now, bool ``(actions,)``; all true when the game is over."""
        masks: np.ndarray = self.view.action_masks[0].copy()
        return masks

    def render(self) -> Any:
        """The whole table: ``ansi`` text, ``rgb_array`` uint8 ``(height, width, 3)``.

        ``human`` shows it in a window, as ``reset`` and ``step`` do by themselves then, and returns
        nothing. Pictures need ``pip install pixies-env[draw]``; ImportError says so.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: make the env with one")
            return None
        return self._canvas.render(self.view.state(0))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._canvas.close()

    def _observation(self) -> Any:
        features = self.view.observations[0].copy()
        if self._as_dict:
            return {"observation": features, "action_mask": self.view.action_masks[0].astype(MASK)}
        return features

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.view.action_masks[0].astype(MASK),
            "seat": int(self.view.seats[0]),
        }

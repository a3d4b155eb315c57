"""Gymnasium: many games, one seat of each, stepped together by compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pixies_env.adapters.defaults import default_players, penalty
from pixies_env.adapters.opponents import RANDOM_SEAT, AgentSpec
from pixies_env.adapters.seat_view import SeatView
from pixies_env.adapters.spaces import MASK, action_choice, seat_observation
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.game import Game
from pixies_env.core.inputs import (
    check_count,
    check_seed,
    one_seed_per_game,
    whole_number,
)
from pixies_env.core.options import takes_game_options
from pixies_env.core.states.scripts import Script

RESET_MASK = "reset_mask"
_RENDER_MODES = ("rgb_array", "ansi")


class SeatVectorEnv(CopiedWhole, VectorEnv[Any, np.ndarray, np.ndarray]):
    """``num_envs`` learners, each at a table of its own.

    The arguments are those of :class:`~pixies_env.adapters.gymnasium_single.SingleSeatEnv`, and:

    Args:
        num_envs: number of games.
        autoreset_mode: an :class:`AutoresetMode` or its value, also in ``metadata``.
            ``NextStep`` (as Gymnasium does): the step after a game ended ignores the action,
            begins the next game and pays nothing. ``SameStep``: the next game begins in the same
            step; ``infos["final_obs"]`` and ``infos["final_info"]`` tell of the one that ended.
            ``Disabled``: games that ended must be begun with
            ``reset(options={"reset_mask": ended})`` before the next step.
        threads: at most so many work at once; None means all cores.
        board_of_lane: with a list of games, the same game on several boards, the place in the
            list of each game's board; drawn by default, as in
            :class:`pixies_env.core.batches.batch.BatchEnv`.

    ``infos`` has ``action_mask``, int8 ``(num_envs, actions)``, all ones where a game is over,
    and ``seat``. ``reset(seed)`` takes one seed, from which every game gets a stream of its own, or
    a list with one per game: each begins the game that the single environment begins with its
    seed. Without one, and where the list has None, each game goes on with its stream.
    """

    @takes_game_options
    def __init__(
        self,
        num_envs: int,
        game: Game | str | Sequence[Game] | Boards,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        board_of_lane: np.ndarray | None = None,
        **game_options: Any,
    ) -> None:
        if render_mode not in (None, *_RENDER_MODES):
            modes = ", ".join(map(repr, _RENDER_MODES))
            raise ValueError(f"render_mode must be None or one of {modes}, not {render_mode!r}")
        self.render_mode = render_mode
        self.num_envs = check_count("num_envs", num_envs)
        boards = several_boards(game, game_options)
        self.game = boards.first
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(_RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        if num_players is None:
            num_players = default_players(self.game)
        illegal_reward = penalty(boards.games, reward, num_players, illegal_reward, raise_illegal)
        self.view = SeatView(
            boards,
            self.num_envs,
            num_players,
            opponents=opponents,
            seat=seat,
            skip_forced=skip_forced,
            illegal_reward=illegal_reward,
            reward=reward,
            observation_mode=observation_mode,
            script=script,
            threads=threads,
            board_of_lane=board_of_lane,
        )
        self.single_observation_space = seat_observation(
            self.game, self.view.observation_mode, observation_type
        )
        self.single_action_space = action_choice(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._as_dict = observation_type == "dict"
        self._begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin games: all, or where the bool array ``options["reset_mask"]`` is true."""
        where = self._reset_mask(options)
        if not self._begun and where is not None:
            raise RuntimeError("the first reset() begins all games: call it without reset_mask")
        seeds = one_seed_per_game(seed, self.num_envs)
        for each in seeds:
            if each is not None:
                check_seed(each)
        if (number := whole_number(seed)) is not None:
            super().reset(seed=number)
        if not self._begun and None in seeds:
            # Those without a seed get streams of their own.
            self.view.reset(seed=int(self.np_random.integers(2**63)))
            where = np.array([each is not None for each in seeds])
        if where is None or where.any():
            self.view.reset(where, seed)
        self._begun = True
        return self._observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One decision of each learner; see the class for games that end."""
        view = self.view
        ended_before = view.terminated.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and ended_before.any():
            raise RuntimeError(
                f"games {np.flatnonzero(ended_before).tolist()} are over: begin them with "
                'reset(options={"reset_mask": ...}) first'
            )
        view.step(actions, ~ended_before)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and ended_before.any():
            view.reset(ended_before)
        rewards, terminated = view.rewards.copy(), view.terminated.copy()
        finals: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            finals = self._finals(terminated)
            view.reset(terminated)
        infos = self._infos() | finals
        if view.illegal.any():
            infos |= _info("illegal_action", view.illegal.copy(), view.illegal.copy())
        return (
            self._observations(),
            rewards,
            terminated,
            np.zeros(self.num_envs, np.bool_),
            infos,
        )

    def action_masks(self) -> np.ndarray:
        """What is legal now, bool ``(num_envs, actions)``; all true where a game is over."""
        return self.view.action_masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Each table as text (``ansi``) or picture (``rgb_array``), or None without a mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: make the env with one")
            return None
        shown = [(self.view.game_of(lane), self.view.state(lane)) for lane in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(game.notation.text(state) for game, state in shown)
        from pixies_env.adapters.raster import frame

        return tuple(frame(game, state) for game, state in shown)

    def _observations(self) -> Any:
        features = self.view.observations.copy()
        if self._as_dict:
            return {"observation": features, "action_mask": self.view.action_masks.astype(MASK)}
        return features

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return _info("action_mask", self.view.action_masks.astype(MASK), everywhere) | _info(
            "seat", self.view.seats.copy(), everywhere
        )

    def _finals(self, ended: np.ndarray) -> dict[str, Any]:
        """What SAME_STEP says of the games that ended, in the form of Gymnasium."""
        observations = np.full(self.num_envs, None, dtype=object)
        features, masks = self.view.observations, self.view.action_masks.astype(MASK)
        for lane in np.flatnonzero(ended):
            last = features[lane].copy()
            observations[lane] = (
                {"observation": last, "action_mask": masks[lane]} if self._as_dict else last
            )
        info = _info("action_mask", np.where(ended[:, None], masks, MASK.type(0)), ended)
        info |= _info("seat", np.where(ended, self.view.seats, 0), ended)
        if self.view.illegal.any():
            info |= _info("illegal_action", self.view.illegal.copy(), self.view.illegal.copy())
        return _info("final_obs", observations, ended) | _info("final_info", info, ended)

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray | None:
        mask = None if options is None else options.get(RESET_MASK)
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"options[{RESET_MASK!r}] must be a bool array, not {mask!r}")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options[{RESET_MASK!r}] must have shape ({self.num_envs},), not {mask.shape}"
            )
        if not mask.any():
            raise ValueError(f"options[{RESET_MASK!r}] must be true somewhere")
        return mask


def _info(key: str, values: Any, where: np.ndarray) -> dict[str, Any]:
    """An entry of vector infos, with the array that tells which games have it."""
    return {key: values, f"_{key}": where.copy()}

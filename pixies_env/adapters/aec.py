"""PettingZoo: one game as an agent-environment cycle, and as a turn-based parallel one.

All rewards of a game are paid at its end, and nobody leaves earlier: who is out of the game
stays among the agents, is not asked any more and is terminated with the others.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from pixies_env.adapters.canvas import Canvas, check_render_mode
from pixies_env.adapters.spaces import MASK, action_choice, masked_observation, observation_box
from pixies_env.adapters.workspace import (
    IMPOSSIBLE,
    OVER,
    act,
    begin,
    look,
    make_workspace,
    state_on,
    take_back,
)
from pixies_env.adapters.wrappers import AssertOutOfBounds, OrderEnforcing, TerminateIllegal
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.errors import IllegalActionError, listed
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import check_flag, check_number, check_seed, whole_number
from pixies_env.core.seam import OBSERVATION
from pixies_env.core.states.scripts import Script, compile_script, impossible_script

_AFTER_RESET = frozenset(
    {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}
)
_empty, _zeros = np.empty, np.zeros


class RawEnv(CopiedWhole, AECEnv[str, dict[str, np.ndarray], int]):  # type: ignore[misc]
    """One game without PettingZoo's wrappers.

    An observation is ``{"observation": float32 (features,), "action_mask": int8 (actions,)}``;
    the mask also lies in ``infos[agent]["action_mask"]`` and is all zero for players who are not
    to move. Arrays are made anew at each step, so observations can be stored.

    ``reset(seed)`` takes 0 .. 2**64 - 1; without a seed the next game of the same stream begins.
    ``step`` raises :class:`IllegalActionError` and changes nothing if the action is not legal.
    """

    def __init__(
        self,
        game: Game,
        num_players: int,
        *,
        reward: str = "rank",
        observation_mode: str | None = None,
        skip_forced: bool = False,
        script: Script | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": ["human", "rgb_array", "ansi"],
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.render_mode = check_render_mode(render_mode)
        self._canvas = Canvas(game, render_mode, self.metadata)
        players = self.num_players = game.check_players(num_players)
        observation_mode = game.check_observation_mode(observation_mode)
        mode = game.observation_mode_index(observation_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            a: masked_observation(game, observation_mode) for a in self.possible_agents
        }
        self.action_spaces = {a: action_choice(game) for a in self.possible_agents}
        self.state_space = observation_box(game, observation_mode, players)
        self._action_count, self._feature_count = (
            len(game.actions),
            game.observation_size(observation_mode),
        )
        self.reward = reward_kind(reward)
        self._options = (
            mode,
            self.reward,
            check_flag("skip_forced", skip_forced),
            compile_script(game, script),
        )
        self._workspace = make_workspace(game, *self._options)
        self._seed: int | None = None
        self._episode = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object at each call, before ``reset`` too."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The same object at each call, before ``reset`` too."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first of ``seed``, or the next one. ``options`` are not used."""
        if seed is not None:
            stream_seed, episode = check_seed(seed), 0
        elif self._seed is None:
            stream_seed, episode = _fresh_seed(), 0
        else:
            stream_seed, episode = self._seed, self._episode + 1
        mask = _empty(self._action_count, MASK)
        observation = _empty(self._feature_count, OBSERVATION)
        players = len(self.possible_agents)
        seat = begin(self._workspace, np.uint64(stream_seed), episode, players, mask, observation)
        if seat == IMPOSSIBLE:
            self._refuse_script()
        self._seed, self._episode = stream_seed, episode
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._nothing_to_do() for agent in self.agents}
        self._skip_agent_selection = None
        self._mover: str | None = self.agents[seat]
        self.agent_selection = self.agents[seat]
        self._mask, self._observation = mask, observation
        self.infos[self.agent_selection] = {"action_mask": mask}
        self._canvas.begin()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int) -> None:
        """Carry out the action of the agent to move, or take a terminated one (None) out."""
        agent = self.agent_selection
        if agent not in self.terminations:
            raise RuntimeError("the game is over and all agents are gone: call reset()")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if type(action) is not int:
            entry = whole_number(action)
            if entry is None:
                self._refuse(action)
            action = entry
        if not 0 <= action < self._action_count:
            self._refuse(action)
        # The next player's arrays are new ones: those handed out before stay as they are.
        mask = _empty(self._action_count, MASK)
        observation = _empty(self._feature_count, OBSERVATION)
        if self._canvas.draws:
            workspace = self._workspace
            legal = workspace["ids"][0, : int(workspace["legal_count"][0])]
            self._canvas.note(state_on(workspace, self.game), action, legal)
        seat = act(self._workspace, action, mask, observation)
        if seat < 0:
            if seat == OVER:
                self._end()
                if self.render_mode == "human":
                    self.render()
                return
            if seat == IMPOSSIBLE:
                self._refuse_script()
            self._refuse(action)
        mover = self.possible_agents[seat]
        infos = self.infos
        if mover is not agent:
            infos[agent] = {"action_mask": _zeros(self._action_count, MASK)}
            self.agent_selection = self._mover = mover
        infos[mover] = {"action_mask": mask}
        self._mask, self._observation = mask, observation
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Pay everybody and terminate all agents at once."""
        returns = self._workspace["rewards"][0]
        self._mover = None
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(returns[seat])
            self.terminations[agent] = True
            self.infos[agent] = self._nothing_to_do()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows now; only the agent to move finds a mask that is not all zero."""
        # A wrapper can end the game too, so the flags are asked.
        ended = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        if agent == self._mover and not ended:
            return {"observation": self._observation, "action_mask": self._mask}
        observation = _empty(self._feature_count, OBSERVATION)
        look(self._workspace, self._seats[agent], observation)
        return {"observation": observation, **self._nothing_to_do()}

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last turn, flags and info of the agent to move."""
        agent = self.agent_selection
        terminated, truncated = self.terminations[agent], self.truncations[agent]
        observation = None
        if observe:
            if terminated or truncated:
                observation = self.observe(agent)
            else:
                observation = {"observation": self._observation, "action_mask": self._mask}
        return (
            observation,
            self._cumulative_rewards[agent],
            terminated,
            truncated,
            self.infos[agent],
        )

    def state(self) -> np.ndarray:
        """Observations of all seats one after the other, float32 ``(players * features,)``."""
        seen = _empty((len(self.possible_agents), self._feature_count), OBSERVATION)
        for seat in range(len(self.possible_agents)):
            look(self._workspace, seat, seen[seat])
        return seen.reshape(-1)

    def render(self) -> str | np.ndarray | None:
        """The whole table: ``ansi`` text, ``rgb_array`` uint8 ``(height, width, 3)``.

        ``human`` shows it in a window, as ``reset`` and ``step`` do by themselves then, and returns
        nothing. Pictures need ``pip install pixies-env[draw]``; ImportError says so.
        """
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._canvas.render(state_on(self._workspace, self.game))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._canvas.close()

    def _nothing_to_do(self) -> dict[str, np.ndarray]:
        return {"action_mask": _zeros(self._action_count, MASK)}

    def _refuse(self, action: object) -> NoReturn:
        workspace, game = self._workspace, self.game
        entry = whole_number(action)
        known = entry is not None and 0 <= entry < self._action_count
        name = f" {game.actions.roles[entry]}" if known else ""  # type: ignore[index]
        ids = workspace["ids"][0, : int(workspace["legal_count"][0])]
        state, naming = state_on(workspace, game), game.notation.action_name
        legal = (f"{entry} {naming(state, int(entry))}" for entry in ids)
        what = f"action {action!r}{name} is not legal for {self.agent_selection}"
        raise IllegalActionError(f"{what}; legal are {listed(legal)}")

    def _refuse_script(self) -> NoReturn:
        script = self._options[-1]
        stuck_state, stuck_stream = take_back(self._workspace, self.game)
        where = f"{self.metadata['name']}, seed {self._seed}, episode {self._episode}"
        raise impossible_script(self.game, stuck_state, stuck_stream, script, where)

    def __getattr__(self, name: str) -> NoReturn:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} exists from reset() on: call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        # The workspace holds addresses of compiled functions, which only this process knows.
        kept = {name: value for name, value in self.__dict__.items() if name != "_workspace"}
        fields = ("state", "stream", "ids", "legal_count", "rewards")
        return kept | {"_on_workspace": {name: self._workspace[name].copy() for name in fields}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        on_workspace = kept.pop("_on_workspace")
        self.__dict__.update(kept)
        self._workspace = make_workspace(self.game, *self._options)
        for name, value in on_workspace.items():
            self._workspace[name] = value


def _fresh_seed() -> int:
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def wrapped(env: RawEnv, illegal_reward: float) -> AECEnv[str, dict[str, np.ndarray], int]:
    """PettingZoo's wrappers in their usual order; who acts illegally gets ``illegal_reward``."""
    illegal_reward = check_number("illegal_reward", illegal_reward)
    return OrderEnforcing(AssertOutOfBounds(TerminateIllegal(env, illegal_reward=illegal_reward)))


def parallel(
    env: AECEnv[str, dict[str, np.ndarray], int],
) -> ParallelEnv[str, dict[str, np.ndarray], int]:
    """All agents at once, of whom only the one to move is heard."""
    return _Parallel(env)


class _Parallel(CopiedWhole, turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """PettingZoo's view, which says whose action is missing."""

    def step(self, actions: dict[str, int]) -> Any:
        """The action of the agent to move; those of the others are not looked at."""
        if self.agents and self.aec_env.agent_selection not in actions:
            mover = self.aec_env.agent_selection
            raise KeyError(f"the action of {mover}, who is to move, is missing: {actions!r}")
        return super().step(actions)

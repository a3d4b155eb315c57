"""The environment of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from pixies_agents.advice import CompiledRule, evaluation_address
from pixies_agents.learned.seat_values import centred
from pixies_env.adapters.opponents import Drawn, Pool
from pixies_env.adapters.sb3_all import AllSeatsVecEnv
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.agents import Agent, agent_on
from pixies_env.core.batches.stored_lanes import check_arrays
from pixies_env.core.boards import Boards
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.compilation.in_code import call
from pixies_env.core.game import Game
from pixies_env.core.seam import NOTHING
from pixies_env.core.specs import make_agent
from pixies_experiments.training.config import PpoConfig, Shaping
from pixies_experiments.training.pool import fixed_agents, pool_size


@kernel
def _value_lanes(
    rules: Any,
    states: Any,
    boards: Any,
    board_of: Any,
    data: Any,
    values: Any,
    potentials: Any,
) -> Any:
    """The values of each game by seat; a position that the rule had rather not judge stays."""
    for lane in range(states.shape[0]):
        board = boards[board_of[lane]]
        if states[lane].waiting == NOTHING:
            potentials[lane, :] = 0.0
        elif call(rules[0], states[lane], board, data, values) != 0:
            potentials[lane, :] = values
    return 0


class TrainingEnv(SeatVecEnv):
    """Learners whose opponents are drawn from a pool that changes, with shaping if wanted.

    Shaping pays the change of a potential, what an agent makes of the position, 0 at the end of a
    game, times a weight that falls. What it pays over a game does not depend on what the learner
    does, but for the fall of the weight. It pays every seat, and where games are ``zero_sum`` it is
    centred, as values are. Of an agent that only judges some positions the last one that it judged
    counts.

    The first ``held_down`` agents of the pool are held down: the learner and the rest of the pool
    are paid what these lose, in equal parts, where any of them sits at the table.
    """

    def __init__(
        self,
        *arguments: Any,
        shaping: Shaping | None = None,
        zero_sum: bool = False,
        held_down: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._held_down = held_down
        self._shaping, self._weight, self._zero_sum = shaping, 0.0, zero_sum
        self._potentials = np.zeros(self.paid.shape)
        if shaping is not None:
            agent = make_agent(shaping.agent, self.game)
            rules = [_potential_of(agent_on(agent, each)) for each in self.view.games]
            rule = rules[0]
            if not isinstance(rule, CompiledRule):
                raise ValueError(f"shaping: the agent {shaping.agent!r} values no positions")
            if any(getattr(other, "data", None) is not rule.data for other in rules):
                raise ValueError(
                    f"shaping: the agent {shaping.agent!r} values positions by other numbers on "
                    "other boards"
                )
            self._rules = address_table([evaluation_address(rule.rule, self.game)])
            self._data = np.ascontiguousarray(rule.data, np.float64)
            self._values = np.zeros(self.game.max_players)

    def positions(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Whole positions, places of their boards and the learners' seats, one row each."""
        return self.view.states, self.view.board_of_lane, self.view.seats

    def set_pool(self, pool: Drawn) -> None:
        """Opponents of the games that begin from now on."""
        self.view.set_pool(pool)

    def set_progress(self, done: float) -> None:
        """How much of the run is over, 0 to 1: the weight of shaping follows from it."""
        if self._shaping is not None:
            left = 1.0 - done / self._shaping.until if self._shaping.until else 0.0
            self._weight = self._shaping.weight * max(0.0, left)

    def reset(self) -> np.ndarray:
        """Begin all games."""
        observations = super().reset()
        self._potentials[:] = 0.0
        if self._shaping is not None:
            self._look()
        return observations

    def step_wait(self) -> VecEnvStepReturn:
        """Carry out the learners' actions and play on to their next decisions."""
        before = self._from_each()
        # Who sits where, before games that end begin anew.
        held = self._held() if self._held_down else None
        observations, rewards, dones, infos = super().step_wait()
        if held is not None:
            pay_what_they_lose(self.paid, held, self.playing)
            rewards = self.paid[:, 0].copy()
        if self._weight == 0.0:
            return observations, rewards, dones, infos
        self._potentials[dones] = 0.0
        self._look()
        after = np.where(dones[:, None], 0.0, self._from_each())
        change = (self._weight * (after - before)).astype(np.float32)
        self.paid += change
        return observations, rewards + change[:, 0], dones, infos

    def _held(self) -> np.ndarray:
        """Which seats are held down, the learner's first: bool like ``paid``."""
        seated = from_own_seat(self.view.seated, self.view.seats, self.players)
        found: np.ndarray = self.playing & (seated >= 0) & (seated < self._held_down)
        return found

    def _from_each(self) -> np.ndarray:
        """The potentials of all seats, the learner's first."""
        turned = from_own_seat(self._potentials, self.view.seats, self.players)
        found: np.ndarray = centred(turned, self.playing, self._zero_sum)
        return found

    def _look(self) -> None:
        """The potentials of the positions as they are now."""
        _value_lanes(
            self._rules,
            self.view.states,
            self.view.records,
            self.view.board_of_lane,
            self._data,
            self._values,
            self._potentials,
        )

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes while games go on, for ``restore``."""
        return super().arrays() | {"potentials": self._potentials.copy()}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        """Go on where ``arrays`` were taken from an equal environment; the observations there.

        DamagedDataError if they are of another one or cannot be; nothing has changed then.
        """
        check_arrays(arrays, {"potentials": self._potentials})
        observations = super().restore(arrays)
        self._potentials[:] = arrays["potentials"]
        return observations


def pay_what_they_lose(paid: np.ndarray, held: np.ndarray, playing: np.ndarray) -> None:
    """Pay all others what those who are held down lose, in place.

    Args:
        paid: float ``(n, seats)``: what each seat is paid.
        held: bool, of that shape: who is held down. Games of nobody stay as they are.
        playing: bool, of that shape: which are seats of the game.
    """
    team: np.ndarray = playing & ~held
    lost = -np.where(held, paid, 0.0).sum(axis=1) / np.maximum(team.sum(axis=1), 1)
    somebody = held.any(axis=1, keepdims=True)
    np.copyto(paid, lost[:, None].astype(paid.dtype), where=team & somebody)


def _potential_of(agent: Agent) -> Any:
    """What shaping pays the change of: a rule for every position if the agent has one."""
    return getattr(agent, "potential", getattr(agent, "evaluation", None))


class AllLearnEnv(AllSeatsVecEnv):
    """All seats learn: there are no opponents to draw and there is no shaping."""

    def positions(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Whole positions, places of their boards and the learners' seats, one row each."""
        games = self.games
        return self.batch.states[games], self.batch.board_of_lane[games], self.seats

    def set_pool(self, pool: Drawn) -> None:
        """Nobody is drawn."""

    def set_progress(self, done: float) -> None:
        """Nothing depends on it."""


def make_environment(
    game: Game | Boards, config: PpoConfig, threads: int | None
) -> TrainingEnv | AllLearnEnv:
    """The environment that a configuration describes, with a pool of nobody in particular yet."""
    common: dict[str, Any] = {
        "reward": config.reward,
        "observation_mode": config.observation_mode,
        "seed": config.seed,
        "threads": threads,
    }
    if config.seats == "all":
        return AllLearnEnv(game, config.ppo.n_envs, config.players, **common)
    plan = config.opponents
    size = pool_size(plan)
    return TrainingEnv(
        game,
        config.ppo.n_envs,
        config.players,
        opponents=Pool(["random"] * size, [1] * size, plan.alike),
        shaping=config.shaping,
        zero_sum=config.zero_sum,
        held_down=len(fixed_agents(plan)) if plan.hold_down else 0,
        **common,
    )

"""What a run of PPO is made of, and how all of it is kept in a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import (
    Network,
    arrays_of,
    network_of,
    seeing,
    with_seat_values,
)
from pixies_env.core.agents import Agent
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.files.arrays import ArrayFile, Form, form_of
from pixies_env.core.game import Game
from pixies_experiments.games import open_game
from pixies_experiments.training import imitation
from pixies_experiments.training.boards import (
    boards_of,
    check_sampling,
    digests_of,
    judged_boards,
)
from pixies_experiments.training.checkpoint import (
    Count,
    Seconds,
    module_arrays,
    module_forms,
    optimiser_arrays,
    optimiser_forms,
    part_of,
    prefixed,
    progress_of,
    random_arrays,
    random_forms,
    restore_module,
    restore_optimiser,
    restore_random,
    told_of,
)
from pixies_experiments.training.checks import check_agents, check_players
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.environment import make_environment
from pixies_experiments.training.named import network_named
from pixies_experiments.training.nets import (
    CorrectingPolicy,
    load_into,
    policy_arguments,
    to_network,
)
from pixies_experiments.training.origin import origin
from pixies_experiments.training.pool import OpponentPool
from pixies_experiments.training.prior_columns import PriorColumns
from pixies_experiments.training.prior_environment import PriorEnv
from pixies_experiments.training.seat_ppo import SeatValueBuffer, SeatValuePolicy

FORMAT = "pixies-ppo"


@dataclass
class Progress:
    """How far a run is."""

    imitated: Count = 0
    """Decisions of the teacher that were learned."""
    imitation_games: Count = 0
    steps: Count = 0
    """Decisions of the learner."""
    updates: Count = 0
    seconds: Seconds = 0.0
    """Of all stretches, work that a kill lost not included."""
    snapshots: Count = 0
    """Intervals of snapshots that are over."""
    evaluations: Annotated[int, Field(ge=-1)] = -1
    """Intervals of evaluation that are over; -1: not evaluated yet."""
    curve: list[dict[str, Any]] = field(default_factory=list)
    """Rows of evaluation."""


class Learner:
    """A policy that learns, with its environments, opponents and progress.

    Args:
        config: what it learns, from which games.
        threads: of torch and of the games; None means all cores.
        game: instead of the one that the configuration names.
        made: agents by name, which the configuration may name instead of specifications.

    Raises:
        ValueError: the configuration does not fit the game.
    """

    def __init__(
        self,
        config: PpoConfig,
        threads: int | None = None,
        game: Game | None = None,
        made: Mapping[str, Agent] | None = None,
    ) -> None:
        known = made or {}
        self.config, self.threads = config, threads
        self.progress = Progress()
        if threads is not None:
            torch.set_num_threads(threads)
        if game is None:
            game = open_game(config.game, options=config.options)
        self.observation_mode = game.check_observation_mode(config.observation_mode)
        check_sampling(game, config.boards, self.observation_mode)
        self.game, self.boards = game, boards_of(game, config.boards, config.options)
        self.judged = self.boards
        if config.evaluation.opponents:
            self.judged = judged_boards(game, config.boards, self.boards, config.options)
        check_players(
            {"players": config.players, "evaluation.players": config.evaluation.players}, game
        )
        met = check_agents(config.agents(), [*self.boards.games, *self.judged.games], known)
        shift, scale = imitation.input_scale(self.boards, config, self.observation_mode)
        self.prior = config.network.corrected()
        columns = None if self.prior is None else PriorColumns(self.boards, self.prior)
        env = make_environment(self.boards, config, threads)
        self.env = env if columns is None else PriorEnv(env, columns)
        plan = config.ppo
        self.model = MaskablePPO(
            SeatValuePolicy if columns is None else CorrectingPolicy,
            self.env,
            learning_rate=lambda left: (
                plan.learning_rate_end + (plan.learning_rate - plan.learning_rate_end) * left
            ),
            n_steps=plan.n_steps,
            batch_size=min(plan.batch_size, plan.n_steps * self.env.num_envs),
            n_epochs=plan.n_epochs,
            gamma=plan.gamma,
            gae_lambda=plan.gae_lambda,
            clip_range=plan.clip_range,
            ent_coef=plan.ent_coef,
            vf_coef=plan.vf_coef,
            max_grad_norm=plan.max_grad_norm,
            target_kl=plan.target_kl,
            policy_kwargs=policy_arguments(config.network, shift, scale)
            | {"seats": self.game.max_players, "precision": plan.precision},
            rollout_buffer_class=SeatValueBuffer,
            rollout_buffer_kwargs={
                "paid": lambda: env.paid,
                "playing": env.playing,
                "zero_sum": config.zero_sum,
            },
            seed=config.seed,
        )
        if config.network.start:
            start = network_named(config.network.start, self.game, known)
            met[config.network.start] = LearnedAgent(game, config.network.start, start)
            start = seeing(start, self.game, self.observation_mode)
            start = with_seat_values(start, self.game.max_players, config.zero_sum)
            load_into(self.model.policy, start, self.prior)
        self._origin = origin(met)
        self.mean: AveragedModel | None = None
        if plan.average:
            mean_of = get_ema_multi_avg_fn(plan.average)  # type: ignore[no-untyped-call]
            self.mean = AveragedModel(self.model.policy, multi_avg_fn=mean_of)
        self.pool = OpponentPool(self.game, config.opponents, config.seed, self.network(), known)
        self.callback = _Silent()
        self.begun = False
        self.teaching = torch.optim.Adam(self.model.policy.parameters())
        self.lessons = imitation.LessonsAhead(self.boards, config, self.observation_mode, columns)

    def network(self) -> Network:
        """What the learner has come to, with how it was trained: its mean, if it keeps one."""
        if self.mean is not None and self.mean.n_averaged:
            return self._network_of(self.mean.module)
        return self.latest()

    def latest(self) -> Network:
        """The learner as it is now."""
        return self._network_of(self.model.policy)

    def _network_of(self, policy: Any) -> Network:
        return to_network(
            policy,
            self.observation_mode,
            self._training(),
            self.prior,
            self.config.zero_sum,
        )

    @property
    def imitating(self) -> bool:
        """The warm start is not over."""
        plan = self.config.imitation
        return plan is not None and self.progress.imitated < plan.decisions

    @property
    def over(self) -> bool:
        """Nothing is left to do."""
        return not self.imitating and self.progress.steps >= self.config.total_steps

    def _training(self) -> dict[str, Any]:
        progress = self.progress
        return {
            "command": "pixies train ppo --config FILE --folder FOLDER",
            "config": self.config.plain(),
            "seed": self.config.seed,
            "imitated": progress.imitated,
            "steps": progress.steps,
            "seconds": round(progress.seconds, 1),
            "device": str(self.model.device),
            **self._origin,
            "curve": progress.curve,
        }

    # ---- the checkpoint

    def told(self) -> dict[str, Any]:
        """What a checkpoint says in JSON."""
        told = told_of(FORMAT, self.game, self.config.plain(), self.progress)
        return told | {
            "n_updates": self.model._n_updates,
            "snapshots": len(self.pool.snapshots),
            "taken": self.pool.taken,
            "boards": digests_of(self.boards.games),
        }

    def arrays(self) -> dict[str, np.ndarray]:
        """What a checkpoint holds."""
        model = self.model
        arrays = {
            **prefixed("policy", module_arrays(model.policy)),
            **prefixed("optimiser", optimiser_arrays(model.policy.optimizer)),
            **prefixed("teaching", optimiser_arrays(self.teaching)),
            **prefixed("random", random_arrays()),
        }
        if self.mean is not None:
            arrays |= prefixed("mean", module_arrays(self.mean))
        for number, network in enumerate(self.pool.snapshots):
            arrays |= prefixed(f"snapshot{number}", arrays_of(network))
        if self.begun:
            episodes = list(model.ep_info_buffer or ())
            arrays |= prefixed("environment", self.env.arrays())
            arrays["episode_starts"] = np.asarray(model._last_episode_starts)
            arrays["episode_returns"] = np.array([float(each["r"]) for each in episodes])
            arrays["episode_lengths"] = np.array([int(each["l"]) for each in episodes], np.int64)
        return arrays

    def _expected(self, stored: ArrayFile, begun: bool, snapshots: int) -> dict[str, Form]:
        """The arrays that a checkpoint of this run has to hold."""
        model, declared = self.model, stored.forms
        teaching = optimiser_forms(self.teaching, part_of("teaching", declared))
        learning = optimiser_forms(model.policy.optimizer, part_of("optimiser", declared))
        expected = {
            **prefixed("policy", module_forms(model.policy)),
            **prefixed("optimiser", learning),
            **prefixed("teaching", teaching),
            **prefixed("random", random_forms(part_of("random", declared))),
        }
        if self.mean is not None:
            expected |= prefixed("mean", module_forms(self.mean))
        layers = {name: form_of(array) for name, array in arrays_of(self.network()).items()}
        for number in range(snapshots):
            expected |= prefixed(f"snapshot{number}", layers)
        if begun:
            forms = {name: form_of(array) for name, array in self.env.arrays().items()}
            expected |= prefixed("environment", forms)
            episodes = declared.get("episode_returns", Form(np.dtype(np.float64), (0,))).shape[:1]
            stored.require(episodes <= (_EPISODES,), f"it tells of {episodes} episodes")
            expected["episode_starts"] = Form(np.dtype(np.bool_), (self.env.num_envs,))
            expected["episode_returns"] = Form(np.dtype(np.float64), episodes)
            expected["episode_lengths"] = Form(np.dtype(np.int64), episodes)
        return expected

    def restore(self, stored: ArrayFile) -> None:
        """Go on as a checkpoint says.

        Raises:
            DamagedDataError, ForeignGameError: it is not one of this run.
        """
        model, plan = self.model, self.config
        progress = progress_of(stored, self.game, plan.plain(), Progress)
        if stored.metadata.get("boards") != digests_of(self.boards.games):
            raise ForeignGameError(f"{stored.place}: the boards of the run are others by now")
        steps = progress.updates * plan.ppo.n_steps * self.env.num_envs
        stored.require(progress.steps == steps, f"{progress.updates} updates have {steps} steps")
        learned = stored.count("n_updates", most=2**62)
        taken = stored.count("taken", most=progress.updates)
        snapshots = stored.count("snapshots", most=plan.opponents.snapshots)
        stored.require(snapshots == min(taken, plan.opponents.snapshots), "snapshots are missing")
        arrays = stored.read(self._expected(stored, progress.updates > 0, snapshots))
        with stored.checking():
            restore_module(model.policy, part_of("policy", arrays))
            if self.mean is not None:
                restore_module(self.mean, part_of("mean", arrays))
            restore_optimiser(model.policy.optimizer, part_of("optimiser", arrays))
            restore_optimiser(self.teaching, part_of("teaching", arrays))
            kept = [
                network_of(
                    part_of(f"snapshot{number}", arrays),
                    self.observation_mode,
                    {},
                    self.prior,
                    plan.zero_sum,
                )
                for number in range(snapshots)
            ]
            self.pool.restore(kept, taken)
            self.progress = progress
            self.pool.set_latest(self.latest())
            if progress.updates:
                self.env.set_pool(self.pool.pool())
                model._setup_learn(plan.total_steps, self.callback)
                self.begun = True
                model._last_obs = self.env.restore(part_of("environment", arrays))
                model._last_episode_starts = arrays["episode_starts"]
                assert model.ep_info_buffer is not None
                pairs = zip(arrays["episode_returns"], arrays["episode_lengths"], strict=True)
                model.ep_info_buffer.extend({"r": float(r), "l": int(n)} for r, n in pairs)
                model.num_timesteps = progress.steps
                model._n_updates = learned
            restore_random(part_of("random", arrays))


_EPISODES = 100
"""The last ones, whose returns Stable-Baselines3 shows."""


class _Silent(BaseCallback):
    """Nothing to do at any step: the run does it between updates."""

    def _on_step(self) -> bool:
        return True

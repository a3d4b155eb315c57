"""Self-play with MaskablePPO of sb3-contrib: one run in a folder, which can be stopped any time.

What a run does depends on its configuration alone: taken up from its last checkpoint it goes on
exactly as if it had never been stopped, on the same machine and with as many threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from pixies_agents.learned.network import (
    Network,
    arrays_of,
    network_of,
    save_network,
    with_seat_values,
)
from pixies_env.core.agents import Agent
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.files.arrays import ArrayFile, Form, form_of, opened_arrays, write_arrays
from pixies_env.core.game import Game
from pixies_experiments.games import open_game
from pixies_experiments.run_folder import RunFolder
from pixies_experiments.training import imitation
from pixies_experiments.training.boards import boards_of, digests_of
from pixies_experiments.training.checkpoint import (
    CHECKPOINT,
    EARLIER,
    VERSION,
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
from pixies_experiments.training.curves import event_writer, write_curve
from pixies_experiments.training.environment import make_environment
from pixies_experiments.training.evaluation import evaluate
from pixies_experiments.training.named import network_named
from pixies_experiments.training.nets import (
    CorrectingPolicy,
    load_into,
    policy_arguments,
    to_network,
)
from pixies_experiments.training.pool import OpponentPool
from pixies_experiments.training.prior_columns import PriorColumns
from pixies_experiments.training.prior_environment import PriorEnv
from pixies_experiments.training.seat_ppo import SeatValueBuffer, SeatValuePolicy

FORMAT = "pixies-ppo"
POLICY = "policy.npz"


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


class PpoRun:
    """A run in a folder: begun, or taken up again at its last checkpoint.

    Args:
        folder: holds ``config.json``, ``checkpoint.npz``, ``policy.npz`` (as it is now),
            ``curve.jsonl`` and the events of TensorBoard.
        config: what to do; a folder with a run of another configuration is refused.
        threads: of torch and of the games; None means all cores.
        game: instead of the one that the configuration names.
        made: agents by name, which the configuration may name instead of specifications.

    Raises:
        ValueError: the configuration does not fit the game or the folder, or another run is at
            work in it; nothing has been written then.
        DamagedDataError, ForeignGameError: its checkpoint cannot be gone on with.
    """

    def __init__(
        self,
        folder: Path,
        config: PpoConfig,
        threads: int | None = None,
        game: Game | None = None,
        made: Mapping[str, Agent] | None = None,
    ) -> None:
        known = made or {}
        self.folder, self.config, self.threads = folder, config, threads
        self.progress = Progress()
        if threads is not None:
            torch.set_num_threads(threads)
        if game is None:
            game = open_game(config.game, options=config.options)
        self.game, self.boards = game, boards_of(game, config.boards)
        self.observation_mode = self.game.check_observation_mode(config.observation_mode)
        check_players(
            {"players": config.players, "evaluation.players": config.evaluation.players}, game
        )
        check_agents(config.agents(), self.boards.games, known)
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
            | {"seats": self.game.max_players},
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
            start = with_seat_values(start, self.game.max_players, config.zero_sum)
            load_into(self.model.policy, start, self.prior)
        self.pool = OpponentPool(self.game, config.opponents, config.seed, self.network(), known)
        self._callback = _Silent()
        self._begun = False
        self._teaching = torch.optim.Adam(self.model.policy.parameters())
        self._lessons = imitation.LessonsAhead(self.boards, config, self.observation_mode, columns)
        self._writers: dict[str, Any] = {}
        # After all that may be refused: nothing is written before.
        self._place = RunFolder(folder, config.plain(), CHECKPOINT, EARLIER)
        if self._place.begun:
            with opened_arrays(self._place.state, _WHAT, FORMAT, VERSION, sealed=True) as stored:
                self._restore(stored)

    # ---- what others use

    def network(self) -> Network:
        """The learner as it is now, with how it was trained."""
        return to_network(
            self.model.policy,
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

    def run(self, minutes: float | None, report: Callable[[PpoRun, dict[str, Any]], None]) -> None:
        """Go on for so long, or to the end; ``report`` is called after every update.

        A checkpoint is written now and then and at the end.
        """
        with self._place.at_work():
            try:
                self._go_on(minutes, report)
            finally:
                for writer in self._writers.values():
                    writer.close()
                self._writers = {}

    def _go_on(
        self, minutes: float | None, report: Callable[[PpoRun, dict[str, Any]], None]
    ) -> None:
        began = time.monotonic()
        until = float("inf") if minutes is None else began + 60 * minutes
        saved = began
        while not self.over and time.monotonic() < until:
            start = time.monotonic()
            part = _IMITATION if self.imitating else ""
            before = self._axis(part)
            shown = self._imitate() if self.imitating else self._update()
            self.progress.seconds += time.monotonic() - start
            if part not in self._writers:
                self._writers[part] = event_writer(self.folder, before, part)
            for name, value in shown.items():
                if isinstance(value, float):
                    self._writers[part].add_scalar(name, value, self._axis(part))
            report(self, shown)
            if time.monotonic() - saved >= 60 * self.config.checkpoint_minutes:
                self.save()
                saved = time.monotonic()
        self.save()

    def save(self) -> None:
        """Write the checkpoint, and the policy and curve that others read."""
        for writer in self._writers.values():
            # Before the checkpoint: a stretch that is killed then loses no point.
            writer.flush()
        with self._place.writing() as path:
            write_arrays(path, self._told(), self._arrays(), sealed=True)
        save_network(self.folder / POLICY, self.network(), self.game)
        write_curve(self.folder, self.progress.curve)

    # ---- the two phases

    def _imitate(self) -> dict[str, Any]:
        plan, progress = self.config.imitation, self.progress
        assert plan is not None
        found = self._lessons.block(progress.imitation_games, progress.imitated)
        progress.imitation_games += plan.block
        shown: dict[str, list[float]] = {}
        policy, teaching = self.model.policy, self._teaching
        zero_sum = self.config.zero_sum
        for told in imitation.learn(policy, teaching, found, plan, progress.imitated, zero_sum):
            for name, value in told.items():
                shown.setdefault(f"imitation/{name}", []).append(value)
        progress.imitated += len(found.actions)
        result: dict[str, Any] = {name: float(np.mean(values)) for name, values in shown.items()}
        if not self.imitating:
            result["evaluation"] = self._evaluate()
        return result

    def _update(self) -> dict[str, Any]:
        """Collect experience and learn from it, once."""
        model, progress, plan = self.model, self.progress, self.config.ppo
        self.pool.set_latest(self.network())
        self.env.set_pool(self.pool.pool())
        if not self._begun:
            model._setup_learn(self.config.total_steps, self._callback)
            self._begun = True
        done = progress.steps / self.config.total_steps
        model._current_progress_remaining = 1.0 - done
        model.ent_coef = plan.ent_coef + (plan.ent_coef_end - plan.ent_coef) * done
        self.env.set_progress(done)
        self._freeze(progress.steps < plan.warm_up_steps)
        start = time.perf_counter()
        model.collect_rollouts(
            self.env, self._callback, model.rollout_buffer, plan.n_steps, use_masking=True
        )
        collected = time.perf_counter()
        model.train()
        learned = time.perf_counter()
        progress.steps = model.num_timesteps
        progress.updates += 1
        shown = dict(model.logger.name_to_value)
        model.logger.name_to_value.clear()
        told: dict[str, Any] = {
            name: float(value) for name, value in shown.items() if np.ndim(value) == 0
        }
        if model.ep_info_buffer:
            told["rollout/return"] = float(np.mean([info["r"] for info in model.ep_info_buffer]))
            told["rollout/length"] = float(np.mean([info["l"] for info in model.ep_info_buffer]))
        told["time/collect_seconds"] = collected - start
        told["time/learn_seconds"] = learned - collected
        told["time/steps_per_second"] = plan.n_steps * self.env.num_envs / (learned - start)
        if progress.steps // self.config.opponents.snapshot_steps > progress.snapshots:
            progress.snapshots = progress.steps // self.config.opponents.snapshot_steps
            self.pool.add(self.network())
        due = progress.steps // self.config.evaluation.every
        if due > progress.evaluations or self.over:
            progress.evaluations = due
            told["evaluation"] = rows = self._evaluate()
            for row in rows:
                name = f"evaluation/{row['opponent']}/{row['players']}"
                told[name] = float(row["wins"]["value"])
                for seats, explained in row["value"].items():
                    told[f"value/{seats}/{row['players']}"] = explained
        return told

    def _evaluate(self) -> list[dict[str, Any]]:
        rows = list(evaluate(self.config, self.boards, self.network(), self.threads))
        for row in rows:
            row.update(
                imitated=self.progress.imitated,
                steps=self.progress.steps,
                seconds=round(self.progress.seconds, 1),
            )
        self.progress.curve += rows
        return rows

    def _freeze(self, frozen: bool) -> None:
        """Let only the value learn, or everything."""
        policy = self.model.policy
        for part in (policy.features_extractor, policy.mlp_extractor.policy_net, policy.action_net):
            for parameter in part.parameters():
                parameter.requires_grad_(not frozen)

    def _axis(self, part: str) -> int:
        return self.progress.imitated if part == _IMITATION else self.progress.steps

    # ---- the folder

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
            "curve": progress.curve,
        }

    def _told(self) -> dict[str, Any]:
        told = told_of(FORMAT, self.game, self.config.plain(), self.progress)
        return told | {
            "n_updates": self.model._n_updates,
            "snapshots": len(self.pool.snapshots),
            "taken": self.pool.taken,
            "boards": digests_of(self.boards.games),
        }

    def _arrays(self) -> dict[str, np.ndarray]:
        model = self.model
        arrays = {
            **prefixed("policy", module_arrays(model.policy)),
            **prefixed("optimiser", optimiser_arrays(model.policy.optimizer)),
            **prefixed("teaching", optimiser_arrays(self._teaching)),
            **prefixed("random", random_arrays()),
        }
        for number, network in enumerate(self.pool.snapshots):
            arrays |= prefixed(f"snapshot{number}", arrays_of(network))
        if self._begun:
            episodes = list(model.ep_info_buffer or ())
            arrays |= prefixed("environment", self.env.arrays())
            arrays["episode_starts"] = np.asarray(model._last_episode_starts)
            arrays["episode_returns"] = np.array([float(each["r"]) for each in episodes])
            arrays["episode_lengths"] = np.array([int(each["l"]) for each in episodes], np.int64)
        return arrays

    def _expected(self, stored: ArrayFile, begun: bool, snapshots: int) -> dict[str, Form]:
        """The arrays that a checkpoint of this run has to hold."""
        model, declared = self.model, stored.forms
        teaching = optimiser_forms(self._teaching, part_of("teaching", declared))
        learning = optimiser_forms(model.policy.optimizer, part_of("optimiser", declared))
        expected = {
            **prefixed("policy", module_forms(model.policy)),
            **prefixed("optimiser", learning),
            **prefixed("teaching", teaching),
            **prefixed("random", random_forms(part_of("random", declared))),
        }
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

    def _restore(self, stored: ArrayFile) -> None:
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
            restore_optimiser(model.policy.optimizer, part_of("optimiser", arrays))
            restore_optimiser(self._teaching, part_of("teaching", arrays))
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
            self.pool.set_latest(self.network())
            if progress.updates:
                self.env.set_pool(self.pool.pool())
                model._setup_learn(plan.total_steps, self._callback)
                self._begun = True
                model._last_obs = self.env.restore(part_of("environment", arrays))
                model._last_episode_starts = arrays["episode_starts"]
                assert model.ep_info_buffer is not None
                pairs = zip(arrays["episode_returns"], arrays["episode_lengths"], strict=True)
                model.ep_info_buffer.extend({"r": float(r), "l": int(n)} for r, n in pairs)
                model.num_timesteps = progress.steps
                model._n_updates = learned
            restore_random(part_of("random", arrays))


_WHAT = "a checkpoint of a run of PPO"
_IMITATION = "imitation"
"""Part of the events that is counted in decisions of the teacher."""
_EPISODES = 100
"""The last ones, whose returns Stable-Baselines3 shows."""


class _Silent(BaseCallback):
    """Nothing to do at any step: the run does it between updates."""

    def _on_step(self) -> bool:
        return True

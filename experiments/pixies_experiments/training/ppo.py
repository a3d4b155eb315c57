"""Self-play with MaskablePPO of sb3-contrib: one run in a folder, which can be stopped any time.

What a run does depends on its configuration alone: taken up from its last checkpoint it goes on
exactly as if it had never been stopped, on the same machine and with as many threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pixies_agents.learned.network import (
    save_network,
)
from pixies_env.core.agents import Agent
from pixies_env.core.files.arrays import opened_arrays, write_arrays
from pixies_env.core.game import Game
from pixies_experiments.run_folder import RunFolder
from pixies_experiments.training import imitation
from pixies_experiments.training.checkpoint import (
    CHECKPOINT,
    EARLIER,
    VERSION,
)
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.curves import event_writer, write_curve
from pixies_experiments.training.evaluation import evaluate
from pixies_experiments.training.ppo_learner import FORMAT, Learner

POLICY = "policy.npz"


class PpoRun(Learner):
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
        super().__init__(config, threads, game, made)
        self.folder = folder
        self._writers: dict[str, Any] = {}
        # After all that may be refused: nothing is written before.
        self._place = RunFolder(folder, config.plain(), CHECKPOINT, EARLIER)
        if self._place.begun:
            with opened_arrays(self._place.state, _WHAT, FORMAT, VERSION, sealed=True) as stored:
                self.restore(stored)

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
            write_arrays(path, self.told(), self.arrays(), sealed=True)
        save_network(self.folder / POLICY, self.network(), self.game)
        write_curve(self.folder, self.progress.curve)

    # ---- the two phases

    def _imitate(self) -> dict[str, Any]:
        plan, progress = self.config.imitation, self.progress
        assert plan is not None
        found = self.lessons.block(progress.imitation_games, progress.imitated)
        progress.imitation_games += plan.block
        shown: dict[str, list[float]] = {}
        policy, teaching = self.model.policy, self.teaching
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
        self.pool.set_latest(self.latest())
        self.env.set_pool(self.pool.pool())
        if not self.begun:
            model._setup_learn(self.config.total_steps, self.callback)
            self.begun = True
        done = progress.steps / self.config.total_steps
        model._current_progress_remaining = 1.0 - done
        model.ent_coef = plan.ent_coef + (plan.ent_coef_end - plan.ent_coef) * done
        self.env.set_progress(done)
        self._freeze(progress.steps < plan.warm_up_steps)
        start = time.perf_counter()
        model.collect_rollouts(
            self.env, self.callback, model.rollout_buffer, plan.n_steps, use_masking=True
        )
        collected = time.perf_counter()
        model.train()
        if self.mean is not None:
            self.mean.update_parameters(model.policy)
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
        rows = list(evaluate(self.config, self.judged, self.network(), self.threads))
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


_WHAT = "a checkpoint of a run of PPO"
_IMITATION = "imitation"
"""Part of the events that is counted in decisions of the teacher."""

"""Expert iteration: a search guided by a network plays itself, the network learns from the search.

AlphaZero (Silver et al. 2018) for two and more players, chance and hidden information: the value is
a vector, one utility per seat, and the search is that of :mod:`pixies_agents.search`. One iteration
plays games, writes them to a file and learns from the files of the last few iterations. All that an
iteration does follows from the configuration and the iterations before it, so a run that is killed
goes on as if it had never been stopped, on the same machine and with as many threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network, save_network, seeing
from pixies_agents.learned.seat_values import centred
from pixies_agents.search.evaluator import Evaluator, NetworkEvaluator
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.arrays import ArrayFile, opened_arrays, write_arrays
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_experiments.games import open_game
from pixies_experiments.run_folder import RunFolder
from pixies_experiments.training.checkpoint import (
    CHECKPOINT,
    EARLIER,
    VERSION,
    Count,
    Seconds,
    identity_of,
    module_arrays,
    module_forms,
    optimiser_arrays,
    optimiser_forms,
    part_of,
    prefixed,
    progress_of,
    restore_module,
    restore_optimiser,
    told_of,
)
from pixies_experiments.training.checks import check_agents, check_players
from pixies_experiments.training.curves import event_writer, write_curve
from pixies_experiments.training.evaluation import win_rates
from pixies_experiments.training.expert_config import LEARNER, ExpertConfig
from pixies_experiments.training.expert_games import Expert, Rows, read_rows, write_rows
from pixies_experiments.training.expert_network import ExpertNetwork, TorchEvaluator
from pixies_experiments.training.expert_play import (
    POLICY,
    THREADS,
    Episodes,
    PlayingBackend,
    searching_expert,
    teaching_expert,
)
from pixies_experiments.training.named import network_named
from pixies_experiments.training.value_fit import value_fit

FORMAT = "pixies-expert"
GAMES = "games"

_TEST_DEALS = 2_000_000_000
"""Added to the seed: evaluation is dealt games that training is not."""


@dataclass
class Progress:
    """How far a run is."""

    iterations: Count = 0
    rows: Count = 0
    """Decisions that were written down to learn from."""
    updates: Count = 0
    seconds: Seconds = 0.0
    """Of all stretches, work that a kill lost not included."""
    curve: list[dict[str, Any]] = field(default_factory=list)
    """Rows of evaluation."""


class ExpertRun:
    """A run in a folder: begun, or taken up again after its last iteration.

    Args:
        folder: holds ``config.json``, ``checkpoint.npz``, ``games/``, ``policy.npz`` (as it is
            now), ``curve.jsonl`` and the events of TensorBoard.
        config: what to do; a folder with a run of another configuration is refused.
        threads: of torch and of the searches; None means all cores.
        game: for a game that is not registered; by default made as the configuration says.
        backend: who plays the games: ``threads`` of this process, ``joblib`` or ``ray``.
        workers: processes of the backend, if it is not this one; None means all cores.

    Raises:
        ValueError: the configuration does not fit the game or the folder, another run is at
            work in it, or there is no such backend; nothing has been written then.
        DamagedDataError, ForeignGameError: its checkpoint cannot be gone on with.
    """

    def __init__(
        self,
        folder: Path,
        config: ExpertConfig,
        threads: int | None = None,
        game: Game | None = None,
        backend: str = THREADS,
        workers: int | None = None,
    ) -> None:
        self.folder, self.config, self.threads = folder, config, threads
        self.progress = Progress()
        self._backend = PlayingBackend(backend, workers)
        if threads is not None:
            torch.set_num_threads(threads)
        self.game = open_game(config.game, options=config.options) if game is None else game
        check_players(
            {"players": config.players, "evaluation.players": config.evaluation.players}, self.game
        )
        check_agents(config.agents(), [self.game])
        self.observation_mode = self.game.check_observation_mode(config.observation_mode)
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._net = ExpertNetwork(
            config.network,
            self.game.observation_size(self.observation_mode),
            len(self.game.actions),
            self.game.max_players,
            config.seed,
        )
        if config.network.start:
            start = network_named(config.network.start, self.game, {})
            self._net.load(seeing(start, self.game, self.observation_mode))
        self._teacher = None
        if config.teacher.agent and config.teacher.iterations:
            self._teacher = teaching_expert(self.game, config)
        learner = LearnedAgent(self.game, LEARNER, self.network())
        check_agents(config.line_up(), [self.game], {LEARNER: learner})
        self._net.to(self._device)
        self._optimiser = torch.optim.AdamW(
            self._net.parameters(),
            lr=config.learning.learning_rate,
            weight_decay=config.learning.weight_decay,
        )
        try:
            if not config.taught_throughout:
                self._expert()
        except ValueError as error:
            raise ValueError(f"self_play: {error}") from error
        # After all that may be refused: nothing is written before.
        self._place = RunFolder(folder, config.plain(), CHECKPOINT, EARLIER, folders=[GAMES])
        if self._place.begun:
            with opened_arrays(self._place.state, _WHAT, FORMAT, VERSION, sealed=True) as stored:
                self.restore(stored)

    # ---- what others use

    def network(self) -> Network:
        """The network as it is now, with how it was trained."""
        return self._net.plain(self.observation_mode, self._training())

    @property
    def over(self) -> bool:
        """Nothing is left to do."""
        return self.progress.iterations >= self.config.iterations

    def run(
        self, minutes: float | None, report: Callable[[ExpertRun, dict[str, Any]], None]
    ) -> None:
        """Go on for so long, or to the end; ``report`` is called after every iteration.

        Whole iterations only; a checkpoint is written after each. StudyError if a process of
        another backend fails; what was learned stays.
        """
        until = float("inf") if minutes is None else time.monotonic() + 60 * minutes
        with (
            self._place.at_work(),
            self._backend.kept_ready(),
            closing(event_writer(self.folder, self.progress.iterations)) as events,
        ):
            while not self.over and time.monotonic() < until:
                shown = self._iterate()
                for name, value in shown.items():
                    if isinstance(value, float):
                        events.add_scalar(name, value, self.progress.iterations)
                # Before the checkpoint: a stretch that is killed then loses no point.
                events.flush()
                self._save()
                report(self, shown)

    # ---- one iteration

    def _iterate(self) -> dict[str, Any]:
        start, progress = time.monotonic(), self.progress
        number = progress.iterations
        present = self._rows(number)
        played = time.monotonic()
        recent = [*(self._rows(each) for each in range(self._first(number), number)), present]
        shown: dict[str, Any] = self._learn(recent, number)
        progress.iterations += 1
        progress.rows += len(recent[-1].players)
        shown["games/rows"] = float(len(recent[-1].players))
        shown["games/returns_of_decider"] = float(recent[-1].returns[:, 0].mean())
        shown["time/play_seconds"] = played - start
        shown["time/learn_seconds"] = time.monotonic() - played
        progress.seconds += time.monotonic() - start
        if progress.iterations % self.config.evaluation.every == 0 or self.over:
            shown["evaluation"] = rows = list(self._evaluate())
            progress.curve += rows
            for row in rows:
                name = f"evaluation/{row['opponent']}/{row['players']}"
                shown[name] = float(row["wins"]["value"])
        return shown

    def _first(self, number: int) -> int:
        """The first iteration that is learned from in this one."""
        return max(0, number + 1 - self.config.learning.window)

    def _rows(self, number: int) -> Rows:
        """The games of an iteration; those of the present one are played unless they are there.

        They are read back, so that what is learned does not depend on when a run was stopped.
        """
        file, present = self._file(number), number == self.progress.iterations
        try:
            return self._read(file, number)
        except FileNotFoundError:
            if not present:
                raise DamagedDataError(
                    f"{file}: games that are still learned from are missing"
                ) from None
        except DamagedDataError:
            if not present:
                raise
            # Nothing was learned from them yet; they are played again.
            file.replace(file.with_suffix(".damaged"))
        write_rows(file, self._play(number), self._about(number))
        return self._read(file, number)

    def _read(self, file: Path, number: int) -> Rows:
        most = self.config.self_play.games * self.game.max_decisions
        about, prior = self._about(number), self._net.prior is not None
        return read_rows(file, self.game, self.observation_mode, most, about, prior)

    def _about(self, number: int) -> dict[str, Any]:
        return identity_of(self.game, self.config.plain()) | {"iteration": number}

    def _file(self, number: int) -> Path:
        return self.folder / GAMES / f"iteration_{number:06d}.npz"

    def _play(self, number: int) -> Rows:
        """The games of an iteration."""
        teacher = self._teacher if number < self.config.teacher.iterations else None
        network, taught = self.network(), teacher is not None
        episodes = Episodes(self.game, self.config, self.observation_mode, network, taught)
        games = self.config.self_play.games
        if not self._backend.in_this_process:
            return self._backend.play(episodes, number * games, games, self.folder)
        expert = self._expert() if teacher is None else teacher
        return episodes.play(expert, number * games, games, self.threads)

    def _expert(self) -> Expert:
        """The searches that the network guides as it is now; ValueError if they cannot be."""
        return searching_expert(self.game, self.config, self._evaluator(), self.threads)

    def _evaluator(self) -> Evaluator:
        if self._device.type == "cuda":
            return TorchEvaluator(self._net, self.observation_mode, self._device)
        return NetworkEvaluator(self.network(), self.game, self.threads)

    def _learn(self, recent: list[Rows], number: int) -> dict[str, Any]:
        """Learn from rows of the last iterations, drawn with equal chance."""
        plan = self.config.learning
        rows = Rows(*(np.concatenate(parts) for parts in zip(*recent, strict=True)))
        batch = min(plan.batch_size, len(rows.players))
        updates = max(1, round(plan.passes * len(recent[-1].players) / batch))
        draw = np.random.default_rng([self.config.seed, number])
        self._set_rate(number)
        shown: dict[str, list[float]] = {}
        for _ in range(updates):
            picked = draw.choice(len(rows.players), batch, replace=False)
            for name, value in self._update(rows, picked).items():
                shown.setdefault(name, []).append(value)
        self.progress.updates += updates
        return {name: float(np.mean(values)) for name, values in shown.items()}

    def _set_rate(self, number: int) -> None:
        """The learning rate of an iteration."""
        plan = self.config.learning
        first, last = plan.learning_rate, plan.learning_rate_end
        if last is not None:
            done = number / max(1, self.config.iterations - 1)
            for group in self._optimiser.param_groups:
                group["lr"] = first + (last - first) * done

    def _update(self, rows: Rows, picked: np.ndarray) -> dict[str, float]:
        plan = self.config.learning

        def tensor(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array[picked]).to(self._device)

        logits, values = self._net(tensor(rows.observations))
        masks, policies = tensor(rows.masks), tensor(rows.policies)
        if rows.columns.size:
            logits = logits + tensor(rows.columns)
        # Not minus infinity: 0 * inf is no number.
        logs = torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=1)
        policy_loss = -(policies * logs).sum(dim=1).mean()
        wanted = tensor(rows.returns)
        if plan.search_value > 0.0:
            wanted = torch.lerp(wanted, tensor(rows.values), plan.search_value)
        inside = torch.arange(values.shape[1], device=self._device) < tensor(rows.players)[:, None]
        value_loss = (centred(values, inside) - wanted).square()[inside].mean()
        self._optimiser.zero_grad()
        (policy_loss + plan.vf_coef * value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), plan.max_grad_norm)
        self._optimiser.step()
        entropy = -torch.special.xlogy(policies, policies).sum(dim=1).mean()
        return {
            "learn/policy_loss": policy_loss.item(),
            "learn/policy_divergence": policy_loss.item() - entropy.item(),
            "learn/value_loss": value_loss.item(),
        }

    def _evaluate(self) -> Iterator[dict[str, Any]]:
        plan = self.config.evaluation
        agent = LearnedAgent(self.game, "learner", self.network())
        counts = sorted(set(plan.players or self.config.players))
        common: dict[str, Any] = {
            "games": plan.games,
            "seed": self.config.seed + _TEST_DEALS,
            "threads": self.threads,
        }
        fits = {
            players: value_fit(self.game, agent.network, players=players, **common)
            for players in counts
        }
        for spec in plan.opponents:
            rival = make_agent(spec, self.game)
            for players in counts:
                found = win_rates(self.game, agent, rival, players=players, **common)
                yield {
                    "opponent": spec,
                    "players": players,
                    "fair": 1 / players,
                    **found,
                    "value": fits[players],
                    "iterations": self.progress.iterations,
                    "rows": self.progress.rows,
                    "seconds": round(self.progress.seconds, 1),
                }

    # ---- the folder

    def _save(self) -> None:
        """Write the checkpoint, then what others read; drop games that are learned from no more."""
        with self._place.writing() as path:
            write_arrays(
                path,
                told_of(FORMAT, self.game, self.config.plain(), self.progress),
                {
                    **prefixed("network", module_arrays(self._net)),
                    **prefixed("optimiser", optimiser_arrays(self._optimiser)),
                },
                sealed=True,
            )
        save_network(self.folder / POLICY, self.network(), self.game)
        write_curve(self.folder, self.progress.curve)
        for number in range(self._first(self.progress.iterations - 1) - 1, -1, -1):
            if not self._file(number).exists():
                break
            self._file(number).unlink()

    def restore(self, stored: ArrayFile) -> None:
        """Go on as a checkpoint says.

        Raises:
            DamagedDataError, ForeignGameError: it is not one of this run.
        """
        progress = progress_of(stored, self.game, self.config.plain(), Progress)
        stored.require(progress.iterations <= self.config.iterations, "it is beyond its end")
        learned = part_of("optimiser", stored.forms)
        arrays = stored.read(
            {
                **prefixed("network", module_forms(self._net)),
                **prefixed("optimiser", optimiser_forms(self._optimiser, learned)),
            }
        )
        with stored.checking():
            restore_module(self._net, part_of("network", arrays))
            restore_optimiser(self._optimiser, part_of("optimiser", arrays))
        self.progress = progress

    def _training(self) -> dict[str, Any]:
        progress = self.progress
        return {
            "command": "pixies train expert",
            "config": self.config.plain(),
            "seed": self.config.seed,
            "iterations": progress.iterations,
            "rows": progress.rows,
            "updates": progress.updates,
            "seconds": round(progress.seconds, 1),
            "device": str(self._device),
            "curve": progress.curve,
        }


_WHAT = "a checkpoint of a run of expert iteration"

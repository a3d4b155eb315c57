"""What training runs go on with: checkpoints of both kinds, games to learn from, configurations."""

from __future__ import annotations

import contextlib
import json
import random
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.arrays import opened_arrays
from pixies_experiments.run_folder import CONFIG, RunFolder
from pixies_experiments.training import expert, ppo
from pixies_experiments.training.checkpoint import (
    CHECKPOINT,
    EARLIER,
    VERSION,
    module_arrays,
    optimiser_arrays,
    prefixed,
    told_of,
)
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.expert import GAMES, ExpertRun
from pixies_experiments.training.expert_games import Rows, write_rows
from pixies_experiments.training.ppo import PpoRun
from tests.games.extensive import extensive_game
from tests.hostile.alterations import Alteration, in_arrays, in_json
from tests.hostile.subject import Subject
from tests.learning.conftest import small_config
from tests.learning.test_expert import config as expert_config
from tests.learning.test_expert import puzzle

Run = PpoRun | ExpertRun
PPO: dict[str, Any] = {
    "players": [2],
    "total_steps": 4 * 6 * 4,
    "network": {"policy": [8], "value": [8]},
    "imitation": {"teacher": "careful", "decisions": 60, "block": 1},
    "ppo": {"n_envs": 6, "n_steps": 4, "batch_size": 12, "n_epochs": 1},
    "opponents": {"rivals": [{"agent": "careful"}], "snapshot_steps": 24, "snapshots": 2},
    "evaluation": {"every": 48, "games": 2, "opponents": ["random"]},
}


class _StopError(Exception):
    pass


class Checkpoints(Subject):
    """Taken up in a run that is there, which then holds what it says and goes on."""

    sealed: ClassVar = True

    @abstractmethod
    def begin(self, folder: Path) -> Run:
        """A run in a folder, begun or taken up."""

    @abstractmethod
    def kept(self, run: Run) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """What a run writes into a checkpoint."""

    def make(self) -> Sequence[Path]:
        run, stretches = self.begin(self.folder / "run"), 0

        def stop(run: Run, shown: dict[str, Any]) -> None:
            nonlocal stretches
            stretches += 1
            if not run.over and not getattr(run, "imitating", False) and stretches >= 2:
                raise _StopError

        with contextlib.suppress(_StopError):
            run.run(None, stop)
        assert not run.over
        self.spare = self.begin(self.folder / "spare")
        return [self.folder / "run" / CHECKPOINT]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays(sealed=True)]

    def use(self, path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        run = self.spare
        module: Any = ppo if isinstance(run, PpoRun) else expert
        with opened_arrays(path, module._WHAT, module.FORMAT, VERSION, sealed=True) as stored:
            run.restore(stored)
        return self.kept(run)

    def same(self, original: Any, found: Any) -> bool:
        (told, arrays), (other, others) = original, found
        return (
            told == other
            and arrays.keys() == others.keys()
            and all(
                np.array_equal(arrays[name], others[name], equal_nan=arrays[name].dtype.kind == "f")
                for name in arrays
            )
        )

    def check_sound(self, path: Path, found: Any) -> None:
        taken_up = self.kept(self.begin(path.parent))
        assert self.same(taken_up, found), "the same file is taken up otherwise"


class PpoCheckpoints(Checkpoints):
    """Of `pixies train ppo`, between two updates."""

    def begin(self, folder: Path) -> PpoRun:
        return PpoRun(folder, PpoConfig.model_validate(small_config(**PPO)), 1)

    def kept(self, run: Run) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        assert isinstance(run, PpoRun)
        return run.told(), {name: np.array(array) for name, array in run.arrays().items()}


class ExpertCheckpoints(Checkpoints):
    """Of `pixies train expert`, after an iteration."""

    def begin(self, folder: Path) -> ExpertRun:
        return _expert_run(folder)

    def kept(self, run: Run) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        assert isinstance(run, ExpertRun)
        arrays = {
            **prefixed("network", module_arrays(run._net)),
            **prefixed("optimiser", optimiser_arrays(run._optimiser)),
        }
        told = told_of("", run.game, run.config.plain(), run.progress)
        return told, {name: np.array(array) for name, array in arrays.items()}


def _expert_run(folder: Path) -> ExpertRun:
    plan = expert_config(learning={"passes": 1}, self_play={"games": 6, "simulations": 4})
    return ExpertRun(folder, plan, threads=1, game=extensive_game(puzzle(), 2))


class ExpertGames(Subject):
    """Rows of games that a network learns from."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        self.run_of_rows = _expert_run(self.folder / "run")
        file = self.folder / "run" / GAMES / "iteration_000000.npz"
        write_rows(file, self.run_of_rows._play(0), self.run_of_rows._about(0))
        return [file]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays(sealed=True, compressed=True)]

    def use(self, path: Path) -> Rows:
        return self.run_of_rows._read(path, 0)

    def same(self, original: Rows, found: Rows) -> bool:
        return all(np.array_equal(one, other) for one, other in zip(original, found, strict=True))

    def check_sound(self, path: Path, found: Rows) -> None:
        shown = self.run_of_rows._learn([found], 0)
        assert set(shown) == {"learn/policy_loss", "learn/policy_divergence", "learn/value_loss"}


class Configurations(Subject):
    """The file that says what a run in a folder is: anything else is refused."""

    documented: ClassVar = (DamagedDataError, ValueError)

    def make(self) -> Sequence[Path]:
        self.config = expert_config().plain()
        RunFolder(self.folder, self.config, CHECKPOINT, EARLIER)
        return [self.folder / CONFIG]

    def named(self, path: Path) -> str:
        return str(path.parent)

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json(), self._reformatted]

    def _reformatted(self, content: bytes, draw: random.Random) -> bytes:
        return json.dumps(json.loads(content), indent=draw.choice((None, 0, 2, 4))).encode()

    def use(self, path: Path) -> Any:
        RunFolder(self.folder, self.config, CHECKPOINT, EARLIER)
        return self.config

"""Two nodes of a Ray cluster play a study and for expert iteration; one is killed in the middle."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_agents.learned.network import arrays_of, load_network
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.studies.conftest import contents, runners
from tests.games import hidden_card

ray = pytest.importorskip("ray", reason="ray is not installed: extra `cluster`")
pytestmark = pytest.mark.slow

WATCHED = "PIXIES_TEST_CLUSTER"
"""Names the folder in which a test says which node is doomed."""
SECONDS = 120


class Watched(Tournament):
    """A tournament of which a piece never ends on a node that is doomed."""

    def run(self, piece: Any, on_error: str) -> Any:
        folder = Path(os.environ[WATCHED])
        node = ray.get_runtime_context().get_node_id()
        (folder / node).touch()
        if node == (folder / "doomed").read_text():
            time.sleep(SECONDS)
        return super().run(piece, on_error)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Any, Path]]:
    """A cluster of two nodes with a core each, the second of them, and the folder of the tests."""
    from ray.cluster_utils import Cluster

    folder = tmp_path_factory.mktemp("watched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WATCHED, str(folder))
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        try:
            second = cluster.add_node(num_cpus=1)
            cluster.wait_for_nodes()
            patch.setenv("RAY_ADDRESS", cluster.address)
            yield cluster, second, folder
        finally:
            cluster.shutdown()


def test_a_node_that_is_killed_in_mid_study_changes_no_byte(
    nodes: tuple[Any, Any, Path], tmp_path: Path
) -> None:
    cluster, second, folder = nodes
    plain = runners((3,), 300)
    run_study(plain, tmp_path / "here", workers=1)
    doomed = folder / second.node_id
    (folder / "doomed").write_text(doomed.name)

    def kill_at_work() -> None:
        until = time.monotonic() + SECONDS
        while not doomed.exists() and time.monotonic() < until:
            time.sleep(0.05)
        cluster.remove_node(second, allow_graceful=False)

    killer = threading.Thread(target=kill_at_work)
    killer.start()
    watched = Watched(**{field.name: getattr(plain, field.name) for field in fields(plain)})
    run_study(watched, tmp_path / "there", backend="ray")
    killer.join()
    assert len(list(folder.iterdir())) == 3, "both nodes were at work"
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert not ray.is_initialized()


def test_expert_iteration_plays_on_the_cluster_what_it_plays_here(
    nodes: tuple[Any, Any, Path], tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="torch is not installed: extra `train`")
    from pixies_experiments.training.expert import ExpertRun
    from pixies_experiments.training.expert_config import ExpertConfig

    config = ExpertConfig.model_validate(
        {
            "game": "hidden_card",
            "players": [2, 3],
            "iterations": 2,
            "network": {"trunk": [16]},
            "teacher": {"agent": "random", "iterations": 1},
            "self_play": {"games": 9, "simulations": 8},
            "evaluation": {"opponents": []},
        }
    )
    game, results = hidden_card.game(), []
    for backend in ("threads", "ray"):
        run = ExpertRun(tmp_path / backend, config, 1, game, backend=backend)
        run.run(None, lambda run, shown: None)
        games = sorted((tmp_path / backend / "games").iterdir())
        learned = arrays_of(load_network(tmp_path / backend / "policy.npz", game))
        results.append(([file.read_bytes() for file in games], learned))
    (games_here, learned_here), (games_there, learned_there) = results
    assert len(games_here) == 2 and games_here == games_there
    for name, array in learned_here.items():
        assert np.array_equal(array, learned_there[name])

"""Expert iteration that learns the values of a search, and that corrects a heuristic with them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import random_network, small_config
from learning.corrected import STEEP, card_game
from learning.networks import untrained
from learning.test_expert import KilledError, assert_same_run, finished, silent
from learning.test_training import _run

from pixies_agents.learned.network import load_network, save_network
from pixies_agents.learned.prior import Prior
from pixies_env.core.specs import make_agent
from pixies_experiments.pieces import STOP, Piece
from pixies_experiments.training.expert import ExpertRun
from pixies_experiments.training.expert_config import ExpertConfig
from pixies_experiments.training.expert_games import Expert, play
from pixies_experiments.training.expert_play import Episodes, PlayingBackend, teaching_expert
from pixies_experiments.training.expert_targets import improved_policies

GAME = card_game()
WEIGHT = 0.75
VALUE_WEIGHT = 5.0
SEARCH = "flat:simulations=6"


def plain(**changed: Any) -> dict[str, Any]:
    """A run that corrects the heuristic of a small game by what a search finds."""
    found: dict[str, Any] = {
        "game": "corrected",
        "players": [2, 3],
        "iterations": 3,
        "network": {
            "trunk": [],
            "policy": [16],
            "value": [16],
            "prior": "greedy",
            "prior_weight": WEIGHT,
        },
        "teacher": {
            "agent": SEARCH,
            "iterations": 3,
            "line_up": ["learner", "greedy", "random"],
            "share": 0.5,
        },
        "self_play": {"games": 10},
        "learning": {
            "targets": "values",
            "value_weight": VALUE_WEIGHT,
            "batch_size": 16,
            "passes": 4,
            "learning_rate": 0.01,
            "learning_rate_end": 0.001,
        },
        "evaluation": {"opponents": []},
    }
    for key, value in changed.items():
        found[key] = {**found[key], **value} if isinstance(value, dict) else value
    return found


def config(**changed: Any) -> ExpertConfig:
    return ExpertConfig.model_validate(plain(**changed))


# ---- what a policy should become


def test_values_improve_the_policy_that_was_searched() -> None:
    logits = np.log([[0.5, 0.3, 0.2, 1.0]] * 3)
    masks = np.array([[True, True, True, False]] * 3)
    nothing = np.nan
    values = np.array(
        [
            [0.25, 0.25, 0.25, 9.0],  # All alike: nothing changes.
            [0.0, 1.0, -1.0, 9.0],
            [0.0, 1.0, nothing, 9.0],  # What was not tried: what was tried, by the policy.
        ]
    )
    found = improved_policies(logits, masks, values, 2.0)
    assert found.sum(axis=1) == pytest.approx(1.0) and (found[:, 3] == 0.0).all()
    assert found[0, :3] == pytest.approx([0.5, 0.3, 0.2])
    weights = [0.5, 0.3 * np.exp(2.0), 0.2 * np.exp(-2.0)]
    assert found[1, :3] == pytest.approx(np.array(weights) / np.sum(weights))
    weights[2] = 0.2 * np.exp(2.0 * 0.3 / 0.8)
    assert found[2, :3] == pytest.approx(np.array(weights) / np.sum(weights))
    untried = improved_policies(logits, masks, np.full((3, 4), nothing), 2.0)
    assert untried[:, :3] == pytest.approx(found[0, :3][None].repeat(3, axis=0))


def test_a_teacher_is_asked_about_a_share_of_the_decisions_of_a_line_up() -> None:
    episodes = Episodes(GAME, config(), "recall", _corrected(), taught=True)
    expert = teaching_expert(GAME, config())
    rows = episodes.play(expert, 0, 10, 1)
    every = Expert(GAME, make_agent(SEARCH, GAME))
    line_up = [make_agent(name, GAME) for name in ("greedy", "random")]
    arguments: dict[str, Any] = {"observation_mode": "recall", "seed": 0, "threads": 1}
    asked = play(GAME, every, players=(2, 3), first_game=0, games=10, line_up=line_up, **arguments)
    assert 0.2 < len(rows.players) / len(asked.players) < 0.8
    assert (rows.masks.sum(axis=1) > 1).all() and not asked.columns.size
    # The prior is that of the run: the lower the id the better.
    ids = np.arange(len(GAME.actions))
    lowest = np.argmax(rows.masks, axis=1)[:, None]
    added = np.where(rows.masks, -WEIGHT * np.log(STEEP) * (ids - lowest), 0.0)
    assert rows.columns == pytest.approx(added, abs=1e-5)
    # Logits of the prior and values of at most one either way.
    lean = np.log(np.maximum(rows.policies, 1e-30)) - rows.columns
    spread = np.where(rows.masks, lean, -np.inf).max(1) - np.where(rows.masks, lean, np.inf).min(1)
    assert 0.0 < spread.max() <= 2 * VALUE_WEIGHT + 1e-3
    # Another temperature of the learner leads to other positions.
    sure = Episodes(GAME, config(self_play={"temperature": 0.0}), "recall", _corrected(), True)
    others = sure.play(expert, 0, 10, 1)
    assert not np.array_equal(rows.observations, others.observations)
    # In pieces, by another process, it is the same.
    cut = PlayingBackend("joblib", 1).play(episodes, 10, 6, Path())
    whole = episodes.run(Piece("whole", {"first_game": 10}, 6), STOP)
    assert all(np.array_equal(one, other) for one, other in zip(cut, whole, strict=True))


def _corrected() -> Any:
    return dataclasses.replace(random_network(GAME, values=1), prior=Prior("greedy", WEIGHT))


# ---- runs


def test_a_heuristic_is_corrected_by_a_search_and_ppo_goes_on_from_there(tmp_path: Path) -> None:
    whole = finished(tmp_path / "whole", config(), GAME)
    # Killed after each part of an iteration, it ends as if it had not been.
    cut = ExpertRun(tmp_path / "cut", config(), threads=1, game=GAME)
    assert not cut.network().policy[-1].weight.any()  # It begins as the heuristic.
    for part in ("_learn", "_save"):

        def kill(*arguments: Any) -> Any:
            raise KilledError

        setattr(cut, part, kill)
        with pytest.raises(KilledError):
            cut.run(None, silent)
        cut = ExpertRun(tmp_path / "cut", config(), threads=1, game=GAME)
    cut.run(None, silent)
    assert cut.progress.updates == whole.progress.updates
    assert_same_run(tmp_path / "whole", tmp_path / "cut", GAME)
    policy = tmp_path / "whole" / "policy.npz"
    network = load_network(policy, GAME)
    assert network.prior == Prior("greedy", WEIGHT) and network.policy[-1].weight.any()
    assert whole._optimiser.param_groups[0]["lr"] == pytest.approx(0.001)
    again = plain()["network"] | {"start": str(policy)}
    for begun in (
        _run(tmp_path / "ppo", small_config(players=[2, 3], network=again), GAME),
        ExpertRun(tmp_path / "on", config(network=again), threads=1, game=GAME),
    ):
        layers = begun.network().policy
        for mine, given in zip(layers, network.policy, strict=True):
            np.testing.assert_allclose(mine.weight, given.weight, atol=1e-5)


def test_the_loss_is_that_of_what_the_policy_plays(tmp_path: Path) -> None:
    plan = config(iterations=1, teacher={"share": 1.0}, learning={"passes": 60})
    run = ExpertRun(tmp_path, plan, threads=1, game=GAME)
    rows = run._rows(0)
    first = run._update(rows, np.arange(len(rows.players)))["learn/policy_divergence"]
    powers = np.where(rows.masks, np.exp(rows.columns), 0.0)
    prior = powers / powers.sum(axis=1, keepdims=True)
    logs = np.log(np.where(rows.policies > 0.0, rows.policies / np.maximum(prior, 1e-30), 1.0))
    assert first == pytest.approx((rows.policies * logs).sum(axis=1).mean(), abs=1e-4)
    shown = run._learn([rows], 0)
    assert shown["learn/policy_divergence"] < 0.8 * first


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"iterations": 4}, "network.prior: .*a teacher must play all iterations"),
        ({"teacher": {"agent": ""}}, "teacher: .*line_up is whose decisions the agent judges"),
        ({"teacher": {"line_up": []}}, "teacher: .*share is that of a line_up's decisions"),
        ({"teacher": {"share": 0.0}}, "teacher: .*share must be above 0"),
        ({"teacher": {"agent": "greedy"}}, "learning.targets: .*a search finds; greedy is none"),
        ({"teacher": {"line_up": ["learned"]}}, "teacher.line_up.0: .*'learned'"),
        ({"evaluation": {"opponents": ["learner"]}}, "evaluation.opponents.0: .*'learner'"),
        ({"network": {"prior": "careful"}}, "network.prior: .*no heuristic with shipped weights"),
        ({"network": {"prior_shown": True}}, "only policies of pixies train ppo read a prior"),
        ({"network": {"start": "start.npz"}}, "corrects no heuristic, the run greedy with"),
    ],
)
def test_what_cannot_be_taught_is_told(
    tmp_path: Path, changed: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_network("start.npz", untrained(GAME, values=GAME.max_players), GAME)
    with pytest.raises(ValueError, match=words.replace(": .*", r"[\s\S]*")):
        ExpertRun(tmp_path / "run", config(**changed), threads=1, game=GAME)
    assert not (tmp_path / "run").exists()

"""A best response is learned by PPO: the known one is found, and the run goes on anywhere."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pixies_agents.learned.network import arrays_of, load_network, save_network, with_prior
from pixies_agents.learned.prior import Prior
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.registry import make_game
from pixies_experiments.pieces import STOP, StudyError
from pixies_experiments.studies.exploit.learned import (
    LEARNED,
    LearningPlan,
    holding_config,
    learning_config,
    response_file,
    run_folder,
)
from pixies_experiments.studies.exploit.stages import LEARNING, OPPOSING
from pixies_experiments.studies.exploit.study import ExploitStudy
from pixies_experiments.studies.exploit.tuned import TuningPlan
from pixies_experiments.studies.store import StoredParts
from pixies_experiments.training.environment import pay_what_they_lose
from pixies_experiments.training.ppo import PpoRun
from tests.experiments.conftest import Command
from tests.experiments.test_exploit import finished, gain
from tests.games.planted import CROWDED_HIGH, FACES, LONE_HIGH, TRAIN, planted_game
from tests.learning.networks import untrained

STEPS = 4096


def study_of(
    steps=STEPS, games=1000, players=(2,), target=("random",), responses=("random",), opposing=0
):
    tuning, learning = TuningPlan("greedy", 0, 4, 1), LearningPlan(steps, opposing)
    game = planted_game("dealt")
    return ExploitStudy(game, target, players, responses, tuning, learning, 400, games, 3)


def share_of(trains, high):
    """Wins, ties split, of who plays so against one who takes any legal decision alike."""
    won = Fraction(0)
    for other_trains, other_high in itertools.product((False, True), repeat=2):
        # Of three decisions one is to train; after it two are left.
        chance = Fraction(1, 6) if other_trains else Fraction(1, 3)
        lone = LONE_HIGH if not other_high else CROWDED_HIGH
        mine = TRAIN * trains + (lone if high else 0)
        other_lone = LONE_HIGH if not high else CROWDED_HIGH
        theirs = TRAIN * other_trains + (other_lone if other_high else 0)
        for one, other in itertools.product(range(FACES), repeat=2):
            ahead = (mine + one > theirs + other) + Fraction(mine + one == theirs + other, 2)
            won += chance * ahead / FACES**2
    return float(won)


def test_the_best_response_to_random_play_is_learned(tmp_path):
    plays = itertools.product((False, True), repeat=2)
    best, second = sorted((share_of(*play) for play in plays), reverse=True)[:2]
    _, tables = finished(study_of(games=2000), tmp_path)
    row = gain(tables)
    assert row["response"] == LEARNED
    assert row["low"] <= best <= row["high"] and row["low"] > second
    total = gain(tables, table="nash_conv")
    assert total["value"] == pytest.approx(2 * row["value"] - 1)


def best_share():
    return max(share_of(*play) for play in itertools.product((False, True), repeat=2))


def test_who_is_held_down_by_one_keeps_what_the_best_response_leaves(tmp_path):
    study = study_of(0, games=2000, responses=(), opposing=STEPS)
    pieces, tables = finished(study, tmp_path)
    assert [piece.arguments["stage"] for piece in pieces].count(OPPOSING) == 1
    assert set(tables) == {"equal_share"} == set(study.tables())
    row = gain(tables, table="equal_share")
    assert row["low"] <= 1 - best_share() <= row["high"] < 0.5


def test_copies_of_an_adversary_are_paid_what_the_one_among_them_loses():
    paid = np.array([[0.2, 0.5, -0.7, 0.0], [0.1, -0.4, 0.3, 0.0], [-0.5, 0.5, 0.0, 0.0]])
    playing = np.array([[True, True, True, False]] * 2 + [[True, True, False, False]])
    held = np.array([[False, True, False, False], [False] * 4, [False, True, False, False]])
    pay_what_they_lose(paid, held, playing)
    np.testing.assert_allclose(
        paid, [[-0.25, 0.5, -0.25, 0.0], [0.1, -0.4, 0.3, 0.0], [-0.5, 0.5, 0.0, 0.0]]
    )


def test_a_run_pays_the_learner_and_its_copies_what_the_target_loses(tmp_path):
    game = planted_game("dealt")
    run = PpoRun(tmp_path, holding_config(game, "random", 3, 512, 3, tmp_path), 1, game)
    env = run.env
    env.set_pool(run.pool.pool())
    env.reset()
    targets, others = [], []
    for _ in range(20):
        held = from_own_seat(env.view.seated == 0, env.view.seats, env.players)[:, :3] == 1
        env.step_async(env.action_masks().argmax(axis=1))
        _, rewards, dones, _ = env.step_wait()
        np.testing.assert_array_equal(rewards, env.paid[:, 0])
        targets.extend(env.paid[dones, :3][held[dones]])
        others.extend(env.paid[dones, :3][~held[dones]].reshape(-1, 2))
    np.testing.assert_allclose(others, np.repeat(np.array(targets)[:, None] / -2, 2, axis=1))
    assert min(targets) < 0 < max(targets)


def test_learning_goes_on_where_it_was_ended(tmp_path):
    study = study_of(2048, games=100)
    pieces, whole = finished(study, tmp_path / "whole")
    assert [piece.arguments["stage"] for piece in pieces].count(LEARNING) == 1
    folder = tmp_path / "parts"
    where = run_folder(folder, 2)
    where.mkdir(parents=True)
    (folder / "parts").mkdir()
    run = PpoRun(where, learning_config(study.game, ["random"], 2048, 3, where), 1, study.game)
    run.run(1e-6, lambda run, shown: None)
    while not run.progress.steps:
        run.run(1e-4, lambda run, shown: None)
    assert not run.over
    _, again = finished(study, folder)
    networks = [
        arrays_of(load_network(response_file(place, 2), study.game))
        for place in (tmp_path / "whole", folder)
    ]
    for name, array in networks[0].items():
        np.testing.assert_array_equal(array, networks[1][name], err_msg=name)
    for name, table in whole.items():
        assert table.equals(again[name]), name


def test_a_response_that_is_gone_is_told(tmp_path):
    study = study_of(64, games=100)
    finished(study, tmp_path)
    response_file(tmp_path, 2).unlink()
    with StoredParts.opened(tmp_path, study) as parts:
        with pytest.raises(StudyError, match="is missing; remove parts"):
            study.pieces(parts)
        (tmp_path / "parts" / "learning-2.parquet").unlink()
    with StoredParts.opened(tmp_path, study) as parts:
        (piece,) = [piece for piece in study.pieces(parts) if piece not in parts]
        study.run(piece, STOP)
    assert response_file(tmp_path, 2).exists()


def test_a_response_to_a_network_begins_as_it(tmp_path):
    game = planted_game("dealt")
    save_network(tmp_path / "target.npz", untrained(game), game)
    spec = f"ppo:file={tmp_path / 'target.npz'}"
    where = tmp_path / "run"
    where.mkdir()
    run = PpoRun(where, learning_config(game, [spec] * 2, 64, 3, where), 1, game)
    seen = np.array([[0.75], [0.5]], np.float32)
    mine, theirs = (network.forward(seen) for network in (run.network(), untrained(game)))
    np.testing.assert_allclose(mine[0], theirs[0], atol=1e-5)
    np.testing.assert_allclose(mine[1][:, 0], theirs[1][:, 0], atol=1e-5)
    assert run.config.imitation is None and run.config.players == (3,)


@pytest.mark.parametrize("shown", [False, True])
def test_a_response_to_a_network_that_corrects_a_heuristic_corrects_it_too(tmp_path, shown):
    game = make_game("pixie_queen")
    network = replace(untrained(game), prior=Prior("greedy", 2.0))
    if shown:
        network = with_prior(network, Prior("greedy", 2.0, shown=True))
    save_network(tmp_path / "target.npz", network, game)
    spec = f"ppo:file={tmp_path / 'target.npz'}"
    shape = learning_config(game, [spec], 64, 3, tmp_path).network
    assert shape.corrected() == load_network(shape.start, game).prior == network.prior


def test_the_command_learns_and_names_the_policy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("exploit", "--target", "random", "--players", "2,3", "--generations", 0)
    words = (*words, "--responses", "random", "--learn", 512, "--games", 200, "--workers", 1)
    words = (*words, "--hold-down", 512)
    words = (*words, "--choosing-games", 100, "--folder", "study")
    result = Command()(*words, game="tests.games.planted:planted_game")
    assert result.exit_code == 0, result.stderr
    said = " ".join((result.stdout + result.stderr).split())
    for wanted in ("tried; fair 50.0 %", "tried; fair 33.3 %", "learned policy:"):
        assert wanted in said
    assert "summed over the seats: at least" in said
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "adversary: ppo:file=study/adversary-3.npz" in said
    for wanted in (
        "NashConv",
        "512 steps of PPO",
        "more than the target, points",
        "games alone among copies of the adversary, where 33.3 % is fair",
        "3 players: what one target keeps among adversaries",
    ):
        assert wanted in page
    policy = "ppo:file=study/response-3.npz"
    assert policy in said
    played = ("simulate", "--agents", f"{policy},random,random", "--games", 10)
    assert Command()(*played, game="tests.games.planted:planted_game").exit_code == 0

"""Runs of `pixies train ppo`: they learn, and they can be stopped anywhere."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import torch
from learning.conftest import small_config
from learning.matching import CARDS, MATCHING, matching_game

from pixies_agents.advice import CompiledRule, evaluation_address
from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import (
    POLICIES,
    Network,
    arrays_of,
    load_network,
    save_network,
)
from pixies_env import make_game
from pixies_env.core.compilation.compile import address_table
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.core.states.state import State
from pixies_experiments.folder_lock import FolderInUseError
from pixies_experiments.league.config import read_league_config
from pixies_experiments.training.checkpoint import CHECKPOINT
from pixies_experiments.training.config import (
    ConfigModel,
    Imitation,
    Ppo,
    PpoConfig,
    read_ppo_config,
)
from pixies_experiments.training.curves import CURVE
from pixies_experiments.training.environment import TrainingEnv, _value_lanes
from pixies_experiments.training.ppo import POLICY, PpoRun
from pixies_experiments.training.soak import NumericalError, check_masks, soak
from tests.hostile.alterations import toml_of


def _run(folder: Path, config: dict[str, Any], game: Game | None = None) -> PpoRun:
    return PpoRun(folder, PpoConfig.model_validate(config), 1, game)


def _to_the_end(run: PpoRun) -> PpoRun:
    run.run(None, lambda run, shown: None)
    return run


def _parameters(run: PpoRun) -> dict[str, np.ndarray]:
    return {name: value.numpy().copy() for name, value in run.model.policy.state_dict().items()}


def _equal(one: PpoRun, other: PpoRun) -> None:
    mine, theirs = _parameters(one), _parameters(other)
    assert mine.keys() == theirs.keys()
    for name, value in mine.items():
        np.testing.assert_array_equal(value, theirs[name], err_msg=name)
    assert one.progress.steps == other.progress.steps
    for mine_row, their_row in zip(one.progress.curve, other.progress.curve, strict=True):
        assert mine_row["wins"] == their_row["wins"]


def _well_played(run: PpoRun) -> float:
    """Share of the 12 positions of the matching game in which the likeliest decision is right."""
    network, right = run.network(), 0
    for lane in range(40):
        state = State(run.game, 2, seed=1, lane=lane)
        for player in range(2):
            observation = state.observation(player)[None]
            logits = network.forward(observation)[0][0]
            ids = state.legal_actions()
            best = ids[int(np.argmax(logits[ids]))]
            state.apply(best)
        right += int(state.returns().tolist()[:2] == [1.0, 1.0])
    return right / 40


@pytest.mark.parametrize(
    ("seats", "precision"), [("one", "float32"), ("all", "float32"), ("one", "bfloat16")]
)
def test_a_game_with_a_known_answer_is_solved_in_a_fixed_number_of_steps(
    tmp_path: Path, seats: str, precision: str
) -> None:
    config = MATCHING | {"seats": seats, "ppo": MATCHING["ppo"] | {"precision": precision}}
    if seats == "all":
        config |= {"total_steps": 12288, "ppo": MATCHING["ppo"] | {"n_envs": 32}}
    run = _run(tmp_path, config, matching_game())
    assert _well_played(run) < 0.9
    _to_the_end(run)
    assert run.progress.steps == config["total_steps"]
    assert _well_played(run) == 1.0


@pytest.mark.parametrize("seats", ["one", "all"])
def test_the_value_of_a_seat_is_learnt_from_its_own_return(tmp_path: Path, seats: str) -> None:
    """The second player is paid 0.5 whatever happens, the first wins or loses 1."""
    game = matching_game(second_always=0.5)
    config = MATCHING | {"seats": seats, "total_steps": 6144 if seats == "one" else 12288}
    run = _to_the_end(_run(tmp_path, config, game))
    for lane in range(6):
        state = State(game, 2, seed=2, lane=lane)
        card = int(np.argmax(state.observation(0))) // 2 - 1
        assert 0 <= card < CARDS
        assert _value(run, state, 0) == pytest.approx(1.0, abs=0.25)
        state.apply(f"name{(card + 1) % CARDS}")
        # A step of a good policy never comes here for the first player; the second is paid.
        assert _value(run, state, 1) == pytest.approx(0.5, abs=0.25)


def _value(run: PpoRun, state: State, player: int) -> float:
    return float(run.network().forward(state.observation(player)[None])[1][0, 0])


def test_resuming_equals_no_interruption_bit_for_bit(tmp_path: Path) -> None:
    config = small_config(
        imitation={"teacher": "careful", "decisions": 600, "block": 2},
        ppo=small_config()["ppo"] | {"average": 0.8},
    )
    whole = _to_the_end(_run(tmp_path / "whole", config))
    stretches = 0
    while True:
        run = _run(tmp_path / "stretches", config)
        if run.over:
            break
        run.run(0.0, lambda run, shown: None) if stretches == 0 else _one_update(run)
        stretches += 1
    assert stretches > 5
    assert whole.pool.taken > 2
    _equal(whole, run)
    assert same_arrays(whole.network(), run.network())
    kept = [json.loads(line) for line in (tmp_path / "stretches" / CURVE).read_text().splitlines()]
    assert [row["steps"] for row in kept] == [row["steps"] for row in whole.progress.curve]


def _one_update(run: PpoRun) -> None:
    class StopError(Exception):
        pass

    def stop(run: PpoRun, shown: dict[str, Any]) -> None:
        run.save()
        raise StopError

    with pytest.raises(StopError):
        run.run(None, stop)


PROGRAM = """
import sys
from pathlib import Path
from pixies_experiments.training.config import read_ppo_config
from pixies_experiments.training.ppo import PpoRun
run = PpoRun(Path(sys.argv[2]), read_ppo_config(Path(sys.argv[1])), 1)
def report(run, shown):
    print(run.progress.steps, flush=True)
    if run.progress.updates == 3:
        sys.stdin.readline()
run.run(None, report)
"""


def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    config = small_config(total_steps=768)
    file = tmp_path / "config.toml"
    file.write_text(toml_of(config))
    arguments = [sys.executable, "-c", PROGRAM, str(file), str(tmp_path / "killed")]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        with pytest.raises(FolderInUseError, match="in use by another run"):
            _run(tmp_path / "killed", config)
        process.stdin.write("go on\n")
        process.stdin.flush()
        time.sleep(0.02)  # In the middle of an update, or of writing a checkpoint.
        children = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
    # No process stays, and the folder can be used at once.
    assert not psutil.wait_procs(children, timeout=10)[1]
    resumed = _run(tmp_path / "killed", config)
    assert 0 < resumed.progress.steps < 768
    _equal(_to_the_end(resumed), _to_the_end(_run(tmp_path / "whole", config)))


def test_a_damaged_checkpoint_is_told(tmp_path: Path) -> None:
    run = _run(tmp_path, small_config())
    run.save()
    file = tmp_path / CHECKPOINT
    file.write_bytes(file.read_bytes()[:1000])
    with pytest.raises(DamagedDataError, match="not a checkpoint of a run of PPO"):
        _run(tmp_path, small_config())


def test_another_configuration_is_refused(tmp_path: Path) -> None:
    _run(tmp_path, small_config())
    with pytest.raises(ValueError, match=r"another configuration: seed was 5, is 6"):
        _run(tmp_path, small_config(seed=6))
    with pytest.raises(ValueError, match=r"ppo.n_epochs was 2, is 3"):
        _run(tmp_path, small_config(ppo=small_config()["ppo"] | {"n_epochs": 3}))


def test_no_mask_that_allows_nothing_reaches_the_policy(tmp_path: Path) -> None:
    """And no numerical error: `pixies train soak` does the same for longer."""
    from pixies_env.registry import make_game

    for seats in ("one", "all"):
        config = PpoConfig.model_validate(small_config(seats=seats, total_steps=2048))
        found = soak(make_game("pixie_queen"), config, 1)
        assert found["steps"] >= 2048
        assert found["actions"] == len(make_game("pixie_queen").actions)


def test_the_soak_sees_empty_masks_and_numbers_that_are_not_finite(tmp_path: Path) -> None:
    run = _run(tmp_path / "masks", small_config())
    check_masks(run.model.policy)
    run.env.action_masks()[:] = False
    masks = run.env.action_masks
    run.env.action_masks = lambda: np.zeros_like(masks())  # type: ignore[method-assign]
    with pytest.raises(NumericalError, match="allows nothing"):
        _to_the_end(run)
    config = PpoConfig.model_validate(
        small_config(ppo=small_config()["ppo"] | {"learning_rate": 1e30})
    )
    with pytest.raises((NumericalError, ValueError), match=r"finite|nan"):
        soak(run.game, config, 1)


def test_imitation_learns_to_decide_as_the_teacher(tmp_path: Path) -> None:
    plan = {"teacher": "greedy", "line_up": ["random"], "decisions": 8000, "block": 16}
    config = small_config(
        total_steps=1,
        imitation=plan | {"batch_size": 128, "learning_rate": 3e-3},
        network={"policy": [64], "value": [32]},
    )
    run = _run(tmp_path, config)
    shown: list[dict[str, Any]] = []
    while run.imitating:
        shown.append(run._imitate())
    assert shown[-1]["imitation/policy_loss"] < 0.8 * shown[0]["imitation/policy_loss"]
    assert run.progress.imitated >= 8000
    (row,) = [row for row in run.progress.curve if row["players"] == 2]
    assert row["imitated"] == run.progress.imitated and row["steps"] == 0


def test_shaping_pays_the_change_of_a_potential_that_ends_at_zero() -> None:
    from pixies_env.adapters.opponents import Pool
    from pixies_experiments.training.config import Shaping
    from pixies_experiments.training.environment import TrainingEnv

    def make(shaping: Shaping | None) -> TrainingEnv:
        pool = Pool(["random"], [1])
        return TrainingEnv(
            "pixie_queen", 4, 3, opponents=pool, shaping=shaping, zero_sum=True, seed=4
        )

    shaped, plain = make(Shaping(agent="greedy", weight=0.5, until=1.0)), make(None)
    first, second = shaped.reset(), plain.reset()
    shaped.set_progress(0.0)
    start = shaped._from_each()
    extra, ended, steps = np.zeros(start.shape), np.zeros(4, bool), 0
    while not ended.all():
        actions = np.argmax(plain.action_masks(), axis=1)
        first, paid, dones, _ = shaped.step(actions)
        second, own, _, _ = plain.step(actions)
        np.testing.assert_array_equal(first, second)
        np.testing.assert_allclose(shaped.paid[:, 0], paid)
        np.testing.assert_allclose(shaped.paid.sum(axis=1), 0.0, atol=1e-6)
        extra += np.where(ended[:, None], 0.0, shaped.paid - plain.paid)
        steps += int(np.sum(paid != own))
        ended |= dones
    # Over a game all changes add up to what the potential was at its beginning.
    assert steps > 4
    np.testing.assert_allclose(extra, -0.5 * start, atol=1e-5)
    shaped.set_progress(0.5)
    assert shaped._weight == 0.25
    shaped.set_progress(1.0)
    assert shaped._weight == 0.0


@pytest.mark.parametrize("name", ["pixie_queen", "havresac", "taverns"])
def test_the_potential_of_shaping_does_not_depend_on_how_a_position_came_about(name: str) -> None:
    from pixies_env.adapters.opponents import Pool
    from pixies_experiments.training.config import Shaping

    game = make_game(name)
    greedy = make_agent("greedy", game)
    pool, shaping = Pool(["greedy"], [1]), Shaping(agent="greedy", weight=1.0, until=1.0)
    env = TrainingEnv(game, 4, 2, opponents=pool, shaping=shaping, seed=4)
    rng, low, high = np.random.default_rng(1), *game.utility_range
    env.set_progress(0.0)
    env.reset()
    refused = 0
    for _ in range(60):
        told, judged = (_judged(game, each, env) for each in (greedy.potential, greedy.evaluation))
        np.testing.assert_array_equal(env._potentials, told)
        assert (low <= told).all() and (told <= high).all()
        kept = np.isfinite(judged)
        np.testing.assert_array_equal(judged[kept], told[kept])
        refused += int(np.sum(~kept))
        env.step([rng.choice(np.flatnonzero(mask)) for mask in env.action_masks()])
    # There the potential used to be that of an earlier position.
    assert refused > 10


def _judged(game: Game, rule: CompiledRule, env: TrainingEnv) -> np.ndarray:
    """What a rule makes of the positions of an environment; NaN where it makes nothing."""
    states, boards, _ = env.positions()
    found = np.full((len(states), game.max_players), np.nan)
    rules = address_table([evaluation_address(rule.rule, game)])
    values = np.zeros(game.max_players)
    _value_lanes(rules, states, game.board, boards, rule.data, values, found)
    return found


def test_a_run_begins_with_a_network_and_ends_with_its_file(tmp_path: Path) -> None:
    first = _to_the_end(_run(tmp_path / "first", small_config(total_steps=128)))
    start = tmp_path / "first" / POLICY
    config = small_config(
        total_steps=128, network=small_config()["network"] | {"start": str(start)}
    )
    second = _run(tmp_path / "second", config)
    observations = np.random.default_rng(1).random((5, first.network().features))
    for mine, theirs in zip(
        first.network().forward(observations), second.network().forward(observations), strict=True
    ):
        np.testing.assert_allclose(mine, theirs, atol=1e-4)
    kept = load_network(start, first.game)
    assert kept.training["steps"] == 128 and kept.training["seed"] == 5
    assert kept.training["config"]["ppo"]["n_envs"] == 16
    told = second.network().training
    assert told["machine"]["packages"].keys() >= {"pixies-env", "torch", "sb3-contrib"}
    careful = make_agent("careful", first.game).numbers
    began = LearnedAgent(first.game, "start", kept).numbers
    assert told["agents"]["careful"] == hashlib.sha256(careful.tobytes()).hexdigest()
    assert told["agents"][str(start)] == hashlib.sha256(began.tobytes()).hexdigest()
    save_network(tmp_path / "again.npz", kept, first.game)
    with pytest.raises(ValueError, match="layers"):
        _run(tmp_path / "third", config | {"network": {"policy": [8], "start": str(start)}})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("total_steps = 0", "total_steps"),
        ("[ppo]\nn_epoch = 3", r"ppo.n_epoch: there is no such field \(did you mean n_epochs\?\)"),
        ("[network]\ntrnk = [4]", r"did you mean trunk\?\); there are trunk, policy, value, start"),
        ("[imitation]\nteacher = 'random'\nblok = 3", r"did you mean block\?"),
        ("[[opponents.rivals]]\nagent = 'random'\nwait = 2", r"0.wait: .*there are agent, weight"),
        ("sead = 3", r"sead: there is no such field \(did you mean .*seed"),
        ("seats = 'some'", "seats"),
        ("[opponents]\nlatest = 0\npast = 0", "nobody is left"),
        ("seats = 'all'\n[shaping]\nagent = 'greedy'", "shaping"),
        ("players = [", "Invalid"),
        ("players = " + "[" * 5000, "config.toml: is nested too deeply"),
        ("# more\n" * 200_000, "config.toml: is not TOML: it has more than 1,048,576 bytes"),
    ],
)
def test_wrong_fields_are_named(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=problem):
        read_ppo_config(file)


def _named_otherwise() -> Iterator[tuple[str, str, str]]:
    tables: dict[str, type[ConfigModel]] = {"ppo": Ppo, "imitation": Imitation}
    for table, kind in tables.items():
        for name, field in kind.other_names.items():
            yield table, name, field


@pytest.mark.parametrize(("table", "name", "field"), list(_named_otherwise()))
def test_a_field_by_another_name_is_told_its_own(
    tmp_path: Path, table: str, name: str, field: str
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f"[{table}]\n{name} = 1\n")
    with pytest.raises(ValueError, match=rf"{table}.{name}: .*did you mean {field}\?"):
        read_ppo_config(file)


def test_the_global_generators_do_not_depend_on_evaluation(tmp_path: Path) -> None:
    run = _run(tmp_path, small_config())
    before = torch.get_rng_state()
    run._evaluate()
    assert torch.equal(before, torch.get_rng_state())


def test_only_the_value_learns_while_it_warms_up(tmp_path: Path) -> None:
    run = _run(tmp_path, small_config())
    observations = np.random.default_rng(1).random((5, run.network().features))
    before = run.network().forward(observations)
    run._update()
    after = run.network().forward(observations)
    np.testing.assert_array_equal(before[0], after[0])
    assert (before[1] != after[1]).all()
    run._update()
    assert (after[0] != run.network().forward(observations)[0]).any()


def test_a_snapshot_stays_as_it_was_while_the_learner_learns_on(tmp_path: Path) -> None:
    run = _run(tmp_path, small_config())
    run.pool.add(run.network())
    before = {name: array.copy() for name, array in arrays_of(run.pool.snapshots[0]).items()}
    for _ in range(3):
        run._update()
    after = arrays_of(run.pool.snapshots[0])
    for name, expected in before.items():
        np.testing.assert_array_equal(after[name], expected, err_msg=name)
    assert not same_arrays(run.pool.snapshots[0], run.network())


def test_what_is_kept_is_a_running_mean_of_the_weights_if_it_was_asked_for(tmp_path: Path) -> None:
    run = _run(tmp_path, small_config(ppo=small_config()["ppo"] | {"average": 0.75}))
    assert same_arrays(run.network(), run.latest())
    run._update()
    mean = arrays_of(run.latest())
    assert same_arrays(run.network(), run.latest())
    for _ in range(3):
        run._update()
        mean = {
            name: 0.75 * mean[name] + 0.25 * now for name, now in arrays_of(run.latest()).items()
        }
    kept = arrays_of(run.network())
    for name, expected in mean.items():
        np.testing.assert_allclose(kept[name], expected, atol=1e-6, err_msg=name)
    assert not same_arrays(run.network(), run.latest())
    run.save()
    written = arrays_of(load_network(tmp_path / POLICY, run.game))
    assert all(np.array_equal(written[name], kept[name]) for name in kept)


def same_arrays(one: Network, other: Network) -> bool:
    mine, theirs = arrays_of(one), arrays_of(other)
    return all(np.array_equal(mine[name], theirs[name]) for name in mine)


@pytest.mark.parametrize(
    "path", sorted(POLICIES.glob("*/*.npz")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_the_configuration_of_a_shipped_policy_can_be_read(path: Path) -> None:
    shipped = load_network(path, make_game(path.parent.name))
    told = shipped.training["config"]
    read: Callable[[Path], Any] = read_league_config if "generations" in told else read_ppo_config
    config = read(path.with_suffix(".toml"))
    assert set(config.players) == set(make_game(path.parent.name).players)
    assert config.evaluation.opponents
    assert type(config).model_validate(told) == config
    assert set(config.agents().values()) <= set(shipped.training["agents"])

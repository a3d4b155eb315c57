"""Expert iteration: what it learns, what it writes, and that it goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from pixies_agents.learned.agent import LearnedAgent  # noqa: E402
from pixies_agents.learned.network import load_network, save_network  # noqa: E402
from pixies_agents.search.evaluator import NetworkEvaluator  # noqa: E402
from pixies_env.adapters.seat_order import from_own_seat  # noqa: E402
from pixies_env.core.errors import DamagedDataError, ForeignGameError  # noqa: E402
from pixies_env.core.single import observation_of  # noqa: E402
from pixies_env.core.specs import make_agent  # noqa: E402
from pixies_env.core.states.state import State  # noqa: E402
from pixies_experiments.cli.app import app  # noqa: E402
from pixies_experiments.training.config import NetworkShape  # noqa: E402
from pixies_experiments.training.expert import ExpertRun  # noqa: E402
from pixies_experiments.training.expert_config import ExpertConfig, read_expert_config  # noqa: E402
from pixies_experiments.training.expert_games import (  # noqa: E402
    Expert,
    play,
    read_rows,
    write_rows,
)
from pixies_experiments.training.expert_network import (  # noqa: E402
    ExpertNetwork,
    TorchEvaluator,
)
from tests.agents.conftest import decisions_of  # noqa: E402
from tests.games import hidden_card  # noqa: E402
from tests.games.extensive import Chance, Choice, End, extensive_game  # noqa: E402
from tests.learning.networks import untrained  # noqa: E402

CARDS = hidden_card.game()


def puzzle() -> Any:
    """`offer` would be best if seat 1 let seat 0 gamble, but it takes; so `safe` is."""
    luck = Chance([(3, End(1, -1)), (1, End(-1, 1))])
    later = Choice(0, {"gamble": luck, "stop": End(0.2, -0.2)})
    answer = Choice(1, {"pass": later, "take": End(-0.4, 0.1)})
    return Choice(
        0,
        {
            "offer": answer,
            "safe": End(0.3, 0.3),
            "bait": Choice(1, {"bite": End(-1, 1), "wait": End(1, -1)}),
        },
    )


def config(**changed: Any) -> ExpertConfig:
    plain: dict[str, Any] = {
        "game": "extensive",
        "players": [2],
        "iterations": 3,
        "network": {"trunk": [16], "policy": [], "value": []},
        "self_play": {"games": 24, "simulations": 16},
        "learning": {"batch_size": 32, "passes": 10, "learning_rate": 0.01},
        "evaluation": {"opponents": []},
    }
    for key, value in changed.items():
        plain[key] = {**plain.get(key, {}), **value} if isinstance(value, dict) else value
    return ExpertConfig.model_validate(plain)


def silent(run: ExpertRun, shown: dict[str, Any]) -> None:
    pass


def finished(folder: Path, plan: ExpertConfig, game: Any) -> ExpertRun:
    run = ExpertRun(folder, plan, threads=1, game=game)
    run.run(None, silent)
    return run


def decided(run: ExpertRun, game: Any, *moves: str) -> str:
    """What the network alone decides after some moves."""
    state = State(game, 2)
    for move in moves:
        state.apply(move)
    agent = LearnedAgent(game, "learner", run.network())
    return state.action_name(int(agent.choose(decisions_of([state]))[0]))


# ---- what is learned


@pytest.mark.parametrize("targets", ["visits", "values"])
def test_a_small_game_is_solved_in_eight_iterations(tmp_path: Path, targets: str) -> None:
    game = extensive_game(puzzle(), 2)
    plan = config(
        iterations=8,
        self_play={"games": 48, "simulations": 40},
        learning={"targets": targets, "value_weight": 5.0},
    )
    run = finished(tmp_path, plan, game)
    assert decided(run, game) == "safe"
    assert decided(run, game, "offer") == "take"
    assert decided(run, game, "offer", "pass") == "gamble"
    assert decided(run, game, "bait") == "bite"
    # A value per seat: both get 0.3, which no value of one seat and its negative could say.
    state = State(game, 2)
    observation = observation_of(game, state.array, 0, "recall")
    assert run.network().forward(observation[None])[1][0, :2] == pytest.approx([0.3, 0.3], abs=0.2)


def test_a_search_without_a_network_teaches_the_first_iteration(tmp_path: Path) -> None:
    game = extensive_game(puzzle(), 2)
    plan = config(
        iterations=1,
        teacher={"agent": "mcts:simulations=200"},
        self_play={"games": 32},
        learning={"passes": 60},
    )
    run = finished(tmp_path, plan, game)
    assert decided(run, game) == "safe"
    rows = run._rows(0)
    assert len(rows.players) >= 32 and rows.policies.sum(axis=1) == pytest.approx(1.0)


def test_any_agent_can_teach() -> None:
    rows = play(
        CARDS,
        Expert(CARDS, make_agent("random", CARDS)),
        players=(2, 3),
        observation_mode="recall",
        seed=1,
        first_game=3,
        games=4,
        threads=1,
    )
    assert rows.policies[rows.masks].min() > 0 and (rows.policies[~rows.masks] == 0).all()
    assert set(rows.players.tolist()) == {2, 3}


def test_it_begins_with_a_network_of_one_value(tmp_path: Path) -> None:
    game = extensive_game(puzzle(), 2)
    start = untrained(game, values=1)
    save_network(tmp_path / "start.npz", start, game)
    file = str(tmp_path / "start.npz")
    plan = config(network={"start": file})
    run = ExpertRun(tmp_path / "run", plan, threads=1, game=game)
    draw = np.random.default_rng(0).random((5, start.features)).astype(np.float32)
    logits, values = run.network().forward(draw)
    assert logits == pytest.approx(start.forward(draw)[0])
    assert values[:, :1] == pytest.approx(start.forward(draw)[1])
    assert values.sum(axis=1) == pytest.approx(0.0, abs=1e-6)  # The others share the rest.
    assert np.ptp(values[:, 1:], axis=1) == pytest.approx(0.0)
    other = config(network={"trunk": [8], "start": file})
    with pytest.raises(ValueError, match="the network to begin with has layers"):
        ExpertRun(tmp_path / "other", other, threads=1, game=game)


def test_it_begins_with_the_network_of_an_agent(tmp_path: Path) -> None:
    """As `pixies train ppo` does."""
    game = extensive_game(puzzle(), 2)
    start = untrained(game, values=1)
    save_network(tmp_path / "start.npz", start, game)
    plan = config(network={"start": f"ppo:file={tmp_path / 'start.npz'}"})
    run = ExpertRun(tmp_path / "run", plan, threads=1, game=game)
    draw = np.random.default_rng(0).random((5, start.features)).astype(np.float32)
    assert run.network().forward(draw)[0] == pytest.approx(start.forward(draw)[0])
    with pytest.raises(ValueError, match="no policy 'nobody'"):
        ExpertRun(tmp_path / "other", config(network={"start": "ppo:nobody"}), game=game)


def test_a_run_that_does_not_fit_the_policy_it_begins_with_is_told_what_would(
    tmp_path: Path,
) -> None:
    """One that fits: as the page on expert iteration says of `ppo:default` of Pixie Queen."""
    shape = {"trunk": [], "policy": [256, 256], "value": [256, 256], "start": "ppo:default"}
    found = {"observation_mode": "recall+numbers", "network": shape}
    wrong = {
        'observation_mode = "recall\\+numbers"': {"observation_mode": "recall"},
        r"has trunk = \[\], policy = \[256, 256\] and value": {"network": {**shape, "trunk": [8]}},
    }
    for told, changed in wrong.items():
        plan = ExpertConfig.model_validate({"game": "pixie_queen", **found, **changed})
        with pytest.raises(ValueError, match=told):
            ExpertRun(tmp_path / "run", plan, threads=1)
    plan = ExpertConfig.model_validate({"game": "pixie_queen", **found})
    run = ExpertRun(tmp_path / "run", plan, threads=1)
    assert run.network().features == run.game.observation_size("recall+numbers")


# ---- what is written down


def test_values_are_written_from_the_seat_that_decides() -> None:
    by_seat = np.array([[0.1, 0.2, 0.3, 0.0], [0.1, 0.2, 0.0, 0.0]])
    turned = from_own_seat(by_seat, np.array([2, 1]), np.array([3, 2]))
    assert turned.tolist() == [
        pytest.approx([0.3, 0.1, 0.2, 0.0]),
        pytest.approx([0.2, 0.1, 0.0, 0.0]),
    ]


def test_only_decisions_that_are_searched_in_full_are_learned_from() -> None:
    full, fast = (make_agent(f"mcts:simulations={count}", CARDS) for count in (12, 3))
    expert = Expert(CARDS, full, fast, 0.5, temperature=1.0, drawn=2)  # type: ignore[arg-type]
    arguments: dict[str, Any] = {
        "players": (3,),
        "observation_mode": "recall",
        "seed": 1,
        "first_game": 0,
        "games": 8,
        "threads": 1,
    }
    rows = play(CARDS, expert, **arguments)
    every = play(CARDS, Expert(CARDS, full), **arguments)
    assert 0 < len(rows.players) < len(every.players)
    assert (rows.masks.sum(axis=1) > 1).all()
    # Twelve simulations: shares are twelfths.
    assert rows.policies * 12 == pytest.approx(np.round(rows.policies * 12), abs=1e-4)
    assert np.abs(rows.returns.sum(axis=1)).max() < 1e-6
    again = play(CARDS, expert, **arguments)
    assert all(np.array_equal(one, other) for one, other in zip(rows, again, strict=True))


def test_rows_come_back_from_their_file(tmp_path: Path) -> None:
    rows = play(
        CARDS,
        Expert(CARDS, make_agent("mcts:simulations=5", CARDS)),
        players=(2,),
        observation_mode="recall",
        seed=1,
        first_game=0,
        games=2,
        threads=1,
    )
    path, told = tmp_path / "rows.npz", {"iteration": 3}
    write_rows(path, rows, told)
    for one, other in zip(rows, read_rows(path, CARDS, "recall", 1000, told), strict=True):
        assert np.array_equal(one, other) and one.dtype == other.dtype
    with pytest.raises(ForeignGameError, match="games of another run or iteration"):
        read_rows(path, CARDS, "recall", 1000, {"iteration": 4})
    with pytest.raises(DamagedDataError, match=f"has {len(rows.players)} rows, not 1 to 1"):
        read_rows(path, CARDS, "recall", 1, told)


def test_torch_and_arrays_say_the_same() -> None:
    features = CARDS.observation_size("recall")
    shape = NetworkShape(trunk=(16,), policy=(8,), value=())
    net = ExpertNetwork(shape, features, len(CARDS.actions), CARDS.max_players, seed=3)
    draw = np.random.default_rng(0)
    observations = draw.random((9, features)).astype(np.float32)
    masks = draw.random((9, len(CARDS.actions))) < 0.5
    arrays = NetworkEvaluator(net.plain("recall", {}), CARDS)(observations, masks)
    tensors = TorchEvaluator(net, "recall", torch.device("cpu"))(observations, masks)
    assert np.abs(arrays[0] - tensors[0])[masks].max() < 1e-5
    assert np.abs(arrays[1] - tensors[1]).max() < 1e-5


# ---- runs in a folder


class KilledError(Exception):
    """Stands for a kill."""


def assert_same_run(one: Path, other: Path, game: Any) -> None:
    left, right = (load_network(folder / "policy.npz", game) for folder in (one, other))
    for name in ("trunk", "policy", "value"):
        for mine, yours in zip(getattr(left, name), getattr(right, name), strict=True):
            assert np.array_equal(mine.weight, yours.weight)
            assert np.array_equal(mine.bias, yours.bias)


@pytest.mark.parametrize("moment", ["after_games", "before_checkpoint", "after_checkpoint"])
def test_a_run_goes_on_as_if_it_had_never_been_killed(
    tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = extensive_game(puzzle(), 2)
    plan = config(learning={"window": 2})
    whole = finished(tmp_path / "whole", plan, game)
    run = ExpertRun(tmp_path / "cut", plan, threads=1, game=game)

    def kill(*arguments: Any) -> Any:
        raise KilledError

    def kill_second(run: ExpertRun, shown: dict[str, Any]) -> None:
        if run.progress.iterations == 2:
            raise KilledError

    report = silent
    if moment == "after_checkpoint":
        report = kill_second
    else:
        run._iterate()
        run._save()
        monkeypatch.setattr(run, "_learn" if moment == "after_games" else "_save", kill)
    with pytest.raises(KilledError):
        run.run(None, report)
    again = finished(tmp_path / "cut", plan, game)
    assert again.over and again.progress.updates == whole.progress.updates
    assert_same_run(tmp_path / "whole", tmp_path / "cut", game)
    # Games that are learned from no more are gone.
    assert len(list((tmp_path / "cut" / "games").iterdir())) == 2


def test_a_folder_with_a_run_of_another_configuration_is_refused(tmp_path: Path) -> None:
    game = extensive_game(puzzle(), 2)
    ExpertRun(tmp_path, config(), game=game)
    with pytest.raises(ValueError, match=r"learning.batch_size was 32, is 33"):
        ExpertRun(tmp_path, config(learning={"batch_size": 33}), game=game)


def test_a_wrong_field_is_named(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text("iterations = 0\n[self_play]\nsimulation = 5\n")
    with pytest.raises(ValueError, match=r"iterations: .*; self_play.simulation: "):
        read_expert_config(file)


def test_the_command_trains_and_what_it_ships_plays(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "run.toml"
    file.write_text(
        """
iterations = 2
players = [2]
[network]
trunk = [8]
[teacher]
agent = "random"
[self_play]
games = 2
simulations = 2
fast_simulations = 1
full_share = 0.3
[evaluation]
every = 2
games = 4
"""
    )
    words = ["train", "expert", "--config", str(file), "--folder", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as ended:
        app([*words, "--threads", "1", "--json"])
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["over"] and told["iterations"] == 2
    assert told["curve"][0]["opponent"] == "random" and told["curve"][0]["wins"]["games"] == 4
    from pixies_env.registry import make_game

    game = make_game("pixie_queen")
    policy = tmp_path / "run" / "policy.npz"
    training = load_network(policy, game).training
    assert training["command"] == "pixies train expert" and training["iterations"] == 2
    assert make_agent(f"ppo:file={policy}", game).name
    assert make_agent(f"mcts:simulations=2,network={policy}", game).name
    assert list((tmp_path / "run" / "tensorboard").iterdir())

"""Models of other libraries on seats: they play as they would at home."""

from __future__ import annotations

import pickle
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import onnx
import pytest
import torch
from gymnasium import spaces
from onnx import TensorProto, helper, numpy_helper
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO

from pixies_agents.seats.network_files import OnnxModel
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.core.agents import Agent, Decisions, agent_on
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.agents.conftest import decisions_of

SMALL = {"policy_kwargs": {"net_arch": [8]}, "seed": 3, "device": "cpu"}


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game("pixie_queen")


@pytest.fixture(scope="module")
def environment(game: Game) -> SeatVecEnv:
    return SeatVecEnv(game, 4, 3, opponents="random")


@pytest.fixture(scope="module")
def saved(environment: SeatVecEnv, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained model of MaskablePPO, as its user saves it."""
    path = tmp_path_factory.mktemp("models") / "model.zip"
    MaskablePPO("MlpPolicy", environment, n_steps=8, **SMALL).save(path)
    return path


def network_file(game: Game, folder: Path, *, with_mask: bool = False, name: str = "net") -> Path:
    """A linear network in the format ONNX; with the masks it takes 100 off what is illegal."""
    features, actions = game.observation_size(game.observation_modes[0]), len(game.actions)
    random = np.random.default_rng(5)
    weights = random.normal(size=(features, actions)).astype(np.float32)
    inputs = [helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["n", features])]
    nodes = [helper.make_node("MatMul", ["rows", "weights"], ["products" if with_mask else "out"])]
    kept = [numpy_helper.from_array(weights, "weights")]
    if with_mask:
        inputs.append(helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["n", actions]))
        kept.append(numpy_helper.from_array(np.float32(100), "hundred"))
        nodes += [
            helper.make_node("Mul", ["mask", "hundred"], ["bonus"]),
            helper.make_node("Add", ["products", "bonus"], ["out"]),
        ]
    output = helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", actions])
    graph = helper.make_graph(nodes, "linear", inputs, [output], kept)
    opset = [helper.make_opsetid("", 17)]
    path = folder / f"{name}.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=10), path)
    return path


def decisions_in_play(game: Game, blocks: int = 3) -> Iterator[Decisions]:
    """Decisions of random games with three players, with what is observed."""
    random = np.random.default_rng(2)
    states = [State(game, 3, seed) for seed in range(6)]
    for _ in range(blocks):
        for state in states:
            for _ in range(9):
                state.apply(int(random.choice(state.legal_actions())))
        observations = np.stack([state.observation(state.player) for state in states])
        yield decisions_of(states)._replace(observations=observations)


def observed(game: Game, agent: Agent) -> Iterator[tuple[Decisions, np.ndarray]]:
    """Some decisions with observations and masks, and what the agent chose in them."""
    for decisions in decisions_in_play(game):
        yield decisions, agent.choose(decisions)


def test_a_model_of_masked_ppo_plays_what_it_predicts(game: Game, saved: Path) -> None:
    agent, model = make_agent(f"sb3:{saved}", game), MaskablePPO.load(saved)
    for decisions, chosen in observed(game, agent):
        predicted, _ = model.predict(
            decisions.observations, action_masks=decisions.action_masks, deterministic=True
        )
        assert chosen.tolist() == predicted.tolist()
        assert decisions.action_masks[np.arange(len(chosen)), chosen].all()


@pytest.mark.parametrize("algorithm", [PPO, DQN])
def test_models_that_know_no_masks_play_their_best_legal_decision(
    game: Game, environment: SeatVecEnv, tmp_path: Path, algorithm: type[PPO | DQN]
) -> None:
    path = tmp_path / "other.zip"
    more = {"n_steps": 8, "batch_size": 8} if algorithm is PPO else {"buffer_size": 8}
    algorithm("MlpPolicy", environment, **SMALL, **more).save(path)
    agent = make_agent(f"sb3:{path},algorithm={algorithm.__name__}", game)
    (block,) = play_games(game, [agent, "random", "random"], games=8, seed=1)
    assert len(block) == 8


def test_a_saved_model_plays_whole_games_beside_other_agents(game: Game, saved: Path) -> None:
    seen = []

    def observer(each: Observed) -> None:
        seen.append(each.agent.name)

    spec = f"sb3:{saved},temperature=1"
    for block in play_games(game, [spec, "greedy", "random"], games=8, seed=1, observer=observer):
        assert len(block) == 8
    assert "sb3:model" in seen


def test_a_draw_follows_the_probabilities_and_its_bits_alone(game: Game, saved: Path) -> None:
    agent = make_agent(f"sb3:{saved},temperature=1", game)
    decisions = next(iter(decisions_in_play(game)))
    row = int(decisions.action_masks.sum(axis=1).argmax())
    many = 4000
    bits = np.random.default_rng(1).integers(0, 2**64, many, np.uint64)
    same = Decisions(
        np.repeat(decisions.states[row : row + 1], many),
        None,
        np.repeat(decisions.action_masks[row : row + 1], many, axis=0),
        np.repeat(decisions.seats[row : row + 1], many),
        bits,
    )
    chosen = agent.choose(same)
    assert (agent.choose(same) == chosen).all()
    expected = agent.probabilities(same)[0]
    counted = np.bincount(chosen, minlength=len(expected))
    spread = np.sqrt(many * expected * (1 - expected))
    assert (np.abs(counted - many * expected) <= 5 * spread + 1e-9).all()
    assert counted[~same.action_masks[0]].sum() == 0


def test_a_network_in_onnx_plays_its_highest_score(game: Game, tmp_path: Path) -> None:
    agent = make_agent(f"onnx:{network_file(game, tmp_path)}", game)
    model = OnnxModel(str(tmp_path / "net.onnx"))
    for decisions, chosen in observed(game, agent):
        scores = model.scores(decisions.observations, decisions.action_masks)
        assert chosen.tolist() == np.where(decisions.action_masks, scores, -1e9).argmax(1).tolist()


def test_a_network_in_onnx_is_handed_the_masks_if_it_wants_them(game: Game, tmp_path: Path) -> None:
    plain = OnnxModel(str(network_file(game, tmp_path)))
    masked = OnnxModel(str(network_file(game, tmp_path, with_mask=True, name="masked")))
    decisions = next(iter(decisions_in_play(game)))
    masks = decisions.action_masks
    added = masked.scores(decisions.observations, masks) - plain.scores(
        decisions.observations, masks
    )
    np.testing.assert_allclose(added, 100.0 * masks, atol=1e-3)


def test_a_network_of_torchscript_plays_its_highest_score(game: Game, tmp_path: Path) -> None:
    network = torch.nn.Linear(game.observation_size(game.observation_modes[0]), len(game.actions))
    path = tmp_path / "net.pt"
    torch.jit.script(network).save(str(path))
    agent = make_agent(f"torchscript:{path}", game)
    for decisions, chosen in observed(game, agent):
        with torch.no_grad():
            scores = network(torch.as_tensor(decisions.observations)).numpy()
        assert chosen.tolist() == np.where(decisions.action_masks, scores, -1e9).argmax(1).tolist()


def test_a_model_reads_the_observation_of_its_size(game: Game, tmp_path: Path) -> None:
    other = game.observation_modes[1]
    environment = SeatVecEnv(game, 2, 3, opponents="random", observation_mode=other)
    path = tmp_path / "other.zip"
    MaskablePPO("MlpPolicy", environment, n_steps=8, **SMALL).save(path)
    assert make_agent(f"sb3:{path}", game).observation_mode == other
    with pytest.raises(AgentSpecError, match=r"reads observations of .* entries; those of"):
        make_agent(f"sb3:{path},observation_mode={game.observation_modes[0]}", game)


def test_models_travel_to_other_processes_and_boards(game: Game, saved: Path) -> None:
    agent = make_agent(f"sb3:{saved}", game)
    again = pickle.loads(pickle.dumps(agent))
    decisions = next(iter(decisions_in_play(game)))
    assert (again.choose(decisions) == agent.choose(decisions)).all()
    other = make_game("pixie_queen", skills="dealt")
    assert agent_on(agent, other).name == agent.name


def test_what_is_no_model_is_refused_with_a_reason(game: Game, saved: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no archive")
    for spec, reason in (
        ("sb3", "file is missing"),
        ("sb3:nowhere.zip", "there is no file nowhere.zip"),
        (f"sb3:{broken}", "is no model of MaskablePPO"),
        (f"sb3:{saved},algorithm=Sarsa", "algorithm"),
        (f"onnx:{broken}", "is no ONNX network"),
        (f"torchscript:{broken}", "is no TorchScript network"),
        (f"onnx:{tmp_path / 'none.onnx'}", "there is no file"),
    ):
        with pytest.raises(AgentSpecError, match=reason):
            make_agent(spec, game)
    with pytest.raises(AgentSpecError, match="reads observations of"):
        make_agent(f"sb3:{saved}", make_game("havresac"))


def test_a_model_with_another_number_of_decisions_is_told_so(game: Game, tmp_path: Path) -> None:
    network = torch.nn.Linear(game.observation_size(game.observation_modes[0]), 3)
    path = tmp_path / "short.pt"
    torch.jit.script(network).save(str(path))
    with pytest.raises(AgentSpecError, match=r"scores of the shape \(1, 3\)"):
        make_agent(f"torchscript:{path}", game)
    torch.jit.script(torch.nn.Linear(2, 3)).save(str(path))
    with pytest.raises(AgentSpecError, match="whose observations have"):
        make_agent(f"torchscript:{path}", game)


class Dictionaries(gymnasium.Env):
    """Observations with names."""

    observation_space = spaces.Dict({"rows": spaces.Box(-1, 1, (2,))})
    action_space = spaces.Discrete(2)


def test_models_that_read_dictionaries_are_refused(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "model.zip"
    PPO("MultiInputPolicy", Dictionaries(), n_steps=8, batch_size=8, **SMALL).save(path)
    with pytest.raises(AgentSpecError, match="a model on a seat reads one row of numbers"):
        make_agent(f"sb3:{path},algorithm=PPO", game)


@pytest.mark.slow  # It trains as its readers do.
@pytest.mark.filterwarnings("ignore:.*Monitor", "ignore::DeprecationWarning")
def test_the_scripts_of_the_page_make_models_that_take_seats(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[2] / "docs" / "stable_baselines3.md"
    scripts = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    monkeypatch.chdir(tmp_path)
    for number, script in enumerate(scripts[:2]):
        path = tmp_path / f"script_{number}.py"
        path.write_text(script, encoding="utf-8")
        runpy.run_path(str(path), run_name="example")
    curve = (tmp_path / "logs" / "progress.csv").read_text(encoding="utf-8").splitlines()
    assert "eval/mean_reward" in curve[0] and len(curve) > 2
    sb3, traced = make_agent("sb3:model.zip", game), make_agent("torchscript:policy.pt", game)
    for decisions in decisions_in_play(game):
        assert (sb3.choose(decisions) == traced.choose(decisions)).all()

"""Networks as plain arrays: files, the compiled pass, agents."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from gymnasium import spaces
from learning.conftest import random_network
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.forward import WIDEST
from pixies_agents.learned.network import (
    Dense,
    load_network,
    save_network,
    shipped_policies,
)
from pixies_env.core.agents import Decisions
from pixies_env.core.batches.arena import play_games
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.registry import game_names, make_game
from pixies_experiments.training.config import NetworkShape
from pixies_experiments.training.nets import load_into, policy_arguments, to_network

CLOSE = 1e-5


def _positions(game: Game, games: int = 4) -> Decisions:
    seen: list[Decisions] = []
    for players in (2, 4):
        agents = ["random"] * players
        for _ in play_games(
            game, agents, games=games, seed=3, observer=lambda found: seen.append(found.decisions)
        ):
            pass
    fields = ("states", "observations", "action_masks", "seats", "bits")
    return Decisions(*(np.concatenate([getattr(each, name) for each in seen]) for name in fields))


@pytest.fixture(scope="module")
def positions(pixie_queen: Game) -> Decisions:
    return _positions(pixie_queen)


def _softmax(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    logits = np.where(masks, logits.astype(np.float64), -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("trunk", [(), (40, 24)])
def test_the_compiled_pass_equals_torch_to_1e_5(
    pixie_queen: Game, positions: Decisions, trunk: tuple[int, ...]
) -> None:
    features = pixie_queen.observation_size("recall")
    rng = np.random.default_rng(2)
    shift = rng.random(features).astype(np.float32)
    scale = (0.5 + rng.random(features)).astype(np.float32)
    torch.manual_seed(4)
    policy = MaskableActorCriticPolicy(
        spaces.Box(-np.inf, np.inf, (features,), np.float32),
        spaces.Discrete(len(pixie_queen.actions)),
        lambda left: 1e-3,
        **policy_arguments(NetworkShape(trunk=trunk, policy=(64, 32), value=(32,)), shift, scale),
    )
    with torch.no_grad():
        # The heads begin near zero, where everything is equal.
        policy.action_net.weight.mul_(100.0)
        found = torch.from_numpy(positions.observations)
        distribution = policy.get_distribution(found, action_masks=positions.action_masks)
        told = distribution.distribution.probs.numpy()
        values = policy.predict_values(found).numpy()[:, 0]
    agent = LearnedAgent(pixie_queen, "one", to_network(policy, "recall"), temperature=1.0)
    assert told.max() > 0.5
    np.testing.assert_allclose(agent.probabilities(positions), told, atol=CLOSE)
    own = agent.values(positions)[np.arange(len(values)), positions.seats]
    np.testing.assert_allclose(own, np.clip(values, -1.0, 1.0), atol=CLOSE)
    # And back: another policy of the same shape plays the same.
    twin = copy.deepcopy(policy)
    with torch.no_grad():
        for parameter in twin.parameters():
            parameter.zero_()
        load_into(twin, agent.network)
        again = twin.get_distribution(found, action_masks=positions.action_masks).distribution.probs
    np.testing.assert_allclose(again.numpy(), told, atol=CLOSE)


@pytest.mark.parametrize("shared", [False, True])
def test_the_compiled_pass_equals_plain_numpy(
    pixie_queen: Game, positions: Decisions, shared: bool
) -> None:
    network = random_network(pixie_queen, values=5, shared=shared)
    logits, values = network.forward(positions.observations)
    agent = LearnedAgent(pixie_queen, "one", network, temperature=1.0)
    expected = _softmax(logits, positions.action_masks)
    np.testing.assert_allclose(agent.probabilities(positions), expected, atol=CLOSE)
    told = agent.values(positions)
    players = positions.states["players"]
    for row, seat in enumerate(positions.seats):
        for step in range(players[row]):
            wanted = np.clip(values[row, step], -1.0, 1.0)
            assert told[row, (seat + step) % players[row]] == pytest.approx(wanted, abs=CLOSE)


def test_one_value_is_asked_for_each_seat(pixie_queen: Game) -> None:
    positions = _positions(pixie_queen, games=1)
    network = random_network(pixie_queen)
    agent = LearnedAgent(pixie_queen, "one", network)
    told = agent.values(positions)
    batch = np.zeros((1, network.features), np.float32)
    from pixies_env.adapters.seat_kernels import observe_seats

    for row in (0, 20, 50):
        for seat in range(int(positions.states["players"][row])):
            one = positions.states[row : row + 1]
            where, table = np.zeros(1, np.int64), pixie_queen.table
            observe_seats(table, one, pixie_queen.board, where, where, where + seat, 0, batch)
            wanted = np.clip(network.forward(batch)[1][0, 0], -1.0, 1.0)
            assert told[row, seat] == pytest.approx(wanted, abs=CLOSE)


def test_decisions_are_drawn_from_the_probabilities(
    pixie_queen: Game, positions: Decisions
) -> None:
    network = random_network(pixie_queen)
    row = int(np.argmax(positions.action_masks.sum(axis=1)))
    count = 20_000
    many = Decisions(
        np.repeat(positions.states[row : row + 1], count),
        None,
        np.repeat(positions.action_masks[row : row + 1], count, axis=0),
        np.repeat(positions.seats[row : row + 1], count),
        np.random.default_rng(1).integers(0, 2**64, count, dtype=np.uint64),
    )
    for temperature in (0.5, 2.0):
        agent = LearnedAgent(pixie_queen, "one", network, temperature)
        chosen = np.bincount(agent.choose(many), minlength=len(pixie_queen.actions)) / count
        told = agent.probabilities(
            many._replace(states=many.states[:1], action_masks=many.action_masks[:1])
        )[0]
        np.testing.assert_allclose(chosen, told, atol=0.02)
    best = LearnedAgent(pixie_queen, "one", network)
    assert set(best.choose(many)) == {int(np.argmax(best.probabilities(many)[0]))}


def test_a_decision_does_not_depend_on_what_is_decided_beside_it(
    pixie_queen: Game, positions: Decisions
) -> None:
    agent = LearnedAgent(pixie_queen, "one", random_network(pixie_queen), 1.0)
    together = agent.choose(positions)
    for row in range(0, len(together), 37):
        one = Decisions(*(None if f is None else f[row : row + 1] for f in positions))
        assert agent.choose(one)[0] == together[row]


def test_games_are_the_same_through_batches_and_in_compiled_code(pixie_queen: Game) -> None:
    agent = LearnedAgent(pixie_queen, "one", random_network(pixie_queen), 1.0)
    (compiled,) = play_games(pixie_queen, [agent] * 3, games=6, seed=2)
    (watched,) = play_games(pixie_queen, [agent] * 3, games=6, seed=2, records=True)
    assert (compiled.states == watched.states).all()


def test_layers_that_do_not_fit_are_refused(pixie_queen: Game) -> None:
    network = random_network(pixie_queen)
    broken = Dense(network.policy[1].weight[:-1], network.policy[1].bias)
    with pytest.raises(ValueError, match="layer 1 on the way to the policy"):
        dataclasses.replace(network, policy=(network.policy[0], broken, network.policy[2]))
    endless = Dense(network.value[0].weight * np.inf, network.value[0].bias)
    flat = Dense(network.value[0].weight, network.value[0].bias[:, None])
    with pytest.raises(ValueError, match=r"layer 0 of value has .* biases of shape \(24, 1\)"):
        dataclasses.replace(network, value=(flat, network.value[1]))
    whole = Dense(*(part.astype(int) for part in network.value[0]))
    with pytest.raises(ValueError, match="are floats, not int64"):
        dataclasses.replace(network, value=(whole, network.value[1]))
    with pytest.raises(ValueError, match="not finite"):
        dataclasses.replace(network, value=(endless, network.value[1]))
    wide = np.zeros((network.features, WIDEST + 1)), np.zeros(WIDEST + 1)
    last = Dense(np.zeros((WIDEST + 1, 1)), np.zeros(1))
    with pytest.raises(ValueError, match=f"at most {WIDEST}"):
        LearnedAgent(pixie_queen, "one", dataclasses.replace(network, value=(Dense(*wide), last)))


def test_agents_survive_a_pickle(pixie_queen: Game, positions: Decisions) -> None:
    agent = LearnedAgent(pixie_queen, "one", random_network(pixie_queen), 1.0)
    again = pickle.loads(pickle.dumps(agent))
    assert (again.choose(positions) == agent.choose(positions)).all()


def test_policies_are_named_first_or_by_key(pixie_queen: Game) -> None:
    with pytest.raises(AgentSpecError, match="no policy 'nothing' is shipped"):
        make_agent("ppo:nothing", pixie_queen)
    with pytest.raises(AgentSpecError, match="no policy 'nothing' is shipped"):
        make_agent("ppo:temperature=1,policy=nothing", pixie_queen)
    with pytest.raises(AgentSpecError, match="key=value"):
        make_agent("ppo:temperature=1,nothing", pixie_queen)


SHIPPED = [(game, path) for game in game_names() for path in shipped_policies(game).values()]


@pytest.mark.parametrize(("game", "path"), SHIPPED)
def test_shipped_policies_say_where_they_come_from(game: str, path: Path) -> None:
    """Exactly, or that it was not recorded: in files from before it was."""
    told = load_network(path, make_game(game)).training
    for key in ("config", "seed", "seconds", "curve"):
        assert told[key], key
    config = f"agents/pixies_agents/learned/policies/{game}/{path.stem}.toml"
    assert f"--config {config} --folder runs/{path.stem}" in told["command"]
    machine = told["machine"]
    known = isinstance(machine, dict) and {"pixies-env", "torch"} <= set(machine["packages"])
    assert known or machine == "not recorded"
    assert told["agents"]
    assert all(digest == "not recorded" or len(digest) == 64 for digest in told["agents"].values())
    assert known == ("not recorded" not in told["agents"].values())


TOLD_AGAIN = """
from pixies_env.core.specs import make_agent
from pixies_experiments.training.origin import origin
specs = ("greedy", "greedy:worlds=2", "ppo:default", "ppo:near", "ppo:default,temperature=1")
print(*origin({spec: make_agent(spec, "taverns") for spec in specs})["agents"].values())
"""


def test_agents_are_told_by_numbers_that_are_the_same_in_every_process() -> None:
    """Not by the addresses among those that compiled code is handed."""
    runs = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", TOLD_AGAIN], capture_output=True, text=True, check=True
        )
        runs.append(done.stdout.split())
    assert runs[0] == runs[1] and len(set(runs[0])) == 5


MORE_TO_SEE = {
    "icons": 0.3739,
    "track_spaces": 0.7261,
    "track_punishment": 0.9378,
    "silver_price": 0.7765,
    "ring_price": 0.8418,
    "symbols": 0.9901,
    "symbols_late": 0.0384,
    "punishment_die": 0.5105,
    "special_offering_lowest": 0.2996,
    "special_offering_step": 0.3446,
    "faithful_servant_lowest": 0.8248,
    "faithful_servant_step": 0.9236,
    "gold_ring_lowest": 0.4078,
    "gold_ring_step": 0.0714,
}
"""A board on which one cause can cross two mine symbols, so demotions that are due are shown."""


def test_a_policy_plays_boards_on_which_there_is_more_to_see(
    pixie_queen: Game, tmp_path: Path
) -> None:
    """It does not see the rest, and is not taken for one of the game at hand that does."""
    assert pixie_queen.varied is not None
    board = pixie_queen.with_options(**pixie_queen.varied(MORE_TO_SEE))
    mode = "recall+numbers"
    own, more = ([entry.name for entry in game.features_of(mode)] for game in (pixie_queen, board))
    unseen = [place for place, name in enumerate(more) if name not in own]
    assert len(unseen) == board.max_players
    file = shipped_policies("pixie_queen")["default"]
    network, spread = load_network(file, pixie_queen), load_network(file, board)
    first, wider = (net.policy[0].weight for net in (network, spread))
    assert not wider[unseen].any()
    assert np.array_equal(np.delete(wider, unseen, axis=0), first)
    (block,) = play_games(board, [[make_agent("ppo:default", board)] * 2], games=4, seed=0)
    assert len(block) == 4
    save_network(tmp_path / "wider.npz", spread, board)
    assert load_network(tmp_path / "wider.npz", board).features == len(more)
    with pytest.raises(ForeignGameError, match="digest of the observation"):
        load_network(tmp_path / "wider.npz", pixie_queen)


def test_policies_play_without_torch(pixie_queen: Game, tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    save_network(path, random_network(pixie_queen), pixie_queen)
    program = f"""
import sys
from pixies_env.core.batches.arena import play_games
from pixies_env.core.errors import ForeignGameError
from pixies_env.registry import make_game
for block in play_games(make_game("pixie_queen"), ["ppo:file={path}", "random"], games=4):
    assert len(block) == 4
assert not {{"torch", "stable_baselines3", "gymnasium"}} & set(sys.modules), sorted(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)

"""Networks that only correct a heuristic: residual policies, played, kept and trained."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import random_network, small_config
from learning.corrected import STEEP, card_game
from learning.test_training import _equal, _one_update, _run, _to_the_end

from pixies_agents.advice import take_logarithms
from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import (
    POLICIES,
    Dense,
    Network,
    load_network,
    save_network,
    shipped_policies,
    with_prior,
)
from pixies_agents.learned.prior import Prior
from pixies_agents.search.evaluator import NetworkEvaluator
from pixies_env.core.agents import Decisions, agent_on
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.boards import Boards
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_experiments.training.config import read_ppo_config
from pixies_experiments.training.prior_columns import PriorColumns
from tests.games import hidden_card

GAME = card_game()
OTHER_BOARD = card_game(rounds=2)
WEIGHT = 0.75


def _corrected(weight: float = WEIGHT, agent: str = "greedy", values: int = 1) -> Network:
    network = random_network(GAME, values=values)
    return dataclasses.replace(network, prior=Prior(agent, weight))


def _shown(network: Network) -> Network:
    assert network.prior is not None
    return with_prior(network, dataclasses.replace(network.prior, shown=True))


def _reading(network: Network) -> Network:
    """The same, with a policy that reads its prior by drawn weights."""
    first, *others = _shown(network).policy
    weight = first.weight.copy()
    known = len(network.policy[0].weight)
    weight[known:] = np.random.default_rng(1).normal(0.0, 0.5, weight[known:].shape)
    policy = (Dense(weight, first.bias), *others)
    return dataclasses.replace(_shown(network), policy=policy)


def _saying_nothing(network: Network) -> Network:
    last = network.policy[-1]
    silent = Dense(np.zeros_like(last.weight), np.zeros_like(last.bias))
    return dataclasses.replace(network, policy=(*network.policy[:-1], silent))


def _positions(game: Game = GAME, games: int = 20) -> Decisions:
    """What 3 random players were handed where they had a choice."""
    seen: list[Observed] = []
    list(play_games(game, ["random"] * 3, games=games, seed=3, observer=seen.append))
    fields = ("states", "observations", "action_masks", "seats", "bits")
    found = [np.concatenate([getattr(each.decisions, name) for each in seen]) for name in fields]
    some = found[2].sum(axis=1) > 1
    return Decisions(*(part[some] for part in found))


@pytest.fixture(scope="module")
def positions() -> Decisions:
    return _positions()


def _added(masks: np.ndarray, steepness: float = STEEP) -> np.ndarray:
    """What the prior adds, but for a constant of each row: see ``corrected.py``."""
    logs = -np.log(steepness) * np.arange(masks.shape[1])
    return np.where(masks, WEIGHT * logs, -np.inf)


def _softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def test_a_prior_adds_its_log_preferences_to_the_logits(positions: Decisions) -> None:
    network = _corrected()
    logits, _ = network.forward(positions.observations)
    expected = _softmax(logits + _added(positions.action_masks))
    drawing = LearnedAgent(GAME, "one", network, temperature=1.0)
    np.testing.assert_allclose(drawing.probabilities(positions), expected, atol=1e-5)
    best = LearnedAgent(GAME, "one", network)
    assert (best.choose(positions) == expected.argmax(axis=1)).all()
    plain = LearnedAgent(GAME, "plain", dataclasses.replace(network, prior=None))
    assert (best.choose(positions) != plain.choose(positions)).any()
    np.testing.assert_array_equal(best.values(positions), plain.values(positions))
    again = pickle.loads(pickle.dumps(drawing))
    assert (again.choose(positions) == drawing.choose(positions)).all()


@pytest.mark.parametrize("shared", [False, True])
def test_a_policy_reads_a_prior_that_is_shown(positions: Decisions, shared: bool) -> None:
    network = dataclasses.replace(
        random_network(GAME, shared=shared), prior=Prior("greedy", WEIGHT)
    )
    reading = _reading(network)
    added = _added(positions.action_masks)
    added -= added.max(axis=1, keepdims=True)
    logits, _ = reading.forward(positions.observations, (1.0 / (1.0 - added)).astype(np.float32))
    agent = LearnedAgent(GAME, "reads", reading, temperature=1.0)
    np.testing.assert_allclose(agent.probabilities(positions), _softmax(logits + added), atol=1e-5)
    blind = LearnedAgent(GAME, "does not", network, temperature=1.0)
    assert (np.abs(agent.probabilities(positions) - blind.probabilities(positions)) > 0.01).any()
    np.testing.assert_array_equal(agent.values(positions), blind.values(positions))


def test_the_logits_of_a_policy_need_what_it_reads_and_nothing_else(positions: Decisions) -> None:
    close = np.ones(positions.action_masks.shape, np.float32)
    blind = _corrected()
    with pytest.raises(ValueError, match="close: what the prior makes of the decisions is needed"):
        _shown(blind).forward(positions.observations)
    with pytest.raises(ValueError, match="close: the policy does not read"):
        blind.forward(positions.observations, close)


def test_a_policy_that_is_first_shown_its_prior_plays_as_before(positions: Decisions) -> None:
    network = _corrected()
    one, other = (
        LearnedAgent(GAME, "one", each, temperature=1.0) for each in (network, _shown(network))
    )
    np.testing.assert_allclose(
        one.probabilities(positions), other.probabilities(positions), atol=1e-6
    )
    assert _shown(_shown(network)).policy[0].weight.shape == (
        network.features + network.actions,
        len(network.policy[0].bias),
    )
    plain = random_network(GAME)
    assert with_prior(plain, Prior("greedy", shown=True)) is plain


def test_a_network_that_says_nothing_plays_as_its_prior() -> None:
    learned = LearnedAgent(GAME, "silent", _saying_nothing(_corrected()))
    games = [
        next(iter(play_games(GAME, [agent, "random", agent], games=30, seed=4)))
        for agent in (learned, make_agent("greedy", GAME))
    ]
    assert (games[0].states == games[1].states).all()


def test_preferences_of_zero_stay_finite_and_those_that_are_all_zero_say_nothing() -> None:
    preferences = np.array([0.5, 0.25, 0.0, 7.0])
    take_logarithms(preferences, 3, 1e-30)
    np.testing.assert_allclose(preferences, [0.0, np.log(0.5), np.log(1e-30), 7.0])
    preferences = np.zeros(3)
    take_logarithms(preferences, 3, 1e-30)
    assert not preferences.any()


def test_only_a_heuristic_that_looks_ahead_otherwise_takes_the_place_of_a_prior() -> None:
    network = _corrected(weight=2.0)
    for agent in ("greedy:worlds=2", "greedy:worlds=3,trust=5", "greedy"):
        moved = with_prior(network, Prior(agent, 2.0))
        assert moved.prior == Prior(agent, 2.0)
        assert moved.policy[0].weight is network.policy[0].weight
    reading = with_prior(network, Prior("greedy:worlds=2", 2.0, shown=True))
    assert reading.prior_shown and len(reading.policy[0].weight) == network.features + len(
        GAME.actions
    )
    further = with_prior(reading, Prior("greedy:worlds=4", 2.0, shown=True))
    assert further.policy[0].weight is reading.policy[0].weight
    others = [
        Prior("greedy:worlds=2", 3.0),
        Prior("greedy:style=x,worlds=2", 2.0),
        Prior("random", 2.0),
    ]
    for other in others:
        assert with_prior(network, other) is network
    assert with_prior(reading, Prior("greedy:worlds=2", 2.0)) is reading


def test_a_prior_has_the_numbers_of_the_board_that_is_played(positions: Decisions) -> None:
    agent = LearnedAgent(GAME, "one", _saying_nothing(_corrected()), temperature=1.0)
    other = agent_on(agent, OTHER_BOARD)
    masks = positions.action_masks
    for each, steepness in ((agent, STEEP), (other, STEEP * 2 / 3)):
        expected = _softmax(_added(masks, steepness))
        np.testing.assert_allclose(each.probabilities(positions), expected, atol=1e-6)


def test_a_network_that_searches_show_observations_only_has_no_prior() -> None:
    with pytest.raises(ValueError, match=r"only corrects its prior greedy.*priors="):
        NetworkEvaluator(_corrected(), GAME)


def test_columns_are_computed_from_what_a_player_knows(positions: Decisions) -> None:
    """The heuristic of this game prefers nothing once it sees the cards of others."""
    whole: list[State] = []
    for block in play_games(GAME, ["random"] * 3, games=4, seed=3, records=True):
        for record in block.records or ():
            whole += [state.clone() for state in record.replay() if state.waiting == "decision"]
    states = np.concatenate([state.array for state in whole])
    masks = np.stack([state.legal_action_mask() for state in whole])
    seats = np.array([state.player for state in whole], np.int64)
    found = PriorColumns(Boards([GAME]), Prior("greedy", WEIGHT)).of(
        states, np.zeros(len(states), np.int64), masks, seats
    )
    choice = masks.sum(axis=1) > 1
    expected = _added(masks) - _added(masks).max(axis=1, keepdims=True)
    np.testing.assert_allclose(found[choice], np.where(masks, expected, 0.0)[choice], atol=1e-6)
    assert not found[~choice].any() and (states["hand"].sum(axis=(1, 2)) > 0).any()


# ---- files


def test_files_tell_the_prior(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    save_network(path, _corrected(weight=2.5), GAME)
    assert load_network(path, GAME).prior == Prior("greedy", 2.5)
    reading = _reading(_corrected(weight=2.5))
    save_network(path, reading, GAME)
    again = load_network(path, GAME)
    assert again.prior == Prior("greedy", 2.5, shown=True)
    np.testing.assert_array_equal(again.policy[0].weight, reading.policy[0].weight)
    save_network(path, random_network(GAME), GAME)
    assert load_network(path, GAME).prior is None
    with pytest.raises(ValueError, match=r"one.npz: prior: .*no style 'zz'"):
        save_network(path, _corrected(agent="greedy:style=zz"), GAME)
    assert load_network(path, GAME).prior is None


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        ("greedy", "prior must have an agent and a weight"),
        ({"agent": "greedy"}, "prior must have an agent and a weight"),
        ({"agent": "greedy", "weight": 0.0}, "weight of a prior must be above 0"),
        ({"agent": "greedy", "weight": "1"}, "weight of a prior must be above 0"),
        ({"agent": "greedy", "weight": 1e38}, "above 0 and at most 1000"),
        ({"agent": "greedy", "weight": 10**400}, "above 0 and at most 1000"),
        ({"agent": "greedy", "weight": 1.0, "shown": 1}, "shown of a prior is true or false"),
        ({"agent": "greedy", "weight": 1.0, "shown": True}, r"policy0_weight is .*\(60, 48\)"),
        ({"agent": 3, "weight": 1.0}, "named by a text"),
        ({"agent": 10**5 * "x", "weight": 1.0}, "of at most 200 characters"),
        ({"agent": "nosuch", "weight": 1.0}, "there is no agent 'nosuch'"),
        ({"agent": "ppo:default", "weight": 1.0}, "no heuristic with shipped weights"),
        ({"agent": "external:command=touch seen", "weight": 1.0}, "no heuristic"),
        ({"agent": "greedy:weights=other.toml", "weight": 1.0}, "no heuristic"),
        ({"agent": "greedy:worlds=2,weights=other.toml", "weight": 1.0}, "no heuristic"),
        ({"agent": "greedy:temperature=2", "weight": 1.0}, "leave out temperature"),
        ({"agent": "greedy:worlds=65", "weight": 1.0}, "worlds must be 0 to 64"),
        ({"agent": "greedy:worlds=2", "weight": 1.0}, "do not look ahead"),
        ({"agent": "greedy:style=zz", "weight": 1.0}, "no style 'zz'"),
    ],
)
def test_a_file_with_a_prior_that_cannot_be_is_refused(
    tmp_path: Path, prior: Any, words: str
) -> None:
    path = tmp_path / "one.npz"
    save_network(path, _corrected(), GAME)
    with np.load(path) as stored:
        arrays: dict[str, Any] = dict(stored)
    told = json.loads(str(arrays["metadata"])) | {"prior": prior}
    np.savez(path, **arrays | {"metadata": np.array(json.dumps(told))})
    with pytest.raises((DamagedDataError, ForeignGameError), match=words):
        load_network(path, GAME)


def test_a_heuristic_without_preferences_is_no_prior() -> None:
    with pytest.raises(ValueError, match="greedy has no preferences in corrected"):
        Prior("greedy").rule(card_game(heuristic="SILENT"))


# ---- training


def _config(**changes: Any) -> dict[str, Any]:
    network = {"policy": [16], "value": [16], "prior": "greedy", "prior_weight": WEIGHT}
    return small_config(**{"players": [2, 3], "network": network} | changes)


@pytest.mark.parametrize("seats", ["one", "all"])
def test_a_run_begins_as_its_prior_and_is_resumed_bit_for_bit(tmp_path: Path, seats: str) -> None:
    changes: dict[str, Any] = {"seats": seats, "total_steps": 256 if seats == "one" else 640}
    if seats == "one":
        changes["imitation"] = {"teacher": "careful", "decisions": 40, "block": 4}
    run = _run(tmp_path / "whole", _config(**changes), GAME)
    network = run.network()
    assert network.prior == Prior("greedy", WEIGHT)
    assert not network.policy[-1].weight.any() and not network.policy[-1].bias.any()
    whole = _to_the_end(run)
    again = _run(tmp_path / "stretches", _config(**changes), GAME)
    while not again.over:
        _one_update(again)
        again = _run(tmp_path / "stretches", _config(**changes), GAME)
    _equal(whole, again)
    assert whole.network().policy[-1].weight.any()
    kept = load_network(tmp_path / "whole" / "policy.npz", GAME)
    assert kept.prior == network.prior
    for seen in whole.pool.snapshots:
        assert seen.prior == network.prior


@pytest.mark.parametrize("shape", [{}, {"trunk": [9]}, {"policy": []}])
@pytest.mark.parametrize("shown", [False, True])
def test_what_a_run_draws_from_is_what_its_policy_plays(
    tmp_path: Path, positions: Decisions, shown: bool, shape: dict[str, Any]
) -> None:
    """The torch policy on observation and columns agrees with the compiled pass."""
    import torch

    config = _config(total_steps=256)
    network = config["network"] | {"prior_shown": shown} | shape
    run = _to_the_end(_run(tmp_path, config | {"network": network}, GAME))
    assert run.network().prior_shown == shown
    columns = PriorColumns(run.boards, Prior("greedy", WEIGHT, shown)).of(
        positions.states, np.zeros(len(positions.seats), np.int64), *positions[2:4]
    )
    with torch.no_grad():
        observations = torch.from_numpy(np.concatenate([positions.observations, columns], axis=1))
        drawn = run.model.policy.get_distribution(observations, positions.action_masks)
        told = drawn.distribution.probs.numpy()
    agent = LearnedAgent(GAME, "learner", run.network(), temperature=1.0)
    np.testing.assert_allclose(agent.probabilities(positions), told, atol=1e-5)


def test_a_run_may_begin_with_a_policy_that_was_not_shown_its_prior(tmp_path: Path) -> None:
    blind = _to_the_end(_run(tmp_path / "blind", _config(total_steps=256), GAME)).network()
    config = _config(total_steps=256)
    start = {"prior_shown": True, "start": str(tmp_path / "blind" / "policy.npz")}
    run = _run(tmp_path / "reading", config | {"network": config["network"] | start}, GAME)
    begun = run.network()
    known = len(blind.policy[0].weight)
    np.testing.assert_allclose(begun.policy[0].weight[:known], blind.policy[0].weight, atol=1e-6)
    assert begun.prior_shown and not begun.policy[0].weight[known:].any()
    learned = _to_the_end(run).network()
    assert learned.policy[0].weight[known:].any()
    again = _run(tmp_path / "again", config | {"network": config["network"] | start}, GAME)
    while not again.over:
        _one_update(again)
        again = _run(tmp_path / "again", config | {"network": config["network"] | start}, GAME)
    _equal(run, again)


def test_a_run_may_begin_with_a_policy_whose_heuristic_did_not_look_ahead(tmp_path: Path) -> None:
    game = make_game("havresac")
    near = random_network(game)
    near = dataclasses.replace(near, prior=Prior("greedy", WEIGHT))
    save_network(tmp_path / "near.npz", near, game)
    network = {"policy": [48, 32], "value": [24], "start": str(tmp_path / "near.npz")}
    network |= {"prior": "greedy:worlds=1", "prior_weight": WEIGHT}
    config = small_config(players=[2], network=network, total_steps=256)
    run = _run(tmp_path / "ahead", config, game)
    begun = run.network()
    assert begun.prior == Prior("greedy:worlds=1", WEIGHT)
    np.testing.assert_allclose(begun.policy[-1].weight, near.policy[-1].weight, atol=1e-6)
    learned = _to_the_end(run).network()
    assert load_network(tmp_path / "ahead" / "policy.npz", game).prior == learned.prior
    # What it was drawn from while it learned is what it plays.
    asked, prior = _positions(game, games=1), learned.prior
    assert prior is not None
    columns = PriorColumns(Boards([game]), prior).of(
        asked.states, np.zeros(len(asked.seats), np.int64), asked.action_masks, asked.seats
    )
    logits, _ = learned.forward(asked.observations)
    told = _softmax(np.where(asked.action_masks, logits + columns, -np.inf))
    agent = LearnedAgent(game, "learner", learned, temperature=1.0)
    np.testing.assert_allclose(agent.probabilities(asked), told, atol=1e-5)
    plain = LearnedAgent(
        game, "near", dataclasses.replace(learned, prior=near.prior), temperature=1.0
    )
    assert np.abs(plain.probabilities(asked) - told).max() > 1e-3


def test_priors_that_a_run_cannot_have_are_told_by_their_field(tmp_path: Path) -> None:
    for prior, game, words in (
        ("nosuch", GAME, "network.prior: .*there is no agent 'nosuch'"),
        ("careful", GAME, "network.prior: .*no heuristic with shipped weights"),
        ("greedy", hidden_card.game(), "network.prior: .*has no heuristics"),
    ):
        network = {"policy": [16], "value": [16], "prior": prior}
        with pytest.raises(ValueError, match=words):
            _run(tmp_path / "run", _config(network=network), game)
    with pytest.raises(ValueError, match="name one"):
        _run(tmp_path / "run", _config(network={"prior_weight": 2.0}), GAME)
    save_network(tmp_path / "blind.npz", _corrected(), GAME)
    network = {"prior": "greedy", "prior_shown": True, "start": str(tmp_path / "blind.npz")}
    with pytest.raises(ValueError, match=r"with the weight 0\.75, the run greedy with"):
        _run(tmp_path / "run", _config(network=network), GAME)
    with pytest.raises(ValueError, match="prior_shown is about a prior: name one"):
        _run(tmp_path / "run", _config(network={"prior_shown": True}), GAME)
    with pytest.raises(ValueError, match="by other numbers on other boards"):
        PriorColumns(Boards([GAME, OTHER_BOARD]), Prior("greedy"))
    save_network(tmp_path / "plain.npz", random_network(GAME), GAME)
    network = {"prior": "greedy", "start": str(tmp_path / "plain.npz")}
    with pytest.raises(ValueError, match="the network corrects no heuristic, the run greedy with"):
        _run(tmp_path / "run", _config(network=network), GAME)
    assert not (tmp_path / "run").exists()


# ---- what is shipped


@pytest.mark.parametrize(
    ("name", "heuristic"), [("near", "greedy"), ("default", "greedy:worlds=3")]
)
def test_the_policies_of_taverns_and_dragons_correct_greedy(name: str, heuristic: str) -> None:
    game = make_game("taverns")
    learned, prior = make_agent(f"ppo:{name}", game), make_agent(heuristic, game)
    assert isinstance(learned, LearnedAgent)
    assert learned.network.prior == Prior(heuristic, 10.0, shown=True)
    seen: list[Observed] = []
    for players in (2, 5):
        list(play_games(game, [prior] * players, games=2, seed=8, observer=seen.append))
    alike = [learned.choose(each.decisions) == each.actions for each in seen]
    assert 0.5 < np.concatenate(alike).mean() < 1.0


def test_each_run_of_the_chain_begins_with_the_policy_of_the_one_before() -> None:
    assert list(shipped_policies("taverns")) == ["default", "near"]
    near, two, three = "greedy", "greedy:worlds=2,trust=6", "greedy:worlds=3"
    chain = [
        ("first", near, False, ""),
        ("second", near, False, "runs/first/policy.npz"),
        ("third", near, True, "runs/second/policy.npz"),
        ("near", near, True, "runs/third/policy.npz"),
        ("ahead", two, True, "ppo:near"),
        ("default", three, True, "runs/ahead/policy.npz"),
    ]
    for stage, heuristic, shown, start in chain:
        network = read_ppo_config(POLICIES / "taverns" / f"{stage}.toml").network
        assert network.corrected() == Prior(heuristic, 10.0, shown)
        assert network.start == start

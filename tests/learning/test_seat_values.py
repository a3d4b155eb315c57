"""A value for every seat: masked, centred, and learned from what each seat is paid."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch
from gymnasium import spaces
from learning.matching import MATCHING
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import load_network, save_network, with_seat_values
from pixies_agents.learned.seat_values import bound_values, centred
from pixies_agents.search.evaluator import NetworkEvaluator
from pixies_agents.search.network import NetworkSearchAgent
from pixies_agents.search.options import TreeOptions
from pixies_env.adapters.sb3_all import AllSeatsVecEnv
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.core.states.state import State
from pixies_experiments.training.config import PpoConfig
from pixies_experiments.training.ppo import POLICY, PpoRun
from pixies_experiments.training.seat_ppo import SeatValueBuffer
from tests.agents.conftest import decisions_of
from tests.games import hidden_card
from tests.games.extensive import Chance, Choice, End, extensive_game
from tests.learning.networks import untrained

CARDS = hidden_card.game()


def test_values_are_masked_and_centred_alike_in_numpy_torch_and_compiled_code() -> None:
    draw = np.random.default_rng(1)
    outputs = draw.normal(0.0, 0.8, (40, 4)).astype(np.float32)
    players = draw.integers(1, 5, 40)
    playing = np.arange(4) < players[:, None]
    for zero_sum in (True, False):
        found = centred(outputs, playing, zero_sum)
        tensor = torch.from_numpy(outputs).requires_grad_()
        told = centred(tensor, torch.from_numpy(playing), zero_sum)
        np.testing.assert_allclose(told.detach().numpy(), found, atol=1e-6)
        assert not found[~playing].any()
        together = players > 1
        if zero_sum:
            assert np.abs(found[together].sum(axis=1)).max() < 1e-6
            wanted = outputs - outputs[:, :3].mean(axis=1, keepdims=True)
            np.testing.assert_allclose(found[players == 3, :3], wanted[players == 3, :3], atol=1e-6)
            assert (found[~together, 0] == outputs[~together, 0]).all()
        else:
            assert (found[playing] == outputs[playing]).all()
        told.square().sum().backward()
        assert tensor.grad is not None and not tensor.grad.numpy()[~playing].any()
        for row, count in enumerate(players):
            bounded = outputs[row].astype(np.float64)
            bound_values(bounded, int(count), int(zero_sum), -1.0, 1.0)
            inside = found[row, :count]
            if zero_sum and count > 1:
                # Scaled down as one, so that they still sum to zero.
                wanted_row = inside / max(1.0, np.abs(inside).max())
            else:
                wanted_row = np.clip(inside, -1.0, 1.0)
            np.testing.assert_allclose(bounded[:count], wanted_row, atol=1e-6)


def test_agents_and_searches_value_seats_by_one_pass_that_sums_to_zero() -> None:
    network = dataclasses.replace(untrained(CARDS, scale=2.0, seed=3), zero_sum=True)
    states = [State(CARDS, players, seed=1, lane=players).skip_forced() for players in (2, 3)]
    decisions = decisions_of(states, bits=[1, 2])
    told = LearnedAgent(CARDS, "one", network).values(decisions)
    for row, state in enumerate(states):
        observation = state.observation(state.player)[None]
        count = state.num_players
        outputs = centred(network.forward(observation)[1], np.arange(told.shape[1])[None] < count)[
            0, :count
        ]
        outputs /= max(1.0, np.abs(outputs).max())
        np.testing.assert_allclose(np.roll(outputs, state.player), told[row, :count], atol=1e-5)
    assert np.abs(told).max() > 0.1
    options = TreeOptions(simulations=30, network="untrained")
    found = NetworkSearchAgent(CARDS, options, NetworkEvaluator(network, CARDS)).search(decisions)
    tried = found.visits > 0
    assert np.abs(found.values[tried].sum(axis=1)).max() < 1e-6
    assert np.abs(found.values[tried]).max() > 0.1


def test_files_say_whether_values_sum_to_zero_and_older_ones_do_not(tmp_path: Path) -> None:
    plain = untrained(CARDS, values=1)
    assert not plain.zero_sum
    save_network(tmp_path / "one.npz", plain, CARDS)
    one = load_network(tmp_path / "one.npz", CARDS)
    assert one.values == 1 and not one.zero_sum
    seats = CARDS.max_players
    save_network(tmp_path / "all.npz", with_seat_values(one, seats, True), CARDS)
    every = load_network(tmp_path / "all.npz", CARDS)
    assert every.values == seats and every.zero_sum
    # With all seats taken the observer's value is what it was, and the others share its loss.
    observations = np.random.default_rng(2).random((6, one.features))
    own, values = one.forward(observations)[1], every.forward(observations)[1]
    np.testing.assert_allclose(values[:, :1], own, atol=1e-6)
    np.testing.assert_allclose(values.sum(axis=1), 0.0, atol=1e-5)
    assert with_seat_values(one, seats, False).forward(observations)[1][:, 1:].max() == 0.0


@pytest.mark.parametrize("make", [SeatVecEnv, AllSeatsVecEnv])
def test_environments_tell_what_every_seat_was_paid(make: type) -> None:
    options = {"opponents": "random"} if make is SeatVecEnv else {}
    env = make(CARDS, 8, [2, 3], seed=3, **options)
    env.reset()
    draw, ended = np.random.default_rng(1), 0
    for _ in range(40):
        masks = env.action_masks()
        actions = np.array([draw.choice(np.flatnonzero(mask)) for mask in masks])
        _, rewards, dones, _ = env.step(actions)
        np.testing.assert_allclose(env.paid[:, 0], rewards)
        np.testing.assert_allclose(env.paid.sum(axis=1), 0.0, atol=1e-6)
        assert not env.paid[~env.playing].any() and not env.paid[~dones].any()
        if make is AllSeatsVecEnv:
            for place in np.flatnonzero(dones):
                seats = np.flatnonzero(env.games == env.games[place])
                turned = np.roll(rewards[seats], -env.seats[place])
                np.testing.assert_allclose(env.paid[place, : len(seats)], turned)
        ended += int(dones.sum())
    assert ended > 8 and (env.playing.sum(axis=1) == env.players).all()


def test_every_seat_has_the_estimates_of_stable_baselines() -> None:
    steps, lanes, seats = 6, 3, 4
    draw = np.random.default_rng(7)
    players = np.array([4, 2, 3])
    playing = np.arange(seats) < players[:, None]
    spaces_of = spaces.Box(-1.0, 1.0, (2,), np.float32), spaces.Discrete(5)
    common = {"n_envs": lanes, "gamma": 0.9, "gae_lambda": 0.8}
    paid = np.zeros((lanes, seats), np.float32)
    ours = SeatValueBuffer(
        steps, *spaces_of, paid=lambda: paid, playing=playing, zero_sum=True, **common
    )
    theirs = [MaskableRolloutBuffer(steps, *spaces_of, **common) for _ in range(seats)]
    outputs = draw.normal(size=(steps + 1, lanes, seats)).astype(np.float32)
    values = centred(outputs, playing).astype(np.float32)
    starts = draw.random((steps + 1, lanes)) < 0.3
    for step in range(steps):
        paid[:] = np.where(playing, draw.normal(size=(lanes, seats)), 0.0)
        seen = draw.random((lanes, 2)), draw.integers(5, size=(lanes, 1))
        masks, logs = np.ones((lanes, 5)), torch.from_numpy(draw.random(lanes))
        arguments = (torch.from_numpy(outputs[step]), logs)
        ours.add(*seen, paid[:, 0], starts[step], *arguments, action_masks=masks)
        for seat, buffer in enumerate(theirs):
            value = torch.from_numpy(values[step, :, seat])
            buffer.add(*seen, paid[:, seat], starts[step], value, logs, action_masks=masks)
    ours.compute_returns_and_advantage(torch.from_numpy(outputs[-1]), starts[-1])
    for seat, buffer in enumerate(theirs):
        last = torch.from_numpy(values[-1, :, seat])
        buffer.compute_returns_and_advantage(last, starts[-1])
        np.testing.assert_allclose(ours.returns[..., seat], buffer.returns, atol=1e-5)
    np.testing.assert_allclose(ours.advantages, theirs[0].advantages, atol=1e-5)
    assert not ours.returns[:, ~playing].any()
    for batch in ours.get(9):
        assert batch.returns.shape == (9 * seats,) and batch.advantages.shape == (9,)


def test_a_run_learns_what_every_seat_can_expect(tmp_path: Path) -> None:
    """A card tells what each of three seats will be paid, whatever they decide."""
    cards = (1.0, -1.0, 0.0), (-0.5, 1.0, -0.5), (0.0, -1.0, 1.0)

    def ask(seat: int, paid: tuple[float, ...]) -> Choice | End:
        return End(*paid) if seat == 3 else Choice(seat, dict.fromkeys("ab", ask(seat + 1, paid)))

    game = extensive_game(Chance([(1, ask(0, paid)) for paid in cards]), 3)
    changes = {"players": [3], "reward": "rank", "total_steps": 4096}
    run = PpoRun(tmp_path, PpoConfig.model_validate(MATCHING | changes), 1, game)
    run.run(None, lambda run, shown: None)
    first, last = run.progress.curve[0]["value"], run.progress.curve[-1]["value"]
    assert first["others"] < 0.7
    assert last["own"] > 0.95 and last["others"] > 0.95 * last["own"]
    network = load_network(tmp_path / POLICY, game)
    assert network.zero_sum and network.values == game.max_players
    agent = LearnedAgent(game, "learner", network)
    for lane in range(6):
        state = State(game, 3, seed=2, lane=lane)
        values = agent.values(decisions_of([state], bits=[0]))[0, :3]
        while not state.is_over:
            state.apply(int(state.legal_actions()[0]))
        wanted = state.returns()[:3]
        assert tuple(wanted) in cards
        np.testing.assert_allclose(values, wanted, atol=0.25)
        assert abs(values.sum()) < 1e-6

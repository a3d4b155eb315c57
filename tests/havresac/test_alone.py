"""The game played alone, through everything generic."""

import dataclasses
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from pixies_env import havresac_v0
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.testing import ConformanceError
from pixies_env.testing.conformance import check_description
from pixies_experiments.transcripts import transcript

GAME = make_game("havresac")


@pytest.mark.parametrize("players", [1, 3])
def test_pettingzoo_accepts_it(players: int) -> None:
    api_test(havresac_v0.env(num_players=players), num_cycles=200)
    api_test(havresac_v0.raw_env(num_players=players), num_cycles=200)
    seed_test(lambda: havresac_v0.env(num_players=players), num_cycles=60)


def test_the_only_agent_is_paid_its_score() -> None:
    env = havresac_v0.raw_env(num_players=1)
    env.reset(seed=3)
    state, total = State(GAME, 1, 3), 0.0
    for _ in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total += reward
        if over:
            env.step(None)
        else:
            action = int(np.flatnonzero(observation["action_mask"])[-1])
            env.step(action)
            state.apply(action)
    assert state.is_over and total == state.result()["scores"][0]


def test_an_illegal_action_alone_costs_more_than_the_worst_game() -> None:
    env = havresac_v0.env(num_players=1)
    env.reset(seed=3)
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": -1.0}


def test_gymnasium_accepts_it_without_opponents() -> None:
    env = gymnasium.make("pixies/Havresac-v0", num_players=1)
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=5)
    total, done = 0.0, False
    while not done:
        action = int(np.flatnonzero(env.unwrapped.action_masks())[0])
        _, reward, done, _, _ = env.step(action)
        total += float(reward)
    assert total > 0


def test_gymnasium_plays_many_games_alone_at_once() -> None:
    envs = gymnasium.make_vec("pixies/Havresac-v0", num_envs=3, num_players=1, opponents=())
    envs.reset(seed=1)
    for _ in range(40):
        masks = np.asarray(envs.unwrapped.action_masks())
        _, rewards, *_ = envs.step(masks.argmax(axis=1))
    assert rewards.shape == (3,)


def test_a_batch_holds_games_alone_and_in_company() -> None:
    env = BatchEnv(GAME, 8, np.arange(8) % 4 + 1, seed=2)
    step = env.reset()
    paid = np.zeros((8, 4))
    while not step.terminated.all():
        step = env.step(step.action_masks.argmax(axis=1))
        paid += step.rewards
    alone = np.arange(8) % 4 == 0
    assert (paid[alone, 0] >= 0).all() and (paid[alone, 1:] == 0).all()
    assert np.allclose(paid[~alone].sum(axis=1), 0)


def test_random_play_and_search_take_part_alone() -> None:
    (random_block,) = play_games(GAME, ["random"], games=6, players=1, seed=4)
    (search,) = play_games(GAME, ["flat:simulations=64"], games=2, players=1, seed=4)
    scores = random_block.statistics["score"][:, 0]
    assert (random_block.returns[:, 0] == scores).all()
    assert search.statistics["score"][:, 0].mean() > scores.mean()


def test_a_game_that_can_be_played_alone_says_what_that_pays() -> None:
    assert GAME.utility_bounds(1) == GAME.solo_range and GAME.utility_bounds(2) == (-1.0, 1.0)
    silent: Game = dataclasses.replace(GAME, solo_range=None)
    with pytest.raises(ConformanceError, match="solo_range is missing"):
        check_description(silent)
    with pytest.raises(ValueError, match="says no solo_range"):
        silent.utility_bounds(1)


GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("players", [1, 4])
def test_a_winter_game_with_drawn_faces_goes_as_in_the_golden_transcript(players: int) -> None:
    game = make_game("havresac", season="winter", faces="random")
    path = GOLDEN / f"havresac_winter_{players}p.txt"
    golden = path.read_text(encoding="utf-8").splitlines()
    assert transcript(game, players).splitlines() == golden, (
        f"{path.name}: if that is meant to change, write what `transcript` gives"
    )

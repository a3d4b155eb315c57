"""The single-seat view for Gymnasium and Stable-Baselines3."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.core.agents import Decisions, RandomAgent
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.game import Game
from pixies_env.core.seam import Reward
from pixies_env.core.specs import AgentSpecError
from pixies_env.core.states.state import State

REWARDS = [kind.name.lower() for kind in Reward]
LOSS = {"illegal_reward": -100.0}


class LowestId:
    """Always the first legal id, outside compiled code."""

    name = "lowest"
    needs_observations = True

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, decisions: Decisions) -> np.ndarray:
        assert decisions.observations is not None
        self.asked += len(decisions.seats)
        return decisions.action_masks.argmax(axis=1)


class Slow:
    """An agent behind the protocol only, outside compiled code."""

    needs_observations = False

    def __init__(self, agent: Any) -> None:
        self.agent, self.name = agent, agent.name

    def choose(self, decisions: Decisions) -> np.ndarray:
        return self.agent.choose(decisions)


def episode(env: Any, seed: int | None = None, choices: int = 0) -> list[Any]:
    """A game of random legal choices: what was seen, chosen and paid."""
    rng = np.random.default_rng(choices)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [(observation.tobytes(), info["seat"])]
    terminated = False
    while not terminated:
        action = rng.choice(np.flatnonzero(env.unwrapped.action_masks()))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        seen.append((int(action), observation.tobytes(), reward, info["seat"]))
    return seen


@pytest.mark.parametrize("observation_type", ["box", "dict"])
def test_gymnasiums_check(seating: tuple[Game, int], observation_type: str) -> None:
    env = SingleSeatEnv(*seating, observation_type=observation_type)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*infinity")
        warnings.filterwarnings("ignore", message=".*different spec|.*The environment is being")
        warnings.filterwarnings("ignore", message=".*`check_env\\(.*, skip_render_check=")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("observation_type", ["box", "dict"])
def test_the_check_of_stable_baselines3(seating: tuple[Game, int], observation_type: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(SingleSeatEnv(*seating, observation_type=observation_type))


def test_masks_as_sb3_contrib_asks_for_them(toy: Game) -> None:
    utils = pytest.importorskip("sb3_contrib.common.maskable.utils")
    env = gymnasium.wrappers.RecordEpisodeStatistics(SingleSeatEnv(toy, 3))
    env.reset(seed=1)
    assert utils.is_masking_supported(env)
    masks = utils.get_action_masks(env)
    assert masks.dtype == np.bool_
    assert masks.shape == (env.action_space.n,)


def test_a_reset_with_a_seed_reproduces_and_without_goes_on(seating: tuple[Game, int]) -> None:
    env = SingleSeatEnv(*seating)
    games = [episode(env, seed) for seed in (7, None, 7, None)]
    assert games[0] == games[2]
    assert games[1] == games[3]
    assert games[0] != games[1]


@pytest.mark.parametrize("reward", REWARDS)
def test_the_reward_is_the_return_of_the_seat(seating: tuple[Game, int], reward: str) -> None:
    game, players = seating
    env = SingleSeatEnv(game, players, reward=reward, **LOSS)
    for seed in range(4):
        paid = [step[2] for step in episode(env, seed)[1:]]
        assert set(paid[:-1]) <= {0.0}
        state = env.view.state(0)
        finished = State.from_arrays(game, state)
        assert paid[-1] == finished.returns(reward)[env.view.seats[0]]


def test_the_mask_says_what_the_learner_may_choose(seating: tuple[Game, int]) -> None:
    game, players = seating
    env = SingleSeatEnv(game, players)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        state = State.from_arrays(game, env.view.state(0))
        assert state.player == info["seat"]
        legal = np.flatnonzero(env.action_masks())
        assert legal.tolist() == state.legal_actions().tolist()
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert info["action_mask"].dtype == np.int8
        _, _, terminated, _, info = env.step(rng.choice(legal))
    assert env.action_masks().all()


def test_the_observation_is_the_learners_also_at_the_end(seating: tuple[Game, int]) -> None:
    game, players = seating
    env = SingleSeatEnv(game, players, seat=players - 1)
    rng = np.random.default_rng(0)
    observation, _ = env.reset(seed=3)
    terminated = False
    while True:
        state = State.from_arrays(game, env.view.state(0))
        assert np.array_equal(observation, state.observation(players - 1))
        if terminated:
            break
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, _, terminated, _, _ = env.step(action)


def test_forced_decisions_are_skipped_by_default_and_asked_on_request(toy: Game) -> None:
    counts = []
    for skip in (True, False):
        env = SingleSeatEnv(toy, 2, skip_forced=skip)
        env.reset(seed=4)
        options = [env.action_masks().sum()]
        rng = np.random.default_rng(0)
        while not env.view.terminated[0]:
            env.step(rng.choice(np.flatnonzero(env.action_masks())))
            options.append(env.action_masks().sum())
        counts.append(min(options))
    assert counts[0] > 1
    assert counts[1] == 1


def test_a_fixed_seat(seating: tuple[Game, int]) -> None:
    game, players = seating
    for seat in range(players):
        env = SingleSeatEnv(game, players, seat=seat)
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {seat}


def test_a_random_seat_is_drawn_for_each_episode_from_the_seed(seating: tuple[Game, int]) -> None:
    game, players = seating
    env = SingleSeatEnv(game, players)
    seats = [env.reset(seed=5)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(60))]
    assert set(seats) == set(range(players))
    assert seats == [env.reset(seed=5)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(60))]


def test_compiled_and_other_opponents_play_the_same_game(seating: tuple[Game, int]) -> None:
    game, players = seating
    fast = SingleSeatEnv(game, players, opponents="random")
    slow = SingleSeatEnv(game, players, opponents=Slow(RandomAgent(game)))
    for seed in range(3):
        assert episode(fast, seed) == episode(slow, seed)


def test_opponents_sit_to_the_left_in_the_order_named(toy: Game) -> None:
    first, second = LowestId(), LowestId()
    env = SingleSeatEnv(toy, 3, opponents=[first, second], seat=1)
    env.reset(seed=6)
    # Seat 0 lays the first card; it is the second to the left of seat 1.
    assert (first.asked, second.asked) == (0, 1)


def test_specifications_and_agents_may_be_mixed(toy: Game) -> None:
    lowest = LowestId()
    episode(SingleSeatEnv(toy, 4, opponents=["random", lowest, "random"]), 7)
    assert lowest.asked > 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_players": 1}, ValueError),
        ({"num_players": 3, "seat": 3}, ValueError),
        ({"num_players": 3, "seat": "first"}, ValueError),
        ({"num_players": 3, "opponents": "nobody"}, AgentSpecError),
        ({"num_players": 3, "opponents": ["random"]}, ValueError),
        ({"num_players": 3, "opponents": 5}, TypeError),
        ({"num_players": 3, "observation_type": "picture"}, ValueError),
        ({"num_players": 3, "render_mode": "depth_array"}, ValueError),
        ({"num_players": 3, "reward": "score"}, ValueError),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(
    toy: Game, arguments: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        SingleSeatEnv(toy, **arguments)


def test_an_illegal_action_ends_the_game_with_the_worst_reward(seating: tuple[Game, int]) -> None:
    env = SingleSeatEnv(*seating)
    env.reset(seed=8)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    before = env.view.state(0)
    _, reward, terminated, truncated, info = env.step(illegal)
    game, players = seating
    assert (reward, terminated, truncated) == (game.utility_bounds(players)[0], True, False)
    assert info["illegal_action"] is True
    assert np.array_equal(env.view.state(0), before)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    _, info = env.reset()
    assert "illegal_action" not in info


@pytest.mark.parametrize("action", [-1, 10**6, "0", 1.0, None, True])
@pytest.mark.parametrize("raise_illegal", [False, True])
def test_what_is_no_id_is_refused(toy: Game, action: Any, raise_illegal: bool) -> None:
    env = SingleSeatEnv(toy, 3, raise_illegal=raise_illegal)
    env.reset(seed=9)
    before = env.view.state(0)
    with pytest.raises(IllegalActionError):
        env.step(action)
    assert np.array_equal(env.view.state(0), before)
    assert not env.view.terminated[0]


def test_an_illegal_action_can_be_an_error(toy: Game) -> None:
    env = SingleSeatEnv(toy, 3, raise_illegal=True)
    env.reset(seed=10)
    before = env.view.state(0)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(IllegalActionError, match=f"action {illegal} .*legal are 0 play"):
        env.step(illegal)
    assert np.array_equal(env.view.state(0), before)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_the_middle_keep_the_game(seating: tuple[Game, int], copied: Any) -> None:
    env = SingleSeatEnv(*seating)
    env.reset(seed=11)
    rng = np.random.default_rng(0)
    env.step(rng.choice(np.flatnonzero(env.action_masks())))
    twin = copied(env)
    while not env.view.terminated[0]:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        steps = [each.step(action) for each in (env, twin)]
        assert np.array_equal(steps[0][0], steps[1][0])
        assert steps[0][1:4] == steps[1][1:4]
    assert np.array_equal(env.reset()[0], twin.reset()[0])


def test_stored_observations_do_not_change(toy: Game) -> None:
    env = SingleSeatEnv(toy, 3)
    observation, info = env.reset(seed=12)
    kept = observation.copy(), info["action_mask"].copy()
    masks = env.action_masks()
    kept_masks = masks.copy()
    env.step(np.flatnonzero(masks)[0])
    assert np.array_equal(observation, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])
    assert np.array_equal(masks, kept_masks)


def test_render(toy: Game) -> None:
    env = SingleSeatEnv(toy, 2, render_mode="ansi")
    env.reset(seed=13)
    assert env.render().startswith("Hidden Card")
    assert SingleSeatEnv(toy, 2).render() is None


@pytest.mark.parametrize("action", ["stop", 1.5, None, [1, 2], True])
def test_what_is_no_id_is_an_error_and_changes_nothing(toy: Game, action: Any) -> None:
    env = SingleSeatEnv(toy, 3)
    env.reset(seed=1)
    before = env.view.state(0).tobytes()
    with pytest.raises(IllegalActionError, match="an action is an integer") as caught:
        env.step(action)
    assert "lane" not in str(caught.value)
    assert env.view.state(0).tobytes() == before


def test_an_illegal_action_is_told_without_a_lane(toy: Game) -> None:
    env = SingleSeatEnv(toy, 3, raise_illegal=True)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"is not legal for player \d"):
        env.step(int(np.argmin(env.action_masks())))


def test_a_seat_that_is_not_at_the_table_is_named(toy: Game) -> None:
    with pytest.raises(ValueError, match="seat must be at most 2, not 5"):
        SingleSeatEnv(toy, 3, seat=5)

"""The native vector environment: autoreset modes, infos, no lost reward, lanes on their own."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.game import Game
from pixies_env.core.seam import Reward
from pixies_env.core.states.state import State

REWARDS = [kind.name.lower() for kind in Reward]
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]
LANES = 6


def lane_choice(mask: np.ndarray, lane: int, step: int) -> int:
    """A legal id that depends on the lane and on how often it was asked."""
    legal = np.flatnonzero(mask)
    return int(legal[(7 * lane + 3 * step) % len(legal)])


def run(env: Any, steps: int, seed: int = 5) -> list[list[Any]]:
    """What each lane showed and was paid, resets of NEXT_STEP left out."""
    lanes = env.num_envs
    asked = [0] * lanes
    told: list[list[Any]] = [[] for _ in range(lanes)]
    _, infos = env.reset(seed=seed)
    ended = np.zeros(lanes, np.bool_)
    next_step = env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = np.array([lane_choice(masks[lane], lane, asked[lane]) for lane in range(lanes)])
        _, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        for lane in range(lanes):
            if next_step and ended[lane]:
                assert rewards[lane] == 0
                assert not terminated[lane]
                continue
            asked[lane] += 1
            told[lane].append((int(actions[lane]), float(rewards[lane]), bool(terminated[lane])))
        ended = terminated
    return told


def test_spaces_shapes_and_types(seating: tuple[Game, int]) -> None:
    env = SeatVectorEnv(LANES, *seating)
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert observations.shape == (LANES, *env.single_observation_space.shape)
    assert env.action_space.shape == (LANES,)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    assert env.action_space.contains(actions)
    observations, rewards, terminated, truncated, infos = env.step(actions)
    assert env.observation_space.contains(observations)
    assert (rewards.dtype, rewards.shape) == (np.float64, (LANES,))
    for flags in (terminated, truncated):
        assert (flags.dtype, flags.shape) == (np.bool_, (LANES,))
    assert infos["action_mask"].dtype == np.int8
    assert infos["_action_mask"].all()
    assert infos["seat"].shape == (LANES,)


def test_dictionary_observations(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3, observation_type="dict", autoreset_mode="SameStep")
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert np.array_equal(observations["action_mask"], infos["action_mask"])
    while True:
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, _, terminated, _, infos = env.step(actions)
        assert env.observation_space.contains(observations)
        if terminated.any():
            break
    lane = int(np.argmax(terminated))
    assert env.single_observation_space.contains(infos["final_obs"][lane])


@pytest.mark.parametrize("mode", [*MODES, AutoresetMode.DISABLED])
def test_the_autoreset_mode_is_stated_in_the_metadata(toy: Game, mode: AutoresetMode) -> None:
    assert SeatVectorEnv(2, toy, autoreset_mode=mode).metadata["autoreset_mode"] is mode
    assert SeatVectorEnv(2, toy, autoreset_mode=mode.value).metadata["autoreset_mode"] is mode
    assert "autoreset_mode" not in SeatVectorEnv.metadata


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("reward", REWARDS)
def test_no_reward_is_lost(seating: tuple[Game, int], mode: AutoresetMode, reward: str) -> None:
    game, players = seating
    env = SeatVectorEnv(
        LANES, game, players, autoreset_mode=mode, reward=reward, illegal_reward=-100.0
    )
    paid, owed = np.zeros(LANES), np.zeros(LANES)
    games = 0
    _, infos = env.reset(seed=2)
    advance = env.view.step

    def watched(actions: np.ndarray, where: np.ndarray) -> None:
        nonlocal games
        advance(actions, where)
        for lane in np.flatnonzero(env.view.terminated & where):
            state = State.from_arrays(game, env.view.state(int(lane)))
            owed[lane] += state.returns(reward)[env.view.seats[lane]]
            games += 1

    env.view.step = watched  # type: ignore[method-assign]
    for step in range(3000):
        masks = infos["action_mask"]
        actions = np.array([lane_choice(masks[lane], lane, step) for lane in range(LANES)])
        _, rewards, _, _, infos = env.step(actions)
        paid += rewards
        if games >= 2 * LANES:
            break
    assert games >= 2 * LANES
    assert np.array_equal(paid, owed)


def test_next_step_and_same_step_play_the_same_games(seating: tuple[Game, int]) -> None:
    both = [run(SeatVectorEnv(LANES, *seating, autoreset_mode=mode), 300) for mode in MODES]
    for lane in range(LANES):
        shorter = min(len(both[0][lane]), len(both[1][lane]))
        assert both[0][lane][:shorter] == both[1][lane][:shorter]


def test_next_step_shows_the_last_observation_then_the_first(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    _, infos = env.reset(seed=3)
    terminated = np.zeros(LANES, np.bool_)
    while not terminated.any():
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, _, terminated, _, infos = env.step(actions)
    lane = int(np.argmax(terminated))
    final = State.from_arrays(toy, env.view.state(lane))
    assert final.is_over
    assert np.array_equal(observations[lane], final.observation(int(infos["seat"][lane])))
    assert infos["action_mask"][lane].all()
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    actions[lane] = -99
    observations, rewards, terminated, _, infos = env.step(actions)
    assert not State.from_arrays(toy, env.view.state(lane)).is_over
    assert (rewards[lane], terminated[lane]) == (0, False)


def test_same_step_tells_of_the_end_in_infos(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3, autoreset_mode=AutoresetMode.SAME_STEP)
    other = SeatVectorEnv(LANES, toy, 3)
    _, infos = env.reset(seed=4)
    other.reset(seed=4)
    terminated = np.zeros(LANES, np.bool_)
    while not terminated.any():
        assert "final_obs" not in infos
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, rewards, terminated, _, infos = env.step(actions)
        last, other_rewards, _, _, last_infos = other.step(actions)
    assert np.array_equal(rewards, other_rewards)
    assert np.array_equal(infos["_final_obs"], terminated)
    assert np.array_equal(infos["_final_info"], terminated)
    for lane in range(LANES):
        if terminated[lane]:
            assert np.array_equal(infos["final_obs"][lane], last[lane])
            assert infos["final_info"]["seat"][lane] == last_infos["seat"][lane]
            assert not State.from_arrays(toy, env.view.state(lane)).is_over
        else:
            assert infos["final_obs"][lane] is None
            assert np.array_equal(observations[lane], last[lane])
    assert np.array_equal(infos["final_info"]["_action_mask"], terminated)


def test_same_step_infos_have_the_form_of_gymnasiums_own(toy: Game) -> None:
    own = SeatVectorEnv(LANES, toy, 3, autoreset_mode="SameStep")
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: SingleSeatEnv(toy, 3)] * LANES, autoreset_mode=AutoresetMode.SAME_STEP
    )

    def until_the_first_end(env: Any) -> dict[str, Any]:
        _, infos = env.reset(seed=4)
        terminated = np.zeros(LANES, np.bool_)
        while not terminated.any():
            actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
            _, _, terminated, _, infos = env.step(actions)
        return infos

    mine, expected = until_the_first_end(own), until_the_first_end(theirs)
    assert mine.keys() == expected.keys()
    assert mine["final_info"].keys() == expected["final_info"].keys()
    for key, value in expected.items():
        if isinstance(value, np.ndarray):
            assert (mine[key].shape, mine[key].dtype) == (value.shape, value.dtype)


def test_without_autoreset_ended_games_are_begun_by_mask(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=5)
    terminated = np.zeros(LANES, np.bool_)
    while not terminated.any():
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        observations, _, terminated, _, infos = env.step(actions)
    with pytest.raises(RuntimeError, match="reset_mask"):
        env.step(actions)
    options = {"reset_mask": terminated}
    after, infos = env.reset(options=options)
    assert options == {"reset_mask": terminated}
    assert np.array_equal(after[~terminated], observations[~terminated])
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    env.step(actions)


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True] * LANES, TypeError),
        (np.ones(LANES), TypeError),
        (np.ones(LANES + 1, np.bool_), ValueError),
        (np.zeros(LANES, np.bool_), ValueError),
    ],
)
def test_a_wrong_reset_mask_is_refused(toy: Game, mask: Any, error: type[Exception]) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    env.reset(seed=1)
    with pytest.raises(error, match="reset_mask"):
        env.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("mode", MODES)
def test_episode_statistics(seating: tuple[Game, int], mode: AutoresetMode) -> None:
    env = RecordEpisodeStatistics(SeatVectorEnv(LANES, *seating, autoreset_mode=mode))
    told = run(env, 400)
    lengths, returns = [], []
    for lane in told:
        ends = [index for index, step in enumerate(lane) if step[2]]
        starts = [0, *(end + 1 for end in ends)]
        lengths += [end - start + 1 for start, end in zip(starts, ends, strict=False)]
        returns += [lane[end][1] for end in ends]
    assert env.episode_count == len(lengths) > 0
    if len(lengths) <= 100:
        assert sorted(env.length_queue) == sorted(lengths)
        assert sorted(env.return_queue) == sorted(returns)


def test_lanes_do_not_depend_on_their_number_or_on_threads(seating: tuple[Game, int]) -> None:
    small = run(SeatVectorEnv(2, *seating), 60)
    large = run(SeatVectorEnv(LANES, *seating, threads=2), 60)
    assert small == large[:2]


def test_many_lanes_on_several_threads(toy: Game) -> None:
    one, two = (SeatVectorEnv(600, toy, 3, threads=threads) for threads in (1, 2))
    for env in (one, two):
        env.reset(seed=1)
    for _ in range(10):
        actions = one.view.action_masks.argmax(axis=1)
        steps = [env.step(actions) for env in (one, two)]
        assert all(np.array_equal(*pair) for pair in zip(steps[0][:4], steps[1][:4], strict=True))


def test_a_lane_is_the_single_environment_of_its_seed(seating: tuple[Game, int]) -> None:
    vector = SeatVectorEnv(1, *seating)
    single = SingleSeatEnv(*seating)
    observation, _ = single.reset(seed=9)
    observations, _ = vector.reset(seed=9)
    for step in range(40):
        assert np.array_equal(observation, observations[0])
        assert np.array_equal(single.action_masks(), vector.action_masks()[0])
        action = lane_choice(single.action_masks(), 0, step)
        observation, reward, terminated, _, _ = single.step(action)
        observations, rewards, terminations, _, _ = vector.step(np.array([action]))
        assert (reward, terminated) == (rewards[0], terminations[0])
        if terminated:
            break


def test_seeds_reproduce_and_games_go_on_without(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    first, second = env.reset(seed=7)[0], env.reset()[0]
    assert np.array_equal(env.reset(seed=7)[0], first)
    assert np.array_equal(env.reset()[0], second)
    assert not np.array_equal(first, second)
    assert len(np.unique(first, axis=0)) > 1


def played_alone(game: Game, seed: int, steps: int) -> list[tuple[bytes, Any, Any]]:
    """What the single environment of a seed shows, over the end of games."""
    env = SingleSeatEnv(game, 3)
    told = [(env.reset(seed=seed)[0].tobytes(), None, None)]
    for step in range(steps):
        observation, reward, terminated, _, _ = env.step(lane_choice(env.action_masks(), 0, step))
        if terminated:
            observation, _ = env.reset()
        told.append((observation.tobytes(), reward, terminated))
    return told


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_each_seed_of_a_list_begins_the_game_of_the_single_environment(
    toy: Game, kind: Any
) -> None:
    seeds = [7, 5, 7]
    env = SeatVectorEnv(3, toy, 3, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    shown: list[Any] = [env.reset(seed=kind(seeds))[0], [None] * 3, [None] * 3]
    alone = [played_alone(toy, seed, 40) for seed in seeds]
    for step in range(41):
        for lane in range(3):
            told = shown[0][lane].tobytes(), shown[1][lane], shown[2][lane]
            assert told == alone[lane][step]
        masks = env.action_masks()
        shown = list(env.step(np.array([lane_choice(mask, 0, step) for mask in masks])))


def test_a_list_of_seeds_begins_the_games_of_gymnasium_s_own_vector(toy: Game) -> None:
    sync = gymnasium.vector.SyncVectorEnv([lambda: SingleSeatEnv(toy, 3)] * 3)
    env = SeatVectorEnv(3, toy, 3)
    for seeds in ([5, 6, 7], [6, None, 6], None, [None, 2**64 - 1, 0]):
        assert np.array_equal(sync.reset(seed=seeds)[0], env.reset(seed=seeds)[0])


def test_games_without_a_seed_in_the_list_begin_anew_or_go_on(toy: Game) -> None:
    env = SeatVectorEnv(3, toy, 3)
    first = env.reset(seed=[4, None, None])[0]
    assert np.array_equal(first[0], SingleSeatEnv(toy, 3).reset(seed=4)[0])
    streams = {env.view._arrays.streams[lane].tobytes() for lane in range(3)}
    assert len(streams) == 3
    assert len({SeatVectorEnv(3, toy, 3).reset(seed=[None] * 3)[0].tobytes() for _ in "1234"}) > 1


def test_one_seed_after_a_list_spreads_over_the_games_again(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    first = env.reset(seed=7)[0]
    env.reset(seed=[1] * LANES)
    assert np.array_equal(env.reset(seed=7)[0], first)


@pytest.mark.parametrize(
    ("seeds", "error"),
    [
        ([1, 2], ValueError),
        ([], ValueError),
        ([[1, 2, 3]], ValueError),
        ([1, 2, -1], ValueError),
        ([1, 2, 2**64], ValueError),
        ([1, 2, 0.5], TypeError),
        ([1, None, True], TypeError),
        ("123", TypeError),
        (1.0, TypeError),
    ],
)
def test_wrong_seeds_change_nothing(toy: Game, seeds: Any, error: type[Exception]) -> None:
    for begun in (False, True):
        env = SeatVectorEnv(3, toy, 3)
        if begun:
            env.reset(seed=1)
        before = env.view._arrays.streams.tobytes(), env.view.states.tobytes()
        with pytest.raises(error, match="seed"):
            env.reset(seed=seeds)
        assert (env.view._arrays.streams.tobytes(), env.view.states.tobytes()) == before


def test_masked_resets_take_the_seeds_of_their_games_only(toy: Game) -> None:
    env = SeatVectorEnv(3, toy, 3, autoreset_mode=AutoresetMode.DISABLED)
    before = env.reset(seed=[1, 2, 3])[0]
    mask = np.array([False, True, True])
    shown = env.reset(seed=[9, 8, None], options={"reset_mask": mask})[0]
    assert np.array_equal(shown[0], before[0])
    assert np.array_equal(shown[1], SingleSeatEnv(toy, 3).reset(seed=8)[0])


def test_unseeded_environments_differ(toy: Game) -> None:
    starts = {SeatVectorEnv(LANES, toy, 3).reset()[0].tobytes() for _ in range(4)}
    assert len(starts) > 1


def test_illegal_actions_end_their_own_game_only(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    _, infos = env.reset(seed=8)
    masks = infos["action_mask"]
    actions = np.array([np.flatnonzero(mask)[0] for mask in masks])
    actions[2] = np.flatnonzero(masks[2] == 0)[0]
    before = env.view.state(2)
    _, rewards, terminated, _, infos = env.step(actions)
    assert rewards[2] == -1.0
    assert terminated.tolist() == [lane == 2 for lane in range(LANES)]
    assert infos["illegal_action"].tolist() == [lane == 2 for lane in range(LANES)]
    assert np.array_equal(env.view.state(2), before)


def test_illegal_actions_in_the_same_step_mode_lie_in_the_final_info(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3, autoreset_mode="SameStep")
    _, infos = env.reset(seed=8)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    actions[2] = np.flatnonzero(infos["action_mask"][2] == 0)[0]
    _, _, _, _, infos = env.step(actions)
    assert "illegal_action" not in infos
    assert infos["final_info"]["illegal_action"][2]


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0] * (LANES - 1), ValueError),
        ([0.0] * LANES, IllegalActionError),
        ([99999] * LANES, IllegalActionError),
        ([-1] * LANES, IllegalActionError),
    ],
)
def test_wrong_actions_change_nothing(toy: Game, actions: Any, error: type[Exception]) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    env.reset(seed=8)
    before = [env.view.state(lane).tobytes() for lane in range(LANES)]
    with pytest.raises(error):
        env.step(np.array(actions))
    assert [env.view.state(lane).tobytes() for lane in range(LANES)] == before


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_games(toy: Game, copied: Any) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    _, infos = env.reset(seed=9)
    actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    env.step(actions)
    twin = copied(env)
    for _ in range(10):
        actions = env.view.action_masks.argmax(axis=1)
        mine, its = env.step(actions), twin.step(actions)
        assert all(np.array_equal(*pair) for pair in zip(mine[:4], its[:4], strict=True))


def test_stored_arrays_do_not_change(toy: Game) -> None:
    env = SeatVectorEnv(LANES, toy, 3)
    observations, infos = env.reset(seed=10)
    kept = observations.copy(), infos["action_mask"].copy()
    env.step(env.view.action_masks.argmax(axis=1))
    assert np.array_equal(observations, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])


def test_render(toy: Game) -> None:
    env = SeatVectorEnv(2, toy, 2, render_mode="ansi")
    env.reset(seed=11)
    texts = env.render()
    assert len(texts) == 2
    assert all(text.startswith("Hidden Card") for text in texts)


@pytest.mark.parametrize(("number", "error"), [(0, ValueError), (1.5, TypeError)])
def test_a_wrong_number_of_games_is_refused(toy: Game, number: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="num_envs"):
        SeatVectorEnv(number, toy)

"""The points of PettingZoo's contract, one test each, on bare and wrapped environments."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from pixies_env.adapters import aec
from pixies_env.core.game import Game
from pixies_env.core.seam import Reward
from pixies_env.core.states.state import State
from tests.adapters.aec_play import legal, over, play, snapshot

REWARDS = [kind.name.lower() for kind in Reward]


@pytest.fixture(params=["raw", "wrapped"])
def env(request: pytest.FixtureRequest, seating: tuple[Game, int]) -> Any:
    bare = aec.RawEnv(*seating)
    return bare if request.param == "raw" else aec.wrapped(bare, -1.0)


def test_wrappers_inside_out(toy: Game) -> None:
    from pettingzoo.utils import wrappers

    env = aec.wrapped(aec.RawEnv(toy, 2), -1.0)
    assert isinstance(env, wrappers.OrderEnforcingWrapper)
    assert isinstance(env.env, wrappers.AssertOutOfBoundsWrapper)
    assert isinstance(env.env.env, wrappers.TerminateIllegalWrapper)
    assert isinstance(env.unwrapped, aec.RawEnv)
    assert str(env) == str(env.unwrapped) == "hidden_card_v1"


def test_metadata(env: Any) -> None:
    game = env.unwrapped.game
    assert env.metadata["name"] == f"{game.name}_v{game.version}"
    assert env.metadata["render_modes"] == ["human", "rgb_array", "ansi"]
    assert env.metadata["is_parallelizable"] is False
    assert env.metadata["render_fps"] > 0


def test_possible_agents_are_fixed_and_agents_is_a_copy(env: Any) -> None:
    players = env.possible_agents
    names = list(players)
    assert names == [f"player_{seat}" for seat in range(len(names))]
    for _ in range(2):
        env.reset(seed=1)
        assert env.agents == names
        assert env.agents is not env.possible_agents
        play(env)
        while env.agents:
            env.step(None)
        assert env.possible_agents is players
        assert players == names


def test_tables_have_exactly_the_live_agents_after_each_step(env: Any) -> None:
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    while env.agents:
        env.step(None if over(env) else int(rng.choice(legal(env))))
        tables = (env.rewards, env.terminations, env.truncations, env.infos)
        for table in (*tables, env._cumulative_rewards):
            assert list(table) == env.agents


def test_flags_are_python_bools(env: Any) -> None:
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        flags = [terminated, truncated, *env.terminations.values(), *env.truncations.values()]
        assert all(type(flag) is bool for flag in flags)
        env.step(None if terminated else int(rng.choice(legal(env))))


def test_spaces_are_the_same_objects_at_each_call_and_before_reset(env: Any) -> None:
    before = [(env.observation_space(a), env.action_space(a)) for a in env.possible_agents]
    env.reset(seed=4)
    play(env, 5)
    for agent, (observation_space, action_space) in zip(env.possible_agents, before, strict=True):
        assert env.observation_space(agent) is observation_space
        assert env.action_space(agent) is action_space
    assert len({id(space) for pair in before for space in pair}) == 2 * len(before)


def test_rewards_are_cleared_and_accumulated(env: Any) -> None:
    env.reset(seed=5)
    rng = np.random.default_rng(0)
    while not over(env):
        assert set(env.rewards.values()) == set(env._cumulative_rewards.values()) == {0}
        env.step(int(rng.choice(legal(env))))
    assert env.rewards == env._cumulative_rewards
    paid = dict(env.rewards)
    while env.agents:
        assert env._cumulative_rewards == {agent: paid[agent] for agent in env.agents}
        env.step(None)
        assert not any(env.rewards.values())


def test_all_agents_terminate_at_once_and_are_drained(env: Any) -> None:
    env.reset(seed=6)
    play(env)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.agents == env.possible_agents
    drained = []
    for agent in env.agent_iter():
        _, _, terminated, _, _ = env.last()
        assert terminated
        env.step(None)
        drained.append(agent)
        assert agent not in env.agents
    assert sorted(drained) == sorted(env.possible_agents)
    assert env.agents == []


def test_a_dead_agent_takes_no_action(env: Any) -> None:
    env.reset(seed=7)
    play(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)


@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_of_last_sum_to_the_returns(seating: tuple[Game, int], reward: str) -> None:
    game, players = seating
    env = aec.wrapped(aec.RawEnv(game, players, reward=reward), -1.0)
    for seed in range(3):
        env.reset(seed=seed)
        state = State(game, players, seed=seed)
        rng = np.random.default_rng(seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            _, received, terminated, _, _ = env.last()
            paid[agent] += received
            action = None if terminated else int(rng.choice(legal(env)))
            env.step(action)
            if action is not None:
                state.apply(action)
        assert list(paid.values()) == list(state.returns(reward)[:players])


def test_the_mask_is_int8_and_the_same_in_observation_and_info(env: Any) -> None:
    env.reset(seed=8)
    rng = np.random.default_rng(0)
    while not over(env):
        observation, _, _, _, info = env.last()
        mask = observation["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (env.action_space(env.agent_selection).n,)
        assert np.array_equal(mask, info["action_mask"])
        assert set(np.unique(mask)) <= {0, 1}
        assert mask.any()
        env.step(int(rng.choice(np.flatnonzero(mask))))


def test_a_player_not_to_move_has_an_all_zero_mask(env: Any) -> None:
    env.reset(seed=9)
    rng = np.random.default_rng(0)
    while env.agents:
        for agent in env.agents:
            if agent != env.agent_selection or over(env):
                assert not env.observe(agent)["action_mask"].any()
                assert not env.infos[agent]["action_mask"].any()
        env.step(None if over(env) else int(rng.choice(legal(env))))


def test_observe_is_the_same_for_every_seat_at_any_time_without_effects(env: Any) -> None:
    env.reset(seed=10)
    play(env, 4)
    before = snapshot(env)
    assert snapshot(env) == before
    selected = env.agent_selection
    assert np.array_equal(env.last()[0]["observation"], env.observe(selected)["observation"])
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))


def test_stored_observations_do_not_change(env: Any) -> None:
    env.reset(seed=11)
    rng = np.random.default_rng(0)
    stored = []
    while not over(env):
        observation, _, _, _, info = env.last()
        arrays = [observation["observation"], observation["action_mask"], info["action_mask"]]
        stored += [(array, array.copy()) for array in arrays]
        env.step(int(rng.choice(legal(env))))
    assert all(np.array_equal(array, kept) for array, kept in stored)


def test_an_observation_is_a_dictionary_of_its_own(env: Any) -> None:
    env.reset(seed=11)
    env.last()[0].clear()
    assert env.last()[0]["action_mask"].any()


def test_reset_with_a_seed_reproduces_the_game(env: Any) -> None:
    games = []
    for _ in range(2):
        env.reset(seed=12)
        start = snapshot(env)
        games.append((start, play(env), snapshot(env)))
    assert games[0] == games[1]


def test_reset_without_a_seed_goes_on_with_the_stream_to_another_game(env: Any) -> None:
    def three_games() -> list[Any]:
        seen = []
        for seed in (13, None, None):
            env.reset(seed=seed)
            seen.append((play(env), snapshot(env)))
        return seen

    first = three_games()
    assert first == three_games()
    assert first[0] != first[1]
    assert first[1] != first[2]


def test_environments_without_a_seed_differ(toy: Game) -> None:
    games = []
    for _ in range(5):
        env = aec.RawEnv(toy, 4)
        env.reset()
        games.append(str(snapshot(env)))
    assert len(set(games)) > 1


def test_any_options_are_accepted(env: Any) -> None:
    env.reset(seed=14)
    plain = snapshot(env)
    for options in (None, {}, {"options": 1}, {"seed": "x", "state": None}):
        env.reset(seed=14, options=options)
        assert snapshot(env) == plain


def test_a_wrong_seed_is_refused_and_the_game_goes_on(env: Any) -> None:
    env.reset(seed=15)
    play(env, 3)
    before = snapshot(env)
    wrong = {-1: ValueError, 2**64: ValueError, "7": TypeError, 1.5: TypeError}
    for seed, error in wrong.items():
        with pytest.raises(error, match="seed must be"):
            env.reset(seed=seed)
        assert snapshot(env) == before


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_the_middle_keep_the_game(env: Any, copied: Any) -> None:
    env.reset(seed=16)
    play(env, 6)
    twin = copied(env)
    before = snapshot(env)
    assert snapshot(twin) == before
    moves = play(twin)
    assert snapshot(env) == before
    assert play(env) == moves
    assert snapshot(env) == snapshot(twin)
    for each in (env, twin):
        each.reset()
    assert snapshot(env) == snapshot(twin)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_before_reset_and_in_the_drain(env: Any, copied: Any) -> None:
    copied(env).reset(seed=1)
    env.reset(seed=17)
    play(env)
    env.step(None)
    twin = copied(env)
    assert snapshot(twin) == snapshot(env)
    for each in (env, twin):
        while each.agents:
            each.step(None)


def test_copies_share_no_spaces(env: Any) -> None:
    agent = env.possible_agents[0]
    env.action_space(agent).seed(1)
    twin = copy.deepcopy(env)
    draws = [[space.sample() for _ in range(8)] for space in map(_space(agent), (env, twin))]
    assert draws[0] == draws[1]


def _space(agent: str) -> Any:
    return lambda env: env.action_space(agent)


def test_a_pickle_goes_on_in_another_process(toy: Game, tmp_path: Any) -> None:
    env = aec.wrapped(aec.RawEnv(toy, 3), -1.0)
    env.reset(seed=18)
    play(env, 5)
    path = tmp_path / "env.pickle"
    path.write_bytes(pickle.dumps(env))
    program = (
        "import pickle, sys; from tests.adapters.aec_play import play\n"
        "print(play(pickle.loads(open(sys.argv[1], 'rb').read())))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(play(env))


def test_who_is_out_stays_among_the_agents(env: Any) -> None:
    env.reset(seed=19)
    rng = np.random.default_rng(0)
    while not over(env):
        assert env.agents == env.possible_agents
        env.step(int(rng.choice(legal(env))))


def test_forced_decisions_are_asked_by_default_and_skipped_on_request(
    seating: tuple[Game, int],
) -> None:
    game, players = seating
    asked = aec.RawEnv(game, players)
    skipping = aec.RawEnv(game, players, skip_forced=True)
    asked.reset(seed=20)
    skipping.reset(seed=20)
    rng = np.random.default_rng(0)
    forced = 0
    while not over(asked):
        options = legal(asked)
        if len(options) == 1:
            forced += 1
            asked.step(int(options[0]))
            continue
        assert np.array_equal(options, legal(skipping))
        action = int(rng.choice(options))
        asked.step(action)
        skipping.step(action)
        assert over(skipping) or len(legal(skipping)) > 1
    assert forced > 0
    assert over(skipping)
    assert skipping.rewards == asked.rewards


def test_hidden_modes(toy: Game) -> None:
    seen = []
    for mode in toy.observation_modes:
        env = aec.RawEnv(toy, 3, observation_mode=mode)
        env.reset(seed=21)
        play(env)
        seen.append(env.observe("player_1")["observation"])
    assert not np.array_equal(*seen)


def test_state_is_what_all_seats_know(env: Any) -> None:
    env.reset(seed=22)
    play(env, 4)
    seats = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(seats))
    assert env.state_space.contains(env.state())


def test_only_the_agent_to_move_counts_in_the_parallel_view(seating: tuple[Game, int]) -> None:
    turns = aec.RawEnv(*seating)
    view = aec.parallel(aec.wrapped(aec.RawEnv(*seating), -1.0))
    turns.reset(seed=23)
    observations, infos = view.reset(seed=23)
    assert list(observations) == list(infos) == view.possible_agents
    rng = np.random.default_rng(0)
    while not over(turns):
        action = int(rng.choice(legal(turns)))
        actions = {a: action if a == turns.agent_selection else -5 for a in view.agents}
        turns.step(action)
        observations, rewards, terminations, truncations, _ = view.step(actions)
        assert rewards == turns.rewards
        assert terminations == turns.terminations
        assert not any(truncations.values())
        for agent, observation in observations.items():
            expected = turns.observe(agent)
            assert np.array_equal(observation["observation"], expected["observation"])
            assert np.array_equal(observation["action_mask"], expected["action_mask"])
    assert view.agents == []


def test_the_parallel_view_says_whose_action_is_missing(toy: Game) -> None:
    view = aec.parallel(aec.wrapped(aec.RawEnv(toy, 3), -1.0))
    view.reset(seed=1)
    mover = view.aec_env.agent_selection
    with pytest.raises(KeyError, match=f"the action of {mover}, who is to move, is missing"):
        view.step({})
    assert view.aec_env.agent_selection == mover

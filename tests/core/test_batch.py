"""The batch: shapes, chance, errors, ends of games, threads and copies."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.batches.batch import BatchEnv, BatchStep
from pixies_env.core.errors import IllegalActionError, ImpossibleScriptError
from pixies_env.core.threads import SMALLEST_CHUNK
from tests.games.hidden_card import game

GAME = game()
MIXED = np.array([2, 3, 4, 2, 3])


def first_legal(step: BatchStep) -> np.ndarray:
    return step.action_masks.argmax(axis=1)


def last_legal(step: BatchStep) -> np.ndarray:
    return step.action_masks.shape[1] - 1 - step.action_masks[:, ::-1].argmax(axis=1)


def play_out(env: BatchEnv, choose=last_legal) -> np.ndarray:
    """Play every lane to its end; the sum of rewards."""
    step = env.reset()
    paid = step.rewards.copy()
    while not step.terminated.all():
        step = env.step(choose(step))
        paid += step.rewards
    return paid


def content(env: BatchEnv) -> list[bytes]:
    return [array.tobytes() for array in (env.states, env.streams, *env.shown)]


def test_step_gives_arrays_of_the_documented_shapes_and_dtypes():
    env = BatchEnv(GAME, 5, MIXED, 3)
    for step in (env.reset(), env.step(first_legal(env.shown))):
        assert step.observations.shape == (5, len(GAME.features))
        assert step.observations.dtype == np.float32
        assert (
            step.action_masks.shape == (5, len(GAME.actions))
            and step.action_masks.dtype == np.bool_
        )
        assert step.players.shape == (5,) and step.players.dtype == np.int8
        assert step.rewards.shape == (5, 4) and step.rewards.dtype == np.float64
        assert step.terminated.shape == (5,) and step.terminated.dtype == np.bool_


def test_observation_is_that_of_the_player_to_move():
    env = BatchEnv(GAME, 2, 3)
    env.reset()
    step = env.step(np.zeros(2, int))
    for lane in range(2):
        state = env.state(lane)
        assert np.array_equal(step.observations[lane], state.observation(step.players[lane]))


def test_observations_can_be_left_out():
    assert BatchEnv(GAME, 2, 3, observations=False).reset().observations is None


@pytest.mark.parametrize("observation_mode", GAME.observation_modes)
def test_the_observation_mode_is_used(observation_mode):
    env = BatchEnv(GAME, 5, MIXED, observation_mode=observation_mode)
    step = env.reset()
    for _ in range(8):
        assert step.observations.shape == (5, GAME.observation_size(observation_mode))
        for lane in range(5):
            known = env.state(lane).observation(None, observation_mode)
            assert np.array_equal(step.observations[lane], known)
        step = env.step(first_legal(step))


def test_views_are_read_only_and_overwritten_and_copies_are_not():
    env = BatchEnv(GAME, 3, 2)
    first = env.reset()
    with pytest.raises(ValueError, match="read-only"):
        first.action_masks[0, 0] = False
    assert env.step(first_legal(first)).action_masks is first.action_masks
    env = BatchEnv(GAME, 3, 2, copy=True)
    first = env.reset()
    kept = first.action_masks.copy()
    first.action_masks[:] = True
    env.step(kept.argmax(axis=1))
    assert not np.shares_memory(first.action_masks, env.shown.action_masks)


def test_finished_games_take_any_action_and_are_paid_once():
    env = BatchEnv(GAME, 5, MIXED)
    paid = play_out(env)
    assert np.allclose(paid.sum(axis=1), 0)
    before = env.states.tobytes(), env.streams.tobytes()
    step = env.step(np.array([-5, 0, 999, 3, 2**40]))
    assert (env.states.tobytes(), env.streams.tobytes()) == before
    assert step.action_masks.all() and (step.players == -1).all() and step.terminated.all()
    assert not step.rewards.any()


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_rewards_are_the_returns_of_the_final_positions(reward):
    env = BatchEnv(GAME, 5, MIXED, 8, reward=reward)
    paid = play_out(env)
    for lane, players in enumerate(MIXED):
        assert np.array_equal(paid[lane, :players], env.state(lane).returns(reward))
        assert not paid[lane, players:].any()


def test_autoreset_begins_the_next_episode_in_the_same_step():
    auto, plain = BatchEnv(GAME, 5, MIXED, 1, autoreset=True), BatchEnv(GAME, 5, MIXED, 1)
    step, other = auto.reset(), plain.reset()
    ended = np.zeros(5, bool)
    while not ended.any():
        actions = last_legal(step)
        step, other = auto.step(actions), plain.step(actions)
        ended = step.terminated.copy()
    assert np.array_equal(ended, other.terminated)
    assert np.array_equal(step.rewards, other.rewards)
    assert (step.players[ended] >= 0).all() and not auto.decisions[ended].any()
    following = plain.reset(where=ended)
    for shown, expected in zip(step, following, strict=True):
        if shown is not step.terminated and shown is not step.rewards:
            assert np.array_equal(shown, expected)
    assert auto.states.tobytes() == plain.states.tobytes()
    assert (auto.streams["episode"] == ended).all()
    assert not auto.step(last_legal(step)).rewards[ended].any()


def test_skipped_forced_decisions_are_carried_out_and_counted():
    env = BatchEnv(GAME, 5, MIXED, 2, skip_forced=True)
    step = env.reset()
    asked = np.zeros(5, int)
    while not step.terminated.all():
        moving = step.players >= 0
        assert (step.action_masks[moving].sum(axis=1) > 1).all()
        asked += moving
        step = env.step(first_legal(step))
    assert (env.decisions > asked).all()


def test_reset_of_some_lanes_leaves_the_others():
    env = BatchEnv(GAME, 5, MIXED)
    env.step(first_legal(env.reset()))
    before = env.states.copy()
    where = np.array([True, False, False, True, False])
    step = env.reset(where)
    assert np.array_equal(env.states[~where], before[~where])
    assert env.streams["episode"].tolist() == [1, 0, 0, 1, 0]
    assert env.decisions.tolist() == [0, 1, 1, 0, 1]
    assert not step.terminated.any()


def test_reset_with_a_seed_repeats_the_games_and_without_goes_on():
    env = BatchEnv(GAME, 5, MIXED, 11)
    first = env.reset().observations.copy()
    second = env.reset().observations.copy()
    assert not np.array_equal(first, second)
    assert np.array_equal(env.reset(seed=11).observations, first)
    assert np.array_equal(env.reset().observations, second)
    assert not np.array_equal(env.reset(seed=np.arange(5)).observations, first)
    assert env.seeds.tolist() == [0, 1, 2, 3, 4]


def test_an_illegal_action_is_named_and_changes_nothing():
    env = BatchEnv(GAME, 5, MIXED)
    actions = first_legal(env.reset())
    before = content(env)
    actions[3] = len(GAME.actions) - 1
    with pytest.raises(IllegalActionError) as caught:
        env.step(actions)
    for part in ("7 stop", "lane 3", "player 0", "0 play("):
        assert part in str(caught.value)
    assert content(env) == before


@pytest.mark.parametrize("action", [-1, 8, 2**62, -(2**62)])
def test_an_id_out_of_range_is_refused(action):
    env = BatchEnv(GAME, 2, 2)
    env.reset()
    before = content(env)
    with pytest.raises(IllegalActionError, match=str(action)):
        env.step(np.array([0, action]))
    assert content(env) == before


def test_a_large_unsigned_id_is_refused():
    env = BatchEnv(GAME, 2, 2)
    env.reset()
    with pytest.raises(IllegalActionError, match=str(2**64 - 1)):
        env.step(np.array([0, 2**64 - 1], np.uint64))


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(3, int), ValueError),
        (np.zeros((2, 1), int), ValueError),
        (0, ValueError),
        (np.zeros(2), TypeError),
        (np.zeros(2, bool), TypeError),
        (["play(1)", "play(2)"], TypeError),
        (None, TypeError),
    ],
)
def test_actions_of_wrong_type_or_shape_are_refused(actions, error):
    env = BatchEnv(GAME, 2, 2)
    env.reset()
    before = content(env)
    with pytest.raises(error, match="actions must"):
        env.step(actions)
    assert content(env) == before


def test_step_before_reset_is_refused():
    with pytest.raises(RuntimeError, match="reset"):
        BatchEnv(GAME, 1, 2).step(np.zeros(1, int))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"num_players": 5}, ValueError),
        ({"num_players": 1}, ValueError),
        ({"num_players": 2.0}, TypeError),
        ({"num_players": np.array([2, 9])}, ValueError),
        ({"num_players": np.array([2, 3, 4])}, ValueError),
        ({"num_players": np.array([2.0, 3.0])}, TypeError),
        ({"num_envs": 0}, ValueError),
        ({"num_envs": 1.5}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": "x"}, TypeError),
        ({"reward": "points"}, ValueError),
        ({"observation_mode": "everything"}, ValueError),
        ({"threads": 0}, ValueError),
        ({"threads": 1.0}, TypeError),
        ({"first_lane": -1}, ValueError),
        ({"first_lane": 2**32 - 1}, ValueError),
        ({"game": 7}, TypeError),
        ({"game": "no_such_game"}, ValueError),
        ({"rounds": 2}, TypeError),
    ],
)
def test_wrong_arguments_are_refused_at_construction(change, error):
    arguments = {"game": GAME, "num_envs": 2, "num_players": 2, **change}
    with pytest.raises(error):
        BatchEnv(**arguments)


@pytest.mark.parametrize(
    ("where", "error"), [(np.zeros(3, bool), ValueError), (np.zeros(2, int), TypeError)]
)
def test_where_of_wrong_type_or_shape_is_refused(where, error):
    env = BatchEnv(GAME, 2, 2)
    env.reset()
    with pytest.raises(error, match="where"):
        env.reset(where)


def test_names_are_those_of_the_legal_decisions():
    env = BatchEnv(GAME, 2, 3)
    step = env.reset()
    assert list(env.names(1)) == np.flatnonzero(step.action_masks[1]).tolist()
    assert list(env.names(1).values()) == env.state(1).legal_names()
    play_out(env)
    assert env.names(0) == {}
    with pytest.raises(ValueError, match="lane must be at most 1, not 2"):
        env.names(2)


def test_a_state_of_a_lane_goes_on_as_the_batch_does():
    env = BatchEnv(GAME, 5, MIXED, 4)
    env.step(first_legal(env.reset()))
    state = env.state(2)
    while not state.is_over:
        actions = first_legal(env.shown)
        state.apply(int(actions[2]))
        env.step(actions)
        assert state.position_bytes == env.states[2].tobytes()


def test_scripted_outcomes_happen_in_every_game():
    script = {"deal": ["card(1)", "card(1)", None, "card( 6 )", 5]}
    env = BatchEnv(GAME, 4, 2, script=script)
    env.reset()
    assert (env.states["hand"][:, 0, 0] >= 1).all()
    assert (env.states["hand"][:, 1, 0] >= 1).all()
    assert (env.states["hand"][:, 1, 5] >= 1).all()
    assert (env.states["hand"][:, 0, 5] >= 1).all()


def test_an_impossible_script_is_named_and_changes_nothing():
    env = BatchEnv(GAME, 2, 2, script={"deal": ["card(1)"] * 3})
    before = env.states.tobytes()
    with pytest.raises(ImpossibleScriptError, match=r"lane 0: event 2 of 'deal'.*card\(1\)"):
        env.reset()
    assert env.states.tobytes() == before
    small = game(faces=2)
    env = BatchEnv(small, 1, 2, script={"die": ["die(3)"]})
    step = env.reset()
    roll = small.actions["roll"].start
    while not step.action_masks[0, roll]:
        step = env.step(first_legal(step))
    before = content(env)
    with pytest.raises(ImpossibleScriptError, match="die"):
        env.step(np.array([roll]))
    assert content(env) == before


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ({"deals": []}, "did you mean deal"),
        ({"deal": ["card(7)"]}, "event 0 of 'deal'"),
        ({"deal": [99]}, "outcome id"),
    ],
)
def test_a_script_of_unknown_kinds_or_outcomes_is_refused(script, error):
    with pytest.raises(ValueError, match=error):
        BatchEnv(GAME, 1, 2, script=script)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_the_middle_of_a_game_keep_the_game(again):
    env = BatchEnv(GAME, 5, MIXED, autoreset=True, record=True)
    step = env.reset()
    for _ in range(6):
        step = env.step(first_legal(step))
    other = again(env)
    for _ in range(15):
        actions = last_legal(env.shown)
        env.step(actions)
        other.step(actions)
        assert content(env) == content(other)
    assert env.record(0) == other.record(0)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**64 - 1),
    players=st.lists(st.integers(2, 4), min_size=2, max_size=8),
    data=st.data(),
)
def test_lanes_do_not_depend_on_the_rest_of_the_batch(seed, players, data):
    cut = data.draw(st.integers(1, len(players) - 1))
    counts = np.array(players)
    whole = BatchEnv(GAME, len(counts), counts, seed)
    parts = [
        BatchEnv(GAME, cut, counts[:cut], seed),
        BatchEnv(GAME, len(counts) - cut, counts[cut:], seed, first_lane=cut),
    ]
    play_out(whole)
    for part in parts:
        play_out(part)
    assert np.array_equal(whole.states, np.concatenate([part.states for part in parts]))


def threaded(threads: int) -> BatchEnv:
    lanes = SMALLEST_CHUNK * 5 + 3
    env = BatchEnv(GAME, lanes, 2 + np.arange(lanes) % 3, 9, threads=threads)
    step = env.reset()
    for _ in range(3):
        step = env.step(last_legal(step))
    return env


def test_results_do_not_depend_on_the_number_of_threads():
    expected = content(threaded(1))
    assert content(threaded(2)) == expected
    assert content(threaded(7)) == expected


def test_an_impossible_script_in_a_thread_is_raised():
    lanes = SMALLEST_CHUNK * 4
    env = BatchEnv(GAME, lanes, 2, script={"deal": ["card(1)"] * 3}, threads=3)
    with pytest.raises(ImpossibleScriptError):
        env.reset()


def _child(connection, env: BatchEnv) -> None:
    connection.send(content(_advance(env)))


def _advance(env: BatchEnv) -> BatchEnv:
    env.step(first_legal(env.shown))
    return env


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_makes_threads_of_its_own():
    env = threaded(3)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_child, args=(theirs, env))
    child.start()
    assert ours.poll(60)
    assert ours.recv() == content(_advance(env))
    child.join(60)


def test_records_tell_the_games_of_lanes():
    env = BatchEnv(GAME, 5, MIXED, 6, record=True)
    play_out(env)
    for lane in range(5):
        record = env.record(lane)
        record.verify()
        assert record.lane == lane and record.seed == 6
        assert record.final().position_bytes == env.states[lane].tobytes()
        decisions = [event for event in record.events if event.kind == "decision"]
        assert len(decisions) == env.decisions[lane]


def test_records_hold_skipped_decisions_and_the_game_before():
    env = BatchEnv(GAME, 3, 3, 6, record=True, skip_forced=True, autoreset=True)
    step = env.reset()
    while not step.terminated[0]:
        step = env.step(last_legal(step))
    finished, present = env.record(0, 1), env.record(0)
    assert finished.finished and not present.finished
    assert (finished.episode, present.episode) == (0, 1)
    finished.verify()
    assert present.final().position_bytes == env.states[0].tobytes()
    with pytest.raises(ValueError, match="2 episodes ago"):
        env.record(0, 2)


def test_no_record_without_asking_for_it():
    env = BatchEnv(GAME, 1, 2)
    env.reset()
    with pytest.raises(RuntimeError, match="record=True"):
        env.record(0)

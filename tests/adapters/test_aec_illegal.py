"""Illegal, out-of-range and wrongly typed actions, before reset and after the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_env.adapters import aec
from pixies_env.adapters.defaults import worst_reward
from pixies_env.core.errors import IllegalActionError, ImpossibleScriptError
from pixies_env.core.game import Game
from pixies_env.core.seam import Reward
from pixies_env.registry import make_game
from tests.adapters.aec_play import legal, over, play, snapshot

WRONG = [-1, 10**6, 2**70, -(2**70), "0", 1.0, True, np.True_, None, [0], np.float32(1), b"0"]


def workspace(env: Any) -> bytes:
    return env._workspace.tobytes()


@pytest.mark.parametrize("action", WRONG, ids=repr)
def test_the_bare_environment_refuses_what_is_no_id(toy: Game, action: Any) -> None:
    env = aec.RawEnv(toy, 3)
    env.reset(seed=1)
    play(env, 3)
    before, bytes_before = snapshot(env), workspace(env)
    with pytest.raises(IllegalActionError) as refused:
        env.step(action)
    assert snapshot(env) == before
    assert workspace(env) == bytes_before
    message = str(refused.value)
    assert repr(action) in message
    assert env.agent_selection in message
    for name in (toy.notation.action_name(_state(env), int(entry)) for entry in legal(env)):
        assert name in message


def _state(env: Any) -> np.ndarray:
    return env._workspace["state"].view(env.game.state_dtype)


def test_every_illegal_id_is_refused_and_every_legal_one_applies(seating: tuple[Game, int]) -> None:
    env = aec.RawEnv(*seating)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    while not over(env):
        options = legal(env)
        bytes_before = workspace(env)
        for action in rng.permutation(env.action_space(env.agent_selection).n)[:20]:
            if action not in options:
                with pytest.raises(IllegalActionError, match=f"action {action} .*is not legal"):
                    env.step(int(action))
        assert workspace(env) == bytes_before
        env.step(int(rng.choice(options)))


@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint8, np.int8])
def test_integers_of_every_kind_are_taken(toy: Game, kind: Any) -> None:
    env = aec.RawEnv(toy, 2)
    env.reset(seed=3)
    action = kind(legal(env)[-1])
    env.step(action)
    assert env.agent_selection == "player_1"


def test_an_illegal_action_ends_the_wrapped_game(seating: tuple[Game, int]) -> None:
    game, players = seating
    env = aec.wrapped(aec.RawEnv(game, players), worst_reward(game, Reward.RANK))
    env.reset(seed=4)
    play(env, 3)
    guilty = env.agent_selection
    illegal = next(a for a in range(len(game.actions)) if a not in legal(env))
    env.step(illegal)
    assert all(env.terminations.values())
    paid = {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        assert terminated
        assert env.observation_space(agent).contains(observation)
        assert not observation["action_mask"].any()
        paid[agent] = reward
        env.step(None)
    assert paid == {agent: -1.0 if agent == guilty else 0.0 for agent in env.possible_agents}
    env.reset()
    play(env)
    assert over(env)


@pytest.mark.parametrize("action", [-1, 10**6, "0", 1.0, None])
def test_the_wrapped_environment_asserts_the_action_space(toy: Game, action: Any) -> None:
    env = aec.wrapped(aec.RawEnv(toy, 3), -1.0)
    env.reset(seed=5)
    before = snapshot(env)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)
    assert snapshot(env) == before


def test_an_illegal_action_pays_no_more_than_any_legal_game(toy: Game) -> None:
    assert worst_reward(toy, Reward.RANK) == -1.0
    assert worst_reward(toy, Reward.WIN) == -1.0
    with pytest.raises(ValueError, match="illegal_reward"):
        worst_reward(toy, Reward.SCORE)


@pytest.mark.parametrize("name", ["agents", "rewards", "agent_selection", "infos"])
def test_before_reset_the_error_says_what_to_do(toy: Game, name: str) -> None:
    bare = aec.RawEnv(toy, 2)
    with pytest.raises(AttributeError, match=f"{name} exists from reset"):
        getattr(bare, name)
    with pytest.raises(AttributeError, match="call reset"):
        bare.step(0)
    with pytest.raises(AttributeError, match="before reset"):
        getattr(aec.wrapped(bare, -1.0), name)


def test_order_is_enforced_by_the_wrapped_environment(toy: Game) -> None:
    env = aec.wrapped(aec.RawEnv(toy, 2), -1.0)
    for call in (env.render, env.state, env.agent_iter, lambda: env.step(0)):
        with pytest.raises(Exception, match="reset"):
            call()


def test_after_the_end_the_bare_environment_asks_for_reset(toy: Game) -> None:
    env = aec.RawEnv(toy, 2)
    env.reset(seed=6)
    play(env)
    while env.agents:
        env.step(None)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_players": 1}, ValueError),
        ({"num_players": 99}, ValueError),
        ({"num_players": "2"}, TypeError),
        ({"num_players": 2, "reward": "money"}, ValueError),
        ({"num_players": 2, "observation_mode": "everything"}, ValueError),
        ({"num_players": 2, "render_mode": "depth_array"}, ValueError),
        ({"num_players": 2, "script": {"weather": [0]}}, ValueError),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_at_construction(
    toy: Game, arguments: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        aec.RawEnv(toy, **arguments)


def test_scripted_chance(toy: Game) -> None:
    cards = ["card(6)", "card(1)", "card(6)", "card(1)"]
    env = aec.RawEnv(toy, 2, script={"deal": cards})
    for seed in range(3):
        env.reset(seed=seed)
        hand = env.observe("player_0")["observation"][3:9]
        assert hand[5] == 1.0


def test_an_impossible_script_changes_nothing(toy: Game) -> None:
    env = aec.RawEnv(toy, 2, script={"deal": ["card(6)"] * 3})
    with pytest.raises(ImpossibleScriptError, match="deal"):
        env.reset(seed=1)
    env = aec.RawEnv(toy, 2, script={"die": [None, "die(6)"]})
    env.reset(seed=0)
    # Whoever wins a round rolls, and the second roll is scripted as a face the die has not got.
    roll = toy.actions["roll"].start

    def play_until_the_script_fails(seed: int) -> Any:
        env.reset(seed=seed)
        while not over(env):
            before = snapshot(env)
            options = legal(env)
            try:
                env.step(roll if roll in options else int(options[0]))
            except ImpossibleScriptError as error:
                return error, before
        return None

    error, before = next(filter(None, map(play_until_the_script_fails, range(100))))
    assert "die(6)" in str(error)
    assert snapshot(env) == before


@pytest.mark.parametrize("action", [True, False])
def test_the_wrapped_environment_takes_no_truth_value(toy: Game, action: bool) -> None:
    env = aec.wrapped(aec.RawEnv(toy, 3), -1.0)
    env.reset(seed=5)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)


@pytest.mark.parametrize("reward", ["x", None, float("nan"), float("inf"), True])
def test_an_illegal_reward_that_is_no_number_is_refused(toy: Game, reward: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="illegal_reward"):
        aec.wrapped(aec.RawEnv(toy, 2), reward)


@pytest.mark.parametrize(("players", "seed"), [(3, 3), (2, 6)])
def test_after_an_impossible_script_behind_forced_decisions_nothing_has_changed(
    players: int, seed: int
) -> None:
    """Forced decisions lie between the last one asked and the demand that cannot be."""
    script = {"demand": ["demand(apple)"] * 7}
    env = aec.RawEnv(make_game("pixie_queen"), players, skip_forced=True, script=script)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    refused = False
    while not refused:
        ids, before = _offered(env), snapshot(env)
        try:
            env.step(int(rng.choice(legal(env))))
        except ImpossibleScriptError:
            refused = True
    assert _offered(env) == ids == legal(env).tolist()
    assert snapshot(env) == before


def _offered(env: Any) -> list[int]:
    count = int(env._workspace["legal_count"][0])
    return [int(entry) for entry in env._workspace["ids"][0, :count]]

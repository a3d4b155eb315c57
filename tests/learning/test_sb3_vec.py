"""The environments for Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv

from pixies_env import pixie_queen_v0
from pixies_env.adapters.aec_seat import AecSeat
from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.opponents import LineUps, Pool
from pixies_env.adapters.sb3_all import AllSeatsVecEnv
from pixies_env.adapters.sb3_vec import SeatVecEnv
from pixies_env.core.errors import IllegalActionError, UnknownOptionError
from tests.games.boards import hidden_cards

GAME = "pixie_queen"


def _random_steps(env: VecEnv, steps: int, seed: int = 0) -> list[tuple[np.ndarray, ...]]:
    """What random play sees; an environment's actions do not depend on the others."""
    draws = [np.random.default_rng([seed, index]) for index in range(env.num_envs)]
    env.reset()
    seen = []
    for _ in range(steps):
        masks = get_action_masks(env)
        assert masks.any(axis=1).all()
        actions = np.array(
            [draw.choice(np.flatnonzero(mask)) for draw, mask in zip(draws, masks, strict=True)]
        )
        observations, rewards, dones, infos = env.step(actions)
        assert rewards.dtype == np.float32 and dones.dtype == np.bool_
        for info, done in zip(infos, dones, strict=True):
            assert ("terminal_observation" in info) == bool(done)
        seen.append((observations, rewards, dones))
    return seen


def test_a_learner_sees_what_the_single_environment_shows() -> None:
    env = SeatVecEnv(GAME, 1, 3, opponents="careful", seed=9)
    single = SingleSeatEnv(GAME, 3, opponents="careful", raise_illegal=True)
    draw = np.random.default_rng(4)
    shown, (wanted, _) = env.reset(), single.reset(seed=9)
    ended, paid = 0, 0.0
    while ended < 3:
        np.testing.assert_array_equal(shown[0], wanted)
        np.testing.assert_array_equal(get_action_masks(env)[0], single.action_masks())
        action = draw.choice(np.flatnonzero(single.action_masks()))
        shown, rewards, dones, infos = env.step(np.array([action]))
        wanted, reward, terminated, _, _ = single.step(action)
        paid += float(reward)
        assert rewards[0] == pytest.approx(float(reward)) and dones[0] == terminated
        if terminated:
            np.testing.assert_array_equal(infos[0]["terminal_observation"], wanted)
            assert infos[0]["episode"]["r"] == pytest.approx(paid)
            wanted, _ = single.reset()
            ended, paid = ended + 1, 0.0


def test_games_do_not_depend_on_their_number_or_on_threads() -> None:
    pool = Pool(["random", "careful"], [1, 2])
    few = SeatVecEnv(GAME, 3, [2, 3, 4], opponents=pool, seed=2, threads=1)
    many = SeatVecEnv(GAME, 300, [2, 3, 4], opponents=pool, seed=2, threads=2)
    for one, other in zip(_random_steps(few, 60), _random_steps(many, 60), strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine, theirs[:3])


def test_seats_and_player_counts_vary() -> None:
    env = SeatVecEnv(GAME, 40, [2, 5], opponents="random", seed=1)
    env.reset()
    players = env.view.num_players
    assert players.tolist() == [2, 5] * 20
    assert set(env.view.seats[players == 5]) == set(range(5))
    assert set(env.view.seats[players == 2]) == {0, 1}
    fixed = SeatVecEnv(GAME, 8, [2, 5], opponents="random", seat=1)
    fixed.reset()
    assert set(fixed.view.seats) == {1}
    with pytest.raises(ValueError, match="at most 1"):
        SeatVecEnv(GAME, 8, [2, 5], opponents="random", seat=2)
    with pytest.raises(ValueError, match="a game of 5 players has 4 opponents; 1 were named"):
        SeatVecEnv(GAME, 8, [2, 5], opponents=["random"])


def test_opponents_are_drawn_by_weight() -> None:
    pool = Pool(["random", "careful", "greedy"], [3, 1, 0])
    env = SeatVecEnv(GAME, 2000, 3, opponents=pool, seat=0, seed=3)
    env.reset()
    seated = env.view.arrays()["agents"][:, 1:3]
    assert np.mean(seated == 0) == pytest.approx(0.75, abs=0.03)
    assert not (seated == 2).any()
    assert (seated[:, 0] != seated[:, 1]).any()
    alike = SeatVecEnv(GAME, 200, 3, opponents=Pool(["random", "careful"], [1, 1], True), seat=0)
    alike.reset()
    seated = alike.view.arrays()["agents"][:, 1:3]
    assert (seated[:, 0] == seated[:, 1]).all() and len(np.unique(seated)) == 2


def test_line_ups_are_drawn_whole_by_the_number_of_players() -> None:
    agents = ["random", "careful", "greedy"]
    drawn = LineUps(agents, [[0], [1, 2], [2, 2], [0, 0]], [1, 3, 1, 0])
    env = SeatVecEnv(GAME, 2000, [2, 3], opponents=drawn, seed=3)
    env.reset()
    kept = env.view.arrays()
    lanes, learners = np.arange(2000), kept["learners"]
    left = [kept["agents"][lanes, (learners + step) % (2 + lanes % 2)] for step in (1, 2)]
    assert (left[0][::2] == 0).all()
    three = np.stack([seats[1::2] for seats in left], axis=1)
    mixed = (three == [1, 2]).all(axis=1)
    assert (mixed | (three == 2).all(axis=1)).all()
    assert np.mean(mixed) == pytest.approx(0.75, abs=0.05)
    with pytest.raises(ValueError, match=r"no line-up .* is drawn for games of 4 players"):
        SeatVecEnv(GAME, 2, [2, 4], opponents=drawn)
    with pytest.raises(ValueError, match="6"):
        SeatVecEnv(GAME, 2, 2, opponents=LineUps(agents, [[0], [0] * 5], [1, 1]))
    with pytest.raises(ValueError, match=r"place in a line-up must be .*3"):
        LineUps(agents, [[3]], [1])
    with pytest.raises(ValueError, match="2 line-ups have 1 weights"):
        LineUps(agents, [[0], [1]], [1])


def test_a_pool_may_grow_but_not_shrink() -> None:
    env = SeatVecEnv(GAME, 4, 3, opponents=Pool(["random", "careful"], [1, 0]), seat=0)
    env.reset()
    env.view.set_pool(Pool(["random", "careful", "greedy"], [0, 0, 1]))
    assert (env.view.arrays()["agents"][:, 1:3] == 0).all()
    env.reset()
    assert (env.view.arrays()["agents"][:, 1:3] == 2).all()
    with pytest.raises(ValueError, match="leave some games without theirs"):
        env.view.set_pool(Pool(["random"], [1]))
    with pytest.raises(RuntimeError, match="not drawn from a pool"):
        SeatVecEnv(GAME, 4, 3).view.set_pool(Pool(["random"], [1]))
    with pytest.raises(ValueError, match="all weights"):
        Pool(["random"], [0])


@pytest.mark.parametrize("kind", ["one", "all"])
def test_restored_environments_go_on_the_same(kind: str) -> None:
    def make() -> SeatVecEnv | AllSeatsVecEnv:
        if kind == "one":
            return SeatVecEnv(GAME, 6, [2, 4], opponents=Pool(["random"], [1]), seed=8)
        return AllSeatsVecEnv(GAME, 3, [2, 4], seed=8)

    env = make()
    _random_steps(env, 40)
    twin = make()
    kept = env.arrays()
    twin.restore(kept)
    for _ in range(80):
        mine, theirs = (each.step(_first_legal(each)) for each in (env, twin))
        for one, other in zip(mine[:3], theirs[:3], strict=True):
            np.testing.assert_array_equal(one, other)


def _first_legal(env: VecEnv) -> np.ndarray:
    return np.argmax(get_action_masks(env), axis=1)


def test_environments_hold_games_on_several_boards() -> None:
    games = hidden_cards()
    places = np.array([0, 1, 2, 1])
    for make in (
        lambda given, boards: SeatVecEnv(given, 4, 2, seed=3, board_of_lane=boards),
        lambda given, boards: AllSeatsVecEnv(given, 4, 2, seed=3, board_of_lane=boards),
    ):
        mixed = make(games, places)
        envs_per_game = mixed.num_envs // 4
        seen = _random_steps(mixed, 30)
        for number, game in enumerate(games):
            rows = np.repeat(places == number, envs_per_game)
            alone = _random_steps(make(game, None), 30)
            for one, other in zip(seen, alone, strict=True):
                for mine, theirs in zip(one, other, strict=True):
                    np.testing.assert_array_equal(mine[rows], theirs[rows])


@pytest.mark.parametrize("kind", [SeatVecEnv, AllSeatsVecEnv])
def test_a_policy_learns_on_boards_that_are_drawn(kind: type) -> None:
    env = kind(hidden_cards(), 6, 2, seed=1)
    twin = kind(hidden_cards(), 6, 2, seed=1)
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, n_epochs=1, seed=0)
    model.learn(96)
    twin.restore(env.arrays())
    for _ in range(20):
        mine, theirs = (each.step(_first_legal(each)) for each in (env, twin))
        for one, other in zip(mine[:3], theirs[:3], strict=True):
            np.testing.assert_array_equal(one, other)


def test_illegal_actions_are_errors_and_change_nothing() -> None:
    env = SeatVecEnv(GAME, 2, 4, seed=1)
    before = env.reset()
    illegal = np.argmin(get_action_masks(env), axis=1)
    with pytest.raises(IllegalActionError, match="is not legal"):
        env.step(illegal)
    np.testing.assert_array_equal(env.view.observations, before)


def test_all_seats_are_paid_their_own_return() -> None:
    env = AllSeatsVecEnv(GAME, 5, [2, 3, 4], reward="score", seed=6)
    assert env.num_envs == 2 + 3 + 4 + 2 + 3 and is_masking_supported(env)
    ended = 0
    env.reset()
    draw = np.random.default_rng(0)
    while ended < 8:
        masks = get_action_masks(env)
        deciding = env.deciding
        assert (np.bincount(env.games[deciding]) == 1).all()
        assert (masks[~deciding].sum(axis=1) == 1).all()
        actions = np.argmax(masks * draw.random(masks.shape), axis=1)
        _, rewards, dones, infos = env.step(actions)
        for game in np.unique(env.games[dones]):
            rows = env.games == game
            assert dones[rows].all()
            ended += 1
            for row in np.flatnonzero(rows):
                assert infos[row]["episode"]["r"] == pytest.approx(rewards[row])
        assert not rewards[~dones].any()


def _gymnasium_env() -> SingleSeatEnv:
    return SingleSeatEnv(GAME, 3, opponents="random")


def _pettingzoo_env() -> AecSeat:
    return AecSeat(pixie_queen_v0.env(num_players=3), agent="player_1")


@pytest.mark.parametrize("vector", [DummyVecEnv, SubprocVecEnv])
@pytest.mark.parametrize("make", [_gymnasium_env, _pettingzoo_env])
def test_single_environments_learn_in_their_vectors(
    vector: Callable[..., VecEnv], make: Callable[[], SingleSeatEnv]
) -> None:
    env = vector([make, make])
    try:
        model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=16, n_epochs=1, seed=1)
        model.learn(32)
        assert model.num_timesteps == 32
    finally:
        env.close()


def test_the_seat_of_a_pettingzoo_game_is_paid_what_the_game_pays_it() -> None:
    env = AecSeat(pixie_queen_v0.env(num_players=4), agent="player_2")
    draw = np.random.default_rng(3)
    for seed in range(3):
        env.reset(seed=seed)
        paid, over = 0.0, False
        while not over:
            action = draw.choice(np.flatnonzero(env.action_masks()))
            _, reward, over, _, info = env.step(action)
            paid += float(reward)
        assert info["action_mask"].all()
        assert (
            min(abs(paid - rank) for rank in (1.0, 1 / 3, 0.0, 2 / 3, -1 / 3, -2 / 3, -1.0)) < 1e-6
        )


@pytest.mark.parametrize("make", [SeatVecEnv, AllSeatsVecEnv])
def test_a_wrong_keyword_is_told_with_those_there_are(make) -> None:
    with pytest.raises(UnknownOptionError, match=r"'rewards' \(did you mean reward"):
        make(GAME, 2, rewards="win")

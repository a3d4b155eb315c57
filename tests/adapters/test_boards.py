"""Learners' environments on several boards: each lane as in an environment of its board."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.adapters.opponents import Pool
from pixies_env.adapters.seat_view import SeatView
from pixies_env.core.agents import Decisions
from pixies_env.core.batches.arena import AgentError
from pixies_env.core.boards import draw_boards
from pixies_env.core.errors import DamagedDataError, ImpossibleScriptError
from pixies_env.core.game import Game
from tests.games.boards import hidden_cards, random_actions

CARDS = hidden_cards()
PLACES = np.array([0, 1, 2, 2, 1, 0, 0, 1])


class Watcher:
    """Plays the lowest legal id and keeps how far its board goes, per row."""

    name, needs_observations = "watcher", True

    def __init__(self, game: Game, seen: list[tuple[Game, np.ndarray]]) -> None:
        self.game, self.seen = game, seen

    def on_board(self, game: Game) -> Watcher:
        return Watcher(game, self.seen)

    def choose(self, decisions: Decisions) -> np.ndarray:
        self.seen.append((self.game, decisions.bits))
        return decisions.action_masks.argmax(axis=1)


def compare(games: list[Game], make: Callable[..., SeatView], places: np.ndarray) -> None:
    """A view with lanes on several boards, step by step, with views of one board each."""
    mixed, alone = make(games, places), [make([game], None) for game in games]
    for view in (mixed, *alone):
        view.reset(seed=4)
    rng = np.random.default_rng(0)
    names = ("observations", "action_masks", "rewards", "terminated", "seats", "states")
    for _ in range(25):
        for number, view in enumerate(alone):
            rows = np.flatnonzero(places == number)
            for name in names:
                one, other = getattr(mixed, name)[rows], getattr(view, name)[rows]
                assert one.tobytes() == other.tobytes(), name
        actions = random_actions(mixed.action_masks, rng)
        for number, view in enumerate(alone):
            others = random_actions(view.action_masks, rng)
            view.step(np.where(places == number, actions, others))
        mixed.step(actions)
        for view in (mixed, *alone):
            view.reset(view.terminated)


def test_each_lane_plays_as_in_a_view_of_its_board() -> None:
    def make(games: list[Game], places: np.ndarray | None) -> SeatView:
        pool = Pool(["random", Watcher(games[0], [])], [1, 2])
        return SeatView(games, len(PLACES), 3, opponents=pool, board_of_lane=places)

    compare(CARDS, make, PLACES)


def test_heuristics_and_searches_know_the_board_of_their_lane() -> None:
    def make(games: list[Game], places: np.ndarray | None) -> SeatView:
        opponents = ["greedy", "mcts:simulations=4,rollout=greedy,evaluation=greedy,cutoff=2"]
        return SeatView(games, 4, 3, opponents=opponents, board_of_lane=places)

    compare(draw_boards("pixie_queen", 2, seed=3), make, np.array([0, 1, 1, 0]))


def test_an_opponent_is_asked_as_it_plays_on_the_board_of_the_lane() -> None:
    seen: list[tuple[Game, np.ndarray]] = []
    view = SeatView(CARDS, 6, 2, opponents=Watcher(CARDS[0], seen), seat=1)
    view.reset(seed=2)
    counts = np.bincount(view.board_of_lane, minlength=3)
    first = {game.board_digest: len(bits) for game, bits in seen[: int((counts > 0).sum())]}
    assert first == {
        game.board_digest: count for game, count in zip(CARDS, counts, strict=True) if count
    }


def test_boards_are_drawn_for_each_game_from_its_stream() -> None:
    few, many = SeatView(CARDS, 4, 2), SeatView(CARDS, 30, 2)
    told = []
    for view in (few, many):
        view.reset(seed=6)
        rows = [view.board_of_lane.copy()]
        for _ in range(8):
            view.reset()
            rows.append(view.board_of_lane.copy())
        told.append(np.array(rows))
    assert np.array_equal(told[0], told[1][:, :4])
    assert set(np.unique(told[1])) == {0, 1, 2} and (told[1][0] != told[1][1]).any()


@pytest.mark.parametrize("places", [None, PLACES])
def test_stored_and_copied_views_keep_their_boards(places: np.ndarray | None) -> None:
    def make(games: list[Game] = CARDS) -> SeatView:
        return SeatView(games, len(PLACES), 2, board_of_lane=places)

    view, fresh = make(), make()
    view.reset(seed=3)
    for _ in range(3):
        view.step(view.action_masks.argmax(axis=1))
        view.reset(view.terminated)
    fresh.restore(view.arrays())
    for other in (fresh, copy.copy(view), pickle.loads(pickle.dumps(view))):
        assert np.array_equal(other.board_of_lane, view.board_of_lane)
        assert other.states.tobytes() == view.states.tobytes()
        assert other.observations.tobytes() == view.observations.tobytes()
    with pytest.raises(DamagedDataError, match="is on another board than"):
        make(CARDS[::-1]).restore(view.arrays())


def test_what_goes_wrong_is_told_of_the_board_of_the_lane() -> None:
    class Faulty(Watcher):
        def on_board(self, game: Game) -> Watcher:
            return Faulty(game, [])

        def choose(self, decisions: Decisions) -> np.ndarray:
            if self.game is CARDS[1]:
                return np.full(len(decisions.seats), 99)
            return super().choose(decisions)

    view = SeatView(CARDS, 3, 2, opponents=Faulty(CARDS[0], []), seat=1, board_of_lane=[0, 2, 1])
    with pytest.raises(AgentError, match=r"agent watcher .* of lane 2 chose 99") as told:
        view.reset(seed=1)
    assert told.value.record.game is CARDS[1]
    scripted = SeatView(CARDS, 3, 2, board_of_lane=[2, 2, 0], script={"die": ["die(3)"]})
    scripted.reset(seed=1)
    with pytest.raises(ImpossibleScriptError, match=r"lane [01]: .*die\(1\), die\(2\)"):
        _roll_dice(scripted)


def _roll_dice(view: SeatView) -> None:
    """Play on, rolling a die where one may."""
    roll = view.game.actions["roll"].start
    for _ in range(9):
        view.step(np.where(view.action_masks[:, roll], roll, view.action_masks.argmax(axis=1)))


def test_the_environment_of_gymnasium_plays_on_several_boards() -> None:
    games = draw_boards("pixie_queen", 2, seed=5)
    env = SeatVectorEnv(
        4,
        games,
        3,
        opponents="greedy",
        render_mode="ansi",
        autoreset_mode=AutoresetMode.SAME_STEP,
        board_of_lane=[0, 1, 1, 0],
    )
    env.reset(seed=2)
    for _ in range(20):
        env.step(env.action_masks().argmax(axis=1))
    texts = env.render()
    assert texts is not None
    for lane, text in enumerate(texts):
        game = games[(0, 1, 1, 0)[lane]]
        assert env.view.game_of(lane) is game
        assert text == game.notation.text(env.view.state(lane))

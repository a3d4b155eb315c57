"""One game on several boards, side by side: each lane plays as if it were alone."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.agents import CompiledAgent, RandomAgent, agent_on
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.batches.trajectories import export_trajectories, read_trajectories
from pixies_env.core.boards import Boards, alike, draw_boards
from pixies_env.core.errors import DamagedDataError, ForeignGameError, ImpossibleScriptError
from pixies_env.havresac.board import load_board
from pixies_env.registry import make_game
from tests.core.test_agents import highest
from tests.games.boards import check_lanes, hidden_cards, random_actions
from tests.games.hidden_card import game as hidden_card
from tests.games.planted import planted_game

CARDS = hidden_cards()
PIXIE_QUEEN = make_game("pixie_queen")


@pytest.fixture(scope="module")
def drawn():
    return draw_boards(PIXIE_QUEEN, 4, seed=1)


# ---- lanes


def test_each_lane_plays_as_in_a_batch_of_its_board():
    check_lanes(CARDS, np.array([0, 1, 2, 2, 1, 0, 0, 2, 1, 1]))
    check_lanes(CARDS, np.array([2, 1, 0, 0, 1]), observation_mode="table", skip_forced=True)


def test_lanes_of_pixie_queen_play_as_in_batches_of_their_boards(drawn):
    check_lanes(drawn, np.arange(12) % 4, skip_forced=True)


def test_lanes_of_havresac_play_as_in_batches_of_their_boards():
    known = make_game("havresac")
    other = load_board().to_mapping()
    other["gains"]["vp"] = [2 * points for points in other["gains"]["vp"]]
    other["effects"]["boots_steps"] += 1
    check_lanes([known, known.with_options(board=other)], np.array([0, 1, 1, 0]))


@settings(max_examples=8)
@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(2, 6)), min_size=1, max_size=5),
    st.integers(0, 2**64 - 1),
)
def test_any_boards_in_any_order_play_as_alone(numbers, seed):
    games = [hidden_card(rounds, faces) for rounds, faces in numbers]
    board_of = np.random.default_rng(seed).integers(len(games), size=7)
    check_lanes(games, board_of, seed)


@settings(max_examples=5)
@given(st.integers(0, 2**64 - 1))
def test_any_boards_that_are_drawn_play_as_alone(seed):
    check_lanes(draw_boards(PIXIE_QUEEN, 3, seed), np.array([2, 0, 1, 1, 0]), seed)


def test_one_board_in_a_list_is_the_game_itself():
    one, listed = (BatchEnv(given, 6, 3, 5, autoreset=True) for given in (CARDS[1], [CARDS[1]]))
    rng = np.random.default_rng(0)
    one.reset(), listed.reset()
    for _ in range(20):
        actions = random_actions(one.shown.action_masks, rng)
        assert (
            one.step(actions).action_masks.tobytes() == listed.step(actions).action_masks.tobytes()
        )
        assert one.states.tobytes() == listed.states.tobytes()


# ---- boards drawn for each game


def played(env, steps, seed=0):
    """The boards of all lanes after each step."""
    rng = np.random.default_rng(seed)
    step, told = env.reset(), []
    for _ in range(steps):
        told.append(env.board_of_lane)
        # The same draw for each lane, however many there are.
        draws = rng.random((64, step.action_masks.shape[1]))[: env.num_envs]
        step = env.step((draws * step.action_masks).argmax(axis=1))
    return np.array(told)


def test_a_drawn_board_depends_on_seed_lane_and_episode_alone():
    many = BatchEnv(CARDS, 40, 2, 7, autoreset=True)
    boards = played(many, 60)
    assert set(np.unique(boards)) == {0, 1, 2}
    assert (boards[0] != boards[-1]).any()
    few = BatchEnv(CARDS, 12, 2, 7, autoreset=True, threads=1)
    assert np.array_equal(played(few, 60), boards[:, :12])
    episodes = many.streams["episode"]
    again = BatchEnv(CARDS, 40, 2, 7)
    again.reset()
    while (late := again.streams["episode"] < episodes).any():
        again.reset(late)
    assert np.array_equal(again.board_of_lane, many.board_of_lane)


def test_boards_are_drawn_equally_often():
    env = BatchEnv(CARDS, 3000, 2)
    env.reset()
    assert np.abs(np.bincount(env.board_of_lane) / 1000 - 1).max() < 0.1


def test_fixed_boards_stay_when_lanes_are_reset():
    env = BatchEnv(CARDS, 5, 2, autoreset=True, board_of_lane=[2, 1, 0, 0, 1])
    assert (played(env, 30) == [2, 1, 0, 0, 1]).all()
    env.reset(seed=9)
    assert env.board_of_lane.tolist() == [2, 1, 0, 0, 1]


@pytest.mark.parametrize("board_of", [None, np.arange(12) % 3])
def test_records_are_of_the_board_of_their_game(board_of):
    env = BatchEnv(CARDS, 12, 3, 2, autoreset=True, record=True, board_of_lane=board_of)
    played(env, 40)
    before = []
    for lane in range(12):
        assert env.record(lane).game is env.game_of(lane)
        env.record(lane).verify()
        assert env.state(lane).position_bytes == env.states[lane].tobytes()
        earlier = env.record(lane, 1)
        earlier.verify()
        assert earlier.final().waiting == "nothing"
        before.append(CARDS.index(earlier.game))
    assert board_of is None or before == board_of.tolist()
    assert len(set(before)) == 3


# ---- stored, copied


@pytest.mark.parametrize("board_of", [None, np.arange(12) % 3])
def test_stored_and_copied_lanes_keep_their_boards(board_of):
    env = BatchEnv(CARDS, 12, 3, 2, autoreset=True, board_of_lane=board_of)
    played(env, 17)
    fresh = BatchEnv(CARDS, 12, 3, 2, autoreset=True, board_of_lane=board_of)
    fresh.restore(env.arrays())
    others = [fresh, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = random_actions(env.shown.action_masks, rng)
        env.step(actions)
        for other in others:
            other.step(actions)
            assert np.array_equal(other.board_of_lane, env.board_of_lane)
            for one, two in zip(env.shown, other.shown, strict=True):
                assert one.tobytes() == two.tobytes()


def test_lanes_of_other_boards_are_not_restored():
    env = BatchEnv(CARDS, 4, 2, board_of_lane=[0, 1, 2, 0])
    env.reset()
    for boards, places in ((CARDS, [0, 1, 0, 0]), (CARDS[::-1], [0, 1, 2, 0])):
        other = BatchEnv(boards, 4, 2, board_of_lane=places)
        other.reset()
        before = other.states.tobytes(), other.board_of_lane.tobytes()
        with pytest.raises(DamagedDataError, match="is on another board than"):
            other.restore(env.arrays())
        assert (other.states.tobytes(), other.board_of_lane.tobytes()) == before


# ---- what cannot lie side by side


def test_games_that_cannot_lie_side_by_side_are_named_with_what_differs():
    plain = CARDS[0]
    actions = PIXIE_QUEEN.actions
    for other, words in (
        (dataclasses.replace(plain, players=(2, 3)), "the second is for 2, 3 players, the first"),
        (dataclasses.replace(plain, actions=actions), "action catalogues differ: only the second"),
        (dataclasses.replace(plain, features=plain.features[1:]), "only the first has players"),
        (dataclasses.replace(plain, questions=("card",)), "questions differ"),
        (dataclasses.replace(plain, utility_range=(0.0, 1.0)), "pays"),
        (dataclasses.replace(plain, state_dtype=PIXIE_QUEEN.state_dtype), "records differ"),
        (dataclasses.replace(plain, functions=planted_game().functions), "different functions"),
    ):
        name = (
            rf"boards 0 \({plain.board_digest[:8]}\) and 2 \({other.board_digest[:8]}\) of hidden"
        )
        with pytest.raises(ValueError, match=name) as told:
            BatchEnv([plain, CARDS[1], other], 3, 2)
        assert words in str(told.value)
    different = "games 0 and 1 .*: hidden_card v1 and planted v0 are different games"
    with pytest.raises(ValueError, match=different):
        BatchEnv([plain, planted_game()], 3, 2)
    with pytest.raises(ValueError, match="it is empty"):
        BatchEnv([], 3, 2)
    with pytest.raises(TypeError, match="holds games, not 'pixie_queen'"):
        BatchEnv([plain, "pixie_queen"], 3, 2)
    with pytest.raises(TypeError, match="its name or a list of games, not 3"):
        BatchEnv(3, 3, 2)
    with pytest.raises(TypeError, match="rounds: options go to the factory"):
        BatchEnv(CARDS, 3, 2, rounds=1)


def test_other_observations_do_not_matter_where_none_are_written():
    blind = dataclasses.replace(CARDS[1], features=CARDS[1].features[1:])
    env = BatchEnv([CARDS[0], blind], 4, 2, observations=False, board_of_lane=[0, 1, 0, 1])
    assert env.reset().observations is None
    (block,) = play_games([CARDS[0], blind], ["random"], games=4, players=2)
    assert block.boards.tolist() == [0, 1, 0, 1]
    with pytest.raises(ValueError, match="their observations"):
        play_games([CARDS[0], blind], ["random"], games=4, players=2, observer=lambda _: None)
    with pytest.raises(ValueError, match=r"their observations \(table\) differ: only the first"):
        BatchEnv([CARDS[0], blind], 4, 2, observation_mode="table")
    assert alike([CARDS[0], blind, CARDS[2]], "recall") == [[0, 2], [1]]


@pytest.mark.parametrize(
    ("places", "error", "words"),
    [
        ([0, 1], ValueError, r"shape \(3,\)"),
        ([0, 1, 3], ValueError, "0 to 2, not 0 to 3"),
        ([0, -1, 0], ValueError, "0 to 2, not -1"),
        ([0.0, 1.0, 0.0], TypeError, "must be integers, not float64"),
    ],
)
def test_wrong_places_of_boards_are_refused(places, error, words):
    with pytest.raises(error, match=words):
        BatchEnv(CARDS, 3, 2, board_of_lane=places)


def test_a_script_has_to_mean_the_same_outcomes_on_all_boards():
    shorter = dataclasses.replace(CARDS[1], outcomes=planted_game().outcomes)
    games = [CARDS[0], shorter]
    with pytest.raises(ValueError, match="there is no outcome"):
        BatchEnv(games, 2, 2, script={"deal": ["card(1)"]})
    env = BatchEnv(CARDS, 3, 2, board_of_lane=[0, 1, 2], script={"die": ["die(5)"]})
    env.reset()
    with pytest.raises(ImpossibleScriptError, match=r"lane 0: .*only these are possible"):
        roll_dice(env)


def roll_dice(env):
    """Play to the end, rolling a die where one may."""
    roll = env.game.actions["roll"].start
    while not env.shown.terminated.all():
        masks = env.shown.action_masks
        env.step(np.where(masks[:, roll], roll, masks.argmax(axis=1)))


# ---- boards of the unknown numbers


def test_more_boards_of_a_seed_begin_with_the_same_ones(drawn):
    more = draw_boards("pixie_queen", 6, seed=1)
    assert [game.board_digest for game in more[:4]] == [game.board_digest for game in drawn]
    assert len({game.board_digest for game in more}) == 6
    assert Boards([PIXIE_QUEEN, *more]).first is PIXIE_QUEEN
    others = draw_boards(PIXIE_QUEEN, 4, seed=2)
    assert {game.board_digest for game in others}.isdisjoint(game.board_digest for game in more)


def test_options_of_the_game_hold_on_boards_that_are_drawn():
    (game,) = draw_boards("pixie_queen", 1, skills="dealt")
    assert game.specification["skills"] == "dealt"


def test_boards_of_a_game_without_unknown_numbers_cannot_be_drawn():
    with pytest.raises(ValueError, match="no printed number of this board of hidden_card is ours"):
        draw_boards(CARDS[0], 2)
    untold = r"pixie_queen does not say how its numbers could be .* \(Game.unknowns\), though \d+"
    with pytest.raises(ValueError, match=untold):
        draw_boards(dataclasses.replace(PIXIE_QUEEN, unknowns=()), 2)
    refusing = dataclasses.replace(planted_game(), varied=lambda point: {"gifts": ["amber"]})
    with pytest.raises(ValueError, match="none can be played here: the second is for"):
        draw_boards(refusing, 2)
    with pytest.raises(ValueError, match="count must be at least 1"):
        draw_boards(PIXIE_QUEEN, 0)


# ---- the arena

PARTS = ("states", "returns", "decisions")


def gathered(boards, line_ups, **options):
    blocks = list(play_games(boards, line_ups, **options))
    joined = {name: np.concatenate([getattr(block, name) for block in blocks]) for name in PARTS}
    for name in blocks[0].statistics:
        joined[name] = np.concatenate([block.statistics[name] for block in blocks])
    joined["boards"] = np.concatenate([block.boards for block in blocks])
    return joined


def assert_same(first, second):
    for name, array in first.items():
        assert array.tobytes() == second[name].tobytes(), name


def test_games_of_the_arena_are_those_of_runs_with_one_board_each(drawn):
    board_of, lanes = np.arange(24) % 4, np.arange(24) // 4 + 100
    options = {"games": 24, "players": 3, "seed": 5}
    mixed = gathered(drawn, ["greedy"], lanes=lanes, board_of_game=board_of, **options)
    assert mixed["boards"].tolist() == board_of.tolist()
    for number, game in enumerate(drawn):
        rows = np.flatnonzero(board_of == number)
        (alone,) = play_games(game, ["greedy"], games=6, players=3, seed=5, first_game=100)
        for name in PARTS:
            assert mixed[name][rows].tobytes() == getattr(alone, name).tobytes()
        for name, values in alone.statistics.items():
            assert mixed[name][rows].tobytes() == values.tobytes()


def test_games_on_boards_do_not_depend_on_blocks_threads_or_kind_of_loop():
    high = CompiledAgent(CARDS[0], "high", highest, [0.0])
    line_ups = [["random", high], [high, "random", "random"]]
    expected = gathered(CARDS, line_ups, games=40, seed=4, threads=1)
    for changed in ({"block": 7}, {"threads": 3}, {"observer": lambda _: None, "block": 11}):
        assert_same(expected, gathered(CARDS, line_ups, games=40, seed=4, **changed))
    (block,) = play_games(CARDS, line_ups, games=12, seed=4, records=True)
    for row, record in enumerate(block.records):
        record.verify()
        assert record.game is CARDS[block.boards[row]]
        assert record.final().position_bytes == expected["states"][row].tobytes()


def test_every_line_up_plays_equally_often_on_each_board():
    line_ups = [["random"] * 2, ["random"] * 3]
    (block,) = play_games(CARDS, line_ups, games=12)
    assert block.line_ups.tolist() == [0, 1] * 6
    assert block.boards.tolist() == [0, 0, 1, 1, 2, 2] * 2
    (later,) = play_games(CARDS, line_ups, games=5, first_game=3)
    assert later.boards.tolist() == [1, 2, 2, 0, 0]


def test_an_observer_is_told_the_agent_of_the_line_up():
    seen = []
    agent = RandomAgent(CARDS[0])
    list(play_games(CARDS, [agent], games=6, players=2, observer=lambda o: seen.append(o.agent)))
    assert all(each is agent for each in seen)


def test_an_agent_is_asked_as_it_plays_on_the_board_of_the_lane():
    asked = []

    class Careful:
        needs_observations = False

        def __init__(self, game):
            self.game, self.name = game, "careful"

        def on_board(self, game):
            return Careful(game)

        def choose(self, decisions):
            asked.append((self.game, decisions.games))
            return decisions.action_masks.argmax(axis=1)

    list(play_games(CARDS, [Careful(CARDS[0])], games=9, players=2))
    for game, numbers in asked:
        assert (numbers % 3 == CARDS.index(game)).all()
    assert {game.board_digest for game, _ in asked} == {game.board_digest for game in CARDS}


def test_an_agent_of_one_board_does_not_play_on_another():
    class Bound:
        name, needs_observations = "bound", False
        game = CARDS[0]

        def choose(self, decisions):
            return decisions.action_masks.argmax(axis=1)

    assert agent_on(Bound(), CARDS[0])
    with pytest.raises(ValueError, match=r"made for the board .* no method on_board"):
        play_games(CARDS, [Bound()], games=3, players=2)
    with pytest.raises(ValueError, match=r"bound was made for .*, not for this game"):
        play_games(planted_game(), [Bound()], games=3, players=2)


def test_lanes_share_their_deals():
    lanes = np.array([8, 8, 3, 3])
    (block,) = play_games(CARDS[0], ["random"], games=4, players=2, lanes=lanes, records=True)
    assert [record.lane for record in block.records] == lanes.tolist()
    assert block.states[0].tobytes() == block.states[1].tobytes() != block.states[2].tobytes()
    with pytest.raises(ValueError, match=r"lanes must have shape \(4,\)"):
        play_games(CARDS[0], ["random"], games=4, players=2, lanes=[1])


# ---- trajectories


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_trajectories_tell_the_board_of_each_game(tmp_path, suffix):
    path = tmp_path / f"rows.{suffix}"
    export_trajectories(path, CARDS, ["random"], games=9, players=2, block=4)
    rows = read_trajectories(path, CARDS)
    assert np.array_equal(rows.board, rows.game % 3)
    (block,) = play_games(CARDS, ["random"], games=9, players=2)
    assert np.bincount(rows.game).tolist() == block.decisions.tolist()
    assert [each["board"] for each in rows.metadata["boards"]] == [
        game.board_digest for game in CARDS
    ]
    for other, words in (
        (CARDS[0], "of games on 3 boards, not on 1"),
        ([CARDS[0], CARDS[2], CARDS[1]], "board 1: the digest of the board"),
    ):
        with pytest.raises(ForeignGameError, match=words):
            read_trajectories(path, other)
    export_trajectories(path, CARDS[0], ["random"], games=2, players=2)
    assert read_trajectories(path, CARDS[0]).board is None

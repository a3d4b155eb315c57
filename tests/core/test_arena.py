"""Whole games between agents: the same games however they are played."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.agents import CompiledAgent, RandomAgent
from pixies_env.core.batches.arena import AgentError, play_games, rotations
from pixies_env.core.compilation.compile import rule
from pixies_env.core.errors import ImpossibleScriptError
from pixies_env.core.states.state import State
from tests.core.test_agents import highest, own_lowest_card
from tests.games import planted
from tests.games.hidden_card import game

GAME = game()


class Batched:
    """Any agent, hidden behind the bare protocol."""

    needs_observations = True

    def __init__(self, inner):
        self.inner = inner
        self.name = inner.name

    def choose(self, decisions):
        assert decisions.observations.shape == (len(decisions.seats), len(GAME.features))
        return self.inner.choose(decisions)


def gathered(line_ups, **options):
    blocks = list(play_games(GAME, line_ups, **options))
    joined = {
        name: np.concatenate([getattr(block, name) for block in blocks])
        for name in ("states", "returns", "decisions", "line_ups", "players")
    }
    for name in blocks[0].statistics:
        joined[name] = np.concatenate([block.statistics[name] for block in blocks])
    return joined


def assert_same(first, second):
    for name, array in first.items():
        assert array.tobytes() == second[name].tobytes(), name


def line_ups():
    high = CompiledAgent(GAME, "high", highest, [0.0])
    return [["random", high], [high, "random", "random"], ["random"] * 4]


def test_games_do_not_depend_on_blocks_threads_or_kind_of_loop():
    expected = gathered(line_ups(), games=60, seed=4, threads=1)
    assert expected["players"].tolist() == [2, 3, 4] * 20
    assert_same(gathered(line_ups(), games=60, seed=4, block=7, threads=1), expected)
    assert_same(gathered(line_ups(), games=60, seed=4, threads=3), expected)
    assert_same(gathered(line_ups(), games=60, seed=4, block=25, observer=lambda _: None), expected)
    batched = [
        [Batched(RandomAgent(GAME)), *rest[1:]] if rest[0] == "random" else rest
        for rest in line_ups()
    ]
    assert_same(gathered(batched, games=60, seed=4, block=40), expected)


def test_a_study_can_be_cut_into_parts():
    whole = gathered(["random"], games=20, players=3, seed=9)
    parts = [
        gathered(["random"], games=count, players=3, seed=9, first_game=first)
        for first, count in ((0, 7), (7, 13))
    ]
    for name, array in whole.items():
        assert array.tobytes() == np.concatenate([part[name] for part in parts]).tobytes()


def test_games_are_those_of_states_and_records_tell_them():
    (block,) = play_games(GAME, ["random"], games=5, players=3, seed=2, first_game=10, records=True)
    assert block.first == 10 and len(block) == 5
    for index, record in enumerate(block.records):
        record.verify()
        assert (record.seed, record.lane, record.episode) == (2, 10 + index, 0)
        assert record.final().position_bytes == block.states[index].tobytes()
        state = State(GAME, 3, 2, lane=10 + index)
        assert state.history == list(record.events[: len(state.history)])


def test_rewards_and_statistics_are_those_of_the_final_positions():
    for reward in ("rank", "win", "score"):
        block = next(play_games(GAME, ["random"], games=8, players=2, reward=reward))
        for index in range(8):
            state = State.from_arrays(GAME, block.states[index : index + 1])
            assert np.array_equal(block.returns[index, :2], state.returns(reward))
            assert not block.returns[index, 2:].any()
        assert block.statistics["rank"].shape == (8, 4)


def test_seats_rotate():
    assert rotations(["a", "b", "c"]) == [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]]
    block = next(play_games(GAME, rotations(["random", "random"]), games=5))
    assert block.line_ups.tolist() == [0, 1, 0, 1, 0]


def test_scripts_are_followed():
    (block,) = play_games(GAME, ["random"], games=4, players=2, script={"deal": ["card(1)"] * 2})
    assert (block.states["played"][:, :2] == 1).any(axis=2).all()
    with pytest.raises(ImpossibleScriptError, match="game 0"):
        list(play_games(GAME, ["random"], games=4, players=2, script={"deal": ["card(1)"] * 3}))


def test_no_agent_is_handed_what_its_seat_does_not_know():
    spy = CompiledAgent(GAME, "spy", own_lowest_card)
    assert len(list(play_games(GAME, [spy], games=9, players=3))) == 1
    assert len(list(play_games(GAME, [Batched(spy)], games=9, players=3))) == 1


@rule
def no_id(state, board, player, ids, count, data, bits):
    return 1000


class Faulty:
    name = "faulty"
    needs_observations = False

    def __init__(self, fault):
        self.fault = fault

    def choose(self, decisions):
        assert decisions.observations is None
        chosen = decisions.action_masks.argmax(axis=1)
        return self.fault(decisions, chosen)


def out_of_range(decisions, chosen):
    chosen[-1] = 99
    return chosen


def illegal(decisions, chosen):
    chosen[-1] = int(np.flatnonzero(~decisions.action_masks[-1])[-1])
    return chosen


def cheating(decisions, chosen):
    decisions.action_masks[:] = True
    return np.full_like(chosen, 7)


def failing(decisions, chosen):
    raise KeyError("lost my notes")


def leaving(decisions, chosen):
    raise SystemExit("I am leaving")


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (out_of_range, "chose 99, which is not legal; legal are"),
        (illegal, "chose 7, which is not legal"),
        (cheating, "chose 7, which is not legal"),
        (failing, "raised KeyError.*lost my notes"),
        (leaving, "raised SystemExit: I am leaving"),
        (lambda decisions, chosen: chosen[:-1], "gave back int64 of shape"),
        (lambda decisions, chosen: chosen * 1.0, "gave back float64"),
        (lambda decisions, chosen: None, "gave back object"),
    ],
)
def test_a_faulty_agent_is_named_with_its_game(fault, message):
    with pytest.raises(AgentError, match=f"agent faulty on seat 1 of game .*{message}") as caught:
        list(play_games(GAME, ["random", Faulty(fault)], games=4, first_game=6))
    error = caught.value
    assert (error.agent, error.seat) == ("faulty", 1) and 6 <= error.game < 10
    assert error.record.lane == error.game and not error.record.finished
    assert error.record.final().player == 1


def test_a_faulty_compiled_agent_is_named_with_its_game():
    clumsy = CompiledAgent(GAME, "clumsy", no_id)
    with pytest.raises(AgentError, match="agent clumsy on seat 2 of game 0 chose 1000") as caught:
        list(play_games(GAME, ["random", "random", clumsy], games=3))
    assert caught.value.record.final().player == 2


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"line_ups": []}, ValueError, "line_ups"),
        ({"line_ups": "random"}, ValueError, "line_ups"),
        ({"line_ups": ["random"]}, ValueError, "players, not 1"),
        ({"line_ups": ["random"] * 5}, ValueError, "players, not 5"),
        ({"players": 3}, ValueError, "2 agents is not for 3 players"),
        ({"line_ups": ["random", "nobody"]}, ValueError, "nobody"),
        ({"line_ups": [["random", 3]]}, TypeError, "agent"),
        ({"games": -1}, ValueError, "games"),
        ({"block": 0}, ValueError, "block"),
        ({"first_game": 2**32}, ValueError, "first_game"),
        ({"seed": -1}, ValueError, "seed"),
        ({"reward": "points"}, ValueError, "reward"),
        ({"observation_mode": "nothing"}, ValueError, "observation_mode"),
        ({"threads": 0}, ValueError, "threads"),
        ({"script": {"x": []}}, ValueError, "script"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments, error, message):
    arguments = {"line_ups": ["random", "random"], "games": 1, **arguments}
    with pytest.raises(error, match=message):
        play_games(GAME, arguments.pop("line_ups"), **arguments)


def test_no_games_give_no_blocks():
    assert list(play_games(GAME, ["random"], games=0, players=2)) == []


def test_openings_are_the_first_positions_beyond_the_opening():
    drafted = planted.planted_game("chosen")
    line_up = [planted.flint_lover(drafted), planted.simple(drafted), "random"]
    (block,) = play_games(drafted, line_up, games=40, seed=5, openings=True)
    assert (block.openings["question"] == planted.ASK_CALL).all()
    assert (block.openings["player"] == 0).all()
    assert (block.openings["gift"][:, :3] == block.states["gift"][:, :3]).all()
    options = {"games": 40, "seed": 5, "openings": True}
    (batched,) = play_games(drafted, line_up, **options, observer=lambda _: None)
    assert batched.openings.tobytes() == block.openings.tobytes()
    parts = play_games(drafted, line_up, **options, block=7, threads=2)
    joined = np.concatenate([part.openings for part in parts])
    assert joined.tobytes() == block.openings.tobytes()


def test_a_game_without_an_opening_is_kept_at_its_first_decision():
    (block,) = play_games(GAME, ["random"], games=6, players=3, seed=5, openings=True)
    for lane, opening in enumerate(block.openings):
        assert opening.tobytes() == State(GAME, 3, 5, lane=lane).position_bytes
    (plain,) = play_games(GAME, ["random"], games=6, players=3, seed=5)
    assert plain.openings is None

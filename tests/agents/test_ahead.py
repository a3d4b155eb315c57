"""Heuristics that look ahead: the same judgement, after a few worlds were played out."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_agents.heuristics import ahead
from pixies_agents.heuristics.ahead import AheadAgent
from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.scratch import scratch_record
from pixies_agents.heuristics.weighted import Formulas, WeightedAgent
from pixies_agents.heuristics.weights import Weight, Weights, WeightTable
from pixies_agents.learned.prior import Prior
from pixies_env.core.agents import Decisions, agent_on
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.boards import Boards, draw_boards
from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_experiments.training.prior_columns import PriorColumns
from tests.agents.conftest import decisions_of
from tests.games.extensive import PLAYERS, STATE, Chance, Choice, End, extensive_game

SCRATCH = ahead.scratch_dtype(STATE, 1, PLAYERS)
JUDGED = 5
"""A question at which the toy heuristic expects 0.5 for the first player."""


@rule
def choose(state, board, player, ids, count, data, bits):
    """The lowest id."""
    return int(ids[0])


@rule
def evaluate(state, board, data, values):
    """Judge one kind of question."""
    if state.question != JUDGED:
        return 0
    values[0], values[1] = 0.5, -0.5
    return 1


@rule
def preferences(state, board, player, ids, count, data, out):
    """A decision is worth a point less than the one before it."""
    for index in range(count):
        out[index] = np.exp(-index / data[0])
    return 0


@rule
def choose_ahead(state, board, player, ids, count, data, bits):
    """As the games of the package have it."""
    scratch = scratch_record(SCRATCH)
    return ahead.choose(state, board, player, ids, count, data, bits, scratch)


@rule
def preferences_ahead(state, board, player, ids, count, data, out):
    """As the games of the package have it."""
    scratch = scratch_record(SCRATCH)
    return ahead.prefer(state, board, player, ids, count, data, out, scratch)


TABLE = WeightTable((Weight("preference", 0.1, 9, "points to e"),), Path(__file__).parent)


class Toy(WeightedAgent):
    """Likes what is listed first."""

    formulas = Formulas(
        TABLE,
        choose,
        evaluate,
        evaluate,
        preferences,
        lambda weights, temperature: np.array([*weights, temperature]),
        __name__,
        choose_ahead=choose_ahead,
        preferences_ahead=preferences_ahead,
    )


class Near(WeightedAgent):
    """Has no rules to look ahead by."""

    formulas = Toy.formulas._replace(choose_ahead=None, preferences_ahead=None)


TOY, NEAR = Family(TABLE, (), Toy), Family(TABLE, (), Near)


def toy(game: Game, worlds: int = 1, trust: float = 1.0, temperature: float = 0.0) -> AheadAgent:
    return AheadAgent(Toy(game, "toy", Weights(np.array([2.0]), {}), temperature), worlds, trust)


def judged(agent: AheadAgent, state: State) -> list[float]:
    """Worth of each legal decision in points, the greatest 0, by rising ids."""
    weights = ahead.preferences_of(agent, state, np.array(state.legal_actions(), IDS))
    return (2.0 * np.log(weights)).tolist()


def choice(agent: AheadAgent, *states: State, bits: int = 1) -> list[int]:
    return agent.choose(decisions_of(states, bits=bits)).tolist()


def test_what_is_expected_counts_beside_the_worth_by_how_far_it_is_trusted() -> None:
    game = extensive_game(Choice(0, {"first": End(-0.5, 0.5), "second": End(0.5, -0.5)}), 2)
    state = State(game, 2)
    assert judged(toy(game, trust=3.0), state) == pytest.approx([-2.0, 0.0])
    assert judged(toy(game, trust=0.75), state) == pytest.approx([0.0, -0.25])
    assert choice(toy(game, trust=3.0), state) == [1]
    assert choice(toy(game, trust=0.75), state) == [0]


def test_a_steep_preference_is_weighed_in_full() -> None:
    """It lacks a point, though its preference is too small for a float32."""
    game = extensive_game(Choice(0, {"first": End(-0.2, 0.2), "second": End(0.2, -0.2)}), 2)
    steep = Toy(game, "steep", Weights(np.array([0.01]), {}))
    state = State(game, 2)
    assert choice(AheadAgent(steep, 1, 2.0), state) == [0]
    assert choice(AheadAgent(steep, 1, 3.0), state) == [1]


def test_all_seats_go_on_by_the_heuristic() -> None:
    then = Choice(0, {"first": End(-1, 1), "second": End(1, -1)})
    other = Choice(1, {"first": then, "second": End(1, -1)})
    game = extensive_game(Choice(0, {"first": other, "second": End(0, 0)}), 2)
    assert judged(toy(game, trust=4.0), State(game, 2)) == pytest.approx([-3.0, 0.0])


def test_it_looks_no_further_than_to_what_the_heuristic_judges() -> None:
    then = Choice(1, {"first": End(-1, 1), "second": End(-1, 1)}, question=JUDGED)
    game = extensive_game(Choice(0, {"first": End(0, 0), "second": then}), 2)
    assert judged(toy(game, trust=4.0), State(game, 2)) == pytest.approx([-1.0, 0.0])


def test_chance_is_drawn_anew_in_each_world() -> None:
    lot = Chance([(3, End(1, -1)), (1, End(-1, 1))])
    game = extensive_game(Choice(0, {"first": lot, "second": End(0, 0)}), 2)
    state = State(game, 2)
    first, second = judged(toy(game, worlds=64, trust=4.0), state)
    assert (first, second) == (0.0, pytest.approx(-1.0 - 4.0 * 0.5, abs=1.0))
    assert second != pytest.approx(-1.0 - 4.0) and second != pytest.approx(-1.0 + 4.0)
    one = judged(toy(game, worlds=1, trust=4.0), state)
    assert one in (pytest.approx([0.0, -5.0]), pytest.approx([-3.0, 0.0]))


def test_all_decisions_meet_the_same_luck() -> None:
    ways = {name: Chance([(1, End(1, -1)), (1, End(-1, 1))]) for name in ("first", "second")}
    game = extensive_game(Choice(0, ways), 2)
    for worlds in (1, 2, 5):
        assert judged(toy(game, worlds, trust=50.0), State(game, 2)) == pytest.approx([0.0, -1.0])


def test_what_it_cannot_see_is_drawn_and_not_read() -> None:
    def guess(right: str) -> Choice:
        pays = [1 if name == right else -1 for name in ("left", "right")]
        ways = {name: End(pay, -pay) for name, pay in zip(("left", "right"), pays, strict=True)}
        return Choice(0, ways, unseen={0: "where"}, question=1)

    game = extensive_game(Choice(1, {"left": guess("left"), "right": guess("right")}), 2)
    states = []
    for hidden in (0, 1):
        state = State(game, 2)
        state.apply(state.legal_actions()[hidden])
        states.append(state)
    # Reading it would gain 12 points; 64 worlds are about half and half.
    one, other = (judged(toy(game, worlds=64, trust=6.0), state) for state in states)
    assert one == other
    assert abs(one[0] - one[1]) < 6.0


def test_what_a_look_ahead_cannot_make_the_best_is_not_played_out() -> None:
    ways = {"first": End(0, 0), "second": End(1, -1), "third": End(1, -1), "fourth": End(1, -1)}
    game = extensive_game(Choice(0, ways), 2)
    # At most 2 points either way: the fourth lacks 3, and counts as if it paid the least.
    worths = judged(toy(game, trust=1.0), State(game, 2))
    assert worths == pytest.approx([0.0, 0.0, -1.0, -4.0])


def test_a_temperature_draws_by_the_worth_with_all_that_was_seen_ahead() -> None:
    game = extensive_game(Choice(0, {"first": End(-1, 1), "second": End(1, -1)}), 2)
    drawing, state = toy(game, trust=1.0, temperature=2.0), State(game, 2)
    chosen = [choice(drawing, state, bits=bits)[0] for bits in range(400)]
    # Worths 0 and -1 + 2 points: e to the half to 1.
    assert np.mean(chosen) == pytest.approx(np.exp(0.5) / (1 + np.exp(0.5)), abs=0.06)


def test_a_temperature_draws_what_is_far_behind_by_all_of_its_worth_too() -> None:
    ways = {"first": End(0, 0), "second": End(0, 0), "third": End(0, 0), "fourth": End(1, -1)}
    game = extensive_game(Choice(0, ways), 2)
    worths = judged(toy(game, trust=1.0, temperature=1.0), State(game, 2))
    assert worths == pytest.approx([0.0, -1.0, -2.0, -2.0])


def test_alone_a_hundred_points_count_as_a_reward() -> None:
    game = make_game("havresac")
    alone = [
        next(iter(play_games(game, [[spec]], games=60, seed=5, threads=1))).returns[:, 0].mean()
        for spec in ("greedy", "greedy:worlds=1", "greedy:worlds=1,trust=500")
    ]
    # As a reward each point would outweigh the worths, as with 500.
    assert abs(alone[0] - alone[1]) < 1.5 and alone[0] - alone[2] > 3.0


@pytest.mark.parametrize("name", ["pixie_queen", "havresac"])
def test_it_corrects_a_run_on_several_boards(name: str) -> None:
    """Its numbers are the same on all, but for addresses, which are of this process."""
    game = make_game(name)
    boards = Boards([game, *draw_boards(game, 2, seed=1)])
    assert PriorColumns(boards, Prior("greedy:worlds=1")).count == len(game.actions)


def test_agents_are_named_with_what_they_look_at() -> None:
    game = make_game("pixie_queen")
    for spec in ("greedy:style=rings,worlds=2", "greedy:worlds=3,trust=5", "greedy:worlds=1"):
        assert make_agent(spec, game).name == spec
    assert make_agent("greedy:worlds=2,trust=8", game).name == "greedy:worlds=2"


REAL = ("pixie_queen", "havresac", "taverns")


class Watcher:
    """Asks at every decision of random players."""

    def __init__(self, game: Game) -> None:
        self.agent = make_agent("greedy:worlds=1", game)
        self.near = make_agent("greedy", game)
        self.other = self.asked = 0

    def __call__(self, observed: Observed) -> None:
        decisions: Decisions = observed.decisions
        chosen = self.agent.choose(decisions)
        assert decisions.action_masks[np.arange(len(chosen)), chosen].all()
        other_bits = decisions._replace(bits=decisions.bits ^ np.uint64(12345))
        assert np.array_equal(self.agent.choose(other_bits), chosen)
        self.other += int((self.near.choose(decisions) != chosen).sum())
        self.asked += len(chosen)


@pytest.mark.parametrize("name", REAL)
def test_every_question_of_every_game_gets_a_legal_answer_of_its_own(name: str) -> None:
    game = make_game(name)
    watcher = Watcher(game)
    for players in game.players:
        list(play_games(game, ["random"] * players, games=2, seed=3, threads=1, observer=watcher))
    assert 0 < watcher.other < watcher.asked


@pytest.mark.parametrize("name", REAL)
def test_the_choice_is_the_best_of_what_is_explained(name: str) -> None:
    game = make_game(name)
    agent: Any = make_agent("greedy:worlds=2,trust=5", game)
    state = State(game, max(game.players), seed=5)
    told = 0
    for _ in range(60):
        rows = agent.explain(state)
        assert choice(agent, state) == [rows[0].action]
        for row in rows:
            assert row.worth == pytest.approx(sum(row.terms.values()))
            assert row.terms[ahead.TERM] <= 0.0
        told += any(row.terms[ahead.TERM] < -0.01 for row in rows)
        state.apply(rows[0].action)
    assert told > 5


def test_what_is_hopeless_is_explained_without_a_surprise() -> None:
    """A preference of nearly nothing is kept as the least there is: its worth cannot be told."""
    state = State(make_game("pixie_queen"), 4, seed=3)
    near: Any = make_agent("greedy", state.game)
    numbers = near.weights.numbers.copy()
    numbers[near.formulas.table.names.index("preference")] = 0.001
    agent = AheadAgent(type(near)(state.game, "sure", Weights(numbers, {})), 2, 0.5)
    hopeless = 0
    for _ in range(40):
        rows = agent.explain(state)
        assert choice(agent, state) == [rows[0].action]
        terms = [row.terms[ahead.TERM] for row in rows]
        assert max(terms) == 0.0 and min(terms) >= -2.0 * agent.trust
        worths = [row.worth for row in near.explain(state)]
        hopeless += max(worths) - min(worths) > 2.0
        state.apply(rows[0].action)
    assert hopeless > 10


def test_it_wins_more_than_the_heuristic_without() -> None:
    line_up = ["greedy:worlds=2", "greedy", "greedy", "greedy"]
    (block,) = play_games(make_game("taverns"), [line_up], games=300, seed=4, threads=1)
    # 0 would be as good as the others; 0.25 is what it gains, within 0.08 of 300 games.
    assert block.returns[:, 0].mean() > 0.1


@pytest.mark.parametrize("name", REAL)
def test_it_decides_alike_in_another_process_and_on_another_board(name: str) -> None:
    game = make_game(name)
    agent = make_agent("greedy:worlds=2", game)
    again = pickle.loads(pickle.dumps(agent))
    states = [State(game, max(game.players), seed=seed) for seed in range(20)]
    for state in states:
        for action in agent.choose(decisions_of([state] if state.waiting == "decision" else [])):
            state.apply(int(action))
    asked = [state for state in states if state.waiting == "decision"]
    assert choice(again, *asked) == choice(agent, *asked)
    (other,) = draw_boards(game, 1, seed=1)
    moved = agent_on(agent, other)
    made = make_agent("greedy:worlds=2", other)
    there = [State(other, max(game.players), seed=seed) for seed in range(20)]
    assert choice(moved, *there) == choice(made, *there)


def test_it_helps_a_search_and_answers_for_rivals() -> None:
    game = make_game("taverns")
    helped = "priors=greedy(worlds=1),opponents=greedy(worlds=1),rollout=greedy(worlds=1)"
    spec = f"mcts(simulations=8,{helped},evaluation=greedy(worlds=1),cutoff=0)"
    (block,) = play_games(game, [[spec, "random"]], games=1, seed=1, threads=1)
    assert (block.states["waiting"] == 2).all()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("greedy:worlds=-1", "worlds must not be negative"),
        ("greedy:worlds=65", "worlds must be 0 to 64"),
        ("greedy:trust=3", "trust is about worlds"),
        ("greedy:worlds=2,trust=-1", "trust must not be negative"),
        ("greedy:worlds=2,trust=nan", "trust"),
    ],
)
def test_options_that_make_no_sense_are_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=said):
        make_agent(spec, make_game("havresac"))


def test_a_game_whose_heuristics_do_not_look_ahead_says_so() -> None:
    game = extensive_game(Choice(0, {"first": End(0, 0), "second": End(0, 0)}), 2)
    near = Near(game, "near", Weights(np.array([2.0]), {}))
    with pytest.raises(ValueError, match="do not look ahead"):
        AheadAgent(near, 1, 1.0)

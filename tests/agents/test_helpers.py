"""Agents that lend a search values, preferences or play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_agents.advice import CompiledRule
from pixies_agents.search import helpers
from pixies_agents.search.options import TreeOptions
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.games.extensive import Choice, End, extensive_game


@rule
def choose_last(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any
) -> Any:
    """The last legal decision, or an illegal one if the numbers say so."""
    return int(ids[count - 1]) + int(data[0])


@rule
def evaluate(state: Any, board: Any, data: Any, values: Any) -> Any:
    """Judges no position of question 2; else seat 0 likes it, beyond all bounds."""
    if state.question == 2:
        return 0
    values[0], values[1] = data[0], -data[0]
    return 1


@rule
def prefer_last(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, weights: Any
) -> Any:
    """The last legal decision is the likeliest by far."""
    for index in range(count):
        weights[index] = 1.0
    weights[count - 1] = data[0]
    return 0


class Adviser(CompiledAgent):
    """Offers everything."""

    def __init__(self, game: Game, illegal: float = 0.0, value: float = 7.0) -> None:
        super().__init__(game, "adviser", choose_last, np.array([illegal]))
        self.evaluation = CompiledRule(evaluate, np.array([value]))
        self.preferences = CompiledRule(prefer_last, np.array([1000.0]))


def deep(question: int) -> Choice:
    """`up` leads to a position that the adviser praises, though all ends there are bad."""
    bad = {"x": End(-1, 1), "y": End(-0.5, 0.5)}
    inner = Choice(1, {"x": Choice(1, bad, question=2), "y": Choice(1, bad, question=2)})
    up = Choice(1, {"x": inner, "y": inner}, question=question)
    return Choice(0, {"up": up, "down": End(0, 0)})


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A search whose helpers named `adviser` are an Adviser."""

    def make(root: Any, *, illegal: float = 0.0, value: float = 7.0, **options: Any) -> Any:
        game = extensive_game(root, 2)

        def named(spec: str, game: Game) -> Any:
            if spec == "adviser":
                return Adviser(game, illegal, value)
            return make_agent(spec, game)

        monkeypatch.setattr(helpers, "make_agent", named)
        return game, TreeSearchAgent(game, TreeOptions(**{"simulations": 60, **options}))

    return make


def root_value(made: Any, action: int) -> np.ndarray:
    game, agent = made
    return agent.search(decisions_of([State(game, 2)])).values[0, action, :2]


def test_an_evaluation_cuts_rollouts_off_within_the_bounds_of_the_game(advised: Any) -> None:
    made = advised(deep(0), evaluation="adviser", simulations=2)
    assert root_value(made, 0).tolist() == [1.0, -1.0]


def test_a_position_that_is_not_judged_is_played_on_from(advised: Any) -> None:
    made = advised(deep(2), evaluation="adviser", simulations=2)
    assert root_value(made, 0).tolist() == [1.0, -1.0]


def test_the_cutoff_counts_decisions_of_the_rollout(advised: Any) -> None:
    assert root_value(advised(deep(0), evaluation="adviser", cutoff=1, simulations=2), 0)[0] == 1
    # Three decisions later the game is over.
    assert root_value(advised(deep(0), evaluation="adviser", cutoff=3, simulations=2), 0)[0] < 0


def test_rollouts_are_played_by_an_agent(advised: Any) -> None:
    made = advised(deep(0), rollout="adviser", simulations=2)
    assert root_value(made, 0).tolist() == [-0.5, 0.5]


def test_an_illegal_decision_of_a_rollout_agent_is_reported(advised: Any) -> None:
    game, agent = advised(deep(0), rollout="adviser", illegal=30.0)
    with pytest.raises(RuntimeError, match="adviser gave back a decision that is not legal"):
        agent.choose(decisions_of([State(game, 2)]))


# ---- opponents that are fixed to an agent


def baited() -> Choice:
    """`trap` is good against who takes the last decision, and bad against who plays well."""
    blunder = Choice(0, {"good": End(1, -1), "bad": End(-1, 1)})
    trap = Choice(1, {"refute": End(-1, 1), "blunder": blunder})
    return Choice(0, {"trap": trap, "safe": End(0.2, -0.2)})


def test_the_best_response_to_a_fixed_agent_is_found_and_max_n_shuns_it(advised: Any) -> None:
    for others, wanted in (("adviser", "trap"), ("max_n", "safe"), ("paranoid", "safe")):
        game, agent = advised(baited(), opponents=others, simulations=200)
        assert agent.explain(State(game, 2)).chosen == wanted, others
    game, agent = advised(baited(), opponents="adviser", simulations=200)
    told = agent.explain(State(game, 2))
    assert [step.name for step in told.candidates[0].line] == ["trap", "blunder", "good"]
    # What others decide has no node: the root and the second decision of seat 0 do.
    assert told.nodes == 2
    assert told.candidates[0].values == pytest.approx((1.0, -1.0), abs=0.1)


def test_the_fixed_agent_plays_in_rollouts_too(advised: Any) -> None:
    last = Choice(1, {"refute": End(-1, 1), "blunder": End(1, -1)})
    root = Choice(0, {"go": Choice(0, {"x": last, "y": last}), "stop": End(0, 0)})
    assert root_value(advised(root, opponents="adviser", simulations=2), 0).tolist() == [1, -1]


def test_an_illegal_decision_of_a_fixed_agent_is_reported(advised: Any) -> None:
    game, agent = advised(baited(), opponents="adviser", illegal=30.0)
    with pytest.raises(RuntimeError, match="opponents: adviser gave back a decision that is not"):
        agent.choose(decisions_of([State(game, 2)]))


def test_preferences_guide_the_search(advised: Any) -> None:
    ways = {f"w{way}": End(0, 0) for way in range(20)}
    game, agent = advised(Choice(0, ways), priors="adviser", simulations=30)
    result = agent.search(decisions_of([State(game, 2)]))
    assert result.chosen[0] == 19 and result.visits[0, 19] > 15
    told = agent.explain(State(game, 2))
    assert told.candidates[0].prior == pytest.approx(0.9 * 1000 / 1019 + 0.1 / 20)
    assert "prior" in str(told)


def test_priors_do_not_keep_it_from_what_is_better(advised: Any) -> None:
    ways = {"best": End(0.5, -0.5), "other": End(0, 0), "praised": End(-0.5, 0.5)}
    game, agent = advised(Choice(0, ways), priors="adviser", simulations=300)
    assert agent.explain(State(game, 2)).chosen == "best"


def test_any_compiled_agent_gives_priors(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {f"w{way}": End(0, 0) for way in range(20)}
    game = extensive_game(Choice(0, ways), 2)
    agent = CompiledAgent(game, "last", choose_last, np.array([0.0]))
    monkeypatch.setattr(
        helpers,
        "make_agent",
        lambda spec, game: agent if spec == "last" else make_agent(spec, game),
    )
    search = TreeSearchAgent(game, TreeOptions(simulations=30, priors="last"))
    assert search.search(decisions_of([State(game, 2)])).chosen[0] == 19

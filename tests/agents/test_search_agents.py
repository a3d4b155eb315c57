"""Searching agents among other agents: seeds, threads, kept trees, onlookers, budgets."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from pixies_agents.search import base
from pixies_agents.search.flat_agent import FlatAgent
from pixies_agents.search.options import FlatOptions, TreeOptions
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_env.core.agents import Decisions
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.compilation import cores
from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.games import hidden_card
from tests.games.extensive import Chance, Choice, End, extensive_game

GAME = hidden_card.game()


def tree(**options: Any) -> TreeSearchAgent:
    return TreeSearchAgent(GAME, TreeOptions(**{"simulations": 40, **options}))


def final_states(*agents: Any, **arguments: Any) -> bytes:
    """All final positions of some games."""
    blocks = play_games(GAME, list(agents), games=5, seed=3, **arguments)
    return b"".join(block.states.tobytes() for block in blocks)


def positions(games: int = 6, players: int = 3) -> list[State]:
    """Decisions in the middle of games."""
    rng = np.random.default_rng(5)
    states = []
    for lane in range(games):
        state = State(GAME, players, 1, lane=lane)
        for _ in range(lane):
            state.apply(int(rng.choice(state.legal_actions())))
        states.append(state.skip_forced())
    return [state for state in states if not state.is_over]


@pytest.mark.parametrize("threads", [2, 5])
def test_equal_seeds_give_equal_moves_whatever_the_threads(threads: int) -> None:
    states = positions()
    decisions = decisions_of(states, bits=range(len(states)))
    alone = tree(threads=1).search(decisions)
    together = tree(threads=threads).search(decisions)
    assert np.array_equal(alone.chosen, together.chosen)
    assert np.array_equal(alone.visits, together.visits)
    one_by_one = [
        tree(threads=1).search(decisions_of([state], bits=[row])).visits[0]
        for row, state in enumerate(states)
    ]
    assert np.array_equal(alone.visits, np.stack(one_by_one))


def test_whole_games_are_the_same_whatever_the_threads_and_blocks() -> None:
    first = final_states(tree(threads=1), "random", "random")
    assert final_states(tree(threads=3), "random", "random", block=2) == first
    assert final_states(tree(threads=3), "random", "random", threads=1) == first


def test_a_search_is_made_without_what_helps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever only wants to know whether there is such an agent need not wait for a compiler."""

    def compile_nothing(*_: Any) -> Any:
        raise AssertionError("the helpers were compiled")

    with monkeypatch.context() as patch:
        patch.setattr(base, "make_helpers", compile_nothing)
        agent = tree(rollout="careful", priors="careful")
    assert agent.choose(decisions_of(positions()[:1])).shape == (1,)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernels_are_told_of_as_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "_most", 1)
    agent = tree()
    final_states(agent, "random", "random")
    env = BatchEnv(GAME, 2, 3)
    env.step(env.reset().action_masks.argmax(axis=1))
    for kernel, arguments in [*agent.kernel_calls(), *env.kernel_calls()]:
        assert tuple(map(kernel.typeof_pyval, arguments)) in kernel.overloads


def test_a_game_is_the_same_while_a_searching_agent_looks_on() -> None:
    onlooker = tree()

    def look(observed: Observed) -> None:
        onlooker.choose(observed.decisions)
        onlooker.values(observed.decisions)

    quiet = final_states("random", "random", observer=lambda observed: None)
    assert final_states("random", "random", observer=look) == quiet
    assert final_states("random", "random") == quiet


def test_explaining_changes_nothing() -> None:
    agent, state = tree(), positions()[2]
    decisions = decisions_of([state], games=[7])
    before, content = agent.choose(decisions), state.to_bytes()
    agent.explain(state)
    assert state.to_bytes() == content
    assert np.array_equal(agent.choose(decisions), before)


def test_the_tree_is_kept_for_the_next_decision_of_a_player() -> None:
    ways = {"a": End(0.1, -0.1), "b": End(0.4, -0.4), "c": End(-0.3, 0.3), "d": End(0.2, -0.2)}
    root = Choice(0, {"go": Choice(0, ways, question=1), "stop": End(-1, 1)})
    game = extensive_game(root, 2)
    agent = TreeSearchAgent(game, TreeOptions(simulations=60))
    state = State(game, 2)
    agent.choose(decisions_of([state], games=[3]))
    state.apply("go")

    def visits(games: list[int] | None) -> int:
        agent.choose(decisions_of([state], games=games))
        assert agent._last is not None
        return int(agent._last[1].visits.sum())

    assert visits([4]) == visits(None) == 60  # another game; not known which
    assert visits([3]) > 100
    assert (
        TreeSearchAgent(game, TreeOptions(simulations=60, keep_tree=False))
        .search(decisions_of([state]))
        .visits.sum()
        == 60
    )


def test_the_tree_is_kept_beside_a_card_that_stays_hidden() -> None:
    def dealt(card: str) -> Choice:
        pay = 0.4 if card == "A" else -0.4
        last = Choice(0, {"a": End(pay, -pay), "b": End(0.1, -0.1)}, {0: "last"}, 2)
        reply = Choice(1, {"on": last, "off": End(0.0, 0.0)}, {0: "reply"}, 1)
        return Choice(0, {"go": reply, "stop": End(-1, 1)}, {0: "first"})

    game = extensive_game(Chance([(1, dealt("A")), (1, dealt("B"))]), 2)
    agent = TreeSearchAgent(game, TreeOptions(simulations=60))
    state = State(game, 2)
    agent.choose(decisions_of([state], games=[3]))
    state.apply("go")
    state.apply("on")
    agent.choose(decisions_of([state], games=[3]))
    assert agent._last is not None
    assert int(agent._last[1].visits.sum()) > 65


def test_the_tree_is_kept_across_chance_that_it_has_met() -> None:
    """A node stands for all chance that leads to the same question: such a one is not kept."""

    def after(question: int) -> Choice:
        return Choice(0, {"a": End(0.1, -0.1), "b": End(0.4, -0.4)}, question=question)

    for questions, kept in (((1, 2), True), ((1, 1), False)):
        rolled = Chance([(1, after(question)) for question in questions])
        game = extensive_game(Choice(0, {"roll": rolled, "stop": End(-1, 1)}), 2)
        agent = TreeSearchAgent(game, TreeOptions(simulations=60))
        for seed in range(4):
            state = State(game, 2, seed)
            agent.choose(decisions_of([state], games=[seed]))
            state.apply("roll")
            agent.choose(decisions_of([state], games=[seed]))
            assert agent._last is not None
            assert (int(agent._last[1].visits.sum()) > 65) == kept


def test_new_games_begin_without_the_trees_of_earlier_ones() -> None:
    agent = tree()
    first = final_states(agent, "random", "random")
    assert len(agent._kept) > 0
    assert final_states(agent, "random", "random") == first
    agent.forget()
    assert len(agent._kept) == 0


def test_time_is_a_budget() -> None:
    agent = tree(simulations=10**9, seconds=0.05, nodes=1000)
    started = time.perf_counter()
    result = agent.search(decisions_of(positions()[:1]))
    assert 1 <= result.simulations[0] < 10**9
    assert time.perf_counter() - started < 30


def test_values_and_probabilities_have_the_shapes_of_the_protocol() -> None:
    states = positions()
    decisions = decisions_of(states)
    for agent in (tree(), FlatAgent(GAME, FlatOptions(simulations=20))):
        assert agent.values(decisions).shape == (len(states), GAME.max_players)
        probabilities = agent.probabilities(decisions)
        assert probabilities.shape == decisions.action_masks.shape
        assert probabilities.sum(axis=1) == pytest.approx(1.0)
        assert (probabilities[~decisions.action_masks] == 0).all()
        chosen = agent.choose(decisions)
        assert (probabilities[np.arange(len(states)), chosen] > 0).all()


def test_an_explanation_is_a_table_with_lines_by_name() -> None:
    state = State(GAME, 3, 1)
    told = tree(simulations=300).explain(state, candidates=2, longest=3)
    text = str(told)
    assert "300 simulations" in text and "seat 2" in text
    assert len(told.candidates) == 2
    best = told.candidates[0]
    assert best.name == told.chosen and best.name in state.legal_names()
    assert [step.player for step in best.line][:2] == [0, 1]
    assert told.as_dict()["candidates"][0]["visits"] == best.visits
    flat = FlatAgent(GAME, FlatOptions(simulations=30)).explain(state)
    assert flat.nodes == 0 and len(flat.candidates) == 2


def test_only_decisions_can_be_explained() -> None:
    state = State(GAME, 2, chance="manual")
    with pytest.raises(ValueError, match="waits for chance"):
        tree().explain(state)


def test_specifications() -> None:
    agent = make_agent("mcts:simulations=7,rollout=random,exploration=1.5,keep_tree=false", GAME)
    assert isinstance(agent, TreeSearchAgent)
    assert agent.options == TreeOptions(simulations=7, exploration=1.5, keep_tree=False)
    assert agent.name == "mcts:simulations=7,exploration=1.5,keep_tree=False"
    assert make_agent(agent.name, GAME).options == agent.options  # type: ignore[attr-defined]
    assert isinstance(make_agent("flat(simulations=5,seconds=2)", GAME), FlatAgent)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:simulations=0", "simulations must be at least 1"),
        ("mcts:simulation=5", "did you mean simulations"),
        ("mcts:rollout=grredy", "there is no agent 'grredy'"),
        ("mcts:rollout=random(depth=2)", "random has none"),
        ("mcts:rollout=mcts", "no compiled agent"),
        ("mcts:evaluation=random", "values no positions"),
        ("mcts:cutoff=3", "cutoff needs an evaluation"),
        ("mcts:exploration=-1", "exploration must not be negative"),
        ("mcts:seconds=0", "seconds must be more than 0"),
        ("mcts:nodes=0", "nodes must be at least 1"),
        ("mcts:prior_noise=2", "prior_noise must be 0 to 1"),
        ("mcts:rollout=random(", "no counterpart"),
        ("flat:priors=random", "flat has no option 'priors'"),
        ("flat:simulations=few", "simulations"),
    ],
)
def test_a_bad_specification_says_what_is_possible(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, GAME)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:gumbel_scale=2", "gumbel_scale has no effect here: it needs gumbel"),
        ("mcts:priors=random,gumbel_scale=2", "gumbel_scale has no effect here: it needs gumbel"),
        ("mcts:network=x,gumbel=0,gumbel_scale=2", "it needs gumbel, at whose root it weighs"),
        ("mcts:prior_noise=0.2", "prior_noise has no effect here: it needs a network or priors"),
        ("mcts:priors=random,root_concentration=3", "it needs root_noise"),
        ("mcts:widening_exponent=0.3", "it needs widening"),
        ("mcts:leaves=4", "leaves has no effect here: it needs a network"),
        ("mcts:batch=4", "batch has no effect here: it needs a network"),
        ("mcts:network=x,leaves=1,virtual_loss=2", "a network and leaves of more than 1"),
        ("mcts:network=x,rollout=greedy", "it needs value_share of less than 1"),
        ("mcts:network=x,evaluation=greedy", "it needs value_share of less than 1"),
        ("ppo:other,file=x.npz", "policy and file both say what is played by"),
        ("llm:model=x,on_limit=fallback", "on_limit has no effect here: it needs calls or cost"),
    ],
)
def test_an_option_that_has_no_effect_without_another_one_is_refused(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, GAME)
    assert words in str(caught.value)


def test_no_decision_gives_no_choice() -> None:
    decisions = decisions_of(positions()[:1])
    empty = Decisions(*(None if array is None else array[:0] for array in decisions))
    assert tree().choose(empty).shape == (0,)

"""Agents: the protocol, compiled choices, and specifications."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import pytest

from pixies_env.core import specs
from pixies_env.core.agents import Agent, CompiledAgent, Decisions, RandomAgent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.compilation.compile import rule
from pixies_env.core.specs import AgentKind, AgentSpecError, agent_names, make_agent, make_agents
from tests.games.hidden_card import game

GAME = game()


@rule
def highest(state, board, player, ids, count, data, bits):
    return int(ids[count - 1 - int(data[0])])


@rule
def own_lowest_card(state, board, player, ids, count, data, bits):
    for other in range(int(state.players)):
        if other != player:
            for value in range(6):
                if int(state.hand[other, value]) > 0:
                    return -1
    return int(ids[0])


def decisions_of(env: BatchEnv) -> Decisions:
    step = env.shown
    seats = step.players.astype(np.int64)
    bits = np.arange(env.num_envs, dtype=np.uint64) * np.uint64(2**60)
    return Decisions(env.states.copy(), None, step.action_masks.copy(), seats, bits)


def begun() -> BatchEnv:
    env = BatchEnv(GAME, 12, 3, 5)
    env.reset()
    return env


def test_the_random_agent_spreads_over_what_is_legal():
    agent, decisions = RandomAgent(GAME), decisions_of(begun())
    assert isinstance(agent, Agent) and agent.name == "random" and not agent.needs_observations
    chosen = agent.choose(decisions)
    assert chosen.shape == (12,) and chosen.dtype == np.int64
    assert decisions.action_masks[np.arange(12), chosen].all()
    assert len(set(chosen.tolist())) > 1
    probabilities = agent.probabilities(decisions)
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert ((probabilities > 0) == decisions.action_masks).all()


def test_agents_are_made_for_a_game_by_its_name():
    agent = make_agent("random", "pixie_queen")
    assert agent.game.name == "pixie_queen"
    one, same, handed = make_agents(["random", "random", agent], "pixie_queen")
    assert one is same and handed is agent
    for make in (make_agent, lambda spec, named: make_agents([spec], named)):
        with pytest.raises(
            ValueError, match=r"no game 'pixie_quen' \(did you mean pixie_queen\?\)"
        ):
            make("random", "pixie_quen")
        with pytest.raises(TypeError, match="must be a Game or the name of one, not 5"):
            make("random", 5)


def test_the_same_decisions_give_the_same_choices():
    agent, decisions = RandomAgent(GAME), decisions_of(begun())
    assert np.array_equal(agent.choose(decisions), agent.choose(decisions))


def test_a_compiled_rule_is_handed_its_numbers():
    decisions = decisions_of(begun())
    last = decisions.action_masks.shape[1] - 1 - decisions.action_masks[:, ::-1].argmax(axis=1)
    assert np.array_equal(CompiledAgent(GAME, "high", highest, [0.0]).choose(decisions), last)
    second = CompiledAgent(GAME, "second", highest, [1.0])
    several = decisions.action_masks.sum(axis=1) > 1
    assert (second.choose(decisions)[several] < last[several]).all()
    assert "second" in repr(second)
    with pytest.raises(ValueError, match="one dimension"):
        CompiledAgent(GAME, "flat", highest, [[1.0]])


@dataclass(frozen=True)
class Options:
    depth: int = field(default=2, metadata={"help": "how far it looks"})
    style: Literal["bold", "shy"] = "bold"
    greed: float = 0.5
    loud: bool = False
    path: str = ""


def _make(game_, options):
    if options.depth > 9:
        raise ValueError("too deep")
    agent = CompiledAgent(game_, "thinker", highest, [0.0])
    agent.options = options
    return agent


class _Point:
    def __init__(self, name, loaded):
        self.name = name
        self.loaded = loaded

    def load(self):
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


@pytest.fixture
def thinker(monkeypatch):
    points = {
        "thinker": _Point("thinker", AgentKind("thinker", "thinks", _make, Options)),
        "broken": _Point("broken", ImportError("no module named torch")),
        "odd": _Point("odd", 3),
    }
    monkeypatch.setattr(specs, "_installed", lambda: points)


@pytest.mark.usefixtures("thinker")
def test_a_specification_sets_typed_options():
    agent = make_agent("thinker: depth = 4, style=shy,greed=1e-1,loud=true,path=/a/b.c", GAME)
    assert agent.options == Options(4, "shy", 0.1, True, "/a/b.c")
    assert make_agent("thinker", GAME).options == Options()
    assert agent_names() == ["random", "thinker", "broken", "odd"]


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("thinkr", ["did you mean thinker", "there are random, thinker"]),
        ("", ["there is no agent ''"]),
        ("thinker:deep=3", ["no option 'deep'", "depth: int = 2, how far it looks"]),
        ("thinker:depth", ["key=value", "greed: float = 0.5"]),
        ("thinker:depth=", ["depth", "integer"]),
        ("thinker:depth=x", ["depth", "integer", "greed: float"]),
        ("thinker:depth=1,depth=2", ["twice"]),
        ("thinker:style=loud", ["style", "'bold' or 'shy'"]),
        ("thinker:depth=10", ["too deep", "hidden_card"]),
        ("broken", ["needs a package", "torch"]),
        ("odd", ["no AgentKind"]),
        ("random:x=1", ["random has none"]),
    ],
)
def test_a_bad_specification_is_refused_with_what_is_possible(spec, parts):
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, GAME)
    for part in parts:
        assert part in str(caught.value)


def test_agents_are_handed_through_and_other_things_refused():
    agent = RandomAgent(GAME)
    assert make_agent(agent, GAME) is agent
    for wrong in (None, 3, object()):
        with pytest.raises(TypeError, match="agent"):
            make_agent(wrong, GAME)


def test_equal_specifications_share_one_agent():
    first, second, third = make_agents(["random", RandomAgent(GAME), "random"], GAME)
    assert first is third and first is not second


def test_the_only_agent_there_is_is_named_in_the_singular(monkeypatch):
    monkeypatch.setattr(specs, "_installed", dict)
    with pytest.raises(AgentSpecError, match="there is only random"):
        make_agent("greedy", GAME)


class Nameless:
    needs_observations = False

    def choose(self, decisions):
        return decisions.action_masks.argmax(axis=1)


class First(Nameless):
    name = "first"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            Nameless(),
            "Nameless object at .* is no agent: it has no name. An agent has name, a text",
        ),
        (object(), "it has no name and no needs_observations and no choose. An agent"),
        (5, "5 is no agent"),
        (First, r"First is a class: an agent is made of it, First\(...\)"),
    ],
)
def test_what_is_no_agent_is_told_what_an_agent_has(given, said):
    with pytest.raises(TypeError, match=said):
        make_agent(given, game())
    with pytest.raises(TypeError, match=said):
        next(play_games(game(), [given, "random"], games=1))

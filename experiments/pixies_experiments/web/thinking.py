"""What agents do and think at a table. Everything here computes; call it in a worker thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from pixies_agents.search.base import SearchAgent
from pixies_agents.search.explanation import Candidate
from pixies_agents.search.principal_variation import Step
from pixies_env.core.agents import Agent, Decisions, WrongChoiceError, ask
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, agent_names
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words
from pixies_experiments.agents import default_search, open_agent
from pixies_experiments.compilation import compile_table
from pixies_experiments.web.model import TableError, decisions_of
from pixies_experiments.web.seats import HUMAN
from pixies_experiments.web.timeline import Stream

ADVISERS = (200, 1000)
"""Simulations of the searches that can always be asked."""
_NOT_OFFERED = (
    "external",
    "flat",
    "llm",
    "mcts",
    "onnx",
    "openspiel",
    "ppo",
    "sb3",
    "torchscript",
)
"""A page must not be able to start programs, to read files or to spend money; searches are offered
with their simulations, those of OpenSpiel are too slow, and a learned agent needs to be told its
policy."""
MOST_TOLD = 8
"""Decisions of which an opinion tells, and decisions of a line."""


class Thinker:
    """The agents of one table, made when they are first wanted.

    Not for several threads at once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._agents: dict[str, Agent] = {}

    def agent(self, spec: str) -> Agent:
        """The agent of a specification."""
        if spec not in self._agents:
            self._agents[spec] = open_agent(spec, self.game)
        return self._agents[spec]

    def compile(self, specs: Iterable[str]) -> None:
        """Compile the game, and what agents of these specifications need."""
        compile_table(self.game, [self.agent(spec) for spec in specs])

    def choose(self, spec: str, state: State, stream: Stream, number: int) -> int:
        """Decision of an agent; TableError says what went wrong."""
        agent = self.agent(spec)
        decisions = decisions_of(state, stream, number, agent.needs_observations)
        return _asked(agent, decisions)

    def opinion(self, spec: str, state: State, stream: Stream, number: int) -> dict[str, Any]:
        """What an agent would do at a position and, as far as it tells, what it thinks of it.

        A search tells the value that it expects for each seat after each decision, and the line
        that it expects; other agents how likely they would take each.
        """
        agent = self.agent(spec)
        decisions = decisions_of(state, stream, number, agent.needs_observations)
        if isinstance(agent, SearchAgent):
            return _explained(agent, state, int(decisions.bits[0]))
        chosen = _asked(agent, decisions)
        told: list[dict[str, Any]] = [{"id": chosen, "share": None}]
        if hasattr(agent, "probabilities"):
            shares = np.asarray(agent.probabilities(decisions))[0]
            order = sorted(state.legal_actions(), key=lambda entry: -shares[entry])
            told = [{"id": int(entry), "share": float(shares[entry])} for entry in order]
        return {
            "agent": agent.name,
            "player": state.player,
            "chosen": _named(state, chosen),
            "simulations": None,
            "values": None,
            "candidates": [
                {**_named(state, entry["id"]), "share": entry["share"], "values": None, "line": []}
                for entry in told[:MOST_TOLD]
            ],
        }


def _asked(agent: Agent, decisions: Decisions) -> int:
    try:
        return int(ask(agent, decisions)[0])
    except WrongChoiceError as error:
        raise TableError(f"the agent {agent.name} {error.what}") from error


def _named(state: State, action: int) -> dict[str, Any]:
    return {
        "id": int(action),
        "name": state.action_name(int(action)),
        "words": action_words(state.game, state.array, int(action)),
    }


def _explained(agent: SearchAgent, state: State, bits: int) -> dict[str, Any]:
    found = agent.explain(state, bits=bits, candidates=MOST_TOLD, longest=MOST_TOLD)
    total = sum(candidate.visits for candidate in found.candidates)
    return {
        "agent": found.agent,
        "player": found.player,
        "chosen": _named(state, state.action_id(found.chosen)),
        "simulations": found.simulations,
        "values": _expected(found.chosen, found.candidates),
        "candidates": [
            {
                **_named(state, candidate.action),
                "share": candidate.visits / total if total else None,
                "values": candidate.values,
                "line": [_step(step) for step in candidate.line[1:]],
            }
            for candidate in found.candidates
        ],
    }


def _step(step: Step) -> dict[str, Any]:
    return {"player": step.player, "name": step.name, "words": step.words}


def _expected(chosen: str, candidates: Iterable[Candidate]) -> list[float] | None:
    """Values of the decision that was chosen; visits of others do not tell how good they are."""
    for candidate in candidates:
        if candidate.name == chosen and candidate.values is not None:
            return list(candidate.values)
    return None


def advisers(game: Game, wanted: Iterable[str], seats: Iterable[str]) -> list[str]:
    """Specifications that a page may name: those wanted, searches, other agents, those seated."""
    searches = (default_search(game, simulations) for simulations in ADVISERS)
    found = list(dict.fromkeys([*wanted, *searches]))
    for name in agent_names():
        if name in _NOT_OFFERED or name in found:
            continue
        try:
            open_agent(name, game)
        except AgentSpecError:
            continue
        found.append(name)
    return list(dict.fromkeys([*found, *(spec for spec in seats if spec != HUMAN)]))

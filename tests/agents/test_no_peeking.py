"""No agent reads what its seat cannot see."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.agents import Agent
from pixies_env.core.game import Game
from pixies_env.core.specs import agent_names, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.agents.conftest import decisions_of
from tests.games import hidden_card

OPTIONS = {"mcts": "mcts:simulations=24", "flat": "flat:simulations=24"}
ASKING = {"external", "llm", "onnx", "openspiel", "sb3", "torchscript"}
"""What they see is tested with them."""
AGENTS = [OPTIONS.get(name, name) for name in agent_names() if name not in ASKING]


def alike(game: Game, state: State) -> list[State]:
    """Positions that the player to move cannot tell from this one, but which differ."""
    found = [state.resampled(state.player, bits) for bits in range(6)]
    assert len({other.position_bytes for other in found}) > 1
    return found


def assert_equal_choices(agent: Agent, states: list[State]) -> None:
    decisions = decisions_of(states, bits=77)
    chosen = agent.choose(decisions)
    assert (chosen == chosen[0]).all()
    for method in ("probabilities", "values"):
        if hasattr(agent, method):
            rows = getattr(agent, method)(decisions)
            assert np.array_equal(rows, np.broadcast_to(rows[0], rows.shape))


@pytest.mark.parametrize(
    "spec", [spec for spec in AGENTS if spec.split(":")[0] in ("random", "careful", "mcts", "flat")]
)
def test_hidden_card(spec: str) -> None:
    game = hidden_card.game()
    state = State(game, 3, 4)
    state.apply(int(state.legal_actions()[0]))
    assert_equal_choices(make_agent(spec, game), alike(game, state))


HELPED = "mcts(simulations=24,rollout=greedy,evaluation=greedy,cutoff=4,priors=greedy)"


@pytest.mark.parametrize("spec", [*AGENTS, HELPED])
def test_secret_offers(spec: str) -> None:
    game = make_game("pixie_queen")
    rng = np.random.default_rng(3)
    state = State(game, 3, 3)
    while not (
        state.question == "offer"
        and not np.array_equal(state.hidden_from(state.player).array, state.array)
    ):
        state.apply(int(rng.choice(state.legal_actions())))
    assert_equal_choices(make_agent(spec, game), alike(game, state))

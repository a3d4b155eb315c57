"""The root of a search by Gumbel noise and sequential halving."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pixies_agents.search.evaluator import NetworkEvaluator
from pixies_agents.search.gumbel import schedule
from pixies_agents.search.network import NetworkSearchAgent
from pixies_agents.search.options import TreeOptions
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.games import hidden_card
from tests.games.extensive import Choice, End, extensive_game
from tests.learning.networks import untrained

ARMS = 40


def bandit(seed: int) -> tuple[Game, np.ndarray]:
    """Forty decisions that end the game, and what each is worth."""
    values = np.round(np.random.default_rng(seed).uniform(-1.0, 1.0, ARMS), 3)
    ways = {f"arm{arm}": End(value, -value) for arm, value in enumerate(values)}
    return extensive_game(Choice(0, ways), 2), values


def search(game: Game, seed: int, **options: object) -> tuple[NetworkSearchAgent, np.ndarray]:
    """A Gumbel search with a network of random preferences, and its policy at the root."""
    network = untrained(game, scale=6.0, seed=seed)
    given = TreeOptions(**{"network": "untrained", "gumbel": 16, "prior_noise": 0.0, **options})  # type: ignore[arg-type]
    agent = NetworkSearchAgent(game, given, NetworkEvaluator(network, game))
    logits = network.forward(State(game, 2).observation(0)[None])[0][0]
    weights = np.exp(logits - logits.max())
    return agent, weights / weights.sum()


@pytest.mark.parametrize(
    ("considered", "simulations", "wanted"),
    [
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (1, 3, [0, 1, 2]),
        (3, 9, [0, 0, 0, 1, 1, 2, 2, 3, 3]),
        (8, 12, [0] * 8 + [1] * 4),
    ],
)
def test_the_schedule_tries_all_alike_and_halves_them(
    considered: int, simulations: int, wanted: list[int]
) -> None:
    got = [schedule(considered, simulations, number)[0] for number in range(simulations)]
    assert got == wanted


@pytest.mark.parametrize("seed", range(2))
def test_sixteen_simulations_are_worth_at_least_the_policy(seed: int) -> None:
    """Policy improvement: on average over the noise no less than what the policy draws."""
    game, values = bandit(seed)
    agent, policy = search(game, seed, simulations=16, temperature=1.0)
    count = 200
    decisions = decisions_of([State(game, 2)] * count, bits=range(count))
    result = agent.search(decisions)
    assert (result.visits.sum(axis=1) == 16).all() and ((result.visits > 0).sum(axis=1) == 16).all()
    found, drawn = values[result.chosen], float(policy @ values)
    # Three standard errors of the mean are far from what is gained.
    assert found.mean() - 3 * found.std() / np.sqrt(count) > drawn
    # Without simulations beyond the first, noise and priors alone decide: it draws the policy.
    alone, _ = search(game, seed, simulations=1, gumbel=1, temperature=1.0)
    shares = np.bincount(alone.search(decisions).chosen, minlength=ARMS) / count
    np.testing.assert_allclose(shares, policy, atol=0.12)


def test_without_noise_the_likeliest_are_halved_down_to_the_best() -> None:
    game, values = bandit(9)
    agent, policy = search(game, 9, simulations=64, gumbel=8)
    result = agent.search(decisions_of([State(game, 2)] * 2, bits=[1, 2]))
    assert result.chosen[0] == result.chosen[1]
    likeliest = np.argsort(-policy)[:8]
    visits = result.visits[0]
    assert set(np.flatnonzero(visits)) == set(likeliest)
    assert sorted(visits[likeliest]) == [2, 2, 2, 2, 7, 7, 21, 21]
    sums = np.log(policy) + (50 + 21) * (values + 1.0) / 2.0
    assert result.chosen[0] == max(likeliest, key=lambda arm: sums[arm])


def test_a_root_is_halved_by_the_values_of_all_leaves_that_were_gathered() -> None:
    _, values = bandit(9)
    ways = {
        f"arm{arm}": Choice(1, {"x": End(value, -value), "y": End(value, -value)})
        for arm, value in enumerate(values)
    }
    game = extensive_game(Choice(0, ways), 2)
    for leaves in (1, 8, 64):
        agent, policy = search(game, 9, simulations=64, gumbel=8, leaves=leaves)
        visits = agent.search(decisions_of([State(game, 2)])).visits[0]
        likeliest = np.argsort(-policy[:ARMS])[:8]
        assert set(np.flatnonzero(visits)) == set(likeliest)
        assert sorted(visits[likeliest]) == [2, 2, 2, 2, 7, 7, 21, 21]


def test_a_network_halves_its_root_unless_something_else_is_asked_of_it() -> None:
    game, _ = bandit(9)
    decisions = decisions_of([State(game, 2)])
    found = [
        search(game, 9, simulations=64, gumbel=given)[0].search(decisions)
        for given in (None, 16, 0)
    ]
    assert np.array_equal(found[0].visits, found[1].visits)
    assert not np.array_equal(found[0].visits, found[2].visits)
    for other in ("root_noise", "lcb", "temperature", "seconds"):
        asked: dict[str, Any] = {"network": "untrained", other: 0.5}
        assert TreeOptions(**asked).considered == 0
    assert TreeOptions(network="untrained", seconds=0.5, gumbel=4).considered == 4
    assert TreeOptions(priors="random").considered == 0


def test_gumbel_needs_priors_and_has_noise_of_its_own() -> None:
    game = hidden_card.game()
    with pytest.raises(AgentSpecError, match="gumbel needs a network or priors"):
        make_agent("mcts:gumbel=8", game)
    with pytest.raises(AgentSpecError, match="root_noise is for a root without gumbel"):
        make_agent("mcts:gumbel=8,priors=random,root_noise=0.1", game)
    with pytest.raises(AgentSpecError, match="lcb chooses by itself"):
        make_agent("mcts:lcb=2,temperature=1", game)
    with pytest.raises(AgentSpecError, match="opponents: 'mcts' is no compiled agent"):
        make_agent("mcts:opponents=mcts", game)

"""Agents inside the options of agents."""

from __future__ import annotations

import pytest

from pixies_agents.search.options import TreeOptions, spec_text
from pixies_env.core.specs import AgentSpecError, parse_spec
from pixies_experiments.simulation import split_agents


def test_an_agent_in_parentheses_has_options_of_its_own() -> None:
    kind, options = parse_spec("mcts:rollout=greedy(temperature=1,weights=a.toml),simulations=5")
    assert kind.name == "mcts"
    assert options == TreeOptions(rollout="greedy(temperature=1,weights=a.toml)", simulations=5)


def test_both_forms_of_options_are_the_same() -> None:
    assert parse_spec("flat(simulations=5)") == parse_spec("flat:simulations=5")


def test_quotes_hold_commas_and_parentheses() -> None:
    _, options = parse_spec("external:command='bot --levels 1,2 (x',seconds=3")
    assert options.command == "bot --levels 1,2 (x" and options.seconds == 3


@pytest.mark.parametrize("spec", ["mcts(simulations=5", "mcts:rollout=greedy(", "mcts:rollout=a)b"])
def test_a_parenthesis_without_counterpart(spec: str) -> None:
    with pytest.raises(AgentSpecError, match="parenthesis"):
        parse_spec(spec)


def test_a_list_of_agents_is_cut_between_them() -> None:
    agents = (
        "greedy(temperature=1),mcts:simulations=3,rollout=greedy(temperature=2,weights=a),random"
    )
    assert split_agents(agents) == [
        "greedy(temperature=1)",
        "mcts:simulations=3,rollout=greedy(temperature=2,weights=a)",
        "random",
    ]


def test_the_name_of_a_search_makes_the_same_search() -> None:
    options = TreeOptions(rollout="greedy:temperature=2,weights=a", cutoff=3, evaluation="greedy")
    _, again = parse_spec(spec_text("mcts", options))
    assert again.rollout == "greedy(temperature=2,weights=a)" and again.cutoff == 3

"""`pixies bench agents`."""

from __future__ import annotations

from typing import Any


def test_it_measures_search_and_heuristic(pixies: Any) -> None:
    told = pixies.json("bench", "agents", "--quick")
    assert set(told) == {"machine", "figures", "context"}
    assert told["figures"]["mcts_sims"] > 0
    assert told["context"]["mcts_sims"]["threads"] == 1
    # Nobody wrote a heuristic for this game.
    assert told["figures"]["greedy_rate"] is None
    assert "greedy" in told["context"]["greedy_rate"]["note"]
    # Nor trained a network.
    assert told["figures"]["network_sims"] is None
    assert "'default'" in told["context"]["network_sims"]["note"]


def test_people_get_a_table(pixies: Any) -> None:
    result = pixies("bench", "agents", "--quick")
    assert result.exit_code == 0, result.stderr
    assert "mcts_sims" in result.stdout and "simulations" not in result.stdout.split("\n")[0]

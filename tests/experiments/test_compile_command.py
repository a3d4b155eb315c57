"""`pixies compile`: all that a game and agents use is made, and where it is kept is said."""

from __future__ import annotations

import pytest

from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.compilation.kernel_cache import cache_bases

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

AGENTS = "random,mcts:simulations=4"


def test_it_tells_what_was_made_and_where(pixies):
    made = pixies.json("compile", "--agents", AGENTS, "--players", 2)
    assert made["folder"] == str(cache_bases()[0])
    assert list(made["seconds"])[:3] == ["rules", "single games", "batches"]
    assert len(made["seconds"]) == 5
    assert made["compiled"] >= 0


def test_afterwards_nothing_is_compiled(pixies):
    pixies.json("compile", "--agents", AGENTS, "--players", 2)
    played = pixies("simulate", "--agents", AGENTS, "--games", 3)
    assert played.exit_code == 0
    assert "compiling" not in played.stderr


def test_agents_and_players_that_cannot_be_are_refused(pixies):
    assert "there is no agent 'nobody'" in pixies.refused("compile", "--agents", "nobody")
    assert "players, not 77" in pixies.refused("compile", "--players", 77)

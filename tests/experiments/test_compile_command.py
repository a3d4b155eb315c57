"""`pixies compile`: all that a game and agents use is made, and where it is kept is said."""

from __future__ import annotations

import json

import pytest

from pixies_env.core.compilation import kernel_cache
from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.compilation.kernel_cache import cache_bases
from tests.machine_code import forget

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


def test_it_fails_where_the_folder_that_was_meant_does_not_hold_the_code(
    pixies, tmp_path, monkeypatch
):
    """An image would begin without it, and nothing would tell."""
    there = cache_bases()[0]
    file = tmp_path / "a file"
    file.touch()
    monkeypatch.setenv("PIXIES_CACHE_DIR", str(file))
    monkeypatch.setattr(kernel_cache.platformdirs, "user_cache_dir", lambda name: str(there))
    forget()
    try:
        failed = pixies("compile", "--json")
    finally:
        monkeypatch.undo()
        forget()
    assert failed.exit_code == 1
    said = json.loads(failed.stdout)["error"]
    assert f"{file} does not hold all that is needed" in said
    assert f"(File exists): the rest is in {there}" in said

"""The example of the page on one's own game holds what the seam asks, and is played by anybody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pixies_env.core.batches.arena import play_games
from pixies_env.core.states.state import State
from pixies_env.testing import check_game
from pixies_experiments.new_game import pig

PAGE = (Path(__file__).parents[2] / "docs" / "own_game.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_conforms() -> None:
    check_game(pig.make(), games=2)
    check_game(pig.make(turns=1), games=1)


def test_the_example_is_played_by_agents_that_know_no_game() -> None:
    game = pig.make(turns=2)
    (block,) = play_games(game, ["mcts:simulations=60", "random"], games=60, seed=1)
    assert block.returns[:, 0].mean() > 0


def test_a_1_takes_what_the_turn_brought() -> None:
    state = State(pig.make(), 2, chance="manual")
    for name in ("roll", "face(6)", "roll", "face(1)"):
        state.apply_chance(name) if "face" in name else state.apply(name)
    assert [seat["points"] for seat in state.as_dict()["seats"]] == [0, 0]
    assert state.player == 1


def test_restoring_refuses_a_position_that_cannot_be() -> None:
    given = State(pig.make(turns=1), 2, seed=1).as_dict()
    with pytest.raises(ValueError, match="turn, waiting: it waits for what cannot be"):
        State.from_dict(pig.make(turns=1), {**given, "turn": 2})


def test_the_page_shows_every_part_of_the_example() -> None:
    source = Path(pig.__file__).read_text(encoding="utf-8")
    marks = re.findall(r"^# --- .*$", source, re.MULTILINE)
    assert len(marks) == 6
    for mark in marks:
        assert f":start-after: '{mark}'" in PAGE

"""The page of names has every question, decision and chance event of the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from pixies_env.registry import GAMES, make_game

PAGE = (Path(__file__).parents[2] / "docs" / "actions.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [line.rpartition("_v")[0] for line in GAMES])
def test_the_page_of_actions_explains_every_name_of_a_game(name):
    game = make_game(name)
    part = PAGE.split(f"\n## {game.title}\n")[1].split("\n## ")[0]
    families = (*game.actions.families, *game.outcomes.families)
    names = {*game.questions, *game.chance_kinds, *(family.verb for family in families)}
    assert not {each for each in names if f"`{each}`" not in part and f"`{each}(" not in part}

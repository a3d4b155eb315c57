"""What studies of balance look at: tavern boards, heroes and items."""

from __future__ import annotations

import numpy as np

from pixies_env.core.batches.arena import play_games
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import ITEMS
from pixies_experiments.studies.balance.facts import factor_of
from pixies_experiments.studies.balance.plan import PLAYED, Plan
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.runner import run_study

GAME = make_game("taverns")
BOARD = load_board()
PLAYERS = 3


def played(games: int = 20, **options: bool):
    """Games between random players, with their openings and their records."""
    game = GAME.with_options(**options)
    (block,) = play_games(
        game, ["random"], players=PLAYERS, games=games, seed=4, openings=True, records=True
    )
    return game, block


def test_factors_are_the_tavern_board_the_heroes_and_the_items():
    tavern, hero, item = GAME.factors
    assert tavern.levels == BOARD.tavern_names and not tavern.several and not tavern.at_end
    assert hero.levels == BOARD.hero_names and hero.several and hero.at_end
    assert item.levels == ITEMS and item.several and item.at_end
    assert not any(factor.by_chance for factor in GAME.factors)
    assert factor_of(GAME, "seat").by_chance


def test_taverns_are_those_that_were_chosen_in_seat_order():
    game, block = played()
    found = game.notation.factors(block.openings)["tavern"]
    for number, record in enumerate(block.records):
        chosen = [event.name for event in record.events if event.name.startswith("tavern(")]
        names = [BOARD.tavern_names[level] for level in found.levels[number, :PLAYERS]]
        assert [f"tavern({name})" for name in names] == chosen
    assert found.offered.all()
    assert (found.turns == [1, 2, 3, 0, 0]).all() and (found.levels[:, PLAYERS:] == -1).all()
    at_end = game.notation.factors(block.states)["tavern"]
    assert (at_end.levels == found.levels).all()


def test_heroes_and_items_are_those_that_seats_came_by():
    game, block = played()
    found = game.notation.factors(block.states)
    for number, record in enumerate(block.records):
        hired, bought, came = set(), set(), set()
        for event in record.events:
            verb, _, argument = event.name.removesuffix(")").partition("(")
            if verb == "hire":
                hired.add((event.player, BOARD.hero_names.index(argument)))
            elif verb == "item":
                bought.add((event.player, ITEMS.index(argument)))
            elif verb == "hero":
                came.add(BOARD.hero_names.index(argument))
        assert {tuple(at) for at in np.argwhere(found["hero"].levels[number])} == hired
        assert {tuple(at) for at in np.argwhere(found["item"].levels[number])} == bought
        assert set(np.flatnonzero(found["hero"].offered[number])) == came
        assert found["item"].offered[number].all()
    assert found["hero"].levels.any() and found["item"].levels.any()
    assert not game.notation.factors(block.openings)["hero"].levels.any()


def test_without_their_modules_nobody_has_taverns_or_items():
    game, block = played(asymmetric=False, goblin=False)
    found = game.notation.factors(block.states)
    assert (found["tavern"].levels == -1).all() and not found["tavern"].offered.any()
    assert not found["item"].levels.any() and not found["item"].offered.any()
    assert not found["tavern"].turns.any()


def test_each_factor_and_the_seat_can_be_studied(tmp_path):
    plan = Plan(("random",), (PLAYERS,), (PLAYED,), 400, 200, 1)
    for factor in ("tavern", "hero", "item", "seat"):
        study = BalanceStudy(GAME, factor, plan, 0.05)
        outcome = run_study(study, tmp_path / factor, workers=1)
        rows = outcome.tables["effects"].to_pylist()
        levels = {row["level"] for row in rows}
        assert levels <= set(study.factor.levels) and len(levels) > 1

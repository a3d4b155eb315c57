"""The observation mode with the printed numbers that are ours."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.states.state import State
from pixies_env.havresac.board import load_board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.names import CREATURES, FACES, GUARDIANS, MONSTERS, OBJECTS
from pixies_env.registry import make_game

SEASONS = ("summer", "winter")


def other_board():
    board = load_board().to_mapping()
    board["day"]["warrior"]["cost"] += 1
    board["gains"]["vp"] = [2 * points for points in board["gains"]["vp"]]
    board["final"]["monster"]["fox"] += 1
    return board


def told(game):
    """The printed entries of an observation, by name."""
    observation = State(game, 2, 1).observation(0, "open+numbers")
    names = [entry.name for entry in game.features_of("open+numbers")]
    return {
        name.removeprefix("printed_"): value
        for name, value in zip(names, observation, strict=True)
        if name.startswith("printed_")
    }


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("given", [None, other_board()])
def test_the_entries_are_the_numbers_of_the_board(season, given):
    shown = told(make_game("havresac", given, season=season))
    board = load_board(given)
    for kind in ("castle", "forest", "lake", "village", "chest", "setup"):
        cells = {cell_name(*cell) for cell in board.cells(season, kind)}
        assert {
            name.removeprefix(f"{kind}_")
            for name, value in shown.items()
            if name.startswith(f"{kind}_r") and value == 1.0
        } == cells
    places = board.label_cells(season)
    for creature in CREATURES:
        cells = {
            cell_name(*places[label]) for of, label in board.cards.in_order() if of == creature
        }
        assert {
            name.removeprefix(f"{creature}_")
            for name, value in shown.items()
            if name.startswith(f"{creature}_r") and value == 1.0
        } == cells
    for face, tiles in zip(FACES, (board.day, board.night), strict=True):
        for guardian in GUARDIANS:
            tile = getattr(tiles, guardian)
            assert shown[f"cost_{face}_{guardian}"] == pytest.approx(tile.cost / 10)
            move = 0 if (face, guardian) == ("night", "thief") else tile.move
            assert shown[f"move_{face}_{guardian}"] == pytest.approx(move / 5)
    for thing in OBJECTS:
        assert shown[f"chest_{thing}"] == pytest.approx(getattr(board.chests, thing) / 5)
    for place, glory in enumerate(board.glory.village_column):
        assert shown[f"village_{place}"] == pytest.approx(glory / 10)
    fairies = board.glory.fairy_column
    assert shown["fairy_places"] == pytest.approx(len(fairies) / 36)
    column = [shown[f"fairy_{place}"] for place in range(1, 37)]
    assert column == pytest.approx([*(glory / 10 for glory in fairies), *[0] * (36 - len(fairies))])
    for kind, gains in (("gold", board.gains.gold), ("vp", board.gains.vp)):
        assert [shown[f"gain_{kind}_{glory}"] for glory in range(16)] == pytest.approx(
            [gain / 20 for gain in gains]
        )
    for monster in MONSTERS:
        assert shown[f"points_{monster}"] == pytest.approx(
            getattr(board.final.monster, monster) / 5
        )


def test_everything_else_is_as_without_them():
    game = make_game("havresac")
    assert game.observation_modes == ("open", "open+numbers")
    width = game.observation_size("open")
    assert game.features_of("open") == game.features_of("open+numbers")[:width]
    one, other = (
        BatchEnv(game, 4, 2, 3, observation_mode=mode, threads=1) for mode in game.observation_modes
    )
    rng = np.random.default_rng(0)
    one.reset(), other.reset()
    for _ in range(40):
        theirs = np.ascontiguousarray(other.shown.observations[:, :width])
        assert one.shown.observations.tobytes() == theirs.tobytes()
        actions = (rng.random(one.shown.action_masks.shape) * one.shown.action_masks).argmax(axis=1)
        one.step(actions), other.step(actions)

"""What studies of balance look at: the faces of the tiles, and the Guardians bought."""

from __future__ import annotations

import numpy as np

from pixies_env.core.batches.arena import play_games
from pixies_env.havresac.factors import NIGHTS, POWERS
from pixies_env.havresac.names import GUARDIANS
from pixies_env.registry import make_game
from pixies_experiments.studies.balance.facts import is_place

GAME = make_game("havresac")
PLAYERS = 3


def test_factors_are_the_powers_bought_and_the_faces_that_all_share():
    power, face = GAME.factors
    assert power.levels == POWERS and len(POWERS) == 12 and power.several and power.at_end
    assert face.levels == NIGHTS and face.several and face.by_chance and not is_place(face)


def test_powers_and_faces_are_those_of_the_record():
    (block,) = play_games(
        GAME, ["random"], players=PLAYERS, games=20, seed=4, openings=True, records=True
    )
    found = GAME.notation.factors(block.states)
    before = GAME.notation.factors(block.openings)
    for number, record in enumerate(block.records):
        faces, bought = {}, set()
        for event in record.events:
            verb, _, argument = event.name.removesuffix(")").partition("(")
            if verb == "face":
                guardian, face = argument.split(",")
                faces[guardian] = face
            elif verb == "buy":
                bought.add((event.player, POWERS.index(f"{faces[argument]} {argument}")))
        nights = [faces[guardian] == "night" for guardian in GUARDIANS]
        assert found["face"].offered[number].tolist() == nights
        levels = found["face"].levels[number]
        assert (levels[:PLAYERS] == nights).all() and not levels[PLAYERS:].any()
        in_play = {f"{face} {guardian}" for guardian, face in faces.items()}
        there = found["power"].offered[number]
        assert {POWERS[level] for level in np.flatnonzero(there)} == in_play
        assert {tuple(at) for at in np.argwhere(found["power"].levels[number])} == bought
    assert found["power"].levels.any() and not before["power"].levels.any()
    assert (before["face"].levels == found["face"].levels).all()


def test_given_faces_are_told_too():
    (block,) = play_games(
        GAME.with_options(faces="day"), ["random"], players=1, games=5, openings=True
    )
    found = GAME.notation.factors(block.states)
    assert not found["face"].levels.any() and not found["face"].offered.any()
    day = [name.startswith("day") for name in POWERS]
    assert (found["power"].offered == day).all()

"""The printed numbers that are ours, as entries of an observation.

These are the numbers that the shipped board file calls ``default`` and the rules read: the map of
the season, the cards, moves and costs of the tiles, the mix of the chests, Glory, gains and the
points of monsters. :func:`numbers` names the entries in the order in which :func:`observe` writes
them.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Feature
from pixies_env.core.kit.observed_numbers import (
    features_with_numbers,
    modes_with_numbers,
    observe_with_numbers,
)
from pixies_env.havresac import observation
from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.features import OBSERVATION_MODES, features
from pixies_env.havresac.limits import GAINS, GUARDIANS, MAX_FAIRY_PLACES
from pixies_env.havresac.names import CREATURES, FACES, MONSTERS, OBJECTS
from pixies_env.havresac.names import GUARDIANS as GUARDIAN_NAMES
from pixies_env.havresac.places import STRIDE, cell_at, has

MODES = modes_with_numbers(OBSERVATION_MODES)

PER_MOVE = np.float32(1 / 5)
PER_COST = np.float32(1 / 10)
PER_CHEST = np.float32(1 / 5)
PER_GLORY = np.float32(1 / 10)
PER_FAIRY_PLACE = np.float32(1 / MAX_FAIRY_PLACES)
PER_GAIN = np.float32(1 / 20)
PER_MONSTER = np.float32(1 / 5)
"""Factors that bring the numbers to about [0, 1]; single precision is what kernels do fastest."""

_KINDS = ("castle", "forest", "lake", "village", "chest")
_PLANES = len(_KINDS) + 1


def all_features(board: Board) -> tuple[Feature, ...]:
    """All entries of all modes on a board."""
    return features_with_numbers(features(board), numbers(board), OBSERVATION_MODES)


def numbers(board: Board) -> list[Feature]:
    """The entries of the printed numbers."""
    planes = [
        *((kind, f"1 where a {kind} is printed") for kind in _KINDS),
        ("setup", "1 where a set-up space is printed"),
        *((creature, f"1 where a card brings a {creature}") for creature in CREATURES),
    ]
    return [
        *(
            Feature(f"printed_{plane}_{cell_name(row, column)}", meaning)
            for plane, meaning in planes
            for row in range(board.maps.rows)
            for column in range(board.maps.columns)
        ),
        *(
            Feature(f"printed_{name}_{face}_{guardian}", meaning)
            for face in FACES
            for name, meaning in (("move", "steps of the tile / 5"), ("cost", "Gold / 10"))
            for guardian in GUARDIAN_NAMES
        ),
        *(Feature(f"printed_chest_{thing}", "tokens of a player / 5") for thing in OBJECTS),
        *(
            Feature(f"printed_village_{count}", "Glory with so many tokens gone / 10")
            for count in range(board.supply.village_tokens + 1)
        ),
        Feature("printed_fairy_places", f"places of the Fairy column / {MAX_FAIRY_PLACES}"),
        *(
            Feature(f"printed_fairy_{place}", "Glory of this place of the column / 10")
            for place in range(1, MAX_FAIRY_PLACES + 1)
        ),
        *(
            Feature(f"printed_gain_{kind}_{glory}", f"{meaning} for so much Glory / 20")
            for kind, meaning in (("gold", "Gold"), ("vp", "victory points"))
            for glory in range(GAINS)
        ),
        *(Feature(f"printed_points_{monster}", "victory points / 5") for monster in MONSTERS),
    ]


@rule
def _write(board: Any, out: Any, at: Any) -> Any:
    at = _write_map(board, out, at)
    for face in range(len(FACES)):
        for guardian in range(GUARDIANS):
            out[at + guardian] = int(board.moves[face, guardian]) * PER_MOVE
            out[at + GUARDIANS + guardian] = int(board.costs[face, guardian]) * PER_COST
        at += 2 * GUARDIANS
    for thing in range(len(OBJECTS)):
        out[at + thing] = int(board.chest_tokens[thing]) * PER_CHEST
    return _write_points(board, out, at + len(OBJECTS))


@rule
def _write_map(board: Any, out: Any, at: Any) -> Any:
    rows, columns = int(board.rows), int(board.columns)
    width = rows * columns
    for row in range(rows):
        for column in range(columns):
            place, cell = row * STRIDE + column, at + row * columns + column
            out[cell] = 1.0 if has(board.castles, place) else 0.0
            out[cell + width] = 1.0 if has(board.forests, place) else 0.0
            out[cell + 2 * width] = 1.0 if has(board.lakes, place) else 0.0
            out[cell + 3 * width] = 1.0 if has(board.villages, place) else 0.0
            out[cell + 4 * width] = 1.0 if has(board.chests, place) else 0.0
    for index in range(board.setup_places.shape[0]):
        out[at + 5 * width + cell_at(board, int(board.setup_places[index]))] = 1.0
    at += _PLANES * width
    for card in range(int(board.cards)):
        cell = cell_at(board, int(board.card_place[card]))
        out[at + int(board.card_creature[card]) * width + cell] = 1.0
    return at + len(CREATURES) * width


@rule
def _write_points(board: Any, out: Any, at: Any) -> Any:
    for count in range(int(board.village_tokens) + 1):
        out[at + count] = int(board.village_column[count]) * PER_GLORY
    at += int(board.village_tokens) + 1
    out[at] = int(board.fairy_places) * PER_FAIRY_PLACE
    at += 1
    for place in range(int(board.fairy_places)):
        out[at + place] = int(board.fairy_column[place]) * PER_GLORY
    at += MAX_FAIRY_PLACES
    for glory in range(GAINS):
        out[at + glory] = int(board.gold_gains[glory]) * PER_GAIN
        out[at + GAINS + glory] = int(board.vp_gains[glory]) * PER_GAIN
    at += 2 * GAINS
    for monster in range(len(MONSTERS)):
        out[at + monster] = int(board.monster_vp[monster]) * PER_MONSTER
    return at + len(MONSTERS)


observe = observe_with_numbers(__name__, observation.observe, _write, OBSERVATION_MODES)

"""Names and meanings of the entries of an observation, in the order in which they are written."""

import numpy as np

from pixies_env.core.game import Feature
from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.limits import MAX_PLAYERS, MAX_REPAIRS
from pixies_env.havresac.names import (
    CREATURES,
    GUARDIANS,
    MONSTERS,
    OBJECTS,
    QUESTIONS,
)

OPEN = "open"
OBSERVATION_MODES = (OPEN,)
"""Nothing is hidden in this game."""

PER_VP = np.float32(1 / 50)
PER_GOLD = np.float32(1 / 20)
PER_TOKEN = np.float32(1 / 5)
PER_CREATURE = np.float32(1 / 5)
PER_OBJECT = np.float32(1 / 2)
PER_CHEST = np.float32(1 / 10)
PER_BOOTS = np.float32(1 / 2)
PER_POWER = np.float32(1 / MAX_REPAIRS)
PER_PLAYER = np.float32(1 / MAX_PLAYERS)
"""Factors that bring numbers to about [0, 1]; single precision is what kernels do fastest."""

SEATS = ("me", *(f"left{step}" for step in range(1, MAX_PLAYERS)))

PLANES = (
    *((guardian, f"1 where a {guardian} stands") for guardian in GUARDIANS),
    *((creature, f"1 where a {creature} is") for creature in CREATURES),
    ("tent", "1 where a Tent lies"),
    ("ruin", "1 where a village is ruined"),
    ("closed_chest", "1 where a chest is closed"),
    ("played", "1 where the Guardian being played stands"),
)
"""Of the observer's own board, one entry per cell in reading order."""

COUNTED = (*GUARDIANS, *CREATURES)
"""Counted on the boards of the others."""


def features(board: Board) -> tuple[Feature, ...]:
    """All entries on a board."""
    return (*_cells(board), *_flow(board), *_shared(board), *_seats(board))


def _cells(board: Board) -> list[Feature]:
    return [
        Feature(f"{plane}_{cell_name(row, column)}", meaning)
        for plane, meaning in PLANES
        for row in range(board.maps.rows)
        for column in range(board.maps.columns)
    ]


def _per_seat(name: str, meaning: str) -> list[Feature]:
    return [Feature(f"{name}_{seat}", meaning) for seat in SEATS]


def _flow(board: Board) -> list[Feature]:
    return [
        Feature("players", f"number of players / {MAX_PLAYERS}"),
        Feature("round", f"round / {board.supply.rounds}"),
        Feature("recruitment", "1 in the recruitment phase"),
        *(Feature(f"asked_{question}", "1 if this is asked") for question in QUESTIONS),
        *_per_seat("turn", "1 for who decides or draws"),
        *_per_seat("first", "1 for who is first in round order"),
        *(
            Feature(f"drawn_{guardian}", "1 for the Guardian being played")
            for guardian in GUARDIANS
        ),
        Feature("boots_used", "Boots used for it / 2"),
        Feature("feather_used", "1 if the Feather is used for it"),
        Feature("sword_used", "1 if a Sword is used for it"),
        Feature("powers", f"uses of its power left / {MAX_REPAIRS}"),
    ]


def _shared(board: Board) -> list[Feature]:
    return [
        Feature("winter", "1 on the winter face of the boards"),
        *(
            Feature(f"night_{guardian}", "1 if the tile shows Night, 0.5 if not yet drawn")
            for guardian in GUARDIANS
        ),
        *(
            Feature(f"reserve_{guardian}", "tokens in the reserve / tokens in all")
            for guardian in GUARDIANS
        ),
        *(
            Feature(f"card_{label}", f"1 if the card is not yet turned ({creature})")
            for creature, label in board.cards.in_order()
        ),
    ]


def _seats(board: Board) -> list[Feature]:
    villages = board.supply.village_tokens
    own = [
        Feature("vp", "victory points / 50"),
        Feature("gold", "Gold / 20"),
        *(Feature(f"bag_{guardian}", "tokens in the bag / 5") for guardian in GUARDIANS),
        *(Feature(f"idle_{guardian}", "tokens set aside / 5") for guardian in GUARDIANS),
        *(Feature(f"gains_{creature}", "in the gains zone / 5") for creature in CREATURES),
        *(Feature(f"hunted_{monster}", "on the hunting board / 5") for monster in MONSTERS),
        Feature("fairies", "in the Fairy column / 5"),
        Feature("villages_left", f"tokens in the Village column / {villages}"),
        *(Feature(thing, "found and not used / 2") for thing in OBJECTS[:-1]),
        *(Feature(f"closed_{thing}", "in the closed chests / 2") for thing in OBJECTS),
        Feature("cups", "Cups found in this round / 2"),
        Feature("opened_chests", "chests opened / 10"),
        Feature("stopped", "1 if the player buys no more in this phase"),
        Feature("buying_place", "place in the buying order / 4, 0: not in recruitment"),
    ]
    others = [
        *own,
        *(Feature(f"board_{kind}", "on the board / 5") for kind in COUNTED),
        Feature("present", "1 if there is such a player"),
    ]
    entries = []
    for step, seat in enumerate(SEATS):
        told = others if step else own
        entries += [Feature(f"{seat}_{entry.name}", entry.meaning) for entry in told]
    return entries

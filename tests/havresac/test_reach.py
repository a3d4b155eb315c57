"""Where a move can end: the bits of the rules against a plain search of all routes."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.havresac.boards import CREATURES, GUARDIANS, OBJECTS, random_board, random_faces
from tests.havresac.reference.grid import Cell, cell_name
from tests.havresac.reference.paths import destinations
from tests.havresac.reference.state import State as Plain

TENTS = 2


def scatter(board: dict[str, Any], plain: Plain, draws: random.Random) -> None:
    """Guardians, creatures, Tents and repaired villages on random cells of the first player."""
    seat, grid = plain.seats[0], plain.grid
    labelled = {label: grid.label[label] for kind in CREATURES for label in board["cards"][kind]}
    # The cards of the set-up name other cells, Fairies are of this round.
    for kind in CREATURES:
        number = board["cards"]["per_round"] if kind == "fairy" else len(board["cards"][kind])
        for label in board["cards"][kind][:number]:
            if draws.random() < 0.6 and len(seat.creatures) < len(labelled) - 3:
                seat.creatures[labelled[label]] = kind
    free: list[Cell] = [cell for cell in sorted(grid.kind) if cell not in seat.creatures]
    for cell in draws.sample(free, min(len(free), draws.randint(0, 5))):
        if grid.kind[cell] != "lake":
            seat.guardians[cell] = draws.choice(GUARDIANS)
        elif plain.faces["druid"] == "day":
            seat.guardians[cell] = "druid"
    if plain.faces["guide"] == "day":
        dry = [cell for cell in free if grid.kind[cell] != "lake"]
        seat.tents = set(draws.sample(dry, draws.randint(0, TENTS)))
    villages = grid.cells("village")
    visited = [cell for cell in villages if cell in seat.guardians or cell in seat.tents]
    order = visited + [cell for cell in villages if cell not in visited]
    least = min(len(visited), seat.tokens)
    seat.repaired = set(order[: draws.randint(least, min(len(villages), seat.tokens))])


def as_position(plain: Plain, guardian: str, boots: int, feather: bool, sword: bool) -> Any:
    seat = plain.seats[0]
    return {
        "players": 1,
        "season": plain.season,
        "round": plain.board["supply"]["rounds"],
        "faces": plain.faces,
        "played": {"guardian": guardian, "boots": boots, "feather": feather, "sword": sword},
        "seats": [
            {
                "bag": {},
                "idle": {"guide": TENTS},
                "guardians": {cell_name(cell): kind for cell, kind in seat.guardians.items()},
                "creatures": {cell_name(cell): kind for cell, kind in seat.creatures.items()},
                "tents": [cell_name(cell) for cell in sorted(seat.tents)],
                "repaired": [cell_name(cell) for cell in sorted(seat.repaired)],
                "opened": [cell_name(cell) for cell in plain.grid.cells("chest")],
            }
        ],
    }


@pytest.mark.parametrize("part", range(4))
def test_destinations_are_those_of_a_plain_search(part: int) -> None:
    for seed in range(part, 120, 4):
        draws = random.Random(seed)
        board = random_board(draws)
        while board["supply"]["rounds"] == 1 or board["supply"]["chest_tokens"] < 4:
            board = random_board(draws)
        board["gains"]["gold"] = [0] * 15 + [99]
        board["guardians"] = {
            "standing": "ours",
            **{kind: {"total": 20, "bag": 0} for kind in GUARDIANS},
        }
        chests = board["supply"]["chest_tokens"]
        board["chests"].update(dict.fromkeys(OBJECTS, 0), cup=chests - 4)
        board["chests"].update(boots=2, feather=1, sword=1)
        season, faces = draws.choice(["summer", "winter"]), random_faces(draws)
        game = make_game(
            "havresac", board=board, season=season, faces=[faces[kind] for kind in GUARDIANS]
        )
        plain = Plain(copy.deepcopy(board), 1, season)
        plain.faces = faces
        scatter(board, plain, draws)
        for guardian in GUARDIANS:
            boots, feather, sword = draws.randint(0, 2), draws.random() < 0.4, draws.random() < 0.4
            if guardian == "thief" and faces["thief"] == "night":
                boots = 0
            feather = feather and (guardian, faces["druid"]) != ("druid", "day")
            sword = sword and (guardian, faces["warrior"]) != ("warrior", "day")
            position = as_position(plain, guardian, boots, feather, sword)
            state = State.from_dict(game, position, chance="manual")
            found = {name for name in state.legal_names() if name.startswith("move(")}
            expected = destinations(plain, plain.seats[0], guardian, boots, feather, sword)
            assert found == {f"move({cell_name(cell)})" for cell in expected}

"""Positions for the tests of the rules, written tersely, and short plays from them.

Most tests draw a small arena: the top left of a map, walled in by lakes, with the labelled cells
of the cards out of reach below. Nobody starts with tokens there, and one Glory phase can pay for
many, so that a team is whatever a test needs.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.havresac.board import load_board
from pixies_env.havresac.names import DIRECTIONS, GUARDIANS, OBJECTS
from pixies_env.registry import make_game

BOARD = load_board("easy").to_mapping()
GAME = make_game("havresac", "easy", faces="day")
SIDE = 15
WIDEST = 10
"""Columns of an arena with creatures: beyond they are in nobody's line."""
LABELS = [label for kind in ("fairy", "fox", "crocodile", "pig") for label in BOARD["cards"][kind]]

Seats = Mapping[int, Mapping[str, Any]]


def altered(**changes: Any) -> Game:
    """The game by day on the easy board with other numbers: ``table__key=value``."""
    board = copy.deepcopy(BOARD)
    for name, value in changes.items():
        table, key = name.split("__")
        board[table][key] = value
    return make_game("havresac", board=board, faces="day")


def few_tokens(number: int, **options: Any) -> Game:
    """The game, by day unless said otherwise, with so many Village tokens for each player."""
    board = copy.deepcopy(BOARD)
    board["supply"]["village_tokens"] = number
    board["glory"]["village_column"] = list(range(number + 1))
    return make_game("havresac", board=board, **{"faces": "day", **options})


def _is_arena(game: Game) -> bool:
    """Whether nobody starts with tokens."""
    tokens = game.specification["board"]["guardians"]
    return not any(tokens[guardian]["bag"] for guardian in GUARDIANS)


@cache
def _arena(
    rows: tuple[str, ...],
    objects: tuple[tuple[str, int], ...],
    options: tuple[tuple[str, Any], ...],
) -> Game:
    board = copy.deepcopy(BOARD)
    drawn = [[*row.split(), *"~" * SIDE][:SIDE] for row in rows]
    drawn.append(["~"] * SIDE)
    spare = [*"***", *LABELS]
    spare += "$" * (sum(dict(objects).values()) - sum(row.count("$") for row in drawn))
    while len(drawn) < SIDE:
        row, spare = spare[:SIDE], spare[SIDE:]
        drawn.append([*row, *"." * SIDE][:SIDE])
    lines = [" ".join(row) for row in drawn]
    board["maps"]["summer"] = board["maps"]["winter"] = lines
    chests = sum(row.count("$") for row in drawn)
    given = dict(objects) or {"boots": chests}
    for guardian in GUARDIANS:
        board["guardians"][guardian]["bag"] = 0
    board["gains"]["gold"] = [0] * 15 + [99]
    board["chests"] = {"standing": "made up", **{thing: given.get(thing, 0) for thing in OBJECTS}}
    board["supply"]["chest_tokens"] = chests
    return make_game("havresac", board=board, **dict(options))


def arena(*rows: str, objects: Mapping[str, int] | None = None, **options: Any) -> Game:
    """The game on a map that is drawn; ``objects`` are in its chests, Boots alone by default.

    Chests that are not drawn are out of reach.

    Options are those of the game; ``night`` names the Guardians whose tile shows Night.
    """
    night = options.pop("night", "").split()
    options["faces"] = tuple("night" if guardian in night else "day" for guardian in GUARDIANS)
    return _arena(rows, tuple((objects or {}).items()), tuple(options.items()))


def labelled(game: Game, creatures: Mapping[str, str]) -> Game:
    """The arena with the huts and groves at the cells where creatures are."""
    board = copy.deepcopy(dict(game.specification["board"]))
    rows = [row.split() for row in board["maps"]["summer"]]
    where = {
        sign: (row, column) for row, signs in enumerate(rows) for column, sign in enumerate(signs)
    }
    spare = {kind: [*board["cards"][kind]] for kind in set(creatures.values())}
    for cell, kind in creatures.items():
        row, column = (int(number) for number in cell[1:].split("c"))
        label = spare[kind].pop(0)
        other_row, other_column = where[label]
        rows[other_row][other_column], rows[row][column] = rows[row][column], label
    board["maps"]["summer"] = board["maps"]["winter"] = [" ".join(row) for row in rows]
    return make_game("havresac", **{**game.specification, "board": board})


def beyond(game: Game, creatures: Mapping[str, str]) -> dict[str, str]:
    """Creatures on the last labelled cells, as many as are lacking to the cards of a round."""
    cards, found = game.specification["board"]["cards"], {}
    cells = load_board(game.specification["board"]).label_cells("summer")
    for kind, label in [
        *(("pig", label) for label in cards["pig"]),
        ("crocodile", cards["crocodile"][-1]),
        ("crocodile", cards["crocodile"][-2]),
    ]:
        cell = "r{}c{}".format(*cells[label])
        if cell not in creatures and cells[label][1] >= WIDEST:
            found[cell] = kind
    return dict([*found.items()][: max(cards["per_round"] - len(creatures), 0)])


def lying(state: State) -> dict[str, str]:
    """Creatures on an arena, not those beyond."""
    found = seat(state)["creatures"]
    return {cell: kind for cell, kind in found.items() if int(cell.partition("c")[2]) < WIDEST}


def playing(
    game: Game,
    guardian: str,
    cell: str | None = None,
    *,
    seat: Mapping[str, Any] | None = None,
    bag: Mapping[str, int] | None = None,
    played: Mapping[str, Any] | None = None,
    players: int = 1,
    **rest: Any,
) -> State:
    """Player 0 has drawn a Guardian, which moved to a cell if one is named.

    Nothing but that token is left in the bag unless said otherwise; what else the player starts
    with is set aside. On an arena it is round 2, and besides the creatures named there are only
    some beyond it, so that there are five that have come in this round.
    """
    own = {"bag": dict(bag or {}), **(seat or {})}
    if game.specification["board"] and _is_arena(game):
        game = labelled(game, own.get("creatures", {}))
        own["creatures"] = own.get("creatures", {}) | beyond(game, own.get("creatures", {}))
        rest = {"round": 2, **rest}
    if cell is not None:
        own["guardians"] = {**own.get("guardians", {}), cell: guardian}
    others = [{"bag": {}} for _ in range(players - 1)]
    return State.from_dict(
        game,
        {
            "players": players,
            "played": {"guardian": guardian, "cell": cell, **(played or {})},
            "seats": [own, *others],
            **rest,
        },
        chance="manual",
    )


def play(state: State, *events: str) -> State:
    """Apply decisions and chance outcomes in turn."""
    for event in events:
        if state.waiting == "chance":
            state.apply_chance(event)
        else:
            state.apply(event)
    return state


def options(state: State, verb: str = "") -> list[str]:
    """Names of the legal decisions, or those of one verb."""
    names = state.legal_names()
    return [name for name in names if not verb or name.partition("(")[0] == verb]


def cells(state: State, verb: str = "move") -> set[str]:
    """Cells that a verb can name."""
    return {name.partition("(")[2][:-1] for name in options(state, verb)}


def grid(state: State, *rows: str) -> set[str]:
    """Cells of a drawn map that are marked with an x."""
    return {
        f"r{row}c{column}"
        for row, line in enumerate(rows)
        for column, sign in enumerate(line.split())
        if sign == "x"
    }


def directions(state: State, verb: str = "power") -> set[str]:
    """Directions that a verb can name."""
    found = {name.rpartition("(")[2].rpartition(",")[2][:-1] for name in options(state, verb)}
    return found & set(DIRECTIONS)


def seat(state: State, number: int = 0) -> dict[str, Any]:
    """Everything of one player."""
    found: dict[str, Any] = state.as_dict()["seats"][number]
    return found


def there(numbers: Mapping[str, int]) -> dict[str, int]:
    """What is there at all."""
    return {name: number for name, number in numbers.items() if number}


def probabilities(state: State) -> dict[str, Any]:
    """Chance outcomes that are possible, with exact probabilities."""
    return {outcome.name: outcome.probability for outcome in state.chance_outcomes()}


def cards(state: State, labels: Sequence[str]) -> State:
    """Turn these cards."""
    return play(state, *(f"card({label})" for label in labels))

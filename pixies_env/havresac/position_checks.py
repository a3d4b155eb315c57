"""What must fit together in a position that a person wrote, before anything is filled in.

Every error names the key. What the invariants of a state say anyway is not repeated here.
"""

from collections.abc import Iterable, Iterator

from pixies_env.core.kit.positions import check_seats
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.names import CHANCE_KINDS, QUESTIONS
from pixies_env.havresac.position import Position
from pixies_env.havresac.setting import Setting, round_of, seats_of

_CELLS_OF_KIND = {"repaired": "village", "opened": "chest"}


def check_position(position: Position, setting: Setting) -> None:
    """ValueError that names the key whose entry does not fit the others."""
    if position.season not in (None, setting.season):
        raise ValueError(
            f"season: this game is played in {setting.season}, not in {position.season}"
        )
    if position.seats and len(position.seats) != position.players:
        raise ValueError(f"seats: one entry per seat, {position.players} in all")
    rounds = setting.board.supply.rounds
    number = round_of(position, setting)
    if number > rounds or (position.phase == "over" and number != rounds):
        raise ValueError(f"round: a game has {rounds} rounds, then it is over; not {number}")
    _check_waiting(position)
    _check_seats_exist(position)
    _check_cells(position, setting)
    _check_cards(position, setting)


def _check_waiting(position: Position) -> None:
    waiting = position.waiting
    if waiting.question is not None and waiting.for_ is not None:
        kinds = {"decision": QUESTIONS, "chance": CHANCE_KINDS, "nothing": ()}[waiting.for_]
        if waiting.question not in kinds:
            raise ValueError(f"waiting.question: {waiting.question!r} is no {waiting.for_}")
    if position.phase != "adventure" and position.played is not None:
        raise ValueError(f"played: no Guardian is played in phase {position.phase!r}")
    if position.phase != "recruitment" and (position.buying_order or position.stopped):
        raise ValueError(f"buying_order, stopped: nobody buys in phase {position.phase!r}")


def _check_seats_exist(position: Position) -> None:
    check_seats("waiting.player", [position.waiting.player], position.players)
    check_seats("buying_order", position.buying_order or [], position.players)
    check_seats("stopped", position.stopped, position.players)
    check_seats("turn", [position.turn], position.players)


def _named_cells(position: Position) -> Iterator[tuple[str, Iterable[str]]]:
    for seat, given in enumerate(seats_of(position)):
        yield f"seats.{seat}.guardians", given.guardians
        yield f"seats.{seat}.creatures", given.creatures or {}
        yield f"seats.{seat}.tents", given.tents
        yield f"seats.{seat}.repaired", given.repaired or []
        yield f"seats.{seat}.opened", given.opened or []
    if position.played is not None and position.played.cell is not None:
        yield "played.cell", [position.played.cell]


def _check_cells(position: Position, setting: Setting) -> None:
    places = setting.places()
    for key, cells in _named_cells(position):
        named = list(cells)
        for cell in named:
            if cell not in places:
                last = cell_name(setting.board.maps.rows - 1, setting.board.maps.columns - 1)
                raise ValueError(f"{key}: there is no cell {cell!r}; cells are r0c0 to {last}")
        if len(set(named)) != len(named):
            raise ValueError(f"{key}: names a cell twice")
        kind = _CELLS_OF_KIND.get(key.rpartition(".")[2])
        strange = [cell for cell in named if kind and cell not in setting.cells(kind)]
        if strange:
            raise ValueError(f"{key}: {strange[0]} is no {kind}")
    for seat, given in enumerate(seats_of(position)):
        both = sorted(set(given.guardians) & set(given.creatures or {}))
        if both:
            raise ValueError(f"seats.{seat}.creatures: a Guardian stands on {both[0]} already")


def _check_cards(position: Position, setting: Setting) -> None:
    labels = [label for _, label in setting.board.cards.in_order()]
    strange = [label for label in position.cards_left or [] if label not in labels]
    if strange:
        raise ValueError(f"cards_left: there is no card {strange[0]!r}")

"""What must fit together in a position that a person wrote, and what fits what was left out.

Every error names the key. What the invariants of a state say anyway is not repeated here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    GUARDIANS,
    MONSTERS,
    OBJECTS,
    QUESTIONS,
)
from pixies_env.havresac.position import Position, SeatPosition
from pixies_env.havresac.printed import place_of

_CELLS_OF_KIND = {"repaired": "village", "opened": "chest"}


@dataclass(frozen=True)
class Setting:
    """What a game's options and board say about its positions."""

    board: Board
    season: str
    faces: tuple[str | None, ...]
    """The face of each tile, None where it is drawn."""

    def places(self) -> dict[str, int]:
        """Place of each cell by its name."""
        maps = self.board.maps
        return {
            cell_name(row, column): place_of(row, column)
            for row in range(maps.rows)
            for column in range(maps.columns)
        }

    def cells(self, kind: str) -> list[str]:
        """Names of all cells of a kind, in reading order."""
        return [cell_name(*cell) for cell in self.board.cells(self.season, kind)]


def seats_of(position: Position) -> list[SeatPosition]:
    """Entries of all seats, those left out as at the start."""
    return position.seats or [SeatPosition() for _ in range(position.players)]


def round_of(position: Position, setting: Setting) -> int:
    """The round; left out it is 0 in the set-up, the last when the game is over, else 1."""
    if position.round is not None:
        return position.round
    return {"setup": 0, "over": setting.board.supply.rounds}.get(position.phase, 1)


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
    named: list[tuple[str, list[int | None]]] = [
        ("waiting.player", [position.waiting.player]),
        ("buying_order", [*(position.buying_order or [])]),
        ("stopped", [*position.stopped]),
        ("turn", [position.turn]),
    ]
    for key, seats in named:
        numbers = [seat for seat in seats if seat is not None]
        strange = [seat for seat in numbers if seat >= position.players]
        if strange:
            raise ValueError(f"{key}: there is no {strange[0]} with {position.players} players")
        if len(set(numbers)) != len(numbers):
            raise ValueError(f"{key}: names a seat twice, {numbers}")


def _named_cells(position: Position) -> Iterator[tuple[str, Iterable[str]]]:
    for seat, given in enumerate(seats_of(position)):
        yield f"seats.{seat}.guardians", given.guardians
        yield f"seats.{seat}.creatures", given.creatures
        yield f"seats.{seat}.tents", given.tents
        yield f"seats.{seat}.repaired", given.repaired
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
        both = sorted(set(given.guardians) & set(given.creatures))
        if both:
            raise ValueError(f"seats.{seat}.creatures: a Guardian stands on {both[0]} already")


def _check_cards(position: Position, setting: Setting) -> None:
    labels = [label for _, label in setting.board.cards.in_order()]
    strange = [label for label in position.cards_left or [] if label not in labels]
    if strange:
        raise ValueError(f"cards_left: there is no card {strange[0]!r}")


# What fits what was left out


def cards_turned(position: Position, setting: Setting) -> int:
    """Number of cards turned so far."""
    cards = setting.board.cards
    if position.phase == "setup":
        return position.turned
    done = round_of(position, setting) - (position.phase == "scout")
    return cards.setup + cards.per_round * done + position.turned


def cards_left(position: Position, setting: Setting) -> list[str]:
    """Labels of the cards not yet turned; left out, those turned explain the creatures there."""
    if position.cards_left is not None:
        return position.cards_left
    cards = setting.board.cards.in_order()
    cells = {
        label: cell_name(*cell) for label, cell in setting.board.label_cells(setting.season).items()
    }
    turned = [
        label
        for creature, label in cards
        if any(given.creatures.get(cells[label]) == creature for given in seats_of(position))
    ]
    for creature in CREATURES:
        of_kind = [label for kind, label in cards if kind == creature]
        needed = max(_creatures_seen(given, creature) for given in seats_of(position))
        missing = needed - len(set(turned) & set(of_kind))
        turned += [label for label in of_kind if label not in turned][: max(missing, 0)]
    number = cards_turned(position, setting)
    if len(turned) > number:
        raise ValueError(
            f"seats.*.creatures: {number} cards have been turned, too few for what is there"
        )
    rest = [label for _, label in cards if label not in turned]
    return rest[number - len(turned) :]


def _creatures_seen(given: SeatPosition, creature: str) -> int:
    number = list(given.creatures.values()).count(creature) + given.gains.get(creature, 0)
    if creature == "fairy":
        return number + given.fairies
    return number + (given.hunted or {}).get(creature, 0)


def hunted(given: SeatPosition, left: list[str], setting: Setting) -> dict[str, int]:
    """Monsters on the hunting board; left out, those turned that are nowhere else."""
    if given.hunted is not None:
        return given.hunted
    numbers = {}
    for monster in MONSTERS:
        labels = getattr(setting.board.cards, monster)
        turned = sum(label not in left for label in labels)
        numbers[monster] = max(turned - _creatures_seen(given, monster), 0)
    return numbers


def closed(given: SeatPosition, setting: Setting) -> dict[str, int]:
    """Objects in closed chests; left out, those that were not found, the last kinds first."""
    if given.closed is not None:
        return given.closed
    chests = setting.board.chests
    numbers = {thing: getattr(chests, thing) - given.objects.get(thing, 0) for thing in OBJECTS}
    numbers["cup"] -= given.cups
    if given.opened is not None:
        spent = sum(numbers.values()) - (sum(chests.in_order()) - len(given.opened))
        for thing in OBJECTS:
            used = min(max(spent, 0), max(numbers[thing], 0))
            numbers[thing] -= used
            spent -= used
    return numbers


def opened(given: SeatPosition, setting: Setting) -> list[str]:
    """Chests opened; left out, the first ones, as many as objects were found."""
    if given.opened is not None:
        return given.opened
    chests = setting.cells("chest")
    return chests[: max(len(chests) - sum(closed(given, setting).values()), 0)]


def tokens_of(position: Position, setting: Setting) -> list[dict[str, int]]:
    """Tokens in each bag; left out, those of the starting bag that are not elsewhere."""
    bags = []
    for seat, given in enumerate(seats_of(position)):
        if given.bag is not None:
            bags.append(given.bag)
            continue
        bag = {}
        for guardian in GUARDIANS:
            out = list(given.guardians.values()).count(guardian) + given.idle.get(guardian, 0)
            played = position.played
            if played is not None and played.cell is None and played.guardian == guardian:
                out += seat == player_of(position, setting)
            bag[guardian] = max(getattr(setting.board.guardians, guardian).bag - out, 0)
        bags.append(bag)
    return bags


def player_of(position: Position, setting: Setting) -> int | None:
    """Seat that decides or draws, None for nobody."""
    if position.waiting.player is not None:
        return position.waiting.player
    if position.phase == "adventure":
        first = (round_of(position, setting) - 1) % position.players
        return (first + (position.turn or 0)) % position.players
    return None

"""Phase II: Guardians are drawn and played one by one (sections 2 and 3)."""

from tests.reference.names import make_name
from tests.reference.questions import Flow, ask, draw, shares

from .grid import MONSTERS, Cell, cell_from, cell_name
from .paths import destinations
from .state import Draw, Seat, State

AIMED = ["bow", "hammer", "net"]


def adventure(state: State) -> Flow:
    """Each player in round order empties the own bag before the next one starts."""
    state.phase = "adventure"
    for player in state.round_order():
        seat = state.seats[player]
        while sum(seat.bag.values()) > 0:
            yield from _play_one(state, player, seat)


def _play_one(state: State, player: int, seat: Seat) -> Flow:
    _, (guardian,) = yield from draw(
        player,
        "draw",
        lambda: shares({make_name("draw", kind): count for kind, count in seat.bag.items()}),
    )
    seat.bag[guardian] -= 1
    seat.draw = Draw(guardian)
    while True:
        verb, arguments = yield from ask(player, "move", lambda: _before(state, seat))
        if verb != "use":
            break
        seat.objects[arguments[0]] -= 1
        seat.draw.used.append(arguments[0])
    if verb == "idle":
        seat.idle.append(guardian)
        seat.draw = None
        return
    cell = cell_from(arguments[0])
    seat.draw.cell = cell
    if verb == "recall":
        _recall(seat, cell)
        seat.guardians[cell] = guardian
    else:
        seat.guardians[cell] = guardian
        yield from _arrive(state, player, seat, cell)
    yield from _after(state, player, seat)
    seat.draw = None


# Before the move


def reachable(state: State, seat: Seat) -> set[Cell]:
    """Destinations of the Guardian that was drawn, with the objects it has used."""
    assert seat.draw is not None
    used = seat.draw.used
    return destinations(
        state,
        seat,
        seat.draw.guardian,
        boots=used.count("boots"),
        feather="feather" in used,
        sword="sword" in used,
    )


def _before(state: State, seat: Seat) -> list[str]:
    assert seat.draw is not None
    guardian, used = seat.draw.guardian, seat.draw.used
    useless = {
        "boots": guardian == "thief" and state.is_night("thief"),
        "feather": (guardian == "druid" and not state.is_night("druid")) or "feather" in used,
        "sword": (guardian == "warrior" and not state.is_night("warrior")) or "sword" in used,
    }
    uses = [
        make_name("use", thing)
        for thing, vain in useless.items()
        if seat.objects[thing] > 0 and not vain
    ]
    moves = [make_name("move", cell_name(cell)) for cell in reachable(state, seat)]
    recalls = []
    if guardian == "priestess" and not state.is_night("priestess") and not used:
        cells = state.recallable(seat, list(seat.guardians))
        recalls = [make_name("recall", cell_name(cell)) for cell in cells]
    return [*uses, *moves, *recalls] if moves or recalls else [*uses, "idle"]


# Arrival


def _arrive(state: State, player: int, seat: Seat, cell: Cell) -> Flow:
    if cell in seat.creatures:
        seat.gains.append(seat.creatures.pop(cell))
    if state.grid.kind[cell] == "village" and cell not in seat.repaired:
        _repair(seat, cell)
    assert seat.draw is not None
    if seat.draw.guardian == "thief" and cell in seat.closed:
        yield from _open(player, seat, cell)


def _repair(seat: Seat, cell: Cell) -> None:
    if seat.tokens > 0:
        seat.tokens -= 1
        seat.repaired.add(cell)


def _open(player: int, seat: Seat, cell: Cell) -> Flow:
    _, (thing,) = yield from draw(
        player,
        "chest",
        lambda: shares({make_name("chest", kind): count for kind, count in seat.unseen.items()}),
    )
    seat.unseen[thing] -= 1
    seat.closed.remove(cell)
    seat.opened += 1
    if thing == "cup":
        seat.cups += 1
        return
    seat.objects[thing] += 1
    assert seat.draw is not None
    seat.draw.fresh = thing


# After the move


def _after(state: State, player: int, seat: Seat) -> Flow:
    drawn = seat.draw
    assert drawn is not None
    while True:
        verb, arguments = yield from ask(player, "after_move", lambda: _options_after(state, seat))
        if verb == "done":
            return
        if verb == "recall":
            drawn.powers += 1
            _recall(seat, cell_from(arguments[0]))
        elif verb == "power":
            drawn.powers += 1
            _carry_out(state, seat, state.power()[drawn.guardian], arguments[0])
        else:
            thing, direction = arguments
            seat.objects[thing] -= 1
            _carry_out(state, seat, thing, direction)


def _options_after(state: State, seat: Seat) -> list[str]:
    drawn = seat.draw
    assert drawn is not None and drawn.cell is not None
    options = ["done"]
    means = state.power().get(drawn.guardian)
    limit = state.board["switches"]["night_druid_repairs"] if drawn.guardian == "druid" else 1
    if means is not None and drawn.powers < limit:
        options += [make_name("power", way) for way in state.directions(seat, means)]
    if drawn.guardian == "priestess" and state.is_night("priestess") and drawn.powers == 0:
        row, column = drawn.cell
        in_line = [cell for cell in seat.guardians if cell[0] == row or cell[1] == column]
        cells = state.recallable(seat, in_line)
        options += [make_name("recall", cell_name(cell)) for cell in cells]
    for thing in AIMED:
        if seat.objects[thing] - (drawn.fresh == thing) > 0:
            options += [make_name("aim", thing, way) for way in state.directions(seat, thing)]
    return options


def _carry_out(state: State, seat: Seat, means: str, direction: str) -> None:
    """Like a bow, a hammer or a net, by the object or by a power."""
    drawn, cell = seat.draw, state.target(seat, means, direction)
    assert drawn is not None and cell is not None
    if means == "hammer":
        _repair(seat, cell)
        return
    creature = seat.creatures.pop(cell)
    seat.gains.append(creature)
    if creature in MONSTERS and drawn.guardian == "huntress" and state.is_night("huntress"):
        seat.points += state.board["effects"]["night_huntress_vp"]


def _recall(seat: Seat, cell: Cell) -> None:
    seat.bag[seat.guardians.pop(cell)] += 1

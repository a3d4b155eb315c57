"""Effects that need an open point with an active minion or an attack point (section 3)."""

from tests.reference.names import make_name

from .collecting import ingredients_here, take_ingredient
from .data import SYMBOLS
from .effect import Effect, Row, always
from .events import Flow, choose, draw
from .locations import visit, visit_options
from .walk import walk

# The active minion at an open point


def _visit_options(effect: Effect) -> list[str]:
    free = effect.name == "visit_free"
    return visit_options(effect.state, effect.player, anywhere=not free, free=free)


def _visit(effect: Effect) -> Flow:
    verb, names = yield from choose(effect.player, "visit", lambda: _visit_options(effect))
    if verb:
        yield from visit(effect.state, effect.player, names[0], free=effect.name == "visit_free")


def _owl_options(effect: Effect) -> list[str]:
    return ingredients_here(effect.state, effect.player)


def _owl(effect: Effect) -> Flow:
    verb, kinds = yield from choose(effect.player, "owl", lambda: _owl_options(effect))
    if verb:
        take_ingredient(effect.state, effect.player, verb, kinds[0])
        effect.seat.stored[kinds[0]] += 1


def _step(effect: Effect) -> Flow:
    assert effect.turn.active is not None
    yield from walk(effect.state, effect.player, effect.turn.active, 1)


def _collect_again(effect: Effect) -> Flow:
    effect.turn.may_collect = True
    yield from ()


def _copyable(effect: Effect) -> list[str]:
    if effect.active.free == 0:
        return []
    return [make_name("copy", kind) for kind in effect.active.carried_kinds()]


def _duplicate(effect: Effect) -> Flow:
    verb, kinds = yield from choose(effect.player, "copy", lambda: _copyable(effect))
    if verb:
        effect.active.carried[kinds[0]] += 1


# At an attack point


def _add(effect: Effect) -> Flow:
    effect.hunt.added[effect.spec["symbol"]] += 1
    yield from ()


def _add_any(effect: Effect) -> Flow:
    names = [make_name("symbol", symbol) for symbol in SYMBOLS]
    _, (symbol,) = yield from choose(effect.player, "symbol", lambda: names)
    effect.hunt.added[symbol] += 1


def _turnable(effect: Effect) -> list[str]:
    faces = [face for face in effect.hunt.dice if face != effect.spec["symbol"]]
    return [make_name("turn", face) for face in faces]


def _face(effect: Effect) -> Flow:
    verb, faces = yield from choose(effect.player, "turn", lambda: _turnable(effect))
    if verb:
        effect.hunt.dice.remove(faces[0])
        effect.hunt.dice.append(effect.spec["symbol"])


def _can_roll_more(effect: Effect) -> bool:
    most: int = effect.state.data.game["hunt_dice"][1]
    return len(effect.hunt.dice) < most


def _extra_die(effect: Effect) -> Flow:
    face = yield from draw(effect.player, "hunt_die", lambda: effect.state.data.hunting_die)
    effect.hunt.dice.append(face)


def _no_wounds(effect: Effect) -> Flow:
    effect.hunt.no_wounds = True
    yield from ()


AT_OPEN_POINTS = {
    "visit_any": Row(_visit, lambda effect: bool(_visit_options(effect))),
    "visit_free": Row(_visit, lambda effect: bool(_visit_options(effect))),
    "owl": Row(_owl, lambda effect: bool(_owl_options(effect))),
    "duplicate": Row(_duplicate, lambda effect: bool(_copyable(effect))),
    "step": Row(_step, always),
    "collect_again": Row(_collect_again, lambda effect: not effect.turn.may_collect),
}

AT_ATTACK_POINTS = {
    "symbol": Row(_add, always),
    "any_symbol": Row(_add_any, always),
    "face": Row(_face, lambda effect: bool(_turnable(effect))),
    "extra_die": Row(_extra_die, _can_roll_more),
    "no_wounds": Row(_no_wounds, lambda effect: not effect.hunt.no_wounds),
}

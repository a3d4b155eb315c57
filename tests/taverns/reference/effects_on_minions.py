"""Effects on the pockets of minions, and on the map around the dragon (section 3, effects)."""

from tests.reference.names import make_name

from .effect import Effect, Row, never
from .events import Flow, choose
from .walk import drop, wound

# Wounds and pockets


def _treatable(effect: Effect) -> list[str]:
    return [make_name("treat", name) for name, own in effect.seat.minions.items() if own.wounds > 0]


def _heal(effect: Effect) -> Flow:
    verb, names = yield from choose(effect.player, "treat", lambda: _treatable(effect))
    if verb:
        effect.seat.minions[names[0]].wounds = 0


def _heal_active(effect: Effect) -> Flow:
    effect.active.wounds = 0
    yield from ()


def _vulnerable(effect: Effect) -> list[str]:
    if effect.state.hunt is not None and effect.state.hunt.no_wounds:
        return []
    return [
        make_name("hurt", name)
        for name, own in effect.seat.minions.items()
        if own.wounds < own.pockets
    ]


def _wound(effect: Effect) -> Flow:
    verb, names = yield from choose(effect.player, "hurt", lambda: _vulnerable(effect))
    if verb:
        yield from wound(effect.state, effect.player, names[0])


def _wound_active(effect: Effect) -> Flow:
    assert effect.turn.active is not None
    yield from wound(effect.state, effect.player, effect.turn.active)


def _wound_adjacent(effect: Effect) -> Flow:
    for name, own in effect.seat.minions.items():
        if own.zone in effect.state.dragon_zones():
            yield from wound(effect.state, effect.player, name)


def _clear_adjacent(effect: Effect) -> Flow:
    for zone in effect.state.dragon_zones():
        tokens = effect.state.tokens[zone]
        for kind in list(tokens):
            if kind != "encounter":
                del tokens[kind]
    yield from ()


def _unloadable(effect: Effect) -> list[str]:
    return [
        make_name("unload", name, kind)
        for name, own in effect.seat.minions.items()
        for kind in own.carried_kinds()
    ]


def _store_one(effect: Effect) -> Flow:
    verb, arguments = yield from choose(effect.player, "unload", lambda: _unloadable(effect))
    if verb:
        minion, kind = arguments
        effect.seat.minions[minion].carried[kind] -= 1
        effect.seat.stored[kind] += 1


def _lose_carried(effect: Effect) -> Flow:
    assert effect.turn.active is not None
    if effect.active.carried_kinds():
        yield from drop(effect.state, effect.player, effect.turn.active)


def _carry(effect: Effect) -> Flow:
    if effect.active.free > 0:
        effect.active.carried[effect.spec["kind"]] += 1
    yield from ()


ON_MINIONS = {
    "heal": Row(_heal, lambda effect: bool(_treatable(effect))),
    "heal_active": Row(_heal_active, lambda effect: effect.active.wounds > 0),
    "wound": Row(_wound, never),
    "wound_active": Row(_wound_active, never),
    "store_one": Row(_store_one, lambda effect: bool(_unloadable(effect))),
    "lose_carried": Row(_lose_carried, never),
    "carry": Row(_carry, never),
    "wound_adjacent": Row(_wound_adjacent, never),
    "clear_adjacent": Row(_clear_adjacent, never),
}

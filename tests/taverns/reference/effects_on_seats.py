"""Effects on what a player has: gold and the like, reserve, heroes, dice (section 3, effects)."""

from collections.abc import Callable

from tests.reference.names import make_name

from .data import HIGHEST_VALUE
from .effect import Effect, Row, always, never
from .events import Flow, choose

# Gains and losses


def _changes(effect: Effect, what: str) -> bool:
    has: int = getattr(effect.seat, what)
    return effect.n > 0 or (effect.n < 0 and has > 0)


def _below(effect: Effect, what: str) -> bool:
    has: int = getattr(effect.seat, what)
    limit: int = effect.state.data.game["max_" + what]
    return has < limit


def _gain(what: str) -> Callable[[Effect], Flow]:
    def happen(effect: Effect) -> Flow:
        effect.state.gain(effect.player, what, effect.n)
        yield from ()

    return happen


def _reserve(effect: Effect) -> Flow:
    effect.seat.stored[effect.spec["kind"]] += 1
    yield from ()


def _energy_per_hero(effect: Effect) -> Flow:
    effect.state.gain(effect.player, "energy", len(effect.seat.heroes))
    yield from ()


def _trade(effect: Effect) -> Flow:
    gold, kind = effect.spec["gold"], effect.spec["kind"]
    options = ["accept", "decline"] if effect.seat.gold >= gold else []
    verb, _ = yield from choose(effect.player, "trade", lambda: options)
    if verb == "accept":
        effect.state.gain(effect.player, "gold", -gold)
        effect.seat.stored[kind] += 1


def _stored(effect: Effect) -> list[str]:
    return [make_name("discard", kind) for kind in +effect.seat.stored]


def _discard_reserve(effect: Effect) -> Flow:
    verb, kinds = yield from choose(effect.player, "discard", lambda: _stored(effect))
    if verb:
        effect.seat.stored[kinds[0]] -= 1


# Heroes


def _can_get_ready(effect: Effect) -> list[str]:
    cards = effect.state.data.heroes
    return [
        make_name("ready", name)
        for name, hero in effect.seat.heroes.items()
        if not hero.ready
        and not (effect.by_ability and cards[name]["ability"]["effect"] == "ready")
    ]


def _ready(effect: Effect) -> Flow:
    verb, names = yield from choose(effect.player, "ready", lambda: _can_get_ready(effect))
    if verb:
        effect.seat.heroes[names[0]].ready = True


def _can_be_exhausted(effect: Effect) -> list[str]:
    return [make_name("exhaust", name) for name, hero in effect.seat.heroes.items() if hero.ready]


def _exhaust(effect: Effect) -> Flow:
    verb, names = yield from choose(effect.player, "exhaust", lambda: _can_be_exhausted(effect))
    if verb:
        effect.seat.heroes[names[0]].ready = False


# Player dice


def _can_rise(effect: Effect) -> bool:
    return any(value < HIGHEST_VALUE for value in effect.seat.available)


def _raise_dice(effect: Effect) -> Flow:
    effect.seat.available[:] = [min(value + 1, HIGHEST_VALUE) for value in effect.seat.available]
    yield from ()


def _settable(effect: Effect) -> list[str]:
    return [
        make_name("set_die", old, new)
        for old in effect.seat.available
        for new in range(1, HIGHEST_VALUE + 1)
        if new != old
    ]


def _set_die(effect: Effect) -> Flow:
    verb, arguments = yield from choose(effect.player, "set_die", lambda: _settable(effect))
    if verb:
        old, new = map(int, arguments)
        effect.seat.available.remove(old)
        effect.seat.available.append(new)


def _has_cooked(effect: Effect) -> bool:
    return effect.n > 0 and effect.state.turn is not None and effect.turn.cooked


ON_SEATS = {
    "gold": Row(_gain("gold"), lambda effect: _changes(effect, "gold")),
    "prestige": Row(_gain("prestige"), lambda effect: _changes(effect, "prestige")),
    "energy": Row(
        _gain("energy"), lambda effect: _changes(effect, "energy") and _below(effect, "energy")
    ),
    "rune": Row(
        _gain("runes"), lambda effect: _changes(effect, "runes") and _below(effect, "runes")
    ),
    "reserve": Row(_reserve, always),
    "energy_per_hero": Row(
        _energy_per_hero, lambda effect: _below(effect, "energy") and bool(effect.seat.heroes)
    ),
    "ready": Row(_ready, lambda effect: bool(_can_get_ready(effect))),
    "exhaust": Row(_exhaust, lambda effect: bool(_can_be_exhausted(effect))),
    "discard_reserve": Row(_discard_reserve, never),
    "trade": Row(_trade, never),
    "raise_dice": Row(_raise_dice, _can_rise),
    "set_die": Row(_set_die, lambda effect: bool(_settable(effect))),
    "cooked": Row(_gain("prestige"), _has_cooked),
}

"""Visits and what the locations do (section 3, locations)."""

from collections import Counter

from tests.reference.names import make_name

from .events import Flow, ask, draw
from .state import State
from .walk import walk, warp, wound


def cost(state: State, location: str) -> int:
    """Energy for a visit."""
    price: int = state.data.locations[location]["cost"]
    return price


def visitable(state: State, player: int, anywhere: bool = False, free: bool = False) -> list[str]:
    """Locations that the active minion can visit now."""
    active = state.active(player)
    if active is None:
        return []
    sites = state.sites if anywhere else state.data.zone[active.zone]["sites"]
    spaces = state.data.game["activation_spaces"][str(state.players)]
    assert state.turn is not None
    return [
        location
        for site, location in state.sites.items()
        if site in sites
        and site != state.dragon_site()
        and location not in state.turn.visited
        and state.occupied[location] < spaces
        and (free or cost(state, location) <= state.seats[player].energy)
        and _changes_something(state, player, location)
    ]


def _changes_something(state: State, player: int, location: str) -> bool:
    active = state.active(player)
    assert active is not None
    if location == "runes":
        gives: int = state.data.locations["runes"]["gives_runes"]
        most: int = state.data.game["max_runes"]
        return gives > 0 and state.seats[player].runes < most
    if location == "caravan":
        return bool(active.carried_kinds())
    if location == "dungeon":
        return bool(state.data.tokens_on("dungeon"))
    if location == "forge":
        return bool(state.forge)
    if location == "library":
        return active.carried["spice"] > 0
    if location == "market":
        return bool(_market_kinds(state, player))
    return True


def visit(state: State, player: int, location: str, free: bool = False) -> Flow:
    """Pay, occupy a space, carry out the effect."""
    assert state.turn is not None
    if not free:
        state.gain(player, "energy", -cost(state, location))
    state.occupied[location] += 1
    state.turn.visited.add(location)
    yield from EFFECTS[location](state, player)


def visit_options(
    state: State, player: int, anywhere: bool = False, free: bool = False
) -> list[str]:
    """The same as names."""
    return [make_name("visit", location) for location in visitable(state, player, anywhere, free)]


# One by one


def activate_again(state: State, player: int, minion: str) -> Flow:
    """The die on its place is rolled again, it is activated again and walks: campfire, talisman."""
    assert state.turn is not None
    again = state.seats[player].minions[minion]
    again.die = int((yield from draw(player, "die", lambda: state.data.player_die)))
    state.turn.activate(minion)
    yield from walk(state, player, minion, again.die + again.extra_steps)


def _campfire(state: State, player: int) -> Flow:
    assert state.turn is not None and state.turn.active is not None
    yield from activate_again(state, player, state.turn.active)


def _runes(state: State, player: int) -> Flow:
    state.gain(player, "runes", state.data.locations["runes"]["gives_runes"])
    yield from ()


def _caravan(state: State, player: int) -> Flow:
    assert state.turn is not None and state.turn.active is not None
    state.store_all(player, state.turn.active)
    yield from ()


def _dungeon(state: State, player: int) -> Flow:
    assert state.turn is not None and state.turn.active is not None

    def left() -> Counter[str]:
        return Counter(state.data.tokens_on("dungeon")) - Counter(state.turned)

    def options() -> list[str]:
        return ["search", "leave"] if left() else ["leave"]

    verb = "search"
    while verb == "search":
        token = yield from draw(player, "dungeon", left)
        state.turned.append(token)
        if token == "wound":
            yield from wound(state, player, state.turn.active)
            break
        what, amount = token.rsplit("_", 1)
        state.gain(player, what, int(amount))
        verb, _ = yield from ask(player, "dungeon", options)
    state.turned.clear()


def _forge(state: State, player: int) -> Flow:
    token = yield from draw(player, "forge", lambda: Counter(state.forge))
    state.forge.remove(token)
    state.seats[player].forge.append(token)


def _library(state: State, player: int) -> Flow:
    active = state.active(player)
    assert active is not None
    active.carried["spice"] -= 1
    state.gain(player, "gold", state.data.locations["library"]["gives_gold"])
    yield from ()


def _market_kinds(state: State, player: int) -> list[str]:
    active = state.active(player)
    assert active is not None
    return [
        kind
        for kind, price in state.data.locations["market"]["price"].items()
        if price <= state.seats[player].gold
        and (state.options.market == "buy" or active.carried[kind] > 0)
    ]


def _market(state: State, player: int) -> Flow:
    active, seat = state.active(player), state.seats[player]
    assert active is not None
    _, (kind,) = yield from ask(
        player,
        "market",
        lambda: [make_name("market", kind) for kind in _market_kinds(state, player)],
    )
    state.gain(player, "gold", -state.data.locations["market"]["price"][kind])
    if state.options.market == "store":
        active.carried[kind] -= 1
    seat.stored[kind] += 1


EFFECTS = {
    "campfire": _campfire,
    "portal": warp,
    "runes": _runes,
    "caravan": _caravan,
    "dungeon": _dungeon,
    "forge": _forge,
    "library": _library,
    "market": _market,
}

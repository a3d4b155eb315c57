"""Moving a minion, storing, healing and wounding it (section 3, the walk; wounds)."""

from tests.reference.names import make_name

from .events import Flow, Outcome, ask
from .state import State


def walk(state: State, player: int, minion: str, steps: int) -> Flow:
    """All steps, one after the other."""
    turn, walker = state.turn, state.seats[player].minions[minion]
    assert turn is not None
    for left in range(steps, 0, -1):
        turn.steps_left = left
        walker.zone = yield from _next_step(state, player, walker.zone)
        turn.steps_left = left - 1
        if walker.zone == state.data.maple:
            state.gain(player, "runes", 1)
        if walker.zone == state.data.city and left > 1 and state.options.city_on_pass:
            yield from _pass_city(state, player, minion)


def _next_step(state: State, player: int, zone: str) -> Outcome:
    ends = state.data.arrow_ends(zone)
    following = state.data.next_zone(zone)
    if not ends:
        return following
    _, (target,) = yield from ask(
        player, "path", lambda: [make_name("path", end) for end in [following, *ends]]
    )
    return target


def _pass_city(state: State, player: int, minion: str) -> Flow:
    def options() -> list[str]:
        return [*store_options(state, player, minion), *heal_options(state, player, minion)]

    while options():
        verb, _ = yield from ask(player, "pass", lambda: [*options(), "walk_on"])
        if verb == "walk_on":
            return
        store_or_heal(state, player, verb, minion)


# In the City


def store_options(state: State, player: int, minion: str) -> list[str]:
    """Whether this minion can store in the City."""
    mine = state.seats[player].minions[minion]
    if mine.zone == state.data.city and mine.carried_kinds():
        return [make_name("store", minion)]
    return []


def heal_options(state: State, player: int, minion: str) -> list[str]:
    """Whether this minion can be healed in the City."""
    mine = state.seats[player].minions[minion]
    if mine.zone == state.data.city and mine.wounds > 0:
        return [make_name("heal", minion)]
    return []


def store_or_heal(state: State, player: int, verb: str, minion: str) -> None:
    """Carry out `store` or `heal`."""
    if verb == "store":
        state.store_all(player, minion)
    else:
        state.seats[player].minions[minion].wounds = 0


# Anywhere


def warp(state: State, player: int) -> Flow:
    """The active minion is moved to any other zone; that is no entry into the Maple."""
    active = state.active(player)
    assert active is not None
    _, (zone,) = yield from ask(
        player,
        "warp",
        lambda: [make_name("warp", zone) for zone in state.data.zones if zone != active.zone],
    )
    active.zone = zone


def wound(state: State, player: int, minion: str) -> Flow:
    """One wound to a minion, unless the hunt that goes on wounds nobody."""
    hurt = state.seats[player].minions[minion]
    if state.hunt is not None and state.hunt.no_wounds:
        return
    if hurt.free > 0:
        hurt.wounds += 1
    elif hurt.carried_kinds():
        yield from drop(state, player, minion)
        hurt.wounds += 1


def drop(state: State, player: int, minion: str) -> Flow:
    """The owner chooses a carried ingredient that goes to the supply."""
    loser = state.seats[player].minions[minion]
    _, (kind,) = yield from ask(
        player, "drop", lambda: [make_name("drop", kind) for kind in loser.carried_kinds()]
    )
    loser.carried[kind] -= 1

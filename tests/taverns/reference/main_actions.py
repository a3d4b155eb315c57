"""The main action: placing one die (section 3)."""

from collections import Counter

from tests.reference.names import make_name

from .data import MINIONS, SLOTS
from .events import Flow, ask
from .setup import close_gap
from .state import Cooking, State
from .walk import walk


def main_options(state: State, player: int) -> list[str]:
    """All ways to place a die; if there is none, losing one."""
    values = state.seats[player].available
    names = [
        *[name for v in values for name in _cook_options(state, player, v)],
        *[name for v in values for name in _bank_options(state, player, v)],
        *[name for v in values for name in _energy_options(state, player, v)],
        *[name for v in values for name in _activate_options(state, player, v)],
    ]
    return names or [make_name("lose", v) for v in values]


def place_die(state: State, player: int, verb: str, arguments: list[str]) -> Flow:
    """Carry out one of the options above."""
    assert state.turn is not None
    value = int(arguments[0])
    seat = state.seats[player]
    seat.available.remove(value)
    state.turn.main_done = True
    if verb == "lose":
        seat.lost_dice.append(value)
        return
    if value == 1 and seat.tavern is not None:
        seat.marker = min(seat.marker + 1, len(state.data.tracks[seat.tavern]))
    if verb == "cook":
        yield from _cook(state, player, value, arguments[1])
    elif verb == "bank":
        slot = arguments[1]
        state.bank[slot] = (player, value)
        state.gain(player, "gold", state.data.bank[slot])
    elif verb == "energy":
        seat.energy_die = value
        state.gain(player, "energy", value)
    else:
        yield from _activate(state, player, value, arguments[1])


# Bank, energy source and activation


def _bank_options(state: State, player: int, value: int) -> list[str]:
    if any(owner == player for owner, _ in state.bank.values()):
        return []
    return [
        make_name("bank", value, slot)
        for slot in SLOTS
        if slot in (str(value), "blank") and slot not in state.bank and state.data.bank[slot] > 0
    ]


def _energy_options(state: State, player: int, value: int) -> list[str]:
    return [make_name("energy", value)] if state.seats[player].energy_die is None else []


def _activate_options(state: State, player: int, value: int) -> list[str]:
    minions = state.seats[player].minions
    return [make_name("activate", value, name) for name in MINIONS if minions[name].die is None]


def _activate(state: State, player: int, value: int, minion: str) -> Flow:
    assert state.turn is not None
    walker = state.seats[player].minions[minion]
    walker.die = value
    state.turn.activate(minion)
    yield from walk(state, player, minion, value + walker.extra_steps)


# Cooking


def _missing(stored: Counter[str], needed: Counter[str]) -> int:
    """How many ingredients of a list are not in the reserve."""
    return (needed - stored).total()


def _cook_options(state: State, player: int, value: int) -> list[str]:
    seat = state.seats[player]
    return [
        make_name("cook", value, recipe)
        for recipe in state.recipe_row
        if recipe is not None
        and _missing(seat.stored, state.data.ingredients(recipe)) <= seat.items.count("cube")
    ]


def _payment_options(state: State, player: int) -> list[str]:
    assert state.turn is not None and state.turn.cooking is not None
    seat, unpaid = state.seats[player], state.turn.cooking.unpaid
    names = ["pay"] if _missing(seat.stored, unpaid) == 0 else []
    for kind in +unpaid:
        rest = unpaid - Counter([kind])
        if _missing(seat.stored, rest) <= seat.items.count("cube") - 1:
            names.append(make_name("substitute", kind))
    return names


def _cook(state: State, player: int, value: int, recipe: str) -> Flow:
    turn, seat = state.turn, state.seats[player]
    assert turn is not None
    seat.cooking_dice.append(value)
    turn.cooking = Cooking(recipe, value, state.data.ingredients(recipe))
    while "cube" in seat.items:
        verb, arguments = yield from ask(player, "cook", lambda: _payment_options(state, player))
        if verb == "pay":
            break
        seat.items.remove("cube")
        seat.used_items.append("cube")
        turn.cooking.unpaid[arguments[0]] -= 1
    seat.stored -= turn.cooking.unpaid
    state.gain(player, "prestige", state.data.recipes[recipe] + value)
    seat.cooked.append(recipe)
    turn.cooked = True
    turn.cooking = None
    yield from close_gap(state, state.recipe_row.index(recipe))

"""Free actions with a hero, an item or the track, at both kinds of points (section 3)."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.reference.names import make_name

from .data import Plain
from .effects import Effect, carry_out, possible
from .events import Flow, ask
from .locations import activate_again
from .setup import fill_hero_row
from .state import Hero, State
from .walk import warp

ITEM_EFFECTS = {
    "potion": {"effect": "heal"},
    "hourglass": {"effect": "ready"},
    "glaive": {"effect": "any_symbol"},
}


def free_options(state: State, player: int, point: str) -> list[str]:
    """`hire`, `ability`, `bonus`, `use` and `track` with what is possible at this point."""
    return [
        *_hire_options(state, player),
        *_ability_options(state, player, point),
        *_bonus_options(state, player, point),
        *_item_options(state, player, point),
        *_track_options(state, player, point),
    ]


def take_free_action(state: State, player: int, point: str, verb: str, argument: str) -> Flow:
    """Carry out one of the options above."""
    seat = state.seats[player]
    if verb == "hire":
        yield from _hire(state, player, argument)
    elif verb == "ability":
        seat.heroes[argument].ready = False
        yield from carry_out(_ability(state, player, argument, point))
    elif verb == "bonus":
        state.gain(player, "energy", -state.data.game["bonus_price"])
        seat.heroes[argument].bonus_used = True
        yield from carry_out(_bonus(state, player, argument, point))
    elif verb == "use":
        seat.items.remove(argument)
        seat.used_items.append(argument)
        yield from _use(state, player, argument, point)
    else:
        yield from carry_out(Effect(state, player, _track(state, player)[int(argument) - 1], point))
        seat.marker = 0


# Heroes


def _hire_options(state: State, player: int) -> list[str]:
    gold = state.seats[player].gold
    return [
        make_name("hire", hero)
        for hero in state.hero_row
        if state.data.heroes[hero]["cost"] <= gold
    ]


def _hire(state: State, player: int, hero: str) -> Flow:
    state.gain(player, "gold", -state.data.heroes[hero]["cost"])
    state.hero_row.remove(hero)
    state.seats[player].heroes[hero] = Hero()
    yield from fill_hero_row(state)


def _ability(state: State, player: int, hero: str, point: str) -> Effect:
    return Effect(state, player, state.data.heroes[hero]["ability"], point, by_ability=True)


def _bonus(state: State, player: int, hero: str, point: str) -> Effect:
    return Effect(state, player, state.data.heroes[hero]["bonus"], point)


@contextmanager
def _exhausted(hero: Hero) -> Iterator[None]:
    """As if the price of an ability were paid."""
    hero.ready = False
    yield
    hero.ready = True


def _ability_options(state: State, player: int, point: str) -> list[str]:
    names = []
    for name, hero in state.seats[player].heroes.items():
        if hero.ready:
            with _exhausted(hero):
                if possible(_ability(state, player, name, point)):
                    names.append(make_name("ability", name))
    return names


@contextmanager
def _less_energy(state: State, player: int, price: int) -> Iterator[None]:
    """As if the price of a bonus were paid."""
    state.seats[player].energy -= price
    yield
    state.seats[player].energy += price


def _bonus_options(state: State, player: int, point: str) -> list[str]:
    price = state.data.game["bonus_price"]
    names = []
    for name, hero in state.seats[player].heroes.items():
        if not hero.bonus_used and state.seats[player].energy >= price:
            with _less_energy(state, player, price):
                if possible(_bonus(state, player, name, point)):
                    names.append(make_name("bonus", name))
    return names


# Items


def _item_options(state: State, player: int, point: str) -> list[str]:
    return [
        make_name("use", item)
        for item in state.seats[player].items
        if _is_useful(state, player, item, point)
    ]


def _is_useful(state: State, player: int, item: str, point: str) -> bool:
    if item in ITEM_EFFECTS:
        return possible(Effect(state, player, ITEM_EFFECTS[item], point))
    if item == "boots":
        return point == "open" and state.active(player) is not None
    if item == "talisman":
        return point == "open" and bool(_again_options(state, player))
    return False


def _again_options(state: State, player: int) -> list[str]:
    return [
        make_name("again", name)
        for name, own in state.seats[player].minions.items()
        if own.die is not None
    ]


def _use(state: State, player: int, item: str, point: str) -> Flow:
    if item in ITEM_EFFECTS:
        yield from carry_out(Effect(state, player, ITEM_EFFECTS[item], point))
    elif item == "boots":
        yield from warp(state, player)
    else:
        _, (minion,) = yield from ask(player, "again", lambda: _again_options(state, player))
        yield from activate_again(state, player, minion)


# The track


def _track(state: State, player: int) -> list[Plain]:
    """The effects of the spaces 1, 2, ..."""
    tavern = state.seats[player].tavern
    return state.data.tracks[tavern] if tavern is not None else []


def _track_options(state: State, player: int, point: str) -> list[str]:
    reached = _track(state, player)[: state.seats[player].marker]
    return [
        make_name("track", space)
        for space, spec in enumerate(reached, start=1)
        if possible(Effect(state, player, spec, point))
    ]

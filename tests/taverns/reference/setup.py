"""Set-up, and what is laid out again later (section 1)."""

from collections import Counter
from functools import partial

from tests.reference.names import make_name

from .events import Flow, Outcome, ask, draw
from .state import Seat, State


def set_up(state: State) -> Flow:
    """Steps 1 to 6; the start of the players is in the state from the beginning."""
    yield from _lay_locations(state)
    yield from lay_tokens(state)
    for _ in range(state.data.game["hero_row"]):
        yield from fill_hero_row(state)
    for place in range(state.options.initial_recipes):
        yield from _reveal_recipe(state, place)
    if state.options.asymmetric:
        yield from _choose_taverns(state)
    if state.options.missions:
        yield from _deal_missions(state)


def _lay_locations(state: State) -> Flow:
    left = list(state.options.locations or state.data.locations)
    for site in range(1, 5):
        location = yield from draw(None, "lay", lambda: Counter(left))
        left.remove(location)
        state.sites[site] = location


def lay_tokens(state: State) -> Flow:
    """Step 2: one token on each token space, in walking order."""
    bag = Counter(state.data.tokens)
    if state.options.encounters:
        bag["plant"] -= 1
        bag["encounter"] += 1
    for zone in state.data.zones:
        for _ in range(state.data.zone[zone]["token_spaces"]):
            kind = yield from draw(None, "token", lambda: bag)
            bag[kind] -= 1
            state.tokens[zone][kind] += 1


def fill_hero_row(state: State) -> Flow:
    """One card from the deck, if one is left."""
    if state.hero_deck:
        hero = yield from draw(None, "hero", lambda: Counter(state.hero_deck))
        state.hero_deck.remove(hero)
        state.hero_row.append(hero)


def _reveal_recipe(state: State, place: int) -> Flow:
    if state.recipe_deck:
        recipe = yield from draw(None, "recipe", lambda: Counter(state.recipe_deck))
        state.recipe_deck.remove(recipe)
        state.recipe_row[place] = recipe


def close_gap(state: State, place: int) -> Flow:
    """Cards above an empty place move one down, a new one comes on the first place."""
    row = state.recipe_row
    row[:] = [None, *row[:place], *row[place + 1 :]]
    yield from _reveal_recipe(state, 0)


def _choose_taverns(state: State) -> Flow:
    left = list(state.data.tracks)
    for player, seat in enumerate(state.seats):
        _, (tavern,) = yield from ask(
            player, "tavern", lambda: [make_name("tavern", name) for name in left]
        )
        left.remove(tavern)
        seat.tavern = tavern


def _deal_missions(state: State) -> Flow:
    state.common_mission = yield from _draw_mission(state, None)
    for player, seat in enumerate(state.seats):
        for _ in range(2):
            seat.dealt_missions.append((yield from _draw_mission(state, player)))
    for player, seat in enumerate(state.seats):
        _, (kept,) = yield from ask(
            player,
            "keep",
            partial(_keep_options, seat),
        )
        seat.dealt_missions.remove(kept)
        seat.mission, seat.put_away = kept, seat.dealt_missions.pop()


def _keep_options(seat: Seat) -> list[str]:
    return [make_name("keep", name) for name in seat.dealt_missions]


def _draw_mission(state: State, owner: int | None) -> Outcome:
    mission = yield from draw(owner, "mission", lambda: Counter(state.mission_deck))
    state.mission_deck.remove(mission)
    return mission

"""How the entries of a board file must fit each other, and what is said when they do not."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pixies_env.core.errors import shown
from pixies_env.core.kit.board_files import Problem, entries, entry_key
from pixies_env.taverns import limits
from pixies_env.taverns.board_cards import (
    Asymmetric,
    Dragons,
    Encounters,
    Events,
    Goblin,
    Heroes,
    Missions,
    Recipes,
    Trophies,
)
from pixies_env.taverns.board_parts import name_problem
from pixies_env.taverns.board_tables import (
    Dice,
    GameNumbers,
    Locations,
    Map,
    RoundTrack,
    Tokens,
)
from pixies_env.taverns.names import INGREDIENTS, RECIPE_LETTERS

LEAST_RECIPES, LEAST_TAVERNS, LEAST_ITEMS, LEAST_LOCATIONS = 4, 5, 20, 4


def _twice(table: str, key: str, names: Iterable[str]) -> Iterator[Problem]:
    for name, times in Counter(names).items():
        if times > 1:
            yield Problem(table, key, f"has the name {name!r} {times} times, needs each once")


def _names(
    heroes: Heroes | None = None,
    missions: Missions | None = None,
    events: Events | None = None,
    encounters: Encounters | None = None,
) -> Iterator[Problem]:
    tables = {"heroes": heroes, "missions": missions, "events": events, "encounters": encounters}
    for table, found in tables.items():
        if found is not None:
            yield from _twice(table, "cards", [card.name for card in found.cards])


def _game(game: GameNumbers) -> Iterator[Problem]:
    yield from _twice("game", "first_game", game.first_game)


def _map(map: Map) -> Iterator[Problem]:
    zones = [zone.name for zone in map.zones]
    yield from _twice("map", "zones", zones)
    for key in ("city", "maple"):
        if getattr(map, key) not in zones:
            text = f"is {shown(getattr(map, key))}, needs the name of a zone: {', '.join(zones)}"
            yield Problem("map", key, text)
    for place, (start, end) in enumerate(map.shortcuts):
        strange = [zone for zone in (start, end) if zone not in zones]
        if strange:
            text = f"has {shown(strange[0])}, needs names of zones: {', '.join(zones)}"
            yield Problem("map", entry_key("shortcuts", place), text)
        elif start == end:
            text = f"leads from {start!r} to its own start, needs another zone at its end"
            yield Problem("map", entry_key("shortcuts", place), text)
    touched = {site for zone in map.zones for site in zone.sites}
    for site in sorted(set(range(1, limits.SITES + 1)) - touched):
        yield Problem("map", "zones", f"has no zone that touches site {site}, needs one or more")


def _tokens(map: Map, tokens: Tokens) -> Iterator[Problem]:
    spaces = sum(zone.token_spaces for zone in map.zones)
    laid = sum(tokens.each(INGREDIENTS))
    if spaces > limits.MAX_TOKEN_SPACES:
        text = f"has {spaces} token spaces, needs {limits.MAX_TOKEN_SPACES} or fewer"
        yield Problem("map", "zones", text)
    if laid != spaces:
        text = f"has {laid} tokens, needs {spaces}: one for each of the token spaces in [map]"
        yield Problem("tokens", "", text)


def _plants(tokens: Tokens) -> Iterator[Problem]:
    if tokens.plant == 0:
        text = "is 0, needs 1 or more: the token of the encounters takes the place of one"
        yield Problem("tokens", "plant", text)


def _goblin_zones(map: Map, dice: Dice) -> Iterator[Problem]:
    numbers = Counter(zone.goblin for zone in map.zones)
    for total in sorted({one + other for one in dice.player for other in dice.player}):
        if numbers[total] != 1:
            text = f"has {numbers[total]} zones with the goblin number {total}, needs one: "
            yield Problem("map", "zones", text + f"two player dice can show {total}")


def _round_track(round_track: RoundTrack) -> Iterator[Problem]:
    rounds = [str(number) for number in range(1, limits.MAX_ROUNDS + 1)]
    for key in round_track.icons():
        if key not in rounds:
            text = f"is no number of a round, 1 to {limits.MAX_ROUNDS}"
            yield Problem("round_track", key, text)


def _dragon_icons(
    round_track: RoundTrack, dragons: Dragons | None = None, trophies: Trophies | None = None
) -> Iterator[Problem]:
    icons = round_track.count("dragon")
    lists = (
        ("dragons", "boards", None if dragons is None else len(dragons.boards)),
        ("trophies", "prestige", None if trophies is None else len(trophies.prestige)),
    )
    for table, key, there in lists:
        if there is not None and there < icons:
            text = f"has {entries(there)}, needs {icons} or more: one for each dragon icon"
            yield Problem(table, key, text)


def _event_icons(round_track: RoundTrack, events: Events) -> Iterator[Problem]:
    icons, there = round_track.count("event_good", "event_bad"), len(events.cards)
    if there < icons:
        text = f"has {entries(there)}, needs {icons} or more: one for each event icon"
        yield Problem("events", "cards", text)


def _locations(locations: Locations) -> Iterator[Problem]:
    there = locations.names()
    if len(there) < LEAST_LOCATIONS:
        text = f"has {len(there)} locations, needs {LEAST_LOCATIONS} or more"
        yield Problem("locations", "", text)
    if locations.dungeon is not None:
        kinds = len(set(locations.dungeon.tokens))
        if kinds > limits.MAX_DUNGEON_KINDS:
            text = f"has {kinds} different ones, needs {limits.MAX_DUNGEON_KINDS} or fewer"
            yield Problem("locations", "dungeon.tokens", text)


def _recipes(recipes: Recipes) -> Iterator[Problem]:
    points = recipes.points()
    for name in points:
        if not 1 <= len(name) <= limits.MAX_INGREDIENTS or set(name) - set(RECIPE_LETTERS):
            text = (
                f"is no list of ingredients, needs 1 to {limits.MAX_INGREDIENTS} of the letters "
                f"{', '.join(RECIPE_LETTERS)}"
            )
            yield Problem("recipes", f"prestige.{shown(name)}", text)
    yield from _number("recipes", "prestige", len(points), LEAST_RECIPES, limits.MAX_RECIPES)


def _taverns(asymmetric: Asymmetric) -> Iterator[Problem]:
    names = asymmetric.tracks()
    for name in names:
        problem = name_problem(name)
        if problem:
            yield Problem("asymmetric", shown(name), f"the name {problem}")
    yield from _number("asymmetric", "", len(names), LEAST_TAVERNS, limits.MAX_TAVERNS)


def _number(table: str, key: str, there: int, least: int, most: int) -> Iterator[Problem]:
    if there < least:
        yield Problem(table, key, f"has {entries(there)}, needs {least} or more")
    if there > most:
        yield Problem(table, key, f"has {entries(there)}, needs {most} or fewer")


def _dragons(dragons: Dragons) -> Iterator[Problem]:
    yield from _twice("dragons", "boards", [board.name for board in dragons.boards])
    for place, board in enumerate(dragons.boards):
        rows, rewards = len(board.rows), len(board.rewards)
        if rows != rewards:
            text = f"has {entries(rewards)}, needs {rows}: one for each of rows"
            yield Problem("dragons", f"{entry_key('boards', place, board)}.rewards", text)


def _trophies(trophies: Trophies) -> Iterator[Problem]:
    kinds = sorted(set(trophies.prestige))
    if len(kinds) > limits.MAX_TROPHY_KINDS:
        text = f"has the numbers {kinds}, needs {limits.MAX_TROPHY_KINDS} different ones or fewer"
        yield Problem("trophies", "prestige", text)


def _items(goblin: Goblin) -> Iterator[Problem]:
    there = sum(goblin.items.counts())
    if there < LEAST_ITEMS:
        yield Problem("goblin", "items", f"has {there} items, needs {LEAST_ITEMS} or more")
    if there > limits.MAX_ITEMS:
        yield Problem("goblin", "items", f"has {there} items, needs {limits.MAX_ITEMS} or fewer")


CHECKS = (
    _names,
    _game,
    _map,
    _tokens,
    _plants,
    _goblin_zones,
    _round_track,
    _dragon_icons,
    _event_icons,
    _locations,
    _recipes,
    _taverns,
    _dragons,
    _trophies,
    _items,
)
"""Each takes the tables that its parameters name."""

"""Board files for tests: random ones, as wild as a file may be, and one of the largest numbers."""

from __future__ import annotations

import itertools
import random
from typing import Any

from pixies_env.taverns import limits
from pixies_env.taverns.names import (
    CONDITIONS,
    EFFECTS,
    FACES,
    FORGE_TOKENS,
    ICONS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    RECIPE_LETTERS,
    SYMBOLS,
)

Board = dict[str, Any]
Effect = dict[str, Any]

MADE_UP = "made up"
_AMOUNTS = ("gold", "prestige", "energy", "rune")
_SYLLABLES = ("ba", "do", "gri", "lé", "mo", "nu", "or", "ska", "tu", "vi", "-", "_9", "'x")


def random_board(draws: random.Random) -> Board:
    """A board file that `load_board` must take."""
    player = _faces(draws, range(1, limits.VALUES + 1))
    hunting = [draws.choice(FACES) for _ in range(draws.randint(1, 8))]
    rounds = draws.randint(1, 5)
    track = _round_track(draws, rounds)
    passed = list(itertools.chain.from_iterable(track.values()))
    dragons = max(2, passed.count("dragon"))
    events = passed.count("event_good") + passed.count("event_bad")
    map_ = _map(draws, sorted({one + other for one in player for other in player}))
    board = {
        "switches": {
            "initial_recipes": draws.choice([1, 4]),
            "city_on_pass": draws.random() < 0.5,
            "market": draws.choice(["buy", "store"]),
        },
        "game": _game(draws, rounds),
        "minions": {
            minion: {"pockets": draws.choice([0, 1, 2, 2, 3, 6]), "extra_steps": extra}
            for minion, extra in zip(
                ("plain", "sturdy", "booted"), draws.choices([0, 0, 1, 2, 4], k=3), strict=True
            )
        },
        "map": map_,
        "tokens": _tokens(draws, sum(zone["token_spaces"] for zone in map_["zones"])),
        "dice": {"player": player, "hunting": hunting},
        "bank": {slot: draws.randint(0, 5) for slot in ("1", "2", "3", "4", "blank")},
        "round_track": track,
        "locations": _locations(draws),
        "recipes": {"prestige": _recipes(draws)},
        "heroes": {"cards": _heroes(draws)},
        "dragons": {"boards": _dragons(draws, draws.randint(dragons, limits.MAX_DRAGONS))},
        "trophies": {"prestige": _trophies(draws, dragons)},
        "missions": {"cards": _missions(draws)},
        "events": {
            "cards": [
                {"name": name, "good": random_effects(draws), "bad": random_effects(draws)}
                for name in _names(draws, draws.randint(events, limits.MAX_EVENTS))
            ]
        },
        "asymmetric": {
            name: [random_effect(draws) for _ in range(draws.randint(1, limits.MAX_TRACK))]
            for name in _names(draws, draws.randint(5, limits.MAX_TAVERNS))
        },
        "encounters": {
            "cards": [
                {"name": name, "effects": random_effects(draws)}
                for name in _names(draws, draws.randint(1, limits.MAX_ENCOUNTERS))
            ]
        },
        "goblin": {"items": _items(draws)},
    }
    for table in board.values():
        table["standing"] = MADE_UP
    return board


def random_effect(draws: random.Random) -> Effect:
    """One effect of the vocabulary with arguments."""
    effect = draws.choice(EFFECTS[1:])
    kind = draws.choice(INGREDIENTS)
    if effect in _AMOUNTS:
        return {"effect": effect, "n": draws.randint(-3, 4)}
    if effect == "cooked":
        return {"effect": effect, "n": draws.randint(0, 4)}
    if effect == "trade":
        return {"effect": effect, "gold": draws.randint(0, 3), "kind": kind}
    if effect in ("reserve", "carry"):
        return {"effect": effect, "kind": kind}
    if effect in ("symbol", "face"):
        return {"effect": effect, "symbol": draws.choice(SYMBOLS if effect == "symbol" else FACES)}
    return {"effect": effect}


def random_effects(draws: random.Random) -> list[Effect]:
    """Effects of an encounter, or of half an event."""
    return [random_effect(draws) for _ in range(draws.choice([0, 1, 1, 1, 2, 3, 4]))]


def _names(draws: random.Random, count: int) -> list[str]:
    """Different names."""
    names: dict[str, None] = {}
    while len(names) < count:
        names["".join(draws.choices(_SYLLABLES, k=draws.randint(2, 4)))] = None
    return list(names)


def _faces(draws: random.Random, values: range) -> list[int]:
    return [draws.choice(values) for _ in range(draws.randint(1, 6))]


def _game(draws: random.Random, rounds: int) -> Board:
    return {
        "rounds": rounds,
        "dice": limits.DICE,
        "compensation_below": draws.choice([0, 8, 10, 13, 21, 99]),
        "compensation_gold": draws.randint(0, 3),
        "start_gold": draws.choice([0, 1, 5, 30]),
        "start_energy": draws.randint(0, 6),
        "start_runes": draws.randint(0, 4),
        "max_energy": draws.choice([0, 2, 5, 5, 9]),
        "max_runes": draws.choice([0, 1, 3, 3, 6]),
        "hero_row": draws.choice([0, 1, 4, 4, 6, 32]),
        "recipe_row": limits.RECIPE_ROW,
        "bonus_price": draws.randint(0, 2),
        "encounter_price": draws.randint(0, 2),
        "item_price": draws.randint(0, 2),
        "hunt_dice": [1, limits.MOST_HUNT_DICE],
        "first_game": draws.sample(LOCATIONS, limits.SITES),
        "left_over": draws.randint(0, 3),
        "activation_spaces": {players: draws.randint(1, 5) for players in "2345"},
    }


def _map(draws: random.Random, sums: list[int]) -> Board:
    """Zones of which one has the number of each sum, any with any spaces, sites and arrows."""
    count = draws.randint(max(len(sums), draws.choice([1, 2, 5, 8])), limits.MAX_ZONES)
    names = _names(draws, count)
    others = [number for number in range(12) if number not in sums]
    numbers = [*sums, *(draws.choice(others) for _ in range(count - len(sums)))]
    draws.shuffle(numbers)
    spaces = [0] * count
    for _ in range(draws.randint(1, limits.MAX_TOKEN_SPACES)):
        spaces[draws.randrange(count)] += 1
    zones = [
        {
            "name": name,
            "goblin": number,
            "token_spaces": space,
            "printed": draws.choices(INGREDIENTS, k=draws.choice([0, 0, 0, 1, 2, 5])),
            "sites": [],
        }
        for name, number, space in zip(names, numbers, spaces, strict=True)
    ]
    for site in range(1, limits.SITES + 1):
        for zone in draws.sample(zones, draws.randint(1, min(4, count))):
            zone["sites"].append(site)
    pairs = list(itertools.permutations(names, 2))
    arrows = draws.choices(pairs, k=draws.choice([0, 1, 2, 4, 9])) if pairs else []
    return {
        "city": draws.choice(names),
        "maple": draws.choice(names),
        "zones": zones,
        "shortcuts": [list(arrow) for arrow in arrows],
    }


def _tokens(draws: random.Random, spaces: int) -> Board:
    laid = ["plant", *draws.choices(INGREDIENTS, k=spaces - 1)]
    # A kind of which there is none may be left out.
    return {kind: laid.count(kind) for kind in INGREDIENTS if kind in laid or draws.random() < 0.5}


def _round_track(draws: random.Random, rounds: int) -> Board:
    """Icons after most rounds, and after some that are not played."""
    track: Board = {}
    left = {"dragon": limits.MAX_DRAGONS, "event": limits.MAX_EVENTS}
    for after in range(1, min(rounds + 1, limits.MAX_ROUNDS)):
        if draws.random() < 0.8:
            icons = draws.choices(ICONS, k=draws.choice([0, 1, 2, 2, 3, 6]))
            track[str(after)] = []
            for icon in icons:
                kind = icon.partition("_")[0]
                if left.get(kind, 1) > 0:
                    track[str(after)].append(icon)
                    left[kind] = left.get(kind, 1) - 1
    return track


def _locations(draws: random.Random) -> Board:
    tiles: dict[str, Board] = {
        name: {"cost": draws.randint(0, 3)}
        for name in draws.sample(LOCATIONS, draws.choice([4, 6, 8, 8]))
    }
    if "runes" in tiles:
        tiles["runes"]["gives_runes"] = draws.randint(0, 3)
    if "library" in tiles:
        tiles["library"]["gives_gold"] = draws.randint(0, 4)
    if "market" in tiles:
        tiles["market"]["price"] = {kind: draws.randint(0, 3) for kind in INGREDIENTS[:4]}
    if "dungeon" in tiles:
        kinds = [f"{kind}_{n}" for kind in ("gold", "prestige") for n in draws.sample(range(9), 3)]
        count = draws.randint(1, limits.MAX_DUNGEON_TOKENS)
        tiles["dungeon"]["tokens"] = draws.choices([*kinds, "wound"], k=count)
    if "forge" in tiles:
        count = draws.choice([0, 1, 5, limits.MAX_FORGE_TOKENS])
        tiles["forge"]["tokens"] = draws.choices(FORGE_TOKENS, k=count)
    return dict(tiles)


def _recipes(draws: random.Random) -> Board:
    """Lists in any order of their letters, so some are the same list twice."""
    recipes: Board = {}
    count = draws.randint(4, limits.MAX_RECIPES)
    while len(recipes) < count:
        length = draws.choice([1, 2, 2, 3, 3, 4, 5, limits.MAX_INGREDIENTS])
        recipes["".join(draws.choices(RECIPE_LETTERS, k=length))] = draws.randint(0, 20)
    return recipes


def _heroes(draws: random.Random) -> list[Board]:
    return [
        {
            "name": name,
            "cost": draws.randint(0, 6),
            "prestige": draws.randint(0, 6),
            "ability": random_effect(draws),
            "bonus": random_effect(draws),
        }
        for name in _names(draws, draws.randint(4, limits.MAX_HEROES))
    ]


def _dragons(draws: random.Random, count: int) -> list[Board]:
    boards = []
    for name in _names(draws, count):
        rows = [
            "".join(draws.choices("SB", k=draws.randint(1, draws.choice([2, 3, 6]))))
            for _ in range(draws.randint(1, limits.MAX_ROWS))
        ]
        rewards = [
            {
                key: draws.randint(0, 3)
                for key in draws.sample(("gold", "energy", "meat", "prestige"), draws.randint(0, 4))
            }
            for _ in rows
        ]
        boards.append(
            {
                "name": name,
                "site": draws.randint(1, limits.SITES),
                "appears": random_effect(draws),
                "special": random_effect(draws),
                "rows": rows,
                "rewards": rewards,
            }
        )
    return boards


def _trophies(draws: random.Random, least: int) -> list[int]:
    kinds = draws.sample(range(20), draws.randint(1, limits.MAX_TROPHY_KINDS))
    return draws.choices(kinds, k=draws.randint(least, limits.MAX_TROPHIES))


def _missions(draws: random.Random) -> list[Board]:
    cards = []
    for name in _names(draws, draws.randint(11, limits.MAX_MISSIONS)):
        condition = draws.choice(CONDITIONS)
        card: Board = {"name": name, "condition": condition, "prestige": draws.randint(0, 9)}
        if condition != "no_wound":
            card["at_least"] = draws.randint(0, 6)
        if condition == "cooked_kinds":
            card["kinds"] = draws.sample(INGREDIENTS, draws.randint(1, len(INGREDIENTS)))
        cards.append(card)
    return cards


def _items(draws: random.Random) -> Board:
    drawn = draws.choices(ITEMS, k=draws.randint(20, limits.MAX_ITEMS))
    return {item: drawn.count(item) for item in ITEMS if item in drawn}


def largest_board() -> Board:
    """A board file in which everything is as much as it can be."""
    amount, points = limits.MAX_AMOUNT, limits.MAX_PRESTIGE
    best = {"effect": "prestige", "n": amount}
    ready = {"effect": "ready"}
    recipes = itertools.product(RECIPE_LETTERS, repeat=limits.MAX_INGREDIENTS)
    tiles: dict[str, Board] = {name: {"cost": limits.MAX_PRICE} for name in LOCATIONS}
    tiles["runes"]["gives_runes"] = tiles["library"]["gives_gold"] = amount
    tiles["market"]["price"] = dict.fromkeys(INGREDIENTS[:4], limits.MAX_PRICE)
    tiles["dungeon"]["tokens"] = [f"prestige_{amount}"] * limits.MAX_DUNGEON_TOKENS
    tiles["forge"]["tokens"] = ["sword"] * limits.MAX_FORGE_TOKENS
    zones = [
        {
            "name": f"{place:0>{limits.MAX_NAME}}",
            "goblin": place,
            "token_spaces": 1,
            "printed": list(INGREDIENTS),
            "sites": [1, 2, 3, 4],
        }
        for place in range(1, limits.MAX_ZONES + 1)
    ]
    names = [zone["name"] for zone in zones]
    board: Board = {
        "switches": {"initial_recipes": 4, "city_on_pass": True, "market": "store"},
        "game": {
            "rounds": limits.MAX_ROUNDS,
            "dice": limits.DICE,
            "compensation_below": limits.MAX_SUM,
            "compensation_gold": amount,
            "start_gold": limits.MAX_GOLD,
            "start_energy": limits.MAX_ENERGY,
            "start_runes": limits.MAX_RUNES,
            "max_energy": limits.MAX_ENERGY,
            "max_runes": limits.MAX_RUNES,
            "hero_row": limits.MAX_HEROES,
            "recipe_row": limits.RECIPE_ROW,
            "bonus_price": limits.MAX_PRICE,
            "encounter_price": limits.MAX_PRICE,
            "item_price": limits.MAX_PRICE,
            "hunt_dice": [1, limits.MOST_HUNT_DICE],
            "first_game": list(LOCATIONS[:4]),
            "left_over": amount,
            "activation_spaces": dict.fromkeys("2345", limits.MAX_ACTIVATION_SPACES),
        },
        "minions": {
            minion: {"pockets": limits.POCKETS, "extra_steps": limits.MAX_EXTRA_STEPS}
            for minion in ("plain", "sturdy", "booted")
        },
        "map": {
            "city": names[0],
            "maple": names[1],
            "zones": zones,
            "shortcuts": [list(pair) for pair in itertools.permutations(names, 2)],
        },
        "tokens": {"plant": limits.MAX_TOKEN_SPACES},
        "dice": {
            "player": [1, 2, 3, 4] * (limits.MAX_HUNTING_FACES // 4),
            "hunting": [FACES[3]] * limits.MAX_HUNTING_FACES,
        },
        "bank": dict.fromkeys(("1", "2", "3", "4", "blank"), amount),
        "round_track": {
            str(after): ["heroes", "reset", "event_good" if after % 2 else "event_bad", "dragon"]
            for after in range(1, limits.MAX_DRAGONS + 1)
        },
        "locations": dict(tiles),
        "recipes": {
            "prestige": {
                "".join(letters): points
                for letters in itertools.islice(recipes, limits.MAX_RECIPES)
            }
        },
        "heroes": {
            "cards": [
                {
                    "name": f"hero_{number}",
                    "cost": limits.MAX_PRICE,
                    "prestige": points,
                    "ability": best,
                    "bonus": ready,
                }
                for number in range(limits.MAX_HEROES)
            ]
        },
        "dragons": {
            "boards": [
                {
                    "name": f"dragon_{number}",
                    "site": limits.SITES,
                    "appears": best,
                    "special": best,
                    "rows": ["B" * limits.MAX_ROW_SPACES] * limits.MAX_ROWS,
                    "rewards": [dict.fromkeys(("gold", "energy", "meat", "prestige"), amount)]
                    * limits.MAX_ROWS,
                }
                for number in range(limits.MAX_DRAGONS)
            ]
        },
        "trophies": {
            "prestige": [points - place % limits.MAX_TROPHY_KINDS for place in range(24)],
        },
        "missions": {
            "cards": [
                {
                    "name": f"mission_{number}",
                    "condition": "cooked_kinds",
                    "kinds": list(INGREDIENTS),
                    "at_least": points,
                    "prestige": points,
                }
                for number in range(limits.MAX_MISSIONS)
            ]
        },
        "events": {
            "cards": [
                {
                    "name": f"event_{number}",
                    "good": [best] * limits.MAX_EFFECTS,
                    "bad": [ready] * limits.MAX_EFFECTS,
                }
                for number in range(limits.MAX_EVENTS)
            ]
        },
        "asymmetric": {
            f"tavern_{number}": [best] * limits.MAX_TRACK for number in range(limits.MAX_TAVERNS)
        },
        "encounters": {
            "cards": [
                {"name": f"encounter_{number}", "effects": [best] * limits.MAX_EFFECTS}
                for number in range(limits.MAX_ENCOUNTERS)
            ]
        },
        "goblin": {"items": {"talisman": limits.MAX_ITEMS}},
    }
    for table in board.values():
        table["standing"] = MADE_UP
    return board

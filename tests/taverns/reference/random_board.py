"""Valid data files with other numbers, another map, and every effect in every place.

Numbers of things that are counted out (zones, sites, cards, dice) and all names stay as shipped.
"""

import copy
import random
from collections import Counter
from typing import Any

from .data import FACES, KINDS, SYMBOLS, Plain

Draws = random.Random

EFFECTS = [
    "gold",
    "prestige",
    "energy",
    "rune",
    "reserve",
    "carry",
    "trade",
    "cooked",
    "symbol",
    "face",
    "energy_per_hero",
    "ready",
    "exhaust",
    "heal",
    "heal_active",
    "wound",
    "wound_active",
    "store_one",
    "discard_reserve",
    "lose_carried",
    "raise_dice",
    "set_die",
    "visit_any",
    "visit_free",
    "owl",
    "duplicate",
    "step",
    "collect_again",
    "any_symbol",
    "extra_die",
    "no_wounds",
    "wound_adjacent",
    "clear_adjacent",
]
REWARDS = ["gold", "energy", "meat", "prestige"]


def random_effect(draws: Draws) -> Plain:
    """Any effect with any arguments."""
    name = draws.choice(EFFECTS)
    arguments: Plain = {}
    if name in ("gold", "prestige", "energy", "rune"):
        arguments["n"] = draws.choice([-2, -1, 0, 1, 2, 3])
    elif name == "cooked":
        arguments["n"] = draws.randint(0, 3)
    elif name in ("reserve", "carry"):
        arguments["kind"] = draws.choice(KINDS)
    elif name == "trade":
        arguments = {"gold": draws.randint(0, 2), "kind": draws.choice(KINDS)}
    elif name == "symbol":
        arguments["symbol"] = draws.choice(SYMBOLS)
    elif name == "face":
        arguments["symbol"] = draws.choice(FACES)
    return {"effect": name, **arguments}


def random_board(mapping: Plain, draws: Draws) -> Plain:
    """A copy of a data file with nearly everything drawn anew."""
    board = copy.deepcopy(mapping)
    _draw_numbers(board, draws)
    _draw_map(board, draws)
    _draw_cards(board, draws)
    return board


def _draw_numbers(board: Plain, draws: Draws) -> None:
    board["game"].update(
        compensation_below=draws.randint(5, 15),
        compensation_gold=draws.randint(0, 3),
        start_gold=draws.randint(0, 4),
        start_energy=draws.randint(0, 3),
        start_runes=draws.randint(0, 3),
        max_energy=draws.randint(3, 7),
        max_runes=draws.randint(3, 5),
        bonus_price=draws.randint(0, 2),
        encounter_price=draws.randint(0, 2),
        item_price=draws.randint(0, 2),
        left_over=draws.randint(0, 2),
        activation_spaces={str(players): draws.randint(1, 3) for players in range(2, 6)},
    )
    for minion in ("plain", "sturdy", "booted"):
        board["minions"][minion] = {
            "pockets": draws.randint(1, 4),
            "extra_steps": draws.randint(0, 2),
        }
    board["dice"].update(
        player=draws.choice([[1, 2, 3, 4], [1, 2, 2, 3, 3, 4], [1, 1, 2, 3, 4]]),
        hunting=[*FACES, *draws.choices(FACES, k=draws.randint(0, 4))],
    )
    for slot in ("1", "2", "3", "4", "blank"):
        board["bank"][slot] = draws.randint(0, 4)
    icons = ["heroes", "reset", "event_good", "event_bad"]
    dragons = draws.sample(range(1, board["game"]["rounds"]), draws.randint(0, 4))
    for after in range(1, board["game"]["rounds"]):
        found = draws.sample(icons, draws.randint(0, 3)) + ["dragon"] * (after in dragons)
        draws.shuffle(found)
        board["round_track"][str(after)] = found
    for location, table in board["locations"].items():
        if location != "standing":
            table["cost"] = draws.randint(0, 2)
    board["locations"]["runes"]["gives_runes"] = draws.randint(0, 2)
    board["locations"]["library"]["gives_gold"] = draws.randint(0, 3)
    board["locations"]["market"]["price"] = {
        kind: draws.randint(0, 2) for kind in ("plant", "mushroom", "spice", "egg")
    }
    kinds = ["gold_1", "gold_2", "prestige_1", "prestige_2", "wound"]
    board["locations"]["dungeon"]["tokens"] = draws.choices(kinds, k=5)
    board["locations"]["forge"]["tokens"] = draws.choices(["sword", "bow", "no_claws"], k=5)


def _draw_map(board: Plain, draws: Draws) -> None:
    zones: list[Any] = board["map"]["zones"]
    numbers = list(range(2, 9)) + [0] * (len(zones) - 7)
    draws.shuffle(numbers)
    spaces = Counter(draws.choices(range(len(zones)), k=10))
    for place, zone in enumerate(zones):
        zone["goblin"] = numbers[place]
        zone["token_spaces"] = spaces[place]
        zone["printed"] = draws.sample(KINDS[:4], draws.choice([0, 0, 1, 2]))
        zone["sites"] = sorted(draws.sample([1, 2, 3, 4], draws.choice([0, 1, 2, 3])))
    for site in range(1, 5):
        touching = draws.choice(zones)["sites"]
        if site not in touching:
            touching.append(site)
    names = [zone["name"] for zone in zones]
    board["map"]["city"], board["map"]["maple"] = draws.sample(names, 2)
    # The table of arrows has a fixed size too; an arrow may lead to the next zone or far back.
    board["map"]["shortcuts"] = [draws.sample(names, 2) for _ in board["map"]["shortcuts"]]
    counts = Counter(draws.choices(["mushroom", "spice", "egg", "plant"], k=9))
    board["tokens"].update(
        plant=counts["plant"] + 1,
        mushroom=counts["mushroom"],
        spice=counts["spice"],
        egg=counts["egg"],
    )


def _draw_cards(board: Plain, draws: Draws) -> None:
    for recipe in board["recipes"]["prestige"]:
        board["recipes"]["prestige"][recipe] = draws.randint(0, 12)
    for card in board["heroes"]["cards"]:
        card.update(
            cost=draws.randint(0, 4),
            prestige=draws.randint(0, 6),
            ability=random_effect(draws),
            bonus=random_effect(draws),
        )
    for dragon in board["dragons"]["boards"]:
        dragon.update(
            site=draws.randint(1, 4),
            appears=random_effect(draws),
            special=random_effect(draws),
            rows=["".join(draws.choices("SB", k=draws.randint(1, 3))) for _ in dragon["rows"]],
            rewards=[
                {what: draws.randint(0, 2) for what in draws.sample(REWARDS, draws.randint(0, 3))}
                for _ in dragon["rows"]
            ],
        )
    board["trophies"]["prestige"] = [draws.randint(0, 6) for _ in board["trophies"]["prestige"]]
    for card in board["missions"]["cards"]:
        card["prestige"] = draws.randint(0, 6)
        if "at_least" in card:
            card["at_least"] = draws.randint(1, 6)
    for card in board["events"]["cards"]:
        card["good"] = [random_effect(draws) for _ in card["good"]]
        card["bad"] = [random_effect(draws) for _ in card["bad"]]
    for card in board["encounters"]["cards"]:
        card["effects"] = [random_effect(draws) for _ in card["effects"]]
    for tavern in board["asymmetric"]:
        if tavern != "standing":
            board["asymmetric"][tavern] = [random_effect(draws) for _ in range(4)]
    counts = Counter(draws.choices(list(board["goblin"]["items"]), k=18))
    board["goblin"]["items"] = {item: 1 + counts[item] for item in board["goblin"]["items"]}

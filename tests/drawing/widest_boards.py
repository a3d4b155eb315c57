"""Boards with the largest and the smallest numbers that a board file may hold, and states with as
much of everything as there can be."""

from __future__ import annotations

import copy
from typing import Any

from pixies_env.havresac import limits as havresac
from pixies_env.pixie_queen import limits as pixie_queen
from pixies_env.pixie_queen.board import load_board
from pixies_env.pixie_queen.names import Phase
from pixies_env.taverns import limits as taverns
from pixies_env.taverns.board import load_board as load_taverns
from pixies_env.taverns.names import EFFECTS, Hunt
from tests.havresac.boards import BOARD, CREATURES, GUARDIANS

GOODS = ("apple", "honey", "bread", "silver", "gold")

FULL_PIXIE_QUEEN: dict[str, Any] = {
    "phase": Phase.OFFERINGS,
    "demand": 2,
    "goods": pixie_queen.MAX_GOOD,
    "stock": pixie_queen.MAX_GOOD,
    "special_track": pixie_queen.MAX_GOOD,
    "bag": pixie_queen.MAX_STONES,
    "mine": pixie_queen.MAX_PIXIES,
    "stones": pixie_queen.MAX_STONES_PER_PLACE,
    "punishment": 999,
    "points_from": 999,
    "tiles_won": pixie_queen.REWARD_TILES,
    "discs": pixie_queen.MAX_DISCS,
    "passed": 1,
    "announced": 1,
    "refused": 0,
    "offers": pixie_queen.MAX_GOOD,
    "demand_left": pixie_queen.MAX_TOKENS,
    "pile_size": pixie_queen.MAX_PILE,
    "pile": pixie_queen.MAX_FOOD_VALUE,
    "food_tile": pixie_queen.MAX_FOOD_VALUE,
}
FULL_HAVRESAC: dict[str, Any] = {
    "reserve": havresac.MAX_TOKENS,
    "vp": 29_999,
    "gold": 29_999,
    "bag": havresac.MAX_TOKENS,
    "idle": havresac.MAX_BAG,
    "gains": 2 * havresac.MAX_LABELS,
    "hunted": 2 * havresac.MAX_LABELS,
    "objects": havresac.MAX_CHEST_TOKENS,
    "closed": havresac.MAX_CHEST_TOKENS,
    "cups": havresac.MAX_CHEST_TOKENS,
    "boots": havresac.MAX_CHEST_TOKENS,
    "feather": 1,
    "sword": 1,
}

FULL_TAVERNS: dict[str, Any] = {
    "dragon": 0,
    "hunting": Hunt.ATTACK,
    "hunt_dice": taverns.MOST_HUNT_DICE,
    "added": taverns.MAX_ROW_SPACES,
    "no_wounds": 1,
    "spaces_used": taverns.MAX_ACTIVATION_SPACES,
    "forge_left": taverns.MAX_FORGE_TOKENS,
    "goblin_zone": 0,
    "stack": taverns.MAX_PLAYERS,
    "recipe_row": 0,
    "trophies_left": taverns.MAX_TROPHIES,
    "items_left": taverns.MAX_ITEMS,
    "dice": taverns.DICE,
    "minion_die": taverns.VALUES,
    "bank_seat": 1,
    "blank_value": taverns.VALUES,
    "energy_die": taverns.VALUES,
    "cooking_dice": taverns.DICE,
    "lost_dice": taverns.DICE,
    "gold": 9_999,
    "energy": taverns.MAX_ENERGY,
    "runes": taverns.MAX_RUNES,
    "prestige": 9_999,
    "reserve": 999,
    "trophies": 3,
    "forge": taverns.MAX_FORGE_TOKENS,
    "items": taverns.MAX_ITEMS,
    "items_used": taverns.MAX_ITEMS,
    "tavern": 0,
    "marker": taverns.MAX_TRACK,
    "zone": 0,
}
"""All minions stand in one zone with the goblin."""


def wide_pixie_queen() -> dict[str, Any]:
    """As much of everything as a board may print."""
    board = copy.deepcopy(load_board().to_mapping())
    track = pixie_queen.MAX_TRACK
    out_at = pixie_queen.MAX_OUT_AT
    board["pyramid"]["levels"] = [[14], [13], [12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]
    foods = {14: 1, 13: 2, 12: 3, **dict.fromkeys(range(1, 12), 4)}
    board["pyramid"]["icons"] = {str(action): ["honey"] * foods[action] for action in foods}
    board["tracks"] |= {
        "punishment": [pixie_queen.MAX_PENALTY] * track,
        "silver_per_gold": [pixie_queen.MAX_PRICE] * track,
        "gold_per_ring": [pixie_queen.MAX_PRICE] * track,
        "last_space_reward": pixie_queen.MAX_BONUS,
    }
    symbols = [out_at - 12 * place for place in range(pixie_queen.MAX_SYMBOLS)]
    board["score"] |= {"mine_symbols": sorted(symbols), "out_at": out_at}
    tiles = [pixie_queen.MAX_REWARD] * pixie_queen.REWARD_TILES
    for series in ("special_offering", "faithful_servant", "gold_ring"):
        board["rewards"][series] = tiles
    board["demands"]["tokens"] = dict.fromkeys(GOODS[:3], pixie_queen.MAX_TOKENS)
    board["supply"] |= dict.fromkeys(GOODS, pixie_queen.MAX_GOOD)
    board["supply"]["stones"] = pixie_queen.MAX_STONES
    counts = len(board["setup"]["players"])
    board["demands"]["used"] = pixie_queen.MAX_ROUNDS
    board["setup"] |= {
        "pixies": [pixie_queen.MAX_PIXIES] * counts,
        "virtual_pixies": pixie_queen.MAX_PIXIES,
        "food_tiles": [[pixie_queen.MAX_FOOD_VALUE] * pixie_queen.MAX_PILE] * counts,
        "discs": pixie_queen.MAX_DISCS,
        "skills_laid_out": pixie_queen.SKILLS,
        "rounds": pixie_queen.MAX_ROUNDS,
        "chainable_places": pixie_queen.MAX_PLACES,
        "stones_per_place": pixie_queen.MAX_STONES_PER_PLACE,
    }
    return board


def narrow_pixie_queen() -> dict[str, Any]:
    """The seven spaces of another printing with the largest numbers, and hardly any points."""
    board = wide_pixie_queen()
    for key in ("punishment", "silver_per_gold", "gold_per_ring"):
        board["tracks"][key] = board["tracks"][key][:7]
    board["score"] |= {"mine_symbols": [81], "out_at": 81}
    board["setup"] |= {"chainable_places": 0, "rounds": 1, "discs": 1}
    return board


def _havresac(rows: int, columns: int, signs: list[str]) -> dict[str, Any]:
    board = copy.deepcopy(BOARD)
    signs = signs + ["."] * (rows * columns - len(signs))
    for season in ("summer", "winter"):
        board["maps"][season] = [
            " ".join(signs[row * columns : (row + 1) * columns]) for row in range(rows)
        ]
    largest = havresac.MAX_SIDE - 1
    for quarter in ("red", "blue", "green", "yellow"):
        board["quarters"][quarter] = {"rows": [0, largest], "columns": [largest, 1]}
    return board


def wide_havresac() -> dict[str, Any]:
    """As much of everything as a board may print."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    villages, chests = 90, 80
    named = [*letters, *"0123456789"]
    board = _havresac(15, 15, ["#", "*", "*", "*", *named, *"v" * villages, *"$" * chests])
    board["cards"] |= {"fairy": list("0123456789"), "fox": list(letters), "crocodile": [],
                       "pig": [], "per_round": 3}  # fmt: skip
    board["supply"] |= {"rounds": 11, "village_tokens": havresac.MAX_VILLAGE_TOKENS,
                        "chest_tokens": chests}  # fmt: skip
    board["chests"] |= {"boots": chests, "sword": 0, "cup": 0, "bow": 0, "feather": 0,
                        "hammer": 0, "net": 0}  # fmt: skip
    for creature in CREATURES:
        board["supply"][creature] = havresac.MAX_SUPPLY
    for guardian in GUARDIANS:
        board["guardians"][guardian] = {"total": havresac.MAX_TOKENS, "bag": havresac.MAX_BAG}
        for face in ("day", "night"):
            board[face][guardian]["cost"] = havresac.MAX_COST
            if (face, guardian) != ("night", "thief"):
                board[face][guardian]["move"] = havresac.MAX_MOVE
    board["glory"]["village_column"] = [havresac.MAX_GLORY] * (havresac.MAX_VILLAGE_TOKENS + 1)
    board["glory"]["fairy_column"] = [havresac.MAX_GLORY] * havresac.MAX_FAIRY_PLACES
    board["gains"]["gold"] = board["gains"]["vp"] = [havresac.MAX_GAIN] * havresac.GAINS
    return board


def narrow_havresac() -> dict[str, Any]:
    """A map of one column, the widest label and sides that quarters reach beyond."""
    board = _havresac(15, 1, ["#", "*", "*", "*", "W", "M", "Q", "0", "$", "v"])
    board["cards"] |= {"fairy": ["0"], "fox": ["W"], "crocodile": ["M"], "pig": ["Q"],
                       "per_round": 1}  # fmt: skip
    board["supply"] |= {"rounds": 1, "village_tokens": 0, "chest_tokens": 1}
    board["chests"] |= {"boots": 0, "sword": 0, "cup": 1, "bow": 0, "feather": 0, "hammer": 0,
                        "net": 0}  # fmt: skip
    board["glory"]["village_column"] = [0]
    return board


def _effects() -> list[dict[str, Any]]:
    """Each effect once, with the largest numbers."""
    given: dict[str, dict[str, Any]] = {
        **{key: {"n": -taverns.MAX_AMOUNT} for key in ("gold", "prestige", "energy", "rune")},
        "cooked": {"n": taverns.MAX_AMOUNT},
        "reserve": {"kind": "mushroom"},
        "carry": {"kind": "mushroom"},
        "trade": {"gold": taverns.MAX_PRICE, "kind": "mushroom"},
        "symbol": {"symbol": "sword"},
        "face": {"symbol": "sword"},
    }
    return [{"effect": effect, **given.get(effect, {})} for effect in EFFECTS[1:]]


def _cards(count: int, **parts: Any) -> list[dict[str, Any]]:
    """So many cards with the longest names; a part that is a list gives each card one of it."""
    return [
        {"name": f"{'W' * (taverns.MAX_NAME - 2)}{card:02}"}
        | {key: part[card % len(part)] if isinstance(part, list) else part
           for key, part in parts.items()}
        for card in range(count)
    ]  # fmt: skip


def wide_taverns() -> dict[str, Any]:
    """As much of everything as a board may print."""
    board = copy.deepcopy(load_taverns().to_mapping())
    effects = _effects()
    most = taverns.MAX_AMOUNT
    kinds = ["plant", "mushroom", "spice", "egg", "meat"]
    zones = _cards(taverns.MAX_ZONES, sites=[[1, 2, 3, 4]], printed=[kinds], token_spaces=0,
                   goblin=0)  # fmt: skip
    for total in range(2, 9):
        zones[total]["goblin"] = total
    zones[5]["token_spaces"] = taverns.MAX_TOKEN_SPACES
    names = [zone["name"] for zone in zones]
    board["map"] |= {"zones": zones, "city": names[0], "maple": names[9],
                     "shortcuts": [[start, end] for start in names for end in names
                                   if start != end]}  # fmt: skip
    board["tokens"] |= {"plant": 4, "mushroom": 4, "spice": 4, "egg": 3, "meat": 1}
    board["game"] |= {
        "rounds": taverns.MAX_ROUNDS,
        "max_energy": taverns.MAX_ENERGY,
        "max_runes": taverns.MAX_RUNES,
        "hero_row": 9,
        "bonus_price": taverns.MAX_PRICE,
        "activation_spaces": {str(n): taverns.MAX_ACTIVATION_SPACES for n in range(2, 6)},
    }
    for minion in ("plain", "sturdy", "booted"):
        board["minions"][minion]["pockets"] = taverns.POCKETS
    for slot in ("1", "2", "3", "4", "blank"):
        board["bank"][slot] = most
    icons = ["heroes", "reset", "heroes", "reset", "event_good", "heroes"]
    standing = board["round_track"]["standing"]
    board["round_track"] = {"standing": standing} | {
        str(turn): icons if turn < taverns.MAX_ROUNDS else []
        for turn in range(1, taverns.MAX_ROUNDS + 1)
    }
    for location, tile in board["locations"].items():
        if location != "standing":
            tile["cost"] = taverns.MAX_PRICE
    board["locations"]["dungeon"]["tokens"] = [
        *("gold_20", "prestige_20", "gold_19", "prestige_19", "gold_18", "prestige_18"),
        *("gold_17", "wound", "wound", "wound", "gold_20", "gold_20"),
    ]
    board["locations"]["forge"]["tokens"] = ["no_claws"] * taverns.MAX_FORGE_TOKENS
    board["locations"]["market"]["price"] = dict.fromkeys(kinds[:4], taverns.MAX_PRICE)
    board["recipes"]["prestige"] = {
        f"{'PMSEV'[number % 5] * (taverns.MAX_INGREDIENTS - 4)}{'PMSEV'[number // 5 % 5] * 3}"
        f"{'PMSEV'[number // 25]}": taverns.MAX_PRESTIGE
        for number in range(taverns.MAX_RECIPES)
    }
    board["heroes"]["cards"] = _cards(
        taverns.MAX_HEROES, cost=taverns.MAX_PRICE, prestige=taverns.MAX_PRESTIGE,
        ability=effects, bonus=effects[::-1],
    )  # fmt: skip
    reward = {"gold": most, "energy": most, "meat": most, "prestige": most}
    board["dragons"]["boards"] = _cards(
        taverns.MAX_DRAGONS, site=[1, 2, 3, 4], appears=effects[13:], special=effects[12:],
        rows=[["S" * taverns.MAX_ROW_SPACES] * taverns.MAX_ROWS],
        rewards=[[reward] * taverns.MAX_ROWS],
    )  # fmt: skip
    board["trophies"]["prestige"] = [
        taverns.MAX_PRESTIGE - kind for kind in range(taverns.MAX_TROPHY_KINDS) for _ in range(3)
    ]
    board["missions"]["cards"] = _cards(
        taverns.MAX_MISSIONS, condition="cooked_kinds", kinds=[kinds],
        at_least=taverns.MAX_PRESTIGE, prestige=taverns.MAX_PRESTIGE,
    )  # fmt: skip
    halves = [effects[: taverns.MAX_EFFECTS]]
    board["events"]["cards"] = _cards(taverns.MAX_EVENTS, good=halves, bad=halves)
    board["encounters"]["cards"] = _cards(taverns.MAX_ENCOUNTERS, effects=halves)
    standing = board["asymmetric"]["standing"]
    tracks = [effects[place : place + taverns.MAX_TRACK] for place in range(taverns.MAX_TAVERNS)]
    board["asymmetric"] = {"standing": standing} | {
        card["name"]: track for card, track in zip(_cards(taverns.MAX_TAVERNS), tracks, strict=True)
    }
    return board


def narrow_taverns() -> dict[str, Any]:
    """A map of two zones, nothing in the hero row and one space on each track."""
    board = copy.deepcopy(load_taverns().to_mapping())
    zone = {"token_spaces": 1, "printed": [], "sites": [1, 2, 3, 4]}
    board["map"] |= {
        "city": "city",
        "maple": "city",
        "zones": [zone | {"name": "city", "goblin": 2}, zone | {"name": "wood", "goblin": 0}],
        "shortcuts": [["wood", "city"]],
    }
    board["tokens"] |= {"plant": 2, "mushroom": 0, "spice": 0, "egg": 0}
    board["dice"]["player"] = [1]
    board["game"] |= {"rounds": 1, "hero_row": 0}
    for minion in ("plain", "sturdy", "booted"):
        board["minions"][minion]["pockets"] = 0
    for tavern, track in board["asymmetric"].items():
        if tavern != "standing":
            board["asymmetric"][tavern] = track[:1]
    return board

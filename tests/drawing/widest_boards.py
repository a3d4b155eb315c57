"""Boards with the largest and the smallest numbers that a board file may hold, and states with as
much of everything as there can be."""

from __future__ import annotations

import copy
from typing import Any

from pixies_env.havresac import limits as havresac
from pixies_env.pixie_queen import limits as pixie_queen
from pixies_env.pixie_queen.board import load_board
from pixies_env.pixie_queen.names import Phase
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

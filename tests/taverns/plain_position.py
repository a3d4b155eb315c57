"""A state of the compiled rules in the words of the reference: read off the record, field by field.

It does not go through the product's own dictionaries, so that a fault there hides none here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pixies_env.taverns.board import Board
from pixies_env.taverns.names import (
    BANK_SLOTS,
    FACES,
    FORGE_TOKENS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    SYMBOLS,
    TOKENS,
    Continuation,
    Hunt,
    Phase,
)

BLANK = BANK_SLOTS.index("blank")


def plain_position(state: Any, record: Any, board: Board) -> dict[str, Any]:
    """What ``Table.position()`` of the reference gives, of a state and board record."""
    players = int(state.players)
    zones = board.zone_names
    heroes, recipes = board.hero_names, board.recipe_names
    seats = [_seat(state, seat, board) for seat in range(players)]
    cooked = [name for seat in seats for name in seat["cooked"]]
    row = [None if card < 0 else recipes[card] for card in state.recipe_row]
    deck = _cards(state.recipes_left, recipes)
    out = set(recipes) - set(cooked) - set(row) - set(deck)
    tokens: dict[str, Counter[str]] = {zone: Counter() for zone in zones}
    for space in range(int(record.token_spaces)):
        if state.token_at[space] >= 0:
            zone = zones[record.token_zone[space]]
            tokens[zone][TOKENS[state.token_at[space]]] += 1
    turned = Counter(
        {
            kind: int(record.dungeon_tokens[place]) - int(state.dungeon_left[place])
            for place, kind in enumerate(board.dungeon_kinds)
        }
    )
    return {
        "players": players,
        "round": int(state.round_number),
        "first": None if state.first_player < 0 else int(state.first_player),
        "over": bool(state.phase == Phase.OVER),
        "turn": _turn(state, board),
        "hunt": _hunt(state),
        "sites": {
            site + 1: LOCATIONS[location]
            for site, location in enumerate(state.location_at)
            if location >= 0
        },
        "occupied": {
            LOCATIONS[location]: int(used)
            for location, used in sorted(
                zip(state.location_at, state.spaces_used, strict=True),
                key=lambda pair: LOCATIONS[pair[0]],
            )
            if used > 0
        },
        "tokens": {zone: dict(sorted(kinds.items())) for zone, kinds in tokens.items()},
        "dungeon_turned": sorted(turned.elements()),
        "forge": _counts(state.forge_left, FORGE_TOKENS),
        "bank": {
            slot: {
                "player": int(state.bank_seat[place]),
                "value": int(state.blank_value) if place == BLANK else place + 1,
            }
            for place, slot in enumerate(BANK_SLOTS)
            if state.bank_seat[place] >= 0
        },
        "hero_row": sorted(_cards(state.hero_row, heroes)),
        "hero_deck": sorted(_cards(state.heroes_left, heroes)),
        "recipe_row": row,
        "recipe_deck": sorted(deck),
        "recipes_discarded": sorted(out),
        "dragon": _dragon(state, record, board),
        "dragon_deck": sorted(_cards(state.dragons_left, board.dragon_names)),
        "trophy_bag": _prestige(state.trophies_left, board),
        "common_mission": _card(state.common_mission, board.mission_names),
        "mission_deck": sorted(_cards(state.missions_left, board.mission_names)),
        "event_deck": sorted(_cards(state.events_left, board.event_names)),
        "encounter_deck": sorted(_cards(state.encounters_left, board.encounter_names)),
        "goblin": None
        if state.goblin_zone < 0
        else {"zone": zones[state.goblin_zone], "stack": int(state.stack)},
        "unseen_items": _counts(state.items_left, ITEMS),
        "seats": seats,
    }


def _counts(zone: Any, names: Any) -> dict[str, int]:
    return {name: int(n) for name, n in sorted(zip(names, zone, strict=False)) if n > 0}


def _cards(cards: Any, names: Any) -> list[str]:
    return [name for place, name in enumerate(names) if int(cards) >> place & 1]


def _card(card: Any, names: Any) -> str | None:
    return None if card < 0 else names[card]


def _prestige(zone: Any, board: Board) -> list[int]:
    return [kind for place, kind in enumerate(board.trophy_kinds) for _ in range(int(zone[place]))]


def _frames(state: Any) -> list[list[int]]:
    return [[int(number) for number in frame] for frame in state.frames[: state.frame_count]]


def _turn(state: Any, board: Board) -> dict[str, Any] | None:
    if state.phase != Phase.TURNS:
        return None
    cooking = steps = None
    for kind, _, first, second in _frames(state):
        if kind == Continuation.FINISH_COOKING:
            cooking = {
                "recipe": board.recipe_names[first],
                "value": second,
                "unpaid": _counts(state.unpaid, INGREDIENTS),
            }
        elif kind == Continuation.WALK:
            steps = first
    return {
        "player": (int(state.first_player) + int(state.turn)) % int(state.players),
        "main_done": bool(state.main_done),
        "cooked": int(state.cooked_now),
        "visited": sorted(LOCATIONS[k] for k in range(len(LOCATIONS)) if state.visited >> k & 1),
        "met": bool(state.met),
        "active": _card(state.active, MINIONS),
        "may_collect": bool(state.may_collect),
        "hunted": bool(state.hunted),
        "bought": bool(state.bought),
        "steps_left": steps,
        "cooking": cooking,
    }


def _hunt(state: Any) -> dict[str, Any] | None:
    if state.hunting == Hunt.NONE:
        return None
    return {
        "dice": _counts(state.hunt_dice, FACES),
        "added": _counts(state.added, SYMBOLS),
        "no_claws": bool(state.no_claws),
        "no_wounds": bool(state.no_wounds),
        "completed_before": [row + 1 for row in range(8) if state.rows_before >> row & 1],
    }


def _dragon(state: Any, record: Any, board: Board) -> dict[str, Any] | None:
    if state.dragon < 0:
        return None
    return {
        "name": board.dragon_names[state.dragon],
        "site": int(record.dragon_site[state.dragon]) + 1,
        "marks": [
            _counts(state.marks[row], SYMBOLS) for row in range(record.dragon_rows[state.dragon])
        ],
    }


def _seat(state: Any, seat: int, board: Board) -> dict[str, Any]:
    heroes = _cards(state.heroes[seat], board.hero_names)
    exhausted = _cards(state.exhausted, board.hero_names)
    bonuses = _cards(state.bonus_used, board.hero_names)
    return {
        "gold": int(state.gold[seat]),
        "energy": int(state.energy[seat]),
        "runes": int(state.runes[seat]),
        "prestige": int(state.prestige[seat]),
        "available": [value + 1 for value in range(4) for _ in range(int(state.dice[seat, value]))],
        "energy_die": int(state.energy_die[seat]) or None,
        "cooking_dice": int(state.cooking_dice[seat]),
        "lost_dice": int(state.lost_dice[seat]),
        "minions": {
            name: {
                "zone": board.zone_names[state.zone[seat, minion]],
                "die": int(state.minion_die[seat, minion]) or None,
                "wounds": int(state.wounds[seat, minion]),
                "carried": _counts(state.carried[seat, minion], INGREDIENTS),
            }
            for minion, name in enumerate(MINIONS)
        },
        "stored": _counts(state.reserve[seat], INGREDIENTS),
        "heroes": {
            name: {"ready": name not in exhausted, "bonus_used": name in bonuses}
            for name in sorted(heroes)
        },
        "cooked": sorted(_cards(state.cooked[seat], board.recipe_names)),
        "trophies": _prestige(state.trophies[seat], board),
        "forge": _counts(state.forge[seat], FORGE_TOKENS),
        "items": _counts(state.items[seat], ITEMS),
        "used_items": _counts(state.items_used[seat], ITEMS),
        "missions": sorted(board.mission_names[card] for card in state.missions[seat] if card >= 0),
        "tavern": _card(state.tavern[seat], board.tavern_names),
        "marker": int(state.marker[seat]),
    }

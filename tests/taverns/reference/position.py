"""Everything that is true about a game as plain values, public and hidden."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .data import Plain
from .state import Seat, State


def position(state: State) -> Plain:
    """See the docstring of :mod:`tests.taverns.reference.table` for the keys."""
    return {
        "players": state.players,
        "round": state.round,
        "first": state.first,
        "over": state.over,
        "turn": _turn(state),
        "hunt": _hunt(state),
        "card": state.card,
        "sites": dict(sorted(state.sites.items())),
        "occupied": _counts(state.occupied),
        "tokens": {zone: _counts(tokens) for zone, tokens in state.tokens.items()},
        "dungeon_turned": sorted(state.turned),
        "forge": _counts(state.forge),
        "bank": {
            slot: {"player": player, "value": value}
            for slot, (player, value) in sorted(state.bank.items())
        },
        "hero_row": sorted(state.hero_row),
        "hero_deck": sorted(state.hero_deck),
        "recipe_row": list(state.recipe_row),
        "recipe_deck": sorted(state.recipe_deck),
        "recipes_discarded": sorted(state.recipes_discarded),
        "dragon": _dragon(state),
        "dragon_deck": sorted(state.dragon_deck),
        "trophy_bag": sorted(state.trophy_bag),
        "common_mission": state.common_mission,
        "mission_deck": sorted(state.mission_deck),
        "event_deck": sorted(state.event_deck),
        "encounter_deck": sorted(state.encounter_deck),
        "goblin": _goblin(state),
        "unseen_items": _counts(state.unseen_items),
        "items_in_box": state.items_in_box,
        "seats": [_seat(seat) for seat in state.seats],
    }


def _counts(things: Counter[str] | Iterable[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(Counter(things).items()) if n > 0}


def _turn(state: State) -> Plain | None:
    turn = state.turn
    if turn is None:
        return None
    return {
        "player": turn.player,
        "main_done": turn.main_done,
        "cooked": turn.cooked,
        "visited": sorted(turn.visited),
        "met": turn.met,
        "active": turn.active,
        "may_collect": turn.may_collect,
        "hunted": turn.hunted,
        "bought": turn.bought,
        "steps_left": turn.steps_left,
        "cooking": turn.cooking
        and {
            "recipe": turn.cooking.recipe,
            "value": turn.cooking.value,
            "unpaid": _counts(turn.cooking.unpaid),
        },
    }


def _hunt(state: State) -> Plain | None:
    hunt = state.hunt
    if hunt is None:
        return None
    return {
        "dice": _counts(hunt.dice),
        "added": _counts(hunt.added),
        "no_claws": hunt.no_claws,
        "no_wounds": hunt.no_wounds,
        "completed_before": sorted(hunt.completed_before),
    }


def _dragon(state: State) -> Plain | None:
    if state.dragon is None:
        return None
    return {
        "name": state.dragon.name,
        "site": state.dragon_site(),
        "marks": [_counts(row) for row in state.dragon.marks],
    }


def _goblin(state: State) -> Plain | None:
    if state.goblin_zone is None:
        return None
    return {"zone": state.goblin_zone, "stack": state.goblin_stack}


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "gold": seat.gold,
        "energy": seat.energy,
        "runes": seat.runes,
        "prestige": seat.prestige,
        "available": sorted(seat.available),
        "energy_die": seat.energy_die,
        "cooking_dice": sorted(seat.cooking_dice),
        "lost_dice": sorted(seat.lost_dice),
        "minions": {
            name: {
                "zone": own.zone,
                "die": own.die,
                "wounds": own.wounds,
                "carried": _counts(own.carried),
            }
            for name, own in seat.minions.items()
        },
        "stored": _counts(seat.stored),
        "heroes": {
            name: {"ready": hero.ready, "bonus_used": hero.bonus_used}
            for name, hero in sorted(seat.heroes.items())
        },
        "cooked": sorted(seat.cooked),
        "trophies": sorted(seat.trophies),
        "forge": _counts(seat.forge),
        "items": _counts(seat.items),
        "used_items": _counts(seat.used_items),
        "dealt_missions": sorted(seat.dealt_missions),
        "mission": seat.mission,
        "put_away": seat.put_away,
        "tavern": seat.tavern,
        "marker": seat.marker,
    }

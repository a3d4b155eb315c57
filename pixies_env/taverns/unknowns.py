"""How the printed numbers that are not known could be otherwise: plausible other printings.

All of them agree with what is known: how many zones, tokens, cards and faces there are, their
names, what tiles and abilities do, which icons but the reset follow which round. And all can lie
side by side in a batch: they have the same decisions, and what is observed by its printed number
(trophies, tokens of the dungeon) has the same kinds. One number from 0 to 1 says how far each way
goes; :data:`UNKNOWNS` says what 0 and 1 mean.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from pixies_env.core.game import Unknown
from pixies_env.core.kit import unknowns
from pixies_env.core.kit.unknowns import Way
from pixies_env.taverns import varying
from pixies_env.taverns.names import BANK_SLOTS, LOCATIONS

_ROUNDS = tuple(f"round_track.{after}" for after in varying.ROUNDS)
_BANK = tuple(f"bank.{slot}" for slot in BANK_SLOTS)
_TAVERNS = tuple(f"asymmetric.tavern_{number}" for number in range(1, 6))
_ARRANGED = f"0: as shipped; else one of {varying.ARRANGEMENTS - 1} arrangements drawn at random: "


def _shift(name: str, keys: tuple[str, ...], what: str, ends: tuple[float, float]) -> Unknown:
    meaning = f"{what}: {ends[0]:+g} to {ends[1]:+g}"
    return Unknown(name, keys, meaning, (0 - ends[0]) / (ends[1] - ends[0]))


def _factor(name: str, keys: tuple[str, ...], what: str) -> Unknown:
    low, high = varying.FACTORS
    return Unknown(name, keys, f"{what}: times {low:g} to {high:g}", (1 - low) / (high - low))


def _arrangement(name: str, keys: tuple[str, ...], what: str) -> Unknown:
    return Unknown(name, keys, _ARRANGED + what, 0.0)


def _choice(
    name: str, keys: tuple[str, ...], what: str, choices: tuple[Any, ...], shipped: Any
) -> Unknown:
    meaning = f"one of {len(choices)} {what}"
    return Unknown(name, keys, meaning, choices.index(shipped) / (len(choices) - 1))


_WAYS: tuple[Way, ...] = (
    (
        _arrangement(
            "zones",
            ("map.zones",),
            "token spaces, printed ingredients and goblin numbers of the wild zones",
        ),
        varying.zones,
    ),
    (_arrangement("sites", ("map.zones",), "which zones touch which site"), varying.sites),
    (_arrangement("arrows", ("map.shortcuts",), "where they start and end"), varying.arrows),
    (
        _choice(
            "player_die",
            ("dice.player",),
            "dice, their mean from 2 to 3",
            varying.PLAYER_DICE,
            (1, 2, 3, 4),
        ),
        varying.player_die,
    ),
    (
        _choice(
            "hunting_die",
            ("dice.hunting",),
            "dice with 2 to 4 symbols on 6 faces",
            varying.HUNTING_DICE,
            ("sword", "sword", "bow", "bow", "claw", "flame"),
        ),
        varying.hunting_die,
    ),
    (_factor("bank_gold", _BANK, "gold of all slots"), varying.bank_gold),
    (
        _choice(
            "resets",
            _ROUNDS,
            "sets of rounds after which tokens are laid anew, from one round to all",
            varying.RESETS,
            (1, 3, 5),
        ),
        varying.resets,
    ),
    (
        _arrangement("icons", _ROUNDS, "which events are good, the order within each round"),
        varying.icons,
    ),
    (
        _shift(
            "location_costs",
            tuple(f"locations.{location}" for location in LOCATIONS),
            "energy for each location",
            varying.COST_SHIFTS,
        ),
        varying.location_costs,
    ),
    (
        Unknown(
            "dungeon",
            ("locations.dungeon",),
            "the token that is there twice, from the first in the file to the last, the wound",
            1.0,
        ),
        varying.dungeon,
    ),
    (
        _choice(
            "forge",
            ("locations.forge",),
            "mixtures of 5 tokens, fewer and fewer of them against claws",
            varying.FORGES,
            (2, 2, 1),
        ),
        varying.forge,
    ),
    (_factor("recipe_points", ("recipes.prestige",), "prestige"), varying.recipe_points),
    (
        _shift(
            "recipe_length",
            ("recipes.prestige",),
            "prestige for each ingredient beyond two",
            varying.LENGTH_SHIFTS,
        ),
        varying.recipe_length,
    ),
    (
        _shift("hero_costs", ("heroes.cards",), "gold for each hero", varying.PRICE_SHIFTS),
        varying.hero_costs,
    ),
    (_factor("hero_points", ("heroes.cards",), "prestige"), varying.hero_points),
    (
        _arrangement("hero_bonuses", ("heroes.cards",), "which hero has which bonus"),
        varying.hero_bonuses,
    ),
    (
        _shift("dragon_spaces", ("dragons.boards",), "spaces of each row", varying.SPACE_SHIFTS),
        varying.dragon_spaces,
    ),
    (
        _factor("dragon_rewards", ("dragons.boards",), "gold, energy and prestige of rows"),
        varying.dragon_rewards,
    ),
    (
        Unknown(
            "trophies",
            ("trophies.prestige",),
            "how many of each kind: from many with little prestige to many with much",
            0.5,
        ),
        varying.trophies,
    ),
    (
        _shift("mission_points", ("missions.cards",), "prestige", varying.POINT_SHIFTS),
        varying.mission_points,
    ),
    (
        _shift("mission_goals", ("missions.cards",), "what is asked for", varying.GOAL_SHIFTS),
        varying.mission_goals,
    ),
    (
        _factor(
            "module_effects",
            (*_TAVERNS, "events.cards", "encounters.cards"),
            "amounts on tracks, events and encounters",
        ),
        varying.module_effects,
    ),
    (_arrangement("items", ("goblin.items",), "how many of each, as many in all"), varying.items),
    (
        Unknown(
            "city_on_pass",
            ("switches.city_on_pass",),
            "a minion that walks through the City stores and heals there: from one half on",
            0.25,
        ),
        varying.city,
    ),
    (
        Unknown(
            "market",
            ("switches.market",),
            "the market sells, below one half, or stores what the minion carries",
            0.25,
        ),
        varying.market,
    ),
)

UNKNOWNS = tuple(unknown for unknown, _ in _WAYS)
"""Every way; together they touch every entry whose standing says ``default``."""


open_questions = partial(unknowns.open_questions, UNKNOWNS)
"""Ways in which a board could be otherwise: those that change only what is ours."""


def vary(board: Mapping[str, Any], point: Mapping[str, float]) -> dict[str, Any]:
    """A board, in the structure of the file, that is otherwise at the ways named.

    ValueError for an unknown way or a number not from 0 to 1.
    """
    return unknowns.vary(_WAYS, board, point)

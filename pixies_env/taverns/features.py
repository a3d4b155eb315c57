"""Names and meanings of the entries of an observation, in the order in which they are written."""

from collections.abc import Iterable

import numpy as np

from pixies_env.core.game import Feature
from pixies_env.taverns.board import Board
from pixies_env.taverns.limits import (
    DICE,
    MAX_PLAYERS,
    MAX_ROWS,
    MOST_HUNT_DICE,
    RECIPE_ROW,
    SITES,
    VALUES,
)
from pixies_env.taverns.names import (
    BANK_SLOTS,
    FACES,
    FORGE_TOKENS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    MODULES,
    PHASES,
    QUESTIONS,
    SYMBOLS,
    TOKENS,
    Phase,
)

KNOWN = "known"
OBSERVATION_MODES = (KNOWN,)
"""All that a seat knows."""

PER_PLAYER = np.float32(1 / MAX_PLAYERS)
PER_TURN = np.float32(1 / (MAX_PLAYERS * DICE))
PER_STEP = np.float32(1 / 5)
PER_HUNT_DIE = np.float32(1 / MOST_HUNT_DICE)
PER_INGREDIENT = np.float32(1 / 5)
PER_CARRIED = np.float32(1 / 3)
PER_SPACE = np.float32(1 / 2)
PER_TOKEN = np.float32(1 / 5)
PER_ITEM = np.float32(1 / 5)
PER_DIE = np.float32(1 / DICE)
PER_VALUE = np.float32(1 / VALUES)
PER_GOLD = np.float32(1 / 10)
PER_ENERGY = np.float32(1 / 5)
PER_RUNE = np.float32(1 / 3)
PER_PRESTIGE = np.float32(1 / 50)
PER_TROPHY_PRESTIGE = np.float32(1 / 10)
PER_TROPHY = np.float32(1 / 3)
PER_MARKER = np.float32(1 / 4)
"""Factors that bring numbers to about [0, 1]; single precision is what kernels do fastest."""

SEATS = ("me", *(f"left{step}" for step in range(1, MAX_PLAYERS)))

FLAGS = (
    *((f"phase_{phase}", "1 in this phase") for phase in PHASES[: Phase.OVER]),
    *((f"asked_{question}", "1 if this is asked") for question in QUESTIONS),
    *((f"turn_{seat}", "1 for who decides or draws") for seat in SEATS),
    *((f"first_{seat}", "1 for the first player of the round") for seat in SEATS),
    *((f"active_{minion}", "1 for the active minion") for minion in MINIONS),
    ("main_done", "1 if the main action of the turn is done"),
    ("may_collect", "1 if the active minion may still collect"),
    ("has_collected", "1 if it has collected in this activation"),
    ("hunted", "1 if it has hunted in this activation"),
    ("bought", "1 if it has bought of the goblin in this activation"),
    ("met", "1 if the encounter of this turn is over"),
    ("hunting", "1 during a hunt"),
    ("no_claws", "1 if the claws of this hunt are cancelled"),
    ("no_wounds", "1 if this hunt wounds nobody"),
    *((f"with_{module}", "1 if the game has this module") for module in MODULES),
    ("city_on_pass", "1 if a minion may store and heal when it only passes the City"),
    ("market_stores", "1 if the market stores what the minion carries"),
)
"""Of the turn and of the options."""

PLACE_FLAGS = (
    *((f"visited_{location}", "1 if visited in this turn") for location in LOCATIONS),
    *((f"site{site}_dragon", "1 where the dragon stands") for site in range(1, SITES + 1)),
    *(
        (f"row{row}_before", "1 if the row was complete before this hunt")
        for row in range(1, MAX_ROWS + 1)
    ),
    *((f"about_{minion}", "1 for the minion that the question is about") for minion in MINIONS),
    *((f"offered_{kind}", "1 for the ingredient that a trade offers") for kind in INGREDIENTS),
    ("visit_is_free", "1 if the visit that is chosen costs no energy"),
    ("special_attack", "1 if the special attack of the dragon is still to come"),
)
"""Of places, and of what is asked."""


def features(board: Board) -> tuple[Feature, ...]:
    """All entries on a board."""
    return (*_flow(board), *_map(board), *_cards(board), *_seats(board))


def _listed(flags: Iterable[tuple[str, str]]) -> list[Feature]:
    return [Feature(name, meaning) for name, meaning in flags]


def _flags(prefix: str, names: Iterable[str], meaning: str) -> list[Feature]:
    return [Feature(f"{prefix}_{name}", meaning) for name in names]


def _flow(board: Board) -> list[Feature]:
    return [
        Feature("players", f"number of players / {MAX_PLAYERS}"),
        Feature("round", "round / rounds of the game"),
        Feature("turns", f"turns over in this round / {MAX_PLAYERS * DICE}"),
        *_listed(FLAGS),
        *_listed(PLACE_FLAGS),
        Feature("steps_left", "steps of the walk after the one that is asked / 5"),
        Feature("claws_left", f"claws after the one that wounds / {MOST_HUNT_DICE}"),
        Feature("cooked_now", "recipes cooked in this turn / 3"),
        Feature("trade_gold", "price of what a trade offers / 10"),
        *_flags("hunt_die", FACES, f"hunting dice with this face / {MOST_HUNT_DICE}"),
        *_flags("added", SYMBOLS, f"symbols besides the dice, or left to mark / {MOST_HUNT_DICE}"),
        *_flags("unpaid", INGREDIENTS, "of the recipe being cooked, not yet paid / 5"),
    ]


def _map(board: Board) -> list[Feature]:
    sites = range(1, SITES + 1)
    spaces = sum(zone.token_spaces for zone in board.map.zones)
    return [
        *(
            Feature(f"site{site}_{location}", "1 for the location there")
            for site in sites
            for location in LOCATIONS
        ),
        *(Feature(f"site{site}_spaces", "activation spaces left / 2") for site in sites),
        *(
            Feature(f"space{space}_{token}", "1 for the token there, spaces in walking order")
            for space in range(1, spaces + 1)
            for token in TOKENS
        ),
        *_flags("dungeon", board.dungeon_kinds, "tokens not turned in this search / 5"),
        *_flags("forge", FORGE_TOKENS, "tokens on the forge / 5"),
        *_flags("goblin", board.zone_names, "1 where the goblin stands"),
        Feature("stack", f"items on the goblin's board / {MAX_PLAYERS}"),
    ]


def _cards(board: Board) -> list[Feature]:
    rows = range(1, MAX_ROWS + 1)
    return [
        *_flags("row", board.hero_names, "1 if the hero is in the hero row"),
        *_flags("exhausted", board.hero_names, "1 if the hero is owned and exhausted"),
        *_flags("bonus_used", board.hero_names, "1 if the bonus of the hero is used"),
        *(
            Feature(f"place{place}_{recipe}", "1 for the recipe there, place 1 the top")
            for place in range(1, RECIPE_ROW + 1)
            for recipe in board.recipe_names
        ),
        *_flags("deck", board.recipe_names, "1 if the recipe is still to come"),
        *_flags("common", board.mission_names, "1 for the common mission"),
        *_flags("kept", board.mission_names, "1 for the own mission, or the first one dealt"),
        *_flags("put_away", board.mission_names, "1 for the one put away, or the second one dealt"),
        *_flags("event", board.event_names, "1 if the event is still to come"),
        *_flags("encounter", board.encounter_names, "1 if it is in the deck of encounters"),
        *_flags("to_come", board.dragon_names, "1 if the dragon is still to come"),
        *_flags("dragon", board.dragon_names, "1 if the dragon is there"),
        *_flags("unseen", ITEMS, "items that nobody has seen / 5"),
        *(
            Feature(f"row{row}_{symbol}", "free spaces of the dragon's board / 3")
            for row in rows
            for symbol in SYMBOLS
        ),
        *(
            Feature(f"bank_{slot}_{seat}", "1 for whose die lies there")
            for slot in BANK_SLOTS
            for seat in SEATS
        ),
        Feature("my_trophy_prestige", "prestige of the own trophies / 10"),
    ]


def _seats(board: Board) -> list[Feature]:
    entries = [
        *_flags("has", board.hero_names, "1 if the hero is owned"),
        *_flags("cooked", board.recipe_names, "1 if the recipe is cooked"),
        *_flags("plays", board.tavern_names, "1 for the tavern board"),
        *(
            Feature(f"{minion}_at_{zone}", "1 for the zone of the minion")
            for minion in MINIONS
            for zone in board.zone_names
        ),
        *(
            Feature(f"die_{value}", f"available dice of this value / {DICE}")
            for value in range(1, VALUES + 1)
        ),
        *_flags("die_place", MINIONS, f"value of the die / {VALUES}, 0: empty"),
        *(
            Feature(f"{minion}_carries_{kind}", "carried by the minion / 3")
            for minion in MINIONS
            for kind in INGREDIENTS
        ),
        *_flags("wounds", MINIONS, "of the minion / 3"),
        *_flags("held", FORGE_TOKENS, "tokens of the forge for the next hunt / 5"),
        *_flags("item", ITEMS, "items not yet used / 5"),
        *_flags("stored", INGREDIENTS, "in the reserve / 5"),
        Feature("energy_die", f"value on the energy source / {VALUES}, 0: not used"),
        Feature("cooking_dice", f"dice placed on recipes in this round / {DICE}"),
        Feature("lost_dice", f"dice lost in this round / {DICE}"),
        Feature("gold", "gold / 10"),
        Feature("energy", "energy / 5"),
        Feature("runes", "runes / 3"),
        Feature("prestige", "prestige marked so far / 50"),
        Feature("trophies", "trophies / 3"),
        Feature("marker", "space of the marker on the track / 4"),
    ]
    return [Feature(f"{seat}_{entry.name}", entry.meaning) for seat in SEATS for entry in entries]

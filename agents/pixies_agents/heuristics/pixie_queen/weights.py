"""The named weights of the heuristics for Pixie Queen."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pixies_agents.heuristics.weights import Weight, WeightTable
from pixies_env.core.compilation.compile import record_dtype
from pixies_env.pixie_queen.limits import LEVELS, MAX_GOOD
from pixies_env.pixie_queen.names import ONE_USE_TILES, SKILLS, Space

_GOODS = (
    Weight("food", 0, 3, "first unit of a food, in the last offering"),
    Weight("food_later", 0, 0.6, "the same, more for each offering to come"),
    Weight("food_fade", 0.4, 0.98, "each further unit of a food against the one before"),
    Weight("food_demand", 0, 1, "how far the chance of being demanded scales a food"),
    Weight("apple_swap", 0, 1, "more for each unit of apple, which pays for swaps"),
    Weight("honey_order", 0, 1, "more for each unit of honey, which pays for the turn order"),
    Weight("bread_stone", 0, 1, "more for each unit of bread per stone on an own slave"),
    Weight("silver", 0, 3, "first unit of silver, in the last offering"),
    Weight("silver_later", 0, 0.6, "the same, more for each offering to come"),
    Weight("silver_track", 0, 1, "more, as a share of the next step on the silver track"),
    Weight("silver_fade", 0.4, 0.98, "each further unit of silver against the one before"),
    Weight("gold", 0, 4, "first unit of gold, in the last offering"),
    Weight("gold_later", 0, 0.6, "the same, more for each offering to come"),
    Weight("gold_track", 0, 1, "more, as a share of the next step on the gold track"),
    Weight("gold_fade", 0.4, 0.98, "each further unit of gold against the one before"),
    Weight("ring_saving", 0, 1, "share of a ring's points that the gold for it is worth"),
    Weight("special_saving", 0, 1, "the same of a special offering and what it costs"),
    Weight("most_now", 0, 1.5, "share of the majority penalties counted in the last round"),
    Weight("most_soon", 0, 1, "the same in the round before"),
    Weight("most_margin", 0.5, 4, "units of another player's good about which that is unsure"),
)
_TRACKS = (
    Weight("steps", 0.2, 3, "punishment saved later on, against punishment at once"),
    Weight("pace", 0, 3, "spaces that a marker moves per round later on"),
    Weight("cheaper_gold", 0, 2, "points per round for a lower price of gold, per silver"),
    Weight("cheaper_ring", 0, 3, "points per round for a lower price of rings, per gold"),
)
_PIXIES = (
    Weight("level_1", -0.2, 0.5, "pixie on level 1, as a share of the next servant tile"),
    Weight("level_2", -0.2, 0.7, "pixie on level 2"),
    Weight("level_3", -0.2, 0.9, "pixie on level 3"),
    Weight("level_4", 0, 1, "pixie on level 4"),
    Weight("climb", 0, 2, "rounds that a level takes: too far is worth less"),
    Weight("income", 0, 2, "foods of hands in steal phases to come, against foods in hand"),
    Weight("loss", 0, 1, "share of a pixie that counts as lost to mine symbols of this round"),
    Weight("slaves", 0, 2, "punishment for slaves in rounds to come"),
    Weight("crew", -0.3, 0.6, "worth of a slave per round, for work in the mine"),
    Weight("servant_race", 0, 1, "chance to be first on the servant space, per rival before"),
)
_REWARDS = (
    Weight("servant_points", 0.3, 3, "points of servant tiles, against points not lost"),
    Weight("ring_points", 0.3, 3, "the same of gold rings"),
    Weight("special_points", 0.3, 3, "the same of special offerings"),
)
_TILES = (
    Weight("food_tile", 0, 2, "foods of tiles in steal phases to come, against foods in hand"),
    *(Weight(tile, 0, 5, f"the tile {tile}") for tile in ONE_USE_TILES),
    *(Weight(skill, 0, 12, f"the skill {skill} for a whole game") for skill in SKILLS),
)
_SPACES = (
    Weight("disc", 0, 4, "what else could be done with a disc"),
    *(
        Weight(f"haste_{space}", -3, 4, f"more for placing on {space} now")
        for space in map(int, Space)
    ),
    Weight("mine", 0, 2, "silver and gold from the mine, against their worth in hand"),
    Weight("order", 0, 2, "each place forward in the turn order of the next round"),
    Weight("priority", 0, 3, "each place forward by temporary priority"),
)
_OFFERS = (
    Weight("rival_food", 0, 1, "chance that a rival offers the demanded food and not a metal"),
    Weight("rival_richer", 0, 1, "the same of a rival who owns more of it than oneself"),
    Weight("rival_free", 0, 1, "the same of a rival whom no metal would spare punishment"),
    Weight("gift", 0, 5, "steps that an offer of food brings to rivals, as points they lose less"),
    Weight("rival_track", 0, 1, "chance that a rival offers silver, or gold"),
    Weight("rival_more", 0, 1, "chance that a rival who offers n units offers one more"),
    Weight("promotion", 0, 2, "promotions of an offering, against what they are worth at once"),
)
_RIVALS = (
    Weight("rival", 0, 0.6, "a point that any rival loses, four players"),
    Weight("leader", 0, 0.8, "the same of the best rival, in addition"),
    Weight("stone", 0, 3, "points that a stone takes from a rival"),
    Weight("own_stone", 0, 3, "points that a stone takes from oneself"),
    Weight("rival_symbol", 0, 5, "points that a rival loses by a mine symbol"),
    Weight("knock_out", 0, 30, "points that a rival loses by going out"),
)
_RISKS = (
    Weight("symbol", 0, 2, "worth of the cheapest pixie lost to a mine symbol"),
    Weight("near_out", 0, 3, "a point close to going out, in addition"),
    Weight("out_margin", 1, 30, "how many points before going out that begins"),
    Weight("out", 0, 200, "points that going out costs"),
)
_JUDGEMENT = (
    Weight("sharpness", 0.02, 1, "how sure a lead of a point is at the end; for evaluations", True),
    Weight("doubt", 0, 2, "how much less sure per round to come", True),
    Weight(
        "preference", 0.1, 5, "points that make a decision e times as likely; for searches", True
    ),
)

WEIGHTS = (
    *_GOODS,
    *_TRACKS,
    *_PIXIES,
    *_REWARDS,
    *_TILES,
    *_SPACES,
    *_OFFERS,
    *_RIVALS,
    *_RISKS,
    *_JUDGEMENT,
)
TABLE = WeightTable(WEIGHTS, Path(__file__).parent / "weights")


_ARRAYS = {
    "level_1": ("level", LEVELS),
    ONE_USE_TILES[0]: ("one_use", len(ONE_USE_TILES)),
    SKILLS[0]: ("skill", len(SKILLS)),
    "haste_1": ("haste", len(Space)),
}
"""Weights that lie side by side and that rules count through, by the first of them."""
_SERIES = MAX_GOOD + 1


def _fields() -> list[tuple[str, type] | tuple[str, type, tuple[int, ...]]]:
    fields: list[tuple[str, type] | tuple[str, type, tuple[int, ...]]] = []
    place = 0
    while place < len(WEIGHTS):
        name = WEIGHTS[place].name
        if name in _ARRAYS:
            array, length = _ARRAYS[name]
            fields.append((array, np.float64, (length,)))
            place += length
        else:
            fields.append((name, np.float64))
            place += 1
    return fields


NUMBERS = record_dtype(
    [
        *_fields(),
        ("temperature", np.float64),
        # 1 + fade + fade**2 ... up to each number of units: much faster than a power
        ("food_series", np.float64, (_SERIES,)),
        ("silver_series", np.float64, (_SERIES,)),
        ("gold_series", np.float64, (_SERIES,)),
    ]
)
"""How rules see the numbers of an agent: the weights by their names, and what follows from them."""


def agent_numbers(weights: np.ndarray, temperature: float = 0.0) -> np.ndarray:
    """The numbers of an agent with these weights, float64; laid out as :data:`NUMBERS`."""
    numbers = np.zeros(1, NUMBERS)
    flat = numbers.view(np.float64)
    flat[: len(WEIGHTS)] = weights
    numbers["temperature"] = temperature
    for kind in ("food", "silver", "gold"):
        powers = numbers[f"{kind}_fade"][0] ** np.arange(_SERIES)
        numbers[f"{kind}_series"] = np.cumsum(powers) - powers
    return flat

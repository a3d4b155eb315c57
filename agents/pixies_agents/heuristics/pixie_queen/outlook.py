"""What one player's position makes things worth, computed once for each decision.

The :data:`OUTLOOK` is a record of named numbers. Everything that values a decision reads it and
adds to its ``terms``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import IDS, record_dtype
from pixies_env.pixie_queen.limits import LEVELS, MAX_PLAYERS
from pixies_env.pixie_queen.names import FOODS, PLACES, Good

TERMS = (
    "punishment",
    "risk",
    "tracks",
    "goods",
    "pixies",
    "rewards",
    "tiles",
    "rivals",
    "discs",
    "next",
)
"""What a worth is made of.

Punishment points at once; mine symbols and going out; punishment by the tracks later on; goods,
with the majority penalties at the end; pixies, their income and their punishment later on; points
of reward tiles; tiles and skills; what rivals lose; discs, and haste for a space that others want;
what can follow at once.
"""
(
    ON_PUNISHMENT,
    ON_RISK,
    ON_TRACKS,
    ON_GOODS,
    ON_PIXIES,
    ON_REWARDS,
    ON_TILES,
    ON_RIVALS,
    ON_DISCS,
    ON_NEXT,
) = range(len(TERMS))

TOP = LEVELS + 1
"""Level of the servant space."""

MAX_PARAMETERS = 256
"""Options of one action: up to 120 conversions on any board."""

OUTLOOK = record_dtype(
    [
        ("punishments", np.int64),  # punishment phases to come
        ("incomes", np.int64),  # steal phases to come
        ("offerings", np.int64),  # offerings to come, and action phases
        # goods
        ("worth", np.float64, (len(Good),)),  # first unit
        ("special_share", np.float64),  # more for a unit that the next special offering needs
        ("ring_share", np.float64),  # more for a unit of gold that the next ring needs
        ("ring_price", np.int64),
        ("gold_price", np.int64),
        ("most", np.int64, (len(Good),)),  # units of the rival who has most
        ("most_loss", np.float64),  # points for owning the most
        ("most_margin", np.float64),
        ("now", np.float64, (len(Good),)),  # worth of the goods owned
        ("food_unit", np.float64, (FOODS,)),  # a unit of income to come
        # tracks: future punishment saved by one and by two steps
        ("silver_steps", np.float64, (3,)),
        ("gold_steps", np.float64, (3,)),
        # pixies
        ("level_worth", np.float64, (TOP + 1,)),  # without the income of hands
        ("hand_income", np.float64, (PLACES,)),
        ("level_income", np.float64, (TOP + 1,)),  # of a hand of the level, on average
        ("swaps_free", np.int8),
        ("levels", np.int64, (TOP + 1,)),  # own pixies
        ("open", np.int64, (TOP + 1,)),  # whether a level can be entered
        # rewards
        ("ring_points", np.float64),
        ("servant_points", np.float64),
        ("special_points", np.float64),
        # others
        ("favourite", np.int64),
        ("rival", np.float64, (MAX_PLAYERS,)),  # worth of a point that this rival loses
        ("best_rival", np.int64),
        # results
        ("terms", np.float64, (len(TERMS),)),
        ("kept", np.float64, (len(TERMS),)),  # terms put aside
        ("action_worth", np.float64, (PLACES,)),  # of this decision; NaN: not yet known
        ("parameters", IDS, (MAX_PARAMETERS,)),
    ]
)


@rule
def clear(outlook: Any) -> None:
    """Begin another worth."""
    for term in range(len(TERMS)):
        outlook.terms[term] = 0.0


@rule
def total(outlook: Any) -> Any:
    """Sum of the terms."""
    worth = 0.0
    for term in range(len(TERMS)):
        worth += outlook.terms[term]
    return worth

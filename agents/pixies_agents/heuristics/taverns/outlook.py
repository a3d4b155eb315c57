"""One player's position as the evaluation sees it, computed once for each decision."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.kit.enums import words
from pixies_env.taverns import limits
from pixies_env.taverns.names import Face, Ingredient, Minion, Symbol


class Term(IntEnum):
    """What a worth is made of."""

    PRESTIGE = 0
    """At once, or printed on a hero."""
    LARDER = 1
    """Ingredients, stored or on their way, and the recipes that they are for."""
    GOODS = 2
    """Gold, energy and runes, gained or paid."""
    WAY = 3
    """Where minions stand, and their free pockets."""
    HUNT = 4
    """Marks, rows and wounds of a hunt."""
    PLACES = 5
    """Locations, encounters and the goblin's items."""
    POWERS = 6
    """Abilities, bonuses and items: had, or used up."""
    DICE = 7
    """The die placed, and the track."""
    MISSIONS = 8
    """Steps towards missions."""


TERMS = words(Term)

UNKNOWN = -1e9
"""A worth that is not computed yet."""
MOVED = len(Minion)
"""Beside the minions as they are after an activation: the active one, with nothing renewed."""
_KINDS = len(Ingredient)

OUTLOOK = record_dtype(
    [
        ("player", np.int64),
        ("rounds", np.int64),  # after this one
        ("dice", np.int64),  # own available ones
        ("time", np.float64),  # rounds to come, with the dice of this one
        ("share", np.float64),  # what goods are still worth
        # prices
        ("gold", np.float64),
        ("demand", np.float64),  # gold beyond it is of no use
        ("energy_of", np.float64, (limits.MAX_ENERGY + 1,)),  # worth of having so many
        ("rune_of", np.float64, (limits.MAX_RUNES + 1,)),
        ("gold_goal", np.int64),  # what a mission asks for, 0: none
        ("gold_goal_worth", np.float64),
        # the larder
        ("price", np.float64, (_KINDS,)),  # an ingredient, whatever recipes come
        ("have", np.int64, (_KINDS,)),  # stored and carried
        ("cubes", np.int64),
        ("gain", np.float64, (limits.RECIPE_ROW,)),  # of a recipe above its ingredients
        ("ready", np.float64, (limits.RECIPE_ROW,)),  # chance to cook it later if nothing misses
        ("find", np.float64, (limits.RECIPE_ROW,)),  # chance for each ingredient that does
        ("more", np.float64, (_KINDS,)),  # worth of one more of a kind
        # minions
        ("cargo", np.float64, (len(Minion),)),  # worth of what is carried once it is stored
        ("full", np.int64, (len(Minion),)),  # pockets
        ("stay", np.float64, (len(Minion),)),  # worth of its place if it is not activated
        ("stop", np.float64, (MOVED + 1, limits.MAX_ZONES)),  # worth of ending there
        ("stop_terms", np.float64, (MOVED + 1, limits.MAX_ZONES, len(Term))),
        ("runes_to", np.int64, (2, limits.MAX_ZONES)),  # entries of the Maple on the way, -1: none
        # the dragon
        ("dragon", np.int64),  # -1: none
        ("spaces", np.int64, (limits.MAX_ROWS, len(Symbol))),  # free ones
        ("wide", np.int64, (limits.MAX_ROWS,)),
        ("reward", np.float64, (limits.MAX_ROWS,)),
        ("trophy", np.float64),
        ("left", np.int64, (limits.MAX_ROWS, len(Symbol))),  # free ones in a trial
        ("hunt", np.float64, (limits.MOST_HUNT_DICE + 1,)),  # by energy paid, before its price
        ("dealt", np.float64, (limits.MOST_HUNT_DICE + 1, limits.MOST_HUNT_DICE + 1)),
        ("rolled", np.int64, (len(Face),)),  # dice of a trial
        ("best", np.float64, (limits.VALUES + 1,)),  # main action by value of the die
        ("kept", np.float64, (limits.MAX_PLAYERS,)),
        ("terms", np.float64, (len(Term),)),
    ]
)


@rule
def clear(outlook: Any) -> None:
    """Begin another worth."""
    for term in range(len(Term)):
        outlook.terms[term] = 0.0


@rule
def add(outlook: Any, term: Any, worth: Any) -> None:
    """Add to a term."""
    outlook.terms[term] += worth


@rule
def total(outlook: Any) -> Any:
    """Sum of the terms."""
    worth = 0.0
    for term in range(len(Term)):
        worth += outlook.terms[term]
    return worth

"""Slots of the board record in which every effect of the file lies, whatever it is printed on.

Hero abilities, bonuses, spaces of tracks, dragons, events and encounters are built of the same
vocabulary. An effect is a number into four arrays of the board record: what it does, how much of
it, which ingredient or symbol, and its price in gold.
"""

from typing import Any, Final

from pixies_env.core.compilation.compile import rule
from pixies_env.taverns import limits

ABILITIES: Final = 0
BONUSES: Final = ABILITIES + limits.MAX_HEROES
TRACKS: Final = BONUSES + limits.MAX_HEROES
APPEARANCES: Final = TRACKS + limits.MAX_TAVERNS * limits.MAX_TRACK
SPECIALS: Final = APPEARANCES + limits.MAX_DRAGONS
GOOD_HALVES: Final = SPECIALS + limits.MAX_DRAGONS
BAD_HALVES: Final = GOOD_HALVES + limits.MAX_EVENTS * limits.MAX_EFFECTS
ENCOUNTERS: Final = BAD_HALVES + limits.MAX_EVENTS * limits.MAX_EFFECTS
SLOTS: Final = ENCOUNTERS + limits.MAX_ENCOUNTERS * limits.MAX_EFFECTS
"""All slots; those of cards that the file does not have hold no effect."""


@rule
def ability_of(hero: Any) -> Any:
    """Slot of the ability of a hero."""
    return ABILITIES + hero


@rule
def bonus_of(hero: Any) -> Any:
    """Slot of the bonus of a hero."""
    return BONUSES + hero


@rule
def track_space_of(tavern: Any, space: Any) -> Any:
    """Slot of a space of a tavern's track, counted from 1."""
    return TRACKS + tavern * limits.MAX_TRACK + space - 1


@rule
def appearance_of(dragon: Any) -> Any:
    """Slot of what happens to every player when a dragon appears."""
    return APPEARANCES + dragon


@rule
def special_of(dragon: Any) -> Any:
    """Slot of the special attack of a dragon."""
    return SPECIALS + dragon


@rule
def good_half_of(event: Any) -> Any:
    """First of the slots of the good half of an event."""
    return GOOD_HALVES + event * limits.MAX_EFFECTS


@rule
def bad_half_of(event: Any) -> Any:
    """First of the slots of the bad half of an event."""
    return BAD_HALVES + event * limits.MAX_EFFECTS


@rule
def encounter_of(card: Any) -> Any:
    """First of the slots of an encounter."""
    return ENCOUNTERS + card * limits.MAX_EFFECTS

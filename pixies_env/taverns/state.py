"""The state of a game: one record of fixed size.

Arrays over players go by seat, over kinds of things by the vocabularies of :mod:`names`, over
cards by their place in the file. Sets of cards are words of 64 bits. All other fields are signed,
so that sums and differences behave alike compiled and not.
"""

import numpy as np

from pixies_env.core.kit.continuations import continuation_fields
from pixies_env.core.seam import header_fields, record_dtype
from pixies_env.taverns.limits import (
    MAX_DUNGEON_KINDS,
    MAX_PLAYERS,
    MAX_ROWS,
    MAX_TOKEN_SPACES,
    MAX_TROPHY_KINDS,
    RECIPE_ROW,
    SITES,
    VALUES,
)
from pixies_env.taverns.names import (
    BankSlot,
    Face,
    ForgeToken,
    Ingredient,
    Item,
    Minion,
    Symbol,
)

FRAMES = 8
"""Interrupted effects that can lie on each other."""
HAND = 2
"""Missions that a seat is dealt. The one that is kept lies on place 0 of :data:`STATE`'s hands."""
KEPT, PUT_AWAY = 0, 1

_PER_SEAT = (MAX_PLAYERS,)
_PER_MINION = (MAX_PLAYERS, len(Minion))

STATE = record_dtype(
    [
        *header_fields(),
        # where the game stands
        ("round_number", np.int8),  # 0 during the set-up
        ("phase", np.int8),
        ("step", np.int8),  # of the set-up, of the start or the end of a round
        ("cursor", np.int8),  # the next site, token space, card, die or seat of that step
        ("first_player", np.int8),  # of this round; -1 before the first
        ("turn", np.int8),  # turns over in this round
        *continuation_fields(FRAMES),
        ("roll", np.int8),  # what the die or hunting die to be rolled is for, a Roll
        ("subject", np.int8),  # what is rolled or wounded: value, face, minion; -1: nothing
        ("effect", np.int16),  # slot of the effect whose question is asked; -1: none
        ("icon", np.int8),  # end of a round: place of the icon being resolved
        ("event", np.int8),  # being resolved, -1: none
        # the turn
        ("main_done", np.int8),
        ("active", np.int8),  # minion, -1: none yet
        ("may_collect", np.int8),
        ("has_collected", np.int8),  # in this activation
        ("hunted", np.int8),  # in this activation
        ("bought", np.int8),  # in this activation
        ("met", np.int8),
        ("cooked_now", np.int8),  # recipes cooked in this turn
        ("visited", np.int16),  # bits of the locations visited in this turn
        # the hunt, and what is being cooked
        ("hunting", np.int8),  # a Hunt
        ("hunt_dice", np.int8, (len(Face),)),  # by the face that they show
        (
            "added",
            np.int8,
            (len(Symbol),),
        ),  # symbols besides the dice; once struck, all left to mark
        ("no_claws", np.int8),
        ("no_wounds", np.int8),
        ("rows_before", np.int8),  # bits of the rows that were complete before this hunt
        ("unpaid", np.int8, (len(Ingredient),)),
        # the map
        ("location_at", np.int8, (SITES,)),  # -1: none yet
        ("spaces_used", np.int8, (SITES,)),
        ("token_at", np.int8, (MAX_TOKEN_SPACES,)),  # Token, -1: none
        ("dungeon_left", np.int8, (MAX_DUNGEON_KINDS,)),  # tokens not turned in this search
        ("forge_left", np.int8, (len(ForgeToken),)),
        ("goblin_zone", np.int8),  # -1: no goblin
        ("stack", np.int8),  # items face down on its board
        # cards
        ("hero_row", np.uint64),
        ("heroes_left", np.uint64),
        ("exhausted", np.uint64),
        ("bonus_used", np.uint64),
        ("heroes", np.uint64, _PER_SEAT),
        ("recipe_row", np.int8, (RECIPE_ROW,)),  # from the top; -1: empty
        ("recipes_left", np.uint64),
        ("cooked", np.uint64, _PER_SEAT),
        ("common_mission", np.int8),  # -1: none
        ("missions_left", np.uint64),
        ("missions", np.int8, (MAX_PLAYERS, HAND)),  # KEPT and PUT_AWAY after the choice
        ("events_left", np.uint64),
        ("encounters_left", np.uint64),  # of the deck
        ("items_left", np.int8, (len(Item),)),  # that nobody has seen
        # the dragon
        ("dragons_left", np.uint64),
        ("dragon", np.int8),  # -1: none
        ("marks", np.int8, (MAX_ROWS, len(Symbol))),
        ("trophies_left", np.int8, (MAX_TROPHY_KINDS + 1,)),  # the last: face down
        # the players
        ("dice", np.int8, (MAX_PLAYERS, VALUES)),  # available, by value
        ("minion_die", np.int8, _PER_MINION),  # value on the die place, 0: empty
        ("bank_seat", np.int8, (len(BankSlot),)),  # whose die lies there, -1: none
        ("blank_value", np.int8),  # of the die on the blank slot, 0: none
        ("energy_die", np.int8, _PER_SEAT),  # value on the energy source, 0: none
        ("cooking_dice", np.int8, _PER_SEAT),  # on recipes, in this round
        ("lost_dice", np.int8, _PER_SEAT),  # in this round
        ("gold", np.int32, _PER_SEAT),
        ("energy", np.int8, _PER_SEAT),
        ("runes", np.int8, _PER_SEAT),
        ("prestige", np.int32, _PER_SEAT),
        ("reserve", np.int16, (MAX_PLAYERS, len(Ingredient))),
        ("zone", np.int8, _PER_MINION),
        ("carried", np.int8, (*_PER_MINION, len(Ingredient))),
        ("wounds", np.int8, _PER_MINION),
        ("trophies", np.int8, (MAX_PLAYERS, MAX_TROPHY_KINDS + 1)),  # the last: face down
        ("forge", np.int8, (MAX_PLAYERS, len(ForgeToken))),  # for the next hunt
        ("items", np.int8, (MAX_PLAYERS, len(Item))),  # not used yet
        ("items_used", np.int8, (MAX_PLAYERS, len(Item))),
        ("tavern", np.int8, _PER_SEAT),  # board, -1: none
        ("marker", np.int8, _PER_SEAT),  # space of its track, 0: the empty one
    ]
)

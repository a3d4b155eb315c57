"""The board record: the printed numbers, the start of each family of ids, and the options.

Kernels read it and never write it, so other numbers, cards and options need no compilation.
Arrays over cards go by their place in the file; sets are words of bits.
"""

import numpy as np

from pixies_env.core.kit.numbering import numbering_fields
from pixies_env.core.seam import record_dtype
from pixies_env.taverns import limits
from pixies_env.taverns.catalogue import MARKET_GOODS, MOST_ACTIONS
from pixies_env.taverns.effects import SLOTS
from pixies_env.taverns.names import (
    BankSlot,
    ChanceKind,
    Decision,
    Face,
    ForgeToken,
    Ingredient,
    Item,
    Location,
    Minion,
    Symbol,
    Token,
)

_ZONES = (limits.MAX_ZONES,)
_DRAGON_ROWS = (limits.MAX_DRAGONS, limits.MAX_ROWS)

BOARD = record_dtype(
    [
        # options
        ("missions_on", np.int8),
        ("events_on", np.int8),
        ("asymmetric_on", np.int8),
        ("encounters_on", np.int8),
        ("goblin_on", np.int8),
        ("initial_recipes", np.int8),
        ("city_on_pass", np.int8),
        ("market", np.int8),  # a Market
        ("locations", np.int16),  # bits of those that can be laid
        # numbers of the game
        ("rounds", np.int8),
        ("compensation_below", np.int8),
        ("compensation_gold", np.int8),
        ("start_gold", np.int8),
        ("start_energy", np.int8),
        ("start_runes", np.int8),
        ("max_energy", np.int8),
        ("max_runes", np.int8),
        ("heroes_in_row", np.int8),
        ("bonus_price", np.int8),
        ("encounter_price", np.int8),
        ("item_price", np.int8),
        ("left_over", np.int8),
        ("activation_spaces", np.int8, (limits.MAX_PLAYERS + 1,)),  # by number of players
        ("bank_gold", np.int8, (len(BankSlot),)),
        ("icons", np.int8, (limits.MAX_ROUNDS + 1, limits.MAX_ICONS)),  # by round; -1: no more
        # dice: faces with each value, 1 first, and with each face
        ("die_faces", np.int8, (limits.VALUES,)),
        ("hunt_die_faces", np.int8, (len(Face),)),
        # minions
        ("pockets", np.int8, (len(Minion),)),
        ("extra_steps", np.int8, (len(Minion),)),
        # the map
        ("zones", np.int8),
        ("city", np.int8),
        ("maple", np.int8),
        ("arrows", np.uint64, _ZONES),  # bits of the zones at the ends of arrows from here
        ("zone_sites", np.int8, _ZONES),  # bits of the sites that touch it
        ("zone_printed", np.int8, _ZONES),  # bits of the ingredients printed
        ("goblin_zone", np.int8, (2 * limits.VALUES + 1,)),  # by the sum of two dice
        ("token_spaces", np.int8),
        ("token_zone", np.int8, (limits.MAX_TOKEN_SPACES,)),  # by space in walking order
        ("tokens", np.int8, (len(Token),)),  # with the encounter for a plant where that is on
        # locations
        ("location_cost", np.int8, (len(Location),)),
        ("gives_runes", np.int8),
        ("gives_gold", np.int8),  # by the library
        ("market_price", np.int8, (MARKET_GOODS,)),
        ("dungeon_kinds", np.int8),
        ("dungeon_tokens", np.int8, (limits.MAX_DUNGEON_KINDS,)),
        ("dungeon_token", np.int8, (limits.MAX_DUNGEON_KINDS,)),  # a DungeonToken
        ("dungeon_amount", np.int8, (limits.MAX_DUNGEON_KINDS,)),
        ("forge_tokens", np.int8, (len(ForgeToken),)),
        # effects, by slot, see effects.py
        ("effect", np.int8, (SLOTS,)),  # an Effect
        ("effect_amount", np.int8, (SLOTS,)),
        ("effect_argument", np.int8, (SLOTS,)),  # an Ingredient or a Face
        ("effect_gold", np.int8, (SLOTS,)),
        # cards
        ("all_heroes", np.uint64),
        ("hero_cost", np.int8, (limits.MAX_HEROES,)),
        ("hero_prestige", np.int8, (limits.MAX_HEROES,)),
        ("readying_heroes", np.uint64),  # those whose ability readies a hero
        ("all_recipes", np.uint64),
        ("recipe_prestige", np.int8, (limits.MAX_RECIPES,)),
        ("recipe_needs", np.int8, (limits.MAX_RECIPES, len(Ingredient))),
        ("all_missions", np.uint64),
        ("mission_condition", np.int8, (limits.MAX_MISSIONS,)),  # a Condition
        ("mission_at_least", np.int8, (limits.MAX_MISSIONS,)),
        ("mission_kinds", np.int8, (limits.MAX_MISSIONS,)),  # bits of ingredients
        ("mission_prestige", np.int8, (limits.MAX_MISSIONS,)),
        ("all_events", np.uint64),
        ("all_encounters", np.uint64),
        ("items", np.int8, (len(Item),)),
        ("taverns", np.int8),
        ("track_length", np.int8, (limits.MAX_TAVERNS,)),
        # dragons
        ("all_dragons", np.uint64),
        ("dragon_site", np.int8, (limits.MAX_DRAGONS,)),  # from 0
        ("dragon_rows", np.int8, (limits.MAX_DRAGONS,)),
        ("most_rows", np.int8),  # of any dragon
        ("row_spaces", np.int8, (*_DRAGON_ROWS, len(Symbol))),
        ("row_gold", np.int8, _DRAGON_ROWS),
        ("row_energy", np.int8, _DRAGON_ROWS),
        ("row_meat", np.int8, _DRAGON_ROWS),
        ("row_prestige", np.int8, _DRAGON_ROWS),
        ("trophies", np.int8, (limits.MAX_TROPHY_KINDS,)),  # copies by prestige, rising
        ("trophy_prestige", np.int8, (limits.MAX_TROPHY_KINDS,)),
        *numbering_fields(Decision, ChanceKind, MOST_ACTIONS),
    ]
)

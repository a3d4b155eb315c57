"""Names and meanings of the entries of an observation, in the order in which they are written."""

from itertools import pairwise

import numpy as np

from pixies_env.core.game import Feature
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.limits import MAX_PLAYERS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    CUBES,
    FOODS,
    GOODS,
    HANDS,
    ONE_USE_TILES,
    PHASES,
    QUESTIONS,
    REWARD_SERIES,
    SKILLS,
    Phase,
)

RECALL, SCREENS = "recall", "screens"
OBSERVATION_MODES = (RECALL, SCREENS)
"""Perfect recall of everything that was public once; only what lies open on the table."""

PER_GOOD = 1 / 20
PER_REWARD = 1 / 30
PER_SMALL = 1 / 5
PER_TILE = 1 / 4
PER_PROMOTION = 1 / 10
PER_SYMBOL = 1 / 10
PER_REWARD_TILE = 1 / REWARD_TILES
"""Factors that bring numbers to about [-1, 1]."""

SEATS = ("me", *(f"left{step}" for step in range(1, MAX_PLAYERS)))


def features(board: Board) -> tuple[Feature, ...]:
    """All entries on a board."""
    return (
        *_flow(board),
        *_supply(board),
        *_spaces(),
        *_tiles(),
        *_orders(),
        *_pyramid(),
        *_seats(board),
    )


def _per_seat(name: str, meaning: str) -> list[Feature]:
    return [Feature(f"{name}_{seat}", meaning) for seat in SEATS]


def _flow(board: Board) -> list[Feature]:
    return [
        Feature("players", f"number of players / {MAX_PLAYERS}"),
        Feature("round", f"round / {board.setup.rounds}"),
        *(Feature(f"phase_{phase}", "1 in this phase") for phase in PHASES[: Phase.OVER]),
        *(Feature(f"asked_{question}", "1 if this is asked") for question in QUESTIONS),
        *_per_seat("turn", "1 for whose turn it is, 0.5 for somebody else who decides in it"),
        Feature("due", "cubes, discards or foods of tiles still to come / 5"),
        Feature("picks", "of these cubes, to be picked freely / 5"),
        Feature("stones_drawn", "stones still to be laid / 5"),
        Feature("points_left", "points of the punishment die to be assigned / 5"),
        Feature("promotions", "promotions left to the mover / 10"),
        Feature("copy_paid", "1 if the choice of a copy follows"),
        *(Feature(f"demand_{food}", "1 if demanded this round") for food in GOODS[:FOODS]),
        *(
            Feature(f"demand_left_{food}", "tokens not yet turned / tokens of this food")
            for food in GOODS[:FOODS]
        ),
    ]


def _supply(board: Board) -> list[Feature]:
    return [
        *(Feature(f"stock_{good}", "units in the stock / units in all") for good in GOODS),
        *(Feature(f"special_track_{good}", "units on the track / 5") for good in GOODS),
        *(Feature(f"bag_{cube}", "cubes in the bag / 20", (RECALL,)) for cube in CUBES),
        Feature("bag", "cubes of all kinds in the bag / 40", (SCREENS,)),
        Feature("reserve_stones", "stones in the reserve / 20"),
        *(
            Feature(f"taken_{series}", f"reward tiles taken / {REWARD_TILES}")
            for series in REWARD_SERIES
        ),
        *(
            Feature(f"pile_{place}", "value of this food tile from the top / 4")
            for place in range(1, max(map(len, board.setup.food_tiles)) + 1)
        ),
    ]


def _spaces() -> list[Feature]:
    return [
        Feature("special_used", "1 if action 19 is used"),
        Feature("order_used", "1 if action 20 is used"),
        Feature("copies", "copies this round / 5"),
        Feature("goods_uses", "uses of action 17 / 5"),
        *_per_seat("priority", "1 for who used action 21"),
    ]


def _tiles() -> list[Feature]:
    entries = []
    for skill in SKILLS:
        entries.append(Feature(f"{skill}_on_board", "1 if the skill lies on the board"))
        entries += _per_seat(skill, "1 for who has the skill")
    for tile in ONE_USE_TILES:
        entries.append(Feature(f"{tile}_on_board", "1 if the tile lies on its space"))
        entries.append(Feature(f"{tile}_on_extra_slot", "1 if it lies on the skill extra_slot"))
        entries += _per_seat(tile, "1 for who has it on the own slot")
    return [*entries, Feature("food_on_extra_slot", "food tile on the skill extra_slot / 4")]


def _orders() -> list[Feature]:
    return [
        *_per_seat("big_place", "place of the big cube: 1 the first, then 0.8 ...; 0: out"),
        *_per_seat("small_place", "place of the small cube, likewise"),
    ]


def _pyramid() -> list[Feature]:
    entries = []
    for hand in HANDS:
        entries += _per_seat(f"hand{hand}", "1 for whose pixie stands on the hand")
        entries.append(Feature(f"hand{hand}_virtual", "1 if a virtual pixie stands there"))
        entries.append(Feature(f"discs{hand}", "discs on the space / 2"))
    return [
        *entries,
        *_per_seat("servant_space", "1 for whose pixie got there this round"),
        Feature("virtual_mine", "virtual slaves / 5"),
    ]


def _seats(board: Board) -> list[Feature]:
    entries = []
    for step, seat in enumerate(SEATS):
        secret = () if step == 0 else (RECALL,)
        own: list[Feature] = []
        if step > 1:
            own.append(Feature("present", "1 if there is such a player"))
        own += [Feature(good, "units owned / 20", secret) for good in GOODS]
        own.append(Feature("reward_points", "points / 30", secret))
        own += [
            Feature(f"stones{place}", "stones on this place of the mine / 5")
            for place in range(board.setup.chainable_places)
        ]
        own += [
            Feature("punishment", f"punishment points / {board.score.out_at}; out from 1 on"),
            Feature("to_symbol", "points to the next mine symbol / 10, 0 without one"),
            Feature("silver_space", f"spaces from the start / {len(board.tracks.punishment) - 1}"),
            Feature("gold_space", f"spaces from the start / {len(board.tracks.punishment) - 1}"),
            Feature("slaves", "slaves in the mine / 5"),
            Feature("servants", "faithful servants / 5"),
            Feature("first_servant", f"order of the first servant / {REWARD_TILES}, 0: none"),
            Feature("food_tile", "value of the tile on the own slot / 4"),
            Feature("discs", f"discs left / {board.setup.discs}"),
            Feature("passed", "1 if passed"),
            Feature("mine_used", "1 if action 15 is used"),
            Feature("tiles_used", "1 if action 16 is used"),
            Feature("copy_used", "1 if action 18 is used"),
        ]
        # Who assigns points gets none, and those of who decides are marked.
        if step > 0:
            own.append(Feature("assigned", "points assigned and not yet marked / 5"))
        own += [
            Feature("announced", "1 if double offering is used this round"),
            Feature("refused", "1 if refused; own or revealed"),
            Feature("offer_demanded", "units of the demanded food / 20; own or revealed"),
            Feature("offer_silver", "units / 20; own or revealed"),
            Feature("offer_gold", "units / 20; own or revealed"),
        ]
        if crosses_several_symbols(board):
            own.append(Feature("demotions_due", "demotions owed after the present one / 5"))
        entries += [Feature(f"{seat}_{entry.name}", entry.meaning, entry.modes) for entry in own]
    return entries


def seat_scales(board: Board) -> list[float]:
    """Factors of the entries of a seat from ``silver_space`` to ``announced``.

    Those of the board are of single precision, as are those of its other entries.
    """
    per_space = float(np.float32(1 / (len(board.tracks.punishment) - 1)))
    per_disc = float(np.float32(1 / board.setup.discs))
    tiles = (PER_REWARD_TILE, PER_TILE)
    return [per_space, per_space, PER_SMALL, PER_SMALL, *tiles, per_disc, 1, 1, 1, 1, PER_SMALL, 1]


def crosses_several_symbols(board: Board) -> bool:
    """Whether points of one cause can cross two mine symbols."""
    penalties = board.penalties
    most = max(
        *board.dice.punishment,
        *board.tracks.punishment,
        *penalties.copy_,
        *penalties.slaves,
        penalties.pass_,
        penalties.refuse,
    )
    symbols = board.score.mine_symbols
    return any(later - earlier < most for earlier, later in pairwise(symbols))

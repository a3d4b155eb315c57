"""The board record: the printed numbers, the start of each family of ids, and the options.

Kernels read it and never write it, so other numbers and options need no compilation.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.numbering import number, numbering_fields
from pixies_env.core.seam import record_dtype
from pixies_env.havresac import limits
from pixies_env.havresac.board import Board
from pixies_env.havresac.catalogue import MOST_ACTIONS
from pixies_env.havresac.names import (
    CREATURES,
    FACES,
    GUARDIANS,
    MONSTERS,
    OBJECTS,
    SEASONS,
    ChanceKind,
    Decision,
    Face,
    Guardian,
)
from pixies_env.havresac.places import STRIDE, WORDS

_SET = (WORDS,)
_KINDS = (limits.GUARDIANS,)

BOARD = record_dtype(
    [
        # the map of the season; sets of cells as in the state
        ("rows", np.int8),
        ("columns", np.int8),
        ("season", np.int8),
        ("castle", np.int16),  # place
        ("setup_places", np.int16, (3,)),
        ("places", np.int16, (limits.MAX_CELLS,)),  # by cell; -1: no cell
        ("cells", np.uint64, _SET),
        ("castles", np.uint64, _SET),
        ("forests", np.uint64, _SET),
        ("lakes", np.uint64, _SET),
        ("villages", np.uint64, _SET),
        ("chests", np.uint64, _SET),
        # scout cards, in the order of the catalogue
        ("cards", np.int8),
        ("all_cards", np.uint64),
        ("card_creature", np.int8, (limits.MAX_LABELS,)),
        ("card_place", np.int16, (limits.MAX_LABELS,)),
        ("creature_cards", np.uint64, (len(CREATURES),)),
        ("setup_cards", np.int8),
        ("cards_per_round", np.int8),
        ("rounds", np.int8),
        # Guardians; tiles by face
        ("tokens", np.int8, _KINDS),
        ("starting_bag", np.int8, _KINDS),
        ("moves", np.int8, (len(FACES), limits.GUARDIANS)),
        ("costs", np.int8, (len(FACES), limits.GUARDIANS)),
        # players
        ("chest_tokens", np.int8, (len(OBJECTS),)),
        ("village_tokens", np.int8),
        ("boots_steps", np.int8),
        ("cup_glory", np.int8),
        ("night_huntress_vp", np.int8),
        ("night_druid_repairs", np.int8),
        # Glory, gains and the final score
        ("monster_glory", np.int8, (len(MONSTERS),)),
        ("village_column", np.int8, (limits.MAX_VILLAGE_TOKENS + 1,)),
        ("fairy_column", np.int8, (limits.MAX_FAIRY_PLACES,)),
        ("fairy_places", np.int8),
        ("gold_gains", np.int8, (limits.GAINS,)),
        ("vp_gains", np.int8, (limits.GAINS,)),
        ("vp_per_glory_above", np.int8),
        ("opened_chest_vp", np.int8),
        ("monster_vp", np.int8, (len(MONSTERS),)),
        # options
        ("given_faces", np.int8, _KINDS),  # UNKNOWN: drawn
        *numbering_fields(Decision, ChanceKind, MOST_ACTIONS),
        # scales of the observation
        ("per_round", np.float32),
        ("per_village", np.float32),
        ("per_token", np.float32, _KINDS),
    ]
)


def print_board(
    board: Board,
    actions: Catalogue,
    outcomes: Catalogue,
    season: str,
    faces: Sequence[int],
    night_druid_repairs: int,
) -> np.ndarray:
    """One-element array of the board record."""
    printed = np.zeros(1, BOARD)
    record = printed[0]
    _print_map(record, board, season)
    _print_cards(record, board, season)
    _print_guardians(record, board)
    _print_numbers(record, board)
    record.night_druid_repairs = night_druid_repairs
    record.given_faces[:] = faces
    number(record, Decision, actions, outcomes)
    record.per_round = 1 / board.supply.rounds
    record.per_village = 1 / max(board.supply.village_tokens, 1)
    record.per_token[:] = [1 / max(int(tokens), 1) for tokens in record.tokens]
    printed.setflags(write=False)
    return printed


def place_of(row: int, column: int) -> int:
    """Place of a cell by row and column, see :mod:`places`."""
    return row * STRIDE + column


def words_of(places: Iterable[int]) -> list[int]:
    """The four words of a set of places."""
    words = [0] * WORDS
    for place in places:
        words[place >> 6] |= 1 << (place & 63)
    return words


def _print_map(record: Any, board: Board, season: str) -> None:
    record.rows, record.columns = board.maps.rows, board.maps.columns
    record.season = SEASONS.index(season)
    cells = [
        place_of(row, column)
        for row in range(board.maps.rows)
        for column in range(board.maps.columns)
    ]
    record.places[:] = -1
    record.places[: len(cells)] = cells
    record.cells[:] = words_of(cells)
    for field, kind in (
        ("castles", "castle"),
        ("forests", "forest"),
        ("lakes", "lake"),
        ("villages", "village"),
        ("chests", "chest"),
    ):
        getattr(record, field)[:] = words_of(place_of(*cell) for cell in board.cells(season, kind))
    (castle,) = board.cells(season, "castle")
    record.castle = place_of(*castle)
    record.setup_places[:] = [place_of(*cell) for cell in board.cells(season, "setup")]


def _print_cards(record: Any, board: Board, season: str) -> None:
    cells = board.label_cells(season)
    cards = board.cards.in_order()
    record.cards = len(cards)
    record.all_cards = (1 << len(cards)) - 1
    for card, (creature, label) in enumerate(cards):
        kind = CREATURES.index(creature)
        record.card_creature[card] = kind
        record.card_place[card] = place_of(*cells[label])
        record.creature_cards[kind] |= np.uint64(1 << card)
    record.setup_cards = board.cards.setup
    record.cards_per_round = board.cards.per_round
    record.rounds = board.supply.rounds


def _print_guardians(record: Any, board: Board) -> None:
    for kind, guardian in enumerate(GUARDIANS):
        tokens = getattr(board.guardians, guardian)
        record.tokens[kind], record.starting_bag[kind] = tokens.total, tokens.bag
        for face, tiles in enumerate((board.day, board.night)):
            tile = getattr(tiles, guardian)
            record.costs[face, kind] = tile.cost
            if (face, kind) != (Face.NIGHT, Guardian.THIEF):
                record.moves[face, kind] = tile.move


def _print_numbers(record: Any, board: Board) -> None:
    record.chest_tokens[:] = board.chests.each(OBJECTS)
    record.village_tokens = board.supply.village_tokens
    record.boots_steps = board.effects.boots_steps
    record.cup_glory = board.effects.cup_glory
    record.night_huntress_vp = board.effects.night_huntress_vp
    glory, gains, final = board.glory, board.gains, board.final
    record.monster_glory[:] = glory.monster.each(MONSTERS)
    record.village_column[: len(glory.village_column)] = glory.village_column
    record.fairy_places = len(glory.fairy_column)
    record.fairy_column[: len(glory.fairy_column)] = glory.fairy_column
    record.gold_gains[:], record.vp_gains[:] = gains.gold, gains.vp
    record.vp_per_glory_above = gains.vp_per_glory_above
    record.opened_chest_vp = final.opened_chest
    record.monster_vp[:] = final.monster.each(MONSTERS)

"""Printed numbers as entries of an observation: those that are ours, and the sizes of the skills.

Ours are the numbers that the shipped board file calls ``default``: foods on the hands, both
tracks, mine symbols, reward tiles and the punishment die. The sizes are what studies of balance
change. :func:`numbers` names the entries in the
order in which :func:`observe` writes them.
"""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Feature
from pixies_env.core.kit.observed_numbers import (
    features_with_numbers,
    modes_with_numbers,
    observe_with_numbers,
)
from pixies_env.core.kit.zones import number_in
from pixies_env.pixie_queen import observation
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.features import OBSERVATION_MODES, features
from pixies_env.pixie_queen.limits import (
    LEVELS,
    MAX_POINTS_PER_FACE,
    MAX_SYMBOLS,
    MAX_TRACK,
    REWARD_TILES,
)
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    FOODS,
    GOODS,
    HANDS,
    REWARD_SERIES,
    SERIES,
    SERVANT_SPACE,
    SKILLS,
    Skill,
)

MODES = modes_with_numbers(OBSERVATION_MODES)

PER_FOOD = 1 / LEVELS
PER_SPACE = 1 / MAX_TRACK
PER_PRICE = 1 / 10
PER_TILE = 1 / 10
PER_SIZE = 1 / 10
"""Factors that bring the numbers to about [0, 1]."""

_TRACK_LISTS = ("punishment", "silver_per_gold", "gold_per_ring")


def all_features(board: Board) -> tuple[Feature, ...]:
    """All entries of all modes on a board."""
    return features_with_numbers(features(board), numbers(board), OBSERVATION_MODES)


def numbers(board: Board) -> list[Feature]:
    """The entries of the printed numbers."""
    out_at = board.score.out_at
    return [
        *(
            Feature(f"printed_hand{hand}_{food}", f"printed on the hand / {LEVELS}")
            for hand in HANDS
            for food in GOODS[:FOODS]
        ),
        Feature("printed_spaces", f"spaces of each track / {MAX_TRACK}"),
        *(
            Feature(f"printed_{name}_{space}", "printed on this space, from the start / 10")
            for name in _TRACK_LISTS
            for space in range(1, MAX_TRACK + 1)
        ),
        *(
            Feature(f"printed_symbol_{symbol}", f"place of the mine symbol / {out_at}, 0: none")
            for symbol in range(1, MAX_SYMBOLS + 1)
        ),
        *(
            Feature(f"printed_{series}_{tile}", "points of the tile, in the order of taking / 10")
            for series in REWARD_SERIES
            for tile in range(1, REWARD_TILES + 1)
        ),
        *(
            Feature(f"printed_die_{points}", "share of the faces of the punishment die")
            for points in range(1, MAX_POINTS_PER_FACE + 1)
        ),
        *(Feature(f"printed_skill_{skill}", "size of the skill / 10") for skill in SKILLS),
    ]


@rule
def _write(board: Any, out: Any, at: Any) -> Any:
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        for food in range(FOODS):
            out[at + food] = int(board.icons[hand, food]) * PER_FOOD
        at += FOODS
    at = _write_tracks(board, out, at)
    at = _write_symbols(board, out, at)
    for series in range(SERIES):
        for tile in range(REWARD_TILES):
            out[at + tile] = int(board.reward_values[series, tile]) * PER_TILE
        at += REWARD_TILES
    at = _write_die(board, out, at)
    for skill in range(len(Skill)):
        out[at + skill] = int(board.skill_size[skill]) * PER_SIZE
    return at + len(Skill)


@rule
def _write_tracks(board: Any, out: Any, at: Any) -> Any:
    length = int(board.track_length)
    out[at] = length * PER_SPACE
    at += 1
    for space in range(length):
        out[at + space] = int(board.track_punishment[space]) * PER_PRICE
        out[at + MAX_TRACK + space] = int(board.silver_per_gold[space]) * PER_PRICE
        out[at + 2 * MAX_TRACK + space] = int(board.gold_per_ring[space]) * PER_PRICE
    return at + 3 * MAX_TRACK


@rule
def _write_symbols(board: Any, out: Any, at: Any) -> Any:
    found = 0
    for points in range(1, int(board.out_at)):
        above = int(board.symbols_up_to[points])
        if above > found:
            out[at + found] = points * board.per_point
            found = above
    return at + MAX_SYMBOLS


@rule
def _write_die(board: Any, out: Any, at: Any) -> Any:
    faces = number_in(board.punishment_weights)
    for index in range(int(board.punishment_count)):
        points = int(board.punishment_results[index])
        out[at + points - 1] = int(board.punishment_weights[index]) / faces
    return at + MAX_POINTS_PER_FACE


observe = observe_with_numbers(__name__, observation.observe, _write, OBSERVATION_MODES)

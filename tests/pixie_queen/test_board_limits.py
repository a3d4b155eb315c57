"""No board that is accepted can make a number too large for its field of the state."""

from typing import Any

import numpy as np
import pytest

from pixies_env.core.kit.events import RUNNING
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.pixie_queen import limits
from pixies_env.pixie_queen.board import BoardError, load_board
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    CUBES_PICKED,
    FOODS,
    GOODS_DISCARDED,
    GOODS_SPACES,
    PHASES,
    QUESTIONS,
    REASONS,
    REWARD_SERIES,
    VIRTUAL,
    Frame,
    OfferingStep,
)
from pixies_env.pixie_queen.state import MAX_FRAMES, STATE
from pixies_env.registry import make_game
from pixies_env.testing import check_altered_positions
from pixies_env.testing.playing import Player

SEAT, FLAG = limits.MAX_PLAYERS, 1
TILES = limits.REWARD_TILES * (limits.MAX_REWARD + limits.MAX_BONUS)
ALL_POINTS = len(REWARD_SERIES) * TILES + 2 * limits.MAX_ROUNDS * limits.MAX_BONUS
AT_ONCE = max(limits.MAX_PENALTY, limits.MAX_POINTS_PER_FACE)

LARGEST = {
    "players": SEAT,
    "waiting": RUNNING,
    "player": SEAT,
    "question": max(len(QUESTIONS), len(CHANCE_KINDS)),
    "round_number": limits.MAX_ROUNDS,
    "phase": len(PHASES),
    "step": max(OfferingStep),
    "cursor": SEAT,
    "reason": len(REASONS),
    "frames": max(max(Frame), SEAT, limits.MAX_SYMBOLS),
    "frame_count": MAX_FRAMES,
    "frames_lost": FLAG,
    "small_order": SEAT,
    "big_order": SEAT,
    "out": SEAT,
    "goods": limits.MAX_GOOD,
    "stock": limits.MAX_GOOD,
    "special_track": limits.MAX_GOOD,
    "bag": max(limits.MAX_GOOD, limits.MAX_STONES),
    "reserve_stones": limits.MAX_STONES,
    "hands": VIRTUAL,
    "mine": limits.MAX_PIXIES,
    "stones": limits.MAX_STONES_PER_PLACE,
    "servant_space": SEAT,
    "first_servant": limits.REWARD_TILES,
    "silver_space": limits.MAX_TRACK,
    "gold_space": limits.MAX_TRACK,
    "punishment": limits.MAX_OUT_AT - 1 + AT_ONCE,
    "points_from": ALL_POINTS,
    "tiles_won": limits.REWARD_TILES,
    "rewards_taken": limits.REWARD_TILES,
    "skill_at": SEAT,
    "one_use_at": SEAT,
    "food_tile": limits.MAX_FOOD_VALUE,
    "extra_food": limits.MAX_FOOD_VALUE,
    "pile": limits.MAX_FOOD_VALUE,
    "pile_size": limits.MAX_PILE,
    "discs": limits.MAX_DISCS,
    "passed": FLAG,
    "discs_on": 2,
    "mine_used": FLAG,
    "tiles_used": FLAG,
    "copy_used": FLAG,
    "copies": SEAT,
    "goods_uses": GOODS_SPACES,
    "special_used": FLAG,
    "order_used": FLAG,
    "priority": SEAT,
    "foods_due": 2 * limits.MAX_FOOD_VALUE,
    "discards_due": GOODS_DISCARDED,
    "cubes_due": limits.MAX_PIXIES,
    "picks": CUBES_PICKED,
    "stones_drawn": limits.MAX_PIXIES,
    "points_left": limits.MAX_POINTS_PER_FACE,
    "assigned": limits.MAX_POINTS_PER_FACE,
    "demand_left": limits.MAX_TOKENS,
    "demand": FOODS,
    "announced": FLAG,
    "offers": limits.MAX_GOOD,
    "refused": FLAG,
    "promotions": limits.MAX_GOOD,
}
"""The largest number that each field can come to, from the largest numbers of a board."""


def largest_board() -> dict[str, Any]:
    """A board on which every number is as large as it may be."""
    board = load_board().to_mapping()
    most = limits.MAX_PENALTY
    points = range(limits.MAX_OUT_AT - limits.MAX_SYMBOLS + 1, limits.MAX_OUT_AT + 1)
    board["score"] |= {"mine_symbols": list(points), "out_at": limits.MAX_OUT_AT}
    for key in ("punishment", "silver_per_gold", "gold_per_ring"):
        board["tracks"][key] = [most] * limits.MAX_TRACK
    board["tracks"]["last_space_reward"] = limits.MAX_BONUS
    for series in REWARD_SERIES:
        board["rewards"][series] = [limits.MAX_REWARD] * limits.REWARD_TILES
    board["rewards"] |= {"gold_numbers": limits.REWARD_TILES, "skill_bonus": limits.MAX_BONUS}
    board["dice"]["punishment"] = [limits.MAX_POINTS_PER_FACE] * limits.MAX_FACES
    board["dice"]["casino"] = [["gold"] * limits.MAX_GOODS_PER_FACE] * limits.MAX_FACES
    foods = dict.fromkeys(("apple", "honey", "bread"), limits.MAX_TOKENS)
    board["demands"] |= {"tokens": foods, "used": 3 * limits.MAX_TOKENS}
    for good in ("apple", "honey", "bread", "silver", "gold"):
        board["supply"][good] = limits.MAX_GOOD
        board["setup"]["goods"][good] = 20
        board["setup"]["special_offering_track"][good] = 10
    board["supply"]["stones"] = limits.MAX_STONES
    board["penalties"] |= {"pass": most, "refuse": most, "copy": [most] * 5, "slaves": [most] * 3}
    board["penalties"] |= {"most_of_a_good": most, "stone_left": most}
    values = [limits.MAX_FOOD_VALUE - value for value in range(limits.MAX_FOOD_VALUES)]
    board["setup"] |= {
        "pixies": [limits.MAX_PIXIES] * 4,
        "virtual_pixies": limits.MAX_PIXIES,
        "food_tiles": [(values * limits.MAX_PILE)[: limits.MAX_PILE]] * 4,
        "stones_in_bag": [limits.MAX_STONES] * 4,
        "silver_in_bag": 10,
        "gold_in_bag": 10,
        "honey_of_favourite": 30,
        "discs": limits.MAX_DISCS,
        "skills_laid_out": limits.SKILLS,
        "rounds": limits.MAX_ROUNDS,
        "chainable_places": limits.MAX_PLACES,
        "stones_per_place": limits.MAX_STONES_PER_PLACE,
    }
    return board


def test_the_largest_number_of_every_field_fits_into_it() -> None:
    fields = [name for name in STATE.names or () if not name.startswith("filler_")]
    assert sorted(LARGEST) == sorted(fields)
    for name in fields:
        assert LARGEST[name] <= np.iinfo(STATE[name].base).max, name


@pytest.mark.parametrize("players", [2, 5])
def test_a_board_of_the_largest_numbers_is_played_to_its_end(players: int) -> None:
    game = make_game("pixie_queen", board=largest_board())
    player = Player(game, ["random"])
    for seed in range(5):
        state = State(game, players, seed, chance=MANUAL)
        array = state.array.copy()
        assert player.play(array, player.agents[0], seed)[0] == ""
        for name in LARGEST:
            assert array[name].max() <= LARGEST[name]
    check_altered_positions(game, count=15, games=1, players=[players])


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [
        ("supply", "gold", limits.MAX_GOOD + 1),
        ("supply", "stones", limits.MAX_STONES + 1),
        ("score", "out_at", limits.MAX_OUT_AT + 1),
        ("penalties", "pass", limits.MAX_PENALTY + 1),
        ("rewards", "gold_ring", [limits.MAX_REWARD + 1] * limits.REWARD_TILES),
        ("rewards", "skill_bonus", limits.MAX_BONUS + 1),
        ("dice", "punishment", [limits.MAX_POINTS_PER_FACE + 1]),
        ("setup", "rounds", limits.MAX_ROUNDS + 1),
    ],
)
def test_a_larger_number_is_refused_with_table_key_and_bound(
    table: str, key: str, value: Any
) -> None:
    board = largest_board()
    board[table][key] = value
    bound = (value if isinstance(value, int) else value[0]) - 1
    with pytest.raises(BoardError, match=rf"\[{table}\] {key}.*, needs {bound} or less"):
        load_board(board)

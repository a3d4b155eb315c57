"""The state of a game: one record of fixed size.

Arrays over players go by seat, over goods, tiles and the like by their numbers in :mod:`names`,
over hands by the number of their action; what stands before the first hand stays empty.
All fields are signed, so that sums and differences behave alike compiled and not.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.continuations import continuation_fields
from pixies_env.core.kit.events import finish
from pixies_env.core.kit.zones import NO_CARD, first_at, number_at, number_in, put, transfer
from pixies_env.core.seam import header_fields, record_dtype
from pixies_env.pixie_queen.limits import MAX_PILE, MAX_PLACES, MAX_PLAYERS, MIN_PLAYERS
from pixies_env.pixie_queen.names import (
    COLOURS,
    FOODS,
    HANDS,
    KINDS,
    NOBODY,
    SERIES,
    Cube,
    Good,
    OneUseTile,
    Phase,
    Skill,
    Source,
)

MAX_FRAMES = 6
NO_SKILL = NO_CARD

_PER_SEAT = (MAX_PLAYERS,)
_PER_HAND = (HANDS.stop,)

STATE = record_dtype(
    [
        *header_fields(),
        # where the game stands
        ("round_number", np.int8),
        ("phase", np.int8),
        ("step", np.int8),  # within the phase, see the module of the phase
        ("cursor", np.int8),  # place in big-cube order that the phase has come to
        ("reason", np.int8),
        *continuation_fields(MAX_FRAMES),
        # turn order: seats from first to last, -1 behind the last
        ("small_order", np.int8, _PER_SEAT),  # players still in
        ("big_order", np.int8, _PER_SEAT),  # who goes out within a round keeps the place
        ("out", np.int8, _PER_SEAT),  # 0: in; 1 went out first, 2 second ...
        # goods
        ("goods", np.int8, (MAX_PLAYERS, len(Good))),
        ("stock", np.int8, (len(Good),)),
        ("special_track", np.int8, (len(Good),)),
        ("bag", np.int8, (len(Cube),)),
        ("reserve_stones", np.int8),
        # pixies
        ("hands", np.int8, _PER_HAND),  # colour of the pixie, -1: none
        ("mine", np.int8, (COLOURS,)),  # slaves
        ("stones", np.int8, (MAX_PLAYERS, MAX_PLACES)),
        ("servant_space", np.int8),  # seat of the pixie that got there this round, -1: none
        ("first_servant", np.int8, _PER_SEAT),  # 0: none; 1 made the first of all ...
        # markers and points
        ("silver_space", np.int8, _PER_SEAT),  # from 0, the start space
        ("gold_space", np.int8, _PER_SEAT),
        ("punishment", np.int16, _PER_SEAT),
        ("points_from", np.int16, (MAX_PLAYERS, len(Source))),  # reward points
        ("tiles_won", np.int8, (MAX_PLAYERS, SERIES)),
        ("rewards_taken", np.int8, (SERIES,)),
        # tiles
        ("skill_at", np.int8, (len(Skill),)),  # IN_BOX, ON_BOARD or a seat
        ("one_use_at", np.int8, (len(OneUseTile),)),  # ON_BOARD, a seat or ON_EXTRA_SLOT
        ("food_tile", np.int8, _PER_SEAT),  # value on the own slot, 0: none
        ("extra_food", np.int8),  # value of the tile on the skill extra_slot, 0: none
        ("pile", np.int8, (MAX_PILE,)),  # food tiles, top one last
        ("pile_size", np.int8),
        # discs and spaces of this round
        ("discs", np.int8, _PER_SEAT),
        ("passed", np.int8, _PER_SEAT),
        ("discs_on", np.int8, _PER_HAND),  # 2 cover the hand
        ("mine_used", np.int8, _PER_SEAT),
        ("tiles_used", np.int8, _PER_SEAT),
        ("copy_used", np.int8, _PER_SEAT),
        ("copies", np.int8),
        ("goods_uses", np.int8),
        ("special_used", np.int8),
        ("order_used", np.int8),
        ("priority", np.int8),  # seat that used temporary priority, -1: nobody
        # an action under way
        ("foods_due", np.int8),  # of the food tiles of the player at the cursor
        ("discards_due", np.int8),  # goods still to be put back
        ("cubes_due", np.int8),  # still to be taken out of the bag
        ("picks", np.int8),  # of these, to be picked freely
        ("stones_drawn", np.int8),  # not yet laid
        ("points_left", np.int8),  # of the punishment die, to be assigned
        ("assigned", np.int8, _PER_SEAT),
        # offerings and rewards
        ("demand_left", np.int8, (FOODS,)),
        ("demand", np.int8),  # food of this round, -1: not turned
        ("announced", np.int8, _PER_SEAT),
        ("offers", np.int8, (MAX_PLAYERS, KINDS)),  # demanded food, silver, gold
        ("refused", np.int8, _PER_SEAT),
        ("promotions", np.int8),  # left to the player who promotes
    ]
)


@rule
def enter(state: Any, phase: Any) -> None:
    """Begin a phase at its first step, with the first in big-cube order."""
    state.phase = phase
    begin_step(state, 0)


@rule
def begin_step(state: Any, step: Any) -> None:
    """Begin a step of the phase, with the first in big-cube order."""
    state.step = step
    state.cursor = 0


@rule
def at_cursor(state: Any) -> Any:
    """Seat at the cursor, NOBODY behind the last; it may be out."""
    if state.cursor < state.players:
        return int(state.big_order[state.cursor])
    return NOBODY


@rule
def advance_cursor(state: Any) -> None:
    """Go on to the next in big-cube order."""
    state.cursor = int(state.cursor) + 1


@rule
def end_game(state: Any, reason: Any) -> None:
    """End the game."""
    finish(state)
    state.phase = Phase.OVER
    state.reason = reason


@rule
def has_virtual(players: Any) -> Any:
    """Whether a game of so many players has a third, virtual colour."""
    return players == MIN_PLAYERS


@rule
def is_out(state: Any, player: Any) -> Any:
    """Whether a player is out of the game."""
    return state.out[player] != 0


@rule
def favourite(state: Any) -> Any:
    """The Queen's favourite: first in big-cube order of those still in; nobody before the order."""
    for place in range(int(state.players)):
        player = int(state.big_order[place])
        if player != NOBODY and state.out[player] == 0:
            return player
    return NOBODY


@rule
def players_in(state: Any) -> Any:
    """Number of players who are not out."""
    return number_at(state.out[: int(state.players)], 0)


@rule
def has_skill(state: Any, player: Any, skill: Any) -> Any:
    """Whether a permanent skill lies in front of a player."""
    return int(state.skill_at[skill]) == player


@rule
def skill_size(state: Any, board: Any, player: Any, skill: Any) -> Any:
    """Size that a permanent skill has on the board for a player, 0 without it."""
    return int(board.skill_size[skill]) if has_skill(state, player, skill) else 0


@rule
def skill_of(state: Any, player: Any) -> Any:
    """The permanent skill of a player, NO_SKILL if there is none."""
    return first_at(state.skill_at, player)


@rule
def to_player(state: Any, player: Any, good: Any, wanted: Any) -> None:
    """Give a player so many units from the stock, as far as it has them."""
    transfer(state.stock, state.goods[player], good, min(wanted, int(state.stock[good])))


@rule
def to_stock(state: Any, player: Any, good: Any, number: Any) -> None:
    """Take units that a player owns into the stock."""
    transfer(state.goods[player], state.stock, good, number)


@rule
def reward_points(state: Any, player: Any) -> Any:
    """Reward points of a player from all sources."""
    return number_in(state.points_from[player])


@rule
def earn(state: Any, player: Any, source: Any, points: Any) -> None:
    """Give a player reward points."""
    state.points_from[player, source] = int(state.points_from[player, source]) + points


@rule
def servants_of(state: Any, player: Any) -> Any:
    """Faithful servants that a player has made."""
    return int(state.tiles_won[player, Source.FAITHFUL_SERVANT])


@rule
def take_reward(state: Any, board: Any, player: Any, series: Any) -> None:
    """Give a player the next tile of a reward series."""
    taken = int(state.rewards_taken[series])
    state.rewards_taken[series] = taken + 1
    put(state.tiles_won[player], series, 1)
    earn(state, player, series, int(board.reward_values[series, taken]))


@rule
def food_in_stock(state: Any) -> Any:
    """Whether the stock has any food."""
    return number_in(state.stock[:FOODS]) > 0

"""Section 3, actions 10 to 14: two dice, the tracks, a ring, a robbery."""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import places_of
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, options_of_set, transfer
from pixies_env.pixie_queen.limits import REWARD_TILES
from pixies_env.pixie_queen.names import (
    FOODS,
    HANDS,
    NOBODY,
    VIRTUAL,
    ChanceKind,
    Decision,
    Frame,
    Good,
    Question,
    Skill,
    Source,
    Space,
)
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.state import earn, skill_size, take_reward, to_player, to_stock

_ALL_HANDS = sum(1 << hand for hand in HANDS)


@rule
def always(state: Any, board: Any, player: Any) -> Any:
    """A die can always be rolled."""
    return True


# ---- 10: roll, and share the points among the opponents still in


@rule
def list_punishment_results(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """Its different results."""
    faces = board.punishment_weights
    return draws(board, ChanceKind.PUNISHMENT_DIE, faces, outcomes, weights)


@rule
def roll_punishment(state: Any, board: Any, player: Any, result: Any) -> None:
    """So many points are to be assigned, one by one."""
    state.points_left = int(board.punishment_results[result])
    push(state, Frame.ASSIGN, player, 0, 0)


@rule
def go_on_assigning(state: Any, board: Any, player: Any, _first: Any, _second: Any) -> None:
    """Ask for the next point; when all are assigned they are marked."""
    if state.points_left > 0:
        push(state, Frame.ASSIGN, player, 0, 0)
        ask(state, player, Question.ASSIGN)
    else:
        push(state, Frame.SHARE, NOBODY, 0, 0)


@rule
def list_opponents(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Those still in, counted to the left."""
    count = 0
    players = int(state.players)
    for step in range(1, players):
        if state.out[(player + step) % players] == 0:
            count = option(board, Decision.ASSIGN, step, ids, count)
    return count


@rule
def assign(state: Any, board: Any, player: Any, step: Any) -> None:
    """One point to the player so many seats to the left."""
    other = (player + step) % int(state.players)
    state.assigned[other] = int(state.assigned[other]) + 1
    state.points_left = int(state.points_left) - 1


@rule
def mark_assigned(state: Any, board: Any, _: Any, _first: Any, _second: Any) -> None:
    """The sum of the next opponent in big-cube order, with its demotions."""
    for place in range(int(state.players)):
        player = int(state.big_order[place])
        if player != NOBODY and state.assigned[player] > 0:
            points = int(state.assigned[player])
            state.assigned[player] = 0
            push(state, Frame.SHARE, NOBODY, 0, 0)
            punish(state, board, player, points)
            return


PUNISHMENT_DIE = Block(
    Space.PUNISHMENT_DIE,
    always,
    ChanceKind.PUNISHMENT_DIE,
    questions=(rulebook.Question(Question.ASSIGN, list_opponents, {Decision.ASSIGN: assign}),),
    chances=(rulebook.Chance(ChanceKind.PUNISHMENT_DIE, list_punishment_results, roll_punishment),),
    continuations=(
        rulebook.Continuation(Frame.ASSIGN, go_on_assigning),
        rulebook.Continuation(Frame.SHARE, mark_assigned),
    ),
)

# ---- 11: pay a silver or a gold for one step on its track, not at its end


@rule
def can_move_silver(state: Any, board: Any, player: Any) -> Any:
    """Whether a step on the silver track can be paid and made."""
    return (
        state.goods[player, Good.SILVER] > 0
        and int(state.silver_space[player]) < int(board.track_length) - 1
    )


@rule
def can_move_gold(state: Any, board: Any, player: Any) -> Any:
    """Whether a step on the gold track can be paid and made."""
    return (
        state.goods[player, Good.GOLD] > 0
        and int(state.gold_space[player]) < int(board.track_length) - 1
    )


@rule
def can_move_on_track(state: Any, board: Any, player: Any) -> Any:
    """On either track."""
    return can_move_silver(state, board, player) or can_move_gold(state, board, player)


@rule
def list_tracks(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Those on which a step is possible."""
    count = 0
    if can_move_silver(state, board, player):
        count = option(board, Decision.TRACK, Good.SILVER, ids, count)
    if can_move_gold(state, board, player):
        count = option(board, Decision.TRACK, Good.GOLD, ids, count)
    return count


@rule
def move_on_track(state: Any, board: Any, player: Any, good: Any) -> None:
    """Pay and make the step."""
    to_stock(state, player, good, 1)
    if good == Good.SILVER:
        state.silver_space[player] = int(state.silver_space[player]) + 1
    else:
        state.gold_space[player] = int(state.gold_space[player]) + 1


TRACKS = Block(
    Space.TRACKS,
    can_move_on_track,
    Question.TRACK,
    questions=(rulebook.Question(Question.TRACK, list_tracks, {Decision.TRACK: move_on_track}),),
)

# ---- 12: roll, and receive what the die shows


@rule
def list_casino_results(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """Its different results."""
    return draws(board, ChanceKind.CASINO_DIE, board.casino_weights, outcomes, weights)


@rule
def receive_casino(state: Any, board: Any, player: Any, result: Any) -> None:
    """As far as the stock has it."""
    for good in range(len(Good)):
        to_player(state, player, good, int(board.casino_results[result, good]))


CASINO = Block(
    Space.CASINO,
    always,
    ChanceKind.CASINO_DIE,
    chances=(rulebook.Chance(ChanceKind.CASINO_DIE, list_casino_results, receive_casino),),
)

# ---- 13: pay gold by the own place on the track for the best ring tile left


@rule
def ring_price(state: Any, board: Any, player: Any) -> Any:
    """Gold that a player pays for a ring."""
    return int(board.gold_per_ring[state.gold_space[player]])


@rule
def can_forge_ring(state: Any, board: Any, player: Any) -> Any:
    """There is a tile left and the gold is enough."""
    return int(state.rewards_taken[Source.GOLD_RING]) < REWARD_TILES and int(
        state.goods[player, Good.GOLD]
    ) >= ring_price(state, board, player)


@rule
def forge_ring(state: Any, board: Any, player: Any) -> None:
    """Pay and take it."""
    to_stock(state, player, Good.GOLD, ring_price(state, board, player))
    take_reward(state, board, player, Source.GOLD_RING)
    earn(state, player, Source.GOLD_RING, skill_size(state, board, player, Skill.RING_BONUS))


RING = Block(Space.GOLD_RING, can_forge_ring, forge_ring)

# ---- 14: the owner of a pixie on a hand hands over the printed icons, as far as owned


@rule
def _robbed(state: Any, player: Any) -> Any:
    """Set of the hands on which an opponent's pixie stands, not a virtual one."""
    others = places_of(state.hands, NOBODY) | places_of(state.hands, player)
    return _ALL_HANDS & ~(others | places_of(state.hands, VIRTUAL))


@rule
def can_rob(state: Any, board: Any, player: Any) -> Any:
    """There is such a hand."""
    return _robbed(state, player) != 0


@rule
def list_robberies(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Every such hand."""
    return options_of_set(board, Decision.ROB, np.uint64(_robbed(state, player)), ids, 0)


@rule
def rob(state: Any, board: Any, player: Any, hand: Any) -> None:
    """Take the icons from the owner."""
    owner = int(state.hands[hand])
    for food in range(FOODS):
        number = min(int(board.icons[hand, food]), int(state.goods[owner, food]))
        transfer(state.goods[owner], state.goods[player], food, number)


ROB = Block(
    Space.ROB,
    can_rob,
    Question.ROB,
    questions=(rulebook.Question(Question.ROB, list_robberies, {Decision.ROB: rob}),),
)

BLOCKS = (PUNISHMENT_DIE, TRACKS, CASINO, RING, ROB)

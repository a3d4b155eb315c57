"""The dragon, its board, the hunt that is under way, the trophies."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import has_card, number_in
from pixies_env.core.seam import CHANCE
from pixies_env.taverns.invariants.progress import (
    asks,
    draws_now,
    icons_passed,
    seat_in_turn,
)
from pixies_env.taverns.invariants.stack import kind_at
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import (
    MAX_PLAYERS,
    MAX_ROWS,
    MAX_TROPHY_KINDS,
    MOST_HUNT_DICE,
)
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Continuation,
    Face,
    ForgeToken,
    Hunt,
    Icon,
    Phase,
    Question,
    Roll,
    Symbol,
)
from pixies_env.taverns.rules.hunting import complete_rows
from pixies_env.taverns.rules.locations import touches_dragon


@rule
def check_dragon(state: Any, board: Any) -> Any:
    """As many boards have come as icons; marks lie on the spaces of the one that is there."""
    if state.dragons_left & ~board.all_dragons != 0:
        return Wrong.DRAGONS
    here = int(state.dragon)
    if here != NONE and (here < 0 or not has_card(board.all_dragons & ~state.dragons_left, here)):
        return Wrong.DRAGONS
    there = count_bits(board.all_dragons)
    come = icons_passed(state, board, Icon.DRAGON)
    if there - count_bits(state.dragons_left) != min(come, there):
        return Wrong.DRAGONS
    for row in range(MAX_ROWS):
        for symbol in range(len(Symbol)):
            spaces = 0
            if here != NONE and row < board.dragon_rows[here]:
                spaces = int(board.row_spaces[here, row, symbol])
            if state.marks[row, symbol] < 0 or state.marks[row, symbol] > spaces:
                return Wrong.MARKS
    if here == NONE:
        return Wrong.FINE
    beaten = complete_rows(state, board) == (1 << int(board.dragon_rows[here])) - 1
    return Wrong.MARKS if beaten and state.hunting != Hunt.STRUCK else Wrong.FINE


@rule
def check_trophies(state: Any, board: Any) -> Any:
    """All are somewhere, face up or down; at most one for each dragon that has left."""
    total, taken = 0, 0
    for kind in range(MAX_TROPHY_KINDS + 1):
        of_kind = int(state.trophies_left[kind])
        if of_kind < 0:
            return Wrong.TROPHIES
        for player in range(MAX_PLAYERS):
            number = int(state.trophies[player, kind])
            if number < 0 or (player >= state.players and number > 0):
                return Wrong.TROPHIES
            of_kind += number
            taken += number
        if kind < MAX_TROPHY_KINDS and of_kind > int(board.trophies[kind]):
            return Wrong.TROPHIES
        total += of_kind
    left = count_bits(board.all_dragons & ~state.dragons_left) - (0 if state.dragon == NONE else 1)
    if total != number_in(board.trophies) or taken > left:
        return Wrong.TROPHIES
    return Wrong.FINE


@rule
def check_hunt(state: Any, board: Any) -> Any:
    """Dice, symbols and what tokens of the forge do; nothing of it outside a hunt."""
    if state.hunting < Hunt.NONE or state.hunting > Hunt.STRUCK:
        return Wrong.HUNT
    dice = 0
    for face in range(len(Face)):
        if state.hunt_dice[face] < 0 or state.hunt_dice[face] > MOST_HUNT_DICE:
            return Wrong.HUNT
        dice += int(state.hunt_dice[face])
    for symbol in range(len(Symbol)):
        if state.added[symbol] < 0:
            return Wrong.HUNT
    if state.hunting == Hunt.NONE:
        none = dice == 0 and state.rows_before == 0 and number_in(state.added) == 0
        none = none and state.no_claws == 0 and state.no_wounds == 0
        return Wrong.FINE if none else Wrong.HUNT
    if state.phase != Phase.TURNS or state.dragon == NONE or state.active == NONE:
        return Wrong.HUNT
    return _check_hunter(state, board, dice)


@rule
def _check_hunter(state: Any, board: Any, dice: Any) -> Any:
    """The active minion hunts where the dragon is; rows complete before are complete still."""
    player = seat_in_turn(state)
    touches = touches_dragon(state, board, int(state.zone[player, state.active]))
    if state.hunted != 1 or not touches or dice > MOST_HUNT_DICE:
        return Wrong.HUNT
    if state.no_claws != (1 if state.forge[player, ForgeToken.NO_CLAWS] > 0 else 0):
        return Wrong.HUNT
    if state.no_wounds < 0 or state.no_wounds > 1:
        return Wrong.HUNT
    complete, before = complete_rows(state, board), int(state.rows_before)
    every = (1 << int(board.dragon_rows[state.dragon])) - 1
    if before & ~complete != 0 or before == every:
        return Wrong.HUNT
    if state.hunting == Hunt.STRUCK:
        return _check_struck(state, dice, complete == every)
    return _check_attack(state, player, dice) if before == complete else Wrong.HUNT


@rule
def _check_attack(state: Any, player: Any, dice: Any) -> Any:
    """Dice are rolled, no more than there are; tokens of the forge have added their symbols."""
    rolling = 0
    if draws_now(state, ChanceKind.HUNT_DIE):
        rolling = 1 if state.roll == Roll.HUNT else 0
    elif dice == 0:
        return Wrong.HUNT
    if kind_at(state, 0) == Continuation.HUNT_DICE:
        rolling += int(state.frames[0, 2])
    for symbol in range(len(Symbol)):
        if state.added[symbol] < state.forge[player, symbol]:
            return Wrong.HUNT
    return Wrong.FINE if dice + rolling <= MOST_HUNT_DICE else Wrong.HUNT


@rule
def _check_struck(state: Any, dice: Any, beaten: Any) -> Any:
    """Symbols are left as long as they are marked; who is beaten leaves with a trophy."""
    if dice == 0 or (number_in(state.added) > 0) != asks(state, Question.MARK):
        return Wrong.HUNT
    return Wrong.HUNT if draws_now(state, ChanceKind.TROPHY) and not beaten else Wrong.FINE


@rule
def check_part_of_hunt(state: Any, board: Any) -> Any:
    """What is due comes in this part of a hunt, or in none."""
    question, hunting = int(state.question), int(state.hunting)
    if state.waiting == CHANCE:
        if question == ChanceKind.HUNT_DIE:
            fits = hunting == Hunt.ATTACK
        elif question == ChanceKind.TROPHY:
            fits = hunting == Hunt.STRUCK
        else:
            fits = hunting == Hunt.NONE or (hunting == Hunt.ATTACK and question == ChanceKind.HERO)
    elif question == Question.MARK:
        fits = hunting == Hunt.STRUCK
    elif question == Question.ATTACK or question == Question.SYMBOL or question == Question.TURN:
        fits = hunting == Hunt.ATTACK
    else:
        fits = hunting == Hunt.NONE or question >= Question.DROP
        if Question.VISIT <= question <= Question.COPY:
            fits = hunting == Hunt.NONE
    return Wrong.FINE if fits else Wrong.HUNT

"""The dice of the players: available, placed, still to be rolled."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import CHANCE
from pixies_env.taverns.invariants.progress import asks, rounds_ended, seat_in_turn, turns_taken
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import DICE, MOST_HUNT_DICE, VALUES
from pixies_env.taverns.names import (
    NOBODY,
    NONE,
    BankSlot,
    ChanceKind,
    Face,
    Minion,
    Phase,
    Question,
    Roll,
    RoundStart,
)
from pixies_env.taverns.rules.round_start import number_of_lowest


@rule
def check_dice(state: Any, board: Any) -> Any:
    """Each player has five: available, or placed one a turn; none between the rounds."""
    for slot in range(len(BankSlot)):
        owner = int(state.bank_seat[slot])
        if owner < NOBODY or owner >= state.players:
            return Wrong.DICE_PLACED
    filled = state.bank_seat[BankSlot.BLANK] != NOBODY
    if state.blank_value < 0 or state.blank_value > VALUES or filled != (state.blank_value > 0):
        return Wrong.DICE_PLACED
    for player in range(int(state.players)):
        wrong = _check_placed(state, player)
        if wrong == Wrong.FINE:
            wrong = _check_number(state, player)
        if wrong != Wrong.FINE:
            return wrong
    drawing = state.phase == Phase.ROUND_START and state.step == RoundStart.FIRST
    return Wrong.STEP if drawing and number_of_lowest(state) < 2 else Wrong.FINE


@rule
def _in_bank(state: Any, player: Any) -> Any:
    number = 0
    for slot in range(len(BankSlot)):
        number += 1 if int(state.bank_seat[slot]) == player else 0
    return number


@rule
def _minions_placed(state: Any, player: Any) -> Any:
    number = 0
    for minion in range(len(Minion)):
        number += 1 if state.minion_die[player, minion] > 0 else 0
    return number


@rule
def _check_placed(state: Any, player: Any) -> Any:
    """Once a round in the bank, at the energy source and with each minion; lost only after that."""
    for minion in range(len(Minion)):
        if state.minion_die[player, minion] < 0 or state.minion_die[player, minion] > VALUES:
            return Wrong.DICE_PLACED
    energy, lost = int(state.energy_die[player]), int(state.lost_dice[player])
    cooking = int(state.cooking_dice[player])
    if energy < 0 or energy > VALUES or cooking < 0 or lost < 0 or _in_bank(state, player) > 1:
        return Wrong.DICE_PLACED
    if lost > 0 and (energy == 0 or _minions_placed(state, player) < len(Minion)):
        return Wrong.DICE_PLACED
    if asks(state, Question.COOK) and player == state.player:
        cooking -= 1
    # What was not cooked in this round was cooked with the dice of those that are over.
    before = count_bits(state.cooked[player]) - cooking
    if cooking < 0 or before < 0 or before > DICE * rounds_ended(state):
        return Wrong.DICE_PLACED
    return Wrong.FINE


@rule
def placed_dice(state: Any, player: Any) -> Any:
    """Dice of a player that have been placed, or lost, in this round."""
    placed = _minions_placed(state, player) + _in_bank(state, player)
    placed += int(state.cooking_dice[player]) + int(state.lost_dice[player])
    return placed + (1 if state.energy_die[player] > 0 else 0)


@rule
def dice_to_place(state: Any, player: Any) -> Any:
    """Dice of a player that must have been placed by now: one a turn."""
    if state.phase == Phase.OVER:
        return DICE
    if state.phase != Phase.TURNS:
        return 0
    moved = player == seat_in_turn(state) and state.main_done != 0
    return turns_taken(state, player) + (1 if moved else 0)


@rule
def dice_rolled(state: Any, player: Any) -> Any:
    """Dice of a player that have been rolled in this round."""
    if state.phase == Phase.TURNS or state.phase == Phase.OVER:
        return DICE
    if state.phase != Phase.ROUND_START or state.step == RoundStart.GOBLIN:
        return 0
    return max(0, min(DICE, int(state.cursor) - DICE * player))


@rule
def _check_number(state: Any, player: Any) -> Any:
    available = 0
    for value in range(VALUES):
        if state.dice[player, value] < 0 or state.dice[player, value] > DICE:
            return Wrong.DICE
        available += int(state.dice[player, value])
    used = dice_to_place(state, player)
    fits = placed_dice(state, player) == used and available == dice_rolled(state, player) - used
    return Wrong.FINE if fits else Wrong.DICE


@rule
def check_roll(state: Any, board: Any) -> Any:
    """What a die that is rolled is for, and which one it is."""
    roll, subject = int(state.roll), int(state.subject)
    player = int(state.player)
    if asks(state, Question.DROP):
        fits = roll == Roll.NONE and 0 <= subject < len(Minion)
    elif state.waiting == CHANCE and state.question == ChanceKind.DIE:
        fits = _rolls(state, player, roll, subject)
    elif state.waiting == CHANCE and state.question == ChanceKind.HUNT_DIE:
        fits = _rolls_hunt_die(state, roll, subject)
    else:
        fits = roll == Roll.NONE and subject == NONE
    return Wrong.FINE if fits else Wrong.SUBJECT


@rule
def _rolls(state: Any, player: Any, roll: Any, subject: Any) -> Any:
    if state.phase == Phase.ROUND_START:
        if roll != Roll.NONE:
            return False
        if state.step == RoundStart.GOBLIN and state.cursor == 1:
            return 1 <= subject <= VALUES
        return subject == NONE
    if roll == Roll.AVAILABLE:
        return 1 <= subject <= VALUES and state.dice[player, subject - 1] > 0
    if roll != Roll.MINION or not 0 <= subject < len(Minion):
        return False
    return state.minion_die[player, subject] > 0


@rule
def _rolls_hunt_die(state: Any, roll: Any, subject: Any) -> Any:
    if roll == Roll.RETHROW:
        return 0 <= subject < len(Face) and state.hunt_dice[subject] > 0
    dice = 0
    for face in range(len(Face)):
        dice += int(state.hunt_dice[face])
    return roll == Roll.HUNT and subject == NONE and dice < MOST_HUNT_DICE

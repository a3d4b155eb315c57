"""Section 3, the main action: an available die is placed."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import take
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import NOBODY, BankSlot, Decision, Minion
from pixies_env.taverns.rules import movement
from pixies_env.taverns.rules.cooking import begin_cooking, cookable, list_recipes
from pixies_env.taverns.rules.purse import gain_energy, gain_gold


@rule
def available(state: Any, player: Any) -> Any:
    """Bits of the values that available dice show, bit 0 for a 1."""
    values = 0
    for value in range(VALUES):
        if state.dice[player, value] > 0:
            values |= 1 << value
    return values


@rule
def place_die(state: Any, board: Any, player: Any, value: Any) -> None:
    """A die for one of the four main actions; a 1 moves the marker of the track on."""
    take(state.dice[player], value - 1, 1)
    state.main_done = 1
    if value == 1 and board.asymmetric_on != 0:
        last = int(board.track_length[state.tavern[player]])
        state.marker[player] = min(int(state.marker[player]) + 1, last)


@rule
def list_main_actions(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append what can be done with the available dice; only if that is nothing, lose one."""
    before, values = count, available(state, player)
    recipes = cookable(state, board, player)
    if recipes != 0:
        count = list_recipes(board, recipes, values, ids, count)
    count = _list_slots(state, board, player, values, ids, count)
    if state.energy_die[player] == 0:
        for value in range(VALUES):
            if has_bit(values, value):
                count = option(board, Decision.ENERGY, value, ids, count)
    for value in range(VALUES):
        if has_bit(values, value):
            for minion in range(len(Minion)):
                if state.minion_die[player, minion] == 0:
                    place = value * len(Minion) + minion
                    count = option(board, Decision.ACTIVATE, place, ids, count)
    if count == before:
        for value in range(VALUES):
            if has_bit(values, value):
                count = option(board, Decision.LOSE, value, ids, count)
    return count


@rule
def cook(state: Any, board: Any, player: Any, place: Any) -> None:
    """Cook a recipe with a die of a value."""
    recipe, value = place // VALUES, place % VALUES + 1
    place_die(state, board, player, value)
    begin_cooking(state, board, player, recipe, value)


@rule
def _list_slots(state: Any, board: Any, player: Any, values: Any, ids: Any, count: Any) -> Any:
    for slot in range(len(BankSlot)):
        if state.bank_seat[slot] == player:
            return count
    for value in range(VALUES):
        if has_bit(values, value):
            if state.bank_seat[value] == NOBODY and board.bank_gold[value] > 0:
                count = option(board, Decision.BANK, 2 * value, ids, count)
            if state.bank_seat[BankSlot.BLANK] == NOBODY and board.bank_gold[BankSlot.BLANK] > 0:
                count = option(board, Decision.BANK, 2 * value + 1, ids, count)
    return count


@rule
def bank(state: Any, board: Any, player: Any, place: Any) -> None:
    """The gold of the slot of the value, or of the blank one."""
    slot = BankSlot.BLANK if place % 2 == 1 else place // 2
    value = place // 2 + 1
    place_die(state, board, player, value)
    state.bank_seat[slot] = player
    if slot == BankSlot.BLANK:
        state.blank_value = value
    gain_gold(state, player, int(board.bank_gold[slot]))


@rule
def energy(state: Any, board: Any, player: Any, place: Any) -> None:
    """As much energy as the die shows."""
    place_die(state, board, player, place + 1)
    state.energy_die[player] = place + 1
    gain_energy(state, board, player, place + 1)


@rule
def activate(state: Any, board: Any, player: Any, place: Any) -> None:
    """The minion becomes active and walks."""
    value, minion = place // len(Minion) + 1, place % len(Minion)
    place_die(state, board, player, value)
    state.minion_die[player, minion] = value
    movement.activate(state, board, player, minion)


@rule
def lose(state: Any, board: Any, player: Any, place: Any) -> None:
    """The die is out for this round; this was the main action."""
    take(state.dice[player], place, 1)
    state.lost_dice[player] = int(state.lost_dice[player]) + 1
    state.main_done = 1

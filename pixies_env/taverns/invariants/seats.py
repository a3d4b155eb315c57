"""What players have, their minions, and the seats that nobody has."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.invariants.progress import has_begun, setup_done
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import MAX_PLAYERS, VALUES
from pixies_env.taverns.names import NONE, Ingredient, Minion, SetupStep


@rule
def check_seats(state: Any, board: Any) -> Any:
    """What each player has, and that there is nothing where nobody sits."""
    for player in range(MAX_PLAYERS):
        if player < state.players:
            wrong = _check_purse(state, board, player)
            if wrong == Wrong.FINE:
                wrong = _check_minions(state, board, player)
        else:
            wrong = _check_empty(state, player)
        if wrong != Wrong.FINE:
            return wrong
    return Wrong.FINE


@rule
def _check_purse(state: Any, board: Any, player: Any) -> Any:
    """Nothing falls below 0, energy and runes not above their limits."""
    if state.gold[player] < 0 or state.prestige[player] < 0:
        return Wrong.PURSE
    if state.energy[player] < 0 or state.energy[player] > board.max_energy:
        return Wrong.PURSE
    if state.runes[player] < 0 or state.runes[player] > board.max_runes:
        return Wrong.PURSE
    stored = 0
    for kind in range(len(Ingredient)):
        if state.reserve[player, kind] < 0:
            return Wrong.PURSE
        stored += int(state.reserve[player, kind])
    if has_begun(state):
        return Wrong.FINE
    begins = state.gold[player] == board.start_gold and state.energy[player] == board.start_energy
    begins = begins and state.runes[player] == board.start_runes
    none = state.prestige[player] == 0 and stored == 0
    return Wrong.FINE if begins and none else Wrong.PURSE


@rule
def _check_empty(state: Any, player: Any) -> Any:
    """Nothing lies where nobody sits; what else there is, other checks count."""
    there = state.gold[player] != 0 or state.energy[player] != 0 or state.runes[player] != 0
    there = there or state.prestige[player] != 0 or state.energy_die[player] != 0
    there = there or state.cooking_dice[player] != 0 or state.lost_dice[player] != 0
    there = there or state.heroes[player] != 0 or state.cooked[player] != 0
    there = there or state.tavern[player] != NONE or state.marker[player] != 0
    for value in range(VALUES):
        there = there or state.dice[player, value] != 0
    for kind in range(len(Ingredient)):
        there = there or state.reserve[player, kind] != 0
    for minion in range(len(Minion)):
        there = there or state.zone[player, minion] != 0 or state.wounds[player, minion] != 0
        there = there or state.minion_die[player, minion] != 0
        for kind in range(len(Ingredient)):
            there = there or state.carried[player, minion, kind] != 0
    return Wrong.SEATS if there else Wrong.FINE


@rule
def _check_minions(state: Any, board: Any, player: Any) -> Any:
    """Each stands in a zone and has in its pockets no more than they hold."""
    for minion in range(len(Minion)):
        zone, wounds = int(state.zone[player, minion]), int(state.wounds[player, minion])
        if zone < 0 or zone >= board.zones:
            return Wrong.MINIONS
        full = wounds
        for kind in range(len(Ingredient)):
            if state.carried[player, minion, kind] < 0:
                return Wrong.POCKETS
            full += int(state.carried[player, minion, kind])
        if wounds < 0 or full > board.pockets[minion]:
            return Wrong.POCKETS
        if not has_begun(state) and (full > 0 or zone != board.city):
            return Wrong.MINIONS
    return Wrong.FINE


@rule
def check_taverns(state: Any, board: Any) -> Any:
    """With the module each player has one board that nobody else has, chosen in seat order."""
    seats = int(state.players) if board.asymmetric_on != 0 else 0
    chosen = setup_done(state, SetupStep.TAVERNS, seats)
    for player in range(int(state.players)):
        tavern, marker = int(state.tavern[player]), int(state.marker[player])
        if (tavern != NONE) != (player < chosen) or tavern < NONE or tavern >= board.taverns:
            return Wrong.TAVERNS
        if marker < 0 or (marker > 0 and (tavern == NONE or not has_begun(state))):
            return Wrong.MARKER
        if tavern != NONE and marker > int(board.track_length[tavern]):
            return Wrong.MARKER
        for other in range(player):
            if tavern != NONE and int(state.tavern[other]) == tavern:
                return Wrong.TAVERNS
    return Wrong.FINE

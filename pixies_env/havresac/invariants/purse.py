"""Gold and victory points: what the Glory phases so far can have given, less what was spent."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.invariants.chests import objects_used
from pixies_env.havresac.invariants.progress import glories
from pixies_env.havresac.invariants.tokens import tokens_bought_before
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.limits import GAINS, GUARDIANS
from pixies_env.havresac.names import (
    MONSTERS,
    Face,
    Guardian,
    Phase,
    Thing,
)
from pixies_env.havresac.rules.glory import glory_of_fairies
from pixies_env.havresac.rules.recruitment import cost_of


@rule
def spent_before(state: Any, board: Any, player: Any) -> Any:
    """Gold that a player has spent in earlier rounds."""
    spent = 0
    if state.phase != Phase.SETUP:
        for guardian in range(GUARDIANS):
            bought = tokens_bought_before(state, board, player, guardian)
            spent += bought * cost_of(state, board, guardian)
    return spent


@rule
def spent_now(state: Any, board: Any, player: Any) -> Any:
    """Gold that a player has spent in this recruitment phase."""
    spent = 0
    if state.phase == Phase.RECRUITMENT:
        for guardian in range(GUARDIANS):
            spent += int(state.bag[player, guardian]) * cost_of(state, board, guardian)
    return spent


@rule
def check_gold(state: Any, board: Any) -> Any:
    """Each Glory phase gave one of the numbers printed; what was spent had been given before."""
    least, most = int(board.gold_gains[0]), int(board.gold_gains[0])
    for column in range(GAINS):
        least = min(least, int(board.gold_gains[column]))
        most = max(most, int(board.gold_gains[column]))
    done = glories(state)
    before = done - (1 if state.phase == Phase.OVER or state.phase == Phase.RECRUITMENT else 0)
    for player in range(int(state.players)):
        gold, spent = int(state.gold[player]), spent_before(state, board, player)
        given = gold + spent + spent_now(state, board, player)
        if gold < 0 or given < done * least or given > done * most:
            return Wrong.GOLD
        # What the last Glory phase gave cannot have been spent before it.
        if spent > before * most or given - spent < (done - before) * least:
            return Wrong.GOLD
    return Wrong.FINE


@rule
def glory_counted(state: Any, board: Any, player: Any) -> Any:
    """Glory of all creatures and Cups that Glory phases have counted."""
    glory = glory_of_fairies(board, 0, int(state.fairies[player]))
    for monster in range(len(MONSTERS)):
        glory += int(board.monster_glory[monster]) * int(state.hunted[player, monster])
    return glory + int(board.cup_glory) * objects_used(state, board, player, Thing.CUP)


@rule
def check_points(state: Any, board: Any) -> Any:
    """No more than the gain table and the Night Huntress can have given."""
    least, most, villages = int(board.vp_gains[0]), int(board.vp_gains[0]), 0
    for column in range(GAINS):
        least = min(least, int(board.vp_gains[column]))
        most = max(most, int(board.vp_gains[column]))
    for repaired in range(int(board.village_tokens) + 1):
        villages = max(villages, int(board.village_column[repaired]))
    above, done = int(board.vp_per_glory_above), glories(state)
    for player in range(int(state.players)):
        highest = 0
        if done > 0:
            highest = done * (most + above * villages)
            highest += above * glory_counted(state, board, player)
        if state.faces[Guardian.HUNTRESS] == Face.NIGHT:
            for monster in range(len(MONSTERS)):
                taken = int(state.gains[player, monster + 1]) + int(state.hunted[player, monster])
                highest += int(board.night_huntress_vp) * taken
        if int(state.vp[player]) < done * least or int(state.vp[player]) > highest:
            return Wrong.POINTS
    return Wrong.FINE

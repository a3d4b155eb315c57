"""The objects of the chests, closed, found and used."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.invariants.progress import glories, has_begun
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.names import (
    OBJECTS,
    Phase,
    Thing,
)
from pixies_env.havresac.rules.ending import opened_chests


@rule
def objects_used(state: Any, board: Any, player: Any, thing: Any) -> Any:
    """Objects of one kind that a player has found and spent; Cups, once they are counted."""
    there = int(state.closed[player, thing]) + int(state.objects[player, thing])
    if thing == Thing.CUP:
        there += int(state.cups[player])
    return int(board.chest_tokens[thing]) - there


@rule
def check_chests(state: Any, board: Any) -> Any:
    """Each opened chest had one object; what was found is held, used, or a Cup."""
    for player in range(int(state.players)):
        opened, wanted, cups = opened_chests(state, player), 0, int(state.cups[player])
        for thing in range(len(OBJECTS)):
            closed, found = int(state.closed[player, thing]), int(state.objects[player, thing])
            if closed < 0 or found < 0 or objects_used(state, board, player, thing) < 0:
                return Wrong.CHESTS
            wanted += int(board.chest_tokens[thing]) - closed
        if cups < 0 or opened != wanted or state.objects[player, Thing.CUP] != 0:
            return Wrong.CHESTS
        if opened > 0 and state.round_number <= 1 and not has_begun(state, player):
            return Wrong.CHESTS
        counted = state.phase != Phase.ADVENTURE or not has_begun(state, player)
        if cups > 0 and counted:
            return Wrong.TAKEN
        if objects_used(state, board, player, Thing.CUP) > 0 and glories(state) == 0:
            return Wrong.TAKEN
    return Wrong.FINE

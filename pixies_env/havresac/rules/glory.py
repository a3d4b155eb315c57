"""Section 2.III: Glory, counted anew each round, gives victory points and Gold."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import put, transfer_all
from pixies_env.havresac.limits import GAINS
from pixies_env.havresac.names import (
    FIRST_MONSTER,
    MONSTERS,
    Creature,
)


@rule
def villages_repaired(state: Any, board: Any, player: Any) -> Any:
    """Villages that a player has repaired so far."""
    return int(board.village_tokens) - int(state.villages_left[player])


@rule
def glory_of_fairies(board: Any, before: Any, new: Any) -> Any:
    """Glory of new Fairies on the topmost free places of a column that holds some already."""
    total, last = 0, int(board.fairy_places) - 1
    for fairy in range(before, before + new):
        total += int(board.fairy_column[min(fairy, last)])
    return total


@rule
def glory_of(state: Any, board: Any, player: Any) -> Any:
    """Glory of a player by what lies before the Glory phase is carried out."""
    total = glory_of_fairies(
        board, int(state.fairies[player]), int(state.gains[player, Creature.FAIRY])
    )
    for monster in range(len(MONSTERS)):
        taken = int(state.gains[player, FIRST_MONSTER + monster])
        total += int(board.monster_glory[monster]) * taken
    total += int(board.village_column[villages_repaired(state, board, player)])
    return total + int(board.cup_glory) * int(state.cups[player])


@rule
def vp_of(board: Any, glory: Any) -> Any:
    """Victory points that the gain table gives for so much Glory."""
    last = GAINS - 1
    if glory <= last:
        return int(board.vp_gains[glory])
    return int(board.vp_gains[last]) + int(board.vp_per_glory_above) * (glory - last)


@rule
def gold_of(board: Any, glory: Any) -> Any:
    """Gold that the gain table gives for so much Glory."""
    return int(board.gold_gains[min(glory, GAINS - 1)])


@rule
def count_glory(state: Any, board: Any) -> None:
    """Everybody's gains; the creatures in the gains zones move on."""
    for player in range(int(state.players)):
        glory = glory_of(state, board, player)
        state.vp[player] = int(state.vp[player]) + vp_of(board, glory)
        state.gold[player] = int(state.gold[player]) + gold_of(board, glory)
        gains = state.gains[player]
        put(state.fairies, player, int(gains[Creature.FAIRY]))
        gains[Creature.FAIRY] = 0
        transfer_all(gains[FIRST_MONSTER:], state.hunted[player])
        state.cups[player] = 0

"""The boards of the players, but for the creatures on them, and the seats that nobody has."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import CHANCE
from pixies_env.havresac.invariants.chests import objects_used
from pixies_env.havresac.invariants.progress import has_begun
from pixies_env.havresac.invariants.tokens import tokens_owned
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    CREATURES,
    MONSTERS,
    OBJECTS,
    Face,
    Guardian,
    Thing,
)
from pixies_env.havresac.places import WORDS, bit
from pixies_env.havresac.state import PLANES, guardians_in, guardians_of_kind_in


@rule
def check_seats(state: Any, board: Any) -> Any:
    """Seats that are not in the game have nothing."""
    for player in range(int(state.players), MAX_PLAYERS):
        there = state.vp[player] != 0 or state.gold[player] != 0 or state.cups[player] != 0
        there = there or state.fairies[player] != 0 or state.villages_left[player] != 0
        for kind in range(GUARDIANS):
            there = there or state.bag[player, kind] != 0 or state.idle[player, kind] != 0
        for kind in range(len(CREATURES)):
            there = there or state.gains[player, kind] != 0
        for kind in range(len(MONSTERS)):
            there = there or state.hunted[player, kind] != 0
        for kind in range(len(OBJECTS)):
            there = there or state.objects[player, kind] != 0 or state.closed[player, kind] != 0
        for word in range(WORDS):
            cells = state.tents[player, word] | state.repaired[player, word]
            cells |= state.opened[player, word]
            for plane in range(PLANES):
                cells |= state.occupants[player, plane, word]
            there = there or cells != 0
        if there:
            return Wrong.SEATS
    return Wrong.FINE


@rule
def check_boards(state: Any, board: Any) -> Any:
    """Cells hold what they can hold, villages and chests what Guardians have made of them."""
    for player in range(int(state.players)):
        code = _check_cells(state, board, player)
        if code == Wrong.FINE:
            code = _check_villages(state, board, player)
        if code == Wrong.FINE:
            code = _check_tents(state, board, player)
        if code == Wrong.FINE:
            code = _check_lakes(state, board, player)
        if code != Wrong.FINE:
            return code
    return Wrong.FINE


@rule
def _check_cells(state: Any, board: Any, player: Any) -> Any:
    planes = state.occupants[player]
    for word in range(WORDS):
        creatures = planes[3, word]
        if planes[0, word] & planes[1, word] & planes[2, word] != 0:
            return Wrong.CELLS
        taken = planes[0, word] | planes[1, word] | planes[2, word] | creatures
        if creatures & planes[2, word] != 0 or taken & ~board.cells[word] != 0:
            return Wrong.CELLS
        if state.opened[player, word] & ~board.chests[word] != 0:
            return Wrong.CHESTS
        thieves = guardians_of_kind_in(state, player, Guardian.THIEF, word)
        unopened = thieves & board.chests[word] & ~state.opened[player, word]
        # The event of the chest is due: it is opened when the object is known.
        if state.waiting == CHANCE and state.player == player and state.place >> 6 == word:
            unopened &= ~bit(int(state.place))
        if unopened != 0:
            return Wrong.CHESTS
    return Wrong.FINE


@rule
def _check_villages(state: Any, board: Any, player: Any) -> Any:
    """Tokens are conserved; who came to a ruin repaired it, if a token was left."""
    left, repaired = int(state.villages_left[player]), 0
    for word in range(WORDS):
        repaired += count_bits(state.repaired[player, word])
        if state.repaired[player, word] & ~board.villages[word] != 0:
            return Wrong.VILLAGES
        ruins = board.villages[word] & ~state.repaired[player, word]
        visited = guardians_in(state, player, word) | state.tents[player, word]
        if left > 0 and visited & ruins != 0:
            return Wrong.VILLAGES
    if left < 0 or left + repaired != int(board.village_tokens):
        return Wrong.VILLAGES
    early = state.round_number <= 1 and not has_begun(state, player)
    return Wrong.VILLAGES if early and repaired > 0 else Wrong.FINE


@rule
def _check_tents(state: Any, board: Any, player: Any) -> Any:
    """Day Guides left them in the round before; creatures that came there were taken."""
    tents = 0
    for word in range(WORDS):
        tents += count_bits(state.tents[player, word])
        if state.tents[player, word] & (state.occupants[player, 3, word] | ~board.cells[word]) != 0:
            return Wrong.TENTS
    if tents == 0:
        return Wrong.FINE
    if state.round_number <= 1 or state.faces[Guardian.GUIDE] != Face.DAY:
        return Wrong.TENTS
    return Wrong.FINE if tents <= tokens_owned(state, player, Guardian.GUIDE) else Wrong.TENTS


@rule
def _check_lakes(state: Any, board: Any, player: Any) -> Any:
    """The Day Druid stands on lakes, and whom she makes room for; all others came by a Feather."""
    druids = state.faces[Guardian.DRUID] == Face.DAY
    others = 0
    for word in range(WORDS):
        standing = guardians_in(state, player, word)
        if druids:
            standing &= ~guardians_of_kind_in(state, player, Guardian.DRUID, word)
        if (
            druids
            and state.faces[Guardian.PRIESTESS] == Face.DAY
            and tokens_owned(state, player, Guardian.DRUID) > 0
        ):
            standing &= ~guardians_of_kind_in(state, player, Guardian.PRIESTESS, word)
        lakes = board.lakes[word]
        others += count_bits(standing & lakes) + count_bits(state.tents[player, word] & lakes)
    # The Guardian being played may still come to a lake by the Feather that it has used.
    if state.player == player and state.feather != 0 and state.place < 0:
        others += 1
    return (
        Wrong.FINE if others <= objects_used(state, board, player, Thing.FEATHER) else Wrong.LAKES
    )

"""Section 2.V: the end of the round: Tents, Guardians back into the bags, Fairies leave."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.havresac.names import (
    Face,
    Guardian,
)
from pixies_env.havresac.places import WORDS
from pixies_env.havresac.state import PLANES, guardians_of_kind_in, monsters_in


@rule
def end_round(state: Any) -> None:
    """Clear every board but for monsters and new Tents."""
    for player in range(int(state.players)):
        for word in range(WORDS):
            state.tents[player, word] = 0
            if state.faces[Guardian.GUIDE] == Face.DAY:
                state.tents[player, word] = guardians_of_kind_in(
                    state, player, Guardian.GUIDE, word
                )
        for guardian in range(len(Guardian)):
            tokens = int(state.bag[player, guardian]) + int(state.idle[player, guardian])
            for word in range(WORDS):
                tokens += count_bits(guardians_of_kind_in(state, player, guardian, word))
            state.bag[player, guardian] = tokens
            state.idle[player, guardian] = 0
        for word in range(WORDS):
            monsters = monsters_in(state, player, word)
            for plane in range(PLANES):
                state.occupants[player, plane, word] &= monsters

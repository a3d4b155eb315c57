"""What a player does not know: the offers of the others until they are revealed.

Everything else is public, or (goods, reward points, bag) known by perfect recall.
"""

from typing import Any

import numpy as np

from pixies_env.core.compilation.bits import count_bits, has_bit
from pixies_env.core.compilation.compile import rule, wrapping
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.seam import DECISION, Sight
from pixies_env.pixie_queen.names import KINDS, NOBODY, OfferingStep, Phase, Question
from pixies_env.pixie_queen.rules.offerings import good_of_kind, hands_of

SUBSETS = 1 << KINDS


@rule
def offers_are_secret(state: Any) -> Any:
    """Whether offers are being made and not yet revealed."""
    return state.phase == Phase.OFFERINGS and state.step == OfferingStep.OFFER


@rule
def sees(state: Any, board: Any, player: Any) -> Any:
    """An offer is made in secret; all offers are revealed together."""
    secret = state.waiting == DECISION and state.question == Question.OFFER
    return Sight.LATER if secret and player != state.player else Sight.AT_ONCE


@rule
def revealed(state: Any, board: Any, player: Any) -> Any:
    """Whether no offer is secret any more."""
    return 0 if offers_are_secret(state) else 1


@rule
def hide(state: Any, board: Any, player: Any) -> Any:
    """Blank the secret offers of everybody else."""
    if offers_are_secret(state):
        for other in range(int(state.players)):
            if other != player:
                state.refused[other] = 0
                state.offers[other, :] = 0
    return 0


@rule
def _worlds(state: Any, player: Any, subset: Any) -> Any:
    """In how many ways a player can offer exactly the kinds of a subset."""
    number = 1
    for kind in range(KINDS):
        if has_bit(subset, kind):
            number *= int(state.goods[player, good_of_kind(state, kind)])
    return number


@wrapping
def _bits(bits: Any, player: Any, use: Any) -> Any:
    return mix(np.uint64(bits) + np.uint64(16 * use + player))


@rule
def _resample_offers(state: Any, player: Any, finished: Any, bits: Any) -> None:
    """Draw one player's secret answer, each possible one being equally likely.

    Who is still to move may have filled some hands, but not all.
    """
    most = hands_of(state, player)
    if not finished:
        most -= 1
    total = 0
    for subset in range(SUBSETS):
        if count_bits(np.uint64(subset)) <= most:
            total += _worlds(state, player, subset)
    left = below(_bits(bits, player, 0), total)
    for subset in range(SUBSETS):
        if count_bits(np.uint64(subset)) > most:
            continue
        worlds = _worlds(state, player, subset)
        if left >= worlds:
            left -= worlds
            continue
        for kind in range(KINDS):
            if has_bit(subset, kind):
                owned = int(state.goods[player, good_of_kind(state, kind)])
                state.offers[player, kind] = 1 + left % owned
                left //= owned
        state.refused[player] = 1 if finished and subset == 0 else 0
        return


@rule
def resample(state: Any, board: Any, player: Any, bits: Any) -> Any:
    """Fill in the secret offers of the others, uniformly over all they may have answered."""
    if not offers_are_secret(state):
        return 0
    hide(state, board, player)
    for place in range(int(state.cursor) + 1):
        other = NOBODY
        if place < int(state.players):
            other = int(state.big_order[place])
        if other in (NOBODY, player) or state.out[other] != 0:
            continue
        _resample_offers(state, other, place < int(state.cursor), bits)
    return 0

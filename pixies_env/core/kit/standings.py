"""Ranks, shared ranks and the three rewards, from sort keys and scores of the seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pixies_env.core.kit.source import compose_rules
from pixies_env.core.seam import Reward

Rule = Callable[..., Any]

_RETURNS = '''
def compare(state, board, player, other):
    """1 if a seat is ahead of another, -1 if it is behind, 0 if they share."""
    for place in range(number_of_keys):
        own, theirs = key(state, board, player, place), key(state, board, other, place)
        if own != theirs:
            return 1 if own > theirs else -1
    return 0


def is_ahead(state, board, player, other):
    """Whether a seat is ahead of another."""
    return compare(state, board, player, other) > 0


def returns(state, board, kind, out):
    """Utility per seat of a finished game; alone, the score for a rank."""
    players = int(state.players)
    out[:] = 0.0
    for player in range(players):
        if kind == SCORE or (kind == RANK and players == 1):
            out[player] = score(state, board, player)
            continue
        ahead, level = 0, 0
        for other in range(players):
            if other != player:
                order = compare(state, board, other, player)
                if order > 0:
                    ahead += 1
                elif order == 0:
                    level += 1
        if kind == WIN:
            out[player] = 1.0 / (level + 1) if ahead == 0 else 0.0
        else:
            # Places ahead + 1 .. ahead + level + 1 are shared; their mean is paid.
            out[player] = 1.0 - (2.0 * ahead + level) / (players - 1)
    return 0
'''


def standings(module: str, *, key: Rule, number_of_keys: int, score: Rule) -> tuple[Rule, Rule]:
    """The rules ``is_ahead(state, board, player, other)`` and ``returns`` of the seam.

    Args:
        module: the one that imports both rules.
        key: ``(state, board, player, place)``: the number that decides in this place, the larger
            one is ahead; seats that are equal in all ``number_of_keys`` places share.
        score: ``(state, board, player)``: what the score reward pays.
    """
    names = {"key": key, "score": score, "number_of_keys": number_of_keys}
    names |= {reward.name: int(reward) for reward in Reward}
    made = compose_rules(module, _RETURNS, names)
    return made["is_ahead"], made["returns"]

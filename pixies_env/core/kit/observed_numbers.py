"""Observation modes in which the printed numbers that are ours are entries of their own.

A policy that is trained on many boards can only play each of them well if it sees which one it is
on. So a game whose board file holds numbers of ours has each of its modes twice: as it is, and
with these numbers behind all other entries. They are those of the shipped file, whatever the
standing of another one says: a policy is then of use on a board whose numbers have become known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from pixies_env.core.game import Feature
from pixies_env.core.kit.source import compose_rules

Rule = Callable[..., Any]

SUFFIX = "+numbers"
_OBSERVE = '''
def observe(state, board, player, mode, out):
    """Write the observation of a player in any mode; returns the number of entries."""
    numbered = mode >= number_of_modes
    at = plain(state, board, player, mode - number_of_modes if numbered else mode, out)
    if not numbered:
        return at
    for entry in range(at, out.shape[0]):
        out[entry] = 0.0
    return write_numbers(board, out, at)
'''


def modes_with_numbers(modes: Sequence[str]) -> tuple[str, ...]:
    """The modes of a game, then each of them with the printed numbers, in the same order."""
    return (*modes, *(f"{mode}{SUFFIX}" for mode in modes))


def features_with_numbers(
    entries: Iterable[Feature], numbers: Iterable[Feature], modes: Sequence[str]
) -> tuple[Feature, ...]:
    """The entries of an observation, each also in the mode with numbers; then the numbers.

    ``modes`` are those without numbers.
    """
    own = [
        replace(entry, modes=modes_with_numbers(entry.modes)) if entry.modes else entry
        for entry in entries
    ]
    shown = modes_with_numbers(modes)[len(modes) :]
    return (*own, *(replace(entry, modes=shown) for entry in numbers))


def observe_with_numbers(
    module: str, plain: Rule, write_numbers: Rule, modes: Sequence[str]
) -> Rule:
    """The rule ``observe`` of a game that has each mode with and without printed numbers.

    Args:
        module: the one that imports or defines both rules.
        plain: that of the modes without numbers; returns the number of entries.
        write_numbers: ``(board, out, at)`` writes those printed numbers that are not 0 to ``out``
            from ``at`` on, and returns where they end.
        modes: those without numbers.
    """
    names = {"plain": plain, "write_numbers": write_numbers, "number_of_modes": len(modes)}
    return compose_rules(module, _OBSERVE, names)["observe"]

"""Observation modes in which the printed numbers that are ours are entries of their own.

A policy that is trained on many boards can only play each of them well if it sees which one it is
on. So a game whose board file holds numbers of ours has each of its modes twice: as it is, and
with these numbers behind all other entries. They are those of the shipped file, whatever the
standing of another one says: a policy is then of use on a board whose numbers have become known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pixies_env.core.game import Feature

SUFFIX = "+numbers"


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

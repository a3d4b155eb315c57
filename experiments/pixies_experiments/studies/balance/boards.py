"""The boards of a study over many boards."""

from __future__ import annotations

from typing import NamedTuple

BASE, ONE, ALL = "given", "one", "all"
"""Kinds of boards: the given one, one number otherwise, all of them."""


class Variation(NamedTuple):
    """A board of the study."""

    name: str
    kind: str
    point: dict[str, float]
    first_deal: int

"""Which spots of a drawing an action or a chance outcome means, by the verb of its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pixies_env.core.catalogue import parse_name

Spots = tuple[str, ...]
Found = Callable[[Any, Spots, int], Spots]
"""From a record, the arguments of a name and the player who decides or owns the chance event."""


def spots_by_verb(found: Mapping[str, Found]) -> Callable[[np.ndarray, str, int], Spots]:
    """``spots`` of an :class:`~pixies_env.core.drawing.Artist`; other verbs mean no spot."""

    def spots(state: np.ndarray, name: str, player: int) -> Spots:
        verb, arguments = parse_name(name)
        return found[verb](state[0], arguments, player) if verb in found else ()

    return spots


def at(pattern: str) -> Found:
    """The spot whose name holds the first argument (``{0}``) or the player (``{player}``)."""
    return lambda record, arguments, player: (pattern.format(*arguments, player=player),)

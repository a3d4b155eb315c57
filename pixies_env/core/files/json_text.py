"""JSON that was stored outside and may be damaged."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pixies_env.core.errors import DamagedDataError

MOST_NESTED = 64
"""Lists and objects inside each other in JSON of ours."""


def load_json(text: str | bytes, place: str) -> Any:
    """What a JSON text says; DamagedDataError if it says nothing, or is nested too deeply."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise _too_deep(place) from None
    except ValueError as error:
        raise DamagedDataError(f"{place}: not JSON: {error}") from None
    level = [found]
    for _ in range(MOST_NESTED + 1):
        level = [part for each in level for part in _inside(each)]
        if not level:
            return found
    raise _too_deep(place)


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep(place: str) -> DamagedDataError:
    return DamagedDataError(f"{place}: not JSON of ours: nested too deeply")

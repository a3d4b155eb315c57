"""Nested results for people: every leaf on a line, with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NONE = "nothing"


def leaves(value: Any, path: str = "") -> dict[str, str]:
    """Leaves of nested dictionaries and lists by their path."""
    if isinstance(value, Mapping) and value:
        entries = {f"{path}.{key}" if path else str(key): leaf for key, leaf in value.items()}
    elif isinstance(value, list | tuple) and any(isinstance(v, Mapping | list) for v in value):
        entries = {f"{path}[{index}]": leaf for index, leaf in enumerate(value)}
    elif isinstance(value, list | tuple):
        return {path: " ".join(map(str, value)) or NONE}
    else:
        return {path: NONE if value in (None, "", {}) else str(value)}
    flat: dict[str, str] = {}
    for place, leaf in entries.items():
        flat |= leaves(leaf, place)
    return flat

"""Names under which other libraries know a game."""

from __future__ import annotations

NAMESPACE = "pixies"


def module_name(name: str, version: int) -> str:
    """``pixie_queen_v0``."""
    return f"{name}_v{version}"


def aec_id(name: str, version: int) -> str:
    """``pixies/pixie_queen-v0``, PettingZoo's id."""
    return f"{NAMESPACE}/{name}-v{version}"


def gymnasium_id(name: str, version: int) -> str:
    """``pixies/PixieQueen-v0``, Gymnasium's id."""
    words = "".join(word.capitalize() for word in name.split("_"))
    return f"{NAMESPACE}/{words}-v{version}"

"""Small helpers to write the list of legal ids."""

from typing import Any

from pixies_env.core.compile import rule


@rule
def add(ids: Any, count: Any, action: Any) -> Any:
    """Append an id; returns the new number of ids."""
    ids[count] = action
    return count + 1

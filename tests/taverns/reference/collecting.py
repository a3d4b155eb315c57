"""Collecting in a zone: tokens and printed ingredients (section 3, secondary actions)."""

from tests.reference.names import make_name

from .state import State


def ingredients_here(state: State, player: int) -> list[str]:
    """`collect` and `gather` in the zone of the active minion, whatever its pockets."""
    active = state.active(player)
    if active is None:
        return []
    tokens = [kind for kind, n in state.tokens[active.zone].items() if n > 0]
    printed = state.data.zone[active.zone]["printed"]
    return [
        *[make_name("collect", kind) for kind in tokens if kind != "encounter"],
        *[make_name("gather", kind) for kind in printed],
    ]


def take_ingredient(state: State, player: int, verb: str, kind: str) -> None:
    """A token leaves the map, a printed ingredient does not."""
    active = state.active(player)
    assert active is not None
    if verb == "collect":
        state.tokens[active.zone][kind] -= 1

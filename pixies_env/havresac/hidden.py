"""What a player does not know: nothing. All that one player knows, the others know too."""

from typing import Any

from pixies_env.core.compile import rule


@rule
def hide(state: Any, board: Any, player: Any) -> Any:
    """Nothing to blank."""
    return 0


@rule
def resample(state: Any, board: Any, player: Any, bits: Any) -> Any:
    """Nothing to fill in."""
    return 0

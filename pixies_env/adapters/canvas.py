"""What ``render`` of the environments does; the first picture imports the libraries for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pixies_env.core.game import Game

if TYPE_CHECKING:
    from pixies_env.adapters.window import Window
    from pixies_env.core.events import Event

RENDER_MODES = ("human", "rgb_array", "ansi")


def check_render_mode(mode: str | None) -> str | None:
    """A render mode or None; ValueError otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        modes = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"render_mode must be None or one of {modes}, not {mode!r}")
    return mode


class Canvas:
    """Renders the table of one environment; a copy or pickle has no window yet.

    Args:
        game: the game that is played.
        mode: a render mode, or None.
        metadata: of the environment, for its ``name`` and ``render_fps``.
    """

    def __init__(self, game: Game, mode: str | None, metadata: Mapping[str, Any]) -> None:
        self._game = game
        self._mode = mode
        self._metadata = metadata
        self.draws = mode in ("human", "rgb_array")
        """Pictures are made, so :meth:`note` is to be told of actions."""
        self._event: Event | None = None
        self._window: Window | None = None

    def begin(self) -> None:
        """A game begins: nothing has happened yet."""
        self._event = None

    def note(self, state: np.ndarray, action: int, legal: np.ndarray) -> None:
        """A decision is about to be carried out, if it is among the legal ids: pictures tell it."""
        if action in legal:
            from pixies_env.core.events import event_due

            name = self._game.notation.action_name(state, action)
            self._event = event_due(self._game, state, name)

    def render(self, state: np.ndarray) -> str | np.ndarray | None:
        """Text for ``ansi``, a picture for ``rgb_array``; ``human`` shows it."""
        if self._mode == "ansi":
            return self._game.notation.text(state)
        from pixies_env.adapters.raster import frame

        image = frame(self._game, state, self._event)
        if self._mode == "rgb_array":
            return image
        if self._window is None:
            from pixies_env.adapters.window import Window

            self._window = Window(self._game.title, float(self._metadata["render_fps"]))
        self._window.show(image)
        return None

    def close(self) -> None:
        """Close the window if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}

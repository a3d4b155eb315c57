"""The window of ``render_mode="human"``; needs what ``pip install pixies-env[draw]`` installs."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from pixies_env.adapters.raster import missing

_DRIVERS = {"SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"}
"""Variables of the environment by which a user says where windows are shown."""


class Window:
    """A window that shows one picture after the other, at most ``fps`` in a second."""

    def __init__(self, title: str, fps: float) -> None:
        try:
            import pygame
        except ImportError as error:
            raise missing(error) from error
        self._pygame: Any = pygame
        self._fps = fps
        self._surface: Any = None
        try:
            pygame.display.init()
        except pygame.error as error:
            raise _no_window(error) from error
        if pygame.display.get_driver() == "offscreen" and not _DRIVERS & os.environ.keys():
            # What SDL takes by itself where there is no screen.
            pygame.display.quit()
            raise _no_window("no screen")
        pygame.display.set_caption(title)
        self._clock = pygame.time.Clock()

    def show(self, image: np.ndarray) -> None:
        """Show uint8 ``(height, width, 3)``, after a while if the last was shown just now."""
        pygame = self._pygame
        size = (image.shape[1], image.shape[0])
        if self._surface is None or self._surface.get_size() != size:
            self._surface = pygame.display.set_mode(size)
        pygame.surfarray.blit_array(self._surface, image.swapaxes(0, 1))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Take the window away."""
        self._pygame.display.quit()


def _no_window(why: object) -> RuntimeError:
    return RuntimeError(
        f"no window can be opened here ({why}): use render_mode='rgb_array' or 'ansi'"
    )

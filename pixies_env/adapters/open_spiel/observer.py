"""What a seat knows, as OpenSpiel's observers tell it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from pixies_env.core.seam import OBSERVATION


class SpielObserver:
    """Observations and information states of one seat.

    ``tensor`` is float32 ``(features,)``, the features of the game's observation in the mode of
    the parameter ``observation_mode``; ``dict`` has the same array as ``observation``. The tensors
    of observations and of information states are the same, what differs is the text.

    ValueError for a kind of observation that there is not: one seat's, with all that is public.
    """

    def __init__(self, features: int, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"observers take no parameters, not {parameters!r}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                "an observation is what one seat knows, public_info=True and "
                "private_info=SINGLE_PLAYER; parts of it are not told apart"
            )
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(features, OBSERVATION)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat knows into the tensor."""
        self.tensor[:] = state.features_of(player)

    def string_from(self, state: Any, player: int) -> str:
        """The observation or the information state of a seat as text."""
        text: str = state.recalled_by(player) if self._recalls else state.seen_by(player)
        return text

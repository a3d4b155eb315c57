"""Copies that share nothing that changes."""

from __future__ import annotations

import copy
from typing import Self


class CopiedWhole:
    """``copy.copy`` is as ``copy.deepcopy``: a game that goes on in one goes on in one only."""

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

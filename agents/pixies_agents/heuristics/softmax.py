"""Softmax draws: the greatest of worths to which noise is added."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import wrapping
from pixies_env.core.compilation.streams import mix


@wrapping
def noise(bits: Any, index: Any) -> Any:
    """Standard Gumbel noise for one option: the greatest sum is then a softmax draw."""
    scrambled = mix(np.uint64(bits) + np.uint64(index))
    uniform = (float(scrambled >> np.uint64(11)) + 0.5) * 2.0**-53
    return -np.log(-np.log(uniform))

"""How many games a wanted precision needs, judged by the spread of those that were played."""

from __future__ import annotations

import math
from bisect import bisect_left

from pixies_experiments.intervals import LEVEL, student_quantile

HALF_WIDTHS = (0.1, 0.05, 0.02, 0.01)
"""Of intervals of win shares: 10, 5, 2 and 1 percentage points to either side."""
_MOST = 2**40


def deals_needed(width: float, deals: int, wanted: float, level: float = LEVEL) -> int:
    """Fewest deals, at least two, that would make an interval as narrow as wanted.

    An interval is as wide as Student's quantile over the root of the number of deals, times a
    spread that stays as it was seen. What is known from few deals says it roughly.

    Args:
        width: of the interval now.
        deals: how many it is of, two or more.
        wanted: the width that it should have.
        level: of both intervals.
    """
    quantile = student_quantile(deals - 1, level)

    def narrow(number: int) -> bool:
        ratio = student_quantile(number - 1, level) / quantile
        return width * math.sqrt(deals / number) * ratio <= wanted

    return bisect_left(range(_MOST), True, lo=2, key=narrow)

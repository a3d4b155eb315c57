"""Repeated short runs, told as their median and spread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

LEAST_RUNS = 3

Result = TypeVar("Result")


@dataclass(frozen=True)
class Budget:
    """How long one figure may be measured, in seconds of runs after the first."""

    seconds: float


def repeat(run: Callable[[], Result], budget: Budget) -> list[Result]:
    """Results of repeated runs; the first one warms up and does not count."""
    run()
    found: list[Result] = []
    end = time.perf_counter() + budget.seconds
    while len(found) < LEAST_RUNS or time.perf_counter() < end:
        found.append(run())
    return found


def rate(work: Callable[[], float]) -> float:
    """Work per second of one run; ``work`` returns how much it did."""
    started = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - started)


def rates(work: Callable[[], float], budget: Budget) -> list[float]:
    """Work per second of repeated runs."""
    return repeat(lambda: rate(work), budget)


def seconds_of(action: Callable[[], object]) -> float:
    """Wall time of one call."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def spread(samples: Sequence[float]) -> dict[str, Any]:
    """Number of runs, and quartiles around the median."""
    low, median, high = (float(value) for value in np.quantile(samples, (0.25, 0.5, 0.75)))
    return {"runs": len(samples), "median": median, "low": low, "high": high}

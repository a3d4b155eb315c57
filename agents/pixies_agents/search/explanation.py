"""Why a search moved as it did, for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pixies_agents.search.principal_variation import Step


@dataclass(frozen=True)
class Candidate:
    """One legal decision at the root and what the search found about it."""

    action: int
    name: str
    visits: int
    values: tuple[float, ...] | None
    """Mean utility of each seat; None if it was never tried."""
    prior: float | None
    """What the prior agent thought of it; None without one."""
    line: tuple[Step, ...]
    """The most visited way on, this decision first."""


@dataclass(frozen=True)
class Explanation:
    """What a search found at one position; printing it gives a table."""

    agent: str
    player: int
    chosen: str
    simulations: int
    nodes: int
    """Decisions in the tree; 0 for a search without a tree."""
    seats: int
    candidates: tuple[Candidate, ...]
    """Most visited first."""

    def as_dict(self) -> dict[str, Any]:
        """Everything in plain data."""
        return asdict(self)

    def __str__(self) -> str:
        tree = f", {self.nodes} nodes" if self.nodes else ""
        heads = ["decision", "visits", "share"]
        guided = any(candidate.prior is not None for candidate in self.candidates)
        heads += ["prior"] if guided else []
        heads += [f"seat {seat}" for seat in range(self.seats)]
        rows = [self._row(candidate, guided) for candidate in self.candidates]
        lines = [
            f"{self.agent}, seat {self.player} chose {self.chosen}: "
            f"{self.simulations} simulations{tree}",
            *_table([[*heads, "expected line"], *rows]),
        ]
        return "\n".join(lines)

    def _row(self, candidate: Candidate, guided: bool) -> list[str]:
        total = sum(other.visits for other in self.candidates)
        row = [candidate.name, str(candidate.visits)]
        row.append(f"{candidate.visits / total:.1%}" if total else "-")
        if guided:
            row.append("-" if candidate.prior is None else f"{candidate.prior:.1%}")
        if candidate.values is None:
            row += ["-"] * self.seats
        else:
            row += [f"{value:+.3f}" for value in candidate.values]
        return [*row, " ".join(f"{step.player}:{step.name}" for step in candidate.line[1:])]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns of equal width; the first and the last to the left, numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell if place == last else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

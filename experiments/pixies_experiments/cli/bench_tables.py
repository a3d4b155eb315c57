"""The figures of `pixies bench` as tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from pixies_experiments.benchmarks.figures import (
    AGENTS,
    CORE,
    LEARNING,
    PEERS,
    Figure,
    other_players,
    with_targets,
)
from pixies_experiments.cli.tables import print_table

BUSY = 0.5
"""Load of the last minute from which on other work disturbs what is measured."""


def print_figures(
    title: str,
    machine: dict[str, Any],
    figures: dict[str, float | None],
    beside: dict[str, dict[str, Any]],
    targets: Mapping[str, tuple[float, float]],
    history: Mapping[str, float | None] | None = None,
) -> None:
    """Print what was measured, with the targets of the game; missing figures are left out.

    ``history`` are ratios of figures to what they were before on this machine; None: they are not
    asked for.
    """
    console = Console()
    packages = machine["packages"]
    console.print(
        f"{title} on {machine['cores']} cores of {machine['processor']}, "
        f"Python {machine['python']}, Numba {packages['numba']}, NumPy {packages['numpy']}",
        highlight=False,
        markup=False,
    )
    if (machine["load"] or 0.0) > BUSY:
        console.print(
            f"The machine was busy when this began (load {machine['load']:.1f}): "
            "the figures are lower than on an idle one.",
            style="yellow",
            highlight=False,
        )
    numbers = [name for name in figures if name.startswith("core_mask_")]
    others = [other_players(int(name.removeprefix("core_mask_")[:-1])) for name in numbers]
    shown = [
        with_targets(figure, targets)
        for figure in (*CORE, *others, *AGENTS, *LEARNING)
        if figure.name in figures
    ]
    print_table(console, _values(shown, figures, beside, history))
    if any(figure.must is not None for figure in shown):
        console.print(
            f"must, aim: this project's own targets for {title}; yellow: the must is not reached.",
            style="dim",
            highlight=False,
        )
    print_table(console, _circumstances(shown, figures, beside))
    measured = [figure for figure in PEERS if figure.name in figures]
    if measured:
        print_table(console, _peers(measured, figures, beside))


def _values(
    shown: list[Figure],
    figures: dict[str, float | None],
    beside: dict[str, dict[str, Any]],
    history: Mapping[str, float | None] | None,
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    targeted = any(figure.must is not None for figure in shown)
    if targeted:
        table.add_column("must", justify="right", no_wrap=True)
        table.add_column("aim", justify="right", no_wrap=True)
    if history is not None:
        table.add_column("to before", justify="right", no_wrap=True)
    table.add_column("what")
    for figure in shown:
        value = figures[figure.name]
        table.add_row(
            figure.name,
            _with_unit(value, figure),
            *((number(figure.must), number(figure.aim)) if targeted else ()),
            *(() if history is None else (_times(history.get(figure.name)),)),
            figure.meaning if value is not None else f"{figure.meaning}: {_note(beside, figure)}",
            style="" if _reached(figure, value) else "yellow",
        )
    return table


def _circumstances(
    shown: list[Figure], figures: dict[str, float | None], beside: dict[str, dict[str, Any]]
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure", no_wrap=True)
    columns = (
        "games/s",
        "decisions\nper game",
        "unforced\ndecisions/s",
        "first call,\nseconds",
        "runs",
        "spread",
    )
    for column in columns:
        table.add_column(column, justify="right", vertical="bottom")
    for figure in shown:
        found = beside[figure.name]
        if "runs" not in found:
            continue
        table.add_row(
            figure.name,
            number(found.get("games_per_s")),
            number(found.get("decisions_per_game")),
            number(found.get("unforced_per_s")),
            number(found.get("first_call_s")),
            number(found["runs"]),
            _spread(found, figures[figure.name]),
        )
    return table


def _peers(
    measured: list[Figure], figures: dict[str, float | None], beside: dict[str, dict[str, Any]]
) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("beside it", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("what")
    for figure in measured:
        found = beside[figure.name]
        value = figures[figure.name]
        what = figure.meaning
        if value is None:
            what += f": {_note(beside, figure)}"
        else:
            what += f" ({found['version']})"
        table.add_row(figure.name, _with_unit(value, figure), what)
    return table


def _note(beside: dict[str, dict[str, Any]], figure: Figure) -> str:
    return str(beside[figure.name].get("note", "not measured"))


def _with_unit(value: float | None, figure: Figure) -> str:
    short = {"decisions/s": "/s", "agent steps/s": "/s", "simulations/s": "/s", "ratio": ""}
    unit = "" if value is None else short.get(figure.unit, figure.unit)
    return f"{number(value)} {unit}".rstrip()


def _spread(found: dict[str, Any], value: float | None) -> str:
    """Half the width of the middle half of the runs, as a part of the value."""
    if not value or found["runs"] < 2:
        return "-"
    return f"{(found['high'] - found['low']) / 2 / value:.1%}"


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f} x"


def _reached(figure: Figure, value: float | None) -> bool:
    if value is None or figure.must is None:
        return True
    return value >= figure.must if figure.more_is_better else value <= figure.must


def number(value: float | None) -> str:
    """Three digits that mean something, with thousands apart; a dash for nothing."""
    if value is None:
        return "-"
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    if isinstance(value, int):
        return str(value)
    return f"{value:.3g}"

"""The results of `pixies simulate` as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_experiments.intervals import LEVEL, Estimate
from pixies_experiments.simulation import FIRST, SHARES, Group, Tally

HEADS = {
    "utility": "utility",
    "win": "won,\nties split",
    "score": "score",
    "rank": "rank",
    "out": "out",
}


def print_results(tally: Tally, games_per_second: float | None, seed: int, rotated: bool) -> None:
    """Print tables per seat and per agent, and what holds for all games."""
    console = Console(highlight=False)
    game = tally.game
    console.print(
        f"[bold]{game.title}[/bold], {len(tally.line_up)} players, {tally.games:,} games, "
        f"seed {seed}; below: {LEVEL:.0%} intervals"
    )
    differ = len(tally.agents) > 1
    seats = [
        (f"{seat}" if rotated or not differ else f"{seat} {tally.line_up[seat]}", group)
        for seat, group in enumerate(tally.by_seat)
    ]
    console.print(_table("seat", seats))
    if differ:
        console.print(_table("agent", tally.by_agent.items()))
    else:
        console.print(f"All seats are played by {tally.agents[0]}.", markup=False)
    decisions = tally.decisions.estimate_mean()
    speed = ""
    if games_per_second is not None:
        digits = 1 if games_per_second < 10 else 0
        speed = (
            f"{games_per_second:,.{digits}f} games/s, "
            f"{games_per_second * decisions.value:,.0f} decisions/s, "
        )
    console.print(f"{speed}{decisions.value:,.1f} decisions per game")
    if tally.reasons:
        told = (
            f"{reason} {count / tally.games:.1%}" for reason, count in tally.reasons.most_common()
        )
        console.print(f"Games ended by: {', '.join(told)}", markup=False)
    ours = [f"{number.table}.{number.key}" for number in game.printed if number.ours]
    if ours:
        console.print(
            f"These numbers of the board are, at least in part, ours and not the publisher's "
            f"(standing `default`, see `pixies board`): {', '.join(ours)}.",
            markup=False,
            style="yellow",
        )


def _table(label: str, rows: Iterable[tuple[str, Group]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(label, vertical="top")
    estimated = [(name, group.estimates()) for name, group in rows]
    shown = [measure for measure in FIRST if measure in estimated[0][1]]
    for measure in shown:
        table.add_column(HEADS[measure], justify="right", vertical="bottom")
    for name, found in estimated:
        table.add_row(Text(name), *(_cell(found[m], m in SHARES) for m in shown))
    return table


def _cell(estimate: Estimate, share: bool) -> Text:
    """A number to the digits that its interval lets stand, the interval below it."""
    scale, unit = (100.0, "%") if share else (1.0, "")
    value, low, high = (scale * end for end in (estimate.value, estimate.low, estimate.high))
    digits = 2
    if high > low:
        digits = min(4, max(0, -math.floor(math.log10((high - low) / 2))))
    if math.isnan(value):
        return Text("-")
    cell = Text(f"{_decimal(value, digits)}{unit}")
    if not math.isnan(low):
        cell.append(f"\n{_decimal(low, digits)}..{_decimal(high, digits)}", style="dim")
    return cell


def _decimal(number: float, digits: int) -> str:
    """Fixed digits, and no sign before a zero."""
    text = f"{number:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text

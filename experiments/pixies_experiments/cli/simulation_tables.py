"""The results of `pixies simulate` as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_env.core.words import count_games, count_players
from pixies_experiments.cli.tables import print_table
from pixies_experiments.games import numbers_note
from pixies_experiments.intervals import LEVEL, Estimate
from pixies_experiments.simulation import FIRST, SHARES, Group, Tally
from pixies_experiments.studies.report import NO_INTERVAL, digits_of

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
        f"[bold]{game.title}[/bold], {count_players(len(tally.line_up))}, {count_games(tally.games)}, "
        f"seed {seed}; below: {LEVEL:.0%} intervals"
    )
    differ = len(tally.agents) > 1
    seats = [
        (f"{seat}" if rotated or not differ else f"{seat} {tally.line_up[seat]}", group)
        for seat, group in enumerate(tally.by_seat)
    ]
    print_table(console, _table("seat", seats))
    if differ:
        print_table(console, _table("agent", tally.by_agent.items()))
    else:
        console.print(f"All seats are played by {tally.agents[0]}.", markup=False)
    groups = [*tally.by_seat, *(tally.by_agent.values() if differ else ())]
    if any(math.isnan(e.low) for group in groups for e in _shown(group).values()):
        console.print(NO_INTERVAL)
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
    if said := numbers_note(game):
        console.print(said, markup=False, style="yellow")


def _table(label: str, rows: Iterable[tuple[str, Group]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(label, vertical="top", overflow="fold")
    estimated = [(name, _shown(group)) for name, group in rows]
    for measure in estimated[0][1]:
        table.add_column(HEADS[measure], justify="right", vertical="bottom")
    for name, found in estimated:
        table.add_row(Text(name), *(_cell(each, m in SHARES) for m, each in found.items()))
    return table


def _shown(group: Group) -> dict[str, Estimate]:
    return {measure: found for measure, found in group.estimates().items() if measure in FIRST}


def _cell(estimate: Estimate, share: bool) -> Text:
    """A number to the digits that its interval lets stand, the interval below it."""
    scale, unit = (100.0, "%") if share else (1.0, "")
    value, low, high = (scale * end for end in (estimate.value, estimate.low, estimate.high))
    digits = digits_of(estimate, scale)
    if math.isnan(value):
        return Text("-")
    cell = Text(f"{_decimal(value, digits)}{unit}")
    if math.isnan(low):
        cell.append("\n")  # The number stands beside those that have an interval below.
    else:
        cell.append(f"\n{_decimal(low, digits)}..{_decimal(high, digits)}", style="dim")
    return cell


def _decimal(number: float, digits: int) -> str:
    """Fixed digits, and no sign before a zero."""
    text = f"{number:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text

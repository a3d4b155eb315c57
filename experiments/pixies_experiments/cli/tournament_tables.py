"""The results of `pixies tournament` as tables for people."""

from __future__ import annotations

import math

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_env.core.words import count_deals, count_games
from pixies_experiments.cli.tables import cell, print_table, printed_table
from pixies_experiments.games import numbers_note
from pixies_experiments.intervals import LEVEL, Estimate
from pixies_experiments.simulation import SHARES
from pixies_experiments.studies.payoff_sections import (
    payoff_sections,
    told_cross_play,
    told_rings,
)
from pixies_experiments.studies.report import NO_INTERVAL, told
from pixies_experiments.studies.store import REPORT
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.thinking_time import told_times
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_results import Results, count_meetings
from pixies_experiments.studies.tournament_tables import ALL

_SHOWN = ("win", "score", "rank")
_HEADS = {"win": "won, ties split", "score": "score", "rank": "rank"}


def print_standings(study: Tournament, outcome: Outcome) -> None:
    """Print one table for each number of players, the ratings, and where the page is."""
    console = Console(highlight=False)
    results = Results(study, outcome)
    bare = False
    rows = outcome.tables["agents"].to_pylist()
    numbers = list(dict.fromkeys(row["players"] for row in rows))
    ratings = outcome.tables["ratings"].to_pylist() if "ratings" in outcome.tables else []
    console.print(
        f"[bold]{outcome.study.game.title}[/bold]; below: {LEVEL:.0%} intervals of each "
        "number by itself; # is the place, by those that hold for all together"
    )
    for players in numbers:
        games = results.games(players)
        found = {
            (row["agent"], row["measure"]): _estimate(row)
            for row in rows
            if row["players"] == players
        }
        places = _places(outcome, players)
        rated = {r["agent"]: _estimate(r) for r in ratings if r["players"] == players}
        agents = sorted(
            dict.fromkeys(agent for agent, _ in found), key=lambda a: -found[a, "win"].value
        )
        table = Table(
            title=f"{players} players, {count_games(games)} of "
            f"{count_deals(results.deals(players))}, fair share {100 / players:.1f} %",
            title_justify="left",
            box=box.SIMPLE_HEAD,
            pad_edge=False,
            collapse_padding=True,
        )
        shown = [measure for measure in _SHOWN if (agents[0], measure) in found]
        table.add_column("agent", overflow="fold")
        table.add_column("#", justify="right")
        for measure in shown:
            table.add_column(_HEADS[measure], justify="right")
        if rated:
            table.add_column("rating", justify="right")
        for agent in agents:
            cells = [cell(told(found[agent, m], percent=m in SHARES)) for m in shown]
            if rated:
                cells.append(cell(told(rated[agent])))
            bare |= any("\n" not in each.plain for each in cells)
            table.add_row(Text(agent), places[agent], *cells)
        print_table(console, table)
        _print_payoffs(console, results, players)
        if said := results.words_of_games_needed(players):
            console.print(said, markup=False)
    overall = [row for row in ratings if row["players"] == ALL]
    if overall:
        title = "Ratings over all, each number of players weighing the same"
        table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
        table.add_column("agent", overflow="fold")
        table.add_column("rating", justify="right")
        for row in sorted(overall, key=lambda row: -row["value"]):
            table.add_row(Text(row["agent"]), cell(told(_estimate(row))))
        print_table(console, table)
        console.print(_fit(outcome), markup=False)
    if bare:
        console.print(NO_INTERVAL)
    for said in results.words_of_deals():
        console.print(said, markup=False)
    if said_of_times := told_times(study.agents):
        console.print(said_of_times, markup=False)
    if outcome.failures:
        console.print(
            f"Not finished and left out: {count_games(len(outcome.failures))}.", style="yellow"
        )
    if said := numbers_note(outcome.study.game):
        console.print(said, markup=False, style="yellow")
    console.print(f"Page: {outcome.folder / REPORT}", markup=False, soft_wrap=True)


def _print_payoffs(console: Console, results: Results, players: int) -> None:
    for section in payoff_sections(results, players):
        for table in section.tables:
            print_table(console, printed_table(table))
    for said in (*told_cross_play(results, players), *told_rings(results, players)):
        console.print(said, markup=False)


def _places(outcome: Outcome, players: int) -> dict[str, str]:
    return {
        row["agent"]: f"{row['best']}-{row['last']}"
        if row["best"] < row["last"]
        else str(row["best"])
        for row in outcome.tables["places"].to_pylist()
        if row["players"] == players
    }


def _fit(outcome: Outcome) -> str:
    rows = outcome.tables["fit"].to_pylist()
    rows = [row for row in rows if not math.isnan(row["joint_low"])]
    if not rows:
        return "Whether they foretell meetings of two agents, so few games cannot say."
    missed = sum(not row["joint_low"] <= row["pooled"] <= row["joint_high"] for row in rows)
    if not missed:
        return f"They foretell {count_meetings(len(rows))} within what may be chance."
    return (
        f"They do not fit: {missed} of {len(rows)} meetings of two agents are otherwise, by more "
        "than chance."
    )


def _estimate(row: dict[str, float]) -> Estimate:
    return Estimate(row["value"], row["low"], row["high"], int(row["games"]))

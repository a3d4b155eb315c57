"""The table of payoffs of `pixies tournament --table` as tables for people."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pixies_experiments.cli.tables import estimate_cell, print_table
from pixies_experiments.studies.payoff_sections import Share, shares_of, told_rings
from pixies_experiments.studies.payoffs import mass_of
from pixies_experiments.studies.report import number
from pixies_experiments.studies.tournament_results import Results


def print_payoffs(console: Console, results: Results, players: int) -> None:
    """Print who wins how much against whom, and what follows where strength is no ladder."""
    table = Table(
        title=f"{players} players: what a seat of the agent wins, by its number of seats",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for head in ("agent", "against"):
        table.add_column(head, overflow="fold")
    for copies in range(1, players):
        table.add_column(f"{copies} of {players}", justify="right")
    for (agent, other), shares in shares_of(results, players).items():
        table.add_row(Text(agent), Text(other), *map(_cell, shares))
    print_table(console, table)
    console.print("*: not the fair share, by the intervals that hold for all together")
    rows = results.rows("meta_game", players=players)
    if not rows:
        return
    table = Table(
        title=f"{players} players: beyond a ladder",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("agent", overflow="fold")
    for head in ("Nash average", "against it, points", "alpha-rank"):
        table.add_column(head, justify="right")
    for row in sorted(rows, key=lambda row: (-row["nash"], -row["alpha_rank"])):
        table.add_row(
            Text(row["agent"]),
            estimate_cell(mass_of(row, "nash"), share=True),
            number(100 * row["against_nash"], 1),
            estimate_cell(mass_of(row, "alpha_rank"), share=True),
        )
    print_table(console, table)
    for said in told_rings(results, players):
        console.print(said, markup=False)


def _cell(share: Share | None) -> Text:
    if share is None:
        return Text("")
    return estimate_cell(share.estimate, share=True, mark="*" if share.clear else "")

"""The sections of a tournament's page about its table of payoffs."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.figures import heat_map
from pixies_experiments.studies.meta_game import POPULATION, SELECTION, rings
from pixies_experiments.studies.payoffs import RESAMPLES, mass_of
from pixies_experiments.studies.report import Picture, ReportTable, Section, number, told
from pixies_experiments.studies.tournament_results import Results, estimate_of, joint_of


def payoff_sections(results: Results, players: int) -> list[Section]:
    """What the table says of one number of players; nothing of a tournament without one."""
    if not results.rows("payoffs", players=players):
        return []
    return [_payoffs(results, players), *_meta_game(results, players)]


class Share(NamedTuple):
    """What a seat of an agent wins against another agent."""

    estimate: Estimate
    clear: bool
    """It is not the fair share, by the intervals of all together."""


def shares_of(results: Results, players: int) -> dict[tuple[str, str], list[Share | None]]:
    """Of each two agents that met, by the number of copies of the first, from 1; None: unknown."""
    fair = 1 / players
    found: dict[tuple[str, str], list[Share | None]] = {}
    for row in results.rows("payoffs", players=players):
        shares = found.setdefault((row["agent"], row["other"]), [None] * (players - 1))
        clear = row["joint_low"] > fair or row["joint_high"] < fair
        shares[row["copies"] - 1] = Share(estimate_of(row), clear)
    return found


def told_rings(results: Results, players: int) -> list[str]:
    """Sentences about three agents that beat each other in a circle, or that none are seen to.

    Nothing of fewer agents, or of a tournament without a table.
    """
    if len(results.agents) < 3 or not results.rows("advantages", players=players):
        return []
    beats = {
        (row["agent"], row["other"])
        for row in results.rows("advantages", players=players)
        if row["joint_low"] > 0
    }
    found = rings(beats, results.agents)
    if not found:
        return [
            f"With {players} players no three agents are seen to beat each other in a circle, by "
            "the intervals of all advantages together."
        ]
    return [
        f"With {players} players {one} beats {two}, {two} beats {three} and {three} beats {one}, "
        "by the intervals of all advantages together: there is no best one among them."
        for one, two, three in found
    ]


def told_cross_play(results: Results, players: int) -> list[str]:
    """A sentence about what is lost among others; nothing where there is nothing to lose."""
    rows = results.rows("cross_play", players=players)
    if not rows:
        return []
    verb, part = "loses", estimate_of(rows[0])
    if part.value < 0:
        verb = "gains"
        part = replace(part, value=-part.value, low=-part.high, high=-part.low)
    return [
        f"With {players} players a seat of an agent, all others being another one, {verb} "
        f"{told(part, percent=True)} of what it wins among copies of itself: the mean over all "
        "ordered pairs, by which joint-policy correlation is judged (average proportional loss, "
        "Lanctot et al. 2017). It is meant for agents of like strength, such as runs that differ "
        "in their seed: of others the strong gain more than the weak lose."
    ]


def _payoffs(results: Results, players: int) -> Section:
    head = [f"{n} of {players} seats" for n in range(1, players)]
    agents = results.ranked(players)
    values = np.full((len(agents), len(agents)), np.nan)
    texts = [["" for _ in agents] for _ in agents]
    for row in results.rows("advantages", players=players):
        place = agents.index(row["agent"]), agents.index(row["other"])
        values[place] = 100 * row["value"]
        text = number(values[place], 1)
        if not np.isnan(row["joint_low"]):
            low, high = (number(100 * row[end], 1) for end in ("joint_low", "joint_high"))
            text += f"\n{low} to {high}"
        texts[place[0]][place[1]] = text
    seen = np.abs(values[~np.isnan(values)])
    picture = Picture(
        f"advantages-{players}",
        "How much more a seat of the agent of the row wins than a seat of that of the column, in "
        "percentage points: the mean over all numbers of copies; below, the intervals that hold "
        "for all together.",
        heat_map(
            agents,
            agents,
            values,
            centre=0,
            reach=max(1.0, float(seen.max(initial=0.0))),
            texts=texts,
            down="a seat of",
            across="wins so much more than one of",
        ),
        (2.2 + 0.85 * len(agents), 1.0 + 0.5 * len(agents)),
    )
    text = (
        "So many seats are the agent, all others the other one. What one seat of the agent wins, a "
        f"shared win split; {100 / players:.1f} % is fair. Intervals are those of each number by "
        "itself; a star: not the fair share, by those that hold for all together."
    )
    rows = [[*pair, *map(_told, shares)] for pair, shares in shares_of(results, players).items()]
    caption = f"{players} players: what one seat of the agent wins; *: not the fair share"
    table = ReportTable(["agent", "against", *head], rows, caption)
    return Section(
        f"{players} players: each pair of agents",
        [text, *told_cross_play(results, players)],
        [table],
        [picture],
        answers=True,
    )


def _told(share: Share | None) -> str:
    if share is None:
        return ""
    # The star stands at the number, before its interval.
    value, space, interval = told(share.estimate, percent=True).partition(" (")
    return f"{value}{' *' if share.clear else ''}{space}{interval}"


def _meta_game(results: Results, players: int) -> list[Section]:
    rows = results.rows("meta_game", players=players)
    if not rows:
        return []
    rated = {row["agent"]: joint_of(row) for row in results.rows("ratings", players=players)}
    cells = [
        [
            row["agent"],
            told(rated[row["agent"]]),
            told(mass_of(row, "nash"), percent=True),
            number(100 * row["against_nash"], 1),
            told(mass_of(row, "alpha_rank"), percent=True),
        ]
        for row in sorted(rows, key=lambda row: (-row["nash"], -row["alpha_rank"]))
    ]
    text = (
        "Nash averaging (Balduzzi et al. 2018) is the mixture of agents that nobody is ahead of, "
        "of several that with the most entropy; beside it, by how many percentage points a seat "
        "of the agent wins more than one of the mixture. Alpha-rank (Omidshafiei et al. 2019, as "
        f"OpenSpiel has it; selection {SELECTION:g}, population {POPULATION}) is the share of the "
        "time that a population stays with an agent. Both are made from the advantages; their "
        f"intervals are the middle 95 % of {RESAMPLES} resamples of the deals."
    )
    head = ["agent", "rating", "Nash average", "against it", "alpha-rank"]
    title = f"{players} players: beyond a ladder"
    table = ReportTable(head, cells, title)
    return [Section(title, [text, *told_rings(results, players)], [table], answers=True)]

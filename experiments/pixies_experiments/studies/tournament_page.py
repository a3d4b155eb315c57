"""The page of a tournament."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import Any

from pixies_env.core.words import count_games
from pixies_experiments.studies.design import PAIRS, ROUND_ROBIN, SAMPLED
from pixies_experiments.studies.figures import forest
from pixies_experiments.studies.meta_game import rings
from pixies_experiments.studies.overview import Cell, overview
from pixies_experiments.studies.payoff_sections import payoff_sections
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    facts_of,
    listed,
    ours,
    told,
)
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.thinking_time import told_times
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_results import (
    LINE,
    Results,
    count_meetings,
    estimate_of,
    joint_of,
)
from pixies_experiments.studies.tournament_sections import BOTH, PlayersSections
from pixies_experiments.studies.tournament_tables import ALL

_DESIGNS = {
    ROUND_ROBIN: "all line-ups in every deal",
    SAMPLED: "line-ups drawn anew for every deal, every agent equally often",
    PAIRS: "all pairs of agents in every deal, all numbers of copies of both",
}


def tournament_page(study: Tournament, outcome: Outcome) -> Report:
    """Everything that a tournament says."""
    page = _Page(study, outcome)
    sections = [*page.winners(), *page.ratings()]
    for players in page.results.numbers:
        sections += payoff_sections(page.results, players)
        sections += PlayersSections(page.results, players).all()
    sections += [page.deals(), *page.failures()]
    return Report(page.title, page.lead(), page.facts(), sections, page.picture())


def tournament_times_page(study: Tournament, outcome: Outcome) -> Report | None:
    """How long the agents took to decide; None if no times are there."""
    page = _Page(study, outcome)
    sections = page.times()
    if not sections:
        return None
    title = f"{page.title}: time per decision"
    return Report(title, page.times_lead(), page.facts(), sections)


class _Page:
    def __init__(self, study: Tournament, outcome: Outcome) -> None:
        self.study, self.outcome = study, outcome
        self.results = Results(study, outcome)
        self.title = f"{study.game.title}: a tournament of {len(study.agents)} agents"
        if len(study.agents) == 1:
            self.title = f"{study.game.title}: {study.agents[0]} against itself"

    # ---- the head

    def lead(self) -> list[str]:
        """What was done and who is best."""
        study = self.study
        told_numbers = listed(self.results.numbers)
        games = sum(self.results.games(n) for n in self.results.numbers)
        played = (
            f"{count_games(games)} with {told_numbers} players. All line-ups of a deal play the "
            "same deal, and each sits in all rotations."
        )
        said = [" ".join([played, *self.results.words_of_deals()])]
        if study.until_width is not None:
            said.append(
                "The games went on until the interval of every win share was at most "
                f"{100 * study.until_width:g} percentage points wide, or the most games were "
                "played; this was looked at only each time the deals had doubled, and the "
                "intervals are wider so that they hold at whichever look it stopped (repeated "
                "confidence intervals, Jennison and Turnbull 1989)."
            )
        if told_of_times := told_times(study.agents):
            said.append(told_of_times)
        if len(self.results.agents) > 1:
            said += self._first()
        if missing := len(self.outcome.failures):
            said.append(f"Not finished and left out: {count_games(missing)}; see the end.")
        if told_ours := ours(study.game):
            said.append(told_ours)
        return said

    def picture(self) -> Picture | None:
        """Shares of wins by number of players; framed who is ahead of, or behind, a fair share."""
        agents = self.results.agents
        if len(agents) < 2:
            return None
        order = self.results.ranked(self.results.numbers[-1])
        columns = {players: f"{players} players" for players in self.results.numbers}
        cells = {}
        for (players, column), agent in product(columns.items(), order):
            key = {"players": players, "agent": agent, "measure": "win"}
            (row,) = self.results.rows("agents", **key)
            share, fair = joint_of(row), 1 / players
            clear = share.low > fair or share.high < fair
            cells[agent, column] = Cell(100 * (share.value - fair), clear)
        caption = (
            "Share of wins less the fair share, percentage points. Framed: above or below the fair "
            "share beyond doubt, with the intervals of all agents together."
        )
        return overview(order, list(columns.values()), cells, caption)

    def winners(self) -> list[Section]:
        """Who won most with each number of players, and from whom that is not told apart."""
        if len(self.results.agents) < 2:
            return []
        text = (
            "The intervals are 95 % intervals and take into account that games of a deal are "
            "alike; what is said of who comes first is by those that hold for all together."
        )
        said = [self._winner(players) for players in self.results.numbers]
        return [Section("Who comes first", [text, *said])]

    def _first(self) -> list[str]:
        """Who comes first beyond doubt, and with which numbers of players nobody does."""
        ahead: dict[str, list[int]] = {}
        nobody = []
        for players in self.results.numbers:
            best, alike, close = self._rivals(players)
            if close or alike:
                nobody.append(players)
            else:
                ahead.setdefault(best, []).append(players)
        said = [
            f"{agent} comes first beyond doubt with {listed(numbers)} players."
            for agent, numbers in ahead.items()
        ]
        if nobody:
            said.append(f"With {listed(nobody)} players nobody comes first beyond doubt.")
        return said

    def _rivals(self, players: int) -> tuple[str, list[str], list[str]]:
        """Who won most; who less in every deal alike; who is not told apart from the first."""
        best, *others = self.results.ranked(players)
        alike, close = [], []
        for other in others:
            difference = self.results.behind(players, other, best, joint=True)
            several = self.results.deals(players) > 1
            if several and math.isnan(difference.low) and difference.value < 0:
                alike.append(other)
            elif not difference.high < 0:
                close.append(other)
        return best, alike, close

    def _winner(self, players: int) -> str:
        best, alike, close = self._rivals(players)
        share = self.results.of_agent(players, best, "win")
        said = (
            f"With {players} players {best} won most: {told(share, percent=True)}, where "
            f"{100 / players:.1f} % is fair"
        )
        if alike:
            said += (
                f"; it won more than {', '.join(alike)} by as much in every deal, so that there is "
                "no interval"
            )
        if close:
            return f"{said}; on these deals it is not told apart from {', '.join(close)}."
        if len(alike) == len(self.results.agents) - 1:
            return f"{said}."
        return (
            f"{said}; it comes first beyond doubt: on the same deals it won more than every other, "
            "with the intervals of all differences together."
        )

    def facts(self) -> list[tuple[str, str]]:
        """What the study was."""
        study = self.study
        sizes = [("agents", ", ".join(study.entries)), ("seed", str(study.seed))]
        for players in self.results.numbers:
            design = study.design(players)
            kind = _DESIGNS[design.kind]
            games, deals = self.results.games(players), self.results.deals(players)
            sizes.append((f"{players} players", f"{count_games(games)}, {deals:,} deals; {kind}"))
        return facts_of(self.outcome.configuration, sizes)

    # ---- ratings

    def ratings(self) -> list[Section]:
        """The ladder."""
        if not self.results.tables.get("ratings"):
            return []
        shown = [n for n in (*self.results.numbers, ALL) if self.results.rows("ratings", players=n)]
        pictures = []
        for players in shown:
            rows = sorted(
                self.results.rows("ratings", players=players), key=lambda row: -row["value"]
            )
            name = _table_name(players)
            pictures.append(
                Picture(
                    f"ratings-{players}" if players else "ratings",
                    f"Rating ladder, {name}: ratings and their 95 % intervals. {BOTH}",
                    forest(
                        [row["agent"] for row in rows],
                        [estimate_of(row) for row in rows],
                        "rating",
                        reference=1500.0,
                        reference_label="mean of all",
                        joint=[joint_of(row) for row in rows],
                    ),
                    (6.4, 0.9 + LINE * len(rows)),
                )
            )
        text = (
            "A rating says how often an agent ends ahead of another at the same table, equal ranks "
            "being half: 400 points more are odds of 10 to 1, 100 points 64 %. The mean of "
            "all agents is 1500 (Bradley and Terry's model, fitted by maximum likelihood; half a "
            "win of each over each other is added, so that who never wins has a rating too)."
        )
        return [Section("Ratings", [text, *self._fit(), *self._rings()], pictures=pictures)]

    def _fit(self) -> list[str]:
        """Whether ratings foretell what was seen, as a test says."""
        said = []
        for column, name in (
            ("predicted", "The ratings of each number of players"),
            ("pooled", "The ratings over all numbers of players, each weighing the same,"),
        ):
            rows = [
                row
                for row in self.results.rows("fit")
                if column in row and not math.isnan(row["joint_low"])
            ]
            missed = [r for r in rows if not r["joint_low"] <= r[column] <= r["joint_high"]]
            if not rows:
                if self.results.rows("fit"):
                    said.append(f"So few games cannot say whether {name[0].lower()}{name[1:]} fit.")
                continue
            if not missed:
                said.append(
                    f"{name} foretell {count_meetings(len(rows))} within what may be chance."
                )
                continue
            worst = max(missed, key=lambda r: abs(r[column] - r["value"]))
            said.append(
                f"{name} do not fit: they miss {len(missed)} of {len(rows)} meetings of two agents "
                f"by more than chance. Most with {worst['players']} players {worst['agent']} "
                f"against {worst['other']}: ahead in {told(joint_of(worst), percent=True)}, "
                f"foretold {100 * worst[column]:.0f} %. One number does not say who beats whom."
            )
        return said

    def _rings(self) -> list[str]:
        """Three agents each of which is ahead of the next beyond doubt."""
        said = []
        for players in self.results.numbers:
            ahead = {
                (row["agent"], row["other"])
                for row in self.results.rows("head_to_head", players=players)
                if row["joint_low"] > 0.5
            }
            said += [
                f"With {players} players {one} is ahead of {two}, {two} of {three} and "
                f"{three} of {one}, beyond doubt: strength is no ladder there."
                for one, two, three in rings(ahead, self.results.agents)
            ]
        return said

    # ---- the end

    def deals(self) -> Section:
        """How many games a deal is."""
        text = (
            "All line-ups of a deal play it, and each sits in all rotations. Deals are played "
            "whole: games of one are alike, so it is their number on which intervals rest."
        )
        rows = [
            [str(n), f"{games // deals:,}", f"{deals:,}", f"{games:,}"]
            for n in self.results.numbers
            for games, deals in [(self.results.games(n), self.results.deals(n))]
        ]
        head = ["players", "games of a deal", "deals", "games"]
        return Section("Deals", [text], [ReportTable(head, rows)], folded=True)

    def times(self) -> list[Section]:
        """Time per decision."""
        times = self.outcome.times
        if times is None:
            return []
        rows = []
        summed = times.group_by(["agent", "players"], use_threads=False).aggregate(
            [("decisions", "sum"), ("seconds", "sum")]
        )
        for row in sorted(summed.to_pylist(), key=self._order):
            if row["decisions_sum"]:
                each = 1e3 * row["seconds_sum"] / row["decisions_sum"]
                decisions = f"{row['decisions_sum']:,}"
                rows.append([row["agent"], str(row["players"]), decisions, _milliseconds(each)])
        head = ["agent", "players", "decisions timed", "ms per decision"]
        return [Section("Time per decision", (), [ReportTable(head, rows)])]

    def times_lead(self) -> list[str]:
        """How the times were taken."""
        return [
            "Measured in this run, one thread each; nothing else of a tournament differs from "
            "run to run. Agents that are compiled were timed on decisions of a game "
            "with themselves, the fastest of several times, others in all their games, "
            "those taken at once divided by their number."
        ]

    def _order(self, row: Mapping[str, Any]) -> tuple[int, int]:
        return self.results.agents.index(row["agent"]), row["players"]

    def failures(self) -> list[Section]:
        """Games that are left out."""
        failures = self.outcome.failures
        if not failures:
            return []
        rows = [[f.agent or "", "" if f.game is None else str(f.game), f.message] for f in failures]
        text = (
            "An agent failed in these games, which are left out of everything above. Their "
            "records up to that point are in the folder of failures."
        )
        return [
            Section("Failures", [text], [ReportTable(["agent", "game", "what happened"], rows)])
        ]


def _table_name(players: int) -> str:
    return (
        "all numbers of players, each weighing the same" if players == ALL else f"{players} players"
    )


def _milliseconds(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.3g}"

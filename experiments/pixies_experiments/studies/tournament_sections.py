"""The sections of a tournament's page about one number of players."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_experiments.simulation import SHARES
from pixies_experiments.studies.figures import distribution, forest, heat_map, quantiles
from pixies_experiments.studies.report import NO_INTERVAL, Picture, ReportTable, Section, told
from pixies_experiments.studies.tournament_results import LINE, Results, joint_of

_MAIN = ("win", "utility", "score", "rank", "out")
_WORDS = {
    "win": "won, ties split",
    "utility": "utility",
    "score": "score",
    "rank": "rank",
    "out": "out",
    "punishment": "punishment points",
    "reward_points": "reward points",
    "special_offerings": "special offerings",
    "servants": "servants",
    "rings": "rings",
    "rounds": "rounds",
}
BOTH = (
    "Thick: the 95 % interval of each by itself; thin: those that hold for all together, over all "
    "numbers of players."
)
_MOST_OUTLINES = 4
"""Agents whose distributions can be told apart in one picture."""


class PlayersSections:
    """What the games with so many players say."""

    def __init__(self, results: Results, players: int) -> None:
        self.results, self.players = results, players

    def all(self) -> list[Section]:
        """All sections."""
        return [
            self._results(),
            *self._meetings(),
            self._seats(),
            self._routes(),
            self._lengths(),
        ]

    def _table(self, measures: list[str], counted: bool = True) -> ReportTable:
        rows = []
        for agent in self.results.ranked(self.players):
            found = [self.results.of_agent(self.players, agent, measure) for measure in measures]
            cells = [told(e, percent=m in SHARES) for m, e in zip(measures, found, strict=True)]
            places = self.results.places(self.players, agent)
            counts = [places, f"{found[0].games:,}"] if counted else []
            rows.append([agent, *counts, *cells])
        words = [_WORDS.get(measure, measure.replace("_", " ")) for measure in measures]
        bare = any(" (" not in cell for row in rows for cell in row[-len(measures) :])
        head = ["agent", *(["place", "seats played"] if counted else []), *words]
        return ReportTable(head, rows, NO_INTERVAL if bare else "")

    def _results(self) -> Section:
        measures = [m for m in _MAIN if m in self.results.measures(self.players)]
        agents = self.results.ranked(self.players)
        picture = Picture(
            f"wins-{self.players}",
            f"Share of wins with {self.players} players, a shared win split; line: the fair share. "
            f"{BOTH}",
            forest(
                agents,
                [self.results.of_agent(self.players, agent, "win") for agent in agents],
                "share of wins, %",
                percent=True,
                reference=1 / self.players,
                reference_label="fair share",
                joint=[
                    joint_of(row)
                    for agent in agents
                    for row in self.results.rows(
                        "agents", players=self.players, agent=agent, measure="win"
                    )
                ],
            ),
            (6.4, 0.9 + LINE * len(agents)),
        )
        pictures = [picture]
        if len(agents) > 1:
            best, *others = agents
            pictures.append(
                Picture(
                    f"differences-{self.players}",
                    f"Share of wins less that of {best}, compared deal by deal: whether two agents "
                    f"differ is seen here, not from how their own intervals overlap. {BOTH}",
                    forest(
                        others,
                        [self.results.behind(self.players, other, best) for other in others],
                        f"difference to {best}, percentage points",
                        percent=True,
                        reference=0.0,
                        reference_label=best,
                        joint=[
                            self.results.behind(self.players, other, best, joint=True)
                            for other in others
                        ],
                    ),
                    (6.4, 0.9 + LINE * len(others)),
                )
            )
        text = (
            "Intervals in the table are those of each number by itself. The places are those that "
            "an agent may have by its share of wins, from all differences together."
        )
        title = f"{self.players} players: results"
        texts = [text, *filter(None, [self.results.words_of_games_needed(self.players)])]
        return Section(title, texts, [self._table(measures)], pictures, answers=True)

    def _meetings(self) -> list[Section]:
        agents = self.results.ranked(self.players)
        if len(agents) < 2:
            return []
        values = np.full((len(agents), len(agents)), np.nan)
        texts = [["" for _ in agents] for _ in agents]
        for row in self.results.rows("head_to_head", players=self.players):
            place = agents.index(row["agent"]), agents.index(row["other"])
            values[place] = 100 * row["value"]
            text = f"{values[place]:.0f}"
            if not np.isnan(row["low"]):
                text += f"\n{100 * row['low']:.0f} to {100 * row['high']:.0f}"
            texts[place[0]][place[1]] = text
        picture = Picture(
            f"head-to-head-{self.players}",
            "How often the agent of the row ended ahead of that of the column at the same "
            "table, in %, equal ranks being half; below, the 95 % interval by itself.",
            heat_map(
                agents,
                agents,
                values,
                centre=50,
                reach=50,
                texts=texts,
                down="ended ahead",
                across="of",
            ),
            (2.2 + 0.75 * len(agents), 1.0 + 0.5 * len(agents)),
        )
        return [Section(f"{self.players} players: head to head", pictures=[picture])]

    def _seats(self) -> Section:
        found = [
            self.results.estimate("seats", players=self.players, seat=seat, measure="win")
            for seat in range(self.players)
        ]
        labels = [f"seat {seat}" for seat in range(self.players)]
        pictures = [
            Picture(
                f"seats-{self.players}",
                f"Share of wins by seat, all agents together; everybody sits everywhere. {BOTH}",
                forest(
                    labels,
                    found,
                    "share of wins, %",
                    percent=True,
                    reference=1 / self.players,
                    reference_label="fair share",
                    joint=[
                        joint_of(row)
                        for seat in range(self.players)
                        for row in self.results.rows(
                            "seats", players=self.players, seat=seat, measure="win"
                        )
                    ],
                ),
                (6.4, 0.9 + LINE * self.players),
            )
        ]
        return Section(f"{self.players} players: seats", pictures=pictures)

    def _routes(self) -> Section:
        measures = [m for m in self.results.measures(self.players) if m not in _MAIN]
        reasons = self.results.rows("reasons", players=self.players)
        games = sum(row["games"] for row in reasons)
        tables = [self._table(measures, counted=False)] if measures else []
        if reasons:
            rows = [
                [r["reason"].replace("_", " "), f"{r['games']:,}", f"{r['games'] / games:.1%}"]
                for r in sorted(reasons, key=lambda row: -row["games"])
            ]
            tables.append(ReportTable(["games ended by", "games", "share"], rows))
        return Section(f"{self.players} players: routes", ["Means per game and seat."], tables)

    def _lengths(self) -> Section:
        def counted(table: str, column: str, **wanted: Any) -> dict[int, int]:
            rows = self.results.rows(table, players=self.players, **wanted)
            return {row[column]: row["games"] for row in rows}

        pictures = [
            Picture(
                f"lengths-{self.players}",
                "Decisions of all players in a game.",
                distribution({"all games": counted("lengths", "decisions")}, "decisions"),
                (5.6, 3.0),
            )
        ]
        rounds = counted("rounds", "rounds")
        if len(rounds) > 1:
            pictures.append(
                Picture(
                    f"rounds-{self.players}",
                    "Rounds of a game.",
                    distribution({"all games": rounds}, "rounds"),
                    (5.6, 3.0),
                )
            )
        scores = {
            agent: counted("scores", "score", agent=agent)
            for agent in self.results.ranked(self.players)
        }
        if all(scores.values()):
            pictures.append(
                Picture(
                    f"scores-{self.players}",
                    "Final scores by agent: the median, the middle half of the games (thick) and "
                    "nine tenths of them (thin).",
                    quantiles(scores, "score"),
                    (6.4, 0.9 + LINE * len(scores)),
                )
            )
            if len(scores) <= _MOST_OUTLINES:
                pictures.append(
                    Picture(
                        f"score-shares-{self.players}",
                        "How often each final score was reached.",
                        distribution(scores, "score"),
                        (6.4, 3.6),
                    )
                )
        texts = [f"All games have {next(iter(rounds))} rounds."] if len(rounds) == 1 else []
        return Section(f"{self.players} players: length and scores", texts, pictures=pictures)

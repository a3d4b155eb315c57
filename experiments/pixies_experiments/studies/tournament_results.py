"""Looking things up in the tables of a tournament."""

from __future__ import annotations

import math
from typing import Any

from pixies_env.core.words import count_deals
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.precision import HALF_WIDTHS, deals_needed
from pixies_experiments.studies.report import FEW_DEALS, listed
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.tournament import Tournament

LINE = 0.32
"""Inches that a line of a picture takes."""


class Results:
    """The tables of a tournament by what is asked of them."""

    def __init__(self, study: Tournament, outcome: Outcome) -> None:
        self.agents = study.agents
        self._level, self._asked = study.level, study.games
        self._until_width = study.until_width
        self.tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
        self.numbers = [n for n in study.players if self.rows("agents", players=n)]
        """Numbers of players of which there are games."""
        self._unplayed = [n for n in study.players if n not in self.numbers]

    def rows(self, table: str, **wanted: Any) -> list[dict[str, Any]]:
        """Rows of a table with some values."""
        return [
            row
            for row in self.tables.get(table, [])
            if all(row[key] == value for key, value in wanted.items())
        ]

    def estimate(self, table: str, **wanted: Any) -> Estimate:
        """The estimate of the one row with some values."""
        (row,) = self.rows(table, **wanted)
        return estimate_of(row)

    def deals(self, players: int) -> int:
        """Deals that were played with so many players."""
        (row,) = self.rows("deals", players=players)
        return int(row["deals"])

    def games(self, players: int) -> int:
        """Games with so many players."""
        return sum(row["games"] for row in self.rows("lengths", players=players))

    def of_agent(self, players: int, agent: str, measure: str) -> Estimate:
        """A measure of an agent over all its seats."""
        return self.estimate("agents", players=players, agent=agent, measure=measure)

    def ranked(self, players: int) -> list[str]:
        """Agents by their share of wins."""
        return sorted(self.agents, key=lambda a: -self.of_agent(players, a, "win").value)

    def behind(self, players: int, agent: str, best: str, *, joint: bool = False) -> Estimate:
        """How much more an agent won than another one, paired by deals.

        ``joint``: with the interval of all differences together, as is needed where one of the two
        was chosen for its results.
        """
        key = {"players": players, "measure": "win", "agent": agent, "other": best}
        (row,) = self.rows("differences", **key)
        return joint_of(row) if joint else estimate_of(row)

    def places(self, players: int, agent: str) -> str:
        """The places that an agent may have, such as "2" or "1 to 3"."""
        (row,) = self.rows("places", players=players, agent=agent)
        return f"{row['best']} to {row['last']}" if row["best"] < row["last"] else str(row["best"])

    def games_needed(self, players: int) -> dict[float, int]:
        """Games for intervals of all win shares of so much to either side, see HALF_WIDTHS.

        Judged by the widest interval now; empty where there is none.
        """
        shares = [self.of_agent(players, agent, "win") for agent in self.agents]
        width = max(share.high - share.low for share in shares)
        deals = self.deals(players)
        if deals < 2 or not width > 0:
            return {}
        level = self._level(players)
        each = self.games(players) / deals
        return {
            half: math.ceil(each * deals_needed(width, deals, 2 * half, level))
            for half in HALF_WIDTHS
        }

    def words_of_deals(self) -> list[str]:
        """That there are more games than were asked for, and where intervals rest on few deals."""
        said, asked = [], self._asked
        more = [n for n in self.numbers if self._until_width is None and self.games(n) > asked]
        if more:
            games = "game that was" if asked == 1 else "games that were"
            became = listed(f"{self.games(players):,}" for players in more)
            said.append(
                f"Deals are played whole, so {asked:,} {games} asked for became {became} with "
                f"{listed(more)} players."
            )
        if few := [n for n in self.numbers if self.deals(n) < FEW_DEALS]:
            deals = [self.deals(players) for players in few]
            one = len(set(deals)) == 1
            rest = count_deals(deals[0]) if one else f"{listed(map(str, deals))} independent deals"
            enough = [f"{FEW_DEALS * self.games(n) // self.deals(n):,}" for n in few]
            said.append(
                f"With {listed(few)} players the intervals rest on {rest} only: games of a deal "
                "are alike, so intervals are wide or missing. "
                f"{listed(enough)} games are {count_deals(FEW_DEALS)}."
            )
        if self._unplayed:
            said.append(f"No game with {listed(self._unplayed)} players came to its end.")
        return said

    def words_of_games_needed(self, players: int) -> str:
        """The same in a sentence; empty where nothing can be said."""
        needed = self.games_needed(players)
        if not needed:
            return ""
        parts = [f"{games:,} for ±{100 * half:g}" for half, games in needed.items()]
        return (
            "Games that it takes, about, for intervals of all win shares within so many "
            f"percentage points: {', '.join(parts)}."
        )

    def measures(self, players: int) -> list[str]:
        """What is measured of agents, the main measures first."""
        rows = self.rows("agents", players=players, agent=self.agents[0])
        return [row["measure"] for row in rows]


def count_meetings(meetings: int) -> str:
    """Such as "all 3 meetings of two agents"."""
    return (
        "the meeting of two agents" if meetings == 1 else f"all {meetings} meetings of two agents"
    )


def joint_of(row: dict[str, Any]) -> Estimate:
    """The estimate in a row, with the interval that holds for all of its family together."""
    return Estimate(
        row["value"], row["joint_low"], row["joint_high"], row["games"], row.get("deals")
    )


def estimate_of(row: dict[str, Any]) -> Estimate:
    """The estimate in a row."""
    return Estimate(row["value"], row["low"], row["high"], row["games"], row.get("deals"))


def games_needed(study: Tournament, outcome: Outcome) -> dict[str, Any]:
    """How many games intervals of some widths would take, with each number of players."""
    results = Results(study, outcome)
    return {
        "games_needed": [
            {"players": players, "half_width": half, "games": games}
            for players in results.numbers
            for half, games in results.games_needed(players).items()
        ]
    }

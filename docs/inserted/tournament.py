"""The tournament that the docs keep."""

from __future__ import annotations

import math
from typing import Any

from docs.inserted.sources import code, command, commas, kept, lead_of, paragraphs, table
from pixies_env.core.words import count_games
from pixies_experiments.intervals import LEVEL
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.report import listed, number, told, with_interval
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_results import Results, joint_of
from pixies_experiments.studies.tournament_tables import ALL

_SELDOM = 0.01
"""Share of seats that is seldom out."""


class TournamentSays:
    """What a tournament says on a page."""

    def __init__(self, name: str) -> None:
        outcome = kept(name)
        assert isinstance(outcome.study, Tournament)
        self._study, self._name = outcome.study, name
        self._results = Results(self._study, outcome)
        self._report = pages_of(self._study).report(self._study, outcome)
        self._order = sorted(self._results.agents, key=lambda agent: -self._rating(ALL, agent))

    def command(self) -> str:
        """What plays it again."""
        study = self._study
        return command(
            *("pixies", "tournament", "--agents", commas(study.entries)),
            *("--players", commas(study.players), "--games", study.games, "--seed", study.seed),
            *(["--table"] if study.table else []),
            *("--folder", f"studies/{self._name}"),
        )

    def shares(self) -> str:
        """All shares of wins, with what they are."""
        games = sum(map(self._results.games, self._results.numbers))
        text = (
            "Share of wins in per cent, ties split, by number of players; in brackets the "
            f"{100 * LEVEL:.0f} % intervals that hold for all of them together, and after the "
            f"comma the places that an agent may have. {count_games(games)}, deals shared, seats "
            "rotated."
        )
        rows = [[code(a), *(self._share(n, a) for n in self._results.numbers)] for a in self._order]
        return paragraphs(text, table(["agent", *self._players()], rows))

    def ratings(self) -> str:
        """All ratings."""
        numbers = [*self._results.numbers, ALL]
        rows = [
            [code(agent), *(number(self._rating(n, agent), 0) for n in numbers)]
            for agent in self._order
        ]
        return table(["agent", *self._players(), "all, weighing the same"], rows)

    def ahead(self) -> str:
        """Who comes first, by how much, and who is not told apart from whom."""
        alike = [text for agent in self._order[1:] if (text := self._alike(agent))]
        return paragraphs(" ".join([*lead_of(self._report)[1:], *self._next()]), *alike[:1])

    def fit(self) -> str:
        """Whether ratings foretell what was seen."""
        (section,) = [found for found in self._report.sections if found.title == "Ratings"]
        return paragraphs(*section.texts[1:])

    def out(self) -> str:
        """How often seats go out."""
        most = {
            agent: max(self._results.of_agent(n, agent, "out").value for n in self._results.numbers)
            for agent in self._order
        }
        seldom = [agent for agent, share in most.items() if share < _SELDOM]
        often = [f"{100 * s:.0f} % of {code(a)}" for a, s in most.items() if s >= _SELDOM]
        if seldom:
            top = 100 * max(most[agent] for agent in seldom)
            often.append(f"at most {top:.1f} % of {listed(map(code, seldom))}")
        return (
            "Seats that go out before the end, with the number of players with which most do: "
            f"{'; '.join(often)}."
        )

    def _players(self) -> list[str]:
        first, *others = self._results.numbers
        return [f"{first} players", *map(str, others)]

    def _share(self, players: int, agent: str) -> str:
        (row,) = self._results.rows("agents", players=players, agent=agent, measure="win")
        share = joint_of(row)
        value, low, high = (100 * end for end in (share.value, share.low, share.high))
        places = self._results.places(players, agent).replace(" to ", "\N{EN DASH}")
        return f"{with_interval(value, low, high, 1)}, {places}"

    def _rating(self, players: int, agent: str) -> float:
        (row,) = self._results.rows("ratings", players=players, agent=agent)
        return float(row["value"])

    def _difference(self, players: int, agent: str, other: str) -> Any:
        return self._results.behind(players, agent, other, joint=True)

    def _next(self) -> list[str]:
        """By how much who won most is ahead of the next, with each number of players."""
        found: dict[tuple[str, str], list[str]] = {}
        for players in self._results.numbers:
            first, second, *_ = self._results.ranked(players)
            more = told(self._difference(players, first, second), percent=True, plus=True)
            found.setdefault((first, second), []).append(f"{more} with {players} players")
        return [
            f"{code(first)} won more than the next, {code(second)}: {listed(said)}."
            for (first, second), said in found.items()
        ]

    def _alike(self, agent: str) -> str:
        """Who is told apart from an agent with no number of players."""
        others = [
            other
            for other in self._order
            if other != agent
            and all(self._together(n, agent, other) for n in self._results.numbers)
        ]
        if not others:
            return ""
        return (
            f"With no number of players {listed(map(code, others))} can be told apart from "
            f"{code(agent)}."
        )

    def _together(self, players: int, agent: str, other: str) -> bool:
        difference = self._difference(players, agent, other)
        return math.isnan(difference.low) or difference.low <= 0 <= difference.high

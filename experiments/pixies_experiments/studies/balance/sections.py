"""The sections of the page of a study of balance, below what it begins with."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from pixies_env.core.words import count_players
from pixies_experiments.studies.balance.facts import MEASURES
from pixies_experiments.studies.balance.pictures import matrix_of
from pixies_experiments.studies.balance.plan import CHOSEN, EXCHANGED, MIXED, OWNED
from pixies_experiments.studies.balance.told import DESIGNS, Told, is_clear, missing, seated
from pixies_experiments.studies.balance.words import (
    NOTHING,
    POINTS,
    SCORE,
    WIN,
    differ,
    joint,
    points,
    spoken,
)
from pixies_experiments.studies.report import Picture, ReportTable, Section, number

_MOST_PAIRS = 20
_AT_FIRST = (
    "What a seat has is what it had when the opening was over: an advantage is that of starting "
    "with it, whether it is kept or not. "
)
_TO_THE_END = (
    "What a seat has it keeps to the end of the game: an advantage is that of owning it all the "
    "time. "
)
_AT_LAST = (
    "What a seat has is what it had when the game was over: an advantage tells who has it, not "
    "what it does. "
)
_ADVANTAGE = "The advantage of a level is its mean less the mean of all seats"
_OF_WINS = (
    "for shares of wins in percentage points (pp), so +5 pp with four players are 30 % of the "
    "games instead of 25 %"
)
_HOW = (
    "Thick lines are 95 % intervals of each estimate by itself. Thin lines hold for all "
    "estimates of the same kind together, over all numbers of players and tables: only these may "
    "be used to look for the largest or for any that is not zero; one as wide as the scale is "
    "left out. The sampling unit is the deal, since neither the seats of a game nor games of one "
    "deal are independent."
)


class Sections(Told):
    """All that a study of balance tells of one kind of result after the other."""

    def all(self) -> list[Section]:
        """All of them."""
        return [
            self._worth(),
            *self._owned(),
            *self._added(),
            *self._choices(),
            *self._exchanges(),
            *(self._finer() if max(self.players, default=0) > 1 else ()),
            *self._pairs(),
            *self._precision(),
        ]

    def _worth(self) -> Section:
        design = self.axes.main
        pictures = self._forests("worth", design)
        tables = [
            self._measures(players, table, design)
            for players, table in product(self.players, self.axes.tables)
            if self.worth(players, table)
        ]
        asked = f"{self.asks[0].upper()}{self.asks[1:]}, {DESIGNS[design]}?"
        kept = _TO_THE_END if design == OWNED else _AT_FIRST
        kept = _AT_LAST if self.axes.factor.at_end else kept
        if not tables:
            return Section(asked, missing(pictures))
        of = f"{_ADVANTAGE}: {_OF_WINS}. " if self.measure == WIN else f"{_ADVANTAGE}. "
        return Section(asked, [kept + of + _HOW], tables, pictures, answers=True)

    def _forests(self, name: str, design: str) -> list[Picture]:
        """The worth in a design, one picture for each number of players."""
        return [
            picture
            for players in self.players
            for picture in self.forest(
                f"{name}-{players}",
                f"Advantage in {self.measure.words}, {DESIGNS[design]}, {count_players(players)}.",
                {table: self.worth(players, table, design) for table in self.axes.tables},
            )
        ]

    def _measures(self, players: int, table: str, design: str) -> ReportTable:
        shown = MEASURES if self.measure == WIN else (SCORE.name,)
        wanted = {"design": design, "players": players, "table": table}
        by_measure = {
            measure: {row["level"]: row for row in self.rows("effects", measure=measure, **wanted)}
            for measure in MEASURES
        }
        rows = []
        for level in self.sorted(list(by_measure["win"].values())):
            win, score, rank = (by_measure[measure][level] for measure in MEASURES)
            texts = {
                "win": (number(100 * win["mean"], 1, " %"), points(win)),
                "score": (number(score["mean"], 2), joint(score, 2, plus=True)),
                "rank": (number(rank["mean"], 3), joint(rank, 2, plus=True)),
            }
            told = [text for measure in shown for text in texts[measure]]
            rows.append([level, *told, f"{win['seats']:,}"])
        words = {"win": "won", "score": "score", "rank": "rank"}
        told = [word for measure in shown for word in (words[measure], "advantage")]
        head = (self.name, *told, "seats")
        caption = f"{count_players(players)}, {seated(table)}; simultaneous intervals."
        return ReportTable(head, rows, caption)

    def _owned(self) -> Iterable[Section]:
        if OWNED not in self.axes.designs or self.axes.main == OWNED:
            return
        text = (
            f"What it is worth to own each {self.name} to the end of the game. It is dealt at "
            "random as before, and nobody can part with it later on; all else of the rules is as "
            "it was. So these are games of their own, on the same deals."
        )
        pictures = self._forests("owned", OWNED)
        wanted = {"measure": self.measure.name}
        differing = [row for row in self.rows("owning_effect", **wanted) if is_clear(row)]
        cells = [
            [
                row["level"],
                f"{count_players(row['players'])}, {seated(row['table'])}",
                self.measure.of(row),
            ]
            for row in sorted(differing, key=lambda row: -abs(row["value"]))
        ]
        head = (self.name, "where", "owned less started with")
        tables = [ReportTable(head, cells, "Simultaneous intervals.")] if cells else []
        said = (
            f"Owning is worth more or less than starting with it, beyond doubt: {len(differing)}."
            if differing
            else f"No {self.name} is worth more or less to own than to start with, beyond doubt."
        )
        yield Section(
            f"What it is worth to own each {self.name}",
            [text, *missing(pictures), *([said] if self.rows("owning_effect") else [])],
            tables,
            pictures,
        )

    def _added(self) -> Iterable[Section]:
        if not self.has("added"):
            return
        against = " or ".join(dict.fromkeys(row["against"] for row in self.rows("added")))
        text = (
            f"A seat can have several. What each {self.name} adds to the {self.measure.words} of a "
            f"seat that has it, against {against}, all else that the seat has as it is; by least "
            "squares over all seats."
        )
        if self.axes.factor.at_end:
            text += " What else made seats succeed is in these numbers, too."
        pictures = [
            picture
            for players in self.players
            for picture in self.forest(
                f"added-{players}",
                f"What having it adds to the {self.measure.words}, {count_players(players)}.",
                {
                    table: self.rows(
                        "added", measure=self.measure.name, players=players, table=table
                    )
                    for table in self.axes.tables
                },
            )
        ]
        yield Section(f"What each {self.name} adds", [text, *missing(pictures)], [], pictures)

    def _choices(self) -> Iterable[Section]:
        if self.has("choice_effect"):
            text = (
                f"How much better a {self.name} looks when agents choose than when it is dealt, on "
                "the same deals. To the right of 0 it is flattered by who chooses it or when."
            )
            pictures = [
                picture
                for players in self.players
                for picture in self.forest(
                    f"choice-effect-{players}",
                    f"Advantage as chosen less that as dealt, {self.measure.words}, "
                    f"{count_players(players)}.",
                    {
                        table: self.rows(
                            "choice_effect",
                            measure=self.measure.name,
                            players=players,
                            table=table,
                        )
                        for table in self.axes.tables
                    },
                )
            ]
            yield Section("What choice adds", [text, *missing(pictures)], [], pictures)
        if self.has("choices"):
            yield Section(
                "What agents choose",
                [
                    "Of the games in which it could be had: how often somebody took it, and at "
                    "which turn of the draft on average (1 chooses first)."
                ],
                [self._chosen(p, table) for p, table in product(self.players, self.axes.tables)],
            )

    def _chosen(self, players: int, table: str) -> ReportTable:
        wanted = {"players": players, "table": table}
        taken = self.rows("choices", what="taken", **wanted)
        turns = {row["level"]: row for row in self.rows("choices", what="turn", **wanted)}
        worth = {row["level"]: row for row in self.worth(players, table, CHOSEN)}
        rows = []
        for row in sorted(taken, key=lambda row: -row["value"]):
            level = row["level"]
            rows.append(
                [
                    level,
                    joint(row, 1, scale=100.0, unit=" %"),
                    joint(turns[level], 2) if level in turns else NOTHING,
                    self.measure.of(worth[level]) if level in worth else NOTHING,
                    f"{row['seats']:,}",
                ]
            )
        head = (self.name, "taken", "turn", "advantage as chosen", "games it was there")
        return ReportTable(
            head, rows, f"{count_players(players)}, {seated(table)}; simultaneous intervals."
        )

    def _exchanges(self) -> Iterable[Section]:
        if EXCHANGED not in self.study.plan.designs:
            return
        text = (
            f"One seat of a deal tries every {self.name} that no other seat has; all else of the "
            "deal is as it was. Against the mean of all, by least squares within deals."
        )
        pictures: list[Picture] = []
        for players in self.players:
            series = {
                table: rows
                for table in self.study.plan.agents
                if (
                    rows := self.rows(
                        "exchanged", measure=self.measure.name, players=players, table=table
                    )
                )
            }
            caption = (
                f"Effect of an exchange on the {self.measure.words}, {count_players(players)}."
            )
            pictures += self.forest(f"exchanged-{players}", caption, series)
        yield Section("All else equal", [text, *missing(pictures)], [], pictures)

    def _finer(self) -> Iterable[Section]:
        """Shares of wins by place and agent, where players meet."""
        yield from self._by_places()
        yield from self._by_agent()

    def _by_places(self) -> Iterable[Section]:
        for place in self.axes.places:
            title = f"By {spoken(place.name)}"
            text = (
                f"Advantage in share of wins, in {POINTS}, against the mean of the same "
                f"{spoken(place.name)}, all tables together ({place.meaning}). In brackets: the "
                "simultaneous interval holds 0."
            )
            pictures = self._matrices(f"by-{place.name}", f"by_{place.name}", place.name)
            yield Section(title, [text, *missing(pictures)], [], pictures)

    def _by_agent(self) -> Iterable[Section]:
        if self.has("by_agent"):
            text = (
                f"At the {MIXED} tables, against the agent's own mean: the advantage of a "
                f"{self.name} in the hands of each agent, in {POINTS} of the share of wins."
            )
            pictures = self._matrices("by-agent", "by_agent", "agent")
            yield Section("By agent", [text, *missing(pictures)], [], pictures)

    def _pairs(self) -> Iterable[Section]:
        if self.has("pairs"):
            text = (
                f"The row's advantage, in {POINTS} of the share of wins, when another player at "
                "the table has the column's, against the row's own mean; all tables together."
            )
            pictures = self._matrices("pairs", "pairs", "other")
            tables, said = self._interactions()
            texts = [text, *missing(pictures), *said]
            yield Section("Who meets whom", texts, tables, pictures)

    def _interactions(self) -> tuple[list[ReportTable], list[str]]:
        """Pairs that do better or worse than both levels by themselves account for."""
        rows = self.rows("interactions")
        clear = [row for row in rows if is_clear(row)]
        text = (
            "That is no interaction: it holds what the other's is worth against anybody. Less the "
            "means of row and column (double-centred, each table by itself) "
        )
        if not rows:
            return [], []
        if not clear:
            return [], [f"{text}no pair is above or below what both account for, beyond doubt."]
        cells = [
            [
                f"{row['level']} against {row['other']}",
                f"{count_players(row['players'])}, {seated(row['table'])}",
                points(row),
            ]
            for row in sorted(clear, key=lambda row: -abs(row["value"]))[:_MOST_PAIRS]
        ]
        caption = f"The largest of {len(clear)} of {len(rows)}; simultaneous intervals."
        head = ("pair", "where", "beyond what both account for")
        return [ReportTable(head, cells, caption)], [f"{text}these pairs are beyond doubt."]

    def _matrices(self, name: str, table: str, across: str) -> list[Picture]:
        """One for each number of players of which there is an estimate."""
        found = [(p, self.rows(table, players=p)) for p in self.players]
        return [self._matrix(f"{name}-{p}", rows, p, across) for p, rows in found if differ(rows)]

    def _matrix(self, name: str, rows: list[dict[str, Any]], players: int, across: str) -> Picture:
        found = list(dict.fromkeys(row[across] for row in rows))
        order = self.levels if across == "other" else found
        columns = [column for column in order if column in found]
        own = {row["level"] for row in rows}
        levels = [level for level in self.levels if level in own]
        drawing = matrix_of(rows, ("level", across), (levels, columns), (self.name, across), 100.0)
        size = (1.8 + 0.62 * len(columns), 1.0 + 0.3 * len(levels))
        return Picture(name, f"{count_players(players)}.", drawing, size)

    def _precision(self) -> Iterable[Section]:
        if self.measure != WIN:
            return
        rows = []
        for design, players, table in product(self.axes.designs, self.players, self.axes.tables):
            if found := self.worth(players, table, design):
                reach = max(row["joint_high"] - row["value"] for row in found)
                needed = max(row["games_needed"] for row in found)
                told = all(map(self.measure.is_told, found))
                rows.append(
                    [
                        f"{count_players(players)}, {table}, {design}",
                        number(100 * reach, 2) if told else "too few to say",
                        number(needed, 0),
                    ]
                )
        precision = number(100 * self.study.precision, 2)
        head = ("", f"now, ± {POINTS}", f"games for ± {precision} {POINTS}")
        text = (
            "The widest simultaneous interval of the share of wins, and the number of games after "
            "which it reaches no further than asked for."
        )
        yield Section("How many games it takes", [text], [ReportTable(head, rows)])

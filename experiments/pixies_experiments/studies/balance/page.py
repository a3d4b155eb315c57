"""The page of a study of balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from pixies_experiments.studies.balance.facts import MEASURES
from pixies_experiments.studies.balance.pictures import forest_height, forest_of, matrix_of
from pixies_experiments.studies.balance.plan import CHOSEN, EXCHANGED, MIXED, OWNED
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.balance.words import (
    NOTHING,
    POINTS,
    TOO_FEW,
    failures_section,
    joint,
    not_caused,
    points,
    spoken,
    telling,
)
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    facts_of,
    listed,
    number,
    ours,
)
from pixies_experiments.studies.study import Outcome

_MOST_PAIRS = 20
_DESIGNS = {
    "played": "as the game is played",
    "chosen": "as chosen by the agents",
    "dealt": "dealt at random",
    "owned": "dealt at random and kept to the end",
}
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
_HOW = (
    "The advantage of a level is its mean less the mean of all seats: for shares of wins in "
    "percentage points (pp), so +5 pp with four players are 30 % of the games instead of 25 %. "
    "Thick lines are 95 % intervals of each estimate by itself. Thin lines hold for all "
    "estimates of the same kind together, over all numbers of players and tables: only these may "
    "be used to look for the largest or for any that is not zero. The sampling unit is the deal, "
    "since neither the seats of a game nor games of one deal are independent."
)


def balance_page(study: BalanceStudy, outcome: Outcome) -> Report:
    """Everything that a study of balance says."""
    page = _Page(study, outcome)
    return Report(
        page.title, page.lead(), facts_of(outcome.configuration, page.sizes()), page.sections()
    )


def never_apart(rows: Iterable[Mapping[str, Any]], place: str) -> bool:
    """Whether each of several places had one and the same level in all games."""
    held: dict[str, set[str]] = {}
    for row in rows:
        if row["seats"]:
            held.setdefault(row[place], set()).add(row["level"])
    return len(held) > 1 and all(len(levels) == 1 for levels in held.values())


class _Page:
    def __init__(self, study: BalanceStudy, outcome: Outcome) -> None:
        self.study, self.outcome, self.axes = study, outcome, study.axes
        self.tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
        self.name = spoken(study.factor_name)
        self.title = f"{study.game.title}: {self._asks}?"
        self.levels = study.axes.factor.levels
        self.players = [p for p in study.plan.players if any(self.rows("effects", players=p))]

    @property
    def _asks(self) -> str:
        """What the study asks."""
        if self.axes.factor.at_end:
            return f"how do seats do that have each {self.name} at the end"
        return f"what is each {self.name} worth"

    def rows(self, name: str, /, **wanted: Any) -> list[dict[str, Any]]:
        """Rows of a table of results."""
        return [
            row
            for row in self.tables.get(name, [])
            if all(row[key] == value for key, value in wanted.items())
        ]

    def sizes(self) -> list[tuple[str, str]]:
        """How much was played."""
        plan = self.study.plan
        return [
            ("agents", ", ".join(plan.agents)),
            ("tables", ", ".join(plan.tables)),
            ("designs", ", ".join(plan.designs)),
            ("games", f"{plan.games:,} for each number of players, table and design"),
            ("seed", str(plan.seed)),
        ]

    def lead(self) -> list[str]:
        """What was done and what it says."""
        plan, axes = self.study.plan, self.axes
        games = sum(row["games"] for row in self.rows("games"))
        told = "what it is worth to start with"
        if axes.factor.at_end:
            told = "how seats do that end with"
        elif axes.main == OWNED:
            told = "what it is worth to own"
        said = [
            f"About {games:,} games say {told} each {self.name} ({axes.factor.meaning}), with "
            f"{listed(plan.players)} players. With each number of players the intervals rest on "
            f"{plan.games:,} independent deals, which all tables share.",
            *not_caused(axes.factor),
        ]
        if CHOSEN in plan.designs and axes.main != CHOSEN:
            said.append(
                "Where agents choose, what they choose goes with who they are, where they sit and "
                "what else lay there: such differences are not caused by the choice. Where "
                f"the {self.name} is dealt at random they are. The first sections are about that "
                "design; the difference of the two is shown on its own."
            )
        elif axes.main == CHOSEN:
            said.append(
                f"The agents chose the {self.name} themselves, so differences need not be caused "
                "by it: what is chosen goes with who chooses. Deal it at random to know."
            )
        unclear = 0
        bound = {players: self._bound_to(players) for players in self.players}
        said += [
            f"With {players} players each {place} always had the same {self.name}: what is the "
            f"{place}'s and what the {self.name}'s, nothing here can tell."
            for players, place in bound.items()
            if place
        ]
        open_to = [players for players, place in bound.items() if not place]
        for players, table in product(open_to, axes.tables):
            rows = self.rows(
                "effects", design=axes.main, measure="win", players=players, table=table
            )
            if clear := telling(rows, self.name):
                said.append(f"With {players} players, {_seated(table)}: {clear}")
            else:
                unclear += 1
        if unclear and unclear == len(open_to) * len(axes.tables):
            said.append(f"No {self.name} can be told from the mean of all with so many games.")
        elif unclear:
            said.append(
                f"For the other numbers of players and tables, no {self.name} can be told from the "
                "mean of all with so many games."
            )
        if text := ours(self.study.game):
            said.append(text)
        return said

    def _bound_to(self, players: int) -> str:
        """The kind of place that always had one and the same level each; "" if there is none."""
        names = [place.name for place in self.axes.places]
        bound = (n for n in names if never_apart(self.rows(f"by_{n}", players=players), n))
        return next(bound, "")

    def sections(self) -> list[Section]:
        """All of them."""
        return [
            self._worth(),
            *self._owned(),
            *self._added(),
            *self._choices(),
            *self._exchanges(),
            *self._by_places(),
            *self._by_agent(),
            *self._pairs(),
            self._precision(),
            *failures_section(self.outcome),
        ]

    # ---- sections

    def _worth(self) -> Section:
        design = self.axes.main
        pictures = [
            picture
            for players in self.players
            for picture in self._forest(
                f"worth-{players}",
                f"Advantage in share of wins, {_DESIGNS[design]}, {players} players.",
                {
                    table: self.rows(
                        "effects", design=design, measure="win", players=players, table=table
                    )
                    for table in self.axes.tables
                },
            )
        ]
        tables = [
            self._measures(players, table, design)
            for players, table in product(self.players, self.axes.tables)
        ]
        asked = f"{self._asks[0].upper()}{self._asks[1:]}, {_DESIGNS[design]}?"
        kept = _TO_THE_END if design == OWNED else _AT_FIRST
        how = (_AT_LAST if self.axes.factor.at_end else kept) + _HOW
        return Section(asked, [how, *_missing(pictures)], tables, pictures, answers=True)

    def _forest(
        self, name: str, caption: str, series: dict[str, list[dict[str, Any]]]
    ) -> Iterable[Picture]:
        """The picture, if there is anything to show."""
        levels = self._sorted([row for rows in series.values() for row in rows])
        if levels:
            drawing = forest_of(levels, series, f"advantage, {POINTS}", 100.0)
            size = (6.4, forest_height(len(levels), len(series)))
            yield Picture(name, caption, drawing, size)

    def _sorted(self, rows: Sequence[dict[str, Any]]) -> list[str]:
        """Levels from the best to the worst by their first row; those of chance in their order."""
        found = [level for level in self.levels if any(row["level"] == level for row in rows)]
        if self.axes.factor.by_chance:
            return found
        value = {row["level"]: row["value"] for row in reversed(rows)}
        return sorted(found, key=lambda level: -value[level])

    def _measures(self, players: int, table: str, design: str) -> ReportTable:
        wanted = {"design": design, "players": players, "table": table}
        by_measure = {
            measure: {row["level"]: row for row in self.rows("effects", measure=measure, **wanted)}
            for measure in MEASURES
        }
        rows = []
        for level in self._sorted(list(by_measure["win"].values())):
            win, score, rank = (by_measure[measure][level] for measure in MEASURES)
            rows.append(
                [
                    level,
                    number(100 * win["mean"], 1, " %"),
                    points(win),
                    number(score["mean"], 2),
                    joint(score, 2, plus=True),
                    number(rank["mean"], 3),
                    joint(rank, 2, plus=True),
                    f"{win['seats']:,}",
                ]
            )
        head = (self.name, "won", "advantage", "score", "advantage", "rank", "advantage", "seats")
        caption = f"{players} players, {_seated(table)}; simultaneous intervals."
        return ReportTable(head, rows, caption)

    def _owned(self) -> Iterable[Section]:
        if OWNED not in self.axes.designs or self.axes.main == OWNED:
            return
        text = (
            f"What it is worth to own each {self.name} to the end of the game. It is dealt at "
            "random as before, and nobody can part with it later on; all else of the rules is as "
            "it was. So these are games of their own, on the same deals."
        )
        pictures = [
            picture
            for players in self.players
            for picture in self._forest(
                f"owned-{players}",
                f"Advantage in share of wins, {_DESIGNS[OWNED]}, {players} players.",
                {
                    table: self.rows(
                        "effects", design=OWNED, measure="win", players=players, table=table
                    )
                    for table in self.axes.tables
                },
            )
        ]
        differ = [row for row in self.rows("owning_effect", measure="win") if _is_clear(row)]
        cells = [
            [row["level"], f"{row['players']} players, {_seated(row['table'])}", points(row)]
            for row in sorted(differ, key=lambda row: -abs(row["value"]))
        ]
        head = (self.name, "where", "owned less started with")
        tables = [ReportTable(head, cells, "Simultaneous intervals.")] if cells else []
        said = (
            f"Owning is worth more or less than starting with it, beyond doubt: {len(differ)}."
            if differ
            else f"No {self.name} is worth more or less to own than to start with, beyond doubt."
        )
        yield Section(
            f"What it is worth to own each {self.name}",
            [text, *_missing(pictures), *([said] if self.rows("owning_effect") else [])],
            tables,
            pictures,
        )

    def _added(self) -> Iterable[Section]:
        if "added" not in self.tables:
            return
        against = " or ".join(dict.fromkeys(row["against"] for row in self.rows("added")))
        text = (
            f"A seat can have several. What each {self.name} adds to the share of wins of a seat "
            f"that has it, against {against}, all else that the seat has as it is; by least "
            "squares over all seats."
        )
        if self.axes.factor.at_end:
            text += " What else made seats succeed is in these numbers, too."
        pictures = [
            picture
            for players in self.players
            for picture in self._forest(
                f"added-{players}",
                f"What having it adds to the share of wins, {players} players.",
                {
                    table: self.rows("added", measure="win", players=players, table=table)
                    for table in self.axes.tables
                },
            )
        ]
        yield Section(f"What each {self.name} adds", [text, *_missing(pictures)], [], pictures)

    def _choices(self) -> Iterable[Section]:
        if "choice_effect" in self.tables:
            text = (
                f"How much better a {self.name} looks when agents choose than when it is dealt, on "
                "the same deals. To the right of 0 it is flattered by who chooses it or when."
            )
            pictures = [
                picture
                for players in self.players
                for picture in self._forest(
                    f"choice-effect-{players}",
                    f"Advantage as chosen less that as dealt, share of wins, {players} players.",
                    {
                        table: self.rows(
                            "choice_effect", measure="win", players=players, table=table
                        )
                        for table in self.axes.tables
                    },
                )
            ]
            yield Section("What choice adds", [text, *_missing(pictures)], [], pictures)
        if "choices" in self.tables:
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
        worth = {
            row["level"]: row
            for row in self.rows("effects", design=CHOSEN, measure="win", **wanted)
        }
        rows = []
        for row in sorted(taken, key=lambda row: -row["value"]):
            level = row["level"]
            rows.append(
                [
                    level,
                    joint(row, 1, scale=100.0, unit=" %"),
                    joint(turns[level], 2) if level in turns else NOTHING,
                    points(worth[level]) if level in worth else NOTHING,
                    f"{row['seats']:,}",
                ]
            )
        head = (self.name, "taken", "turn", "advantage as chosen", "games it was there")
        return ReportTable(
            head, rows, f"{players} players, {_seated(table)}; simultaneous intervals."
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
                if (rows := self.rows("exchanged", measure="win", players=players, table=table))
            }
            caption = f"Effect of an exchange on the share of wins, {players} players."
            pictures += self._forest(f"exchanged-{players}", caption, series)
        yield Section("All else equal", [text, *_missing(pictures)], [], pictures)

    def _by_places(self) -> Iterable[Section]:
        for place in self.axes.places:
            title = f"By {spoken(place.name)}"
            text = (
                f"Advantage in share of wins, in {POINTS}, against the mean of the same "
                f"{spoken(place.name)}, all tables together ({place.meaning}). In brackets: the "
                "simultaneous interval holds 0."
            )
            pictures = self._matrices(f"by-{place.name}", f"by_{place.name}", place.name)
            yield Section(title, [text, *_missing(pictures)], [], pictures)

    def _by_agent(self) -> Iterable[Section]:
        if "by_agent" in self.tables:
            text = (
                f"At the {MIXED} tables, against the agent's own mean: the advantage of a "
                f"{self.name} in the hands of each agent, in {POINTS} of the share of wins."
            )
            pictures = self._matrices("by-agent", "by_agent", "agent")
            yield Section("By agent", [text, *_missing(pictures)], [], pictures)

    def _pairs(self) -> Iterable[Section]:
        if "pairs" in self.tables:
            text = (
                f"The row's advantage, in {POINTS} of the share of wins, when another player at "
                "the table has the column's, against the row's own mean; all tables together."
            )
            pictures = self._matrices("pairs", "pairs", "other")
            tables, said = self._interactions()
            texts = [text, *_missing(pictures), *said]
            yield Section("Who meets whom", texts, tables, pictures)

    def _interactions(self) -> tuple[list[ReportTable], list[str]]:
        """Pairs that do better or worse than both levels by themselves account for."""
        rows = self.rows("interactions")
        clear = [row for row in rows if _is_clear(row)]
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
                f"{row['players']} players, {_seated(row['table'])}",
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
        return [self._matrix(f"{name}-{p}", rows, p, across) for p, rows in found if rows]

    def _matrix(self, name: str, rows: list[dict[str, Any]], players: int, across: str) -> Picture:
        found = list(dict.fromkeys(row[across] for row in rows))
        order = self.levels if across == "other" else found
        columns = [column for column in order if column in found]
        own = {row["level"] for row in rows}
        levels = [level for level in self.levels if level in own]
        drawing = matrix_of(rows, ("level", across), (levels, columns), (self.name, across), 100.0)
        size = (1.8 + 0.62 * len(columns), 1.0 + 0.3 * len(levels))
        return Picture(name, f"{players} players.", drawing, size)

    def _precision(self) -> Section:
        rows = []
        for design, players, table in product(self.axes.designs, self.players, self.axes.tables):
            found = self.rows("effects", design=design, measure="win", players=players, table=table)
            if found:
                reach = max(row["joint_high"] - row["value"] for row in found)
                needed = max(row["games_needed"] for row in found)
                rows.append(
                    [
                        f"{players} players, {table}, {design}",
                        number(100 * reach, 2),
                        number(needed, 0),
                    ]
                )
        precision = number(100 * self.study.precision, 2)
        head = ("", f"now, ± {POINTS}", f"games for ± {precision} {POINTS}")
        text = (
            "The widest simultaneous interval of the share of wins, and the number of games after "
            "which it reaches no further than asked for."
        )
        return Section("How many games it takes", [text], [ReportTable(head, rows)])


def _missing(pictures: Sequence[Picture]) -> list[str]:
    """Says why there is no picture where there is none."""
    return [] if pictures else [TOO_FEW]


def _is_clear(row: Mapping[str, Any]) -> bool:
    """Whether the simultaneous interval does not hold 0."""
    clear: bool = row["joint_low"] * row["joint_high"] > 0
    return clear


def _seated(table: str) -> str:
    return "a mixture of all agents at the table" if table == MIXED else f"{table} on all seats"

"""What is a factor worth, such as a permanent skill or a place in turn order?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
import pyarrow as arrow

from pixies_env.core.agents import Agent
from pixies_env.core.game import Factor, Gained, Game
from pixies_experiments.pieces import Failure, Piece, StudyError
from pixies_experiments.studies.balance import results
from pixies_experiments.studies.balance.dealing import dealt_crew, is_asked
from pixies_experiments.studies.balance.facts import (
    MEASURES,
    check_seats,
    columns,
    factor_of,
    read_seats,
)
from pixies_experiments.studies.balance.gathering import (
    Axes,
    Dealt,
    Exchanges,
    Gathered,
    mean_by_level,
)
from pixies_experiments.studies.balance.plan import (
    CHOSEN,
    DEALS_PER_UNIT,
    DEALT,
    EXCHANGED,
    MIXED,
    OWNED,
    PLAYED,
    Plan,
    Unit,
    designed,
    given,
)
from pixies_experiments.studies.play import play_deals
from pixies_experiments.studies.study import Done, Parts, Study

_GIVEN = {
    Gained.CHANCE: "chance alone gives {}",
    Gained.CHOICE: "no option gives each seat its {}",
    Gained.PLAY: "players come by {} in the course of the game",
}


@dataclass(frozen=True)
class BalanceStudy(Study):
    """The worth of a factor's levels by design, table and number of players.

    ValueError if the game has no such factor, the factor no option that a design needs, or one
    player alone no seat to compare with.
    """

    kind: ClassVar[str] = "balance"

    game: Game
    factor_name: str
    plan: Plan
    precision: float
    """Half the width of an interval of the share of wins for which games are counted."""

    def __post_init__(self) -> None:
        factor = self.factor
        never = {PLAYED, CHOSEN, DEALT} if is_asked(self.game, factor) else {PLAYED}
        wanted = [design for design in self.plan.designs if design not in never]
        if wanted and not factor.option:
            raise ValueError(
                f"in {self.game.name} {_GIVEN[factor.gained].format(factor.name)}: it cannot be "
                f"{' or '.join(wanted)}"
            )
        if OWNED in wanted and not factor.exchange:
            raise ValueError(
                f"{self.game.name} has no option without which each {factor.name} stays with who "
                f"has it: it cannot be {OWNED}; leave that design out"
            )
        if factor.several and EXCHANGED in wanted:
            raise ValueError(
                f"a seat can have several of {factor.name}: they cannot be {EXCHANGED} one for "
                "another; leave that design out"
            )
        if not self.axes.designs:
            raise ValueError(f"{EXCHANGED} comes with another design: name one more")
        for players in self.plan.players:
            self.game.check_players(players)
            check_seats([self.factor_name], players)

    @property
    def factor(self) -> Factor:
        """The factor under study."""
        return factor_of(self.game, self.factor_name)

    @property
    def axes(self) -> Axes:
        """What its cells are made of."""
        plan = self.plan
        designs = tuple(design for design in plan.designs if design != EXCHANGED)
        return Axes(self.game, self.factor, designs, tuple(plan.tables), plan.agents)

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> BalanceStudy:
        """The study of a game with such a configuration."""
        plan = Plan(
            tuple(told["agents"]),
            tuple(told["num_players"]),
            tuple(told["designs"]),
            tuple(told["games"]) if isinstance(told["games"], list) else told["games"],
            told["piece_games"],
            told["seed"],
        )
        return cls(game, told["factor"], plan, told["precision"])

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        plan = self.plan
        return {
            "factor": self.factor_name,
            "designs": plan.designs,
            "agents": plan.agents,
            "num_players": plan.players,
            "games": plan.games,
            "piece_games": plan.piece_games,
            "seed": plan.seed,
            "precision": self.precision,
        }

    grows: ClassVar[tuple[str, ...]] = ("games", "precision")

    def tables(self) -> tuple[str, ...]:
        """Those that its axes call for; interactions are not in all that were ever kept."""
        axes = self.axes
        wanted = {
            "effects": True,
            "games": True,
            **{f"by_{place.name}": True for place in axes.places},
            "by_agent": len(axes.agents) > 1,
            "pairs": axes.meets,
            "added": axes.factor.several,
            "choices": CHOSEN in axes.designs,
            "choice_effect": CHOSEN in axes.designs and len(axes.designs) > 1,
            "owning_effect": {OWNED, DEALT} <= set(axes.designs),
            "exchanged": EXCHANGED in self.plan.designs,
        }
        return tuple(name for name, want in wanted.items() if want)

    def pieces(self, parts: Parts) -> list[Piece]:
        """What is to be played next; none: nothing is missing."""
        return self.plan.pieces(len(self.factor.levels))

    def run(self, piece: Piece, on_error: str) -> Done:
        """Play a piece, in a process of its own."""
        told = piece.arguments
        players, table, part = told["players"], told["table"], range(told["first"], told["last"])
        if told["design"] == EXCHANGED:
            return self._exchange(players, table, part, on_error)
        game = designed(self.game, self.factor, told["design"])
        dealt = [self.factor] if told["design"] == DEALT else []
        agents = self.plan.agents if table == MIXED else [table]
        return self._play(
            game,
            part,
            players,
            lambda deal: [self.plan.line_up(table, players, deal)],
            on_error,
            dealt_crew(game, dealt, agents),
        )

    def _play(
        self,
        game: Game,
        deals: range,
        players: int,
        line_ups: Any,
        on_error: str,
        made: Mapping[str, Agent] | None = None,
    ) -> Done:
        return play_deals(
            game,
            line_ups,
            deals,
            players=players,
            seed=self.plan.seed,
            on_error=on_error,
            agents=self.plan.agents,
            made=made,
            columns=partial(columns, game),
            openings=True,
        )

    def _exchange(self, players: int, agent: str, units: range, on_error: str) -> Done:
        tables: list[arrow.Table] = []
        failures: list[Failure] = []
        for number in units:
            unit = self._unit(players, number)
            deals = range(number * DEALS_PER_UNIT, (number + 1) * DEALS_PER_UNIT)
            for level in unit.tried:
                held = [*unit.held]
                held[unit.seat] = level
                game = given(self.game, self.factor, held)
                done = self._play(game, deals, players, lambda deal: [[agent] * players], on_error)
                tables.append(done.table)
                failures += done.failures
        return Done(arrow.concat_tables(tables).unify_dictionaries(), None, tuple(failures))

    def _unit(self, players: int, number: int) -> Unit:
        return self.plan.unit(players, len(self.factor.levels), number)

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """The tables of the results, by name."""
        gathered: dict[int, Gathered] = {}
        exchanges: dict[tuple[int, str], Exchanges] = {}
        for players, dealt in self._deals(parts, pieces):
            gathered.setdefault(players, Gathered(self.axes)).add(dealt)
        for piece in pieces:
            if piece.arguments["design"] == EXCHANGED:
                key = piece.arguments["players"], piece.arguments["table"]
                for table in parts.tables([piece]):
                    found = exchanges.setdefault(key, Exchanges(len(self.factor.levels)))
                    found.add(self._outcomes(piece, table))
        if not gathered:
            designs = " or ".join(self.axes.designs)
            raise StudyError(f"no game that was {designs} came to its end; see {parts.folder}")
        tables = results.tables(self.axes, gathered, self.precision)
        tables["games"] = _games(pieces)
        if exchanges:
            tables["exchanged"] = results.exchanged(self.axes, exchanges)
        return tables

    def _deals(self, parts: Parts, pieces: list[Piece]) -> Iterator[tuple[int, Dealt]]:
        """The same deals of all designs and tables side by side.

        A deal counts with what is finished of it: where a piece is missing, or all its games
        failed, so are its rows.
        """
        together: dict[tuple[int, int, int], list[Piece]] = {}
        for piece in pieces:
            told = piece.arguments
            if told["design"] != EXCHANGED:
                key = told["players"], told["first"], told["last"]
                together.setdefault(key, []).append(piece)
        for (players, first, last), group in together.items():
            dealt = {
                (piece.arguments["design"], piece.arguments["table"]): read_seats(
                    table, self.game, players, range(first, last), self.plan.agents
                )
                for piece in group
                for table in parts.tables([piece])
            }
            if dealt:
                yield players, dealt

    def _outcomes(self, piece: Piece, table: arrow.Table) -> dict[str, np.ndarray]:
        """Mean outcomes ``(units, levels)`` of the seats that try levels."""
        told = piece.arguments
        units = range(told["first"], told["last"])
        number = table["deal"].to_numpy() // DEALS_PER_UNIT - units.start
        trying = np.array([self._unit(told["players"], unit).seat for unit in units])
        own = table["seat"].to_numpy() == trying[number]
        level = table[self.factor_name].to_numpy()[own]
        return {
            measure: mean_by_level(
                level.astype(np.int64),
                table[measure].to_numpy()[own].astype(np.float64),
                number[own],
                (len(units), len(self.factor.levels)),
            )
            for measure in MEASURES
        }


def _games(pieces: Iterable[Piece]) -> arrow.Table:
    """Games of the finished pieces by number of players, design and table."""
    keys = ("players", "design", "table")
    counts: Counter[tuple[Any, ...]] = Counter()
    for piece in pieces:
        counts[tuple(piece.arguments[key] for key in keys)] += piece.games
    rows = [{**dict(zip(keys, key, strict=True)), "games": n} for key, n in counts.items()]
    return arrow.Table.from_pylist(rows)

"""What play looks like at each strength: games of agents with themselves, counted and reviewed.

Some games are judged by a search, decision by decision. Which ones is a rule, see
:meth:`StyleStudy.reviewed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, ClassVar

import pyarrow as arrow

from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_experiments.agents import open_agent
from pixies_experiments.pieces import Failure, Piece
from pixies_experiments.studies.play import LANES_PER_TABLE
from pixies_experiments.studies.study import Done, Parts, Study
from pixies_experiments.studies.style.counting import count, play
from pixies_experiments.studies.style.facts import (
    STATISTIC,
    WINNER_SCORE,
    rows_of,
    table_of,
)
from pixies_experiments.studies.style.results import tables_of
from pixies_experiments.studies.style.reviewing import rows_of_review

PLAYING, REVIEWING = "playing", "reviewing"
"""Stages."""
_CHUNK = 16
"""Games of a piece."""


@dataclass(frozen=True)
class StyleStudy(Study):
    """How some agents play among copies of themselves; all play the same deals.

    ValueError if there is no agent, an agent is there twice, the one whose games are reviewed is
    none of them, or the judge does not search.
    """

    kind: ClassVar[str] = "style"

    game: Game
    agents: tuple[str, ...]
    """Specifications, each once, in the order in which they are told."""
    players: tuple[int, ...]
    """Numbers of players; what there is one picture of is shown for the first."""
    games: int
    """Games of each agent, for each number of players."""
    reviews: int
    """Games that are reviewed."""
    reviewed_agent: str
    judge: str
    """The search that reviews."""
    seed: int = 0

    def __post_init__(self) -> None:
        check_count("games", self.games, 1, LANES_PER_TABLE)
        check_count("reviews", self.reviews, 0)
        check_seed(self.seed)
        if not self.agents or len(set(self.agents)) < len(self.agents):
            raise ValueError(f"agents must be different ones, not {', '.join(self.agents) or '-'}")
        if not self.players or len(set(self.players)) < len(self.players):
            raise ValueError(f"players must be different numbers, not {self.players}")
        for number in self.players:
            self.game.check_players(number)
        if self.reviewed_agent not in self.agents:
            raise ValueError(
                f"games of {self.reviewed_agent!r} are to be reviewed, which does not play; "
                f"{', '.join(self.agents)} do"
            )

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> StyleStudy:
        """The study of a game with such a configuration."""
        return cls(
            game,
            tuple(told["agents"]),
            tuple(told["players"]),
            told["games"],
            told["reviews"],
            told["reviewed_agent"],
            told["judge"],
            told["seed"],
        )

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        return {
            "agents": list(self.agents),
            "players": list(self.players),
            "games": self.games,
            "reviews": self.reviews,
            "reviewed_agent": self.reviewed_agent,
            "judge": self.judge,
            "seed": self.seed,
        }

    def tables(self) -> tuple[str, ...]:
        """Those that every study has."""
        return "statistics", "decisions", "rounds", "openings"

    def pieces(self, parts: Parts) -> list[Piece]:
        """All games of all agents; when those of the reviewed agent are there, the reviews."""
        playing = [
            piece
            for number in self.players
            for place in range(len(self.agents))
            for piece in self._playing(number, place)
        ]
        if not self.reviews or not all(piece in parts for piece in self._of_reviewed()):
            return playing
        return [*playing, *(self._reviewing(*each) for each in self.reviewed(parts))]

    def _of_reviewed(self) -> list[Piece]:
        place = self.agents.index(self.reviewed_agent)
        return [piece for number in self.players for piece in self._playing(number, place)]

    def _playing(self, players: int, place: int) -> list[Piece]:
        cuts = pairwise([*range(0, self.games, _CHUNK), self.games])
        return [
            Piece(
                f"p{players}-{place:02d}-{first:09d}-{last - 1:09d}",
                {
                    "stage": PLAYING,
                    "players": players,
                    "agent": self.agents[place],
                    "first": first,
                    "last": last,
                },
                last - first,
            )
            for first, last in cuts
        ]

    def _reviewing(self, players: int, deal: int) -> Piece:
        told = {
            "stage": REVIEWING,
            "players": players,
            "agent": self.reviewed_agent,
            "deal": deal,
        }
        return Piece(f"review-{players}-{deal:09d}", told)

    def reviewed(self, parts: Parts) -> list[tuple[int, int]]:
        """Number of players and deal of the games that are reviewed.

        Of the numbers of players in turn, the game of the reviewed agent whose winner's score is
        nearest to the median of its games, of equally near ones the first; then the next nearest.
        """
        queues = []
        place = self.agents.index(self.reviewed_agent)
        for number in self.players:
            scores: dict[int, float] = {}
            for table in parts.tables(self._playing(number, place)):
                for row in table.select(["deal", "what", "name", "value"]).to_pylist():
                    if (row["what"], row["name"]) == (STATISTIC, WINNER_SCORE):
                        scores[row["deal"]] = row["value"]
            middle = median(scores.values()) if scores else 0.0
            near = sorted(scores, key=lambda deal: (abs(scores[deal] - middle), deal))
            queues.append([(number, deal) for deal in near])
        found: list[tuple[int, int]] = []
        for turn in range(self.reviews):
            found += [queue[turn] for queue in queues if turn < len(queue)]
        return found[: self.reviews]

    def run(self, piece: Piece, on_error: str) -> Done:
        """Play or review, in a process of its own."""
        told = piece.arguments
        players, spec = told["players"], told["agent"]
        agent = open_agent(spec, self.game)
        if told["stage"] == REVIEWING:
            judge = open_agent(self.judge, self.game)
            review = rows_of_review(self.game, agent, judge, players, told["deal"], self.seed)
            return Done(table_of(players, spec, list(review)))
        failures: list[Failure] = []
        rows = []
        for games in play(
            self.game,
            agent,
            spec,
            range(told["first"], told["last"]),
            players=players,
            seed=self.seed,
            on_error=on_error,
            failures=failures,
        ):
            counts = count(self.game, games, players, self.seed)
            rows += list(rows_of(self.game, games, counts, players))
        return Done(table_of(players, spec, rows), None, tuple(failures))

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """The tables of the results, by name."""

        def of(stage: str, players: int, agent: str) -> list[arrow.Table]:
            own = [
                piece
                for piece in pieces
                if (piece.arguments["stage"], piece.arguments["players"]) == (stage, players)
                and piece.arguments["agent"] == agent
            ]
            return list(parts.tables(own))

        played = {
            (number, agent): tables
            for number in self.players
            for agent in self.agents
            if (tables := of(PLAYING, number, agent))
        }
        reviews = [
            table
            for piece in pieces
            if piece.arguments["stage"] == REVIEWING
            for table in parts.tables([piece])
        ]
        return tables_of(self.game, played, reviews)

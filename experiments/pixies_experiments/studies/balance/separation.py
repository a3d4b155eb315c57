"""Does the game tell strong play from middling play, and on which boards?

Agents from the weakest to the strongest play the same deals alone, on the given board and on
boards on which all unknown numbers are otherwise. What a stronger agent gains over the one before
it is told in spreads: standard deviations of the weaker one's score from deal to deal, which are
chance. A gain of one spread is seen in a handful of games, one of a tenth in hundreds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pyarrow as arrow

from pixies_env.core.boards import variation_of
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_experiments.intervals import Moments, student_quantile
from pixies_experiments.pieces import Piece
from pixies_experiments.studies.balance.boards import ALL, BASE, Variation, points_over
from pixies_experiments.studies.play import play_deals
from pixies_experiments.studies.study import Done, Parts, Study

_DEALS_PER_BOARD = 2**16
_PIECE_DEALS = 64
_MOST_BOARDS = 2**11


@dataclass(frozen=True)
class SeparationStudy(Study):
    """What each agent gains over the one before it, in spreads, on many boards.

    ValueError if the game cannot be played alone, there are not two agents, or boards are wanted
    and the game does not say how its printed numbers could be otherwise.
    """

    kind: ClassVar[str] = "balance-separation"
    grows: ClassVar[tuple[str, ...]] = ("boards", "games")

    game: Game
    agents: tuple[str, ...]
    """From the weakest to the strongest."""
    boards: int
    """Boards on which all unknown numbers are otherwise."""
    games: int
    """Deals for each board; every agent plays all of them."""
    seed: int

    def __post_init__(self) -> None:
        if 1 not in self.game.players:
            raise ValueError(
                f"{self.game.name} cannot be played alone, so that there is no score to compare"
            )
        if len(set(self.agents)) < max(2, len(self.agents)):
            raise ValueError("name two agents or more, each once, the weakest first")
        if self.boards:
            variation_of(self.game)
        check_count("games", self.games, 2, _DEALS_PER_BOARD)
        check_count("boards", self.boards, 0, _MOST_BOARDS)
        check_seed(self.seed)

    @property
    def unknowns(self) -> list[str]:
        """Names of the ways in which the board could be otherwise."""
        return [unknown.name for unknown in self.game.unknowns]

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> SeparationStudy:
        """The study of a game with such a configuration."""
        return cls(game, tuple(told["agents"]), told["boards"], told["games"], told["seed"])

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        return {
            "agents": self.agents,
            "boards": self.boards,
            "games": self.games,
            "piece_games": _PIECE_DEALS,
            "unknowns": self.unknowns,
            "seed": self.seed,
        }

    def tables(self) -> tuple[str, ...]:
        """Those that so many boards allow."""
        several = ("over_boards",) if self.boards > 1 else ()
        many = ("slopes",) if self.boards > len(self.unknowns) + 2 else ()
        return ("by_board", *several, *many, "boards")

    def variations(self) -> list[Variation]:
        """The given board first."""
        points = points_over(len(self.unknowns), self.boards, self.seed)
        return [
            Variation(BASE, BASE, {}, 0),
            *(
                Variation(
                    f"all-{number:04d}",
                    ALL,
                    dict(zip(self.unknowns, point, strict=True)),
                    number * _DEALS_PER_BOARD,
                )
                for number, point in enumerate(points, start=1)
            ),
        ]

    def pieces(self, parts: Parts) -> list[Piece]:
        """All of them: some deals of a board, by all agents."""
        return [
            Piece(
                f"{board.name}-{first:05d}-{last:05d}",
                {"board": board._asdict(), "first": first, "last": last},
                (last - first) * len(self.agents),
            )
            for board in self.variations()
            for first, last in pairwise([*range(0, self.games, _PIECE_DEALS), self.games])
        ]

    def run(self, piece: Piece, on_error: str) -> Done:
        """Play a piece, in a process of its own."""
        told = piece.arguments
        point, start = told["board"]["point"], told["board"]["first_deal"]
        game = self.game.with_options(**variation_of(self.game)(point)) if point else self.game
        return play_deals(
            game,
            lambda deal: [(agent,) for agent in self.agents],
            range(start + told["first"], start + told["last"]),
            players=1,
            seed=self.seed,
            on_error=on_error,
            agents=self.agents,
        )

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """The tables of the results, by name; deals that an agent did not finish are left out."""
        played: dict[str, list[Piece]] = {}
        for piece in pieces:
            played.setdefault(piece.arguments["board"]["name"], []).append(piece)
        boards = [board for board in self.variations() if board.name in played]
        rows = [
            {"board": board.name, **row}
            for board in boards
            for row in self._of_board(parts, played[board.name])
        ]
        shipped = {unknown.name: unknown.shipped for unknown in self.game.unknowns}
        points = [
            {"board": board.name, "kind": board.kind, **shipped, **board.point} for board in boards
        ]
        found = {"by_board": rows, "boards": points}
        drawn = [board for board in boards if board.kind == ALL]
        if len(drawn) > 1:
            found["over_boards"] = list(self._over_boards(rows))
        if len(drawn) > len(self.unknowns) + 2:
            found["slopes"] = list(self._slopes(rows, drawn))
        return {name: arrow.Table.from_pylist(table) for name, table in found.items() if table}

    def _of_board(self, parts: Parts, pieces: list[Piece]) -> Iterator[dict[str, Any]]:
        tables = [table for table in parts.tables(pieces) if table.num_columns]
        scores: dict[int, dict[str, float]] = {}
        for table in tables:
            columns = (table[name].to_pylist() for name in ("deal", "agent", "utility"))
            for deal, agent, score in zip(*columns, strict=True):
                scores.setdefault(deal, {})[agent] = score
        whole = [found for found in scores.values() if len(found) == len(self.agents)]
        if len(whole) < 2:
            return
        for weaker, stronger in pairwise(self.agents):
            below, above = (
                np.array([found[agent] for found in whole]) for agent in (weaker, stronger)
            )
            spread = float(below.std(ddof=1))
            gained = Moments()
            gained.add(above - below)
            gain = gained.estimate_mean()
            scale = 1.0 / spread if spread > 0 else math.nan
            yield {
                "agent": stronger,
                "against": weaker,
                "score": float(above.mean()),
                "score_against": float(below.mean()),
                "spread": spread,
                "gain": gain.value,
                "value": gain.value * scale,
                "low": gain.low * scale,
                "high": gain.high * scale,
                "deals": len(whole),
            }

    def _gains(
        self, rows: list[dict[str, Any]]
    ) -> Iterator[tuple[dict[str, Any], dict[str, float]]]:
        """Gains in spreads of each pair of agents, by board that is drawn."""
        for weaker, stronger in pairwise(self.agents):
            gains = {
                row["board"]: row["value"]
                for row in rows
                if row["agent"] == stronger and row["board"] != BASE and math.isfinite(row["value"])
            }
            yield {"agent": stronger, "against": weaker}, gains

    def _over_boards(self, rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The mean gain over the boards that are drawn, and how much it differs from one to one."""
        for pair, gains in self._gains(rows):
            found = Moments()
            found.add(np.array(list(gains.values())))
            mean = found.estimate_mean()
            deviation = math.sqrt(found.squares / max(found.games - 1, 1))
            yield {
                **pair,
                "value": mean.value,
                "low": mean.low,
                "high": mean.high,
                "deviation": deviation,
                "boards": found.games,
            }

    def _slopes(
        self, rows: list[dict[str, Any]], boards: list[Variation]
    ) -> Iterator[dict[str, Any]]:
        """By how much a gain changes when a number goes from one end to the other.

        Least squares over the boards that are drawn, all numbers together.
        """
        for pair, gains in self._gains(rows):
            known = [board for board in boards if board.name in gains]
            points = np.array([[board.point[name] for name in self.unknowns] for board in known])
            design = np.hstack([np.ones((len(known), 1)), points.reshape(len(known), -1)])
            freedom = len(known) - len(self.unknowns) - 1
            if freedom < 1:
                continue
            values = np.array([gains[board.name] for board in known])
            inverse = np.linalg.inv(design.T @ design)
            fitted = inverse @ design.T @ values
            variance = float(((values - design @ fitted) ** 2).sum()) / freedom
            halves = student_quantile(freedom) * np.sqrt(variance * np.diag(inverse))
            for name, slope, half in zip(self.unknowns, fitted[1:], halves[1:], strict=True):
                yield {
                    **pair,
                    "unknown": name,
                    "value": float(slope),
                    "low": float(slope - half),
                    "high": float(slope + half),
                }

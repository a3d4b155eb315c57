"""Which results depend on printed numbers that are not known?

The same effects on other boards: with one unknown number at either end of what is plausible, and
with all of them otherwise at once, spread over the whole space by a Sobol sequence (Sobol 1967;
scrambled, Owen 1998). Boards of the first kind share the deals of the given board and are
compared with it in pairs; those of the second kind are independent of each other, so that they
can be taken for a sample of the boards there might be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pyarrow as arrow

from pixies_env.core.boards import variation_of
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Factor, Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_env.core.states.identity import identity
from pixies_experiments.pieces import Piece, StudyError
from pixies_experiments.studies.balance import board_results
from pixies_experiments.studies.balance.boards import ALL, BASE, ONE, Variation, points_over
from pixies_experiments.studies.balance.dealing import dealt_crew
from pixies_experiments.studies.balance.facts import (
    ROUNDING,
    Seats,
    check_seats,
    columns,
    factor_of,
    read_seats,
)
from pixies_experiments.studies.play import DealtBoard, play_boards
from pixies_experiments.studies.study import Done, Parts, Study

_DEALS_PER_BOARD = 2**16
_PIECE_GAMES = 512
"""About so many games are a piece of work, on all boards of a group."""
_DEALS_TOGETHER = 512
"""Deals on a board that are summed up at a time, whatever the pieces."""
_BOARDS_TOGETHER = 64
"""At most so many boards that share no deals are in one group."""
_MOST_BOARDS = 2**11
_MOST_MADE = 4 * _BOARDS_TOGETHER
_MEASURES = ("win", "score")
"""Shares of wins are told of, or scores where nobody can win more than others."""
_MADE: dict[str, Game] = {}
"""Games on boards of studies: to make one takes as long as hundreds of decisions."""


@dataclass(frozen=True)
class BoardStudy(Study):
    """Effects of factors on many boards.

    ValueError if the game does not say how its printed numbers could be otherwise.
    """

    kind: ClassVar[str] = "balance-board"
    grows: ClassVar[tuple[str, ...]] = ("boards", "games")

    game: Game
    factor_names: tuple[str, ...]
    agents: tuple[str, ...]
    players: tuple[int, ...]
    boards: int
    """Boards on which all unknown numbers are otherwise."""
    games: int
    """For each board, number of players and agent."""
    seed: int

    def __post_init__(self) -> None:
        variation_of(self.game)
        if not self.factors:
            raise ValueError("name a factor to study")
        for players in self.players:
            self.game.check_players(players)
            check_seats(self.factor_names, players)
        check_count("games", self.games, 1, _DEALS_PER_BOARD)
        check_count("boards", self.boards, 0, _MOST_BOARDS)
        check_seed(self.seed)

    @property
    def factors(self) -> list[Factor]:
        """What is studied."""
        return [factor_of(self.game, name) for name in self.factor_names]

    @property
    def unknowns(self) -> list[str]:
        """Names of the ways in which the board could be otherwise."""
        return [unknown.name for unknown in self.game.unknowns]

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> BoardStudy:
        """The study of a game with such a configuration."""
        return cls(
            game,
            tuple(told["factors"]),
            tuple(told["agents"]),
            tuple(told["num_players"]),
            told["boards"],
            told["games"],
            told["seed"],
        )

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        return {
            "factors": self.factor_names,
            "agents": self.agents,
            "num_players": self.players,
            "boards": self.boards,
            "games": self.games,
            "piece_games": _PIECE_GAMES,
            "unknowns": self.unknowns,
            "seed": self.seed,
        }

    def tables(self) -> tuple[str, ...]:
        """Those that so many boards allow."""
        several = ("over_boards",) if self.boards > 1 else ()
        many = ("slopes",) if self.boards > len(self.unknowns) + 2 else ()
        return ("given_board", "by_board", "one_at_a_time", *several, *many, "boards")

    def variations(self) -> list[Variation]:
        """All boards; those that are the given board again are left out."""
        given = self._varied({}).board_digest
        found = [Variation(BASE, BASE, {}, 0)]
        for name in self.unknowns:
            for end in (0.0, 1.0):
                if self._varied({name: end}).board_digest != given:
                    found.append(Variation(f"{name}={end:g}", ONE, {name: end}, 0))
        points = points_over(len(self.unknowns), self.boards, self.seed)
        for number, point in enumerate(points, start=1):
            told = dict(zip(self.unknowns, point, strict=True))
            found.append(Variation(f"all-{number:04d}", ALL, told, number * _DEALS_PER_BOARD))
        return found

    def _varied(self, point: Mapping[str, float]) -> Game:
        """The board at a point, its factors dealt where they can be; made once by a process."""
        key = f"{self.kind} {self._given} {json.dumps(point)}"
        if key not in _MADE:
            if len(_MADE) >= _MOST_MADE:
                _MADE.clear()
            _MADE[key] = self._made(point)
        return _MADE[key]

    @cached_property
    def _given(self) -> str:
        return json.dumps(identity(self.game), default=plain)

    def _made(self, point: Mapping[str, float]) -> Game:
        assert self.game.varied is not None
        dealt = {factor.option: factor.dealt for factor in self.game.factors if factor.option}
        return self.game.with_options(**dealt, **(self.game.varied(point) if point else {}))

    def groups(self) -> list[list[Variation]]:
        """Boards that are played side by side: those that share deals, then parts of the others."""
        boards = self.variations()
        paired = [board for board in boards if board.first_deal == 0]
        others = [board for board in boards if board.first_deal != 0]
        starts = range(0, len(others), _BOARDS_TOGETHER)
        return [paired, *(others[start : start + _BOARDS_TOGETHER] for start in starts)]

    def pieces(self, parts: Parts) -> list[Piece]:
        """What is to be played next; none: nothing is missing."""
        return [
            Piece(
                f"p{players}-{place}-{group[0].name}-{len(group):02d}-{first:05d}-{last:05d}",
                {
                    "players": players,
                    "agent": agent,
                    "boards": [board._asdict() for board in group],
                    "first": first,
                    "last": last,
                },
                len(group) * (last - first),
            )
            for group in self.groups()
            for players in self.players
            for place, agent in enumerate(self.agents)
            for first, last in pairwise([*range(0, self.games, _deals_of(group)), self.games])
        ]

    def run(self, piece: Piece, on_error: str) -> Done:
        """Play a piece, in a process of its own."""
        told = piece.arguments
        boards = [
            DealtBoard(
                board["name"],
                self._varied(board["point"]),
                range(board["first_deal"] + told["first"], board["first_deal"] + told["last"]),
            )
            for board in told["boards"]
        ]
        return play_boards(
            boards,
            told["agent"],
            players=told["players"],
            seed=self.seed,
            on_error=on_error,
            agents=self.agents,
            columns=columns,
            made=lambda game: dealt_crew(game, self.factors, [told["agent"]]),
        )

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """The tables of the results, by name."""
        played = {board["name"] for piece in pieces for board in piece.arguments["boards"]}
        boards = [board for board in self.variations() if board.name in played]
        gathered = {
            (players, agent, factor.name): [
                board_results.BoardCells(factor, boards, measure) for measure in _MEASURES
            ]
            for players in self.players
            for agent in self.agents
            for factor in self.factors
        }
        for told, together in self._deals(parts, pieces):
            for factor in self.factors:
                for cells in gathered[told["players"], told["agent"], factor.name]:
                    cells.add(together)
        told_in = {key: next(filter(_differs, found), found[0]) for key, found in gathered.items()}
        return board_results.tables(told_in, boards, self.unknowns, self.game)

    def _deals(
        self, parts: Parts, pieces: list[Piece]
    ) -> Iterator[tuple[Mapping[str, Any], dict[str, Seats]]]:
        """The same deals on all boards that share them side by side; the others board by board."""
        together: dict[tuple[Any, ...], list[Piece]] = {}
        for piece in pieces:
            told = piece.arguments
            start = told["first"] - told["first"] % _DEALS_TOGETHER
            key = told["players"], told["agent"], told["boards"][0]["name"], start
            together.setdefault(key, []).append(piece)
        for (*_, start), window in together.items():
            told, last = window[0].arguments, window[-1].arguments["last"]
            tables = list(parts.tables(window))
            played = arrow.concat_tables(tables).unify_dictionaries() if tables else None
            dealt = {}
            for board in told["boards"]:
                rows = None if played is None else _rows_on(played, board["name"])
                if not rows:
                    raise StudyError(
                        f"no game of {told['agent']} in {window[0].name} on the board "
                        f"{board['name']} came to its end, so boards cannot be compared; see "
                        f"{parts.folder}"
                    )
                first = board["first_deal"]
                deals = range(first + start, first + last)
                dealt[board["name"]] = read_seats(
                    rows, self.game, told["players"], deals, self.agents
                )
            yield told, dealt


def _differs(cells: board_results.BoardCells) -> bool:
    """Whether levels can differ on the given board at all."""
    band = cells.paired_band()
    return bool((np.nan_to_num(np.abs(band.value) + band.error) > ROUNDING).any())


def _deals_of(group: list[Variation]) -> int:
    """Deals of a piece: whole pieces make up those that are summed up together."""
    most = max(1, _PIECE_GAMES // len(group))
    return min(_DEALS_TOGETHER, 1 << (most.bit_length() - 1))


def _rows_on(table: arrow.Table, board: str) -> arrow.Table:
    from pyarrow import compute

    return table.filter(compute.equal(table["board"], board))

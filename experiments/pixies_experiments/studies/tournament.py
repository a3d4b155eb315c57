"""Tournaments: agents against each other, seats rotated, deals shared, stopped when precise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_experiments.intervals import LEVEL
from pixies_experiments.pieces import Piece
from pixies_experiments.studies.design import KINDS, PAIRS, Design
from pixies_experiments.studies.payoffs import payoff_tables
from pixies_experiments.studies.play import LANES_PER_TABLE, play_deals
from pixies_experiments.studies.sequential import looks_at, repeated_level
from pixies_experiments.studies.standings import Standings
from pixies_experiments.studies.study import Done, Parts, Study
from pixies_experiments.studies.tournament_tables import Played, tables_of

if TYPE_CHECKING:
    import pyarrow as arrow

PIECES = 64
"""Pieces into which the games of one number of players are cut, about."""
MOST_GAMES = 4096
"""Games of a piece, at most, if a deal has not more."""


@dataclass(frozen=True)
class Tournament(Study):
    """A tournament of several numbers of players.

    Args:
        game: what is played.
        entries: specifications of agents; one that is there twice can sit at a table twice.
        players: numbers of players.
        games: games for each number of players, rounded up to whole deals; the most if
            ``until_width`` is given.
        seed: names the deals.
        until_width: stop when the intervals of all win shares are as narrow; looked at only when
            the games have doubled.
        designs: round robin or sampled, for each number of players; chosen by the number of games
            if empty.
        piece_deals: deals of a piece, for each number of players; chosen likewise.
        table: play some copies of an agent against copies of another, all numbers of all pairs,
            for the table of payoffs. It needs the extra ``openspiel``.
    """

    kind = "tournament"
    settled = ("designs", "piece_deals")

    game: Game
    entries: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int = 0
    until_width: float | None = None
    designs: tuple[str, ...] = ()
    piece_deals: tuple[int, ...] = ()
    table: bool = False

    def __post_init__(self) -> None:
        check_count("games", self.games)
        check_seed(self.seed)
        if not self.entries:
            raise ValueError("a tournament needs at least one agent")
        if not self.players or len(set(self.players)) != len(self.players):
            raise ValueError(f"players must be different numbers, not {self.players}")
        for number in self.players:
            self.game.check_players(number)
        if self.until_width is not None and not 0 < self.until_width < 1:
            raise ValueError(f"until_width must be between 0 and 1, not {self.until_width}")
        for name, given in (("designs", self.designs), ("piece_deals", self.piece_deals)):
            if given and len(given) != len(self.players):
                raise ValueError(f"{name} must have an entry for each number of players")
        if any(kind not in KINDS for kind in self.designs):
            raise ValueError(f"a design is one of {', '.join(KINDS)}, not {self.designs}")
        if PAIRS in self.designs and not self.table:
            # What a folder has settled is handed over, so it is one that somebody takes up.
            raise ValueError(
                f"the design {PAIRS!r} is that of a table of payoffs: add --table (table=True in "
                "Python) to go on with that study, or take another folder"
            )
        if self.table and any(kind != PAIRS for kind in self.designs):
            raise ValueError(f"a table of payoffs has the design {PAIRS!r}, not {self.designs}")
        if self.table and (len(self.agents) < 2 or min(self.players) < 2):
            raise ValueError("a table of payoffs needs two different agents and two players")
        for number in self.players:
            check_count("deals", self.looks(number)[-1], 1, LANES_PER_TABLE)

    @cached_property
    def agents(self) -> list[str]:
        """All agents, each once, in the order given."""
        return list(dict.fromkeys(self.entries))

    @cached_property
    def _designs(self) -> dict[int, Design]:
        kinds = self.designs or [PAIRS if self.table else None] * len(self.players)
        return {
            number: Design.fitting(self.entries, number, self.seed, self.games)
            if kind is None
            else Design(kind, self.entries, number, self.seed)
            for number, kind in zip(self.players, kinds, strict=True)
        }

    @cached_property
    def _piece_deals(self) -> dict[int, int]:
        if self.piece_deals:
            return dict(zip(self.players, self.piece_deals, strict=True))
        chosen = {}
        for number, design in self._designs.items():
            per_piece = -(-design.deals(self.games) // PIECES)
            chosen[number] = max(1, min(per_piece, MOST_GAMES // design.games_per_deal))
        return chosen

    def design(self, players: int) -> Design:
        """Who plays whom at a number of players."""
        return self._designs[players]

    def looks(self, players: int) -> list[int]:
        """Numbers of deals after which it is seen whether the results are precise enough."""
        deals = self.design(players).deals(self.games)
        return [deals] if self.until_width is None else looks_at(deals)

    def level(self, players: int) -> float:
        """Level of the intervals, so that they hold with 95 % also when stopped early."""
        return repeated_level(self.looks(players), LEVEL)

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> Tournament:
        """The tournament of a game with such a configuration."""
        return cls(
            game,
            tuple(told["agents"]),
            tuple(told["players"]),
            told["games"],
            told["seed"],
            told["until_width"],
            tuple(told["designs"]),
            tuple(told["piece_deals"]),
            told.get("table", False),
        )

    def configuration(self) -> dict[str, Any]:
        """Everything that decides the results and how they are cut."""
        return {
            "agents": list(self.entries),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "until_width": self.until_width,
            "designs": [self.design(number).kind for number in self.players],
            "piece_deals": [self._piece_deals[number] for number in self.players],
            # Not of others, so that folders of earlier versions go on.
            **({"table": True} if self.table else {}),
        }

    def tables(self) -> tuple[str, ...]:
        """Those of agents, of seats and of counts; of several agents, how they compare too."""
        alone = ("agents", "seats", "agents_on_seats", "places", "deals", "lengths")
        compared = ("differences", "ratings") if len(self.agents) > 1 else ()
        met = ("head_to_head", "fit") if compared and max(self.players) > 1 else ()
        paid = ("payoffs", "advantages") if self.table else ()
        return (*alone, *compared, *met, *paid)

    def pieces(self, parts: Parts) -> list[Piece]:
        """Pieces up to the look at which each number of players is precise enough."""
        return [piece for number in self.players for piece in self._pieces(number, parts)]

    def _pieces(self, players: int, parts: Parts) -> list[Piece]:
        wanted: list[Piece] = []
        standings = Standings(self.agents, players)
        first = 0
        for look in self.looks(players):
            fresh = list(self._cut(players, first, look))
            wanted += fresh
            first = look
            if self.until_width is None or not all(piece in parts for piece in fresh):
                break
            for table in parts.tables(fresh):
                standings.add(table)
            if standings.width(self.level(players)) <= self.until_width:
                break
        return wanted

    def _cut(self, players: int, first: int, last: int) -> Iterator[Piece]:
        """Pieces of deals first .. last - 1."""
        size, design = self._piece_deals[players], self.design(players)
        while first < last:
            end = min((first // size + 1) * size, last)
            yield Piece(
                f"p{players}-{first:09d}-{end - 1:09d}",
                {"players": players, "first": first, "last": end - 1},
                (end - first) * design.games_per_deal,
            )
            first = end

    def run(self, piece: Piece, on_error: str) -> Done:
        """Play the deals of a piece."""
        players, first = piece.arguments["players"], piece.arguments["first"]
        return play_deals(
            self.game,
            self.design(players).seatings,
            range(first, piece.arguments["last"] + 1),
            players=players,
            seed=self.seed,
            on_error=on_error,
            agents=self.agents,
            clock=first == 0,
        )

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """Tables of results by name."""
        played = []
        for number in self.players:
            own = [piece for piece in pieces if piece.arguments["players"] == number]
            deals = sum(p.arguments["last"] - p.arguments["first"] + 1 for p in own)
            played.append(Played(number, self.level(number), deals, partial(parts.tables, own)))
        tables = tables_of(self.agents, played)
        if self.table:
            tables |= payoff_tables(self.agents, played, self.seed)
        return tables

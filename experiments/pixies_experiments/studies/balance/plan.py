"""Who plays which games in a study of balance, and how they are cut into pieces.

Each *table* is a way to seat the agents: all seats by one of them, or a mixture drawn anew for
each deal. Each *design* is a way in which the seats come by the factor under study:

``played``     as the game is given
``chosen``     chosen by the agents: what is chosen goes with who chooses and what else is there
``dealt``      dealt at random: differences are caused by the factor
``owned``      dealt at random, and nobody can part with it later on
``exchanged``  given: one seat tries all that is free, everything else of the deal as it was

What no option deals, but is chosen in the opening, chance chooses in place of the agents where it
is dealt. All tables and the first four designs share their deals; so do the games of an exchange.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import NamedTuple

import numpy as np

from pixies_env.core.game import Factor, Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_experiments.pieces import Piece

PLAYED, CHOSEN, DEALT, OWNED, EXCHANGED = "played", "chosen", "dealt", "owned", "exchanged"
DESIGNS = (PLAYED, CHOSEN, DEALT, OWNED, EXCHANGED)
MIXED = "mixed"
"""Name of the table of all agents."""
DEALS_PER_UNIT = 4
"""Deals on which an exchange is tried: what the other seats hold costs a game of its own."""
_TABLE_KEY, _UNIT_KEY = 1, 2


class Unit(NamedTuple):
    """An exchange: which seat tries its levels, and what the others hold."""

    seat: int
    held: list[int]
    """Level of each seat; that of ``seat`` is the first of those it tries."""
    tried: list[int]


@dataclass(frozen=True)
class Plan:
    """Tables, designs and numbers of games; ``games`` for each of their combinations.

    One number of games holds for all numbers of players; several are in the order of ``players``.
    """

    agents: tuple[str, ...]
    players: tuple[int, ...]
    designs: tuple[str, ...]
    games: int | tuple[int, ...]
    piece_games: int
    seed: int

    def __post_init__(self) -> None:
        if isinstance(self.games, tuple) and len(self.games) != len(self.players):
            raise ValueError(
                "games must be one number, or one for each number of players: "
                f"{len(self.players)}, not {len(self.games)}"
            )
        for count in self.games if isinstance(self.games, tuple) else (self.games,):
            check_count("games", count)
        check_count("piece", self.piece_games)
        check_seed(self.seed)

    @property
    def tables(self) -> list[str]:
        """Names of the tables: the agents, and ``mixed`` if there are several."""
        return [*self.agents, MIXED] if len(self.agents) > 1 else list(self.agents)

    def line_up(self, table: str, players: int, deal: int) -> list[str]:
        """Agents of the seats at a table."""
        if table != MIXED or table in self.agents:
            return [table] * players
        draw = np.random.default_rng([self.seed, _TABLE_KEY, players, deal])
        return [self.agents[place] for place in draw.integers(len(self.agents), size=players)]

    def games_with(self, players: int) -> int:
        """Games of each table and design with a number of players."""
        if isinstance(self.games, tuple):
            return self.games[self.players.index(players)]
        return self.games

    def chunks(self, players: int) -> list[range]:
        """Deals of each piece of a combination with a number of players."""
        games = self.games_with(players)
        cuts = [*range(0, games, self.piece_games), games]
        return [range(first, last) for first, last in pairwise(cuts)]

    def pieces(self, levels: int) -> list[Piece]:
        """All pieces, so ordered that what is done grows evenly."""
        found = []
        for chunks in zip_longest(*map(self.chunks, self.players)):
            for players, chunk in zip(self.players, chunks, strict=True):
                for design in self.designs if chunk else ():
                    if design == EXCHANGED:
                        found += self._exchanges(players, levels, chunk)
                        continue
                    for place, table in enumerate(self.tables):
                        found.append(self.piece(players, design, place, table, chunk, len(chunk)))
        return found

    def _exchanges(self, players: int, levels: int, chunk: range) -> list[Piece]:
        units = self.units(players, levels, chunk)
        games = len(units) * DEALS_PER_UNIT * (levels - players + 1)
        return [
            self.piece(players, EXCHANGED, place, agent, units, games)
            for place, agent in enumerate(self.agents)
            if units
        ]

    def piece(
        self, players: int, design: str, place: int, table: str, part: range, games: int
    ) -> Piece:
        """One piece: ``part`` are deals, or units of an exchange."""
        name = f"p{players}-{design}-{place}-{part.start:08d}-{part.stop:08d}"
        told = {
            "players": players,
            "design": design,
            "table": table,
            "first": part.start,
            "last": part.stop,
        }
        return Piece(name, told, games)

    def units(self, players: int, levels: int, chunk: range) -> range:
        """Exchanges that take about as many games as a range of deals."""
        each = DEALS_PER_UNIT * (levels - players + 1)
        return range(-(-chunk.start // each), -(-chunk.stop // each))

    def unit(self, players: int, levels: int, number: int) -> Unit:
        """An exchange by its number."""
        draw = np.random.default_rng([self.seed, _UNIT_KEY, players, number])
        order = [int(level) for level in draw.permutation(levels)]
        seat = int(draw.integers(players))
        others, tried = order[: players - 1], sorted(order[players - 1 :])
        return Unit(seat, [*others[:seat], tried[0], *others[seat:]], tried)


def designed(game: Game, factor: Factor, design: str) -> Game:
    """The game with the options of a design."""
    if design == PLAYED or not factor.option:
        return game
    if design == OWNED:
        return game.with_options(**{factor.option: factor.dealt, factor.exchange: False})
    return game.with_options(
        **{factor.option: {CHOSEN: factor.chosen, DEALT: factor.dealt}[design]}
    )


def given(game: Game, factor: Factor, held: Sequence[int]) -> Game:
    """The game in which each seat is given a level."""
    return game.with_options(**{factor.option: [factor.levels[level] for level in held]})

"""Which level is too strong, and what change of its size would level it?

Boards on which one level has another size, all else as on the given board, on the same deals: each
is compared with the given one in pairs, so that a change is known better than either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as arrow

from pixies_env.core.game import Factor, Game
from pixies_env.core.inputs import check_count, check_seed
from pixies_experiments.pieces import Piece
from pixies_experiments.studies.balance.board_results import BoardCells, Key, one_at_a_time
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.boards import BASE, ONE, Variation
from pixies_experiments.studies.balance.cells import stack
from pixies_experiments.studies.balance.gathering import rows_of
from pixies_experiments.studies.balance.results import family
from pixies_experiments.studies.study import Parts


@dataclass(frozen=True)
class SizeStudy(BoardStudy):
    """Effects of the levels of a factor by their sizes; ``boards`` is 0.

    ValueError if the game says of no level how its size could be otherwise.
    """

    kind: ClassVar[str] = "balance-sizes"
    grows: ClassVar[tuple[str, ...]] = ("games",)

    def __post_init__(self) -> None:
        if self.game.resized is None:
            raise ValueError(f"{self.game.name} has no levels whose size is a number of its board")
        if self.factor_names != (self.game.sized,):
            raise ValueError(
                f"{self.game.name} has sizes of each {self.game.sized}, not of each "
                f"{' or '.join(self.factor_names)}"
            )
        for players in self.players:
            self.game.check_players(players)
        check_count("games", self.games, 1)
        check_seed(self.seed)

    @property
    def factor(self) -> Factor:
        """What has sizes."""
        return self.factors[0]

    @property
    def unknowns(self) -> list[str]:
        """None: numbers of ours are not varied."""
        return []

    @classmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> SizeStudy:
        """The study of a game with such a configuration."""
        agents, players = tuple(told["agents"]), tuple(told["num_players"])
        return cls(game, (told["factor"],), agents, players, 0, told["games"], told["seed"])

    def configuration(self) -> dict[str, Any]:
        """What decides the results, as plain data."""
        told = super().configuration()
        for name in ("factors", "boards", "unknowns"):
            del told[name]
        sizes = {size.level: [size.shipped, *size.others] for size in self.game.sizes}
        return {"factor": self.factor.name, "sizes": sizes, **told}

    def tables(self) -> tuple[str, ...]:
        """All of them."""
        return ("sizes", "changes")

    def variations(self) -> list[Variation]:
        """The given board, then each level with each of its other sizes."""
        others = [
            Variation(f"{size.level}={other}", ONE, {size.level: other}, 0)
            for size in self.game.sizes
            for other in size.others
        ]
        return [Variation(BASE, BASE, {}, 0), *others]

    def _made(self, point: Mapping[str, float]) -> Game:
        assert self.game.resized is not None
        sizes = {level: int(size) for level, size in point.items()}
        dealt = {factor.option: factor.dealt for factor in self.game.factors if factor.option}
        return self.game.with_options(**dealt, **(self.game.resized(sizes) if sizes else {}))

    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """Advantages of each level at each of its sizes, and what that changes for the others."""
        boards = self.variations()
        gathered = {
            (players, agent, self.factor.name): BoardCells(self.factor, boards)
            for players in self.players
            for agent in self.agents
        }
        for told, together in self._deals(parts, pieces):
            gathered[told["players"], told["agent"], self.factor.name].add(together)
        return {"sizes": self._sizes(gathered), "changes": one_at_a_time(gathered)}

    def _sizes(self, gathered: Mapping[Key, BoardCells]) -> arrow.Table:
        levels = self.factor.levels
        keys, bands = [], []
        for (players, agent, _), cells in gathered.items():
            places = []
            for size in self.game.sizes:
                for number in sorted((size.shipped, *size.others)):
                    shipped = number == size.shipped
                    board = BASE if shipped else f"{size.level}={number}"
                    at = cells.paired.index(board) * len(levels)
                    places.append(at + levels.index(size.level))
                    told = {"players": players, "agent": agent, "level": size.level}
                    keys.append({**told, "size": number, "shipped": int(shipped)})
            bands.append(rows_of(places, cells.paired_band()))
        return family(keys, stack(bands))

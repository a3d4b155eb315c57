"""Files of weights of both games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from pixies_agents.heuristics.families import Family, family_of
from pixies_agents.heuristics.weights import Weights, WeightsError
from pixies_env.core.batches.arena import play_games
from tests.hostile.alterations import Alteration, in_toml
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import game_named


class WeightFiles(Subject):
    """A heuristic plays a game by them; other weights within their bounds are weights, too."""

    documented: ClassVar = (WeightsError,)

    def make(self) -> Sequence[Path]:
        files = []
        for game in ("pixie_queen", "havresac", "taverns"):
            table = self._family(game).table
            files.append(self.folder / f"{game}.toml")
            files[-1].write_bytes(table.shipped("greedy").read_bytes())
        return files

    @staticmethod
    def _family(game: str) -> Family:
        return family_of(game_named(game))

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_toml]

    def use(self, path: Path) -> Weights:
        return self._family(path.stem).table.load(path)

    def same(self, original: Weights, found: Weights) -> bool:
        return np.array_equal(original.numbers, found.numbers)

    def check_sound(self, path: Path, found: Weights) -> None:
        family, game = self._family(path.stem), game_named(path.stem)
        for weight, number in zip(family.table.weights, found.numbers, strict=True):
            assert weight.low <= number <= weight.high, weight.name
        agent: Any = family.make(game, "altered", found, 0.0)
        (block,) = play_games(game, [agent, "random"], games=1, seed=1, threads=1)
        assert len(block) == 1
        family.table.write(path, found)
        assert family.table.load(path).origin == found.origin

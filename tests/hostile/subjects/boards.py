"""Boards of both games: TOML of printed numbers."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from pixies_env.core.game import Game
from pixies_env.core.kit.board_files import BoardError
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.hostile.alterations import Alteration, in_toml, toml_of
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import check_playable


class Boards(Subject):
    """A game is made with the board, and played to its end with the fewest and most players.

    An error lists all that is wrong, one problem a line.
    """

    documented: ClassVar = (BoardError,)
    one_line: ClassVar = False

    def make(self) -> Sequence[Path]:
        files = []
        for name in ("pixie_queen", "havresac", "taverns"):
            package = importlib.import_module(f"pixies_env.{name}")
            assert package.__file__ is not None
            shipped = Path(package.__file__).parent / "board.toml"
            files += [self.folder / f"{name}.toml", self.folder / f"{name}-plain.toml"]
            files[-2].write_bytes(shipped.read_bytes())
            numbers = tomllib.loads(shipped.read_text(encoding="utf-8"))
            files[-1].write_text(toml_of(numbers), encoding="utf-8")
        return files

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_toml]

    def use(self, path: Path) -> Game:
        return make_game(path.stem.removesuffix("-plain"), path)

    def same(self, original: Game, found: Game) -> bool:
        return original.board_digest == found.board_digest

    def check_sound(self, path: Path, found: Game) -> None:
        for players in (min(found.players), max(found.players)):
            begun = State(found, players, seed=1, chance="manual")
            check_playable(found, begun.array)

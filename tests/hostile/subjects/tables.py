"""Tables of the browser: games and analyses, under way and over."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.single import broken_invariant
from pixies_env.core.states.stored import digest_of
from pixies_experiments.games import open_game, own_game
from pixies_experiments.web import opening
from pixies_experiments.web.model import ANALYSIS, GAME, Table
from pixies_experiments.web.seats import HUMAN, Tokens
from pixies_experiments.web.store import Store, _content
from tests.experiments.conftest import CARD_GAME
from tests.hostile.alterations import Alteration, in_json
from tests.hostile.subject import Subject


class Tables(Subject):
    """Loaded, and played on; the newest other one is taken up instead of what is damaged."""

    documented: ClassVar = (DamagedDataError,)
    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        self.store, draw = Store(self.folder), random.Random(1)
        files = []
        for game, players, decisions, kind in (
            ("pixie_queen", 2, 12, GAME),
            ("havresac", 1, 400, GAME),
            ("havresac", 2, 8, ANALYSIS),
            (CARD_GAME, 3, 4, GAME),
            (CARD_GAME, 3, 400, ANALYSIS),
        ):
            table = opening.begin(
                open_game(game),
                [HUMAN] * players,
                draw.randrange(1000),
                Tokens.drawn(players, analysis=kind == ANALYSIS),
                table_id=opening.new_id(),
                kind=kind,
                own=own_game(game),
            )
            for _ in range(decisions):
                if not table.state.is_over:
                    table.decide(int(draw.choice(list(table.state.legal_actions()))))
            if kind == ANALYSIS:
                table.opened_by = "somebody/watch"
                table.go_to(table.cursor // 2)
            self.store.save(table)
            files.append(self.store.path(table.id))
        return files

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_json(lambda said: {**said, "sha256": digest_of(said)})]

    def use(self, path: Path) -> Table:
        return self.store.load(path.stem)

    def same(self, original: Table, found: Table) -> bool:
        return _content(original) == _content(found)

    def check_sound(self, path: Path, found: Table) -> None:
        assert not broken_invariant(found.game, found.state.array)
        self.store.save(found)
        assert self.same(found, self.store.load(found.id))
        if not found.state.is_over and found.kind == GAME:
            found.decide(int(found.state.legal_actions()[0]))

    def outcome(self, path: Path, meaning: Table, forged: bool) -> str:
        found = super().outcome(path, meaning, forged)
        # The others are still there.
        newest, left_out = self.store.newest()
        assert (newest.id != path.stem) or found != "refused"
        assert all(said.startswith(str(path)) for said in left_out)
        return found

"""Records: JSON lines and plain text, of whole games and others, with a position, of one seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from pixies_env.core.errors import DamagedDataError, ForeignGameError, RecordError
from pixies_env.core.states.record_files import read, to_json_lines, write
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_env.core.states.stored import digest_of
from tests.hostile.alterations import Alteration, in_lines
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import check_playable, game_named, played


class Records(Subject):
    """Replayed event by event, written again, and played on.

    The header has a digest and a finished game that of its last position. A game may stop at any
    line and a file after any game, so what is cut off there is not missed.
    """

    documented: ClassVar = (DamagedDataError, ForeignGameError, RecordError)

    def make(self) -> Sequence[Path]:
        whole = [
            Record.from_state(played("hidden_card", players, 100, seed=1)) for players in (4, 2)
        ]
        begun = played("hidden_card", 3, 4, seed=2).hidden_from(1)
        middle = State.from_dict(
            game_named("pixie_queen"), played("pixie_queen", 2, 30, seed=3).as_dict()
        )
        middle.apply(int(middle.legal_actions()[0]))
        files: dict[str, Any] = {
            "whole.jsonl": whole,
            "whole.txt": whole,
            "begun.jsonl": Record.from_state(played("havresac", 2, 12, seed=4)),
            "position.jsonl": Record.from_state(middle),
            "seen.jsonl": whole[0].seen_by(begun.player),
        }
        for name, records in files.items():
            write(self.folder / name, records)
        return [self.folder / name for name in files]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_lines()] if path.suffix == ".jsonl" else []

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_lines(_signed)] if path.suffix == ".jsonl" else []

    def use(self, path: Path) -> list[Record]:
        own = path.stem in ("whole", "seen")
        found = list(read(path, game_named("hidden_card") if own else None))
        for record in found:
            if record.viewer is None:
                *_, last = record.replay()
                check_playable(record.game, last.array)
        return found

    def check_sound(self, path: Path, found: list[Record]) -> None:
        write(path, found)
        assert list(read(path, found[0].game if found else None)) == found
        for record in found:
            if record.viewer is None and record.finished and record.position is None:
                assert _events_of(record) in self._whole(path), "another game has the same end"

    def _whole(self, path: Path) -> list[str]:
        return [
            _events_of(Record.from_state(played("hidden_card", players, 100, seed=1)))
            for players in (4, 2)
        ]


def _events_of(record: Record) -> str:
    return to_json_lines(record).split("\n", 1)[1]


def _signed(lines: list[Any]) -> list[Any]:
    return [
        {**line, "sha256": digest_of(line)} if isinstance(line, dict) and "sha256" in line else line
        for line in lines
    ]

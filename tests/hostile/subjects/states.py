"""Stored states, as bytes and as JSON, and positions in dictionaries."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from pixies_env.core.seam import NOBODY
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.core.states.stored import digest_of
from pixies_env.testing import ConformanceError, check_altered_positions
from tests.hostile.alterations import Alteration, in_json, json_altered
from tests.hostile.subject import HostileError, Subject, Tally
from tests.hostile.subjects.playing import check_playable, game_named, played

_CHECKSUM = 32
_HEADER = 7


class States(Subject):
    """States under way, over, of what one seat knows, with chance by hand: played on."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        card = played("hidden_card", 3, 5, seed=1)
        states = {
            "card": card,
            "known": card.hidden_from(1),
            "over": played("hidden_card", 2, 100, seed=2),
            "manual": played("hidden_card", 4, 3, seed=3, chance=MANUAL),
            "queen": played("pixie_queen", 3, 25, seed=4),
            "havresac": played("havresac", 2, 20, seed=5),
            "taverns": played("taverns", 2, 90, seed=6),
        }
        files = []
        for name, state in states.items():
            files += [self.folder / f"{name}.json", self.folder / f"{name}.bytes"]
            files[-2].write_text(state.to_json(), encoding="utf-8")
            files[-1].write_bytes(state.to_bytes())
        return files

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json()] if path.suffix == ".json" else []

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_json(_signed)] if path.suffix == ".json" else [_bytes_forged]

    def named(self, path: Path) -> str:
        return "state in JSON" if path.suffix == ".json" else "state in bytes"

    def use(self, path: Path) -> State:
        own = path.stem not in ("queen", "havresac", "taverns")
        game = game_named("hidden_card") if own else None
        if path.suffix == ".json":
            text: Any = path.read_bytes()
            state = State.from_json(text, game)
        else:
            state = State.from_bytes(path.read_bytes(), game)
        if state._stripped_for == NOBODY:
            check_playable(state.game, state.array)
            assert Record.from_state(state).final().position_bytes == state.position_bytes
        else:
            state.observation(state._stripped_for)
        return state

    def check_sound(self, path: Path, found: State) -> None:
        assert State.from_bytes(found.to_bytes(), found.game) == found
        assert State.from_json(found.to_json(), found.game) == found


def _signed(content: dict[str, Any]) -> dict[str, Any]:
    return {**content, "sha256": digest_of(content)}


def _bytes_forged(content: bytes, draw: random.Random) -> bytes:
    """The header says something else, or a byte behind it is another; the checksum is right."""
    at = _HEADER + 4
    end = at + int.from_bytes(content[_HEADER:at], "little")
    header, records = content[at:end], bytearray(content[end:-_CHECKSUM])
    if draw.random() < 0.5:
        header = json.dumps(json_altered(json.loads(header), draw)).encode()
    else:
        for _ in range(draw.choice((1, 1, 2))):
            records[draw.randrange(len(records))] = draw.choice((0, 1, 255, draw.randrange(256)))
    body = content[:_HEADER] + len(header).to_bytes(4, "little") + header + bytes(records)
    return body + hashlib.sha256(body).digest()


class Positions(Subject):
    """Dictionaries of positions of one game: refused, or played to their end by two agents."""

    documented: ClassVar = (ValueError,)
    game: ClassVar[str]

    def make(self) -> Sequence[Path]:
        return []

    def use(self, path: Path) -> Any:
        raise NotImplementedError("positions are in no file")

    def run(self, count: int, seed: int) -> Tally:
        game, tally = game_named(self.game), Tally()
        each = math.ceil(count / len(game.players))
        try:
            accepted = check_altered_positions(
                game, count=each, seed=seed, agents=("random", "greedy")
            )
        except ConformanceError as error:
            kept = self.folder / "position.txt"
            kept.write_text(str(error), encoding="utf-8")
            raise HostileError(f"seed {seed}, kept as {kept}: {error}") from error
        tally.add("sound", accepted)
        tally.add("refused", each * len(game.players) - accepted)
        return tally


class QueenPositions(Positions):
    """Of Pixie Queen."""

    game: ClassVar = "pixie_queen"


class HavresacPositions(Positions):
    """Of Les Gardiens de Havresac."""

    game: ClassVar = "havresac"

"""What soaks, reviews and language models keep to be taken up again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from pixies_agents.language import kept as language
from pixies_env.core.batches.arena import play_games
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.stored import digest_of
from pixies_experiments.agents import open_agent
from pixies_experiments.review import Judgement, Kept, finish, judge, searching
from pixies_experiments.soak import Soak
from tests.hostile.alterations import Alteration, in_json, in_lines
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import game_named

AGENT = "mcts:simulations=8"


class SoakCounts(Subject):
    """Counts of a soak, which goes on."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        path, soak = self.folder / "counts.json", Soak.begin(game_named("hidden_card"), 3, [2, 3])
        for _ in soak.run([2, 3], "games", 6, threads=1):
            pass
        soak.save(path)
        return [path]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json(indent=1)]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_json(lambda said: {**said, "sha256": digest_of(said)})]

    def use(self, path: Path) -> Soak:
        return Soak.load(path, game_named("hidden_card"), 3, [2, 3])

    def same(self, original: Soak, found: Soak) -> bool:
        return (original.counts, original.seconds) == (found.counts, found.seconds)

    def check_sound(self, path: Path, found: Soak) -> None:
        for _ in found.run([2, 3], "games", found.total("games") + 2, threads=1):
            pass
        assert found.violation is None
        found.save(path)
        assert self.same(found, self.use(path))


class Judgements(Subject):
    """Judgements of a review; a last line that is not whole is dropped, as after a kill."""

    documented: ClassVar = (DamagedDataError,)

    def make(self) -> Sequence[Path]:
        game = game_named("hidden_card")
        (block,) = play_games(game, ["random"] * 3, games=1, seed=3, records=True)
        assert block.records is not None
        self.record = block.records[0]
        self.judgements = list(judge(self.record, searching(open_agent(AGENT, game)), 0))
        path = self.folder / "kept.jsonl"
        kept = self._kept(path)
        kept.read()
        for each in self.judgements:
            kept.add(each)
        return [path]

    def _kept(self, path: Path) -> Kept:
        return Kept(path, self.record, AGENT, 0)

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_lines()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_lines(_signed)]

    def use(self, path: Path) -> list[Judgement]:
        found = self._kept(path).read()
        assert found == self._kept(path).read()
        return found

    def outcome(self, path: Path, meaning: list[Judgement], forged: bool) -> str:
        self.forged = forged
        return super().outcome(path, meaning, forged)

    def check_sound(self, path: Path, found: list[Judgement]) -> None:
        if not self.forged:
            assert found == self.judgements[: len(found)], "a damaged judgement was used"
        review = finish(self.record, AGENT, found)
        review.mistakes(3)
        review.turns(3)
        # It goes on behind the last one that is whole.
        kept = self._kept(path)
        kept.read()
        last = found[-1].number if found else 0
        rest = [each for each in self.judgements if each.number > last]
        for each in rest:
            kept.add(each)
        assert self._kept(path).read() == found + rest


class Answers(Subject):
    """Answers of a language model and what they cost; what is damaged is not used."""

    documented: ClassVar = (DamagedDataError,)
    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        self.store = language.Kept(self.folder)
        for number in range(3):
            self.store.begin(None, None)
            self.store.end(str(number), language.Answer(f"Option: {number}", 900, 5, 0.25), {})
        return [*self.folder.rglob("answers/*/*.json"), self.folder / "spent.json"]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_json()]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [in_json(lambda said: {**said, "sha256": digest_of(said)})]

    def use(self, path: Path) -> Any:
        return self.store.spent() if path.stem == "spent" else self.store.answer(path.stem)

    def check_sound(self, path: Path, found: Any) -> None:
        # It is counted on from there.
        before = self.store.spent()
        with suppress(DamagedDataError):  # There may be more calls than can be counted.
            self.store.begin(before.calls + 1, None)
            assert self.store.spent().calls == before.calls + 1
        assert 0 <= before.cost < float("inf")


class Transcripts(Subject):
    """Transcripts of a language model, which are summed up."""

    documented: ClassVar = (DamagedDataError,)

    def make(self) -> Sequence[Path]:
        store = language.Kept(self.folder)
        store.begin(None, None)
        answer = language.Answer("Option: 1", 900, 5, 0.25)
        told = {"model": "small", "again": False, "option": 1, "cost": 0.25, "seconds": 1.5}
        store.end("1", answer, {**told, "prompt_tokens": 900, "completion_tokens": 5})
        store.end("2", None, {"model": "small", "again": True, "error": "stuck"})
        return [self.folder / language.CALLS]

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_lines()]

    def use(self, path: Path) -> dict[str, language.CallsOfModel]:
        return language.calls_by_model(self.folder)

    def check_sound(self, path: Path, found: dict[str, language.CallsOfModel]) -> None:
        for calls in found.values():
            assert 0 <= calls.failed <= calls.calls and 0 <= calls.cost < float("inf")


def _signed(lines: list[Any]) -> list[Any]:
    before, signed = "", lines[:1]
    for line in lines[1:]:
        if isinstance(line, dict) and "judgement" in line:
            text = before + json.dumps(line["judgement"])
            before = hashlib.sha256(text.encode()).hexdigest()
            line = {**line, "sha256": before}
        signed.append(line)
    return signed

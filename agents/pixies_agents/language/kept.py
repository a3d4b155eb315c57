"""A folder that keeps every answer of a language model, and what they have cost.

``answers/`` holds one file per question, named by the digest of what was asked: a study that is run
again finds them and calls nobody. ``calls.jsonl`` has a line for each call, also of those that
failed; ``spent.json`` the sums that limits look at. Any number of processes may use the folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock

from pixies_env.core.errors import DamagedDataError, Portable
from pixies_env.core.files.whole import written_whole

CALLS = "calls.jsonl"
_WAIT = 0.005
"""Seconds between two tries to get the lock, which is held for about as long."""
_ANSWERS, _SPENT, _LOCK = "answers", "spent.json", ".lock"

Form = TypeVar("Form")


class LimitReachedError(Portable, RuntimeError):
    """As many calls were made, or as much was spent, as was allowed."""


@dataclass(frozen=True)
class Answer:
    """What a model said, and what that took."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


@dataclass(frozen=True)
class Spent:
    """Sums over all calls of a folder."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, answer: Answer) -> Spent:
        """With one more answer; its call was counted when it began."""
        return Spent(
            self.calls,
            self.prompt_tokens + answer.prompt_tokens,
            self.completion_tokens + answer.completion_tokens,
            self.cost + answer.cost,
        )


@dataclass
class CallsOfModel:
    """What a transcript has of one model."""

    calls: int = 0
    failed: int = 0
    """Calls to which no answer came."""
    again: int = 0
    """Second questions, after an answer that named no option."""
    illegal: int = 0
    """Second answers that named none either: so often the fallback decided."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    """Time that the answers took, together."""


def calls_by_model(folder: Path) -> dict[str, CallsOfModel]:
    """What the transcript of a folder has, by the name of the model.

    OSError if it cannot be read, DamagedDataError for a line that no agent wrote.
    """
    found: dict[str, CallsOfModel] = {}
    with (folder / CALLS).open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                call = json.loads(line)
                model = found.setdefault(call["model"], CallsOfModel())
                model.calls += 1
                model.again += call["again"]
                if "error" in call:
                    model.failed += 1
                    continue
                model.illegal += call["again"] and call["option"] is None
                for name in ("prompt_tokens", "completion_tokens", "cost", "seconds"):
                    setattr(model, name, getattr(model, name) + call[name])
            except (ValueError, KeyError, TypeError) as error:
                raise DamagedDataError(
                    f"{folder / CALLS}, line {number}, is none of a transcript: {error!r}"
                ) from error
    return found


def digest_of(question: Mapping[str, Any]) -> str:
    """SHA-256 of what is asked: the model, its parameters and the messages."""
    text = json.dumps(question, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Kept:
    """The folder; it is made with the first call.

    OSError if it cannot be written to, DamagedDataError for a file in it that is not what was
    written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def answer(self, digest: str) -> Answer | None:
        """The answer to a question that was asked before."""
        path = self._path(digest)
        if not path.is_file():
            return None
        return _read(path, Answer)

    def spent(self) -> Spent:
        """What all calls took so far."""
        path = self.folder / _SPENT
        return _read(path, Spent) if path.is_file() else Spent()

    def begin(self, calls: int | None, cost: float | None) -> None:
        """Count a call that is about to be made; LimitReachedError if it is not allowed.

        Args:
            calls: calls of the folder, at most.
            cost: what they may cost; calls that are under way then still come in.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._locked():
            spent = self.spent()
            where = f"the folder {self.folder} has had {spent.calls} calls for {spent.cost:.4f}"
            if calls is not None and spent.calls >= calls:
                raise LimitReachedError(f"{where}; calls={calls} allows no more")
            if cost is not None and spent.cost >= cost:
                raise LimitReachedError(f"{where}; cost={cost} allows no more")
            self._store(replace(spent, calls=spent.calls + 1))

    def end(self, digest: str, answer: Answer | None, told: Mapping[str, Any]) -> None:
        """Keep what came of a call, with all that is told of it; None: it failed."""
        with self._locked():
            if answer is not None:
                path = self._path(digest)
                path.parent.mkdir(parents=True, exist_ok=True)
                with written_whole(path) as aside:
                    aside.write_text(json.dumps(asdict(answer)), encoding="utf-8")
                self._store(self.spent() + answer)
            with (self.folder / CALLS).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"question": digest, **told}, ensure_ascii=False) + "\n")

    def _path(self, digest: str) -> Path:
        return self.folder / _ANSWERS / digest[:2] / f"{digest}.json"

    def _store(self, spent: Spent) -> None:
        with written_whole(self.folder / _SPENT) as aside:
            aside.write_text(json.dumps(asdict(spent)), encoding="utf-8")

    def _locked(self) -> AbstractContextManager[object]:
        # A lock of its own for each thread, which waits for others as for other processes.
        return FileLock(self.folder / _LOCK).acquire(poll_interval=_WAIT)


def _read(path: Path, form: type[Form]) -> Form:
    """What a file holds; DamagedDataError if it is not of that form."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(form).validate_json(path.read_bytes(), strict=True)
    except ValidationError as error:
        raise DamagedDataError(
            f"{path} is not what was written there: {error.errors()[0]['msg']}; it can be deleted"
        ) from error

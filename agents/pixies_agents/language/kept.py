"""A folder that keeps every answer of a language model, and what they have cost.

``answers/`` holds one file per question, named by the digest of what was asked: a study that is run
again finds them and calls nobody. ``calls.jsonl`` has a line for each call, also of those that
failed; ``spent.json`` the sums that limits look at. Any number of processes may use the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from filelock import FileLock
from pydantic import Field, TypeAdapter, ValidationError

from pixies_env.core.errors import DamagedDataError, Portable
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import read_regular
from pixies_env.core.files.whole import remove_leftovers, written_whole
from pixies_env.core.problems import placed_problem
from pixies_env.core.states.stored import digest_of

CALLS = "calls.jsonl"
_WAIT = 0.005
"""Seconds between two tries to get the lock, which is held for about as long."""
_ANSWERS, _SPENT, _LOCK = "answers", "spent.json", ".lock"

Form = TypeVar("Form")
Count = Annotated[int, Field(ge=0, le=2**53)]
Amount = Annotated[float, Field(ge=0, le=2.0**53, allow_inf_nan=False)]


class LimitReachedError(Portable, RuntimeError):
    """As many calls were made, or as much was spent, as was allowed."""


@dataclass(frozen=True)
class Answer:
    """What a model said, and what that took."""

    text: str
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: Amount = 0.0


@dataclass(frozen=True)
class Spent:
    """Sums over all calls of a folder."""

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: Amount = 0.0

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

    A last line that was cut off, as by a loss of power, does not count.

    OSError if it cannot be read, DamagedDataError for a line that no agent wrote.
    """
    found: dict[str, CallsOfModel] = {}
    with (folder / CALLS).open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            place = f"{folder / CALLS}, line {number}"
            call = _formed(load_json(line, place), _Call, place)
            model = found.setdefault(call.model, CallsOfModel())
            model.calls += 1
            model.again += call.again
            if call.error is not None:
                model.failed += 1
                continue
            model.illegal += call.again and call.option is None
            for name in ("prompt_tokens", "completion_tokens", "cost", "seconds"):
                setattr(model, name, getattr(model, name) + getattr(call, name))
    return found


@dataclass(frozen=True)
class _Call:
    """What is read of a line of a transcript."""

    model: str
    again: bool
    error: str | None = None
    option: Count | None = None
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: Amount = 0.0
    seconds: Amount = 0.0


def key_of(question: Mapping[str, Any]) -> str:
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
            self._write(self.folder / _SPENT, replace(spent, calls=spent.calls + 1))

    def end(self, digest: str, answer: Answer | None, told: Mapping[str, Any]) -> None:
        """Keep what came of a call, with all that is told of it; None: it failed."""
        with self._locked():
            if answer is not None:
                # First: what a kill between the two loses is asked for again, but paid for twice.
                self._write(self.folder / _SPENT, self.spent() + answer)
                self._write(self._path(digest), answer)
            _append(self.folder / CALLS, {"question": digest, **told})

    @staticmethod
    def _write(path: Path, content: Answer | Spent) -> None:
        """Write a file of the folder, which is locked, and remove what killed writes have left."""
        path.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(path.parent, sole_writer=True)
        fields = asdict(content)
        with written_whole(path) as aside:
            text = json.dumps({**fields, "sha256": digest_of(fields)})
            aside.write_text(text, encoding="utf-8")

    def _path(self, digest: str) -> Path:
        return self.folder / _ANSWERS / digest[:2] / f"{digest}.json"

    def _locked(self) -> AbstractContextManager[object]:
        # A lock of its own for each thread, which waits for others as for other processes.
        return FileLock(self.folder / _LOCK).acquire(poll_interval=_WAIT)


def _read(path: Path, form: type[Form]) -> Form:
    """What a file holds; DamagedDataError if that is not what was written."""
    content = load_json(read_regular(path), str(path))
    if not isinstance(content, dict) or content.pop("sha256", "") != digest_of(content):
        raise DamagedDataError(f"{path} does not have its digest; without it, it is made anew")
    return _formed(content, form, str(path))


def _append(path: Path, told: Mapping[str, Any]) -> None:
    """Write one more line; what was left of a last one that was cut off gives way to it."""
    line = json.dumps(told, ensure_ascii=False) + "\n"
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
        file.write(line.encode())


def _formed(content: object, form: type[Form], place: str) -> Form:
    try:
        return TypeAdapter(form).validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        problem = placed_problem(error.errors()[0], "it")
        raise DamagedDataError(f"{place}: {problem}") from error

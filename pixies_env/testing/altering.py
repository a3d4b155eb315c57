"""Alters the dictionary of a position here and there, as a person or a damaged file might."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pixies_env.core.files.fields import plain

Path = tuple[Any, ...]
"""Keys and indices that lead to a value in a document; () is the whole."""

STRANGE: tuple[Any, ...] = (
    *(None, True, False, "", "nothing known", 1.5, float("nan"), float("inf"), b"", [], {}),
    *([[]], [None], ["1"], [-1], {"": 0}, {1: 1}, {"1": [1]}),
)
"""Values that hardly any key can have."""
EXTREMES = (-(2**70), -129, -128, -2, -1, 0, 1, 2, 127, 128, 255, 2**15, 2**31, 2**63, 2**70)


def as_plain(document: Any) -> Any:
    """A copy in plain lists and dictionaries."""
    return json.loads(json.dumps(document, default=plain))


def paths_in(document: Any, path: Path = ()) -> Iterator[Path]:
    """Paths to everything in a document below its root."""
    keys: Iterator[Any] = iter(())
    if isinstance(document, dict):
        keys = iter(document)
    elif isinstance(document, list):
        keys = iter(range(len(document)))
    for key in keys:
        yield (*path, key)
        yield from paths_in(document[key], (*path, key))


def value_at(document: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        document = document[key]
    return document


def _kind(path: Path) -> Path:
    """The path with all numbers alike: values of one kind stand at such paths."""
    return tuple(key if isinstance(key, str) and not key.isdigit() else "*" for key in path)


class Alterer:
    """Alters documents; what it puts in comes from the same places of other documents.

    ``draws`` decides everything: equal documents and draws give equal alterations.
    """

    def __init__(self, documents: Sequence[dict[str, Any]], draws: random.Random) -> None:
        self._draws = draws
        self._known: dict[Path, list[Any]] = {}
        seen: dict[Path, set[str]] = {}
        for document in documents:
            for path in paths_in(document):
                value, kind = value_at(document, path), _kind(path)
                text = json.dumps(value)
                if text not in seen.setdefault(kind, set()):
                    seen[kind].add(text)
                    self._known.setdefault(kind, []).append(value)

    def altered(self, document: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """A copy with one to three places altered, and in words what was."""
        altered, said = copy.deepcopy(document), []
        for _ in range(self._draws.choices((1, 2, 3), (5, 3, 2))[0]):
            paths = list(paths_in(altered))
            if not paths:
                break
            said.append(self._alter(altered, self._place(altered, paths), paths))
        return altered, said

    def _place(self, document: dict[str, Any], paths: list[Path]) -> Path:
        """Every key of the whole is as likely, however much stands below it."""
        key = self._draws.choice(list(document))
        return self._draws.choice([path for path in paths if path[0] == key])

    def _alter(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        value = value_at(document, path)
        ways: list[tuple[int, Callable[..., str]]] = [
            (6, self._from_elsewhere),
            (1, self._strange),
            (2, self._without),
        ]
        if isinstance(value, bool):
            ways.append((6, self._turned))
        elif isinstance(value, int):
            ways += [(6, self._moved), (6, self._changed), (1, self._extreme)]
        elif isinstance(value, list):
            ways.append((8, self._list))
        elif isinstance(value, dict):
            ways += [(4, self._swapped), (1, self._with_another)]
        weights = [weight for weight, _ in ways]
        way = self._draws.choices([way for _, way in ways], weights)[0]
        return way(document, path, paths)

    def _put(self, document: dict[str, Any], path: Path, value: Any) -> str:
        before = value_at(document, path)
        value_at(document, path[:-1])[path[-1]] = copy.deepcopy(value)
        return f"{_said(path)}: {before!r} -> {value!r}"

    def _from_elsewhere(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        known = self._known.get(_kind(path))
        return self._put(document, path, self._draws.choice(known or [None]))

    def _strange(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        return self._put(document, path, self._draws.choice(STRANGE))

    def _without(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        del value_at(document, path[:-1])[path[-1]]
        return f"{_said(path)}: removed"

    def _turned(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        return self._put(document, path, not value_at(document, path))

    def _changed(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        step = self._draws.choice((-3, -2, -1, -1, -1, 1, 1, 1, 2, 3))
        return self._put(document, path, value_at(document, path) + step)

    def _extreme(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        return self._put(document, path, self._draws.choice(EXTREMES))

    def _moved(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        """What one number loses another one gains: sums over such places stay."""
        others = [
            other
            for other in paths
            if other != path
            and type(value_at(document, other)) is int
            and (other[-1] == path[-1] or other[:-1] == path[:-1] or _kind(other) == _kind(path))
        ]
        if not others:
            return self._changed(document, path, paths)
        other, number = self._draws.choice(others), self._draws.choice((-2, -1, -1, 1, 1, 2))
        first = self._put(document, path, value_at(document, path) + number)
        return f"{first}, {self._put(document, other, value_at(document, other) - number)}"

    def _list(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        entries = list(value_at(document, path))
        known = self._known.get((*_kind(path), "*"), [])
        way = self._draws.choice(("swap", "swap", "remove", "add", "add", "twice", "empty", "turn"))
        if way == "add" and known:
            entries.insert(self._draws.randint(0, len(entries)), self._draws.choice(known))
        elif way == "empty" or not entries:
            entries = []
        elif way == "remove":
            entries.pop(self._draws.randrange(len(entries)))
        elif way == "twice":
            entries.append(self._draws.choice(entries))
        elif way == "swap":
            one, other = self._draws.randrange(len(entries)), self._draws.randrange(len(entries))
            entries[one], entries[other] = entries[other], entries[one]
        else:
            entries.reverse()
        return self._put(document, path, entries)

    def _swapped(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        """Two values of a dictionary change places."""
        inside = value_at(document, path)
        if len(inside) < 2:
            return self._from_elsewhere(document, path, paths)
        one, other = self._draws.sample(list(inside), 2)
        first = inside[one]
        return ", ".join(
            (
                self._put(document, (*path, one), inside[other]),
                self._put(document, (*path, other), first),
            )
        )

    def _with_another(self, document: dict[str, Any], path: Path, paths: list[Path]) -> str:
        inside = dict(value_at(document, path))
        key = self._draws.choice(("", "nothing known", "0", 0, 1, None, *inside))
        inside[key if key not in inside else f"{key} "] = self._draws.choice((0, 1, None, []))
        return self._put(document, path, inside)


def _said(path: Path) -> str:
    return ".".join(map(str, path))

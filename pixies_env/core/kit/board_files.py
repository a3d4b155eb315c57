"""Files of printed numbers: read, checked, never changed; errors name every table and key.

A game describes its file by a frozen model of tables, :class:`PrintedBoard`, one
:class:`BoardTable` each, and by what must fit between entries. :class:`BoardFormat` reads such
files.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar, get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError
from pydantic_core import PydanticKnownError

from pixies_env.core.errors import Portable, did_you_mean, shown
from pixies_env.core.files.toml import read_toml
from pixies_env.core.game import PrintedNumber
from pixies_env.core.kit.standing_words import (
    STANDING,
    standing_by_key,
    unknown_keys,
    with_own_numbers,
)

Location = tuple[str | int, ...]

_MOST_TOLD = 40
"""Problems of a board that its error lists."""
_MOST_SAID = 500
"""Characters of each."""


class Part(BaseModel):
    """Base of everything that is read from a board file. Strict: no number from a text.

    An entry that is None where the file leaves it out is left out again when the part is written.
    A part whose keys the file chooses allows extra ones and says what each holds, by
    ``__pydantic_extra__``; ``model_extra`` has them in the order of the file.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, populate_by_name=True, serialize_by_alias=True
    )

    def each(self, names: Iterable[str]) -> tuple[Any, ...]:
        """The entries of some keys, such as those named after a vocabulary, in its order."""
        return tuple(getattr(self, name) for name in names)


Standing = Annotated[str, StringConstraints(pattern=r"\S")]


class BoardTable(Part):
    """One table of the file, with the words that say how far its numbers can be trusted.

    A file may leave out a table whose entries all have defaults, its ``standing`` included; what is
    at its default there is left out again when the table is written. So files that are older than
    such a table stay what they are, and so do their digests.
    """

    standing: Standing


def one_of(values: Sequence[object]) -> AfterValidator:
    """Annotation of an entry that must be one of some, such as the names of a vocabulary.

    Unlike a ``Literal`` of numbers, an ``int`` that must be one of them takes no yes/no for a 1.
    """
    *others, last = map(repr, values)
    expected = f"{', '.join(others)} or {last}" if others else last

    def check(value: object) -> object:
        if value not in values:
            raise PydanticKnownError("literal_error", {"expected": expected})
        return value

    return AfterValidator(check)


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a board file. ``key`` is empty when the whole table is meant."""

    table: str
    key: str
    text: str

    def __str__(self) -> str:
        place = f"[{self.table}]" if self.table else "the file"
        whole = f"{place} {self.key}: {self.text}" if self.key else f"{place}: {self.text}"
        return whole if len(whole) <= _MOST_SAID else f"{whole[:_MOST_SAID]}..."


class BoardError(Portable, ValueError):
    """A board that cannot be used. ``problems`` are all, the message has the first of them."""

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        lines = [" ".join(str(problem).splitlines()) for problem in self.problems[:_MOST_TOLD]]
        if len(self.problems) > _MOST_TOLD:
            lines.append(f"and {len(self.problems) - _MOST_TOLD} more")
        return "\n  ".join([f"{self.source} is no usable board:", *lines])


class PrintedBoard(Part):
    """All printed numbers of a game; each field is a :class:`BoardTable`."""

    @classmethod
    def tables(cls) -> dict[str, type[BoardTable]]:
        """The model of each table, in the order of the file."""
        found: dict[str, Any] = {name: field.annotation for name, field in cls.model_fields.items()}
        return found

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all numbers, without what is said about them (comments, `standing`).

        Nor does it count whether a file says what holds where it says nothing.
        """
        numbers = self._shortest({STANDING})
        text = json.dumps(numbers, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def to_mapping(self) -> dict[str, Any]:
        """The structure of the file in plain lists and dictionaries, at its shortest."""
        return self._shortest(set())

    def keys(self, table: str) -> tuple[str, ...]:
        """Keys of a table as the file spells them, without `standing`."""
        found = self._table(table)
        fields = [
            field.alias or name
            for name, field in type(found).model_fields.items()
            if name != STANDING and getattr(found, name) is not None
        ]
        return (*fields, *(found.model_extra or ()))

    def standing_of(self, table: str, key: str | None = None) -> str:
        """How far the numbers of a table can be trusted, or those of one key of it."""
        standing = self._table(table).standing
        if key is None:
            return standing
        if key not in self.keys(table):
            raise KeyError(f"[{table}] has no key {key!r}, only {', '.join(self.keys(table))}")
        return standing_by_key(standing, self.keys(table))[key]

    def default_numbers(self) -> list[tuple[str, str]]:
        """Tables and keys whose numbers are, at least in part, ours and not the publisher's."""
        return [
            (table, key)
            for table in self.tables()
            for key in self.keys(table)
            if re.search(r"\bdefault\b", self.standing_of(table, key))
        ]

    def printed_numbers(self) -> tuple[PrintedNumber, ...]:
        """Every entry with its standing, as a :class:`~pixies_env.core.game.Game` lists them."""
        ours = set(self.default_numbers())
        return tuple(
            PrintedNumber(table, key, value, self.standing_of(table, key), (table, key) in ours)
            for table, entries in self.model_dump(
                mode="json", by_alias=True, exclude_none=True
            ).items()
            for key, value in entries.items()
            if key != STANDING
        )

    def _shortest(self, without: set[str]) -> dict[str, Any]:
        """The file without some keys of each table, nor what it may leave out and still say."""
        found: dict[str, Any] = {}
        for table, field in type(self).model_fields.items():
            required = field.is_required()
            entries = self._table(table).model_dump(
                mode="json",
                exclude=without,
                by_alias=True,
                exclude_none=True,
                exclude_defaults=not required,
            )
            if entries or required:
                found[table] = entries
        return found

    def _table(self, table: str) -> BoardTable:
        if table not in self.tables():
            raise KeyError(f"a board has no table {table!r}, only {', '.join(self.tables())}")
        found: BoardTable = getattr(self, table)
        return found


BoardSource = str | os.PathLike[str] | Mapping[str, Any] | PrintedBoard | None
"""A TOML file, a mapping of the same structure, a board, or None for the shipped file."""

Check = Callable[..., Iterable[Problem]]

AnyBoard = TypeVar("AnyBoard", bound=PrintedBoard)


def _as_it_stands(table: str, location: Location) -> Location:
    return location


class BoardFormat(Generic[AnyBoard]):
    """How a game's board files are read.

    Args:
        model: of the whole board.
        package: holds the shipped file.
        checks: of what is wrong between entries; the parameters of each are named after tables,
            which it is handed if all could be read. One with a default may be missing.
        located: turns the place of an entry in the models into that in the file.
        shipped: name of the shipped file.
    """

    def __init__(
        self,
        model: type[AnyBoard],
        package: str,
        checks: Iterable[Check] = (),
        located: Callable[[str, Location], Location] = _as_it_stands,
        shipped: str = "board.toml",
    ) -> None:
        self._model, self._checks, self._located = model, tuple(checks), located
        self._package, self._shipped = package, shipped

    def load(self, source: BoardSource = None) -> AnyBoard:
        """Read and check a board: the shipped one, a TOML file, a mapping; one that is read stays.

        What a file changes has the standing ``own``, see
        :mod:`pixies_env.core.kit.standing_words`. A mapping is taken as it is.

        Raises `BoardError` with all problems if there is any.
        """
        if source is None:
            return self._shipped_board
        if isinstance(source, self._model):
            return source
        if isinstance(source, Mapping):
            try:
                return self._board("the given mapping", source)
            except RecursionError:
                reason = "its lists and tables lie too deep in each other"
                raise BoardError("the given mapping", [Problem("", "", reason)]) from None
        if isinstance(source, str | os.PathLike):
            content = with_own_numbers(_read(Path(source)), self._shipped_mapping)
            return self._board(os.fspath(source), content)
        given = type(source)
        if isinstance(source, PrintedBoard):
            raise TypeError(f"a board of this game is a {self._model.__module__}.Board, not a "
                            f"{given.__module__}.{given.__name__}")  # fmt: skip
        raise TypeError(f"a board is a path, a mapping, a board or None, not {given.__name__}")

    @cached_property
    def _shipped_mapping(self) -> dict[str, Any]:
        text = resources.files(self._package).joinpath(self._shipped).read_text(encoding="utf-8")
        return tomllib.loads(text)

    @cached_property
    def _shipped_board(self) -> AnyBoard:
        return self._board(f"the shipped {self._shipped}", self._shipped_mapping)

    def _board(self, name: str, content: Mapping[str, Any]) -> AnyBoard:
        problems: list[Problem] = []
        models, tables = self._model.tables(), {}
        for unknown in [key for key in content if key not in models]:
            text = f"is no table of a board; known are {', '.join(models)}"
            problems.append(Problem(str(unknown), "", text))
        for table, model in models.items():
            if table not in content:
                if not self._model.model_fields[table].is_required():
                    tables[table] = model.model_validate({})
                    continue
                keys = ", ".join(self._shipped_mapping[table])
                problems.append(Problem(table, "", f"is missing; needs {keys}"))
                continue
            try:
                tables[table] = model.model_validate(_frozen(content[table]))
            except ValidationError as error:
                problems += self._entry_problems(table, model, error, content[table])
                continue
            problems += _about_no_key(table, tables[table])
        for check in self._checks:
            problems += _asked(check, tables)
        if problems:
            raise BoardError(name, problems)
        return self._model.model_validate(tables)

    def _entry_problems(
        self, table: str, model: type[BoardTable], error: ValidationError, content: Any
    ) -> Iterator[Problem]:
        """What is wrong with single entries of one table."""
        for found in error.errors(include_url=False):
            kind, location, value = found["type"], found["loc"], found["input"]
            context: Mapping[str, Any] = found.get("ctx", {})
            if kind == "too_short" and len(value) >= context["min_length"]:
                continue  # counted without entries that have a problem of their own
            text = _entry_text(model, location, found)
            if kind == "missing":
                text += _shipped_entry(self._shipped_mapping[table], location)
            yield Problem(table, _key(self._located(table, location), location, content), text)


def _about_no_key(table: str, read: BoardTable) -> Iterator[Problem]:
    """Keys of which the standing of a table tells, and which the table does not have."""
    keys = [field.alias or name for name, field in type(read).model_fields.items()]
    keys = [key for key in (*keys, *(read.model_extra or ())) if key != STANDING]
    for name in unknown_keys(read.standing, keys):
        text = f"tells of {name!r}, which is no key of this table{did_you_mean(name, keys)}"
        yield Problem(table, STANDING, text)


def _asked(check: Check, tables: Mapping[str, BoardTable]) -> Iterable[Problem]:
    wanted = inspect.signature(check).parameters
    missing = [name for name in wanted if name not in tables]
    if any(wanted[name].default is inspect.Parameter.empty for name in missing):
        return ()
    return check(**{name: tables[name] for name in wanted if name in tables})


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
    except ValueError as error:
        reason = str(error)
    raise BoardError(os.fspath(path), [Problem("", "", reason)])


def _frozen(value: object) -> object:
    """The same with tuples for lists, as the strict models want it."""
    if isinstance(value, Mapping):
        return {str(key): _frozen(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_frozen(entry) for entry in value)
    return value


def entry_key(key: str, place: int, entry: Any = None) -> str:
    """An entry of a list: by its name if it has a plain one, else by its place, counted from 1."""
    name = entry.get("name") if isinstance(entry, Mapping) else getattr(entry, "name", None)
    return f"{key}[{name if isinstance(name, str) and name.isidentifier() else place + 1}]"


def _key(location: Location, in_models: Location, content: Any) -> str:
    """A place in the file, where ``content`` has it under the keys of the models."""
    text = ""
    for part, own in zip(location, in_models, strict=True):
        content = _inside(content, own)
        text = entry_key(text, part, content) if isinstance(part, int) else f"{text}.{part}"
    return text.removeprefix(".")


def _inside(content: Any, key: str | int) -> Any:
    try:
        return content[key]
    except (LookupError, TypeError):  # It is missing, or of another kind than it should be.
        return None


def _shipped_entry(entry: Any, location: Location) -> str:
    try:
        for part in location:
            entry = entry[part]
    except (KeyError, IndexError):  # Of a list or a part that the file makes longer.
        return ""
    return f"; the shipped board has {entry!r}"


def _entry_text(model: type[BoardTable], location: Location, found: Mapping[str, Any]) -> str:
    value: Any = found["input"]
    context: Mapping[str, Any] = found.get("ctx", {})
    match found["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return f"is not known here; known are {', '.join(_known_keys(model, location))}"
        case "int_type":
            return f"is {shown(value)}, needs a whole number"
        case "string_type" if location[-1] != "standing":
            return f"is {shown(value)}, needs a text"
        case "string_type" | "string_pattern_mismatch":
            return f"is {shown(value)}, needs words that say where the numbers come from"
        case "tuple_type":
            return f"is {shown(value)}, needs a list"
        case "model_type":
            return f"is {shown(value)}, needs a table of its own"
        case "bool_type":
            return f"is {shown(value)}, needs true or false"
        case "literal_error":
            several = "one of " if " or " in context["expected"] else ""
            return f"is {shown(value)}, needs {several}{context['expected']}"
        case "greater_than_equal":
            return f"is {shown(value)}, needs {context['ge']} or more"
        case "less_than_equal":
            return f"is {shown(value)}, needs {context['le']} or less"
        case "too_short":
            return f"has {entries(len(value))}, needs {context['min_length']} or more"
        case "too_long":
            return f"has {entries(len(value))}, needs {context['max_length']} or fewer"
        case "value_error":
            return str(context["error"])
    return str(found["msg"])


def entries(count: int) -> str:
    """Such as ``1 entry`` and ``6 entries``."""
    return f"{count} entry" if count == 1 else f"{count} entries"


def _known_keys(model: Any, location: Location) -> list[str]:
    for part in location[:-1]:
        if isinstance(part, str):  # Of a list all entries are alike.
            model = _part_in(_entry_type(model, part))
    return [field.alias or name for name, field in model.model_fields.items()]


def _entry_type(model: type[Part], key: str) -> Any:
    for name, field in model.model_fields.items():
        if key in (field.alias, name):
            return field.annotation
    return get_type_hints(model)["__pydantic_extra__"]


def _part_in(annotation: Any) -> Any:
    """The part that an annotation speaks of: itself, one that may be left out, several of them."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return annotation
    found = (_part_in(inner) for inner in get_args(annotation))
    return next((part for part in found if part is not None), None)

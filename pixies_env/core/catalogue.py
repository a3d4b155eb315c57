"""Catalogues: the fixed lists of decisions and of chance outcomes, with their names.

Ids are roles, relative to the seat to move; a name is a fact, resolved with the state. An entry
is a verb and the roles of its arguments; families of entries lie side by side, so that kernels
compute an id from the start of its family.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property


@dataclass(frozen=True)
class Family:
    """Entries with one verb: ``arguments[k]`` are the roles of entry ``start + k``."""

    verb: str
    start: int
    arguments: tuple[tuple[str, ...], ...]
    meaning: str = ""

    def __len__(self) -> int:
        return len(self.arguments)


@dataclass(frozen=True)
class Catalogue:
    """All entries of one kind in the order of their ids."""

    families: tuple[Family, ...]
    parts: tuple[range, ...] = field(repr=False, compare=False)
    """Ids of each family, or of each of its parts: what :meth:`build` was handed."""
    _family_of: tuple[int, ...] = field(repr=False, compare=False)

    @classmethod
    def build(
        cls, entries: Iterable[tuple[str | IntEnum, Sequence[Sequence[str]], str]]
    ) -> Catalogue:
        """Lay families ``(verb, arguments of each entry, meaning)`` one after the other.

        A member of a vocabulary stands for its name in small letters.
        Neighbours with the same verb are parts of one family, which has the meaning of the first.
        ValueError if a verb comes again later on.
        """
        families: list[Family] = []
        parts: list[range] = []
        start = 0
        for word, arguments, meaning in entries:
            verb = word.name.lower() if isinstance(word, IntEnum) else word
            part = tuple(tuple(entry) for entry in arguments)
            if families and families[-1].verb == verb:
                whole = families.pop()
                families.append(replace(whole, arguments=whole.arguments + part))
            elif any(family.verb == verb for family in families):
                raise ValueError(f"the parts of the family {verb!r} must follow each other")
            else:
                families.append(Family(verb, start, part, meaning))
            parts.append(range(start, start + len(part)))
            start += len(part)
        owner = tuple(index for index, family in enumerate(families) for _ in family.arguments)
        return cls(tuple(families), tuple(parts), owner)

    def __len__(self) -> int:
        return len(self._family_of)

    def __getitem__(self, verb: str) -> Family:
        for family in self.families:
            if family.verb == verb:
                return family
        raise KeyError(f"no family {verb!r}; there are {', '.join(f.verb for f in self.families)}")

    def family(self, entry: int) -> Family:
        """Family of an id."""
        return self.families[self._family_of[entry]]

    def arguments(self, entry: int) -> tuple[str, ...]:
        """Roles of the arguments of an id."""
        family = self.family(entry)
        return family.arguments[entry - family.start]

    def role(self, entry: int) -> str:
        """Name of an id without a state, such as ``offer(demanded,3)`` or ``assign(+1)``."""
        return self.roles[entry]

    def name(self, state: object, entry: int) -> str:
        """Name of an id in a state, of catalogues whose names no state changes."""
        return self.roles[entry]

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """Role names of all ids."""
        return tuple(
            format_name(family.verb, arguments)
            for family in self.families
            for arguments in family.arguments
        )

    @cached_property
    def digest(self) -> str:
        """Hash of all role names: what records, checkpoints and policies are tied to."""
        text = json.dumps(self.roles, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def format_name(verb: str, arguments: Sequence[str]) -> str:
    """``verb(a,b)``, or the bare verb without arguments."""
    return f"{verb}({','.join(arguments)})" if arguments else verb


def parse_name(name: str) -> tuple[str, tuple[str, ...]]:
    """Take a name apart; spaces do not count. ValueError if it has not the form of a name."""
    text = "".join(name.split())
    verb, opened, rest = text.partition("(")
    if not verb or (opened and not rest.endswith(")")):
        raise ValueError(f"{name!r} is not a name of the form verb or verb(argument,argument)")
    return verb, tuple(rest[:-1].split(",")) if opened else ()

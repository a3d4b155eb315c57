"""How far printed numbers can be trusted, in the words of a board file; numbers of one's own.

The standing of a table has clauses, parted by ``;``. One that begins with keys of the table and a
colon is about these, any other about the rest. What is said twice is said once. What a file
changes is no longer what those words are about: it is ``own``, unless the file says otherwise. And
a file that is being filled in has :data:`OPEN` for what is not known yet, which is as on the
shipped board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

STANDING = "standing"
"""Key of the words in each table."""
OWN = "own"
"""Standing of a number that a file brings."""
PARTLY_OWN = "own where filled in, the rest default"
OPEN = "?"
"""In the place of a value: as on the shipped board, until it is known."""


def clauses(standing: str, keys: Iterable[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Clauses of a standing that name keys, by key, and the others."""
    known = set(keys)
    of_key: dict[str, list[str]] = {}
    of_rest: list[str] = []
    for clause in standing.split(";"):
        names, colon, words = clause.partition(":")
        named = [name.strip() for name in names.split(",")]
        if colon and known.issuperset(named):
            for key in named:
                of_key.setdefault(key, []).append(words.strip())
        else:
            of_rest.append(clause.strip())
    return of_key, of_rest


def standing_by_key(standing: str, keys: Iterable[str]) -> dict[str, str]:
    """What a standing says of each key."""
    keys = tuple(keys)
    of_key, of_rest = clauses(standing, keys)
    return {key: "; ".join(dict.fromkeys(of_key.get(key, of_rest))) for key in keys}


def unknown_keys(standing: str, keys: Iterable[str]) -> Iterator[str]:
    """Single words before the colon of a clause that are no keys of the table."""
    known = set(keys)
    for clause in standing.split(";"):
        names, colon, _ = clause.partition(":")
        named = [name.strip() for name in names.split(",")]
        if colon and all(re.fullmatch(r"\w+", name) for name in named):
            yield from (name for name in named if name not in known)


def joined(words: Mapping[str, str]) -> str:
    """The standing that says so of each key; keys with the same words share a clause."""
    if len(set(words.values())) == 1:
        return next(iter(words.values()))
    keys_of: dict[str, list[str]] = {}
    for key, said in words.items():
        for clause in said.split(";"):
            keys_of.setdefault(clause.strip(), []).append(key)
    return "; ".join(f"{', '.join(keys)}: {said}" for said, keys in keys_of.items())


def with_own_numbers(content: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a file with all values, and with words that fit where the file changed some.

    Args:
        content: what the file holds, which need not be a board.
        shipped: the shipped board, in the same structure.
    """
    return {
        table: _own_table(entries, shipped[table])
        if table in shipped and isinstance(entries, Mapping)
        else entries
        for table, entries in content.items()
    }


def _own_table(entries: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    values, altered = dict(entries), dict[str, str]()
    keys = [key for key in entries if key != STANDING]
    said = entries.get(STANDING)
    words = standing_by_key(said, keys) if isinstance(said, str) else dict[str, str]()
    theirs = standing_by_key(shipped[STANDING], [key for key in shipped if key != STANDING])
    for key in keys:
        if key not in shipped:
            continue
        values[key], open_ones, given = _filled_in(entries[key], shipped[key])
        if open_ones:
            altered[key] = PARTLY_OWN if given else theirs[key]
        elif values[key] != shipped[key] and words.get(key) == theirs[key]:
            altered[key] = OWN
    if altered and words:
        values[STANDING] = joined(words | altered)
    return values


def _filled_in(value: Any, shipped: Any) -> tuple[Any, int, int]:
    """A value without open places, how many it had, and how many were filled in."""
    if value == OPEN:
        return shipped, 1, 0
    if not isinstance(value, Mapping) or not isinstance(shipped, Mapping):
        return value, 0, 1
    whole, open_ones, given = dict(value), 0, 0
    for key, entry in value.items():
        if key in shipped:
            whole[key], still_open, filled = _filled_in(entry, shipped[key])
            open_ones, given = open_ones + still_open, given + filled
        else:
            given += 1
    return whole, open_ones, given

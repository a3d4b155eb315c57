"""How people write the value of one field of a state: in numbers, names, lists and dictionaries.

A :class:`Reading` turns what stands in a field into plain data and back. Words are the names of the
members of a vocabulary in small letters; None stands for a number that means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, Field

from pixies_env.core.kit.enums import words
from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.core.kit.written import among
from pixies_env.core.kit.zones import EMPTY
from pixies_env.core.seam import NOBODY

Names = type[IntEnum] | Sequence[str]
"""A vocabulary, or words in the order of an array."""
LARGEST = 127
"""What an int8 holds; the limit of a number whose field is not known."""
HIDDEN = "face_down"
"""Word for cards that are not known."""


@dataclass(frozen=True)
class Reading:
    """One way to write the value of a field.

    ``form`` is the type that pydantic checks what is written against, ``tell(value)`` makes plain
    data of a number or an array, ``lay(given)`` what is stored for what passed the check.
    """

    form: Any
    tell: Callable[[Any], Any]
    lay: Callable[[Any], Any]


def whole(least: int = 0, most: int = LARGEST, offset: int = 0) -> Reading:
    """A whole number of so much; it is written with ``offset`` added, such as spaces from 1."""
    form = Annotated[int, Field(ge=least + offset, le=most + offset)]
    return Reading(form, lambda value: int(value) + offset, lambda given: given - offset)


def flag() -> Reading:
    """Yes or no."""
    return Reading(bool, bool, int)


def number_or_none(nothing: int = 0, least: int = 0, most: int = LARGEST) -> Reading:
    """A whole number; ``nothing`` is written as None."""
    return or_none(whole(least, most), nothing)


def seat_or_none() -> Reading:
    """A seat; nobody is written as None."""
    return number_or_none(NOBODY)


def member(names: Names, nothing: int | None = None) -> Reading:
    """The name of a member; ``nothing`` is a number that stands for none and is written as None."""
    named = _named(dict(enumerate(_listed(names))))
    return named if nothing is None else or_none(named, nothing)


def members(names: Names) -> Reading:
    """The names of those in a set, a word of bits, in the order of the vocabulary."""
    listed = _listed(names)

    def check(given: list[str]) -> list[str]:
        if len(set(given)) != len(given):
            raise ValueError("names one twice")
        return given

    return Reading(
        Annotated[list[Annotated[str, among(listed)]], AfterValidator(check)],
        lambda word: [name for place, name in enumerate(listed) if (int(word) >> place) & 1],
        lambda given: sum(1 << listed.index(name) for name in given),
    )


def by_name(names: Names, reading: Reading, left_out: Any = None) -> Reading:
    """What stands in an array for each member or name, by name.

    Without ``left_out`` none may be left out; else that stands for those that are.
    """
    listed = _listed(names)
    least = len(listed) if left_out is None else 0
    form = dict[Annotated[str, among(listed)], reading.form]  # type: ignore[name-defined]

    def lay(given: Mapping[str, Any]) -> list[Any]:
        return [reading.lay(given[name]) if name in given else left_out for name in listed]

    return Reading(
        Annotated[form, Field(min_length=least)],
        lambda values: {
            name: reading.tell(value) for name, value in zip(listed, values, strict=True)
        },
        lay,
    )


def amounts(names: Names, most: int = LARGEST, *, hidden: bool = False) -> Reading:
    """How many of each member or name; what is left out is 0.

    With ``hidden`` there is one more entry, for cards face down, told if there are any.
    """
    if not hidden:
        return by_name(names, whole(0, most), 0)
    reading = by_name((*_listed(names), HIDDEN), whole(0, most), 0)

    def tell(numbers: Any) -> dict[str, int]:
        told: dict[str, int] = reading.tell(numbers)
        return told if told[HIDDEN] else {name: told[name] for name in _listed(names)}

    return Reading(reading.form, tell, reading.lay)


def places(names: Names, named: Mapping[int, str], seats: int) -> Reading:
    """Where each member lies, by name: a place in words, or a seat."""
    numbers_of = {word: number for number, word in named.items()}

    def check(place: int | str) -> int | str:
        if place not in (*numbers_of, *range(seats)):
            raise ValueError(f"must be one of {', '.join(numbers_of)} or a seat, 0 to {seats - 1}")
        return place

    place = Reading(
        Annotated[int | str, AfterValidator(check)],
        lambda place: named.get(int(place), int(place)),
        lambda given: numbers_of.get(given, given),
    )
    return by_name(names, place)


def lying_at(names: Names, place: int) -> Callable[[Any], list[str]]:
    """Tells the names of what lies at a place, of an array that holds the place of each."""
    listed = _listed(names)
    return lambda where: [name for name, at in zip(listed, where, strict=True) if at == place]


def row(names: Names, places: int) -> Reading:
    """The card at each place of a row, in order; an empty place is None."""
    cards = dict(enumerate(_listed(names)))
    return each(or_none(_named({**cards, FACE_DOWN: HIDDEN}), EMPTY), places)


def order(places: int) -> Reading:
    """Seats from first to last; the places behind the last hold nobody."""

    def lay(given: list[int]) -> list[int]:
        return [*given, *[NOBODY] * (places - len(given))]

    form = Annotated[list[Annotated[int, Field(ge=0, lt=places)]], Field(max_length=places)]
    return Reading(form, lambda seats: [int(seat) for seat in seats if seat != NOBODY], lay)


def flagged_seats(places: int) -> Reading:
    """The seats for which something holds."""

    def lay(given: list[int]) -> list[int]:
        return [int(seat in given) for seat in range(places)]

    form = list[Annotated[int, Field(ge=0, lt=places)]]
    return Reading(form, lambda flags: np.flatnonzero(flags).tolist(), lay)


def numbers(shape: tuple[int, ...], least: int = 0, most: int = LARGEST) -> Reading:
    """Whole numbers, a list for each dimension."""
    reading = whole(least, most)
    for length in reversed(shape):
        reading = each(reading, length)
    return reading


def first_of(length: int, reading: Reading, used: int, rest: Any = 0) -> Reading:
    """What stands at the first places of an array with room for more; the others hold ``rest``."""

    def lay(given: Any) -> list[Any]:
        return [*reading.lay(given), *[rest] * (length - used)]

    return Reading(reading.form, lambda values: reading.tell(values[:used]), lay)


def reading_of(dtype: np.dtype[Any], said: type[IntEnum] | Reading | None = None) -> Reading:
    """The reading of a field of a record, by its dtype and what is said of it.

    Nothing said: whole numbers that the dtype can hold, in a list for each dimension. A
    vocabulary: the name of a member, or where the last dimension has its length (or one more, for
    cards face down) how many of each. ValueError if a vocabulary fits neither.
    """
    if isinstance(said, Reading):
        return said
    base, shape = (dtype.base, dtype.shape)
    limits = np.iinfo(base)
    if said is None:
        return numbers(shape, int(limits.min), int(limits.max))
    if not shape:
        return member(said)
    if shape[-1] not in (len(said), len(said) + 1):
        raise ValueError(
            f"{said.__name__} has {len(said)} members, which do not fit an array of shape {shape}; "
            f"say how such a field is read"
        )
    reading = amounts(said, int(limits.max), hidden=shape[-1] == len(said) + 1)
    for length in reversed(shape[:-1]):
        reading = each(reading, length)
    return reading


def _listed(names: Names) -> tuple[str, ...]:
    return words(names) if isinstance(names, type) else tuple(names)


def _named(by_number: Mapping[int, str]) -> Reading:
    numbers_of = {word: number for number, word in by_number.items()}
    form = Annotated[str, among(tuple(numbers_of))]
    return Reading(form, lambda value: by_number[int(value)], numbers_of.__getitem__)


def or_none(reading: Reading, nothing: int) -> Reading:
    """The same, with ``nothing`` written as None."""
    return Reading(
        reading.form | None,
        lambda value: None if value == nothing else reading.tell(value),
        lambda given: nothing if given is None else reading.lay(given),
    )


def each(reading: Reading, length: int) -> Reading:
    """A list of so many of what a reading writes."""
    return Reading(
        Annotated[list[reading.form], Field(min_length=length, max_length=length)],  # type: ignore[name-defined]
        lambda values: [reading.tell(value) for value in values],
        lambda given: [reading.lay(entry) for entry in given],
    )

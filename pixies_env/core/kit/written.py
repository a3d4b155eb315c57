"""What people write as dictionaries, positions above all: its form checked, errors naming keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from pixies_env.core.problems import problem_text


class Written(BaseModel):
    """Base of everything that is read. Strict: no number from a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Count = Annotated[int, Field(ge=0, le=127)]
"""How many of something, as a field of 8 bits holds it."""


def among(names: Sequence[str]) -> AfterValidator:
    """Annotation of a text that must be one of some names."""

    def check(name: str) -> str:
        if name not in names:
            raise ValueError(f"must be one of {', '.join(names)}")
        return name

    return AfterValidator(check)


Form = TypeVar("Form", bound=Written)


def read(form: type[Form], mapping: Any, what: str) -> Form:
    """Check the form; ValueError says that it is no ``what`` and names every key that is wrong."""
    try:
        return form.model_validate(mapping)
    except ValidationError as error:
        found = (_problem(mapping, each, what) for each in error.errors(include_url=False))
        problems = list(dict.fromkeys(found))
        raise ValueError(f"this is no {what}:\n  " + "\n  ".join(problems)) from None


_IN_WORDS = {"missing": "is missing", "extra_forbidden": "is no key of a {what}"}


def _problem(mapping: Any, problem: Any, what: str) -> str:
    """One line: the place in the dictionary, and what is wrong there."""
    place, here = [], mapping
    for step in problem["loc"]:
        # Behind the key come names of the alternatives that were tried.
        inside = range(len(here)) if isinstance(here, list) else here
        if not isinstance(here, list | dict) or step not in inside:
            break
        place.append(str(step))
        here = here[step]
    if problem["type"] == "missing":
        place.append(str(problem["loc"][-1]))
    where = ".".join(place) or "the whole"
    words = _IN_WORDS.get(problem["type"])
    return (
        f"{where}: {words.format(what=what)}"
        if words
        else f"{where}: {problem_text(problem)}, not {here!r}"
    )

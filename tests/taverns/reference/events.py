"""What the flow of the game yields: decisions and chance events (section 5)."""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.reference.names import make_name, split_name
from tests.reference.questions import shares


@dataclass(frozen=True)
class Decision:
    """One choice of one player; the options are found in the state when they are read."""

    player: int
    question: str
    names: Callable[[], list[str]] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Chance:
    """One random event; the owner is the seat that rolls, draws or is dealt to, if there is one."""

    owner: int | None
    kind: str
    shares: Callable[[], dict[str, Fraction]] = field(repr=False, compare=False)


Flow = Generator[Decision | Chance, str, None]
Answer = Generator[Decision | Chance, str, tuple[str, list[str]]]
Outcome = Generator[Decision | Chance, str, str]


def ask(player: int, question: str, names: Callable[[], list[str]]) -> Answer:
    """Ask a player; the answer comes back as word and arguments."""
    answer = yield Decision(player, question, names)
    return split_name(answer)


def choose(player: int, question: str, names: Callable[[], list[str]]) -> Answer:
    """Ask only if there is an option; else the word is empty (section 3, effects)."""
    if not names():
        return "", []
    return (yield from ask(player, question, names))


def draw(owner: int | None, kind: str, counts: Callable[[], Counter[Any]]) -> Outcome:
    """Let chance decide in proportion to the counts; the argument of the outcome comes back."""

    def outcomes() -> dict[str, Fraction]:
        return shares({make_name(kind, what): count for what, count in counts().items()})

    answer = yield Chance(owner, kind, outcomes)
    return split_name(answer)[1][0]

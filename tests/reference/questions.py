"""What the flow of the game yields: decisions and chance events (rules section 5)."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction

from .names import split_name


@dataclass
class Decision:
    """One choice of one player; the options are computed from the state when they are read."""

    player: int
    kind: str
    options: Callable[[], list[str]]


@dataclass
class Chance:
    """One random event; `owner` is the player who rolls, draws or is dealt to."""

    owner: int | None
    kind: str
    outcomes: Callable[[], dict[str, Fraction]]


Flow = Generator[Decision | Chance, str, None]
Answer = Generator[Decision | Chance, str, tuple[str, list[str]]]


class LastPlayerLeftError(Exception):
    """Only one player is left: the game ends at once (section 2, punishment points)."""


def ask(player: int, kind: str, options: Callable[[], list[str]]) -> Answer:
    """Ask a player; the answer comes back as word and arguments."""
    answer = yield Decision(player, kind, options)
    return split_name(answer)


def draw(owner: int | None, kind: str, outcomes: Callable[[], dict[str, Fraction]]) -> Answer:
    """Let chance decide; the answer comes back as word and arguments."""
    answer = yield Chance(owner, kind, outcomes)
    return split_name(answer)


def shares(counts: dict[str, int]) -> dict[str, Fraction]:
    """Probabilities in proportion to counts; what has no share is left out."""
    total = sum(counts.values())
    return {name: Fraction(count, total) for name, count in counts.items() if count > 0}

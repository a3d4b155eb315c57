"""How much one link may have and ask for at a time, so that nobody's pages crowd out the others.

Analyses that pages open are counted for the link that the first of them was opened with: those that
are opened from an analysis count for the same one. The oldest make room; what is asked for beyond
the other bounds is refused until there is room again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pixies_experiments.web.model import Table
from pixies_experiments.web.seats import Guest

MOST_KEPT = 20
"""Analyses of one link on disk."""
MOST_HELD = 4
"""Of these in memory, besides those that somebody looks at."""
MOST_SEATED = 64
"""Tables in memory, besides those that somebody looks at and games in which agents move."""
MOST_VIEWS = 64
"""Of one position, for as many combinations of tokens."""
MOST_AT_WORK = 2
"""Opinions, and analyses that are being opened, of one link."""
MOST_WAITING = 32
"""Pages of one link that wait for news."""
AWAY_SECONDS = 60.0
"""After so long without a page nobody looks at an analysis: its agents wait."""


class TooMuchError(Exception):
    """A link asks for more than it may have at a time; the message says what to do."""


class Turns:
    """How many turns each of those who ask has at a time.

    Args:
        most: turns.
        refusal: what is told to who asks for one more.
    """

    def __init__(self, most: int, refusal: str) -> None:
        self._most, self._refusal = most, refusal
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Take a turn for the block; TooMuchError if there is none."""
        if self._taken[who] >= self._most:
            raise TooMuchError(self._refusal)
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


def opener(table: Table, guest: Guest) -> str:
    """The link for which counts what a guest does at a table."""
    if table.opened_by is not None:
        return table.opened_by
    if guest.owner:
        return f"{table.id}/owner"
    return f"{table.id}/{f'seat {min(guest.seats)}' if guest.seats else 'watch'}"

"""What each seat has seen happen, so that an information state remembers all of it.

A position without what a seat does not know says all that matters for how the game goes on, but
not how it got there. OpenSpiel's information states remember that, too: an opponent who took the
other way to the same position may hold other cards.
"""

from __future__ import annotations

from pixies_env.core.seam import NOBODY, Sight
from pixies_env.core.states.state import State

_SECRET = "?"


class Memory:
    """Events as each seat has seen them, in text, each after a space.

    What a seat does not see is ``?``. That something happened is no secret: who is asked, and
    what, is seen by all. What it sees later is added in parentheses when it comes to light.
    """

    def __init__(self, seats: int) -> None:
        self.seen = [""] * seats
        self._later = [""] * seats

    def __deepcopy__(self, memo: object) -> Memory:
        copy = Memory(0)
        copy.seen, copy._later = self.seen[:], self._later[:]
        return copy

    def of(self, seat: int) -> Memory:
        """What is left of it in a world that a seat imagines: it knows nothing of the others'."""
        copy = Memory(len(self.seen))
        copy.seen[seat] = self.seen[seat]
        return copy

    def note(self, state: State, name: str) -> None:
        """Remember how the event goes that is due, by its name; it has not happened yet."""
        decider = state.player if state.waiting == "decision" else NOBODY
        whose = "chance" if decider == NOBODY else str(decider)
        told = f" {whose}:{name}"
        for seat, sight in enumerate(state.sights()):
            if seat == decider or sight == Sight.AT_ONCE:
                self.seen[seat] += told
                continue
            self.seen[seat] += f" {whose}:{_SECRET}"
            if sight == Sight.LATER:
                self._later[seat] += told

    def reveal(self, state: State) -> None:
        """Add what has come to light by the last event."""
        for seat, later in enumerate(self._later):
            if later and state.is_revealed(seat):
                self.seen[seat] += f" ({later[1:]})"
                self._later[seat] = ""

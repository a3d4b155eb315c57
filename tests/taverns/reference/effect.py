"""An effect of the data file, and where effects are in place (section 3, effects)."""

from collections.abc import Callable
from dataclasses import dataclass

from .data import Plain
from .events import Flow
from .state import Hunt, Minion, Seat, State, Turn

OPEN_POINT_ONLY = {
    "visit_any",
    "visit_free",
    "owl",
    "duplicate",
    "step",
    "collect_again",
}
ATTACK_POINT_ONLY = {"symbol", "any_symbol", "face", "extra_die", "no_wounds"}
ON_THE_ACTIVE_MINION = {"heal_active", "wound_active", "lose_carried", "carry"}


@dataclass(frozen=True)
class Effect:
    """An effect of the data file on a player.

    The point is ``open`` or ``attack`` for a free action, else ``encounter``, ``event``,
    ``special attack`` or ``dragon appears``.
    """

    state: State
    player: int
    spec: Plain
    point: str
    by_ability: bool = False

    @property
    def name(self) -> str:
        """The word of the rules page."""
        name: str = self.spec["effect"]
        return name

    @property
    def n(self) -> int:
        """How much is gained, or lost if below 0."""
        amount: int = self.spec["n"]
        return amount

    @property
    def seat(self) -> Seat:
        """Of the player."""
        return self.state.seats[self.player]

    @property
    def turn(self) -> Turn:
        """The turn in which it happens."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def active(self) -> Minion:
        """The active minion, where the effect needs one."""
        active = self.state.active(self.player)
        assert active is not None
        return active

    @property
    def hunt(self) -> Hunt:
        """The hunt, where the effect needs one."""
        assert self.state.hunt is not None
        return self.state.hunt

    def is_in_place(self) -> bool:
        """Are its point and its minion there? An encounter is met at an open point."""
        has_active = self.state.active(self.player) is not None
        if self.name in OPEN_POINT_ONLY:
            return has_active and self.point in ("open", "encounter")
        if self.name in ATTACK_POINT_ONLY:
            return self.point == "attack"
        return has_active or self.name not in ON_THE_ACTIVE_MINION


@dataclass(frozen=True)
class Row:
    """A row of the table of effects: what happens, and the condition as a free action."""

    happen: Callable[[Effect], Flow]
    condition: Callable[[Effect], bool]


def never(effect: Effect) -> bool:
    """Not as a free action."""
    return False


def always(effect: Effect) -> bool:
    """There is always something that changes."""
    return True

"""The form of a position in a dictionary, as a person may write it: what is left out is filled in.

Keys are those of :class:`describe.Describer`. Left out may be everything but ``players``; what
stands for it fits the rest, see :mod:`position_fill` and :mod:`position_cards`.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from pixies_env.core.kit.written import Count, Written, among, read
from pixies_env.havresac.limits import MAX_VP
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    CREATURES,
    FACES,
    GUARDIANS,
    MONSTERS,
    OBJECTS,
    PHASES,
    QUESTIONS,
    SEASONS,
)

Seat = Annotated[int, Field(ge=0, le=3)]
Amount = Annotated[int, Field(ge=0, le=MAX_VP)]
Guardian = Annotated[str, among(GUARDIANS)]
Creature = Annotated[str, among(CREATURES)]
Monster = Annotated[str, among(MONSTERS)]
Thing = Annotated[str, among(OBJECTS)]
Face = Annotated[str, among(FACES)]
Season = Annotated[str, among(SEASONS)]
Phase = Annotated[str, among(PHASES)]
Question = Annotated[str, among((*QUESTIONS, *CHANCE_KINDS))]


class Waiting(Written):
    """What the position waits for; None is what the rest of the position asks for."""

    for_: Literal["decision", "chance", "nothing"] | None = Field(default=None, alias="for")
    player: Seat | None = None
    question: Question | None = None


class Played(Written):
    """The Guardian being played; ``powers`` None is as when it is drawn."""

    guardian: Guardian
    cell: str | None = None
    boots: Count = 0
    feather: bool = False
    sword: bool = False
    powers: Count | None = None
    found: Thing | None = None


class SeatPosition(Written):
    """What belongs to one player; None means whatever fits the rest."""

    vp: Amount | None = None
    gold: Amount | None = None
    bag: dict[Guardian, Count] | None = None
    idle: dict[Guardian, Count] | None = None
    guardians: dict[str, Guardian] = {}
    creatures: dict[str, Creature] | None = None
    tents: list[str] = []
    repaired: list[str] | None = None
    opened: list[str] | None = None
    gains: dict[Creature, Count] | None = None
    hunted: dict[Monster, Count] | None = None
    fairies: Count | None = None
    villages_left: Count | None = None
    objects: dict[Thing, Count] = {}
    closed: dict[Thing, Count] | None = None
    cups: Count = 0


class Position(Written):
    """A whole position."""

    players: int
    season: Season | None = None
    round: Count | None = None
    phase: Phase = "adventure"
    waiting: Waiting = Waiting()
    turn: Count | None = None
    turned: Count = 0
    buying_order: list[Seat] | None = None
    stopped: list[Seat] = []
    faces: dict[Guardian, Face | None] = {}
    reserve: dict[Guardian, Count] | None = None
    cards_left: list[str] | None = None
    played: Played | None = None
    seats: Sequence[SeatPosition] | None = None


class WholeSeat(SeatPosition):
    """What belongs to one player, nothing left out."""

    vp: Amount
    gold: Amount
    bag: dict[Guardian, Count]
    idle: dict[Guardian, Count]
    creatures: dict[str, Creature]
    repaired: list[str]
    opened: list[str]
    gains: dict[Creature, Count]
    hunted: dict[Monster, Count]
    fairies: Count
    villages_left: Count
    closed: dict[Thing, Count]


class WholePosition(Position):
    """A position with nothing left out but what the state itself tells."""

    round: Count
    turn: Count
    cards_left: list[str]
    seats: Sequence[WholeSeat]


def read_position(mapping: Any) -> Position:
    """Check the form; ValueError names every key that is wrong."""
    return read(Position, mapping, "position")

"""The form of a position in a dictionary, as a person may write it: what is left out is filled in.

Keys are those of :func:`describe.describe`. Left out may be everything but ``players``, and
``demands_left`` after the first round: cubes and goods lie as at the start, pixies that stand
nowhere are in the mine, goods, stones and food tiles that lie nowhere are in the stock, in the
reserve and on the pile.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from pixies_env.core.kit.written import Count, Written, among, read
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    CUBES,
    FOODS,
    GOODS,
    HAND_NAMES,
    ONE_USE_TILES,
    PHASES,
    QUESTIONS,
    REASONS,
    REWARD_SERIES,
    SKILLS,
    SOURCES,
)

Seat = Annotated[int, Field(ge=0, le=4)]
Effect = Annotated[list[Annotated[int, Field(ge=-1, le=127)]], Field(min_length=4, max_length=4)]


def _fits_extra_slot(tile: int | str) -> int | str:
    if tile not in (*range(1, 10), *ONE_USE_TILES):
        raise ValueError(f"must be the value of a food tile or one of {', '.join(ONE_USE_TILES)}")
    return tile


Good = Annotated[str, among(GOODS)]
Food = Annotated[str, among(GOODS[:FOODS])]
Cube = Annotated[str, among(CUBES)]
Tile = Annotated[str, among(ONE_USE_TILES)]
ExtraTile = Annotated[int | str, AfterValidator(_fits_extra_slot)]
Skill = Annotated[str, among(SKILLS)]
Series = Annotated[str, among(REWARD_SERIES)]
Source = Annotated[str, among(SOURCES)]
Hand = Annotated[str, among(HAND_NAMES)]
Phase = Annotated[str, among(PHASES)]
Question = Annotated[str, among((*QUESTIONS, *CHANCE_KINDS))]
Reason = Annotated[str, among(REASONS[1:])]


class Waiting(Written):
    """What the position waits for."""

    for_: Literal["decision", "chance", "nothing"] = Field(default="decision", alias="for")
    player: Seat | None = None
    question: Question | None = None


class SingleSpaces(Written):
    """Which single spaces were used this round."""

    mine: list[Seat] = []
    exchange_tiles: list[Seat] = []
    copy_: list[Seat] = Field(default=[], alias="copy")
    goods: Count = 0
    special_offering: bool = False
    turn_order: bool = False
    temporary_priority: Seat | None = None


class SeatPosition(Written):
    """What belongs to one player; None means as at the start."""

    goods: dict[Good, Count] | None = None
    punishment: Annotated[int, Field(ge=0, le=1000)] = 0
    reward_points: Annotated[int, Field(ge=0, le=10000)] | None = None
    points_from: dict[Source, Annotated[int, Field(ge=0, le=10000)]] | None = None
    tiles_won: dict[Series, Count] | None = None
    silver_space: Annotated[int, Field(ge=1, le=127)] = 1
    gold_space: Annotated[int, Field(ge=1, le=127)] = 1
    mine: Count | None = None
    stones: list[Count] = []
    servants: Count | None = None
    first_servant: Count | None = None
    skill: Skill | None = None
    food_tile: Annotated[int, Field(ge=1, le=9)] | None = None
    one_use_tile: Tile | None = None
    discs: Count | None = None
    passed: bool = False
    out: Annotated[int, Field(ge=1, le=5)] | None = None


class Pending(Written):
    """What is under way inside a phase; only needed in the middle of an action."""

    step: Count
    cursor: Annotated[int, Field(ge=-1, le=5)]
    order_of_round: list[Seat]
    effects: list[Effect]
    due: Count = 0
    picks: Count = 0
    stones_drawn: Count = 0
    points_left: Count = 0
    assigned: list[Count] = []
    promotions: Count = 0


class Position(Written):
    """A whole position."""

    players: int
    round: Count = 1
    phase: Phase = "actions"
    waiting: Waiting = Waiting()
    small_order: list[Seat] | None = None
    big_order: list[Seat] | None = None
    stock: dict[Good, Count] | None = None
    bag: dict[Cube, Count] | None = None
    reserve_stones: Count | None = None
    special_offering_track: dict[Good, Count] | None = None
    food_pile: list[Annotated[int, Field(ge=1, le=9)]] | None = None
    one_use_on_board: list[Tile] | None = None
    skills_on_board: list[Skill] = []
    extra_slot_tile: ExtraTile | None = None
    rewards_taken: dict[Series, Count] = {}
    demands_left: dict[Food, Count] | None = None
    demand: Food | None = None
    hands: dict[Hand, Seat | Literal["virtual"] | None] = {}
    discs_on: dict[Hand, Annotated[int, Field(ge=0, le=2)]] = {}
    servant_space: Seat | None = None
    virtual_mine: Count | None = None
    single_spaces: SingleSpaces = SingleSpaces()
    copies: Count | None = None
    announced: list[Seat] = []
    offers: list[Annotated[list[Count], Field(min_length=3, max_length=3)]] = []
    refused: list[Seat] = []
    seats: list[SeatPosition] | None = None
    pending: Pending | None = None
    reason: Reason | None = None


def read_position(mapping: Any) -> Position:
    """Check the form; ValueError names every key that is wrong."""
    return read(Position, mapping, "position")

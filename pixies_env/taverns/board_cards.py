"""The tables of cards, dragons and tracks of a board file, one frozen model each."""

from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from pixies_env.core.errors import shown
from pixies_env.core.kit.board_files import BoardTable, Part, one_of
from pixies_env.taverns import limits
from pixies_env.taverns.board_parts import (
    Amount,
    Effects,
    EffectWords,
    Kind,
    Name,
    Points,
    Price,
    Site,
    refuse_others,
)
from pixies_env.taverns.names import CONDITIONS, ITEMS, Condition


class RecipePoints(Part):
    """Prestige of each recipe, by the list of its ingredients."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Points] = Field(init=False)


class Recipes(BoardTable):
    """The recipes, whose names are the lists of their ingredients."""

    prestige: RecipePoints

    def points(self) -> dict[str, int]:
        """Prestige by recipe."""
        return dict(self.prestige.model_extra or {})


class Hero(Part):
    """One hero."""

    name: Name
    cost: Price
    prestige: Points
    ability: EffectWords
    bonus: EffectWords


class Heroes(BoardTable):
    """The heroes."""

    cards: Annotated[tuple[Hero, ...], Field(min_length=4, max_length=limits.MAX_HEROES)]


class Reward(Part):
    """What a completed row of a dragon's board pays."""

    gold: Amount = 0
    energy: Amount = 0
    meat: Amount = 0
    prestige: Amount = 0


def _checked_row(row: str) -> str:
    if not 1 <= len(row) <= limits.MAX_ROW_SPACES or set(row) - {"S", "B"}:
        most = limits.MAX_ROW_SPACES
        raise ValueError(f"is {shown(row)}, needs 1 to {most} letters S (sword) and B (bow)")
    return row


class Dragon(Part):
    """One board of a dragon: rows of damage spaces, each with its reward."""

    name: Name
    site: Site
    appears: EffectWords
    special: EffectWords
    rows: Annotated[
        tuple[Annotated[str, AfterValidator(_checked_row)], ...],
        Field(min_length=1, max_length=limits.MAX_ROWS),
    ]
    rewards: Annotated[tuple[Reward, ...], Field(max_length=limits.MAX_ROWS)]


class Dragons(BoardTable):
    """The boards of the dragons."""

    boards: Annotated[tuple[Dragon, ...], Field(min_length=2, max_length=limits.MAX_DRAGONS)]


class Trophies(BoardTable):
    """Prestige of each trophy."""

    prestige: Annotated[tuple[Points, ...], Field(min_length=2, max_length=limits.MAX_TROPHIES)]


class Mission(Part):
    """One mission."""

    name: Name
    condition: Annotated[str, one_of(CONDITIONS)]
    at_least: Points | None = None
    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)] | None = None
    prestige: Points

    @property
    def number(self) -> Condition:
        """The member of the vocabulary."""
        return Condition(CONDITIONS.index(self.condition))

    @model_validator(mode="after")
    def _its_arguments(self) -> "Mission":
        needed: tuple[str, ...] = () if self.number == Condition.NO_WOUND else ("at_least",)
        if self.number == Condition.COOKED_KINDS:
            needed = ("kinds", *needed)
        given = [key for key in ("kinds", "at_least") if getattr(self, key) is not None]
        refuse_others(f"the condition {self.condition!r}", needed, given)
        return self


class Missions(BoardTable):
    """The missions."""

    cards: Annotated[tuple[Mission, ...], Field(min_length=11, max_length=limits.MAX_MISSIONS)]


class Event(Part):
    """One event with its two halves."""

    name: Name
    good: Effects
    bad: Effects


class Events(BoardTable):
    """The events."""

    cards: Annotated[tuple[Event, ...], Field(max_length=limits.MAX_EVENTS)]


Track = Annotated[tuple[EffectWords, ...], Field(min_length=1, max_length=limits.MAX_TRACK)]


class Asymmetric(BoardTable):
    """The track of each tavern, from space 1 on."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Track] = Field(init=False)

    def tracks(self) -> dict[str, tuple[EffectWords, ...]]:
        """Tracks by tavern."""
        return dict(self.model_extra or {})


class Encounter(Part):
    """One encounter."""

    name: Name
    effects: Effects


class Encounters(BoardTable):
    """The encounters. Its deck is made anew of all of them, so there must be one."""

    cards: Annotated[tuple[Encounter, ...], Field(min_length=1, max_length=limits.MAX_ENCOUNTERS)]


ItemCount = Annotated[int, Field(ge=0, le=limits.MAX_ITEMS)]


class Items(Part):
    """How many there are of each item."""

    cube: ItemCount = 0
    potion: ItemCount = 0
    talisman: ItemCount = 0
    boots: ItemCount = 0
    hourglass: ItemCount = 0
    glaive: ItemCount = 0

    def counts(self) -> tuple[int, ...]:
        """Counts in the order of the vocabulary."""
        return self.each(ITEMS)


class Goblin(BoardTable):
    """What the goblin sells."""

    items: Items

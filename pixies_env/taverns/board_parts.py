"""Parts of which the tables of a board file are made: names, amounts, effects."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from pixies_env.core.errors import shown
from pixies_env.core.kit.board_files import Part, one_of
from pixies_env.taverns import limits
from pixies_env.taverns.names import (
    EFFECTS,
    FACES,
    INGREDIENTS,
    SYMBOLS,
    DungeonToken,
    Effect,
)

Amount = Annotated[int, Field(ge=0, le=limits.MAX_AMOUNT)]
Price = Annotated[int, Field(ge=0, le=limits.MAX_PRICE)]
Points = Annotated[int, Field(ge=0, le=limits.MAX_PRESTIGE)]
Site = Annotated[int, Field(ge=1, le=limits.SITES)]
Kind = Annotated[str, one_of(INGREDIENTS)]

_DUNGEON_TOKEN = re.compile(r"(gold|prestige)_(0|[1-9]\d*)", re.ASCII)


def name_problem(name: str) -> str:
    """Why a text cannot be a name that stands in those of decisions; "" if it can."""
    strange = [sign for sign in name if sign in "()," or sign.isspace() or not sign.isprintable()]
    if strange:
        return f"is {shown(name)} with {strange[0]!r}, needs a name without blanks, (, ) and ,"
    if not 1 <= len(name) <= limits.MAX_NAME:
        return f"is {shown(name)}, needs a name of 1 to {limits.MAX_NAME} signs"
    return ""


def _checked_name(name: str) -> str:
    problem = name_problem(name)
    if problem:
        raise ValueError(problem)
    return name


Name = Annotated[str, AfterValidator(_checked_name)]

_ARGUMENTS = {
    Effect.GOLD: ("n",),
    Effect.PRESTIGE: ("n",),
    Effect.ENERGY: ("n",),
    Effect.RUNE: ("n",),
    Effect.COOKED: ("n",),
    Effect.RESERVE: ("kind",),
    Effect.CARRY: ("kind",),
    Effect.TRADE: ("gold", "kind"),
    Effect.SYMBOL: ("symbol",),
    Effect.FACE: ("symbol",),
}
"""What is said of an effect besides its name; of all others nothing."""


class EffectWords(Part):
    """One effect with its arguments."""

    effect: Annotated[str, one_of(EFFECTS[1:])]
    n: Annotated[int, Field(ge=-limits.MAX_AMOUNT, le=limits.MAX_AMOUNT)] | None = None
    kind: Kind | None = None
    symbol: Annotated[str, one_of(FACES)] | None = None
    gold: Price | None = None

    @property
    def number(self) -> Effect:
        """The member of the vocabulary."""
        return Effect(EFFECTS.index(self.effect))

    @model_validator(mode="after")
    def _its_arguments(self) -> "EffectWords":
        needed = _ARGUMENTS.get(self.number, ())
        given = [key for key in ("n", "kind", "symbol", "gold") if getattr(self, key) is not None]
        refuse_others(f"the effect {self.effect!r}", needed, given)
        if self.number == Effect.SYMBOL and self.symbol not in SYMBOLS:
            raise ValueError(f"has the symbol {self.symbol!r}, 'symbol' needs 'sword' or 'bow'")
        if self.number == Effect.COOKED and self.n is not None and self.n < 0:
            raise ValueError(f"has n = {self.n}, 'cooked' needs 0 or more")
        return self


def refuse_others(what: str, needed: tuple[str, ...], given: list[str]) -> None:
    """ValueError unless of the keys that may be left out exactly those needed are given."""
    if set(given) == set(needed):
        return
    found, wanted = (" and ".join(keys) or "no argument" for keys in (given, needed))
    raise ValueError(f"has {found}, {what} needs {wanted}")


Effects = Annotated[tuple[EffectWords, ...], Field(max_length=limits.MAX_EFFECTS)]


def dungeon_token(token: str) -> tuple[DungeonToken, int]:
    """What a token of the dungeon gives and how much of it; ValueError for another text."""
    if token == "wound":
        return DungeonToken.WOUND, 1
    found = _DUNGEON_TOKEN.fullmatch(token)
    if found is None or len(found[2]) > 2 or int(found[2]) > limits.MAX_AMOUNT:
        raise ValueError(
            f"is {shown(token)}, needs 'wound', 'gold_n' or 'prestige_n' "
            f"with a number from 0 to {limits.MAX_AMOUNT}"
        )
    return DungeonToken[found[1].upper()], int(found[2])


def _checked_token(token: str) -> str:
    dungeon_token(token)
    return token


DungeonTokenName = Annotated[str, AfterValidator(_checked_token)]

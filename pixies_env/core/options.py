"""The options of a game, as its factory declares them.

A factory takes the options that stand before it, and says so once::

    ROUNDS = Option("rounds", range(1, 4), 3, "rounds of a game")

    @game_factory("hidden_card", BOARD, ROUNDS)
    def make(board, rounds): ...
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

import numpy as np

from pixies_env.core.errors import UnknownOptionError, listed, shown

HOUSE_RULES = "house_rules"
"""The option of a variant that holds the digest of its rules."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Factory = TypeVar("Factory", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """One option of a game.

    ``values`` are the words and numbers that it can be, a range for many numbers. Where it can be
    something else besides, such as a list, ``others`` says so in words; the factory checks those
    itself, and refuses what is neither by :meth:`refusal`. ``examples`` are some of the others.
    """

    name: str
    values: Sequence[Any]
    default: Any
    meaning: str
    others: str = ""
    examples: tuple[Any, ...] = ()

    @property
    def allowed(self) -> str:
        """All that it can be, in words."""
        if isinstance(self.values, range):
            told = [f"{self.values[0]} to {self.values[-1]}"]
        else:
            told = [repr(value) for value in self.values]
        told += [self.others] if self.others else []
        return " or ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)

    def checked(self, value: Any) -> Any:
        """The value, a number of numpy as one of Python; others are handed through.

        TypeError or ValueError for one that it cannot be.
        """
        if isinstance(value, np.integer | np.bool_):
            value = value.item()
        if not self.others and not self._has(value):
            raise self.refusal(value)
        return value

    def refusal(self, value: Any) -> ValueError | TypeError:
        """The error for a value that it cannot be: TypeError where no value has its type."""
        said = f"{self.name} must be {self.allowed}, not {shown(value)}"
        typical = self.values[:1] if isinstance(self.values, range) else self.values
        known = any(type(value) is type(one) for one in typical)
        return ValueError(said) if known else TypeError(said)

    def _has(self, value: Any) -> bool:
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(type(value) is type(one) and value == one for one in self.values)


BOARD = Option(
    "board",
    (None,),
    None,
    "the printed numbers; None: the shipped ones",
    "a TOML file, the name of another shipped board, a mapping like one, or a board that was read",
)
"""The option of games that have a board file."""


def game_factory(game: str, *options: Option) -> Callable[[Factory], Factory]:
    """Declare the options of a function that makes a game.

    The function is called with all of them by name, those that were not given at their default.
    :attr:`pixies_env.core.game.Game.options` tells what is declared here.

    Args:
        game: name of the game, for errors.
        options: what it takes; who calls it may give them by position in this order.

    TypeError for an option that there is not, TypeError or ValueError for a value that one of
    them cannot be.
    """
    names = [option.name for option in options]

    def declared(make: Factory) -> Factory:
        @functools.wraps(make)
        def made(*values: Any, **given: Any) -> Any:
            if len(values) > len(names):
                raise TypeError(f"{game} has {len(names)} options, not {len(values)}")
            for name, value in zip(names, values, strict=False):
                if name in given:
                    raise TypeError(f"the option {name!r} of {game} is given twice")
                given[name] = value
            for name in given:
                if name not in names:
                    raise UnknownOptionError(
                        f"{game} has no option {name!r}", name, names, _there_are(names)
                    )
            return make(
                **{
                    option.name: option.checked(given.get(option.name, option.default))
                    for option in options
                }
            )

        vars(made)["options"] = options
        return made  # type: ignore[return-value]

    return declared


def takes_game_options(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a function that hands keywords on to a game name its own where one is unknown."""

    @functools.wraps(function)
    def taking(*given: Arguments.args, **named: Arguments.kwargs) -> Result:
        try:
            return function(*given, **named)
        except UnknownOptionError as error:
            raise error.beside(_keywords(function)) from None

    return taking


def _keywords(function: Callable[..., Any]) -> list[str]:
    """What a function takes by name, without the game itself."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind in named and name not in ("self", "cls", "game")
    ]


def _there_are(names: Sequence[str]) -> str:
    return f"its options are {listed(names)}" if names else "it has none"

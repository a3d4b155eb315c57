"""What :func:`check_game` looks at in the options of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import Any

from pixies_env.core.batches.arena import play_games
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Game
from pixies_env.core.options import Option
from pixies_env.core.states.identity import identity
from pixies_env.testing.claims import hold

_MOST_IN_FULL = 32
"""Combinations of options that are all tried; of more, those of each two options are."""


def check_options(game: Game, seed: int) -> None:
    """Options are declared, can be what they say, and change neither catalogues nor observation."""
    names = [option.name for option in game.options]
    hold(len(set(names)) == len(names), game.name, f"names of options are not unique: {names}")
    given = list(game.specification)
    hold(
        sorted(given) == sorted(names),
        game.name,
        f"its specification has {given}, but its factory declares the options {names}",
    )
    for option in game.options:
        _check_declaration(option, f"{game.name}, option {option.name}")
    for factor in game.factors:
        if factor.option:
            _check_factor(game, factor.option, (factor.chosen, factor.dealt), factor.name)
    for option in _varied(game):
        for value in _values(option):
            variant = game.with_options(**{option.name: value})
            where = f"{game.name}, {option.name}={value!r}"
            _check_same_form(game, variant, where)
            check_made_again(variant, where)
            players = min(variant.players)
            for _ in play_games(variant, ["random"], games=1, players=players, seed=seed):
                pass
    for chosen in _combinations(game):
        try:
            variant = game.with_options(**chosen)
        except ValueError:
            continue  # Some do not go together.
        _check_same_form(game, variant, f"{game.name}, {chosen}")


def _check_declaration(option: Option, where: str) -> None:
    hold(option.name.isidentifier(), where, "the name is no identifier")
    hold(option.meaning.strip(), where, "it says no meaning")
    hold(option.others or not option.examples, where, "examples belong to others, which it has not")
    try:
        option.checked(option.default)
    except (TypeError, ValueError) as error:
        hold(False, where, f"the default is refused: {error}")


def _check_factor(game: Game, option: str, words: tuple[str, ...], factor: str) -> None:
    values = {declared.name: declared.values for declared in game.options}
    where = f"{game.name}, factor {factor}"
    hold(option in values, where, f"there is no option {option!r}")
    for word in filter(None, words):
        hold(word in values[option], where, f"{option} cannot be {word!r}")


def _values(option: Option) -> list[Any]:
    """What an option can be: all of it, the ends of a range."""
    values = option.values
    if isinstance(values, range):
        return list(dict.fromkeys((values[0], values[-1])))
    return list(values)


def _varied(game: Game) -> list[Option]:
    """Options of several known values; the others, such as the board, stay as they are."""
    return [option for option in game.options if len(_values(option)) + len(option.examples) > 1]


def _combinations(game: Game) -> Iterator[Mapping[str, Any]]:
    """Values of the options beside each other."""
    choices = [
        [(option.name, value) for value in (*_values(option), *option.examples)]
        for option in _varied(game)
    ]
    if prod(map(len, choices)) <= _MOST_IN_FULL:
        yield from map(dict, product(*choices))
        return
    for pair in combinations(choices, 2):
        yield from map(dict, product(*pair))


def check_made_again(game: Game, where: str) -> None:
    """Its specification, as JSON holds it, makes the same game."""
    specification = json.loads(json.dumps(dict(game.specification), default=plain))
    same = identity(game.factory(**specification)) == identity(game)
    hold(same, where, "it is not made again the same")


def _check_same_form(game: Game, variant: Game, where: str) -> None:
    for what, said in _FORM.items():
        same = said(variant) == said(game)
        hold(same, where, f"{what} must be the same whatever the options are")


_FORM: dict[str, Callable[[Game], object]] = {
    "the catalogue of decisions": lambda game: game.actions.digest,
    "the catalogue of chance": lambda game: game.outcomes.digest,
    "the questions": lambda game: game.questions,
    "the kinds of chance": lambda game: game.chance_kinds,
    "the features of the observation": lambda game: game.features,
    "the observation modes": lambda game: game.observation_modes,
    "the record of the state": lambda game: game.state_dtype,
    "the record of the board": lambda game: game.board.dtype,
    "the number of seats": lambda game: game.max_players,
}
"""What policies, records and compiled code rely on."""

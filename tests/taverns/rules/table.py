"""Situations for the tests of the rules, written tersely, and short plays from them.

Most begin at an open point of player 0 in the first turn of round 1: nobody has anything but the
minions in the City and the dice 1, 2, 2, 3 and 4, no token lies on the map, no goblin is there.
Ingredients are written as letters: plant, mushroom, spice, egg, and V for meat.

What is written is laid into the record as it is. So a situation has what a rule looks at; the
rest need not be what a game could have led to.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.names import (
    FORGE_TOKENS,
    ITEMS,
    MINIONS,
    MODULES,
    NONE,
    RECIPE_LETTERS,
    TOKENS,
)
from tests.taverns.rules.laying import (
    NAMES,
    SPACES,
    SYMBOL_LETTERS,
    VALUE_LETTERS,
    ZONES,
    lay,
    lay_of_seat,
    numbers,
)

BOARD = NAMES.to_mapping()
ALL_OFF = dict.fromkeys(MODULES, False)
DICE = "12234"
QUIET = {"round_track": {"standing": "made up"}}
"""A round track without icons, for :func:`altered`."""


@cache
def _made(options: str) -> Game:
    return make_game("taverns", **json.loads(options))


def game(**options: Any) -> Game:
    """The game with these options."""
    return _made(json.dumps(options))


def altered(changes: Mapping[str, Any], **options: Any) -> Game:
    """The game on the shipped file with other entries, ``"table.key"`` or ``"table.key.0.key"``."""
    board = copy.deepcopy(BOARD)
    for path, value in changes.items():
        *outer, last = (int(key) if key.isdigit() else key for key in path.split("."))
        entry: Any = board
        for key in outer:
            entry = entry[str(key) if isinstance(entry, dict) else key]
        entry[str(last) if isinstance(entry, dict) else last] = value
    return game(board=board, **options)


GAME = game()


# Situations


@cache
def _opened(game: Game, players: int) -> np.ndarray:
    """The first open point, where always the first thing happened, without tokens and gold."""
    array = until(State(game, players, chance="manual"), "open").array.copy()
    record = array[0]
    record["token_at"] = record["goblin_zone"] = NONE
    record["gold"] = record["energy"] = record["stack"] = 0
    for seat in range(players):
        record["dice"][seat] = numbers(DICE, VALUE_LETTERS)
    return array


def at(
    players: int = 2,
    seat: Mapping[str, Any] | None = None,
    *,
    others: Mapping[int, Mapping[str, Any]] | None = None,
    game: Game = GAME,
    **rest: Any,
) -> State:
    """A situation; ``seat`` is what player 0 has, ``others`` what the others have.

    ``active`` is a minion that a 2 has activated in this turn. ``hunt`` are the dice of a hunt by
    their first letters: it is an attack point then.
    """
    array = _opened(game, players).copy()
    record = array[0]
    for number, own in {0: seat or {}, **(others or {})}.items():
        for name, value in own.items():
            lay_of_seat(record, number, name, value)
    for name, value in rest.items():
        lay(record, name, value)
    record["player"] = (int(record["first_player"]) + int(record["turn"])) % players
    return State.from_arrays(game, array, chance="manual")


def last_turn(
    number: int = 1, seat: Mapping[str, Any] | None = None, *, players: int = 2, **rest: Any
) -> State:
    """The end of the last turn of a round; ``end_turn`` ends the round too."""
    others = {other: {"dice": ""} for other in range(1, players)}
    for other, own in rest.pop("others", {}).items():
        others[other] = {"dice": "", **own}
    given = {"round_number": number, "turn": 5 * players - 1, "main_done": 1, **rest}
    return at(players, {"dice": "", **(seat or {})}, others=others, **given)


# Play


def play(state: State, *events: str) -> State:
    """Apply decisions and chance outcomes in turn."""
    for event in events:
        if state.waiting == "chance":
            state.apply_chance(event)
        else:
            state.apply(event)
    return state


def until(state: State, question: str) -> State:
    """Let the first thing happen again and again, until a question is asked or a kind is due."""
    while state.question != question:
        if state.waiting == "chance":
            state.apply_chance(state.chance_outcomes()[0].name)
        else:
            state.apply(state.legal_names()[0])
    return state


def asked(state: State) -> tuple[int, str]:
    """Who is asked what, or who rolls or draws what."""
    return state.player, state.question


def options(state: State, *verbs: str) -> list[str]:
    """Names of the legal decisions, or those of some verbs."""
    names = state.legal_names()
    return [name for name in names if not verbs or name.partition("(")[0] in verbs]


def probabilities(state: State) -> dict[str, Any]:
    """Chance outcomes that are possible, with exact probabilities."""
    return {outcome.name: outcome.probability for outcome in state.chance_outcomes()}


# What is there


def record(state: State) -> Any:
    """The record, to read its numbers."""
    return state.array[0]


def _letters(counts: Any, letters: str) -> str:
    return "".join(letter * int(number) for letter, number in zip(letters, counts, strict=False))


def _names(word: Any, known: Sequence[str]) -> str:
    return " ".join(name for place, name in enumerate(known) if int(word) >> place & 1)


def _there(counts: Any, kinds: Sequence[str]) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(kinds, counts, strict=False) if n}


def seat(state: State, number: int = 0) -> SimpleNamespace:
    """What a player has, written as :func:`at` takes it."""
    there = record(state)
    own = {name: int(there[name][number]) for name in ("gold", "energy", "runes", "prestige")}
    minions = {
        name: SimpleNamespace(
            zone=ZONES[there["zone"][number, minion]],
            carried=_letters(there["carried"][number, minion], RECIPE_LETTERS),
            wounds=int(there["wounds"][number, minion]),
            die=int(there["minion_die"][number, minion]),
        )
        for minion, name in enumerate(MINIONS)
    }
    return SimpleNamespace(
        **own,
        **minions,
        dice=_letters(there["dice"][number], VALUE_LETTERS),
        reserve=_letters(there["reserve"][number], RECIPE_LETTERS),
        heroes=_names(there["heroes"][number], NAMES.hero_names),
        exhausted=_names(there["heroes"][number] & there["exhausted"], NAMES.hero_names),
        cooked=_names(there["cooked"][number], NAMES.recipe_names),
        trophies=[
            kind
            for place, kind in enumerate(NAMES.trophy_kinds)
            for _ in range(there["trophies"][number, place])
        ],
        forge=_there(there["forge"][number], FORGE_TOKENS),
        items=_there(there["items"][number], ITEMS),
        items_used=_there(there["items_used"][number], ITEMS),
        marker=int(there["marker"][number]),
    )


def tokens(state: State, zone: str) -> list[str]:
    """Kinds of the tokens in a zone."""
    laid = record(state)["token_at"]
    return [TOKENS[laid[n]] for n, at in enumerate(SPACES) if at == zone and laid[n] != NONE]


def marks(state: State) -> list[str]:
    """Marked spaces of the dragon's board, row by row."""
    return [_letters(row, SYMBOL_LETTERS) for row in record(state)["marks"][:3]]


def recipe_row(state: State) -> list[str | None]:
    """The recipes in the row, from the top."""
    return [
        None if card == NONE else NAMES.recipe_names[card] for card in record(state)["recipe_row"]
    ]


def hero_row(state: State) -> str:
    """The heroes in the row."""
    return _names(record(state)["hero_row"], NAMES.hero_names)


def spaces_used(state: State) -> list[int]:
    """Activation spaces that are occupied, by site."""
    return [int(used) for used in record(state)["spaces_used"]]

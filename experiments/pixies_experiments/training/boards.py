"""The boards of a run."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from pixies_env.core.boards import Boards, difference, draw_boards
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Game
from pixies_env.core.states.identity import identity
from pixies_experiments.training.config import BoardList

_SAMPLED = 256
"""Boards of a run on all of them, unless it says how many."""
_JUDGED = 64
"""Boards on which such a run is judged."""
_TRIES = 100
"""Options drawn one after the other until the game takes them."""
_NUMBERS = "+numbers"
_LAST_DRAWN: dict[str, list[Game]] = {}
"""What this process drew last: pieces of a league are on the same boards, one after the other."""


def boards_of(game: Game, plan: BoardList, settled: Collection[str] = ()) -> Boards:
    """The game on its own board first, then on those that a configuration names.

    Options that are ``settled`` are as in the game on boards that have options of their own.
    ValueError if a board cannot be used, or cannot lie beside that of the game.
    """
    games = [game] * plan.given
    for file in plan.files:
        try:
            games.append(game.with_options(board=file))
        except TypeError as error:
            raise ValueError(f"boards: {game.name} takes no board file: {error}") from error
    if plan.sample == "all":
        games += _sampled(game, plan.drawn or _SAMPLED, plan.seed, settled)
    elif plan.drawn:
        games += draw_boards(game, plan.drawn, plan.seed)
    return Boards(games)


def judged_boards(
    game: Game, plan: BoardList, boards: Boards, settled: Collection[str] = ()
) -> Boards:
    """The boards on which a run is judged: its own, or others where it is to play all of them."""
    if plan.sample != "all":
        return boards
    return Boards(_draw(game, _JUDGED, [plan.seed, 1], settled))


def check_sampling(game: Game, plan: BoardList, observation_mode: str) -> None:
    """ValueError where every board is to be played by who does not see which one it is."""
    if plan.sample == "all" and not observation_mode.endswith(_NUMBERS):
        seeing = [mode for mode in game.observation_modes if mode.endswith(_NUMBERS)]
        named = " or ".join(map(repr, seeing)) or "one with the numbers, which this game has not"
        raise ValueError(
            "boards.sample: 'all' is for a policy that sees which board it is on: "
            f"observation_mode must be {named}, not {observation_mode!r}"
        )


def digests_of(games: Sequence[Game]) -> list[str]:
    """What the boards of a run are known by."""
    return [game.board_digest for game in games]


def _sampled(game: Game, count: int, seed: int, settled: Collection[str]) -> list[Game]:
    key = json.dumps([identity(game), count, seed, sorted(settled)], default=plain)
    if key not in _LAST_DRAWN:
        drawn = _draw(game, count, [seed, 0], settled)
        _LAST_DRAWN.clear()
        _LAST_DRAWN[key] = drawn
    return _LAST_DRAWN[key]


def _draw(game: Game, count: int, seed: Sequence[int], settled: Collection[str]) -> list[Game]:
    """Boards of the game's unknowns, each with options of its own."""
    found = []
    for stream in np.random.SeedSequence(seed).spawn(count):
        rng = np.random.default_rng(stream)
        variant = _with_options(game, rng, settled)
        found += draw_boards(variant, 1, int(rng.integers(2**63)))
    return found


def _with_options(game: Game, rng: np.random.Generator, settled: Collection[str]) -> Game:
    """The game with options drawn from what each can be and what lies beside the game."""
    free = [
        option
        for option in game.options
        if option.name not in settled and not isinstance(option.values, range)
    ]
    for _ in range(_TRIES):
        chosen: Mapping[str, Any] = {
            option.name: option.values[int(rng.integers(len(option.values)))]
            for option in free
            if len(option.values) > 1
        }
        try:
            variant = game.with_options(**chosen)
        except ValueError:
            continue  # Some do not go together.
        if not difference(game, variant):
            return variant
    return game

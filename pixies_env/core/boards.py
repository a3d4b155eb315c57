"""The same game on several boards, side by side in one batch.

A batch, an arena run or a learner's environment takes a game or a list of them. Games of one list
have the same rules, decisions and observations and differ in their printed numbers, or in options
that change no more than these. A lane's board is fixed, or drawn anew for each of its games from
the stream of the game: then it depends on seed, lane and episode alone, as all chance does.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pixies_env.core.errors import UnknownOptionError
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count, check_places, check_seed, resolve_game
from pixies_env.core.options import takes_game_options

_TRIES = 100
"""Boards drawn one after the other until one can lie beside the game's own."""


class Boards:
    """Games that lanes of one batch can have side by side.

    Args:
        games: one or more. The first stands for all in what is the same: players, actions,
            observation modes.

    Raises:
        ValueError: there is none, or two cannot lie side by side; names both and what differs.
        TypeError: one is no :class:`Game`.
    """

    games: tuple[Game, ...]
    records: np.ndarray
    """``(boards,)``: the board records, read by kernels."""
    digests: np.ndarray
    """uint64 ``(boards,)``: what each board is known by in stored lanes."""

    def __init__(self, games: Sequence[Game]) -> None:
        if not isinstance(games, Sequence):
            raise TypeError(f"game must be a Game, its name or a list of games, not {games!r:.100}")
        self.games = tuple(games)
        if not self.games:
            raise ValueError("a list of boards holds one game or more; it is empty")
        for game in self.games:
            if not isinstance(game, Game):
                raise TypeError(f"a list of boards holds games, not {game!r:.100}")
        self._check(difference)
        self.records = _stacked(self.games)
        self.digests = np.array([_digest(game) for game in self.games], np.uint64)

    def __reduce__(self) -> tuple[Any, ...]:
        return Boards, (self.games,)

    def __deepcopy__(self, memo: object) -> Boards:
        return self

    def __len__(self) -> int:
        return len(self.games)

    @property
    def first(self) -> Game:
        """The game that stands for all in what is the same."""
        return self.games[0]

    def check_observations(self, observation_mode: str) -> None:
        """ValueError if boards have other observations in a mode: names two and what differs.

        To be asked where observations are written; boards may lie side by side without.
        """
        self.first.check_observation_mode(observation_mode)
        self._check(functools.partial(_difference_seen, observation_mode=observation_mode))

    def _check(self, differing: Callable[[Game, Game], str]) -> None:
        first = self.first
        for number, game in enumerate(self.games[1:], 1):
            if _identity(first) != _identity(game):
                raise ValueError(
                    f"games 0 and {number} cannot lie side by side: {differing(first, game)}"
                )
            if what := differing(first, game):
                raise ValueError(
                    f"boards 0 ({first.board_digest[:8]}) and {number} ({game.board_digest[:8]}) "
                    f"of {first.name} cannot lie side by side: {what}"
                )

    def of_lanes(
        self, board_of_lane: Any, lanes: int, name: str = "board_of_lane"
    ) -> tuple[np.ndarray, bool]:
        """Index of each lane's board, int64 ``(lanes,)``, and whether it is drawn for each game.

        TypeError or ValueError unless ``board_of_lane`` is None or holds an index for each lane.
        """
        if board_of_lane is None:
            return np.zeros(lanes, np.int64), len(self) > 1
        return check_places(name, board_of_lane, lanes, len(self)), False


def several_boards(game: Game | str | Sequence[Game] | Boards, options: dict[str, Any]) -> Boards:
    """The boards of a game, its name or a list of games, as users hand them in.

    TypeError or ValueError as of :func:`resolve_game` and :class:`Boards`.
    """
    if isinstance(game, Game | str):
        return Boards([resolve_game(game, options)])
    if options:
        raise UnknownOptionError(
            f"{', '.join(options)}: options go to the factory of a game; here the games are "
            "already made",
            next(iter(options)),
        )
    return game if isinstance(game, Boards) else Boards(game)


def difference(one: Game, other: Game) -> str:
    """Why two games cannot lie side by side in one batch, as words; "" if they can.

    Chance may have other outcomes, and observations may differ where none are written.
    """
    if _identity(one) != _identity(other):
        return f"{_identity(one)} and {_identity(other)} are different games"
    if tuple(one.players) != tuple(other.players) or one.max_players != other.max_players:
        counts = [", ".join(map(str, game.players)) for game in (other, one)]
        return f"the second is for {counts[0]} players, the first for {counts[1]}"
    if one.actions.digest != other.actions.digest:
        return f"their action catalogues differ: {_odd_one(one.actions.roles, other.actions.roles)}"
    for names, what in (
        ((one.questions, other.questions), "questions"),
        ((one.chance_kinds, other.chance_kinds), "kinds of chance"),
        ((one.observation_modes, other.observation_modes), "observation modes"),
    ):
        if names[0] != names[1]:
            return f"their {what} differ: {_odd_one(*names)}"
    if one.utility_range != other.utility_range:
        return f"the second pays {other.utility_range}, the first {one.utility_range}"
    records = [(game.state_dtype, game.board.dtype) for game in (one, other)]
    if records[0] != records[1]:
        return "their records differ"
    if _but_observe(one) != _but_observe(other):
        return "they are played by different functions"
    return ""


def _identity(game: Game) -> str:
    return f"{game.name} v{game.version}"


def _difference_seen(one: Game, other: Game, observation_mode: str) -> str:
    """Why two games cannot be observed side by side in a mode; "" if they can."""
    features = (game.features_of(observation_mode) for game in (one, other))
    entries = [[entry.name for entry in each] for each in features]
    if entries[0] != entries[1]:
        return f"their observations ({observation_mode}) differ: {_odd_one(*entries)}"
    if one.functions.observe != other.functions.observe:
        return "they are observed by different functions"
    return ""


def alike(games: Sequence[Game], observation_mode: str) -> list[list[int]]:
    """Places of games in groups that can lie side by side, in the order of their first ones.

    ``observation_mode`` is one in which they can be observed as well.
    """
    groups: list[list[int]] = []
    for place, game in enumerate(games):
        for group in groups:
            one = games[group[0]]
            if not (difference(one, game) or _difference_seen(one, game, observation_mode)):
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


@takes_game_options
def draw_boards(game: Game | str, count: int, seed: int = 0, **game_options: Any) -> list[Game]:
    """The game on boards on which all printed numbers that are ours are otherwise.

    Each of ``game.unknowns`` is drawn uniformly from 0 to 1 for every board. A draw that the game
    refuses, or that cannot lie beside the game's own board, is passed over. More boards of the
    same seed begin with the same ones.

    Args:
        game: a :class:`Game`, or the name of one; then further keywords are its options.
        count: how many.
        seed: 0 to 2**64 - 1.
        **game_options: of the game, if it is named.

    Raises:
        TypeError, ValueError: an argument is not as described; the game does not say how its
            printed numbers could be otherwise; of many draws in a row none is admissible.
    """
    made = resolve_game(game, game_options)
    number, rng = check_count("count", count), np.random.default_rng(check_seed(seed))
    varied = variation_of(made)
    return [_admissible(made, varied, rng) for _ in range(number)]


def variation_of(game: Game) -> Callable[[Mapping[str, float]], dict[str, Any]]:
    """The game's ``varied``; ValueError if it does not say how its numbers could be otherwise."""
    if game.varied is not None and game.unknowns:
        return game.varied
    ours = sum(number.ours for number in game.printed)
    if not ours:
        raise ValueError(f"no printed number of this board of {game.name} is ours to vary")
    raise ValueError(
        f"{game.name} does not say how its numbers could be otherwise (Game.unknowns), though "
        f"{ours} printed on this board {'is' if ours == 1 else 'are'} ours"
    )


def _admissible(
    game: Game,
    varied: Callable[[Mapping[str, float]], dict[str, Any]],
    rng: np.random.Generator,
) -> Game:
    why = ""
    for _ in range(_TRIES):
        point = {unknown.name: float(rng.random()) for unknown in game.unknowns}
        try:
            found = game.with_options(**varied(point))
        except ValueError as error:
            why = str(error)
            continue
        seen = (_difference_seen(game, found, mode) for mode in game.observation_modes)
        why = difference(game, found) or next(filter(None, seen), "")
        if not why:
            return found
    raise ValueError(f"of {_TRIES} boards of {game.name} drawn none can be played here: {why}")


def _stacked(games: tuple[Game, ...]) -> np.ndarray:
    first = games[0].board
    if len(games) == 1:
        return first
    records = np.empty(len(games), first.dtype)
    rows = records.view(np.uint8).reshape(len(games), first.dtype.itemsize)
    for row, game in zip(rows, games, strict=True):
        row[:] = game.board.view(np.uint8)
    # Kernels are compiled once for both: read-only arrays are a type of their own.
    records.setflags(write=first.flags.writeable)
    return records


def _digest(game: Game) -> int:
    return int.from_bytes(hashlib.sha256(game.board_digest.encode()).digest()[:8])


def _but_observe(game: Game) -> dict[str, Any]:
    return {name: rule for name, rule in vars(game.functions).items() if name != "observe"}


def _odd_one(first: Sequence[str], second: Sequence[str]) -> str:
    """The first name that only one of two lists has, or that they have in another order."""
    for name in second:
        if name not in set(first):
            return f"only the second has {name}"
    for name in first:
        if name not in set(second):
            return f"only the first has {name}"
    return f"{next(b for a, b in zip(first, second, strict=False) if a != b)} stands elsewhere"

"""Whatever a game takes for a position can be played on to its end."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pixies_env.core.agents import CompiledAgent
from pixies_env.core.files.fields import plain
from pixies_env.core.game import Game
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.testing.altering import Alterer, Path, as_plain, paths_in, value_at
from pixies_env.testing.claims import ConformanceError, check_end_of_game
from pixies_env.testing.playing import Player

_OF_EACH_KIND = 6
"""Positions of each kind of question and chance that are kept to be altered."""
_MOST_WITHOUT = 12
"""Keys that are tried to be left out of a document before it is altered."""


def check_altered_positions(
    game: Game,
    *,
    count: int = 60,
    seed: int = 0,
    agents: Sequence[str | CompiledAgent] = ("random",),
    games: int = 2,
    players: Sequence[int] | None = None,
) -> int:
    """Raise ConformanceError unless every altered position is refused or can be played on.

    Positions of real games have one to three places of their dictionary altered: other numbers,
    names and types, entries swapped, added and left out, parts taken from other positions. What
    ``State.from_dict`` then accepts must play to its end with each agent, with the invariants of
    the game and an option at every event and no more than ``max_decisions``, and its dictionary,
    like that of a position on the way, must read back equal. What it refuses must raise
    ValueError. The message of the error holds the document, cut to what it needs to fail.

    Args:
        game: whose positions are altered.
        count: alterations for each number of players.
        seed: of the games and of all alterations.
        agents: compiled agents, or what names them; each plays whole games with itself.
        games: games of each agent from which positions are taken.
        players: numbers of players; None for all.

    Returns:
        How many of the altered positions the game accepted.
    """
    player = Player(game, agents)
    accepted = 0
    for number in game.players if players is None else players:
        draws = random.Random(f"{seed} {number}")
        documents = _documents(player, number, games, draws)
        alterer = Alterer(documents, draws)
        for index in range(count):
            document = copy.deepcopy(draws.choice(documents))
            if draws.random() < 0.5:
                document = _shorter(game, document, draws)
            altered, said = alterer.altered(document)
            bits = draws.getrandbits(63)
            problem = _problem(player, altered, bits)
            if problem:
                place = f"{game.name}, {number} players, seed {seed}, altered position {index}"
                cut = _cut(player, altered, bits)
                raise ConformanceError(
                    f"{place}: {problem}; altered was {'; '.join(said)}; State.from_dict of "
                    f"{_text(cut)}"
                )
            accepted += problem is None
    return accepted


def _text(document: Any) -> str:
    try:
        return json.dumps(document, default=plain)
    except TypeError:
        return repr(document)


def _documents(
    player: Player, number: int, games: int, draws: random.Random
) -> list[dict[str, Any]]:
    """Documents of positions of real games, some of each kind of event and all ends."""
    game, kept = player.game, dict[str, list[dict[str, Any]]]()
    for agent in player.agents:
        for _ in range(games):
            begun = State(game, number, draws.getrandbits(63), chance=MANUAL)
            bits, array = draws.getrandbits(63), begun.array.copy()
            seen: dict[str, int] = {}
            while True:
                state = State.from_arrays(game, array, chance=MANUAL)
                kind = f"{state.waiting} {state.question}"
                seen[kind] = seen.get(kind, 0) + 1
                of_kind = kept.setdefault(kind, [])
                if len(of_kind) < _OF_EACH_KIND:
                    of_kind.append(as_plain(state.as_dict()))
                elif draws.random() < _OF_EACH_KIND / seen[kind]:
                    of_kind[draws.randrange(_OF_EACH_KIND)] = as_plain(state.as_dict())
                if state.is_over:
                    break
                bits += 1
                problem, _ = player.play(array, agent, bits % 2**63, events=1)
                if problem:
                    raise ConformanceError(f"{game.name}, {number} players: {problem}")
    return [document for of_kind in kept.values() for document in of_kind]


def _shorter(game: Game, document: dict[str, Any], draws: random.Random) -> dict[str, Any]:
    """The same position with keys left out that follow from the others."""
    whole = _read(game, document)
    paths = [path for path in paths_in(document) if isinstance(path[-1], str)]
    for path in draws.sample(paths, min(_MOST_WITHOUT, len(paths))):
        fewer = copy.deepcopy(document)
        try:
            del value_at(fewer, path[:-1])[path[-1]]
        except KeyError:
            continue
        try:
            same = _read(game, fewer) == whole
        except ValueError:
            continue
        if same:
            document = fewer
    return document


def _read(game: Game, document: Any) -> State:
    return State.from_dict(game, document, chance=MANUAL)


def _problem(player: Player, document: Any, bits: int) -> str | None:
    """What does not hold of a document: "" if it was refused as it should be, None if all does."""
    try:
        state = _read(player.game, document)
    except ValueError:
        return ""
    except Exception as error:
        return f"refused with {type(error).__name__}, not ValueError: {error}"
    try:
        return _played(player, state, bits)
    except Exception as error:
        return f"accepted, then {type(error).__name__}: {error}"


def _played(player: Player, state: State, bits: int) -> str | None:
    again = _not_again(state)
    if again:
        return f"accepted, but {again}"
    for number, agent in enumerate(player.agents):
        for seed in (bits + 2 * number, bits + 2 * number + 1):
            end = state.array.copy()
            problem, events = player.play(end, agent, seed)
            if problem:
                return f"accepted; after {events} events of {agent.name}: {problem}"
            middle = state.array.copy()
            player.play(middle, agent, seed, events=seed % (events + 1))
            for array, where in ((middle, "on the way"), (end, "at the end")):
                reached = State.from_arrays(player.game, array, chance=MANUAL)
                again = _not_again(reached)
                if again:
                    return (
                        f"accepted; with {agent.name} {where} {again}: {_text(reached.as_dict())}"
                    )
            check_end_of_game(State.from_arrays(player.game, end), "at the end")
    return None


def _not_again(state: State) -> str:
    """What is wrong with a position that is written down, stored and read; "" for nothing."""
    described = as_plain(state.as_dict())
    try:
        again = _read(state.game, described)
    except ValueError as error:
        return f"its own dictionary is refused: {error}"
    if again.position_bytes != state.position_bytes:
        return "its dictionary gives another position"
    if as_plain(again.as_dict()) != described:
        return "its dictionary reads back otherwise"
    if State.from_bytes(state.to_bytes(), state.game) != state:
        return "its bytes give another position"
    return _not_known(state, sum(state.position_bytes) % state.num_players)


def _not_known(state: State, seat: int) -> str:
    """What is wrong with what a seat knows and with the worlds it can imagine; "" for nothing."""
    known = state.hidden_from(seat)
    if State.from_bytes(known.to_bytes(), state.game) != known:
        return f"the bytes of what seat {seat} knows give another position"
    if not np.isfinite(state.observation(seat)).all():
        return f"the observation of seat {seat} is not finite"
    return ""


def _cut(player: Player, document: Any, bits: int) -> Any:
    """The document without keys that it can lack and still has the same kind of problem."""
    kind = _kind_of(_problem(player, document, bits))
    for path in _longest_first(document):
        fewer = copy.deepcopy(document)
        try:
            del value_at(fewer, path[:-1])[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue
        if _kind_of(_problem(player, fewer, bits)) == kind:
            document = fewer
    return document


def _kind_of(problem: str | None) -> str | None:
    """Its words without the numbers in it."""
    return problem and "".join(each for each in problem[:60] if not each.isdigit())


def _longest_first(document: Any) -> Iterator[Path]:
    yield from sorted(paths_in(document), key=lambda path: (len(path), str(path)))

"""Games of expert iteration: played by a search, written down as what to learn from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pixies_agents.search.base import SearchAgent
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.agents import Agent, Decisions
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.files.arrays import Form, opened_arrays, write_arrays
from pixies_env.core.game import Game

_DRAW, _DEPTH = 2, 3
"""Words that keep apart what is drawn from the bits of a decision."""


class Rows(NamedTuple):
    """Decisions to learn from, one row each."""

    observations: np.ndarray
    """float32 ``(n, features)``."""
    masks: np.ndarray
    """bool ``(n, actions)``."""
    policies: np.ndarray
    """float32 ``(n, actions)``: how often the search took each decision; sums to 1."""
    values: np.ndarray
    """float32 ``(n, seats)``: what the search expects, of the seat that decides first."""
    returns: np.ndarray
    """float32 ``(n, seats)``: what the game came to, of the seat that decides first."""
    players: np.ndarray
    """int64 ``(n,)``: seats in the game; further entries of values and returns are 0."""


class Expert:
    """Plays every seat by a search, and keeps what it found of its last decisions.

    Args:
        game: what it plays.
        full: searches the decisions that are learned from. An agent that does not search is
            learned from as well: what it chooses, or the probabilities that it tells.
        fast: searches the others, or None if there are none.
        full_share: share of decisions that ``full`` searches.
        temperature: decisions are drawn by ``visits ** (1 / temperature)``.
        drawn: decisions of a game that are drawn; later ones take the most visited.
    """

    name = "expert"
    needs_observations = False

    def __init__(
        self,
        game: Game,
        full: Agent,
        fast: SearchAgent | None = None,
        full_share: float = 1.0,
        temperature: float = 0.0,
        drawn: int = 0,
    ) -> None:
        self.game = game
        self.full, self.fast, self.full_share = full, fast, full_share
        self.temperature, self.drawn = temperature, drawn
        self._taken: dict[int, int] = {}
        self.learned = np.zeros(0, np.bool_)
        """bool ``(n,)``: whether to learn from each of the last decisions."""
        self.policies = np.zeros((0, 0), np.float32)
        self.values = np.zeros((0, 0), np.float32)
        """What was found for them; values by seat."""

    def forget(self) -> None:
        """New games begin."""
        self._taken.clear()
        if hasattr(self.full, "forget"):
            self.full.forget()

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``."""
        masks = decisions.action_masks
        chosen: np.ndarray = np.argmax(masks, axis=1).astype(np.int64)
        free = masks.sum(axis=1) > 1
        deep = free.copy()
        if self.fast is not None:
            draws = np.array([_draw(bits, _DEPTH) for bits in decisions.bits])
            deep &= draws < self.full_share
        self.learned = deep
        self.policies = np.zeros(masks.shape, np.float32)
        self.values = np.zeros((len(masks), self.game.max_players), np.float32)
        for agent, wanted in ((self.full, deep), (self.fast, free & ~deep)):
            rows = np.flatnonzero(wanted)
            if rows.size and agent is not None:
                chosen[rows] = self._decide(agent, _rows_of(decisions, rows), rows)
        return chosen

    def _decide(self, agent: Agent, decisions: Decisions, rows: np.ndarray) -> np.ndarray:
        """Choices for some rows; writes what was found of them."""
        if isinstance(agent, SearchAgent):
            result = agent.search(decisions)
            shares = result.visits / result.visits.sum(axis=1, keepdims=True)
            expected = shares[:, :, None] * np.nan_to_num(result.values)
            self.values[rows] = expected.sum(axis=1)
            chosen = result.chosen.copy()
        else:
            chosen = np.asarray(agent.choose(decisions)).astype(np.int64)
            if hasattr(agent, "probabilities"):
                shares = np.asarray(agent.probabilities(decisions), np.float64)
            else:
                shares = np.zeros(decisions.action_masks.shape)
                shares[np.arange(len(chosen)), chosen] = 1.0
        self.policies[rows] = shares
        assert decisions.games is not None
        for place, game in enumerate(decisions.games.tolist()):
            taken = self._taken.get(game, 0)
            self._taken[game] = taken + 1
            if self.temperature > 0.0 and taken < self.drawn:
                weights = (shares[place] / shares[place].max()) ** (1.0 / self.temperature)
                sums = np.cumsum(weights)
                at = _draw(decisions.bits[place], _DRAW) * sums[-1]
                chosen[place] = np.searchsorted(sums, at, side="right")
        return chosen


def _draw(bits: Any, word: int) -> float:
    return float(np.random.default_rng([int(bits), word]).random())


def _rows_of(decisions: Decisions, rows: np.ndarray) -> Decisions:
    arrays: list[Any] = [None if array is None else array[rows] for array in decisions]
    return Decisions(*arrays)


class _Listener:
    """Gathers what the expert found."""

    def __init__(self) -> None:
        self.parts: list[tuple[np.ndarray, ...]] = []

    def __call__(self, observed: Observed) -> None:
        expert, decisions = observed.agent, observed.decisions
        assert isinstance(expert, Expert) and decisions.observations is not None
        rows = np.flatnonzero(expert.learned)
        self.parts.append(
            (
                observed.games[rows],
                observed.steps[rows],
                decisions.seats[rows],
                decisions.states["players"][rows].astype(np.int64),
                decisions.observations[rows],
                decisions.action_masks[rows],
                expert.policies[rows],
                expert.values[rows],
            )
        )


def play(
    game: Game,
    expert: Expert,
    *,
    players: tuple[int, ...],
    observation_mode: str,
    seed: int,
    first_game: int,
    games: int,
    threads: int | None,
) -> Rows:
    """What an expert finds in the games ``first_game ..``, in the order of games and decisions."""
    line_ups = [[expert] * players[(first_game + number) % len(players)] for number in range(games)]
    # Game g is played by line-up g % games.
    shift = first_game % games
    line_ups = line_ups[-shift:] + line_ups[:-shift] if shift else line_ups
    listener = _Listener()
    (block,) = play_games(
        game,
        line_ups,
        games=games,
        seed=seed,
        first_game=first_game,
        observation_mode=observation_mode,
        observer=listener,
        block=games,
        threads=threads,
    )
    columns = [np.concatenate(parts) for parts in zip(*listener.parts, strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    numbers, _, seats, counts, observations, masks, policies, values = (
        column[order] for column in columns
    )
    returns = block.returns[numbers - first_game]
    return Rows(
        observations,
        masks,
        policies,
        from_own_seat(values, seats, counts).astype(np.float32),
        from_own_seat(returns, seats, counts).astype(np.float32),
        counts,
    )


def write_rows(path: Path, rows: Rows, told: Mapping[str, Any]) -> None:
    """Write rows to a file that is there whole or not at all; ``told`` says whose they are."""
    packed = rows._replace(masks=np.packbits(rows.masks, axis=1))
    metadata = {"format": FORMAT, "version": VERSION, "told": dict(told)}
    write_arrays(path, metadata, packed._asdict(), compressed=True, sealed=True)


def read_rows(
    path: Path, game: Game, observation_mode: str, most: int, told: Mapping[str, Any]
) -> Rows:
    """What :func:`write_rows` wrote, of at most so many rows.

    Raises:
        FileNotFoundError: there is no such file.
        DamagedDataError: not whole, or no rows of this game.
        ForeignGameError: ``told`` something else, or written by another version.
    """
    with opened_arrays(path, _WHAT, FORMAT, VERSION, compressed=True, sealed=True) as stored:
        if stored.metadata.get("told") != json.loads(json.dumps(told)):
            raise ForeignGameError(f"{path}: these are games of another run or iteration")
        shape = stored.forms.get("players", _NONE).shape
        count = shape[0] if len(shape) == 1 else 0
        stored.require(0 < count <= most, f"it has {count} rows, not 1 to {most}")
        actions, seats = len(game.actions), game.max_players
        found = stored.read(
            {
                "observations": Form(_FLOAT, (count, game.observation_size(observation_mode))),
                "masks": Form(np.dtype(np.uint8), (count, -(-actions // 8))),
                "policies": Form(_FLOAT, (count, actions)),
                "values": Form(_FLOAT, (count, seats)),
                "returns": Form(_FLOAT, (count, seats)),
                "players": Form(np.dtype(np.int64), (count,)),
            }
        )
        masks = np.unpackbits(found["masks"], axis=1, count=actions) == 1
        rows = Rows(**{**found, "masks": masks})
        shares = rows.policies.sum(axis=1)
        for sound, what in (
            (np.isin(rows.players, list(game.players)), "players"),
            (masks.any(axis=1), "masks"),
            ((rows.policies >= 0.0) & (masks | (rows.policies == 0.0)), "policies"),
            (np.abs(shares - 1.0) < _ROUNDING, "policies"),
        ):
            stored.require(bool(np.all(sound)), f"{what} hold what no game has")
    return rows


_WHAT = "a file of games"
FORMAT = "pixies-expert-games"
VERSION = 1
_FLOAT = np.dtype(np.float32)
_NONE = Form(_FLOAT, ())
_ROUNDING = 1e-3
"""Float32 shares of all actions add up to 1 but for this."""

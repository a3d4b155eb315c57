"""What kernels over many games, one per lane, are handed: named tuples of arrays and numbers."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from pixies_env.core.game import Game
from pixies_env.core.seam import IDS, WEIGHTS
from pixies_env.core.threads import own_buffer

Handed = TypeVar("Handed", bound=tuple[Any, ...])


def unnamed(values: Handed) -> Handed:
    """A named tuple as Python hands it to a kernel: as a plain one.

    At each call Numba looks at the type of every argument, which takes a named tuple more than a
    microsecond longer. Inside the kernel ``Lanes(*lanes)`` names it again, and costs nothing.
    """
    return cast(Handed, tuple(values))


class LaneGame(NamedTuple):
    """The game that all lanes play."""

    table: np.ndarray
    """``(11,)``: addresses of the game's functions, see :mod:`pixies_env.core.seam`."""
    boards: np.ndarray
    """``(boards,)`` board records, at least one; read only."""
    script: np.ndarray
    """int16 ``(kinds of chance, events)``: ``script[kind, k]`` is the outcome of the k-th event
    of a kind in each game, or -1 to draw it, as are all beyond the last."""


class Lanes(NamedTuple):
    """The games of some lanes."""

    states: np.ndarray
    """``(lanes,)`` state records."""
    streams: np.ndarray
    """``(lanes,)`` stream records: seed, lane and episode name what is drawn in a game."""
    board_of: np.ndarray
    """int64 ``(lanes,)``: index of each lane's board, from 0."""
    players: np.ndarray
    """int64 ``(lanes,)``: seats of each game, 1 to ``max_players``."""


class LaneOptions(NamedTuple):
    """How games are begun, gone on with and shown, the same in all lanes."""

    board_drawn: bool
    """Each game is on the board that its stream draws."""
    skip_forced: bool
    """Decisions with one option are carried out and not shown."""
    autoreset: bool
    """A game that ends is followed by its lane's next episode at once."""
    reward_kind: int
    """A :class:`pixies_env.core.seam.Reward`."""
    mode: int
    """Index of the observation mode."""
    with_observations: bool
    """False writes none."""


class Shown(NamedTuple):
    """What is written about each lane's game."""

    action_masks: np.ndarray
    """bool ``(lanes, actions)``: what is legal; all true in a finished game."""
    observations: np.ndarray
    """float32 ``(lanes, features)``, of the player to move, of seat 0 in a finished game."""
    moving: np.ndarray
    """int8 ``(lanes,)``: the player to move, -1 in a finished game."""
    rewards: np.ndarray
    """float64 ``(lanes, max_players)``: paid in the last step; 0.0 unless a game ended."""
    terminated: np.ndarray
    """bool ``(lanes,)``: the game is over; or was in this step, where the next one has begun."""
    decisions: np.ndarray
    """int64 ``(lanes,)``: decisions taken in the game so far, forced ones included."""


class Scratch(NamedTuple):
    """Buffers of one thread."""

    ids: np.ndarray
    """int16 ``(actions,)``: ids of decisions."""
    outcomes: np.ndarray
    """int16 ``(outcomes,)``: ids of chance outcomes."""
    weights: np.ndarray
    """int32 ``(outcomes,)``: their weights."""
    state: np.ndarray
    """``(1,)`` state record."""
    blank: np.ndarray
    """``(1,)`` state record of zero bytes, never written to."""


def make_scratch(game: Game, *others: Game) -> Scratch:
    """Buffers large enough for any event of a game, or of the same game on other boards."""
    outcomes = max(len(each.outcomes) for each in (game, *others))
    return Scratch(
        own_buffer(len(game.actions), IDS),
        own_buffer(outcomes, IDS),
        own_buffer(outcomes, WEIGHTS),
        own_buffer(1, game.state_dtype),
        own_buffer(1, game.state_dtype),
    )


class Seated(NamedTuple):
    """The compiled agents of some games, each known by its index, and where they sit."""

    choosers: np.ndarray
    """``(agents,)``: addresses of their rules, see :mod:`pixies_env.core.agents`; 0 plays
    uniformly at random."""
    data: np.ndarray
    """float64: the numbers of all agents, one after the other."""
    data_starts: np.ndarray
    """int64 ``(agents + 1,)``: those of an agent are ``data[starts[agent]:starts[agent + 1]]``."""
    seats: np.ndarray
    """int64 ``(lanes, max_players)``: the agent on each seat."""


class Sight(NamedTuple):
    """What is written at each decision of a game that is played inside a kernel."""

    action_mask: np.ndarray
    """bool ``(actions,)``."""
    observation: np.ndarray
    """float32 ``(features,)`` of the first observation mode, or ``(0,)`` to write none."""


class Played(NamedTuple):
    """What is kept of games that are played inside a kernel."""

    decisions: np.ndarray
    """int64 ``(lanes,)``: how many were taken."""
    in_opening: np.ndarray
    """bool ``(questions,)``, read only: which questions belong to the opening; or ``(0,)`` to keep
    no openings."""
    openings: np.ndarray
    """``(lanes,)`` state records, the first position beyond the opening; or ``(0,)``."""

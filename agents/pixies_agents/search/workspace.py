"""The workspace: all that one thread needs for the search of a game, but its tree.

Compiling a function takes the longer the more arrays it is handed, each of which is seven numbers.
So all lies in one record, which is handed on as the place where it is.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from pixies_agents.search.helpers import Helpers
from pixies_agents.words import Seen, with_words
from pixies_env.core.compilation.compile import record_dtype
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord, StreamRecord
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS, UTILITY, WEIGHTS

SETTINGS = record_dtype(
    [
        ("exploration", np.float64),
        ("lowest", np.float64),
        ("highest", np.float64),
        ("widening", np.float64),
        ("widening_exponent", np.float64),
        ("prior_noise", np.float64),
        ("root_noise", np.float64),
        ("value_share", np.float64),
        ("gumbel_scale", np.float64),
        ("virtual_loss", np.float64),
        ("cutoff", np.int64),
        ("keep_tree", np.int64),
        ("paranoid", np.int64),
        ("considered", np.int64),
        ("simulations", np.int64),
        ("zero_sum", np.int64),
    ]
)
"""Numbers of a search. ``lowest`` and ``highest`` bound the utility of a game; ``zero_sum`` is of
the values of a network."""


class Workspace(Protocol):
    """What the kernels of a search work with, one record of :func:`_workspace_dtype`.

    Kernels are handed an array of such records, one for each search.
    """

    table: np.ndarray
    """Addresses of the functions of the game."""
    addresses: np.ndarray
    """See :class:`pixies_agents.search.helpers.Helpers`, and so ``ends``."""
    ends: np.ndarray
    board: BoardRecord
    settings: Any
    """Of :data:`SETTINGS`."""
    stream: StreamRecord
    start: StateRecord
    """Where the search begins."""
    now: StateRecord
    """Where a simulation is."""
    before: StateRecord
    """Where it was before a decision."""
    seen: Seen
    paths: np.ndarray
    """Per seat, as ``unseen``: see :mod:`pixies_agents.search.information_sets`."""
    unseen: np.ndarray
    utilities: np.ndarray
    """What a simulation came to."""
    start_ids: np.ndarray
    """Legal at the root."""
    start_priors: np.ndarray
    ids: np.ndarray
    """Legal where a simulation is."""
    priors: np.ndarray
    noise: np.ndarray
    """Of the priors at the root, or of their logarithms."""
    place: np.ndarray
    """``place[action]``: place among the legal ids + 1, while a decision is selected."""
    worlds: np.ndarray
    """``worlds[action]``: simulations that began with it in this search."""
    way: np.ndarray
    """Edges of a simulation, ``length`` of them."""
    length: Any
    leaf: Any
    """The node that it added, or -1."""
    legal: Any
    """How many of ``ids`` are legal there."""
    done: Any
    """Simulations of a search in step, see :mod:`pixies_agents.search.leaves`."""
    outcomes: np.ndarray
    """Of chance, as ``weights``."""
    weights: np.ndarray


def _workspace_dtype(game: Game, helpers: Helpers, longest_way: int) -> np.dtype[Any]:
    actions, outcomes, seats = len(game.actions), len(game.outcomes), game.max_players
    state = game.state_dtype
    return record_dtype(
        [
            ("table", game.table.dtype, game.table.shape),
            ("addresses", helpers.addresses.dtype, helpers.addresses.shape),
            ("ends", helpers.ends.dtype, helpers.ends.shape),
            ("settings", SETTINGS),
            ("start", state),
            ("now", state),
            ("before", state),
            ("seen", with_words(state)),
            ("stream", game.stream_dtype),
            ("paths", np.uint64, (seats,)),
            ("unseen", np.uint64, (seats,)),
            ("utilities", UTILITY, (seats,)),
            ("length", np.int64),
            ("leaf", np.int64),
            ("legal", np.int64),
            ("done", np.int64),
            ("board", game.board.dtype),
            ("start_priors", np.float64, (actions,)),
            ("priors", np.float64, (actions,)),
            ("noise", np.float64, (actions,)),
            ("place", np.int64, (actions,)),
            ("worlds", np.int64, (actions,)),
            ("way", np.int32, (longest_way,)),
            ("weights", WEIGHTS, (outcomes,)),
            ("outcomes", IDS, (outcomes,)),
            ("start_ids", IDS, (actions,)),
            ("ids", IDS, (actions,)),
        ]
    )


def make_workspaces(lanes: int, game: Game, helpers: Helpers, longest_way: int) -> np.ndarray:
    """Workspaces, one for each search, for ways through the tree of at most so many edges.

    A search puts its settings into its own.
    """
    workspaces = np.zeros(lanes, _workspace_dtype(game, helpers, longest_way))
    workspaces["table"], workspaces["board"] = game.table, game.board
    workspaces["addresses"], workspaces["ends"] = helpers.addresses, helpers.ends
    return workspaces

"""The workspace: all that one thread needs for the search of a game.

Compiling a function takes the longer the more arrays it is handed, so they are few: states in one
array, buffers in one record.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_agents.search.helpers import Helpers
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.game import Game
from pixies_env.core.loops import no_script
from pixies_env.core.seam import IDS, UTILITY, WEIGHTS

PLACES = START, NOW, BEFORE, SEEN = range(4)
"""Places in ``Workspace.states``: where the search begins; where a simulation is; where it was
before a decision; one to look at with the eyes of a seat."""

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


class Workspace(NamedTuple):
    """What the kernels of a search work with; all but the buffers of one thread is shared."""

    table: np.ndarray
    board: np.ndarray
    helpers: Helpers
    settings: np.ndarray
    states: np.ndarray
    words: np.ndarray
    """The bytes of ``states``, unsigned integers (states, words)."""
    stream: np.ndarray
    script: np.ndarray
    buffers: np.ndarray
    """One record, see :func:`_buffers_dtype`."""


def _buffers_dtype(game: Game, longest_way: int) -> np.dtype[Any]:
    """Record of the buffers.

    ``start_ids``: legal at the root; ``ids``: legal where a simulation is; ``start_priors`` and
    ``priors``: of these. ``place[action]``: place among the legal ids + 1, while a decision is
    selected. ``worlds[action]``: simulations that began with it in this search. ``paths`` and
    ``unseen`` per seat: see :mod:`pixies_agents.search.information_sets`. ``utilities``: what a
    simulation came to. ``way``: its edges, ``length`` of them; ``leaf``: the node that it added,
    or -1; ``legal``: how many of ``ids`` are legal there. ``noise``: of the priors at the root, or
    of their logarithms.
    ``done``: simulations of a search in step, see :mod:`pixies_agents.search.leaves`.
    """
    actions, outcomes, seats = len(game.actions), len(game.outcomes), game.max_players
    return record_dtype(
        [
            ("paths", np.uint64, (seats,)),
            ("unseen", np.uint64, (seats,)),
            ("utilities", UTILITY, (seats,)),
            ("start_priors", np.float64, (actions,)),
            ("priors", np.float64, (actions,)),
            ("noise", np.float64, (actions,)),
            ("length", np.int64),
            ("leaf", np.int64),
            ("legal", np.int64),
            ("done", np.int64),
            ("place", np.int64, (actions,)),
            ("worlds", np.int64, (actions,)),
            ("way", np.int32, (longest_way,)),
            ("weights", WEIGHTS, (outcomes,)),
            ("outcomes", IDS, (outcomes,)),
            ("start_ids", IDS, (actions,)),
            ("ids", IDS, (actions,)),
        ]
    )


def make_workspaces(
    lanes: int, game: Game, helpers: Helpers, settings: np.ndarray, longest_way: int
) -> Workspace:
    """Workspaces side by side, for ways through the tree of at most so many edges.

    ``states``, ``words``, ``stream`` and ``buffers`` have one more axis in front, the rest is
    shared.
    """
    states = np.zeros((lanes, len(PLACES)), game.state_dtype)
    size = game.state_dtype.itemsize
    width = next(width for width in (8, 4, 2, 1) if size % width == 0)
    return Workspace(
        table=game.table,
        board=game.board,
        helpers=helpers,
        settings=settings,
        states=states,
        words=states.view(np.uint8).view(f"u{width}").reshape(lanes, len(PLACES), size // width),
        stream=np.zeros((lanes, 1), game.stream_dtype),
        script=no_script(game),
        buffers=np.zeros((lanes, 1), _buffers_dtype(game, longest_way)),
    )


def make_workspace(
    game: Game, helpers: Helpers, settings: np.ndarray, longest_way: int
) -> Workspace:
    """One workspace, see :func:`make_workspaces`."""
    return one_workspace(make_workspaces(1, game, helpers, settings, longest_way), 0)


def one_workspace(workspaces: Workspace, lane: int) -> Workspace:
    """One of the workspaces that lie side by side, from Python."""
    return workspaces._replace(
        states=workspaces.states[lane],
        words=workspaces.words[lane],
        stream=workspaces.stream[lane],
        buffers=workspaces.buffers[lane],
    )


@rule
def workspace_of(workspaces: Workspace, lane: Any) -> Any:
    """One of the workspaces that lie side by side."""
    return Workspace(
        workspaces.table,
        workspaces.board,
        workspaces.helpers,
        workspaces.settings,
        workspaces.states[lane],
        workspaces.words[lane],
        workspaces.stream[lane],
        workspaces.script,
        workspaces.buffers[lane],
    )

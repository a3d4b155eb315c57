"""One game, stepped from Python with a single call into compiled code.

What a call costs is mostly the handing over of arrays. So everything that belongs to one game
lies in one record, the *workspace*: state, stream, board, the table of functions and the buffers.
A step takes the workspace, the action and the two arrays that it fills for the next player.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import kernel, record_dtype, rule
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord, StreamRecord
from pixies_env.core.compilation.streams import start_stream
from pixies_env.core.game import Game
from pixies_env.core.seam import DECISION, IDS, NOTHING, UTILITY, WEIGHTS, Reward
from pixies_env.core.settling import settle
from pixies_env.core.single import legal_ids

OVER = -1
"""Instead of the seat to move: the game is over."""
ILLEGAL = -2
"""The action is not legal; nothing was changed."""
IMPOSSIBLE = -3
"""A scripted chance outcome is impossible, see :func:`take_back`."""


class WorkspaceRecord(Protocol):
    """A workspace as compiled code reads it, see :func:`_workspace_dtype`."""

    state: StateRecord
    state_before: StateRecord
    blank: StateRecord
    stream: StreamRecord
    stream_before: StreamRecord
    board: BoardRecord
    table: np.ndarray
    ids: np.ndarray
    outcomes: np.ndarray
    weights: np.ndarray
    script: np.ndarray
    rewards: np.ndarray
    legal_count: int
    mode: int
    reward: int
    skip_forced: bool


def make_workspace(
    game: Game, mode: int, reward: Reward, skip_forced: bool, script: np.ndarray
) -> np.ndarray:
    """Array of one record with all that belongs to one game, not yet begun.

    ``script`` is what :func:`pixies_env.core.states.scripts.compile_script` returns.
    """
    # At least one column, because a field of a record cannot be empty.
    columns = max(1, script.shape[1])
    workspace = np.zeros(1, _workspace_dtype(game, columns))
    workspace["board"] = game.board
    workspace["table"] = game.table
    workspace["script"] = -1
    workspace["script"][0, :, : script.shape[1]] = script
    workspace["mode"], workspace["reward"], workspace["skip_forced"] = mode, reward, skip_forced
    return workspace


def _workspace_dtype(game: Game, columns: int) -> np.dtype[Any]:
    state, stream = game.state_dtype, game.stream_dtype
    return record_dtype(
        [
            ("state", state),
            ("state_before", state),
            ("blank", state),
            ("stream", stream),
            ("stream_before", stream),
            ("board", game.board.dtype),
            ("table", game.table.dtype, game.table.shape),
            ("ids", IDS, (len(game.actions),)),
            ("outcomes", IDS, (len(game.outcomes),)),
            ("weights", WEIGHTS, (len(game.outcomes),)),
            ("script", IDS, (len(game.chance_kinds), columns)),
            ("rewards", UTILITY, (game.max_players,)),
            ("legal_count", np.int64),
            ("mode", np.int64),
            ("reward", np.int64),
            ("skip_forced", np.bool_),
        ]
    )


@rule
def settle_workspace(workspace: WorkspaceRecord) -> Any:
    """Draw chance up to the next decision or the end; False if the script is impossible."""
    # Slices, because the game's functions take plain arrays and not fields of a record.
    return settle(
        workspace.table[:],
        workspace.state,
        workspace.board,
        workspace.stream,
        workspace.script[:],
        workspace.outcomes[:],
        workspace.weights[:],
    )


@rule
def go_on(workspace: WorkspaceRecord) -> Any:
    """Draw chance and take forced decisions up to the next one that is asked."""
    fine = settle_workspace(workspace)
    while fine and workspace.skip_forced and workspace.state.waiting == DECISION:
        if seam.legal(workspace.table, workspace.state, workspace.board, workspace.ids[:]) != 1:
            return True
        seam.apply(workspace.table, workspace.state, workspace.board, int(workspace.ids[0]))
        fine = settle_workspace(workspace)
    return fine


@rule
def present(workspace: WorkspaceRecord, mask: np.ndarray, observation: np.ndarray) -> Any:
    """Write mask and observation of the player to move; returns the seat or ``OVER``."""
    mask[:] = 0
    if workspace.state.waiting == NOTHING:
        workspace.legal_count = 0
        seam.returns(
            workspace.table,
            workspace.state,
            workspace.board,
            workspace.reward,
            workspace.rewards[:],
        )
        seam.observe(
            workspace.table, workspace.state, workspace.board, 0, workspace.mode, observation
        )
        return OVER
    count = seam.legal(workspace.table, workspace.state, workspace.board, workspace.ids[:])
    workspace.legal_count = count
    for index in range(count):
        mask[workspace.ids[index]] = 1
    seat = int(workspace.state.player)
    seam.observe(
        workspace.table, workspace.state, workspace.board, seat, workspace.mode, observation
    )
    return seat


@rule
def keep(workspace: WorkspaceRecord) -> None:
    """Remember state and stream in case the script turns out to be impossible."""
    workspace.state_before = workspace.state
    workspace.stream_before = workspace.stream


def state_on(workspace: np.ndarray, game: Game) -> np.ndarray:
    """The state as an array of one record, as the core has it."""
    return workspace["state"].view(game.state_dtype)


def take_back(workspace: np.ndarray, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return to what was before an ``IMPOSSIBLE`` step; state and stream where it got stuck."""
    stuck = state_on(workspace, game).copy(), workspace["stream"].view(game.stream_dtype).copy()
    workspace["state"], workspace["stream"] = workspace["state_before"], workspace["stream_before"]
    count = int(workspace["legal_count"][0])
    if count:
        # Forced decisions on the way have written theirs over those of the player to move.
        workspace["ids"][0, :count] = legal_ids(game, state_on(workspace, game).copy())
    return stuck


@kernel
def begin(
    workspaces: np.ndarray,
    seed: Any,
    episode: Any,
    players: Any,
    mask: np.ndarray,
    observation: np.ndarray,
) -> Any:
    """Begin the game that (seed, lane 0, episode) names; returns as :func:`act` does."""
    workspace = workspaces[0]
    keep(workspace)
    start_stream(workspace.stream, seed, 0, episode)
    workspace.state = workspace.blank
    seam.setup(workspace.table, workspace.state, workspace.board, players)
    if not go_on(workspace):
        return IMPOSSIBLE
    return present(workspace, mask, observation)


@kernel
def act(workspaces: np.ndarray, action: Any, mask: np.ndarray, observation: np.ndarray) -> Any:
    """Carry out an action up to the next decision.

    Fills ``mask`` and ``observation`` for the player to move and returns its seat. ``OVER``: the
    mask is all zero, the observation that of seat 0, ``rewards`` on the workspace are the returns.
    ``ILLEGAL``: nothing has changed. ``IMPOSSIBLE``: the caller takes the step back.
    """
    workspace = workspaces[0]
    legal = False
    for index in range(workspace.legal_count):
        legal = legal or workspace.ids[index] == action
    if not legal:
        return ILLEGAL
    keep(workspace)
    seam.apply(workspace.table, workspace.state, workspace.board, action)
    if not go_on(workspace):
        return IMPOSSIBLE
    return present(workspace, mask, observation)


@kernel
def look(workspaces: np.ndarray, seat: Any, observation: np.ndarray) -> Any:
    """Write the observation of any seat."""
    workspace = workspaces[0]
    return seam.observe(
        workspace.table, workspace.state, workspace.board, seat, workspace.mode, observation
    )

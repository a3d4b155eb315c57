"""One game, stepped from Python with a single call into compiled code.

What a call costs is mostly the handing over of arrays. So everything that belongs to one game
lies in one record, the *desk*: state, stream, board, the table of functions and the buffers.
A step takes the desk, the action and the two arrays that it fills for the next player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compile import kernel, record_dtype, rule
from pixies_env.core.game import Game
from pixies_env.core.loops import settle
from pixies_env.core.seam import DECISION, IDS, NOTHING, UTILITY, WEIGHTS, Reward
from pixies_env.core.single import legal_ids
from pixies_env.core.streams import start_stream

OVER = -1
"""Instead of the seat to move: the game is over."""
ILLEGAL = -2
"""The action is not legal; nothing was changed."""
IMPOSSIBLE = -3
"""A scripted chance outcome is impossible, see :func:`take_back`."""


def make_desk(
    game: Game, mode: int, reward: Reward, skip_forced: bool, script: np.ndarray
) -> np.ndarray:
    """Array of one record with all that belongs to one game, not yet begun.

    ``script`` is what :func:`pixies_env.core.scripts.compile_script` returns.
    """
    # At least one column, because a field of a record cannot be empty.
    columns = max(1, script.shape[1])
    desk = np.zeros(1, _desk_dtype(game, columns))
    desk["board"] = game.board
    desk["table"] = game.table
    desk["script"] = -1
    desk["script"][0, :, : script.shape[1]] = script
    desk["mode"], desk["reward"], desk["skip_forced"] = mode, reward, skip_forced
    return desk


_DTYPES: dict[np.dtype[Any], np.dtype[Any]] = {}


def _desk_dtype(game: Game, columns: int) -> np.dtype[Any]:
    state, stream = _aligned(game.state_dtype), _aligned(game.stream_dtype)
    dtype = record_dtype(
        [
            ("state", state),
            ("state_before", state),
            ("blank", state),
            ("stream", stream),
            ("stream_before", stream),
            ("board", _aligned(game.board.dtype)),
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
    # Numba looks a dtype up at each call: at once if it is the same object, field by field,
    # which is slower than the step, if it is an equal one.
    return _DTYPES.setdefault(dtype, dtype)


def _aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record as a field: numpy forgets the alignment of ``np.record`` types."""
    fields: Mapping[str, Any] = dtype.fields or {}
    layout = {
        "names": list(fields),
        "formats": [field[0] for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "itemsize": dtype.itemsize,
    }
    aligned: np.dtype[Any] = np.dtype(layout, align=True)  # type: ignore[call-overload]
    return aligned


@rule
def settle_desk(desk: Any) -> Any:
    """Draw chance up to the next decision or the end; False if the script is impossible."""
    # Slices, because the game's functions take plain arrays and not fields of a record.
    return settle(
        desk.table[:],
        desk.state,
        desk.board,
        desk.stream,
        desk.script[:],
        desk.outcomes[:],
        desk.weights[:],
    )


@rule
def go_on(desk: Any) -> Any:
    """Draw chance and take forced decisions up to the next one that is asked."""
    fine = settle_desk(desk)
    while fine and desk.skip_forced and desk.state.waiting == DECISION:
        if seam.legal(desk.table, desk.state, desk.board, desk.ids[:]) != 1:
            return True
        seam.apply(desk.table, desk.state, desk.board, int(desk.ids[0]))
        fine = settle_desk(desk)
    return fine


@rule
def present(desk: Any, mask: Any, observation: Any) -> Any:
    """Write mask and observation of the player to move; returns the seat or ``OVER``."""
    mask[:] = 0
    if desk.state.waiting == NOTHING:
        desk.legal_count = 0
        seam.returns(desk.table, desk.state, desk.board, desk.reward, desk.rewards[:])
        seam.observe(desk.table, desk.state, desk.board, 0, desk.mode, observation)
        return OVER
    count = seam.legal(desk.table, desk.state, desk.board, desk.ids[:])
    desk.legal_count = count
    for index in range(count):
        mask[desk.ids[index]] = 1
    seat = int(desk.state.player)
    seam.observe(desk.table, desk.state, desk.board, seat, desk.mode, observation)
    return seat


@rule
def keep(desk: Any) -> None:
    """Remember state and stream in case the script turns out to be impossible."""
    desk.state_before = desk.state
    desk.stream_before = desk.stream


def state_on(desk: np.ndarray, game: Game) -> np.ndarray:
    """The state as an array of one record, as the core has it."""
    return desk["state"].view(game.state_dtype)


def take_back(desk: np.ndarray, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Return to what was before an ``IMPOSSIBLE`` step; state and stream where it got stuck."""
    stuck = state_on(desk, game).copy(), desk["stream"].view(game.stream_dtype).copy()
    desk["state"], desk["stream"] = desk["state_before"], desk["stream_before"]
    count = int(desk["legal_count"][0])
    if count:
        # Forced decisions on the way have written theirs over those of the player to move.
        desk["ids"][0, :count] = legal_ids(game, state_on(desk, game).copy())
    return stuck


@kernel
def begin(desks: Any, seed: Any, episode: Any, players: Any, mask: Any, observation: Any) -> Any:
    """Begin the game that (seed, lane 0, episode) names; returns as :func:`act` does."""
    desk = desks[0]
    keep(desk)
    start_stream(desk.stream, seed, 0, episode)
    desk.state = desk.blank
    seam.setup(desk.table, desk.state, desk.board, players)
    if not go_on(desk):
        return IMPOSSIBLE
    return present(desk, mask, observation)


@kernel
def act(desks: Any, action: Any, mask: Any, observation: Any) -> Any:
    """Carry out an action up to the next decision.

    Fills ``mask`` and ``observation`` for the player to move and returns its seat. ``OVER``: the
    mask is all zero, the observation that of seat 0, ``rewards`` on the desk are the returns.
    ``ILLEGAL``: nothing has changed. ``IMPOSSIBLE``: the caller takes the step back.
    """
    desk = desks[0]
    legal = False
    for index in range(desk.legal_count):
        legal = legal or desk.ids[index] == action
    if not legal:
        return ILLEGAL
    keep(desk)
    seam.apply(desk.table, desk.state, desk.board, action)
    if not go_on(desk):
        return IMPOSSIBLE
    return present(desk, mask, observation)


@kernel
def look(desks: Any, seat: Any, observation: Any) -> Any:
    """Write the observation of any seat."""
    desk = desks[0]
    return seam.observe(desk.table, desk.state, desk.board, seat, desk.mode, observation)

"""Games in progress as plain arrays, for checkpoints, and back: checked, for kernels trust them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pixies_env.core.boards import Boards
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.arrays import form_of
from pixies_env.core.game import Game
from pixies_env.core.loops import write_drawn_boards
from pixies_env.core.single import begin_stream
from pixies_env.core.states.stored import check_position


def dump_lanes(states: np.ndarray, streams: np.ndarray) -> dict[str, np.ndarray]:
    """Copies of the records of all lanes, uint8 ``(lanes, bytes)``."""
    return {"states": _bytes_of(states).copy(), "streams": _bytes_of(streams).copy()}


def load_lanes(
    arrays: Mapping[str, np.ndarray], boards: Boards, players: np.ndarray, fixed: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States and streams that :func:`dump_lanes` took apart, and the index of each lane's board.

    ``fixed`` holds these indices; None: they are drawn from the streams. ``arrays["boards"]`` tells
    what board each lane had, see :class:`Boards`. DamagedDataError unless all are positions
    that the game can have on these boards, with so many ``players`` each, and streams of games.
    """
    game = boards.first
    states = np.zeros(len(players), game.state_dtype)
    streams = np.zeros(len(players), game.stream_dtype)
    _bytes_of(states)[...] = arrays["states"]
    _bytes_of(streams)[...] = arrays["streams"]
    for lane in range(len(players)):
        _check_stream(streams[lane : lane + 1], f"lane {lane}")
    board_of = np.zeros(len(players), np.int64)
    if fixed is None:
        write_drawn_boards(streams, len(boards), board_of)
    else:
        board_of[...] = fixed
    for lane, (count, board) in enumerate(zip(players, board_of, strict=True)):
        place, own = f"lane {lane}", boards.games[board]
        if arrays["boards"][lane] != boards.digests[board]:
            raise DamagedDataError(f"{place}: is on another board than {own.board_digest[:8]}")
        _check_state(own, states[lane : lane + 1], int(count), place)
    return states, streams, board_of


def check_arrays(arrays: Mapping[str, np.ndarray], like: Mapping[str, np.ndarray]) -> None:
    """DamagedDataError unless there are arrays of the same types and shapes, floats finite."""
    for name, array in like.items():
        given = arrays.get(name)
        if not isinstance(given, np.ndarray) or form_of(given) != form_of(array):
            told = form_of(given) if isinstance(given, np.ndarray) else "missing"
            raise DamagedDataError(
                f"{name} is {told}, not {form_of(array)}: another game or number of games"
            )
        if given.dtype.kind == "f" and not np.isfinite(given).all():
            raise DamagedDataError(f"{name} is not finite")


def _bytes_of(records: np.ndarray) -> np.ndarray:
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


def _check_state(game: Game, state: np.ndarray, players: int, place: str) -> None:
    check_position(game, state, place)
    if state["players"][0] != players:
        raise DamagedDataError(f"{place}: is of {state['players'][0]} players, not {players}")


def _check_stream(stream: np.ndarray, place: str) -> None:
    begun = stream.copy()
    begin_stream(begun, *(int(stream[name][0]) for name in ("seed", "lane", "episode")))
    if begun["key"][0] != stream["key"][0]:
        raise DamagedDataError(f"{place}: its random stream is of another game")

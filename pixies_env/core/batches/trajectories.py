"""Trajectories of whole games, for imitation and offline learning.

One row per decision, in the order of games and of decisions in them. Files are ``.npz`` (all at
once, small studies) or ``.parquet`` (written block by block). Both hold the same columns and
metadata, and a digest of the whole file; the legal mask is packed, eight actions a byte.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import Block, Observed, play_games
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.errors import DamagedDataError, ForeignGameError, listed
from pixies_env.core.files.arrays import Form, form_of, opened_arrays, write_arrays
from pixies_env.core.files.fields import plain
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import open_regular
from pixies_env.core.files.sealed import BLANK, check_seal, seal
from pixies_env.core.files.whole import written_whole
from pixies_env.core.game import Game
from pixies_env.core.inputs import check_count
from pixies_env.core.states.identity import check_identity, identity

FORMAT = "pixies-trajectories"
VERSION = 2

_METADATA_KEY, _SEAL_KEY = b"pixies", b"pixies-seal"


@dataclass(frozen=True)
class Trajectories:
    """Decisions of whole games, one row each."""

    game: np.ndarray
    """int64 ``(n,)``: number of the game."""
    step: np.ndarray
    """int32 ``(n,)``: decisions taken before in this game."""
    player: np.ndarray
    """int8 ``(n,)``: seat that decided."""
    action: np.ndarray
    """int16 ``(n,)``: id that it chose."""
    observation: np.ndarray
    """float32 ``(n, features)``: what it knew."""
    packed_mask: np.ndarray
    """uint8 ``(n, bytes)``: what was legal, packed; see :attr:`action_mask`."""
    probabilities: np.ndarray
    """float32 ``(n, actions)``: the agent's distribution; NaN where it tells none."""
    returns: np.ndarray
    """float64 ``(n, max_players)``: what the game paid each seat at its end."""
    metadata: Mapping[str, Any] = field(repr=False)
    """Game, digests, seed, reward, agents and names of features and actions."""
    board: np.ndarray | None = None
    """int32 ``(n,)``: place of the game's board in ``metadata["boards"]``; None if all are on
    one."""

    def __len__(self) -> int:
        return len(self.game)

    @property
    def action_mask(self) -> np.ndarray:
        """Booleans ``(n, actions)``: what was legal."""
        actions = len(self.metadata["actions"])
        return np.unpackbits(self.packed_mask, axis=1, count=actions, bitorder="little") == 1


_COLUMNS = (
    "game",
    "step",
    "player",
    "action",
    "observation",
    "packed_mask",
    "probabilities",
    "returns",
)
_BOARD = "board"
"""The further column of games on several boards."""


@dataclass(frozen=True)
class Exported:
    """What :func:`export_trajectories` wrote."""

    path: Path
    games: int
    decisions: int
    """Rows of the file."""
    mean_returns: tuple[float, ...]
    """Mean over the games of what each seat was paid; 0 on seats that were in no game."""


class _Collector:
    """Gathers the decisions of a block."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: list[tuple[np.ndarray, ...]] = []

    def __call__(self, observed: Observed) -> None:
        agent, games, steps, decisions, actions = observed
        assert decisions.observations is not None
        if hasattr(agent, "probabilities"):
            given = decisions
            if not agent.needs_observations:
                given = decisions._replace(observations=None)
            probabilities = np.asarray(agent.probabilities(given), np.float32)
        else:
            probabilities = np.full(decisions.action_masks.shape, np.nan, np.float32)
        if probabilities.shape != decisions.action_masks.shape:
            raise ValueError(
                f"probabilities of {agent.name} have shape {probabilities.shape}, "
                f"not {decisions.action_masks.shape}"
            )
        self.seen.append(
            (
                games,
                steps.astype(np.int32),
                decisions.seats.astype(np.int8),
                actions.astype(np.int16),
                decisions.observations,
                np.packbits(decisions.action_masks, axis=1, bitorder="little"),
                probabilities,
            )
        )

    def gathered(self, block: Block) -> dict[str, np.ndarray]:
        """The columns of a finished block; what was gathered is given away."""
        columns = [np.concatenate(parts) for parts in zip(*self.seen, strict=True)]
        self.seen = []
        order = np.lexsort((columns[1], columns[0]))
        named = {name: column[order] for name, column in zip(_COLUMNS, columns)}
        rows = named["game"] - block.first
        named["returns"] = block.returns[rows]
        if block.boards is not None:
            named[_BOARD] = block.boards[rows].astype(np.int32)
        return named


def export_trajectories(
    path: str | os.PathLike[str],
    game: Game | Sequence[Game] | Boards,
    line_ups: Sequence[str | Agent] | Sequence[Sequence[str | Agent]],
    *,
    games: int,
    players: int | None = None,
    seed: int = 0,
    reward: str = "rank",
    observation_mode: str | None = None,
    progress: Callable[[Block], None] | None = None,
    **play_options: Any,
) -> Exported:
    """Play games as :func:`~pixies_env.core.batches.arena.play_games` does; write every decision.

    The file appears when it is whole; an error or an interrupt leaves what was there before.
    Parquet is written block by block, ``.npz`` at the end.

    Args:
        path: file to write; its name ends in ``.npz`` or ``.parquet``.
        game: the game, or a list of it on several boards; then there is a column ``board``.
        line_ups: as of ``play_games``.
        games: how many.
        players: seats of a game, for line-ups of one agent.
        seed: 0 to 2**64 - 1.
        reward: ``rank``, ``win`` or ``score``.
        observation_mode: of the observations; the game's first by default.
        progress: called with each block of games once it is played.
        play_options: further arguments of ``play_games``, such as ``block`` or ``threads``.

    Raises:
        ValueError, TypeError: an argument is not as described.
        AgentError: an agent raised or chose what is not legal.
    """
    form = Path(path).suffix
    if form not in (".npz", ".parquet"):
        raise ValueError(f"trajectories are written to .npz or .parquet, not to {str(path)!r}")
    games = check_count("games", games)
    boards = several_boards(game, {})
    game = boards.first
    observation_mode = game.check_observation_mode(observation_mode)
    boards.check_observations(observation_mode)
    collector = _Collector(game)
    blocks = play_games(
        boards,
        line_ups,
        games=games,
        players=players,
        seed=seed,
        reward=reward,
        observation_mode=observation_mode,
        observer=collector,
        **play_options,
    )
    metadata = {
        "format": FORMAT,
        "version": VERSION,
        **identity(game),
        "seed": seed,
        "games": games,
        "reward": reward,
        "observation_mode": observation_mode,
        "agents": _names(line_ups),
        "features": [feature.name for feature in game.features_of(observation_mode)],
        "actions": list(game.actions.roles),
    }
    if len(boards) > 1:
        metadata["boards"] = [identity(each) for each in boards.games]
    text = json.dumps(metadata, default=plain)
    write = _write_npz if form == ".npz" else _write_parquet
    played, decisions, returns = 0, 0, np.zeros(game.max_players)
    with closing(write(path, text, collector, blocks)) as written:
        for block in written:
            played += len(block)
            decisions += int(block.decisions.sum())
            returns += block.returns.sum(axis=0)
            if progress is not None:
                progress(block)
    means = tuple(float(mean) for mean in returns / played)
    return Exported(Path(path), played, decisions, means)


def _names(line_ups: Sequence[Any]) -> list[Any]:
    """Line-ups as they were given, with names instead of agents."""
    names: list[Any] = []
    for entry in line_ups:
        if isinstance(entry, str):
            names.append(entry)
        else:
            names.append(entry.name if isinstance(entry, Agent) else _names(entry))
    return names


def _write_npz(
    path: str | os.PathLike[str], metadata: str, collector: _Collector, blocks: Iterator[Block]
) -> Generator[Block, None, None]:
    parts = []
    for block in blocks:
        parts.append(collector.gathered(block))
        yield block
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    write_arrays(path, json.loads(metadata), columns, compressed=True, sealed=True)


def _write_parquet(
    path: str | os.PathLike[str], metadata: str, collector: _Collector, blocks: Iterator[Block]
) -> Generator[Block, None, None]:
    import pyarrow.parquet as parquet

    with written_whole(path) as aside:
        writer = None
        try:
            for block in blocks:
                table = _arrow_table(collector.gathered(block), metadata)
                if writer is None:
                    writer = parquet.ParquetWriter(aside, table.schema)
                writer.write_table(table)
                yield block
            if writer is not None:
                writer.add_key_value_metadata({_SEAL_KEY: BLANK})
        finally:
            if writer is not None:
                writer.close()
        seal(aside)


def _arrow_table(columns: Mapping[str, np.ndarray], metadata: str) -> Any:
    import pyarrow as arrow

    arrays = {}
    for name, column in columns.items():
        flat = arrow.array(column.reshape(-1))
        if column.ndim == 2:
            flat = arrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
        arrays[name] = flat
    return arrow.table(arrays, metadata={_METADATA_KEY: metadata.encode()})


def read_trajectories(
    path: str | os.PathLike[str], game: Game | Sequence[Game] | None = None
) -> Trajectories:
    """What :func:`export_trajectories` wrote, whole in memory.

    With a ``game``, or the list of it on several boards, it is checked that the file is of these.

    Raises:
        DamagedDataError: not a whole file of trajectories.
        ForeignGameError: of another format version, or of another game than the one given.
        OSError: the file cannot be read.
    """
    place = str(path)
    read = _read_npz if Path(path).suffix == ".npz" else _read_parquet
    columns, metadata = read(path, place)
    if game is not None:
        _check_games(metadata, [game] if isinstance(game, Game) else game, place)
    found = Trajectories(**columns, metadata=metadata)
    _check_numbers(found, place)
    return found


def _check_games(metadata: Mapping[str, Any], games: Sequence[Game], place: str) -> None:
    """ForeignGameError unless a file is of these games, in their order."""
    told = _boards_in(metadata, place) or [metadata]
    if len(told) != len(games):
        raise ForeignGameError(f"{place}: of games on {len(told)} boards, not on {len(games)}")
    for number, (stored, game) in enumerate(zip(told, games, strict=True)):
        at = f"{place}: board {number}" if len(told) > 1 else place
        check_identity(stored, game, at)


def _boards_in(metadata: Mapping[str, Any], place: str) -> list[Mapping[str, Any]]:
    """What a file says of its boards; nothing if they are one."""
    told = metadata.get("boards", [])
    if not isinstance(told, list) or not all(isinstance(each, dict) for each in told):
        raise DamagedDataError(f"{place}: 'boards' must be a list of objects, not {told!r:.100}")
    return told


def _names_in(metadata: Mapping[str, Any], place: str) -> tuple[str, ...]:
    """Columns that a file is to have."""
    return (*_COLUMNS, _BOARD) if _boards_in(metadata, place) else _COLUMNS


def _check_forms(forms: Mapping[str, Form], metadata: Mapping[str, Any], place: str) -> None:
    """DamagedDataError unless all columns have the types and shapes that they are to have."""
    missing = [name for name in _names_in(metadata, place) if name not in forms]
    if missing:
        raise DamagedDataError(f"{place}: {_NOT_OURS}: it has no {listed(missing)}")
    widths = []
    for key in ("actions", "features"):
        names = metadata.get(key)
        if not isinstance(names, list):
            raise DamagedDataError(f"{place}: {key!r} must be a list, not {names!r:.100}")
        widths.append(len(names))
    actions, features = widths
    rows, seats = forms["game"].shape[:1], forms["returns"].shape[1:2]
    expected: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
        "game": (np.int64, ()),
        "step": (np.int32, ()),
        "player": (np.int8, ()),
        "action": (np.int16, ()),
        "observation": (np.float32, (features,)),
        "packed_mask": (np.uint8, (-(-actions // 8),)),
        "probabilities": (np.float32, (actions,)),
        "returns": (np.float64, seats or (0,)),
    }
    if _boards_in(metadata, place):
        expected[_BOARD] = (np.int32, ())
    for name, (kind, width) in expected.items():
        wanted = Form(np.dtype(kind), (*rows, *width))
        if forms[name][:2] != wanted[:2]:
            raise DamagedDataError(f"{place}: {name!r} must be {wanted}, not {forms[name]}")


def _check_numbers(rows: Trajectories, place: str) -> None:
    """DamagedDataError unless seats and decisions are such that there are."""
    most_of = {"player": rows.returns.shape[1], "action": rows.probabilities.shape[1]}
    if rows.board is not None:
        most_of[_BOARD] = len(rows.metadata["boards"])
    for name, most in most_of.items():
        column = getattr(rows, name)
        if ((column < 0) | (column >= most)).any():
            raise DamagedDataError(f"{place}: {name!r} must be 0 to {most - 1} everywhere")
    if not rows.action_mask[np.arange(len(rows)), rows.action].all():
        raise DamagedDataError(f"{place}: holds an action that was not legal")


def _read_npz(
    path: str | os.PathLike[str], place: str
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    with opened_arrays(path, _WHAT, FORMAT, VERSION, compressed=True, sealed=True) as stored:
        _check_forms(stored.forms, stored.metadata, place)
        # Agents that tell no probabilities leave no numbers there.
        names = _names_in(stored.metadata, place)
        expected = {name: stored.forms[name]._replace(finite=False) for name in names}
        return stored.read(expected), stored.metadata


def _read_parquet(
    path: str | os.PathLike[str], place: str
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    with open_regular(path) as file:
        content = file.read()
    check_seal(content, f"{place}: {_NOT_OURS}")
    try:
        table = parquet.read_table(arrow.BufferReader(content))
        text = table.schema.metadata[_METADATA_KEY].decode()
        columns = {name: _column(table[name]) for name in table.column_names}
    except Exception as error:
        # Parquet has a great many names for what is none of ours.
        raise DamagedDataError(f"{place}: {_NOT_OURS}: {error}") from error
    metadata = load_json(text, place)
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise DamagedDataError(f"{place}: {_NOT_OURS}")
    if metadata.get("version") != VERSION:
        raise ForeignGameError(
            f"{place}: version {metadata.get('version')!r:.50}, this is {VERSION}"
        )
    _check_forms({name: form_of(column) for name, column in columns.items()}, metadata, place)
    return {name: columns[name] for name in _names_in(metadata, place)}, metadata


def _column(chunked: Any) -> np.ndarray:
    column = chunked.combine_chunks()
    if not hasattr(column.type, "list_size"):
        found: np.ndarray = column.to_numpy(zero_copy_only=False)
        return found
    values: np.ndarray = column.flatten().to_numpy(zero_copy_only=False)
    return values.reshape(len(column), column.type.list_size)


_WHAT = "a file of trajectories"
_NOT_OURS = f"not {_WHAT}"

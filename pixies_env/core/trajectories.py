"""Trajectories of whole games, for imitation and offline learning.

One row per decision, in the order of games and of decisions in them. Files are ``.npz`` (all at
once, small studies) or ``.parquet`` (written block by block). Both hold the same columns and
metadata, and a digest of the whole file; the legal mask is packed, eight actions a byte.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.agents import Agent
from pixies_env.core.arena import Block, Observed, play_games
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.fields import plain
from pixies_env.core.files import written_whole
from pixies_env.core.game import Game
from pixies_env.core.identity import check_identity, identity
from pixies_env.core.inputs import check_count
from pixies_env.core.sealed import BLANK, check_seal, seal
from pixies_env.core.stored import load_json

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
    """uint8 ``(n, bytes)``: what was legal, packed; see :attr:`mask`."""
    probabilities: np.ndarray
    """float32 ``(n, actions)``: the agent's distribution; NaN where it tells none."""
    returns: np.ndarray
    """float64 ``(n, max_players)``: what the game paid each seat at its end."""
    metadata: Mapping[str, Any] = field(repr=False)
    """Game, digests, seed, reward, agents and names of features and actions."""

    def __len__(self) -> int:
        return len(self.game)

    @property
    def mask(self) -> np.ndarray:
        """bool ``(n, actions)``: what was legal."""
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
            probabilities = np.full(decisions.masks.shape, np.nan, np.float32)
        if probabilities.shape != decisions.masks.shape:
            raise ValueError(
                f"probabilities of {agent.name} have shape {probabilities.shape}, "
                f"not {decisions.masks.shape}"
            )
        self.seen.append(
            (
                games,
                steps.astype(np.int32),
                decisions.seats.astype(np.int8),
                actions.astype(np.int16),
                decisions.observations,
                np.packbits(decisions.masks, axis=1, bitorder="little"),
                probabilities,
            )
        )

    def gathered(self, block: Block) -> dict[str, np.ndarray]:
        """The columns of a finished block; what was gathered is given away."""
        columns = [np.concatenate(parts) for parts in zip(*self.seen, strict=True)]
        self.seen = []
        order = np.lexsort((columns[1], columns[0]))
        named = {name: column[order] for name, column in zip(_COLUMNS, columns)}
        named["returns"] = block.returns[named["game"] - block.first]
        return named


def export_trajectories(
    path: str | os.PathLike[str],
    game: Game,
    line_ups: Sequence[str | Agent] | Sequence[Sequence[str | Agent]],
    *,
    games: int,
    players: int | None = None,
    seed: int = 0,
    reward: str = "rank",
    hidden: str | None = None,
    progress: Callable[[Block], None] | None = None,
    **play_options: Any,
) -> Exported:
    """Play games as :func:`pixies_env.core.arena.play_games` does, and write every decision.

    The file appears when it is whole; an error or an interrupt leaves what was there before.
    Parquet is written block by block, ``.npz`` at the end.

    Args:
        path: file to write; its name ends in ``.npz`` or ``.parquet``.
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
    hidden = game.hidden_modes[0] if hidden is None else hidden
    collector = _Collector(game)
    blocks = play_games(
        game,
        line_ups,
        games=games,
        players=players,
        seed=seed,
        reward=reward,
        hidden=hidden,
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
        "hidden": hidden,
        "agents": _names(line_ups),
        "features": [feature.name for feature in game.features_of(hidden)],
        "actions": list(game.actions.roles),
    }
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
    columns = {name: np.concatenate([part[name] for part in parts]) for name in _COLUMNS}
    with written_whole(path) as aside:
        with aside.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, metadata=np.array(metadata), **columns)
        with zipfile.ZipFile(aside, "a") as archive:
            archive.comment = BLANK.encode()
        seal(aside)


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


def read_trajectories(path: str | os.PathLike[str], game: Game | None = None) -> Trajectories:
    """What :func:`export_trajectories` wrote, whole in memory.

    With a ``game`` it is checked that the file is of that game.

    Raises:
        DamagedDataError: not a whole file of trajectories.
        ForeignGameError: of another format version, or of another game than the one given.
        OSError: the file cannot be read.
    """
    place = str(path)
    read = _read_npz if Path(path).suffix == ".npz" else _read_parquet
    content = Path(path).read_bytes()
    check_seal(content, place)
    try:
        columns, text = read(content)
    except Exception as error:
        # NumPy, zip and Parquet have a great many names for what is none of ours.
        raise DamagedDataError(f"{place}: not a file of trajectories: {error}") from error
    metadata = load_json(text, place)
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise DamagedDataError(f"{place}: not a file of trajectories")
    if metadata.get("version") != VERSION:
        raise ForeignGameError(f"{place}: version {metadata.get('version')!r}, this is {VERSION}")
    if game is not None:
        check_identity(metadata, game, place)
    found = Trajectories(**columns, metadata=metadata)
    _check_columns(found, place)
    return found


def _check_columns(rows: Trajectories, place: str) -> None:
    """DamagedDataError unless all columns have the types and shapes that they are to have."""
    widths = []
    for key in ("actions", "features"):
        names = rows.metadata.get(key)
        if not isinstance(names, list):
            raise DamagedDataError(f"{place}: {key!r} must be a list, not {names!r}")
        widths.append(len(names))
    actions, features = widths
    seats = rows.returns.shape[-1] if rows.returns.ndim == 2 else 0
    expected: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
        "game": (np.int64, ()),
        "step": (np.int32, ()),
        "player": (np.int8, ()),
        "action": (np.int16, ()),
        "observation": (np.float32, (features,)),
        "packed_mask": (np.uint8, (-(-actions // 8),)),
        "probabilities": (np.float32, (actions,)),
        "returns": (np.float64, (seats,)),
    }
    for name, (kind, width) in expected.items():
        column, shape = getattr(rows, name), (rows.game.size, *width)
        if column.dtype != kind or column.shape != shape:
            raise DamagedDataError(
                f"{place}: {name!r} must be {np.dtype(kind)} of shape {shape}, not {column.dtype} "
                f"of shape {column.shape}"
            )
    for name, most in (("player", seats), ("action", actions)):
        column = getattr(rows, name)
        if ((column < 0) | (column >= most)).any():
            raise DamagedDataError(f"{place}: {name!r} must be 0 to {most - 1} everywhere")
    if not rows.mask[np.arange(len(rows)), rows.action].all():
        raise DamagedDataError(f"{place}: holds an action that was not legal")


def _read_npz(content: bytes) -> tuple[dict[str, np.ndarray], str]:
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        return {name: stored[name] for name in _COLUMNS}, str(stored["metadata"])


def _read_parquet(content: bytes) -> tuple[dict[str, np.ndarray], str]:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    table = parquet.read_table(arrow.BufferReader(content))
    columns = {}
    for name in _COLUMNS:
        column = table[name].combine_chunks()
        if hasattr(column.type, "list_size"):
            values = column.flatten().to_numpy(zero_copy_only=False)
            columns[name] = values.reshape(len(column), column.type.list_size)
        else:
            columns[name] = column.to_numpy(zero_copy_only=False)
    return columns, table.schema.metadata[_METADATA_KEY].decode()

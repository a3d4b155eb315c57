"""Policies, and trajectories in both kinds of file."""

from __future__ import annotations

import dataclasses
import io
import json
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network, arrays_of, load_network, save_network
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.trajectories import (
    Trajectories,
    export_trajectories,
    read_trajectories,
)
from pixies_env.core.files.sealed import BLANK, seal
from tests.hostile.alterations import Alteration, array_altered, in_arrays, json_altered
from tests.hostile.subject import Subject
from tests.hostile.subjects.playing import game_named
from tests.learning.networks import untrained

GAMES = ("hidden_card", "havresac")


class Policies(Subject):
    """Networks of any numbers that fit the game: each plays a game."""

    def make(self) -> Sequence[Path]:
        files = []
        for name in GAMES:
            files.append(self.folder / f"{name}.npz")
            game = game_named(name)
            save_network(files[-1], untrained(game, width=8), game)
        return files

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [in_arrays()]

    def use(self, path: Path) -> Network:
        return load_network(path, game_named(path.stem))

    def same(self, original: Network, found: Network) -> bool:
        one, other = arrays_of(original), arrays_of(found)
        return (
            one.keys() == other.keys()
            and all(np.array_equal(one[name], other[name]) for name in one)
            and (original.observation_mode, original.training)
            == (found.observation_mode, found.training)
        )

    def check_sound(self, path: Path, found: Network) -> None:
        game = game_named(path.stem)
        found.check(game)
        agent = LearnedAgent(game, "altered", found)
        line_up: list[Any] = [agent] * 2
        (block,) = play_games(game, line_up, games=1, seed=1, threads=1)
        assert np.isfinite(block.returns).all()
        save_network(path, found, game)
        assert self.same(found, load_network(path, game))


class TrajectoryFiles(Subject):
    """Rows of decisions, each of which was legal."""

    sealed: ClassVar = True

    def make(self) -> Sequence[Path]:
        files = [self.folder / "rows.npz", self.folder / "rows.parquet"]
        for path in files:
            game = game_named("hidden_card")
            export_trajectories(path, game, ["random"], games=4, players=3, seed=1, block=2)
        return files

    def alterations(self, path: Path) -> Sequence[Alteration]:
        return [self._rewritten]

    def forgeries(self, path: Path) -> Sequence[Alteration]:
        return [self._forged]

    def use(self, path: Path) -> Trajectories:
        return read_trajectories(path, game_named("hidden_card"))

    def same(self, original: Trajectories, found: Trajectories) -> bool:
        return original.metadata == found.metadata and all(
            np.array_equal(one, other, equal_nan=True)
            for one, other in zip(_columns(original), _columns(found), strict=True)
        )

    def check_sound(self, path: Path, found: Trajectories) -> None:
        rows = np.arange(len(found))
        assert found.action_mask[rows, found.action].all()
        assert (found.player >= 0).all() and (found.player < found.returns.shape[1]).all()

    def _rewritten(self, content: bytes, draw: random.Random) -> bytes:
        return self._written(content, draw, sealed=False)

    def _forged(self, content: bytes, draw: random.Random) -> bytes:
        return self._written(content, draw, sealed=True)

    def _written(self, content: bytes, draw: random.Random, sealed: bool) -> bytes:
        """As another program would write it, one column or what is said of them altered."""
        aside = self.folder / "aside"
        aside.write_bytes(content)
        packed = content.startswith(b"PK")
        columns, told = _read_npz(content) if packed else _read_parquet(content)
        if draw.random() < 0.4:
            told = json_altered(told, draw)
        else:
            name = draw.choice(list(columns))
            with np.errstate(all="ignore"):
                columns[name] = array_altered(columns[name], draw)
            if draw.random() < 0.1:
                columns[f"{name}x"] = columns.pop(name)
        write = _write_npz if packed else _write_parquet
        try:
            write(aside, columns, json.dumps(told))
        except (arrow.ArrowException, NotImplementedError):
            return content  # Parquet has no such column.
        if sealed:
            seal(aside)
        return aside.read_bytes()


def _columns(rows: Trajectories) -> list[np.ndarray]:
    names = [field.name for field in dataclasses.fields(rows) if field.name != "metadata"]
    return [getattr(rows, name) for name in names]


def _read_npz(content: bytes) -> tuple[dict[str, np.ndarray], Any]:
    with np.load(io.BytesIO(content)) as stored:
        columns = dict(stored)
    return columns, json.loads(str(columns.pop("metadata")))


def _write_npz(path: Path, columns: dict[str, np.ndarray], told: str) -> None:
    with path.open("wb") as file:
        np.savez(file, metadata=np.array(told), **columns)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = BLANK.encode()


def _read_parquet(content: bytes) -> tuple[dict[str, np.ndarray], Any]:
    table = parquet.read_table(arrow.BufferReader(content))
    columns = {}
    for name in table.column_names:
        column = table[name].combine_chunks()
        values = np.array(column.to_pylist())
        item = column.type.value_type if hasattr(column.type, "value_type") else column.type
        columns[name] = values.astype(item.to_pandas_dtype())
    return columns, json.loads(table.schema.metadata[b"pixies"])


def _write_parquet(path: Path, columns: dict[str, np.ndarray], told: str) -> None:
    lists = {}
    for name, column in columns.items():
        flat = arrow.array(column.reshape(-1))
        if column.ndim == 2:
            flat = arrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
        lists[name] = flat
    length = min((len(each) for each in lists.values()), default=0)
    table = arrow.table(
        {name: each[:length] for name, each in lists.items()}, metadata={"pixies": told}
    )
    with parquet.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"pixies-seal": BLANK})

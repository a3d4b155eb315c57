"""Trajectories: one row per decision, the same in both kinds of file."""

from __future__ import annotations

import json
import zipfile
from dataclasses import fields

import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from pixies_env.core.agents import CompiledAgent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.batches.trajectories import export_trajectories, read_trajectories
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.sealed import BLANK, seal
from pixies_env.core.states.state import State
from tests.core.test_agents import highest
from tests.games.hidden_card import game

GAME = game()


def exported(path, **options):
    options = {"games": 9, "players": 3, "seed": 4, "block": 4, **options}
    high = CompiledAgent(GAME, "high", highest, [0.0])
    blocks = []
    line_up = ["random", high, "random"]
    written = export_trajectories(path, GAME, line_up, progress=blocks.append, **options)
    assert written.path == path and written.games == 9
    assert written.decisions == sum(block.decisions.sum() for block in blocks)
    returns = np.concatenate([block.returns for block in blocks])
    assert np.allclose(written.mean_returns, returns.mean(axis=0))
    return blocks, read_trajectories(path, GAME)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_rows_replay_the_games(tmp_path, suffix):
    blocks, rows = exported(tmp_path / f"rows.{suffix}")
    decisions = np.concatenate([block.decisions for block in blocks])
    assert len(rows) == decisions.sum()
    returns = np.concatenate([block.returns for block in blocks])
    row = 0
    for number in range(9):
        state = State(GAME, 3, 4, lane=number)
        for step in range(decisions[number]):
            assert (rows.game[row], rows.step[row]) == (number, step)
            assert rows.player[row] == state.player
            assert np.array_equal(rows.observation[row], state.observation())
            assert np.array_equal(rows.action_mask[row], state.legal_action_mask())
            assert np.array_equal(rows.returns[row], returns[number])
            told = rows.probabilities[row]
            if state.player == 1:
                assert np.isnan(told).all()
            else:
                assert np.allclose(
                    told, state.legal_action_mask() / state.legal_action_mask().sum()
                )
            state.apply(int(rows.action[row]))
            row += 1
        assert state.is_over


def test_both_kinds_of_file_hold_the_same(tmp_path):
    (_, first), (_, second) = (exported(tmp_path / name) for name in ("a.npz", "a.parquet"))
    for name in ("game", "step", "player", "action", "observation", "packed_mask", "returns"):
        one, other = getattr(first, name), getattr(second, name)
        assert one.dtype == other.dtype and np.array_equal(one, other), name
    assert np.array_equal(first.probabilities, second.probabilities, equal_nan=True)
    assert first.metadata == second.metadata


def test_metadata_name_game_agents_and_columns(tmp_path):
    _, rows = exported(tmp_path / "a.npz", observation_mode="table", reward="win")
    told = rows.metadata
    assert told["game"] == "hidden_card" and told["board"] == GAME.board_digest
    assert told["agents"] == ["random", "high", "random"] and told["seed"] == 4
    assert (told["observation_mode"], told["reward"], told["games"]) == ("table", "win", 9)
    assert told["features"] == [feature.name for feature in GAME.features_of("table")]
    assert rows.observation.shape[1] == len(told["features"])
    assert told["actions"] == list(GAME.actions.roles)
    assert np.allclose(rows.returns.sum(axis=1), 1)


def test_collecting_does_not_change_the_games(tmp_path):
    high = CompiledAgent(GAME, "high", highest, [0.0])
    blocks, _ = exported(tmp_path / "a.npz")
    (block,) = play_games(GAME, ["random", high, "random"], games=9, seed=4)
    assert np.concatenate([part.states for part in blocks]).tobytes() == block.states.tobytes()


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_the_file_appears_only_when_whole(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"

    def interrupt(block):
        assert not path.exists()
        if block.first == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_trajectories(path, GAME, ["random"], games=9, players=2, block=3, progress=interrupt)
    assert list(tmp_path.iterdir()) == []
    export_trajectories(path, GAME, ["random"], games=2, players=2)
    assert path.exists()


def test_probabilities_of_wrong_shape_are_refused(tmp_path):
    class Crooked(CompiledAgent):
        def probabilities(self, decisions):
            return np.ones(3)

    agent = Crooked(GAME, "crooked", highest, [0.0])
    with pytest.raises(ValueError, match="crooked"):
        export_trajectories(tmp_path / "a.npz", GAME, [agent], games=1, players=2)


def test_wrong_arguments_are_refused(tmp_path):
    with pytest.raises(ValueError, match="npz or"):
        export_trajectories(tmp_path / "a.csv", GAME, ["random"], games=1, players=2)
    with pytest.raises(ValueError, match="games"):
        export_trajectories(tmp_path / "a.npz", GAME, ["random"], games=0, players=2)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_foreign_and_damaged_files_are_refused(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    exported(path)
    with pytest.raises(ForeignGameError, match="board"):
        read_trajectories(path, game(faces=5))
    content = path.read_bytes()
    for damaged in (b"", b"junk", content[: len(content) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(DamagedDataError, match=path.name):
            read_trajectories(path, GAME)
    with pytest.raises(FileNotFoundError):
        read_trajectories(tmp_path / f"none.{suffix}")


def write(path, columns, told, sealed=True):
    """A file with these columns, as another program would write it, in either form."""
    if path.suffix == ".npz":
        np.savez(path, metadata=np.array(told), **columns)
        with zipfile.ZipFile(path, "a") as archive:
            archive.comment = BLANK.encode()
    else:
        lists = {}
        for name, column in columns.items():
            flat = arrow.array(column.reshape(-1))
            if column.ndim == 2:
                flat = arrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
            lists[name] = flat
        table = arrow.table(lists, metadata={"pixies": told})
        with parquet.ParquetWriter(path, table.schema) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({"seal": BLANK})
    if sealed:
        seal(path)


def stored(rows):
    """Columns and metadata of trajectories, to be altered."""
    columns = {field.name: getattr(rows, field.name) for field in fields(rows)}
    assert columns.pop("board") is None
    return columns, dict(columns.pop("metadata"))


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_a_flipped_bit_anywhere_is_told(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    exported(path)
    content = path.read_bytes()
    for at in range(0, len(content), 41):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        with pytest.raises(
            DamagedDataError, match=f"{path.name}: not a file of trajectories: not whole"
        ):
            read_trajectories(path, GAME)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_what_another_program_wrote_is_not_taken_for_a_whole_file(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    columns, told = stored(exported(path)[1])
    write(path, columns, json.dumps(told), sealed=False)
    with pytest.raises(DamagedDataError, match="not whole"):
        read_trajectories(path)
    write(path, columns, json.dumps(told))
    assert len(read_trajectories(path, GAME)) == len(columns["game"])


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("game", lambda c: c.astype(np.float64), "'game' must be int64 of shape"),
        ("step", lambda c: c.astype(np.int64), "'step' must be int32"),
        ("player", lambda c: c - np.int8(9), "'player' must be 0 to"),
        ("action", lambda c: c + np.int16(999), "'action' must be 0 to"),
        ("action", lambda c: (c + np.int16(1)) % np.int16(5), "was not legal"),
        ("observation", lambda c: c[:, 1:], "'observation' must be float32 of shape"),
        ("packed_mask", lambda c: np.hstack([c, c]), "'packed_mask' must be uint8"),
        ("probabilities", lambda c: c[:, 0], "'probabilities' must be float32"),
        ("returns", lambda c: c[:, 0], "'returns' must be float64"),
    ],
)
def test_columns_that_cannot_be_are_refused(tmp_path, suffix, name, change, said):
    path = tmp_path / f"a.{suffix}"
    columns, told = stored(exported(path)[1])
    write(path, {**columns, name: change(columns[name])}, json.dumps(told))
    with pytest.raises(DamagedDataError, match=f"{path.name}: .*{said}"):
        read_trajectories(path)


@pytest.mark.parametrize("suffix", ["npz", "parquet"])
def test_metadata_that_cannot_be_are_refused(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    columns, told = stored(exported(path)[1])
    texts = ["{", "[]", "[" * 200_000, "null", json.dumps({**told, "format": "x"})]
    texts += [json.dumps({**told, key: 3}) for key in ("actions", "features")]
    for text in texts:
        write(path, columns, text)
        with pytest.raises(DamagedDataError, match=path.name):
            read_trajectories(path, GAME)
    write(path, columns, json.dumps({**told, "version": 9}))
    with pytest.raises(ForeignGameError, match="version 9, this is"):
        read_trajectories(path)
    columns.pop("step")
    write(path, columns, json.dumps(told))
    with pytest.raises(DamagedDataError, match="not a file of trajectories"):
        read_trajectories(path)

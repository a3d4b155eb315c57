"""Parquet files of a piece of work, which tell whose they are and whether they are whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet

from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import IrregularFileError, read_regular
from pixies_env.core.files.sealed import BLANK, check_seal, seal
from pixies_env.core.files.whole import written_whole

_KEY, _SEAL = "pixies", "pixies-seal"


def write_table(path: Path, table: arrow.Table) -> None:
    """Write a table as the studies do."""
    with written_whole(path) as aside:
        parquet.write_table(table, aside, compression="zstd")


def write_part(path: Path, table: arrow.Table, told: Mapping[str, Any]) -> None:
    """Write a table, what is told of it, its number of rows and a digest of the file."""
    text = json.dumps({**told, "rows": table.num_rows})
    with written_whole(path) as aside:
        with parquet.ParquetWriter(aside, table.schema, compression="zstd") as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({_KEY: text, _SEAL: BLANK})
        seal(aside)


def rows_digest(table: arrow.Table) -> str:
    """Of the names, types and values of a table, however its file was written."""
    found = hashlib.sha256()
    for name in table.column_names:
        column = table[name].combine_chunks()
        if arrow.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        found.update(f"{name} {column.type} ".encode())
        if arrow.types.is_primitive(column.type) and not column.null_count:
            found.update(column.to_numpy(zero_copy_only=False).tobytes())
        else:
            found.update(json.dumps(column.to_pylist()).encode())
    return found.hexdigest()


def read_part(path: Path) -> tuple[arrow.Table, dict[str, Any]]:
    """A table and what is told of it.

    DamagedDataError if any byte is not what it was, or there is a folder, a device or a pipe
    instead; OSError if the file cannot be read.
    """
    try:
        content = read_regular(path)
    except (IsADirectoryError, IrregularFileError) as error:
        raise DamagedDataError(f"{path}: {error.strerror}") from error
    check_seal(content, str(path))
    try:
        file = parquet.ParquetFile(arrow.BufferReader(content))
        table = file.read()
        text = file.metadata.metadata[_KEY.encode()]
    except (OSError, KeyError, arrow.ArrowException) as error:
        said = " ".join(str(error).split())
        raise DamagedDataError(f"{path}: cannot be read: {said}") from error
    told = load_json(text, str(path))
    if not isinstance(told, dict) or told.get("rows") != table.num_rows:
        raise DamagedDataError(f"{path}: has {table.num_rows} rows, not the number that it tells")
    return table.replace_schema_metadata(), told

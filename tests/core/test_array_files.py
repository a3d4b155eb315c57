"""Files of arrays: what is in them is known before it is read."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.files.arrays import form_of, opened_arrays, write_arrays
from tests.hostile.alterations import accepted, bytes_altered, damaged

ARRAYS = {
    "numbers": np.arange(12, dtype=np.float32).reshape(3, 4) / 7,
    "turned": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "flags": np.array([True, False, True]),
    "nothing": np.zeros((0, 5)),
    "one": np.array(7),
}
TOLD = {"format": "things", "version": 1, "more": [1.5, None, {"a": "é"}]}


def read(path: Path, compressed: bool = True) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    with opened_arrays(path, "a file of things", "things", 1, compressed=compressed) as found:
        return found.metadata, found.read({name: form_of(part) for name, part in ARRAYS.items()})


def refused(path: Path, words: str, compressed: bool = True) -> None:
    with pytest.raises(DamagedDataError, match=words) as error:
        read(path, compressed)
    assert str(error.value).startswith(f"{path}: not a file of things")


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def rewrite(path: Path, changed: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> None:
    """The file with other bytes as some of its entries."""
    with zipfile.ZipFile(path) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in (entries | changed).items():
            archive.writestr(name, content)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_arrays(tmp_path / "things.npz", TOLD, ARRAYS)
    return tmp_path / "things.npz"


@pytest.mark.parametrize("compressed", [False, True])
def test_what_is_written_is_read_again(tmp_path: Path, compressed: bool) -> None:
    write_arrays(tmp_path / "things.npz", TOLD, ARRAYS, compressed=compressed)
    told, arrays = read(tmp_path / "things.npz")
    assert told == TOLD
    for name, array in ARRAYS.items():
        assert form_of(arrays[name]) == form_of(array)
        np.testing.assert_array_equal(arrays[name], array)
        arrays[name][...] = 0


def test_another_format_or_version_is_told(tmp_path: Path) -> None:
    write_arrays(tmp_path / "one.npz", TOLD | {"format": "other"}, ARRAYS)
    refused(tmp_path / "one.npz", "not a file of things$")
    write_arrays(tmp_path / "one.npz", TOLD | {"version": 2}, ARRAYS)
    with pytest.raises(ForeignGameError, match=r"one\.npz: version 2, this is 1"):
        read(tmp_path / "one.npz")


def test_pickles_are_refused(path: Path) -> None:
    file = io.BytesIO()
    np.save(file, np.array([{}], object), allow_pickle=True)
    rewrite(path, {"one.npy": file.getvalue()})
    refused(path, "one: ")


def test_a_header_that_promises_too_much_takes_no_memory(path: Path) -> None:
    """10**12 entries, once with and once without a size in the archive that fits."""
    shape, vast = b"(10,), }", b"(1000000000000,), }"
    header = npy(np.zeros(10))[:-80].replace(shape + b" " * (len(vast) - len(shape)), vast)
    rewrite(path, {"one.npy": header})
    refused(path, "one: float64 of shape .* has 8000000000000 bytes, not 0")
    tracemalloc.start()
    large = npy(np.zeros((3000, 4000), np.float32))
    rewrite(path, {"one.npy": npy(ARRAYS["one"]), "numbers.npy": large}, zipfile.ZIP_DEFLATED)
    written = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    refused(path, r"numbers is float32 of shape \(3000, 4000\), not float32 of shape \(3, 4\)")
    assert tracemalloc.get_traced_memory()[1] - written < 2**20
    tracemalloc.stop()
    refused(path, "compressed", compressed=False)


def test_metadata_of_any_length_take_no_memory(path: Path) -> None:
    content = npy(np.array("[" * (2**24 + 1)))
    rewrite(path, {"metadata.npy": content}, zipfile.ZIP_DEFLATED)
    refused(path, "metadata has 16,777,217 characters")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../one.npy", r"an entry is named '\.\./one\.npy'"),
        ("one", "an entry is named 'one'"),
        ("more/", "an entry is named 'more/'"),
        ("other.npy", "unknown: other"),
    ],
)
def test_entries_of_other_names_are_refused(path: Path, name: str, words: str) -> None:
    rewrite(path, {name: npy(np.zeros(2))})
    refused(path, words)


def test_an_entry_that_is_there_twice_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("one.npy", npy(np.array(8)))
    refused(path, "one is there twice")


def test_encrypted_and_unknown_entries_are_refused(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    whole = bytes(content)
    struct.pack_into("<H", content, at + 8, 1)
    path.write_bytes(content)
    refused(path, "metadata is encrypted")
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 77):
        content = bytearray(whole)
        struct.pack_into("<H", content, at + 10, method)
        path.write_bytes(content)
        refused(path, "metadata is compressed in an unknown way")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"flags": np.array([1, 2, 0], np.uint8)}, "flags is uint8"),
        ({"numbers": ARRAYS["numbers"].astype(">f4")}, "numbers is >f4"),
        ({"numbers": ARRAYS["numbers"] * np.nan}, "numbers is not finite"),
        ({"one": np.array([7])}, r"one is int64 of shape \(1,\), not int64 of shape \(\)"),
    ],
)
def test_arrays_of_another_form_are_refused(
    path: Path, changed: dict[str, np.ndarray], words: str
) -> None:
    rewrite(path, {f"{name}.npy": npy(array) for name, array in changed.items()})
    refused(path, words)


def test_what_is_neither_true_nor_false_is_refused(path: Path) -> None:
    rewrite(path, {"flags.npy": npy(ARRAYS["flags"])[:-3] + b"\x00\x01\x02"})
    refused(path, "flags holds what is neither true nor false")


@pytest.mark.parametrize("compressed", [False, True])
def test_nothing_damaged_is_read(tmp_path: Path, compressed: bool) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, TOLD, ARRAYS, compressed=compressed)
    contents = list(damaged(bytes_altered, path.read_bytes(), 300))
    found = list(accepted(contents, path, lambda: read(path), DamagedDataError, ForeignGameError))
    assert len(found) < len(contents) / 3
    for told, arrays in found:
        assert told == TOLD
        for name, array in ARRAYS.items():
            np.testing.assert_array_equal(arrays[name], array)


def test_a_sealed_file_is_whole_in_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "things.npz"
    write_arrays(path, TOLD, ARRAYS, sealed=True)

    def read_sealed() -> None:
        with opened_arrays(path, "a file of things", "things", 1, sealed=True):
            pass

    read_sealed()
    contents = [b"", *damaged(bytes_altered, path.read_bytes(), 300)]
    assert not list(accepted(contents, path, read_sealed, DamagedDataError))
    write_arrays(path, TOLD, ARRAYS)
    with pytest.raises(DamagedDataError, match="not a file of things: not whole"):
        read_sealed()

"""Files of named arrays and a JSON object of metadata: ``.npz``, read without trusting them.

Such a file holds numbers only. Before anything in it is read, the directory of the archive and the
header of each array are looked at: what a reader expects is known, so nothing is read that is not
of the name, type and shape that it has to have, and never more than that.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from pixies_env.core.errors import DamagedDataError, ForeignGameError, listed
from pixies_env.core.files.fields import plain
from pixies_env.core.files.json_text import load_json
from pixies_env.core.files.regular import open_regular
from pixies_env.core.files.sealed import BLANK, check_seal, seal
from pixies_env.core.files.whole import written_whole

METADATA = "metadata"
"""Name of the entry with the JSON text."""
MOST_METADATA = 2**24
"""Characters of it."""

_ENTRY = re.compile(r"([A-Za-z_][A-Za-z0-9_]{0,99})\.npy")
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '([<>|=]?[a-zA-Z]\d{1,9})', 'fortran_order': (False|True), "
    rb"'shape': \(((?:\d{1,18}, )*(?:\d{1,18},?)?)\), \} *\n"
)
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Form(NamedTuple):
    """What an array has to be."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    finite: bool = True
    """Whether its floats have to be finite."""

    def __str__(self) -> str:
        return f"{self.dtype} of shape {self.shape}"


class _Entry(NamedTuple):
    """An array as its header declares it."""

    info: zipfile.ZipInfo
    form: Form
    fortran: bool
    start: int
    """Bytes of the header."""


def form_of(array: np.ndarray) -> Form:
    """The form that an array has."""
    return Form(array.dtype, array.shape)


def write_arrays(
    path: str | os.PathLike[str],
    metadata: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
    *,
    compressed: bool = False,
    sealed: bool = False,
) -> None:
    """Write a file that is there whole or not at all.

    Args:
        path: where.
        metadata: plain data, with ``format`` and ``version``.
        arrays: of numbers or booleans, by names of letters, digits and underscores.
        compressed: by zlib.
        sealed: with a digest of the whole file, see :mod:`pixies_env.core.files.sealed`.
    """
    text = json.dumps(metadata, default=plain)
    if len(text) > MOST_METADATA:
        raise ValueError(f"{path}: metadata of {len(text):,} characters, at most {MOST_METADATA:,}")
    save = np.savez_compressed if compressed else np.savez
    with written_whole(path) as aside:
        with aside.open("wb") as file:
            save(file, allow_pickle=False, **{METADATA: np.array(text)}, **arrays)
        if sealed:
            with zipfile.ZipFile(aside, "a") as archive:
                archive.comment = BLANK.encode()
            seal(aside)


class ArrayFile:
    """An open file: metadata, and the arrays as their headers declare them.

    Everything that is wrong is a DamagedDataError that names the file.
    """

    def __init__(self, place: str, what: str, file: BinaryIO, packed: bool) -> None:
        self.place, self._what = place, what
        with self._parsing():
            self._archive = zipfile.ZipFile(file)
        size = os.fstat(file.fileno()).st_size
        self._entries: dict[str, _Entry] = {}
        for info in self._archive.infolist():
            name = self._checked_name(info, size, packed)
            with self._parsing(f"{name}: "):
                self._entries[name] = self._declared(name, info)
        self.metadata: dict[str, Any] = self._read_metadata()

    @property
    def forms(self) -> dict[str, Form]:
        """Arrays by name, as declared."""
        return {name: entry.form for name, entry in self._entries.items() if name != METADATA}

    def damaged(self, why: object) -> DamagedDataError:
        """The error that says what is wrong with this file."""
        said = " ".join(str(why).split())
        return DamagedDataError(f"{self.place}: not {self._what}: {said[:500]}")

    def require(self, condition: bool, why: str) -> None:
        """DamagedDataError unless a condition holds."""
        if not condition:
            raise self.damaged(why)

    def count(self, name: str, most: int) -> int:
        """A number of 0 to ``most`` out of the metadata; DamagedDataError if it is none."""
        value = self.metadata.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise self.damaged(f"{name} must be a number of 0 to {most}, not {value!r:.50}")
        return value

    @contextmanager
    def checking(self) -> Iterator[None]:
        """A ValueError of the block, in which what was read is used, names the file."""
        try:
            yield
        except ValueError as error:
            raise self.damaged(error) from error

    def read(self, expected: Mapping[str, Form]) -> dict[str, np.ndarray]:
        """The arrays; DamagedDataError unless they are exactly those that are expected."""
        declared = self.forms
        for names, what in (
            (expected.keys() - declared.keys(), "missing"),
            (declared.keys() - expected.keys(), "unknown"),
        ):
            self.require(not names, f"{what}: {listed(sorted(names), 5)}")
        for name, form in expected.items():
            same = declared[name][:2] == form[:2]
            self.require(same, f"{name} is {declared[name]}, not {form}")
        return {name: self._array(name, form) for name, form in expected.items()}

    def _array(self, name: str, form: Form) -> np.ndarray:
        array = self._content(name)
        if form.dtype.kind == "b":
            whole = bool((array.view(np.uint8) <= 1).all())
            self.require(whole, f"{name} holds what is neither true nor false")
        if form.dtype.kind == "f" and form.finite:
            self.require(bool(np.isfinite(array).all()), f"{name} is not finite")
        return array

    def _checked_name(self, info: zipfile.ZipInfo, size: int, packed: bool) -> str:
        match = _ENTRY.fullmatch(info.orig_filename)
        if match is None or info.filename != info.orig_filename:
            raise self.damaged(f"an entry is named {info.orig_filename[:100]!r}")
        name = match[1]
        self.require(name not in self._entries, f"{name} is there twice")
        self.require(not info.flag_bits & _ENCRYPTED, f"{name} is encrypted")
        self.require(info.compress_type in _METHODS, f"{name} is compressed in an unknown way")
        if info.compress_type == zipfile.ZIP_STORED:
            self.require(info.file_size == info.compress_size, f"{name} has two sizes")
        else:
            self.require(packed, f"{name} is compressed")
        self.require(info.compress_size <= size, f"{name} is larger than the file")
        return name

    def _declared(self, name: str, info: zipfile.ZipInfo) -> _Entry:
        with self._archive.open(info) as file:
            begin = file.read(len(_MAGIC) + 2)
            if begin[: len(_MAGIC)] != _MAGIC:
                raise ValueError("it does not begin as an array does")
            length = int.from_bytes(begin[len(_MAGIC) :], "little")
            match = _HEADER.fullmatch(file.read(length))
        if match is None:
            raise ValueError("its header is not that of an array of numbers")
        form = Form(
            np.dtype(match[1].decode()),
            tuple(int(part) for part in match[3].decode().split(",") if part.strip()),
        )
        start = len(begin) + length
        content = form.dtype.itemsize * math.prod(form.shape)
        if start + content != info.file_size:
            raise ValueError(f"{form} has {content} bytes, not {info.file_size - start}")
        return _Entry(info, form, match[2] == b"True", start)

    def _content(self, name: str) -> np.ndarray:
        info, form, fortran, start = self._entries[name]
        array = np.empty(form.shape, form.dtype, "F" if fortran else "C")
        flat = array.reshape(-1, order="A").view(np.uint8)
        with self._parsing(f"{name}: "), self._archive.open(info) as file:
            file.read(start)
            done = 0
            while done < flat.nbytes:
                part = file.read(min(_BLOCK, flat.nbytes - done))
                if not part:
                    raise EOFError(f"it ends after {done} bytes of {flat.nbytes}")
                flat[done : done + len(part)] = np.frombuffer(part, np.uint8)
                done += len(part)
            if not flat.nbytes:
                file.read(1)  # The checksum is compared at the end.
        return np.array(array, order="C", copy=None)

    def _read_metadata(self) -> dict[str, Any]:
        entry = self._entries.get(METADATA)
        if entry is None:
            raise self.damaged("it says nothing about itself")
        text = entry.form.dtype.kind == "U" and entry.form.shape == ()
        self.require(text, f"{METADATA} is {entry.form}, not a text")
        size = entry.form.dtype.itemsize // 4
        self.require(size <= MOST_METADATA, f"{METADATA} has {size:,} characters")
        with self._parsing(f"{METADATA}: "):
            codec = "utf-32-be" if entry.form.dtype.str[0] == ">" else "utf-32-le"
            content = self._content(METADATA).tobytes().decode(codec)
        found = load_json(content, f"{self.place}: not {self._what}: {METADATA}")
        self.require(isinstance(found, dict), f"{METADATA} is no JSON object")
        return dict(found)

    @contextmanager
    def _parsing(self, where: str = "") -> Iterator[None]:
        """Whatever the libraries stumble over in a damaged file."""
        try:
            yield
        except DamagedDataError:
            raise
        except Exception as error:
            raise self.damaged(f"{where}{error or type(error).__name__}") from error


_BLOCK = 2**20


def _check_seal(file: BinaryIO, place: str) -> None:
    if not os.fstat(file.fileno()).st_size:
        raise DamagedDataError(f"{place}: it is empty")
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        check_seal(content, place)


@contextmanager
def opened_arrays(
    path: str | os.PathLike[str],
    what: str,
    form: str,
    version: int,
    *,
    compressed: bool = False,
    sealed: bool = False,
) -> Iterator[ArrayFile]:
    """A file that :func:`write_arrays` wrote, open for reading.

    Args:
        path: where.
        what: what it is called in errors, such as ``"a file of a network"``.
        form: ``format`` of its metadata.
        version: ``version`` of its metadata.
        compressed: whether its arrays may be; else no array is larger than the file.
        sealed: whether it was written so.

    Raises:
        FileNotFoundError: there is none.
        DamagedDataError: it is not such a file, not whole, or no file at all but a pipe, say.
        ForeignGameError: it is of another version.
    """
    place = str(path)
    try:
        file = open_regular(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise DamagedDataError(f"{place}: not {what}: {error.strerror}") from error
    except ValueError as error:  # A null byte in the path.
        raise DamagedDataError(f"{place!r}: not {what}: {error}") from error
    with file:
        if sealed:
            _check_seal(file, f"{place}: not {what}")
        found = ArrayFile(place, what, file, compressed)
        if found.metadata.get("format") != form:
            raise DamagedDataError(f"{place}: not {what}")
        if found.metadata.get("version") != version:
            told = repr(found.metadata.get("version"))[:50]
            raise ForeignGameError(f"{place}: version {told}, this is {version}")
        yield found

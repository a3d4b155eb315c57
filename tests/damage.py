"""Files as accidents and other people change them: bytes, and what is inside an ``.npz``."""

from __future__ import annotations

import hashlib
import io
import json
import random
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.sealed import BLANK

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    10**30,
    0.5,
    -1e300,
    float("nan"),
    float("inf"),
    "",
    "other",
    [],
    [[1]],
    {},
    {"a": {"b": [1]}},
)
"""Values that may stand where others should."""


def damaged_bytes(content: bytes, count: int, seed: int = 0) -> Iterator[bytes]:
    """Copies with a bit flipped, cut off, with bytes missing, written over, doubled or added."""
    draw = random.Random(seed)
    for number in range(count):
        data = bytearray(content)
        place = draw.randrange(len(data))
        length = draw.randrange(1, 40)
        match number % 6:
            case 0:
                data[place] ^= 1 << draw.randrange(8)
            case 1:
                del data[place:]
            case 2:
                del data[place : place + length]
            case 3:
                data[place : place + length] = draw.randbytes(length)
            case 4:
                data[place:place] = data[place : place + length]
            case 5:
                data[place:place] = draw.randbytes(length)
        if data != content:
            yield bytes(data)


def damaged_arrays(
    content: bytes, count: int, seed: int = 0, *, sealed: bool = False
) -> Iterator[bytes]:
    """Well formed copies of an ``.npz`` in which one array or value of the metadata is another.

    ``sealed``: with the digest of what is in them, as somebody writes it who knows how.
    """
    draw = random.Random(seed)
    with np.load(io.BytesIO(content)) as stored:
        arrays = dict(stored)
    names = [name for name in arrays if name != "metadata"]
    for _ in range(count):
        changed = dict(arrays)
        if draw.random() < 0.4:
            told = json.loads(str(arrays["metadata"]))
            changed["metadata"] = np.array(json.dumps(damaged_json(told, draw)))
        else:
            name = draw.choice(names)
            change = draw.choice(_CHANGES)
            changed[name] = change(arrays[name], draw)
            if draw.random() < 0.1:
                changed[f"{name}x"] = changed.pop(name)
        file = io.BytesIO()
        with np.errstate(all="ignore"):
            draw.choice([np.savez, np.savez, np.savez_compressed])(file, **changed)
        if draw.random() < 0.05:
            with zipfile.ZipFile(file, "a") as archive, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Of a name that is there twice.
                archive.writestr(draw.choice(["x.npy", "../x.npy", "x", "metadata.npy"]), b"1")
        yield _sealed(file) if sealed else file.getvalue()


def _sealed(file: io.BytesIO) -> bytes:
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = BLANK.encode()
    content = file.getvalue()
    return content.replace(
        BLANK.encode(), BLANK.rstrip("0").encode() + hashlib.sha256(content).hexdigest().encode()
    )


def damaged_json(value: Any, draw: random.Random) -> Any:
    """A copy of plain data in which one part is another, missing or added."""
    if isinstance(value, dict) and value and draw.random() < 0.9:
        key = draw.choice(list(value))
        match draw.randrange(10):
            case 0:
                return {other: part for other, part in value.items() if other != key}
            case 1:
                return {**value, "unknown": draw.choice(JUNK)}
        return {**value, key: damaged_json(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.8:
        at = draw.randrange(len(value))
        return [*value[:at], damaged_json(value[at], draw), *value[at + 1 :]]
    return draw.choice(JUNK)


def accepted(
    contents: Iterable[bytes], path: Path, load: Callable[[], Any], *documented: type[Exception]
) -> Iterator[Any]:
    """What is loaded of a file with such contents; all else has to end in a documented error.

    Its message is one line that names the file.
    """
    for content in contents:
        path.write_bytes(content)
        try:
            found = load()
        except documented as error:
            told = str(error)
        else:
            yield found
            continue
        assert str(path) in told and "\n" not in told, told


def _scrambled(array: np.ndarray, draw: random.Random) -> np.ndarray:
    """One element is another, of any bytes."""
    data = bytearray(array.tobytes())
    if data:
        at = draw.randrange(array.size) * array.itemsize
        data[at : at + array.itemsize] = draw.randbytes(array.itemsize)
    return np.frombuffer(bytes(data), array.dtype).reshape(array.shape)


def _with(value: float) -> Callable[[np.ndarray, random.Random], np.ndarray]:
    def change(array: np.ndarray, draw: random.Random) -> np.ndarray:
        changed = array.copy()
        if changed.size:
            with np.errstate(all="ignore"):
                changed.flat[draw.randrange(changed.size)] = np.array(value).astype(changed.dtype)
        return changed

    return change


_CHANGES: tuple[Callable[[np.ndarray, random.Random], np.ndarray], ...] = (
    _scrambled,
    _scrambled,
    _with(-1.0),
    _with(1e9),
    _with(np.nan),
    lambda array, draw: array[..., None],
    lambda array, draw: array.reshape(-1)[: draw.randrange(array.size + 1)],
    lambda array, draw: np.concatenate([array.reshape(-1), array.reshape(-1)]),
    lambda array, draw: array.T.copy("F") if array.ndim > 1 else np.flip(array),
    lambda array, draw: array.astype(draw.choice(["f8", "f4", "i8", "?", "u1", "U9", "c8", ">f4"])),
    lambda array, draw: np.zeros_like(array),
    lambda array, draw: np.zeros(0, array.dtype),
)

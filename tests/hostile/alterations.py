"""What accidents and other people do to a file: to its bytes, and to what it says.

Everything is decided by ``draw``: equal contents and draws give equal alterations.
"""

from __future__ import annotations

import copy
import io
import json
import random
import re
import tempfile
import tomllib
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.files.arrays import write_arrays

Alteration = Callable[[bytes, random.Random], bytes]
"""Contents of a file with one alteration."""

JUNK: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 3, 2**31, 2**63, 2**64, 10**30, 0.5, -0.0, -1e300, 1e308),
    *(float("nan"), float("inf"), "", "x", "other", "human", "nobody", "\ud800", "\0", "a" * 5000),
    *("os:system", "external:command=x", [], [1], [[]], [[1]], {}, {"x": 1}, {"a": {"b": [1]}}),
    *([None] * 50, json.loads("[" * 200 + "]" * 200)),
)
"""Values that may stand where others should."""
_SIGNS = b'{}[],:"\n\\ 19-e#=.'
_BURSTS = (b"[" * 120_000, b'{"a":' * 50_000, b"9" * 5000, b"1e999", b"a." * 9000, b"\0" * 5000)
"""What takes a careless reader long, or its stack."""


def bytes_altered(content: bytes, draw: random.Random) -> bytes:
    """With one damage: bits, bytes and blocks flipped, lost, written over, doubled or added."""
    if not content:
        return draw.randbytes(8)
    at = draw.randrange(len(content))
    length = draw.choice([1, 1, 2, 8, 40, 64, 512, 4096])
    middle = content[at : at + length]
    ways: list[Callable[[], bytes]] = [
        lambda: bytes([middle[0] ^ 1 << draw.randrange(8)]) + middle[1:],
        lambda: bytes([middle[0] ^ 1 << draw.randrange(8)]) + middle[1:],
        lambda: draw.randbytes(len(middle)),
        lambda: bytes(len(middle)),
        lambda: b"",
        lambda: middle * 2,
        lambda: middle[::-1],
        lambda: draw.randbytes(length) + middle,
        lambda: bytes([draw.choice(_SIGNS)]) + middle[1:],
    ]
    chance = draw.random()
    if chance < 0.1:
        return content[:at]
    if chance < 0.13:
        return content[:at] + draw.choice(_BURSTS) + content[at:]
    return content[:at] + draw.choice(ways)() + content[at + length :]


# ---- JSON


def json_altered(value: Any, draw: random.Random) -> Any:
    """A copy of plain data with one to three entries altered, left out, doubled or exchanged."""
    altered = [copy.deepcopy(value)]
    for _ in range(draw.choice((1, 1, 2, 3))):
        places = list(_places(altered))
        # Every depth is as likely, however much there is of it.
        depth = draw.choice(sorted({depth for _, _, depth in places}))
        holder, key, _ = draw.choice([place for place in places if place[2] == depth])
        _alter(holder, key, [place[:2] for place in places], draw)
        if not altered:
            return draw.choice(JUNK)
    return altered[0]


def _alter(holder: Any, key: Any, places: list[tuple[Any, Any]], draw: random.Random) -> None:
    value, way = holder[key], draw.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(value, dict):
        value["unknown"] = copy.deepcopy(draw.choice(JUNK))
    elif way == 1 and isinstance(value, list) and value:
        value.insert(draw.randrange(len(value)), copy.deepcopy(draw.choice(value)))
    elif way == 2:
        other, name = draw.choice(places)
        holder[key] = copy.deepcopy(other[name])
    elif way in (3, 4) and isinstance(value, bool):
        holder[key] = not value
    elif way in (3, 4) and isinstance(value, int | float):
        holder[key] = value + draw.choice([-1, 1, 1, 1000])
    elif way in (3, 4) and isinstance(value, str):
        holder[key] = text_altered(value, draw)
    else:
        holder[key] = copy.deepcopy(draw.choice(JUNK))


def _places(content: Any, depth: int = 0) -> Iterator[tuple[Any, Any, int]]:
    entries = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in entries:
        yield content, key, depth
        if isinstance(value, dict | list):
            yield from _places(value, depth + 1)


def text_altered(text: str, draw: random.Random) -> str:
    """A number in it altered, or a sign left out or put in."""
    numbers = list(re.finditer(r"\d+", text))
    if numbers and draw.random() < 0.7:
        found = draw.choice(numbers)
        return f"{text[: found.start()]}{draw.choice([0, 1, 9, 300])}{text[found.end() :]}"
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice(["", "x", "-", "\n", "\u00e9"]) + text[at + 1 :]


def in_json(
    sign: Callable[[dict[str, Any]], dict[str, Any]] | None = None, indent: int | None = None
) -> Alteration:
    """Alters what a JSON text says; ``sign`` puts the digest right again."""

    def alter(content: bytes, draw: random.Random) -> bytes:
        said = json_altered(json.loads(content), draw)
        if sign is not None and isinstance(said, dict):
            said = sign(said)
        return json.dumps(said, indent=indent).encode()

    return alter


def in_lines(sign: Callable[[list[Any]], list[Any]] | None = None) -> Alteration:
    """Alters JSON lines: what one says, or which there are, and in which order."""

    def alter(content: bytes, draw: random.Random) -> bytes:
        lines = [json.loads(line) for line in content.splitlines()]
        at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        match draw.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                del lines[at:]
            case _:
                lines[at] = json_altered(lines[at], draw)
        if sign is not None:
            lines = sign(lines)
        return "".join(json.dumps(line) + "\n" for line in lines).encode()

    return alter


# ---- TOML


def in_toml(content: bytes, draw: random.Random) -> bytes:
    """Alters what a TOML text says."""
    while True:
        said = json_altered(tomllib.loads(content.decode()), draw)
        try:
            return toml_of(said).encode("utf-8")
        except ValueError:
            continue


def toml_of(said: Any) -> str:
    """Plain data as TOML, its tables below the other keys; ValueError for what it cannot say."""
    if not isinstance(said, dict):
        raise ValueError(f"{said!r} is no table")
    lines, tables = [], []
    for key, value in said.items():
        if isinstance(value, dict):
            inner = [f"{_key(name)} = {_value(part)}" for name, part in value.items()]
            tables.append("\n".join([f"[{_key(key)}]", *inner]))
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return "\n".join([*lines, *tables]) + "\n"


def _key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(key)} = {_value(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if value is None or (isinstance(value, str) and "\ud800" in value):
        raise ValueError(f"TOML has no {value!r}")
    return str(value) if isinstance(value, float) else json.dumps(value)


# ---- arrays


def in_arrays(*, sealed: bool = False, compressed: bool = False) -> Alteration:
    """Alters an ``.npz``: one array, the metadata, or what there is besides.

    ``sealed``: the digest is right again, as somebody writes it who knows how.
    """

    def alter(content: bytes, draw: random.Random) -> bytes:
        with np.load(io.BytesIO(content)) as stored:
            arrays = dict(stored)
        told = json.loads(str(arrays.pop("metadata")))
        if draw.random() < 0.4:
            told = json_altered(told, draw)
        else:
            _alter_an_array(arrays, draw)
        if sealed and isinstance(told, dict):
            return _written(told, arrays, compressed)
        arrays["metadata"] = np.array(json.dumps(told))
        file = io.BytesIO()
        draw.choice([np.savez, np.savez, np.savez_compressed])(file, **arrays)
        if draw.random() < 0.05:
            with zipfile.ZipFile(file, "a") as archive, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Of a name that is there twice.
                archive.writestr(draw.choice(["x.npy", "../x.npy", "x", "metadata.npy"]), b"1")
        return file.getvalue()

    return alter


def _written(told: dict[str, Any], arrays: dict[str, np.ndarray], compressed: bool) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "written.npz"
        write_arrays(path, told, arrays, compressed=compressed, sealed=True)
        return path.read_bytes()


def _alter_an_array(arrays: dict[str, np.ndarray], draw: random.Random) -> None:
    name = draw.choice(list(arrays))
    with np.errstate(all="ignore"):
        arrays[name] = array_altered(arrays[name], draw)
    if draw.random() < 0.1:
        arrays[f"{name}x"] = arrays.pop(name)


def array_altered(array: np.ndarray, draw: random.Random) -> np.ndarray:
    """An array with another number in it, or of another type or shape."""
    return draw.choice(_CHANGES)(array, draw)


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


# ---- tests of a few


def damaged(alter: Alteration, content: bytes, count: int, seed: int = 0) -> Iterator[bytes]:
    """So many alterations of a content, but for those that changed nothing."""
    draw = random.Random(seed)
    for _ in range(count):
        altered = alter(content, draw)
        if altered != content:
            yield altered


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

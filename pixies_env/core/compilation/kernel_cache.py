"""The disk cache of kernels: machine code in a folder named after the sources it was made of.

A cached caller keeps the old code of a callee that lies in another file. The folder is therefore
named after a hash of all sources that can be compiled in: those that a kernel's module imports.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import platformdirs
from llvmlite.binding import parse_assembly
from numba.core import caching
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

Function = Callable[..., Any]


@functools.cache
def source_digest(module: str) -> str:
    """Hash of the source of a module and of all that it imports of its own and our packages.

    Only these can be compiled into its functions; games are called by address.
    """
    packages = {__name__.partition(".")[0], module.partition(".")[0]}
    digest = hashlib.sha256(numba.__version__.encode())
    for name, path in sorted(_import_closure(module, packages).items()):
        digest.update(name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _import_closure(module: str, packages: set[str]) -> dict[str, Path]:
    """Files of a module and of those that it imports, directly or not, from some packages."""
    found: dict[str, Path] = {}
    ahead = [module]
    while ahead:
        name = ahead.pop()
        path = _source_file(name) if name.partition(".")[0] in packages else None
        if path is None or name in found:
            continue
        found[name] = path
        ahead += _imported(name, path)
    return found


@functools.cache
def _source_file(module: str) -> Path | None:
    """File of a module without importing it; None if it is no Python source."""
    top, *rest = module.split(".")
    package = getattr(sys.modules.get(top), "__file__", None)
    if package is None:
        return None
    place = _folder_of(package).joinpath(*rest)
    candidates = (place.with_suffix(".py"), place / "__init__.py") if rest else (Path(package),)
    return next((path for path in candidates if path.is_file()), None)


@functools.cache  # It takes as long as to look for the file.
def _folder_of(package: str) -> Path:
    """Folder of a package, by its file."""
    return Path(package).resolve().parent


_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+import[ \t]+(?P<names>\([^)]*\)|.*)"
    r"|import[ \t]+(?P<modules>.*))",
    re.MULTILINE,
)
"""An import, or a line of a text that looks like one: a module too many does no harm."""


@functools.cache
def _imported(module: str, path: Path) -> tuple[str, ...]:
    """Modules that a source names in its imports; of a package only where it gives a name."""
    own = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names = []
    # Every start does this for all sources, and to parse them takes twenty times as long.
    source = re.sub(r"#.*|\\\n", "", path.read_text(encoding="utf-8"))
    for found in _IMPORT.finditer(source):
        if found["modules"] is not None:
            names += _first_words(found["modules"])
            continue
        level = len(found["origin"]) - len(found["origin"].lstrip("."))
        up = own.split(".")[: len(own.split(".")) - level + 1] if level else []
        origin = ".".join([*up, *filter(None, [found["origin"].lstrip(".")])])
        for name in _first_words(found["names"]):
            inner = f"{origin}.{name}"
            names.append(inner if _source_file(inner) is not None else origin)
    return tuple(names)


def _first_words(listed: str) -> list[str]:
    """What is imported, without the names that it gets."""
    return [part.split()[0] for part in listed.strip("() \t\n;").split(",") if part.split()]


def cache_bases() -> list[Path]:
    """Folders that may hold machine code: ``PIXIES_CACHE_DIR`` if it is set, the user's own."""
    chosen = os.environ.get("PIXIES_CACHE_DIR")
    own = Path(platformdirs.user_cache_dir("pixies-env"))
    return list(dict.fromkeys([Path(chosen).absolute(), own] if chosen else [own]))


@functools.cache
def cache_folders(digest: str) -> tuple[tuple[Path, ...], Path | None]:
    """Folders in which machine code of a digest is looked for, and the one that takes new code.

    That is the first one that can be written. Those before it, such as the cache that an image
    brings along, are read only. None: there is none, see :func:`folder_for_new_code`.
    """
    read: list[Path] = []
    for base in cache_bases():
        read.append(base / f"kernels-{digest}")
        if refusal(read[-1]) is None:
            return tuple(read), read[-1]
    return tuple(read), None


def refusal(folder: Path) -> str | None:
    """Why nothing can be written to a folder, which is made if need be; None if it can."""
    if not folder.is_absolute():
        return "there is no home folder"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


def folder_for_new_code(digest: str) -> Path:
    """Folder that takes new machine code; says once if it is not the one that was meant."""
    (meant, *_), folder = cache_folders(digest)
    kept = folder is not None
    if folder is None:
        folder = _temporary_base() / meant.name
        folder.mkdir(exist_ok=True)
    if folder != meant:
        _tell_of_other_base(meant.parent, folder.parent, refusal(meant), kept)
    return folder


_noted: set[Path | None] = set()


@contextmanager
def noted_bases() -> Iterator[set[Path | None]]:
    """Where the code lies that is loaded or compiled in this block; None: it could not be kept."""
    global _noted
    before, _noted = _noted, set()
    try:
        yield _noted
    finally:
        _noted = before


@functools.cache
def _temporary_base() -> Path:
    """Folder of this process instead of those that cannot be written."""
    base = Path(tempfile.mkdtemp(prefix="pixies-env-"))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    return base


@functools.cache
def _tell_of_other_base(meant: Path, used: Path, reason: str | None, kept: bool) -> None:
    removed = "" if kept else " and is removed at the end"
    warnings.warn(
        f"compiled code cannot be kept in {meant} ({reason}): what is missing there goes to "
        f"{used}{removed}; PIXIES_CACHE_DIR names the folder to use",
        RuntimeWarning,
        stacklevel=2,
    )


class _Locator(caching._CacheLocator):
    """Puts machine code in a folder named after all sources it can contain."""

    def __init__(self, function: Function) -> None:
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"
        self._digest = source_digest(function.__module__)

    def get_cache_path(self) -> str:
        return str(cache_folders(self._digest)[0][-1])

    def ensure_cache_path(self) -> None:
        """Nothing: the folder that takes new code is made when there is some."""

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return self._place

    @classmethod
    def from_function(cls, function: Function, file: str) -> _Locator | None:
        return cls(function)


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = (_Locator,)

    def reduce(self, data: Any) -> Any:
        """What is stored: machine code, without what Numba would link with other compiled code.

        None of that calls a kernel, and reading it takes longer than reading the machine code.
        Numba looks there for the names that it may ask for, so these are left.
        """
        (name, kind, (machine_code, _)), described, *rest = super().reduce(data)
        names = (
            described.llvm_func_name,
            described.llvm_cpython_wrapper_name,
            described.llvm_cfunc_wrapper_name,
        )
        there = filter(data.library.get_pointer_to_function, names)
        stubs = "".join(f'define void @"{each}"() {{ unreachable }}\n' for each in there)
        linked = parse_assembly(stubs).as_bitcode()
        return ((name, kind, (machine_code, linked)), described, *rest)


class _Files(caching.IndexDataCacheFile):
    """Files of a kernel that are as they were written, or taken for missing.

    Each has a checksum in front: machine code with a wrong bit can do anything.
    """

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except Exception:
            self._drop()
            return None

    def save(self, key: Any, data: Any) -> bool:
        """Keep something; whether that could be done."""
        try:
            super().save(key, data)
        except OSError:
            # A full or vanished disk costs the next start time, but not this one its result.
            return False
        except Exception:
            self._drop()
            super().save(key, data)
        return True

    def lists(self, key: Any) -> bool:
        """Whether there is something of a key."""
        try:
            return key in self._load_index()
        except Exception:
            return False

    def _load_index(self) -> Any:
        try:
            content = Path(self._index_path).read_bytes()
        except FileNotFoundError:
            return {}
        version, stamp, overloads = pickle.loads(_whole(content))
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: Any) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(_summed(self._dump((self._version, self._source_stamp, overloads))))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_whole(Path(self._data_path(name)).read_bytes()))

    def _save_data(self, name: str, data: Any) -> None:
        with self._open_for_write(self._data_path(name)) as file:
            file.write(_summed(self._dump(data)))

    def _drop(self) -> None:
        """Remove the index: without it the files of machine code are written over."""
        with suppress(OSError):
            os.unlink(self._index_path)


class _Layers:
    """The files of a kernel in several folders: looked for in each, written to one."""

    def __init__(self, digest: str, filename_base: str) -> None:
        self._digest, self._filename_base = digest, filename_base

    def _files(self, folder: Path) -> _Files:
        return _Files(str(folder), self._filename_base, self._digest)

    def load(self, key: Any) -> Any:
        """What is kept, from the first folder that has it whole; None if none has."""
        for folder in cache_folders(self._digest)[0]:
            data = self._files(folder).load(key)
            if data is not None:
                _noted.add(folder.parent)
                return data
        return None

    def lists(self, key: Any) -> bool:
        """Whether some folder has something of that key."""
        return any(self._files(folder).lists(key) for folder in cache_folders(self._digest)[0])

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled."""
        folder = folder_for_new_code(self._digest)
        kept = self._files(folder).save(key, data)
        _noted.add(folder.parent if kept else None)

    def flush(self) -> None:
        """Forget what is kept in the folder that takes new code."""
        self._files(folder_for_new_code(self._digest)).flush()


def _summed(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


def _whole(content: bytes) -> bytes:
    size = hashlib.sha256().digest_size
    if hashlib.sha256(content[size:]).digest() != content[:size]:
        raise ValueError("the checksum is wrong")
    return content[size:]


class KernelCache(caching.FunctionCache):
    """Disk cache of one kernel, or one function that is called by its address.

    Other compiled code cannot be linked with what is loaded from it.

    ``missed`` is called with its name before what is not there is compiled.
    """

    _impl_class = _CacheImpl

    def __init__(self, function: Function, missed: Callable[[str], None]) -> None:
        super().__init__(function)
        self._missed = missed
        self._digest = self._impl.locator.get_source_stamp()
        self._cache_file = _Layers(self._digest, self._impl.filename_base)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """What is stored for a signature; None, and it is told, if there is nothing."""
        found = self.stored(signature, target_context)
        if found is None:
            self._missed(self._py_func.__qualname__)
        return found

    def stored(self, signature: Any, target_context: Any) -> Any:
        """What is stored for a signature; None if there is nothing."""
        # Code that is there needs nothing of what compiling needs, which takes longer to load than
        # all kernels of a game.
        rtsys.initialize(target_context)
        found = None
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(signature, target_context)
        return found

    def lists(self, signature: Any) -> bool:
        """Whether something is stored for a signature."""
        return self._cache_file.lists(
            self._index_key(signature, cpu_target.target_context.codegen())
        )

    @property
    def is_lasting(self) -> bool:
        """Whether what is stored is there for other processes."""
        return cache_folders(self._digest)[1] is not None

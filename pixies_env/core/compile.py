"""Compilation of rules and kernels, their disk cache, and calls through addresses.

Rules are plain functions over numpy records. :func:`rule` compiles them when a kernel first
calls them; :func:`kernel` compiles what Python calls and keeps the machine code on disk.
With ``NUMBA_DISABLE_JIT=1`` both leave the functions as they are, so the same source is
debugged, covered and read.

Four facts about Numba 0.68 shape this module:

* A compiled function passed as an argument is never found in the disk cache by a new process.
  A game therefore hands its functions over as a table of addresses, see :func:`call`.
* A cached caller keeps the old code of a callee that lies in another file. The cache folder is
  therefore named after a hash of all sources that can be compiled in: those it imports.
* Passing a single record from Python costs microseconds, an array of one record a fraction of
  one. Kernels called from Python take arrays only.
* A function is compiled anew for each constant that it is called with; see :func:`rule`.
"""

from __future__ import annotations

import ast
import atexit
import functools
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import caching, cgutils
from numba.core.errors import NumbaError, TypingError
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

COMPILED: bool = not numba.config.DISABLE_JIT
"""False when Numba is switched off and the rules run as plain Python."""

Function = Callable[..., Any]

_OPTIONS = {"error_model": "numpy", "nogil": True}
_RULE_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "nopython": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
"""Without what only calls from Python need, and without counting references to arrays."""
_COUNTING = {**_RULE_OPTIONS, "_nrt": True}


def rule(function: Function) -> Function:
    """Compile a function that only compiled code calls; it costs nothing until then.

    All signed integers are handed over as ``int64``, so that a constant, a member of an
    :class:`enum.IntEnum`, a field of a record and a number make it compile once and not each anew.
    Called from Python it runs uncompiled.

    It makes no array of its own, else TypingError: references are not counted in rules, which would
    cost 10 ns for each call that is handed an array. What it needs is handed to it.
    """
    return _Rule(function, targetoptions=_RULE_OPTIONS) if COMPILED else function


class _Rule(CPUDispatcher):
    """Compiles for compiled code only: what calls from Python need would take half the time."""

    targetoptions: dict[str, Any]
    uncompiled: Function | None = None
    """What Python calls, if it is not the function itself."""

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        keywords = {name: _widened(given) for name, given in keywords.items()}
        return super().get_call_template(tuple(map(_widened, arguments)), keywords)

    def compile(self, signature: Any) -> Any:
        try:
            return super().compile(signature)
        except NumbaError as error:
            if "Only accept returning of array passed" in str(error):
                name = self.py_func.__qualname__
                raise TypingError(f"{name}: a rule makes no arrays, it is handed them") from error
            if "NRT required" not in str(error) or self.targetoptions["_nrt"]:
                raise
        # From one array to another values go through a third one, which Numba makes and drops.
        self.targetoptions = self._compiler.targetoptions = _COUNTING
        return super().compile(signature)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return (self.uncompiled or self.py_func)(*arguments, **keywords)


def _widened(given: Any) -> Any:
    """The type as which a rule takes an argument."""
    plain = types.unliteral(given) if isinstance(given, types.IntegerLiteral) else given
    if isinstance(plain, types.IntEnumMember):
        plain = plain.dtype
    if isinstance(plain, types.Integer) and plain.signed:
        return types.int64
    return plain


def wrapping(function: Function) -> Function:
    """Like :func:`rule`, for arithmetic on ``uint64`` that is meant to wrap around."""
    uncompiled = np.errstate(over="ignore")(function)
    if not COMPILED:
        return uncompiled
    compiled: Any = rule(function)
    compiled.uncompiled = uncompiled
    return compiled


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, without the GIL, cached on disk."""
    return _cached(numba.njit(**_OPTIONS)(function))


@functools.cache
def entry(function: Function, signature: Any) -> Any:
    """Compile one of a game's functions for an explicit signature and return its address.

    Uncompiled, the function itself stands for its address. Games that differ in numbers or
    options only share the code: it is compiled or loaded once in a process.
    """
    python_function = getattr(function, "py_func", function)
    if not COMPILED:
        return python_function
    dispatcher = _cached(_Rule(python_function, targetoptions=_RULE_OPTIONS))
    dispatcher.compile(signature)
    (compiled,) = dispatcher.overloads.values()
    _KEPT_ALIVE.append(dispatcher)
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


_KEPT_ALIVE: list[Any] = []


def address_table(addresses: list[Any]) -> np.ndarray:
    """Table of what :func:`entry` returned, in the form that :func:`call` takes."""
    table = np.empty(len(addresses), np.uint64 if COMPILED else object)
    table[:] = addresses
    return table


if COMPILED:

    @intrinsic
    def call(typing_context: Any, address: Any, *arguments: Any) -> Any:
        """Call the function at an address; it takes exactly these types and returns int64."""
        given = arguments[0] if isinstance(arguments[0], types.BaseTuple) else arguments
        argument_types = tuple(types.unliteral(argument) for argument in given)
        signature = types.int64(address, types.StarArgTuple(argument_types))

        def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            address_value, packed = values
            function_type = context.call_conv.get_function_type(types.int64, argument_types)
            pointer = builder.inttoptr(address_value, function_type.as_pointer())
            status, result = context.call_conv.call_function(
                builder, pointer, types.int64, argument_types, cgutils.unpack_tuple(builder, packed)
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return signature, codegen

else:

    def call(address: Any, *arguments: Any) -> Any:
        """Call the function that stands for its address."""
        return address(*arguments)


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """Aligned record whose fields are attributes, in compiled code and uncompiled alike.

    Gaps that alignment leaves become fields ``filler_`` and their place: numpy does not copy
    bytes outside fields, and equal positions must be equal byte for byte. ValueError for field
    names such as ``round`` or ``all``, which numpy's own attributes shadow when uncompiled.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"no field can be called {name!r}: numpy records have that attribute")
    aligned = np.dtype(fields, align=True)
    assert aligned.fields is not None and aligned.names is not None
    places = [aligned.fields[name] for name in aligned.names]
    ends = [place[1] + place[0].itemsize for place in places]
    begins = [*(place[1] for place in places[1:]), aligned.itemsize]
    whole: list[Any] = []
    for given, end, begin in zip(fields, ends, begins, strict=True):
        whole.append(given)
        if begin > end:
            whole.append((f"filler_{end}", np.int8, (begin - end,)))
    return np.dtype((np.record, np.dtype(whole, align=True)))


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
    place = Path(package).resolve().parent.joinpath(*rest)
    candidates = (place.with_suffix(".py"), place / "__init__.py") if rest else (Path(package),)
    return next((path for path in candidates if path.is_file()), None)


@functools.cache
def _imported(module: str, path: Path) -> tuple[str, ...]:
    """Modules that a source names in its imports; of a package only where it gives a name."""
    own = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = own.split(".")[: len(own.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*up, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                names.append(inner if _source_file(inner) is not None else origin)
    return tuple(names)


@functools.cache
def cache_folder(digest: str) -> Path:
    """Folder of the machine code: ``PIXIES_CACHE_DIR``, or the user's cache folder."""
    chosen = os.environ.get("PIXIES_CACHE_DIR")
    base = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("pixies-env"))
    folder = base / f"kernels-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        folder = _fallback_base(base, error.strerror) / folder.name
        folder.mkdir(exist_ok=True)
    return folder


@functools.cache
def _fallback_base(unusable: Path, reason: str) -> Path:
    """Temporary folder of this process instead of one that cannot be used; says so once."""
    base = Path(tempfile.mkdtemp(prefix="pixies-env-"))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    warnings.warn(
        f"compiled code cannot be kept in {unusable} ({reason}): it goes to {base} and is removed "
        f"at the end; PIXIES_CACHE_DIR names the folder to use",
        RuntimeWarning,
        stacklevel=2,
    )
    return base


def _package_of(function: Function) -> Path | None:
    """Folder of the package that a function belongs to; None for scripts and notebooks."""
    module = sys.modules.get(function.__module__.partition(".")[0])
    file = getattr(module, "__file__", None)
    return Path(file).resolve().parent if file and Path(file).name == "__init__.py" else None


class _Locator(caching._CacheLocator):
    """Puts machine code in a folder named after all sources it can contain."""

    def __init__(self, function: Function) -> None:
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"
        self._digest = source_digest(function.__module__)
        self._folder = cache_folder(self._digest)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return self._place

    @classmethod
    def from_function(cls, function: Function, file: str) -> _Locator | None:
        return cls(function)


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = (_Locator,)


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

    def save(self, key: Any, data: Any) -> None:
        try:
            super().save(key, data)
        except OSError:
            # A full or vanished disk costs the next start time, but not this one its result.
            return
        except Exception:
            self._drop()
            super().save(key, data)

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


def _summed(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


def _whole(content: bytes) -> bytes:
    size = hashlib.sha256().digest_size
    if hashlib.sha256(content[size:]).digest() != content[:size]:
        raise ValueError("the checksum is wrong")
    return content[size:]


class _KernelCache(caching.FunctionCache):
    """Disk cache that announces the first slow compilation of a process."""

    _impl_class = _CacheImpl

    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        found = super().load_overload(signature, target_context)
        if found is None:
            _announce_compilation()
        return found


def _cached(dispatcher: Any) -> Any:
    if COMPILED and _package_of(dispatcher.py_func) is not None:
        dispatcher._cache = _KernelCache(dispatcher.py_func)
    return dispatcher


_announced = False
_message_hook: Callable[[str], None] | None = None


def _announce_compilation() -> None:
    global _announced
    if not _announced:
        _announced = True
        message = (
            "Compiling what this machine has not run yet; it is kept, later starts are quick ..."
        )
        if _message_hook is not None:
            _message_hook(message)
        else:
            print(message, file=sys.stderr, flush=True)


@contextmanager
def compilation_messages_to(hook: Callable[[str], None]) -> Iterator[None]:
    """Send the message of a first compilation to a function instead of standard error."""
    global _message_hook
    before, _message_hook = _message_hook, hook
    try:
        yield
    finally:
        _message_hook = before

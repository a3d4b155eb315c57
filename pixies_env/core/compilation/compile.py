"""Compilation of rules and kernels, and calls through addresses.

Rules are plain functions over numpy records. :func:`rule` compiles them when a kernel first
calls them; :func:`kernel` compiles what Python calls and keeps the machine code on disk.
With ``NUMBA_DISABLE_JIT=1`` both leave the functions as they are, so the same source is
debugged, covered and read.

Four facts about Numba 0.68 shape this module:

* A compiled function passed as an argument is never found in the disk cache by a new process.
  A game therefore hands its functions over as a table of addresses, see :func:`call`.
* A cached caller keeps the old code of a callee that lies in another file, see
  :mod:`pixies_env.core.compilation.kernel_cache`.
* Passing a single record from Python costs microseconds, an array of one record a fraction of
  one. Kernels called from Python take arrays only.
* A function is compiled anew for each constant that it is called with; see :func:`rule`.
"""

from __future__ import annotations

import functools
import importlib
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import caching, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError, TypingError
from numba.core.registry import CPUDispatcher

from pixies_env.core.compilation.costs import garbage_collected_rarely, load_compiler
from pixies_env.core.compilation.indices import Compiler
from pixies_env.core.compilation.kernel_cache import Function, KernelCache
from pixies_env.core.compilation.linking import RuleCompiler
from pixies_env.core.compilation.messages import compiles
from pixies_env.core.compilation.record_copies import records_copied_whole
from pixies_env.core.compilation.references import UNCOUNTED, gets_references, is_handed
from pixies_env.core.compilation.resolution import resolved_quickly
from pixies_env.core.errors import RuleError

Source = TypeVar("Source", bound=Function)

COMPILED: bool = not numba.config.DISABLE_JIT
"""False when Numba is switched off and the rules run as plain Python."""

_OPTIONS = {"error_model": "numpy", "nopython": True, "nogil": True}
RULE_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "nopython": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""Without what only calls from Python need."""


def rule(function: Source) -> Source:
    """Compile a function that only compiled code calls; it costs nothing until then.

    All signed integers are handed over as ``int64``, so that a constant, a member of an
    :class:`enum.IntEnum`, a field of a record and a number make it compile once and not each anew.
    Called from Python it runs uncompiled.

    Indices that are no constants are not below 0, see :mod:`pixies_env.core.compilation.indices`.
    It makes no array of its own, else TypingError: what it needs is handed to it. So references
    need not be counted where arrays are handed on, alone or in tuples, which costs 10 ns a call.
    """
    return _new_rule(function, RuleCompiler) if COMPILED else function


def inlined(function: Function) -> Function:
    """Like :func:`rule`, and a copy of its code takes the place of each call of it.

    For what is called at each decision and hands arrays on: such a call costs some nanoseconds,
    and what is known where it is called, say a constant, is put to use in the copy.
    """
    rule_of: Any = rule(function)
    if COMPILED:
        rule_of.options = {**rule_of.options, "forceinline": True}
    return rule_of


def _new_rule(function: Function, compiler: type[Compiler]) -> _Rule:
    return _Rule(function, targetoptions=RULE_OPTIONS, pipeline_class=compiler)


class _Dispatcher(CPUDispatcher):
    """Compiles, or loads what is kept, without taking the time of it.

    Numba does that in each function that is compiled, and each call of LLVM would tell the time to
    every function that waits for the one it is made for.
    """

    targetoptions: dict[str, Any]
    _cache: Any

    def compile(self, signature: Any) -> Any:
        """The entry point for types of arguments."""
        with global_compiler_lock:
            arguments = tuple(sigutils.normalize_signature(signature)[0])
            if arguments in self.overloads:
                return self.overloads[arguments].entry_point
            found = self._cache.load_overload(signature, self.targetctx)
            if found is not None:
                self.add_overload(found)
                return found.entry_point
            made = self._compile_anew(signature, arguments)
            self._cache.save_overload(signature, made)
            return made.entry_point

    def _compile_anew(self, signature: Any, arguments: tuple[Any, ...]) -> Any:
        """What is kept then."""
        raise NotImplementedError

    def _make(self, signature: Any) -> Any:
        load_compiler()
        arguments, returned = sigutils.normalize_signature(signature)
        # By its counter Numba knows a recursive call.
        with (
            self._compiling_counter,
            garbage_collected_rarely(),
            resolved_quickly(),
            records_copied_whole(),
        ):
            made = self._compiler.compile(arguments, returned)
            self.add_overload(made)
        return made


class _Rule(_Dispatcher):
    """Compiles for compiled code only: what calls from Python need would take half the time."""

    options: dict[str, Any] = RULE_OPTIONS
    uncompiled: Function | None = None
    """What Python calls, if it is not the function itself."""

    def __reduce__(self) -> Any:
        """Another process has the rule of this name, if it has one; else all of it is sent."""
        name = by_name(self)
        if name is self or self.__module__ == "__main__":
            return super().__reduce__()
        return named, (name,)

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        keywords = {name: _widened(given) for name, given in keywords.items()}
        return super().get_call_template(tuple(map(_widened, arguments)), keywords)

    def loads(self, signature: Any) -> bool:
        """Load code from a cache folder; False, and nothing is told, if there is none."""
        with global_compiler_lock:
            found = self._cache.stored(signature, self.targetctx)
            if found is not None:
                self.add_overload(found)
        return found is not None

    def _compile_anew(self, signature: Any, arguments: tuple[Any, ...]) -> Any:
        """Compile, counting references only where some can be left over."""
        # What is tried first is not kept if it is found to need counting.
        kept, self._cache = self._cache, caching.NullCache()
        try:
            return self._compile_counting_if_needed(signature, arguments)
        finally:
            self._cache = kept

    def _compile_counting_if_needed(self, signature: Any, arguments: tuple[Any, ...]) -> Any:
        if all(map(is_handed, arguments)):
            try:
                made = self._compile(signature, counting=False)
                if not gets_references(made):
                    return made
                del self.overloads[arguments]
            except NumbaError as error:
                if not any(said in str(error) for said in UNCOUNTED):
                    raise
        try:
            return self._compile(signature, counting=True)
        except NumbaError as error:
            if not any(said in str(error) for said in UNCOUNTED):
                raise
            name = self.py_func.__qualname__
            raise TypingError(f"{name}: a rule makes no arrays, it is handed them") from error

    def _compile(self, signature: Any, counting: bool) -> Any:
        options = {**self.options, "_nrt": counting}
        self.targetoptions = self._compiler.targetoptions = options
        self._compiler._failed_cache.clear()
        return self._make(signature)

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


def wrapping(function: Source) -> Source:
    """Like :func:`rule`, for arithmetic on ``uint64`` that is meant to wrap around."""
    uncompiled = np.errstate(over="ignore")(function)
    if not COMPILED:
        return uncompiled
    compiled: Any = rule(function)
    compiled.uncompiled = uncompiled
    return compiled


def kernel(function: Source) -> Source:
    """Compile a function that Python calls, without the GIL, cached on disk.

    Compiled code cannot call it, see :mod:`pixies_env.core.compilation.kernel_cache`.
    """
    if not COMPILED:
        return function
    made: Any = _Kernel(function, targetoptions=_OPTIONS, pipeline_class=Compiler)
    return _cached(made)


class _Kernel(_Dispatcher):
    """Compiles for calls from Python only."""

    def _compile_anew(self, signature: Any, arguments: tuple[Any, ...]) -> Any:
        self._cache_misses[signature] += 1
        return self._make(signature)

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        name = self.py_func.__qualname__
        raise TypingError(f"{name}: only Python calls a kernel; what rules call is a rule")


@functools.cache
def entry(function: Function, signature: Any) -> Any:
    """Compile one of a game's functions for an explicit signature and return its address.

    Uncompiled, the function itself stands for its address. Games that differ in numbers or
    options only share the code: it is compiled or loaded once in a process.

    RuleError if it cannot be compiled.
    """
    python_function = getattr(function, "py_func", function)
    if not COMPILED:
        return python_function
    dispatcher = entry_dispatcher(python_function)
    try:
        dispatcher.compile(signature)
    except OSError:
        raise  # Of the disk cache.
    except Exception as error:
        raise RuleError(_why_not_compiled(python_function, error)) from None
    compiled = dispatcher.overloads[signature.args]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


@functools.cache  # Which keeps the code alive whose address is known.
def entry_dispatcher(python_function: Function) -> Any:
    """What compiles a function for :func:`entry`, apart from what other code takes in of it."""
    return _cached(_new_rule(python_function, Compiler))


def is_kernel(function: Any) -> bool:
    """Whether a function is compiled, for Python to call it."""
    return isinstance(function, _Kernel)


def is_kept(function: Function, signature: Any) -> bool:
    """Whether code of a kernel is here or in a cache folder, or of what :func:`entry` compiles.

    The latter is loaded then. True as well if code cannot be kept in any folder.
    """
    of_kernel = is_kernel(function)
    made: Any = function if of_kernel else entry_dispatcher(getattr(function, "py_func", function))
    cache = made._cache
    if not isinstance(cache, KernelCache) or not cache.is_lasting:
        return True
    if tuple(sigutils.normalize_signature(signature)[0]) in made.overloads:
        return True
    return cache.lists(signature) if of_kernel else made.loads(signature)


def _why_not_compiled(function: Function, error: Exception) -> str:
    """What Numba found in a rule, or in one that it calls, without the inside of Numba."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    compiled = [frame for frame in frames if frame.f_code is _Rule._compile.__code__]
    inner = compiled[-1].f_locals["self"].py_func if compiled else function
    said = [line for line in str(error).splitlines() if line.strip()]
    if len(said) > _MOST_LINES:
        said = [*said[:_MOST_LINES], "..."]
    called = "" if inner is function else f", in {inner.__qualname__}"
    code = inner.__code__
    return "\n".join(
        [
            f"the rule {function.__module__}.{function.__qualname__} cannot be compiled{called} "
            f"({code.co_filename}, line {code.co_firstlineno}): {type(error).__name__}: ",
            *said,
            "With NUMBA_DISABLE_JIT=1 rules run as plain Python, which tells the line.",
        ]
    )


_MOST_LINES = 24
"""Of what Numba says."""


def by_name(function: Function) -> Function | tuple[str, str]:
    """Module and name of a function, as a pickle refers to it, where they lead back to it.

    Numba would put the whole source into the pickle, and another process would compile a twin
    that is not the function of that name. What is defined inside a function goes that way.
    """
    name = (function.__module__, function.__qualname__)
    try:
        return name if named(name) is function else function
    except (ImportError, AttributeError):
        return function


def named(function: Function | tuple[str, str]) -> Function:
    """The function that :func:`by_name` referred to."""
    if not isinstance(function, tuple):
        return function
    module, name = function
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def address_table(addresses: list[Any]) -> np.ndarray:
    """Table of what :func:`entry` returned, in the form that :func:`call` takes."""
    table = np.empty(len(addresses), np.uint64 if COMPILED else object)
    table[:] = addresses
    return table


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """Aligned record whose fields are attributes, in compiled code and uncompiled alike.

    Gaps that alignment leaves become fields ``filler_`` and their place: numpy does not copy
    bytes outside fields, and equal positions must be equal byte for byte. Equal records are the
    same object: Numba looks a dtype up at each call, at once if it is, else field by field.
    ValueError for field names such as ``round`` or ``all``, which numpy's own attributes shadow
    when uncompiled.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"no field can be called {name!r}: numpy records have that attribute")
    fields = [(name, _aligned(np.dtype(kind)), *shape) for name, kind, *shape in fields]
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
    record = np.dtype((np.record, np.dtype(whole, align=True)))
    return _RECORDS.setdefault(record, record)


_RECORDS: dict[np.dtype[Any], np.dtype[Any]] = {}


def _aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A record as a field, others as they are: numpy forgets how ``np.record`` is aligned."""
    if dtype.type is not np.record:
        return dtype
    fields: Mapping[str, Any] = dtype.fields or {}
    layout = {
        "names": list(fields),
        "formats": [field[0] for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "itemsize": dtype.itemsize,
    }
    aligned: np.dtype[Any] = np.dtype(layout, align=True)  # type: ignore[call-overload]
    return aligned


def _is_packaged(function: Function) -> bool:
    """Whether a function belongs to a package, not to a script or a notebook."""
    module = sys.modules.get(function.__module__.partition(".")[0])
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).name == "__init__.py"


def _cached(dispatcher: Any) -> Any:
    if _is_packaged(dispatcher.py_func):
        dispatcher._cache = KernelCache(dispatcher.py_func, compiles)
    return dispatcher

"""Processes of the tests do not compile what another one of them is compiling: they wait for it."""

from __future__ import annotations

import getpass
import hashlib
import tempfile
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

from pixies_agents.search import helpers
from pixies_env.core import seam
from pixies_env.core.compilation import compile as compiling
from pixies_env.core.compilation.kernel_cache import KernelCache

_compile = compiling._Dispatcher.compile
_FOLDER = Path(tempfile.gettempdir()) / f"pixies-env-tests-{getpass.getuser()}"


def share(patch: pytest.MonkeyPatch) -> None:
    """From here on one process compiles a function, and the others load what it kept."""
    _FOLDER.mkdir(exist_ok=True)
    patch.setattr(compiling._Dispatcher, "compile", _compile_once)
    # The processes of the tests are enough.
    for module in (seam, helpers):
        patch.setattr(module, "compile_together", lambda jobs: None)


def refuse(patch: pytest.MonkeyPatch) -> None:
    """From here on RuntimeError for what a test compiles or loads."""
    for kind in (Dispatcher, compiling._Dispatcher):
        patch.setattr(kind, "compile", _refuse)


def _refuse(dispatcher: Any, signature: Any) -> Any:
    raise RuntimeError(
        f"{dispatcher.py_func.__qualname__} is needed while tests are collected, which each of "
        "their processes does; play games in tests and fixtures only"
    )


def _compile_once(dispatcher: Any, signature: Any) -> Any:
    cache = dispatcher._cache
    if not isinstance(cache, KernelCache):
        return _compile(dispatcher, signature)
    kernel = f"{cache.cache_path} {cache._impl.filename_base}"
    place = hashlib.sha256(kernel.encode()).hexdigest()
    # In this order: a thread with the lock of a file may have to wait for that of Numba.
    with global_compiler_lock, FileLock(_FOLDER / f"{place}.lock"):
        return _compile(dispatcher, signature)

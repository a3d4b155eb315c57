"""What a process remembers of machine code, for tests that begin with other folders of it."""

from __future__ import annotations

from pixies_env.core.compilation import kernel_cache
from pixies_env.core.compilation.compile import entry, entry_dispatcher


def forget() -> None:
    """As in a new process."""
    for known in (kernel_cache.cache_folders, entry, entry_dispatcher):
        known.cache_clear()

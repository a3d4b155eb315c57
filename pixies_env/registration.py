"""The games under the ids of Gymnasium and PettingZoo.

Neither library finds other packages by itself, and neither should be imported for nothing: the
games are registered with each when both it and ``pixies_env`` are imported, in either order.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from pixies_env.adapters.names import aec_id, gymnasium_id, module_name
from pixies_env.registry import game_versions


def register_with_gymnasium() -> None:
    """``gymnasium.make`` and ``gymnasium.make_vec`` know ``pixies/PixieQueen-v0`` then."""
    import gymnasium

    for name, version in game_versions().items():
        identity = gymnasium_id(name, version)
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="pixies_env.adapters.gymnasium_single:SingleSeatEnv",
                vector_entry_point="pixies_env.adapters.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": name},
            )


def register_with_pettingzoo() -> None:
    """``pettingzoo.make`` knows ``pixies/pixie_queen-v0`` then."""
    import pettingzoo

    for name, version in game_versions().items():
        identity, module = aec_id(name, version), f"{__package__}.{module_name(name, version)}"
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, f"{module}:env")
        if identity not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", identity, f"{module}:parallel_env")


_REGISTRARS: dict[str, Callable[[], None]] = {
    "gymnasium": register_with_gymnasium,
    "pettingzoo": register_with_pettingzoo,
}


class _LoaderThatRegisters(Loader):
    """Loads a library as its own loader does, then registers the games with it."""

    def __init__(self, loader: Loader, register: Callable[[], None]) -> None:
        self._loader, self._register = loader, register

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        # The module keeps its own loader: what reads its files or source asks that one.
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._register()


class _Watcher(MetaPathFinder):
    """Asked before all others; answers only for the first import of the two libraries."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        register = _REGISTRARS.get(fullname)
        if register is None:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        found = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next((spec for spec in found if spec is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _LoaderThatRegisters(spec.loader, register)
        return spec


def install() -> None:
    """Register with the libraries that are imported, and with the others once they are."""
    for library, register in _REGISTRARS.items():
        if library in sys.modules:
            register()
    if not any(isinstance(finder, _Watcher) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watcher())

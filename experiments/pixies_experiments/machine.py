"""What something was measured or made on."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pixies_env.core.compilation.cores import available_cores

PACKAGES = ("pixies-env", "numba", "llvmlite", "numpy", "pettingzoo", "gymnasium")


def describe_machine(packages: Sequence[str] = PACKAGES) -> dict[str, Any]:
    """Processor, cores, system, load and the versions of Python and of packages."""
    return {
        "processor": _processor(),
        "cores": available_cores(),
        "load": _load(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in packages},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _load() -> float | None:
    """Processes that ran or waited over the last minute, where the system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None

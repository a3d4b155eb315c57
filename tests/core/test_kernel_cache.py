"""The disk cache of compiled rules: found again by a new process, never after an edit."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pixies_env
from pixies_env.core.compilation import kernel_cache

PROBE = '''
"""A kernel that reaches a composed rule, and a rule in another file that reads a third one."""

from pixies_env.core.compilation.compile import kernel
from pixies_env.pixie_queen.names import Space
from pixies_env.pixie_queen.rules.double_spaces import begin_double


@kernel
def steal_silver(states, board):
    begin_double(Space.STEAL_SILVER, states[0], board[0], 0)
'''

PROGRAM = """
import sys

import numpy as np

from pixies_env.pixie_queen.probe import steal_silver
from pixies_env.pixie_queen.state import STATE
from pixies_env.registry import make_game

state = np.zeros(1, STATE)
state["stock"] = 20
steal_silver(state, make_game("pixie_queen").board)
print(sys.modules["pixies_env"].__file__, state["goods"][0, 0, 3])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with the probe in it."""
    source = Path(pixies_env.__file__).parent
    copied = tmp_path / "pixies_env"
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "pixie_queen" / "probe.py").write_text(PROBE, "utf-8")
    return copied


def run(package: Path) -> tuple[int, bool]:
    """Silver that action 2 takes in a new process, and whether that process compiled."""
    environment = {
        **{key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"},
        "PYTHONPATH": str(package.parent),
        "PIXIES_CACHE_DIR": str(package.parent / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=package.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    file, silver = done.stdout.rsplit(maxsplit=1)
    assert Path(file).parent == package
    return int(silver), "Compiling" in done.stderr


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


@pytest.mark.slow
def test_an_edited_rule_is_seen_by_a_new_process_with_the_same_cache(package: Path) -> None:
    names = package / "pixie_queen" / "names.py"
    assert run(package) == (2, True)
    assert run(package) == (2, False)
    edit(names, "SILVER_STOLEN: Final = 2\n", "SILVER_STOLEN: Final = 5\n")
    assert run(package) == (5, True)
    rules = package / "pixie_queen" / "rules" / "spaces_1_to_5.py"
    edit(rules, "SILVER, SILVER_STOLEN)", "SILVER, SILVER_STOLEN + 1)")
    assert run(package) == (6, True)
    edit(rules, "SILVER, SILVER_STOLEN + 1)", "SILVER, SILVER_STOLEN)")
    edit(names, "SILVER_STOLEN: Final = 5\n", "SILVER_STOLEN: Final = 2\n")
    assert run(package) == (2, False)


def test_no_import_of_a_source_is_overlooked() -> None:
    """They are found by a pattern, which is quick; this is how Python finds them."""
    root = Path(pixies_env.__file__).parent
    for path in root.rglob("*.py"):
        module = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        module = module.removesuffix(".__init__")
        found = set(kernel_cache._imported(module, path))
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                assert found.issuperset(alias.name for alias in node.names), path
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                for alias in node.names:
                    assert found & {f"{node.module}.{alias.name}", node.module}, path


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import json, os.path as path\n", ["json", "os.path"]),
        (
            "    from a.b import (  # noqa: it is (so)\n        c as d,\n        e,\n    )\n",
            ["a.b"],
        ),
        ("from a import b, \\\n    c\n", ["a"]),
        ("from . import core\n", ["pixies_env.core"]),
        ("from .core import seam\nfrom .core.seam import rule\n", ["pixies_env.core.seam"]),
    ],
)
def test_imports_are_read_however_they_are_written(
    tmp_path: Path, source: str, modules: list[str]
) -> None:
    path = tmp_path / "probe.py"
    path.write_text(source)
    assert sorted(set(kernel_cache._imported("pixies_env.probe", path))) == modules

"""Who may import whom: the contracts in pyproject.toml."""

import os
import shutil
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("pixies_env", "agents", "experiments")


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts on the sources below a folder."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    path = [str(root), str(root / "agents"), str(root / "experiments")]
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=root,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy_of_the_sources(tmp_path: Path) -> Path:
    for source in SOURCES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / source, tmp_path / source, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_arrows_of_the_house(copy_of_the_sources: Path) -> None:
    checked = lint_imports(copy_of_the_sources)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("pixies_env/core/__init__.py", "import pettingzoo"),
        ("pixies_env/core/__init__.py", "import pixies_env.pixie_queen.board"),
        ("pixies_env/core/__init__.py", "def later():\n    import pixies_env.registry"),
        ("pixies_env/core/game.py", "if TYPE_CHECKING:\n    import pixies_env.registry"),
        ("pixies_env/pixie_queen/__init__.py", "import pixies_env.adapters"),
        ("pixies_env/havresac/names.py", "import pixies_env.pixie_queen.limits"),
        ("pixies_env/adapters/__init__.py", "import pixies_env.pixie_queen.limits"),
        ("agents/pixies_agents/__init__.py", "import pixies_experiments"),
        ("agents/pixies_agents/__init__.py", "import pixies_env.pixie_queen.board"),
        ("experiments/pixies_experiments/__init__.py", "import pixies_experiments.cli"),
        (
            "experiments/pixies_experiments/studies/tournament.py",
            "def page():\n    import pixies_experiments.studies.tournament_page",
        ),
        ("pixies_env/core/events.py", "def later():\n    import pixies_env.core.states.records"),
        ("agents/pixies_agents/search/tree.py", "if TYPE_CHECKING:\n    from . import agent"),
    ],
)
def test_an_import_against_the_arrows_is_found(
    place: str, line: str, copy_of_the_sources: Path
) -> None:
    with (copy_of_the_sources / place).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    checked = lint_imports(copy_of_the_sources)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "BROKEN" in checked.stdout


def imports() -> grimp.ImportGraph:
    """Who imports whom."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    return grimp.build_graph(*settings["root_packages"], cache_dir=None)


def first_circle(graph: grimp.ImportGraph) -> list[str]:
    """Modules of which each imports the one before, and the first the last; empty: no circle."""
    imported = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_circle_leads_through_a_package_and_its_own_modules() -> None:
    """The contract compares what stands side by side, so not a package with what is in it."""
    graph = imports()
    assert first_circle(graph) == []
    inner, outer = "pixies_env.core.drawing.marks", "pixies_env.core.drawing"
    graph.add_import(importer=inner, imported=outer)
    circle = first_circle(graph)
    assert circle[0] == circle[-1] and {inner, outer} <= set(circle)

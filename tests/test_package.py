"""The distribution: what is in it, and that it works away from the checkout."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import pixies_env
from pixies_env.core.compilation.compile import COMPILED
from tests.documented import README, ROOT, page_commands, python_examples

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES = ("pixies_env", "pixies_agents", "pixies_experiments")


def run(*command: str | Path, cwd: Path) -> str:
    # Neither the checkout nor the user's own packages may help out.
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the source distribution and the wheel built from it."""
    folder = tmp_path_factory.mktemp("distributions")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the commands in a new environment with the wheel, and nothing of the checkout.

    What the wheel depends on is taken from the environment of the tests, to spare the network.
    Its folder is on the path as a plain folder: a link to the checkout in it is not followed.
    """
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False)
    places = sysconfig.get_paths("venv", vars={"base": str(home), "platbase": str(home)})
    libraries = Path(places["purelib"])
    (libraries / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    python = Path(places["scripts"]) / "python"
    install: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install"]
    run(*install, "--no-deps", "--no-index", "--force-reinstall", wheel, cwd=home)
    return Path(places["scripts"])


def test_the_wheel_holds_the_packages_and_their_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"{package}/py.typed" for package in PACKAGES} <= names
    assert "pixies_env/pixie_queen/board.toml" in names
    tops = {name.split("/")[0] for name in names}
    assert tops == {*PACKAGES, f"pixies_env-{PROJECT['version']}.dist-info"}
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    there = set(zipfile.ZipFile(wheel).namelist())
    for parent in (ROOT, ROOT / "agents", ROOT / "experiments"):
        for package in PACKAGES:
            for path in (parent / package).rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    assert path.relative_to(parent).as_posix() in there


def test_the_source_distribution_can_be_tested(distributions: Path) -> None:
    (archive,) = distributions.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"Makefile", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff"} <= names
    assert {"tests/test_package.py", "docs/conf.py", "pyproject.toml"} <= names
    assert not any(name.startswith((".venv", ".git/")) for name in names)


def test_the_wheel_works_away_from_the_checkout(scripts: Path, tmp_path: Path) -> None:
    program = (
        f"import {', '.join(PACKAGES)}\n"
        "from importlib.metadata import version\n"
        "from pixies_env.pixie_queen.board import load_board\n"
        f"for package in ({', '.join(PACKAGES)}):\n"
        "    print(package.__file__)\n"
        "print(load_board().digest)\n"
        "print(version('pixies-env'))\n"
    )
    *files, digest, version = run(scripts / "python", "-c", program, cwd=tmp_path).split()
    for file in files:
        assert scripts.parent in Path(file).parents
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert version == PROJECT["version"]


MOMENTS = ("simulate", "new-game")
"""Commands of the README that end in moments; the others take minutes, or a person."""
compiled = pytest.mark.skipif(not COMPILED, reason="takes long without compiled code")


@compiled
def test_the_python_of_the_readme_runs_from_the_wheel(scripts: Path, tmp_path: Path) -> None:
    examples = python_examples(README)
    assert len(examples) >= 4
    files = [tmp_path / f"example_{number}.py" for number in range(len(examples))]
    for file, code in zip(files, examples, strict=True):
        file.write_text(code, "utf-8")
    program = "import runpy, sys\nfor file in sys.argv[1:]:\n    runpy.run_path(file)"
    said = run(scripts / "python", "-c", program, *files, cwd=tmp_path)
    assert "Pixie Queen" in said


@compiled
def test_the_commands_of_the_readme_run_from_the_wheel(scripts: Path, tmp_path: Path) -> None:
    commands = list(dict.fromkeys(command.words for command in page_commands(README)))
    quick = [words for words in commands if words[0] in MOMENTS]
    assert 4 <= len(quick) < len(commands)
    for words in quick:
        assert run(scripts / "pixies", *words, cwd=tmp_path), words
    program = "from my_game import make; print(make().title)"
    assert run(scripts / "python", "-c", program, cwd=tmp_path / "my_game") == "My Game\n"


def test_playing_needs_no_torch() -> None:
    needed = {re.split(r"[<>=]", line)[0] for line in PROJECT["dependencies"]}
    assert not needed & {"torch", "stable-baselines3", "sb3-contrib", "tensorboard", "ray"}


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == PROJECT["name"]
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert all("name" in author for author in citation["authors"])


def test_the_changelog_tells_this_version_and_the_date_of_the_citation() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert f"## [{PROJECT['version']}] - {citation['date-released']}\n" in changelog
    assert "## [Unreleased]\n" in changelog


def test_the_package_tells_its_version() -> None:
    assert pixies_env.__version__ == PROJECT["version"]
    assert "__version__" in dir(pixies_env)


def test_all_that_the_package_offers_is_there() -> None:
    assert {"Game", "State", "make_game", "play_games", "check_game"} <= set(pixies_env.__all__)
    for name in pixies_env.__all__:
        assert getattr(pixies_env, name).__name__ == name

"""A small whole game, with its test, to begin a game of one's own with."""

from __future__ import annotations

import keyword
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from string import Template

from pixies_env.registry import game_names

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LONGEST = 40


def write_game(name: str, folder: Path) -> list[Path]:
    """Write a distribution that holds the game Pig under a name of one's own.

    It is whole, or, after an error, not there at all.

    Args:
        name: of the game, its package and its distribution.
        folder: in which the folder of that name is made.

    Returns:
        The files, in the order in which they are read best.

    Raises:
        ValueError: the name cannot be one of a game and a package, or is taken.
        FileExistsError: there is a folder or file of that name.
        NotADirectoryError: ``folder`` is none, or not there.
        OSError: the folder cannot be written to.
    """
    _check(name)
    target = folder / name
    if target.exists() or target.is_symlink():
        raise FileExistsError(f"{target} is there already; it is left as it is")
    # Not before: to Python started in that folder, what is there already is a module of that name.
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise ValueError(f"{name!r} is a word or module of Python that another package would hide")
    files = dict(_files(name))
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder; make it first, the game goes into it")
    with tempfile.TemporaryDirectory(dir=folder, prefix=f".{name}-") as aside:
        whole = Path(aside) / name
        for place, text in files.items():
            path = whole / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        whole.rename(target)
    return [target / place for place in files]


def _check(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} cannot be the name of a game: small letters, digits and _, beginning with a "
            f"letter, at most {_LONGEST}, such as my_game"
        )
    if re.search(r"_v\d+$", name):
        raise ValueError(f"{name!r} ends like a version; the game's own begins with 0")
    if name in game_names():
        raise ValueError(f"there is a game {name!r} already")


def _files(name: str) -> Iterator[tuple[str, str]]:
    here = resources.files(__name__)
    title = name.replace("_", " ").title()

    def filled(file: str) -> str:
        text = (here / "files" / f"{file}.txt").read_text(encoding="utf-8")
        return Template(text).substitute(name=name, title=title)

    yield "README.md", filled("README.md")
    yield "pyproject.toml", filled("pyproject.toml")
    yield f"{name}/__init__.py", filled("__init__.py")
    pig = (here / "pig.py").read_text(encoding="utf-8")
    yield (
        f"{name}/game.py",
        pig.replace('NAME = "pig"', f'NAME = "{name}"').replace('title="Pig"', f'title="{title}"'),
    )
    yield f"tests/test_{name}.py", filled("test_game.py")

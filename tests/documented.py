"""What the pages for people say that one can run: examples in Python, and commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pixies_experiments.cli.app import app

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))

_PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"^```(?:sh|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^(?:\$ |RUN )?(?:\w+=\S+ )*(?:exec |srun .*?)?(?:\S*/)?pixies (.*)")
"""A line that runs `pixies`, in a terminal, a shell script or the recipe of a container."""
PROGRAM: Any = typer.main.get_command(app)


class Command(NamedTuple):
    """A command as it is written somewhere."""

    file: Path
    words: tuple[str, ...]
    """What stands behind `pixies`."""

    def __str__(self) -> str:
        return shlex.join(self.words)


def python_examples(page: Path) -> list[str]:
    """The blocks of Python of a page, each a program of its own."""
    return _PYTHON.findall(page.read_text("utf-8"))


def page_commands(page: Path) -> list[Command]:
    """Calls of `pixies` in the blocks of a page that are for a terminal."""
    return commands_in("\n".join(_SHELL.findall(page.read_text("utf-8"))), page)


def commands_in(script: str, file: Path) -> list[Command]:
    """Calls of `pixies` in the text of a script."""
    lines = re.sub(r"\\\n\s*", "", script).splitlines()
    found = (_COMMAND.match(line.strip()) for line in lines)
    return [Command(file, tuple(shlex.split(match[1], comments=True))) for match in found if match]


def refusal(command: Command) -> str:
    """Why `pixies` does not take the words of a command; nothing if it does."""
    program, words = PROGRAM, list(command.words)
    try:
        while hasattr(program, "commands"):
            if words and words[0] in program.commands:
                program = program.commands[words.pop(0)]
            elif program.invoke_without_command:
                break
            else:
                return f"there is no command {' '.join(words[:1])}"
        program.make_context(program.name, words)
    except typer.TyperException as error:
        return error.format_message()
    return ""

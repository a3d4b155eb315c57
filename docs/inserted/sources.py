"""Where the numbers come from, and how they become Markdown."""

from __future__ import annotations

import csv
import json
import shlex
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.report import InFull, Report
from pixies_experiments.studies.study import Outcome

RESULTS = Path(__file__).parents[1] / "results"
_WIDTH = 100
"""Letters of a line of a command."""


@cache
def kept(name: str) -> Outcome:
    """A study that the docs keep."""
    return kept_outcome(RESULTS / name)


@cache
def counted(name: str) -> list[dict[str, str]]:
    """The rows of a file of counts."""
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def curves(name: str) -> list[list[dict[str, Any]]]:
    """The rows of evaluation of several runs, those of each by itself."""
    files = sorted((RESULTS / name).glob("*.jsonl"))
    return [[json.loads(line) for line in file.open(encoding="utf-8")] for file in files]


def lead_of(report: Report) -> list[str]:
    """The first sentences of a report, without those on the board: these stand on the page."""
    return [text for text in report.lead if not isinstance(text, InFull)]


def paragraphs(*texts: str) -> str:
    """Texts with a blank line between them; those without letters are left out."""
    return "\n\n".join(text for text in texts if text)


def bullets(texts: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"* {text}" for text in texts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is set to the left."""
    marks = [":--", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, marks, *rows))


def code(name: str) -> str:
    """A name of the program, such as an agent."""
    return f"`{name}`"


def command(*words: Any) -> str:
    """What one types for a result, in a block; an option begins a line where one is full."""
    lines = [""]
    for word in (shlex.quote(str(word)) for word in words):
        if lines[-1] and len(lines[-1]) + len(word) > _WIDTH and word.startswith("--"):
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    shell = " \\\n".join(lines)
    return f"```sh\n{shell}\n```"


def commas(values: Iterable[Any]) -> str:
    """Values as options take them."""
    return ",".join(map(str, values))

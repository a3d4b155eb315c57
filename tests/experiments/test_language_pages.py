"""The pages about language models work as they are written, with a server on this machine."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pixies_experiments.cli.app import app
from tests.agents.model_server import ModelServer

pytest.importorskip("openai")

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "language_models.md").read_text(encoding="utf-8")
SCRIPT = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^\$ pixies (.*)$", re.MULTILINE)
THERE = "http://localhost:8000/v1"


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    with ModelServer(lambda message: "Option: 1").running() as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.url)
        yield running


def run(page: str, tmp_path: Path, number: int) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.findall(page)[number], encoding="utf-8")
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.parametrize("number", range(len(SCRIPT.findall(PAGE))))
def test_scripts_of_the_page(number, server, tmp_path, capsys):
    run(PAGE, tmp_path, number)
    assert "RULES" in capsys.readouterr().out if number == 0 else server.asked


def test_commands_of_the_page(server):
    said = []
    for line in LINE.findall(PAGE):
        line = re.sub(r"--games \d+", "--games 2", line.replace(THERE, server.url))
        words = shlex.split(line)
        done = CliRunner().invoke(app, words, prog_name="pixies")
        assert done.exit_code == 0, done.output
        said.append(done.stdout)
    assert "my-model" in said[1]
    assert "2 players, 2 games" in said[2]


def test_the_options_of_the_page_are_those_of_the_agent():
    from dataclasses import fields

    from pixies_agents.language.agent import LanguageOptions

    (table,) = re.findall(r"^\| option \| default .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    told = re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table.split("\n")[2:-2]))
    assert told == [field.name for field in fields(LanguageOptions)]


def test_the_script_of_the_page_about_tools(tmp_path, capfd):
    pytest.importorskip("mcp")
    run((DOCS / "mcp.md").read_text(encoding="utf-8"), tmp_path, 0)
    out = capfd.readouterr().out
    assert "The game havresac-1 has begun" in out and "WHAT HAPPENED" in out

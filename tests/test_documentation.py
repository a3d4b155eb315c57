"""What the documentation says that one can run, runs as it is written.

The examples of the README run from the wheel, see ``test_package.py``.
"""

from __future__ import annotations

import re
import runpy
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pixies_env.core.compilation.compile import COMPILED
from tests.documented import PAGES, README, ROOT, Command, page_commands, python_examples, refusal

RUN = (
    *("first_steps", "heuristics", "gymnasium", "open_spiel", "agents", "tournament", "balance"),
    *("notebook",),
)


def examples() -> list:
    return [
        pytest.param(code, id=f"{name}-{number}")
        for name in RUN
        for number, code in enumerate(python_examples(ROOT / "docs" / f"{name}.md"), 1)
    ]


@pytest.mark.skipif(not COMPILED, reason="takes long without compiled code")
@pytest.mark.parametrize("code", examples())
def test_example_runs(code, tmp_path, monkeypatch):
    if "pyspiel" in code or "open_spiel" in code:
        pytest.importorskip("pyspiel", reason="open_spiel is not installed: extra `openspiel`")
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    runpy.run_path(str(script), run_name="example")


def test_the_first_screen_of_the_readme_shows_a_table_and_a_study():
    top = README.read_text("utf-8").partition("\n## ")[0]
    pictures = [ROOT / name for name in re.findall(r'<img src="([^"]+)" alt="[^"]+"', top)]
    assert [picture.suffix for picture in pictures] == [".svg", ".png"]
    table, study = (picture.read_bytes() for picture in pictures)
    assert ElementTree.fromstring(table).tag == "{http://www.w3.org/2000/svg}svg"
    assert study.startswith(b"\x89PNG")
    assert max(len(table), len(study)) < 150_000
    assert "--svg docs/pictures/table.svg" in (ROOT / "docs" / "contributing.md").read_text("utf-8")


def test_the_gallery_lists_every_notebook_under_a_picture():
    text = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    listed = re.findall(r"\[`(\w+\.ipynb)`\]\(\.\./notebooks/(\w+\.ipynb)\)", text)
    assert all(said == meant for said, meant in listed)
    notebooks = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {name for name, _ in listed} == notebooks
    for section in text.split("\n## ")[1:]:
        (picture,) = re.findall(r"!\[[^]]+\]\((\S+)\)", section)
        assert 0 < (ROOT / "docs" / picture).stat().st_size < 150_000
        assert "ipynb" in section


def test_pages_show_pictures_and_files_where_markdown_alone_is_read():
    for page in sorted((ROOT / "docs").glob("*.md")):
        text = page.read_text("utf-8")
        assert "{download}" not in text, page.name
        assert "```{image}" not in text, page.name
        for name in re.findall(r"```{literalinclude} (\S+)", text):
            link = rf"\]\({re.escape(name)}\)[^\n]*\n\n```{{literalinclude}}"
            assert text.count(f"{{literalinclude}} {name}") == len(re.findall(link, text)), name


def test_every_command_on_the_pages_is_one_that_the_program_takes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = [command for page in PAGES for command in page_commands(page)]
    assert len(commands) > 80
    refused = {f"{c.file.name}: {c}": why for c in commands if (why := refusal(c))}
    assert not refused


def test_a_command_that_the_program_does_not_take_is_told_of():
    page = Path("page.md")
    for words, why in (("simulat", "no command"), ("simulate --agent greedy", "No such option")):
        assert why in refusal(Command(page, tuple(words.split())))


def test_links_lead_somewhere_where_markdown_alone_is_read():
    """To what the repository holds: what a build makes is not there."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("no checkout of git")
    files = {ROOT / name for name in listed.stdout.split("\0") if name}
    there = files | {folder for file in files for folder in file.parents}
    dead = [
        f"{page.name}: {link}"
        for page in sorted(file for file in files if file.suffix == ".md" and file.exists())
        for link in _relative_links(page.read_text("utf-8"))
        if (page.parent / link).resolve() not in there
    ]
    assert dead == []


def test_relative_links_are_found_outside_of_code():
    text = '[a](b.md#c) ![d](e.png)\n```sh\n[f](g)\n```\n<img src="h.svg"> [i](https://j.k) [l](#m)'
    assert _relative_links(text) == ["b.md", "e.png", "h.svg"]


def _relative_links(text: str) -> list[str]:
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found = (one or other for one, other in re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', outside))
    links = (link.partition("#")[0] for link in found if not re.match(r"\w+:", link))
    return [link for link in links if link]

"""Configuration of the documentation."""

import importlib
import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path

from cogapp import Cog
from sphinx.application import Sphinx

import pixies_experiments.studies
from pixies_env import registry
from pixies_experiments.studies.kept import write_kept_pages

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))  # The blocks of pages import `docs.inserted`.

project = "pixies-env"
author = "The pixies-env developers"
copyright = "2026, The pixies-env developers"
release = version = version_of("pixies-env")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3
nitpicky = False

autodoc_typehints = "description"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"pixies-env {version}"


def write_game_pages() -> None:
    """One page per game from the docstring of its versioned module, which the code generates."""
    folder = DOCS / "games"
    folder.mkdir(exist_ok=True)
    for page in folder.glob("*.md"):
        if page.stem not in registry.game_versions():
            page.unlink()
    for game, number in registry.game_versions().items():
        module = importlib.import_module(f"pixies_env.{game}_v{number}")
        page = folder / f"{game}.md"
        if not page.exists() or page.read_text(encoding="utf-8") != module.__doc__:
            page.write_text(module.__doc__ or "", encoding="utf-8")


def write_report_pages() -> None:
    """The pages of kept studies from their tables, as `pixies report` makes them."""
    (sources,) = pixies_experiments.studies.__path__
    for study in sorted((DOCS / "results").glob("*/study.json")):
        page = study.with_name("report.html")
        made_of = [study, *study.parent.glob("results/*"), *Path(sources).rglob("*.py")]
        newest = max(file.stat().st_mtime for file in made_of)
        if not page.exists() or page.stat().st_mtime < newest:
            write_kept_pages(study.parent, pictures=False)


def insert_numbers(app: Sphinx, page: str, source: list[str]) -> None:
    """What a page says of results, from the tables; links to folders lead to the pages made here.

    Where Markdown alone is read, there are the folders of studies and games only.
    """
    if "[[[cog" in source[0]:
        cog = Cog()
        cog.options.delete_code = True
        source[0] = cog.process_string(source[0], f"{page}.md")
        for file in (DOCS / "results").glob("**/*.[pc]*"):
            app.env.note_dependency(file)
    source[0] = re.sub(r"\]\((results/\w+)\)", r"](\1/report.html)", source[0])
    source[0] = re.sub(r"\]\(\.\./pixies_env/(\w+)(#\w+)?\)", r"](games/\1.md\2)", source[0])


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", insert_numbers)


write_game_pages()
write_report_pages()

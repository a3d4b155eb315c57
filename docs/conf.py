"""Configuration of the documentation."""

import importlib
from importlib.metadata import version as version_of
from pathlib import Path

import pixies_experiments.studies
from pixies_env import registry
from pixies_experiments.studies.kept import write_kept_pages

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
    folder = Path(__file__).parent / "games"
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
    for study in sorted((Path(__file__).parent / "results").glob("*/study.json")):
        page = study.with_name("report.html")
        made_of = [study, *study.parent.glob("results/*"), *Path(sources).rglob("*.py")]
        newest = max(file.stat().st_mtime for file in made_of)
        if not page.exists() or page.stat().st_mtime < newest:
            write_kept_pages(study.parent, pictures=False)


write_game_pages()
write_report_pages()

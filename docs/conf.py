"""Configuration of the documentation."""

from importlib.metadata import version as version_of

project = "pixies-env"
author = "The pixies-env developers"
copyright = "2026, The pixies-env developers"
release = version = version_of("pixies-env")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3
nitpicky = False

autodoc_typehints = "description"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"pixies-env {version}"

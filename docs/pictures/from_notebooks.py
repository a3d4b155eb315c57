"""Pictures of the gallery: runs notebooks and keeps the last picture of each beside this file.

python docs/pictures/from_notebooks.py notebooks/open_spiel.ipynb ...
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent


def last_picture(notebook: nbformat.NotebookNode) -> tuple[str, bytes]:
    """Ending and content of the last picture among the outputs; ValueError if there is none."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    for output in reversed(outputs):
        data = output.get("data", {})
        if "image/png" in data:
            return ".png", base64.b64decode(data["image/png"])
        if "image/svg+xml" in data:
            return ".svg", data["image/svg+xml"].encode()
    raise ValueError("it shows no picture")


def main(paths: list[Path]) -> None:
    """Run notebooks, each in its own folder, and write their pictures."""
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, resources={"metadata": {"path": str(path.parent)}}).execute()
        ending, content = last_picture(notebook)
        picture = FOLDER / f"{path.stem}{ending}"
        picture.write_bytes(content)
        print(f"{picture}: {len(content) // 1000} kB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebooks", nargs="+", type=Path)
    main(parser.parse_args().notebooks)

"""The examples of the README and of the documentation run as they are written."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from pixies_env.core.compilation.compile import COMPILED

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes long without compiled code")


def examples() -> list:
    pages = [ROOT / "README.md"]
    named = (
        *("first_steps", "heuristics", "gymnasium", "open_spiel", "agents"),
        *("tournament", "balance", "notebook"),
    )
    pages += [ROOT / "docs" / f"{name}.md" for name in named]
    return [
        pytest.param(code, id=f"{page.stem}-{number}")
        for page in pages
        for number, code in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize("code", examples())
def test_example_runs(code, tmp_path, monkeypatch):
    if "pyspiel" in code or "open_spiel" in code:
        pytest.importorskip("pyspiel", reason="open_spiel is not installed: extra `openspiel`")
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    runpy.run_path(str(script), run_name="example")

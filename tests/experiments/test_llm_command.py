"""Games of a language model from the command line, and what `pixies llm` says they came to."""

from __future__ import annotations

import pytest

from pixies_agents.language.kept import CALLS
from tests.agents.model_server import COMPLETION_TOKENS, PROMPT_TOKENS, ModelServer

pytest.importorskip("openai")


def test_games_are_played_and_their_calls_told(pixies, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    folder = tmp_path / "kept"
    with ModelServer(lambda message: "Option: 1").running() as server:
        agent = f"llm:model=small,base_url={server.url},folder={folder},prompt_price=2"
        words = ("simulate", "--agents", f"{agent},random", "--games", 2)
        told = pixies.json(*words)
        assert told["games"] == 2
        called = len(server.asked)
        assert called > 0 and pixies.json(*words)["games"] == 2
        assert len(server.asked) == called
    assert pixies.json("llm", folder, game="")["models"] == {
        "small": {
            "calls": called,
            "failed": 0,
            "again": 0,
            "illegal": 0,
            "prompt_tokens": called * PROMPT_TOKENS,
            "completion_tokens": called * COMPLETION_TOKENS,
            "cost": pytest.approx(called * PROMPT_TOKENS * 2e-6),
            "seconds": pytest.approx(0, abs=60),
        }
    }
    printed = pixies("llm", folder, game="").stdout
    assert "small" in printed and f"{called * PROMPT_TOKENS:,}" in printed


def test_a_folder_without_calls_is_refused(pixies, tmp_path):
    assert CALLS in pixies.refused("llm", tmp_path, game="")
    (tmp_path / CALLS).write_text('{"model": "small"}\n', encoding="utf-8")
    assert "line 1: again: Field required" in pixies.refused("llm", tmp_path, game="")


def test_a_last_line_that_was_cut_off_does_not_count(pixies, tmp_path):
    line = '{"model": "small", "again": false}\n'
    (tmp_path / CALLS).write_text(line + line[:-9], encoding="utf-8")
    assert pixies.json("llm", tmp_path, game="")["models"]["small"]["calls"] == 1

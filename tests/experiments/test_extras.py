"""What needs an extra says which, where that is not installed."""

from __future__ import annotations

import sys

import pytest

TUNING = (
    "pixies_experiments.tuning",
    "pixies_experiments.studies.exploit.tuned",
    "pixies_experiments.studies.exploit.study",
)
LEARNING = tuple(
    f"pixies_experiments.training.{name}"
    for name in ("ppo", "expert", "soak", "checkpoint", "imitation", "nets", "expert_network")
)
SERVING = tuple(f"pixies_experiments.web.{name}" for name in ("hosting", "server", "guard"))


@pytest.mark.parametrize(
    ("words", "extra", "library", "modules"),
    [
        ("tune greedy --folder run", "tune", "cmaes", TUNING),
        ("exploit --target random --folder run", "tune", "cmaes", TUNING),
        ("exploit --target random --learn 9 --folder run", "train", "sb3_contrib", ()),
        ("train ppo --config run.toml --folder run", "train", "torch", LEARNING),
        ("train expert --config run.toml --folder run", "train", "torch", LEARNING),
        ("train soak --steps 1", "train", "torch", LEARNING),
        ("tournament --agents random --folder run --backend ray", "cluster", "ray", ()),
        ("tournament --agents random --folder run --table", "openspiel", "open_spiel", ()),
        ("play --folder run --no-open", "web", "uvicorn", SERVING),
        ("mcp", "mcp", "mcp", ("pixies_experiments.mcp_server.server",)),
    ],
)
def test_a_missing_library_is_told_with_its_extra(
    pixies, monkeypatch, tmp_path, words, extra, library, modules
):
    monkeypatch.chdir(tmp_path)
    for name in (name for name in modules if name in sys.modules):
        monkeypatch.delitem(sys.modules, name)
        package, _, module = name.rpartition(".")
        # `from package import module` is content with what an earlier import has left there.
        monkeypatch.delattr(sys.modules[package], module, raising=False)
    for name in [name for name in sys.modules if name.startswith(f"{library}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    command, *rest = words.split()
    game = () if command in ("train", "mcp") else ("--game", "tests.experiments.games:card_game")
    said = pixies.refused(command, *rest, *game, game="")
    assert f"needs more: pip install 'pixies-env[{extra}]'" in said
    assert library in said

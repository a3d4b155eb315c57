"""A game that is registered by one line is there wherever games are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pixies_env import registry
from pixies_env.core.registered import register_game
from tests.games import race

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

GAME = '''
"""The race of the tests under another name, with an option, heuristics and a target."""

import dataclasses
from pathlib import Path

from pixies_agents.heuristics.families import Family
from pixies_agents.heuristics.weights import Weight, WeightTable
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.options import Option, game_factory
from tests.games import race


@game_factory("third", Option("pace", (1, 2), 1, "how fast"))
def make(pace):
    return dataclasses.replace(
        race.game(),
        name="third",
        title="Third Game",
        version=3,
        factory=make,
        specification={"pace": pace},
        heuristics="third:FAMILY",
        bench_targets={"greedy_rate": (1.0, 2.0)},
    )


FAMILY = Family(
    WeightTable((Weight("strength", 0, 2, "how strong"),), Path(__file__).parent),
    ("slow",),
    lambda game, name, weights, temperature: CompiledAgent(
        game, name, race.run_rule, weights.numbers
    ),
)
'''
LINE = "third_v3 = third:make"

PROGRAM = """
import importlib.util, json, sys
from pathlib import Path
from typer.testing import CliRunner

import gymnasium, pettingzoo, pixies_env
from pixies_env import make_agent, make_game
from pixies_env.testing import check_game
from pixies_experiments.cli.app import app

def pixies(*words):
    done = CliRunner().invoke(app, words, prog_name="pixies")
    assert done.exit_code == 0, done.output
    return done.stdout

game = make_game("third", pace=2)
check_game("third", games=1, alterations=0)
told = json.loads(pixies("simulate", "--game", "third", "--option", "pace=2", "--games", "300",
                         "--agents", "greedy,random", "--json"))
spec = importlib.util.spec_from_file_location("conf", sys.argv[1])
spec.loader.exec_module(importlib.util.module_from_spec(spec))
print(json.dumps({
    "names": pixies_env.game_names(),
    "agents": [make_agent(spec, game).name for spec in ("greedy", "greedy:style=slow")],
    "simulated": told,
    "listed": json.loads(pixies("games", "third", "--json")),
    "benched": pixies("bench", "agents", "--quick", "--game", "third", "--players", "2"),
    "page": (Path(sys.argv[1]).parent / "games" / "third.md").read_text("utf-8"),
    "module": str(pixies_env.third_v3.env(num_players=3, pace=2)),
    "aec": pettingzoo.make("aec", "pixies/third-v3", num_players=2).max_num_agents,
    "gymnasium": gymnasium.make("pixies/Third-v3", num_players=2).spec.id,
}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What a process says in whose path a distribution with one game lies."""
    folder = tmp_path_factory.mktemp("third")
    (folder / "third.py").write_text(GAME, "utf-8")
    for style, strength in (("greedy", 2), ("slow", 0)):
        text = f"[weights]\nstrength = {strength}\n"
        (folder / f"{style}.toml").write_text(text, "utf-8")
    installed = folder / "third-0.1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: third\nVersion: 0.1\n", "utf-8"
    )
    (installed / "entry_points.txt").write_text(f"[pixies_env.games]\n{LINE}\n", "utf-8")
    docs = folder / "docs"
    docs.mkdir()
    (docs / "conf.py").write_bytes((ROOT / "docs" / "conf.py").read_bytes())
    path = [str(folder), *(str(ROOT / part) for part in ("", "agents", "experiments"))]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, docs / "conf.py"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_it_is_made_and_listed_by_its_name(found: dict) -> None:
    assert found["names"] == sorted([*registry.game_names(), "third"])
    (listed,) = found["listed"]["games"]
    assert (listed["title"], listed["version"]) == ("Third Game", 3)
    assert [option["name"] for option in listed["options"]] == ["pace"]


def test_its_heuristics_are_found(found: dict) -> None:
    assert found["agents"] == ["greedy", "greedy:style=slow"]
    assert found["simulated"]["games"] == 300


def test_its_targets_are_those_of_the_bench(found: dict) -> None:
    assert re.search(r"greedy_rate .*/s +1 +2 ", found["benched"])
    assert "targets for Third Game" in found["benched"]


def test_its_page_is_written(found: dict) -> None:
    assert found["page"].startswith("# Third Game\n")
    assert "| `pace` | 1 or 2 | `1` | how fast |" in found["page"]


def test_environments_know_it(found: dict) -> None:
    assert found["module"] == "third_v3"
    assert found["aec"] == 2
    assert found["gymnasium"] == "pixies/Third-v3"


@pytest.mark.parametrize("line", ["pig", "pig_v", "pig_vx", "_v1", "pig v1", "2_v1", "pig_v1 "])
def test_a_line_of_another_form_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"is not of the form name_v0"):
        register_game(line, "pig:make")


@pytest.mark.parametrize("factory", ["json", "json:", ":make", "./pig:make", "pig:make()", ":"])
def test_a_factory_of_another_form_is_refused(factory: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{factory!r} is not of the form module:")):
        register_game("pig_v0", factory)
    assert "pig" not in registry.game_names()


@pytest.mark.parametrize(("name", "factory"), [("pig_v0", 5), (5, "pig:make"), (None, None)])
def test_what_is_registered_is_text(name: str, factory: str) -> None:
    with pytest.raises(TypeError, match=r"the (name|factory) of a registered game is a text, not"):
        register_game(name, factory)


@pytest.mark.parametrize(
    ("factory", "said"),
    [
        ("no_such_pig:make", "No module named 'no_such_pig'"),
        ("json.no_such:make", "No module named 'json.no_such'"),
        ("json:make", "module json has no 'make'"),
        ("json:decoder", "json:decoder is a module, not a function that makes a game"),
        ("json:JSONDecoder", "json:JSONDecoder is a class, not a function"),
        ("json:dumps", "json:dumps cannot be called without obj"),
        ("os:getcwd", "os:getcwd made a str, not a Game"),
    ],
)
def test_what_a_line_names_must_make_a_game(
    monkeypatch: pytest.MonkeyPatch, factory: str, said: str
) -> None:
    monkeypatch.setattr("pixies_env.core.registered._by_call", {})
    register_game("pig_v0", factory)
    with pytest.raises(ValueError, match=re.escape(f"pig_v0 is registered as {factory}: {said}")):
        registry.make_game("pig")


def test_what_a_game_needs_and_is_not_there_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needy_pig.py").write_text("import no_such_trough\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("pixies_env.core.registered._by_call", {})
    register_game("pig_v0", "needy_pig:make")
    with pytest.raises(ModuleNotFoundError, match="no_such_trough"):
        registry.make_game("pig")


def test_a_name_is_registered_once() -> None:
    register_game("pixie_queen_v0", registry.GAMES["pixie_queen_v0"])
    with pytest.raises(
        ValueError, match="there is a game 'pixie_queen' already, made by pixies_env"
    ):
        register_game("pixie_queen_v1", "somewhere:make")
    assert registry.make_game("pixie_queen").version == 0


def test_a_game_that_is_not_what_its_line_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pixies_env.core.registered._by_call", {})
    register_game("sprint_v0", f"{race.__name__}:game")
    with pytest.raises(ValueError, match=r"sprint_v0 is registered as .*, which makes race_v0"):
        registry.make_game("sprint")


def test_the_tools_know_every_game_of_this_package() -> None:
    """Contracts, types and style are configured by name; a game must not be left out anywhere."""
    packages = {factory.partition(":")[0] for factory in registry.GAMES.values()}
    tools = PROJECT["tool"]
    lists = [
        names
        for contract in tools["importlinter"]["contracts"]
        for key in ("modules", "source_modules", "forbidden_modules")
        if packages & set(names := contract.get(key, ()))
    ]
    overrides = (override["module"] for override in tools["mypy"]["overrides"])
    lists += [names for override in overrides if packages & _packages(names := override)]
    assert len(lists) >= 6
    for names in lists:
        assert packages <= _packages(names)
    lenient = next(key for key in tools["ruff"]["lint"]["per-file-ignores"] if "core" in key)
    for package in packages:
        assert package.partition(".")[2] in lenient
    for contract in tools["importlinter"]["contracts"]:
        ignored = contract.get("ignore_imports", ())
        allowed = {line.partition(" -> ")[2].removesuffix(".**") for line in ignored}
        assert not ignored or allowed == packages


def _packages(names: str | list[str]) -> set[str]:
    return {name.removesuffix(".*") for name in ([names] if isinstance(names, str) else names)}

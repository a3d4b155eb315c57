"""Every number that a user can type has a stated range, and what is outside is refused at once."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pixies_env.core.specs import (
    AgentSpecError,
    agent_kind,
    agent_names,
    describe_options,
    parse_spec,
)
from pixies_experiments.cli.app import app

NO_NUMBERS = ["nan", "inf", "-inf", "", "many", "1e999", "9" * 5000]
BEYOND = ["-1", str(10**30), "-1e30"]


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands of the program with the words that name them."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


def numeric(annotation: Any) -> bool:
    """Whether an option takes numbers."""
    arguments = typing.get_args(annotation) or (annotation,)
    return bool({int, float} & set(arguments))


PROGRAM = typer.main.get_command(app)
OPTIONS = [
    pytest.param(path, command, option, id=" ".join((*path, option.opts[0])))
    for path, command in commands(PROGRAM)
    for option in command.params
    if numeric(option.type_descriptor.annotation)
]


def words_for(path: tuple[str, ...], command: Any, folder: Path) -> list[str]:
    """A command with what it cannot do without, none of which leads to any work."""
    words = list(path)
    given = {"--folder": str(folder / "run"), "--game": "no_such_game"}
    for parameter in command.params:
        if parameter.opts[0] in given:
            words += [parameter.opts[0], given[parameter.opts[0]]]
        elif parameter.required and parameter.opts[0].startswith("-"):
            words += [parameter.opts[0], "no_such_thing"]
        elif parameter.required:
            words.append("no_such_thing")
    return words


def said(*words: str) -> str:
    """What a command says that does not begin any work."""
    result = CliRunner().invoke(app, words, prog_name="pixies")
    assert result.exit_code == 2, (words, result.output)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    return result.stderr


def test_all_commands_are_walked() -> None:
    found = {path for path, _ in commands(PROGRAM)}
    assert {("simulate",), ("balance", "skills"), ("train", "ppo"), ("bench", "agents")} <= found
    assert len(OPTIONS) > 60


@pytest.mark.parametrize(("path", "command", "option"), OPTIONS)
def test_an_option_states_its_range(path: tuple[str, ...], command: Any, option: Any) -> None:
    assert option.min is not None and option.max is not None
    assert option.min < option.max


def parsed(words: list[str], command: Any) -> str:
    """Why a command does not take its words; nothing if it does."""
    try:
        command.make_context(command.name, list(words))
    except typer.TyperException as error:
        return error.format_message()
    return ""


@pytest.mark.parametrize(("path", "command", "option"), OPTIONS)
def test_what_is_outside_of_the_range_is_refused_with_the_option_s_name(
    path: tuple[str, ...], command: Any, option: Any, tmp_path: Path
) -> None:
    words, name = words_for((), command, tmp_path), option.opts[0]
    for value in (*NO_NUMBERS, *BEYOND, *(["0"] if option.min > 0 else [])):
        assert name in parsed([*words, f"{name}={value}"], command), value
    for value in (option.min, option.max):
        assert parsed([*words, f"{name}={value}"], command) == ""


@pytest.mark.parametrize(
    "words",
    [
        "soak --decisions=nan",
        "soak --decisions=inf",
        "soak --games=nan",
        f"soak --games=5 --block={10**20 - 1}",
        "bench --seed=nan",
        "bench agents --players=0",
        "tournament --agents=random --until-width=nan",
        "train soak --seed=4294967296",
        "balance skills --precision=inf",
    ],
)
def test_a_number_that_is_none_ends_a_command_with_one_message(words: str) -> None:
    assert words.rpartition("--")[2].partition("=")[0] in said(*words.split())


NUMBERS_OF_PLAYERS = [
    ("tournament", "--agents", "random"),
    ("balance", "skills"),
    ("balance", "seats"),
    ("balance", "board"),
]


@pytest.mark.parametrize("words", NUMBERS_OF_PLAYERS, ids=" ".join)
@pytest.mark.parametrize("value", ["nan", "", "-1", "0", "1000", str(10**30), "2,2", "2,,3", "1e0"])
def test_numbers_of_players_that_no_game_has_are_refused(
    words: tuple[str, ...], value: str, tmp_path: Path
) -> None:
    said(*words, "--folder", str(tmp_path / "run"), f"--players={value}")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("value", ["nan", "inf", "", "much"])
def test_a_weight_to_hold_is_a_number(value: str, tmp_path: Path) -> None:
    pytest.importorskip("cmaes")
    folder = str(tmp_path / "run")
    assert "weight=number" in said("tune", "greedy", "--folder", folder, f"--hold=rival={value}")


NUMBERS_OF_AGENTS = [
    pytest.param(name, field, id=f"{name}-{field.name}")
    for name in agent_names()
    for field in dataclasses.fields(agent_kind(name).options)
    if numeric(typing.get_type_hints(agent_kind(name).options)[field.name])
    and bool not in typing.get_args(typing.get_type_hints(agent_kind(name).options)[field.name])
    and typing.get_type_hints(agent_kind(name).options)[field.name] is not bool
]


@pytest.mark.parametrize(("name", "field"), NUMBERS_OF_AGENTS)
def test_the_numbers_of_an_agent_have_ranges(name: str, field: Any) -> None:
    within = field.metadata["range"]
    assert within.least < within.most < float("inf")
    (line,) = (line for line in describe_options(agent_kind(name)) if f"{field.name}:" in line)
    assert line.endswith(f"({within})")
    needed = {"external": "command=x,", "llm": "model=x,"}.get(name, "")
    for value in (*NO_NUMBERS, *BEYOND, within.most * 2):
        with pytest.raises(AgentSpecError, match=field.name):
            parse_spec(f"{name}:{needed}{field.name}={value}")
    if field.default is not None:
        within.check(field.name, field.default)


def test_all_numbers_of_agents_are_tried() -> None:
    tried = {(case.values[0], case.values[1].name) for case in NUMBERS_OF_AGENTS}
    assert {("mcts", "simulations"), ("ppo", "temperature"), ("external", "seconds")} <= tried
    assert ("mcts", "keep_tree") not in tried


@pytest.mark.parametrize("words", [("simulate", "--games=2"), ("tournament",)], ids=" ".join)
def test_a_search_beyond_all_bounds_is_refused_before_it_begins(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    if words[0] == "tournament":
        words = (*words, "--folder", str(tmp_path / "run"))
    told = said(*words, f"--agents=mcts:simulations={10**21 - 1}")
    assert "simulations must be 1 to 1000000000" in told


def test_the_ends_of_the_ranges_can_be_used(tmp_path: Path) -> None:
    seeds, threads = f"--seed={2**63 - 1}", "--threads=1024"
    for words in (
        ("simulate", "--games=3", "--players=2", seeds, threads),
        ("soak", "--games=4", f"--block={2**18}", seeds, threads),
        ("transcript", "--folder", str(tmp_path / "games"), seeds),
    ):
        game = "--game=tests.experiments.games:card_game"
        result = CliRunner().invoke(app, [*words, game], prog_name="pixies")
        assert result.exit_code == 0, result.output

"""Every error of the packages reaches another process whole."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pixies_agents
import pixies_env
import pixies_experiments
from pixies_env.core.batches.arena import AgentError
from pixies_env.core.errors import IllegalActionError, Portable
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from tests.games import hidden_card

PACKAGES = (pixies_env, pixies_agents, pixies_experiments)


def error_classes() -> list[type[BaseException]]:
    """All error classes that the packages define; what an extra would need is left out."""
    found = []
    for package in PACKAGES:
        (root,) = map(Path, package.__path__)
        for path in sorted(root.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            if not any(name.endswith(("Error", "Exception")) for name in names):
                continue
            parts = path.relative_to(root).with_suffix("").parts
            module_name = ".".join((package.__name__, *parts)).removesuffix(".__init__")
            try:
                module = importlib.import_module(module_name)
            except ImportError as error:
                if (error.name or "").partition(".")[0] in {p.__name__ for p in PACKAGES}:
                    raise
                continue
            found += [
                value
                for name in names
                if isinstance(value := vars(module).get(name), type)
                and issubclass(value, BaseException)
            ]
    return found


CLASSES = error_classes()


def example(kind: type[BaseException]) -> BaseException:
    """An error of a class, made of arguments of the types that it names."""
    if kind.__init__ in (base.__init__ for base in kind.__mro__ if base.__module__ == "builtins"):
        return kind("what went wrong")
    arguments = [
        _value(parameter.annotation)
        for parameter in inspect.signature(kind).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    return kind(*arguments)


def _value(annotation: str) -> Any:
    if annotation == "Record":
        return Record.from_state(State(hidden_card.game(), 2, 1))
    if annotation == "Failure":
        from pixies_experiments.pieces import Failure

        return Failure("what went wrong", "greedy", 3, 1)
    if annotation == "ValidationError":
        return _refusal()
    if annotation == "type[ConfigModel]":
        from pixies_experiments.training.config import PpoConfig

        return PpoConfig
    simple = {"str": "what went wrong", "int": 3, "float": 0.5, "Path": Path("a_file")}
    if annotation in simple:
        return simple[annotation]
    if annotation.startswith(("Iterable[", "Sequence[", "list[", "tuple[")):
        return ("one", "two")
    raise AssertionError(f"say in this test what an argument {annotation} of an error can be")


def _refusal() -> BaseException:
    from pydantic import ValidationError

    from pixies_experiments.training.config import PpoConfig

    try:
        PpoConfig.model_validate({"players": "none"})
    except ValidationError as error:
        return error
    raise AssertionError("these settings are refused")


def attributes_of(error: BaseException) -> dict[str, Any]:
    return {name: value for name, value in vars(error).items() if name != "__notes__"}


def test_the_errors_of_all_packages_are_found() -> None:
    found = {kind.__module__.partition(".")[0] for kind in CLASSES}
    assert found == {package.__name__ for package in PACKAGES}
    assert {AgentError, IllegalActionError} <= set(CLASSES) and len(CLASSES) > 15


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_an_error_keeps_what_it_says(kind: type[BaseException], way: Callable[[Any], Any]) -> None:
    error = example(kind)
    error.add_note("while trying")
    error.__cause__ = KeyError("the cause")
    again = way(error)
    assert type(again) is kind
    assert str(again) == str(error) and again.args == error.args
    assert attributes_of(again) == attributes_of(error)
    assert again.__notes__ == ["while trying"]
    if isinstance(error, Portable):
        assert repr(again.__cause__) == repr(error.__cause__)


def test_a_cause_that_cannot_be_pickled_is_left_out() -> None:
    error = IllegalActionError("not here")
    error.__cause__ = ValueError(lambda: None)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == "not here" and again.__cause__ is None


def test_an_agent_error_keeps_the_game_so_far() -> None:
    record = Record.from_state(State(hidden_card.game(), 2, 1))
    again = pickle.loads(pickle.dumps(AgentError("it failed", "greedy", 5, 1, record)))
    assert (again.agent, again.game, again.seat, again.record) == ("greedy", 5, 1, record)

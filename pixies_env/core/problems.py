"""What pydantic finds wrong, in the words of our errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def problem_text(problem: Mapping[str, Any]) -> str:
    """What is wrong, without the kind of error that pydantic puts before our own words."""
    return str(problem["msg"]).removeprefix("Value error, ")


def placed_problem(problem: Mapping[str, Any], whole: str = "") -> str:
    """The place and what is wrong there, such as ``ppo.n_envs: Input should be ...``.

    Args:
        problem: one of ``ValidationError.errors()``.
        whole: name of what is checked, for a problem of no single place; "" for none.
    """
    where = ".".join(map(str, problem["loc"])) or whole
    return f"{where}: {problem_text(problem)}" if where else problem_text(problem)

"""Where output goes, and how errors are told.

Results go to standard output, everything else to standard error. With ``--json`` standard
output holds exactly one JSON object.
"""

from __future__ import annotations

import functools
import json
import math
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import typer
from typer.core import TyperGroup

BAD_INPUT = 2
"""Exit code when something that was handed in cannot be used."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class InputError(Exception):
    """Something that the user handed in cannot be used; the message says what and why.

    ``problems`` lists them where there are several.
    """

    def __init__(self, message: str, problems: Iterable[object] = ()) -> None:
        super().__init__(message)
        self.problems = [str(problem) for problem in problems]


@contextmanager
def user_input() -> Iterator[None]:
    """Turn the errors that a wrong input raises in this block into an `InputError`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{error.filename}: {reason}" if error.filename else reason) from error
    except (ValueError, TypeError, LookupError, ImportError) as error:
        said = error.args[0] if isinstance(error, KeyError) and error.args else error
        problems = getattr(error, "problems", ())
        raise InputError(str(said) or type(error).__name__, problems) from error


def command(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a function a command: it ends with code 2 on bad input and 130 on Ctrl-C."""

    @functools.wraps(function)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        except InputError as error:
            tell(f"pixies: {error}")
            if kwargs.get("as_json"):
                print_json({"error": str(error), "problems": error.problems})
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            tell("pixies: interrupted")
            raise typer.Exit(INTERRUPTED) from None

    return run


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block, for what must be done whole or not at all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        raise KeyboardInterrupt


class JsonErrors(TyperGroup):
    """A group whose usage errors, too, are a JSON object where ``--json`` is among the words."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        given = list(args)
        with _usage_errors(given):
            context = super().make_context(info_name, args, *rest, **extra)
        context.meta[_WORDS] = given
        return context

    def invoke(self, ctx: Any) -> Any:
        with _usage_errors(ctx.meta[_WORDS]):
            return super().invoke(ctx)


_WORDS = f"{__name__}.words"


@contextmanager
def _usage_errors(words: list[str]) -> Iterator[None]:
    try:
        yield
    except typer.TyperException as error:
        if "--json" in words:
            print_json({"error": error.format_message(), "problems": []})
        raise


def tell(message: str) -> None:
    """One line of plain text on standard error."""
    print(message, file=sys.stderr, flush=True)


def print_json(result: Mapping[str, Any]) -> None:
    """The one JSON object of a command."""
    print(json.dumps(plain(result), ensure_ascii=False, allow_nan=False), flush=True)


def plain(value: Any) -> Any:
    """The same of dictionaries, lists, strings and numbers that JSON knows; null for NaN."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(entry) for entry in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value

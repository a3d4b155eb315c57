"""Where output goes, and how errors are told.

Results go to standard output, everything else to standard error. With ``--json`` standard
output holds exactly one JSON object, whatever agents and games print.
"""

from __future__ import annotations

import functools
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout, suppress
from contextvars import ContextVar
from typing import Any, ParamSpec, TextIO, TypeVar

import typer
from typer.core import TyperGroup

from pixies_experiments.cli.streams import is_unicode, with_streams

BAD_INPUT = 2
"""Exit code when something that was handed in cannot be used."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""

_STDOUT, _STDERR = 1, 2
_json_output: ContextVar[TextIO | None] = ContextVar("_json_output", default=None)
"""Where the one JSON object goes; None: standard output."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class InputError(Exception):
    """Something that the user handed in cannot be used; the message says what and why.

    ``problems`` lists them where there are several.
    """

    def __init__(self, message: str, problems: Iterable[object] = ()) -> None:
        super().__init__(message)
        self.problems = [str(problem) for problem in problems]


class FailedError(Exception):
    """The work of a command could not be done; the message says why, ``code`` is its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message, code)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[0])


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


@contextmanager
def extra_needed(what: str, extra: str) -> Iterator[None]:
    """Tell of a library that is missing in this block, and which extra brings it.

    Args:
        what: what needs it, such as ``"tuning"``.
        extra: name of the extra.
    """
    try:
        yield
    except ImportError as error:
        raise InputError(
            f"{what} needs more: pip install 'pixies-env[{extra}]' ({error})"
        ) from error


def command(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a function a command: it ends with code 2 on bad input and 130 on Ctrl-C.

    With ``as_json`` errors are the JSON object, and nothing else reaches standard output.
    """

    @functools.wraps(function)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        as_json = bool(kwargs.get("as_json"))
        with _stdout_for_json() if as_json else nullcontext():
            try:
                return function(*args, **kwargs)
            except (InputError, FailedError) as error:
                raise typer.Exit(_told(error, as_json)) from None
            except OSError as error:
                # Who started the program tells it; with --json it is the object as well.
                if as_json and not isinstance(error, BrokenPipeError):
                    with suppress(OSError):
                        print_json({"error": str(error), "problems": []})
                raise
            except KeyboardInterrupt:
                tell("pixies: interrupted")
                raise typer.Exit(INTERRUPTED) from None
            except Exception as error:
                # The package is not loaded for what ends before.
                from pixies_env.core.errors import RuleError

                if not isinstance(error, RuleError):
                    raise
                raise typer.Exit(_told(error, as_json)) from None

    return run


def _told(error: Exception, as_json: bool) -> int:
    """Tell of an error that ends a command; the exit code."""
    tell(f"pixies: {error}")
    if as_json:
        problems = error.problems if isinstance(error, InputError) else []
        print_json({"error": str(error), "problems": problems})
    return error.code if isinstance(error, FailedError) else BAD_INPUT


@contextmanager
def _stdout_for_json() -> Iterator[None]:
    """Keep standard output for :func:`print_json`; all else that is printed goes to standard error.

    That holds for the processes that are begun in this block too.
    """
    before = sys.stdout
    with ExitStack() as undone:
        output = before
        if _descriptor(before) == _STDOUT and _descriptor(sys.stderr) == _STDERR:
            before.flush()
            kept = os.dup(_STDOUT)
            output = undone.enter_context(
                open(kept, "w", encoding=before.encoding, errors=before.errors)
            )
            os.dup2(_STDERR, _STDOUT)

            def back() -> None:
                before.flush()
                os.dup2(kept, _STDOUT)

            undone.callback(back)
        undone.enter_context(redirect_stdout(sys.stderr))
        token = _json_output.set(output)
        undone.callback(_json_output.reset, token)
        yield


def _descriptor(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (AttributeError, OSError):  # One that is in memory only.
        return None


class JsonErrors(TyperGroup):
    """A group whose usage errors, too, are a JSON object where ``--json`` is among the words.

    It prints in any encoding, and what cannot be printed ends it without a traceback.
    """

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, with streams that take any text."""
        return with_streams(lambda: super(JsonErrors, self).main(*args, **extra))

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        """Take the words apart; what is wrong with them is told as they ask for it."""
        given = list(args)
        with _usage_errors(given):
            context = super().make_context(info_name, args, *rest, **extra)
        context.meta[_WORDS] = given
        return context

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what is wrong with its words is told as they ask for it."""
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
    with suppress(OSError):  # Where it cannot be read, results still can.
        print(message, file=sys.stderr, flush=True)


def print_json(result: Mapping[str, Any]) -> None:
    """The one JSON object of a command."""
    output = _json_output.get() or sys.stdout
    text = json.dumps(plain(result), ensure_ascii=not is_unicode(output), allow_nan=False)
    print(text, file=output, flush=True)


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

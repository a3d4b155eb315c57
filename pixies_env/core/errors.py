"""Errors that say what is wrong, where, and what would be right."""

from __future__ import annotations

import difflib
import pickle
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_MOST_SAID = 2000
"""Characters of an error of something stored: what is damaged there has any number."""


class Portable(BaseException):
    """An error that another process gets whole: type, message, attributes, notes and cause.

    Python makes a pickled error anew from its message alone, which fails where it is made of more
    than that, and drops its cause. A cause that cannot be pickled is left out.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        cause = self.__cause__
        try:
            pickle.dumps(cause)
        except Exception:  # Somebody else's error may refuse in any way.
            cause = None
        return _made_anew, (type(self), self.args, self.__dict__.copy(), cause)


def _made_anew(
    kind: type[Portable],
    arguments: tuple[Any, ...],
    attributes: Mapping[str, Any],
    cause: BaseException | None,
) -> Portable:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    if cause is not None:
        error.__cause__ = cause
    return error


class IllegalActionError(Portable, ValueError):
    """A decision or chance outcome that the position does not allow; nothing was changed."""


class ImpossibleScriptError(Portable, ValueError):
    """A scripted chance outcome that the position does not allow."""


class StoredDataError(Portable, ValueError):
    """Something stored that cannot be used; one line, however much of it the message quotes."""

    def __init__(self, message: str = "") -> None:
        lines = str(message).splitlines()
        text = lines[0] if len(lines) == 1 else " ".join(line.strip() for line in lines)
        super().__init__(text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]} ...")


class ForeignGameError(StoredDataError):
    """A stored state, record or data set of another game, version, board or catalogue."""


class DamagedDataError(StoredDataError):
    """A stored state, record or data set that is not whole or not of the expected form."""


class RuleError(Portable, Exception):
    """A rule of a game or of an agent that cannot be compiled: which one, and why."""


def shown(value: object, most: int = 60) -> str:
    """A value that somebody gave, as a message can hold it: so many characters of it."""
    try:
        text = repr(value)
    except ValueError:  # A number of more digits than Python writes.
        return "a vast number"
    return text if len(text) <= most else f"{text[:most]}..."


def listed(names: Iterable[object], limit: int = 40) -> str:
    """Names for an error message, cut after ``limit``."""
    texts = [str(name) for name in names]
    shown = ", ".join(texts[:limit])
    return f"{shown} and {len(texts) - limit} more" if len(texts) > limit else shown


def there_are(names: Sequence[str]) -> str:
    """``there are a, b``, or ``there is only a``."""
    return f"there is only {names[0]}" if len(names) == 1 else f"there are {listed(names)}"


def did_you_mean(name: str, names: Sequence[str]) -> str:
    """`` (did you mean ...?)`` if something like it exists, else nothing."""
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


class UnknownOptionError(Portable, TypeError):
    """A keyword that is no option of a game.

    Args:
        said: what is wrong with it, of which game.
        keyword: it itself; "" where only what is said is known: Gymnasium raises the errors of
            environments again with their message alone.
        options: the options of the game.
        there_are: what the options are, in words; "" where that is not the question.
        arguments: keywords of what was called that are no options, such as ``num_players``.
    """

    def __init__(
        self,
        said: str,
        keyword: str = "",
        options: Sequence[str] = (),
        there_are: str = "",
        arguments: Sequence[str] = (),
    ) -> None:
        self.said, self.keyword, self.there_are = said, keyword, there_are
        self.options, self.arguments = tuple(options), tuple(arguments)
        hint = did_you_mean(keyword, [*self.options, *self.arguments])
        beside = f"other arguments are {listed(self.arguments)}" if self.arguments else ""
        super().__init__("; ".join(part for part in (f"{said}{hint}", there_are, beside) if part))

    def beside(self, arguments: Iterable[str]) -> UnknownOptionError:
        """The same of a call that takes these arguments as well."""
        others = [name for name in arguments if name not in self.options]
        return UnknownOptionError(
            self.said,
            self.keyword,
            self.options,
            self.there_are,
            tuple(dict.fromkeys([*others, *self.arguments])),
        )


class RecordError(StoredDataError):
    """A record that does not fit its game, with the file and line or the event concerned."""

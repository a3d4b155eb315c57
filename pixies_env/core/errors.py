"""Errors that say what is wrong, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class IllegalActionError(ValueError):
    """A decision or chance outcome that the position does not allow; nothing was changed."""


class ImpossibleScriptError(ValueError):
    """A scripted chance outcome that the position does not allow."""


class ForeignGameError(ValueError):
    """A stored state, record or data set of another game, version, board or catalogue."""


class DamagedDataError(ValueError):
    """A stored state, record or data set that is not whole or not of the expected form."""


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


class RecordError(ValueError):
    """A record that does not fit its game, with the file and line or the event concerned."""

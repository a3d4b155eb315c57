"""Objects that another process makes anew of what they were made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self


class Remade:
    """Copied and pickled as the arguments of its class: what it makes of them may be anything."""

    _made_of: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        """Keep the arguments."""
        made = super().__new__(cls)
        made._made_of = arguments, keywords
        return made

    def remade(self, changed: Callable[[Any], Any]) -> Self:
        """The same, made of its arguments as a function changes them."""
        values, keywords = self._made_of
        named = {name: changed(value) for name, value in keywords.items()}
        return type(self)(*map(changed, values), **named)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), *self._made_of)


def _made(kind: type[Any], arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
    return kind(*arguments, **keywords)

"""What a person means by what was typed, among the names of what can happen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_LISTED = 30
"""Names that are listed one by one."""
MOST_WORDS = 20


def take_apart(name: str) -> tuple[str, list[str]]:
    """Family and arguments of a name such as ``promote(mine,1)``."""
    family, _, arguments = name.partition("(")
    return family, arguments.removesuffix(")").split(",") if arguments else []


def meant(answer: str, possible: Sequence[str], any_order: bool) -> list[str]:
    """The names that an answer can stand for: its number, itself, or what begins with it.

    With ``any_order`` the arguments may be typed in any order.
    """
    if answer.isdecimal() and 1 <= int(answer) <= len(possible):
        return [possible[int(answer) - 1]]
    if answer in possible:
        return [answer]
    if any_order and answer.endswith(")"):
        wanted = _unordered(answer)
        found = [name for name in possible if _unordered(name) == wanted]
        if len(found) == 1:
            return found
    return [name for name in possible if name.startswith(answer)]


def hint(answer: str, possible: Sequence[str], any_order: bool) -> str:
    """`` (did you mean ...?)`` for a name with typing errors, else nothing."""
    from difflib import get_close_matches

    from pixies_env.core.errors import did_you_mean

    family, arguments = take_apart(answer)
    parts = [take_apart(name) for name in possible]
    families = get_close_matches(family, {name for name, _ in parts}, n=1)
    words = sorted({word for _, words in parts for word in words})
    closest = [get_close_matches(word, words, n=1) for word in arguments]
    if families and arguments and all(closest):
        corrected = f"{families[0]}({','.join(word for found in closest for word in found)})"
        found = meant(corrected, possible, any_order)
        if len(found) == 1:
            return f" (did you mean {found[0]}?)"
    return did_you_mean(answer, possible)


def shortened(possible: Sequence[str]) -> list[str]:
    """A few lines instead of a long list: the form of each family, an example, its words."""
    families: dict[str, list[str]] = {}
    for name in possible:
        families.setdefault(take_apart(name)[0], []).append(name)
    lines = []
    for family, names in families.items():
        if len(names) == 1:
            lines.append(f"  {names[0]}")
            continue
        words = list(_words(names))
        known = f"; of {', '.join(words)}" if len(words) <= MOST_WORDS else ""
        lines.append(f"  {family}(...), {len(names)} of them, such as {names[0]}{known}")
    return [*lines, "  ? lists them all"]


def _words(names: Iterable[str]) -> dict[str, None]:
    return {word: None for name in names for word in take_apart(name)[1]}


def _unordered(name: str) -> tuple[str, list[str]]:
    family, arguments = take_apart(name)
    return family, sorted(arguments)

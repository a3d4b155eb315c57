"""A position as a text for a language model: one seat's view of it, and its options in words."""

from __future__ import annotations

from itertools import groupby, takewhile

from pixies_env.core.states.position import Position
from pixies_env.core.words import (
    action_words,
    brief,
    count_players,
    question_words,
    reason_words,
    situation,
)

POSITION = "POSITION\n"
"""What stands before this heading is the same at all decisions of a seat in a game."""
Option = tuple[int, str]
"""Number and words."""
MANY = 5
"""So many options of one family are said without the words that they begin with."""
LARGE = 3
"""So many options, on average, make it worth to part a family."""


def prompt_of(known: Position, seat: int) -> str:
    """The text of :meth:`pixies_env.core.states.state.State.prompt`.

    Args:
        known: the position without what the seat does not know.
        seat: whose view it is.
    """
    game = known.game
    parts = (
        f"You are player {seat} of {count_players(known.num_players)}, numbered from 0, "
        f"in a game of {game.title}.",
        f"RULES\n{brief(game).strip()}",
        f"{POSITION}{situation(game, known.array, seat).strip()}",
        f"DECISION\n{_due(known, seat)}",
    )
    return "\n\n".join(parts) + "\n"


def numbered_options(known: Position) -> list[str]:
    """Lines with the legal decisions in words, numbered from 1 as ``legal_actions()`` are.

    What many of one family, or of one part of it, begin with is said once, before them.
    """
    actions = known.game.actions
    numbered = enumerate(map(int, known.legal_actions()), start=1)
    lines: list[str] = []
    for _, family in groupby(numbered, key=lambda option: actions.family(option[1]).verb):
        told = [(number, action_words(known.game, known.array, entry)) for number, entry in family]
        lines += _folded(told) if len(told) >= MANY else _listed(told)
    return lines


def _folded(options: list[Option]) -> list[str]:
    """Lines under what they begin with, parted as long as that makes few large parts."""
    begin = _common(options)
    parts = [
        list(part) for _, part in groupby(options, lambda told: told[1][len(begin) :].split()[:1])
    ]
    if 1 < len(parts) <= len(options) // LARGE:
        return [line for part in parts for line in _folded(part)]
    if len(options) == 1 or not begin:
        return _listed(options)
    return [f"{begin}...", *_listed([(number, words[len(begin) :]) for number, words in options])]


def _listed(options: list[Option]) -> list[str]:
    return [f"{number}) {words}" for number, words in options]


def _common(options: list[Option]) -> str:
    """The words that all options begin with and more follow, each with a blank after it."""
    beginnings = zip(*(words.split(" ")[:-1] for _, words in options))
    shared = takewhile(lambda words: len(set(words)) == 1, beginnings)
    return "".join(f"{words[0]} " for words in shared)


def _due(known: Position, seat: int) -> str:
    if known.is_over:
        reason = reason_words(known.game, known.array)
        return f"None: the game is over{f', {reason}' if reason else ''}."
    if known.waiting == "chance":
        return f"None now: chance comes first. {question_words(known.game, known.array)}."
    if known.player != seat:
        return f"None now: it is player {known.player}'s decision."
    question = question_words(known.game, known.array)
    return "\n".join([question, "Your options:", *numbered_options(known)])

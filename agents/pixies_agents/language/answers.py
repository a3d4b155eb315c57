"""What a language model is asked, and which option its answer names."""

from __future__ import annotations

import re

INSTRUCTION = """\
You play a board game. You are shown the rules in brief, the position as you see it, and your \
options, each with its number before a bracket. Choose the one that serves you best. Think as much \
as you need, then end your answer with a line of this form, with the number of your choice:
Option: 1"""

_SIGN = r"(?:(?<!\w)[-\u2212])?"
"""A minus before a number; in ``option-1`` it is a hyphen."""
_MENTION = re.compile(rf"option\W{{0,8}}?({_SIGN}\d{{1,6}})", re.IGNORECASE)
_LINE = re.compile(rf"\W*{_MENTION.pattern}\W*", re.IGNORECASE)
_NUMBER = re.compile(rf"{_SIGN}\d+")
_THOUGHT = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)

Message = dict[str, str]
"""``role`` and ``content``, as the interface has them."""


def first_messages(prompt: str) -> list[Message]:
    """What is sent for a decision."""
    return [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": prompt}]


def second_messages(prompt: str, answer: str, options: int) -> list[Message]:
    """What is sent when the first answer named none of so many options."""
    again = (
        "That names none of your options. End your answer with a line such as `Option: 1`; the "
        f"number is one of 1 to {options}."
    )
    return [
        *first_messages(prompt),
        {"role": "assistant", "content": answer},
        {"role": "user", "content": again},
    ]


def option_named(answer: str, options: int) -> int | None:
    """Number of the option that an answer names, 1 to ``options``; None if that is not clear.

    The last line of the form asked for counts, else the last mention of an option with its number,
    also as JSON, else the only number there is. What a model thinks aloud does not count.
    """
    said = _THOUGHT.sub("", answer)
    # Line by line: a pattern that begins anywhere in many empty lines takes their square in time.
    lines = (_LINE.fullmatch(line) for line in said.splitlines())
    found = [line[1] for line in lines if line is not None] or _MENTION.findall(said)
    if not found:
        found = sorted(set(_NUMBER.findall(said)))
        if len(found) != 1:
            return None
    if not found[-1][0].isdecimal():
        return None
    number = int(found[-1][:9])
    return number if 1 <= number <= options else None

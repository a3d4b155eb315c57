"""What a space of the board is: when its action is possible, what it does, what it asks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain
from typing import Any

from pixies_env.core.kit import rulebook
from pixies_env.core.kit.dispatch import members_where, options_where, rule_of_each
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.source import compose_rules
from pixies_env.pixie_queen.names import ChanceKind, Decision, Question, Space

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Block:
    """One of the 21 spaces.

    ``possible(state, board, player)`` says whether its action can be carried out now; of a single
    space ``possible(state, board, player, doubles)``, with the double spaces that are possible, of
    which one may be copied, and including whether the space is still to be had this round.
    ``begin`` is the question or the kind of chance with which the action begins, or a rule
    ``(state, board, player)`` that carries it out, or asks and awaits what else is needed. The
    questions, kinds of chance and continuations of the block then go on.
    """

    space: Space
    possible: Rule
    begin: Rule | Question | ChanceKind
    questions: tuple[rulebook.Question, ...] = ()
    chances: tuple[rulebook.Chance, ...] = ()
    continuations: tuple[rulebook.Continuation, ...] = ()


def rules_of(blocks: Iterable[Block]) -> rulebook.Phase:
    """What blocks bring to the rulebook."""
    blocks = tuple(blocks)
    return rulebook.Phase(
        questions=tuple(chain.from_iterable(block.questions for block in blocks)),
        chances=tuple(chain.from_iterable(block.chances for block in blocks)),
        continuations=tuple(chain.from_iterable(block.continuations for block in blocks)),
    )


def possible_among(module: str, name: str, blocks: Iterable[Block]) -> Rule:
    """The rule ``name(state, board, player)``: bit k says whether double space k is possible."""
    rules = {block.space: block.possible for block in blocks}
    meaning = "Possible spaces: bit k is space k."
    return members_where(module, name, "state, board, player", rules, meaning)


def list_among(module: str, name: str, blocks: Iterable[Block]) -> Rule:
    """The rule ``name(state, board, player, doubles, ids, count)`` of single spaces."""
    rules = {block.space: block.possible for block in blocks}
    parameters = "state, board, player, doubles"
    meaning = "Append the possible spaces."
    return options_where(module, name, parameters, Decision.PLACE, rules, meaning)


def begin_one_of(module: str, name: str, blocks: Iterable[Block]) -> Rule:
    """The rule ``name(space, state, board, player)`` that begins the action of a space."""
    rules = {block.space: _beginning(module, block) for block in blocks}
    return rule_of_each(module, name, "state, board, player", rules, "Begin a space's action.")


def _beginning(module: str, block: Block) -> Rule:
    """The rule that begins the action of a space."""
    if not isinstance(block.begin, IntEnum):
        return block.begin
    name = f"begin_{block.space.name.lower()}"
    begin = "ask" if isinstance(block.begin, Question) else "await_chance"
    text = f"def {name}(state, board, player):\n    {begin}(state, player, {int(block.begin)})\n"
    return compose_rules(module, text, {"ask": ask, "await_chance": await_chance})[name]

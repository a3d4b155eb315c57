"""House rules: a game in which a few rules are others, as a game of its own.

::

    from pixies_env.core.compilation.compile import rule
    from pixies_env.core.variants import variant
    from pixies_env.pixie_queen import make as pixie_queen
    from pixies_env.pixie_queen.rules import offerings

    @rule
    def punish_refusal(state, board, player):
        pass

    make = variant(
        __name__,
        "free_refusal",
        of=pixie_queen,
        replaced={offerings.punish_refusal: punish_refusal},
        told="Refusing costs nothing.",
    )

State, board, decisions, observation, drawing and heuristics are those of the shipped game. Records,
studies and stored positions carry the name of the variant and, as its option ``house_rules``, the
digest of its rules; they are refused when these have changed.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import json
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from pixies_env.core import words
from pixies_env.core.compilation.rebinding import (
    Rule,
    full_name,
    names_in,
    reached,
    rebound,
    source_of,
)
from pixies_env.core.game import Game
from pixies_env.core.kit.remade import Remade
from pixies_env.core.options import HOUSE_RULES, Option, game_factory
from pixies_env.core.registered import registered_games
from pixies_env.core.seam import Functions

_FACTORY = "make"
_PACKAGE = __name__.partition(".")[0]


def variant(
    module: str,
    name: str,
    *,
    of: Callable[..., Game],
    replaced: Mapping[Rule, Rule],
    told: str,
    title: str = "",
    version: int = 0,
    history: tuple[str, ...] = (),
    factory: str = _FACTORY,
) -> Callable[..., Game]:
    """The function that makes a game with house rules; it takes the options of the shipped one.

    Args:
        module: ``__name__`` of the module that says this. It imports the function ``of``.
        name: of the new game, such as ``free_refusal``.
        of: the function that makes the shipped game.
        replaced: by the rule that is replaced, the one that takes its place, with the same
            arguments. It may call the one that it replaces.
        told: what is otherwise, in a sentence or two, for people and language models.
        title: for people; that of the shipped game with the name, if empty.
        version: of the variant.
        history: what each version changed, the latest first.
        factory: name of the variable of ``module`` that holds the function.

    Raises:
        TypeError: a rule is none, or takes other arguments than the one that it replaces.
        ValueError: the name is that of a shipped game; nothing is replaced, or a rule that the
            shipped game does not have; the source of a rule cannot be read; a rule decides about
            scores and ranks, which what the shipped game tells of its results would contradict.
    """
    shipped = registered_games().get(name)
    if shipped is not None and shipped.factory.startswith(f"{_PACKAGE}."):
        raise ValueError(
            f"{name!r} is a shipped game, made by {shipped.factory}; a variant needs another name"
        )
    if not replaced:
        raise ValueError(f"{name} has no house rules: replaced is empty")
    changes = _Changes(dict(replaced), module, f"{factory}.rules")
    digest = _digest(replaced)
    options: tuple[Option, ...] = getattr(of, "options", ())
    held = Option(HOUSE_RULES, (digest,), digest, f"digest of the rules of {name}")

    def make(**given: Any) -> Game:
        del given[HOUSE_RULES]
        game = of(**given)
        functions, invariants = changes.of(game)
        return replace(
            game,
            name=name,
            title=title or f"{game.title}: {name}",
            version=version,
            history=history or (f"v{version}: {told}",),
            factory=made,
            specification={**game.specification, HOUSE_RULES: digest},
            functions=functions,
            invariants=invariants,
            description=f"{told} All else is as in {game.title}.\n\n{game.description}",
            bench_targets={},
            notation=replace(
                game.notation,
                restore=_changed(game.notation.restore, game.functions, functions),
                rules_page=functools.partial(_page, game, told),
                brief=functools.partial(_brief, game, told),
            ),
        )

    make.__module__, make.__name__, make.__qualname__ = module, factory, factory
    made = game_factory(name, *options, held)(make)
    # Other processes find the rules under this name, see :func:`compile.named`.
    vars(made)["rules"] = _Rules(made)
    made.__doc__ = told
    return made


class _Changes:
    """The functions of a game with other rules, made once for each set of functions."""

    def __init__(self, replaced: Mapping[Rule, Rule], module: str, prefix: str) -> None:
        self._replaced, self._module, self._prefix = replaced, module, prefix
        self._known: dict[tuple[Functions, Rule | None], tuple[Functions, Rule | None]] = {}

    def of(self, game: Game) -> tuple[Functions, Rule | None]:
        """Functions and invariants of a shipped game as they are with these rules."""
        key = (game.functions, game.invariants)
        if key not in self._known:
            self._known[key] = self._made(game)
        return self._known[key]

    def _made(self, game: Game) -> tuple[Functions, Rule | None]:
        named = {each.name: getattr(game.functions, each.name) for each in fields(Functions)}
        for old in self._replaced:
            if old in reached([named["returns"]]):
                raise ValueError(
                    f"{full_name(old)} decides about scores and ranks, of which {game.name} tells "
                    "in rules of its own; a variant cannot replace it"
                )
        if game.invariants is not None:
            named["invariants"] = game.invariants
        made = rebound(named, self._replaced, self._module, self._prefix)
        invariants = made.pop("invariants", None)
        return Functions(**made), invariants


class _Rules:
    """The functions of a variant as attributes, made when the first is asked for."""

    def __init__(self, make: Callable[..., Game]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        game = self._make()
        return game.invariants if name == "invariants" else getattr(game.functions, name)


def _changed(value: Any, functions: Functions, instead: Functions) -> Any:
    """An object, and what it is made of, with other functions of the seam."""
    if value is functions:
        return instead
    again = functools.partial(_changed, functions=functions, instead=instead)
    if isinstance(value, Remade):
        return value.remade(again)
    if isinstance(value, functools.partial):
        named = {name: again(entry) for name, entry in value.keywords.items()}
        return functools.partial(value.func, *map(again, value.args), **named)
    return value


def _page(game: Game, told: str) -> str:
    return f"**House rules.** {told} All else is as follows.\n\n{words.rules_page(game)}"


def _brief(game: Game, told: str) -> str:
    return f"House rules, which go before all that follows: {told}\n\n{words.brief(game)}"


def _digest(replaced: Mapping[Rule, Rule]) -> str:
    """Of the new rules, what they call outside the packages of the old, and the names of the old.

    Comments, docstrings and the layout do not count.
    """
    shipped = {source_of(old).__module__.partition(".")[0] for old in replaced}
    own = [
        one
        for one in reached(replaced.values())
        if one in replaced.values() or source_of(one).__module__.partition(".")[0] not in shipped
    ]
    told = {
        "rules": sorted(_text(one) for one in own),
        "replaced": sorted([full_name(old), source_of(new).__qualname__]
                           for old, new in replaced.items()),
    }  # fmt: skip
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _text(made: Rule) -> str:
    """Source of a rule without what does not count, and the constants that it reads."""
    python = source_of(made)
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(python))).body
    except (OSError, SyntaxError) as error:
        raise ValueError(
            f"the source of {full_name(made)} cannot be read ({error}); its variant is known by it"
        ) from None
    assert isinstance(tree, ast.FunctionDef)
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:] or [ast.Pass()]
    read = {
        name: repr(python.__globals__[name])
        for name in sorted(set(names_in(python.__code__)))
        if isinstance(python.__globals__.get(name), int | float | str | tuple)
    }
    return ast.unparse(tree) + json.dumps(read)

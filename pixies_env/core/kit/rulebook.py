"""Composes the rules of a game from what its phases say.

A phase's module says of each of its questions which options it has and what each answer does, of
each kind of chance which outcomes there are and what they do, and how the phase goes on. Here that
becomes the four functions of the seam, ``legal``, ``apply``, ``chances`` and ``apply_chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from pixies_env.core.kit.continuations import pop
from pixies_env.core.kit.events import RUNNING, resume
from pixies_env.core.kit.numbering import decision_of
from pixies_env.core.kit.source import compose_rules
from pixies_env.core.seam import CHANCE, DECISION, NOBODY

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Question:
    """One kind of decision.

    ``options(state, board, player, ids)`` writes what can be chosen, rising, and returns the
    number; ``answers[family](state, board, player, value)`` carries a choice out.
    """

    kind: IntEnum
    options: Rule
    answers: Mapping[IntEnum, Rule]


@dataclass(frozen=True)
class Chance:
    """One kind of chance.

    ``outcomes(state, board, owner, outcomes, weights)`` writes what can happen and returns the
    number; ``result(state, board, owner, value)`` carries an outcome out.
    """

    kind: IntEnum
    outcomes: Rule
    result: Rule


@dataclass(frozen=True)
class Continuation:
    """One kind of interrupted effect: ``go_on(state, board, player, first, second)``."""

    kind: IntEnum
    go_on: Rule


@dataclass(frozen=True)
class Phase:
    """What one module of rules brings.

    ``run(state, board)`` goes on while nothing is waited for and the state is in the phase
    ``kind``; rules that belong to no single phase have neither.
    """

    kind: IntEnum | None = None
    run: Rule | None = None
    questions: tuple[Question, ...] = ()
    chances: tuple[Chance, ...] = ()
    continuations: tuple[Continuation, ...] = ()


class Rulebook(NamedTuple):
    """The functions of the seam that are composed."""

    legal: Rule
    apply: Rule
    chances: Rule
    apply_chance: Rule


def compose(module: str, phases: Iterable[Phase], *, is_out: Rule | None = None) -> Rulebook:
    """Compose the rules of a game for ``module``, the one that imports all of its phases.

    What is named first is tried first, so phases and questions that come up often belong in front.
    Continuations of a seat of which ``is_out(state, player)`` is true are dropped.

    Raises:
        ValueError: a question, a kind of chance or a continuation is missing or said twice, a
            phase is said twice, a question has no answers, or no question is answered by some
            family of decisions.
    """
    book = _Parts(tuple(phases))
    source = _Source(module)
    source.legal(book.questions)
    source.answer(book.questions)
    source.run(book, is_out)
    source.chances(book.chances)
    source.receive(book.chances)
    return source.rules()


@dataclass(frozen=True)
class _Parts:
    phases: tuple[Phase, ...]
    questions: tuple[Question, ...] = field(init=False)
    chances: tuple[Chance, ...] = field(init=False)
    continuations: tuple[Continuation, ...] = field(init=False)

    def __post_init__(self) -> None:
        for name in ("questions", "chances", "continuations"):
            parts = tuple(part for phase in self.phases for part in getattr(phase, name))
            _require_all(_require_once(part.kind for part in parts))
            object.__setattr__(self, name, parts)
        # A game that is over is in a phase that no rules go on from.
        _require_once(phase.kind for phase in self.phases if phase.kind is not None)
        answered = (family for question in self.questions for family in question.answers)
        for question in self.questions:
            if not question.answers:
                raise ValueError(f"{question.kind!r} has no answers")
        _require_all(list(dict.fromkeys(answered)))


def _require_once(kinds: Iterable[IntEnum]) -> list[IntEnum]:
    """Kinds none of which comes twice."""
    seen: list[IntEnum] = []
    for kind in kinds:
        if any(kind is known for known in seen):
            raise ValueError(f"{kind!r} is said twice")
        seen.append(kind)
    return seen


def _require_all(kinds: Sequence[IntEnum]) -> None:
    """All kinds of one vocabulary, that of the first."""
    for kind in kinds:
        if type(kind) is not type(kinds[0]):
            raise ValueError(f"{kind!r} is not of the vocabulary of {kinds[0]!r}")
    missing = [kind for kind in type(kinds[0]) if kind not in kinds] if kinds else []
    if missing:
        raise ValueError(f"no rules are said for {', '.join(map(repr, missing))}")


class _Source:
    """Source of the composed functions, with the rules that it names."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._lines: list[str] = []
        self._names: dict[str, Any] = {
            "CHANCE": CHANCE,
            "DECISION": DECISION,
            "NOBODY": NOBODY,
            "RUNNING": RUNNING,
            "decision_of": decision_of,
            "pop": pop,
            "resume": resume,
        }

    def legal(self, questions: Iterable[Question]) -> None:
        """Ids of the legal decisions."""
        self._begin("legal(state, board, ids)", "Ids of the legal decisions, rising; their number.")
        self._add(1, "if state.waiting != DECISION:", 2, "return 0")
        self._add(1, "player, question = int(state.player), int(state.question)")
        for question in questions:
            name = self._name("options", question.kind, question.options)
            self._add(1, f"if question == {int(question.kind)}:")
            self._add(2, f"return {name}(state, board, player, ids)")
        self._add(1, "return 0")

    def answer(self, questions: Iterable[Question]) -> None:
        """What a choice does: by its family, and by the question where several have that."""
        asked: dict[IntEnum, list[tuple[Question, str]]] = {}
        for question in questions:
            for family, answer in question.answers.items():
                name = self._name(f"answer_{question.kind.name.lower()}", family, answer)
                asked.setdefault(family, []).append((question, name))
        self._begin("answer(state, board, player, question, family, value)", "Carry a choice out.")
        otherwise = "if"
        for family, answers in asked.items():
            self._add(1, f"{otherwise} family == {int(family)}:")
            otherwise = "elif"
            if len({name for _, name in answers}) == 1 or len(answers) == 1:
                self._add(2, f"{answers[0][1]}(state, board, player, value)")
                continue
            for place, (question, name) in enumerate(answers):
                self._add(2, f"{'elif' if place else 'if'} question == {int(question.kind)}:")
                self._add(3, f"{name}(state, board, player, value)")

    def run(self, book: _Parts, is_out: Rule | None) -> None:
        """Go on until the game waits, and the function that calls this after an answer."""
        self._begin("run(state, board)", "Interrupted effects first, then the phase.")
        self._add(1, "while state.waiting == RUNNING:")
        otherwise = "if"
        if book.continuations:
            self._add(2, "if state.frame_count > 0:")
            self._add(3, "kind, player, first, second = pop(state)")
            if is_out is not None:
                self._names["is_out"] = is_out
                self._add(3, "if player != NOBODY and is_out(state, player):", 4, "continue")
            for place, part in enumerate(book.continuations):
                name = self._name("go_on", part.kind, part.go_on)
                self._add(3, f"{'elif' if place else 'if'} kind == {int(part.kind)}:")
                self._add(4, f"{name}(state, board, player, first, second)")
            otherwise = "elif"
        for phase in book.phases:
            if phase.kind is not None and phase.run is not None:
                name = self._name("run", phase.kind, phase.run)
                self._add(2, f"{otherwise} state.phase == {int(phase.kind)}:")
                self._add(3, f"{name}(state, board)")
                otherwise = "elif"
        self._begin("apply(state, board, action)", "Carry out a legal decision; go on.")
        self._add(1, "player, question = resume(state)")
        self._add(1, "family, value = decision_of(board, action)")
        self._add(1, "answer(state, board, player, question, family, value)")
        self._add(1, "run(state, board)", 1, "return 0")

    def chances(self, chances: Iterable[Chance]) -> None:
        """Possible outcomes."""
        self._begin(
            "chances(state, board, outcomes, weights)", "Possible outcomes, weights; their number."
        )
        self._add(1, "if state.waiting != CHANCE:", 2, "return 0")
        self._add(1, "owner, kind = int(state.player), int(state.question)")
        for chance in chances:
            name = self._name("outcomes", chance.kind, chance.outcomes)
            self._add(1, f"if kind == {int(chance.kind)}:")
            self._add(2, f"return {name}(state, board, owner, outcomes, weights)")
        self._add(1, "return 0")

    def receive(self, chances: Iterable[Chance]) -> None:
        """What an outcome does."""
        self._begin("apply_chance(state, board, outcome)", "Carry out a possible outcome; go on.")
        self._add(1, "owner, kind = resume(state)")
        self._add(1, "value = outcome - int(board.first_outcome[kind])")
        for place, chance in enumerate(chances):
            name = self._name("result", chance.kind, chance.result)
            self._add(1, f"{'elif' if place else 'if'} kind == {int(chance.kind)}:")
            self._add(2, f"{name}(state, board, owner, value)")
        self._add(1, "run(state, board)", 1, "return 0")

    def rules(self) -> Rulebook:
        """Compile the source."""
        made = compose_rules(self._module, "\n".join(self._lines) + "\n", self._names)
        return Rulebook(*(made[name] for name in Rulebook._fields))

    def _begin(self, head: str, meaning: str) -> None:
        self._lines += [f"def {head}:", f'    """{meaning}"""']

    def _add(self, *parts: int | str) -> None:
        """Lines, each after its depth."""
        for depth, line in zip(parts[::2], parts[1::2], strict=True):
            assert isinstance(depth, int)
            self._lines.append("    " * depth + str(line))

    def _name(self, part: str, kind: IntEnum, function: Rule) -> str:
        """Name of a rule in the source, the same for the same rule."""
        for name, known in self._names.items():
            if known is function:
                return name
        name = f"{part}_{kind.name.lower()}"
        while name in self._names:
            name += "_"
        self._names[name] = function
        return name

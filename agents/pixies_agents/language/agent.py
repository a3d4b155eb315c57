"""A language model as an agent; ``docs/language_models.md`` is its page."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pixies_agents.language.answers import (
    Message,
    first_messages,
    option_named,
    second_messages,
)
from pixies_agents.language.calls import Asked, Caller, Terms, need_client
from pixies_agents.language.kept import Answer, Kept
from pixies_agents.seats.ask_function import view_of
from pixies_env.core.agents import Agent, Decisions, ask
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind, Range, check_ranges, make_agent, option
from pixies_env.core.states.state import State

_PRICE = Range(0, 10**6)
_SOME = Range(0, 10**9, open=True)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LanguageOptions:
    """Options of a language model."""

    model: str = option("", "name of the model, as its server has it")
    base_url: str | None = option(None, "where the server is; by default OPENAI_BASE_URL or OpenAI")
    temperature: float = option(0.0, "how freely it chooses its words", Range(0, 2))
    max_tokens: int | None = option(None, "tokens of an answer, at most", Range(1, 10**6))
    seconds: float = option(
        60.0, "time that the server may be silent in each try", Range(0, 10**5, open=True)
    )
    retries: int = option(5, "how often a call that failed is tried again", Range(0, 1000))
    parallel: int = option(8, "calls at a time", Range(1, 1000))
    calls: int | None = option(None, "calls that its folder may have, in all", Range(1, 10**9))
    cost: float | None = option(None, "what all calls of its folder may cost", _SOME)
    prompt_price: float = option(0.0, "price of a million tokens sent", _PRICE)
    completion_price: float = option(0.0, "price of a million tokens received", _PRICE)
    fallback: str = option("random", "agent that decides where two answers named no option")
    on_limit: Literal["raise", "fallback"] = option(
        "raise", "what follows when calls or cost are used up"
    )
    folder: str = option("llm", "where answers and the transcript are kept")

    def __post_init__(self) -> None:
        check_ranges(self)
        if not self.model.strip():
            raise ValueError("model is missing: the name of the model to ask")
        if self.cost is not None and not self.prompt_price and not self.completion_price:
            raise ValueError("cost needs prompt_price or completion_price, per million tokens")
        if self.on_limit != "raise" and self.calls is None and self.cost is None:
            raise ValueError("on_limit has no effect here: it needs calls or cost, which end")
        if not self.folder.strip():
            raise ValueError("folder is empty; it is where answers are kept")


@dataclass
class Counts:
    """What became of the decisions of one agent, in this process."""

    forced: int = 0
    """There was one option only, and nobody was asked."""
    chosen: int = 0
    """An answer named the option."""
    again: int = 0
    """The first answer named none, so it was asked once more."""
    illegal: int = 0
    """Neither answer named one, and the fallback decided."""
    limited: int = 0
    """No more calls were allowed, and the fallback decided."""


@dataclass(eq=False)
class LanguageAgent:
    """Asks a language model for each decision, with the text of :meth:`State.prompt`.

    Decisions of many games are asked for at the same time. An answer that names no option is asked
    again once; after that the fallback decides, and it is counted in ``counts``.

    ``choose`` raises LimitReachedError when calls or cost are used up and ``on_limit`` is
    ``raise``, and LanguageModelError when the model cannot be asked.
    """

    game: Game
    options: LanguageOptions
    counts: Counts = field(default_factory=Counts)

    needs_observations = False

    def __post_init__(self) -> None:
        need_client()
        self.name = f"llm:{self.options.model}"
        self._fallback: Agent = make_agent(self.options.fallback, self.game)
        if self._fallback.needs_observations:
            raise ValueError(f"fallback={self.options.fallback}: it needs observations")
        # A worker may have another current folder.
        self._folder = Path(self.options.folder).absolute()
        self._caller: Caller | None = None

    def on_board(self, game: Game) -> LanguageAgent:
        """The agent for the same game on another board, with the same folder."""
        return LanguageAgent(game, self.options, self.counts)

    def __getstate__(self) -> dict[str, Any]:
        # Connections cannot be copied: the copy opens its own.
        return self.__dict__ | {"_caller": None}

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``."""
        states = [view_of(self.game, decisions, row) for row in range(len(decisions.seats))]
        chosen = np.array([int(state.legal_actions()[0]) for state in states], np.int64)
        rows = [row for row, state in enumerate(states) if len(state.legal_actions()) > 1]
        self.counts.forced += len(states) - len(rows)
        asked = {row: first_messages(states[row].prompt()) for row in rows}
        said = self._ask(asked, states, decisions, again=False)
        wrong = self._take(said, states, chosen)
        self.counts.again += len(wrong)
        asked = {
            row: second_messages(states[row].prompt(), answer, len(states[row].legal_actions()))
            for row, answer in wrong.items()
        }
        said_again = self._ask(asked, states, decisions, again=True)
        wrong = self._take(said_again, states, chosen)
        self.counts.illegal += len(wrong)
        for row in wrong:
            self._warn("named no option twice", decisions, row)
        limited = [*(asked.keys() - said_again.keys()), *(set(rows) - said.keys())]
        self.counts.limited += len(limited)
        if left := sorted([*wrong, *limited]):
            chosen[left] = ask(self._fallback, _rows(decisions, left))
        return chosen

    def _ask(
        self,
        asked: Mapping[int, list[Message]],
        states: Sequence[State],
        decisions: Decisions,
        again: bool,
    ) -> dict[int, str]:
        """What the model says in each row; without those for which no more calls are allowed."""
        if not asked:
            return {}
        if self._caller is None:
            self._caller = Caller(_terms(self.options), Kept(self._folder))
        games = decisions.games
        questions = [
            Asked(
                messages,
                len(states[row].legal_actions()),
                None if games is None else int(games[row]),
                int(decisions.seats[row]),
                again,
            )
            for row, messages in asked.items()
        ]
        said = {}
        for row, answer in zip(asked, self._caller.answers(questions), strict=True):
            if isinstance(answer, Answer):
                said[row] = answer.text
            elif self.options.on_limit == "raise":
                raise answer
            else:
                self._warn(str(answer), decisions, row)
        return said

    def _take(
        self, said: Mapping[int, str], states: Sequence[State], chosen: np.ndarray
    ) -> dict[int, str]:
        """Write down the options that are named; what was said where none is."""
        wrong = {}
        for row, answer in said.items():
            legal = states[row].legal_actions()
            number = option_named(answer, len(legal))
            if number is None:
                wrong[row] = answer
            else:
                chosen[row] = int(legal[number - 1])
                self.counts.chosen += 1
        return wrong

    def _warn(self, what: str, decisions: Decisions, row: int) -> None:
        place = "" if decisions.games is None else f" of game {decisions.games[row]}"
        seat, instead = decisions.seats[row], self.options.fallback
        _log.warning("%s on seat %d%s: %s; %s decides", self.name, seat, place, what, instead)

    def close(self) -> None:
        """Close the connections; the next decision opens new ones."""
        if self._caller is not None:
            self._caller.close()
        self._caller = None

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


def _terms(options: LanguageOptions) -> Terms:
    names = Terms.__dataclass_fields__
    return Terms(**{name: getattr(options, name) for name in names})


def _rows(decisions: Decisions, rows: list[int]) -> Decisions:
    return Decisions(
        decisions.states[rows],
        None,
        decisions.action_masks[rows],
        decisions.seats[rows],
        decisions.bits[rows],
        None if decisions.games is None else decisions.games[rows],
    )


LLM = AgentKind(
    "llm",
    "A language model, asked through the OpenAI-compatible interface of its server.",
    LanguageAgent,
    LanguageOptions,
)

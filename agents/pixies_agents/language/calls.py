"""Calls to a server of language models, through the official client of the OpenAI interface."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pixies_agents.language.answers import Message, option_named
from pixies_agents.language.kept import Answer, Kept, LimitReachedError, key_of
from pixies_agents.language.replies import LanguageModelError, Reply, Usage, reply_of

if TYPE_CHECKING:
    from openai import OpenAI

_MILLION = 1e6
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 8.0
"""Seconds before a question is sent again, doubled each time; as the client has them."""
_MOST_SAID = 2000
"""Characters of an error that are kept and told."""


@dataclass(frozen=True)
class Asked:
    """A question with what the transcript tells of it."""

    messages: list[Message]
    options: int
    """How many options there are."""
    game: int | None
    seat: int
    again: bool = False
    """Whether it is asked a second time, after an answer that named no option."""


@dataclass(frozen=True)
class Terms:
    """How a model is asked, and what that may cost; as the options of the agent."""

    model: str
    base_url: str | None
    temperature: float
    max_tokens: int | None
    seconds: float
    retries: int
    parallel: int
    calls: int | None
    cost: float | None
    prompt_price: float
    completion_price: float

    def question(self, messages: Sequence[Message]) -> dict[str, Any]:
        """What is sent; it is also what an answer is kept by."""
        limit = {} if self.max_tokens is None else {"max_completion_tokens": self.max_tokens}
        return {
            "model": self.model,
            "temperature": self.temperature,
            "messages": list(messages),
            **limit,
        }


def need_client() -> None:
    """ValueError if the client is not installed, which says how it is."""
    if importlib.util.find_spec("openai") is None:
        raise ValueError("a language model needs more: pip install 'pixies-env[llm]'")


class Caller:
    """Asks a model and keeps the answers; made when it is first needed, never copied."""

    def __init__(self, terms: Terms, kept: Kept) -> None:
        self.terms, self.kept = terms, kept
        self._client = _client(terms)

    def answers(self, asked: Sequence[Asked]) -> list[Answer | LimitReachedError]:
        """What comes of each question; those kept are not asked again, equal ones only once.

        LanguageModelError of the first that failed; what came in until then is kept.
        """
        digests = [key_of(self.terms.question(each.messages)) for each in asked]
        found: dict[str, Answer | LimitReachedError] = {}
        missing: dict[str, Asked] = {}
        for digest, each in zip(digests, asked, strict=True):
            answer = self.kept.answer(digest)
            if answer is None:
                missing.setdefault(digest, each)
            else:
                found[digest] = answer
        with ThreadPoolExecutor(self.terms.parallel) as threads:
            begun = {
                digest: threads.submit(self._call, digest, each) for digest, each in missing.items()
            }
            try:
                found |= {digest: call.result() for digest, call in begun.items()}
            except BaseException:
                threads.shutdown(wait=True, cancel_futures=True)
                raise
        return [found[digest] for digest in digests]

    def _call(self, digest: str, asked: Asked) -> Answer | LimitReachedError:
        import openai

        try:
            self.kept.begin(self.terms.calls, self.terms.cost)
        except LimitReachedError as error:
            return error
        question = self.terms.question(asked.messages)
        told = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "game": asked.game,
            "seat": asked.seat,
            "again": asked.again,
            **question,
        }
        start = time.monotonic()
        try:
            answer = self._answer(self._reply(question))
        except (openai.OpenAIError, LanguageModelError) as error:
            # It may quote what a server sent, of any length and with halves of characters.
            said = str(error)[:_MOST_SAID].encode("utf-8", "replace").decode()
            self.kept.end(digest, None, {**told, "error": f"{type(error).__name__}: {said}"})
            where = self._client.base_url
            raise LanguageModelError(
                f"asking {self.terms.model} at {where} failed: {said}; answers so far are kept in "
                f"{self.kept.folder}, and the same command goes on from them"
            ) from error
        taken = round(time.monotonic() - start, 3)
        self.kept.end(
            digest,
            answer,
            {
                **told,
                "answer": answer.text,
                "option": option_named(answer.text, asked.options),
                "prompt_tokens": answer.prompt_tokens,
                "completion_tokens": answer.completion_tokens,
                "cost": answer.cost,
                "seconds": taken,
            },
        )
        return answer

    def _reply(self, question: Mapping[str, Any]) -> Reply:
        """What the server sends; asked again if that is no reply, as after an error of its own."""
        # Not what the client makes of it: that takes any JSON for a reply.
        create = self._client.chat.completions.with_raw_response.create
        for tried in range(self.terms.retries):
            try:
                return reply_of(create(**question).content)
            except LanguageModelError:
                time.sleep(min(_FIRST_WAIT * 2**tried, _LONGEST_WAIT))
        return reply_of(create(**question).content)

    def _answer(self, reply: Reply) -> Answer:
        usage = reply.usage or Usage()
        if self.terms.cost is not None and None in (usage.prompt_tokens, usage.completion_tokens):
            raise LanguageModelError(
                "the server does not tell tokens, so cost= cannot be held; use calls="
            )
        prompt, completion = usage.prompt_tokens or 0, usage.completion_tokens or 0
        price = prompt * self.terms.prompt_price + completion * self.terms.completion_price
        return Answer(reply.text, prompt, completion, price / _MILLION)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def _client(terms: Terms) -> OpenAI:
    import openai

    try:
        return openai.OpenAI(
            base_url=terms.base_url, timeout=terms.seconds, max_retries=terms.retries
        )
    except openai.OpenAIError as error:
        raise LanguageModelError(
            f"{error} A server that wants no key takes any text in OPENAI_API_KEY."
        ) from error

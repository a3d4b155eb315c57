"""What a server of language models sends back, checked before anything of it is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from pixies_env.core.errors import DamagedDataError, Portable, shown
from pixies_env.core.files.json_text import load_json
from pixies_env.core.problems import placed_problem

_SHOWN = 200
"""Characters of a wrong reply that its error quotes."""

Tokens = Annotated[int, Field(ge=0, le=10**9)]
"""So few that the sums of a folder hold millions of replies."""


class LanguageModelError(Portable, RuntimeError):
    """A model that could not be asked: why, and what would help."""


@dataclass(frozen=True)
class Message:
    """What the model said; a server may leave it out, as where no token was left for it."""

    content: str | None = None


@dataclass(frozen=True)
class Choice:
    """One answer; of more than one only the first counts."""

    message: Message


@dataclass(frozen=True)
class Usage:
    """Tokens that were counted; None: the server does not tell."""

    prompt_tokens: Tokens | None = None
    completion_tokens: Tokens | None = None


@dataclass(frozen=True)
class Reply:
    """What is read of an object ``chat.completion`` of the interface."""

    choices: Annotated[list[Choice], Field(min_length=1)]
    usage: Usage | None = None

    @property
    def text(self) -> str:
        """What the model said."""
        return self.choices[0].message.content or ""


_REPLY = TypeAdapter(Reply)


def reply_of(body: bytes) -> Reply:
    """The reply that the body of a response holds; LanguageModelError if it is none.

    Halves of characters, which JSON can write and files cannot hold, become question marks.
    """
    try:
        said = load_json(body, "the reply")
        text = json.dumps(said, ensure_ascii=False).encode("utf-8", "replace")
        return _REPLY.validate_json(text, strict=True)
    except DamagedDataError as error:
        problem = str(error)
    except ValidationError as error:
        found = placed_problem(error.errors()[0], "it")
        problem = f"the reply has another form: {found}"
    raise LanguageModelError(f"{problem}; the server sent {shown(body[: _SHOWN + 1], _SHOWN)}")

"""Who may do what at a table: tokens, and whom they stand for."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

HUMAN = "human"
"""Stands for a person where seats are given to agents."""
MOST_TOKENS = 16
"""Tokens that one request may carry."""


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True)
class Guest:
    """Whom a request speaks for: the seats whose tokens it carries, or a mere onlooker.

    ``owner``: of an analysis, who may do everything there.
    """

    seats: frozenset[int] = frozenset()
    watches: bool = False
    owner: bool = False

    @property
    def is_stranger(self) -> bool:
        """Has no token of this table."""
        return not (self.seats or self.watches or self.owner)


@dataclass(frozen=True)
class Tokens:
    """The tokens of a table: of each seat, for looking on, and of the owner of an analysis."""

    seats: tuple[str, ...]
    watch: str
    owner: str | None = None

    @classmethod
    def drawn(cls, players: int, *, analysis: bool) -> Tokens:
        """New ones."""
        seats = tuple(new_token() for _ in range(players))
        return cls(seats, new_token(), new_token() if analysis else None)

    def guest(self, given: Iterable[str]) -> Guest:
        """Whom tokens stand for; comparing takes as long for wrong ones as for right ones."""
        own = [token.encode() for token in given][:MOST_TOKENS]

        def held(token: str | None) -> bool:
            found = [secrets.compare_digest(each, (token or "").encode()) for each in own]
            return token is not None and any(found)

        seats = frozenset(seat for seat, token in enumerate(self.seats) if held(token))
        return Guest(seats, held(self.watch), held(self.owner))

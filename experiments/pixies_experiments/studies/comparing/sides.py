"""The two that are compared: what each was, its games, and how names of one are those of the other.

Games of one seed and number of players that have the same number are dealt alike, whatever the
board, the agents or the version, so two studies of one seed are compared deal by deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pixies_experiments.intervals import LEVEL
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.balance.plan import EXCHANGED, MIXED
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.kept import KeptParts
from pixies_experiments.studies.report import listed
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.tournament import Tournament

if TYPE_CHECKING:
    import pyarrow as arrow

    from pixies_env.core.game import Game

ONE, OTHER = "first", "second"
"""What pages and tables call the two."""
_KINDS = ("tournament", "balance", "simulation")
_NOT_TOLD = ("format", "kind", "games", "boards", "piece_games", "piece_deals", "precision")
"""Keys of a configuration that do not say what was studied."""
_MOST_LETTERS = 60
_MOST_NUMBERS = 5
"""Changed numbers of a board that are named."""
_DIGEST, _DIGITS = re.compile("[0-9a-f]{64}"), 10
"""Of a digest that is told, so many digits."""

Games = Callable[[int, str, str], "arrow.Table | None"]
"""Rows of all games of a number of players, design and table; both are "" but in a balance."""


@dataclass(frozen=True)
class Side:
    """One of the two that are compared."""

    name: str
    """Where it comes from, such as its folder; "" for games that are kept nowhere."""
    kind: str
    game: Game
    configuration: Mapping[str, Any]
    agents: tuple[str, ...]
    """Each once, in the order given."""
    players: tuple[int, ...]
    games: Games
    study: BalanceStudy | None = None
    """What a balance is of."""
    level: Callable[[int], float] = lambda players: LEVEL
    """Of the intervals of a number of players: more where it may have been stopped early."""

    def called(self, place: str) -> str:
        """What a sentence calls it."""
        return self.name or f"the {place}"

    @classmethod
    def of(cls, outcome: Outcome, name: str) -> Side:
        """A study as its folder keeps it, with its parts.

        StudyRefusedError if it is of another kind, or has no parts.
        """
        study, parts = outcome.study, KeptParts(outcome)
        if not isinstance(study, Tournament | BalanceStudy):
            raise StudyRefusedError(
                f"{outcome.folder} holds a study of kind {study.kind}; tournaments and studies of "
                "skills or seats are compared"
            )

        def games(players: int, design: str, table: str) -> arrow.Table | None:
            import pyarrow as arrow

            wanted = {"players": players, "design": design or None, "table": table or None}
            own = [
                piece
                for piece in study.pieces(parts)
                if piece in parts and wanted.items() == _place(piece.arguments).items()
            ]
            found = list(parts.tables(own))
            return arrow.concat_tables(found).unify_dictionaries() if found else None

        told = outcome.configuration
        if isinstance(study, Tournament):
            agents, players = tuple(study.agents), study.players
            return cls(
                name, study.kind, study.game, told, agents, players, games, level=study.level
            )
        plan = study.plan
        return cls(name, study.kind, study.game, told, plan.agents, plan.players, games, study)


def _place(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {key: arguments.get(key) for key in ("players", "design", "table")}


@dataclass(frozen=True)
class Match:
    """Names of one side and of the other that stand for the same."""

    pairs: Sequence[tuple[str, str]]
    alone: Sequence[str] = ()
    """Names that only one of both has."""


def match(one: Sequence[str], other: Sequence[str]) -> Match:
    """Equal names, and of the rest those at equal places if there are equally many.

    So a new version of an agent is compared with the old one, where all others are the same.
    """
    rest = [name for name in one if name not in other], [name for name in other if name not in one]
    if len(rest[0]) != len(rest[1]):
        return Match([(name, name) for name in one if name in other], [*rest[0], *rest[1]])
    others = iter(rest[1])
    return Match([(name, name if name in other else next(others)) for name in one])


def matched_name(pair: tuple[str, str]) -> str:
    """A matched pair in one word or two."""
    return pair[0] if pair[0] == pair[1] else f"{pair[0]} \N{RIGHTWARDS ARROW} {pair[1]}"


@dataclass(frozen=True)
class Sides:
    """Both, and what they have in common.

    StudyRefusedError if they are of other kinds or games, or have nothing in common.
    """

    one: Side
    other: Side
    players: tuple[int, ...] = field(init=False)
    """Numbers of players that both have."""
    agents: Match = field(init=False)

    def __post_init__(self) -> None:
        one, other = self.one, self.other
        first, second = one.called(ONE), other.called(OTHER)
        if one.kind != other.kind:
            raise StudyRefusedError(
                f"{first} is a {one.kind} and {second} a {other.kind}: only two of one kind "
                f"({', '.join(_KINDS)}) are compared"
            )
        if one.configuration["game"] != other.configuration["game"]:
            raise StudyRefusedError(
                f"{first} is of {one.configuration['game']} and {second} of "
                f"{other.configuration['game']}: different games are not compared"
            )
        if one.study and other.study:
            about = [(side.factor_name, side.factor.levels) for side in (one.study, other.study)]
            if about[0] != about[1]:
                (name, levels), (its_name, its_levels) = about
                raise StudyRefusedError(
                    f"{first} is about {name} ({listed(levels)}) and {second} about "
                    f"{its_name} ({listed(its_levels)}): two studies of one factor are compared"
                )
        common = tuple(number for number in one.players if number in other.players)
        if not common:
            raise StudyRefusedError(
                f"{first} has games with {listed(one.players)} players and {second} with "
                f"{listed(other.players)}: there is nothing to compare"
            )
        object.__setattr__(self, "players", common)
        object.__setattr__(self, "agents", match(one.agents, other.agents))

    @property
    def paired(self) -> bool:
        """Whether the deals are the same."""
        return bool(self.one.configuration["seed"] == self.other.configuration["seed"])

    @property
    def designs(self) -> list[str]:
        """Designs of a balance that both have, without exchanges, whose deals are others."""
        assert self.one.study is not None and self.other.study is not None
        found = self.other.study.plan.designs
        return [d for d in self.one.study.plan.designs if d in found and d != EXCHANGED]

    @property
    def tables(self) -> list[tuple[str, str]]:
        """Tables of a balance that both have: matched agents, and the mixture of all."""
        assert self.one.study is not None and self.other.study is not None
        both = all(MIXED in side.plan.tables for side in (self.one.study, self.other.study))
        return [*self.agents.pairs, *([(MIXED, MIXED)] if both else [])]

    def unlike_opponents(self, first: str, second: str) -> tuple[list[str], list[str]]:
        """Agents that sit beside a matched pair on one side only: what differs may be theirs.

        In a balance each agent sits among its like, so only the mixture of all can have such.
        """
        others = (
            [name for name in side.agents if name != own]
            for side, own in ((self.one, first), (self.other, second))
        )
        if self.one.study and (first, second) != (MIXED, MIXED):
            return [], []
        mine, its = others
        return [n for n in mine if n not in its], [n for n in its if n not in mine]

    @property
    def changes(self) -> list[str]:
        """In what the configurations differ, in words."""
        said = []
        told = [_flat(side.configuration) for side in (self.one, self.other)]
        for key in dict.fromkeys((*told[0], *told[1])):
            had, has = (each.get(key) for each in told)
            if had == has or key in _NOT_TOLD:
                continue
            if key == "board" and (numbers := self._changed_numbers()):
                said.append(f"board ({numbers})")
            else:
                said.append(f"{key.replace('_', ' ')} ({_short(had)}, then {_short(has)})")
        return said

    def _changed_numbers(self) -> str:
        """What is printed otherwise; "" if a board is another than that of the game at hand."""
        sides = self.one, self.other
        if any(side.game.board_digest != side.configuration["board"] for side in sides):
            return ""
        had, has = (
            dict(
                entry
                for printed in side.game.printed
                for entry in _entries(f"{printed.table}.{printed.key}", printed.value)
            )
            for side in sides
        )
        changed = [
            f"{name} {_short(had.get(name))} \N{RIGHTWARDS ARROW} {_short(has.get(name))}"
            for name in dict.fromkeys((*had, *has))
            if had.get(name) != has.get(name)
        ]
        rest = len(changed) - _MOST_NUMBERS
        return ", ".join([*changed[:_MOST_NUMBERS], *([f"{rest} more"] if rest > 0 else [])])


def _entries(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The single numbers of an entry of a board file; those of a list count from 0."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entries(f"{name}.{key}", inner)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _entries(f"{name}[{place}]", inner)
    else:
        yield name, value


def _flat(configuration: Mapping[str, Any]) -> dict[str, Any]:
    """Options stand among the other keys; a board is told by its numbers or its digest."""
    options = {k: v for k, v in configuration.get("options", {}).items() if k != "board"}
    return {k: v for k, v in configuration.items() if k != "options"} | options


def _short(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if _DIGEST.fullmatch(text):
        return text[:_DIGITS]
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}..."

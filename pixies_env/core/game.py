"""A game as a value: rules, a board and options, with all that generic code needs to know."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import COMPILED, address_table, entry, is_kept
from pixies_env.core.compilation.streams import stream_dtype
from pixies_env.core.compilation.together import Job, compile_together
from pixies_env.core.options import Option
from pixies_env.core.seam import (
    Functions,
    Reward,
    function_jobs,
    longest_first,
    seen_by_all,
)
from pixies_env.core.settling import draw_events, settle_job


@dataclass(frozen=True)
class Feature:
    """One entry of an observation: its name and what it says, with its scale.

    ``modes`` are the observation modes whose observations have the entry; () means all.
    """

    name: str
    meaning: str
    modes: tuple[str, ...] = ()


class Gained(StrEnum):
    """How seats come by a factor that no option of the game deals."""

    CHANCE = "chance"
    """By chance alone, in the opening: a difference is caused by it."""
    CHOICE = "choice"
    """By a choice in the opening: it goes with who chooses."""
    PLAY = "play"
    """In the course of the game; what counts is what a seat has at the end. It goes with success:
    whoever is ahead can get more."""


@dataclass(frozen=True)
class Factor:
    """Something that each seat has and that may matter: a skill, a place, cards.

    ``levels`` are the names of what it can be, any number of them. A seat has one of them or none,
    or a set where ``several`` is true, such as the cards that it owns. ``option`` is the option of
    the game that says how players come by it: the value ``chosen`` lets them choose, ``dealt``
    deals at random, a list of levels gives each seat its own. Where there is no such option,
    ``gained`` says how they do. ``exchange`` is the option that says whether levels can change
    hands later on; where it is false, who has one keeps it to the end.
    """

    name: str
    levels: tuple[str, ...]
    meaning: str
    option: str = ""
    chosen: str = ""
    dealt: str = ""
    several: bool = False
    gained: Gained = Gained.CHANCE
    exchange: str = ""

    @property
    def by_chance(self) -> bool:
        """Whether chance alone gives it."""
        return not self.option and self.gained == Gained.CHANCE

    @property
    def at_end(self) -> bool:
        """Whether it is what seats have when the game is over, not when its opening is."""
        return self.gained == Gained.PLAY


class FactorValues(NamedTuple):
    """One factor in several games, when their openings are over or when they are."""

    levels: np.ndarray
    """int64 ``(n, max_players)``: index of each seat's level, -1 where it has none.

    bool ``(n, max_players, levels)`` of a factor of which a seat can have several: which it has.
    """
    offered: np.ndarray
    """bool ``(n, levels)``: what could be had in that game."""
    turns: np.ndarray
    """int64 ``(n, max_players)``: 1 for the seat that came by it first, and so on; 0: no seat, or
    not known.

    Where a seat can have several, its turn at the first of them.
    """


@dataclass(frozen=True)
class Unknown:
    """One way in which printed numbers that are ours could be otherwise, a number from 0 to 1.

    ``keys`` are the entries of the board file that it changes, as ``table.key``; ``shipped`` is
    where the shipped board stands.
    """

    name: str
    keys: tuple[str, ...]
    meaning: str
    shipped: float


@dataclass(frozen=True)
class Size:
    """How much a level of a factor does, as a whole number of the board.

    ``key`` is its entry of the board file, as ``table.key``; ``shipped`` is its value on the board
    at hand, ``others`` are those that a study tries instead.
    """

    level: str
    key: str
    shipped: int
    others: tuple[int, ...]


@dataclass(frozen=True)
class Notation:
    """How a game speaks with people; every function takes a one-element array of the state.

    ``action_name(state, id)`` and ``outcome_name(state, id)`` resolve an id with the state.
    ``describe(state)`` is everything in a dictionary with descriptive keys, ``restore(mapping)``
    builds and checks the position that such a dictionary describes, ``text(state)`` prints it
    for people, ``result(state)`` explains a finished game: reason, ranks, breakdown of scores.
    ``statistics(states)`` takes an array of finished games and returns arrays over
    (game, seat), such as score, rank and who was out.

    What follows is optional, see :mod:`pixies_env.core.words` for what stands in for it.
    ``action_words(state, id)`` and ``outcome_words(state, id)`` say in a plain sentence what a
    decision does or chance brought, ``question_words(state)`` what is asked,
    ``reason_words(state)`` why a game ended, and ``rules_page()`` explains the game on a page of
    Markdown. ``brief()`` is for language models: the rules and the printed numbers that matter, in
    plain text of at most some 500 tokens, which is about 1,900 characters; ``situation(state,
    seat)``, the position in words as a seat sees it, of a state without what the seat does not
    know. ``factors(states)`` takes an array of games whose opening is over and tells the game's
    factors by name; those that are gained in play it is asked for at the end.
    """

    action_name: Callable[[np.ndarray, int], str]
    outcome_name: Callable[[np.ndarray, int], str]
    describe: Callable[[np.ndarray], dict[str, Any]]
    restore: Callable[[Mapping[str, Any]], np.ndarray]
    text: Callable[[np.ndarray], str]
    result: Callable[[np.ndarray], dict[str, Any]]
    statistics: Callable[[np.ndarray], dict[str, np.ndarray]]
    action_words: Callable[[np.ndarray, int], str] | None = None
    outcome_words: Callable[[np.ndarray, int], str] | None = None
    question_words: Callable[[np.ndarray], str] | None = None
    reason_words: Callable[[np.ndarray], str] | None = None
    rules_page: Callable[[], str] | None = None
    brief: Callable[[], str] | None = None
    situation: Callable[[np.ndarray, int], str] | None = None
    factors: Callable[[np.ndarray], dict[str, FactorValues]] | None = None


@dataclass(frozen=True)
class PrintedNumber:
    """One entry of the board file: table, key, value in plain data, how far it can be trusted.

    ``ours`` is True where the publisher's number is not known and the value is, at least in
    part, our own: what shows results says so.
    """

    table: str
    key: str
    value: Any
    standing: str
    ours: bool


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game behind the seam.

    ``factory(**specification)`` builds the same game again; pickles carry these two, records
    the second. The factory declares its options by :func:`pixies_env.core.options.game_factory`.
    ``board`` is an array of one record.
    ``observation_modes`` are the observation modes, the default first. ``utility_range`` bounds
    the rank reward of several players; ``solo_range`` bounds that of a game played alone, which is
    its score, where that can be. ``max_decisions`` bounds the length of any game. ``printed`` lists
    the numbers of the board file. ``invariants(state, board)`` is a rule that returns 0 for a state
    that can be, or that a seat can see, else a positive number that ``invariant_messages``
    explains. It is asked of stored bytes first, so it reads nothing outside the records.
    ``lowest_score`` bounds the score reward from below. ``description`` is what the game's page
    says about it, ``history`` what each version changed, the latest first. ``seats`` is the
    length of arrays over players where it is more than ``players`` needs: games that differ in
    options only then share their compiled code. ``opening`` are the questions of the opening,
    in which players come by their ``factors``. ``unknowns`` are ways in which the printed numbers
    could be otherwise, and ``varied(point)``, with a number from 0 to 1 for some of them by name,
    gives the part of the specification that makes such a game; all else is as on this board.
    ``sizes`` are those of the levels of the factor ``sized``, and ``resized(sizes)``, with another
    size for some levels by name, gives the part of the specification that makes such a game.
    ``drawing`` names the game's :class:`pixies_env.core.drawing.Artist` as ``module:name``; it is
    imported when something is drawn. ``heuristics`` names the family of its heuristics so, a
    ``pixies_agents.heuristics.families.Family``, ``course`` its
    :class:`pixies_env.core.course.Course`. ``bench_targets`` is what figures of
    ``pixies bench`` must reach and aim at, by the name of the figure.
    """

    name: str
    title: str
    version: int
    players: Sequence[int]
    factory: Callable[..., Game] = field(repr=False)
    specification: Mapping[str, Any]
    state_dtype: np.dtype[Any]
    board: np.ndarray
    board_digest: str
    actions: Catalogue
    outcomes: Catalogue
    questions: tuple[str, ...]
    chance_kinds: tuple[str, ...]
    features: tuple[Feature, ...]
    observation_modes: tuple[str, ...]
    utility_range: tuple[float, float]
    max_decisions: int
    functions: Functions = field(repr=False)
    notation: Notation = field(repr=False)
    printed: tuple[PrintedNumber, ...] = field(default=(), repr=False)
    invariants: Callable[..., Any] | None = field(default=None, repr=False)
    invariant_messages: Mapping[int, str] = field(default_factory=dict, repr=False)
    lowest_score: float = -math.inf
    description: str = field(default="", repr=False)
    history: tuple[str, ...] = field(default=(), repr=False)
    seats: int = 0
    solo_range: tuple[float, float] | None = None
    drawing: str = ""
    heuristics: str = ""
    course: str = ""
    bench_targets: Mapping[str, tuple[float, float]] = field(default_factory=dict, repr=False)
    opening: tuple[str, ...] = ()
    factors: tuple[Factor, ...] = field(default=(), repr=False)
    unknowns: tuple[Unknown, ...] = field(default=(), repr=False)
    varied: Callable[[Mapping[str, float]], dict[str, Any]] | None = field(default=None, repr=False)
    sized: str = ""
    sizes: tuple[Size, ...] = field(default=(), repr=False)
    resized: Callable[[Mapping[str, int]], dict[str, Any]] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        counts = ", ".join(map(str, self.players))
        return f"<Game {self.name} v{self.version} for {counts} players>"

    @property
    def max_players(self) -> int:
        """Number of seats that arrays over players have."""
        return max(self.seats, *self.players)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that its factory declares; the specification has a value for each."""
        declared: tuple[Option, ...] = getattr(self.factory, "options", ())
        return declared

    @property
    def has_secrets(self) -> bool:
        """Whether not everybody may see each event when it happens."""
        return self.functions.sees is not seen_by_all

    @cached_property
    def table(self) -> np.ndarray:
        """Addresses of the compiled functions; compiles them at the first use."""
        jobs = self._jobs()
        compile_together(longest_first(jobs))
        return address_table([entry(*job) for job in jobs.values()])

    def _jobs(self) -> dict[str, Job]:
        """What :attr:`table` compiles, by name, in the order of the table."""
        dtypes = self.state_dtype, self.board.dtype
        settle = {"settle": settle_job(*dtypes, self.stream_dtype)}
        return function_jobs(self.functions, *dtypes) | settle

    @property
    def is_loaded(self) -> bool:
        """Whether the functions are compiled and at hand."""
        return "table" in self.__dict__

    @property
    def is_compiled(self) -> bool:
        """Whether the functions are at hand or in a cache folder."""
        return self.is_loaded or not COMPILED or all(is_kept(*job) for job in self.rule_jobs())

    def rule_jobs(self) -> list[Job]:
        """What :attr:`table` compiles, the longest first."""
        return longest_first(self._jobs())

    def uncompiled_table(self) -> list[Callable[..., Any]]:
        """The functions themselves, which stand for their addresses where rules run uncompiled."""
        given = [getattr(self.functions, each.name) for each in fields(self.functions)]
        return [*given, draw_events]

    @cached_property
    def stream_dtype(self) -> np.dtype[Any]:
        """Record of one lane's random stream."""
        return stream_dtype(len(self.chance_kinds), self.max_players)

    def check_players(self, players: int) -> int:
        """The number of players if this game can have it, else ValueError."""
        if isinstance(players, bool) or not isinstance(players, int | np.integer):
            raise TypeError(f"num_players must be an integer, not {players!r}")
        if players not in self.players:
            raise ValueError(
                f"{self.name} is for {', '.join(map(str, self.players))} players, not {players}"
                f"{self._why_so_many()}"
            )
        return int(players)

    def _why_so_many(self) -> str:
        """The lists with one entry per seat that leave one number of players, in words, or ""."""
        lists = {
            option.name: option.default
            for option in self.options
            if isinstance(self.specification[option.name], list | tuple)
            and [len(self.specification[option.name])] == list(self.players)
        }
        if not lists or self.with_options(**lists).players == self.players:
            return ""
        verb = "names" if len(lists) == 1 else "name"
        return f"; its {' and '.join(lists)} {verb} {self.players[0]} seats"

    def utility_bounds(self, players: int) -> tuple[float, float]:
        """Bounds of the rank reward with so many players."""
        if players > 1:
            return self.utility_range
        if self.solo_range is None:
            raise ValueError(f"{self.name} says no solo_range, the bounds of a game played alone")
        return self.solo_range

    def with_options(self, **options: Any) -> Game:
        """The same game with other options; TypeError or ValueError if it refuses them."""
        return self.factory(**{**self.specification, **options})

    @property
    def opening_questions(self) -> np.ndarray:
        """bool: which questions, by their index, belong to the opening."""
        return np.array([question in self.opening for question in self.questions], np.bool_)

    def features_of(self, observation_mode: str) -> tuple[Feature, ...]:
        """Entries of the observation in an observation mode, in their order."""
        return self._features_by_mode[self.observation_mode_index(observation_mode)]

    @cached_property
    def _features_by_mode(self) -> list[tuple[Feature, ...]]:
        return [
            tuple(entry for entry in self.features if not entry.modes or mode in entry.modes)
            for mode in self.observation_modes
        ]

    def observation_size(self, observation_mode: str) -> int:
        """Number of entries of an observation in an observation mode."""
        return len(self.features_of(observation_mode))

    def check_observation_mode(self, mode: str | None) -> str:
        """The observation mode of that name, for None the first; ValueError if there is none."""
        if mode is None:
            return self.observation_modes[0]
        if mode not in self.observation_modes:
            modes = ", ".join(self.observation_modes)
            raise ValueError(f"observation_mode must be one of {modes}, not {mode!r}")
        return mode

    def observation_mode_index(self, observation_mode: str) -> int:
        """Index of an observation mode; ValueError if there is none of that name."""
        return self.observation_modes.index(self.check_observation_mode(observation_mode))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.factory, dict(self.specification))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self


def _rebuild(factory: Callable[..., Game], specification: Mapping[str, Any]) -> Game:
    return factory(**specification)


def reward_kind(reward: str) -> Reward:
    """``rank``, ``win`` or ``score`` as a :class:`Reward`; ValueError otherwise."""
    try:
        return Reward[reward.upper()]
    except (KeyError, AttributeError):
        names = ", ".join(kind.name.lower() for kind in Reward)
        raise ValueError(f"reward must be one of {names}, not {reward!r}") from None

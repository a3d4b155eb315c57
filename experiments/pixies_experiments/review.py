"""A recorded game judged by a search: what was expected when, and which decisions cost most.

Each decision with more than one option is searched as its player saw it. Where the search would
have decided otherwise, the two decisions are compared again in several searches of their own that
know only these two: the difference of their values is what the decision cost, with its interval
over the searches. All values are expected rank rewards, see
:attr:`pixies_env.core.game.Game.utility_range`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from pixies_agents.search.base import SearchAgent
from pixies_env.core.agents import Agent, Decisions
from pixies_env.core.compilation.streams import CHOICES, keyed
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words
from pixies_experiments.intervals import Moments
from pixies_experiments.replays import in_words

REPEATS = 8
"""Searches that compare two decisions; the interval is over them."""
AT_ONCE = 8
"""Decisions that are searched together, one per core."""


@dataclass(frozen=True)
class Choice:
    """A decision by name and in words."""

    name: str
    words: str


@dataclass(frozen=True)
class Judgement:
    """What the search thinks of one decision that was taken.

    ``number``: of the event, the first is 1. ``expected``: value for each seat before it,
    from ``simulations`` simulations. ``best``: what the search would have done. ``cost``: by how
    much the mover's value is lower after what was done than after the best, ``low`` and ``high``
    the ends of its 95 % interval over :data:`REPEATS` searches; 0 if it was the best.
    """

    number: int
    player: int
    question: str
    taken: Choice
    best: Choice
    expected: tuple[float, ...]
    simulations: int
    cost: float
    low: float
    high: float


@dataclass(frozen=True)
class Turn:
    """How the chances of the seats changed between two decisions, and what happened there.

    ``number``: of the first of these events, the first of the game is 1.
    """

    number: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    events: tuple[str, ...]

    @property
    def size(self) -> float:
        """The largest change of a seat."""
        changes = zip(self.before, self.after, strict=True)
        return max(abs(after - before) for before, after in changes)


@dataclass(frozen=True)
class Review:
    """All judgements of a game, in its order; ``final``: returns per seat, if the game is over."""

    record: Record
    agent: str
    judgements: tuple[Judgement, ...]
    final: tuple[float, ...] | None

    def mistakes(self, most: int) -> list[Judgement]:
        """The decisions that cost most; those whose cost may as well be nothing are left out."""
        found = [each for each in self.judgements if each.low > 0]
        return sorted(found, key=lambda each: -each.cost)[:most]

    def turns(self, most: int) -> list[Turn]:
        """Where the expected results changed most."""
        happened = zip(self.record.replay(), self.record.events, strict=False)
        words = [in_words(state, event) for state, event in happened]
        found = [
            Turn(start + 1, before, after, tuple(words[start:end]))
            for (start, before), (end, after) in pairwise(self.expectations())
        ]
        return sorted(found, key=lambda turn: -turn.size)[:most]

    def expectations(self) -> list[tuple[int, tuple[float, ...]]]:
        """Events so far and expected result of each seat before the next, for a chart."""
        points = [(each.number - 1, each.expected) for each in self.judgements]
        if self.final is not None:
            points.append((len(self.record.events), self.final))
        return points


def help_note(agent: str) -> str:
    """How far the values of a search can be trusted, where its specification tells."""
    kind, _, options = agent.replace("(", ":", 1).partition(":")
    if kind not in ("mcts", "flat"):
        return ""
    if "rollout=" in options or "network=" in options:
        return "Its simulations are helped by an agent that knows the game. "
    return "Its simulations play on at random, so its values are those of weak play. "


def searching(agent: Agent) -> SearchAgent:
    """The agent, if it searches; ValueError otherwise."""
    if not isinstance(agent, SearchAgent):
        raise ValueError(f"a review needs an agent that searches, such as mcts; not {agent.name}")
    return agent


def judge(record: Record, agent: SearchAgent, seed: int, first: int = 0) -> Iterator[Judgement]:
    """Judge the decisions after so many events, in their order; RecordError as of a replay."""
    waiting: list[tuple[int, State]] = []
    for number, state in enumerate(record.replay()):
        due = number >= first and number < len(record.events) and state.waiting == "decision"
        if due and len(state.legal_actions()) > 1:
            waiting.append((number, state))
        if len(waiting) == AT_ONCE or (number == len(record.events) and waiting):
            yield from _judge(record, agent, seed, waiting)
            waiting = []


def decisions_to_judge(record: Record) -> int:
    """Number of decisions with more than one option."""
    states = record.replay()
    return sum(
        len(state.legal_actions()) > 1
        for state, _ in zip(states, record.events, strict=False)
        if state.waiting == "decision"
    )


def _judge(
    record: Record, agent: SearchAgent, seed: int, places: Sequence[tuple[int, State]]
) -> Iterator[Judgement]:
    found = agent.search(_decisions([(number, state, None) for number, state in places], seed))
    taken = [state.action_id(record.events[number].name) for number, state in places]
    best = [int(chosen) for chosen in found.chosen]
    compared = [row for row in range(len(places)) if taken[row] != best[row]]
    costs = {row: Moments() for row in range(len(places))}
    for repeat in range(REPEATS):
        if not compared:
            break
        pairs = [(*places[row], (taken[row], best[row])) for row in compared]
        again = agent.search(_decisions(pairs, seed, repeat + 1))
        for place, row in enumerate(compared):
            seat = places[row][1].player
            values = again.values[place, :, seat]
            costs[row].add(np.array([values[best[row]] - values[taken[row]]]))
    for row, (number, state) in enumerate(places):
        cost = costs[row].estimate_mean()
        nothing = row not in compared
        # Visits do not weigh values: a root that is halved visits bad decisions as often.
        expected = np.nan_to_num(found.values[row, best[row]])
        yield Judgement(
            number + 1,
            state.player,
            state.question,
            _choice(state, taken[row]),
            _choice(state, best[row]),
            tuple(float(value) for value in expected[: record.players]),
            int(found.simulations[row]),
            0.0 if nothing else cost.value,
            0.0 if nothing else cost.low,
            0.0 if nothing else cost.high,
        )


def _choice(state: State, action: int) -> Choice:
    return Choice(state.action_name(action), action_words(state.game, state.array, action))


def _decisions(
    places: Sequence[tuple[int, State, tuple[int, ...] | None]], seed: int, repeat: int = 0
) -> Decisions:
    """Decisions as their players see them, with all options or only some."""
    states, masks, seats, bits = [], [], [], []
    for number, state, options in places:
        seat = state.player
        states.append(state.hidden_from(seat).array)
        mask = state.legal_action_mask()
        if options is not None:
            mask = np.isin(np.arange(len(mask)), options)
        masks.append(mask)
        seats.append(seat)
        count = number + repeat * state.game.max_decisions
        bits.append(keyed(np.uint64(seed), CHOICES, seat, count))
    return Decisions(
        states=np.concatenate(states),
        observations=None,
        action_masks=np.array(masks),
        seats=np.array(seats, np.int64),
        bits=np.array(bits, np.uint64),
    )


class Kept:
    """Judgements in a file, one JSON object a line, so that a review can be taken up again.

    The first line says of which game, by which agent and seed; DamagedDataError if it is another,
    or not whole. Each line has a checksum over itself and those before it.
    """

    def __init__(self, path: Path, record: Record, agent: str, seed: int) -> None:
        self.path, self._record = path, record
        self._header = {
            "format": "pixies-review",
            "version": 3,
            "agent": agent,
            "seed": seed,
            "record": record_files.to_json_lines(record),
        }
        self._sum, self._number = "", 0

    def read(self) -> list[Judgement]:
        """What is there; a line that was being written when the review was killed is dropped."""
        with self.path.open("a", encoding="utf-8"):
            pass  # Judgements take long: what cannot be written is told before.
        if not self.path.stat().st_size:
            self.path.write_text(json.dumps(self._header) + "\n", encoding="utf-8")
            return []
        whole, _, rest = self._text().rpartition("\n")
        lines = whole.splitlines()
        if not lines:
            raise DamagedDataError(
                f"{self.path} is damaged: its first line, which says what was reviewed, is cut "
                "off; remove the file, or name another"
            )
        if _loaded(lines[0], self.path) != self._header:
            raise DamagedDataError(
                f"{self.path} holds another review: of another game, agent or seed"
            )
        if rest:
            self.path.write_text(whole + "\n", encoding="utf-8")
        return [self._judgement(line) for line in lines[1:]]

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise DamagedDataError(
                f"{self.path} is damaged: {error}; remove the file, or name another"
            ) from None

    def _judgement(self, line: str) -> Judgement:
        loaded = _loaded(line, self.path)
        try:
            content, told = loaded["judgement"], loaded["sha256"]
            if self._next_sum(content) != told:
                raise ValueError("the checksum is wrong")
            found = _JUDGEMENT.validate_json(json.dumps(content), strict=True)
            self._check(found, content)
            self._number = found.number
            return found
        except (LookupError, TypeError, ValueError) as error:
            raise DamagedDataError(
                f"{self.path} is damaged: {error}; remove the file, or name another"
            ) from None

    def _check(self, found: Judgement, content: Any) -> None:
        """ValueError unless it judges a decision of the game, behind those before it."""
        events, numbers = self._record.events, (*found.expected, found.cost, found.low, found.high)
        sound = (
            json.loads(json.dumps(asdict(found))) == content
            and self._number < found.number <= len(events)
            and events[found.number - 1].player == found.player
            and events[found.number - 1].name == found.taken.name
            and len(found.expected) == self._record.players
            and np.isfinite(numbers).all()
        )
        if not sound:
            raise ValueError("it judges what is not in the game")

    def _next_sum(self, content: dict[str, Any]) -> str:
        told = self._sum + json.dumps(content)
        self._sum = hashlib.sha256(told.encode()).hexdigest()
        return self._sum

    def add(self, judgement: Judgement) -> None:
        """Write one more."""
        content = asdict(judgement)
        line = {"judgement": content, "sha256": self._next_sum(content)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


_JUDGEMENT = TypeAdapter(Judgement)


def _loaded(line: str, path: Path) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DamagedDataError(f"{path}: not a line of a review: {error}") from None


def finish(record: Record, agent: str, judgements: Sequence[Judgement]) -> Review:
    """The review of judgements that are all there."""
    final = None
    if record.finished:
        final = tuple(float(pay) for pay in record.final().returns())
    return Review(record, agent, tuple(judgements), final)

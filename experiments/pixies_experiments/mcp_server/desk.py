"""Games that a client plays by calls, some seats of each; agents sit on the others.

Everything is told in words, and of a game only what the client's seats know. Nothing here knows the
protocol by which a client calls.
"""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from pixies_env.core.errors import DamagedDataError, did_you_mean, listed, shown
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError
from pixies_env.core.states.prompts import POSITION
from pixies_env.core.states.state import State
from pixies_env.core.words import printed_numbers, rules_page
from pixies_env.registry import game_names, make_game
from pixies_experiments.agents import default_search
from pixies_experiments.games import numbers_note
from pixies_experiments.web.model import TableError
from pixies_experiments.web.seats import HUMAN
from pixies_experiments.web.thinking import ADVISERS, Thinker, advisers
from pixies_experiments.web.timeline import Stream, Timeline


class DeskError(ValueError):
    """What was asked for cannot be done: why, and what could be."""


@dataclass
class OpenGame:
    """One game of a client."""

    id: str
    timeline: Timeline
    thinker: Thinker
    seats: list[str]
    """:data:`HUMAN` for the client's, else the specification of an agent."""
    told: dict[int, int] = field(default_factory=dict)
    """How many events each of the client's seats has been told."""

    @property
    def own(self) -> list[int]:
        """The client's seats."""
        return [seat for seat, who in enumerate(self.seats) if who == HUMAN]

    @property
    def state(self) -> State:
        """The position now."""
        return self.timeline.state


class Desk:
    """Open games by id; with more than ``most_games`` the one that was not used longest is closed.

    Args:
        most_games: open games, at most.
        agents: specifications that clients may name beside searches and the heuristics.
        seed: of the first game that names none, each further one has the next; by default drawn.
    """

    def __init__(
        self, most_games: int, agents: Sequence[str] = (), seed: int | None = None
    ) -> None:
        self._agents, self._most, self._seed = tuple(agents), most_games, seed
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._opened = 0
        self._lock = Lock()

    def rules(self, game: str) -> str:
        """The page of rules of a game, its printed numbers, options and agents."""
        made = _made(game, {})
        players = ", ".join(map(str, made.players))
        told = [
            rules_page(made).strip(),
            f"For {players} players. Agents that can be seated or asked: "
            f"{', '.join(self._allowed(made))}.",
        ]
        told += [
            f"Option {option.name}: {option.allowed}; {option.default!r} unless given; "
            f"{option.meaning}."
            for option in made.options
            if option.name != "board"
        ]
        numbers = printed_numbers(made)
        told += [f"The printed numbers:\n{numbers}"] if numbers else []
        return "\n\n".join([*told, *filter(None, [numbers_note(made)])])

    def new_game(
        self,
        game: str,
        players: int | None,
        seats: Sequence[int],
        opponents: Sequence[str],
        options: Mapping[str, Any],
        seed: int | None,
    ) -> str:
        """Begin a game; what its first position looks like."""
        made = _made(game, options)
        with self._lock:
            line_up = self._line_up(made, players, seats, opponents)
            seed = self._next_seed() if seed is None else seed
            if not 0 <= seed < 2**64:
                raise DeskError(f"seed must be 0 to 2**64 - 1, not {seed}")
            timeline = Timeline(made, len(line_up), Stream(seed))
            self._opened += 1
            opened = OpenGame(f"{made.name}-{self._opened}", timeline, Thinker(made), line_up)
            _go_on(opened)
            self._games[opened.id] = opened
            while len(self._games) > self._most:
                self._games.popitem(last=False)
            who = ", ".join(
                f"player {seat} is {'you' if name == HUMAN else name}"
                for seat, name in enumerate(line_up)
            )
            return f"The game {opened.id} has begun: {who}.\n\n{_look(opened, None, whole=True)}"

    def look(self, game: str, seat: int | None) -> str:
        """What a seat of the client sees, with the rules in brief."""
        with self._lock:
            return _look(self._open(game), seat, whole=True)

    def decide(self, game: str, option: int, seat: int | None) -> str:
        """Take the option of that number; what has happened until the client is to decide again."""
        with self._lock:
            opened = self._open(game)
            _require_turn(opened, seat)
            legal = opened.state.legal_actions()
            if not 1 <= option <= len(legal):
                raise DeskError(f"there is no option {option}; options are 1 to {len(legal)}")
            opened.timeline.decide(int(legal[option - 1]))
            _go_on(opened)
            return _look(opened, None, whole=False)

    def opinion(self, game: str, agent: str | None) -> str:
        """What an agent thinks of the decision that the client has to take."""
        with self._lock:
            opened = self._open(game)
            _require_turn(opened, None)
            spec = default_search(opened.timeline.game, ADVISERS[0]) if agent is None else agent
            self._check_allowed(opened.timeline.game, spec)
            number = len(opened.timeline.entries)
            stream = opened.timeline.stream
            try:
                told = opened.thinker.opinion(spec, opened.state, stream, number)
            except (AgentSpecError, TableError) as error:
                raise DeskError(str(error)) from error
            return _opinion(opened.state, told)

    def _line_up(
        self, game: Game, players: int | None, seats: Sequence[int], opponents: Sequence[str]
    ) -> list[str]:
        count = game.players[0] if players is None else players
        try:
            game.check_players(count)
        except (TypeError, ValueError) as error:
            raise DeskError(str(error)) from error
        own = sorted(set(seats))
        if not own or own[0] < 0 or own[-1] >= count:
            given = shown(list(seats))
            raise DeskError(f"seats must be one or more of 0 to {count - 1}, not {given}")
        others = count - len(own)
        named = list(opponents) or [default_search(game, ADVISERS[0])]
        if len(named) == 1:
            named *= others
        if len(named) != others:
            raise DeskError(f"opponents must name one agent, or one for each of {others} seats")
        for spec in set(named):
            self._check_allowed(game, spec)
        rest = iter(named)
        return [HUMAN if seat in own else next(rest) for seat in range(count)]

    def _allowed(self, game: Game) -> list[str]:
        return advisers(game, self._agents, ())

    def _check_allowed(self, game: Game, spec: str) -> None:
        """A client must not start programs, read files or spend money by naming an agent."""
        allowed = self._allowed(game)
        if spec not in allowed:
            hint = did_you_mean(spec, allowed)
            raise DeskError(
                f"there is no agent {shown(spec)} here{hint}; there are {listed(allowed)}"
            )

    def _next_seed(self) -> int:
        if self._seed is None:
            return secrets.randbits(63)
        return self._seed + self._opened

    def _open(self, game: str) -> OpenGame:
        if game not in self._games:
            there = listed(self._games) or "none"
            raise DeskError(f"no game {shown(game)} is open; open are {there}")
        self._games.move_to_end(game)
        # An agent that failed when it was to move is asked again.
        _go_on(self._games[game])
        return self._games[game]


def _made(game: str, options: Mapping[str, Any]) -> Game:
    if game not in game_names():
        hint = did_you_mean(game, game_names())
        raise DeskError(f"there is no game {shown(game)}{hint}; there are {listed(game_names())}")
    if "board" in options:
        raise DeskError("board is a file of the server's machine and cannot be chosen here")
    try:
        return make_game(game, **options)
    except (TypeError, ValueError, DamagedDataError) as error:
        raise DeskError(str(error)) from error


def _go_on(opened: OpenGame) -> None:
    """Let agents and chance move until the client has a choice, or the game is over."""
    timeline = opened.timeline
    timeline.settle()
    while not timeline.state.is_over:
        state = timeline.state
        who = opened.seats[state.player]
        if len(state.legal_actions()) == 1:
            timeline.decide(int(state.legal_actions()[0]))
        elif who == HUMAN:
            return
        else:
            try:
                chosen = opened.thinker.choose(who, state, timeline.stream, len(timeline.entries))
            except (AgentSpecError, TableError) as error:
                raise DeskError(str(error)) from error
            timeline.decide(chosen)
        timeline.settle()


def _require_turn(opened: OpenGame, seat: int | None) -> None:
    state = opened.state
    if state.is_over:
        raise DeskError(f"the game {opened.id} is over")
    if seat is not None and seat != state.player:
        raise DeskError(f"it is player {state.player}'s decision, not player {seat}'s")


def _look(opened: OpenGame, seat: int | None, whole: bool) -> str:
    """News, then what the seat sees; without ``whole`` the rules are left out."""
    own, state = opened.own, opened.state
    if seat is None:
        seat = state.player if state.player in own else own[0]
    if seat not in own:
        raise DeskError(f"you play {listed(own)} in {opened.id}, not {seat}")
    prompt = state.prompt(seat)
    page = prompt if whole else prompt[prompt.index(POSITION) :]
    parts = [f"Game {opened.id}, as player {seat}", *_news(opened, seat), page.strip()]
    if state.is_over:
        parts.append(f"RESULT\n{json.dumps(state.result(), ensure_ascii=False)}")
    return "\n\n".join(parts) + "\n"


def _news(opened: OpenGame, seat: int) -> list[str]:
    """What a seat saw happen since it was told last."""
    entries = opened.timeline.entries[opened.told.get(seat, 0) :]
    opened.told[seat] = len(opened.timeline.entries)
    lines = []
    for entry in entries:
        event = entry.event
        whose = f"Player {event.player}" if event.kind == "decision" else "Chance"
        secret = seat not in event.sees and seat != event.player
        lines.append(f"{whose}: {'something in secret' if secret else entry.words}")
    return ["WHAT HAPPENED\n" + "\n".join(lines)] if lines else []


def _opinion(state: State, told: Mapping[str, Any]) -> str:
    numbers = {int(entry): place for place, entry in enumerate(state.legal_actions(), start=1)}

    def named(action: Mapping[str, Any]) -> str:
        return f"{numbers[action['id']]}) {action['words']}"

    lines = [f"{told['agent']} would choose {named(told['chosen'])}"]
    if told["simulations"]:
        lines.append(f"after {told['simulations']} simulations; utilities go from -1 to 1:")
    for candidate in told["candidates"]:
        said = [named(candidate)]
        if candidate["share"] is not None:
            said.append(f"{candidate['share']:.0%} of its choice")
        if candidate["values"] is not None:
            said.append(f"expects {candidate['values'][state.player]:+.2f} for you")
        lines.append("; ".join(said))
    return "\n".join(lines) + "\n"

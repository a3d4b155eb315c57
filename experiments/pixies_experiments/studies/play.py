"""Playing the deals of a study: rows for every game and seat, and what failed.

A deal is a game's number: all line-ups of a deal play the game of the same lane, so the turn order,
what is laid out, demands, dice and cubes come from the same streams, and what differs between them
is how they were played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pixies_env.core.agents import Agent, CompiledAgent, Decisions
from pixies_env.core.batches.arena import AgentError, Block, Observed, by_board, play_games
from pixies_env.core.boards import alike
from pixies_env.core.game import Game
from pixies_env.core.states import record_files
from pixies_experiments.agents import AroundAgent, open_agents
from pixies_experiments.pieces import STOP, Failure, GameFailedError
from pixies_experiments.simulation import split_wins
from pixies_experiments.studies.study import Done

if TYPE_CHECKING:
    import pyarrow as arrow

LANES_PER_TABLE = 2**28
"""Games with different numbers of players are dealt from different lanes."""

LineUps = Callable[[int], Sequence[Sequence[str]]]
"""Specifications per seat of all the games of a deal; equally many for every deal."""
Columns = Callable[[Block], dict[str, np.ndarray]]
"""Further columns of a block: arrays ``(games, seats)`` by name."""

_TIMED_DECISIONS = 400
"""Decisions for which the time of a compiled agent is taken."""
_TIMINGS = 5
"""How often it is taken; the first may compile, others may be disturbed."""


def lane_of(deal: int, players: int) -> int:
    """The lane on which a deal is played."""
    return players * LANES_PER_TABLE + deal


class Timed(AroundAgent):
    """An agent with a clock; the arena sees what every agent has.

    The first call may compile and is not counted.
    """

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent)
        self.seconds = 0.0
        self.decisions = 0
        self._called = False

    def choose(self, decisions: Decisions) -> np.ndarray:
        """What the agent chooses."""
        began = time.perf_counter()
        chosen = self.agent.choose(decisions)
        if self._called:
            self.seconds += time.perf_counter() - began
            self.decisions += len(decisions.seats)
        self._called = True
        return chosen


def play_deals(
    game: Game,
    line_ups: LineUps,
    deals: range,
    *,
    players: int,
    seed: int,
    on_error: str,
    agents: Sequence[str] | None = None,
    made: Mapping[str, Agent] | None = None,
    columns: Columns | None = None,
    openings: bool = False,
    clock: bool = False,
) -> Done:
    """Play all line-ups of some deals.

    The table has a row per deal, line-up and seat: ``players``, ``deal``, ``line_up`` (its place
    in the deal), ``seat``, ``agent``, ``utility`` (the rank reward), ``win`` (ties split), the
    game's statistics, ``reason`` as text, ``decisions`` (of the whole game), and ``columns``.

    Args:
        game: on the board on which all are played.
        line_ups: who sits where.
        deals: their numbers.
        players: of each game.
        seed: of the study.
        on_error: ``stop`` or ``record`` when an agent fails.
        agents: all agents of the study, the same for all its pieces.
        made: agents that no specification names, by what line-ups call them.
        columns: further columns.
        openings: hand ``columns`` blocks that hold their openings.
        clock: also take the time of the agents. That of compiled agents is taken apart from their
            games, on decisions of a game among themselves.

    Raises:
        GameFailedError: an agent failed, and ``on_error`` is ``stop``.
    """
    seatings = [[tuple(seating) for seating in line_ups(deal)] for deal in deals]
    specs = list(dict.fromkeys(chain.from_iterable(chain.from_iterable(seatings))))
    crew: dict[str, Agent] = dict(made or {})
    named = [spec for spec in specs if spec not in crew]
    crew.update(zip(named, open_agents(named, game), strict=True))
    timed = {
        spec: Timed(agent) for spec, agent in crew.items() if not isinstance(agent, CompiledAgent)
    }
    table = ArrowRows([game], players, specs if agents is None else agents, columns)
    player = _Player([game], crew | timed, seed, on_error, openings)
    numbers = np.array(deals, np.int64)
    for place in range(len(seatings[0])):
        wanted = Wanted(numbers, np.zeros_like(numbers), [s[place] for s in seatings])
        for part, block in player.play(wanted, players):
            table.add(block, part, place)
    clocks = [(spec, agent.decisions, agent.seconds) for spec, agent in timed.items()]
    if clock:
        lane = lane_of(deals.start, players)
        clocks += [
            (spec, *_time_of(game, agent, players, seed, lane))
            for spec, agent in crew.items()
            if isinstance(agent, CompiledAgent)
        ]
    times = _times(players, clocks) if clocks else None
    return Done(table.gathered(), times, tuple(player.failures))


class DealtBoard(NamedTuple):
    """A board of a study, and the deals that are played on it."""

    name: str
    game: Game
    deals: range


def play_boards(
    boards: Sequence[DealtBoard],
    agent: str,
    *,
    players: int,
    seed: int,
    on_error: str,
    agents: Sequence[str],
    columns: Callable[[Game, Block], dict[str, np.ndarray]],
    made: Callable[[Game], Mapping[str, Agent]] = lambda game: {},
) -> Done:
    """Play deals on several boards side by side, one agent on all seats.

    The table has a column ``board`` and then the columns of :func:`play_deals`, ordered by board,
    deal and seat. Each game is the one that :func:`play_deals` plays of this deal on this board.

    Args:
        boards: they may have different deals.
        agent: its specification.
        players: of each game.
        seed: of the study.
        on_error: ``stop`` or ``record`` when an agent fails.
        agents: all agents of the study, the same for all its pieces.
        columns: further columns, told by a game of blocks that hold their openings.
        made: makes agents of a game that no specification names, by what they are called here.

    Raises:
        GameFailedError: an agent failed, and ``on_error`` is ``stop``.
    """
    import pyarrow as arrow

    tables, failures = [], []
    for group in alike([board.game for board in boards], boards[0].game.observation_modes[0]):
        side = [boards[place] for place in group]
        games = [board.game for board in side]
        crew = dict(made(games[0]))
        if agent not in crew:
            (crew[agent],) = open_agents([agent], games[0])
        player = _Player(games, crew, seed, on_error, openings=True)
        table = ArrowRows(games, players, agents, _on_boards(games, columns))
        deals = np.concatenate([np.array(board.deals, np.int64) for board in side])
        places = np.repeat(np.arange(len(side)), [len(board.deals) for board in side])
        wanted = Wanted(deals, places, [(agent,) * players] * len(deals))
        for part, block in player.play(wanted, players):
            table.add(block, part, 0)
        found = table.gathered([board.name for board in side])
        if found.num_columns:
            tables.append(found)
        failures += player.failures
    whole = arrow.concat_tables(tables).unify_dictionaries() if tables else arrow.table({})
    return Done(whole, None, tuple(failures))


def _on_boards(
    games: Sequence[Game], columns: Callable[[Game, Block], dict[str, np.ndarray]]
) -> Columns:
    """Columns of a block whose games are on several boards, each told by its own."""

    def told(block: Block) -> dict[str, np.ndarray]:
        if block.boards is None or block.openings is None:
            return columns(games[0], block)
        openings = block.openings
        return by_board(
            lambda board, rows: columns(
                games[board],
                replace(
                    block,
                    openings=openings[rows],
                    states=block.states[rows],
                    players=block.players[rows],
                ),
            ),
            block.boards,
        )

    return told


class Wanted(NamedTuple):
    """Games to be played, a row each."""

    deals: np.ndarray
    boards: np.ndarray
    seatings: list[tuple[str, ...]]

    def part(self, first: int, last: int) -> Wanted:
        """Some of the rows."""
        rows = slice(first, last)
        return Wanted(self.deals[rows], self.boards[rows], self.seatings[rows])


class _Player:
    """Plays games and finds those in which an agent fails."""

    def __init__(
        self,
        games: Sequence[Game],
        crew: dict[str, Any],
        seed: int,
        on_error: str,
        openings: bool,
    ) -> None:
        self.games, self.crew, self.seed, self.on_error = games, crew, seed, on_error
        self.openings = openings
        self.failures: list[Failure] = []

    def play(self, wanted: Wanted, players: int) -> Iterable[tuple[Wanted, Block]]:
        """Blocks of games, each with what was wanted of it."""
        count = len(wanted.deals)
        lanes = lane_of(0, players) + wanted.deals
        first = int(lanes[0])
        # The arena lets line-up g % period play game g.
        period = _period(wanted.seatings)
        turned = [
            [self.crew[spec] for spec in wanted.seatings[(place - first) % period]]
            for place in range(period)
        ]
        try:
            (block,) = play_games(
                self.games,
                turned,
                games=count,
                seed=self.seed,
                first_game=first,
                lanes=lanes,
                board_of_game=wanted.boards,
                block=count,
                openings=self.openings,
            )
        except AgentError as error:
            if count > 1:
                # An agent that raises does so for all games at once: they are told apart.
                half = count // 2
                yield from self.play(wanted.part(0, half), players)
                yield from self.play(wanted.part(half, count), players)
                return
            # The only game of its run: its number is its lane.
            self._note(error, wanted.seatings[0])
        else:
            yield wanted, block

    def _note(self, error: AgentError, seating: tuple[str, ...]) -> None:
        failure = Failure(
            str(error),
            seating[error.seat],
            error.game,
            error.seat,
            record_files.to_json_lines(error.record),
        )
        if self.on_error == STOP:
            raise GameFailedError(failure) from error
        self.failures.append(failure)


def _period(seatings: Sequence[tuple[str, ...]]) -> int:
    """After how many deals the seatings repeat themselves; their number if they do not."""
    for period in range(1, len(seatings)):
        if all(one == other for one, other in zip(seatings, seatings[period:], strict=False)):
            return period
    return len(seatings)


class ArrowRows:
    """Gathers blocks as rows of an Arrow table."""

    def __init__(
        self,
        games: Sequence[Game],
        players: int,
        agents: Sequence[str],
        columns: Columns | None,
    ) -> None:
        self.games, self.players, self.agents = games, players, list(agents)
        self.columns = columns
        self.reasons: dict[int, str] = {}
        self.parts: list[arrow.Table] = []
        self.boards: list[np.ndarray] = []

    def add(self, block: Block, wanted: Wanted, place: int) -> None:
        """Take in a block that was wanted, of line-ups at a place in their deals."""
        import pyarrow as arrow

        games, seats = len(block), self.players
        specs = np.array(
            [[self.agents.index(spec) for spec in seating] for seating in wanted.seatings]
        )
        columns: dict[str, np.ndarray] = {
            "utility": block.returns[:, :seats],
            "win": split_wins(block.statistics["rank"][:, :seats]),
        }
        for name, values in block.statistics.items():
            if name != "reason":
                narrow = np.int32 if values.dtype.kind in "iu" else values.dtype
                columns[name] = values[:, :seats].astype(narrow)
        decisions = np.repeat(block.decisions.astype(np.int32)[:, None], seats, axis=1)
        arrays: dict[str, Any] = {
            "players": np.full(games * seats, seats, np.int8),
            "deal": np.repeat(wanted.deals, seats),
            "line_up": np.full(games * seats, place, np.int32),
            "seat": np.tile(np.arange(seats, dtype=np.int8), games),
            "agent": self._named(specs.ravel(), self.agents),
            **{name: values.reshape(-1) for name, values in columns.items()},
            "decisions": decisions.reshape(-1),
        }
        if "reason" in block.statistics:
            arrays["reason"] = self._reasons(block)
        for name, values in (self.columns(block) if self.columns else {}).items():
            arrays[name] = np.ascontiguousarray(values).reshape(-1)
        self.parts.append(arrow.table(arrays))
        self.boards.append(np.repeat(wanted.boards, seats))

    def _named(self, codes: np.ndarray, names: Sequence[str]) -> arrow.Array:
        import pyarrow as arrow

        return arrow.DictionaryArray.from_arrays(codes.astype(np.int16), arrow.array(names))

    def _reasons(self, block: Block) -> arrow.Array:
        codes = block.statistics["reason"][:, : self.players].reshape(-1)
        for row in np.unique(block.statistics["reason"][:, 0], return_index=True)[1]:
            code = int(block.statistics["reason"][row, 0])
            if code not in self.reasons:
                game = self.games[0 if block.boards is None else block.boards[row]]
                told = game.notation.result(block.states[row : row + 1])
                self.reasons[code] = str(told["reason"])
        known = sorted(self.reasons)
        return self._named(np.searchsorted(known, codes), [self.reasons[code] for code in known])

    def gathered(self, names: Sequence[str] = ()) -> arrow.Table:
        """All rows, ordered by board, deal, line-up and seat.

        With ``names`` of the boards they are the first column. No column if no game came to its
        end.
        """
        import pyarrow as arrow

        if not self.parts:
            return arrow.table({})
        table = arrow.concat_tables(self.parts).unify_dictionaries()
        boards = np.concatenate(self.boards)
        keys = [table[name].to_numpy() for name in ("seat", "line_up", "deal")]
        order = np.lexsort([*keys, boards])
        if names:
            table = table.add_column(0, "board", self._named(boards, names))
        return table.take(order).combine_chunks()


def _time_of(
    game: Game, agent: CompiledAgent, players: int, seed: int, lane: int
) -> tuple[int, float]:
    """Decisions of a game of an agent with itself, and the time they take when taken anew."""
    seen: list[Decisions] = []

    def look(observed: Observed) -> None:
        if len(seen) < _TIMED_DECISIONS:
            seen.append(observed.decisions._replace(observations=None))

    options: dict[str, Any] = {"games": 1, "players": players, "seed": seed, "first_game": lane}
    try:
        list(play_games(game, [agent], observer=look, **options))
    except AgentError:
        return 0, 0.0
    fields = ("states", "action_masks", "seats", "bits")
    together = Decisions(
        states=np.concatenate([decisions.states for decisions in seen]),
        observations=None,
        **{name: np.concatenate([getattr(d, name) for d in seen]) for name in fields[1:]},
    )
    seconds = []
    for _ in range(_TIMINGS):
        began = time.perf_counter()
        agent.choose(together)
        seconds.append(time.perf_counter() - began)
    return len(together.seats), min(seconds)


def _times(players: int, clocks: Sequence[tuple[str, int, float]]) -> arrow.Table:
    import pyarrow as arrow

    specs, decisions, seconds = zip(*clocks, strict=True)
    return arrow.table(
        {
            "players": arrow.array([players] * len(clocks), arrow.int8()),
            "agent": arrow.array(specs, arrow.string()),
            "decisions": arrow.array(decisions, arrow.int64()),
            "seconds": arrow.array(seconds, arrow.float64()),
        }
    )

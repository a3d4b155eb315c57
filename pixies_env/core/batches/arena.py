"""Whole games between agents.

Game ``g`` of a study is lane ``g`` of its seed, whatever the size of the blocks, the number of
threads, and whether it is played inside compiled code or through a batch: the same agents play
the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import loops
from pixies_env.core.agents import (
    Agent,
    CompiledAgent,
    Decisions,
    WrongChoiceError,
    agent_on,
    ask,
    forget_games,
    random_rule,
)
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.compilation.compile import address_table, kernel
from pixies_env.core.compilation.streams import draw_choice
from pixies_env.core.compilation.together import Call, compile_kernels
from pixies_env.core.errors import Portable, listed
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import LANES, check_count, check_places, check_seed
from pixies_env.core.lanes import LaneGame, Lanes, Played, Seated, Sight, make_scratch, unnamed
from pixies_env.core.seam import CHANCE, NOBODY, OBSERVATION, hide
from pixies_env.core.specs import make_agents
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import Script, compile_scripts, impossible_script
from pixies_env.core.threads import chunks_of, run_chunks, thread_count

_SMALLEST_CHUNK = 16
"""A whole game is much more work than a step."""


class AgentError(Portable, RuntimeError):
    """An agent raised, or gave back what is not legal; ``record`` is its game so far."""

    def __init__(self, message: str, agent: str, game: int, seat: int, record: Record) -> None:
        super().__init__(message)
        self.agent = agent
        self.game = game
        self.seat = seat
        self.record = record


@dataclass(frozen=True)
class Block:
    """Finished games ``first``, ``first + 1``, ..., one row per game."""

    first: int
    line_ups: np.ndarray
    """int64 ``(n,)``: which line-up played."""
    players: np.ndarray
    """int64 ``(n,)``: seats."""
    returns: np.ndarray
    """float64 ``(n, max_players)``: the reward asked for; 0 on seats not in the game."""
    statistics: dict[str, np.ndarray]
    """The game's statistics, ``(n, max_players)`` each."""
    decisions: np.ndarray
    """int64 ``(n,)``: decisions taken."""
    states: np.ndarray
    """``(n,)``: records of the final positions."""
    records: list[Record] | None
    """The games, if asked for."""
    openings: np.ndarray | None = None
    """``(n,)``: the first positions beyond the opening, if asked for."""
    boards: np.ndarray | None = None
    """int64 ``(n,)``: place in the list of the board that was played on; None with one game."""

    def __len__(self) -> int:
        return len(self.decisions)


class Observed(NamedTuple):
    """Decisions of one agent in several games, as an observer of :func:`play_games` sees them."""

    agent: Agent
    """As it sits in its line-up."""
    games: np.ndarray
    """int64 ``(n,)``: numbers of the games."""
    steps: np.ndarray
    """int64 ``(n,)``: decisions taken before in each game."""
    decisions: Decisions
    """What the agent was handed, observations always included."""
    actions: np.ndarray
    """int64 ``(n,)``: what it chose."""


def rotations(line_up: Sequence[str | Agent]) -> list[list[str | Agent]]:
    """The line-up begun at each of its seats, so that every agent sits everywhere."""
    agents = list(line_up)
    return [agents[seat:] + agents[:seat] for seat in range(len(agents))]


def play_games(
    game: Game | Sequence[Game] | Boards,
    line_ups: Sequence[str | Agent] | Sequence[Sequence[str | Agent]],
    *,
    games: int,
    players: int | None = None,
    seed: int = 0,
    first_game: int = 0,
    lanes: np.ndarray | None = None,
    board_of_game: np.ndarray | None = None,
    reward: str = "rank",
    observation_mode: str | None = None,
    script: Script | None = None,
    records: bool = False,
    openings: bool = False,
    observer: Callable[[Observed], None] | None = None,
    block: int = 1024,
    threads: int | None = None,
) -> Iterator[Block]:
    """Play games between agents and yield them in blocks, in the order of their numbers.

    Games between compiled agents run wholly inside compiled code, unless ``records`` or an
    ``observer`` is asked for; others through batches.

    Args:
        game: the game, or a list of it on several boards, see :mod:`pixies_env.core.boards`.
        line_ups: one line-up or several: an agent, or specification of one, per seat. Game ``g``
            is played by line-up ``g % len(line_ups)``. A line-up of one agent takes all
            ``players`` seats. Line-ups may differ in length.
        games: how many.
        players: seats of a game, for line-ups of one agent.
        seed: 0 to 2**64 - 1.
        first_game: number of the first game.
        lanes: integers ``(games,)``, the lane of the seed on which each game is dealt; its number
            by default. Games of one lane share their deal, which pairs line-ups or boards.
        board_of_game: integers ``(games,)``, the place in the list of each game's board. By default
            ``len(line_ups)`` games in a row share a board and the boards take turns, so that
            every line-up plays equally often on each.
        reward: ``rank``, ``win`` or ``score``.
        observation_mode: for agents that need observations; the game's first by default.
        script: chance outcomes that are laid down beforehand.
        records: keep the record of each game.
        openings: keep the first position of each game beyond its opening.
        observer: called with every decision of every agent.
        block: games per block.
        threads: at most so many work at once; None means all cores.

    Raises:
        AgentError: an agent raised, or gave back an illegal id; carries the record so far.
        AgentSpecError, TypeError, ValueError: an argument is not as described.
        ImpossibleScriptError: a scripted outcome cannot be.

    An agent plays each game on the board of the game, see
    :func:`pixies_env.core.agents.agent_on`.
    """
    games = check_count("games", games, 0)
    first_game = check_count("first_game", first_game, 0, LANES - games)
    block = check_count("block", block)
    boards = several_boards(game, {})
    crew = _Crew(boards, line_ups, players)
    arguments = _Arguments(
        check_seed(seed),
        reward,
        boards.first.check_observation_mode(observation_mode),
        script,
        thread_count(threads),
        observer,
        openings,
    )
    if observer is not None or crew.observing:
        boards.check_observations(arguments.observation_mode)
    reward_kind(reward)
    compile_scripts(boards.games, script)
    compiled = crew.compiled and not records and observer is None
    schedule = _schedule(crew, games, first_game, lanes, board_of_game)
    return _blocks(crew, arguments, schedule, block, compiled, records)


class _Schedule(NamedTuple):
    """Which games are played, in the order of their numbers; int64 ``(games,)`` each."""

    first: int
    lanes: np.ndarray
    boards: np.ndarray
    line_ups: np.ndarray

    def part(self, begin: int, end: int) -> _Schedule:
        """Some of the games, counted from 0."""
        rows = slice(begin, end)
        return _Schedule(
            self.first + begin, self.lanes[rows], self.boards[rows], self.line_ups[rows]
        )


def _schedule(
    crew: _Crew, games: int, first_game: int, lanes: Any, board_of_game: Any
) -> _Schedule:
    numbers = np.arange(first_game, first_game + games, dtype=np.int64)
    count = len(crew.seats)
    if board_of_game is None:
        boards = numbers // count % len(crew.boards)
    else:
        boards, _ = crew.boards.of_lanes(board_of_game, games, "board_of_game")
    dealt = numbers if lanes is None else check_places("lanes", lanes, games, LANES)
    return _Schedule(first_game, dealt, boards, numbers % count)


class _Arguments(NamedTuple):
    seed: int
    reward: str
    observation_mode: str
    script: Script | None
    threads: int
    observer: Callable[[Observed], None] | None
    openings: bool


class _Crew:
    """The agents of a study and who sits where."""

    def __init__(self, boards: Boards, line_ups: Sequence[Any], players: int | None) -> None:
        game = boards.first
        if isinstance(line_ups, str) or not len(line_ups):
            raise ValueError("line_ups must be one line-up of agents, or several")
        several = [isinstance(e, Iterable) and not isinstance(e, str | Agent) for e in line_ups]
        if not all(several):
            line_ups = [line_ups]
        full = []
        for line_up in line_ups:
            line_up = list(line_up)
            if len(line_up) == 1 and players is not None:
                line_up *= game.check_players(players)
            if players is not None and len(line_up) != players:
                raise ValueError(f"a line-up of {len(line_up)} agents is not for {players} players")
            game.check_players(len(line_up))
            full.append(line_up)
        self.boards = boards
        self.game = game
        self.seat_counts = np.array([len(line_up) for line_up in full], np.int64)
        agents = make_agents([spec for line_up in full for spec in line_up], game)
        self.agents: list[Agent] = list({id(agent): agent for agent in agents}.values())
        places = {id(agent): place for place, agent in enumerate(self.agents)}
        self.seats = np.zeros((len(full), game.max_players), np.int64)
        handed = iter(agents)
        for row, line_up in enumerate(full):
            for seat in range(len(line_up)):
                self.seats[row, seat] = places[id(next(handed))]
        self.players, self.player_of = agents_on_boards(self.agents, boards.games)
        """What decides inside compiled code: an agent for each board, or one for all where it is
        the same; and int64 ``(agents, boards)``, the place of each in it."""

    @cached_property
    def asked(self) -> tuple[list[Agent], np.ndarray]:
        """The same for what is asked from Python: then compiled agents, too, keep their board."""
        return agents_on_boards(self.agents, self.boards.games, merged=False)

    @property
    def compiled(self) -> bool:
        return all(isinstance(agent, CompiledAgent) for agent in self.players)

    def seated(self, asked: int) -> Agent:
        """The agent of a line-up for which one of those that are asked decides on some board."""
        (row, *_), _ = np.nonzero(self.asked[1] == asked)
        return self.agents[row]

    @property
    def observing(self) -> bool:
        return any(agent.needs_observations for agent in self.players)

    def tables(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Addresses of compiled agents, their numbers, and where each agent's begin."""
        addresses: list[Any] = []
        numbers: list[np.ndarray] = []
        starts = [0]
        for agent in self.players:
            assert isinstance(agent, CompiledAgent)
            addresses.append(0 if agent.kernel is random_rule else agent.address)
            numbers.append(agent.data)
            starts.append(starts[-1] + len(agent.data))
        return address_table(addresses), np.concatenate(numbers), np.array(starts, np.int64)


def agents_on_boards(
    agents: Sequence[Agent], games: Sequence[Game], *, merged: bool = True
) -> tuple[list[Agent], np.ndarray]:
    """Agents for the boards of some games, and int64 ``(agents, games)``: the place of each there.

    Merged, compiled agents with the same rule and numbers are one: compiled code hands them the
    board. Where they are asked from Python each has its own.
    """
    found: list[Agent] = []
    places: dict[tuple[int, ...], int] = {}
    place_of = np.zeros((len(agents), len(games)), np.int64)
    for row, agent in enumerate(agents):
        for column, game in enumerate(games):
            moved = agent_on(agent, game)
            key: tuple[int, ...] = row, id(moved)
            if merged and isinstance(moved, CompiledAgent):
                key = row, id(moved.kernel), id(moved.data)
            if key not in places:
                places[key] = len(found)
                found.append(moved)
            place_of[row, column] = places[key]
    return found, place_of


def _blocks(
    crew: _Crew,
    arguments: _Arguments,
    schedule: _Schedule,
    block: int,
    compiled: bool,
    records: bool,
) -> Iterator[Block]:
    for first in range(0, len(schedule.lanes), block):
        part = schedule.part(first, first + block)
        if compiled:
            yield _play_compiled(crew, arguments, part)
        else:
            yield _play_batch(crew, arguments, part, records)


def _block_of(
    crew: _Crew,
    schedule: _Schedule,
    states: np.ndarray,
    returns: np.ndarray,
    decisions: np.ndarray,
    records: list[Record] | None,
    openings: np.ndarray | None,
) -> Block:
    line_ups = schedule.line_ups
    return Block(
        schedule.first,
        line_ups,
        crew.seat_counts[line_ups],
        returns,
        _statistics(crew.boards, states, schedule.boards),
        decisions,
        states,
        records,
        openings,
        schedule.boards if len(crew.boards) > 1 else None,
    )


def _statistics(boards: Boards, states: np.ndarray, board_of: np.ndarray) -> dict[str, np.ndarray]:
    """The statistics of finished games, each by the notation of its board."""
    if len(boards) == 1:
        return boards.first.notation.statistics(states)
    return by_board(
        lambda board, rows: boards.games[board].notation.statistics(states[rows]), board_of
    )


def by_board(
    ask: Callable[[int, np.ndarray], dict[str, np.ndarray]], board_of: np.ndarray
) -> dict[str, np.ndarray]:
    """Columns over games, asked for board by board: ``ask(board, rows)`` gives those of some."""
    columns: dict[str, np.ndarray] = {}
    for board in np.unique(board_of):
        rows = np.flatnonzero(board_of == board)
        for name, values in ask(int(board), rows).items():
            if name not in columns:
                columns[name] = np.zeros((len(board_of), *values.shape[1:]), values.dtype)
            columns[name][rows] = values
    return columns


# ---- inside compiled code


def _play_compiled(crew: _Crew, arguments: _Arguments, schedule: _Schedule) -> Block:
    game, count, board_of = crew.game, len(schedule.lanes), schedule.boards
    players = crew.seat_counts[schedule.line_ups]
    seats = crew.player_of[crew.seats[schedule.line_ups], board_of[:, None]]
    choosers, data, starts = crew.tables()
    script = compile_scripts(crew.boards.games, arguments.script)
    states = np.zeros(count, game.state_dtype)
    streams = np.zeros(count, game.stream_dtype)
    streams["seed"], streams["lane"] = arguments.seed, schedule.lanes
    decisions = np.zeros(count, np.int64)
    returns = loops.utilities(game, count)
    opening = game.opening_questions if arguments.openings else np.zeros(0, np.bool_)
    openings = np.zeros(count if arguments.openings else 0, game.state_dtype)
    kind = int(reward_kind(arguments.reward))
    chunks = chunks_of(count, arguments.threads, _SMALLEST_CHUNK)
    played_game = unnamed(LaneGame(game.table, crew.boards.records, script))
    lanes = unnamed(Lanes(states, streams, board_of, players))
    seated = unnamed(Seated(choosers, data, starts, seats))
    played = unnamed(Played(decisions, opening, openings))
    buffers = [
        (
            unnamed(make_scratch(*crew.boards.games)),
            unnamed(Sight(np.zeros(len(game.actions), np.bool_), np.zeros(0, OBSERVATION))),
        )
        for _ in range(min(arguments.threads, len(chunks)))
    ]

    def play(worker: int, begin: int, end: int) -> None:
        stuck = loops.play_lanes(played_game, lanes, seated, played, *buffers[worker], begin, end)
        if stuck != loops.FINE:
            one = slice(stuck, stuck + 1)
            number = schedule.first + int(stuck)
            if states["waiting"][stuck] == CHANCE:
                own = crew.boards.games[board_of[stuck]]
                raise impossible_script(own, states[one], streams[one], script, f"game {number}")
            # The same game once more, outside compiled code, to say what went wrong.
            _play_batch(crew, arguments, schedule.part(int(stuck), int(stuck) + 1), False)
            raise AssertionError(f"game {number} goes differently outside compiled code")
        records = crew.boards.records
        loops.pay_lanes(game.table, states, records, board_of, kind, returns, begin, end)

    run_chunks(play, chunks, arguments.threads)
    kept = openings if arguments.openings else None
    return _block_of(crew, schedule, states, returns, decisions, None, kept)


# ---- through a batch


@kernel
def _draw_bits(streams: Any, lanes: Any, seats: Any, bits: Any) -> Any:
    for row in range(lanes.shape[0]):
        bits[row] = draw_choice(streams[lanes[row]], seats[row])
    return 0


@kernel
def _hide_lanes(table: Any, states: Any, boards: Any, board_of: Any, seats: Any) -> Any:
    for row in range(states.shape[0]):
        hide(table, states[row], boards[board_of[row]], seats[row])
    return 0


def _play_batch(crew: _Crew, arguments: _Arguments, schedule: _Schedule, records: bool) -> Block:
    game, count = crew.game, len(schedule.lanes)
    seating, board_of = crew.seats[schedule.line_ups], schedule.boards
    observer = arguments.observer
    env = BatchEnv(
        crew.boards,
        count,
        crew.seat_counts[schedule.line_ups],
        arguments.seed,
        reward=arguments.reward,
        observation_mode=arguments.observation_mode,
        observations=observer is not None or crew.observing,
        threads=arguments.threads,
        script=arguments.script,
        record=True,
        first_lane=schedule.first,
        board_of_lane=board_of,
    )
    env.streams["lane"] = schedule.lanes
    asked, place_of = crew.asked
    for agent in asked:
        forget_games(agent)
    returns = loops.utilities(game, count)
    opening = game.opening_questions
    openings = env.states.copy()
    compile_kernels([*_calls_of(asked), *env.kernel_calls(), *_calls(env, crew)])
    step = env.reset()
    in_opening = np.ones(count, np.bool_)
    while not step.terminated.all():
        if arguments.openings and in_opening.any():
            over = in_opening & ~(opening[env.states["question"]] & ~step.terminated)
            openings[over] = env.states[over]
            in_opening &= ~over
        lanes = np.flatnonzero(step.players != NOBODY)
        seats = step.players[lanes].astype(np.int64)
        movers = place_of[seating[lanes, seats], board_of[lanes]]
        bits = np.zeros(len(lanes), np.uint64)
        _draw_bits(env.streams, lanes, seats, bits)
        actions = np.zeros(count, np.int64)
        for place in np.unique(movers):
            agent, rows = asked[place], np.flatnonzero(movers == place)
            its_lanes = lanes[rows]
            decisions = _decisions(env, crew, its_lanes, seats[rows], bits[rows], board_of)
            actions[its_lanes] = _ask(env, agent, its_lanes, decisions)
            if observer is not None:
                steps = env.decisions[its_lanes]
                chosen = actions[its_lanes]
                numbers = schedule.first + its_lanes
                observer(Observed(crew.seated(place), numbers, steps, decisions, chosen))
        step = env.step(actions)
        returns += step.rewards
    told = [env.record(lane) for lane in range(count)] if records else None
    openings[in_opening] = env.states[in_opening]
    kept = openings if arguments.openings else None
    return _block_of(crew, schedule, env.states, returns, env.decisions, told, kept)


def _calls_of(agents: Iterable[Agent]) -> Iterator[Call]:
    """Kernels that agents tell of."""
    for agent in agents:
        if hasattr(agent, "kernel_calls"):
            yield from agent.kernel_calls()


def _calls(env: BatchEnv, crew: _Crew) -> list[Call]:
    """Kernels of this module."""
    numbers = np.zeros(env.num_envs, np.int64)
    boards = crew.boards.records
    return [
        (_draw_bits, (env.streams, numbers, numbers, numbers.astype(np.uint64))),
        (_hide_lanes, (env.game.table, env.states, boards, numbers, numbers)),
    ]


def _decisions(
    env: BatchEnv,
    crew: _Crew,
    lanes: np.ndarray,
    seats: np.ndarray,
    bits: np.ndarray,
    board_of: np.ndarray,
) -> Decisions:
    states = env.states[lanes]
    _hide_lanes(env.game.table, states, crew.boards.records, board_of[lanes], seats)
    shown = env.shown
    observations = None if shown.observations is None else shown.observations[lanes]
    games = env.first_lane + lanes
    return Decisions(states, observations, shown.action_masks[lanes], seats, bits, games)


def _ask(env: BatchEnv, agent: Agent, lanes: np.ndarray, decisions: Decisions) -> np.ndarray:
    """The agent's choices, checked; AgentError otherwise."""
    try:
        return ask(agent, decisions)
    except WrongChoiceError as wrong:
        lane = int(lanes[wrong.row])
        what = wrong.what
        if wrong.__cause__ is None:  # It chose; what was legal says nothing about a crash.
            legal = listed(f"{entry} {name}" for entry, name in env.names(lane).items())
            what = f"{what}; legal are {legal}"
        raise _agent_error(env, agent, lane, decisions.seats[wrong.row], what) from wrong.__cause__


def _agent_error(env: BatchEnv, agent: Agent, lane: Any, seat: Any, what: str) -> AgentError:
    number = env.first_lane + int(lane)
    return AgentError(
        f"agent {agent.name} on seat {seat} of game {number} {what}",
        agent.name,
        number,
        int(seat),
        env.record(int(lane)),
    )

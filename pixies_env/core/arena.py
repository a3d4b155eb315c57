"""Whole games between agents.

Game ``g`` of a study is lane ``g`` of its seed, whatever the size of the blocks, the number of
threads, and whether it is played inside compiled code or through a batch: the same agents play
the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import loops
from pixies_env.core.agents import (
    Agent,
    CompiledAgent,
    Decisions,
    WrongChoiceError,
    ask,
    random_rule,
)
from pixies_env.core.batch import BatchEnv
from pixies_env.core.compile import address_table, kernel
from pixies_env.core.errors import Portable, listed
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import LANES, check_count, check_seed
from pixies_env.core.records import Record
from pixies_env.core.scripts import Script, compile_script, impossible_script
from pixies_env.core.seam import CHANCE, NOBODY, OBSERVATION, hide
from pixies_env.core.specs import make_agents
from pixies_env.core.streams import draw_choice
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

    def __len__(self) -> int:
        return len(self.decisions)


class Observed(NamedTuple):
    """Decisions of one agent in several games, as an observer of :func:`play_games` sees them."""

    agent: Agent
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
    game: Game,
    line_ups: Sequence[str | Agent] | Sequence[Sequence[str | Agent]],
    *,
    games: int,
    players: int | None = None,
    seed: int = 0,
    first_game: int = 0,
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
        line_ups: one line-up or several: an agent, or specification of one, per seat. Game ``g``
            is played by line-up ``g % len(line_ups)``. A line-up of one agent takes all
            ``players`` seats. Line-ups may differ in length.
        games: how many; ``first_game`` is the number of the first one.
        reward: ``rank``, ``win`` or ``score``.
        observation_mode: for agents that need observations; the game's first by default.
        openings: keep the first position of each game beyond its opening.
        observer: called with every decision of every agent.
        block: games per block.
        threads: at most so many work at once; None means all cores.

    Raises:
        AgentError: an agent raised, or gave back an illegal id; carries the record so far.
        AgentSpecError, TypeError, ValueError: an argument is not as described.
        ImpossibleScriptError: a scripted outcome cannot be.
    """
    games = check_count("games", games, 0)
    first_game = check_count("first_game", first_game, 0, LANES - games)
    block = check_count("block", block)
    crew = _Crew(game, line_ups, players)
    arguments = _Arguments(
        check_seed(seed),
        reward,
        game.check_observation_mode(observation_mode),
        script,
        thread_count(threads),
        observer,
        openings,
    )
    reward_kind(reward)
    compile_script(game, script)
    compiled = crew.compiled and not records and observer is None
    return _blocks(crew, arguments, games, first_game, block, compiled, records)


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

    def __init__(self, game: Game, line_ups: Sequence[Any], players: int | None) -> None:
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
        for agent in self.agents:
            own = getattr(agent, "game", game)
            if own is not game and own.actions.digest != game.actions.digest:
                raise ValueError(f"the agent {agent.name} was made for {own!r}, not for this game")

    @property
    def compiled(self) -> bool:
        return all(isinstance(agent, CompiledAgent) for agent in self.agents)

    def line_up_of(self, first: int, last: int) -> np.ndarray:
        return np.arange(first, last, dtype=np.int64) % len(self.seats)

    def tables(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Addresses of compiled agents, their numbers, and where each agent's begin."""
        addresses: list[Any] = []
        numbers: list[np.ndarray] = []
        starts = [0]
        for agent in self.agents:
            assert isinstance(agent, CompiledAgent)
            addresses.append(0 if agent.kernel is random_rule else agent.address)
            numbers.append(agent.data)
            starts.append(starts[-1] + len(agent.data))
        return address_table(addresses), np.concatenate(numbers), np.array(starts, np.int64)


def _blocks(
    crew: _Crew,
    arguments: _Arguments,
    games: int,
    first_game: int,
    block: int,
    compiled: bool,
    records: bool,
) -> Iterator[Block]:
    for first in range(first_game, first_game + games, block):
        last = min(first + block, first_game + games)
        if compiled:
            yield _play_compiled(crew, arguments, first, last)
        else:
            yield _play_batch(crew, arguments, first, last, records)


def _block_of(
    crew: _Crew,
    first: int,
    line_ups: np.ndarray,
    states: np.ndarray,
    returns: np.ndarray,
    decisions: np.ndarray,
    records: list[Record] | None,
    openings: np.ndarray | None,
) -> Block:
    statistics = crew.game.notation.statistics(states)
    players = crew.seat_counts[line_ups]
    return Block(
        first, line_ups, players, returns, statistics, decisions, states, records, openings
    )


# ---- inside compiled code


def _play_compiled(crew: _Crew, arguments: _Arguments, first: int, last: int) -> Block:
    game, count = crew.game, last - first
    line_ups = crew.line_up_of(first, last)
    players, seats = crew.seat_counts[line_ups], crew.seats[line_ups]
    choosers, data, starts = crew.tables()
    script = compile_script(game, arguments.script)
    table = game.table
    states = np.zeros(count, game.state_dtype)
    streams = np.zeros(count, game.stream_dtype)
    streams["seed"], streams["lane"] = arguments.seed, np.arange(first, last)
    decisions = np.zeros(count, np.int64)
    returns = loops.utilities(game, count)
    opening = game.opening_questions if arguments.openings else np.zeros(0, np.bool_)
    openings = np.zeros(count if arguments.openings else 0, game.state_dtype)
    kind = int(reward_kind(arguments.reward))
    chunks = chunks_of(count, arguments.threads, _SMALLEST_CHUNK)
    buffers = [
        (
            loops.make_scratch(game),
            np.zeros(len(game.actions), np.bool_),
            np.zeros(0, OBSERVATION),
        )
        for _ in range(min(arguments.threads, len(chunks)))
    ]

    def play(worker: int, begin: int, end: int) -> None:
        scratch, mask, observation = buffers[worker]
        stuck = loops.play_lanes(
            table,
            states,
            game.board,
            streams,
            players,
            script,
            scratch,
            choosers,
            seats,
            data,
            starts,
            0,
            False,
            mask,
            observation,
            decisions,
            opening,
            openings,
            begin,
            end,
        )
        if stuck != loops.FINE:
            one = slice(stuck, stuck + 1)
            if states["waiting"][stuck] == CHANCE:
                raise impossible_script(
                    game, states[one], streams[one], script, f"game {first + stuck}"
                )
            # The same game once more, outside compiled code, to say what went wrong.
            _play_batch(crew, arguments, first + int(stuck), first + int(stuck) + 1, False)
            raise AssertionError(f"game {first + stuck} goes differently outside compiled code")
        loops.pay_lanes(table, states, game.board, kind, returns, begin, end)

    run_chunks(play, chunks, arguments.threads)
    kept = openings if arguments.openings else None
    return _block_of(crew, first, line_ups, states, returns, decisions, None, kept)


# ---- through a batch


@kernel
def _draw_bits(streams: Any, lanes: Any, seats: Any, bits: Any) -> Any:
    for row in range(lanes.shape[0]):
        bits[row] = draw_choice(streams[lanes[row]], seats[row])
    return 0


@kernel
def _hide_lanes(table: Any, states: Any, board: Any, seats: Any) -> Any:
    for row in range(states.shape[0]):
        hide(table, states[row], board[0], seats[row])
    return 0


def _play_batch(crew: _Crew, arguments: _Arguments, first: int, last: int, records: bool) -> Block:
    game, count = crew.game, last - first
    line_ups = crew.line_up_of(first, last)
    seating = crew.seats[line_ups]
    observer = arguments.observer
    env = BatchEnv(
        game,
        count,
        crew.seat_counts[line_ups],
        arguments.seed,
        reward=arguments.reward,
        observation_mode=arguments.observation_mode,
        observations=observer is not None or any(a.needs_observations for a in crew.agents),
        threads=arguments.threads,
        script=arguments.script,
        record=True,
        first_lane=first,
    )
    for agent in crew.agents:
        if hasattr(agent, "forget"):
            agent.forget()
    returns = loops.utilities(game, count)
    opening = game.opening_questions
    openings = env.states.copy()
    step = env.reset()
    in_opening = np.ones(count, np.bool_)
    while not step.terminated.all():
        if arguments.openings and in_opening.any():
            over = in_opening & ~(opening[env.states["question"]] & ~step.terminated)
            openings[over] = env.states[over]
            in_opening &= ~over
        lanes = np.flatnonzero(step.players != NOBODY)
        seats = step.players[lanes].astype(np.int64)
        movers = seating[lanes, seats]
        bits = np.zeros(len(lanes), np.uint64)
        _draw_bits(env.streams, lanes, seats, bits)
        actions = np.zeros(count, np.int64)
        for place in np.unique(movers):
            agent, rows = crew.agents[place], np.flatnonzero(movers == place)
            its_lanes = lanes[rows]
            decisions = _decisions(env, its_lanes, seats[rows], bits[rows])
            actions[its_lanes] = _ask(env, agent, its_lanes, decisions)
            if observer is not None:
                steps = env.decisions[its_lanes]
                chosen = actions[its_lanes]
                observer(Observed(agent, first + its_lanes, steps, decisions, chosen))
        step = env.step(actions)
        returns += step.rewards
    told = [env.record(lane) for lane in range(count)] if records else None
    openings[in_opening] = env.states[in_opening]
    kept = openings if arguments.openings else None
    return _block_of(crew, first, line_ups, env.states, returns, env.decisions, told, kept)


def _decisions(env: BatchEnv, lanes: np.ndarray, seats: np.ndarray, bits: np.ndarray) -> Decisions:
    states = env.states[lanes]
    _hide_lanes(env.game.table, states, env.game.board, seats)
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

"""Kernels of :mod:`pixies_env.adapters.seat_view`: games in which some seats play by themselves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.agent_choice import agent_choice, is_among
from pixies_env.core.compilation.compile import kernel, rule
from pixies_env.core.compilation.streams import below, draw_choice, keyed
from pixies_env.core.lanes import LaneGame, Scratch
from pixies_env.core.loops import FINE, set_up, write_mask
from pixies_env.core.seam import DECISION, NOBODY, NOTHING
from pixies_env.core.settling import settle

LEARNER = -1
"""Instead of the index of an agent: the seat whose decisions come from outside."""

_SEAT_DRAW = 254
"""Pseudo kind of chance under which the learning seat of an episode is drawn."""
_OPPONENT_DRAW = 253
"""Pseudo kind of chance under which opponents are drawn from a pool."""


class LaneArrays(NamedTuple):
    """The arrays of all lanes, as the kernels take them."""

    states: np.ndarray
    """``(lanes,)`` state records."""
    streams: np.ndarray
    """``(lanes,)`` stream records."""
    board_of: np.ndarray
    """int64 ``(lanes,)``: index of each lane's board."""
    players: np.ndarray
    """int64 ``(lanes,)``: seats of each game."""
    learners: np.ndarray
    """int64 ``(lanes,)``: the seat that learns."""
    agents: np.ndarray
    """int64 ``(lanes, max_players)``: index of the agent on a seat, or ``LEARNER``."""
    moving: np.ndarray
    """int64 ``(lanes,)``: the seat that an uncompiled agent or the learner decides for, or -1."""
    action_masks: np.ndarray
    """bool ``(lanes, actions)``: what is legal for the learner; all true in a finished game."""
    observations: np.ndarray
    """float32 ``(lanes, features)`` of the learner."""
    rewards: np.ndarray
    """float64 ``(lanes, max_players)``: what the last game that ended has paid."""


class SeatOptions(NamedTuple):
    """How games are begun, gone on with and shown, the same in all lanes."""

    board_drawn: bool
    """Each game is on the board that its stream draws."""
    fixed_seat: int
    """The learner's seat; -1: the one that the stream draws."""
    skip_forced: bool
    """The learner is not asked where it has one option only."""
    mode: int
    """Index of the observation mode."""
    reward_kind: int
    """A :class:`pixies_env.core.seam.Reward`."""


class Gathered(NamedTuple):
    """Arrays of :class:`pixies_env.core.agents.Decisions`, to be filled."""

    states: np.ndarray
    """``(n,)`` state records."""
    observations: np.ndarray
    """float32 ``(n, features)``; no rows if the agent needs none."""
    action_masks: np.ndarray
    """bool ``(n, actions)``."""
    seats: np.ndarray
    """int64 ``(n,)``."""
    bits: np.ndarray
    """uint64 ``(n,)``."""


class Opponents(NamedTuple):
    """The agents, as the kernels take them.

    An agent is known by its index in ``LaneArrays.agents``. ``entries`` leads from there to what
    decides for it on a board, and to the other arrays.
    """

    entries: np.ndarray
    """int64 ``(agents, boards)``."""
    compiled: np.ndarray
    """bool ``(entries,)``: the agent decides inside compiled code."""
    choosers: np.ndarray
    """``(entries,)``: address of the rule of a compiled agent, 0 for uniformly random play."""
    data: np.ndarray
    """float64: the numbers of all compiled agents, one after the other."""
    data_starts: np.ndarray
    """int64 ``(entries + 1,)``: where in ``data`` those of an entry begin."""
    seatings: np.ndarray
    """int64 ``(seatings, max_players)``: agent on the k-th seat to the left of the learner."""
    thresholds: np.ndarray
    """int64 ``(max_players + 1, seatings)``: by number of players, sums of the weights of the
    seatings so far, of which one is drawn for each game."""
    independent: bool
    """Each seat has a draw of its own."""


@rule
def drawn_seating(thresholds: Any, bits: Any) -> Any:
    """Index of the seating that 64 random bits draw."""
    left = below(bits, thresholds[thresholds.shape[0] - 1])
    seating = 0
    while left >= thresholds[seating]:
        seating += 1
    return seating


@rule
def _begin(
    game: LaneGame,
    arrays: LaneArrays,
    opponents: Opponents,
    options: SeatOptions,
    scratch: Scratch,
    lanes: np.ndarray,
    first: Any,
    last: Any,
) -> Any:
    for index in range(first, last):
        lane = lanes[index]
        is_set_up = set_up(game, arrays, lane, options.board_drawn, scratch)
        stream = arrays.streams[lane]
        players = int(arrays.players[lane])
        learner = int(options.fixed_seat)
        if learner < 0:
            learner = below(keyed(stream.key, _SEAT_DRAW, 0, 0), players)
        arrays.learners[lane] = learner
        arrays.agents[lane, learner] = LEARNER
        for step in range(1, players):
            draw = step if opponents.independent else 0
            seating = drawn_seating(
                opponents.thresholds[players], keyed(stream.key, _OPPONENT_DRAW, draw, 0)
            )
            arrays.agents[lane, (learner + step) % players] = opponents.seatings[seating, step]
        if not is_set_up:
            return lane
    return FINE


@kernel
def begin_lanes(
    game: LaneGame,
    arrays: LaneArrays,
    opponents: Opponents,
    options: SeatOptions,
    scratch: Scratch,
    lanes: np.ndarray,
    first: Any,
    last: Any,
) -> Any:
    """Begin the game that each lane's stream names and seat everybody.

    ``lanes``, int64. Returns the lane where the script is impossible, or ``FINE``.
    """
    return _begin(
        LaneGame(*game),
        LaneArrays(*arrays),
        Opponents(*opponents),
        SeatOptions(*options),
        Scratch(*scratch),
        lanes,
        first,
        last,
    )


@rule
def _advance(
    game: LaneGame,
    arrays: LaneArrays,
    opponents: Opponents,
    options: SeatOptions,
    scratch: Scratch,
    lanes: np.ndarray,
    actions: np.ndarray,
    first: Any,
    last: Any,
) -> Any:
    table, script, ids = game.table, game.script, scratch.ids
    for index in range(first, last):
        lane = lanes[index]
        state, stream = arrays.states[lane], arrays.streams[lane]
        board = game.boards[arrays.board_of[lane]]
        action = int(actions[index])
        agent, count = LEARNER, 0
        while True:
            if action >= 0:
                seam.apply(table, state, board, action)
                if not settle(
                    table, state, board, stream, script, scratch.outcomes, scratch.weights
                ):
                    return lane
            if state.waiting != DECISION:
                break
            count = seam.legal(table, state, board, ids)
            agent = int(arrays.agents[lane, state.player])
            if options.skip_forced and count == 1:
                action = int(ids[0])
                continue
            if agent == LEARNER:
                break
            entry = int(opponents.entries[agent, arrays.board_of[lane]])
            if not opponents.compiled[entry]:
                break
            chooser = opponents.choosers[entry]
            data = opponents.data[opponents.data_starts[entry] : opponents.data_starts[entry + 1]]
            bits = draw_choice(stream, int(state.player))
            action = agent_choice(table, state, board, scratch, count, chooser, data, bits)
            if not is_among(ids, count, action):
                return lane
        learner = int(arrays.learners[lane])
        if state.waiting == NOTHING:
            arrays.moving[lane] = NOBODY
            # An all-false mask must never reach a policy.
            arrays.action_masks[lane, :] = True
            seam.returns(table, state, board, options.reward_kind, arrays.rewards[lane])
            seam.observe(table, state, board, learner, options.mode, arrays.observations[lane])
        else:
            arrays.moving[lane] = int(state.player)
            if agent == LEARNER:
                write_mask(ids, count, arrays.action_masks[lane])
                seam.observe(table, state, board, learner, options.mode, arrays.observations[lane])
    return FINE


@kernel
def advance_lanes(
    game: LaneGame,
    arrays: LaneArrays,
    opponents: Opponents,
    options: SeatOptions,
    scratch: Scratch,
    lanes: np.ndarray,
    actions: np.ndarray,
    first: Any,
    last: Any,
) -> Any:
    """Carry out a legal action per lane and play on until the learner or Python must decide.

    ``actions[index]`` belongs to ``lanes[index]``; a negative one only plays on. Where the
    learner decides or the game is over, mask and observation of the learner are written, and a
    game that is over is paid. Returns the lane of an impossible script or of an agent's illegal
    choice, or ``FINE``.
    """
    return _advance(
        LaneGame(*game),
        LaneArrays(*arrays),
        Opponents(*opponents),
        SeatOptions(*options),
        Scratch(*scratch),
        lanes,
        actions,
        first,
        last,
    )


@kernel
def gather_decisions(
    game: LaneGame,
    arrays: LaneArrays,
    options: SeatOptions,
    scratch: Scratch,
    lanes: np.ndarray,
    gathered: Gathered,
) -> Any:
    """Write what the agent that moves in some lanes, int64 ``(n,)``, has to decide."""
    game, arrays, options = LaneGame(*game), LaneArrays(*arrays), SeatOptions(*options)
    scratch, gathered = Scratch(*scratch), Gathered(*gathered)
    table, ids = game.table, scratch.ids
    for index in range(lanes.shape[0]):
        lane = lanes[index]
        seat = int(arrays.moving[lane])
        gathered.states[index] = arrays.states[lane]
        state, board = gathered.states[index], game.boards[arrays.board_of[lane]]
        write_mask(ids, seam.legal(table, state, board, ids), gathered.action_masks[index])
        if gathered.observations.shape[0] > 0:
            seam.observe(table, state, board, seat, options.mode, gathered.observations[index])
        seam.hide(table, state, board, seat)
        gathered.seats[index] = seat
        gathered.bits[index] = draw_choice(arrays.streams[lane], seat)
    return FINE


@kernel
def observe_seats(
    functions: Any,
    states: np.ndarray,
    boards: np.ndarray,
    board_of: np.ndarray,
    games: np.ndarray,
    seats: np.ndarray,
    mode: Any,
    observations: np.ndarray,
) -> Any:
    """Row by row what ``seats[row]`` knows of the game ``games[row]``.

    ``board_of[game]`` is the index of a game's board.
    """
    for row in range(games.shape[0]):
        state, board = states[games[row]], boards[board_of[games[row]]]
        seam.observe(functions, state, board, int(seats[row]), mode, observations[row])
    return FINE

"""Kernels of :mod:`pixies_env.adapters.seat_view`: games in which some seats play by themselves."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import call, kernel, rule
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord, StreamRecord
from pixies_env.core.compilation.streams import below, draw_board, draw_choice, keyed, start_stream
from pixies_env.core.loops import FINE, Scratch, settle, write_mask
from pixies_env.core.seam import DECISION, NOBODY, NOTHING

LEARNER = -1
"""Instead of the index of an agent: the seat whose decisions come from outside."""

_SEAT_DRAW = 254
"""Pseudo kind of chance under which the learning seat of an episode is drawn."""
_OPPONENT_DRAW = 253
"""Pseudo kind of chance under which opponents are drawn from a pool."""


class LaneArrays(NamedTuple):
    """The arrays of all lanes, as the kernels take them."""

    states: np.ndarray
    streams: np.ndarray
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
    observations: np.ndarray
    rewards: np.ndarray
    """float64 ``(lanes, max_players)``."""


class Opponents(NamedTuple):
    """The agents, as the kernels take them.

    An agent is known by its index in ``LaneArrays.agents``. ``entries`` leads from there to what
    decides for it on a board, and to the other arrays.
    """

    entries: np.ndarray
    """int64 ``(agents, boards)``."""
    compiled: np.ndarray
    """bool: the agent decides inside compiled code."""
    choosers: np.ndarray
    """Address of the rule of a compiled agent, 0 for uniformly random play."""
    data: np.ndarray
    data_starts: np.ndarray
    seating: np.ndarray
    """int64 ``(max_players,)``: agent on the k-th seat to the left of the learner."""
    thresholds: np.ndarray
    """int64: sums of the weights of the agents so far, of which agents are drawn for each game;
    empty if they sit as ``seating`` says."""
    alike: bool
    """One draw decides for all opponents of a game."""


@rule
def drawn_agent(thresholds: Any, bits: Any) -> Any:
    """Index of an agent that 64 random bits draw."""
    left = below(bits, thresholds[thresholds.shape[0] - 1])
    agent = 0
    while left >= thresholds[agent]:
        agent += 1
    return agent


@kernel
def begin_lanes(
    functions: Any,
    arrays: LaneArrays,
    opponents: Opponents,
    boards: np.ndarray,
    script: np.ndarray,
    scratch: Scratch,
    board_drawn: Any,
    fixed_seat: Any,
    lanes: np.ndarray,
    first: Any,
    last: Any,
) -> Any:
    """Begin the game that each lane's stream names and seat everybody.

    The learner sits on ``fixed_seat``, or where the stream says if that is negative; with
    ``board_drawn`` the stream also says on which board. Returns the lane where the script is
    impossible, or ``FINE``.
    """
    for index in range(first, last):
        lane = lanes[index]
        state, stream = arrays.states[lane], arrays.streams[lane]
        start_stream(stream, stream.seed, stream.lane, stream.episode)
        if board_drawn:
            arrays.board_of[lane] = draw_board(stream, boards.shape[0])
        board = boards[arrays.board_of[lane]]
        players = int(arrays.players[lane])
        learner = int(fixed_seat)
        if learner < 0:
            learner = below(keyed(stream.key, _SEAT_DRAW, 0, 0), players)
        arrays.learners[lane] = learner
        arrays.agents[lane, learner] = LEARNER
        for step in range(1, players):
            agent = int(opponents.seating[step])
            if opponents.thresholds.shape[0] > 0:
                draw = 0 if opponents.alike else step
                agent = drawn_agent(
                    opponents.thresholds, keyed(stream.key, _OPPONENT_DRAW, draw, 0)
                )
            arrays.agents[lane, (learner + step) % players] = agent
        arrays.states[lane] = scratch.blank[0]
        seam.setup(functions, state, board, players)
        if not settle(functions, state, board, stream, script, scratch.outcomes, scratch.weights):
            return lane
    return FINE


@rule
def compiled_choice(
    functions: Any,
    state: StateRecord,
    board: BoardRecord,
    stream: StreamRecord,
    opponents: Opponents,
    entry: Any,
    count: Any,
    scratch: Scratch,
) -> Any:
    """What a compiled agent chooses among the first ``count`` of ``scratch.ids``; -1 if illegal."""
    player = int(state.player)
    bits = draw_choice(stream, player)
    if opponents.choosers[entry] == 0:
        return int(scratch.ids[below(bits, count)])
    scratch.state[0] = state
    seam.hide(functions, scratch.state[0], board, player)
    action = call(
        opponents.choosers[entry],
        scratch.state[0],
        board,
        np.int64(player),
        scratch.ids,
        np.int64(count),
        opponents.data[opponents.data_starts[entry] : opponents.data_starts[entry + 1]],
        bits,
    )
    for index in range(count):
        if scratch.ids[index] == action:
            return action
    return -1


@kernel
def advance_lanes(
    functions: Any,
    arrays: LaneArrays,
    opponents: Opponents,
    boards: np.ndarray,
    script: np.ndarray,
    scratch: Scratch,
    skip_forced: Any,
    mode: Any,
    reward_kind: Any,
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
    for index in range(first, last):
        lane = lanes[index]
        state, stream = arrays.states[lane], arrays.streams[lane]
        board = boards[arrays.board_of[lane]]
        action = int(actions[index])
        agent, count = LEARNER, 0
        while True:
            if action >= 0:
                seam.apply(functions, state, board, action)
                if not settle(
                    functions, state, board, stream, script, scratch.outcomes, scratch.weights
                ):
                    return lane
            if state.waiting != DECISION:
                break
            count = seam.legal(functions, state, board, scratch.ids)
            agent = int(arrays.agents[lane, state.player])
            if skip_forced and count == 1:
                action = int(scratch.ids[0])
                continue
            if agent == LEARNER:
                break
            entry = int(opponents.entries[agent, arrays.board_of[lane]])
            if not opponents.compiled[entry]:
                break
            action = compiled_choice(
                functions, state, board, stream, opponents, entry, count, scratch
            )
            if action < 0:
                return lane
        learner = int(arrays.learners[lane])
        if state.waiting == NOTHING:
            arrays.moving[lane] = NOBODY
            # An all-false mask must never reach a policy.
            arrays.action_masks[lane, :] = True
            seam.returns(functions, state, board, reward_kind, arrays.rewards[lane])
            seam.observe(functions, state, board, learner, mode, arrays.observations[lane])
        else:
            arrays.moving[lane] = int(state.player)
            if agent == LEARNER:
                write_mask(scratch.ids, count, arrays.action_masks[lane])
                seam.observe(functions, state, board, learner, mode, arrays.observations[lane])
    return FINE


@kernel
def gather_decisions(
    functions: Any,
    arrays: LaneArrays,
    boards: np.ndarray,
    scratch: Scratch,
    mode: Any,
    lanes: np.ndarray,
    states: np.ndarray,
    observations: np.ndarray,
    masks: np.ndarray,
    seats: np.ndarray,
    bits: Any,
) -> Any:
    """Fill the arrays of :class:`pixies_env.core.agents.Decisions` for some lanes.

    ``observations`` has no rows if the agent needs none.
    """
    for index in range(lanes.shape[0]):
        lane = lanes[index]
        seat = int(arrays.moving[lane])
        states[index] = arrays.states[lane]
        state, board = states[index], boards[arrays.board_of[lane]]
        write_mask(scratch.ids, seam.legal(functions, state, board, scratch.ids), masks[index])
        if observations.shape[0] > 0:
            seam.observe(functions, state, board, seat, mode, observations[index])
        seam.hide(functions, state, board, seat)
        seats[index] = seat
        bits[index] = draw_choice(arrays.streams[lane], seat)
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

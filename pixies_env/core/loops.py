"""Generic kernels: whole batches and whole games, for every game behind the seam.

Every kernel works on the lanes ``first .. last - 1`` of shared arrays, so several threads can
work on different lanes at once; scratch buffers belong to one thread. Nothing is allocated, and the
work is done by rules, which count no references to the arrays that they take out of tuples.
:mod:`pixies_env.core.lanes` describes the tuples that they take, from Python as plain ones, see
:func:`pixies_env.core.lanes.unnamed`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core import seam
from pixies_env.core.agent_choice import agent_choice
from pixies_env.core.compilation.compile import inlined, kernel, rule
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord
from pixies_env.core.compilation.streams import draw_board, draw_choice, start_stream
from pixies_env.core.game import Game
from pixies_env.core.lanes import (
    LaneGame,
    LaneOptions,
    Lanes,
    Played,
    Scratch,
    Seated,
    Shown,
    Sight,
)
from pixies_env.core.seam import DECISION, NOBODY, NOTHING, UTILITY
from pixies_env.core.settling import draw_events, settle
from pixies_env.core.team import bounds, first_part, next_part, report

FINE = -1
"""Returned by kernels when nothing went wrong; otherwise the lane where it did."""


@rule
def skip_forced_decisions(
    table: Any, state: Any, board: Any, stream: Any, script: Any, scratch: Scratch
) -> Any:
    """Carry out decisions that have one option only; their number, or -1 as :func:`settle`."""
    taken = 0
    while state.waiting == DECISION:
        if seam.legal(table, state, board, scratch.ids) != 1:
            return taken
        seam.apply(table, state, board, int(scratch.ids[0]))
        taken += 1
        if not settle(table, state, board, stream, script, scratch.outcomes, scratch.weights):
            return -1
    return taken


@rule
def write_mask(ids: Any, count: Any, mask: Any) -> None:
    """Full-width mask of the first ``count`` ids."""
    mask[:] = False
    for index in range(count):
        mask[ids[index]] = True


@inlined
def set_up(game: LaneGame, lanes: Any, lane: Any, board_drawn: Any, scratch: Scratch) -> Any:
    """Set up the game that a lane's stream names, chance before the first decision drawn.

    ``lanes`` has the fields of :class:`pixies_env.core.lanes.Lanes`; with ``board_drawn`` the game
    is on the board that the stream draws. Returns False as :func:`settle`.
    """
    state, stream = lanes.states[lane], lanes.streams[lane]
    lanes.states[lane] = scratch.blank[0]
    start_stream(stream, stream.seed, stream.lane, stream.episode)
    if board_drawn:
        lanes.board_of[lane] = draw_board(stream, game.boards.shape[0])
    board = game.boards[lanes.board_of[lane]]
    seam.setup(game.table, state, board, int(lanes.players[lane]))
    return settle(game.table, state, board, stream, game.script, scratch.outcomes, scratch.weights)


@inlined
def begin(
    game: LaneGame, lanes: Lanes, lane: Any, options: LaneOptions, scratch: Scratch, decisions: Any
) -> Any:
    """Begin the game that a lane's stream names, up to the first decision that is shown.

    ``decisions[lane]`` counts the forced ones before it. Returns False as :func:`settle`.
    """
    decisions[lane] = 0
    if not set_up(game, lanes, lane, options.board_drawn, scratch):
        return False
    if options.skip_forced:
        state, stream = lanes.states[lane], lanes.streams[lane]
        board = game.boards[lanes.board_of[lane]]
        skipped = skip_forced_decisions(game.table, state, board, stream, game.script, scratch)
        if skipped < 0:
            return False
        decisions[lane] = skipped
    return True


@rule
def view(
    table: Any,
    state: StateRecord,
    board: BoardRecord,
    ids: Any,
    mode: Any,
    with_observations: Any,
    mask: Any,
    observation: Any,
) -> Any:
    """Write mask and observation of the player to move, and return that player.

    A finished game has an all-true mask, player -1 and the observation of seat 0.
    """
    player = 0
    moving = NOBODY
    if state.waiting == NOTHING:
        mask[:] = True
    else:
        player = int(state.player)
        moving = player
        write_mask(ids, seam.legal(table, state, board, ids), mask)
    if with_observations:
        seam.observe(table, state, board, player, mode, observation)
    return moving


@kernel
def first_illegal(current: Any, actions: Any, masks: Any) -> Any:
    """First lane whose action is no id or not legal, or -1; finished games take anything."""
    for lane in range(actions.shape[0]):
        if current[lane] != NOBODY:
            action = actions[lane]
            if action < 0 or action >= masks.shape[1] or not masks[lane, action]:
                return lane
    return FINE


@rule
def _advance(
    game: LaneGame,
    lanes: Lanes,
    options: LaneOptions,
    shown: Shown,
    scratch: Scratch,
    starting: Any,
    actions: Any,
    first: Any,
    last: Any,
) -> Any:
    table, script = game.table, game.script
    for lane in range(first, last):
        if starting and actions[lane] == 0:
            continue
        shown.rewards[lane, :] = 0.0
        state, stream = lanes.states[lane], lanes.streams[lane]
        begins = starting
        if not starting:
            if state.waiting == NOTHING:
                shown.terminated[lane] = True
                continue
            board = game.boards[lanes.board_of[lane]]
            seam.apply(table, state, board, int(actions[lane]))
            if not draw_events(
                table, state, board, stream, script, scratch.outcomes, scratch.weights
            ):
                return lane
            skipped = 0
            if options.skip_forced:
                skipped = skip_forced_decisions(table, state, board, stream, script, scratch)
                if skipped < 0:
                    return lane
            shown.decisions[lane] += 1 + skipped
            shown.terminated[lane] = state.waiting == NOTHING
            if state.waiting == NOTHING:
                seam.returns(table, state, board, options.reward_kind, shown.rewards[lane])
                if options.autoreset:
                    stream.episode = int(stream.episode) + 1
                    begins = True
        if begins:
            if not begin(game, lanes, lane, options, scratch, shown.decisions):
                return lane
            if starting:
                shown.terminated[lane] = state.waiting == NOTHING
        # A game that has begun may be on another board.
        shown.moving[lane] = view(
            table,
            state,
            game.boards[lanes.board_of[lane]],
            scratch.ids,
            options.mode,
            options.with_observations,
            shown.action_masks[lane],
            shown.observations[lane],
        )
    return FINE


@kernel
def advance_lanes(
    game: LaneGame,
    lanes: Lanes,
    options: LaneOptions,
    shown: Shown,
    starting: Any,
    actions: Any,
    scratch: Scratch,
    words: Any,
    worker: Any,
) -> Any:
    """Begin games or go on with them, and write views: the work of a team.

    ``actions``, int64 ``(lanes,)``. If ``starting[0]`` the game that each lane's stream names is
    begun where its action is not 0. Else actions are legal, one per lane: each is applied, chance
    is drawn, games that end are paid. ``terminated[lane]`` tells games that are over; with
    ``autoreset`` those that ended in this very step, whose lane already holds the first position of
    its next episode. Reports the lane of an impossible script.

    Both is one kernel, since to begin a game is much of what either has to compile.
    """
    part = first_part(words, worker)
    while part >= 0:
        first, last = bounds(words, actions.shape[0], part)
        lane = _advance(
            LaneGame(*game),
            Lanes(*lanes),
            LaneOptions(*options),
            Shown(*shown),
            Scratch(*scratch),
            starting[0],
            actions,
            first,
            last,
        )
        if lane != FINE:
            report(words, lane)
        part = next_part(words, worker)
    return 0


@rule
def _play(
    game: LaneGame,
    lanes: Lanes,
    seated: Seated,
    played: Played,
    scratch: Scratch,
    sight: Sight,
    first: Any,
    last: Any,
) -> Any:
    table, script, ids, mask = game.table, game.script, scratch.ids, sight.action_mask
    mask[:] = False
    for lane in range(first, last):
        if not set_up(game, lanes, lane, False, scratch):
            return lane
        state, stream = lanes.states[lane], lanes.streams[lane]
        board = game.boards[lanes.board_of[lane]]
        taken = 0
        in_opening = played.in_opening.shape[0] > 0
        while state.waiting == DECISION:
            if in_opening and not played.in_opening[int(state.question)]:
                played.openings[lane] = state
                in_opening = False
            player = int(state.player)
            count = seam.legal(table, state, board, ids)
            for index in range(count):
                mask[ids[index]] = True
            if sight.observation.shape[0] > 0:
                seam.observe(table, state, board, player, 0, sight.observation)
            agent = int(seated.seats[lane, player])
            chooser = seated.choosers[agent]
            data = seated.data[seated.data_starts[agent] : seated.data_starts[agent + 1]]
            bits = draw_choice(stream, player)
            action = agent_choice(table, state, board, scratch, count, chooser, data, bits)
            if action < 0 or action >= mask.shape[0] or not mask[action]:
                return lane
            # What was set is cleared one by one: cheaper than blanking the whole width.
            for index in range(count):
                mask[ids[index]] = False
            seam.apply(table, state, board, action)
            taken += 1
            if not draw_events(
                table, state, board, stream, script, scratch.outcomes, scratch.weights
            ):
                return lane
        if in_opening:
            played.openings[lane] = state
        played.decisions[lane] = taken
    return FINE


@kernel
def play_lanes(
    game: LaneGame,
    lanes: Lanes,
    seated: Seated,
    played: Played,
    scratch: Scratch,
    sight: Sight,
    first: Any,
    last: Any,
) -> Any:
    """Play each lane's game from set-up to its end with compiled agents.

    Returns the lane of an illegal choice or an impossible script, or ``FINE``.
    """
    return _play(
        LaneGame(*game),
        Lanes(*lanes),
        Seated(*seated),
        Played(*played),
        Scratch(*scratch),
        Sight(*sight),
        first,
        last,
    )


@kernel
def pay_lanes(
    table: Any,
    states: Any,
    boards: Any,
    board_of: Any,
    reward_kind: Any,
    rewards: Any,
    first: Any,
    last: Any,
) -> Any:
    """Write the returns of finished games: float64 ``(lanes, max_players)``."""
    for lane in range(first, last):
        seam.returns(table, states[lane], boards[board_of[lane]], reward_kind, rewards[lane])
    return FINE


@kernel
def write_drawn_boards(streams: Any, boards: Any, board_of: Any) -> Any:
    """Write the board, of so many, that each lane's stream draws."""
    for lane in range(streams.shape[0]):
        board_of[lane] = draw_board(streams[lane], boards)
    return FINE


def utilities(game: Game, lanes: int) -> np.ndarray:
    """Array for rewards of all seats of some lanes."""
    return np.zeros((lanes, game.max_players), UTILITY)

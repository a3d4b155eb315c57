"""Generic kernels: whole batches and whole games, for every game behind the seam.

Every kernel works on the lanes ``first .. last - 1`` of shared arrays, so several threads can
work on different lanes at once; scratch buffers belong to one thread. Nothing is allocated.
``boards`` are the board records, ``board_of[lane]`` the index of a lane's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pixies_env.core import seam
from pixies_env.core.compilation.compile import call, kernel, rule
from pixies_env.core.compilation.streams import (
    below,
    draw_board,
    draw_chance,
    draw_choice,
    start_stream,
)
from pixies_env.core.game import Game
from pixies_env.core.seam import CHANCE, DECISION, IDS, NOBODY, NOTHING, UTILITY, WEIGHTS
from pixies_env.core.threads import own_buffer

FINE = -1
"""Returned by kernels when nothing went wrong; otherwise the lane where it did."""


class Scratch(NamedTuple):
    """Buffers of one thread: ids of decisions, chance outcomes and their weights, one state.

    ``blank`` is a state of zero bytes, never written to.
    """

    ids: np.ndarray
    outcomes: np.ndarray
    weights: np.ndarray
    state: np.ndarray
    blank: np.ndarray


def make_scratch(game: Game, *others: Game) -> Scratch:
    """Buffers large enough for any event of a game, or of the same game on other boards."""
    outcomes = max(len(each.outcomes) for each in (game, *others))
    return Scratch(
        own_buffer(len(game.actions), IDS),
        own_buffer(outcomes, IDS),
        own_buffer(outcomes, WEIGHTS),
        own_buffer(1, game.state_dtype),
        own_buffer(1, game.state_dtype),
    )


def no_script(game: Game) -> np.ndarray:
    """A script that says nothing, see :func:`settle`."""
    return np.zeros((len(game.chance_kinds), 0), IDS)


@rule
def pick_outcome(outcomes: Any, weights: Any, count: Any, bits: Any) -> Any:
    """Outcome that 64 random bits choose among ``count`` weighted ones."""
    total = 0
    for index in range(count):
        total += int(weights[index])
    left = below(bits, total)
    for index in range(count):
        left -= int(weights[index])
        if left < 0:
            return int(outcomes[index])
    return int(outcomes[count - 1])


@rule
def scripted_outcome(stream: Any, script: Any, kind: Any) -> Any:
    """Outcome that the script holds for the next event of a kind, or -1."""
    happened = 0
    for owner in range(stream.counts.shape[1]):
        happened += int(stream.counts[kind, owner])
    return int(script[kind, happened]) if happened < script.shape[1] else -1


@rule
def settle(
    table: Any, state: Any, board: Any, stream: Any, script: Any, outcomes: Any, weights: Any
) -> Any:
    """Draw chance events until a decision is due or the game is over.

    ``script[kind, k]`` is the outcome of the k-th event of a kind, or -1 to draw it. Returns
    False if a scripted outcome is impossible; the state then waits for that event.
    """
    while state.waiting == CHANCE:
        kind = int(state.question)
        count = seam.chances(table, state, board, outcomes, weights)
        outcome = -1
        if script.shape[1] > 0:
            outcome = scripted_outcome(stream, script, kind)
            if outcome >= 0:
                possible = False
                for index in range(count):
                    possible = possible or (outcomes[index] == outcome and weights[index] > 0)
                if not possible:
                    return False
        bits = draw_chance(stream, kind, int(state.player))
        if outcome < 0:
            outcome = pick_outcome(outcomes, weights, count, bits)
        seam.apply_chance(table, state, board, outcome)
    return True


@rule
def skip_forced_decisions(
    table: Any, state: Any, board: Any, stream: Any, script: Any, scratch: Any
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


@rule
def begin(
    table: Any,
    state: Any,
    boards: Any,
    board_of: Any,
    lane: Any,
    board_drawn: Any,
    stream: Any,
    players: Any,
    script: Any,
    scratch: Any,
) -> Any:
    """Begin the game that a stream names on a blank state, up to its first decision.

    With ``board_drawn`` the lane gets the board that the stream draws. Returns as :func:`settle`.
    """
    start_stream(stream, stream.seed, stream.lane, stream.episode)
    if board_drawn:
        board_of[lane] = draw_board(stream, boards.shape[0])
    board = boards[board_of[lane]]
    seam.setup(table, state, board, players)
    return settle(table, state, board, stream, script, scratch.outcomes, scratch.weights)


@rule
def view(
    table: Any,
    state: Any,
    board: Any,
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
def start_lanes(
    table: Any,
    states: Any,
    boards: Any,
    board_of: Any,
    streams: Any,
    players: Any,
    script: Any,
    scratch: Any,
    board_drawn: Any,
    skip_forced: Any,
    mode: Any,
    with_observations: Any,
    masks: Any,
    observations: Any,
    current: Any,
    rewards: Any,
    terminated: Any,
    decisions: Any,
    where: Any,
    first: Any,
    last: Any,
) -> Any:
    """Begin the game that each lane's stream names, where ``where[lane]`` is set; write views."""
    for lane in range(first, last):
        if not where[lane]:
            continue
        state = states[lane]
        stream = streams[lane]
        rewards[lane, :] = 0.0
        decisions[lane] = 0
        states[lane] = scratch.blank[0]
        fine = begin(
            table,
            state,
            boards,
            board_of,
            lane,
            board_drawn,
            stream,
            int(players[lane]),
            script,
            scratch,
        )
        board = boards[board_of[lane]]
        if fine and skip_forced:
            skipped = skip_forced_decisions(table, state, board, stream, script, scratch)
            fine = skipped >= 0
            decisions[lane] = skipped
        if not fine:
            return lane
        terminated[lane] = state.waiting == NOTHING
        current[lane] = view(
            table,
            state,
            board,
            scratch.ids,
            mode,
            with_observations,
            masks[lane],
            observations[lane],
        )
    return FINE


@kernel
def first_illegal(current: Any, actions: Any, masks: Any) -> Any:
    """First lane whose action is no id or not legal, or -1; finished games take anything."""
    for lane in range(actions.shape[0]):
        if current[lane] != NOBODY:
            action = actions[lane]
            if action < 0 or action >= masks.shape[1] or not masks[lane, action]:
                return lane
    return FINE


@kernel
def step_lanes(
    table: Any,
    states: Any,
    boards: Any,
    board_of: Any,
    streams: Any,
    players: Any,
    script: Any,
    scratch: Any,
    board_drawn: Any,
    skip_forced: Any,
    mode: Any,
    with_observations: Any,
    masks: Any,
    observations: Any,
    current: Any,
    rewards: Any,
    terminated: Any,
    decisions: Any,
    actions: Any,
    autoreset: Any,
    reward_kind: Any,
    first: Any,
    last: Any,
) -> Any:
    """Apply one legal action per lane, draw chance, pay games that end, write views.

    ``terminated[lane]`` tells games that are over; with ``autoreset`` those that ended in
    this very step, whose lane already holds the first position of its next episode.
    """
    for lane in range(first, last):
        rewards[lane, :] = 0.0
        state = states[lane]
        if state.waiting == NOTHING:
            terminated[lane] = True
            continue
        stream = streams[lane]
        board = boards[board_of[lane]]
        seam.apply(table, state, board, int(actions[lane]))
        taken = 1
        fine = settle(table, state, board, stream, script, scratch.outcomes, scratch.weights)
        if fine and skip_forced:
            skipped = skip_forced_decisions(table, state, board, stream, script, scratch)
            fine = skipped >= 0
            taken += skipped
        if not fine:
            return lane
        decisions[lane] += taken
        over = state.waiting == NOTHING
        terminated[lane] = over
        if over:
            seam.returns(table, state, board, reward_kind, rewards[lane])
            if autoreset:
                stream.episode = int(stream.episode) + 1
                decisions[lane] = 0
                states[lane] = scratch.blank[0]
                fine = begin(
                    table,
                    state,
                    boards,
                    board_of,
                    lane,
                    board_drawn,
                    stream,
                    int(players[lane]),
                    script,
                    scratch,
                )
                board = boards[board_of[lane]]
                if fine and skip_forced:
                    skipped = skip_forced_decisions(table, state, board, stream, script, scratch)
                    fine = skipped >= 0
                    decisions[lane] = skipped
                if not fine:
                    return lane
        current[lane] = view(
            table,
            state,
            board,
            scratch.ids,
            mode,
            with_observations,
            masks[lane],
            observations[lane],
        )
    return FINE


@kernel
def play_lanes(
    table: Any,
    states: Any,
    boards: Any,
    board_of: Any,
    streams: Any,
    players: Any,
    script: Any,
    scratch: Any,
    choosers: Any,
    seats: Any,
    data: Any,
    data_starts: Any,
    mode: Any,
    with_observations: Any,
    mask: Any,
    observation: Any,
    decisions: Any,
    opening: Any,
    openings: Any,
    first: Any,
    last: Any,
) -> Any:
    """Play each lane's game from set-up to its end with compiled agents.

    ``seats[lane, seat]`` is the index of the agent on a seat; ``choosers[agent]`` the address of
    its ``choose`` kernel, see :mod:`pixies_env.core.agents`, or 0 for uniformly random play;
    ``data[data_starts[agent]:data_starts[agent + 1]]`` its numbers. The full-width mask (and
    the mover's observation, if asked for) is written at each decision. ``decisions[lane]``
    counts them. ``opening`` tells which questions belong to the opening, and ``openings[lane]``
    becomes the first position beyond it; an empty ``opening`` keeps none. Returns the lane of an
    illegal choice or an impossible script, or -1.
    """
    ids = scratch.ids
    mask[:] = False
    for lane in range(first, last):
        stream = streams[lane]
        start_stream(stream, stream.seed, stream.lane, stream.episode)
        states[lane] = scratch.blank[0]
        state = states[lane]
        board = boards[board_of[lane]]
        seam.setup(table, state, board, int(players[lane]))
        if not settle(table, state, board, stream, script, scratch.outcomes, scratch.weights):
            return lane
        taken = 0
        in_opening = opening.shape[0] > 0
        while state.waiting == DECISION:
            if in_opening and not opening[int(state.question)]:
                openings[lane] = state
                in_opening = False
            player = int(state.player)
            count = seam.legal(table, state, board, ids)
            for index in range(count):
                mask[ids[index]] = True
            if with_observations:
                seam.observe(table, state, board, player, mode, observation)
            agent = int(seats[lane, player])
            bits = draw_choice(stream, player)
            if choosers[agent] == 0:
                action = int(ids[below(bits, count)])
            else:
                scratch.state[0] = state
                seam.hide(table, scratch.state[0], board, player)
                action = call(
                    choosers[agent],
                    scratch.state[0],
                    board,
                    np.int64(player),
                    ids,
                    np.int64(count),
                    data[data_starts[agent] : data_starts[agent + 1]],
                    bits,
                )
                if action < 0 or action >= mask.shape[0] or not mask[action]:
                    return lane
            # What was set is cleared one by one: cheaper than blanking the whole width.
            for index in range(count):
                mask[ids[index]] = False
            seam.apply(table, state, board, action)
            taken += 1
            if not settle(table, state, board, stream, script, scratch.outcomes, scratch.weights):
                return lane
        if in_opening:
            openings[lane] = state
        decisions[lane] = taken
    return FINE


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
    """Write the returns of finished games."""
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

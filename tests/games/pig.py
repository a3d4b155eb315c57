"""Pig, a dice game for 2 to 4 players: roll as often as you dare, a 1 takes all of the turn.

In a turn a player rolls a die again and again and adds up its faces. A 1 ends the turn and takes
what it brought; who holds keeps it. After so many turns each, most points win; ties share.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compile import record_dtype, rule
from pixies_env.core.game import Feature, Game, Notation
from pixies_env.core.seam import (
    CHANCE,
    DECISION,
    NOBODY,
    NOTHING,
    Functions,
    Reward,
    header_fields,
)
from pixies_env.core.written import Written, read

# --- 1. state and board

PLAYERS, FACES, MOST_ROLLS = 4, 6, 5
ROLL, HOLD = range(2)

STATE = record_dtype(
    [
        *header_fields(),
        ("turn", np.int8),  # turns that are over, of all players
        ("rolls", np.int8),  # in this turn
        ("gained", np.int8),  # in this turn
        ("points", np.int16, (PLAYERS,)),
    ]
)
BOARD = record_dtype([("turns", np.int8)])

# --- 2. rules


@rule
def setup(state, board, players):
    state.players = players
    ask_or_end(state, board)
    return 0


@rule
def ask_or_end(state, board):
    """Ask the player whose turn it is, or end the game after the last turn."""
    if int(state.turn) == int(board.turns) * int(state.players):
        state.waiting, state.player, state.question = NOTHING, NOBODY, 0
    else:
        state.waiting = DECISION
        state.player = int(state.turn) % int(state.players)
        state.question = 0


@rule
def legal(state, board, ids):
    ids[0], ids[1] = ROLL, HOLD
    if int(state.rolls) == 0:
        return 1
    if int(state.rolls) == MOST_ROLLS:
        ids[0] = HOLD
        return 1
    return 2


@rule
def end_turn(state, board):
    state.turn = int(state.turn) + 1
    state.rolls, state.gained = 0, 0
    ask_or_end(state, board)


@rule
def apply(state, board, action):
    if action == ROLL:
        state.waiting = CHANCE
    else:
        player = int(state.player)
        state.points[player] = int(state.points[player]) + int(state.gained)
        end_turn(state, board)
    return 0


@rule
def chances(state, board, outcomes, weights):
    for face in range(FACES):
        outcomes[face], weights[face] = face, 1
    return FACES


@rule
def apply_chance(state, board, outcome):
    if outcome == 0:
        end_turn(state, board)
    else:
        state.rolls = int(state.rolls) + 1
        state.gained = int(state.gained) + outcome + 1
        state.waiting = DECISION
    return 0


# --- 3. what players know


@rule
def observe(state, board, player, mode, out):
    players = int(state.players)
    out[0], out[1] = int(state.rolls) / MOST_ROLLS, int(state.gained) / 30.0
    out[2] = int(state.turn) / (int(board.turns) * players)
    for step in range(PLAYERS):
        seat = (player + step) % players
        out[3 + step] = int(state.points[seat]) / 100.0 if step < players else -1.0
    return 0


@rule
def hide(state, board, player):
    return 0


@rule
def resample(state, board, player, bits):
    return 0


FEATURES = (
    Feature("rolls", "rolls of this turn / 5"),
    Feature("gained", "points of this turn / 30"),
    Feature("over", "share of all turns that are over"),
    *(Feature(f"points_{step}", "points / 100, -1: no such player") for step in range(PLAYERS)),
)

# --- 4. the end


@rule
def returns(state, board, kind, out):
    players = int(state.players)
    out[:] = 0.0
    most, winners = -1, 0
    for seat in range(players):
        points = int(state.points[seat])
        if points > most:
            most, winners = points, 0
        if points == most:
            winners += 1
    for seat in range(players):
        points, balance = int(state.points[seat]), 0
        for other in range(players):
            balance += 1 if int(state.points[other]) < points else 0
            balance -= 1 if int(state.points[other]) > points else 0
        if kind == Reward.SCORE:
            out[seat] = points
        elif kind == Reward.WIN:
            out[seat] = 1.0 / winners if points == most else 0.0
        else:
            out[seat] = balance / (players - 1)
    return 0


# --- 5. words

ACTIONS = Catalogue.build([("roll", [[]], "roll the die"), ("hold", [[]], "keep the points")])
OUTCOMES = Catalogue.build([("face", [[str(face)] for face in range(1, 7)], "face of the die")])
WAITING = {DECISION: "decision", CHANCE: "chance", NOTHING: "nothing"}


def describe(state: np.ndarray) -> dict[str, Any]:
    record = state[0]
    return {
        "waiting": WAITING[int(record.waiting)],
        "turns over": int(record.turn),
        "rolls": int(record.rolls),
        "gained": int(record.gained),
        "points": [int(points) for points in record.points[: int(record.players)]],
    }


class Position(Written):
    """The form of what ``describe`` gives; ``read`` says which key is wrong."""

    waiting: Literal["decision", "chance", "nothing"]
    turns_over: Annotated[int, Field(alias="turns over", ge=0)]
    rolls: Annotated[int, Field(ge=0, le=MOST_ROLLS)]
    gained: Annotated[int, Field(ge=0, le=FACES * MOST_ROLLS)]
    points: Annotated[list[int], Field(min_length=2, max_length=PLAYERS)]


def restore(board: np.ndarray, mapping: Mapping[str, Any]) -> np.ndarray:
    given = read(Position, mapping, "position")
    players, over = len(given.points), given.turns_over
    if over > int(board[0].turns) * players:
        raise ValueError(f"turns over: there are {board[0].turns} for each player, not {over}")
    for seat, points in enumerate(given.points):
        turns = over // players + (seat < over % players)
        if not 0 <= points <= FACES * MOST_ROLLS * turns or points == 1:
            raise ValueError(f"points.{seat}: {turns} turns cannot bring {points}")
    if not 2 * given.rolls <= given.gained <= FACES * given.rolls:
        raise ValueError(f"gained: {given.rolls} rolls cannot bring {given.gained}")
    state = np.zeros(1, STATE)
    record = state[0]
    record.players, record.turn = players, over
    record.rolls, record.gained = given.rolls, given.gained
    record.points[:players] = given.points
    ask_or_end(record, board[0])
    if (given.waiting == "nothing") != (record.waiting == NOTHING):
        raise ValueError(f"waiting: after {over} turns the game cannot wait for {given.waiting!r}")
    if (given.waiting == "nothing" and given.rolls) or (
        given.waiting == "chance" and given.rolls == MOST_ROLLS
    ):
        raise ValueError(f"rolls: there cannot be {given.rolls} when it waits for {given.waiting}")
    record.waiting = {word: number for number, word in WAITING.items()}[given.waiting]
    return state


def text(state: np.ndarray) -> str:
    return ", ".join(f"{key} {value}" for key, value in describe(state).items())


def result(state: np.ndarray) -> dict[str, Any]:
    points = describe(state)["points"]
    ranks = [1 + sum(other > own for other in points) for own in points]
    return {"reason": "all turns played", "scores": points, "ranks": ranks}


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    points = states["points"].astype(np.float64)
    seated = np.arange(PLAYERS) < states["players"][:, None]
    higher = (points[:, None, :] > points[:, :, None]) & seated[:, None, :]
    return {"score": points, "rank": np.where(seated, 1 + higher.sum(axis=2), 0)}


def everybody(state: np.ndarray) -> tuple[int, ...]:
    return tuple(range(int(state[0].players)))


# --- 6. the game


@functools.cache
def make(turns: int = 5) -> Game:
    """Pig with so many turns for each player, 1 to 20."""
    if not 1 <= turns <= 20:
        raise ValueError(f"turns must be 1 to 20, not {turns}")
    board = np.zeros(1, BOARD)
    board[0].turns = turns
    return Game(
        name="pig",
        title="Pig",
        version=0,
        players=range(2, PLAYERS + 1),
        factory=make,
        specification={"turns": turns},
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=ACTIONS,
        outcomes=OUTCOMES,
        questions=("turn",),
        chance_kinds=("die",),
        features=FEATURES,
        hidden_modes=("open",),
        utility_range=(-1.0, 1.0),
        max_decisions=turns * PLAYERS * (MOST_ROLLS + 1),
        functions=Functions(
            setup, legal, apply, chances, apply_chance, observe, hide, resample, returns
        ),
        notation=Notation(
            action_name=lambda state, action: ACTIONS.role(action),
            outcome_name=lambda state, outcome: OUTCOMES.role(outcome),
            describe=describe,
            restore=functools.partial(restore, board),
            text=text,
            result=result,
            statistics=statistics,
            audience=everybody,
        ),
    )

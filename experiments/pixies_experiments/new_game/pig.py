"""Pig, a dice game for 2 to 4 players: roll as often as you dare, a 1 takes all of the turn.

In a turn a player rolls a die again and again and adds up its faces. A 1 ends the turn and takes
what it brought; who holds keeps it. After so many turns each, most points win; ties share.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compile import record_dtype, rule
from pixies_env.core.game import Feature, Game, Notation
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.enums import words
from pixies_env.core.kit.events import ask, await_chance, finish
from pixies_env.core.kit.numbering import number, numbering_fields, option, outcome
from pixies_env.core.kit.standings import standings
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import CHANCE, DECISION, NOTHING, Functions, header_fields
from pixies_env.core.written import Written, read

# --- 1. state and board


class Phase(IntEnum):
    PLAY = 0


class Question(IntEnum):
    TURN = 0


class Decision(IntEnum):
    ROLL = 0
    HOLD = 1


class ChanceKind(IntEnum):
    FACE = 0


PLAYERS, FACES, MOST_ROLLS = 4, 6, 5

STATE = record_dtype(
    [
        *header_fields(),
        ("phase", np.int8),
        ("turn", np.int8),  # turns that are over, of all players
        ("rolls", np.int8),  # in this turn
        ("gained", np.int8),  # in this turn
        ("points", np.int16, (PLAYERS,)),
    ]
)
BOARD = record_dtype(
    [("turns", np.int8), *numbering_fields(Decision, ChanceKind, most_actions=len(Decision))]
)

# --- 2. rules


@rule
def setup(state: Any, board: Any, players: int) -> int:
    state.players = players
    next_turn(state, board)
    return 0


@rule
def next_turn(state: Any, board: Any) -> None:
    """Ask the player whose turn it is, or end the game after the last turn."""
    if int(state.turn) == int(board.turns) * int(state.players):
        finish(state)
    else:
        ask(state, int(state.turn) % int(state.players), Question.TURN)


@rule
def end_turn(state: Any) -> None:
    state.turn = int(state.turn) + 1
    state.rolls, state.gained = 0, 0


# The question: what can be decided, and what each decision does.


@rule
def options(state: Any, board: Any, player: int, ids: Any) -> int:
    count = 0
    if int(state.rolls) < MOST_ROLLS:
        count = option(board, Decision.ROLL, 0, ids, count)
    if int(state.rolls) > 0:
        count = option(board, Decision.HOLD, 0, ids, count)
    return count


@rule
def roll(state: Any, board: Any, player: int, value: int) -> None:
    await_chance(state, player, ChanceKind.FACE)


@rule
def hold(state: Any, board: Any, player: int, value: int) -> None:
    state.points[player] = int(state.points[player]) + int(state.gained)
    end_turn(state)


# The die: what can come up, and what it does.


@rule
def faces(state: Any, board: Any, owner: int, outcomes: Any, weights: Any) -> int:
    count = 0
    for face in range(FACES):
        count = outcome(board, ChanceKind.FACE, face, 1, outcomes, weights, count)
    return count


@rule
def face_up(state: Any, board: Any, owner: int, face: int) -> None:
    if face == 0:
        end_turn(state)
    else:
        state.rolls = int(state.rolls) + 1
        state.gained = int(state.gained) + face + 1


PLAY = rulebook.Phase(
    Phase.PLAY,
    next_turn,
    questions=(
        rulebook.Question(Question.TURN, options, {Decision.ROLL: roll, Decision.HOLD: hold}),
    ),
    chances=(rulebook.Chance(ChanceKind.FACE, faces, face_up),),
)
legal, apply, chances, apply_chance = rulebook.compose(__name__, [PLAY])


# --- 3. what players know


@rule
def observe(state: Any, board: Any, player: int, mode: int, out: Any) -> int:
    players = int(state.players)
    out[0], out[1] = int(state.rolls) / MOST_ROLLS, int(state.gained) / 30.0
    out[2] = int(state.turn) / (int(board.turns) * players)
    for step in range(PLAYERS):
        seat = (player + step) % players
        out[3 + step] = int(state.points[seat]) / 100.0 if step < players else -1.0
    return 0


@rule
def hide(state: Any, board: Any, player: int) -> int:
    return 0


@rule
def resample(state: Any, board: Any, player: int, bits: Any) -> int:
    return 0


FEATURES = (
    Feature("rolls", "rolls of this turn / 5"),
    Feature("gained", "points of this turn / 30"),
    Feature("over", "share of all turns that are over"),
    *(Feature(f"points_{step}", "points / 100, -1: no such player") for step in range(PLAYERS)),
)

# --- 4. the end


@rule
def points_of(state: Any, board: Any, player: int) -> int:
    return int(state.points[player])


@rule
def standing(state: Any, board: Any, player: int, place: int) -> int:
    return int(state.points[player])


_, returns = standings(__name__, key=standing, number_of_keys=1, score=points_of)


# --- 5. words

ACTIONS = Catalogue.build(
    [(Decision.ROLL, [[]], "roll the die"), (Decision.HOLD, [[]], "keep the points")]
)
OUTCOMES = Catalogue.build(
    [(ChanceKind.FACE, [[str(face)] for face in range(1, 7)], "face of the die")]
)
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
    next_turn(record, board[0])
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


# --- 6. the game


NAME = "pig"
TURNS = Option("turns", range(1, 21), 5, "turns of each player")


@game_factory(NAME, TURNS)
@functools.cache
def make(turns: int) -> Game:
    """Pig with so many turns for each player."""
    board = np.zeros(1, BOARD)
    board[0].turns = turns
    number(board[0], Decision, ACTIONS, OUTCOMES)
    return Game(
        name=NAME,
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
        questions=words(Question),
        chance_kinds=words(ChanceKind),
        features=FEATURES,
        observation_modes=("open",),
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
        ),
    )

"""Pig, a dice game for 2 to 4 players: roll as often as you dare, a 1 takes all of the turn.

In a turn a player rolls a die again and again and adds up its faces. A 1 ends the turn and takes
what it brought; who holds keeps it. After so many turns each, most points win; ties share.
"""

from __future__ import annotations

import functools
import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.game import Feature, Game, Notation
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.enums import words
from pixies_env.core.kit.events import ask, await_chance, finish
from pixies_env.core.kit.invariants import Violation, messages
from pixies_env.core.kit.judge import Judge
from pixies_env.core.kit.numbering import number, numbering_fields, option, outcome
from pixies_env.core.kit.positions import Positions
from pixies_env.core.kit.secrets import hide_nothing, resample_nothing
from pixies_env.core.kit.standings import standings
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import CHANCE, NOBODY, NOTHING, Functions, header_fields

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
def rank_key(state: Any, board: Any, player: int, place: int) -> int:
    return int(state.points[player])


STANDINGS = standings(__name__, key=rank_key, number_of_keys=1, score=points_of)


# --- 5. words

ACTIONS = Catalogue.build(
    [(Decision.ROLL, [[]], "roll the die"), (Decision.HOLD, [[]], "keep the points")]
)
OUTCOMES = Catalogue.build(
    [(ChanceKind.FACE, [[str(face)] for face in range(1, 7)], "face of the die")]
)


class Wrong(Violation):
    """What can be wrong with a position: number, words, keys that it is about."""

    FINE = 0, "fine"
    TURN = 1, "it waits for what cannot be after so many turns", "turn, waiting"
    ROLLS = 2, "so many rolls cannot bring what was gained", "rolls, gained"
    POINTS = 3, "so many turns cannot bring these points", "seats.*.points"


@rule
def check(state: Any, board: Any) -> Any:
    """What is true of every position."""
    players, turn = int(state.players), int(state.turn)
    rolls, gained = int(state.rolls), int(state.gained)
    left = int(board.turns) * players - turn
    due = turn % players if left > 0 else NOBODY
    if left < 0 or turn < 0 or state.player != due or state.question != 0 or state.phase != 0:
        return Wrong.TURN
    if (left == 0) != (state.waiting == NOTHING):
        return Wrong.TURN
    if rolls < 0 or rolls > MOST_ROLLS or (rolls == MOST_ROLLS and state.waiting == CHANCE):
        return Wrong.ROLLS
    if gained < 2 * rolls or gained > FACES * rolls or (rolls > 0 and left == 0):
        return Wrong.ROLLS
    for player in range(PLAYERS):
        points, turns = int(state.points[player]), turn // players
        if player < turn % players:
            turns += 1
        most = FACES * MOST_ROLLS * turns if player < players else 0
        if points < 0 or points == 1 or points > most:
            return Wrong.POINTS
    return Wrong.FINE


def text(state: np.ndarray) -> str:
    """The position for people to read, one line."""
    record = state[0]
    points = ", ".join(str(number) for number in record.points[: record.players])
    return f"turns over {record.turn}, rolls {record.rolls}, gained {record.gained}; {points}"


def result(board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    """What a finished game has come to."""
    ranks, scores = STANDINGS.of(state, board, PLAYERS)
    players = int(state["players"][0])
    return {
        "reason": "all turns played",
        "scores": scores[0, :players].tolist(),
        "ranks": ranks[0, :players].tolist(),
    }


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    """Score and rank of each seat in finished games, 0 where nobody sits."""
    ranks, scores = STANDINGS.of(states, board, PLAYERS)
    return {"score": scores, "rank": ranks}


# --- 6. the game


NAME = "pig"
TURNS = Option("turns", range(1, 21), 5, "turns of each player")


FUNCTIONS = Functions(
    setup,
    legal,
    apply,
    chances,
    apply_chance,
    observe,
    hide_nothing,
    resample_nothing,
    STANDINGS.returns,
)


@game_factory(NAME, TURNS)
@functools.cache
def make(turns: int) -> Game:
    """Pig with so many turns for each player."""
    board = np.zeros(1, BOARD)
    board[0].turns = turns
    number(board[0], Decision, ACTIONS, OUTCOMES)
    judge = Judge(STATE, board, FUNCTIONS, check, Wrong, (ACTIONS, OUTCOMES))
    positions = Positions(
        STATE,
        players=range(2, PLAYERS + 1),
        start=judge.start,
        questions=Question,
        chances=ChanceKind,
        said={"phase": Phase},
        of_seats=("points",),
        check=judge.require_possible,
    )
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
        functions=FUNCTIONS,
        invariants=check,
        invariant_messages=messages(Wrong),
        notation=Notation(
            action_name=ACTIONS.name,
            outcome_name=OUTCOMES.name,
            describe=positions.describe,
            restore=positions.restore,
            text=text,
            result=functools.partial(result, board),
            statistics=functools.partial(statistics, board),
        ),
    )

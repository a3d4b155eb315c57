"""A race whose results are known in advance, for studies to find again.

Everybody in turn chooses how strong to run. Then the places are drawn one after the other: who
comes next is drawn among those still running with chances proportional to weights, which come
from strength and seat. So the chance to win is one's share of the weights, and of any two the
chance to be ahead is one's share of theirs, whoever else runs (Luce 1959).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from pixies_env.core.agents import CompiledAgent
from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.game import Feature, Game, Notation, PrintedNumber
from pixies_env.core.kit.written import Written, read
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import (
    CHANCE,
    DECISION,
    NOBODY,
    NOTHING,
    Functions,
    Reward,
    header_fields,
)
from pixies_env.core.specs import AgentKind

PLAYERS = 4
STRENGTHS = 3

STATE = record_dtype(
    [
        *header_fields(),
        ("strength", np.int8, (PLAYERS,)),
        ("place", np.int8, (PLAYERS,)),
        ("arrived", np.int8),
    ]
)
"""``place`` is 0 for who still runs; ``strength`` is the one chosen."""

BOARD = record_dtype([("weight", np.int32, (STRENGTHS,)), ("start", np.int32, (PLAYERS,))])


@rule
def ask(state, player):
    state.waiting = DECISION
    state.player = player
    return 0


@rule
def setup(state, board, players):
    state.players = players
    return ask(state, 0)


@rule
def legal(state, board, ids):
    for strength in range(STRENGTHS):
        ids[strength] = strength
    return STRENGTHS


@rule
def apply(state, board, action):
    player = int(state.player)
    state.strength[player] = action
    if player + 1 < int(state.players):
        return ask(state, player + 1)
    state.waiting = CHANCE
    state.player = NOBODY
    return 0


@rule
def chances(state, board, outcomes, weights):
    count = 0
    for seat in range(int(state.players)):
        if int(state.place[seat]) == 0:
            outcomes[count] = seat
            weights[count] = int(board.weight[state.strength[seat]]) * int(board.start[seat])
            count += 1
    return count


@rule
def apply_chance(state, board, outcome):
    state.arrived = int(state.arrived) + 1
    state.place[outcome] = state.arrived
    if int(state.arrived) == int(state.players):
        state.waiting = NOTHING
        state.player = NOBODY
    return 0


@rule
def observe(state, board, player, mode, out):
    out[0] = int(state.players) / PLAYERS
    return 0


@rule
def hide(state, board, player):
    return 0


@rule
def resample(state, board, player, bits):
    return 0


@rule
def returns(state, board, kind, out):
    players = int(state.players)
    out[:] = 0.0
    for seat in range(players):
        place = int(state.place[seat])
        if kind == Reward.WIN:
            out[seat] = 1.0 if place == 1 else 0.0
        elif kind == Reward.SCORE:
            out[seat] = players - place
        else:
            out[seat] = (players + 1 - 2 * place) / (players - 1)
    return 0


def _statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    seated = np.arange(PLAYERS) < states["players"][:, None]
    place = states["place"].astype(np.int64)
    score = np.where(seated, states["players"][:, None] - place, 0)
    return {"score": score, "rank": place, "reason": np.zeros(place.shape, np.int64)}


class Position(Written):
    players: Annotated[int, Field(ge=2, le=PLAYERS)]
    strengths: list[Annotated[int, Field(ge=0, lt=STRENGTHS)]]
    places: list[Annotated[int, Field(ge=0, le=PLAYERS)]]


def describe(state: np.ndarray) -> dict[str, Any]:
    """The strengths of those who have chosen, and the places, 0 for who still runs."""
    record = state[0]
    players = int(record.players)
    chosen = int(record.player) if record.waiting == DECISION else players
    return {
        "players": players,
        "strengths": record.strength[:chosen].tolist(),
        "places": record.place[:players].tolist(),
    }


@game_factory(
    "race",
    Option("weights", (), (1, 2, 4), "how likely a strength arrives next", "a list of numbers"),
    Option("starts", (), (1, 1, 1, 1), "the same of the seats", "a list of numbers"),
)
def game(weights: tuple[int, ...], starts: tuple[int, ...]) -> Game:
    """The race with weights of the strengths and of the seats."""
    board = np.zeros(1, BOARD)
    board[0].weight[:], board[0].start[:] = weights, starts

    def restore(mapping: Mapping[str, Any]) -> np.ndarray:
        given = read(Position, mapping, "position")
        players, chosen, places = given.players, len(given.strengths), given.places
        if chosen > players or len(places) != players:
            raise ValueError("strengths, places: at most one strength, one place for each player")
        arrived = sorted(place for place in places if place)
        if arrived != list(range(1, len(arrived) + 1)) or (arrived and chosen < players):
            raise ValueError(f"places: {places} cannot be with {chosen} strengths chosen")
        state = np.zeros(1, STATE)
        record = state[0]
        record.players, record.arrived = players, len(arrived)
        record.strength[:chosen], record.place[:players] = given.strengths, places
        record.player = chosen if chosen < players else NOBODY
        record.waiting = DECISION if chosen < players else CHANCE
        if len(arrived) == players:
            record.waiting = NOTHING
        return state

    def result(state: np.ndarray) -> dict[str, object]:
        places = [int(place) for place in state["place"][0][: int(state["players"][0])]]
        return {"reason": "all arrived", "ranks": places}

    return Game(
        name="race",
        title="Race",
        version=0,
        players=range(2, PLAYERS + 1),
        factory=game,
        specification={"weights": list(weights), "starts": list(starts)},
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=Catalogue.build([("run", [[str(s)] for s in range(STRENGTHS)], "how strong")]),
        outcomes=Catalogue.build([("next", [[str(seat)] for seat in range(PLAYERS)], "arrives")]),
        questions=("strength",),
        chance_kinds=("next",),
        features=(Feature("players", "number of players / 4"),),
        observation_modes=("recall",),
        utility_range=(-1.0, 1.0),
        max_decisions=PLAYERS,
        functions=Functions(
            setup, legal, apply, chances, apply_chance, observe, hide, resample, returns
        ),
        printed=(PrintedNumber("race", "start", list(starts), "default", True),),
        notation=Notation(
            action_name=lambda state, action: f"run({action})",
            outcome_name=lambda state, outcome: f"next({outcome})",
            describe=describe,
            restore=restore,
            text=lambda state: str(state["place"][0]),
            result=result,
            statistics=_statistics,
        ),
    )


@rule
def run_rule(state, board, player, ids, count, data, bits):
    return int(data[0])


@dataclass(frozen=True)
class Options:
    strength: int = field(default=0, metadata={"help": "0 to 2"})


RUNNER = AgentKind(
    "runner",
    "Runs as strong as it is told.",
    lambda game, options: CompiledAgent(game, "runner", run_rule, [options.strength]),
    Options,
)

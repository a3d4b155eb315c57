"""A game with planted advantages, for studies that have to find them with the right size.

Each of 2 to 4 players gets one of six gifts, chosen by themselves (the last seat first), dealt or
given. Then a die of ten faces is rolled for each of them. Then each of them calls ``high`` or
``low``, or first ``trains`` for a point: a strong player does that. Who alone calls high gains
two points, others who call high lose two. Score: worth of the gift, bonus of the seat, die,
training, call. Most points win, ties share. Where gifts are ``traded`` each is handed back in the
end for one that is worth nothing.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from pixies_env.core.agents import CompiledAgent
from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.game import (
    Factor,
    FactorValues,
    Feature,
    Game,
    Notation,
    PrintedNumber,
    Size,
    Unknown,
)
from pixies_env.core.kit.written import Written, read
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import (
    CHANCE,
    DECISION,
    NOBODY,
    NOTHING,
    Functions,
    Reward,
    Sight,
    header_fields,
)

PLAYERS = 4
GIFTS = ("amber", "brass", "copper", "dust", "ember", "flint")
FACES = 10
TRIED = (0, 2, 4)
"""Worths of a gift that studies of sizes try."""
LONE_HIGH, CROWDED_HIGH = 2, -2
TRAIN = 3

CHOSEN, DEALT, GIVEN = range(3)
ASK_GIFT, ASK_CALL = range(2)
DEAL, DIE = range(2)
TRAIN_ID = len(GIFTS)
HIGH_ID, LOW_ID = TRAIN_ID + 1, TRAIN_ID + 2
FACE_ID = len(GIFTS)

STATE = record_dtype(
    [
        *header_fields(),
        ("gift", np.int8, (PLAYERS,)),
        ("die", np.int8, (PLAYERS,)),
        ("trained", np.int8, (PLAYERS,)),
        ("call", np.int8, (PLAYERS,)),
        ("score", np.int8, (PLAYERS,)),
    ]
)
BOARD = record_dtype(
    [
        ("draft", np.int8),
        ("given", np.int8, (PLAYERS,)),
        ("worth", np.int8, (len(GIFTS),)),
        ("bonus", np.int8, (PLAYERS,)),
        ("traded", np.int8),
    ]
)


@rule
def wait(state, waiting, player, question):
    state.waiting = waiting
    state.player = player
    state.question = question
    return 0


@rule
def setup(state, board, players):
    state.players = players
    state.gift[:] = -1
    state.call[:] = -1
    return next_gift(state, board, players - 1)


@rule
def next_gift(state, board, player):
    """The gift of a seat: asked for, dealt or given; after seat 0 the dice."""
    if player < 0:
        return wait(state, CHANCE, 0, DIE)
    if board.draft == GIVEN:
        for seat in range(int(state.players)):
            state.gift[seat] = int(board.given[seat])
        return wait(state, CHANCE, 0, DIE)
    if board.draft == DEALT:
        return wait(state, CHANCE, player, DEAL)
    return wait(state, DECISION, player, ASK_GIFT)


@rule
def free_gifts(state, ids):
    count = 0
    for gift in range(len(GIFTS)):
        free = True
        for seat in range(int(state.players)):
            free = free and int(state.gift[seat]) != gift
        if free:
            ids[count] = gift
            count += 1
    return count


@rule
def legal(state, board, ids):
    if state.question == ASK_GIFT:
        return free_gifts(state, ids)
    count = 0
    if state.trained[int(state.player)] == 0:
        ids[0] = TRAIN_ID
        count = 1
    ids[count] = HIGH_ID
    ids[count + 1] = LOW_ID
    return count + 2


@rule
def apply(state, board, action):
    player = int(state.player)
    if state.question == ASK_GIFT:
        state.gift[player] = action
        return next_gift(state, board, player - 1)
    if action == TRAIN_ID:
        state.trained[player] = 1
        return 0
    state.call[player] = HIGH_ID - action + 1
    if player + 1 < int(state.players):
        return wait(state, DECISION, player + 1, ASK_CALL)
    count_up(state, board)
    return wait(state, NOTHING, NOBODY, 0)


@rule
def count_up(state, board):
    high = 0
    for seat in range(int(state.players)):
        high += int(state.call[seat])
    for seat in range(int(state.players)):
        score = 0 if board.traded != 0 else int(board.worth[int(state.gift[seat])])
        score += int(board.bonus[seat])
        score += int(state.die[seat]) + TRAIN * int(state.trained[seat])
        if int(state.call[seat]) == 1:
            score += LONE_HIGH if high == 1 else CROWDED_HIGH
        state.score[seat] = score


@rule
def chances(state, board, outcomes, weights):
    if state.question == DEAL:
        count = free_gifts(state, outcomes)
    else:
        count = FACES
        for face in range(FACES):
            outcomes[face] = FACE_ID + face
    for index in range(count):
        weights[index] = 1
    return count


@rule
def apply_chance(state, board, outcome):
    player = int(state.player)
    if state.question == DEAL:
        state.gift[player] = outcome
        return next_gift(state, board, player - 1)
    state.die[player] = outcome - FACE_ID
    if player + 1 < int(state.players):
        return wait(state, CHANCE, player + 1, DIE)
    return wait(state, DECISION, 0, ASK_CALL)


@rule
def observe(state, board, player, mode, out):
    out[0] = int(state.players) / PLAYERS
    return 0


@rule
def hide(state, board, player):
    if state.waiting == NOTHING:
        return 0
    for seat in range(int(state.players)):
        if seat != player:
            state.call[seat] = -1 if state.call[seat] < 0 else 0
    return 0


@rule
def sees(state, board, player):
    """What the others call is seen when the game ends."""
    secret = state.waiting == DECISION and state.question == ASK_CALL
    return Sight.LATER if secret and state.player != player else Sight.AT_ONCE


@rule
def revealed(state, board, player):
    if state.waiting == NOTHING:
        return 1
    for seat in range(int(state.players)):
        if seat != player and int(state.call[seat]) >= 0:
            return 0
    return 1


@rule
def resample(state, board, player, bits):
    if state.waiting == NOTHING:
        return 0
    for seat in range(int(state.players)):
        if seat != player and int(state.call[seat]) >= 0:
            state.call[seat] = int((bits >> np.uint64(seat)) & np.uint64(1))
    return 0


@rule
def returns(state, board, kind, out):
    players = int(state.players)
    out[:] = 0.0
    best, winners = -100, 0
    for seat in range(players):
        if int(state.score[seat]) > best:
            best, winners = int(state.score[seat]), 0
        if int(state.score[seat]) == best:
            winners += 1
    for seat in range(players):
        score = int(state.score[seat])
        if kind == Reward.SCORE:
            out[seat] = score
        elif kind == Reward.WIN:
            out[seat] = 1.0 / winners if score == best else 0.0
        else:
            balance = 0
            for other in range(players):
                if int(state.score[other]) < score:
                    balance += 1
                elif int(state.score[other]) > score:
                    balance -= 1
            out[seat] = balance / (players - 1)
    return 0


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    score = states["score"].astype(np.int64)
    seated = np.arange(PLAYERS) < states["players"][:, None]
    higher = (score[:, None, :] > score[:, :, None]) & seated[:, None, :]
    return {"score": score, "rank": np.where(seated, 1 + higher.sum(axis=2), 0)}


def factors(states: np.ndarray) -> dict[str, FactorValues]:
    gifts = states["gift"].astype(np.int64)
    players = states["players"].astype(np.int64)[:, None]
    seats = np.arange(PLAYERS)
    turns = np.where(seats < players, players - seats, 0)
    gifts = np.where(seats < players, gifts, -1)
    return {"gift": FactorValues(gifts, np.ones((len(states), len(GIFTS)), np.bool_), turns)}


UNKNOWNS = (
    Unknown("amber", ("gifts.worth",), "worth of amber, 0 to 6", 0.0),
    Unknown("bonus", ("seats.bonus",), "bonus of the first seat, 0 to 6", 0.0),
)


class Position(Written):
    players: Annotated[int, Field(ge=2, le=PLAYERS)]
    gifts: list[Literal["amber", "brass", "copper", "dust", "ember", "flint"] | None]
    dice: list[Annotated[int, Field(ge=0, lt=FACES)]]
    trained: list[bool]
    calls: list[Literal["low", "high"]]


def describe(state: np.ndarray) -> dict[str, Any]:
    """Gifts, dice of those who have rolled, who trained, calls of those who have called."""
    record = state[0]
    players = int(record.players)
    rolled, called = players, 0
    if record.waiting == NOTHING:
        called = players
    elif record.waiting == DECISION and record.question == ASK_CALL:
        called = int(record.player)
    else:
        rolled = int(record.player) if record.waiting == CHANCE and record.question == DIE else 0
    return {
        "players": players,
        "gifts": [None if gift < 0 else GIFTS[gift] for gift in record.gift[:players]],
        "dice": record.die[:rolled].tolist(),
        "trained": [bool(trained) for trained in record.trained[:players]],
        "calls": [("low", "high")[call] for call in record.call[:called]],
    }


def restored(board: np.ndarray, given: Position) -> np.ndarray:
    """The position, played up to what it says; ValueError says what does not fit."""
    players, rolled, called = given.players, len(given.dice), len(given.calls)
    if len(given.gifts) != players or len(given.trained) != players:
        raise ValueError(f"gifts, trained: one entry for each of {players} players")
    state = np.zeros(1, STATE)
    record = state[0]
    setup(record, board[0], players)
    taken = [gift for gift in given.gifts if gift is not None]
    missing = players - len(taken)
    if given.gifts[:missing] != [None] * missing or len(set(taken)) != len(taken):
        raise ValueError(f"gifts: the last seat takes first, each another one, not {given.gifts}")
    for seat in range(players - 1, missing - 1, -1):
        gift = GIFTS.index(given.gifts[seat])
        if board[0].draft == GIVEN:
            if int(record.gift[seat]) != gift:
                raise ValueError(f"gifts.{seat}: another one is given")
        else:
            record.gift[seat] = gift
            next_gift(record, board[0], seat - 1)
    if missing and board[0].draft == GIVEN:
        raise ValueError("gifts: all are given")
    if rolled > (0 if missing else players) or called > (players if rolled == players else 0):
        raise ValueError("dice, calls: first come the gifts, then the dice, then the calls")
    for face in given.dice:
        apply_chance(record, board[0], FACE_ID + face)
    for seat, trained in enumerate(given.trained):
        can = rolled == players and seat <= called
        if trained and not can:
            raise ValueError(f"trained.{seat}: that player is not asked yet")
        if trained:
            record.trained[seat] = 1
        if seat < called:
            apply(record, board[0], HIGH_ID if given.calls[seat] == "high" else LOW_ID)
    return state


@functools.cache
def _game(
    draft: int,
    given: tuple[int, ...],
    worth: tuple[int, ...],
    bonus: tuple[int, ...],
    traded: bool,
):
    board = np.zeros(1, BOARD)
    board[0].traded = traded
    board[0].draft = draft
    board[0].given[: len(given)] = given
    board[0].worth[:], board[0].bonus[:] = worth, bonus

    def varied(point):
        changed = {}
        if "amber" in point:
            changed["worth"] = [round(6 * point["amber"]), *worth[1:]]
        if "bonus" in point:
            changed["bonus"] = [round(6 * point["bonus"]), *bonus[1:]]
        return changed

    def resized(sizes):
        return {"worth": [sizes.get(gift, own) for gift, own in zip(GIFTS, worth, strict=True)]}

    def restore(mapping):
        return restored(board, read(Position, mapping, "position"))

    def result(state):
        players = int(state["players"][0])
        return {
            "reason": "all have called",
            "players": players,
            "scores": state["score"][0].tolist(),
        }

    return Game(
        name="planted",
        title="Planted",
        version=0,
        players=(len(given),) if given else range(2, PLAYERS + 1),
        seats=PLAYERS,
        factory=planted_game,
        specification={
            "gifts": [GIFTS[gift] for gift in given] or ("chosen", "dealt")[draft],
            "worth": list(worth),
            "bonus": list(bonus),
            "traded": traded,
        },
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=Catalogue.build(
            [
                ("gift", [[gift] for gift in GIFTS], "take this gift"),
                ("train", [[]], "three points"),
                ("high", [[]], "call high"),
                ("low", [[]], "call low"),
            ]
        ),
        outcomes=Catalogue.build(
            [
                ("deal", [[gift] for gift in GIFTS], "gift dealt"),
                ("die", [[str(face)] for face in range(FACES)], "face of the die"),
            ]
        ),
        questions=("gift", "call"),
        chance_kinds=("deal", "die"),
        features=(Feature("players", "number of players / 4"),),
        observation_modes=("recall",),
        utility_range=(-1.0, 1.0),
        max_decisions=3 * PLAYERS,
        functions=Functions(
            setup,
            legal,
            apply,
            chances,
            apply_chance,
            observe,
            hide,
            resample,
            returns,
            sees,
            revealed,
        ),
        printed=(
            PrintedNumber("gifts", "worth", list(worth), "default", True),
            PrintedNumber("seats", "bonus", list(bonus), "default", True),
        ),
        opening=("gift",),
        factors=(
            Factor(
                "gift",
                GIFTS,
                "the gift",
                option="gifts",
                chosen="chosen",
                dealt="dealt",
                exchange="traded",
            ),
        ),
        unknowns=UNKNOWNS,
        varied=varied,
        sized="gift",
        sizes=tuple(
            Size(gift, "gifts.worth", own, tuple(n for n in TRIED if n != own))
            for gift, own in zip(GIFTS, worth, strict=True)
        ),
        resized=resized,
        notation=Notation(
            action_name=lambda state, action: str(action),
            outcome_name=lambda state, outcome: str(outcome),
            describe=describe,
            restore=restore,
            text=lambda state: str(describe(state)),
            result=result,
            statistics=statistics,
            factors=factors,
        ),
    )


GIFTS_OPTION = Option(
    "gifts",
    ("chosen", "dealt"),
    "chosen",
    "how players come by their gifts",
    "a list of one gift per seat",
    (GIFTS[:2],),
)


OPTIONS = (
    GIFTS_OPTION,
    Option("worth", (), (0,) * len(GIFTS), "points of each gift", "a list of numbers"),
    Option("bonus", (), (0,) * PLAYERS, "points of each seat", "a list of numbers"),
    Option("traded", (True, False), False, "whether gifts are handed back in the end"),
)


@game_factory("planted", *OPTIONS)
def planted_game(
    gifts: str | Sequence[str], worth: Sequence[int], bonus: Sequence[int], traded: bool
) -> Game:
    """The game with worths of the gifts and bonuses of the seats."""
    if isinstance(gifts, str):
        if gifts not in GIFTS_OPTION.values:
            raise GIFTS_OPTION.refusal(gifts)
        draft, given = ("chosen", "dealt").index(gifts), ()
    else:
        draft, given = GIVEN, tuple(GIFTS.index(gift) for gift in gifts)
    return _game(draft, given, tuple(worth), tuple(bonus), traded)


COLOURS = ("red", "yellow", "blue", "green")
COLOURS_OF = ("red yellow", "yellow", "red", "", "red blue", "blue")
"""Of each gift: one has none, and nothing is green."""


def colours(states: np.ndarray) -> dict[str, FactorValues]:
    """The gifts as sets of colours, of which a seat can have several or none."""
    gift = factors(states)["gift"]
    of_gift = np.array([[name in told.split() for name in COLOURS] for told in COLOURS_OF])
    held = of_gift[gift.levels] & (gift.levels >= 0)[..., None]
    offered = np.tile(of_gift.any(axis=0), (len(states), 1))
    return {"colour": FactorValues(held, offered, gift.turns)}


@game_factory("planted", *OPTIONS)
def coloured_game(**options: Any) -> Game:
    """The planted game, whose players know gifts by their colours."""
    plain = planted_game(**options)
    colour = Factor("colour", COLOURS, "a colour of the gift", "gifts", "chosen", "dealt", True)
    return dataclasses.replace(
        plain,
        factory=coloured_game,
        factors=(colour,),
        notation=dataclasses.replace(plain.notation, factors=colours),
    )


@rule
def by_numbers(state, board, player, ids, count, data, bits):
    """Takes the gift ``data[0]`` if it is there, trains if ``data[1]``, calls high if ``data[2]``.

    Negative gifts mean any: the bits decide.
    """
    if state.question == ASK_GIFT:
        for index in range(count):
            if int(ids[index]) == int(data[0]):
                return int(ids[index])
        return int(ids[int(bits >> np.uint64(33)) % count])
    if ids[0] == TRAIN_ID and data[1] > 0:
        return TRAIN_ID
    return HIGH_ID if data[2] > 0 else LOW_ID


def simple(game: Game) -> CompiledAgent:
    """Any gift, no training, always low."""
    return CompiledAgent(game, "simple", by_numbers, np.array([-1.0, 0.0, 0.0]))


def trained(game: Game) -> CompiledAgent:
    """Any gift, trains, always low: stronger by the training."""
    return CompiledAgent(game, "trained", by_numbers, np.array([-1.0, 1.0, 0.0]))


def flint_lover(game: Game) -> CompiledAgent:
    """Takes flint if it can, and trains: makes flint look good."""
    return CompiledAgent(game, "flint_lover", by_numbers, np.array([5.0, 1.0, 0.0]))


def exploiter(game: Game) -> CompiledAgent:
    """Any gift, trains and calls high: the best response to who always calls low."""
    return CompiledAgent(game, "exploiter", by_numbers, np.array([-1.0, 1.0, 1.0]))

"""How Hidden Card speaks with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from pixies_env.core.game import Notation
from pixies_env.core.kit.written import Written, read
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from tests.games import hidden_card as rules

WAITING = {DECISION: "decision", CHANCE: "chance", NOTHING: "nothing"}
QUESTIONS = {DECISION: ("card", "hit", "double"), CHANCE: ("deal", "die"), NOTHING: ("over",)}


def action_name(state: np.ndarray, action: int) -> str:
    """``play(4)``, ``hit(2)``, ``roll`` or ``stop``."""
    record = state[0]
    if action < rules.HIT_ID:
        return f"play({rules.distinct_card(record, int(record.player), action)})"
    if action < rules.ROLL_ID:
        step = action - rules.HIT_ID + 1
        return f"hit({(int(record.player) + step) % int(record.players)})"
    return "roll" if action == rules.ROLL_ID else "stop"


def outcome_name(state: np.ndarray, outcome: int) -> str:
    """``card(4)`` or ``die(2)``."""
    if outcome < rules.FACE_ID:
        return f"card({outcome + 1})"
    return f"die({outcome - rules.FACE_ID + 1})"


def describe(state: np.ndarray) -> dict[str, Any]:
    """The position in a dictionary."""
    record = state[0]
    seats = range(int(record.players))
    return {
        "players": int(record.players),
        "waiting": WAITING[int(record.waiting)],
        "question": QUESTIONS[int(record.waiting)][int(record.question)],
        "player": int(record.player),
        "round": int(record.turn),
        "dealt": int(record.dealt),
        "hands": [_cards(record.hand[seat]) for seat in seats],
        "laid": [int(record.choice[seat]) for seat in seats],
        "played": [[int(value) for value in record.played[seat] if value] for seat in seats],
        "scores": [int(record.score[seat]) for seat in seats],
    }


def _cards(counts: np.ndarray) -> list[int]:
    return [value + 1 for value in range(rules.VALUES) for _ in range(int(counts[value]))]


Card = Annotated[int, Field(ge=1, le=rules.VALUES)]
Count = Annotated[int, Field(ge=0, le=100)]


class Position(Written):
    """What :func:`describe` writes."""

    players: Annotated[int, Field(ge=2, le=rules.PLAYERS)]
    waiting: Literal["decision", "chance", "nothing"]
    question: str
    player: Annotated[int, Field(ge=-1, lt=rules.PLAYERS)]
    round: Count
    dealt: Count
    hands: list[list[Card]]
    laid: list[Annotated[int, Field(ge=0, le=rules.VALUES)]]
    played: list[list[Card]]
    scores: list[Count]


def restore(board: np.ndarray, mapping: Mapping[str, Any]) -> np.ndarray:
    """The position that a dictionary describes; ValueError says what does not fit."""
    given = read(Position, mapping, "position")
    seats = range(given.players)
    for key in ("hands", "laid", "played", "scores"):
        _need(len(getattr(given, key)) == given.players, key, "one entry per player")
    waiting = {name: key for key, name in WAITING.items()}[given.waiting]
    _need(given.question in QUESTIONS[waiting], "question", f"{given.waiting} asks nothing so")
    _check_cards(given)
    if given.waiting == "chance" and given.question == "deal":
        _check_dealing(given)
    else:
        _check_rounds(given, board)
    state = np.zeros(1, rules.STATE)
    record = state[0]
    record.players, record.waiting = given.players, waiting
    record.question = QUESTIONS[waiting].index(given.question)
    record.player, record.turn, record.dealt = given.player, given.round, given.dealt
    record.deck[:] = rules.COPIES
    record.laid = sum(value > 0 for value in given.laid)
    for seat in seats:
        record.score[seat], record.choice[seat] = given.scores[seat], given.laid[seat]
        record.played[seat, : len(given.played[seat])] = given.played[seat]
        for value in given.hands[seat]:
            record.hand[seat, value - 1] += 1
    for value in _all_cards(given):
        record.deck[value - 1] -= 1
    return state


def _need(condition: object, key: str, text: str) -> None:
    if not condition:
        raise ValueError(f"{key}: {text}")


def _all_cards(given: Position) -> list[int]:
    lying = [value for cards in (*given.hands, *given.played) for value in cards]
    return lying + [value for value in given.laid if value]


def _check_cards(given: Position) -> None:
    for value, number in Counter(_all_cards(given)).items():
        text = f"there are only {rules.COPIES} cards of value {value}"
        _need(number <= rules.COPIES, "hands", text)
    for seat, cards in enumerate(given.hands):
        due = given.dealt // given.players + (seat < given.dealt % given.players)
        held = len(cards) + len(given.played[seat]) + (given.laid[seat] > 0)
        _need(held == due, f"hands.{seat}", f"{due} cards were dealt, not {held}")
        _need(cards == sorted(cards), f"hands.{seat}", "cards must rise")


def _check_dealing(given: Position) -> None:
    _need(given.dealt < rules.HAND * given.players, "dealt", "all cards are dealt")
    _need(given.player == given.dealt % given.players, "player", "another one is dealt the next")
    begun = given.round or any(given.laid) or any(given.played) or any(given.scores)
    _need(not begun, "round", "nothing is played before all cards are dealt")


def _check_rounds(given: Position, board: np.ndarray) -> None:
    players, rounds = given.players, int(board["rounds"][0])
    over, laying = given.waiting == "nothing", given.question == "card"
    _need(given.dealt == rules.HAND * players, "dealt", "not all cards are dealt")
    last = given.round == rounds if over else given.round < rounds
    _need(last, "round", f"there are {rounds}")
    shown = given.round if over or laying else given.round + 1
    _need(all(len(cards) == shown for cards in given.played), "played", f"{shown} cards each")
    first = given.round % players
    count = sum(value > 0 for value in given.laid)
    if laying:
        turns = [(first + step) % players for step in range(players)]
        _need(all(given.laid[seat] for seat in turns[:count]), "laid", "cards are laid in turn")
        _need(count < players and given.player == turns[count], "player", "another one lays now")
    else:
        _need(count == 0, "laid", "the cards are revealed")
    won = [_winner(given, turn) for turn in range(shown)]
    if over:
        _need(given.player == -1, "player", "nobody is asked")
    elif not laying:
        _need(given.player == won.pop(), "player", "who laid the one highest card goes on")
    most = max(int(board["faces"][0]), rules.SAFE_POINTS)
    for seat, score in enumerate(given.scores):
        _need(score <= most * won.count(seat), f"scores.{seat}", f"at most {most} for each win")
    others = [score for seat, score in enumerate(given.scores) if seat != given.player]
    _need(given.question != "hit" or any(others), "question", "there is nobody to hit")


def _winner(given: Position, turn: int) -> int | None:
    values = [cards[turn] for cards in given.played]
    best = [seat for seat, value in enumerate(values) if value == max(values)]
    return best[0] if len(best) == 1 else None


def text(state: np.ndarray) -> str:
    """A table for people."""
    position = describe(state)
    lines = [f"Hidden Card, round {position['round'] + 1}, {position['question']}"]
    for seat in range(position["players"]):
        mark = ">" if seat == position["player"] else " "
        lines.append(
            f"{mark} player {seat}: {position['scores'][seat]} points, "
            f"hand {position['hands'][seat]}, laid {position['laid'][seat] or '-'}, "
            f"played {position['played'][seat]}"
        )
    return "\n".join(lines)


def result(state: np.ndarray) -> dict[str, Any]:
    """Why the game ended, ranks and scores."""
    scores = describe(state)["scores"]
    return {
        "reason": "all rounds played",
        "scores": scores,
        "ranks": [1 + sum(other > score for other in scores) for score in scores],
    }


def statistics(states: np.ndarray) -> dict[str, np.ndarray]:
    """``score`` and ``rank`` over (game, seat); seats not in the game have rank 0."""
    score = states["score"].astype(np.float64)
    seated = np.arange(rules.PLAYERS) < states["players"][:, None]
    higher = (score[:, None, :] > score[:, :, None]) & seated[:, None, :]
    return {"score": score, "rank": np.where(seated, 1 + higher.sum(axis=2), 0)}


def notation(board: np.ndarray) -> Notation:
    """All of it; names do not depend on the board."""
    return Notation(
        action_name,
        outcome_name,
        describe,
        partial(restore, board),
        text,
        result,
        statistics,
    )

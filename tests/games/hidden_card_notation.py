"""How Hidden Card speaks with people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.game import Notation
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


def restore(mapping: Mapping[str, Any]) -> np.ndarray:
    """The position that a dictionary describes; ValueError says what does not fit."""
    state = np.zeros(1, rules.STATE)
    record = state[0]
    try:
        record.players = mapping["players"]
        record.waiting = {name: key for key, name in WAITING.items()}[mapping["waiting"]]
        record.question = QUESTIONS[int(record.waiting)].index(mapping["question"])
        record.player, record.turn = mapping["player"], mapping["round"]
        record.dealt = mapping["dealt"]
        record.deck[:] = rules.COPIES
        for seat in range(int(record.players)):
            record.score[seat] = mapping["scores"][seat]
            record.choice[seat] = mapping["laid"][seat]
            record.laid += mapping["laid"][seat] > 0
            for value in mapping["hands"][seat]:
                record.hand[seat, value - 1] += 1
            for turn, value in enumerate(mapping["played"][seat]):
                record.played[seat, turn] = value
            for value in (
                *mapping["hands"][seat],
                *mapping["played"][seat],
                *filter(None, [mapping["laid"][seat]]),
            ):
                if not 1 <= value <= rules.VALUES or record.deck[value - 1] == 0:
                    raise ValueError(f"there are only {rules.COPIES} cards of value {value}")
                record.deck[value - 1] -= 1
    except LookupError as error:
        raise ValueError(f"the position lacks or does not know {error}") from None
    return state


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


def audience(state: np.ndarray) -> tuple[int, ...]:
    """Cards dealt and laid are seen by their owner, everything else by all."""
    record = state[0]
    dealing = record.waiting == CHANCE and record.question == rules.DEAL
    laying = record.waiting == DECISION and record.question == rules.CARD
    if dealing or laying:
        return (int(record.player),)
    return tuple(range(int(record.players)))


def notation(board: np.ndarray) -> Notation:
    """All of it; the board holds nothing that names depend on."""
    return Notation(
        action_name, outcome_name, describe, restore, text, result, statistics, audience
    )

"""Lays what a position waits for and what is under way in it into a record of the state."""

from typing import Any

from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.pixie_queen.describe import PENDING
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    NOBODY,
    QUESTIONS,
    Frame,
    Kind,
    OfferingStep,
    Phase,
    RewardStep,
    TurnStep,
)
from pixies_env.pixie_queen.position import Pending, Position
from pixies_env.pixie_queen.state import MAX_FRAMES

_SIMPLE_STEPS = {
    "turn": ("actions", TurnStep.SEARCH),
    "offer": ("offerings", OfferingStep.OFFER),
    "promotion": ("rewards", RewardStep.EARNED),
    "final": ("final", 0),
}
"""Questions that a person can put without ``pending``: their phase and its step."""


def set_flow(record: Any, position: Position) -> None:
    """ValueError if what is asked needs to be said, or what is under way."""
    waiting, pending = position.waiting, position.pending
    if waiting.for_ == "nothing":
        record.waiting, record.player, record.question = NOTHING, NOBODY, 0
    else:
        _set_question(record, position)
    if pending is not None:
        _set_pending(record, pending)


def _set_question(record: Any, position: Position) -> None:
    waiting = position.waiting
    kinds = QUESTIONS if waiting.for_ == "decision" else CHANCE_KINDS
    question = waiting.question
    if question is None:
        fitting = [name for name, (phase, _) in _SIMPLE_STEPS.items() if phase == position.phase]
        if not fitting or waiting.for_ != "decision":
            raise ValueError(f"waiting.question: say what is asked in phase {position.phase!r}")
        question = fitting[0]
    record.waiting = DECISION if waiting.for_ == "decision" else CHANCE
    record.question = kinds.index(question)
    record.player = NOBODY if waiting.player is None else waiting.player
    if waiting.player is None and waiting.for_ == "decision":
        record.player = _next_asked(record, position)
    if position.pending is None:
        _set_simple_flow(record, position, question)


def _next_asked(record: Any, position: Position) -> int:
    """Who is asked if nothing is said: who is at the cursor, or the first in order."""
    order = [int(seat) for seat in record.big_order if seat != NOBODY and record.out[seat] == 0]
    cursor = position.pending.cursor if position.pending else -1
    if 0 <= cursor < len(record.big_order) and record.big_order[cursor] in order:
        return int(record.big_order[cursor])
    return order[0] if order else NOBODY


def _set_simple_flow(record: Any, position: Position, question: str) -> None:
    if question == "demand" and position.phase == "offerings":
        record.step, record.cursor = OfferingStep.ANNOUNCE, 0
        return
    if question == "start_order" and position.phase == "setup":
        return
    if _SIMPLE_STEPS.get(question, ("", 0))[0] != position.phase:
        raise ValueError(
            f"pending: is needed for the question {question!r} in phase {position.phase!r}; "
            f"without it can be asked {', '.join(_SIMPLE_STEPS)}, each in its phase"
        )
    record.step = _SIMPLE_STEPS[question][1]
    record.cursor = list(record.big_order).index(record.player)
    if question == "promotion":
        record.promotions = record.offers[record.player, Kind.DEMANDED]


def _set_pending(record: Any, pending: Pending) -> None:
    laid = {key: getattr(pending, key) for key in PENDING.fields if key != "order_of_round"}
    PENDING.lay(record, laid)
    if len(pending.effects) > MAX_FRAMES:
        raise ValueError(f"pending.effects: at most {MAX_FRAMES}")
    for index, frame in enumerate(pending.effects):
        record.frames[index] = frame
    record.frame_count = len(pending.effects)
    if record.phase == Phase.STEAL:
        record.foods_due = pending.due
    elif any(kind == Frame.MINE for kind, *_ in pending.effects):
        record.cubes_due = pending.due
    else:
        record.discards_due = pending.due
    record.assigned[: len(pending.assigned)] = pending.assigned

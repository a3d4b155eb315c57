"""What a page is shown of a table: nothing that its guest does not know."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pixies_env.core.drawing.marks import attribute
from pixies_env.core.drawing.picture import OBSERVER, Observer
from pixies_env.core.events import Event
from pixies_env.core.files.fields import plain
from pixies_env.core.seam import NOBODY
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words, outcome_words, question_words, reason_words
from pixies_experiments.agents import agent_words
from pixies_experiments.games import numbers_note
from pixies_experiments.leaves import leaves
from pixies_experiments.web.model import ANALYSIS, Table
from pixies_experiments.web.opening import is_private, knows_all
from pixies_experiments.web.seats import HUMAN, Guest

Eyes = int | Observer | None
"""A seat, an observer, who knows what everybody knows, or None for who sees everything."""


def eyes_of(table: Table, guest: Guest, wanted: int | None) -> Eyes:
    """With whose eyes a guest looks: who decides, if that is the guest, else a seat of the guest's.

    ``wanted`` says which of several seats that is.
    """
    if table.kind == ANALYSIS:
        return None
    if table.state.waiting == "decision" and table.state.player in guest.seats:
        return table.state.player
    if guest.seats:
        return wanted if wanted in guest.seats else min(guest.seats)
    return OBSERVER


def may_decide(table: Table, guest: Guest) -> bool:
    """Whether the guest decides at the position that is looked at."""
    if table.kind == ANALYSIS:
        return guest.owner
    return table.state.waiting == "decision" and table.state.player in guest.seats


def view(
    table: Table,
    guest: Guest,
    wanted: int | None,
    advisers: list[str],
    compiling: bool = False,
) -> dict[str, Any]:
    """Everything that a page shows. ``key`` tells two views apart and says nothing else.

    ``compiling``: agents have to wait until their code is compiled.
    """
    eyes = eyes_of(table, guest, wanted)
    state = table.state
    shown: dict[str, Any] = {
        "id": table.id,
        "kind": table.kind,
        "title": table.game.title,
        "eyes": eyes if isinstance(eyes, int) else None,
        "seats": [
            {"seat": seat, "who": who, "yours": seat in guest.seats or guest.owner}
            for seat, who in enumerate(table.seats)
        ],
        "waiting": state.waiting,
        "player": None if state.player == NOBODY else state.player,
        "question": question_words(table.game, state.array),
        "choices": _choices(table, guest, eyes),
        "log": _log(table, eyes),
        "cursor": table.cursor if table.kind == ANALYSIS else None,
        "length": len(table.timeline.entries) if table.kind == ANALYSIS else None,
        "varies": table.varies,
        "private": isinstance(eyes, int) and len(guest.seats) > 1 and is_private(state, eyes),
        "thinking": table.agent_due,
        "problem": table.problem,
        "advice": table.advice,
        "advisers": advisers if guest.seats or guest.owner else [],
        "names": {spec: agent_words(spec) for spec in (*advisers, *table.seats) if spec != HUMAN},
        "whole_record": knows_all(table, guest, eyes if isinstance(eyes, int) else None),
        "compiling": compiling and table.agent_due is not None,
        "result": _result(state),
        "drawing": drawing(table, eyes),
    }
    content = json.dumps(shown, default=plain)
    shown["key"] = hashlib.sha256(content.encode()).hexdigest()[:24]
    return shown


def drawing(table: Table, eyes: Eyes) -> dict[str, Any]:
    """The position as SVG, column by column, with marks where something can be pointed at.

    The style is apart, and nothing has a ``style`` of its own: the page's policy allows none.
    """
    from pixies_env.core.drawing.draw import classes, parts_of, picture, style_of

    state = table.state
    own = table.kind == ANALYSIS or eyes == state.player
    last = table.timeline.entries[table.cursor - 1] if table.cursor else None
    drawn = picture(
        table.game,
        state.array,
        seat=eyes,
        event=None if last is None else last.event,
        words="" if last is None else last.words,
        actions=state.legal_names() if own else (),
    )
    columns = []
    for number, column in enumerate(drawn.columns, 1):
        title = attribute(f"{drawn.title}, part {number} of {len(drawn.columns)}")
        columns.append(
            f'<svg class="{classes(table.game, "auto")}" role="group" aria-label="{title}" '
            f'viewBox="0 0 {column.width} {column.height}">{parts_of(column)}</svg>'
        )
    return {"style": style_of(table.game, "auto"), "columns": columns}


def _choices(table: Table, guest: Guest, eyes: Eyes) -> list[dict[str, Any]]:
    """What the guest can choose; in an analysis also what chance brings."""
    state, game = table.state, table.game
    if not may_decide(table, guest) or (eyes is not None and eyes != state.player):
        return []
    if state.waiting == "chance":
        return [
            {
                "id": each.id,
                "name": each.name,
                "words": outcome_words(game, state.array, each.id),
                "probability": str(each.probability),
            }
            for each in state.chance_outcomes()
        ]
    return [
        {"id": int(entry), "name": name, "words": action_words(game, state.array, int(entry))}
        for entry, name in zip(state.legal_actions(), state.legal_names(), strict=True)
    ]


def sees(eyes: Eyes, event: Event, players: int) -> bool:
    """Whether these eyes saw an event when it happened."""
    if eyes is None:
        return True
    return len(event.sees) == players if eyes == OBSERVER else eyes in event.sees


def _log(table: Table, eyes: Eyes) -> list[dict[str, Any]]:
    """The events that the guest saw, numbered among themselves."""
    return [
        {
            "player": None if entry.event.player == NOBODY else entry.event.player,
            "kind": entry.event.kind,
            "name": entry.event.name,
            "words": entry.words,
            # How many events others have kept secret is a secret, too.
            "after": number if table.kind == ANALYSIS else None,
        }
        for number, entry in enumerate(table.timeline.entries, 1)
        if sees(eyes, entry.event, table.players)
    ]


def _result(state: State) -> dict[str, Any] | None:
    if not state.is_over:
        return None
    result = state.result()
    ranks = result.get("ranks", [])
    scores = result.get("scores", [None] * len(ranks))
    told = ("ranks", "scores", "reason")
    details = leaves({key: value for key, value in result.items() if key not in told})
    return {
        "reason": reason_words(state.game, state.array),
        "standings": [
            {"seat": seat, "rank": rank, "score": score}
            for rank, seat, score in sorted(
                zip(ranks, range(len(ranks)), scores, strict=True), key=lambda each: each[:2]
            )
        ],
        "details": [[path, value] for path, value in details.items()],
        "ours": numbers_note(state.game),
    }


def known_state(state: State, eyes: Eyes) -> State:
    """The position without what these eyes do not see."""
    if eyes is None:
        return state
    if isinstance(eyes, int):
        return state.hidden_from(eyes)
    from pixies_env.core.drawing.draw import known_to

    array = known_to(state.game, state.array, eyes)
    return State.from_arrays(state.game, array, stripped_for=0)


def people(table: Table) -> list[int]:
    """Seats of persons."""
    return [seat for seat, who in enumerate(table.seats) if who == HUMAN]

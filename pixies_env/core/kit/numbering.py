"""Ids and the numbers with a meaning that they stand for: converted here and nowhere else.

An id is a place in a catalogue, and where a family of ids begins depends on the board. Rules speak
of a family, a member of an :class:`enum.IntEnum` in the order of the catalogue, and of a value
in it: the space, the seat to the left, the number of units.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import rule

Member = TypeVar("Member", bound=IntEnum)


def numbering_fields(
    decisions: type[IntEnum], chances: type[IntEnum], most_actions: int
) -> list[tuple[Any, ...]]:
    """Fields of the board record that number its ids; see :func:`number`."""
    return [
        ("first_action", np.int16, (len(decisions),)),
        ("family_of", np.int8, (most_actions,)),
        ("first_outcome", np.int16, (len(chances),)),
    ]


def number(
    record: Any,
    decisions: type[Member],
    actions: Catalogue,
    outcomes: Catalogue,
    lowest: Mapping[Member, int] | None = None,
) -> None:
    """Fill these fields for the catalogues of a board.

    ``lowest`` names the value of a family's first entry where that is not 0. The catalogues must
    have a family, or a part of one, for each decision and each kind of chance, in their order;
    ValueError otherwise, or if there are more ids than the record has room for.
    """
    if len(actions.parts) != len(decisions) or len(actions) > len(record.family_of):
        raise ValueError(
            f"{len(actions.parts)} families with {len(actions)} decisions do not fit "
            f"{len(decisions)} families with at most {len(record.family_of)}"
        )
    if len(outcomes.parts) != len(record.first_outcome):
        raise ValueError(f"the catalogue has {len(outcomes.parts)} kinds of chance")
    offsets = lowest or {}
    for member, ids in zip(decisions, actions.parts, strict=True):
        record.first_action[member] = ids.start - offsets.get(member, 0)
        record.family_of[ids.start : ids.stop] = member
    for kind, ids in enumerate(outcomes.parts):
        record.first_outcome[kind] = ids.start


@rule
def action_of(board: Any, family: Any, value: Any) -> Any:
    """Id of a decision."""
    return int(board.first_action[family]) + value


@rule
def decision_of(board: Any, action: Any) -> Any:
    """``(family, value)`` of the id of a decision."""
    family = int(board.family_of[action])
    return family, action - int(board.first_action[family])


@rule
def option(board: Any, family: Any, value: Any, ids: Any, count: Any) -> Any:
    """Append a decision to the options; returns their new number."""
    ids[count] = action_of(board, family, value)
    return count + 1


@rule
def option_if(board: Any, possible: Any, family: Any, value: Any, ids: Any, count: Any) -> Any:
    """Append a decision to the options if it is possible, true or false; their new number.

    For what is as often so as not, which no processor foresees: it is written in any case, in the
    place of the next one. What is possible is therefore said with ``&`` and ``|``.
    """
    ids[count] = action_of(board, family, value)
    return count + int(possible)


@rule
def outcome(
    board: Any, kind: Any, value: Any, weight: Any, outcomes: Any, weights: Any, count: Any
) -> Any:
    """Append a chance outcome with its weight; returns the new number of outcomes."""
    outcomes[count] = int(board.first_outcome[kind]) + value
    weights[count] = weight
    return count + 1

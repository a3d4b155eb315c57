"""Words for effects and for what is interrupted: the entries of ``effects`` in a position."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, create_model

from pixies_env.core.kit.readings import Reading, flag, member, or_none, whole
from pixies_env.core.kit.written import Written, among
from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.effects import (
    ability_of,
    appearance_of,
    bad_half_of,
    bonus_of,
    encounter_of,
    good_half_of,
    special_of,
    track_space_of,
)
from pixies_env.taverns.names import NONE, Continuation, Minion

_SEAT = whole(0, limits.MAX_PLAYERS - 1)


def effect_words(board: Board, printed: np.ndarray) -> dict[int, str]:
    """Words by slot for the effects of the cards of a board file, such as ``ability archer``."""
    words: dict[int, str] = {}
    for hero, name in enumerate(board.hero_names):
        words[ability_of(hero)] = f"ability {name}"
        words[bonus_of(hero)] = f"bonus {name}"
    for dragon, name in enumerate(board.dragon_names):
        words[appearance_of(dragon)] = f"appears {name}"
        words[special_of(dragon)] = f"special {name}"
    for tavern, name in enumerate(board.tavern_names):
        for space in range(1, int(printed[0].track_length[tavern]) + 1):
            words[track_space_of(tavern, space)] = f"track {name} {space}"
    halves = (("good", good_half_of), ("bad", bad_half_of))
    lists: list[tuple[str, Callable[[Any], Any], tuple[str, ...]]] = [
        (word, first, board.event_names) for word, first in halves
    ]
    lists.append(("encounter", encounter_of, board.encounter_names))
    for word, first, names in lists:
        for card, name in enumerate(names):
            for place in range(limits.MAX_EFFECTS):
                words[first(card) + place] = f"{word} {name} {place + 1}"
    return words


def effect_or_none(words: Mapping[int, str]) -> Reading:
    """The slot of an effect in words."""
    return or_none(_effect(words), NONE)


def _effect(words: Mapping[int, str]) -> Reading:
    numbers = {word: slot for slot, word in words.items()}
    form = Annotated[str, among(tuple(numbers))]
    return Reading(form, lambda slot: words[int(slot)], numbers.__getitem__)


def interrupted(effects: Mapping[int, str], recipes: Sequence[str]) -> Reading:
    """One interrupted effect: its kind, the player and what is still to be done.

    Args:
        effects: words by slot.
        recipes: their names.
    """
    told: dict[Continuation, dict[str, Reading]] = {
        Continuation.FINISH_COOKING: {
            "recipe": member(recipes),
            "value": whole(1, limits.VALUES),
        },
        Continuation.WALK: {"steps": whole(), "entered": flag()},
        Continuation.EFFECTS: {"effect": _effect(effects), "number": whole(1)},
        Continuation.WOUND_ADJACENT: {"minion": member(Minion)},
        Continuation.HUNT_DICE: {"number": whole(1)},
        Continuation.CLAWS: {"number": whole(1)},
    }
    readings = {
        kind.name.lower(): (kind, {"player": _SEAT, **told.get(kind, {})}) for kind in Continuation
    }

    def tell(frame: Any) -> dict[str, Any]:
        kind = Continuation(frame[0]).name.lower()
        keys = readings[kind][1]
        values = {
            key: reading.tell(number)
            for (key, reading), number in zip(keys.items(), frame[1:], strict=False)
        }
        return {"kind": kind, **values}

    def lay(given: Written) -> list[int]:
        kind, keys = readings[given.kind]  # type: ignore[attr-defined]
        numbers = [reading.lay(getattr(given, key)) for key, reading in keys.items()]
        return [int(kind), *numbers, *[0] * (3 - len(numbers))]

    forms = []
    for name, (_, keys) in readings.items():
        entries: dict[str, Any] = {key: (reading.form, ...) for key, reading in keys.items()}
        entries["kind"] = (Literal[name], ...)
        forms.append(create_model(name, __base__=Written, **entries))
    return Reading(Annotated[reduce(or_, forms), Field(discriminator="kind")], tell, lay)

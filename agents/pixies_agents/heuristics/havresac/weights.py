"""The named weights of the evaluation, and how rules see them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np

from pixies_agents.heuristics.weights import Weight, WeightTable
from pixies_env.core.compilation.compile import record_dtype
from pixies_env.havresac.names import GUARDIANS, OBJECTS

_GLORY = (
    Weight("gold", 0, 2, "1 Gold for each recruitment to come"),
    Weight("more", 0, 3, "Glory that each token left in the bag will still bring this round"),
    Weight("blur", 0, 2, "how unsure that is, Glory per token"),
    Weight("later", 0, 2, "1 Glory in a later round, without its Gold"),
    Weight("village", 0, 2, "Glory of a village in rounds to come, against what it adds"),
)
_TARGETS = (
    Weight("position", 0, 1.5, "what tokens in the bag could take, against what is taken now"),
    Weight("fade", 0.2, 0.95, "chance of taking a target, for each step beyond one move"),
    Weight("sure", 0.3, 1, "the same within one move"),
    Weight("far", 0, 0.2, "more for a monster or chest, per step from the castle"),
    Weight("fox", 0, 3, "a Fox killed, in addition to its points"),
    Weight("crocodile", 0, 3, "the same of a Crocodile"),
    Weight("pig", 0, 3, "the same of a Pig"),
    Weight("fairy", -1, 3, "the same of a Fairy"),
    Weight("ruin", -1, 3, "the same of a village"),
    Weight("shot", 0, 6, "steps that a shot saves"),
)
_MEANS = (
    Weight("tent", -1, 3, "a Tent anywhere"),
    Weight("tent_target", 0, 2, "a Tent, per worth of targets that come into reach"),
    Weight("tent_catch", 0, 3, "a Tent where a creature may come"),
    Weight("recall", -1, 3, "a recall, in addition to what the Guardian could take"),
    Weight("spending", 0, 30, "draws to come below which objects are worth less"),
    *(Weight(thing, 0, 5, f"having the object {thing}") for thing in OBJECTS[:-1]),
)
_RECRUITS = (
    *(Weight(f"day_{kind}", -1, 6, f"the first {kind}, day face, per round") for kind in GUARDIANS),
    *(Weight(f"night_{kind}", -1, 6, f"the same, night face, of {kind}") for kind in GUARDIANS),
    Weight("same", 0.4, 1, "each further one of a kind against the one before"),
    Weight("work", 0, 1, "more per target on the board that only such a kind can take"),
)
_JUDGEMENT = (
    Weight(
        "round_now", 0, 2, "what tokens in the bag could take, in this round; for evaluations", True
    ),
    Weight("column", 0, 3, "Glory of the Village column, per round to come", True),
    Weight("each_round", 0, 20, "points of each round to come; for evaluations", True),
    Weight("token", 0, 2, "the same for each token owned", True),
    Weight("target", 0, 2, "share of the points of targets left, per round to come", True),
    Weight("sharpness", 0.02, 1, "how sure a lead of a point is at the end", True),
    Weight("doubt", 0, 2, "how much less sure per round to come", True),
    Weight(
        "preference", 0.1, 5, "points that make a decision e times as likely; for searches", True
    ),
)

WEIGHTS = (*_GLORY, *_TARGETS, *_MEANS, *_RECRUITS, *_JUDGEMENT)

TABLE = WeightTable(WEIGHTS, Path(str(files(__package__))) / "weights")

_ARRAYS = {
    "fox": ("monster", 3),
    OBJECTS[0]: ("thing", len(OBJECTS) - 1),
    f"day_{GUARDIANS[0]}": ("day", len(GUARDIANS)),
    f"night_{GUARDIANS[0]}": ("night", len(GUARDIANS)),
}
"""Weights that lie side by side and that rules count through, by the first of them."""


def _fields() -> list[tuple[str, type] | tuple[str, type, tuple[int, ...]]]:
    fields: list[tuple[str, type] | tuple[str, type, tuple[int, ...]]] = []
    place = 0
    while place < len(WEIGHTS):
        array, length = _ARRAYS.get(WEIGHTS[place].name, ("", 1))
        fields.append(
            (array, np.float64, (length,)) if array else (WEIGHTS[place].name, np.float64)
        )
        place += length
    return fields


NUMBERS = record_dtype([*_fields(), ("temperature", np.float64)])
"""How rules see the numbers of an agent: the weights by their names."""


def agent_numbers(weights: np.ndarray, temperature: float = 0.0) -> np.ndarray:
    """The numbers of an agent with these weights, float64; laid out as :data:`NUMBERS`."""
    return np.append(np.asarray(weights, np.float64), temperature)

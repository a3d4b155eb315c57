"""What each seat has once the opening is over: its permanent skill, its place in turn order."""

import numpy as np

from pixies_env.core.game import Factor, FactorValues
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    DRAFTS,
    IN_BOX,
    NOBODY,
    QUESTIONS,
    SKILLS,
    Draft,
    Question,
)

OPENING = (QUESTIONS[Question.DRAFT],)
"""Questions of the opening."""

FACTORS = (
    Factor(
        "skill",
        SKILLS,
        "the permanent skill of the start; action 16 can exchange it later on",
        option="skills",
        chosen=DRAFTS[Draft.DRAFTED],
        dealt=DRAFTS[Draft.DEALT],
        exchange="skill_exchange",
    ),
    Factor(
        "turn_order",
        tuple(str(place) for place in range(1, MAX_PLAYERS + 1)),
        "place in the turn order of the first round; the last in it drafts first",
    ),
)


def factors(states: np.ndarray) -> dict[str, FactorValues]:
    """Both factors of games whose opening is over, by name."""
    count = len(states)
    players = states["players"].astype(np.int64)
    order = states["big_order"].astype(np.int64)
    places = np.full((count, MAX_PLAYERS), NOBODY, np.int64)
    rows, at = np.nonzero(order != NOBODY)
    places[rows, order[rows, at]] = at
    seated = places != NOBODY

    skill_at = states["skill_at"].astype(np.int64)
    skills = np.full((count, MAX_PLAYERS), NOBODY, np.int64)
    rows, owned = np.nonzero(skill_at >= 0)
    skills[rows, skill_at[rows, owned]] = owned
    return {
        "skill": FactorValues(
            skills, skill_at != IN_BOX, np.where(seated, players[:, None] - places, 0)
        ),
        "turn_order": FactorValues(
            places,
            np.arange(MAX_PLAYERS) < players[:, None],
            np.where(seated, places + 1, 0),
        ),
    }

"""How a game goes on: where points come from, what punishment is for, tiles and steps on tracks.

A position tells the reward points by their source, but only the sum of the punishment points. What
they were for follows from the decision, and from how far the order of players had come, before it
and after.
"""

from typing import Any

import numpy as np

from pixies_env.core.catalogue import parse_name
from pixies_env.core.course import Course, Tally
from pixies_env.core.game import Game
from pixies_env.core.seam import NOTHING
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import (
    REWARD_SERIES,
    Decision,
    OfferingStep,
    Phase,
    PunishmentStep,
    Reason,
    Source,
    Space,
)

_SEATS = np.arange(MAX_PLAYERS)

LEVELS = (
    Tally("special_offering", "tiles of special offerings", scored=True),
    Tally("faithful_servant", "tiles and skill of faithful servants", scored=True),
    Tally("gold_ring", "tiles and skill of gold rings", scored=True),
    Tally("last_space", "the last space of a track", scored=True),
    Tally("stones", "stones left at the end", scored=True),
    Tally("most_of_a_good", "the most of a good at the end", scored=True),
    Tally("forfeited", "reward points of who is out, which do not count", scored=True),
    Tally("special_offerings", "special offerings made"),
    Tally("servants", "faithful servants made"),
    Tally("rings", "gold rings forged"),
    Tally("silver_steps", "spaces moved on the silver track"),
    Tally("gold_steps", "spaces moved on the gold track"),
)
CAUSES = (
    Tally("passing", "punishment for passing", scored=True),
    Tally("copying", "punishment paid for copies", scored=True),
    Tally("punishment_die", "punishment by the die of others", scored=True),
    Tally("refusing", "punishment for offering nothing", scored=True),
    Tally("slaves", "punishment for slaves", scored=True),
    Tally("silver_track", "punishment of the silver track", scored=True),
    Tally("gold_track", "punishment of the gold track", scored=True),
    Tally(
        "going_out",
        "punishment for slaves and tracks of the round in which a seat goes out by it",
        scored=True,
    ),
)


def levels(game: Game, states: np.ndarray) -> np.ndarray:
    """What a position tells of :data:`LEVELS`; stones and goods count when the game is over."""
    printed = game.board[0]
    out = states["out"] > 0
    points = states["points_from"].astype(np.int64)
    tiles = states["tiles_won"].astype(np.int64)
    scoring = (states["waiting"] == NOTHING)[:, None] & ~out
    goods = states["goods"].astype(np.int64)
    most = ((goods > 0) & (goods == goods.max(axis=1, keepdims=True))).sum(axis=2)
    stones = states["stones"].sum(axis=2, dtype=np.int64)
    told = [
        *(points[:, :, source] for source in Source),
        -int(printed["stone_left"]) * stones * scoring,
        -int(printed["most_of_a_good"]) * most * scoring,
        -points.sum(axis=2) * out,
        *(tiles[:, :, series] for series in range(len(REWARD_SERIES))),
        states["silver_space"].astype(np.int64),
        states["gold_space"].astype(np.int64),
    ]
    return np.stack(told, axis=2)


def causes(game: Game, before: np.ndarray, actions: np.ndarray, after: np.ndarray) -> np.ndarray:
    """What punishment between two decisions was for, as of :data:`CAUSES`; 0 or less."""
    printed, ids = game.board[0], game.actions.parts
    marked = after["punishment"].astype(np.int64) - before["punishment"]
    mover = before["player"][:, None] == _SEATS
    passed = mover & _is(actions, ids[Decision.PASS].start)
    copied = mover & _is(actions, ids[Decision.PLACE].start + Space.COPY - 1)
    passing = passed * int(printed["pass_penalty"])
    copying = copied * printed["copy_penalty"][before["copies"]].astype(np.int64)[:, None]
    refused = (before["refused"] > 0) | (mover & _is(actions, ids[Decision.REFUSE].start))
    # Of what a seat is punished for after the actions, refusing comes first.
    refusing = (refused & _refusal_due(before) & (marked > 0)) * int(printed["refuse_penalty"])
    acting = (before["phase"] < Phase.OFFERINGS)[:, None]
    die = np.where(acting, marked - passing - copying, 0)
    rest = np.where(acting, 0, marked - refusing)
    gone = after["out"] > 0
    done, had = _punished(before), _steps_had(before, after)
    silver, gold = (
        ((done <= step) & (had > step) & ~gone & (before["players"][:, None] > _SEATS))
        * _of_space(printed, after[track])
        for step, track in (
            (PunishmentStep.SILVER_TRACK, "silver_space"),
            (PunishmentStep.GOLD_TRACK, "gold_space"),
        )
    )
    slaves = np.where(gone, 0, rest - silver - gold)
    going_out = np.where(gone, rest, 0)
    amounts = [passing, copying, die, refusing, slaves, silver, gold, going_out]
    return -np.stack(amounts, axis=2).astype(np.int64)


def _is(actions: np.ndarray, action: int) -> np.ndarray:
    return np.asarray(actions == action)[:, None]


def _of_space(printed: Any, spaces: np.ndarray) -> np.ndarray:
    """Punishment points of spaces of a track; the last one has none."""
    points = printed["track_punishment"].astype(np.int64)[spaces]
    return np.where(spaces == int(printed["track_length"]) - 1, 0, points)


def _places(states: np.ndarray) -> np.ndarray:
    """Place of each seat in big-cube order, int64 ``(n, seats)``."""
    return np.asarray((states["big_order"][:, None, :] == _SEATS[:, None]).argmax(axis=2))


def _refusal_due(before: np.ndarray) -> np.ndarray:
    """Whether a seat that has refused is still to be punished for it."""
    step = before["step"][:, None]
    ahead = (step == OfferingStep.REFUSALS) & (_places(before) >= before["cursor"][:, None])
    offering = (before["phase"] == Phase.OFFERINGS)[:, None]
    return np.asarray(offering & ((step < OfferingStep.REFUSALS) | ahead))


def _punished(states: np.ndarray) -> np.ndarray:
    """Steps of the punishment phase that each seat has had in it, 0 outside of it."""
    had = states["step"][:, None] + (_places(states) < states["cursor"][:, None])
    return np.where((states["phase"] == Phase.PUNISHMENT)[:, None], had, 0)


def _steps_had(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The same after a decision of a round: all once its punishment phase is over."""
    inside = after["step"][:, None] + (_places(after) < after["cursor"][:, None])
    phase = after["phase"]
    stopped = (phase == Phase.OVER) & (after["reason"] == Reason.LAST_PLAYER)
    going_on = (phase == Phase.PUNISHMENT) | (stopped & (after["step"] < len(PunishmentStep)))
    not_yet = (phase == Phase.OFFERINGS) | (phase == Phase.REWARDS) | (stopped & ~going_on)
    had = np.where(going_on[:, None], inside, len(PunishmentStep))
    early = not_yet | (before["phase"] < Phase.OFFERINGS)
    # Whoever stands in the final scoring has had all of them before.
    early |= before["phase"] > Phase.PUNISHMENT
    return np.where(early[:, None], 0, had)


def label(role: str) -> str:
    """A space by its name; other decisions by theirs."""
    verb, arguments = parse_name(role)
    if verb != "place":
        return role
    return Space(int(arguments[0])).name.lower().replace("_", " ")


COURSE = Course(
    levels_of=LEVELS,
    levels=levels,
    rounds=lambda states: states["round_number"].astype(np.int64),
    moves=("place",),
    label=label,
    causes_of=CAUSES,
    causes=causes,
)

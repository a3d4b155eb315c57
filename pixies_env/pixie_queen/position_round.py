"""What lies on the table must be possible, whatever is asked: discs, points, tiles, who is out.

All of this reads the record that was built from the position, after the invariants; errors name
the keys of the dictionary.
"""

from itertools import accumulate

import numpy as np

from pixies_env.pixie_queen.length import most_points_at_once
from pixies_env.pixie_queen.names import (
    NOBODY,
    REWARD_SERIES,
    SKILLS,
    SOURCES,
    Good,
    PunishmentStep,
    Skill,
    Source,
)
from pixies_env.pixie_queen.position_seen import Seen, need


def check_round(seen: Seen, start: np.ndarray) -> None:
    """ValueError that names a key unless all that lies on the table can lie there together.

    ``start`` is the record of the set-up with so many players.
    """
    if seen.phase_name == "setup":
        _check_as_at_start(seen, start)
    _check_out(seen)
    _check_spaces(seen)
    _check_points(seen)
    _check_servants(seen)


def _check_as_at_start(seen: Seen, start: np.ndarray) -> None:
    """In the set-up nothing has moved: only honey is given when the order is known."""
    expected = {name: start[name][0].tolist() for name in start.dtype.names or ()}
    setup = seen.board.setup
    for place, seat in enumerate(seen.order):
        honey = setup.honey_of_favourite if place == 0 else setup.goods.honey
        expected["goods"][seat][Good.HONEY] += honey
        expected["stock"][Good.HONEY] -= honey
    moving = ("waiting", "player", "question", "step", "cursor")
    for name, value in expected.items():
        if name not in (*moving, "small_order", "big_order", "skill_at"):
            now = getattr(seen, name)
            text = f"in the set-up all is as at the start, {name} {value}, not {now}"
            need(now == value, "phase", text)
    need(seen.small_order == seen.big_order, "big_order", "is the small one in the set-up")


def _check_out(seen: Seen) -> None:
    """Who went out in this round keeps the place in order, and alone may have acted in it."""
    gone = sorted((seen.out[seat], seat) for seat in seen.seats if seen.out[seat])
    kept = [seat for _, seat in gone if seat in seen.order]
    latest = [seat for _, seat in gone[len(gone) - len(kept) :]]
    text = f"who is out has a place only if out since this round began, the latest first: {kept}"
    need(kept == latest, "pending.order_of_round", text)
    need(
        not kept or seen.phase_name not in ("setup", "steal"),
        "pending.order_of_round",
        "nobody goes out before the action phase",
    )
    acted = (
        ("single_spaces.mine", seen.mine_used),
        ("single_spaces.exchange_tiles", seen.tiles_used),
        ("single_spaces.copy", seen.copy_used),
        ("seats.*.passed", seen.passed),
    )
    for key, of_seats in acted:
        for seat in seen.seats:
            text = f"player {seat} was out before this round"
            need(not of_seats[seat] or seat in seen.order, key, text)
    first = seen.priority
    text = f"player {first} was out before this round"
    need(first == NOBODY or first in seen.order, "single_spaces.temporary_priority", text)


def _check_spaces(seen: Seen) -> None:
    """Discs on spaces come from those who have fewer in hand."""
    discs = seen.board.setup.discs
    free = 0
    for seat in seen.order:
        spent = discs - (seen.discs[seat] if seen.is_in(seat) else 0)
        own = seen.mine_used[seat] + seen.tiles_used[seat] + seen.copy_used[seat]
        if seen.priority == seat:
            own += 1
            text = f"player {seat} has used 21, which takes all discs"
            need(seen.discs[seat] == 0, f"seats.{seat}.discs", text)
            need(not seen.passed[seat], f"seats.{seat}.passed", text)
        need(
            own <= spent,
            f"seats.{seat}.discs",
            f"player {seat} has used {own} single spaces and placed {spent} discs",
        )
        free += spent - own
        if seen.passed[seat] and seen.is_in(seat):
            text = f"player {seat} has passed, which needs a disc, and has none"
            need(seen.discs[seat] > 0, f"seats.{seat}.discs", text)
    shared = sum(seen.discs_on) + seen.goods_uses + seen.special_used + seen.order_used
    text = f"{shared} discs on shared spaces, and only {free} that the players have placed there"
    need(shared <= free, "seats.*.discs", text)
    if seen.special_used and seen.asked != "add":
        text = "a special offering was made, but no tile of it taken"
        need(
            seen.rewards_taken[Source.SPECIAL_OFFERING] > 0, "single_spaces.special_offering", text
        )


def _check_points(seen: Seen) -> None:
    most = seen.board.score.out_at - 1 + most_points_at_once(seen.board)
    for seat in seen.seats:
        text = f"no player comes beyond {most}: at {seen.board.score.out_at} the game is over"
        need(seen.punishment[seat] <= most, f"seats.{seat}.punishment", text)
        for series, name in enumerate(REWARD_SERIES):
            most_earned = _most_of_series(seen, seat, series)
            text = f"its tiles are worth {most_earned} at most"
            points = seen.points_from[seat][series]
            need(points <= most_earned, f"seats.{seat}.points_from.{name}", text)
        most_else = _most_of_all(seen, seat)
        text = f"is at most {most_else}"
        points = seen.points_from[seat][Source.OTHER]
        need(points <= most_else, f"seats.{seat}.points_from.{SOURCES[Source.OTHER]}", text)


def _most_of_series(seen: Seen, seat: int, series: int) -> int:
    """Points that a player can have from so many tiles of those taken, with bonuses."""
    rewards = seen.board.rewards
    values = (rewards.special_offering, rewards.faithful_servant, rewards.gold_ring)[series]
    number = seen.tiles_won[seat][series]
    best = sorted(values[: seen.rewards_taken[series]], reverse=True)[:number]
    return sum(best) + number * _bonus(seen, series)


def _bonus(seen: Seen, series: int) -> int:
    """Points that a skill adds to each tile of a series."""
    skills: dict[int, Skill] = {
        Source.FAITHFUL_SERVANT: Skill.SERVANT_BONUS,
        Source.GOLD_RING: Skill.RING_BONUS,
    }
    return seen.board.skill_size(SKILLS[skills[series]]) if series in skills else 0


def _most_of_all(seen: Seen, seat: int) -> int:
    """Points that stand for all: who writes ``reward_points`` alone does not say from where."""
    rewards = seen.board.rewards
    series = (rewards.special_offering, rewards.faithful_servant, rewards.gold_ring)
    bonuses = sum(_bonus(seen, place) * len(tiles) for place, tiles in enumerate(series))
    tiles = sum(map(sum, series)) + bonuses
    # Each round pays for the last space of two tracks.
    paid = 2 * max(seen.round_number - 1, 0)
    if seen.phase_name in ("final", "over"):
        paid += 2
    elif seen.phase_name == "punishment":
        paid += max(seen.step - PunishmentStep.SILVER_TRACK, 0)
        paid += seen.step != PunishmentStep.SLAVES and seat in seen.before(seen.cursor)
    return tiles + paid * seen.board.tracks.last_space_reward


def _check_servants(seen: Seen) -> None:
    """Each first servant has its number among all, and the others of a player come later."""
    firsts = sorted(
        (seen.first_servant[seat], seen.tiles_won[seat][Source.FAITHFUL_SERVANT])
        for seat in seen.seats
        if seen.first_servant[seat]
    )
    made_before = [0, *accumulate(number for _, number in firsts)]
    for (first, _), most in zip(firsts, made_before, strict=False):
        text = f"{first} cannot be: who made one earlier made {most} in all"
        need(first - 1 <= most, "seats.*.first_servant", text)

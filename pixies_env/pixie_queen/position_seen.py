"""A record of the state in plain numbers, with what the checks of a position ask of it."""

from typing import Any

import numpy as np

from pixies_env.core.seam import CHANCE, DECISION
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    KINDS,
    NOBODY,
    OFFERS_OF_MORE,
    OFFERS_OF_TWO,
    ON_EXTRA_SLOT,
    PHASES,
    QUESTIONS,
    SERIES,
    SKILLS,
    Frame,
    Skill,
)
from pixies_env.pixie_queen.state import has_virtual


class Seen:
    """Fields of the record as attributes: numbers and lists of them."""

    def __init__(self, state: np.ndarray, board: Board) -> None:
        self._fields = {name: state[name][0].tolist() for name in state.dtype.names or ()}
        self.board = board
        kinds = {DECISION: QUESTIONS, CHANCE: CHANCE_KINDS}.get(self.waiting)
        self.asked: str = kinds[self.question] if kinds else ""
        """Question or kind of chance; "" when the game is over."""
        self.phase_name = PHASES[self.phase]
        self.seats = range(self.players)
        self.order = [seat for seat in self.big_order if seat != NOBODY]
        """Seats in big-cube order, with those who went out in this round."""
        self.stack = [tuple(frame) for frame in self.frames[: self.frame_count]]

    def __getattr__(self, name: str) -> Any:
        return self._fields[name]

    @property
    def due(self) -> int:
        """What an action still has to do, of whatever kind: the position does not say of which."""
        return int(self.cubes_due + self.discards_due + self.foods_due)

    def is_in(self, seat: int) -> bool:
        """Whether a player is not out."""
        return bool(self.out[seat] == 0)

    @property
    def still_in(self) -> list[int]:
        """Seats of the players who are not out."""
        return [seat for seat in self.seats if self.is_in(seat)]

    @property
    def favourite(self) -> int:
        """The Queen's favourite; -1 before the order is drawn."""
        return next((seat for seat in self.order if self.is_in(seat)), NOBODY)

    def at_place(self, place: int) -> int:
        """The seat at a place in big-cube order, -1 if there is none."""
        return self.order[place] if 0 <= place < len(self.order) else NOBODY

    def before(self, place: int) -> list[int]:
        """Seats at earlier places in big-cube order."""
        return self.order[: max(place, 0)]

    def has_skill(self, seat: int, skill: int) -> bool:
        """Whether a permanent skill lies in front of a player."""
        return bool(self.skill_at[skill] == seat)

    def skill_size(self, seat: int, skill: int) -> int:
        """Size that a permanent skill has for a player, 0 without it."""
        return self.board.skill_size(SKILLS[skill]) if self.has_skill(seat, skill) else 0

    def holds(self, seat: int, tile: int) -> bool:
        """Whether a one-use tile lies in front of a player, on either slot."""
        place = self.one_use_at[tile]
        return bool(
            place == seat or (place == ON_EXTRA_SLOT and self.has_skill(seat, Skill.EXTRA_SLOT))
        )

    def food_of_tiles(self, seat: int) -> int:
        """Foods that a player's food tiles give in each steal phase."""
        extra = self.extra_food if self.has_skill(seat, Skill.EXTRA_SLOT) else 0
        return int(self.food_tile[seat] + extra)

    def is_active(self, seat: int) -> bool:
        """Whether a pixie of a player stands on a hand."""
        return seat in self.hands

    def hands_filled(self, seat: int) -> int:
        """Number of offers that a player has made."""
        return sum(self.offers[seat][kind] > 0 for kind in range(KINDS))

    def hands_to_fill(self, seat: int) -> int:
        """Number of offers that a player may make."""
        offers = OFFERS_OF_TWO if has_virtual(self.players) else OFFERS_OF_MORE
        return offers + int(self.announced[seat])

    def symbols_within(self, seat: int, points: int) -> int:
        """Mine symbols that a marker reached or passed by its last so many points."""
        after = self.punishment[seat]
        return sum(after - points < symbol <= after for symbol in self.board.score.mine_symbols)

    @property
    def gold_numbers_gone(self) -> bool:
        """Whether the last tile with a gold number was taken."""
        golden = self.board.rewards.gold_numbers
        return all(self.rewards_taken[series] >= golden for series in range(SERIES))


def need(condition: object, key: str, text: str) -> None:
    """ValueError that names the key unless something holds."""
    if not condition:
        raise ValueError(f"{key}: {text}")


def need_asked(seen: Seen, seat: int) -> None:
    """ValueError unless that seat is asked."""
    need(
        seen.player == seat and seat != NOBODY,
        "waiting.player",
        f"{seen.asked!r} is asked of the player at place {seen.cursor} (pending.cursor) of "
        f"pending.order_of_round {seen.order}, that is {seat}, not of player {seen.player}",
    )


def need_cursor(seen: Seen, least: int, most: int) -> None:
    """ValueError unless the cursor lies between two places."""
    need(
        least <= seen.cursor <= most,
        "pending.cursor",
        f"is {least} to {most} when {seen.asked!r} is asked, not {seen.cursor}",
    )


def need_step(seen: Seen, *steps: int) -> None:
    """ValueError unless the phase is at one of these steps."""
    need(
        seen.step in steps,
        "pending.step",
        f"is {' or '.join(map(str, steps))} when {seen.asked!r} is asked in phase "
        f"{seen.phase_name!r}, not {seen.step}",
    )


def need_stack(seen: Seen, *frames: tuple[int, ...]) -> None:
    """ValueError unless exactly these effects are under way."""
    wanted = [[int(number) for number in frame] for frame in frames]
    stack = [list(frame) for frame in seen.stack]
    text = f"are {wanted} when {seen.asked!r} is asked here, not {stack}"
    need(stack == wanted, "pending.effects", text)


def need_nothing_else(seen: Seen, *but: str) -> None:
    """ValueError if numbers of an action under way stand where they are of no use."""
    for key in ("due", "picks", "stones_drawn", "points_left", "promotions"):
        if key not in but:
            text = f"must be 0 when {seen.asked or 'nothing'!r} is asked, not {getattr(seen, key)}"
            need(getattr(seen, key) == 0, f"pending.{key}", text)
    if "assigned" not in but:
        text = f"must be 0 for all when {seen.asked or 'nothing'!r} is asked, not {seen.assigned}"
        need(not any(seen.assigned), "pending.assigned", text)


def need_demotions(seen: Seen, points: int, *below: tuple[int, ...]) -> None:
    """ValueError unless a demotion can be asked for by the last so many points of a player.

    ``below`` are the effects that wait until they are done.
    """
    seat = seen.player
    need(seat != seen.favourite, "waiting.player", f"the favourite, player {seat}, never demotes")
    need(
        seen.is_active(seat),
        "waiting.player",
        f"player {seat} has no pixie on a hand and cannot demote",
    )
    more = 0
    if len(seen.stack) > len(below):
        more = seen.stack[len(below)][2]
        need_stack(seen, *below, (Frame.DEMOTE, seat, max(more, 1), 0))
    else:
        need_stack(seen, *below)
    symbols = seen.symbols_within(seat, points)
    need(
        symbols > more,
        "pending.effects, seats.*.punishment",
        f"player {seat} with {seen.punishment[seat]} points has reached {symbols} mine symbols by "
        f"the last {points}, which are not {more + 1} demotions",
    )

"""What stands for the keys that a position leaves out.

Unless it is in the set-up, that is the first turn of its round in a game in which locations,
tokens and cards came in the order of the board file. Decks and supplies hold what lies nowhere
else, a player's dice that are not placed are available, and those that must have been placed lie
at the energy source, with the minions and in the bank.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pixies_env.core.seam import DECISION, NOBODY, NOTHING
from pixies_env.taverns.invariants.dice import dice_rolled, dice_to_place, placed_dice
from pixies_env.taverns.invariants.progress import (
    draws_now,
    icons_passed,
    rounds_ended,
    seat_in_turn,
)
from pixies_env.taverns.limits import RECIPE_ROW, SITES, VALUES
from pixies_env.taverns.names import (
    MINIONS,
    NONE,
    PHASES,
    BankSlot,
    ChanceKind,
    Icon,
    Phase,
    Question,
    RoundStart,
    Token,
)
from pixies_env.taverns.rules.round_start import items_for
from pixies_env.taverns.state import HAND

_AVAILABLE = (1, 2, 3, 4, 1)
"""What the dice of a player show."""
_PLACED = 2
"""What a placed die shows."""

Given = Mapping[str, Any]


def cards_in(word: Any) -> list[int]:
    """Cards of a set, rising."""
    return [card for card in range(int(word).bit_length()) if (int(word) >> card) & 1]


def set_of(cards: Iterable[Any]) -> np.uint64:
    """The set of some cards."""
    return np.uint64(sum(1 << int(card) for card in set(cards)))


def begin(record: Any, board: Any) -> None:
    """Lay a set-up that is over: the first things on the first places, in the first turn."""
    record.round_number, record.phase, record.step, record.cursor = 1, Phase.TURNS, 0, 0
    record.first_player = 0
    record.location_at = cards_in(board.locations)[:SITES]
    spaces = int(board.token_spaces)
    record.token_at[:spaces] = np.repeat(np.arange(len(Token)), board.tokens)


def complete(record: Any, board: Any, given: Given, seats: Sequence[Given]) -> None:
    """Lay all else that is left out.

    ``given`` and ``seats`` are what is written, by key; it lies in the record already.
    ValueError that names the key if something must be said.
    """
    if "waiting" not in given:
        _complete_waiting(record)
    if record.phase != Phase.SETUP:
        _complete_decks(record, board, given)
        _complete_rows(record, board, given)
        _complete_missions(record, board, given, seats)
        _complete_taverns(record, board, seats)
        _complete_goblin(record, board, given)
        _complete_dice(record, seats)
    elif "recipes_left" not in given:
        row = set_of(card for card in record.recipe_row if card >= 0)
        record.recipes_left = board.all_recipes & ~row
    _complete_what_is_left(record, board, given)


def _complete_decks(record: Any, board: Any, given: Given) -> None:
    """Events and dragons: the first of them have come."""
    icons = (Icon.EVENT_GOOD, Icon.EVENT_BAD)
    if "events_left" not in given and board.events_on:
        come = sum(int(icons_passed(record, board, icon)) for icon in icons)
        record.events_left = _without_first(board.all_events, come, record.event)
    if "dragons_left" not in given:
        come = int(icons_passed(record, board, Icon.DRAGON))
        record.dragons_left = _without_first(board.all_dragons, come, record.dragon)


def _without_first(cards: Any, number: int, there: Any) -> np.uint64:
    """A deck out of which so many cards have come: one that is there, and the first others."""
    order = sorted(cards_in(cards), key=lambda card: card != there)
    return set_of(order[number:])


def _complete_rows(record: Any, board: Any, given: Given) -> None:
    """The rows of heroes and recipes; one card less where one is being drawn."""
    owned = np.bitwise_or.reduce(record.heroes)
    if "hero_row" not in given:
        left = record.heroes_left if "heroes_left" in given else board.all_heroes
        free, due = cards_in(left & ~owned), int(draws_now(record, ChanceKind.HERO))
        record.hero_row = set_of(free[: board.heroes_in_row - due])
    cooked, due = np.bitwise_or.reduce(record.cooked), int(draws_now(record, ChanceKind.RECIPE))
    laid = int(board.initial_recipes) + int(rounds_ended(record))
    if "recipe_row" not in given:
        left = record.recipes_left if "recipes_left" in given else np.uint64(0)
        row = cards_in(board.all_recipes & ~cooked & ~left)[: min(laid, RECIPE_ROW) - due]
        places = [*[NONE] * due, *row, *[NONE] * RECIPE_ROW]
        record.recipe_row = places[:RECIPE_ROW]
    if "recipes_left" not in given:
        seen = set_of([*cards_in(cooked), *(card for card in record.recipe_row if card >= 0)])
        rest = cards_in(board.all_recipes & ~seen)
        discarded = laid - due + len(cards_in(cooked)) - len(cards_in(seen))
        record.recipes_left = set_of(rest[max(discarded, 0) :])


def _complete_missions(record: Any, board: Any, given: Given, seats: Sequence[Given]) -> None:
    """The common mission and two for each player."""
    if not board.missions_on:
        return
    hands = record.missions[: record.players]
    told = [seat for seat, own in enumerate(seats) if "missions" in own]
    seen = {int(card) for seat in told for card in hands[seat]}
    seen.add(int(record.common_mission))
    free = [card for card in cards_in(board.all_missions) if card not in seen]
    if "common_mission" not in given:
        record.common_mission = free.pop(0)
    for seat, own in enumerate(seats):
        if "missions" not in own:
            hands[seat] = free[:HAND]
            del free[:HAND]


def _complete_taverns(record: Any, board: Any, seats: Sequence[Given]) -> None:
    """The tavern boards, the first to those who have none."""
    if not board.asymmetric_on:
        return
    taken = {int(record.tavern[seat]) for seat, own in enumerate(seats) if "tavern" in own}
    free = [tavern for tavern in range(board.taverns) if tavern not in taken]
    for seat, own in enumerate(seats):
        if "tavern" not in own:
            record.tavern[seat] = free.pop(0)


def _complete_goblin(record: Any, board: Any, given: Given) -> None:
    """The goblin in the zone of the lowest sum, with what it cannot have sold before."""
    starting = record.phase == Phase.ROUND_START and record.step == RoundStart.GOBLIN
    if not board.goblin_on or record.round_number % 2 == 0 or starting:
        return
    if "goblin_zone" not in given:
        record.goblin_zone = board.goblin_zone[2]
    if "goblin_stack" not in given:
        sold = int(record["items"].sum() + record.items_used.sum())
        before = min(
            int(record.players) * (int(record.round_number) // 2), int(board["items"].sum())
        )
        record.stack = max(int(items_for(record, board)) - max(sold - before, 0), 0)


def _complete_dice(record: Any, seats: Sequence[Given]) -> None:
    """Dice that must have been placed, then those that are available."""
    for seat, own in enumerate(seats):
        used = int(dice_to_place(record, seat))
        missing = used - int(placed_dice(record, seat))
        if missing > 0 and "energy_die" not in own:
            record.energy_die[seat] = _PLACED
            missing -= 1
        for minion, name in enumerate(MINIONS):
            minions = own.get("minions", {})
            is_told = name in minions and "die" in minions[name].model_fields_set
            if missing > 0 and record.minion_die[seat, minion] == 0 and not is_told:
                record.minion_die[seat, minion] = _PLACED
                missing -= 1
        if missing > 0 and record.bank_seat[seat] == NOBODY and seat not in record.bank_seat:
            record.bank_seat[seat] = seat
            record.blank_value = _PLACED if seat == BankSlot.BLANK else record.blank_value
        if "dice" not in own:
            values = _AVAILABLE[: max(int(dice_rolled(record, seat)) - used, 0)]
            record.dice[seat] = [values.count(value + 1) for value in range(VALUES)]


def _complete_waiting(record: Any) -> None:
    """An open point of the player whose turn it is, or nothing."""
    if record.phase == Phase.TURNS:
        player = int(seat_in_turn(record))
        record.waiting, record.player, record.question = DECISION, player, Question.OPEN
    elif record.phase == Phase.OVER:
        record.waiting, record.player, record.question = NOTHING, NOBODY, 0
    elif record.phase != Phase.SETUP:
        raise ValueError(f"waiting: say what is due in phase {PHASES[record.phase]!r}")


def _complete_what_is_left(record: Any, board: Any, given: Given) -> None:
    """Decks and supplies: all that lies nowhere else."""
    if "heroes_left" not in given:
        owned = np.bitwise_or.reduce(record.heroes)
        record.heroes_left = board.all_heroes & ~(owned | record.hero_row)
    if "missions_left" not in given and board.missions_on:
        seen = [record.common_mission, *record.missions.flat]
        record.missions_left = board.all_missions & ~set_of(card for card in seen if card >= 0)
    if "items_left" not in given and board.goblin_on:
        sold = record["items"].sum(axis=0) + record.items_used.sum(axis=0)
        record.items_left = board["items"] - sold
    if "trophies_left" not in given:
        kinds = len(board.trophies)
        record.trophies_left[:kinds] = board.trophies - record.trophies[:, :kinds].sum(axis=0)
    if "forge_left" not in given:
        record.forge_left = board.forge_tokens - record.forge.sum(axis=0)

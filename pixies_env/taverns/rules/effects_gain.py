"""Effects that give or take without a question.

Each effect has two rules: ``can_*(state, board, player, slot, energy, spent)``, whether it would
change anything as a free action, where ``energy`` is what is left after paying and ``spent`` the
hero exhausted for it; and what it does, ``(state, board, player, slot)``.
"""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.zones import put
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import NONE, Continuation, Effect, Hunt, Minion, Token
from pixies_env.taverns.rules.locations import touches_dragon
from pixies_env.taverns.rules.pockets import load, wound
from pixies_env.taverns.rules.purse import (
    gain_energy,
    gain_gold,
    gain_prestige,
    gain_runes,
    store_from_supply,
)


@rule
def never(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """No free action."""
    return False


@rule
def always(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """A free action at any time."""
    return True


@rule
def nothing(state: Any, board: Any, player: Any, slot: Any) -> None:
    """A slot without an effect."""


@rule
def _changes(has: Any, amount: Any) -> Any:
    """Whether something that does not fall below 0 changes."""
    return amount > 0 or (amount < 0 and has > 0)


@rule
def can_gold(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Gold comes or goes."""
    return _changes(int(state.gold[player]), int(board.effect_amount[slot]))


@rule
def gold(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Gain gold, or lose it."""
    gain_gold(state, player, int(board.effect_amount[slot]))


@rule
def can_prestige(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Prestige comes or goes."""
    return _changes(int(state.prestige[player]), int(board.effect_amount[slot]))


@rule
def prestige(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Gain prestige, or lose it."""
    gain_prestige(state, player, int(board.effect_amount[slot]))


@rule
def can_energy(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Energy is below the limit and would change."""
    return energy < int(board.max_energy) and _changes(energy, int(board.effect_amount[slot]))


@rule
def energy(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Gain energy, or lose it."""
    gain_energy(state, board, player, int(board.effect_amount[slot]))


@rule
def can_rune(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Runes are below the limit and would change."""
    runes = int(state.runes[player])
    return runes < int(board.max_runes) and _changes(runes, int(board.effect_amount[slot]))


@rule
def rune(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Gain runes, or lose them."""
    gain_runes(state, board, player, int(board.effect_amount[slot]))


@rule
def reserve(state: Any, board: Any, player: Any, slot: Any) -> None:
    """An ingredient out of the supply is stored."""
    store_from_supply(state, player, int(board.effect_argument[slot]))


@rule
def can_energy_per_hero(
    state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any
) -> Any:
    """Energy below the limit, and there is a hero."""
    return state.heroes[player] != 0 and energy < int(board.max_energy)


@rule
def energy_per_hero(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Energy for each own hero, exhausted or ready."""
    gain_energy(state, board, player, count_bits(state.heroes[player]))


@rule
def can_heal_active(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """The active minion has a wound."""
    return state.active != NONE and state.wounds[player, state.active] > 0


@rule
def heal_active(state: Any, board: Any, player: Any, slot: Any) -> None:
    """All wounds of the active minion are removed."""
    if state.active != NONE:
        state.wounds[player, state.active] = 0


@rule
def wound_active(state: Any, board: Any, player: Any, slot: Any) -> None:
    """A wound to the active minion."""
    if state.active != NONE:
        wound(state, board, player, int(state.active))


@rule
def carry(state: Any, board: Any, player: Any, slot: Any) -> None:
    """An ingredient into a free pocket of the active minion."""
    if state.active != NONE:
        load(state, board, player, int(state.active), int(board.effect_argument[slot]))


@rule
def can_raise_dice(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """An available die is below the highest value."""
    for value in range(VALUES - 1):
        if state.dice[player, value] > 0:
            return True
    return False


@rule
def raise_dice(state: Any, board: Any, player: Any, slot: Any) -> None:
    """All own available dice below the highest value rise by 1."""
    for value in range(VALUES - 1, 0, -1):
        state.dice[player, value] = int(state.dice[player, value]) + int(
            state.dice[player, value - 1]
        )
        state.dice[player, value - 1] = 0


@rule
def can_cooked(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """The player has cooked in this turn, and prestige comes or goes."""
    changes = _changes(int(state.prestige[player]), int(board.effect_amount[slot]))
    return state.cooked_now > 0 and changes


# Effects on the zones around the dragon


@rule
def wound_adjacent(state: Any, board: Any, player: Any, slot: Any) -> None:
    """A wound to every own minion in a zone adjacent to the site of the dragon."""
    push(state, Continuation.WOUND_ADJACENT, player, 0, 0)


@rule
def wound_next(state: Any, board: Any, player: Any, first: Any, second: Any) -> None:
    """The wounds of the minions from ``first`` on, one after the other."""
    for minion in range(first, len(Minion)):
        if touches_dragon(state, board, int(state.zone[player, minion])):
            if minion + 1 < len(Minion):
                push(state, Continuation.WOUND_ADJACENT, player, minion + 1, 0)
            wound(state, board, player, minion)
            return


@rule
def clear_adjacent(state: Any, board: Any, player: Any, slot: Any) -> None:
    """All ingredient tokens in these zones leave; the encounter token stays."""
    for space in range(int(board.token_spaces)):
        if state.token_at[space] != Token.ENCOUNTER and touches_dragon(
            state, board, int(board.token_zone[space])
        ):
            state.token_at[space] = NONE


# Effects at an attack point


@rule
def is_attacking(state: Any) -> Any:
    """Whether it is an attack point."""
    return state.hunting == Hunt.ATTACK


@rule
def can_symbol(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """At an attack point."""
    return is_attacking(state)


@rule
def symbol(state: Any, board: Any, player: Any, slot: Any) -> None:
    """One symbol more in this hunt."""
    if is_attacking(state):
        add_symbol(state, int(board.effect_argument[slot]))


@rule
def add_symbol(state: Any, kind: Any) -> None:
    """One symbol of a kind more in this hunt."""
    put(state.added, kind, 1)


@rule
def can_no_wounds(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Not yet in force."""
    return is_attacking(state) and state.no_wounds == 0


@rule
def no_wounds(state: Any, board: Any, player: Any, slot: Any) -> None:
    """No wound by this hunt."""
    if is_attacking(state):
        state.no_wounds = 1


# Effects at an open point


@rule
def is_open(state: Any) -> Any:
    """Whether it is an open point with an active minion."""
    return state.hunting == Hunt.NONE and state.active != NONE


@rule
def can_step(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """There is an active minion."""
    return is_open(state)


@rule
def step(state: Any, board: Any, player: Any, slot: Any) -> None:
    """The active minion walks one more zone, in the same activation."""
    if is_open(state):
        push(state, Continuation.WALK, player, 1, 0)


@rule
def can_collect_again(
    state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any
) -> Any:
    """The active minion has collected and may not collect now."""
    return is_open(state) and state.has_collected != 0 and state.may_collect == 0


@rule
def collect_again(state: Any, board: Any, player: Any, slot: Any) -> None:
    """The active minion may collect once more; the right does not add up."""
    if is_open(state):
        state.may_collect = 1


GAINS = {
    Effect.GOLD: (can_gold, gold),
    Effect.RUNE: (can_rune, rune),
    Effect.ENERGY: (can_energy, energy),
    Effect.RESERVE: (always, reserve),
    Effect.PRESTIGE: (can_prestige, prestige),
    Effect.ENERGY_PER_HERO: (can_energy_per_hero, energy_per_hero),
    Effect.HEAL_ACTIVE: (can_heal_active, heal_active),
    Effect.WOUND_ACTIVE: (never, wound_active),
    Effect.CARRY: (never, carry),
    Effect.RAISE_DICE: (can_raise_dice, raise_dice),
    Effect.COOKED: (can_cooked, prestige),
    Effect.STEP: (can_step, step),
    Effect.COLLECT_AGAIN: (can_collect_again, collect_again),
    Effect.SYMBOL: (can_symbol, symbol),
    Effect.NO_WOUNDS: (can_no_wounds, no_wounds),
    Effect.WOUND_ADJACENT: (never, wound_adjacent),
    Effect.CLEAR_ADJACENT: (never, clear_adjacent),
    Effect.NONE: (never, nothing),
}
"""Condition and deed of each."""

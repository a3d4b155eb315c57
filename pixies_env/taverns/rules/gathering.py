"""Section 3, secondary actions: collect, gather, meet, buy."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, draws_of_set, put, take, without_card
from pixies_env.taverns.effects import encounter_of
from pixies_env.taverns.limits import MAX_EFFECTS
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Continuation,
    Decision,
    Ingredient,
    Token,
)
from pixies_env.taverns.rules.pockets import free_pockets, load
from pixies_env.taverns.rules.purse import gain_energy, gain_gold


@rule
def here(state: Any, player: Any) -> Any:
    """Zone of the active minion."""
    return int(state.zone[player, state.active])


@rule
def tokens_in(state: Any, board: Any, zone: Any) -> Any:
    """Bits of the kinds of tokens that lie in a zone."""
    kinds = 0
    for space in range(int(board.token_spaces)):
        if board.token_zone[space] == zone and state.token_at[space] != NONE:
            kinds |= 1 << int(state.token_at[space])
    return kinds


@rule
def take_token(state: Any, board: Any, zone: Any, token: Any) -> None:
    """A token of this kind leaves the zone."""
    for space in range(int(board.token_spaces)):
        if board.token_zone[space] == zone and state.token_at[space] == token:
            state.token_at[space] = NONE
            return


@rule
def list_ingredients(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Append what can be had in the zone of the active minion: tokens, then printed ones."""
    zone = here(state, player)
    tokens, printed = tokens_in(state, board, zone), int(board.zone_printed[zone])
    for kind in range(len(Ingredient)):
        if has_bit(tokens, kind):
            count = option(board, Decision.COLLECT, kind, ids, count)
    for kind in range(len(Ingredient)):
        if has_bit(printed, kind):
            count = option(board, Decision.GATHER, kind, ids, count)
    return count


@rule
def has_ingredients(state: Any, board: Any, player: Any) -> Any:
    """Whether there is an ingredient in the zone of the active minion."""
    zone = here(state, player)
    tokens = tokens_in(state, board, zone) & ~(1 << int(Token.ENCOUNTER))
    return tokens != 0 or board.zone_printed[zone] != 0


@rule
def may_collect(state: Any, board: Any, player: Any) -> Any:
    """Whether the active minion may still collect and has a pocket for it."""
    return state.may_collect != 0 and free_pockets(state, board, player, int(state.active)) > 0


@rule
def collect(state: Any, board: Any, player: Any, kind: Any) -> None:
    """A token goes into a pocket."""
    take_token(state, board, here(state, player), kind)
    gather(state, board, player, kind)


@rule
def gather(state: Any, board: Any, player: Any, kind: Any) -> None:
    """An ingredient goes into a pocket: the collection of this activation."""
    load(state, board, player, int(state.active), kind)
    state.may_collect = 0
    state.has_collected = 1


# Encounters


@rule
def can_meet(state: Any, board: Any, player: Any) -> Any:
    """Whether there is an encounter for the active minion."""
    if board.encounters_on == 0 or state.met != 0:
        return False
    if int(state.energy[player]) < int(board.encounter_price):
        return False
    return has_bit(tokens_in(state, board, here(state, player)), Token.ENCOUNTER)


@rule
def meet(state: Any, board: Any, player: Any, value: Any) -> None:
    """Pay for an encounter; an empty deck is made anew of all cards."""
    gain_energy(state, board, player, -int(board.encounter_price))
    state.met = 1
    if state.encounters_left == 0:
        state.encounters_left = board.all_encounters
    await_chance(state, player, ChanceKind.ENCOUNTER)


@rule
def encounters(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards of the deck."""
    return draws_of_set(board, ChanceKind.ENCOUNTER, state.encounters_left, outcomes, weights)


@rule
def resolve_encounter(state: Any, board: Any, player: Any, card: Any) -> None:
    """The card is carried out and discarded; the token stays."""
    state.encounters_left = without_card(state.encounters_left, card)
    push(state, Continuation.EFFECTS, player, encounter_of(card), MAX_EFFECTS)


# Goblin


@rule
def can_buy_item(state: Any, board: Any, player: Any) -> Any:
    """Whether the goblin sells the active minion an item."""
    if state.stack == 0 or state.bought != 0 or state.goblin_zone != here(state, player):
        return False
    return int(state.gold[player]) >= int(board.item_price)


@rule
def buy(state: Any, board: Any, player: Any, value: Any) -> None:
    """Pay for the top item."""
    gain_gold(state, player, -int(board.item_price))
    state.bought = 1
    await_chance(state, player, ChanceKind.ITEM)


@rule
def items(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The items that nobody has seen."""
    return draws(board, ChanceKind.ITEM, state.items_left, outcomes, weights)


@rule
def receive_item(state: Any, board: Any, player: Any, item: Any) -> None:
    """The item lies face up before the player."""
    state.stack = int(state.stack) - 1
    take(state.items_left, item, 1)
    put(state.items[player], item, 1)


GATHERING = rulebook.Phase(
    chances=(
        rulebook.Chance(ChanceKind.ENCOUNTER, encounters, resolve_encounter),
        rulebook.Chance(ChanceKind.ITEM, items, receive_item),
    ),
)

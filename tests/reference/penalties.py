"""Punishment points at any time, demotions, going out (rules section 2, last part)."""

from collections.abc import Generator

from .names import make_name
from .questions import Chance, Decision, Flow, LastPlayerLeftError, ask
from .state import State
from .tiles import holds_one_use, one_use_tiles, return_one_use_tile


def punish(state: State, player: int, points: int) -> Flow:
    """The player receives punishment points, with the demotions they cause."""
    if points == 0 or not state.is_in(player):
        return
    seat = state.seats[player]
    before = seat.punishment
    seat.punishment += points
    if seat.punishment >= state.board["score"]["out_at"]:
        go_out(state, player)
        return
    after = seat.punishment
    for symbol in state.board["score"]["mine_symbols"]:
        if before < symbol <= after and state.favourite() != player:
            yield from demote_one(state, player)


def demote_one(state: State, player: int) -> Generator[Decision | Chance, str, bool]:
    """One demotion of the player's choice; True if a pixie went to the mine."""
    if not state.active_hands(player):
        return False
    word, arguments = yield from ask(player, "demote", lambda: demotion_options(state, player))
    if word == "mercy":
        return_one_use_tile(state, player, "mercy")
        return False
    state.hands[int(arguments[0])] = None
    state.add_to_mine(player)
    return True


def demotion_options(state: State, player: int) -> list[str]:
    """Any active pixie, or handing back the mercy tile."""
    options = [make_name("demote", hand) for hand in state.active_hands(player)]
    if options and holds_one_use(state, player, "mercy"):
        options.append("mercy")
    return options


def go_out(state: State, player: int) -> None:
    """At 60 points: all that is the player's leaves the game or goes back."""
    seat = state.seats[player]
    seat.out = 1 + sum(1 for other in state.seats if other.out is not None)
    for hand in state.active_hands(player):
        state.hands[hand] = None
    if state.servant_space == player:
        state.servant_space = None
    seat.mine = 0
    state.reserve_stones += sum(seat.stones)
    seat.stones = [0] * len(seat.stones)
    for good, amount in list(seat.goods.items()):
        state.pay_to_stock(player, good, amount)
    for _, name in one_use_tiles(state, player):
        return_one_use_tile(state, player, name)
    if seat.skill == "extra_slot":
        state.extra_slot_tile = None  # a food tile on it goes to the box
    seat.food_tile = None
    seat.skill = None
    seat.discs = 0
    state.small_order.remove(player)
    state.big_order.remove(player)
    if len(state.big_order) == 1:
        raise LastPlayerLeftError


def unchain_options(state: State, player: int) -> list[str]:
    """Slots from which the player can remove a stone now (section 2, II)."""
    seat = state.seats[player]
    if seat.goods["bread"] < 1 and not state.skill_size(player, "free_chains"):
        return []
    return [make_name("unchain", slot) for slot, stones in enumerate(seat.stones) if stones > 0]


def unchain(state: State, player: int, slot: int) -> None:
    """Remove a stone for 1 bread, or for nothing with free chains; it leaves to the reserve."""
    if not state.skill_size(player, "free_chains"):
        state.pay_to_stock(player, "bread", 1)
    state.seats[player].stones[slot] -= 1
    state.reserve_stones += 1

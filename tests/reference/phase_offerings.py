"""Phase III, offerings (rules section 2, III)."""

from .names import FOODS, make_name
from .penalties import demote_one, punish
from .questions import Flow, ask, draw, shares
from .state import State
from .tiles import holds_one_use, return_one_use_tile


def offering_phase(state: State) -> Flow:
    """Announcements, demand, secret offers, reveal, refusals, the Queen's anger."""
    state.phase = "offerings"
    for player in list(state.big_order):
        if holds_one_use(state, player, "double_offering"):
            _, (answer,) = yield from ask(
                player, "announce", lambda: ["announce(yes)", "announce(no)"]
            )
            if answer == "yes":
                state.announced.add(player)

    _, (food,) = yield from draw(
        None,
        "demand",
        lambda: shares({make_name("demand", name): state.demands_left[name] for name in FOODS}),
    )
    state.demands_left[food] -= 1
    state.demand = food

    for player in list(state.big_order):
        yield from make_offer(state, player)
    reveal(state)
    for player in list(state.big_order):
        if player in state.refused:
            yield from punish(state, player, state.board["penalties"]["refuse"])
    if not demand_was_met(state):
        yield from angry_queen(state)


def kinds_of_offer(state: State) -> list[str]:
    """The kinds in the order in which they are offered."""
    assert state.demand is not None
    return [state.demand, "silver", "gold"]


def make_offer(state: State, player: int) -> Flow:
    """Hand by hand, kinds in their order; nothing moves before the reveal."""
    hands = 1 + (1 if state.players == 2 else 0) + (1 if player in state.announced else 0)
    filled = 0
    while filled < hands:
        word, arguments = yield from ask(player, "offer", lambda: offer_options(state, player))
        if word == "refuse":
            state.refused.add(player)
            return
        if word == "done":
            return
        kind, number = arguments
        state.offers[player][kinds_of_offer(state).index(kind)] = int(number)
        filled += 1


def offer_options(state: State, player: int) -> list[str]:
    """Any amount of a later kind; `refuse` as the first answer only, `done` after an offer."""
    offer = state.offers[player]
    begun = any(offer)
    options = []
    for place, kind in enumerate(kinds_of_offer(state)):
        if not any(offer[place:]):
            owned = state.seats[player].goods[kind]
            options += [make_name("offer", kind, number) for number in range(1, owned + 1)]
    return [*options, "done" if begun else "refuse"]


def reveal(state: State) -> None:
    """What is offered goes to the stock, used double-offering tiles to their space."""
    for player in list(state.big_order):
        for kind, number in zip(kinds_of_offer(state), state.offers[player], strict=True):
            state.pay_to_stock(player, kind, number)
        if player in state.announced:
            return_one_use_tile(state, player, "double_offering")


def demand_was_met(state: State) -> bool:
    """Did somebody offer the demanded food?"""
    return any(offer[0] > 0 for offer in state.offers)


def angry_queen(state: State) -> Flow:
    """From the last one up, one active pixie goes to the mine; the favourite never has to."""
    for player in list(reversed(state.big_order[1:])):
        demoted = yield from demote_one(state, player)
        if demoted:
            return


def forget_offers(state: State) -> None:
    """After phase IV, or after phase III if IV is skipped."""
    state.offers = [[0, 0, 0] for _ in range(state.players)]
    state.refused = set()
    state.announced = set()

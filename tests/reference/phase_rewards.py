"""Phase IV, rewards (rules section 2, IV)."""

from .names import place_from_text
from .penalties import unchain, unchain_options
from .promotions import carry_out_lift, carry_out_promotion, lift_options, promotion_options
from .questions import Flow, ask
from .state import State


def reward_phase(state: State) -> Flow:
    """Tracks, promotions, free promotions, virtual pixie, servant."""
    state.phase = "rewards"
    advance_on_track(state, "silver", 1)
    advance_on_track(state, "gold", 2)
    for player in list(state.big_order):
        if state.offers[player][0] > 0:
            yield from promotions(state, player, state.offers[player][0])
    for player in list(state.big_order):
        if more := state.skill_size(player, "free_promotion"):
            yield from promotions(state, player, more)
    if state.players == 2 and lift_options(state):
        _, places = yield from ask(state.favourite(), "lift", lambda: lift_options(state))
        source, target = (place_from_text(place) for place in places)
        carry_out_lift(state, source, int(target))
    make_servant(state)


def advance_on_track(state: State, track: str, place_in_offer: int) -> None:
    """1 space for every giver, 1 more for the one who gave strictly most."""
    given = [offer[place_in_offer] for offer in state.offers]
    most = max(given)
    for player in state.players_in():
        if given[player] > 0:
            state.step_on_track(player, track)
            if given[player] == most and given.count(most) == 1:
                state.step_on_track(player, track)


def promotions(state: State, player: int, number: int) -> Flow:
    """Up to a number of promotions in a row; removing a stone uses none of them up."""
    while number > 0:
        word, arguments = yield from ask(player, "promotion", lambda: reward_options(state, player))
        if word == "stop":
            return
        if word == "unchain":
            unchain(state, player, int(arguments[0]))
            continue
        source, target = (place_from_text(place) for place in arguments)
        carry_out_promotion(state, player, source, target)
        number -= 1


def reward_options(state: State, player: int) -> list[str]:
    """A promotion, removing a stone, or `stop`."""
    possible = promotion_options(state, player, servant_allowed=True)
    return possible + unchain_options(state, player) + ["stop"]


def make_servant(state: State) -> None:
    """The pixie on the servant space is a servant for good and earns the best tile left."""
    player = state.servant_space
    if player is None:
        return
    state.servant_space = None
    seat = state.seats[player]
    seat.servants += 1
    if seat.first_servant_round is None:
        seat.first_servant_round = state.round
    state.take_reward(player, "faithful_servant", "servant_bonus")

"""Phase II, actions: turns, costs, discs (rules section 2, II)."""

from .double_actions import carry_out_double, double_possible
from .names import DOUBLE_SPACES, SINGLE_SPACES, make_name
from .penalties import punish, unchain, unchain_options
from .questions import Flow, ask
from .single_actions import carry_out_single, single_possible
from .state import SingleSpaces, State


def action_phase(state: State) -> Flow:
    """Turns in big-cube order, again and again, until nobody can act."""
    state.phase = "actions"
    order = list(state.big_order)
    while any(can_act(state, player) for player in order):
        for player in order:
            if can_act(state, player):
                yield from turn(state, player)
    move_temporary_priority(state)
    discs_come_back(state)


def can_act(state: State, player: int) -> bool:
    """Still in, with discs, and not passed."""
    seat = state.seats[player]
    return seat.out is None and seat.discs > 0 and not seat.passed


def turn(state: State, player: int) -> Flow:
    """One action or a pass; before it, stones may be removed."""
    while True:
        word, arguments = yield from ask(player, "turn", lambda: turn_options(state, player))
        if word != "unchain":
            break
        unchain(state, player, int(arguments[0]))
    if word == "pass":
        state.seats[player].passed = True
        yield from punish(state, player, state.board["penalties"]["pass"])
        return
    space = int(arguments[0])
    if space in DOUBLE_SPACES:
        cost = cost_of_double(state, space)
        state.seats[player].discs -= cost
        state.discs_on[space] += cost
        yield from carry_out_double(state, player, space)
    else:
        yield from carry_out_single(state, player, space)


def turn_options(state: State, player: int) -> list[str]:
    """Spaces that can be used now, stones that can be removed, and always `pass`."""
    options = [
        make_name("place", space)
        for space in DOUBLE_SPACES + SINGLE_SPACES
        if can_place(state, player, space)
    ]
    return options + unchain_options(state, player) + ["pass"]


def cost_of_double(state: State, space: int) -> int:
    """1 disc if any pixie stands on the hand, else 2."""
    return 2 if state.hands[space] is None else 1


def can_place(state: State, player: int, space: int) -> bool:
    """The space is not used up, the discs suffice and the action can be carried out."""
    discs = state.seats[player].discs
    if space in DOUBLE_SPACES:
        if state.discs_on[space] > 0:
            return False
        cost = cost_of_double(state, space)
        return discs >= cost and double_possible(state, player, space, covering=cost == 2)
    return discs >= 1 and single_possible(state, player, space)


def move_temporary_priority(state: State) -> None:
    """Action 21, if used by a player still in: the big cube goes to the front."""
    user = state.single_spaces.temporary_priority
    if user is not None and state.is_in(user):
        state.big_order.remove(user)
        state.big_order.insert(0, user)


def discs_come_back(state: State) -> None:
    """All discs come back, and with them every space is unused again."""
    for space in DOUBLE_SPACES:
        state.discs_on[space] = 0
    state.single_spaces = SingleSpaces()
    state.copies = 0
    for seat in state.seats:
        seat.passed = False
        seat.discs = state.board["setup"]["discs"] if seat.out is None else 0

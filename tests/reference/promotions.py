"""What a promotion is (rules section 2, IV) and the lift of a virtual pixie."""

from .names import DOUBLE_SPACES, MINE, SERVANT, VIRTUAL, make_name
from .state import State


def promotion_options(
    state: State, player: int, *, servant_allowed: bool, also_covered: int | None = None
) -> list[str]:
    """All promotions of the player's pixies that are possible now.

    `also_covered` is a hand to be judged as if two discs lay on its space (action 3).
    """
    covered = {space for space in DOUBLE_SPACES if state.discs_on[space] == 2}
    if also_covered is not None:
        covered.add(also_covered)
    sources: list[int | str] = list(state.active_hands(player))
    if state.seats[player].can_leave_mine():
        sources.insert(0, MINE)
    options = []
    for source in sources:
        above = state.hands_above(source)
        if above is None:
            if servant_allowed and servant_space_open(state):
                options.append(make_name("promote", source, SERVANT))
            continue
        for target in above:
            if target not in covered and can_enter(state, player, target):
                options.append(make_name("promote", source, target))
    return options


def servant_space_open(state: State) -> bool:
    """One pixie per round in all, and only while a servant tile is left."""
    return state.servant_space is None and state.rewards_left("faithful_servant")


def can_enter(state: State, player: int, hand: int) -> bool:
    """A free hand, or one with another colour's pixie if the swap can be paid."""
    occupant = state.hands[hand]
    if occupant is None:
        return True
    if occupant == player:
        return False
    return state.seats[player].goods["apple"] >= 1 or state.skill_size(player, "free_demotion") > 0


def carry_out_promotion(state: State, player: int, source: int | str, target: int | str) -> None:
    """Move the pixie; another colour's pixie on the target takes the place it came from."""
    if isinstance(source, str):  # the mine
        state.remove_from_mine(player)
    else:
        assert state.hands[source] == player
        state.hands[source] = None
    if isinstance(target, str):  # the servant space
        state.servant_space = player
        return
    occupant = state.hands[target]
    state.hands[target] = player
    if occupant is None:
        return
    if not state.skill_size(player, "free_demotion"):
        state.pay_to_stock(player, "apple", 1)
    if isinstance(source, str):
        state.add_to_mine(occupant)
    else:
        state.hands[source] = occupant


def lift_options(state: State) -> list[str]:
    """One level up for a virtual pixie, to a free hand, never to the servant space."""
    sources: list[int | str] = [hand for hand in DOUBLE_SPACES if state.hands[hand] == VIRTUAL]
    if state.virtual_mine > 0:
        sources.insert(0, MINE)
    return [
        make_name("lift", source, target)
        for source in sources
        for target in state.hands_above(source) or []
        if state.hands[target] is None
    ]


def carry_out_lift(state: State, source: int | str, target: int) -> None:
    """Move the virtual pixie."""
    if isinstance(source, str):  # the mine
        state.remove_from_mine(VIRTUAL)
    else:
        state.hands[source] = None
    state.hands[target] = VIRTUAL

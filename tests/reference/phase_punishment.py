"""Phase V, punishment (rules section 2, V)."""

from .penalties import punish
from .questions import Flow
from .state import State


def punishment_phase(state: State) -> Flow:
    """Slaves of every player, then the silver track, then the gold track."""
    state.phase = "punishment"
    for player in list(state.big_order):
        if state.is_in(player):
            yield from punish(state, player, points_for_slaves(state, player))
    for track in ("silver", "gold"):
        for player in list(state.big_order):
            if not state.is_in(player):
                continue
            if state.at_end_of_track(player, track):
                reward = state.board["tracks"]["last_space_reward"]
                state.seats[player].reward_points += reward
            else:
                space = state.space(player, track)
                points = state.board["tracks"]["punishment"][space - 1]
                yield from punish(state, player, points)


def points_for_slaves(state: State, player: int) -> int:
    """By the number of slaves; at most 1 with slave mercy."""
    by_number: list[int] = state.board["penalties"]["slaves"]
    points = by_number[min(state.seats[player].mine, len(by_number) - 1)]
    return (
        min(points, state.skill_size(player, "slave_mercy"))
        if state.has_skill(player, "slave_mercy")
        else points
    )

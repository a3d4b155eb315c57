"""The end of the game, final scores and ranks (rules section 4)."""

from .names import GOODS
from .penalties import unchain, unchain_options
from .questions import Flow, ask
from .state import State


def gold_numbers_gone(state: State) -> bool:
    """Were all gold-numbered reward tiles of all series taken?"""
    golden = state.board["rewards"]["gold_numbers"]
    return all(taken >= golden for taken in state.rewards_taken.values())


def final_scoring(state: State) -> Flow:
    """In big-cube order everyone still in may remove stones, until `stop`."""
    state.phase = "final"
    for player in list(state.big_order):
        yield from remove_last_stones(state, player)


def remove_last_stones(state: State, player: int) -> Flow:
    """Asked until `stop`, stones or not."""
    while True:
        word, arguments = yield from ask(
            player, "final", lambda: [*unchain_options(state, player), "stop"]
        )
        if word == "stop":
            return
        unchain(state, player, int(arguments[0]))


def score(state: State, player: int) -> int | None:
    """The final score as the state stands; None for a player who is out."""
    if not state.is_in(player):
        return None
    seat = state.seats[player]
    penalties = state.board["penalties"]
    points: int = seat.reward_points - seat.punishment
    points -= penalties["stone_left"] * sum(seat.stones)
    for good in GOODS:
        most = max(state.seats[other].goods[good] for other in state.players_in())
        if most >= 1 and seat.goods[good] == most:
            points -= penalties["most_of_a_good"]
    return points


def ranks(state: State) -> list[int]:
    """1 is best; ties go to more servants, then to who first made one, else they are shared."""
    keys = [rank_key(state, player) for player in range(state.players)]
    return [1 + sum(1 for other in keys if other > key) for key in keys]


def rank_key(state: State, player: int) -> tuple[int, ...]:
    """Greater is better."""
    seat = state.seats[player]
    if seat.out is not None:
        return (0, seat.out)
    points = score(state, player)
    assert points is not None
    first_round = seat.first_servant_round or 0
    return (1, points, seat.servants, -first_round)

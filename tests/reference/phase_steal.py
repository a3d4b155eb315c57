"""Phase I, steal (rules section 2, I)."""

from .names import DOUBLE_SPACES, FOODS, make_name
from .questions import Flow, ask
from .state import State
from .tiles import food_tiles


def steal(state: State) -> Flow:
    """Big cubes take the small order; then each player receives all income in that order."""
    state.phase = "steal"
    state.big_order = list(state.small_order)
    for player in list(state.big_order):
        if state.round > 1:
            for hand in DOUBLE_SPACES:
                if state.hands[hand] == player:
                    for food in state.icons(hand):
                        state.take_from_stock(player, food, 1)
            yield from receive_tile_food(state, player)
        state.take_from_stock(player, "silver", state.skill_size(player, "silver_income"))


def receive_tile_food(state: State, player: int) -> Flow:
    """The units of all own food tiles are one series, each of the owner's choice."""
    units = sum(value for _, value in food_tiles(state, player))
    for _ in range(units):
        if not tile_food_options(state):
            return
        _, (food,) = yield from ask(player, "tile_food", lambda: tile_food_options(state))
        state.take_from_stock(player, food, 1)


def tile_food_options(state: State) -> list[str]:
    """The foods of which the stock has some."""
    return [make_name("tile_food", food) for food in FOODS if state.stock[food] > 0]

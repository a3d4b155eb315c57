"""Section 3, actions 1 to 5: food, silver, a promotion, an exchange, gold."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.numbering import option
from pixies_env.pixie_queen.names import (
    EXCHANGEABLE,
    FOOD_STOLEN,
    MOST_EXCHANGED,
    SILVER_STOLEN,
    Decision,
    Good,
    Question,
    Skill,
    Space,
)
from pixies_env.pixie_queen.rules.lists import list_foods
from pixies_env.pixie_queen.rules.pyramid import NO_HAND, can_promote, list_promotions, promote
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.state import food_in_stock, skill_size, to_player, to_stock

# ---- 1: two of one food, or what the stock has


@rule
def can_steal_food(state: Any, board: Any, player: Any) -> Any:
    """The stock has a food."""
    return food_in_stock(state)


@rule
def list_stolen_foods(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The foods that the stock has."""
    return list_foods(state, board, Decision.FOOD, ids, 0)


@rule
def steal_food(state: Any, board: Any, player: Any, food: Any) -> None:
    """Take it."""
    to_player(state, player, food, FOOD_STOLEN)


STEAL_FOOD = Block(
    Space.STEAL_FOOD,
    can_steal_food,
    Question.FOOD,
    questions=(rulebook.Question(Question.FOOD, list_stolen_foods, {Decision.FOOD: steal_food}),),
)

# ---- 2: two silver, or what the stock has


@rule
def can_steal_silver(state: Any, board: Any, player: Any) -> Any:
    """The stock has silver."""
    return state.stock[Good.SILVER] > 0


@rule
def steal_silver(state: Any, board: Any, player: Any) -> None:
    """Take it."""
    to_player(state, player, Good.SILVER, SILVER_STOLEN)


STEAL_SILVER = Block(Space.STEAL_SILVER, can_steal_silver, steal_silver)

# ---- 3: one promotion, not into the servant space


@rule
def can_promote_any(state: Any, board: Any, player: Any) -> Any:
    """A pixie can go one level up."""
    return can_promote(state, board, player, NO_HAND)


@rule
def can_promote_elsewhere(state: Any, board: Any, player: Any) -> Any:
    """The same where the two discs are placed first and cover this hand."""
    return can_promote(state, board, player, Space.PROMOTION)


@rule
def list_hand_promotions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """All promotions to a hand."""
    return list_promotions(state, board, player, ids, 0)


PROMOTION = Block(
    Space.PROMOTION,
    can_promote_any,
    Question.PROMOTE,
    questions=(
        rulebook.Question(Question.PROMOTE, list_hand_promotions, {Decision.PROMOTE: promote}),
    ),
)

# ---- 4: 1 to 7 units of one good but gold for as many of another


@rule
def can_exchange(state: Any, board: Any, player: Any) -> Any:
    """There is something to give for something else that the stock has."""
    given, got = 0, 0
    for good in range(EXCHANGEABLE):
        given |= int(state.goods[player, good] > 0) << good
        got |= int(state.stock[good] > 0) << good
    either = given | got
    return (given != 0) & (got != 0) & ((either & (either - 1)) != 0)


@rule
def list_exchanges(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """All pairs of goods with all numbers that are owned and in the stock."""
    count = 0
    for give in range(EXCHANGEABLE):
        for get in range(EXCHANGEABLE):
            if get != give:
                first = int(board.first_exchange[give, get])
                for index in range(first, first + most_exchanged(state, player, give, get)):
                    count = option(board, Decision.EXCHANGE, index, ids, count)
    return count


@rule
def most_exchanged(state: Any, player: Any, give: Any, get: Any) -> Any:
    """Most units of a good that a player can exchange for another."""
    return min(int(state.goods[player, give]), int(state.stock[get]), MOST_EXCHANGED)


@rule
def exchange(state: Any, board: Any, player: Any, index: Any) -> None:
    """Give, then get."""
    number = int(board.exchange_number[index])
    to_stock(state, player, int(board.exchange_give[index]), number)
    to_player(state, player, int(board.exchange_get[index]), number)


EXCHANGE = Block(
    Space.EXCHANGE,
    can_exchange,
    Question.EXCHANGE,
    questions=(
        rulebook.Question(Question.EXCHANGE, list_exchanges, {Decision.EXCHANGE: exchange}),
    ),
)

# ---- 5: silver into gold, once or several times, at the price of the own place on the track


@rule
def gold_price(state: Any, board: Any, player: Any) -> Any:
    """Silver that a player pays for one gold."""
    price = int(board.silver_per_gold[state.silver_space[player]])
    return max(price - skill_size(state, board, player, Skill.CHEAP_GOLD), 1)


@rule
def can_convert(state: Any, board: Any, player: Any) -> Any:
    """The silver is enough for one gold that the stock has."""
    return state.stock[Good.GOLD] > 0 and int(state.goods[player, Good.SILVER]) >= gold_price(
        state, board, player
    )


@rule
def list_conversions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """As much as can be paid and is there."""
    count = 0
    affordable = int(state.goods[player, Good.SILVER]) // gold_price(state, board, player)
    for gold in range(1, min(affordable, int(state.stock[Good.GOLD])) + 1):
        count = option(board, Decision.CONVERT, gold, ids, count)
    return count


@rule
def convert(state: Any, board: Any, player: Any, gold: Any) -> None:
    """Pay silver, take gold."""
    to_stock(state, player, Good.SILVER, gold * gold_price(state, board, player))
    to_player(state, player, Good.GOLD, gold)


CONVERT = Block(
    Space.CONVERT,
    can_convert,
    Question.CONVERT,
    questions=(rulebook.Question(Question.CONVERT, list_conversions, {Decision.CONVERT: convert}),),
)

BLOCKS = (STEAL_FOOD, STEAL_SILVER, PROMOTION, EXCHANGE, CONVERT)

"""Actions 1 to 14, the double spaces (rules section 3)."""

from fractions import Fraction

from .names import EXCHANGEABLE, FOODS, GOODS, ONE_USE_TILES, make_name, place_from_text
from .penalties import punish
from .promotions import carry_out_promotion, promotion_options
from .questions import Flow, ask, draw, shares
from .state import State
from .tiles import has_room_for_food, has_room_for_one_use, take_food_tile, take_one_use_tile

PROMOTION = 3
EXCHANGE_LIMIT = 7


def double_possible(state: State, player: int, action: int, *, covering: bool) -> bool:
    """Can the action be carried out now? `covering`: two discs would cover its hand first."""
    match action:
        case 1:
            return bool(food_options(state))
        case 2:
            return state.stock["silver"] >= 1
        case 3:
            return bool(action_promotions(state, player, PROMOTION if covering else None))
        case 4:
            return bool(exchange_options(state, player))
        case 5:
            return bool(convert_options(state, player))
        case 6:
            return bool(state.food_pile) and has_room_for_food(state, player)
        case 7 | 8 | 9:
            name = ONE_USE_TILES[action - 7]
            return name in state.one_use_on_board and has_room_for_one_use(state, player)
        case 10 | 12:
            return True
        case 11:
            return bool(track_options(state, player))
        case 13:
            gold = state.seats[player].goods["gold"]
            return gold >= ring_price(state, player) and state.rewards_left("gold_ring")
        case 14:
            return bool(rob_options(state, player))
    raise ValueError(action)


def carry_out_double(state: State, player: int, action: int) -> Flow:
    """Carry out one of the actions 1 to 14, placed or copied; costs in discs are paid already."""
    match action:
        case 1:
            _, (food,) = yield from ask(player, "food", lambda: food_options(state))
            state.take_from_stock(player, food, 2)
        case 2:
            state.take_from_stock(player, "silver", 2)
        case 3:
            _, places = yield from ask(
                player, "promote", lambda: action_promotions(state, player, None)
            )
            source, target = (place_from_text(place) for place in places)
            carry_out_promotion(state, player, source, target)
        case 4:
            _, (give, get, number) = yield from ask(
                player, "exchange", lambda: exchange_options(state, player)
            )
            state.pay_to_stock(player, give, int(number))
            state.take_from_stock(player, get, int(number))
        case 5:
            _, (number,) = yield from ask(player, "convert", lambda: convert_options(state, player))
            state.pay_to_stock(player, "silver", int(number) * gold_price(state, player))
            state.take_from_stock(player, "gold", int(number))
        case 6:
            take_food_tile(state, player)
        case 7 | 8 | 9:
            take_one_use_tile(state, player, ONE_USE_TILES[action - 7])
        case 10:
            yield from throw_punishment_die(state, player)
        case 11:
            _, (track,) = yield from ask(player, "track", lambda: track_options(state, player))
            state.pay_to_stock(player, track, 1)
            state.step_on_track(player, track)
        case 12:
            _, goods = yield from draw(player, "casino_die", lambda: casino_results(state))
            for good in goods:
                state.take_from_stock(player, good, 1)
        case 13:
            state.pay_to_stock(player, "gold", ring_price(state, player))
            state.take_reward(player, "gold_ring", "ring_bonus")
        case 14:
            _, (hand,) = yield from ask(player, "rob", lambda: rob_options(state, player))
            rob(state, player, int(hand))
        case _:
            raise ValueError(action)


def food_options(state: State) -> list[str]:
    """Action 1: a food of which the stock has at least one."""
    return [make_name("food", food) for food in FOODS if state.stock[food] >= 1]


def action_promotions(state: State, player: int, also_covered: int | None) -> list[str]:
    """Action 3: a promotion, but not into the servant space."""
    return promotion_options(state, player, servant_allowed=False, also_covered=also_covered)


def exchange_options(state: State, player: int) -> list[str]:
    """Action 4: up to 7 of one good for as many of another, gold excepted."""
    options = []
    for give in EXCHANGEABLE:
        for get in EXCHANGEABLE:
            if give != get:
                most = min(EXCHANGE_LIMIT, state.seats[player].goods[give], state.stock[get])
                options += [make_name("exchange", give, get, n) for n in range(1, most + 1)]
    return options


def gold_price(state: State, player: int) -> int:
    """Silver for one gold by the place on the silver track; less with cheap gold, at least 1."""
    price: int = state.board["tracks"]["silver_per_gold"][state.space(player, "silver") - 1]
    return max(1, price - state.skill_size(player, "cheap_gold"))


def convert_options(state: State, player: int) -> list[str]:
    """Action 5: the number of gold received."""
    affordable = state.seats[player].goods["silver"] // gold_price(state, player)
    most = min(affordable, state.stock["gold"])
    return [make_name("convert", number) for number in range(1, most + 1)]


def throw_punishment_die(state: State, player: int) -> Flow:
    """Action 10: all points are assigned first, then each opponent receives the sum."""
    _, (points,) = yield from draw(player, "punishment_die", lambda: punishment_results(state))
    sums = dict.fromkeys(range(state.players), 0)
    for _ in range(int(points)):
        _, (chosen,) = yield from ask(
            player,
            "assign",
            lambda: [make_name("assign", opponent) for opponent in state.opponents_in(player)],
        )
        sums[int(chosen)] += 1
    for other in list(state.big_order):
        yield from punish(state, other, sums[other])


def punishment_results(state: State) -> dict[str, Fraction]:
    """One outcome per different face."""
    counts: dict[str, int] = {}
    for face in sorted(state.board["dice"]["punishment"]):
        name = make_name("punishment_die", face)
        counts[name] = counts.get(name, 0) + 1
    return shares(counts)


def casino_results(state: State) -> dict[str, Fraction]:
    """One outcome per different face; the goods of a face stand in the order of the goods."""
    counts: dict[str, int] = {}
    for face in state.board["dice"]["casino"]:
        name = make_name("casino_die", *sorted(face, key=GOODS.index))
        counts[name] = counts.get(name, 0) + 1
    return shares(counts)


def track_options(state: State, player: int) -> list[str]:
    """Action 11: 1 silver or 1 gold for a step on that track, not at its end."""
    return [
        make_name("track", track)
        for track in ("silver", "gold")
        if state.seats[player].goods[track] >= 1 and not state.at_end_of_track(player, track)
    ]


def ring_price(state: State, player: int) -> int:
    """Gold for a ring by the place on the gold track."""
    price: int = state.board["tracks"]["gold_per_ring"][state.space(player, "gold") - 1]
    return price


def rob_options(state: State, player: int) -> list[str]:
    """Action 14: hands with an opponent's pixie, not the virtual one."""
    return [
        make_name("rob", hand)
        for hand, occupant in state.hands.items()
        if isinstance(occupant, int) and occupant != player
    ]


def rob(state: State, player: int, hand: int) -> None:
    """The owner hands over the printed icons, as far as owned."""
    robbed = state.hands[hand]
    assert isinstance(robbed, int)
    owner = state.seats[robbed]
    for food in state.icons(hand):
        if owner.goods[food] > 0:
            owner.goods[food] -= 1
            state.seats[player].goods[food] += 1

"""The catalogues of decisions and of chance outcomes, for the numbers of one board.

Ids are roles: seats count from the player who decides (``+0`` is that player, ``+1`` the next
seat), the demanded food is a role, a player's own skill is a role.
"""

from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from pixies_env.core.catalogue import Catalogue
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.limits import ACTIONS, MAX_PLAYERS, MIN_PLAYERS
from pixies_env.pixie_queen.limits import SKILLS as SKILL_COUNT
from pixies_env.pixie_queen.names import (
    CUBES,
    EXCHANGEABLE,
    FOODS,
    GOODS,
    MINE,
    MOST_EXCHANGED,
    ONE_USE_TILES,
    SERVANT_SPACE,
    SKILLS,
    SPACES,
)

Entry = tuple[str, ...]


def place_name(place: int) -> str:
    """``mine``, a hand by its action number, or ``servant``."""
    return {MINE: "mine", SERVANT_SPACE: "servant"}.get(place, str(place))


def steps_up(board: Board) -> list[tuple[int, int]]:
    """All (from, to) of a promotion; those into the servant space come last."""
    levels = board.pyramid.levels
    steps = [(MINE, hand) for hand in levels[0]]
    for below, above in pairwise(levels):
        steps += [(source, target) for source in below for target in above]
    return steps + [(source, SERVANT_SPACE) for source in levels[-1]]


def food_values(board: Board) -> list[int]:
    """The different values of food tiles, rising."""
    return sorted({value for pile in board.setup.food_tiles for value in pile})


def most_food(board: Board) -> int:
    """Units of the food of which there is most."""
    return max(board.supply.as_tuple()[:FOODS])


def casino_results(board: Board) -> list[tuple[int, ...]]:
    """Different results of the casino die: units of each good, in the order of the faces."""
    faces = [tuple(face.count(good) for good in GOODS) for face in board.dice.casino]
    return list(dict.fromkeys(faces))


def punishment_results(board: Board) -> list[int]:
    """Different results of the punishment die, rising."""
    return sorted(set(board.dice.punishment))


def skill_sets(board: Board) -> list[tuple[int, ...]]:
    """All sets of skills that can be laid out."""
    return list(combinations(range(SKILL_COUNT), board.setup.skills_laid_out))


def turn_orders() -> list[tuple[int, ...]]:
    """All turn orders, those of two players first."""
    return [
        order
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
        for order in permutations(range(players))
    ]


class Swaps(NamedTuple):
    """Parts of the family ``swap``, in the order of their ids."""

    food_board: list[Entry]
    food_player: list[Entry]
    one_use: list[Entry]
    skill: list[Entry]


def swaps(board: Board) -> Swaps:
    """What action 16 can exchange; ``food_player`` counts own value, then seat, then value."""
    values = [str(value) for value in food_values(board)]
    seats = [f"+{step}" for step in range(1, MAX_PLAYERS)]
    return Swaps(
        [("food", own, "board") for own in values],
        [("food", own, seat, other) for own in values for seat in seats for other in values],
        [("one_use", own, other) for own in ONE_USE_TILES for other in ONE_USE_TILES],
        [("skill", "own", other) for other in SKILLS],
    )


def decisions(board: Board) -> Catalogue:
    """Every decision of section 5 of the rules."""
    foods = [(food,) for food in GOODS[:FOODS]]
    goods = [(good,) for good in GOODS]
    hands = [(str(hand),) for hand in range(1, ACTIONS + 1)]
    others = [(f"+{step}",) for step in range(1, MAX_PLAYERS)]
    places = range(board.setup.chainable_places)
    steps = [(place_name(source), place_name(target)) for source, target in steps_up(board)]
    exchanges = [
        (give, get, str(number))
        for give in GOODS[:EXCHANGEABLE]
        for get in GOODS[:EXCHANGEABLE]
        if give != get
        for number in range(1, MOST_EXCHANGED + 1)
    ]
    offers = [
        (kind, str(number))
        for kind, most in (
            ("demanded", most_food(board)),
            ("silver", board.supply.silver),
            ("gold", board.supply.gold),
        )
        for number in range(1, most + 1)
    ]
    seats = [f"+{step}" for step in range(MAX_PLAYERS)]
    alone: list[Entry] = [()]
    return Catalogue.build(
        [
            ("draft", [(skill,) for skill in SKILLS], "take this permanent skill"),
            ("tile_food", foods, "income of a food tile: one of this food"),
            ("place", [(str(space),) for space in range(1, SPACES + 1)], "place discs there"),
            ("food", foods, "action 1: steal this food"),
            ("promote", steps, "move an own pixie one level up"),
            ("exchange", exchanges, "action 4: give so many units, get as many of the other good"),
            (
                "convert",
                [(str(gold),) for gold in range(1, board.supply.gold + 1)],
                "action 5: turn silver into so much gold",
            ),
            ("track", [("silver",), ("gold",)], "action 11: pay one, move one space there"),
            ("assign", others, "action 10: one punishment point to the player so far to the left"),
            ("rob", hands, "action 14: rob the pixie on this hand"),
            ("peek", [("yes",), ("no",)], "action 15: use the tile look in the bag?"),
            ("pick", [(cube,) for cube in CUBES], "action 15: take this cube out of the bag"),
            (
                "chain",
                [(seat, str(place)) for seat in seats for place in places],
                "action 15: lay a stone on this slave",
            ),
            (
                "swap",
                [entry for part in swaps(board) for entry in part],
                "action 16: exchange an own tile for this one",
            ),
            ("discard", goods, "action 17: put one of this good back"),
            ("take", foods, "action 17: take one of this food"),
            ("copy", hands, "action 18: carry out this double space"),
            ("add", goods, "action 19: add one of this good to the track"),
            (
                "advance",
                [(str(places),) for places in range(1, MAX_PLAYERS)],
                "action 20: pay so much honey, move the small cube as far",
            ),
            ("announce", [("yes",), ("no",)], "use the tile double offering this round?"),
            ("offer", offers, "one hand: offer so many units of this kind"),
            ("done", alone, "leave the other hands empty"),
            ("refuse", alone, "offer nothing"),
            ("demote", hands, "the pixie on this hand goes to the mine"),
            ("mercy", alone, "hand the tile mercy back instead"),
            ("lift", steps[: lift_count(board)], "move a virtual pixie one level up"),
            ("unchain", [(str(place),) for place in places], "remove a stone from this slave"),
            ("pass", alone, "end the own action phase"),
            ("stop", alone, "give up what is left"),
        ]
    )


def lift_count(board: Board) -> int:
    """Number of promotions that do not end in the servant space."""
    return sum(target != SERVANT_SPACE for _, target in steps_up(board))


def outcomes(board: Board) -> Catalogue:
    """Every chance outcome of section 5 of the rules, and ``deal`` for skills dealt at random."""
    casino = [
        tuple(good for good, number in zip(GOODS, face, strict=True) for _ in range(number))
        for face in casino_results(board)
    ]
    return Catalogue.build(
        [
            ("start_order", [tuple(map(str, order)) for order in turn_orders()], "first to last"),
            (
                "skills",
                [tuple(SKILLS[skill] for skill in chosen) for chosen in skill_sets(board)],
                "the skills laid out",
            ),
            ("deal", [(skill,) for skill in SKILLS], "the skill that a player is dealt"),
            ("demand", [(food,) for food in GOODS[:FOODS]], "the food that the Queen demands"),
            ("cube", [(cube,) for cube in CUBES], "the cube drawn from the bag"),
            (
                "punishment_die",
                [(str(points),) for points in punishment_results(board)],
                "the result of the punishment die",
            ),
            ("casino_die", casino, "the result of the casino die"),
        ]
    )

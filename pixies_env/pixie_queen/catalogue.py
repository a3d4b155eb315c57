"""The catalogues of decisions and of chance outcomes, for the numbers of one board.

Ids are roles: seats count from the player who decides (``+0`` is that player, ``+1`` the next
seat), the demanded food is a role, a player's own skill is a role.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise, permutations

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.enums import words
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.limits import MAX_PLAYERS, MIN_PLAYERS
from pixies_env.pixie_queen.names import (
    CHANCE_KINDS,
    CUBES,
    EXCHANGEABLE,
    FOODS,
    GOODS,
    HANDS,
    MINE,
    MOST_EXCHANGED,
    ONE_USE_TILES,
    SERVANT_SPACE,
    SKILLS,
    Answer,
    ChanceKind,
    Decision,
    Good,
    Kind,
    Skill,
    Space,
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
    return max(board.supply.each(GOODS[:FOODS]))


def casino_results(board: Board) -> list[tuple[int, ...]]:
    """Different results of the casino die: units of each good, in the order of the faces."""
    faces = [tuple(face.count(good) for good in GOODS) for face in board.dice.casino]
    return list(dict.fromkeys(faces))


def punishment_results(board: Board) -> list[int]:
    """Different results of the punishment die, rising."""
    return sorted(set(board.dice.punishment))


def skill_sets(board: Board) -> list[tuple[int, ...]]:
    """All sets of skills that can be laid out."""
    return list(combinations(range(len(Skill)), board.setup.skills_laid_out))


def turn_orders() -> list[tuple[int, ...]]:
    """All turn orders, those of two players first."""
    return [
        order
        for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
        for order in permutations(range(players))
    ]


def exchanges() -> list[tuple[Good, Good, int]]:
    """What action 4 can exchange: good given, good received, units of each."""
    goods = list(Good)[:EXCHANGEABLE]
    return [
        (give, get, number)
        for give, get in permutations(goods, 2)
        for number in range(1, MOST_EXCHANGED + 1)
    ]


def decisions(board: Board) -> Catalogue:
    """Every decision of section 5 of the rules."""
    entries = _entries(board)
    return Catalogue.build(
        [(decision.verb, entries[decision], _MEANINGS.get(decision, "")) for decision in Decision]
    )


def _entries(board: Board) -> dict[Decision, list[Entry]]:
    """Roles of the arguments of each family."""
    foods, goods = _words(GOODS[:FOODS]), _words(GOODS)
    hands, steps = _numbers(HANDS), _steps(steps_up(board))
    seats = [f"+{step}" for step in range(MAX_PLAYERS)]
    places = range(board.setup.chainable_places)
    values = [str(value) for value in food_values(board)]
    alone: list[Entry] = [()]
    return {
        Decision.DRAFT: _words(SKILLS),
        Decision.TILE_FOOD: foods,
        Decision.PLACE: _numbers(Space),
        Decision.FOOD: foods,
        Decision.PROMOTE: steps,
        Decision.EXCHANGE: [
            (GOODS[give], GOODS[get], str(number)) for give, get, number in exchanges()
        ],
        Decision.CONVERT: _numbers(range(1, board.supply.gold + 1)),
        Decision.TRACK: _words((GOODS[Good.SILVER], GOODS[Good.GOLD])),
        Decision.ASSIGN: _words(seats[1:]),
        Decision.ROB: hands,
        Decision.PEEK: _words(words(Answer)),
        Decision.PICK: _words(CUBES),
        Decision.CHAIN: [(seat, str(place)) for seat in seats for place in places],
        Decision.SWAP_FOOD_BOARD: [("food", own, "board") for own in values],
        Decision.SWAP_FOOD_PLAYER: [
            ("food", own, seat, other) for own in values for seat in seats[1:] for other in values
        ],
        Decision.SWAP_ONE_USE: [
            ("one_use", own, other) for own in ONE_USE_TILES for other in ONE_USE_TILES
        ],
        Decision.SWAP_SKILL: [("skill", "own", other) for other in SKILLS],
        Decision.DISCARD: goods,
        Decision.TAKE: foods,
        Decision.COPY: hands,
        Decision.ADD: goods,
        Decision.ADVANCE: _numbers(range(1, MAX_PLAYERS)),
        Decision.ANNOUNCE: _words(words(Answer)),
        Decision.OFFER_DEMANDED: _offers(Kind.DEMANDED, most_food(board)),
        Decision.OFFER_SILVER: _offers(Kind.SILVER, board.supply.silver),
        Decision.OFFER_GOLD: _offers(Kind.GOLD, board.supply.gold),
        Decision.DONE: alone,
        Decision.REFUSE: alone,
        Decision.DEMOTE: hands,
        Decision.MERCY: alone,
        Decision.LIFT: steps[: lift_count(board)],
        Decision.UNCHAIN: _numbers(places),
        Decision.PASS: alone,
        Decision.STOP: alone,
    }


def _words(given: Iterable[str]) -> list[Entry]:
    return [(word,) for word in given]


def _numbers(given: Iterable[int]) -> list[Entry]:
    return [(str(int(number)),) for number in given]


def _steps(steps: Iterable[tuple[int, int]]) -> list[Entry]:
    return [(place_name(source), place_name(target)) for source, target in steps]


def _offers(kind: Kind, most: int) -> list[Entry]:
    return [(words(Kind)[kind], str(number)) for number in range(1, most + 1)]


_MEANINGS = {
    Decision.DRAFT: "take this permanent skill",
    Decision.TILE_FOOD: "income of a food tile: one of this food",
    Decision.PLACE: "place discs there",
    Decision.FOOD: "action 1: steal this food",
    Decision.PROMOTE: "move an own pixie one level up",
    Decision.EXCHANGE: "action 4: give so many units, get as many of the other good",
    Decision.CONVERT: "action 5: turn silver into so much gold",
    Decision.TRACK: "action 11: pay one, move one space there",
    Decision.ASSIGN: "action 10: one punishment point to the player so far to the left",
    Decision.ROB: "action 14: rob the pixie on this hand",
    Decision.PEEK: "action 15: use the tile look in the bag?",
    Decision.PICK: "action 15: take this cube out of the bag",
    Decision.CHAIN: "action 15: lay a stone on this slave",
    Decision.SWAP_FOOD_BOARD: "action 16: exchange an own tile for this one",
    Decision.DISCARD: "action 17: put one of this good back",
    Decision.TAKE: "action 17: take one of this food",
    Decision.COPY: "action 18: carry out this double space",
    Decision.ADD: "action 19: add one of this good to the track",
    Decision.ADVANCE: "action 20: pay so much honey, move the small cube as far",
    Decision.ANNOUNCE: "use the tile double offering this round?",
    Decision.OFFER_DEMANDED: "one hand: offer so many units of this kind",
    Decision.DONE: "leave the other hands empty",
    Decision.REFUSE: "offer nothing",
    Decision.DEMOTE: "the pixie on this hand goes to the mine",
    Decision.MERCY: "hand the tile mercy back instead",
    Decision.LIFT: "move a virtual pixie one level up",
    Decision.UNCHAIN: "remove a stone from this slave",
    Decision.PASS: "end the own action phase",
    Decision.STOP: "give up what is left",
}
"""What the decisions of a verb do; told by the first of its families."""


def lift_count(board: Board) -> int:
    """Number of promotions that do not end in the servant space."""
    return sum(target != SERVANT_SPACE for _, target in steps_up(board))


def outcomes(board: Board) -> Catalogue:
    """Every chance outcome of section 5 of the rules, and ``deal`` for skills dealt at random."""
    casino = [
        tuple(good for good, number in zip(GOODS, face, strict=True) for _ in range(number))
        for face in casino_results(board)
    ]
    drawn: dict[ChanceKind, tuple[list[Entry], str]] = {
        ChanceKind.START_ORDER: (
            [tuple(map(str, order)) for order in turn_orders()],
            "first to last",
        ),
        ChanceKind.SKILLS: (
            [tuple(SKILLS[skill] for skill in chosen) for chosen in skill_sets(board)],
            "the skills laid out",
        ),
        ChanceKind.DEAL: (_words(SKILLS), "the skill that a player is dealt"),
        ChanceKind.DEMAND: (_words(GOODS[:FOODS]), "the food that the Queen demands"),
        ChanceKind.CUBE: (_words(CUBES), "the cube drawn from the bag"),
        ChanceKind.PUNISHMENT_DIE: (
            _numbers(punishment_results(board)),
            "the result of the punishment die",
        ),
        ChanceKind.CASINO_DIE: (casino, "the result of the casino die"),
    }
    return Catalogue.build([(CHANCE_KINDS[kind], *drawn[kind]) for kind in ChanceKind])

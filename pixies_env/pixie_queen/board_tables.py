"""The tables of a board file, one frozen model each.

What a single entry may be is said here; how entries must fit each other is in `board_checks`.
The models are strict: no number from a text, no yes/no for a number.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, field_serializer, field_validator

from pixies_env.core.kit.board_files import BoardTable, Part, Standing, one_of
from pixies_env.pixie_queen import limits
from pixies_env.pixie_queen.names import FOODS, GOODS

Food = Annotated[str, one_of(GOODS[:FOODS])]
Good = Annotated[str, one_of(GOODS)]

Action = Annotated[int, Field(ge=1, le=limits.ACTIONS)]
Amount = Annotated[int, Field(ge=0, le=limits.MAX_GOOD)]
Penalty = Annotated[int, Field(ge=0, le=limits.MAX_PENALTY)]
Price = Annotated[int, Field(ge=1, le=limits.MAX_PRICE)]
Bonus = Annotated[int, Field(ge=0, le=limits.MAX_BONUS)]
Stones = Annotated[int, Field(ge=0, le=limits.MAX_STONES)]

TrackLength = Field(min_length=limits.MIN_TRACK, max_length=limits.MAX_TRACK)
PlayerCounts = limits.MAX_PLAYERS - limits.MIN_PLAYERS + 1

RewardSeries = Annotated[
    tuple[Annotated[int, Field(ge=0, le=limits.MAX_REWARD)], ...],
    Field(min_length=limits.REWARD_TILES, max_length=limits.REWARD_TILES),
]


class Goods(Part):
    """An amount of each good."""

    apple: Amount
    honey: Amount
    bread: Amount
    silver: Amount
    gold: Amount


TokenCount = Annotated[int, Field(ge=0, le=limits.MAX_TOKENS)]


class Tokens(Part):
    """Demand tokens of each food."""

    apple: TokenCount
    honey: TokenCount
    bread: TokenCount


class Pyramid(BoardTable):
    """The double spaces by level, and the foods on their hands."""

    levels: Annotated[
        tuple[Annotated[tuple[Action, ...], Field(min_length=1)], ...],
        Field(min_length=limits.LEVELS, max_length=limits.LEVELS),
    ]
    icons: tuple[tuple[Food, ...], ...]
    """One entry per action, action 1 first; `hand` takes the printed number."""

    @field_validator("icons", mode="before")
    @classmethod
    def _icons_by_number(cls, value: object) -> object:
        wanted = [str(action) for action in range(1, limits.ACTIONS + 1)]
        if not isinstance(value, Mapping):
            raise ValueError(f"needs one list of foods for each action 1 to {limits.ACTIONS}")
        by_number = {str(key): hand for key, hand in value.items()}
        missing = [key for key in wanted if key not in by_number]
        foreign = [key for key in by_number if key not in wanted]
        if missing or foreign:
            wrong = [f"no list for action {key}" for key in missing]
            wrong += [f"{key!r} is no action" for key in foreign]
            raise ValueError(
                f"{', '.join(wrong)}; needs one list of foods for each action 1 to {limits.ACTIONS}"
            )
        return tuple(by_number[key] for key in wanted)

    @field_serializer("icons")
    def _icons_as_printed(self, icons: tuple[tuple[Food, ...], ...]) -> dict[str, Any]:
        return {str(action): foods for action, foods in enumerate(icons, start=1)}

    def hand(self, action: int) -> tuple[Food, ...]:
        """Foods printed on the hand of a double space, by the number of its action."""
        if not 1 <= action <= limits.ACTIONS:
            raise ValueError(f"no hand {action}; hands are 1 to {limits.ACTIONS}")
        return self.icons[action - 1]

    def level_of(self, action: int) -> int:
        """Level of a double space, 1 to 4."""
        for level, actions in enumerate(self.levels, start=1):
            if action in actions:
                return level
        raise ValueError(f"no hand {action}; hands are 1 to {limits.ACTIONS}")


class Tracks(BoardTable):
    """The silver and the gold track, from the start space on."""

    punishment: Annotated[tuple[Penalty, ...], TrackLength]
    silver_per_gold: Annotated[tuple[Price, ...], TrackLength]
    gold_per_ring: Annotated[tuple[Price, ...], TrackLength]
    last_space_reward: Bonus


class Score(BoardTable):
    """The track of the punishment points."""

    mine_symbols: Annotated[
        tuple[Annotated[int, Field(ge=1, le=limits.MAX_OUT_AT)], ...],
        Field(max_length=limits.MAX_SYMBOLS),
    ]
    out_at: Annotated[int, Field(ge=1, le=limits.MAX_OUT_AT)]


class Rewards(BoardTable):
    """The three series of reward tiles, in the order in which they are taken."""

    special_offering: RewardSeries
    faithful_servant: RewardSeries
    gold_ring: RewardSeries
    gold_numbers: Annotated[int, Field(ge=1, le=limits.REWARD_TILES)]
    skill_bonus: Bonus


Switch = Annotated[int, Field(ge=0, le=1)]


class Skills(BoardTable):
    """The size of each permanent skill; what a file leaves out is as the rulebook has it."""

    standing: Standing = "rulebook"
    cheap_gold: Annotated[int, Field(ge=0, le=limits.MAX_PRICE)] = 1
    servant_bonus: Bonus | None = None
    """None: `rewards.skill_bonus`."""
    ring_bonus: Bonus | None = None
    """None: `rewards.skill_bonus`."""
    silver_income: Annotated[int, Field(ge=0, le=limits.MAX_INCOME)] = 1
    free_promotion: Annotated[int, Field(ge=0, le=limits.MAX_FREE_PROMOTIONS)] = 1
    free_demotion: Switch = 1
    free_chains: Switch = 1
    extra_slot: Switch = 1
    copy_unused: Switch = 1
    slave_mercy: Penalty = 1


class Dice(BoardTable):
    """The faces of both dice."""

    casino: Annotated[
        tuple[
            Annotated[tuple[Good, ...], Field(min_length=1, max_length=limits.MAX_GOODS_PER_FACE)],
            ...,
        ],
        Field(min_length=1, max_length=limits.MAX_FACES),
    ]
    punishment: Annotated[
        tuple[Annotated[int, Field(ge=1, le=limits.MAX_POINTS_PER_FACE)], ...],
        Field(min_length=1, max_length=limits.MAX_FACES),
    ]


class Demands(BoardTable):
    """The Queen's demand tokens, and how many of them a game uses."""

    tokens: Tokens
    used: Annotated[int, Field(ge=1)]


class Supply(BoardTable):
    """How much of everything there is."""

    apple: Amount
    honey: Amount
    bread: Amount
    silver: Amount
    gold: Amount
    stones: Stones


class Penalties(BoardTable):
    """Punishment points by cause, and what is lost in the final score."""

    # `pass` is a word of the language, so only the file calls it that.
    pass_: Annotated[Penalty, Field(alias="pass")]
    refuse: Penalty
    copy_: Annotated[tuple[Penalty, ...], Field(alias="copy", min_length=5, max_length=5)]
    slaves: Annotated[tuple[Penalty, ...], Field(min_length=3, max_length=3)]
    most_of_a_good: Penalty
    stone_left: Penalty


Pile = Annotated[
    tuple[Annotated[int, Field(ge=1, le=limits.MAX_FOOD_VALUE)], ...],
    Field(min_length=1, max_length=limits.MAX_PILE),
]


class Setup(BoardTable):
    """How a game begins. Lists named `BY_PLAYERS` have one entry for each entry of `players`."""

    players: Annotated[
        tuple[Annotated[int, Field(ge=limits.MIN_PLAYERS, le=limits.MAX_PLAYERS)], ...],
        Field(min_length=1, max_length=PlayerCounts),
    ]
    pixies: tuple[Annotated[int, Field(ge=1, le=limits.MAX_PIXIES)], ...]
    food_tiles: tuple[Pile, ...]
    stones_in_bag: tuple[Stones, ...]
    silver_in_bag: Amount
    gold_in_bag: Amount
    discs: Annotated[int, Field(ge=1, le=limits.MAX_DISCS)]
    goods: Goods
    honey_of_favourite: Amount
    special_offering_track: Goods
    virtual_pixies: Annotated[int, Field(ge=0, le=limits.MAX_PIXIES)]
    skills_laid_out: Annotated[int, Field(ge=1, le=limits.SKILLS)]
    rounds: Annotated[int, Field(ge=1, le=limits.MAX_ROUNDS)]
    chainable_places: Annotated[int, Field(ge=0, le=limits.MAX_PLACES)]
    stones_per_place: Annotated[int, Field(ge=0, le=limits.MAX_STONES_PER_PLACE)]

    def row(self, num_players: int) -> int:
        """Index into the lists by player count."""
        if num_players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise ValueError(f"this board has no game for {num_players} players, only {counts}")
        return self.players.index(num_players)


BY_PLAYERS = ("pixies", "food_tiles", "stones_in_bag")

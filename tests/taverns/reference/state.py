"""The full state of a game as plain objects (section 1), with the limits of section 0.

Everything is an open attribute, so that tests can set up situations.
"""

from collections import Counter
from dataclasses import dataclass, field

from .data import MINIONS, SYMBOLS, Data, Options


@dataclass
class Minion:
    """One minion with its die place and its pockets."""

    zone: str
    pockets: int
    extra_steps: int
    die: int | None = None
    wounds: int = 0
    carried: Counter[str] = field(default_factory=Counter)

    @property
    def free(self) -> int:
        """Number of free pockets."""
        return self.pockets - self.wounds - self.carried.total()

    def carried_kinds(self) -> list[str]:
        """Kinds of which it carries at least one."""
        return sorted(+self.carried)


@dataclass
class Hero:
    """A hero of a tavern."""

    ready: bool = True
    bonus_used: bool = False


@dataclass
class Seat:
    """All that belongs to one player."""

    gold: int
    energy: int
    runes: int
    minions: dict[str, Minion]
    prestige: int = 0
    available: list[int] = field(default_factory=list)
    energy_die: int | None = None
    cooking_dice: list[int] = field(default_factory=list)
    lost_dice: list[int] = field(default_factory=list)
    stored: Counter[str] = field(default_factory=Counter)
    heroes: dict[str, Hero] = field(default_factory=dict)
    cooked: list[str] = field(default_factory=list)
    trophies: list[int] = field(default_factory=list)
    forge: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    used_items: list[str] = field(default_factory=list)
    dealt_missions: list[str] = field(default_factory=list)
    mission: str | None = None
    put_away: str | None = None
    tavern: str | None = None
    marker: int = 0


@dataclass
class Cooking:
    """A recipe that is being paid."""

    recipe: str
    value: int
    unpaid: Counter[str]


@dataclass
class Turn:
    """What has been done in a turn and in the last activation of it (section 3)."""

    player: int
    main_done: bool = False
    cooked: bool = False
    visited: set[str] = field(default_factory=set)
    met: bool = False
    active: str | None = None
    may_collect: bool = False
    hunted: bool = False
    bought: bool = False
    steps_left: int = 0
    cooking: Cooking | None = None

    def activate(self, minion: str) -> None:
        """A minion becomes active; what is once per activation is renewed."""
        self.active = minion
        self.may_collect = True
        self.hunted = False
        self.bought = False


@dataclass
class Dragon:
    """The dragon in play and the damage on its board, row by row."""

    name: str
    marks: list[Counter[str]]


@dataclass
class Hunt:
    """A hunt that is going on."""

    dice: list[str] = field(default_factory=list)
    added: Counter[str] = field(default_factory=Counter)
    no_claws: bool = False
    no_wounds: bool = False
    completed_before: set[int] = field(default_factory=set)
    """Rows that were complete when it began."""


class State:
    """A game."""

    def __init__(self, data: Data, players: int, options: Options) -> None:
        self.data = data
        self.players = players
        self.options = options
        self.round = 0
        self.first: int | None = None
        self.turn: Turn | None = None
        self.hunt: Hunt | None = None
        self.card: str | None = None
        self.over = False

        self.sites: dict[int, str] = {}
        self.occupied: Counter[str] = Counter()
        self.tokens: dict[str, Counter[str]] = {zone: Counter() for zone in data.zones}
        self.turned: list[str] = []
        self.forge = data.tokens_on("forge")
        self.bank: dict[str, tuple[int, int]] = {}

        self.hero_deck = list(data.heroes)
        self.hero_row: list[str] = []
        self.recipe_deck = list(data.recipes)
        self.recipe_row: list[str | None] = [None] * data.game["recipe_row"]
        self.recipes_discarded: list[str] = []
        self.dragon_deck = list(data.dragons)
        self.dragon: Dragon | None = None
        self.trophy_bag = list(data.trophies)
        self.mission_deck = list(data.missions) if options.missions else []
        self.common_mission: str | None = None
        self.event_deck = list(data.events) if options.events else []
        self.encounter_deck = list(data.encounters) if options.encounters else []
        self.goblin_zone: str | None = None
        self.goblin_stack = 0
        self.unseen_items = Counter(data.items if options.goblin else {})
        self.items_in_box = self.unseen_items.total()

        self.seats = [
            Seat(
                gold=data.game["start_gold"],
                energy=min(data.game["start_energy"], data.game["max_energy"]),
                runes=min(data.game["start_runes"], data.game["max_runes"]),
                minions={
                    name: Minion(
                        data.city,
                        data.minions[name]["pockets"],
                        data.minions[name]["extra_steps"],
                    )
                    for name in MINIONS
                },
            )
            for _ in range(players)
        ]

    # Gains and losses

    def gain(self, player: int, what: str, n: int) -> None:
        """Gold, energy, runes or prestige, down to 0 and up to the limit."""
        limits = {"energy": self.data.game["max_energy"], "runes": self.data.game["max_runes"]}
        seat = self.seats[player]
        amount = max(0, getattr(seat, what) + n)
        setattr(seat, what, min(amount, limits.get(what, amount)))

    def store_all(self, player: int, minion: str) -> None:
        """All that a minion carries goes into the reserve."""
        seat = self.seats[player]
        seat.stored += seat.minions[minion].carried
        seat.minions[minion].carried = Counter()

    # Who and where

    def clockwise(self) -> list[int]:
        """The players from the first player of this round on."""
        first = self.first or 0
        return [*range(first, self.players), *range(first)]

    def active(self, player: int) -> Minion | None:
        """The active minion of a player, who has one in the own turn only."""
        turn = self.turn
        if turn is None or turn.player != player or turn.active is None:
            return None
        return self.seats[player].minions[turn.active]

    # The dragon

    def dragon_site(self) -> int | None:
        """The site on which the dragon stands."""
        if self.dragon is None:
            return None
        site: int = self.data.dragons[self.dragon.name]["site"]
        return site

    def dragon_zones(self) -> list[str]:
        """The zones adjacent to the dragon."""
        site = self.dragon_site()
        return [] if site is None else self.data.zones_at(site)

    def free_spaces(self, row: int, symbol: str) -> int:
        """Spaces of this symbol without damage in a row of the dragon's board."""
        assert self.dragon is not None
        spaces = self.data.row_spaces(self.dragon.name, row)
        return spaces[symbol] - self.dragon.marks[row - 1][symbol]

    def completed_rows(self) -> set[int]:
        """Rows of the dragon's board on which no space is free."""
        assert self.dragon is not None
        return {
            row
            for row in self.data.rows(self.dragon.name)
            if not any(self.free_spaces(row, symbol) for symbol in SYMBOLS)
        }

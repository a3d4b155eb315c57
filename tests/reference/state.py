"""The full state of a game and the small questions one can ask of it (rules section 1)."""

from dataclasses import dataclass, field

from .names import DOUBLE_SPACES, FOODS, GOODS, ONE_USE_TILES, SKILLS, Plain


@dataclass
class Seat:
    """All that belongs to one player."""

    goods: dict[str, int]
    mine: int
    stones: list[int]
    discs: int
    punishment: int = 0
    reward_points: int = 0
    silver_space: int = 1
    gold_space: int = 1
    servants: int = 0
    first_servant_round: int | None = None
    skill: str | None = None
    food_tile: int | None = None
    one_use_tile: str | None = None
    passed: bool = False
    out: int | None = None

    def chained(self) -> int:
        """How many slaves are chained (section 1, a player's mine)."""
        return sum(1 for stones in self.stones if stones > 0)

    def can_leave_mine(self) -> bool:
        """With n slaves of which c are chained, n - c can leave."""
        return self.mine - self.chained() > 0

    def occupied_slots(self) -> list[int]:
        """The chainable slots on which a slave stands: those with stones first, then the lowest."""
        slots = range(len(self.stones))
        by_precedence = sorted(slots, key=lambda slot: (self.stones[slot] == 0, slot))
        return sorted(by_precedence[: self.mine])


@dataclass
class SingleSpaces:
    """Use of the single spaces in this round; reset when the discs come back."""

    mine: set[int] = field(default_factory=set)
    exchange_tiles: set[int] = field(default_factory=set)
    copy: set[int] = field(default_factory=set)
    goods: int = 0
    special_offering: bool = False
    turn_order: bool = False
    temporary_priority: int | None = None


class State:
    """A game. Everything is an open attribute, so that tests can set up scenarios."""

    def __init__(self, board: Plain, players: int) -> None:
        setup = board["setup"]
        column = setup["players"].index(players)
        self.board = board
        self.players = players
        self.round = 0
        self.phase = "setup"
        self.small_order: list[int] = []
        self.big_order: list[int] = []
        self.stock: dict[str, int] = {good: board["supply"][good] for good in GOODS}
        self.bag = {
            "silver": setup["silver_in_bag"],
            "gold": setup["gold_in_bag"],
            "stone": setup["stones_in_bag"][column],
        }
        self.stock["silver"] -= self.bag["silver"]
        self.stock["gold"] -= self.bag["gold"]
        self.reserve_stones = board["supply"]["stones"] - self.bag["stone"]
        self.special_offering_track = {
            good: setup["special_offering_track"].get(good, 0) for good in GOODS
        }
        for good in GOODS:
            self.stock[good] -= self.special_offering_track[good]
        self.food_pile: list[int] = list(setup["food_tiles"][column])
        self.one_use_on_board: set[str] = set(ONE_USE_TILES)
        self.skills_on_board: set[str] = set()
        self.extra_slot_tile: int | str | None = None
        self.rewards_taken = {"special_offering": 0, "faithful_servant": 0, "gold_ring": 0}
        self.demands_left = {food: board["demands"]["tokens"].get(food, 0) for food in FOODS}
        self.demand: str | None = None
        self.hands: dict[int, int | str | None] = dict.fromkeys(DOUBLE_SPACES)
        self.discs_on: dict[int, int] = dict.fromkeys(DOUBLE_SPACES, 0)
        self.servant_space: int | None = None
        self.virtual_mine = setup["virtual_pixies"] if players == 2 else 0
        self.single_spaces = SingleSpaces()
        self.copies = 0
        self.announced: set[int] = set()
        self.offers = [[0, 0, 0] for _ in range(players)]
        self.refused: set[int] = set()
        self.seats: list[Seat] = []
        for player in range(players):
            self.seats.append(
                Seat(
                    goods=dict.fromkeys(GOODS, 0),
                    mine=setup["pixies"][column],
                    stones=[0] * setup["chainable_places"],
                    discs=setup["discs"],
                )
            )
            for good in GOODS:
                if good != "honey":  # honey depends on who is the favourite
                    self.take_from_stock(player, good, setup["goods"].get(good, 0))

    # Players

    def is_in(self, player: int) -> bool:
        """Is this player still in the game?"""
        return self.seats[player].out is None

    def players_in(self) -> list[int]:
        """Seats still in, by number."""
        return [player for player in range(self.players) if self.is_in(player)]

    def opponents_in(self, player: int) -> list[int]:
        """The others still in, by number."""
        return [other for other in self.players_in() if other != player]

    def has_skill(self, player: int, skill: str) -> bool:
        """Does the player hold this permanent skill now?"""
        return self.seats[player].skill == skill

    def skill_size(self, player: int, skill: str) -> int:
        """How much the skill does for the player; nothing if it is somewhere else."""
        if not self.has_skill(player, skill):
            return 0
        usual = self.board["rewards"]["skill_bonus"] if skill.endswith("_bonus") else 1
        size: int = self.board.get("skills", {}).get(skill, usual)
        return size

    def favourite(self) -> int:
        """The Queen's favourite: the player whose big cube is first."""
        return self.big_order[0]

    def active_hands(self, player: int) -> list[int]:
        """Hands on which the player's active pixies stand."""
        return [hand for hand in DOUBLE_SPACES if self.hands[hand] == player]

    # Goods

    def take_from_stock(self, player: int, good: str, amount: int) -> int:
        """Take goods from the limited stock; what is not there is not taken."""
        taken = min(amount, self.stock[good])
        self.stock[good] -= taken
        self.seats[player].goods[good] += taken
        return taken

    def pay_to_stock(self, player: int, good: str, amount: int) -> None:
        """Pay goods; the player must own them."""
        assert self.seats[player].goods[good] >= amount
        self.seats[player].goods[good] -= amount
        self.stock[good] += amount

    # The pyramid

    def icons(self, hand: int) -> list[str]:
        """The foods printed at a hand."""
        icons: list[str] = self.board["pyramid"]["icons"][str(hand)]
        return icons

    def hands_above(self, place: int | str) -> list[int] | None:
        """Hands one level above a place (`mine` or a hand); None from the highest level."""
        levels: list[list[int]] = self.board["pyramid"]["levels"]
        if place == "mine":
            return sorted(levels[0])
        for number, level in enumerate(levels):
            if place in level:
                return sorted(levels[number + 1]) if number + 1 < len(levels) else None
        raise ValueError(place)

    def add_to_mine(self, colour: int | str) -> None:
        """A pixie, virtual or not, comes (back) into its mine."""
        if isinstance(colour, str):  # the virtual colour
            self.virtual_mine += 1
        else:
            self.seats[colour].mine += 1

    def remove_from_mine(self, colour: int | str) -> None:
        """A pixie leaves its mine."""
        if isinstance(colour, str):  # the virtual colour
            assert self.virtual_mine > 0
            self.virtual_mine -= 1
        else:
            assert self.seats[colour].can_leave_mine()
            self.seats[colour].mine -= 1

    # Reward tiles

    def rewards_left(self, series: str) -> bool:
        """Is there a reward tile of this series left?"""
        return self.rewards_taken[series] < len(self.board["rewards"][series])

    def take_reward(self, player: int, series: str, bonus_skill: str | None = None) -> None:
        """Take the next reward tile of a series, with the bonus of a skill."""
        points = self.board["rewards"][series][self.rewards_taken[series]]
        self.rewards_taken[series] += 1
        if bonus_skill is not None:
            points += self.skill_size(player, bonus_skill)
        self.seats[player].reward_points += points

    # Tracks

    def space(self, player: int, track: str) -> int:
        """The place, counted from 1, on the silver or the gold track."""
        seat = self.seats[player]
        return seat.silver_space if track == "silver" else seat.gold_space

    def at_end_of_track(self, player: int, track: str) -> bool:
        """Is the marker on the last space?"""
        return self.space(player, track) == len(self.board["tracks"]["punishment"])

    def step_on_track(self, player: int, track: str) -> None:
        """One space on; the last space is the end."""
        if self.at_end_of_track(player, track):
            return
        if track == "silver":
            self.seats[player].silver_space += 1
        else:
            self.seats[player].gold_space += 1

    # The picture of the state

    def as_dict(self) -> Plain:
        """The full state in plain types, but for what the game waits for."""
        spaces = self.single_spaces
        return {
            "players": self.players,
            "round": self.round,
            "phase": self.phase,
            "small_order": list(self.small_order),
            "big_order": list(self.big_order),
            "stock": dict(self.stock),
            "bag": dict(self.bag),
            "reserve_stones": self.reserve_stones,
            "special_offering_track": dict(self.special_offering_track),
            "food_pile": list(self.food_pile),
            "one_use_on_board": [name for name in ONE_USE_TILES if name in self.one_use_on_board],
            "skills_on_board": [name for name in SKILLS if name in self.skills_on_board],
            "extra_slot_tile": self.extra_slot_tile,
            "rewards_taken": dict(self.rewards_taken),
            "demands_left": dict(self.demands_left),
            "demand": self.demand,
            "hands": {str(hand): self.hands[hand] for hand in DOUBLE_SPACES},
            "discs_on": {str(space): self.discs_on[space] for space in DOUBLE_SPACES},
            "servant_space": self.servant_space,
            "virtual_mine": self.virtual_mine,
            "single_spaces": {
                "mine": sorted(spaces.mine),
                "exchange_tiles": sorted(spaces.exchange_tiles),
                "copy": sorted(spaces.copy),
                "goods": spaces.goods,
                "special_offering": spaces.special_offering,
                "turn_order": spaces.turn_order,
                "temporary_priority": spaces.temporary_priority,
            },
            "copies": self.copies,
            "announced": sorted(self.announced),
            "offers": [list(offer) for offer in self.offers],
            "refused": sorted(self.refused),
            "seats": [self.seat_as_dict(seat) for seat in self.seats],
        }

    def seat_as_dict(self, seat: Seat) -> Plain:
        """One player's things in plain types."""
        return {
            "goods": dict(seat.goods),
            "punishment": seat.punishment,
            "reward_points": seat.reward_points,
            "silver_space": seat.silver_space,
            "gold_space": seat.gold_space,
            "mine": seat.mine,
            "stones": list(seat.stones),
            "servants": seat.servants,
            "skill": seat.skill,
            "food_tile": seat.food_tile,
            "one_use_tile": seat.one_use_tile,
            "discs": seat.discs,
            "passed": seat.passed,
            "out": seat.out,
        }

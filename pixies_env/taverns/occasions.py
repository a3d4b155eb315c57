"""How often at most things can happen in a game, for upper bounds of its length and its scores."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.board_parts import EffectWords
from pixies_env.taverns.names import MINIONS, Effect

Worth = Callable[[EffectWords], int]

_READY = EffectWords(effect="ready")


@dataclass(frozen=True)
class Occasions:
    """Occasions of some seats together, in a game of so many players with all modules.

    What the players share, such as heroes and items, may all fall to these seats.
    """

    board: Board
    players: int
    seats: int

    @property
    def rounds(self) -> int:
        """Rounds of the game."""
        return self.board.game.rounds

    @property
    def turns(self) -> int:
        """Turns: one for each die."""
        return self.seats * limits.DICE * self.rounds

    @property
    def visits(self) -> int:
        """Visits of one location: as many a round as it has spaces, and one a turn."""
        spaces = self.board.game.activation_spaces.in_order()[self.players - limits.MIN_PLAYERS]
        return min(self.rounds * spaces, self.turns)

    @property
    def items(self) -> list[str]:
        """Items of all kinds, as many as there are; :attr:`items_sold` of them are bought."""
        items = self.board.goblin.items.model_dump()
        return [item for item, count in items.items() for _ in range(count)]

    @property
    def items_sold(self) -> int:
        """Items bought: in every other round the goblin has one for each player."""
        return min(len(self.items), (self.rounds + 1) // 2 * self.players)

    @property
    def activations(self) -> int:
        """Activations: of each minion once a round, by the campfire, by talismans."""
        of_minions = self.seats * self.rounds * len(MINIONS)
        campfire = 0 if self.board.locations.campfire is None else self.visits
        return of_minions + campfire + min(self.board.goblin.items.talisman, self.items_sold)

    @property
    def dragons(self) -> int:
        """Dragons that come."""
        return self._icons("dragon")

    @property
    def hunts(self) -> int:
        """Hunts: one for each activation."""
        return self.activations if self.dragons else 0

    @property
    def encounters(self) -> int:
        """Encounters: one a turn, with an active minion."""
        return min(self.turns, self.activations)

    def of_effects(self, worth: Worth, each: int = 0) -> int:
        """The most that all effects of the board can be worth, but for those of items.

        ``each`` is what it is worth besides to use an ability, a bonus, a track or an encounter.
        """
        board = self.board
        most = self.worth_of(worth, each)
        times_ready = 1 + sum("heroes" in icons for icons in self._passed())
        total = 0
        for hero in board.heroes.cards:
            total += times_ready * (each + self._of_ability(worth, each, hero.ability))
            total += each + most([hero.bonus])
        spaces = [effect for track in board.asymmetric.tracks().values() for effect in track]
        total += self.turns * (each + max(most([effect]) for effect in spaces))
        encounters = [each + most(card.effects) for card in board.encounters.cards]
        total += self.encounters * max(encounters)
        events = board.events.cards
        for icon, halves in (
            ("event_good", [card.good for card in events]),
            ("event_bad", [card.bad for card in events]),
        ):
            total += self.seats * self._icons(icon) * max(map(most, halves), default=0)
        dragons = board.dragons.boards
        total += self.seats * self.dragons * max(most([dragon.appears]) for dragon in dragons)
        return total + self.hunts * max(most([dragon.special]) for dragon in dragons)

    def worth_of(self, worth: Worth, each: int = 0) -> Callable[[Iterable[EffectWords]], int]:
        """The worth of effects, with that of the ability of a hero that one makes ready."""
        abilities = [hero.ability for hero in self.board.heroes.cards]
        readied = max(each + self._of_ability(worth, each, ability) for ability in abilities)

        def most(effects: Iterable[EffectWords]) -> int:
            return sum(
                max(worth(effect), 0) + (readied if effect.number == Effect.READY else 0)
                for effect in effects
            )

        return most

    def worth_of_hourglass(self, worth: Worth, each: int = 0) -> int:
        """What it is worth that a hero becomes ready."""
        return self.worth_of(worth, each)([_READY])

    def _of_ability(self, worth: Worth, each: int, ability: EffectWords) -> int:
        """The worth of an ability; one that readies a hero readies none that does so, too."""
        own = max(worth(ability), 0)
        if ability.number != Effect.READY:
            return own
        abilities = [hero.ability for hero in self.board.heroes.cards]
        others = [worth(other) for other in abilities if other.number != Effect.READY]
        return own + (each + max(0, *others) if others else 0)

    def _icons(self, wanted: str) -> int:
        return sum(icons.count(wanted) for icons in self._passed())

    def _passed(self) -> list[tuple[str, ...]]:
        """Icons after each round but the last."""
        track = self.board.round_track.icons()
        return [icons for after, icons in track.items() if int(after) < self.rounds]

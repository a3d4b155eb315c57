"""Which cards can have been turned, and where their creatures are, in a position that says less.

Cards turned are some that explain the creatures there; those of the set-up, of earlier rounds and
of this one are told apart as far as that matters. Creatures that are nowhere lie where they came;
on a board that is given they have been taken, in the round in which they came.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pixies_env.havresac.catalogue import cell_name
from pixies_env.havresac.names import CREATURES, MONSTERS
from pixies_env.havresac.position import Position, SeatPosition
from pixies_env.havresac.setting import (
    Setting,
    cards_of_round,
    cards_turned,
    glories,
    round_of,
    seats_of,
)

FAIRY = CREATURES[0]


@dataclass(frozen=True)
class Cards:
    """The cards turned; labels."""

    left: list[str]
    """Not yet turned."""
    put: dict[str, str]
    """By the cell of the set-up space on which its creature was put."""
    earlier: list[str]
    """In the scout phases of earlier rounds."""
    now: list[str]
    """In the scout phase of this round."""


class Deck:
    """The cards of a board, and what a position says of them."""

    def __init__(self, position: Position, setting: Setting) -> None:
        self.position, self.setting = position, setting
        cards = setting.board.cards
        self.kinds = {label: kind for kind in CREATURES for label in getattr(cards, kind)}
        self.cells = {
            label: cell_name(*cell)
            for label, cell in setting.board.label_cells(setting.season).items()
        }
        self.seats = seats_of(position)
        self.fairies_fly = round_of(position, setting) > 1
        self.lying = {
            label
            for label, kind in self.kinds.items()
            for given in self.seats
            if (given.creatures or {}).get(self.cells[label]) == kind
        }

    def of_kind(self, creature: str, labels: list[str]) -> list[str]:
        """Those of some labels that are of one kind."""
        return [label for label in labels if self.kinds[label] == creature]

    def turned(self) -> list[str]:
        """Labels of the cards turned; what explains the creatures there, then monsters first."""
        given = self.position.cards_left
        if given is not None:
            return [label for label in self.kinds if label not in given]
        turned = [label for label in self.kinds if label in self.lying]
        for creature in CREATURES:
            needed = max(_seen(given, creature) for given in self.seats)
            of_kind = self.of_kind(creature, list(self.kinds))
            missing = needed - len(self.of_kind(creature, turned))
            turned += [label for label in of_kind if label not in turned][: max(missing, 0)]
        number = cards_turned(self.position, self.setting)
        if len(turned) > number:
            raise ValueError(
                f"seats.*.creatures: {number} cards have been turned, too few for what is there"
            )
        rest = [label for label in self.kinds if label not in turned]
        rest.sort(key=lambda label: self.kinds[label] == FAIRY)
        return turned + rest[: number - len(turned)]

    def cards(self) -> Cards:
        """The cards turned, in the set-up, earlier and now."""
        turned = self.turned()
        left = [label for label in self.kinds if label not in turned]
        spaces = self.setting.cells("setup")
        if self.position.phase == "setup":
            spaces = spaces[: self.position.turned]
        free = [label for label in turned if label not in self.lying]
        put: dict[str, str] = {}
        for space in spaces:
            boards = [given.creatures or {} for given in self.seats]
            seen = [board[space] for board in boards if space in board]
            for label in self.of_kind(seen[0], free)[:1] if seen else []:
                put[space] = label
                free.remove(label)
        now = self._now([label for label in turned if label not in put.values()])
        rest = [label for label in free if label not in now]
        rest.sort(key=lambda label: self.kinds[label] != FAIRY)
        for space in spaces:
            if space not in put and rest:
                put[space] = rest.pop(0)
        done = {*put.values(), *now}
        return Cards(left, put, [label for label in turned if label not in done], now)

    def _now(self, turned: list[str]) -> list[str]:
        """Cards of this round: Fairies that can be of no other, then the last monsters."""
        number = cards_of_round(self.position, self.setting)
        fairies = self.of_kind(FAIRY, turned)
        fairies.sort(key=lambda label: label not in self.lying)
        monsters = [label for label in reversed(turned) if self.kinds[label] != FAIRY]
        monsters.sort(key=lambda label: label not in self.lying)
        here = sum(label in self.lying for label in fairies)
        caught = [(given.gains or {}).get(FAIRY, 0) for given in self.seats]
        boards = [list((given.creatures or {}).values()).count(FAIRY) for given in self.seats]
        if self.position.phase in ("scout", "adventure"):
            here = max(here, *map(sum, zip(caught, boards, strict=True)))
        if not self.fairies_fly:
            lying = [label for label in turned if label in self.lying]
            return (lying + [label for label in turned if label not in lying])[:number]
        return (fairies[:here] + monsters + fairies[here:])[:number]


def _seen(given: SeatPosition, creature: str) -> int:
    number = list((given.creatures or {}).values()).count(creature)
    number += (given.gains or {}).get(creature, 0)
    if creature == FAIRY:
        return number + (given.fairies or 0)
    return number + (given.hunted or {}).get(creature, 0)


class Creatures:
    """The creatures of one player where the position does not say them."""

    def __init__(self, deck: Deck, cards: Cards, seat: int, begun: bool) -> None:
        """``begun``: whether the player has played a token in this round."""
        self.deck, self.cards, self.given = deck, cards, deck.seats[seat]
        position, setting = deck.position, deck.setting
        self.begun = begun
        self.glories = glories(position, setting)
        self.taking = position.phase == "adventure" and begun
        self.met = {
            kind: sum(deck.kinds[label] == kind for label in deck.kinds if label not in cards.left)
            for kind in CREATURES
        }
        if deck.fairies_fly:
            self.met[FAIRY] = len(deck.of_kind(FAIRY, cards.now))
        self.creatures = self._creatures()
        self.on_board = {kind: list(self.creatures.values()).count(kind) for kind in CREATURES}
        self.gains = self._gains()
        self.hunted = self._hunted()
        self.fairies = self._fairies()

    def _came(self) -> Iterator[tuple[str, str]]:
        """Cell and kind of all that came and did not fly away."""
        deck, cards = self.deck, self.cards
        for cell, label in cards.put.items():
            if not (deck.fairies_fly and deck.kinds[label] == FAIRY):
                yield cell, deck.kinds[label]
        for label in cards.earlier:
            if deck.kinds[label] != FAIRY:
                yield deck.cells[label], deck.kinds[label]
        for label in cards.now:
            yield deck.cells[label], deck.kinds[label]

    def _creatures(self) -> dict[str, str]:
        """All that came, less what was taken and what came to Tents or was under Guardians."""
        given = self.given
        if given.creatures is not None:
            return given.creatures
        taken = {*given.tents, *given.guardians}
        board = {cell: kind for cell, kind in self._came() if cell not in taken}
        for kind in CREATURES:
            most = self.met[kind] - _seen(given, kind)
            if kind == FAIRY and self.deck.fairies_fly:
                most += given.fairies or 0
            cells = [cell for cell in board if board[cell] == kind]
            for cell in cells[max(most, 0) :]:
                del board[cell]
        return board

    def _gains(self) -> dict[str, int]:
        if self.given.gains is not None:
            return self.given.gains
        deck = self.deck
        if not self.begun:
            caught = [label for label in self.cards.now if deck.cells[label] in self.given.tents]
            return {kind: len(deck.of_kind(kind, caught)) for kind in CREATURES}
        if not self.taking:
            return {}
        here = self.creatures
        now = [label for label in self.cards.now if deck.cells[label] not in here]
        gains = {}
        for kind in CREATURES:
            rest = self.met[kind] - self.on_board[kind]
            if kind == FAIRY:
                gains[kind] = rest if deck.fairies_fly else rest - (self.given.fairies or 0)
            elif self.given.hunted is not None:
                gains[kind] = rest - self.given.hunted.get(kind, 0)
            else:
                gains[kind] = len(deck.of_kind(kind, now)) if self.glories else rest
        return {kind: max(number, 0) for kind, number in gains.items()}

    def _hunted(self) -> dict[str, int]:
        if self.given.hunted is not None:
            return self.given.hunted
        if not self.glories:
            return {}
        return {
            kind: max(self.met[kind] - self.on_board[kind] - self.gains.get(kind, 0), 0)
            for kind in MONSTERS
        }

    def _fairies(self) -> int:
        if self.given.fairies is not None:
            return self.given.fairies
        if self.deck.fairies_fly or not self.glories:
            return 0
        return max(self.met[FAIRY] - self.on_board[FAIRY] - self.gains.get(FAIRY, 0), 0)

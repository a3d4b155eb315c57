"""The full state of a game and the questions one can ask of it (sections 1 and 3)."""

from dataclasses import dataclass, field

from .grid import DIRECTIONS, GUARDIANS, MONSTERS, OBJECTS, Cell, Grid, Plain, ahead, read_grid


@dataclass
class Draw:
    """The Guardian that is being played, with what it has used (section 2, phase II)."""

    guardian: str
    cell: Cell | None = None
    used: list[str] = field(default_factory=list)
    powers: int = 0
    fresh: str | None = None
    """The object of the chest just opened, which this Guardian cannot use."""


@dataclass
class Seat:
    """All that belongs to one player."""

    bag: dict[str, int]
    closed: set[Cell]
    unseen: dict[str, int]
    tokens: int
    points: int = 0
    gold: int = 0
    guardians: dict[Cell, str] = field(default_factory=dict)
    idle: list[str] = field(default_factory=list)
    tents: set[Cell] = field(default_factory=set)
    creatures: dict[Cell, str] = field(default_factory=dict)
    repaired: set[Cell] = field(default_factory=set)
    gains: list[str] = field(default_factory=list)
    column: int = 0
    hunted: list[str] = field(default_factory=list)
    objects: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OBJECTS, 0))
    cups: int = 0
    opened: int = 0
    draw: Draw | None = None


class State:
    """A game. Everything is an open attribute, so that tests can set up scenarios."""

    def __init__(self, board: Plain, players: int, season: str) -> None:
        self.board = board
        self.players = players
        self.season = season
        self.grid: Grid = read_grid(board, season)
        self.faces: dict[str, str] = {}
        self.round = 0
        self.phase = "setup"
        self.cards: dict[str, str] = {
            label: creature
            for creature in ["fairy", *MONSTERS]
            for label in board["cards"][creature]
        }
        self.reserve = {
            kind: board["guardians"][kind]["total"] - players * board["guardians"][kind]["bag"]
            for kind in GUARDIANS
        }
        self.seats = [
            Seat(
                bag={kind: board["guardians"][kind]["bag"] for kind in GUARDIANS},
                closed=set(self.grid.cells("chest")),
                unseen={thing: board["chests"].get(thing, 0) for thing in OBJECTS},
                tokens=board["supply"]["village_tokens"],
            )
            for _ in range(players)
        ]

    def round_order(self) -> list[int]:
        """Seats in the order in which they are asked in this round (section 2)."""
        first = (self.round - 1) % self.players
        return [*range(first, self.players), *range(first)]

    # What a Guardian may do

    def is_night(self, guardian: str) -> bool:
        """Is the Night face of this tile in play?"""
        return self.faces[guardian] == "night"

    def movement(self, guardian: str, boots: int) -> int | None:
        """Steps of a move, None for no limit."""
        if guardian == "thief" and self.is_night("thief"):
            return None
        steps: int = self.board[self.faces[guardian]][guardian]["move"]
        return steps + boots * int(self.board["effects"]["boots_steps"])

    def may_kill(self, guardian: str, creature: str, sword: bool) -> bool:
        """May it enter the cell of this monster?"""
        if sword:
            return True
        if guardian != "warrior":
            return False
        return not self.is_night("warrior") or creature != "pig"

    def ignores_terrain(self, guardian: str, feather: bool) -> bool:
        """Are forests and lakes like plain cells for it?"""
        return feather or (guardian == "druid" and not self.is_night("druid"))

    # Targets from afar

    def shot(self, seat: Seat, start: Cell, direction: str) -> Cell | None:
        """The cell of the monster that a shot hits."""
        cell = ahead(start, direction)
        while cell in self.grid.kind:
            if seat.creatures.get(cell) in MONSTERS:
                return cell
            if cell in seat.creatures or cell in seat.guardians:
                return None
            if self.grid.kind[cell] in ("village", "forest"):
                return None
            cell = ahead(cell, direction)
        return None

    def fairy_two_away(self, seat: Seat, start: Cell, direction: str) -> Cell | None:
        """The second cell in a direction, if a Fairy is there."""
        cell = ahead(start, direction, 2)
        return cell if seat.creatures.get(cell) == "fairy" else None

    def village_two_away(self, seat: Seat, start: Cell, direction: str) -> Cell | None:
        """The second cell in a direction, if a ruined village is there and a token left."""
        cell = ahead(start, direction, 2)
        ruined = self.grid.kind.get(cell) == "village" and cell not in seat.repaired
        return cell if ruined and seat.tokens > 0 else None

    def target(self, seat: Seat, means: str, direction: str) -> Cell | None:
        """The target of a bow, hammer or net, or of a power that works like one."""
        assert seat.draw is not None and seat.draw.cell is not None
        find = {"bow": self.shot, "hammer": self.village_two_away, "net": self.fairy_two_away}
        return find[means](seat, seat.draw.cell, direction)

    def power(self) -> dict[str, str]:
        """Which object the power of a Guardian works like, of those with a direction."""
        powers = {"huntress": "bow"}
        if self.is_night("guide"):
            powers["guide"] = "net"
        if self.is_night("druid"):
            powers["druid"] = "hammer"
        return powers

    def recallable(self, seat: Seat, cells: list[Cell]) -> list[Cell]:
        """Cells among these with a Guardian that may be recalled."""
        return [cell for cell in cells if seat.guardians.get(cell, "priestess") != "priestess"]

    def directions(self, seat: Seat, means: str) -> list[str]:
        """Directions in which there is a target."""
        return [way for way in DIRECTIONS if self.target(seat, means, way) is not None]

"""Where the zones of a closed path lie: around a room in which the sites are."""

import math
from itertools import permutations
from typing import NamedTuple

from pixies_env.core.drawing.scene import WIDTH
from pixies_env.taverns.limits import SITES

GAP = 8.0
"""Between neighbouring zones."""
_ACROSS, _SIDE = 84.0, 78.0
"""Height of the zones above and below, width of those at the sides."""
_ROOM, _LEAST_SIDE = 158.0, 76.0
"""Least height of the room in the middle, and of a zone at a side."""
LANES = 3
"""Arrows side by side before one is drawn on another."""
_LANE = 4.0
_GUTTER = _LANE * (LANES + 0.5)


class Place(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> "Place":
        """The same with a margin inside."""
        return Place(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


class Ring(NamedTuple):
    """Places of zones, clockwise from the left end of the upper row, and of the room inside."""

    zones: list[Place]
    room: Place

    @property
    def height(self) -> float:
        """Of the whole."""
        return max(place.y + place.height for place in self.zones)

    def sites(self, touching: list[list[int]]) -> list[Place]:
        """Places of the sites in the room, each as near as can be to the zones that touch it."""
        inner = self.room.inset(_GUTTER)
        width, height = (inner.width - 6) / 2, (inner.height - 6) / 2
        corners = [
            Place(inner.x + (width + 6) * column, inner.y + (height + 6) * row, width, height)
            for row in (0, 1)
            for column in (0, 1)
        ]

        def length(order: tuple[int, ...]) -> float:
            return sum(
                math.dist(corners[corner].middle, self.zones[zone].middle)
                for site, corner in enumerate(order)
                for zone in touching[site]
            )

        return [corners[corner] for corner in min(permutations(range(SITES)), key=length)]

    def arrow(self, start: int, end: int, lane: int) -> list[tuple[float, float]]:
        """Corners of an arrow from a zone to another one, inside along the path.

        It goes the way that is shorter, and leaves a zone further on than it would enter it.
        """
        count = len(self.zones)
        forward = (end - start) % count <= (start - end) % count
        room = self.room.inset(_LANE * (lane % LANES + 0.75))
        leaving = self._door(start, 9 if forward else -9, room)
        entering = self._door(end, -9 if forward else 9, room)
        here, there = (_round(room, door) for door in (leaving, entering))
        right, bottom = room.x + room.width, room.y + room.height
        corners = [(room.x, room.y), (right, room.y), (right, bottom), (room.x, bottom)]
        whole = 2 * (room.width + room.height)
        way = (there - here) % whole if forward else (here - there) % whole
        passed = []
        for corner in corners:
            at = _round(room, corner)
            ahead = (at - here) % whole if forward else (here - at) % whole
            if 0 < ahead < way:
                passed.append((ahead, corner))
        between = [corner for _, corner in sorted(passed)]
        return [leaving, _onto(room, leaving), *between, _onto(room, entering), entering]

    def _door(self, zone: int, shift: float, room: Place) -> tuple[float, float]:
        """The point of a zone's edge towards the room, moved so far clockwise from its middle.

        It lies straight above or below the room where the zone reaches so far.
        """
        place = self.zones[zone]
        x, y = place.middle
        above = place.y + place.height <= room.y
        if above or place.y >= room.y + room.height:
            straight = _onto(room, (x + (shift if above else -shift), y))[0]
            x = min(max(straight, place.x + 6), place.x + place.width - 6)
            return x, place.y + (place.height if above else 0)
        return (place.x, y + shift) if place.x >= room.x + room.width else (
            place.x + place.width, y - shift)  # fmt: skip


def ring_of(zones: int) -> Ring:
    """The places of so many zones; few lie above and below the room only."""
    sides = 0 if zones < 6 else 1 if zones <= 10 else 3 if zones > 14 else 2
    above = (zones - 2 * sides + 1) // 2
    below = zones - 2 * sides - above
    side = max(_LEAST_SIDE, (_ROOM - GAP * (sides + 1)) / sides) if sides else 0.0
    height = max(_ROOM, side * sides + GAP * (sides + 1))
    bottom = _ACROSS + height
    places = [Place(x, 0, width, _ACROSS) for x, width in _shared(above)]
    downwards = [_ACROSS + GAP + (side + GAP) * row for row in range(sides)]
    places += [Place(WIDTH - _SIDE, y, _SIDE, side) for y in downwards]
    places += [Place(x, bottom, width, _ACROSS) for x, width in reversed(_shared(below))]
    places += [Place(0, y, _SIDE, side) for y in reversed(downwards)]
    margin = _SIDE if sides else 0.0
    return Ring(places, Place(margin, _ACROSS, WIDTH - 2 * margin, height))


def _shared(count: int) -> list[tuple[float, float]]:
    """Left sides and widths of some places in a row."""
    width = (WIDTH + GAP) / max(count, 1) - GAP
    return [((width + GAP) * place, width) for place in range(count)]


def _onto(room: Place, point: tuple[float, float]) -> tuple[float, float]:
    """The nearest point of a rectangle that has the point outside."""
    x = min(max(point[0], room.x), room.x + room.width)
    return x, min(max(point[1], room.y), room.y + room.height)


def _round(room: Place, point: tuple[float, float]) -> float:
    """How far the nearest point of the edge lies clockwise from the left upper corner."""
    x, y = _onto(room, point)
    if y == room.y:
        return x - room.x
    if x == room.x + room.width:
        return room.width + y - room.y
    if y == room.y + room.height:
        return room.width + room.height + (room.x + room.width - x)
    return 2 * room.width + room.height + (room.y + room.height - y)

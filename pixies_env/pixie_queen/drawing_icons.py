"""Small pictures of goods, pixies, discs and the like, all made of simple shapes.

Each kind has a shape of its own besides its colour. Icons are drawn around the origin in a square
of 16 units.
"""

from pixies_env.core.drawing.icons import Icons
from pixies_env.core.drawing.marks import box, circle, group, line, move, path, text, token
from pixies_env.core.drawing.style import Colours
from pixies_env.pixie_queen.names import GOODS, ONE_USE_TILES, REWARD_SERIES, VIRTUAL

COLOURS: Colours = {
    "apple": ("#cc3311", "#e8563a"),
    "honey": ("#f0b400", "#f0b400"),
    "bread": ("#b5773a", "#c98f52"),
    "silver": ("#c9ced6", "#c9ced6"),
    "gold": ("#ffd84a", "#ffd84a"),
    "stone": ("#7d7a76", "#9a9791"),
    "disc": ("#5b4b8a", "#b3a2e8"),
    "virtual": ("#bdbab2", "#8d9099"),
    "dark": ("#10131a", "#10131a"),
}

_LEAF = path("M1 -5C2 -8 5 -8 6 -7C5 -4 3 -4 1 -5Z", "f-gain")
_ICONS = {
    "apple": circle(0, 1.5, 6, "f-apple s-dark") + line(0, -4, 0.5, -7.5, "s-ink") + _LEAF,
    "honey": path("M0 -7L6.1 -3.5V3.5L0 7L-6.1 3.5V-3.5Z", "f-honey s-dark")
    + line(-3, 0, 3, 0, "s-dark"),
    "bread": path("M-7 5V0C-8 -5 -3 -6 0 -6S8 -5 7 0V5Z", "f-bread s-dark")
    + line(-3, -4, -4, 1, "s-dark")
    + line(2, -4, 1, 1, "s-dark"),
    "silver": circle(0, 0, 6.8, "f-silver s-dark") + circle(0, 0, 3.6, "none s-dark thin"),
    "gold": path("M-7.5 5L-4 -5H4L7.5 5Z", "f-gold s-dark") + line(-2, -2, 2, -2, "s-dark"),
    "stone": path("M-6 5L-7 -1L-3 -6L4 -5L7 1L5 6Z", "f-stone s-dark"),
    "crown": path("M-7 5V-4L-3.2 0L0 -6L3.2 0L7 -4V5Z", "f-gold s-dark"),
    "pick": path("M-7 -1Q0 -9 7 -1", "none s-loss wide") + line(0, -5, 0, 7, "s-loss wide"),
    "special_offering": path("M-7 -1H7V6H-7ZM-8 -4H8V-1H-8ZM0 -4V6", "f-gold s-dark"),
    "faithful_servant": path("M0 -7L2.1 -2.2L7 -2L3.2 1.4L4.5 6.5L0 3.6L-4.5 6.5L-3.2 1.4L-7 -2"
                             "L-2.1 -2.2Z", "f-gold s-dark"),
    "gold_ring": circle(0, 1, 6, "none s-dark wide") + circle(0, 1, 4.6, "none s-gold wide")
    + path("M-3 -4L0 -8L3 -4Z", "f-gold s-dark"),
    "double_offering": box(-7, -4, 6, 8, "f-paper s-ink", 1) + box(1, -4, 6, 8, "f-paper s-ink", 1),
    "look_in_the_bag": path("M-5 -3L-3 -6H3L5 -3C9 7 5 7 0 7S-9 7 -5 -3ZM-5 -3H5",
                            "f-bread s-dark"),
    "mercy": path("M0 6C-10 -1 -6 -7 -2.5 -6C-1 -5.6 0 -4 0 -3C0 -4 1 -5.6 2.5 -6C6 -7 10 -1 0 6Z",
                  "f-apple s-dark"),
}  # fmt: skip
icon = Icons(_ICONS, (*GOODS, *REWARD_SERIES, *ONE_USE_TILES))
"""The picture of a good, a tile or a sign."""

_WINGS = "M0 0C-6 -13 -17 -9 -11 0C-17 5 -8 9 0 3C8 9 17 5 11 0C17 -9 6 -13 0 0Z"


def counted(kind: str, number: int, x: float, y: float, size: float = 14) -> str:
    """A picture and how many there are; faint if none."""
    content = [icon(kind, x, y, size), text(x + size * 0.7, y + 4, number, bold=number > 0)]
    return group(content, marks="" if number else "gone")


def figure(colour: int, x: float, y: float, r: float) -> str:
    """A token of a colour, that of the virtual pixies included."""
    if colour != VIRTUAL:
        return token(colour, x, y, r)
    told = text(x, y + r * 0.45, "V", "f-dark", r * 1.3, "middle", True) if r >= 5 else ""
    return circle(x, y, r, "f-virtual s-dark dash") + told


def pixie(colour: int, x: float, y: float, r: float) -> str:
    """A pixie: a token with wings."""
    wings = group([path(_WINGS, "f-paper s-ink thin")], move(x, y - r * 0.2, r / 8))
    return wings + figure(colour, x, y, r)


def disc(x: float, y: float, r: float = 5) -> str:
    """An action disc."""
    return circle(x, y, r, "f-disc s-ink") + circle(x, y, r * 0.5, "none s-paper thin")


def words(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ")

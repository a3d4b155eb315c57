"""Small pictures of ingredients, symbols, locations, items and signs, all made of simple shapes.

Each kind has a shape of its own besides its colour. Icons are drawn around the origin in a square
of 16 units.
"""

from collections.abc import Iterable

from pixies_env.core.drawing.icons import Icons
from pixies_env.core.drawing.letters import width_of
from pixies_env.core.drawing.marks import box, circle, group, line, path, text, token
from pixies_env.core.drawing.style import Colours
from pixies_env.taverns.names import (
    FACES,
    FORGE_TOKENS,
    ICONS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    TOKENS,
)

COLOURS: Colours = {
    "dark": ("#10131a", "#10131a"),
    "white": ("#ffffff", "#ffffff"),
    "path": ("#d8c79a", "#5a5238"),
    "wild": ("#e3ecd3", "#2c3a2b"),
    "city": ("#f0e2c6", "#453a28"),
    "maple": ("#f6d9c9", "#4d3126"),
    "leaf": ("#3f8f3a", "#74c06e"),
    "cap": ("#c4452b", "#e0735a"),
    "stem": ("#f2e6cf", "#f2e6cf"),
    "spice": ("#d9731a", "#f09a45"),
    "egg": ("#f7ecc8", "#f7ecc8"),
    "meat": ("#c9636f", "#dd808b"),
    "gold": ("#ffd84a", "#ffd84a"),
    "bolt": ("#2f9fd6", "#6cc8f5"),
    "rune": ("#8b6fc9", "#b3a2e8"),
    "steel": ("#c9ced6", "#c9ced6"),
    "wood": ("#b5773a", "#c98f52"),
    "blood": ("#b3202c", "#f0606a"),
    "fire": ("#f0801e", "#f5a04d"),
    "goblin": ("#6fae3e", "#8ccb5c"),
    "dragon": ("#7a3b8f", "#bd86cf"),
}

_FLAME = "M0 -7C5 -2 5 1 5 3A5 4.5 0 0 1 -5 3C-5 0 -2 0 -2 -3C0 -2 1 -4 0 -7Z"
_BOLT = "M2 -8L-5 1H-1L-2 8L5 -2H1Z"
_STAR = "M0 -7L2.1 -2.2L7 -2L3.2 1.4L4.5 6.5L0 3.6L-4.5 6.5L-3.2 1.4L-7 -2L-2.1 -2.2Z"
_SWORD = (
    path("M7 -7L5 -2L-2 4L-4 2L2 -5Z", "f-steel s-dark")
    + line(-5, 1, -1, 5, "s-ink wide")
    + line(-3, 3, -7, 7, "s-wood wide")
)
_BOW = (
    path("M-5 -7C6 -6 6 6 -5 7", "none s-wood wide")
    + line(-5, -7, -5, 7, "s-ink thin")
    + line(-7, 0, 6, 0, "s-ink")
    + path("M8 0L4 -2.5V2.5Z", "f-ink")
)
_TURNED = path("M5 -4A6.4 6.4 0 1 0 6.4 2", "none s-ink wide") + path("M7 -7V-1H1Z", "f-ink")
_CARD = box(-5.5, -7.5, 11, 15, "f-white s-dark", 2)
_ICONS = {
    # ingredients and the token of the encounters
    "plant": path("M0 7C-7 3 -7 -4 0 -8C7 -4 7 3 0 7Z", "f-leaf s-dark")
    + path("M0 8V-4M0 3L-3 0M0 0L3 -3", "none s-dark thin"),
    "mushroom": path("M-2.5 0H2.5L3 7H-3Z", "f-stem s-dark")
    + path("M-8 1C-7 -9 7 -9 8 1Z", "f-cap s-dark")
    + circle(-3, -3, 1.3, "f-white") + circle(2.5, -3.5, 1.5, "f-white"),
    "spice": path("M-5 -4C0 -3 2 0 7 6C-1 8 -7 3 -7 -3Z", "f-spice s-dark")
    + path("M-6 -3C-6 -6 -4 -7 -2 -8", "none s-leaf wide"),
    "egg": path("M0 -8C4 -8 6 -1 6 2A6 6 0 0 1 -6 2C-6 -1 -4 -8 0 -8Z", "f-egg s-dark"),
    "meat": path("M-6 -5C-2 -8 5 -6 6 -1C6.5 4 1 5 -2 3C-6 1 -8 -3 -6 -5Z", "f-meat s-dark")
    + path("M3 3L7 7M5.5 7.8L7.8 5.5", "none s-dark wide") + path("M3 3L7 7", "s-stem"),
    "encounter": _CARD + line(0, -4.5, 0, 1, "s-dark wide") + circle(0, 4.2, 1.3, "f-dark"),
    # hunting dice and the dragon
    "sword": _SWORD,
    "bow": _BOW,
    "claw": path("M-6 6Q-5 -2 -2 -7Q-3 0 -3.5 6ZM-1 6Q0 -2 3 -7Q2 0 1.5 6Z", "f-blood s-dark thin")
    + path("M4 6Q5 0 7.5 -5Q7 1 6.5 6Z", "f-blood s-dark thin"),
    "flame": path(_FLAME, "f-fire s-dark"),
    "no_claws": path("M-5 6Q-4 -2 -1 -7Q-2 0 -2.5 6ZM0 6Q1 -2 4 -7Q3 0 2.5 6Z",
                     "f-blood s-dark thin")
    + line(-7, -6, 7, 6, "s-ink wide"),
    "dragon": path("M-8 2C-6 -4 -3 -6 1 -6L3 -8L4 -5C7 -4 8 -1 8 1L3 2L6 4L1 5C-3 7 -6 6 -8 2Z",
                   "f-dragon s-dark") + circle(3, -2, 1.1, "f-gold"),
    "trophy": path("M-5 -7H5C5 -1 3 1 1 2V5H4V7H-4V5H-1V2C-3 1 -5 -1 -5 -7Z", "f-gold s-dark"),
    # what is counted
    "coin": circle(0, 0, 7, "f-gold s-dark") + circle(0, 0, 4.3, "none s-dark thin"),
    "energy": path(_BOLT, "f-bolt s-dark"),
    "rune": path("M0 -8L6 -4V4L0 8L-6 4V-4Z", "f-rune s-dark") + path("M-2 4V-4L2.5 -1L-2 2",
                                                                      "none s-dark"),
    "prestige": path(_STAR, "f-gold s-dark"),
    "wound": path("M0 -8C4 -2 6 1 6 3A6 5 0 0 1 -6 3C-6 1 -4 -2 0 -8Z", "f-blood s-dark"),
    "heal": path("M-2.5 -7H2.5V-2.5H7V2.5H2.5V7H-2.5V2.5H-7V-2.5H-2.5Z", "f-white s-blood"),
    "pan": circle(-2, 0, 5.5, "f-steel s-dark") + circle(-2, 0, 3.5, "none s-dark thin")
    + line(3.5, 0, 8, 0, "s-ink wide"),
    "mission": path("M-6 -6H5Q7 -6 7 -4H4V6Q4 7 3 7H-5Q-7 7 -7 5H-4V-4Q-4 -6 -6 -6Z",
                    "f-stem s-dark") + path("M-2 -2H2M-2 1H2M-2 4H1", "none s-dark thin"),
    "hidden": box(-5.5, -7.5, 11, 15, "f-wood s-dark", 2)
    + path("M-2.6 -2.5C-2.6 -6.5 3 -6 2.4 -2.5C2 -0.8 0 -0.6 0 1.6", "none s-dark wide")
    + circle(0, 4.6, 1.2, "f-dark"),
    "step": path("M-7 0H3M0 -5L6 0L0 5", "none s-ink wide"),
    "die": box(-6, -6, 12, 12, "f-white s-dark", 3) + circle(-2.6, -2.6, 1.2, "f-dark")
    + circle(2.6, 2.6, 1.2, "f-dark") + circle(2.6, -2.6, 1.2, "f-dark")
    + circle(-2.6, 2.6, 1.2, "f-dark"),
    "store": path("M-7 -1L0 -7L7 -1V7H-7Z", "f-wood s-dark") + box(-3, 1, 6, 6, "f-stem s-dark", 0),
    "pocket": path("M-6 -4H6L7 7H-7ZM-3 -4C-3 -9 3 -9 3 -4", "f-wood s-dark"),
    "hero": circle(0, -3.5, 3.6, "f-stem s-dark") + path("M-6 8C-6 -1 6 -1 6 8Z", "f-bolt s-dark"),
    "mug": box(-6, -6, 9, 13, "f-gold s-dark", 1.5)
    + path("M3 -3H5.5Q7.5 -3 7.5 -1V2Q7.5 4 5.5 4H3", "none s-dark wide")
    + path("M-6.5 -6C-6 -9 -3 -8 -2 -7C-1 -9 4 -9 3.5 -5H-6.5Z", "f-white s-dark thin"),
    # what the round marker passes
    "heroes": path("M-7 6V-4M-7 2H7V6M7 2C7 -2 1 -2 -3 -2V2", "none s-ink wide")
    + circle(-4.5, -2.5, 1.8, "f-ink"),
    "reset": _TURNED,
    "event_good": circle(0, 0, 4, "f-gold s-dark")
    + path("M0 -8V-6M0 6V8M-8 0H-6M6 0H8M-5.6 -5.6L-4.2 -4.2M4.2 4.2L5.6 5.6M5.6 -5.6L4.2 -4.2"
           "M-5.6 5.6L-4.2 4.2", "s-ink"),
    "event_bad": path("M-6 1A3.5 3.5 0 0 1 -3 -4A4.5 4.5 0 0 1 5 -3A3 3 0 0 1 6 1Z",
                      "f-steel s-dark")
    + path("M-4 3L-5 7M0 3L-1 7M4 3L3 7", "s-bolt wide"),
    # locations
    "campfire": path(_FLAME, "f-fire s-dark") + path("M-7 8L7 4M-7 4L7 8", "s-wood wide"),
    "portal": circle(0, 0, 7, "f-rune s-dark") + path("M4 0A4 4 0 1 1 0 -4A2.5 2.5 0 1 1 -1 1",
                                                      "none s-white"),
    "runes": path("M-5 8L-7 -3L-1 -8L3 -7L6 8Z", "f-steel s-dark") + path("M-2 4V-3L2 -1L-2 1",
                                                                        "none s-dark"),
    "caravan": path("M-7 2C-7 -8 7 -8 7 2Z", "f-white s-dark")
    + box(-8, 1, 16, 3, "f-wood s-dark", 0)
    + circle(-4, 5.5, 2.5, "f-wood s-dark") + circle(4, 5.5, 2.5, "f-wood s-dark"),
    "dungeon": path("M-7 8V-1C-7 -10 7 -10 7 -1V8Z", "f-steel s-dark")
    + path("M-3 8V-5M0 8V-6M3 8V-5M-6 1H6", "none s-dark"),
    "forge": path("M-8 -4H8C7 -1 4 0 3 1V4H5V7H-5V4H-3V1C-6 0 -8 -1 -8 -4Z", "f-steel s-dark"),
    "library": path("M0 -4C-2 -6 -5 -6 -8 -5V6C-5 5 -2 5 0 7C2 5 5 5 8 6V-5C5 -6 2 -6 0 -4Z",
                    "f-white s-dark") + line(0, -4, 0, 7, "s-dark"),
    "market": path("M-8 -2L-6 -7H6L8 -2Z", "f-cap s-dark") + path("M-6 -2V7M6 -2V7M-6 2H6",
                                                                    "none s-wood wide"),
    # items
    "cube": path("M0 -8L7 -4V4L0 8L-7 4V-4Z", "f-white s-dark")
    + path("M-7 -4L0 0L7 -4M0 0V8", "none s-dark"),
    "potion": path("M-2 -8H2V-3L6 4Q7 8 3 8H-3Q-7 8 -6 4L-2 -3Z", "f-white s-dark")
    + path("M-4.6 2H4.6L6 5Q6 7.5 3 7.5H-3Q-6 7.5 -6 5Z", "f-cap"),
    "talisman": path("M-6 -8Q0 2 6 -8", "none s-ink") + circle(0, 2.5, 5, "f-gold s-dark")
    + circle(0, 2.5, 2, "f-rune s-dark thin"),
    "boots": path("M-4 -7H2V1L7 4V7H-4Z", "f-wood s-dark"),
    "hourglass": path("M-5 -8H5V-6L1 0L5 6V8H-5V6L-1 0L-5 -6Z", "f-white s-dark")
    + path("M0 1L4 6.5H-4Z", "f-gold"),
    "glaive": line(-6, 8, 3, -3, "s-wood wide") + path("M1 -3L4 -8Q9 -5 5 1L3 -1Z",
                                                       "f-steel s-dark"),
    "goblin": path("M-5 -3L-9 -6L-6 1M5 -3L9 -6L6 1", "f-goblin s-dark")
    + circle(0, 0, 6, "f-goblin s-dark") + circle(-2.3, -1, 1.2, "f-gold s-dark thin")
    + circle(2.3, -1, 1.2, "f-gold s-dark thin") + path("M-3 3Q0 4.5 3 3", "none s-dark"),
    # ends and signs
    "ready": path("M-7 1L-2 6L7 -6", "none s-gain wide"),
    "exhaust": path("M-6 -6H5L-6 6H6", "none s-ink wide"),
}  # fmt: skip
icon = Icons(_ICONS, (*INGREDIENTS, *TOKENS, *FACES, *LOCATIONS, *ITEMS, *ICONS, *FORGE_TOKENS))
"""The picture of a thing."""

_LETTERS = {minion: minion[0].upper() for minion in MINIONS}
assert len(set(_LETTERS.values())) == len(MINIONS)


def figure(seat: int, minion: int, x: float, y: float, r: float) -> str:
    """A minion: the token of its player with the first letter of its kind."""
    return token(seat, x, y, r, _LETTERS[MINIONS[minion]])


def die(value: int, seat: int, x: float, y: float, size: float = 14) -> str:
    """A placed die in the colour of its player, its centre at (x, y)."""
    half = size / 2
    shown = text(x, y + size * 0.32, value, f"t-seat{seat}", size * 0.85, "middle", True)
    return box(x - half, y - half, size, size, f"f-seat{seat} s-ink", size / 5) + shown


def clipped(
    x: float, y: float, words: str, room: float, marks: str = "f-ink", size: float = 10,
    anchor: str = "", bold: bool = False, least: float = 9,
) -> str:  # fmt: skip
    """A text in its room: its letters get smaller down to ``least``, then its end is left out."""
    if width_of(words, bold) * least > room:
        while words and width_of(f"{words}.", bold) * least > room:
            words = words[:-1]
        words = f"{words}." if words else ""
    return text(x, y, words, marks, size, anchor, bold, room) if words else ""


def counted(
    kind: str, number: object, x: float, y: float, room: float, size: float = 13, bold: bool = True
) -> str:
    """A picture with its left side at x and its centre at y, and a number beside it.

    ``room`` is that of both; all is faint where the number is 0.
    """
    number_at = x + size + 2
    ink = "f-ink" if number else "f-muted"
    content = [
        icon(kind, x + size / 2, y, size),
        text(number_at, y + 4, number, ink, 11, bold=bold and bool(number), room=room - size - 2),
    ]
    return group(content, marks="" if number else "gone")


def row_of(pictures: Iterable[str], x: float, y: float, room: float, size: float) -> list[str]:
    """Pictures side by side, the first with its left side at x; smaller where they are many."""
    names = list(pictures)
    pitch = min(size, room / max(len(names), 1))
    drawn = min(size, max(pitch, size / 2)) * 0.92
    return [icon(name, x + pitch * (place + 0.5), y, drawn) for place, name in enumerate(names)]


def signed(number: int) -> str:
    """A number with its sign."""
    return f"+{number}" if number >= 0 else f"\N{MINUS SIGN}{-number}"

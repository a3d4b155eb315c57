"""Small pictures of Guardians, creatures, objects and terrain, all made of simple shapes.

Each kind has a shape or a letter of its own besides its colour. Icons are drawn around the origin
in a square of 16 units.
"""

from pixies_env.core.drawing.icons import Icons
from pixies_env.core.drawing.marks import box, circle, group, line, move, path, text
from pixies_env.core.drawing.style import Colours
from pixies_env.havresac.names import CREATURES, GUARDIANS, OBJECTS

COLOURS: Colours = {
    "dark": ("#10131a", "#10131a"),
    "plain": ("#efe8cf", "#4a4636"),
    "forest": ("#a9c99a", "#2f4f36"),
    "lake": ("#a8cfe8", "#274a66"),
    "wood": ("#b5773a", "#c98f52"),
    "leaf": ("#2e7d32", "#7cc47f"),
    "wave": ("#1f6fa8", "#8ec8ee"),
    "wall": ("#8f8b84", "#a7a39c"),
    "roof": ("#c4452b", "#e0735a"),
    "gold": ("#ffd84a", "#ffd84a"),
    "white": ("#ffffff", "#ffffff"),
    "fox": ("#e8802e", "#f2994f"),
    "crocodile": ("#4f8f3a", "#7ab865"),
    "pig": ("#f2a6b8", "#f2a6b8"),
    "fairy": ("#c9a6f2", "#c9a6f2"),
    "guide": ("#56b4e9", "#56b4e9"),
    "warrior": ("#e8735a", "#e8735a"),
    "thief": ("#b9b6ae", "#b9b6ae"),
    "priestess": ("#f7f3e3", "#f7f3e3"),
    "druid": ("#7fc79a", "#7fc79a"),
    "huntress": ("#f0b400", "#f0b400"),
    "red": ("#b03a2e", "#e07b70"),
    "blue": ("#1f5fa8", "#6ca8e8"),
    "green": ("#2f7d3b", "#6fbf7c"),
    "yellow": ("#9a7b00", "#d9b83a"),
}

_EYES = circle(-2.5, -1, 0.9, "f-dark") + circle(2.5, -1, 0.9, "f-dark")
_ICONS = {
    # creatures
    "fairy": path("M0 1C-5 -9 -9 -4 -5 1C-9 6 -5 9 0 3C5 9 9 6 5 1C9 -4 5 -9 0 1Z",
                  "f-fairy s-dark")
    + path("M0 -4V6", "none s-dark wide"),
    "fox": path("M0 7L-7 -1L-6 -7L-2 -4H2L6 -7L7 -1Z", "f-fox s-dark")
    + path("M0 7L-3 2H3Z", "f-white s-dark thin") + _EYES,
    "crocodile": path("M-8 3V-1L-3 -4H2L4 -6L6 -4H8V4H-8Z", "f-crocodile s-dark")
    + path("M-8 1.5L-6 3L-4 1.5L-2 3L0 1.5L2 3", "none s-white") + circle(4, -3, 1, "f-dark"),
    "pig": path("M-6 -3L-7 -7L-3 -6M6 -3L7 -7L3 -6", "f-pig s-dark") + circle(0, 0.5, 6.5,
                                                                              "f-pig s-dark")
    + path("M-3 2.5A3 2.2 0 1 0 3 2.5A3 2.2 0 1 0 -3 2.5Z", "f-white s-dark thin") + _EYES,
    # objects
    "boots": path("M-4 -7H2V1L7 4V7H-4Z", "f-wood s-dark"),
    "feather": path("M-6 7C-6 -2 0 -7 7 -7C7 0 2 5 -3 4", "f-white s-dark")
    + line(-6, 7, 3, -3, "s-dark"),
    "sword": path("M7 -7L5 -2L-2 4L-4 2L2 -5Z", "f-white s-dark")
    + line(-5, 1, -1, 5, "s-dark wide") + line(-3, 3, -7, 7, "s-ink wide"),
    "bow": path("M-4 -7C5 -6 6 5 7 7", "none s-wood wide") + line(-4, -7, 7, 7, "s-ink thin")
    + line(-6, 6, 4, -3, "s-ink"),
    "hammer": box(-7, -7, 12, 6, "f-wall s-dark", 1) + line(-1, -1, 1, 8, "s-wood wide"),
    "net": circle(0, -1, 6, "none s-ink") + path("M-5 -4L4 3M-3 -6L5 1M5 -4L-4 3M3 -6L-5 1",
                                                 "none s-ink thin")
    + line(0, 5, 0, 8, "s-wood wide"),
    "cup": path("M-5 -7H5C5 -1 3 1 1 2V5H4V7H-4V5H-1V2C-3 1 -5 -1 -5 -7Z", "f-gold s-dark"),
    # what lies on cells
    "castle": path("M-7 7V-5H-4V-2H-2V-5H2V-2H4V-5H7V7H2V3H-2V7Z", "f-wall s-dark"),
    "forest": path("M0 -8L6 1H2V7H-2V1H-6Z", "f-leaf s-dark thin"),
    "lake": path("M-7 -2Q-3.5 -5 0 -2T7 -2M-7 3Q-3.5 0 0 3T7 3", "none s-wave wide"),
    "ruin": path("M-6 7V0L-3 -4L-1 1L2 -1L4 2L6 0V7H2V4H-1V7Z", "f-wall s-dark"),
    "village": path("M-5 0H5V7H-5Z", "f-white s-dark") + path("M-7 0L0 -7L7 0Z", "f-roof s-dark"),
    "chest": box(-7, -5, 14, 11, "f-wood s-dark", 2) + line(-7, -0.5, 7, -0.5, "s-dark")
    + box(-1.5, -2, 3, 4, "f-gold s-dark thin", 0.5),
    "opened": path("M-7 0L-5 -7H5L7 0Z", "f-paper s-dark")
    + box(-7, 0, 14, 6, "f-wood s-dark", 1),
    "tent": path("M0 -6L7 6H-7Z", "f-white s-dark") + path("M0 -1L3 6H-3Z", "f-dark"),
    "grove": path("M0 0C-3 -8 3 -8 0 0C8 -3 8 3 0 0C3 8 -3 8 0 0C-8 3 -8 -3 0 0Z",
                  "f-leaf s-dark thin"),
    # signs
    "coin": circle(0, 0, 7, "f-gold s-dark") + text(0, 4, "G", "f-dark", 10, "middle", True),
    "day": circle(0, 0, 4, "f-gold s-dark")
    + path("M0 -7V-5.5M0 5.5V7M-7 0H-5.5M5.5 0H7M-5 -5L-4 -4M4 4L5 5M5 -5L4 -4M-4 4L-5 5", "s-ink"),
    "night": path("M3 -6A7 7 0 1 0 6 4A6 6 0 0 1 3 -6Z", "f-gold s-dark"),
}  # fmt: skip
icon = Icons(_ICONS, (*CREATURES, *OBJECTS))
"""The picture of a thing."""

_SHIELD = "M-8 -8H8V1Q8 7 0 10Q-8 7 -8 1Z"
_LETTERS = {guardian: guardian[0].upper() for guardian in GUARDIANS}
assert len(set(_LETTERS.values())) == len(GUARDIANS)


def guardian_token(guardian: str, x: float, y: float, size: float = 16) -> str:
    """The token of a Guardian: a shield with the first letter of its name."""
    letter = text(0, 4.5, _LETTERS[guardian], "f-dark", 13, "middle", True)
    return group([path(_SHIELD, f"f-{guardian} s-dark"), letter], move(x, y, size / 18))


def counted(picture: str, number: int, x: float, y: float, room: float) -> str:
    """A picture with its centre at (x - 9, y) and how many there are; faint if none.

    ``room`` is how far the number may reach.
    """
    ink = "f-ink" if number else "f-muted"
    content = [picture, text(x + 1, y + 4, number, ink, 11, bold=number > 0, room=room)]
    return group(content, marks="" if number else "gone")

"""The first lines of a drawing, alike for all games."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pixies_env.core.drawing.marks import box, group, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.words import question_words

HEIGHT = 74.0
"""With the space below."""

_LETTERS_PER_UNIT = 0.16
"""Of what happened last; its letters are at most 5.9 units wide on average."""


def headline(
    scene: Scene, where: str, asked: str = "", sign: str = ""
) -> Iterator[tuple[str, str]]:
    """Parts: where the game stands, whom it waits for and why, and what happened last.

    ``asked`` is what the game says of its question, if nothing else is said; ``sign`` is a picture
    in the corner, its centre at (16, 14).
    """
    view, width, player = scene.view, WIDTH, scene.now.player
    asked = asked or question_words(scene.game, scene.state)
    yield "ground", group([box(0, 0, width, HEIGHT - 6, "f-panel s-line", 6), sign])
    left = 30.0 if sign else 10.0
    content = [text(left, 18, where, size=13, bold=True, room=width - 8 - left)]
    x = 10.0
    if player >= 0:
        content.append(token(player, 16, 33, 7))
        x = 28.0
    content.append(text(x, 37, asked, size=11, room=width - 8 - x))
    yield "headline", group(content)
    if view.said:
        ellipsis = " \N{HORIZONTAL ELLIPSIS}"
        letters = int(width * _LETTERS_PER_UNIT)
        said = wrap(f"Last: {view.said}", letters, max_lines=2, placeholder=ellipsis)
        lines = [text(10, 51 + 12 * row, words, "f-mark", 10.5, room=width - 18)
                 for row, words in enumerate(said)]  # fmt: skip
        yield "last", group(lines)

"""Widths of letters are those of the font of the pictures."""

from __future__ import annotations

import re
import string

import pytest
from PIL import ImageFont

from pixies_env.adapters.raster import fonts
from pixies_env.core.drawing.letters import width_of
from pixies_env.core.drawing.marks import text


@pytest.mark.parametrize("bold", [False, True])
def test_widths_are_those_of_the_font(bold: bool) -> None:
    font = ImageFont.truetype(str(fonts()[bold]), 1000)
    for letter in (*map(chr, range(32, 127)), *"\N{MINUS SIGN}\N{MULTIPLICATION SIGN}\N{EN DASH}’"):  # noqa: RUF001
        assert width_of(letter, bold) * 1000 == pytest.approx(font.getlength(letter), abs=1)
    for sentence in ("AVATAR To. 11", string.printable[:95], "éàßŒŸ … ∞ “V”"):
        assert font.getlength(sentence) <= 1000 * width_of(sentence, bold) + 1


def test_letters_are_made_smaller_only_where_a_text_is_wider_than_its_room() -> None:
    assert text(0, 0, "WWW", size=10) == text(0, 0, "WWW", size=10, room=30)
    found = re.search(r'font-size="([\d.]+)"', text(0, 0, "WWW", size=10, room=15, bold=True))
    assert found is not None
    assert 14.9 < float(found[1]) * width_of("WWW", bold=True) <= 15

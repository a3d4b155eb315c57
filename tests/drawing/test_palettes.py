"""Colours that can be read and told apart, by the colour-blind as well."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pixies_env.core.drawing.draw import artist_of
from pixies_env.core.drawing.style import COMMON, ON_SEATS, style_sheet
from pixies_env.registry import make_game
from tests.drawing.conftest import DRAWN

GROUNDS = ("paper", "panel", "raised")
LETTERS = ("ink", "muted", "loss", "gain", "mark")
OUTLINES = ("line", "ink", "mark", "choice")
SEATS = tuple(ON_SEATS)
THEMES = ("light", "dark")

# Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def linear(colour: str) -> np.ndarray:
    """Linear RGB of ``#rrggbb``."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG 2."""
    light, dark = sorted(
        (float(linear(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other)), reverse=True
    )
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB under D65."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(rgb, 0, 1) / [0.9505, 1.0, 1.089]
    root = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("theme", THEMES)
def test_letters_have_the_contrast_of_wcag(theme: str) -> None:
    place = THEMES.index(theme)
    for ground in GROUNDS:
        for letters in LETTERS:
            found = contrast(COMMON[letters][place], COMMON[ground][place])
            assert found >= 4.5, (letters, ground, found)
    for seat in SEATS:
        found = contrast(ON_SEATS[seat][place], COMMON[seat][place])
        assert found >= 4.5, (seat, found)


@pytest.mark.parametrize("theme", THEMES)
def test_outlines_have_the_contrast_of_wcag(theme: str) -> None:
    place = THEMES.index(theme)
    for outline in OUTLINES:
        found = contrast(COMMON[outline][place], COMMON["paper"][place])
        assert found >= 3, (outline, found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_seats_can_be_told_apart(theme: str, blindness: str) -> None:
    seen = {
        seat: lab(np.array(BLINDNESS[blindness]) @ linear(COMMON[seat][THEMES.index(theme)]))
        for seat in SEATS
    }
    for one, other in combinations(SEATS, 2):
        distance = float(np.linalg.norm(seen[one] - seen[other]))
        assert distance >= 11, (one, other, distance)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_explicit_themes_need_no_variables(name: str, theme: str) -> None:
    colours = artist_of(make_game(name)).colours
    sheet = style_sheet(".here", colours, theme)
    assert "var(" not in sheet and "@media" not in sheet
    for used, pair in {**COMMON, **colours}.items():
        assert f".here .f-{used}{{fill:{pair[THEMES.index(theme)]}}}" in sheet


def test_auto_follows_the_reader_and_the_page() -> None:
    sheet = style_sheet(".here", {}, "auto")
    assert "@media (prefers-color-scheme:dark)" in sheet
    assert '[data-theme="dark"] .here' in sheet and '[data-theme="light"] .here' in sheet
    assert ".here .f-ink{fill:var(--px-ink)}" in sheet

"""The SVG of positions: well formed, nothing cut off or on top of another, nothing told that is
hidden, and every action in its place."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pixies_env.core import single
from pixies_env.core.drawing import OBSERVER, draw, draw_html, picture
from pixies_env.core.drawing.draw import GAP, artist_of
from pixies_env.core.game import Game
from pixies_env.core.words import question_words
from pixies_env.registry import make_game
from tests.drawing.conftest import random_game
from tests.drawing.svg_reading import SVG, fitting, spots
from tests.games import hidden_card


def test_positions_of_a_random_game_are_drawn(seating: tuple[Game, int]) -> None:
    """Every action lies on the spots it means, and what just happened is marked and told.

    The pages of animations have every position of a game.
    """
    game, players = seating
    artist = artist_of(game)
    marked = 0
    for number, (state, event) in enumerate(random_game(game, players, seed=11)):
        if number % 8 and not state.is_over:
            continue
        names = state.legal_names()
        svg = draw(game, state.array, event=event, words="So it went", actions=names, theme="light")
        root = ElementTree.fromstring(svg)
        drawn = spots(root)
        meant: dict[str, list[str]] = {}
        for name in names:
            for spot in artist.spots(state.array, name, state.player):
                meant.setdefault(spot, []).append(name)
        for spot, element in drawn.items():
            assert element.get("data-actions", "") == " ".join(meant.pop(spot, []))
            assert (element.get("role") == "button") == (element.get("data-actions") is not None)
        assert not meant, "actions lie on spots that are not drawn"
        said = " ".join(element.text or "" for element in root.iter(f"{SVG}text"))
        assert ("So it went" in said) == (event is not None)
        marked += any("last" in (spot.get("class") or "").split() for spot in drawn.values())
    assert state.is_over
    assert marked >= 3


def test_no_text_is_cut_off_or_lies_on_another(seating: tuple[Game, int]) -> None:
    game, players = seating
    for number, (state, event) in enumerate(random_game(game, players, seed=21)):
        if number % 15 and not state.is_over:
            continue
        words = "A long sentence that says in so many words what this event was all about. " * 2
        for column in picture(game, state.array, event=event, words=words).columns:
            fitting(column)


def test_a_column_keeps_its_size_through_a_game(seating: tuple[Game, int]) -> None:
    game, players = seating
    sizes = {
        tuple((column.width, column.height) for column in picture(game, state.array).columns)
        for number, (state, _) in enumerate(random_game(game, players, seed=14))
        if number % 10 == 0 or state.is_over
    }
    assert len(sizes) == 1


def test_what_a_seat_does_not_know_is_not_drawn(seating: tuple[Game, int]) -> None:
    game, players = seating
    differed = 0
    for number, (state, event) in enumerate(random_game(game, players, seed=15)):
        # Everything is known most of the time.
        if len(single.audience(game, state.array)) == players and number % 30:
            continue
        for seat in range(players):
            hidden = state.hidden_from(seat)
            imagined = state.resampled(seat, number)
            seen = draw(game, state.array, seat=seat, event=event)
            assert seen == draw(game, hidden.array, seat=seat, event=event)
            assert seen == draw(game, imagined.array, seat=seat, event=event)
            differed += imagined != state
    assert differed or all(len(event.sees) == players for event in state.history)


def test_an_observer_sees_only_what_all_know(seating: tuple[Game, int]) -> None:
    game, players = seating
    for number, (state, _) in enumerate(random_game(game, players, seed=16)):
        if len(single.audience(game, state.array)) == players and number % 30:
            continue
        seen = draw(game, state.array, seat=OBSERVER)
        for seat in range(players):
            assert draw(game, state.hidden_from(seat).array, seat=OBSERVER) == seen


def test_an_event_that_a_seat_did_not_see_is_left_out() -> None:
    game = make_game("pixie_queen")
    secret = next(
        (state, event)
        for state, event in random_game(game, 4, seed=17)
        if event is not None and len(event.sees) == 1
    )
    state, event = secret
    assert event.name in draw(game, state.array, event=event)
    assert event.name in draw(game, state.array, seat=event.player, event=event)
    for other in range(4):
        if other != event.player:
            assert draw(game, state.array, seat=other, event=event) == draw(
                game, state.array, seat=other
            )
    assert draw(game, state.array, seat=OBSERVER, event=event) == draw(
        game, state.array, seat=OBSERVER
    )


def test_layouts_and_html_hold_the_same_parts(seating: tuple[Game, int]) -> None:
    game, players = seating
    state, _ = next(random_game(game, players, 18, after=40))
    drawn = picture(game, state.array)
    wide, narrow = (
        ElementTree.fromstring(draw(game, state.array, layout=layout))
        for layout in ("wide", "narrow")
    )
    html = draw_html(game, state.array)
    for column in drawn.columns:
        for key, content in column.parts.items():
            assert f'data-part="{key}">{content}</g>' in html
    sizes = [
        [float(part) for part in root.get("viewBox", "").split()[2:]] for root in (wide, narrow)
    ]
    columns = drawn.columns
    assert sizes[0][0] == sum(column.width + GAP for column in columns) + GAP
    assert sizes[1][0] == max(column.width for column in columns) + 2 * GAP
    assert html.count("<svg") == len(columns)
    # Each piece is XML as well, for tools that are strict.
    ElementTree.fromstring(html)


def test_notebooks_show_the_drawing() -> None:
    game = make_game("pixie_queen")
    state, _ = next(random_game(game, 3, 19, after=60))
    assert state._repr_html_() == draw_html(game, state.array)
    assert state.hidden_from(1)._repr_html_() == draw_html(game, state.array, seat=1)
    assert state.to_svg(seat=2, theme="dark") == draw(game, state.array, seat=2, theme="dark")


def test_headline_asks_the_question_of_the_game() -> None:
    game = make_game("pixie_queen")
    for number, (state, _) in enumerate(random_game(game, 2, 20)):
        if number % 5 == 0 and not state.is_over:
            assert question_words(game, state.array) in draw(game, state.array).replace(
                "&quot;", '"'
            )


def test_a_game_without_a_drawing_is_drawn_as_its_text() -> None:
    game = hidden_card.game()
    for state, event in random_game(game, 3, 1):
        root = ElementTree.fromstring(draw(game, state.array, event=event))
        lines = [element.text or "" for element in root.iter(f"{SVG}text")]
        said = "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")
        for line in str(state).splitlines():
            assert line in said
        if event is not None:
            assert f"Last: {event}" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"theme": "pink"}, "theme must be one of auto, light, dark, not 'pink'"),
        ({"layout": "round"}, "layout must be one of wide, narrow, not 'round'"),
        ({"seat": 9}, "seat"),
        ({"seat": "everybody"}, "seat"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, object], said: str) -> None:
    game = hidden_card.game()
    state, _ = next(random_game(game, 2, 1))
    with pytest.raises((ValueError, TypeError), match=said):
        draw(game, state.array, **arguments)  # type: ignore[arg-type]

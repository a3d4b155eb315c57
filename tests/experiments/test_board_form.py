"""`pixies board --form`: a sheet for the numbers of one's own copy, and back again."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from pixies_env.core.drawing import picture
from pixies_env.core.drawing.draw import artist_of
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_experiments.board_form import open_places, sheet
from pixies_experiments.games import open_game

GAMES = ("havresac", "pixie_queen", "taverns")


@pytest.mark.parametrize("name", GAMES)
def test_every_number_that_is_ours_has_a_place_that_can_be_seen(name):
    game = make_game(name)
    ours = {(number.table, number.key) for number in game.printed if number.ours}
    places = open_places(game)
    assert {(n.table, n.key) for place in places for n in place.printed} == ours
    assert {place.place for place in places} == set(artist_of(game).places)
    drawn = picture(game, State(game, min(game.players)).array)
    keys = [key for column in drawn.columns for key in column.parts]
    page = sheet(game, "mine.toml")
    for place in places:
        for pattern in place.place.parts:
            assert any(fnmatchcase(key, pattern) for key in keys), pattern
        section = page.split(f'<section id="place-{place.number}">')[1].split("</section>")[0]
        assert (f'#place-{place.number} [data-part="' in section) == bool(place.place.parts)
        assert all(f"[{number.table}] {number.key}" in section for number in place.printed)


@pytest.mark.parametrize("name", GAMES)
def test_a_form_that_is_not_filled_in_is_the_shipped_board(pixies, tmp_path, name):
    path = tmp_path / "mine.toml"
    told = pixies.json("board", "--form", path, game=name)
    assert told["form"] == str(path) and told["sheet"] == str(tmp_path / "mine.html")
    read, shipped = pixies.json("board", path, game=name), pixies.json("board", game=name)
    assert read["own"] == []
    assert read == shipped


def test_what_is_filled_in_is_own_and_mistakes_name_their_place(pixies, tmp_path):
    path = tmp_path / "mine.toml"
    pixies("board", "--form", path, game="pixie_queen")
    blank = path.read_text(encoding="utf-8")
    spaces = re.compile(r"^gold_per_ring = .*$", re.MULTILINE)
    path.write_text(spaces.sub("gold_per_ring = [6, 5, 3]", blank), encoding="utf-8")
    assert (
        "[tracks] gold_per_ring: has 3 entries, needs 6 like punishment: one per space "
        "(place 4 of the sheet)" in pixies.refused("board", path, game="pixie_queen")
    )
    path.write_text(spaces.sub("gold_per_ring = [6, 5, 3, 2, 1, 1]", blank), encoding="utf-8")
    told = pixies.json("board", path, game="pixie_queen")
    assert told["own"] == ["tracks.gold_per_ring"]
    assert told["numbers"]["tracks"]["gold_per_ring"] == [6, 5, 3, 2, 1, 1]
    assert "tracks.gold_per_ring" not in told["ours"] and "tracks.punishment" in told["ours"]
    assert "Your own: tracks.gold_per_ring." in pixies("board", path, game="pixie_queen").stdout


def test_a_form_that_may_have_been_filled_in_is_not_written_over(pixies, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    assert "is there already" in pixies.refused("board", "--form", path, game="havresac")
    assert path.read_text(encoding="utf-8") == "mine" and len(list(tmp_path.iterdir())) == 1
    for words, said in (
        (["--form", tmp_path / "mine.txt"], "the name of a board file ends in .toml"),
        ([path, "--form", tmp_path / "new.toml"], "made of the shipped numbers"),
    ):
        assert said in pixies.refused("board", *words, game="havresac")
    assert "there is no game 'pig'" in pixies.refused(
        "board", "--form", tmp_path / "a.toml", game="pig"
    )


def test_a_board_of_another_game_is_told_once(pixies, tmp_path):
    path = tmp_path / "mine.toml"
    pixies("board", "--form", path, game="havresac")
    said = pixies.refused("board", path, game="pixie_queen")
    assert said == f"pixies: {path} is a board of havresac: --game havresac"
    assert "--game havresac" in pixies.refused(
        "simulate", "--board", path, "--games", 1, game="taverns"
    )


def test_the_name_of_a_board_of_another_game_is_told_with_its_game() -> None:
    with pytest.raises(ValueError, match=r"^easy is a board of havresac: --game havresac; pixie_q"):
        open_game("pixie_queen", None, {"board": "easy"})
    with pytest.raises(ValueError, match="nobodys is no usable board"):
        open_game("pixie_queen", None, {"board": "nobodys"})

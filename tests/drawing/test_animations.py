"""Records as pages and as animations, and the command that writes them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from pixies_env.adapters.raster import pixels
from pixies_env.core.drawing import draw, picture
from pixies_env.core.game import Game
from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.registry import make_game
from pixies_experiments.animation.gif import spread, write_gif
from pixies_experiments.animation.html import animation, merged
from pixies_experiments.cli.app import app
from pixies_experiments.replays import moments
from tests.drawing.conftest import DRAWN, random_game
from tests.games import hidden_card

STEPS = 300
TOY = "tests.games.hidden_card:game"


def played(game: Game, players: int, seed: int) -> Record:
    for state, _ in random_game(game, players, seed):
        last = state
    return Record.from_state(last)


@pytest.fixture(scope="module", params=DRAWN)
def long_record(request: pytest.FixtureRequest) -> Record:
    """A game of as many players as can be, of 300 events or more, cut there."""
    game = make_game(request.param)
    players = max(game.players)
    games = (played(game, players, seed) for seed in range(41, 60))
    whole = next(record for record in games if len(record.events) >= STEPS)
    return Record.from_names(game, players, [event.name for event in whole.events[:STEPS]])


@pytest.fixture
def toy_file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    record_files.write(path, played(hidden_card.game(), 2, 3))
    return path


def pixies(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], prog_name="pixies")


def content_of(page: str) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" id="animation">(.*?)</script>', page, re.DOTALL
    )
    assert found
    content: dict[str, Any] = json.loads(found[1])
    return content


def test_page_of_300_steps_is_smaller_than_a_megabyte(long_record: Record) -> None:
    page = animation(long_record.game, moments(long_record), title="An <evening>")
    assert len(page.encode()) < 1_000_000
    assert len(content_of(page)["frames"]) == STEPS + 1
    assert "<title>An &lt;evening&gt;</title>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "nothing is fetched"


def test_page_holds_every_position_whole(long_record: Record) -> None:
    shown = list(moments(long_record))[40:80]
    content = content_of(animation(long_record.game, shown))
    keys = [(column, key) for column, slots in enumerate(content["slots"]) for key in slots]
    laid = [0] * len(keys)
    for moment, changes, words in zip(shown, content["frames"], content["words"], strict=True):
        for place, part in zip(changes[::2], changes[1::2], strict=True):
            laid[place] = part
        state = moment.state.array
        drawn = picture(long_record.game, state, event=moment.event, words=moment.words)
        for column, expected in enumerate(drawn.columns):
            found = {
                key: content["parts"][part]
                for (where, key), part in zip(keys, laid, strict=True)
                if where == column and part
            }
            assert list(found.items()) == list(expected.parts.items())
        assert words == moment.words


def test_keys_of_parts_that_come_later_stand_behind_those_before_them() -> None:
    assert merged([["a", "c"], ["a", "b", "c", "d"], ["c", "e", "d"]]) == list("abced")


def test_gif_has_a_picture_for_each_step(tmp_path: Path) -> None:
    record = played(hidden_card.game(), 2, 3)
    shown = list(moments(record))
    drawn: list[int] = []
    path = tmp_path / "game.gif"
    write_gif(path, record.game, shown, width=240, seconds=0.5, told=drawn.append)
    with Image.open(path) as image:
        assert image.n_frames == len(shown)
        assert image.width == 240 and image.info["loop"] == 0
        assert image.info["duration"] == 500
        image.seek(image.n_frames - 1)
        assert image.info["duration"] == 1500
    assert drawn == list(range(1, len(shown) + 1))


def test_a_gif_shows_start_and_end_and_some_moments_between(tmp_path: Path) -> None:
    shown = list(moments(played(hidden_card.game(), 2, 3)))
    assert spread(shown, len(shown)) is shown
    taken = spread(shown, 5)
    assert [taken[0], taken[-1]] == [shown[0], shown[-1]] and len(taken) == 5
    places = [shown.index(moment) for moment in taken]
    steps = [later - earlier for earlier, later in pairwise(places)]
    assert max(steps) - min(steps) <= 1
    # What stays as it was takes no room, and no picture is lost for it.
    path = tmp_path / "game.gif"
    write_gif(path, hidden_card.game(), taken, width=240, seconds=0.5)
    with Image.open(path) as image:
        assert image.n_frames == 5
        for place, moment in enumerate(taken):
            image.seek(place)
            found = np.asarray(image.convert("RGB"), int)
            svg = draw(hidden_card.game(), moment.state.array, event=moment.event,
                       words=moment.words, theme="light")  # fmt: skip
            whole = pixels(svg, 240)[: len(found)].astype(int)
            assert np.abs(found[: len(whole)] - whole).mean() < 4


def test_command_writes_what_is_asked_for(toy_file: Path, tmp_path: Path) -> None:
    kinds = ("html", "gif", "svg", "png")
    words = [word for kind in kinds for word in (f"--{kind}", tmp_path / f"game.{kind}")]
    ended = pixies("draw", toy_file, *words, "--step", 4, "--width", 200, "--game", TOY, "--json")
    assert ended.exit_code == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert set(told["files"]) == set(kinds) and all(told["bytes"].values())
    (record,) = record_files.read(toy_file, hidden_card.game())
    at = list(moments(record))[4]
    assert (tmp_path / "game.svg").read_text(encoding="utf-8") == draw(
        record.game, at.state.array, event=at.event, words=at.words
    )
    with Image.open(tmp_path / "game.png") as image:
        assert image.format == "PNG" and image.width == 200
    assert content_of((tmp_path / "game.html").read_text(encoding="utf-8"))["frames"]


def test_seat_is_shown_what_it_saw(toy_file: Path, tmp_path: Path) -> None:
    (record,) = record_files.read(toy_file, hidden_card.game())
    for seat in ("0", "1", "observer"):
        page = tmp_path / f"seen-by-{seat}.html"
        ended = pixies("draw", toy_file, "--html", page, "--seat", seat, "--game", TOY)
        assert ended.exit_code == 0, ended.stderr
        content = content_of(page.read_text(encoding="utf-8"))
        viewer: Any = seat if seat == "observer" else int(seat)
        seen = [
            event
            for event in record.events
            if (len(event.sees) == 2 if seat == "observer" else viewer in event.sees)
        ]
        assert len(content["frames"]) == len(seen) + 1 < len(record.events) + 1
        for event, words in zip(seen, content["words"][1:], strict=True):
            assert event.name in words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say what to write: --html, --gif, --svg or --png with a path"),
        (("--html", "a.html", "--step", 3), "--step is for --svg and --png"),
        (("--svg", "a.svg", "--step", 999), "--step 999: the game has"),
        (("--svg", "a.svg", "--seat", "7"), "--seat must be 0 to 1 or observer, not '7'"),
        (("--svg", "nowhere/a.svg"), "there is no folder nowhere"),
        (("--svg", "a.svg", "--game-number", 2), "has no game number 2, only 1"),
    ],
    ids=str,
)
def test_command_refuses(
    words: tuple[object, ...],
    said: str,
    toy_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = pixies("draw", toy_file, *words, "--game", TOY)
    assert ended.exit_code == 2
    assert said in " ".join(ended.stderr.replace(f"{tmp_path}/", "").split())
    assert [path.name for path in tmp_path.iterdir()] == [toy_file.name]


def test_one_players_view_of_a_game_cannot_be_drawn(toy_file: Path, tmp_path: Path) -> None:
    (record,) = record_files.read(toy_file, hidden_card.game())
    view = tmp_path / "view.jsonl"
    record_files.write(view, record.seen_by(0))
    ended = pixies("draw", view, "--svg", tmp_path / "a.svg", "--game", TOY)
    assert ended.exit_code == 2
    assert "the record holds only what seat 0 saw" in " ".join(ended.stderr.split())

"""What commands do, as calls: `pixies_experiments.api`."""

from __future__ import annotations

import gc
import sys
import tempfile

import pandas
import pytest
from matplotlib.figure import Figure

import pixies_experiments.api as pixies
from pixies_env.core.states import record_files
from pixies_experiments import progress
from pixies_experiments.pieces import StudyError
from pixies_experiments.studies import pages
from tests.experiments.conftest import CARD_GAME, Command
from tests.experiments.games import card_game
from tests.games import planted, race

RUNNERS = [f"tests.games.race:RUNNER:strength={strength}" for strength in range(3)]
SIMPLE = "tests.games.planted:simple"


@pytest.fixture(scope="module")
def raced():
    """A tournament of three runners, in a temporary folder."""
    return pixies.tournament(RUNNERS, players=3, games=60, game=race.game(), workers=1)


def test_all_calls_are_found_and_nothing_else():
    assert set(pixies.__all__) <= set(dir(pixies))
    assert all(callable(getattr(pixies, name)) for name in pixies.__all__)
    with pytest.raises(AttributeError, match="no attribute 'simulation'"):
        pixies.simulation  # noqa: B018


def test_simulate_gives_what_the_command_tells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = pixies.simulate(players=3, games=50, seed=4, game=CARD_GAME)
    assert list(tmp_path.iterdir()) == []
    told = Command().json("simulate", "--players", 3, "--games", 50, "--seed", 4)
    for row in found.to_arrow("seats").to_pylist():
        seat = told["seats"][row.pop("seat")]
        assert seat[row.pop("measure")] == row and row["deals"] == 50
    games = found.to_pandas("games")
    assert isinstance(games, pandas.DataFrame) and len(games) == 150
    assert games.groupby("deal")["win"].sum().eq(1).all()
    assert "rest on 50 independent deals" in found._repr_html_()
    pixies.simulate(players=2, games=3, game=card_game(), records=tmp_path / "games.jsonl")
    assert len(list(record_files.read(tmp_path / "games.jsonl", card_game()))) == 3


def test_a_study_without_a_folder_leaves_none(raced):
    found = pixies.tournament(RUNNERS[:2], players=2, games=8, game=race.game(), workers=1)
    folder = found.folder
    assert (folder / "study.json").exists() and not (folder / "report.html").exists()
    del found
    gc.collect()
    assert not folder.exists() and raced.folder.exists()


def test_a_folder_is_taken_up_and_read_again(raced, tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "write_page", lambda report, folder: report.title)
    folder = tmp_path / "study"
    given = {"players": 3, "games": 60, "game": race.game(), "workers": 1}
    kept = pixies.tournament(RUNNERS, folder=folder, **given)
    assert kept.tables == raced.tables == pixies.read_study(folder, race.game()).tables
    assert (folder / "report.html").exists() and next(iter(kept.tables)) == "agents"


def test_results_are_frames_pictures_and_what_a_notebook_shows(raced):
    frame = raced.to_pandas("differences")
    assert frame["deals"].eq(20).all() and len(frame) == raced.tables["differences"].num_rows
    polars = pytest.importorskip("polars")
    assert raced.to_polars().equals(polars.from_arrow(raced.to_arrow("agents")))
    picture = raced.figure()
    assert isinstance(picture, Figure) and picture.axes
    assert picture._repr_png_().startswith(b"\x89PNG")
    assert list(raced.pictures)[:2] == ["overview", "ratings-3"]
    shown = raced._repr_html_()
    assert "<h3>Race: a tournament of 3 agents</h3>" in shown and shown.count("<table") == 1
    assert repr(raced).startswith("<Race: a tournament of 3 agents; tables: agents, ")
    with pytest.raises(LookupError, match="no table 'agent'; there are agents, "):
        raced.to_arrow("agent")
    with pytest.raises(LookupError, match="no picture 'win'; there are overview, ratings-3, "):
        raced.figure("win")


def test_a_tournament_says_why_there_are_more_games_and_that_deals_are_few():
    found = pixies.tournament(RUNNERS, players=(2, 3), games=7, game=race.game(), workers=1)
    lead = " ".join(found.report.lead)
    assert "7 games that were asked for became 12 and 9 with 2 and 3 players." in lead
    (deals,) = [section for section in found.report.sections if section.title == "Deals"]
    assert deals.folded and list(deals.tables[0].rows) == [
        ["2", "6", "2", "12"],
        ["3", "3", "3", "9"],
    ]
    one = pixies.tournament(RUNNERS[:2], players=2, games=1, game=race.game(), workers=1)
    assert "1 game that was asked for became 2" in " ".join(one.report.lead)
    assert "With 2 and 3 players the intervals rest on 2 and 3 independent deals only" in lead
    assert len(found.report.lead[0]) < 400


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_of_frames_is_told_with_its_extra(raced, monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"{library} need more: .*'pixies-env\[notebook\]'"):
        getattr(raced, f"to_{library}")()


def test_balance_is_asked_by_factor_seat_and_board():
    game = planted.planted_game(worth=[5, 0, 0, 0, 0, 0], bonus=[5, 0, 0, 0])
    given = {"players": 2, "games": 120, "game": game, "workers": 1}
    skills = pixies.balance_skills(SIMPLE, designs=("dealt",), **given)
    (table,) = skills.report.answers
    assert table.rows[0][0] == "amber" and " pp (" in table.rows[0][2]
    assert "About 120 games say what it is worth" in skills._repr_html_()
    assert "more games" not in skills._repr_html_() and "To own it" not in skills._repr_html_()
    both = pixies.balance_skills(SIMPLE, designs=("dealt", "owned"), **given).report
    lead = " ".join(both.lead)
    assert "About 120 games say what it is worth to start with" in lead
    assert "more games were played otherwise: 120 dealt at random and kept to the end." in lead
    assert "To own it to the end is " in lead and len(both.lead) <= 5
    seats = pixies.balance_seats(SIMPLE, **given).to_pandas()
    best = seats.query("measure == 'win'").sort_values("value").iloc[-1]
    assert best["level"] == "0" and best["units"] == 120
    boards = pixies.balance_boards(SIMPLE, factor="gift", boards=2, **given)
    assert next(iter(boards.tables)) == "given_board"
    assert boards.report.answers[0].head[:2] == ("gift", "given board")


def test_a_recorded_game_is_reviewed(tmp_path):
    file = tmp_path / "game.jsonl"
    pixies.simulate(players=2, games=1, game=card_game(), records=file)
    (record,) = record_files.read(file, card_game())
    given = {"agent": "flat:simulations=8,threads=1", "most": 3}
    found = pixies.review(record, **given)
    assert found.to_arrow().num_rows == len(found.review.judgements) > 0
    expected = found.to_pandas("expected")
    assert list(expected.columns) == ["events", "player_0", "player_1"]
    assert len(found.figure().axes[0].lines) == 2
    assert "decisions judged by flat" in found._repr_html_()
    again = pixies.review(file, game=CARD_GAME, keep=tmp_path / "kept.jsonl", **given)
    assert again.tables == found.tables and (tmp_path / "kept.jsonl").exists()


def test_wrong_arguments_are_told_before_anything_is_played(tmp_path):
    with pytest.raises(ValueError, match="2 agents are named for 3 players"):
        pixies.simulate("random,random", players=3)
    with pytest.raises(TypeError, match="this one is made already"):
        pixies.simulate(game=card_game(), options={"rounds": 1})
    with pytest.raises(ValueError, match="there is no design 'deal'"):
        pixies.balance_skills(SIMPLE, designs=("deal",), game=planted.planted_game())
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(StudyError, match="is not empty and holds no study"):
        pixies.tournament("random", game=race.game(), folder=tmp_path / "full")


def test_what_no_call_can_take_is_told_and_leaves_no_folder(raced, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    runner, game, gifts = RUNNERS[0], race.game(), planted.planted_game()
    for workers, said in ((0, "at least 1, not 0"), (-2, "at least 1"), (True, "an integer")):
        with pytest.raises((TypeError, ValueError), match=f"workers must be {said}"):
            pixies.tournament(runner, players=2, game=game, workers=workers)
    wrong = [
        (pixies.tournament, (runner,), {"games": -5, "players": 2, "game": game}, "games must be"),
        (pixies.balance_skills, (SIMPLE,), {"games": -5, "game": gifts}, "games must be at least"),
        (pixies.balance_skills, (SIMPLE,), {"piece": 0, "game": gifts}, "piece must be at least 1"),
        (pixies.balance_boards, (SIMPLE,), {"games": 0, "game": gifts}, "games must be at least 1"),
        (pixies.balance_seats, (SIMPLE,), {"players": True, "game": gifts}, "or several, not True"),
        (pixies.tournament, (runner,), {"game": 7}, "game must be a game, its name, or .* not 7"),
        (pixies.tournament, (None,), {"game": game}, "agents must be specifications, .* not None"),
        (pixies.simulate, (5,), {"game": game}, "agents must be specifications, .* not 5"),
        (pixies.simulate, ([runner, 5],), {"game": game}, "agents must be specifications"),
        (pixies.compare, (1, 2), {}, "or the folder of a study, not 1"),
        (pixies.compare, (raced, pandas), {}, "compare takes what tournament, .* gave back"),
        (pixies.read_study, (5,), {}, "the path of a study's folder, not 5"),
        (pixies.review, (None,), {}, "a recorded game, or a file of them, not None"),
    ]
    for call, given, options, said in wrong:
        with pytest.raises((TypeError, ValueError), match=said):
            call(*given, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_study_keeps_its_temporary_folder_with_the_game():
    with pytest.raises(StudyError, match="the game so far is in") as failed:
        pixies.tournament(
            "tests.experiments.studies.agents:Hopeless",
            players=2,
            games=2,
            game=race.game(),
            workers=1,
        )
    record = str(failed.value).rpartition(" ")[2]
    assert list(record_files.read(record, race.game()))


@pytest.mark.parametrize("widgets", [True, False])
def test_jupyter_shows_a_bar_where_it_can(monkeypatch, widgets):
    console = progress.Console(stderr=True, force_jupyter=True)
    monkeypatch.setattr(progress, "Console", lambda stderr: console)
    monkeypatch.setattr(progress, "find_spec", lambda name: widgets or None)
    disabled = []
    kind = progress.Progress
    monkeypatch.setattr(
        progress,
        "Progress",
        lambda *columns, disable, **options: (
            disabled.append(disable) or kind(*columns, disable=True, **options)
        ),
    )
    with progress.progress_bar("games", 3) as bar:
        bar.advance_to(3)
    with progress.progress_bar("games", 3, shown=False):
        pass
    assert disabled == [not widgets, True]

"""Pages read well without the program, and their pictures are there as PNG."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure

from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.figures import curves, distribution, forest, heat_map, quantiles
from pixies_experiments.studies.overview import Cell, overview
from pixies_experiments.studies.pages import write_page
from pixies_experiments.studies.report import (
    NO_INTERVAL,
    Picture,
    Report,
    ReportTable,
    Section,
    number,
    ours,
    told,
)
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.store import REPORT
from pixies_experiments.studies.tournament import Tournament
from tests.experiments.studies.conftest import RUNNER, runners
from tests.games import race


class Strict(HTMLParser):
    """Checks that tags are closed in order, and gathers ids and addresses."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag, attributes):
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href"):
                self.addresses.append(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def read(page):
    parser = Strict()
    parser.feed(page)
    assert not parser.open
    return parser


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    return run_study(runners((2, 3), 90), tmp_path_factory.mktemp("pages") / "study", workers=1)


def test_a_page_needs_nothing_beside_it(outcome):
    page = (outcome.folder / "report.html").read_text(encoding="utf-8")
    parser = read(page)
    inside = {address[1:] for address in parser.addresses if address.startswith("#")}
    assert inside <= set(parser.ids)
    assert all(address.startswith(("#", "data:")) for address in parser.addresses)
    assert len(parser.ids) == len(set(parser.ids))
    assert "http-equiv" not in page and "<script" not in page and "@import" not in page


def test_a_page_says_what_was_done_and_what_came_out(outcome):
    page = (outcome.folder / "report.html").read_text(encoding="utf-8")
    for said in ("race.start", "“default”", "150", "won most", "fair", "seed"):
        assert said in page
    assert page.count("<figure>") == len(list(outcome.folder.glob("figures/*.png"))) >= 10
    for picture in outcome.folder.glob("figures/*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_measured_times_are_on_a_page_of_their_own(outcome, tmp_path):
    folder = outcome.folder
    page = (folder / "times" / "report.html").read_text(encoding="utf-8")
    read(page)
    assert "ms per decision" in page and "Measured in this run" in page
    run_study(runners((2, 3), 90), tmp_path / "again", workers=1)
    again = (tmp_path / "again" / "report.html").read_bytes()
    assert again == (folder / "report.html").read_bytes()
    assert b"ms per decision" not in again
    assert (folder / "times" / "report.html").exists() and list(folder.glob("times/*.parquet"))


def test_results_are_tables_that_others_can_read(outcome):
    assert set(outcome.tables) == {
        "agents",
        "seats",
        "agents_on_seats",
        "differences",
        "places",
        "fit",
        "head_to_head",
        "ratings",
        "deals",
        "lengths",
        "scores",
        "reasons",
    }
    rows = outcome.tables["agents"].to_pylist()
    wins = [row["value"] for row in rows if row["players"] == 3 and row["measure"] == "win"]
    assert sum(wins) == pytest.approx(1)
    assert {row["players"] for row in outcome.tables["ratings"].to_pylist()} == {0, 2, 3}


ESTIMATES = [Estimate(0.3, 0.2, 0.4, 10), Estimate(0.5, float("nan"), float("nan"), 1)]
KINDS = {
    "forest": forest(["one", "other"], ESTIMATES, "share", percent=True, reference=0.25),
    "map": heat_map(
        ["a", "b"],
        ["c", "a long name"],
        np.array([[1.0, np.nan], [0.0, 0.5]]),
        centre=0.5,
        reach=0.5,
        texts=[["1", ""], ["0", "½"]],
    ),
    "counts": distribution({"all": {1: 4, 900: 2}, "some": {3: 1}}, "length"),
    "one": distribution({"all": {7: 3}}, "length"),
    "quantiles": quantiles({"all": {1: 4, 900: 2}, "some": {3: 1}}, "score"),
    "curves": curves({f"run {n}": ([1, 2], ESTIMATES) for n in range(9)}, "games", "wins"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_are_the_same_each_time(kind, tmp_path):
    section = Section("Pictures", pictures=[Picture(kind, "a <caption> & more", KINDS[kind])])
    report = Report("Title", [], [], [section])
    pages = [write_page(report, tmp_path) for _ in range(2)]
    read(pages[0])
    assert pages[0] == pages[1]
    assert "a &lt;caption&gt; &amp; more" in pages[0]
    assert [path.name for path in tmp_path.iterdir()] == [f"{kind}.png"]


def test_a_page_that_begins_with_a_picture_folds_what_follows():
    cells = {
        ("a", "x"): Cell(3.0, True),
        ("a", "y"): Cell(-1.0, False),
        ("b", "x"): Cell(0.0, False),
    }
    picture = overview(["a", "b"], ["x", "y"], cells, "what it is")
    report = Report(
        "Title", ["The answer."], [("seed", "1")], [Section("More", ["Text."])], picture
    )
    page = write_page(report, None)
    read(page)
    order = [
        page.index(part) for part in ("<h1>", "what it is", "The answer.", "<details", "Text.")
    ]
    assert order == sorted(order) and page.count("<details") == 2
    assert "<details" not in write_page(replace(report, picture=None), None)
    axes = Figure().subplots()
    picture.draw(axes)
    told = {text.get_text(): text.get_fontweight() for text in axes.texts if text.get_text()}
    assert told == {"+3.0": "bold", "\N{MINUS SIGN}1.0": "normal", "0.0": "normal"}
    assert len(axes.patches) == 1


def test_texts_are_escaped_and_old_pictures_go(tmp_path):
    (tmp_path / "old.png").touch()
    table = ReportTable(["<b>", "n"], [["<i>", "1.5 (1 to 2)"]], "of <u>")
    page = write_page(
        Report("<t>", ["<l>"], [("<f>", "<v>")], [Section("<s>", ["<x>"], [table])]), tmp_path
    )
    read(page)
    assert not re.search(r"<(b|i|u|t|l|f|v|s|x)>", page)
    assert "1.5<br><small>1 to 2</small>" in page
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("estimate", "percent", "said"),
    [
        (Estimate(0.2534, 0.2434, 0.2634, 9), True, "25 % (24 to 26)"),
        (
            Estimate(-8.4, -9.1, -7.6, 9),
            False,
            "\N{MINUS SIGN}8.4 (\N{MINUS SIGN}9.1 to \N{MINUS SIGN}7.6)",
        ),
        (Estimate(1502.6, 1490.1, 1520.2, 9), False, "1,503 (1,490 to 1,520)"),
        (Estimate(2.0, float("nan"), float("nan"), 1), False, "2.00"),
        (Estimate(0.0004, -0.1, 0.1, 9), False, "0.0 (\N{MINUS SIGN}0.1 to 0.1)"),
    ],
)
def test_numbers_have_the_decimals_that_their_interval_lets_stand(estimate, percent, said):
    assert told(estimate, percent=percent) == said


def test_what_is_not_there_is_a_dash():
    assert number(float("nan"), 2) == "\N{EN DASH}"


@pytest.mark.parametrize(
    ("value", "percent", "said"),
    [
        (-1.0, True, "\N{MINUS SIGN}100 %"),
        (0.0, True, "0.00 %"),
        (0.5, True, "50.0 %"),
        (1.0, False, "1.00"),
        (1500.0, False, "1,500"),
        (1500.123456, False, "1,500"),
    ],
)
def test_without_an_interval_three_digits_are_told(value, percent, said):
    alone = Estimate(value, math.nan, math.nan, 12)
    assert told(alone, percent=percent) == said


def test_a_page_says_why_an_interval_is_missing(tmp_path):
    # The strongest is ahead but once in a hundred million games.
    game, entries = race.game((1, 10, 10**9)), (f"{RUNNER}0", f"{RUNNER}2")
    study = Tournament(game, entries, (2,), 12)
    outcome = run_study(study, tmp_path / "study", workers=1)
    page = (tmp_path / "study" / REPORT).read_text(encoding="utf-8")
    rows = outcome.tables["differences"].to_pylist()
    (gap,) = [row for row in rows if row["measure"] == "win" and row["value"] < 0]
    assert gap["value"] == -1 and math.isnan(gap["low"])
    assert NO_INTERVAL in page
    assert "by as much in every deal, so that there is no interval" in page
    assert "(\N{MINUS SIGN}100" not in page and "nan" not in re.sub(r"<svg.*?</svg>", "", page)


class Printed:
    """A board of which so many numbers are ours."""

    def __init__(self, ours: int) -> None:
        self.printed = [SimpleNamespace(table="t", key=f"n{n}", ours=True) for n in range(ours)]


def test_a_long_list_of_numbers_of_ours_is_counted_only():
    assert ours(Printed(0)) == ""
    assert "t.n0, t.n1. What" in ours(Printed(2))
    many = ours(Printed(33))
    assert many.startswith("33 numbers of the board") and "`pixies board`" in many
    assert "t.n0" not in many

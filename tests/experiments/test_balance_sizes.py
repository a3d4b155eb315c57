"""A level that is too strong is found, and the size at which it is not any more."""

from __future__ import annotations

import re

import pytest

import pixies_experiments.api as api
from pixies_env.registry import make_game
from pixies_experiments.pieces import STOP
from pixies_experiments.studies.balance.size_page import size_page
from pixies_experiments.studies.balance.size_study import SizeStudy
from pixies_experiments.studies.store import StoredParts
from pixies_experiments.studies.study import Outcome
from tests.games import race
from tests.games.planted import planted_game

SIMPLE = "tests.games.planted:simple"


def study_of(game, games=600):
    return SizeStudy(game, ("gift",), (SIMPLE,), (3,), 0, games, 1)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """Amber is worth 4 and all else nothing; each could be worth 0, 2 or 4."""
    study = study_of(planted_game("chosen", worth=(4, 0, 0, 0, 0, 0)))
    folder = tmp_path_factory.mktemp("sizes")
    with StoredParts.opened(folder, study) as parts:
        pieces = study.pieces(parts)
        for piece in pieces:
            parts.keep(piece, study.run(piece, STOP))
        return Outcome(study, folder, parts.configuration, study.summarise(parts, pieces), [])


def rows_of(table, **wanted):
    return [row for row in table.to_pylist() if wanted.items() <= row.items()]


def test_what_is_too_strong_is_levelled_by_the_size_of_the_others(outcome):
    amber = {row["size"]: row for row in rows_of(outcome.tables["sizes"], level="amber")}
    assert amber[4]["shipped"] and amber[4]["joint_low"] > 0.1
    assert amber[0]["joint_low"] < 0 < amber[0]["joint_high"]
    assert amber[4]["value"] > amber[2]["value"] > amber[0]["value"]
    report = size_page(outcome.study, outcome)
    strong = next(line for line in report.lead if line.startswith("Too strong"))
    assert "amber" in strong and "size 0 instead of 4 leaves" in strong
    assert "which cannot be told from the mean" in strong and len(report.lead) <= 5
    assert list(report.pictures) == ["overview", "sizes-0"]
    (table,) = report.answers
    marks = {(level, size): mark for level, size, _, mark in table.rows}
    assert marks["amber", "4"] == "shipped" and marks["amber", "0"] == "nearest"


def test_a_change_is_compared_with_the_given_board_on_the_same_deals(outcome):
    (change,) = rows_of(outcome.tables["changes"], board="amber=0", level="amber")
    sizes = {row["size"]: row for row in rows_of(outcome.tables["sizes"], level="amber")}
    assert change["value"] == pytest.approx(sizes[0]["value"] - sizes[4]["value"])
    assert change["joint_high"] < 0
    # Who gets less by it gives to the others.
    (other,) = rows_of(outcome.tables["changes"], board="amber=0", level="brass")
    assert other["value"] > 0


def test_a_game_whose_levels_have_no_sizes_is_refused():
    with pytest.raises(ValueError, match="no levels whose size is a number of its board"):
        study_of(race.game())
    with pytest.raises(ValueError, match="sizes of each gift, not of each seat"):
        SizeStudy(planted_game(), ("seat",), (SIMPLE,), (3,), 0, 10, 1)


def test_every_skill_of_pixie_queen_has_sizes_that_make_boards():
    game = make_game("pixie_queen")
    assert [size.level for size in game.sizes] == list(game.factors[0].levels)
    digests = set()
    for size in game.sizes:
        for other in size.others:
            changed = game.with_options(**game.resized({size.level: other}))
            digests.add(changed.board_digest)
            own = {one.level: one.shipped for one in changed.sizes}
            assert own == {one.level: one.shipped for one in game.sizes} | {size.level: other}
    assert len(digests) == sum(len(size.others) for size in game.sizes)
    assert game.board_digest not in digests
    again = changed.with_options(**changed.resized({size.level: size.shipped}))
    assert again.board_digest == game.board_digest


def test_sizes_are_told_by_a_command(pixies, tmp_path):
    words = ("balance", "sizes", "--agents", SIMPLE, "--players", 2, "--games", 300)
    words = (*words, "--workers", 1, "--folder", tmp_path / "study")
    given = ("--option", "worth=4,0,0,0,0,0")
    told = pixies.json(*words, *given, game="tests.games.planted:planted_game")
    assert told["factor"] == "gift" and told["sizes"]["amber"] == [4, 0, 2]
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert re.search(r"Too strong beyond doubt: amber, \+\d+.\d pp", page)
    # A call does what the command does.
    game = planted_game(worth=(4, 0, 0, 0, 0, 0))
    called = api.balance_sizes(SIMPLE, players=2, games=300, game=game, workers=1, progress=False)
    assert told["results"]["sizes"] == called.to_arrow("sizes").to_pylist()

"""Studies of too few games say what cannot be said, and how many games would do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pixies_experiments.studies.balance.opening import Opening
from pixies_experiments.studies.balance.page import balance_page
from pixies_experiments.studies.balance.words import SCORE, WIN, telling
from pixies_experiments.studies.kept import kept_outcome
from tests.experiments.conftest import Command
from tests.experiments.studies.conftest import RUNNER
from tests.experiments.studies.conftest import no_pictures as no_pictures

PLANTED, PACED, RACE = (
    "tests.games.planted:planted_game",
    "tests.games.paced:game",
    "tests.games.race:game",
)
SIMPLE, TRAINED = (f"tests.games.planted:{name}" for name in ("simple", "trained"))
KEPT = Path(__file__).parents[2] / "docs" / "results"

pytestmark = pytest.mark.usefixtures("no_pictures")


@pytest.fixture
def said(tmp_path):
    """What a command prints, its spaces alike; no table is empty, no number is none."""

    def run(*words, game=PLANTED):
        result = Command()(*words, "--folder", tmp_path / "study", "--workers", 1, game=game)
        assert result.exit_code == 0, result.stderr
        assert "nan" not in re.findall(r"\w+", result.stdout.lower())
        assert not re.search(r"\N{BOX DRAWINGS LIGHT HORIZONTAL}+ *\n *\n", result.stdout)
        return " ".join(result.stdout.split())

    return run


def test_skills_without_any_estimate_are_said_to_be_of_too_few_games(said):
    told = said("balance", "skills", "--agents", SIMPLE, "--players", 3, "--games", 2)
    assert "About 2 games are too few to say what it is worth to start with each gift" in told
    assert "of: with 3 players any gift." in told
    # Six gifts among three seats, and thirty seats for each.
    assert "About 60 games for each number of players, table and design would do." in told
    assert "Thick lines" not in told and "causes the differences" not in told


def test_numbers_of_players_without_an_estimate_are_named(said):
    words = ("balance", "skills", "--agents", f"{SIMPLE},{TRAINED}", "--players", "2,4")
    told = said(*words, "--games", 70)
    assert re.search(r"of: with 2 players any gift[;.]", told)
    assert "2 players, " not in told.split("4 players, ")[0].split("would do.")[1]
    assert re.search(r"About [\d,]+ games for each number of players, table and design", told)


def test_places_are_no_levels_of_numbers_of_players_that_do_not_have_them(said):
    told = said("balance", "seats", "--agents", SIMPLE, "--players", "2,3", "--games", 31)
    assert "too few seats" not in told and "3 players, " in told


def test_sizes_and_boards_of_too_few_games_are_not_called_level_or_safe(said, tmp_path):
    told = said("balance", "sizes", "--agents", SIMPLE, "--players", 2, "--games", 4)
    assert "of: with 2 players, " in told and "any gift. About 160 games" in told
    assert "beyond doubt" not in told
    (tmp_path / "study").rename(tmp_path / "sizes")
    words = ("balance", "board", "--agents", SIMPLE, "--players", 2, "--factor", "gift")
    told = said(*words, "--games", 2, "--boards", 0)
    assert "What holds over all boards cannot be said: that takes 2 boards at least" in told
    assert "any gift. About 160 games" in told


def test_a_tournament_of_one_deal_claims_no_fit_of_its_ratings(said):
    words = ("tournament", "--agents", f"{RUNNER}0,{RUNNER}1", "--players", "2,3", "--games", 2)
    told = said(*words, game=RACE)
    assert "2 games of 1 independent deal," in told
    assert "so few games cannot say" in told and "foretell all" not in told
    assert "rest on 1 independent deal only" in told
    assert "20 and 60 games are 10 independent deals." in told


def test_an_exploit_of_few_games_names_the_seats_and_responses_without_an_estimate(said):
    words = ("exploit", "--target", SIMPLE, "--players", 4, "--responses", TRAINED)
    told = said(*words, "--generations", 0, "--choosing-games", 1, "--games", 100)
    assert "1 game is too few to say how well the responses did: that takes 30 games" in told
    assert "what the chosen response gains on seat 0, 1, 2 and 3: that takes 120 games" in told


def test_what_is_alike_in_all_deals_has_no_interval_of_no_width(said):
    best = ("--option", "bonus=0,0,0,0", "--option", "worth=0,0,0,0,0,0")
    words = ("exploit", "--target", SIMPLE, "--players", 2, "--responses", SIMPLE, *best)
    told = said(*words, "--generations", 0, "--choosing-games", 40, "--games", 100)
    # Who plays as the target gains nothing over it on any deal.
    assert "0.00 to 0.00" not in told
    assert "Where no interval stands, all deals went alike" in told


def test_one_game_of_each_style_tells_no_difference(said):
    words = ("style", "--agents", f"{RUNNER}0,{RUNNER}2", "--players", 3, "--reviews", 0)
    told = said(*words, "--games", 1, game=PACED)
    assert "Each agent played 1 game for" in told and "It differs" not in told
    assert "One game has no interval: 10 or more would say how sure all this is." in told
    told = said(*words, "--games", 2, game=PACED)
    assert "Intervals of so few games are wide" in told


def test_an_interval_as_wide_as_the_scale_is_told_as_too_few_to_say():
    row = {"level": "warrior", "value": 0.2, "joint_low": -0.4, "joint_high": 0.7, "seats": 46}
    assert WIN.of(row) == "too few to say (46 seats)"
    assert WIN.of({**row, "joint_high": 0.5}) == "+20.0 pp (\N{MINUS SIGN}40.0 to +50.0)"
    assert "to say" not in SCORE.of(row)
    better = {**row, "level": "druid", "joint_low": 0.1}
    assert telling([better, row], "power").endswith("; of 1 there are too few seats to say.")


def test_powers_that_few_seats_had_are_said_to_be_so():
    outcome = kept_outcome(KEPT / "havresac_powers")
    told = Opening(outcome.study, outcome).too_few()
    assert "or the interval is as wide as the scale" in told
    assert all(f"with {players} players day warrior" in told for players in (3, 4))
    cells = [
        cell
        for table in balance_page(outcome.study, outcome).answers
        for row in table.rows
        for cell in row
    ]
    assert "too few to say (46 seats)" in cells
    reach = re.compile(r" pp \(.*?([\d.]+) to .*?([\d.]+)\)")
    ends = [float(end) for cell in cells for found in reach.findall(cell) for end in found]
    assert ends and max(ends) < 100

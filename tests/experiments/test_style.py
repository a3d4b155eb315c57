"""Studies of what play looks like."""

from __future__ import annotations

import math

import pytest

import pixies_experiments.api as pixies
from pixies_env.core.states import record_files
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.style import page
from pixies_experiments.studies.style.facts import AMOUNT, STATISTIC, table_of
from pixies_experiments.studies.style.results import tables_of
from pixies_experiments.studies.style.sections import Sections
from pixies_experiments.studies.style.study import StyleStudy
from tests.experiments.conftest import Command
from tests.experiments.studies.conftest import AGENTS, RUNNER, contents
from tests.experiments.studies.conftest import no_pictures as no_pictures
from tests.games import paced, race

STROLL, SPRINT = f"{RUNNER}0", f"{RUNNER}2"
PACED = "tests.games.paced:game"
JUDGE = "mcts:simulations=8"


def styles(folder, *, games=20, agents=(STROLL, SPRINT), **options):
    options = {"players": (3, 2), "judge": JUDGE, "game": paced.game(), **options}
    return pixies.style(agents, games=games, folder=folder, workers=1, progress=False, **options)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Runners of two strengths, twenty games each, three of them reviewed."""
    return styles(tmp_path_factory.mktemp("style") / "study", reviews=3)


def rows(found, table, **wanted):
    return [
        row
        for row in found.to_arrow(table).to_pylist()
        if all(row[key] == value for key, value in wanted.items())
    ]


def test_what_agents_do_and_come_by_is_counted(found):
    for agent, move, strength in ((STROLL, "stroll", 0), (SPRINT, "sprint", 2)):
        about = {"agent": agent, "players": 3}
        (verb,) = rows(found, "decisions", action="", **about)
        assert (verb["verb"], verb["value"], verb["share_value"]) == ("run", 1, 1)
        roles = rows(found, "decisions", verb="run", **about)[1:]
        taken = {row["action"]: (row["value"], row["share_value"]) for row in roles}
        assert taken == {f"run({s})": (float(s == strength),) * 2 for s in range(race.STRENGTHS)}
        assert all(row["cases"] == 60 for row in roles)
        tallies = {row["name"]: row["value"] for row in rows(found, "tallies", **about)}
        assert tallies == {"arriving": 1.0, "strength": strength, "turns": 1.0}
        (score,) = rows(found, "statistics", name="score", **about)
        assert score["value"] == tallies["arriving"]
        (opening,) = rows(found, "openings", **about)
        assert (opening["opening"], opening["value"], opening["deals"]) == (move, 1, 20)
        by_round = rows(found, "rounds", name="turns", **about)
        assert [(row["round"], row["value"]) for row in by_round] == [(1, 1.0)]
        routes = {row["route"]: row["value"] for row in rows(found, "routes", **about)}
        # Points are 2, 1 and 0: nothing brings the last any.
        assert routes == pytest.approx({"arriving": 2 / 3, "none": 1 / 3})
        wins = {row["route"]: row["wins_value"] for row in rows(found, "routes", **about)}
        assert wins == {"arriving": 0.5, "none": 0.0}


def test_the_reviewed_games_are_those_nearest_to_the_median_in_turn(tmp_path):
    study = StyleStudy(paced.game(), (STROLL,), (3, 2), 5, 4, STROLL, JUDGE)
    scores = {3: [9.0, 2.0, 4.0, 3.0, 8.0], 2: [1.0, 1.0, 1.0, 1.0, 1.0]}

    class Scored:
        folder = tmp_path

        def __contains__(self, piece):
            return True

        def tables(self, pieces):
            for piece in pieces:
                players = piece.arguments["players"]
                told = enumerate(scores[players])
                yield table_of(
                    players,
                    STROLL,
                    [(deal, "statistic", "winner_score", 0, score, 1.0) for deal, score in told],
                )

    assert study.reviewed(Scored()) == [(3, 2), (2, 0), (3, 3), (2, 1)]


def test_reviewed_games_are_told_as_pages_and_as_records_that_can_be_replayed(found):
    folder = found.folder / "games"
    assert sorted(path.name for path in folder.iterdir()) == [
        f"game-{number}.{ending}" for number in (1, 2, 3) for ending in ("html", "jsonl", "md")
    ]
    for number, review in enumerate(rows(found, "reviews"), 1):
        (record,) = record_files.read(folder / f"game-{number}.jsonl", paced.game())
        events = rows(found, "events", number=number)
        assert len(events) == len(record.events)
        judged = [event for event in events if event["expected"]]
        assert len(judged) == record.players == review["players"]
        assert all(event["low"] <= event["cost"] <= event["high"] for event in judged)
        told = (folder / f"game-{number}.md").read_text("utf-8")
        page = (folder / f"game-{number}.html").read_text("utf-8")
        for text in (told, page):
            assert "Final scores: player 0" in text and "Round 1" in text
            assert all(event["words"] in text for event in events)
        assert record.final().returns().tolist() == review["returns"]


def test_a_study_of_styles_that_grows_or_lost_a_part_is_the_same_to_the_byte(tmp_path):
    def run(name, games):
        study = StyleStudy(paced.game(), (STROLL, SPRINT), (2,), games, 1, SPRINT, JUDGE)
        run_study(study, tmp_path / name, workers=1, told=False)
        return contents(tmp_path / name)

    run("grown", 5)
    next((tmp_path / "grown" / "parts").glob("p2-00-*")).unlink()
    grown, whole = run("grown", 18), run("whole", 18)
    # Parts of the smaller study stay.
    assert {name: grown[name] for name in whole} == whole


@pytest.mark.usefixtures("no_pictures")
def test_a_game_that_declares_no_course_is_told_by_its_decisions(tmp_path):
    told = Command().json(
        *("style", "--agents", f"{STROLL},{SPRINT}", "--players", 2, "--games", 3),
        *("--reviews", 0, "--workers", 1, "--folder", tmp_path / "study"),
        game="tests.games.race:game",
    )
    assert set(told["results"]) == {"statistics", "decisions", "rounds", "openings"}
    openings = [(row["agent"], row["opening"]) for row in told["results"]["openings"]]
    assert openings == [(STROLL, "run(0)"), (SPRINT, "run(2)")]
    assert not (tmp_path / "study" / "games").exists()


@pytest.mark.usefixtures("no_pictures")
def test_a_game_in_which_an_agent_fails_is_left_out_where_that_is_asked_for(tmp_path):
    found = styles(
        tmp_path / "study",
        games=8,
        players=2,
        agents=(f"{AGENTS}Raising",),
        reviews=0,
        on_error="continue",
    )
    (score,) = rows(found, "statistics", name="score")
    (failure,) = found.outcome.failures
    assert score["deals"] == 7 and "lost my notes" in failure.message


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"review": "greedy"}, "games of 'greedy' are to be reviewed, which does not play"),
        ({"judge": "random"}, "needs an agent that searches"),
        ({"agents": (STROLL, STROLL)}, "agents must be different ones"),
        ({"players": (2, 2)}, "players must be different numbers"),
    ],
)
def test_what_a_study_of_styles_cannot_be_is_refused(tmp_path, options, said):
    with pytest.raises((ValueError, StudyRefusedError), match=said):
        styles(tmp_path / "study", **options)
    assert not (tmp_path / "study").exists()


def test_a_source_that_one_agent_never_has_tells_agents_apart():
    never = {"value": 0.0, "low": math.nan, "high": math.nan, "deals": 4}
    much = {"value": 20.0, "low": 18.0, "high": 22.0, "deals": 4}
    little = {"value": -7.0, "low": -9.0, "high": -5.0, "deals": 4}
    less = {"value": -1.0, "low": -2.0, "high": 0.0, "deals": 4}
    tallies = [
        {"players": 2, "agent": agent, "scored": True, "name": name, **numbers}
        for agent, name, numbers in (
            ("strong", "ring", much),
            ("weak", "ring", never),
            ("strong", "pass", little),
            ("weak", "pass", less),
        )
    ]
    said = page.compared({"tallies": tallies}, 2, "strong", "weak")
    assert said.startswith("It differs from weak in what it makes of ring +20 (+18 to +22)")
    assert "pass \N{MINUS SIGN}7 (" in said and said.endswith("the largest differences first.")


def test_intervals_end_at_zero_where_no_deal_is_beyond_it():
    signs = {"turns": (0, 3), "strength": (-3, 0), "arriving": (-3, 3)}
    facts = [
        (deal, AMOUNT, name, 1, float(ends[deal == 0]), 2.0)
        for name, ends in signs.items()
        for deal in range(6)
    ]
    table = table_of(2, STROLL, facts)
    tables = tables_of(paced.game(), {(2, STROLL): [table]}, [])
    found = {row["name"]: row for row in tables["tallies"].to_pylist()}
    assert found["turns"]["low"] == 0 < found["turns"]["value"] < found["turns"]["high"]
    clear = found["strength"]
    assert clear["low"] < clear["value"] < clear["high"] <= 0
    assert found["arriving"]["low"] < found["arriving"]["value"] < found["arriving"]["high"]
    seldom = [(deal, STATISTIC, "out", 0, float(deal == 0), 2.0) for deal in range(6)]
    tables = tables_of(paced.game(), {(2, STROLL): [table_of(2, STROLL, facts + seldom)]}, [])
    (out,) = tables["statistics"].to_pylist()
    assert out["value"] == pytest.approx(1 / 12)
    assert 0 <= out["low"] < out["value"] < out["high"] <= 1


def test_numbers_side_by_side_have_the_same_decimals():
    """Means of a row, whose scale is its own; shares of a whole table."""
    about = {"players": 2, "deals": 20}
    ends = {STROLL: (0.5, 0.46, 0.54), SPRINT: (0.7, 0.2, 1.2)}
    told = [
        {**about, "agent": agent, "name": "turns", "scored": True, "meaning": ""}
        | dict(zip(("value", "low", "high"), row, strict=True))
        for agent, row in ends.items()
    ]
    routes = [
        {**about, "agent": agent, "route": route, "seats": 40}
        | {f"{before}{end}": share for before in ("", "wins_") for end, share in shares.items()}
        for agent in (STROLL, SPRINT)
        for route, shares in {
            "arriving": {"value": 0.5, "low": 0.3, "high": 0.7},
            "none": {"value": 0.001, "low": 0.0005, "high": 0.002},
        }.items()
    ]
    sections = Sections(paced.game(), {"tallies": told, "routes": routes})
    tables = [table for section in sections.of(2) for table in section.tables]
    (tallies,) = (table for table in tables if table.caption == "in the whole game")
    assert tallies.rows[0][1:] == ["+0.5 (+0.5 to +0.5)", "+0.7 (+0.2 to +1.2)"]
    (shares,) = (table for table in tables if table.caption == "share of seats")
    assert {cell for row in shares.rows for cell in row[1:]} == {"50 % (30 to 70)", "0 % (0 to 0)"}

"""Two studies compared: planted differences are found, and nothing where nothing is."""

from __future__ import annotations

import dataclasses
import json
import shutil

import numpy as np
import pyarrow as arrow
import pytest
from typer.testing import CliRunner

import pixies_experiments.api as pixies
from pixies_env.core.states.identity import identity
from pixies_env.registry import make_game
from pixies_experiments.cli.app import app
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies import pages
from pixies_experiments.studies.balance.cells import Cells, unlike
from pixies_experiments.studies.balance.plan import MIXED
from pixies_experiments.studies.comparing.comparison import compared
from pixies_experiments.studies.comparing.games import differences
from pixies_experiments.studies.comparing.sides import Side, Sides, match
from tests.experiments.studies.conftest import RUNNER, contents
from tests.games import planted, race

SLOW, MIDDLE, FAST = (f"{RUNNER}{strength}" for strength in range(3))
SIMPLE = "tests.games.planted:simple"
PLANTED = "tests.games.planted:planted_game"


@pytest.fixture(scope="module")
def studies(tmp_path_factory):
    """Tournaments and balance studies, each with a folder of its own."""
    folder = tmp_path_factory.mktemp("studies")
    races = {
        "old": {"agents": (SLOW, MIDDLE)},
        "new": {"agents": (FAST, MIDDLE)},
        "longer": {"agents": (SLOW, MIDDLE), "games": 40},
        "other_seed": {"agents": (SLOW, MIDDLE), "seed": 1},
        "three": {"agents": (SLOW, MIDDLE), "players": 3},
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "write_page", lambda report, folder: report.title)
        for name, options in races.items():
            given = {"players": 2, "games": 200, "workers": 1} | options
            pixies.tournament(game=race.game(), folder=folder / name, **given)
        for name, worth, seed in (("amber", 0, 0), ("brass", 1, 0), ("brass_again", 1, 1)):
            game = planted.planted_game(worth=[5 * (gift == worth) for gift in range(6)])
            pixies.balance_skills(
                SIMPLE,
                players=2,
                games=300,
                designs=("dealt",),
                game=game,
                seed=seed,
                folder=folder / name,
                workers=1,
                piece=128 if seed else 200,
            )
    return folder


@pytest.fixture
def command():
    """The command in this process."""

    def run(*words):
        return CliRunner().invoke(app, list(map(str, words)), prog_name="pixies")

    return run


def of(studies, one, other, game=race.game):
    return pixies.compare(studies / one, studies / other, game=game())


def row_of(found, **wanted):
    (row,) = [
        row
        for row in found.to_arrow().to_pylist()
        if all(row[key] == value for key, value in wanted.items())
    ]
    return row


def test_a_planted_difference_between_versions_of_an_agent_is_found(studies):
    """Alone against the middle one, of strengths 1, 2 and 4, they win 1/3 and 2/3."""
    found = of(studies, "old", "new")
    row = row_of(found, about="agent", first=SLOW, second=FAST, measure="win")
    assert row["paired"] and row["deals"] == 100 and row["games"] == 200
    assert row["joint_low"] < 1 / 3 < row["joint_high"] and row["joint_low"] > 0
    assert row["value"] == row["second_value"] - row["first_value"]
    lead = " ".join(found.report.lead)
    assert f"{SLOW} \N{RIGHTWARDS ARROW} {FAST} with 2 players, share of wins +" in lead
    # Nobody else changed, but the middle one met another opponent: its own change is none.
    agents = [
        r for r in found.to_arrow().to_pylist() if (r["about"], r["measure"]) == ("agent", "win")
    ]
    assert {r["first"]: r["same_opponents"] for r in agents} == {SLOW: True, MIDDLE: False}
    assert f"opponents of {MIDDLE} are not the same: {SLOW} only in the first and {FAST}" in lead
    sure, too = lead.split("By these intervals differ too, but against other opponents: ")
    assert "Beyond doubt" in sure and f"{MIDDLE} with 2 players" in too
    assert f"{MIDDLE} with 2 players" not in sure
    (table,) = [each for each in found.report.answers if each.head[0] == "agent"]
    assert [row[0].endswith(" *") for row in table.rows] == [False, True]
    assert "*: against other opponents" in table.caption
    assert "400 games with 2 players, 100 independent deals that both have" in lead
    assert found.pictures and found.figure("agents-2").axes
    assert [table.head[0] for table in found.report.answers] == ["agent", "seat", "game"]


def test_deals_that_only_one_study_has_are_left_out_and_told(studies):
    found = of(studies, "old", "longer")
    row = row_of(found, about="agent", first=SLOW, measure="win")
    assert row["deals"] == 20 and row["value"] == 0
    # The same games: they differ by nothing in every deal, so there is no interval.
    assert np.isnan(row["low"])
    lead = " ".join(found.report.lead)
    assert "80 deals that only one of both has are left out" in lead
    assert "same game, board, agents and seed" in lead and "Nothing differs" in lead


def test_studies_of_different_seeds_are_compared_as_independent_and_say_so(studies):
    found = of(studies, "old", "other_seed")
    row = row_of(found, about="agent", first=SLOW, measure="win")
    assert not found.paired and not row["paired"] and row["deals"] == 200
    assert row["low"] < 0 < row["high"]
    lead = " ".join(found.report.lead)
    assert "seeds are 0 and 1, so no deal of one is a deal of the other" in lead


def test_what_a_board_changes_is_found_with_its_size_and_best_on_common_deals(studies):
    """Five points more for amber, then for brass: their scores change by as much."""
    found = of(studies, "amber", "brass", planted.planted_game)
    for level, truth in (("amber", -5), ("brass", 5), ("copper", 0)):
        row = row_of(found, measure="score", level=level)
        assert row["joint_low"] < truth < row["joint_high"]
        assert (row["joint_low"] > 0) == (truth > 0) and (row["joint_high"] < 0) == (truth < 0)
    apart = of(studies, "amber", "brass_again", planted.planted_game)
    assert found.paired and not apart.paired
    widths = [
        np.mean([row["high"] - row["low"] for row in each.to_arrow().to_pylist()])
        for each in (found, apart)
    ]
    assert widths[0] < 0.8 * widths[1]
    text = " ".join(found.report.lead)
    assert (
        "300 independent deals that both have" in text and "worth (5, 0, 0, 0, 0, 0, then" in text
    )
    assert "gift" in found.report.answers[0].head and "pp" in found.report.answers[0].rows[0][3]


def test_numbers_of_players_of_one_study_alone_and_differences_without_intervals_are_told(tmp_path):
    """Of tournaments of one deal, of which one has three players too."""
    given = {"games": 2, "workers": 1, "game": race.game()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "write_page", lambda report, folder: report.title)
        pixies.tournament((SLOW, FAST), players=2, folder=tmp_path / "one", **given)
        pixies.tournament((SLOW, FAST), players=(2, 3), folder=tmp_path / "two", **given, seed=1)
    said = " ".join(of(tmp_path, "one", "two").report.lead)
    assert "Only one of both has games with 3 players: left out." in said
    assert "Whether anything differs cannot be said" in said and "beyond doubt" not in said


def test_simulations_are_compared_without_folders():
    played = [
        pixies.simulate(agents, games=200, game=race.game(), rotate=True)
        for agents in ((SLOW, MIDDLE), (FAST, MIDDLE))
    ]
    row = row_of(pixies.compare(*played), about="agent", second=FAST, measure="win")
    assert row["deals"] == 200 and row["low"] > 0


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("old", "three", "there is nothing to compare"),
        ("old", "nothing", "holds no study to report on"),
        ("old", "bare", "keeps no games"),
        ("old", "damaged", "the command that made the study makes it again"),
        ("old", "foreign", "belongs to another study"),
    ],
)
def test_what_cannot_be_compared_is_refused(studies, tmp_path, one, other, said):
    shutil.copytree(studies / "new", tmp_path / "bare")
    shutil.rmtree(tmp_path / "bare" / "parts")
    for name in ("damaged", "foreign"):
        shutil.copytree(studies / "new", tmp_path / name)
    part = sorted((tmp_path / "damaged" / "parts").iterdir())[0]
    part.write_bytes(part.read_bytes()[:-9])
    shutil.copy(studies / "old" / "parts" / part.name, tmp_path / "foreign" / "parts" / part.name)
    there = studies if (studies / other).exists() else tmp_path
    before = contents(tmp_path)
    with pytest.raises(StudyRefusedError, match=said):
        pixies.compare(studies / one, there / other, game=race.game())
    assert contents(tmp_path) == before


def test_studies_of_different_kinds_games_and_factors_are_refused(studies):
    tournament = pixies.read_study(studies / "old", race.game())
    balance = pixies.read_study(studies / "amber", planted.planted_game())
    with pytest.raises(StudyRefusedError, match=r"is a tournament and .* a balance: only two of"):
        pixies.compare(tournament, balance)
    sides = [Side.of(each.outcome, "one") for each in (tournament, balance)]
    other = {**sides[0].configuration, "game": "another"}
    with pytest.raises(StudyRefusedError, match="different games are not compared"):
        compared(sides[0], dataclasses.replace(sides[0], configuration=other))
    plan = dataclasses.replace(sides[1].study.plan, designs=("played",))
    seats = dataclasses.replace(sides[1].study, factor_name="seat", plan=plan)
    with pytest.raises(StudyRefusedError, match=r"about gift .* about seat \(0, 1, 2 and 3\)"):
        compared(sides[1], dataclasses.replace(sides[1], study=seats))


def test_agents_that_only_one_study_has_are_matched_where_they_are_equally_many():
    assert match(["a", "b", "c"], ["b", "d", "c"]).pairs == [("a", "d"), ("b", "b"), ("c", "c")]
    found = match(["a", "b"], ["b", "c", "d"])
    assert (found.pairs, found.alone) == ([("b", "b")], ["a", "c", "d"])


def test_the_mixture_of_all_has_other_opponents_where_an_agent_is_another(studies):
    study = pixies.read_study(studies / "amber", planted.planted_game())
    side = Side.of(study.outcome, "one")
    mixed = [dataclasses.replace(side, agents=agents) for agents in (("a", "b"), ("a", "c"))]
    sides = Sides(*mixed)
    assert sides.unlike_opponents(MIXED, MIXED) == (["b"], ["c"])
    assert sides.unlike_opponents("a", "a") == sides.unlike_opponents("b", "c") == ([], [])


def test_changed_numbers_of_a_board_are_named_and_one_that_is_not_at_hand_by_its_digest():
    shipped = make_game("pixie_queen")
    other = shipped.with_options(**shipped.varied({"silver_price": 1.0}))
    first, second = (
        Side("", "simulation", game, {**identity(game), "seed": 0}, ("a",), (2,), lambda *key: None)
        for game in (shipped, other)
    )
    (said,) = Sides(first, second).changes
    had, has = (
        next(n.value for n in game.printed if n.key == "silver_per_gold")
        for game in (shipped, other)
    )
    changed = [
        f"tracks.silver_per_gold[{place}] {old} \N{RIGHTWARDS ARROW} {new}"
        for place, (old, new) in enumerate(zip(had, has, strict=True))
        if old != new
    ]
    assert changed and said == f"board ({', '.join(changed)})"
    unknown = dataclasses.replace(second, configuration=second.configuration | {"board": "f" * 64})
    (said,) = Sides(first, unknown).changes
    assert said == f"board ({shipped.board_digest[:10]}, then ffffffffff)"


def noise(draw, deals, seed, shared=None):
    """A side whose two agents are alike; ``shared`` is what its deals have of others."""
    lead = draw.standard_normal((deals, 2)) + (0 if shared is None else shared)
    won = (lead.argmax(axis=1)[:, None] == np.arange(2)).astype(float)
    table = arrow.table(
        {
            "deal": np.repeat(np.arange(deals), 2),
            "seat": np.tile([0, 1], deals),
            "agent": ["a", "b"] * deals,
            "win": won.ravel(),
            "score": lead.ravel(),
            "decisions": np.repeat(draw.integers(9, 20, deals), 2),
        }
    )
    told = {"game": "noise", "seed": seed}
    game = race.game()
    return Side("", "simulation", game, told, ("a", "b"), (2,), lambda *key: table)


@pytest.mark.parametrize("paired", [True, False])
def test_where_nothing_differs_nothing_is_found_as_often_as_is_promised(paired):
    draw = np.random.default_rng(5)
    outside, found = [], []
    for _ in range(150):
        shared = draw.standard_normal((40, 2)) if paired else None
        sides = Sides(noise(draw, 40, 0, shared), noise(draw, 40, 0 if paired else 1, shared))
        rows = [r for r in differences(sides)[0].to_pylist() if r["measure"] == "score"]
        agents = [row for row in rows if row["about"] == "agent"]
        outside += [not row["low"] <= 0 <= row["high"] for row in agents]
        found.append(any(row["joint_low"] > 0 or row["joint_high"] < 0 for row in agents))
    # Three standard errors around 5 %.
    assert 0.01 < np.mean(outside) < 0.09 and np.mean(found) < 0.05 + 0.054


def test_independent_cells_differ_by_nothing_as_often_as_is_promised():
    draw = np.random.default_rng(2)
    found = []
    for _ in range(100):
        bands = []
        for deals in (80, 120):
            cells = Cells(2)
            cells.add(np.tile([0, 1], (deals, 1)), draw.exponential(size=(deals, 2)))
            bands.append(cells.means())
        band = unlike(*bands)
        found.append(bool((np.abs(band.value) > band.joint_half).any()))
    assert np.mean(found) < 0.05 + 0.066


def test_the_command_writes_one_page_and_prints_its_tables(studies, command, tmp_path):
    words = ("compare", studies / "old", studies / "new", "--folder", tmp_path / "page")
    game = ("--game", "tests.games.race:game")
    told = json.loads(command(*words, *game, "--json").stdout)
    assert told["paired"] and told["compared"][0]["deals"] == 100
    kept = contents(tmp_path / "page")
    assert {"report.html", "figures/agents-2.png", "results/differences.parquet"} <= set(kept)
    text = kept["report.html"].decode()
    assert "Race: two tournaments compared" in text and "board" in text
    printed = command(*words, *game)
    assert contents(tmp_path / "page") == kept
    assert "share of wins" in printed.stdout and "report.html" in printed.stdout
    refused = command(*words[:3], "--folder", studies / "old", *game)
    assert refused.exit_code == 2 and "something else than a comparison" in refused.stderr

"""How well a game tells strong play from middling play, on one board and on many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as arrow
import pytest

import pixies_experiments.api as api
from pixies_env.core.batches.arena import play_games
from pixies_env.registry import make_game
from pixies_experiments.pieces import STOP, Piece
from pixies_experiments.studies.balance.separation import SeparationStudy
from pixies_experiments.studies.balance.separation_page import separation_page
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.play import lane_of
from pixies_experiments.studies.runner import run_study
from pixies_experiments.studies.study import Done
from tests.games.planted import planted_game

HAVRESAC = make_game("havresac")
LADDER = ("random", "greedy")


class Kept:
    """Finished pieces in memory."""

    folder = Path()

    def __init__(self) -> None:
        self.done: dict[str, arrow.Table] = {}

    def __contains__(self, piece: Piece) -> bool:
        return piece.name in self.done

    def tables(self, pieces):
        return iter([self.done[piece.name] for piece in pieces])


def planted_scores(study: SeparationStudy, gain: float, slope: float) -> Kept:
    """The stronger agent gains so many spreads, more by the first unknown."""
    kept, rng = Kept(), np.random.default_rng(0)
    for piece in study.pieces(kept):
        told = piece.arguments
        start = told["board"]["first_deal"]
        deals = np.arange(start + told["first"], start + told["last"])
        first = told["board"]["point"].get(study.unknowns[0], 0.0)
        chance = 5.0 * rng.standard_normal(len(deals))
        better = chance + 5.0 * (gain + slope * first)
        kept.done[piece.name] = arrow.table(
            {
                "deal": np.tile(deals, 2),
                "agent": np.repeat(study.agents, len(deals)),
                "utility": np.concatenate([chance, better]),
            }
        )
    return kept


def test_a_planted_gain_and_the_number_that_it_hangs_on_are_found() -> None:
    study = SeparationStudy(HAVRESAC, LADDER, 64, 300, 1)
    kept = planted_scores(study, gain=0.5, slope=2.0)
    tables = study.summarise(kept, study.pieces(kept))
    assert set(study.tables()) == set(tables)
    given = tables["by_board"].to_pylist()[0]
    assert given["board"] == "given" and given["value"] == pytest.approx(0.5, abs=0.05)
    assert given["spread"] == pytest.approx(5.0, abs=0.5) and given["deals"] == 300
    (over,) = tables["over_boards"].to_pylist()
    assert over["value"] == pytest.approx(1.5, abs=0.1) and over["boards"] == 64
    slopes = {row["unknown"]: row for row in tables["slopes"].to_pylist()}
    assert slopes[study.unknowns[0]]["low"] <= 2.0 <= slopes[study.unknowns[0]]["high"]
    others = [row for name, row in slopes.items() if name != study.unknowns[0]]
    assert max(abs(row["value"]) for row in others) < 0.5


def test_deals_that_an_agent_did_not_finish_are_left_out() -> None:
    study = SeparationStudy(HAVRESAC, LADDER, 0, 4, 1)
    kept = planted_scores(study, gain=1.0, slope=0.0)
    (name,) = kept.done
    kept.done[name] = kept.done[name].slice(0, 7)
    (row,) = study.summarise(kept, study.pieces(kept))["by_board"].to_pylist()
    assert row["deals"] == 3 and row["value"] == pytest.approx(5.0 / row["spread"])


def test_scores_are_those_of_games_alone_and_a_study_goes_on_with_more_boards(
    tmp_path: Path,
) -> None:
    run_study(SeparationStudy(HAVRESAC, LADDER, 1, 3, 5), tmp_path, workers=1)
    study = SeparationStudy(HAVRESAC, LADDER, 2, 3, 5)
    outcome = run_study(study, tmp_path, workers=1)
    rows = outcome.tables["by_board"].to_pylist()
    assert [row["board"] for row in rows] == ["given", "all-0001", "all-0002"]
    lanes = np.array([lane_of(deal, 1) for deal in range(3)])
    (block,) = play_games(HAVRESAC, ["greedy"], games=3, players=1, seed=5, lanes=lanes)
    assert rows[0]["score"] == pytest.approx(block.returns[:, 0].mean())
    assert outcome.tables["boards"].num_rows == 3
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "is strong play told from middling play?" in page
    (given, over) = pages_of(study).report(study, outcome).answers
    assert given.rows[0][:2] == ["greedy", "random"] and over.rows[0][-1] == "2"


def test_a_call_does_what_the_command_does(pixies, tmp_path: Path) -> None:
    given = {"games": 2, "seed": 5, "workers": 1}
    called = api.balance_separation(LADDER, game="havresac", progress=False, **given)
    told = pixies.json(
        *("balance", "separation", "--agents", ",".join(LADDER), "--folder", tmp_path / "study"),
        *(word for name, value in given.items() for word in (f"--{name}", value)),
        *("--board", "easy"),
        game="havresac",
    )
    easy = api.balance_separation(LADDER, game="havresac", board="easy", progress=False, **given)
    assert told["results"]["by_board"] == easy.to_arrow("by_board").to_pylist()
    assert told["results"]["by_board"] != called.to_arrow("by_board").to_pylist()


def test_what_cannot_be_studied_is_refused() -> None:
    with pytest.raises(ValueError, match="planted cannot be played alone"):
        SeparationStudy(planted_game(), LADDER, 0, 4, 0)
    with pytest.raises(ValueError, match="name two agents or more, each once"):
        SeparationStudy(HAVRESAC, ("greedy", "greedy"), 0, 4, 0)
    known = HAVRESAC.varied({})["board"]  # type: ignore[misc]
    for entries in known.values():
        entries["standing"] = "own"
    with pytest.raises(ValueError, match="no printed number of this board of havresac is ours"):
        SeparationStudy(HAVRESAC.with_options(board=known), LADDER, 2, 4, 0)


def test_a_piece_holds_all_agents_on_the_same_deals() -> None:
    study = SeparationStudy(HAVRESAC, LADDER, 0, 70, 3)
    first, last = study.pieces(Kept())
    assert (first.arguments["last"], last.arguments["last"]) == (64, 70)
    done: Done = study.run(last, STOP)
    assert done.table["agent"].to_pylist() == list(LADDER) * 6
    assert done.table["deal"].to_pylist() == [deal for deal in range(64, 70) for _ in LADDER]


def test_a_gain_is_claimed_only_where_its_interval_shows_it() -> None:
    kept = kept_outcome(Path(__file__).parents[2] / "docs" / "results" / "havresac_alone")
    assert isinstance(kept.study, SeparationStudy)
    lead = separation_page(kept.study, kept).lead
    assert "each named as stronger than the one before" in lead[0]
    (shown,) = (text for text in lead if "gain is shown of" in text)
    assert shown.startswith("On the given board a gain is shown of ")
    rows = [{**row, "low": -0.1} for row in kept.tables["by_board"].to_pylist()]
    unclear = replace(kept, tables={**kept.tables, "by_board": arrow.Table.from_pylist(rows)})
    told = " ".join(separation_page(kept.study, unclear).lead)
    assert "On the given board no gain is shown of " in told and " a gain is shown" not in told

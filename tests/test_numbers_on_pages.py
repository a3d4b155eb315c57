"""What pages say of results is what the tables in the repository say."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pyarrow as arrow
import pytest
from cogapp import Cog

from docs.inserted import sources
from docs.inserted.beside import beyond_doubt, differences
from tests.documented import ROOT

MARK = "[[[cog"
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if MARK in page.read_text("utf-8")]
BLOCK = re.compile(r"<!-- \[\[\[cog(.*?)\]\]\] -->\n(.*?)<!-- \[\[\[end\]\]\] -->", re.DOTALL)
RESULTS = ("results.md", "results_havresac.md", "results_taverns.md")
"""Pages that say results only."""


def made(text: str) -> str:
    return Cog().process_string(text, "page")


def typed_numbers(text: str) -> list[str]:
    """Lines with digits outside of blocks, targets of links aside."""
    outside = re.sub(r"\]\([^)]*\)", "]", BLOCK.sub("", text))
    return [line for line in outside.splitlines() if re.search(r"\d", line)]


def blocks(text: str) -> dict[str, str]:
    return {code.strip(): said for code, said in BLOCK.findall(text)}


@pytest.fixture
def fresh():
    """Tables are read anew, before and after."""
    readers = (sources.kept, sources.counted, sources.curves)
    for read in readers:
        read.cache_clear()
    yield
    for read in readers:
        read.cache_clear()


def test_pages_of_results_are_there():
    others = {"style.md", "learning.md", "exploit.md", "heuristics.md", "tree_search.md"}
    assert {*RESULTS, *others} == {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_the_tables_say(page):
    text = page.read_text("utf-8")
    assert made(text) == text, "`make numbers` writes it anew"


@pytest.mark.parametrize("page", RESULTS)
def test_no_number_on_a_page_of_results_is_typed(page):
    assert typed_numbers((ROOT / "docs" / page).read_text("utf-8")) == []


def test_a_typed_number_would_be_found():
    block = "<!-- [[[cog cog.outl('7 games') ]]] -->\n7 games\n<!-- [[[end]]] -->\n"
    linked = "![A picture](results/worth-4.png)\n"
    assert typed_numbers(block + linked) == []
    typed = "`greedy` wins 64 %."
    assert typed_numbers(f"{block}{typed}\n{linked}") == [typed]


def test_what_is_inserted_changes_with_the_tables(fresh, monkeypatch):
    """Estimates of other rows and half the wins: all blocks but commands say something else."""
    kept_outcome, counted = sources.kept_outcome, sources.counted.__wrapped__
    curves = sources.curves.__wrapped__

    def other(table: arrow.Table) -> arrow.Table:
        for place, field in enumerate(table.schema):
            if arrow.types.is_floating(field.type):
                rolled = 0.9 * np.roll(table[field.name].to_numpy(), 1)
                table = table.set_column(place, field.name, arrow.array(rolled))
        return table

    def outcome(folder):
        kept = kept_outcome(folder)
        return replace(kept, tables={name: other(table) for name, table in kept.tables.items()})

    def fewer(name):
        return [{**row, "wins": str(float(row["wins"]) / 2)} for row in counted(name)]

    def lower(name):
        return [
            [{**row, "wins": {**row["wins"], "value": row["wins"]["value"] / 2}} for row in run]
            for run in curves(name)
        ]

    monkeypatch.setattr(sources, "kept_outcome", outcome)
    monkeypatch.setattr("docs.inserted.seeds.curves", lower)
    for module in ("counts", "unseen"):
        monkeypatch.setattr(f"docs.inserted.{module}.counted", fewer)
    for page in PAGES:
        text = page.read_text("utf-8")
        before, after = blocks(text), blocks(made(text))
        assert before.keys() == after.keys()
        same = {code for code, said in before.items() if said and after[code] == said}
        assert {code for code in same if "```sh" not in before[code]} == set()


def test_studies_side_by_side_differ_where_the_intervals_say_so():
    def rows(*worth, half=0.0196):
        return [
            {
                "players": 2,
                "level": f"{place}",
                "value": value,
                "low": value - half,
                "high": value + half,
            }
            for place, value in enumerate(worth)
        ]

    found = differences(rows(0.02, 0.06, 0.0), rows(0.0, 0.0, 0.0, 0.5))
    assert [(each.level, each.value) for each in found] == [("0", 0.02), ("1", 0.06), ("2", 0.0)]
    # Two standard errors of 0.01 each; of three together 2.4 of them are beyond doubt.
    assert [each.error for each in found] == pytest.approx([0.01 * 2**0.5] * 3, rel=1e-4)
    assert [each.level for each in beyond_doubt(found)] == ["1"]
    assert beyond_doubt(found[:1]) == []

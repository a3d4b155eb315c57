"""The page of a study of styles."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from pixies_env.core.words import count_games, count_players
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.balance.words import failures_section, spoken
from pixies_experiments.studies.report import (
    FEW_DEALS,
    NO_INTERVAL,
    Report,
    facts_of,
    listed,
    ours,
    told,
)
from pixies_experiments.studies.study import Outcome
from pixies_experiments.studies.style.game_page import game_page
from pixies_experiments.studies.style.sections import Sections
from pixies_experiments.studies.style.study import StyleStudy

_MOST = 3
"""Sources of points that a sentence names."""


def style_page(study: StyleStudy, outcome: Outcome) -> Report:
    """Everything that a study of styles says."""
    tables = {name: table.to_pylist() for name, table in outcome.tables.items()}
    shown = study.players[0]
    sections = Sections(study.game, tables)
    sizes = [
        ("agents", ", ".join(study.agents)),
        ("players", ", ".join(map(str, study.players))),
        ("games", f"{study.games:,} of each agent for each number of players, the same deals"),
        ("reviewed", f"{study.reviews} games of {study.reviewed_agent}, by {study.judge}"),
        ("seed", str(study.seed)),
    ]
    return Report(
        f"{study.game.title}: what play looks like",
        [*_lead(study, tables), *filter(None, [ours(study.game)])],
        facts_of(outcome.configuration, sizes),
        [
            *sections.pictures(shown),
            *(section for number in study.players for section in sections.of(number)),
            *sections.reviews(),
            *failures_section(outcome),
        ],
        sections.overview(shown),
    )


def game_files(study: StyleStudy, outcome: Outcome) -> Mapping[str, Report | str]:
    """Each reviewed game as HTML, as Markdown, and as its record."""
    if "reviews" not in outcome.tables:
        return {}
    events = outcome.tables["events"].to_pylist()
    files: dict[str, Report | str] = {}
    for review in outcome.tables["reviews"].to_pylist():
        own = [event for event in events if event["number"] == review["number"]]
        page = game_page(study.game, study.judge, review, own)
        name = f"games/game-{review['number']}"
        files |= {
            f"{name}.html": page,
            f"{name}.md": page,
            f"{name}.jsonl": review["record"],
        }
    return files


def _lead(study: StyleStudy, tables: dict[str, list[dict[str, Any]]]) -> list[str]:
    shown, agent = study.players[0], study.reviewed_agent
    said = [
        f"Each agent played {count_games(study.games)} for each number of players with copies of "
        "itself on all seats, so this is how a table of equals plays. Intervals are 95 %, of each "
        "number by itself, over the deals.",
        " ".join(filter(None, [_points(tables, shown, agent), _few(tables, shown, agent)])),
    ]
    others = [other for other in study.agents if other != agent]
    if others:
        said.append(compared(tables, shown, agent, others[0]))
    said.append(_reviewed(study, tables))
    return [text for text in said if text]


def _few(tables: Mapping[str, Any], players: int, agent: str) -> str:
    """That there are few deals, or what it means where an interval is missing."""
    of_games = (row for row in tables["statistics"] if row["players"] == players)
    rows = [row for row in of_games if row["agent"] == agent] + _scored(tables, players, agent)
    deals = max((row["deals"] for row in rows), default=0)
    if deals >= FEW_DEALS:
        return NO_INTERVAL if any(isnan(row["low"]) for row in rows) else ""
    if deals < 2:
        return f"One game has no interval: {FEW_DEALS} or more would say how sure all this is."
    return (
        f"Intervals of so few games are wide, and missing where all were alike: {FEW_DEALS} or "
        "more would say how sure all this is."
    )


def _scored(tables: Mapping[str, Any], players: int, agent: str) -> list[dict[str, Any]]:
    return [
        row
        for row in tables.get("tallies", [])
        if (row["players"], row["agent"]) == (players, agent) and row["scored"]
    ]


def _points(tables: Mapping[str, Any], players: int, agent: str) -> str:
    """Where most points of an agent come from, and what costs most."""
    rows = _scored(tables, players, agent)
    score = [
        row
        for row in tables["statistics"]
        if (row["players"], row["agent"], row["name"]) == (players, agent, "score")
    ]
    if not rows or not score:
        return ""
    gains = sorted((row for row in rows if row["value"] > 0), key=lambda row: -row["value"])
    losses = sorted((row for row in rows if row["value"] < 0), key=lambda row: row["value"])
    parts = [
        f"{what} {listed(_named(row) for row in own[:_MOST])}"
        for what, own in (
            ("by the means most points come from", gains),
            ("most are lost by", losses),
        )
        if own
    ]
    return (
        f"With {count_players(players)} a seat of {agent} ends with {told(_of(score[0]))} points: "
        f"{'; '.join(parts)}."
    )


def compared(tables: Mapping[str, Any], players: int, agent: str, other: str) -> str:
    """Of which sources an agent surely makes something else than another one."""
    theirs = {row["name"]: row for row in _scored(tables, players, other)}
    differing = [
        (row, theirs[row["name"]])
        for row in _scored(tables, players, agent)
        if row["name"] in theirs and _apart(row, theirs[row["name"]])
    ]
    if not differing:
        return ""
    differing.sort(key=lambda both: -abs(both[0]["value"] - both[1]["value"]))
    parts = [
        f"{spoken(own['name'])} {told(_of(own), plus=True)}, not {told(_of(one), plus=True)}"
        for own, one in differing[:_MOST]
    ]
    told_first = ", the largest differences first" if len(parts) > 1 else ""
    return f"It differs from {other} in what it makes of {'; '.join(parts)}{told_first}."


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two intervals do not meet; of a single deal there is none."""
    if min(one["deals"], other["deals"]) < 2:
        return False
    (low, high), (least, most) = _span(one), _span(other)
    return low > most or high < least


def _span(row: Mapping[str, Any]) -> tuple[float, float]:
    """The interval; where nothing varies, the value alone."""
    if isnan(row["low"]):
        return row["value"], row["value"]
    return row["low"], row["high"]


def _reviewed(study: StyleStudy, tables: Mapping[str, Any]) -> str:
    events = [event for event in tables.get("events", []) if event["expected"]]
    if not events:
        return ""
    dear = sum(event["low"] > 0 for event in events)
    count = count_games(len(tables["reviews"]))
    return (
        f"{study.judge} reviewed {count} of {study.reviewed_agent} with a winner's score near the "
        f"median: {dear} of {len(events)} decisions were surely worse than what the search "
        "prefers. The folder games/ tells them event by event."
    )


def _named(row: Mapping[str, Any]) -> str:
    return f"{spoken(row['name'])} {told(_of(row), plus=True)}"


def _of(row: Mapping[str, Any]) -> Estimate:
    return Estimate(row["value"], row["low"], row["high"], 0, row["deals"])

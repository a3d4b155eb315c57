"""The page of a reviewed game: what happened, round by round, with the search's opinions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pixies_env.core.events import CHANCE_EVENT
from pixies_env.core.game import Game
from pixies_env.core.words import count_players
from pixies_experiments.review import help_note
from pixies_experiments.studies.figures import COLOURS
from pixies_experiments.studies.report import (
    Draw,
    Picture,
    Report,
    ReportTable,
    Section,
    ours,
    signed,
    with_interval,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 10
"""Mistakes that are listed."""
Row = dict[str, Any]


def game_page(game: Game, judge: str, review: Row, events: Sequence[Row]) -> Report:
    """The page of one of the reviewed games."""
    players = review["players"]
    scores = ", ".join(
        f"player {seat} {signed(score, 0)} (place {rank})"
        for seat, (score, rank) in enumerate(zip(review["scores"], review["ranks"], strict=True))
    )
    judged = [event for event in events if event["expected"]]
    lead = [
        f"{count_players(players)}, {review['agent']} on all seats. Final scores: {scores}.",
        f"{len(judged)} decisions had more than one option; {judge} judged them. Values are "
        "expected rank rewards, +1 for the first to \N{MINUS SIGN}1 for the last. Where the search "
        "would have decided otherwise, its own choice is told, and by how much better it is for "
        f"the player, with a 95 % interval over eight searches. {help_note(judge)}".strip(),
        ours(game),
    ]
    dearest = sorted((e for e in judged if e["low"] > 0), key=lambda e: (-e["cost"], e["event"]))
    return Report(
        f"{game.title}: game {review['number']} of {review['agent']}",
        [text for text in lead if text],
        [("deal", str(review["deal"])), ("events", str(len(events)))],
        [
            Section(
                "Expected result of each seat",
                pictures=[
                    Picture(
                        "expected",
                        "Expected rank reward of each seat over the game.",
                        _chart(game, review, len(events), judged),
                        (7.0, 3.2),
                    )
                ],
            ),
            Section(
                "What cost most",
                [] if dearest else ["No decision was surely worse than what the search prefers."],
                [_mistakes(dearest[:MOST])] if dearest else [],
            ),
            *_rounds(events),
        ],
    )


def _mistakes(events: Sequence[Row]) -> ReportTable:
    head = ["what happened", "round", "the search prefers", "better by"]
    rows = [[_happened(e), str(e["round"]), e["best"], _better(e)] for e in events]
    return ReportTable(head, rows)


def _happened(event: Row) -> str:
    return f"{event['event']}. {event['words']}"


def _better(event: Row) -> str:
    return with_interval(event["cost"], event["low"], event["high"], 2, plus=True)


def _rounds(events: Sequence[Row]) -> list[Section]:
    """All that happened, a section each round."""
    sections = []
    for number in dict.fromkeys(event["round"] for event in events):
        own = [event for event in events if event["round"] == number]
        first = next((event["expected"] for event in own if event["expected"]), None)
        seats = enumerate(first or ())
        values = ", ".join(f"player {seat} {signed(value, 2)}" for seat, value in seats)
        title = f"Round {number}" if number else "Before the first round"
        texts = [f"Expected before its first decision: {values}."] if values else []
        rows = [[_happened(event), *_opinion(event)] for event in own]
        table = ReportTable(["what happened", "the search prefers", "better by"], rows)
        sections.append(Section(title, texts, [table]))
    return sections


def _opinion(event: Row) -> list[str]:
    """What the search would rather have done, if something else."""
    if event["kind"] == CHANCE_EVENT or not event["expected"]:
        return ["", ""]
    return [event["best"], _better(event)] if event["best"] else ["the same", ""]


def _chart(game: Game, review: Row, end: int, judged: Sequence[Row]) -> Draw:
    """Lines over the game, a seat each."""

    def draw(axes: Axes) -> None:
        for seat, final in enumerate(review["returns"]):
            axes.plot(
                [*(event["event"] - 1 for event in judged), end],
                [*(event["expected"][seat] for event in judged), final],
                label=f"player {seat}",
                color=COLOURS[seat % len(COLOURS)],
            )
        axes.set_ylim(*game.utility_bounds(review["players"]))
        axes.set_xlabel("events")
        axes.set_ylabel("expected rank reward")
        axes.grid(color="#dddddd")
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))

    return draw

"""What a review says: sentences, tables and the chart, for pages, commands and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pixies_env.core.words import count_players
from pixies_experiments.review import Review, help_note
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


def review_report(review: Review, source: str, most: int) -> Report:
    """The page of a review of a source, with so many mistakes and turns at most."""
    return Report(
        f"{review.record.game.title}: review of {source}",
        _lead(review),
        (),
        [
            Section(
                "Expected result of each seat",
                pictures=[
                    Picture(
                        "expected",
                        "Expected rank reward of each seat over the game.",
                        _chart(review),
                        (7.0, 3.2),
                    )
                ],
            ),
            _section(
                "The largest mistakes",
                _mistakes(review, most),
                "No decision was surely worse than what the search would have done.",
            ),
            _section(
                "Where the chances turned", _turns(review, most), "There are too few decisions."
            ),
        ],
    )


def _section(title: str, table: ReportTable, nothing: str) -> Section:
    if not table.rows:
        return Section(title, [nothing], answers=True)
    return Section(title, (), [table], answers=True)


def _lead(review: Review) -> list[str]:
    said = [
        f"{count_players(review.record.players)}, {len(review.judgements)} decisions judged by "
        f"{review.agent}. Numbers are expected rank rewards: +1 for the first to \N{MINUS SIGN}1 "
        "for the last, with 95 % intervals over the searches. "
        f"{help_note(review.agent)}Events are numbered as by `pixies replay`.",
        ours(review.record.game),
    ]
    return [text for text in said if text]


def _mistakes(review: Review, most: int) -> ReportTable:
    rows = [
        [
            str(each.number),
            str(each.player),
            each.taken.words,
            each.best.words,
            with_interval(each.cost, each.low, each.high, 2),
        ]
        for each in review.mistakes(most)
    ]
    head = ["event", "player", "done", "better", "cost"]
    return ReportTable(head, rows, "The largest mistakes")


def _turns(review: Review, most: int) -> ReportTable:
    seats = range(review.record.players)
    rows = [
        [
            str(turn.number),
            "; ".join(turn.events),
            *(f"{signed(turn.before[s], 2)}, then {signed(turn.after[s], 2)}" for s in seats),
        ]
        for turn in review.turns(most)
    ]
    head = ["event", "what happened", *(f"player {seat}" for seat in seats)]
    return ReportTable(head, rows, "Where the chances turned")


def _chart(review: Review) -> Draw:
    """Lines over the game, a seat each."""

    def draw(axes: Axes) -> None:
        points = review.expectations()
        for seat in range(review.record.players):
            axes.plot(
                [number for number, _ in points],
                [values[seat] for _, values in points],
                label=f"player {seat}",
            )
        axes.set_ylim(*review.record.game.utility_range)
        axes.set_xlabel("events")
        axes.set_ylabel("expected rank reward")
        axes.grid(color="#dddddd")
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))

    return draw

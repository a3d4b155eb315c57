"""A review as one HTML file that needs nothing else: the chart, the turns, the mistakes."""

from __future__ import annotations

from html import escape

from pixies_env.core.drawing.style import COMMON
from pixies_experiments.review import Review
from pixies_experiments.studies.report import Report, ReportTable

WIDTH, HEIGHT, LEFT, BOTTOM = 900.0, 300.0, 48.0, 28.0
DASHES = ("", "8 4", "2 4", "10 3 2 3", "1 3")
"""Lines of the seats differ by more than their colours."""

_STYLE = """
:root{color-scheme:light dark;font:100%/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:62rem;padding:1rem;background:light-dark(#fff,#16181d);
color:light-dark(#1c1c1c,#f0efe9)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;
border-top:1px solid light-dark(#8c8a83,#777c88)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.wide{overflow-x:auto}
svg{width:100%;height:auto}
svg text{fill:light-dark(#1c1c1c,#f0efe9);font-size:12px}
.axis{stroke:light-dark(#8c8a83,#777c88)}
.line{fill:none;stroke-width:2.5}
"""


def page(review: Review, report: Report) -> str:
    """The whole page."""
    parts = [
        f"<h1>{escape(report.title)}</h1>",
        *(f"<p>{escape(text)}</p>" for text in report.lead),
    ]
    for section in report.sections:
        parts += [
            f"<h2>{escape(section.title)}</h2>",
            *([chart(review)] if section.pictures else ()),
            *(f"<p>{escape(text)}</p>" for text in section.texts),
            *map(_table, section.tables),
        ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{_STYLE}{_colours()}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _colours() -> str:
    names = [name for name in COMMON if name.startswith("seat")]
    return "".join(f".{name}{{stroke:light-dark({','.join(COMMON[name])})}}" for name in names)


def _table(table: ReportTable) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(table.caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def chart(review: Review) -> str:
    """Lines over the game: the expected result of each seat before each decision."""
    points = review.expectations()
    lowest, highest = review.record.game.utility_range
    span = max(1, len(review.record.events))

    def at(number: int, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - 8) * number / span
        y = 8 + (HEIGHT - BOTTOM - 8) * (highest - value) / (highest - lowest)
        return round(x, 1), round(y, 1)

    marks = []
    for step in range(5):
        value = lowest + (highest - lowest) * step / 4
        (left, y), (right, _) = at(0, value), at(span, value)
        marks.append(f'<line class="axis" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>')
        marks.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{value:+.1f}</text>')
    for share in (0, 1, 2, 3, 4):
        number = span * share // 4
        x, _ = at(number, lowest)
        anchor = "end" if share == 4 else "middle"
        marks.append(f'<text x="{x}" y="{HEIGHT - 8}" text-anchor="{anchor}">{number}</text>')
    lines, legend = [], []
    for seat in range(review.record.players):
        places = " ".join("{},{}".format(*at(number, values[seat])) for number, values in points)
        dash = DASHES[seat % len(DASHES)]
        look = f'class="line seat{seat % 5}" stroke-dasharray="{dash}"'
        lines.append(f'<polyline {look} points="{places}"><title>player {seat}</title></polyline>')
        x = LEFT + 130 * seat
        legend.append(
            f'<line {look} x1="{x}" x2="{x + 34}" y1="{HEIGHT + 12}" y2="{HEIGHT + 12}"/>'
        )
        legend.append(f'<text x="{x + 40}" y="{HEIGHT + 16}">player {seat}</text>')
    return (
        f'<svg viewBox="0 0 {WIDTH:.0f} {HEIGHT + 24:.0f}" role="img" '
        f'aria-label="Expected result of each seat over {span} events">'
        f"{''.join([*marks, *lines, *legend])}</svg>"
    )

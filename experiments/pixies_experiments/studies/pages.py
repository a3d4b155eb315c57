"""Writing a page: one HTML file that needs nothing beside it, and its pictures as PNG."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pixies_env.core.files.whole import written_whole
from pixies_experiments.studies.kinds import Pages
from pixies_experiments.studies.markdown import markdown
from pixies_experiments.studies.report import (
    Picture,
    Report,
    ReportTable,
    Section,
    split_interval,
)
from pixies_experiments.studies.store import FIGURES, REPORT, TIMES
from pixies_experiments.studies.study import Outcome

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --quiet: #555; --line: #ddd;
  --ground: #f5f6f8; --stripe: #f7f8fa; --link: #0057a3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #161616; --quiet: #adadad; --line: #3a3a3a;
    --ground: #222; --stripe: #1e1e1e; --link: #7db8f0; }
  /* Drawn in dark on nothing: turned round, but for the hues. */
  figure svg { filter: invert(1) hue-rotate(180deg); } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto 4rem; padding: 0 1rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line);
  padding-bottom: .2rem; overflow-wrap: anywhere; }
p { max-width: 46rem; overflow-wrap: break-word; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem;
  background: var(--ground); padding: .8rem 1rem; border-radius: .4rem; font-size: .9rem; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
.scroll, figure { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums;
  margin: .8rem 0; }
caption { text-align: left; color: var(--quiet); padding-bottom: .3rem; caption-side: top; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap;
  vertical-align: top; line-height: 1.3; }
td small { color: var(--quiet); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { border-bottom: 1px solid var(--quiet); font-weight: 600; vertical-align: bottom;
  white-space: normal; }
tbody tr:nth-child(even) { background: var(--stripe); }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; }
/* Small letters are not made smaller still: the picture is moved instead. */
@media (max-width: 40rem) { figure svg { max-width: none; } }
figcaption { color: var(--quiet); font-size: .9rem; max-width: 46rem;
  position: sticky; left: 0; }
summary { cursor: pointer; color: var(--link); }
summary h2 { display: inline; border: 0; font-size: 1.05rem; font-weight: 600; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
@media print { body { margin: 0; max-width: none; }
  details::details-content { content-visibility: visible; } }
"""

_PNG_DOTS = 200
"""Per inch."""
_LOOK: Any = {
    "font.size": 9,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "path",
    # Names of clips and glyphs inside the picture would be random.
    "svg.hashsalt": "pixies",
    "axes.titlesize": 10,
}


def write_pages(
    outcome: Outcome, pages: Pages, remarks: Sequence[str] = (), *, pictures: bool = True
) -> None:
    """Write the pages of an outcome to its folder.

    Args:
        outcome: what is told.
        pages: how.
        remarks: sentences for the end of what the page begins with.
        pictures: write the pictures as files too, beside those inside the pages.
    """
    study, folder = outcome.study, outcome.folder
    report = pages.report(study, outcome)
    told = [
        (replace(report, lead=[*report.lead, *remarks]), folder / FIGURES, folder / REPORT),
        (pages.times(study, outcome), folder / TIMES, folder / TIMES / REPORT),
    ]
    for page_of, figures, file in told:
        if page_of is not None:
            if pictures:
                figures.mkdir(exist_ok=True)
            page = write_page(page_of, figures if pictures else None)
            _write(file, page)
    for name, content in pages.files(study, outcome).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Report):
            content = markdown(content) if file.suffix == ".md" else write_page(content, None)
        _write(file, content)


def _write(file: Path, text: str) -> None:
    with written_whole(file) as aside:
        aside.write_text(text, encoding="utf-8")


def write_page(report: Report, figures: Path | None) -> str:
    """The page as text; its pictures are written to a folder as PNG too, if there is one."""
    drawings = {name: _figure(picture, figures) for name, picture in report.pictures.items()}
    for old in figures.glob("*.png") if figures else ():
        if old.stem not in drawings:
            old.unlink()
    begins = report.picture is not None
    sections = [
        _section(section, [drawings[picture.name] for picture in section.pictures], begins)
        for section in report.sections
    ]
    title = html.escape(report.title)
    facts = "".join(
        f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in report.facts
    )
    played = _folded("What was played", f"<dl>{facts}</dl>\n") if begins else f"<dl>{facts}</dl>"
    first = drawings[report.picture.name] if report.picture is not None else ""
    lead = "".join(f"<p>{html.escape(text)}</p>\n" for text in report.lead)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{first}{lead}{played}{''.join(sections)}</body>\n</html>\n"
    )


def answers_html(report: Report) -> str:
    """What a notebook shows of a page: its title, its first sentences and the answer's tables."""
    lead = "".join(f"<p>{html.escape(text)}</p>\n" for text in report.lead)
    tables = "".join(map(_table, report.answers))
    return f"<h3>{html.escape(report.title)}</h3>\n{lead}{tables}"


def drawn(picture: Picture, kind: type[Figure] | None = None) -> Figure:
    """The picture as a figure, of a kind of its own perhaps, in the look of the pages."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_LOOK):
        drawing = (kind or Figure)(figsize=picture.size)
        picture.draw(drawing.subplots())
        return drawing


def _section(section: Section, figures: list[str], folded: bool) -> str:
    texts = "".join(f"<p>{html.escape(text)}</p>\n" for text in section.texts)
    tables = "".join(_table(table) for table in section.tables)
    inside = f"{texts}{''.join(figures)}{tables}"
    if folded or section.folded:
        return _folded(section.title, inside)
    return f"<section>\n<h2>{html.escape(section.title)}</h2>\n{inside}</section>\n"


def _folded(title: str, inside: str) -> str:
    """What is shown when its heading is clicked on."""
    heading = f"<summary><h2>{html.escape(title)}</h2></summary>"
    return f"<section>\n<details>{heading}\n{inside}</details>\n</section>\n"


def _table(table: ReportTable) -> str:
    caption = f"<caption>{html.escape(table.caption)}</caption>" if table.caption else ""
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in table.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>\n"
        for row in table.rows
    )
    return (
        f'<div class="scroll"><table>{caption}<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
    )


def _cell(text: str) -> str:
    """A cell; an interval in brackets goes below its number."""
    value, interval = split_interval(text)
    if not interval:
        return html.escape(text)
    return f"{html.escape(value)}<br><small>{html.escape(interval)}</small>"


def _figure(picture: Picture, folder: Path | None) -> str:
    import matplotlib

    drawing = drawn(picture)
    with matplotlib.rc_context(_LOOK):
        text = io.StringIO()
        # Neither the date nor the program's version belongs into results.
        drawing.savefig(
            text,
            format="svg",
            bbox_inches="tight",
            transparent=True,
            metadata={"Date": None, "Creator": None},
        )
        if folder is not None:
            with written_whole(folder / f"{picture.name}.png") as aside:
                drawing.savefig(
                    aside,
                    format="png",
                    dpi=_PNG_DOTS,
                    bbox_inches="tight",
                    metadata={"Software": None},
                )
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Pictures of one page must not share the names of what is in them.
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{picture.name}-", svg)
    caption = html.escape(picture.caption)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{caption}" ', 1)
    return f"<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n"

"""A page as Markdown: its sentences and tables, for readers that show no HTML. No pictures."""

from __future__ import annotations

from pixies_experiments.studies.report import Report, ReportTable

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>|#"})


def markdown(report: Report) -> str:
    """The whole page."""
    parts = [f"# {_plain(report.title)}", *map(_plain, report.lead)]
    parts.append("\n".join(f"* {_plain(name)}: {_plain(value)}" for name, value in report.facts))
    for section in report.sections:
        inside = [*map(_plain, section.texts), *map(_table, section.tables)]
        parts += [f"## {_plain(section.title)}", *inside] if inside else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _plain(text: str) -> str:
    """A text in which nothing means anything to Markdown."""
    return text.translate(_SPECIAL)


def _table(table: ReportTable) -> str:
    rows = [table.head, [":--", *["--:"] * (len(table.head) - 1)], *table.rows]
    lines = [
        f"| {' | '.join(cell if place == 1 else _plain(cell) for cell in row)} |"
        for place, row in enumerate(rows)
    ]
    caption = [_plain(table.caption), ""] if table.caption else []
    return "\n".join([*caption, *lines])

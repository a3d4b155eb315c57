"""What calls give back: tables as frames, and the pictures of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pixies_experiments.studies.report import Report

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as arrow
    from matplotlib.figure import Figure


class Results:
    """Tables of results by name, and the page that tells them.

    A notebook shows its title, its first sentences and the tables that are the answer.
    """

    def __init__(self, report: Report, tables: Mapping[str, arrow.Table]) -> None:
        self.report = report
        """What the page shows."""
        self.tables = dict(tables)
        """Arrow tables by name, the main one first. Columns ``value``, ``low`` and ``high`` are an
        estimate with its 95 % interval, ``joint_low`` and ``joint_high`` the ends of those that
        hold for all rows of a measure together; shares are between 0 and 1."""

    def to_arrow(self, table: str | None = None) -> arrow.Table:
        """A table by name, the main one by default; LookupError names those that there are."""
        name = next(iter(self.tables), "") if table is None else table
        if name not in self.tables:
            raise LookupError(f"there is no table {name!r}; there are {', '.join(self.tables)}")
        return self.tables[name]

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """The same as a frame of pandas; ImportError says what brings it."""
        found = self.to_arrow(table)
        with _needed("pandas"):
            import pandas  # noqa: F401
        return found.to_pandas()

    def to_polars(self, table: str | None = None) -> polars.DataFrame:
        """The same as a frame of polars; ImportError says what brings it."""
        found = self.to_arrow(table)
        with _needed("polars"):
            import polars
        frame = polars.from_arrow(found)
        assert isinstance(frame, polars.DataFrame)
        return frame

    @property
    def pictures(self) -> dict[str, str]:
        """Captions of all pictures by name, in the order of the page."""
        return {name: picture.caption for name, picture in self.report.pictures.items()}

    def figure(self, name: str | None = None) -> Figure:
        """A picture by name, the first by default, as a new figure of matplotlib.

        LookupError names the pictures that there are.
        """
        from pixies_experiments.api.shown import ShownFigure
        from pixies_experiments.studies.pages import drawn

        found = self.report.pictures
        if not found:
            raise LookupError("there is no picture: there were too few games for an estimate")
        if name is not None and name not in found:
            raise LookupError(f"there is no picture {name!r}; there are {', '.join(found)}")
        return drawn(next(iter(found.values())) if name is None else found[name], ShownFigure)

    def _repr_html_(self) -> str:
        from pixies_experiments.studies.pages import answers_html

        return answers_html(self.report)

    def __repr__(self) -> str:
        return f"<{self.report.title}; tables: {', '.join(self.tables)}>"


@contextmanager
def _needed(library: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise ImportError(
            f"frames of {library} need more: pip install 'pixies-env[notebook]' ({error})",
            name=library,
        ) from error

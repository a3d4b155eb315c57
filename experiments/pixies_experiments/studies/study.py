"""What a study is: its configuration, its pieces of work, and what is made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from pixies_experiments.pieces import Failure, Piece

if TYPE_CHECKING:
    from typing import Self

    import pyarrow as arrow

    from pixies_env.core.game import Game


@dataclass(frozen=True)
class Done:
    """What a piece of work gave."""

    table: arrow.Table
    """The results. All pieces of a study have the same schema, or no column: no results."""
    times: arrow.Table | None = None
    """Measured times, which are kept apart: they differ from run to run."""
    failures: tuple[Failure, ...] = ()
    """Games that are missing in the results."""


class Parts(Protocol):
    """What is finished of a study."""

    folder: Path

    def __contains__(self, piece: Piece) -> bool:
        """Whether a piece is done."""

    def tables(self, pieces: Iterable[Piece]) -> Iterator[arrow.Table]:
        """The results of some finished pieces, one table each, in their order.

        Those of which every game failed have none.
        """


class Study(ABC):
    """A study; one of its kind is a frozen dataclass of data that can be pickled.

    Results depend on the configuration alone: not on the number of workers, the backend, the
    order in which pieces end, or on interruptions.
    """

    kind: ClassVar[str]
    grows: ClassVar[tuple[str, ...]] = ("games",)
    """Keys of the configuration that may change when a folder is taken up again."""
    settled: ClassVar[tuple[str, ...]] = ()
    """Keys that a folder's study settles, where they are not given anew."""
    game: Game

    @classmethod
    @abstractmethod
    def configured(cls, game: Game, told: Mapping[str, Any]) -> Self:
        """The study of a game with such a configuration."""

    @abstractmethod
    def configuration(self) -> dict[str, Any]:
        """Everything that decides the results and how they are cut, as JSON can hold it."""

    def tables(self) -> tuple[str, ...]:
        """Names of tables of results that it cannot be without, whatever its games gave.

        Asked where its folder does not say which tables it has.
        """
        return ()

    @abstractmethod
    def pieces(self, parts: Parts) -> list[Piece]:
        """All pieces that are wanted as far as the finished ones tell, in their order.

        Asked again when they are done, until it names nothing new. It must not depend on which
        other parts happen to be there.
        """

    @abstractmethod
    def run(self, piece: Piece, on_error: str) -> Done:
        """Do a piece of work, in a process that may use one thread.

        GameFailedError if an agent fails and ``on_error`` is ``stop``.
        """

    @abstractmethod
    def summarise(self, parts: Parts, pieces: list[Piece]) -> dict[str, arrow.Table]:
        """Tables of results by name; they depend on the parts of the pieces alone."""


@dataclass(frozen=True)
class Outcome:
    """A study as far as it is done: what pages and commands tell of."""

    study: Study
    folder: Path
    configuration: dict[str, Any]
    """What the folder's file says that the study is."""
    tables: dict[str, arrow.Table]
    """What :meth:`Study.summarise` made of the finished pieces, by name."""
    failures: list[Failure]
    times: arrow.Table | None = None
    """Measured times of the finished pieces, if there are any."""

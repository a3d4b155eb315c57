"""The kinds of studies that come with the package, each with its pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pixies_env.core.game import Game
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.report import Report
from pixies_experiments.studies.study import Outcome, Study

if TYPE_CHECKING:
    from pixies_experiments.studies.balance.board_study import BoardStudy
    from pixies_experiments.studies.balance.separation import SeparationStudy
    from pixies_experiments.studies.balance.size_study import SizeStudy
    from pixies_experiments.studies.balance.study import BalanceStudy
    from pixies_experiments.studies.exploit.study import ExploitStudy
    from pixies_experiments.studies.style.study import StyleStudy
    from pixies_experiments.studies.tournament import Tournament


@dataclass(frozen=True)
class Pages:
    """What is written of an outcome for people.

    It depends on the configuration and the tables of results alone, so that it can be made again
    from what was kept of them.
    """

    report: Callable[[Any, Outcome], Report]
    """Makes the page, of the study and its outcome."""
    times: Callable[[Any, Outcome], Report | None] = lambda study, outcome: None
    """Makes a page of the measured times, which is kept with them; None if there are none."""
    told: Callable[[Any, Outcome], Mapping[str, Any]] = lambda study, outcome: {}
    """What follows from the tables and is told beside them in JSON."""
    files: Callable[[Any, Outcome], Mapping[str, Report | str]] = lambda study, outcome: {}
    """Makes further files by their paths in the study's folder: texts, and pages, which are
    written as Markdown where the path ends with ``.md``, else as HTML."""


# Each is loaded when it is asked for: one of them takes an optional library.


def _tournament() -> tuple[type[Tournament], Pages]:
    from pixies_experiments.studies.tournament import Tournament
    from pixies_experiments.studies.tournament_page import tournament_page, tournament_times_page
    from pixies_experiments.studies.tournament_results import games_needed

    return Tournament, Pages(tournament_page, tournament_times_page, games_needed)


def _balance() -> tuple[type[BalanceStudy], Pages]:
    from pixies_experiments.studies.balance.page import balance_page
    from pixies_experiments.studies.balance.study import BalanceStudy

    return BalanceStudy, Pages(balance_page)


def _board() -> tuple[type[BoardStudy], Pages]:
    from pixies_experiments.studies.balance.board_page import board_page
    from pixies_experiments.studies.balance.board_study import BoardStudy

    return BoardStudy, Pages(board_page)


def _separation() -> tuple[type[SeparationStudy], Pages]:
    from pixies_experiments.studies.balance.separation import SeparationStudy
    from pixies_experiments.studies.balance.separation_page import separation_page

    return SeparationStudy, Pages(separation_page)


def _sizes() -> tuple[type[SizeStudy], Pages]:
    from pixies_experiments.studies.balance.size_page import size_page
    from pixies_experiments.studies.balance.size_study import SizeStudy

    return SizeStudy, Pages(size_page)


def _exploit() -> tuple[type[ExploitStudy], Pages]:
    from pixies_experiments.studies.exploit.page import exploit_page
    from pixies_experiments.studies.exploit.study import ExploitStudy

    return ExploitStudy, Pages(exploit_page)


def _style() -> tuple[type[StyleStudy], Pages]:
    from pixies_experiments.studies.style.page import game_files, style_page
    from pixies_experiments.studies.style.study import StyleStudy

    return StyleStudy, Pages(style_page, files=game_files)


_KINDS: Mapping[str, Callable[[], tuple[type[Study], Pages]]] = {
    "tournament": _tournament,
    "balance": _balance,
    "balance-board": _board,
    "balance-separation": _separation,
    "balance-sizes": _sizes,
    "exploit": _exploit,
    "style": _style,
}


def pages_of(study: Study) -> Pages:
    """The pages of a study; StudyRefusedError if it is of none of these kinds."""
    if study.kind not in _KINDS:
        raise StudyRefusedError(
            f"a study of kind {study.kind!r} has no pages of its own: hand them over; those of "
            f"{', '.join(_KINDS)} are known"
        )
    return _KINDS[study.kind]()[1]


def configured(game: Game, told: Mapping[str, Any]) -> Study:
    """The study of a game that a configuration describes.

    StudyRefusedError if it is of none of these kinds, or what it says does not fit.
    """
    kind = str(told.get("kind"))
    if kind not in _KINDS:
        raise StudyRefusedError(f"there is no study of kind {kind!r}: {', '.join(_KINDS)}")
    try:
        return _KINDS[kind]()[0].configured(game, told)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else error
        raise StudyRefusedError(f"the configuration of a {kind} study: {said}") from error

"""Studies as calls: what a command plays and writes to a folder, as objects."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from pixies_env.core.game import Game
from pixies_experiments.api.asked import (
    Agents,
    BoardFile,
    GameLike,
    Numbers,
    Options,
    game_of,
    numbers_of,
    one_or_each,
)
from pixies_experiments.api.prepared import (
    balance_of,
    designs_of,
    first_factor,
    over_boards_of,
    separation_of,
    sizes_of,
    style_of,
    tournament_of,
)
from pixies_experiments.api.results import Results
from pixies_experiments.api.running import Make, Studied, Work, run_shown
from pixies_experiments.default_game import DEFAULT_GAME
from pixies_experiments.pieces import STOP
from pixies_experiments.studies.balance.plan import PLAYED
from pixies_experiments.studies.configuration import settled_study
from pixies_experiments.studies.kept import kept_outcome
from pixies_experiments.studies.kinds import pages_of
from pixies_experiments.studies.study import Outcome

Folder: TypeAlias = str | os.PathLike[str] | None
"""Where a study lives; one that is there goes on. None for a temporary one."""


class StudyResults(Results):
    """What a study gave, and the folder in which it is kept."""

    def __init__(self, outcome: Outcome, *, temporary: bool = False) -> None:
        self.outcome = outcome
        self.study = outcome.study
        self.folder = outcome.folder
        """A temporary one is removed with this object."""
        self.is_temporary = temporary
        if temporary:
            weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        names = [*outcome.study.tables(), *outcome.tables]
        tables = {name: outcome.tables[name] for name in names if name in outcome.tables}
        super().__init__(pages_of(outcome.study).report(outcome.study, outcome), tables)


def tournament(
    agents: Agents,
    *,
    players: Numbers = 4,
    games: int = 2000,
    until_width: float | None = None,
    table: bool = False,
    seconds: float | None = None,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """Any number of agents against each other: ``pixies tournament`` as a call.

    Args:
        agents: specifications; one that is named twice can sit at a table twice.
        players: numbers of players.
        games: games for each number of players, rounded up to whole deals.
        until_width: stop when no interval of a win share is wider, such as 0.04.
        table: play copies of an agent against copies of another, all numbers of all pairs, for
            the table of payoffs; it needs the extra ``openspiel``.
        seconds: time for each decision of all agents that search.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables of :doc:`tournament`, ``agents`` first.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    played = game_of(game, board, options)
    make = tournament_of(
        played, agents, numbers_of(players), games, until_width, seed, table, seconds
    )
    return studied(make, folder, Work(workers, backend, on_error), progress)


def balance_skills(
    agents: Agents = "greedy",
    *,
    players: Numbers = (2, 3, 4, 5),
    games: Numbers = 2000,
    designs: Sequence[str] | None = None,
    factor: str | None = None,
    piece: int = 512,
    precision: float = 0.01,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """What is each permanent skill worth, or what else players choose or come by?

    ``pixies balance skills`` as a call.

    Args:
        agents: that play, each by itself on all seats, and several also mixed.
        players: numbers of players.
        games: for each number of players, table of agents and design; or several numbers, one for
            each number of players, in their order.
        designs: ``dealt`` at random, ``chosen`` by the agents, ``exchanged`` with all else equal,
            ``played`` as the game is; by default the first three, the last where no option deals
            the factor.
        factor: what is studied, among the factors of the game; the first that chance does not
            give by default.
        piece: games of a piece of work.
        precision: half the width of an interval of the share of wins for which games are counted.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables of :doc:`balance`, ``effects`` first.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    played = game_of(game, board, options)
    name = first_factor(played, by_chance=False) if factor is None else factor
    wanted = designs_of(played, name) if designs is None else tuple(designs)
    numbers = one_or_each(games), piece, seed
    study = balance_of(played, name, agents, numbers_of(players), wanted, numbers, precision)
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def balance_seats(
    agents: Agents = "greedy",
    *,
    players: Numbers = (2, 3, 4, 5),
    games: Numbers = 2000,
    factor: str | None = None,
    piece: int = 512,
    precision: float = 0.01,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """What is a place in the turn order worth? ``pixies balance seats`` as a call.

    Arguments and errors as of :func:`balance_skills`; ``factor`` is by default the first that
    chance alone gives, or the seat.
    """
    played = game_of(game, board, options)
    name = first_factor(played, by_chance=True) if factor is None else factor
    numbers = one_or_each(games), piece, seed
    study = balance_of(played, name, agents, numbers_of(players), (PLAYED,), numbers, precision)
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def balance_boards(
    agents: Agents = "greedy",
    *,
    players: Numbers = 4,
    boards: int = 64,
    games: int = 2000,
    factor: str | None = None,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """Which results do not depend on the printed numbers that are not known?

    ``pixies balance board`` as a call.

    Args:
        agents: that play, each by itself on all seats.
        players: numbers of players.
        boards: on which all unknown numbers are otherwise at once, beside those on which one is.
        games: for each board, number of players and agent.
        factor: what is studied; all factors of the game by default.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables of :doc:`balance`, ``given_board`` first.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    played = game_of(game, board, options)
    numbers = boards, games, seed
    study = over_boards_of(played, factor, agents, numbers_of(players), numbers)
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def style(
    agents: Agents,
    *,
    players: Numbers = 4,
    games: int = 100,
    reviews: int = 5,
    review: str | None = None,
    judge: str | None = None,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """What does play look like at each strength? ``pixies style`` as a call.

    Args:
        agents: that play, each with copies of itself, in the order in which they are told.
        players: numbers of players; pictures show the first.
        games: of each agent, for each number of players.
        reviews: games that a search reviews.
        review: the agent whose games these are; the last by default.
        judge: the search; ``mcts``, helped by ``greedy`` where that plays the game, by default.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables of :doc:`style`, ``statistics`` first.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    played = game_of(game, board, options)
    numbers = games, reviews, seed
    study = style_of(played, agents, numbers_of(players), numbers, review, judge)
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def balance_separation(
    agents: Agents = ("greedy:temperature=1", "greedy"),
    *,
    boards: int = 0,
    games: int = 200,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """Does the score of a game played alone tell strong play from middling play?

    ``pixies balance separation`` as a call.

    Args:
        agents: that play alone, from the weakest to the strongest.
        boards: on which all unknown numbers are otherwise, beside the given one.
        games: deals for each board and agent.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers, or the name of another shipped one.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables ``by_board``, ``over_boards``, ``slopes`` and ``boards``.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    study = separation_of(game_of(game, board, options), agents, (boards, games, seed))
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def balance_sizes(
    agents: Agents = "greedy",
    *,
    players: Numbers = 4,
    games: int = 2000,
    game: GameLike = DEFAULT_GAME,
    board: BoardFile = None,
    options: Options = None,
    seed: int = 0,
    folder: Folder = None,
    workers: int | None = None,
    backend: str = "joblib",
    on_error: str = STOP,
    progress: bool = True,
) -> StudyResults:
    """Which skill is too strong, by how much, and what size would level it?

    ``pixies balance sizes`` as a call.

    Args:
        agents: that play, each by itself on all seats.
        players: a number of players, or several.
        games: for each size, number of players and agent.
        game: a game, its name, or ``module:factory``.
        board: TOML file with the printed numbers, or the name of another shipped one.
        options: of the game, by name.
        seed: of everything random.
        folder: where the study lives; one that is there goes on. A temporary one by default.
        workers: processes at work; all cores by default.
        backend: ``joblib`` on this machine, ``ray`` on a Ray cluster.
        on_error: ``stop`` when an agent fails, or ``continue`` without that game.
        progress: show a bar.

    Returns:
        The tables ``sizes`` and ``changes``.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described.
        StudyError: it cannot begin or go on; what was finished is kept in the folder.
    """
    study = sizes_of(game_of(game, board, options), agents, numbers_of(players), games, seed)
    return studied(lambda settled: study, folder, Work(workers, backend, on_error), progress)


def read_study(folder: str | os.PathLike[str], game: Game | None = None) -> StudyResults:
    """What a folder keeps of a study; nothing is played or written.

    Args:
        folder: of the study.
        game: what the study is of, where that is not a registered game.

    Raises:
        TypeError: that is no path.
        StudyRefusedError: there is no study, its game cannot be made, or a table is missing,
            damaged or another one.
    """
    if not isinstance(folder, str | os.PathLike):
        raise TypeError(f"folder must be the path of a study's folder, not {folder!r}")
    return StudyResults(kept_outcome(Path(folder), game))


def studied(make: Make[Studied], folder: Folder, work: Work, progress: bool) -> StudyResults:
    """Run a study in a folder, or in a temporary one, which stays where the study fails."""
    if folder is None:
        study = make({})  # What is wrong with it is told before there is a folder.
        where = Path(tempfile.mkdtemp(prefix="pixies-"))
    else:
        where = Path(folder)
        study = settled_study(make, where)
    # Nobody would see the page of a temporary one.
    outcome = run_shown(study, where, work, progress, told=folder is not None)
    return StudyResults(outcome, temporary=folder is None)

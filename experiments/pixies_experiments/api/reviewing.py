"""A recorded game judged by a search, as a call."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import pyarrow as arrow

from pixies_env.core.compilation.messages import compilation_messages_to
from pixies_env.core.states.records import Record
from pixies_experiments.agents import default_search, open_agent
from pixies_experiments.api.asked import BoardFile
from pixies_experiments.api.results import Results
from pixies_experiments.default_game import DEFAULT_GAME
from pixies_experiments.progress import progress_bar
from pixies_experiments.replays import find_game
from pixies_experiments.review import (
    Judgement,
    Kept,
    Review,
    decisions_to_judge,
    finish,
    judge,
    searching,
)
from pixies_experiments.review_report import review_report

_SIMULATIONS = 800
"""Of the search that judges where nobody names one."""


class ReviewResults(Results):
    """What a search thinks of a recorded game."""

    def __init__(self, review: Review, source: str, most: int) -> None:
        self.review = review
        self.record = review.record
        names = [f"player_{seat}" for seat in range(self.record.players)]
        expected = [
            {"events": number, **dict(zip(names, values, strict=True))}
            for number, values in review.expectations()
        ]
        super().__init__(
            review_report(review, source, most),
            {
                "judgements": arrow.Table.from_pylist([asdict(e) for e in review.judgements]),
                "mistakes": arrow.Table.from_pylist([asdict(e) for e in review.mistakes(most)]),
                "turns": arrow.Table.from_pylist([asdict(each) for each in review.turns(most)]),
                "expected": arrow.Table.from_pylist(expected),
            },
        )


class Judging:
    """A review that can be made; what is wrong with it is told before.

    Args:
        record: the game; one that holds only what a seat saw cannot be judged.
        source: what sentences call it.
        agent: specification of the search that judges.
        keep: file of judgements, which a review that was stopped takes up.
        seed: of the searches.
    """

    def __init__(
        self, record: Record, source: str, agent: str | None, keep: Path | None, seed: int
    ) -> None:
        if record.viewer is not None:
            raise ValueError(
                f"{source} holds only what seat {record.viewer} saw, so it cannot be judged; "
                "save it again when the game is over"
            )
        named = default_search(record.game, _SIMULATIONS) if agent is None else agent
        self.record, self.source, self.seed = record, source, seed
        self.search = searching(open_agent(named, record.game))
        self._kept = None if keep is None else Kept(keep, record, self.search.name, seed)

    def kept(self) -> list[Judgement]:
        """The judgements that are there; DamagedDataError if the file is not whole."""
        return [] if self._kept is None else self._kept.read()

    def judged(self, judgements: list[Judgement], *, progress: bool = True) -> Review:
        """Make those that are missing."""
        first = judgements[-1].number if judgements else 0
        with (
            progress_bar("decisions", decisions_to_judge(self.record), shown=progress) as bar,
            compilation_messages_to(bar.say),
        ):
            bar.advance_to(len(judgements))
            for judgement in judge(self.record, self.search, self.seed, first):
                if self._kept is not None:
                    self._kept.add(judgement)
                judgements.append(judgement)
                bar.advance_to(len(judgements))
        return finish(self.record, self.search.name, judgements)


def review(
    record: Record | str | os.PathLike[str],
    *,
    agent: str | None = None,
    game_number: int = 1,
    most: int = 10,
    keep: str | os.PathLike[str] | None = None,
    game: str | None = None,
    board: BoardFile = None,
    seed: int = 0,
    progress: bool = True,
) -> ReviewResults:
    """Judge every decision of a recorded game by a search: ``pixies review`` as a call.

    Args:
        record: the game, or a file of records.
        agent: the search that judges; ``mcts``, helped by ``greedy`` where that plays the game,
            by default.
        game_number: which game of the file, from 1.
        most: so many mistakes and turning points.
        keep: write judgements to this file as they are made; the same call goes on.
        game: name, or ``module:factory``, of the game of the file, where it does not say it.
        board: its TOML file with the printed numbers.
        seed: of the searches.
        progress: show a bar.

    Returns:
        ``judgements``, a row per decision; ``mistakes`` and ``turns``; ``expected``: the result of
        each seat after so many events.

    Raises:
        ValueError, TypeError, LookupError, ImportError: an argument is not as described, or a
            file holds no such game.
        OSError: a file cannot be read or written.
    """
    if isinstance(record, Record):
        found, source = record, "a record"
    elif not isinstance(record, str | os.PathLike):
        raise TypeError(f"record must be a recorded game, or a file of them, not {record!r}")
    else:
        path = Path(record)
        source = path.name
        found = find_game(
            path, game_number, game, None if board is None else Path(board), DEFAULT_GAME
        )
    judging = Judging(found, source, agent, None if keep is None else Path(keep), seed)
    return ReviewResults(judging.judged(judging.kept(), progress=progress), source, most)

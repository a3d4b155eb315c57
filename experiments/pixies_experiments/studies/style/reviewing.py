"""A game of a study judged by a search, and its events as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import play_games
from pixies_env.core.course import course_of
from pixies_env.core.game import Game
from pixies_env.core.states import record_files
from pixies_experiments.replays import in_words
from pixies_experiments.review import judge, searching
from pixies_experiments.studies.play import lane_of
from pixies_experiments.studies.style.facts import EVENT, REVIEW, Row


def rows_of_review(
    game: Game, agent: Agent, judging: Agent, players: int, deal: int, seed: int
) -> Iterator[Row]:
    """The game of a deal again, its record, and each event with what the search thinks of it."""
    lane = lane_of(deal, players)
    (block,) = play_games(
        game, [[agent] * players], games=1, seed=seed, first_game=lane, records=True
    )
    assert block.records is not None
    record = block.records[0]
    found = {each.number: each for each in judge(record, searching(judging), seed)}
    told = {
        "record": record_files.to_json_lines(record),
        "scores": block.statistics["score"][0, :players].tolist(),
        "ranks": block.statistics["rank"][0, :players].tolist(),
        "returns": record.final().returns().tolist(),
    }
    yield deal, REVIEW, json.dumps(told), 0, 0.0, 0.0
    course = course_of(game)
    positions = zip(record.replay(), record.events, strict=False)
    for number, (state, event) in enumerate(positions, 1):
        at = 0 if course is None else int(course.rounds(state.array)[0])
        judgement = found.get(number)
        words = {
            "kind": event.kind,
            "player": event.player,
            "words": in_words(state, event),
            "judgement": None if judgement is None else asdict(judgement),
        }
        yield deal, EVENT, json.dumps(words), at, float(number), 0.0

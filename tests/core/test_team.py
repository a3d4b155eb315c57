"""Threads that stay awake for the next work, and the words by which they are told of it."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core import team
from pixies_env.core.compilation.atomics import add, load, replace, store
from pixies_env.core.compilation.compile import kernel
from pixies_env.core.team import (
    LEADER,
    WELL,
    Team,
    bounds,
    first_part,
    next_part,
    open_parts,
    report,
)


@kernel
def count_lanes(words, counts, wrong, worker):
    """Count each lane that is worked on, and report the one that is wrong."""
    part = first_part(words, worker)
    while part >= 0:
        first, last = bounds(words, counts.shape[0], part)
        for lane in range(first, last):
            counts[lane] += 1
            if lane == wrong[0]:
                report(words, lane)
        part = next_part(words, worker)
    return 0


@kernel
def play_with_words(words):
    store(words, 0, 5)
    before = add(words, 0, 2)
    if replace(words, 0, 6, 9):
        return -1
    if not replace(words, 0, before + 2, 8):
        return -2
    return load(words, 0)


@pytest.fixture
def patience(monkeypatch):
    """Sets for how many pauses helpers stay awake, if work comes at any time; none is a crowd."""
    monkeypatch.setattr(team, "_PATIENCE", 1e9)
    monkeypatch.setattr(team, "_CROWDED", -np.inf)
    monkeypatch.setattr(team, "available_cores", lambda: 8)

    def change(pauses: int) -> None:
        monkeypatch.setattr(team, "_patience", lambda: pauses)

    return change


def counting(parts: int, workers: int, lanes: int):
    crew, counts, wrong = Team(parts, workers), np.zeros(lanes, np.int64), np.array([-1])
    return crew, counts, wrong, lambda worker: count_lanes(crew.words, counts, wrong, worker)


def settled(crew: Team, state: int) -> None:
    """Wait until every helper is in a state."""
    until = time.monotonic() + 60
    while any(crew.words[team._state_of(worker)] != state for worker in range(1, crew.workers)):
        assert time.monotonic() < until
        time.sleep(0.001)


@pytest.mark.parametrize("play", [play_with_words, play_with_words.py_func])
def test_words_are_written_added_to_and_replaced(play):
    words = np.zeros(4, np.int64)
    assert play(words) == 8
    assert list(words) == [8, 0, 0, 0]


@given(parts=st.integers(1, 12), workers=st.integers(1, 4), pauses=st.sampled_from([0, 9, 10**5]))
@settings(deadline=None, max_examples=40)
def test_every_lane_is_worked_on_once_each_time(parts, workers, pauses):
    crew, counts, _, work = counting(parts, workers, 40)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(team, "_patience", lambda: pauses)
        for times in range(1, 30):
            assert crew.run(work) == WELL
            assert (counts == times).all()


def test_no_part_is_taken_before_the_leader_begins():
    _, counts, _, work = counting(8, 2, 40)
    work(1)
    assert not counts.any()


def test_a_helper_who_is_awake_goes_on_without_being_called(patience, monkeypatch):
    crew, counts, _, work = counting(8, 2, 40)
    called, pool = [], team.shared_pool()
    monkeypatch.setattr(team, "shared_pool", lambda: called.append(0) or pool)
    patience(0)
    crew.run(work)
    settled(crew, team._ASLEEP)
    patience(10**12)
    for _ in range(3):
        crew.run(work)
        settled(crew, team._AWAKE)
        assert len(called) == 2
    patience(0)
    crew.run(work)
    settled(crew, team._ASLEEP)
    crew.run(work)
    assert len(called) == 3
    assert (counts == 6).all()


def test_helpers_sleep_where_work_comes_rarely(monkeypatch):
    monkeypatch.setattr(team, "_PATIENCE", 0.0)
    monkeypatch.setattr(team, "_patience", lambda: 10**12)
    crew, _, _, work = counting(8, 2, 40)
    for _ in range(3):
        crew.run(work)
    settled(crew, team._ASLEEP)


def test_helpers_sleep_where_they_would_take_cores_from_each_other(patience, monkeypatch):
    monkeypatch.setattr(team, "available_cores", lambda: 2)
    patience(10**12)
    crew, _, _, work = counting(12, 3, 40)
    for _ in range(3):
        crew.run(work)
    settled(crew, team._ASLEEP)


def test_what_a_worker_reports_is_told_once():
    crew, _, wrong, work = counting(8, 2, 40)
    wrong[0] = 33
    assert crew.run(work) == 33
    wrong[0] = -1
    assert crew.run(work) == WELL


@pytest.mark.parametrize("unlucky", [0, 1])
def test_the_error_of_a_worker_is_raised_and_the_team_goes_on(unlucky):
    crew, counts, _, count = counting(8, 2, 40)
    there, lucky = threading.Event(), [False]

    def work(worker):
        if not lucky[0]:
            # Both are at work when one of them fails.
            there.set() if worker == 1 else there.wait(60)
            if worker == unlucky:
                raise KeyError("no luck")
        count(worker)

    with pytest.raises(KeyError, match="no luck"):
        crew.run(work)
    lucky[0] = True
    counts[:] = 0
    for _ in range(3):
        assert crew.run(work) == WELL
    assert (counts == 3).all()


@pytest.mark.parametrize("unlucky", [(0,), (1,), (0, 1)])
def test_after_an_error_no_part_is_left_and_no_error_comes_later(unlucky):
    crew, counts, _, count = counting(8, 2, 40)
    there = threading.Event()

    def work(worker):
        there.set() if worker == 1 else there.wait(60)
        if worker in unlucky:
            if worker == LEADER:
                # It has begun with the parts.
                open_parts(crew.words)
            raise KeyError("no luck")
        count(worker)

    with pytest.raises(KeyError, match="no luck"):
        crew.run(work)
    counts[:] = 0
    count(1)  # As a helper who gets up late.
    assert not counts.any()
    assert crew.run(count) == WELL
    assert (counts == 1).all()


@pytest.mark.parametrize("kind", [RuntimeError, KeyboardInterrupt])
def test_a_helper_who_could_not_be_called_is_called_again(kind, monkeypatch):
    crew, counts, _, work = counting(8, 2, 40)

    class Full:
        def submit(self, *arguments):
            raise kind("no thread")

    with monkeypatch.context() as patched:
        patched.setattr(team, "shared_pool", Full)
        with pytest.raises(kind, match="no thread"):
            crew.run(work)
    assert crew.words[team._state_of(1)] == team._ASLEEP
    assert crew.run(work) == WELL
    assert (counts == 1).all()


def test_a_call_that_was_taken_back_does_nothing():
    crew, counts, _, work = counting(8, 2, 40)
    crew._help(work, 1)
    assert crew.words[team._state_of(1)] == team._ASLEEP
    assert not counts.any()


def test_of_several_reports_the_smallest_counts():
    words = Team(2, 1).words
    open_parts(words)
    for number in (5, 3, 4):
        report(words, number)
    assert words[team._REPORTED] == 3


def test_helpers_sleep_for_a_while_after_the_leader_waited_long(patience, monkeypatch):
    crew, counts, _, work = counting(8, 2, 40)
    patience(10**6)
    crew._ended = time.perf_counter()

    def slow(worker):
        work(worker)
        if worker == LEADER:
            crew.words[team._WAITED] = 10**6  # All its patience.

    monkeypatch.setattr(team, "_CROWDED", 1e9)
    crew.run(slow)
    for _ in range(3):
        crew.run(work)
        assert crew.words[team._PAUSES] == 0
    settled(crew, team._ASLEEP)
    assert (counts == 4).all()


def test_there_are_no_more_workers_than_parts():
    assert Team(1, 4).workers == 1
    assert Team(3, 8).workers == 3

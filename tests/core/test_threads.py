"""Chunks and the pool of threads."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core import threads
from pixies_env.core.compilation import cores
from pixies_env.core.compilation.cores import available_cores
from pixies_env.core.threads import chunks_of, run_chunks, thread_count


@given(lanes=st.integers(0, 5000), threads=st.integers(1, 9), smallest=st.integers(1, 300))
def test_chunks_cover_all_lanes_once_and_are_not_too_small(lanes, threads, smallest):
    chunks = chunks_of(lanes, threads, smallest)
    assert [lane for chunk in chunks for lane in range(*chunk)] == list(range(lanes))
    assert len(chunks) == 1 or all(last - first >= smallest for first, last in chunks)
    assert threads > 1 or len(chunks) == 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_chunk_is_worked_on_once_and_no_worker_twice_at_a_time(threads):
    done, busy = [], [threading.Lock() for _ in range(threads)]

    def work(worker, first, last):
        assert busy[worker].acquire(blocking=False)
        done.append((first, last))
        busy[worker].release()

    chunks = chunks_of(100, threads, 1)
    run_chunks(work, chunks, threads)
    assert sorted(done) == chunks


def test_work_may_hand_out_work():
    counts = []

    def inner(worker, first, last):
        counts.append(last - first)

    def outer(worker, first, last):
        run_chunks(inner, chunks_of(40, 3, 1), 3)

    run_chunks(outer, chunks_of(30, 3, 1), 3)
    assert sum(counts) == 40 * len(chunks_of(30, 3, 1))


def test_the_error_of_a_worker_is_raised():
    def work(worker, first, last):
        if first > 40:
            raise KeyError("no luck")

    with pytest.raises(KeyError, match="no luck"):
        run_chunks(work, chunks_of(100, 3, 1), 3)


def test_the_number_of_threads_is_checked():
    assert thread_count(None) == available_cores() >= 1
    assert thread_count(3) == 3
    with pytest.raises(ValueError, match="threads"):
        thread_count(0)
    with pytest.raises(TypeError, match="threads"):
        thread_count(True)


def test_processes_that_share_the_cores_limit_their_threads(monkeypatch):
    monkeypatch.setattr(cores, "_most", None)
    assert threads.thread_count(None) == available_cores()
    threads.limit_threads(1)
    assert threads.thread_count(None) == 1
    assert threads.thread_count(3) == 3
    with pytest.raises(ValueError, match="at least 1"):
        threads.limit_threads(0)

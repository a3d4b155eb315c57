"""Tables whose files cannot be written for a while."""

from __future__ import annotations

import errno
import threading

import pytest

from pixies_experiments.web import service
from pixies_experiments.web.model import ANALYSIS, GAME
from tests.web.games import play_out
from tests.web.test_server import view_of


@pytest.mark.parametrize("kind", [GAME, ANALYSIS])
def test_agents_go_on_as_soon_as_their_moves_can_be_kept(served, monkeypatch, kind):
    """A disk that is full for a moment must not end a game."""
    expected = served.begin(["random", "random"], seed=3, kind=kind)
    play_out(expected)
    table = served.begin(["random", "random"], seed=3, kind=kind)
    begun = len(table.timeline.entries)
    save, full = served.store.save, threading.Event()
    full.set()

    def save_if_there_is_room(wanted):
        if full.is_set():
            raise OSError(errno.ENOSPC, "No space left on device")
        save(wanted)

    monkeypatch.setattr(service, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(served.store, "save", save_if_there_is_room)
    tokens = table.tokens.owner or table.tokens.watch
    shown = view_of(served, table, tokens)
    while shown["problem"] is None:
        shown = view_of(served, table, tokens, f"have={shown['key']}")
    assert "could not be kept on disk: No space left on device" in shown["problem"]
    assert len(served.store.load(table.id).timeline.entries) == begun
    assert len(served.service._seatings[table.id].table.timeline.entries) == begun
    full.clear()
    while shown["result"] is None:
        shown = view_of(served, table, tokens, f"have={shown['key']}")
    assert shown["problem"] is None
    assert served.store.load(table.id).timeline.codes() == expected.timeline.codes()


def test_what_cannot_be_kept_in_an_analysis_is_taken_back(served, monkeypatch):
    table = served.begin(["human", "human"], kind=ANALYSIS)
    shown = view_of(served, table, table.tokens.owner)
    choice = {"action": shown["choices"][0]["id"], "key": shown["key"]}

    def save(wanted):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(served.store, "save", save)
    for what, content in {"decide": choice, "seat": {"seat": 0, "who": "random"}}.items():
        code, _ = served.ask(table, what, content, table.tokens.owner)
        assert code == 500
        inside = served.service._seatings[table.id].table
        assert inside.seats == table.seats and inside.timeline.codes() == table.timeline.codes()
        assert view_of(served, table, table.tokens.owner) == shown

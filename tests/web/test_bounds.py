"""What one link may have and ask for at a time."""

from __future__ import annotations

import http.client
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_experiments.games import open_game
from pixies_experiments.web import bounds
from pixies_experiments.web.model import ANALYSIS
from pixies_experiments.web.thinking import Thinker
from tests.web.conftest import CARD_GAME, Served, people
from tests.web.test_server import decide, view_of


@pytest.fixture
def small(monkeypatch):
    """Bounds that are soon reached; they hold for servers that are started afterwards."""
    for name, value in {
        "MOST_KEPT": 3,
        "MOST_HELD": 1,
        "MOST_AT_WORK": 1,
        "MOST_WAITING": 2,
    }.items():
        monkeypatch.setattr(bounds, name, value)


@pytest.fixture
def narrow(small, tmp_path):
    """A server with such bounds."""
    server = Served(tmp_path / "tables")
    yield server
    server.stop()


def record() -> str:
    return record_files.to_json_lines(Record.from_state(State(open_game("pixie_queen"), 2, 1)))


def analyses(served: Served) -> set[str]:
    return {path.stem for path in served.store.folder.glob("*.json")}


def held(served: Served) -> set[str]:
    return set(served.service._seatings)


def opened(served: Served, table, token: str, what: str = "replay") -> dict:
    content = {"record": record()} if what == "replay" else {}
    code, made = served.ask(table, what, content, token)
    assert code == 200, made
    return made


def test_of_the_analyses_that_an_onlooker_opens_the_last_stay(narrow):
    table = narrow.begin(people(2), seed=1)
    made = [opened(narrow, table, table.tokens.watch)["id"] for _ in range(8)]
    assert analyses(narrow) == {table.id, *made[-3:]}
    assert held(narrow) == {table.id, made[-1]}
    # All that are kept can be looked at, and those that were looked at leave memory again.
    for each in made[-3:]:
        copy = narrow.store.load(each)
        assert view_of(narrow, copy, copy.tokens.owner)["id"] == each
        assert len(held(narrow)) <= 2


def test_an_analysis_that_made_room_is_told_with_the_reason(narrow):
    table = narrow.begin(people(2), seed=1)
    first = narrow.store.load(opened(narrow, table, table.tokens.watch)["id"])
    shown = view_of(narrow, first, first.tokens.owner)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            narrow.ask, first, f"view?have={shown['key']}", tokens=first.tokens.owner
        )
        for _ in range(3):
            opened(narrow, table, table.tokens.watch)
        code, answer = waiting.result()
    assert code == 404 and "has made room for newer ones" in answer["error"]
    code, answer = narrow.ask(first, "go", {"to": 0}, first.tokens.owner)
    assert code == 404 and first.id not in analyses(narrow)


def test_an_analysis_that_was_used_last_is_not_the_oldest(narrow):
    table = narrow.begin(people(2), seed=1)
    made = [opened(narrow, table, table.tokens.watch)["id"] for _ in range(3)]
    first = narrow.store.load(made[0])
    view_of(narrow, first, first.tokens.owner)
    opened(narrow, table, table.tokens.watch)
    assert made[0] in analyses(narrow) and made[1] not in analyses(narrow)


def test_every_link_has_analyses_of_its_own(narrow):
    table = narrow.begin(people(2, at=(0, 1)), seed=1)
    mine = opened(narrow, table, table.tokens.seats[0], "analysis")["id"]
    for _ in range(5):
        opened(narrow, table, table.tokens.watch)
        opened(narrow, table, table.tokens.seats[1], "analysis")
    assert mine in analyses(narrow) and len(analyses(narrow)) == 1 + 1 + 3 + 3


def test_analyses_of_analyses_count_for_the_link_that_opened_the_first(narrow):
    table = narrow.begin(people(2), seed=1)
    token = table.tokens.seats[0]
    for _ in range(6):
        copy = narrow.store.load(opened(narrow, table, token, "analysis")["id"])
        table, token = copy, copy.tokens.owner
    assert len(analyses(narrow)) == 1 + 3
    assert {narrow.store.load(each).opened_by for each in analyses(narrow)} == {
        None,
        copy.opened_by,
    }


def test_what_was_opened_before_the_server_started_counts(narrow, tmp_path):
    table = narrow.begin(people(2), seed=1)
    for _ in range(3):
        opened(narrow, table, table.tokens.watch)
    again = Served(tmp_path / "tables")
    try:
        last = opened(again, table, table.tokens.watch)["id"]
        assert len(analyses(again)) == 1 + 3 and last in analyses(again)
    finally:
        again.stop()


def test_tables_that_the_command_began_are_not_counted(narrow):
    kept = [narrow.begin(["human"] * 2, kind=ANALYSIS) for _ in range(5)]
    opened(narrow, kept[0], kept[0].tokens.owner)
    assert len(analyses(narrow)) == 6


def test_tables_that_nobody_looks_at_leave_memory(narrow, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_SEATED", 2)
    tables = [narrow.begin(people(2, at=(0, 1)), seed=seed) for seed in range(5)]
    for table in tables:
        shown = view_of(narrow, table, ",".join(table.tokens.seats))
        decide(narrow, table, ",".join(table.tokens.seats), shown)
        assert len(held(narrow)) <= 2
    first = view_of(narrow, tables[0], tables[0].tokens.watch)
    assert [entry["kind"] for entry in first["log"]].count("decision") == 1


class Slow:
    """Lets an adviser think until it may answer."""

    def __init__(self, monkeypatch) -> None:
        self.asked, self.answer = threading.Semaphore(0), threading.Event()
        think = Thinker.opinion

        def opinion(*arguments):
            self.asked.release()
            assert self.answer.wait(60)
            return think(*arguments)

        monkeypatch.setattr(Thinker, "opinion", opinion)


def test_one_link_asks_for_a_few_opinions_at_a_time(narrow, monkeypatch):
    slow = Slow(monkeypatch)
    table = narrow.begin(["human"] * 2, kind=ANALYSIS)
    token, content = table.tokens.owner, {"agent": "careful"}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(narrow.ask, table, "opinion", content, token)
        assert slow.asked.acquire(timeout=60)
        for what, asked in {"opinion": content, "replay": {"record": ""}, "analysis": {}}.items():
            code, answer = narrow.ask(table, what, asked, token)
            assert code == 429 and "under way for this link" in answer["error"]
        slow.answer.set()
        assert first.result()[0] == 200
    assert narrow.ask(table, "opinion", content, token)[0] == 200


def test_opinions_do_not_keep_games_from_going_on(served, monkeypatch):
    slow = Slow(monkeypatch)
    tables = [served.begin(["human"] * 2, kind=ANALYSIS, seed=seed) for seed in range(6)]
    with ThreadPoolExecutor(len(tables)) as pool:
        asked = [
            pool.submit(served.ask, table, "opinion", {"agent": "careful"}, table.tokens.owner)
            for table in tables
        ]
        assert slow.asked.acquire(timeout=60) and slow.asked.acquire(timeout=60)
        game = served.begin(["random"] * 3, game=CARD_GAME)
        shown = view_of(served, game, game.tokens.watch)
        while shown["result"] is None:
            shown = view_of(served, game, game.tokens.watch, f"have={shown['key']}")
        slow.answer.set()
        assert [each.result()[0] for each in asked] == [200] * len(tables)


def waiting_pages(served: Served, table, key: str, count: int) -> list[http.client.HTTPConnection]:
    """Pages that wait for news after the view of a key."""
    seating = served.service._seatings[table.id]
    before, pages = seating.waiting, []
    for _ in range(count):
        page = http.client.HTTPConnection(urlsplit(served.address).netloc)
        page.request(
            "GET",
            f"/api/tables/{table.id}/view?have={key}",
            headers={"Pixies-Tokens": table.tokens.watch},
        )
        pages.append(page)
    while seating.waiting < before + count:
        time.sleep(0.01)
    return pages


def test_a_few_pages_of_one_link_wait_for_news_and_one_that_is_closed_makes_room(narrow):
    table = narrow.begin(people(2, at=(0, 1)), seed=1)
    key = view_of(narrow, table, table.tokens.watch)["key"]
    pages = waiting_pages(narrow, table, key, 2)
    code, answer = narrow.ask(table, f"view?have={key}", tokens=table.tokens.watch)
    assert code == 429 and "close one" in answer["error"]
    # Who asks for what is there, and who has another link, is answered.
    assert view_of(narrow, table, table.tokens.watch)["key"] == key
    view_of(narrow, table, ",".join(table.tokens.seats))
    pages[0].close()
    while narrow.service._seatings[table.id].waiting > 1:
        time.sleep(0.01)
    pages += waiting_pages(narrow, table, key, 1)
    everybody = ",".join(table.tokens.seats)
    decide(narrow, table, everybody, view_of(narrow, table, everybody))
    for page in pages[1:]:
        assert page.getresponse().status == 200
        page.close()


def test_agents_of_an_analysis_move_for_who_looks_at_it(served, monkeypatch):
    monkeypatch.setattr(bounds, "AWAY_SECONDS", -1.0)
    table = served.begin(["random"] * 2, kind=ANALYSIS)
    begun = view_of(served, table, table.tokens.owner)
    time.sleep(0.1)
    assert view_of(served, table, table.tokens.owner)["cursor"] == begun["cursor"]
    monkeypatch.setattr(bounds, "AWAY_SECONDS", 60.0)
    shown = view_of(served, table, table.tokens.owner)
    while shown["result"] is None:
        shown = view_of(served, table, table.tokens.owner, f"have={shown['key']}")


def test_an_analysis_that_goes_while_its_agents_move_does_not_come_back(narrow):
    table = narrow.begin(people(2, at=(0, 1)), seed=1)
    made = narrow.store.load(opened(narrow, table, table.tokens.seats[0], "analysis")["id"])
    for seat in (0, 1):
        narrow.ask(made, "seat", {"seat": seat, "who": "random"}, made.tokens.owner)
    for _ in range(3):
        opened(narrow, table, table.tokens.seats[0])
    # A task is done some moments after what it drove.
    end = time.monotonic() + 600
    while narrow.service._tasks and time.monotonic() < end:
        time.sleep(0.01)
    assert not narrow.service._tasks and made.id not in analyses(narrow)


def test_views_of_one_position_are_kept_for_so_many_combinations_of_links(served, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_VIEWS", 2)
    table = served.begin(people(4, at=(0, 1, 2, 3)))
    for token in (*table.tokens.seats, table.tokens.watch):
        view_of(served, table, token)
        assert len(served.service._seatings[table.id].views) <= 2


def test_only_a_record_may_be_long(served):
    table = served.begin(people(2, at=(0, 1)))
    code, answer = served.ask(table, "decide", {"x": "x" * 20_000}, table.tokens.seats[0])
    assert code == 413 and "at most 10,000 bytes" in answer["error"]
    client = http.client.HTTPConnection(urlsplit(served.address).netloc)
    headers = {"Pixies-Tokens": table.tokens.watch}
    client.request("POST", f"/api/tables/{table.id}/replay", b"x" * 5_000_000, headers)
    refused = client.getresponse()
    assert refused.status == 413 and b"at most 4,000,000 bytes" in refused.read()
    client.close()


def test_a_page_shows_why_it_has_to_wait(narrow, browser):
    from tests.web.page import Page

    table = narrow.begin(people(2, at=(0, 1)), seed=1)
    key = view_of(narrow, table, table.tokens.watch)["key"]
    pages = waiting_pages(narrow, table, key, 2)
    page = Page(browser, narrow.links(table)["looking on"])
    page.wait("() => document.querySelector('#status').textContent.includes('close one')")
    for each in pages:
        each.close()
    page.wait("() => !document.querySelector('#status').textContent.includes('close one')")
    page.close()

"""Tables behind a proxy with TLS, under another name and a path."""

from __future__ import annotations

import logging
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pixies_experiments.web import connections, hosting
from pixies_experiments.web.address import PublicUrl
from tests.web import proxy
from tests.web.conftest import CARD_GAME, Served, people
from tests.web.page import Page
from tests.web.test_play_command import PLAY, asked, started
from tests.web.test_server import view_of

PUBLIC = PublicUrl.read("https://games.example.org/pixies")


@pytest.fixture
def behind(tmp_path):
    """A server for a public address without a proxy before it."""
    server = Served(tmp_path / "tables", public=PUBLIC)
    yield server
    server.stop()


@pytest.mark.parametrize("name", proxy.NAMES)
def test_a_table_is_played_at_through_a_proxy(browser: Any, tmp_path: Path, name: str) -> None:
    port = proxy.free_port()
    public = PublicUrl.read(f"https://{proxy.HOST}:{port}{proxy.PREFIX}")
    served = Served(tmp_path / "tables", public=public)
    table = served.begin(people(2, at=(0, 1)), game=CARD_GAME)
    links = hosting.links(str(public), table.id, table.tokens, table.seats)
    target = int(served.address.rstrip("/").rpartition(":")[2])
    with proxy.running(name, port, target, tmp_path):
        pages = [Page(browser, links[f"seat {seat}"], ignore_https_errors=True) for seat in (0, 1)]
        for _ in range(2):
            due = served.store.load(table.id).state.player
            pages[due].ready()
            pages[due].choose()
        # News reach the other page, and an analysis opens under the same address.
        due = served.store.load(table.id).state.player
        pages[due].ready()
        pages[due].page.click("#analyse")
        pages[due].page.wait_for_selector("#steps:not([hidden])")
        assert pages[due].page.url.startswith(str(public))
        for page in pages:
            page.page.goto("about:blank")
            page.close()
    served.stop()


@pytest.mark.parametrize("name", [*proxy.NAMES, "renaming"])
def test_what_is_refused_behind_a_proxy_says_how_to_mend_it(
    browser: Any, tmp_path: Path, monkeypatch: Any, caplog: Any, name: str
) -> None:
    """The page is, where its host is another; where that is renamed, the decision."""
    monkeypatch.setattr(connections._SPARING, "_next", {})
    served = Served(tmp_path / "tables")
    table = served.begin(people(2, at=(0, 1)), game=CARD_GAME)
    port = proxy.free_port()
    target = int(served.address.rstrip("/").rpartition(":")[2])
    links = hosting.links(
        f"https://{proxy.HOST}:{port}{proxy.PREFIX}", table.id, table.tokens, table.seats
    )
    wanted = f"start it with --public-url https://{proxy.HOST}"
    with proxy.running(name, port, target, tmp_path), caplog.at_level(logging.WARNING):
        context = browser.new_context(ignore_https_errors=True)
        page = context.new_page()
        page.goto(links[f"seat {table.state.player}"])
        if name == "renaming":
            page.click("#choices button")
            page.wait_for_selector("#problem:not([hidden])")
            wanted += f":{port}/"
        assert wanted in page.inner_text("body")
        page.goto("about:blank")
        context.close()
    assert wanted in caplog.text
    served.stop()


def test_a_refused_decision_is_told_to_the_page_and_once_to_the_log(
    served: Served, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr(connections._SPARING, "_next", {})
    table = served.begin(people(2, at=(0, 1)))
    headers = {"Origin": "https://games.example.org"}
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            code, answer = served.ask(table, "decide", {}, table.tokens.seats[0], headers)
            assert code == 403
    wanted = "start it with --public-url https://games.example.org/"
    assert wanted in answer["error"] and caplog.text.count(wanted) == 1


def test_pages_of_the_public_address_decide_and_those_of_others_do_not(behind) -> None:
    for number, (headers, code) in enumerate(
        [
            ({"Host": "games.example.org", "Origin": "https://games.example.org"}, 200),
            ({"Origin": "https://games.example.org"}, 200),
            ({}, 200),
            ({"Origin": "http://games.example.org"}, 403),
            ({"Origin": "https://games.example.org:444"}, 403),
            ({"Origin": "https://evil.example"}, 403),
            ({"Host": "evil.example", "Origin": "https://games.example.org"}, 403),
            ({"Host": "evil.example", "X-Forwarded-Host": "games.example.org"}, 403),
        ]
    ):
        table = behind.begin(people(2, at=(0, 1)), seed=number, game=CARD_GAME)
        tokens = ",".join(table.tokens.seats)
        shown = view_of(behind, table, tokens)
        content = {"action": shown["choices"][0]["id"], "key": shown["key"]}
        assert behind.ask(table, "decide", content, tokens, headers)[0] == code, headers


@pytest.mark.parametrize("path", ["", "pixies/", "assets/page.js", "pixies/assets/page.js"])
def test_the_path_of_the_address_may_be_left_in(behind, path) -> None:
    assert urllib.request.urlopen(behind.address + path).status == 200


def test_the_address_without_its_last_slash_leads_to_it(behind) -> None:
    assert urllib.request.urlopen(f"{behind.address}pixies").url == f"{behind.address}pixies/"
    for path in ("pixiesassets/page.js", "pixies/pixies/", "other/"):
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(behind.address + path)
        assert b"--public-url" in refused.value.read()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://games.example.org", ("https://games.example.org", "games.example.org", "/")),
        ("HTTPS://Games.Example.org:443/", ("https://games.example.org", "games.example.org", "/")),
        ("http://games:8080/a/b/", ("http://games:8080", "games", "/a/b/")),
        ("https://m\u00fcller.de/x", ("https://xn--mller-kva.de", "xn--mller-kva.de", "/x/")),
        ("http://[::1]:80", ("http://[::1]", "::1", "/")),
    ],
)
def test_a_public_address_is_what_browsers_make_of_it(text, told) -> None:
    read = PublicUrl.read(text)
    assert (read.origin, read.host, read.path) == told
    assert PublicUrl.read(str(read)) == read


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("games.example.org", "neither http:// nor https://"),
        ("ftp://games.example.org", "neither http:// nor https://"),
        ("https://", "names no host"),
        ("https://a b", "names no host"),
        ("https://x/?a=1", "more than a host and a path"),
        ("https://x/#a", "more than a host and a path"),
        ("https://me:secret@x/", "more than a host and a path"),
        ("https://x/a b", "letters, digits"),
        ("https://x//a", "letters, digits"),
        ("https://x/api", "a name of ours"),
        ("https://x:99999/", "out of range"),
        ("https://[x", "Invalid IPv6"),
        (f"https://{'x' * 70}/", "label"),
    ],
)
def test_what_is_no_public_address_is_told_before_anything_is_served(
    pixies, tmp_path, text, wrong
) -> None:
    said = pixies.refused(*PLAY[:-1], "--folder", tmp_path, "--public-url", text)
    assert wrong in said and "is to be like https://games.example.org/pixies" in said


def test_links_begin_with_the_public_address(tmp_path) -> None:
    server, told = started("--folder", tmp_path, "--public-url", "https://games.example.org/x")
    try:
        assert told["address"] == "https://games.example.org/x/"
        assert all(link.startswith(told["address"] + "#") for link in told["links"].values())
        here = {**told, "address": told["listens_on"]}
        assert asked(here, "seat 0", "view")["id"] == told["table"]
    finally:
        server.terminate()
        server.communicate()

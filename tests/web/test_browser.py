"""The page in a real browser: whole games, reloads, two browsers, replays."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pixies_env.core.states import record_files
from pixies_experiments.agents import default_search
from pixies_experiments.web.model import ANALYSIS, Table
from tests.web import agents
from tests.web.conftest import CARD_GAME, Served, people
from tests.web.page import SPOT, Page
from tests.web.test_play_command import started

ALL = "all of these seats in one browser"


def kept(served: Served, table: Table) -> Table:
    """The table as it lies on disk."""
    return served.store.load(table.id)


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_is_played_by_clicks(served, sit, players):
    """Decisions are clicked on the board where that is possible, else in the list."""
    table = served.begin(people(players), seed=2)
    page = sit(served.links(table)["seat 0"])
    clicks, on_board = 0, 0
    page.ready()
    while not page.is_over():
        if clicks % 2 and page.click_spot():
            on_board += 1
        else:
            page.choose(-1 if clicks % 3 == 0 else 0)
        clicks += 1
        page.ready()
    times = sorted(page.page.evaluate("window.answered"))
    assert len(times) == clicks
    print(
        f"{players} players: {clicks} clicks, {on_board} on the board, answered in "
        f"{times[len(times) // 2]:.0f} ms (median), {times[-1]:.0f} ms (slowest)"
    )
    assert on_board > 3
    finished = kept(served, table)
    assert finished.state.is_over
    finished.timeline.record(seeded=True).verify()
    own = [each for each in finished.timeline.entries if each.event.player == 0]
    assert len([each for each in own if each.event.kind == "decision"]) == clicks


def test_a_server_of_its_own_is_played_at(browser, tmp_path):
    """The command as people start it; says how long they wait."""
    begun = time.perf_counter()
    server, told = started("--agents", "human,random,random", "--folder", tmp_path, "--seed", 1)
    listening = time.perf_counter()
    page = Page(browser, told["links"]["seat 0"])
    try:
        page.ready()
        usable = time.perf_counter()
        page.choose()
        page.page.goto("about:blank")
    finally:
        page.close()
        server.kill()
        server.communicate()
    print(
        f"usable {usable - listening:.2f} s after the server began to listen, "
        f"{listening - begun:.2f} s after the command was started"
    )


def test_a_reload_in_the_middle_loses_nothing(served, sit):
    table = served.begin(people(3, others="careful"), seed=3)
    page = sit(served.links(table)["seat 0"])
    for _ in range(4):
        page.ready()
        page.choose()
    page.ready()
    before = page.text("#log"), page.text("#choices"), page.text("#seats")
    page.page.reload()
    page.ready()
    assert (page.text("#log"), page.text("#choices"), page.text("#seats")) == before


def test_a_server_that_was_stopped_goes_on_where_it_was(served, sit, tmp_path):
    table = served.begin(people(2), seed=4)
    page = sit(served.links(table)["seat 0"])
    for _ in range(3):
        page.ready()
        page.choose()
    page.ready()
    before = page.text("#log")
    port = int(served.address.rstrip("/").rpartition(":")[2])
    served.stop()
    page.wait("() => document.querySelector('#status').textContent.includes('trying again')")
    again = Served(tmp_path / "tables", port)
    try:
        page.wait("() => document.querySelector('#status').textContent.includes('Your turn')")
        assert page.text("#log") == before
        page.choose()
        page.ready()
    finally:
        again.stop()
    page.page.goto("about:blank")


def test_two_browsers_share_a_table_and_see_their_own_secrets_only(served, sit):
    table = served.begin(people(2, at=(0, 1)), seed=1)
    links = served.links(table)
    pages = [sit(links[f"seat {seat}"]) for seat in (0, 1)]
    watching = sit(links["looking on"])
    secret = None
    for _ in range(60):
        due = next(seat for seat in _until(lambda: [s for s in (0, 1) if _has_choices(pages[s])]))
        assert not _has_choices(pages[1 - due])
        if "secret" in pages[due].text("#question"):
            secret = pages[due].text("#choices li:first-child")
            pages[due].choose()
            break
        pages[due].choose()
        # The other browser is told without asking.
        log = pages[due].text("#log")
        for other in (pages[1 - due], watching):
            other.wait("log => document.querySelector('#log').innerText === log", log)
    assert secret is not None
    pages[due].wait("secret => document.querySelector('#log').innerText.includes(secret)", secret)
    for other in (pages[1 - due], watching):
        assert secret not in other.text("#log")


def _has_choices(page: Page) -> bool:
    return page.page.locator("#choices button").count() > 0


def _until(ask: Any) -> Any:
    for _ in range(400):
        if found := ask():
            return found
        time.sleep(0.02)
    raise AssertionError("nothing came of it")


def test_people_who_share_a_browser_hide_their_secrets_from_each_other(served, sit):
    table = served.begin(["human"] * 2, seed=1, game=CARD_GAME)
    page = sit(served.links(table)[ALL])
    page.page.wait_for_selector("#curtain:not([hidden]), #choices button", state="visible")
    seen = set()
    for _ in range(4):
        if page.page.is_visible("#curtain"):
            assert not page.page.is_visible("#main")
            seen.add(page.text("#curtain-title"))
            page.page.click("#reveal")
        page.ready()
        page.choose()
    assert seen == {"Now player 0", "Now player 1"}


def test_a_forged_move_is_refused_with_what_is_wrong(served, sit):
    table = served.begin(people(2, at=(0, 1)), seed=1)
    links = served.links(table)
    due = table.state.player
    mine = sit(links[f"seat {due}"])
    mine.ready()
    other = sit(links[f"seat {1 - due}"])
    other.page.wait_for_selector("#board svg")
    choice = table.state.legal_actions()[0]
    answer = other.page.evaluate(
        """async ([table, token, action]) => {
            const headers = { "Pixies-Tokens": token };
            const view = await (await fetch(`api/tables/${table}/view`, { headers })).json();
            const body = JSON.stringify({ action, key: view.key });
            const what = { method: "POST", headers, body };
            const told = await fetch(`api/tables/${table}/decide`, what);
            return [told.status, (await told.json()).error];
        }""",
        [table.id, table.tokens.seats[1 - due], int(choice)],
    )
    assert answer[0] == 403 and f"the turn of player {due}" in answer[1]
    assert kept(served, table).timeline.codes() == table.timeline.codes()


def test_a_page_without_a_token_shows_nothing_of_the_table(served, sit):
    table = served.begin(people(2))
    page = sit(served.address + f"#table={table.id}&tokens=guessed")
    page.page.wait_for_selector("#problem:not([hidden])")
    assert "the whole link" in page.text("#problem")
    assert not page.page.is_visible("#main")


def test_the_keyboard_is_enough(served, sit):
    table = served.begin(people(2), seed=5)
    page = sit(served.links(table)["seat 0"])
    page.ready()
    keyboard = page.page.keyboard
    keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.id") == "skip"
    keyboard.press("Enter")
    for _ in range(3):
        keyboard.press("ArrowDown")
        wanted = page.page.evaluate("document.activeElement.dataset.name")
        page.after(lambda: keyboard.press("Enter"))
        page.ready()
        events = [entry.event for entry in kept(served, table).timeline.entries]
        assert wanted in [event.name for event in events if event.player == 0]
        page.wait("() => document.activeElement.closest('#choices') !== null")
    # The places of the board are reached and taken by keys, too.
    while page.page.evaluate(SPOT) is None:
        page.choose()
        page.ready()
    page.page.focus("#board [data-actions]:not([data-actions*=' '])")
    page.after(lambda: keyboard.press("Enter"))


def test_a_place_that_means_several_decisions_lists_them(served, sit):
    table = served.begin(people(2), seed=1)
    page = sit(served.links(table)["seat 0"])
    for _ in range(80):
        page.ready()
        several = page.page.locator("#board [data-actions*=' ']")
        if several.count():
            break
        page.choose()
    names = several.first.get_attribute("data-actions").split(" ")
    several.first.click(force=True)
    listed = page.page.eval_on_selector_all(
        "#choices button", "buttons => buttons.map(button => button.dataset.name)"
    )
    assert sorted(listed) == sorted(names)
    page.page.click("#all")
    assert page.page.locator("#choices button").count() >= len(names)


def test_an_opinion_is_shown_with_values_and_lines(served, sit):
    table = served.begin(people(2), seed=1)
    page = sit(served.links(table)["seat 0"])
    page.ready()
    offered = page.page.eval_on_selector_all("#adviser option", "all => all.map(o => o.text)")
    assert {"search, 200 simulations", "careful"} <= set(offered)
    box, room = (page.page.locator(place).bounding_box() for place in ("#adviser", "#asking"))
    assert box["x"] + box["width"] <= room["x"] + room["width"]
    page.page.select_option("#adviser", default_search(table.game, 200))
    page.page.click("#ask")
    page.page.wait_for_selector(".candidates", timeout=120_000)
    assert "would choose" in page.text("#opinion") and "player 1" in page.text(".values")
    page.after(lambda: page.page.locator(".candidates button").first.click())


def test_rules_are_at_hand(served, sit):
    table = served.begin(people(2))
    page = sit(served.links(table)["seat 0"])
    page.ready()
    page.page.click("#open-rules")
    page.page.wait_for_selector("#rules h1")
    assert "Pixie Queen in short" in page.text("#rules")
    sizes = {
        level: page.page.eval_on_selector_all(
            f"#rules {level}", "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        for level in ("h2", "h3")
    }
    assert max(sizes["h3"], default=0) <= min(sizes["h2"])
    # It can be closed wherever one is in it, at the top too.
    page.page.locator("#rules").evaluate("dialog => dialog.scrollTo(0, 0)")
    assert page.page.locator("#rules button").bounding_box()["y"] < 300
    page.page.click("#rules button")
    assert not page.page.is_visible("#rules")


def test_a_record_is_replayed_and_tried_otherwise(served, sit, tmp_path):
    played = served.begin(["random"] * 3, seed=7)
    from tests.web.games import play_out

    play_out(played)
    record = played.timeline.record(seeded=True)
    file = tmp_path / "game.jsonl"
    record_files.write(file, record)
    table = served.begin(people(2))
    page = sit(served.links(table)["seat 0"])
    page.ready()
    page.page.set_input_files("#open-record", str(file))
    page.page.wait_for_selector("#steps:not([hidden])")
    count = len(record.events)
    page.wait_for_text("#where", f"0 of {count} events")
    for _ in range(3):
        before = page.text("#where")
        page.page.click("#forward")
        page.wait("old => document.querySelector('#where').innerText !== old", before)
    # Jump to a decision: the log leads to the position before it.
    turns = [n for n, event in enumerate(record.events) if event.name.startswith("place")]
    at = turns[9]
    page.page.locator("#log button").nth(count - 1 - at).click()
    page.wait_for_text("#where", f"{at} of {count} events")
    # What would an agent have done there?
    page.page.select_option("#adviser", "careful")
    page.page.click("#ask")
    page.page.wait_for_selector(".candidates")
    # Another decision begins a variation; undo and the way back.
    other = page.page.locator(f"#choices button:not([data-name='{record.events[at].name}'])").first
    page.after(lambda: other.click())
    page.page.wait_for_selector("#restore:not([hidden])")
    page.page.click("#back")
    page.wait_for_text("#where", f"{at} of")
    page.page.click("#restore")
    page.page.wait_for_selector("#restore", state="hidden")
    page.page.click("#last")
    page.page.wait_for_selector("#result:not([hidden])")


def test_a_seat_is_taken_over_and_given_away_in_an_analysis(served, sit):
    table = served.begin(["human", "human"], seed=1, kind=ANALYSIS)
    page = sit(served.links(table)["analysis"])
    page.ready()
    seat = page.page.locator("[aria-label='Who plays seat 1']")
    page.after(lambda: seat.select_option("careful"), "seat")
    for _ in range(4):
        page.ready()
        page.choose()
        page.wait("() => document.querySelector('#status').textContent.includes('player 0')")
    page.after(lambda: seat.select_option("human"), "seat")
    for _ in range(8):
        page.ready()
        if "player 1" in page.text("#status"):
            break
        page.choose()
    assert "player 1" in page.text("#status") and _has_choices(page)
    assert kept(served, table).seats == ["human", "human"]


def test_an_analysis_leaves_the_game_as_it_is(served, sit):
    table = served.begin(people(2), seed=1)
    page = sit(served.links(table)["seat 0"])
    page.ready()
    page.choose()
    page.ready()
    before = kept(served, table).timeline.codes()
    page.page.click("#analyse")
    page.page.wait_for_selector("#steps:not([hidden])")
    page.ready()
    page.choose()
    page.page.wait_for_selector("#restore:not([hidden])")
    assert kept(served, table).timeline.codes() == before
    page.page.go_back()
    page.page.wait_for_selector("#steps", state="hidden")


def test_the_page_says_what_would_be_saved(served, sit):
    secret = served.begin(people(3), game=CARD_GAME)
    page = sit(served.links(secret)["seat 0"])
    page.ready()
    assert page.text("#save") == "Save what player 0 saw"
    onlooker = sit(served.links(secret)["looking on"])
    onlooker.page.wait_for_selector("#main:not([hidden])")
    assert onlooker.page.is_disabled("#save") and onlooker.text("#save") == "Save record"
    page = sit(served.links(served.begin(people(2), game="havresac"))["seat 0"])
    page.ready()
    assert page.text("#save") == "Save record"


def test_the_end_lists_ranks_and_scores_and_says_why(served, sit):
    table = served.begin(["random"] * 3, seed=5)
    page = sit(served.links(table)["looking on"])
    page.page.wait_for_selector("#result:not([hidden])", timeout=60_000)
    result = kept(served, table).state.result()
    lines = page.text("#standings").splitlines()
    assert len(lines) == 3
    order = sorted(range(3), key=lambda seat: (result["ranks"][seat], seat))
    for line, seat in zip(lines, order, strict=True):
        score = result["scores"][seat]
        told = "no score" if score is None else f"score {score}".replace("-", "\N{MINUS SIGN}")
        assert line == f"{result['ranks'][seat]}. player {seat}: {told}"
    assert page.text("#reason").startswith("Why the game ended: ")
    assert "ended by" not in page.text("#board")


def test_the_page_says_that_code_is_compiled(served, sit):
    table = served.begin(["tests.web.agents:make_compiling", "human"], game=CARD_GAME)
    agents.go_on.clear()
    try:
        page = sit(served.links(table)["seat 1"])
        page.wait("() => document.querySelector('#status').textContent.includes('compiled first')")
    finally:
        agents.go_on.set()
    page.ready()
    assert "compiled" not in page.text("#status")

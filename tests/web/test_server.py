"""What the server answers, and what it refuses."""

from __future__ import annotations

import json
import time
import urllib.request

import pytest

from pixies_env.core.states import record_files
from pixies_experiments.web.model import ANALYSIS, Table
from tests.web import agents
from tests.web.conftest import CARD_GAME, Served, people

CHANGES = {"go": {"to": 0}, "restore": {}, "seat": {"seat": 0, "who": "human"}}


def view_of(served: Served, table: Table, tokens: str, query: str = "") -> dict:
    code, shown = served.ask(table, f"view?{query}", tokens=tokens)
    assert code == 200, shown
    return shown


def decide(served: Served, table: Table, tokens: str, shown: dict, place: int = 0) -> dict:
    choice = shown["choices"][place]
    code, after = served.ask(table, "decide", {"action": choice["id"], "key": shown["key"]}, tokens)
    assert code == 200, after
    return after


def secret_offer(served: Served) -> tuple[Table, int]:
    """A game of two people in which the first has offered in secret and the second has not."""
    table = served.begin(people(2, at=(0, 1)), seed=1)
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    while "secret" not in shown["question"]:
        shown = decide(served, table, tokens, shown)
    first = shown["player"]
    while shown["player"] == first:
        shown = decide(served, table, tokens, shown)
    assert "secret" in shown["question"]
    return table, first


def test_a_move_needs_the_token_of_its_seat(served):
    table = served.begin(people(2, at=(0, 1)))
    own = {seat: view_of(served, table, token) for seat, token in enumerate(table.tokens.seats)}
    due = own[0]["player"]
    wanted = {"action": own[due]["choices"][0]["id"]}
    for token in (table.tokens.seats[1 - due], table.tokens.watch):
        shown = view_of(served, table, token)
        assert shown["choices"] == []
        code, answer = served.ask(table, "decide", {**wanted, "key": shown["key"]}, token)
        assert code == 403 and f"player {due}" in answer["error"]
    after = view_of(served, table, table.tokens.seats[due])
    assert after == own[due]


def test_a_request_without_a_token_or_with_a_wrong_one_is_answered_with_nothing(served):
    table = served.begin(people(2))
    other = served.begin(people(2))
    for token in ("", "wrong", table.tokens.seats[0] + "x", other.tokens.seats[0], "ä,ö"):
        for what in ("view", "record", "rules"):
            code, answer = served.ask(table, what, tokens=token.encode().decode("latin-1"))
            assert code == 403 and set(answer) == {"error"}


@pytest.mark.parametrize("action", [10**6, -1, 3.5, "place(1)", None, True])
def test_an_illegal_action_is_refused_and_changes_nothing(served, action):
    table = served.begin(people(2, at=(0, 1)))
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    code, answer = served.ask(table, "decide", {"action": action, "key": shown["key"]}, tokens)
    assert code == 400 and answer["error"]
    assert view_of(served, table, tokens) == shown


def test_an_action_that_is_not_legal_here_is_told_with_what_is(served):
    table = served.begin(people(2, at=(0, 1)))
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    legal = {choice["id"] for choice in shown["choices"]}
    wrong = next(entry for entry in range(len(table.game.actions)) if entry not in legal)
    code, answer = served.ask(table, "decide", {"action": wrong, "key": shown["key"]}, tokens)
    assert code == 400
    assert "not legal" in answer["error"] and shown["choices"][0]["name"] in answer["error"]


def test_a_decision_about_a_position_that_is_gone_is_refused(served):
    table = served.begin(people(2, at=(0, 1)))
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    decide(served, table, tokens, shown)
    again = {"action": shown["choices"][1]["id"], "key": shown["key"]}
    code, answer = served.ask(table, "decide", again, tokens)
    assert code == 409 and "moved on" in answer["error"]


def test_secret_offers_are_shown_to_their_seat_only(served):
    table, first = secret_offer(served)
    names = [entry["name"] for entry in view_of(served, table, table.tokens.seats[first])["log"]]
    secrets = [name for name in names if name.startswith(("offer", "refuse"))]
    assert secrets
    for token in (table.tokens.seats[1 - first], table.tokens.watch):
        text = json.dumps(view_of(served, table, token)["log"])
        assert not any(name in text for name in secrets)


def test_views_of_others_do_not_differ_with_what_was_offered(served):
    """Two games that differ in a secret offer look the same to everybody else."""
    shown = []
    for place in (0, 1):
        table = served.begin(people(2, at=(0, 1)), seed=1)
        tokens = ",".join(table.tokens.seats)
        now = view_of(served, table, tokens)
        while "secret" not in now["question"]:
            now = decide(served, table, tokens, now)
        first = now["player"]
        now = decide(served, table, tokens, now, place)
        while now["player"] == first:
            now = decide(served, table, tokens, now, -1)
        other = view_of(served, table, table.tokens.seats[1 - first])
        watching = view_of(served, table, table.tokens.watch)
        shown.append([{**each, "id": "", "key": ""} for each in (other, watching)])
    assert shown[0] == shown[1]


def test_an_analysis_of_a_game_with_secrets_begins_with_what_the_seat_knows(served):
    table, first = secret_offer(served)
    token = table.tokens.seats[1 - first]
    code, made = served.ask(table, "analysis", {}, token)
    assert code == 200
    copy = served.store.load(made["id"])
    assert copy.kind == ANALYSIS and copy.timeline.entries == []
    known = served.store.load(table.id).state.hidden_from(1 - first)
    assert copy.state.hidden_from(1 - first) == known


def test_a_card_game_hides_the_hands_of_the_others(served):
    """A game behind the seam without a drawing and words of its own."""
    table = served.begin(["human"] * 3, game=CARD_GAME)
    served.ask(table, "view", tokens=table.tokens.watch)
    hand = table.state.as_dict()["hands"]
    for seat, token in enumerate(table.tokens.seats):
        shown = json.dumps(view_of(served, table, token)["drawing"])
        shown = shown.replace("\\u00a0", " ")
        for other in range(3):
            assert (f"hand {hand[other]}" in shown) == (other == seat or hand[other] == hand[seat])


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example"])
def test_a_request_to_a_foreign_name_is_refused(served, host):
    """DNS rebinding: a page of elsewhere whose name leads to this machine."""
    table = served.begin(people(2))
    code, answer = served.ask(table, "view", tokens=table.tokens.seats[0], headers={"Host": host})
    assert code in (400, 403) and "choices" not in answer


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    ],
)
def test_a_request_of_a_foreign_page_is_refused(served, headers):
    table = served.begin(people(2))
    code, answer = served.ask(table, "view", tokens=table.tokens.seats[0], headers=headers)
    assert code == 403 and "not answered" in answer["error"]


@pytest.mark.parametrize("path", ["", "assets/page.js", "assets/none.js", "api/tables/x/view"])
def test_every_answer_carries_the_headers_that_protect_the_page(served, path):
    request = urllib.request.Request(served.address + path)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("name", ["../server.py", "%2e%2e/server.py", "..%2fserver.py"])
def test_only_the_files_of_the_page_are_served(served, name):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{served.address}assets/{name}")


def test_a_page_cannot_name_an_agent_that_is_not_offered(served):
    """A specification can start programs or take any time: only those of the list are made."""
    table = served.begin(["human", "human"], kind=ANALYSIS)
    for spec in ("external:command='touch /tmp/x'", "mcts:simulations=1000000", "os:getcwd"):
        code, answer = served.ask(table, "opinion", {"agent": spec}, table.tokens.owner)
        assert code == 400 and "cannot be asked" in answer["error"]
        code, answer = served.ask(table, "seat", {"seat": 0, "who": spec}, table.tokens.owner)
        assert code == 400 and "cannot sit" in answer["error"]


def test_an_opinion_of_an_agent_that_is_offered(served):
    table = served.begin(people(2, at=(0, 1)))
    shown = view_of(served, table, ",".join(table.tokens.seats))
    assert shown["advisers"][0].startswith("mcts")
    due = table.tokens.seats[shown["player"]]
    code, told = served.ask(table, "opinion", {"agent": "careful"}, due)
    assert code == 200 and told["chosen"]["name"] in [each["name"] for each in shown["choices"]]
    code, answer = served.ask(
        table, "opinion", {"agent": "careful"}, table.tokens.seats[1 - shown["player"]]
    )
    assert code == 403 and "who is to decide" in answer["error"]


def test_a_table_without_advice_gives_none(served):
    table = served.begin(people(2, at=(0, 1)), advice=False)
    tokens = ",".join(table.tokens.seats)
    for what, content in (("opinion", {"agent": "careful"}), ("analysis", {})):
        code, answer = served.ask(table, what, content, tokens)
        assert code == 403 and "this table" in answer["error"]


def test_only_the_owner_of_an_analysis_changes_it(served):
    table = served.begin(["human", "human"], kind=ANALYSIS)
    for token in (table.tokens.watch, table.tokens.seats[0]):
        for what, content in CHANGES.items():
            code, answer = served.ask(table, what, content, token)
            assert code == 403 and "somebody else" in answer["error"]


def test_the_record_of_a_game_under_way_is_what_the_seat_saw(served):
    table, first = secret_offer(served)
    _, text = served.ask(table, "record", tokens=table.tokens.seats[1 - first])
    header = json.loads(text.splitlines()[0])
    assert header["viewer"] == 1 - first and "seed" not in header
    assert served.ask(table, "record", tokens=table.tokens.watch)[0] == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"\xff", b"[" * 9_000])
def test_a_request_that_is_no_json_object_is_refused(served, body):
    table = served.begin(people(2, at=(0, 1)))
    request = urllib.request.Request(
        f"{served.address}api/tables/{table.id}/decide",
        data=body,
        headers={"Pixies-Tokens": table.tokens.seats[0]},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 400 and b"JSON" in refused.value.read()


def test_a_damaged_record_is_refused_with_its_line(served):
    table = served.begin(people(2))
    code, answer = served.ask(table, "replay", {"record": "{}\n"}, table.tokens.seats[0])
    assert code == 400 and "the record, line 1" in answer["error"]


def test_agents_play_on_by_themselves_and_their_failure_is_told(served):
    table = served.begin(["random", "random"])
    for _ in range(600):
        shown = view_of(served, table, table.tokens.watch)
        if shown["result"] is not None:
            break
        time.sleep(0.05)
    standings = shown["result"]["standings"]
    assert [each["rank"] for each in standings] == sorted(each["rank"] for each in standings)
    assert {each["seat"] for each in standings} == {0, 1}
    broken = served.begin(["tests.web.agents:make_broken", "random"])
    for _ in range(100):
        shown = view_of(served, broken, broken.tokens.watch)
        if shown["problem"] is not None:
            break
        time.sleep(0.05)
    assert "raised RuntimeError: out of ideas" in shown["problem"]


def test_a_decision_that_cannot_be_kept_is_taken_back(served):
    table = served.begin(people(2, at=(0, 1)))
    tokens = ",".join(table.tokens.seats)
    shown = view_of(served, table, tokens)
    kept = served.store.path(table.id)
    aside = kept.rename(kept.with_suffix(".aside"))
    kept.mkdir()
    content = {"action": shown["choices"][0]["id"], "key": shown["key"]}
    code, answer = served.ask(table, "decide", content, tokens)
    assert code == 500 and "could not be kept" in answer["error"]
    assert view_of(served, table, tokens) == shown
    kept.rmdir()
    aside.rename(kept)
    decide(served, table, tokens, shown)


def test_a_game_for_one_is_played_and_looked_at(served):
    table = served.begin(["human"], game="havresac")
    token = table.tokens.seats[0]
    shown = view_of(served, table, token)
    after = decide(served, table, token, shown)
    assert len(after["log"]) > len(shown["log"]) and after["seats"][0]["yours"]
    watched = view_of(served, table, table.tokens.watch)
    assert watched["choices"] == [] and watched["drawing"]["columns"]


def test_the_record_of_a_game_without_secrets_is_whole_at_any_time(served):
    table = served.begin(people(2, at=(0, 1)), game="havresac")
    everybody = ",".join(table.tokens.seats)
    shown = decide(served, table, everybody, view_of(served, table, everybody))
    assert shown["whole_record"]
    for token in (table.tokens.seats[0], table.tokens.watch):
        code, text = served.ask(table, "record", tokens=token)
        header = json.loads(text.splitlines()[0])
        assert code == 200 and "viewer" not in header and "seed" not in header
        (record,) = record_files.parse(text.splitlines(), "saved")
        assert record.final().digest == served.store.load(table.id).state.digest


def test_a_page_says_that_only_a_part_of_the_record_can_be_saved(served):
    table, first = secret_offer(served)
    for token in (table.tokens.seats[1 - first], table.tokens.watch):
        assert not view_of(served, table, token)["whole_record"]


def test_a_page_is_told_while_the_code_of_an_agent_is_compiled(served):
    table = served.begin(["tests.web.agents:make_compiling", "human"], game=CARD_GAME)
    token = table.tokens.seats[1]
    agents.go_on.clear()
    try:
        shown = view_of(served, table, token)
        while not shown["compiling"]:
            assert shown["thinking"] is not None
            shown = view_of(served, table, token, f"have={shown['key']}")
    finally:
        agents.go_on.set()
    while shown["thinking"] is not None:
        shown = view_of(served, table, token, f"have={shown['key']}")
    assert not shown["compiling"]


def test_the_end_is_told_with_ranks_scores_and_a_reason(served):
    table = served.begin(["random", "random"], game="havresac")
    shown = view_of(served, table, table.tokens.watch)
    while shown["result"] is None:
        shown = view_of(served, table, table.tokens.watch, f"have={shown['key']}")
    result = served.service._seatings[table.id].table.state.result()
    assert shown["result"]["reason"] == "all rounds have been played"
    told = shown["result"]["standings"]
    assert [result["ranks"][each["seat"]] for each in told] == [each["rank"] for each in told]
    assert [result["scores"][each["seat"]] for each in told] == [each["score"] for each in told]
    assert told[0]["rank"] == 1

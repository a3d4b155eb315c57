"""Tables without a server: what happens at them, and how they are kept."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.errors import DamagedDataError, IllegalActionError
from pixies_env.core.game import Game
from pixies_env.core.single import is_uncompiled
from pixies_env.core.states.stored import digest_of
from pixies_experiments.agents import agent_words, default_search
from pixies_experiments.games import open_game, own_game
from pixies_experiments.web import kept, opening
from pixies_experiments.web.model import ANALYSIS, GAME, Table, TableError
from pixies_experiments.web.seats import HUMAN, MOST_TOKENS, Guest, Tokens
from pixies_experiments.web.service import Service
from pixies_experiments.web.store import Store
from pixies_experiments.web.thinking import Thinker, advisers
from pixies_experiments.web.views import view
from tests.web.conftest import CARD_GAME
from tests.web.games import play_out


def begin(seats: list[str], seed: int = 1, kind: str = GAME, **options: Any) -> Table:
    tokens = Tokens.drawn(len(seats), analysis=kind == ANALYSIS)
    return opening.begin(
        open_game(CARD_GAME),
        seats,
        seed,
        tokens,
        table_id=opening.new_id(),
        kind=kind,
        own=own_game(CARD_GAME),
        **options,
    )


def play_some(table: Table, decisions: int) -> None:
    for _ in range(decisions):
        table.decide(int(table.state.legal_actions()[-1]))


@pytest.mark.parametrize("kind", [GAME, ANALYSIS])
def test_a_table_that_is_read_again_goes_on_as_it_would_have(tmp_path, kind):
    table = begin(["random"] * 3, kind=kind)
    play_some(table, 4)
    store = Store(tmp_path)
    store.save(table)
    again = store.load(table.id)
    assert (again.seats, again.tokens, again.cursor) == (table.seats, table.tokens, table.cursor)
    assert again.timeline.entries == table.timeline.entries
    play_out(table)
    play_out(again)
    assert again.timeline.entries == table.timeline.entries
    assert again.state == table.state and table.state.is_over


def test_a_game_of_agents_is_that_of_its_seed():
    first, second, other = tables = [begin(["random"] * 3, seed) for seed in (1, 1, 2)]
    for table in tables:
        play_out(table)
    assert first.timeline.entries == second.timeline.entries != other.timeline.entries


def test_the_record_of_a_table_can_be_verified():
    table = begin(["random"] * 3)
    play_out(table)
    table.timeline.record(seeded=True).verify()


def test_only_the_owner_can_look_into_the_folder(tmp_path):
    store = Store(tmp_path / "tables")
    assert os.stat(store.folder).st_mode & 0o077 == 0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_can_read_a_table_in_a_folder_of_all(tmp_path):
    tmp_path.chmod(0o755)
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    umask = os.umask(0)
    try:
        store.save(table)
        assert mode(store.path(table.id)) == 0o600
        store.path(table.id).chmod(0o644)
        store.save(table)
    finally:
        os.umask(umask)
    assert mode(store.path(table.id)) == 0o600


@pytest.mark.parametrize(
    "read", [lambda store, table: store.load(table.id), lambda store, table: store.newest()]
)
def test_a_table_that_others_could_read_is_narrowed_when_it_is_read(tmp_path, read):
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    store.save(table)
    store.path(table.id).chmod(0o666)
    read(store, table)
    assert mode(store.path(table.id)) == 0o600


@pytest.mark.parametrize("owner", [os.geteuid(), os.geteuid() + 1])
def test_a_table_of_somebody_else_that_cannot_be_narrowed_is_not_opened(
    tmp_path, monkeypatch, owner
):
    """It names programs that are started; one of our own lies on a disk without modes."""
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    store.save(table)
    store.path(table.id).chmod(0o644)

    def refuse(*told, **named):
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    monkeypatch.setattr(os, "geteuid", lambda: owner)
    if store.path(table.id).stat().st_uid == owner:
        assert store.load(table.id).id == table.id
    else:
        with pytest.raises(DamagedDataError, match=f"{table.id}.*belongs to somebody else"):
            store.load(table.id)


def test_what_a_killed_write_of_a_table_left_is_removed_at_the_next_start(tmp_path):
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    store.save(table)
    left, other = tmp_path / f".{table.id}.json-abcd_123", tmp_path / ".notes.txt-abcd_123"
    for path in (left, other):
        path.write_text("half")
        os.utime(path, (1, 1))
    assert Store(tmp_path).load(table.id).id == table.id
    assert not left.exists() and other.exists()


def test_a_table_of_the_version_before_is_taken_up(tmp_path):
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    play_some(table, 2)
    store.save(table)
    path = store.path(table.id)
    content = json.loads(path.read_text())
    old = {key: value for key, value in content.items() if key not in ("sha256", "opened_by")}
    path.write_text(json.dumps({**old, "version": 1}))
    assert store.load(table.id).timeline.entries == table.timeline.entries
    for key in ("sha256", "opened_by"):
        path.write_text(json.dumps({**old, "version": 1, key: content[key]}))
        with pytest.raises(DamagedDataError, match="digest"):
            store.load(table.id)


def test_a_file_of_any_length_is_not_read_whole(tmp_path, monkeypatch):
    store, table = Store(tmp_path), begin([HUMAN] * 2)
    with store.path(table.id).open("wb") as file:
        file.truncate(10**12)
    monkeypatch.setattr(kept, "MOST_BYTES", 1000)
    with pytest.raises(DamagedDataError, match="more than 1,000 bytes"):
        store.load(table.id)


@pytest.mark.parametrize("name", ["../x", "a/b", "", "x" * 41, "x\0", "."])
def test_a_name_that_is_no_id_leads_nowhere(tmp_path, name):
    with pytest.raises(LookupError, match="there is no table"):
        Store(tmp_path).load(name)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "other"),
        ("version", 3),
        ("kind", "party"),
        ("seats", ["human"]),
        ("seat_tokens", ["x"]),
        ("record", []),
        ("stream", ["a"]),
        ("cursor", None),
    ],
)
def test_a_damaged_file_is_refused_with_its_name(tmp_path, key, value):
    table, store = begin([HUMAN] * 3, kind=ANALYSIS), Store(tmp_path)
    store.save(table)
    path = store.path(table.id)
    content = json.loads(path.read_text())
    content[key] = value
    path.write_text(json.dumps({**content, "sha256": digest_of(content)}))
    with pytest.raises((DamagedDataError, ValueError), match=table.id):
        store.load(table.id)
    path.write_text("{")
    with pytest.raises(DamagedDataError, match=table.id):
        store.load(table.id)


def test_the_game_that_was_played_at_last_is_the_newest(tmp_path):
    store = Store(tmp_path)
    with pytest.raises(LookupError, match="no table"):
        store.newest()
    games = [begin([HUMAN] * 3), begin([HUMAN] * 3)]
    for table in (games[1], games[0], begin([HUMAN] * 3, kind=ANALYSIS)):
        store.save(table)
        path = store.path(table.id)
        os.utime(path, ns=(path.stat().st_atime_ns, len(list(Path(tmp_path).iterdir()))))
    newest, left_out = store.newest()
    assert (newest.id, left_out) == (games[0].id, [])


def test_undo_and_another_decision_begin_a_variation_and_the_way_back():
    table = begin([HUMAN] * 3, kind=ANALYSIS)
    play_some(table, 3)
    table.main = table.timeline.codes()
    length, at = table.cursor, table.cursor - 2
    while table.timeline.states[at].waiting != "decision":
        at -= 1
    table.go_to(at)
    taken = table.timeline.entries[at].code
    table.decide(taken)
    assert table.cursor == at + 1 and len(table.timeline.entries) == length and not table.varies
    table.go_to(at)
    table.decide(next(int(a) for a in table.state.legal_actions() if a != taken))
    assert table.varies
    table.restore()
    assert not table.varies and len(table.timeline.entries) == length


def test_chance_can_be_chosen_in_an_analysis():
    table = begin([HUMAN] * 3, kind=ANALYSIS)
    table.go_to(0)
    other = next(
        each for each in table.state.chance_outcomes() if ~each.id != table.timeline.entries[0].code
    )
    before = list(table.timeline.entries)
    with pytest.raises(IllegalActionError):
        table.let_happen("card(99)")
    assert table.timeline.entries == before
    table.let_happen(other.name)
    assert table.timeline.entries[0].event.name == other.name and table.at_end


def test_a_game_knows_no_undo_no_handing_over_and_no_chosen_chance():
    table = begin([HUMAN] * 3)
    for act in (
        lambda: table.go_to(0),
        lambda: table.hand_over(0, "random"),
        lambda: table.let_happen(0),
        table.restore,
    ):
        with pytest.raises(TableError, match="only in an analysis"):
            act()


def test_an_illegal_decision_leaves_a_table_as_it_was():
    table = begin([HUMAN] * 3, kind=ANALYSIS)
    play_some(table, 2)
    table.go_to(table.cursor - 1)
    entries, cursor = list(table.timeline.entries), table.cursor
    if table.state.waiting == "decision":
        with pytest.raises(IllegalActionError):
            table.decide("play(99)")
    with pytest.raises(TableError, match="positions 0 to"):
        table.go_to(-1)
    with pytest.raises(TableError, match="seats 0 to 2"):
        table.hand_over(3, HUMAN)
    assert (table.timeline.entries, table.cursor) == (entries, cursor)


def test_an_analysis_of_a_finished_game_holds_all_of_it():
    table = begin(["random"] * 3)
    play_out(table)
    copy = opening.analysis_of(table, Guest(watches=True), None)
    assert copy.timeline.codes() == table.timeline.codes() and copy.main == copy.timeline.codes()


def test_chance_ahead_of_an_analysis_is_not_that_of_the_game():
    """Whoever analyses a game under way must not learn how its dice will fall."""
    table = begin([HUMAN] * 3)
    copies = [opening.analysis_of(table, Guest(frozenset({0})), 0) for _ in range(3)]
    streams = {copy.timeline.stream for copy in copies}
    assert len(streams) == 3 and table.timeline.stream not in streams
    for copy in copies:
        assert copy.state.hidden_from(0) == table.state.hidden_from(0)


def test_tokens_stand_for_their_seats_only():
    tokens = Tokens.drawn(3, analysis=True)
    assert tokens.guest(tokens.seats[:2]) == Guest(frozenset({0, 1}))
    assert tokens.guest([tokens.watch]) == Guest(watches=True)
    assert tokens.guest([str(tokens.owner)]).owner
    assert tokens.guest(["", "x", tokens.seats[0][:-1]]).is_stranger
    assert tokens.guest(["x"] * MOST_TOKENS + [tokens.seats[0]]).is_stranger
    plain = Tokens.drawn(3, analysis=False)
    assert plain.guest([""]).is_stranger and plain.guest(["None"]).is_stranger
    assert len({*tokens.seats, *plain.seats, tokens.watch, plain.watch}) == 8


def test_seats_are_filled_as_they_are_named():
    game = open_game(CARD_GAME)
    assert opening.seating(game, ["random"], 3) == [HUMAN, "random", "random"]
    assert opening.seating(game, [HUMAN], 2) == [HUMAN, HUMAN]
    assert opening.seating(game, ["random", HUMAN, "careful"], None) == ["random", HUMAN, "careful"]
    assert len(opening.seating(game, [HUMAN], None)) == max(game.players)
    with pytest.raises(ValueError, match="2 names are given for the 3 seats"):
        opening.seating(game, ["random", HUMAN], 3)


def test_agents_have_names_for_people():
    # The card game of the tests has no heuristics that could help a search.
    assert agent_words(default_search(open_game(CARD_GAME), 200)) == "plain search, 200 simulations"
    helped = "mcts:simulations=1000,rollout=greedy,evaluation=greedy,cutoff=20,priors=greedy"
    for spec, words in (
        (helped, "search, 1,000 simulations"),
        ("greedy", "greedy"),
        ("greedy:style=rings,temperature=1", "greedy, style rings, temperature 1"),
        ("my_agents:make", "my_agents, make"),
    ):
        assert agent_words(spec) == words


def test_a_page_has_a_name_for_everybody_who_can_be_asked_or_sits():
    table = begin(["mcts:simulations=50", HUMAN])
    shown = view(table, Guest(seats=frozenset({1})), None, ["careful", "mcts:simulations=7"])
    assert shown["names"] == {
        "careful": "careful",
        "mcts:simulations=7": "plain search, 7 simulations",
        "mcts:simulations=50": "plain search, 50 simulations",
    }


def test_advisers_are_those_that_play_the_game():
    offered = advisers(open_game(CARD_GAME), ["mcts:simulations=50"], [HUMAN, "last"])
    assert offered[0] == "mcts:simulations=50" and offered[-1] == "last"
    assert "random" in offered and "external" not in offered and HUMAN not in offered


def test_an_opinion_of_any_agent_names_what_it_would_do():
    table = begin([HUMAN] * 3)
    thinker = Thinker(table.game)
    names = table.state.legal_names()
    for spec in ("random", "careful", "mcts:simulations=50"):
        told = thinker.opinion(spec, table.state, table.timeline.stream, table.cursor)
        assert told["chosen"]["name"] in names
        assert (told["values"] is None) == (not spec.startswith("mcts"))
    assert {each["name"] for each in told["candidates"]} <= set(names)
    steps = [step for each in told["candidates"] for step in each["line"]]
    assert steps and all(step["words"].startswith(step["name"]) for step in steps)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_table_is_seen_before_anything_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(Game, "is_compiled", False)
    table = begin(["random", HUMAN])
    while table.agent_due is None:
        table.decide(int(table.state.legal_actions()[0]))
    loaded: list[bool] = []

    async def look_and_wait() -> None:
        service = Service(Store(tmp_path))
        service.begin(table.id, lambda: table)
        seating = await service.find(table.id)
        shown = service.view(seating, Guest(frozenset({1})), None)
        assert shown["drawing"]["columns"] and shown["thinking"] == "random"
        loaded.append(table.game.is_loaded)
        while table.agent_due is not None:
            await asyncio.sleep(0.01)
        loaded.append(table.game.is_loaded)
        await service.close()

    asyncio.run(asyncio.wait_for(look_and_wait(), 60))
    assert loaded == [False, True] and not is_uncompiled(table.game)

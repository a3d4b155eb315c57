"""`pixies review`: a game judged by a search."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import numpy as np
import pytest

from pixies_env.core.batches.arena import play_games
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states import record_files
from pixies_experiments.agents import default_search, open_agent
from pixies_experiments.games import open_game
from pixies_experiments.review import Kept, finish, help_note, judge
from pixies_experiments.review_page import chart, page
from pixies_experiments.review_report import review_report
from tests.experiments.conftest import CARD_GAME

AGENT = "mcts:simulations=60"


@pytest.fixture(scope="module")
def record():
    game = open_game(CARD_GAME)
    (block,) = play_games(game, ["random"] * 3, games=1, seed=3, records=True)
    return block.records[0]


@pytest.fixture(scope="module")
def judgements(record):
    return list(judge(record, open_agent(AGENT, record.game), 0))


def test_every_decision_with_a_choice_is_judged(record, judgements):
    due = [
        number
        for number, state in enumerate(record.replay())
        if state.waiting == "decision" and len(state.legal_actions()) > 1
    ]
    assert [each.number - 1 for each in judgements] == due
    lowest, highest = record.game.utility_range
    for each in judgements:
        assert each.taken.name == record.events[each.number - 1].name
        assert all(lowest <= value <= highest for value in each.expected)
        assert each.low <= each.cost <= each.high
        assert each.cost == 0.0 or each.taken != each.best


def test_equal_seeds_give_equal_judgements(record, judgements):
    agent = open_agent(AGENT, record.game)
    assert list(judge(record, agent, 0)) == judgements
    half = judgements[len(judgements) // 2]
    rest = [each for each in judgements if each.number > half.number]
    assert list(judge(record, agent, 0, half.number)) == rest


def test_a_blunder_is_the_largest_mistake():
    """A last decision that gives a sure first place away."""
    game = open_game("pixie_queen")
    from pixies_env.core.states.records import Record
    from pixies_env.core.states.state import State

    state = State(game, 2, 1)
    while state.question != "turn":
        state.apply(int(state.legal_actions()[0]))
    state.apply("pass")
    names = [event.name for event in state.history]
    given = Record.from_names(game, 2, names)
    told = finish(given, "mcts", list(judge(given, open_agent("mcts:simulations=200", game), 0)))
    worst = told.mistakes(1)[0]
    assert worst.taken.name == "pass" and worst.low > 0 and worst.best.words != worst.taken.words


def test_turns_are_the_largest_changes_with_what_happened(record, judgements):
    told = finish(record, AGENT, judgements)
    turns = told.turns(3)
    assert len(turns) == 3 and turns[0].size >= turns[1].size >= turns[2].size
    assert all(turn.events for turn in turns)
    assert told.expectations()[-1] == (len(record.events), told.final)


def test_a_review_that_was_killed_goes_on(tmp_path, record, judgements):
    path = tmp_path / "kept.jsonl"
    kept = Kept(path, record, AGENT, 0)
    assert kept.read() == []
    for each in judgements[:3]:
        kept.add(each)
    with path.open("a") as file:
        file.write('{"number": 4, "pla')
    assert Kept(path, record, AGENT, 0).read() == judgements[:3]
    assert Kept(path, record, AGENT, 0).read() == judgements[:3]
    with pytest.raises(ValueError, match="holds another review"):
        Kept(path, record, AGENT, 1).read()


def test_judgements_cut_inside_their_first_line_are_damaged(tmp_path, record):
    path = tmp_path / "kept.jsonl"
    Kept(path, record, AGENT, 0).read()
    cut = path.read_bytes()[:100]
    path.write_bytes(cut)
    with pytest.raises(ValueError, match=r"kept.jsonl is damaged: its first line.*remove the file"):
        Kept(path, record, AGENT, 0).read()
    assert path.read_bytes() == cut


def test_no_altered_byte_of_kept_judgements_is_used(tmp_path, record, judgements):
    path = tmp_path / "kept.jsonl"
    kept = Kept(path, record, AGENT, 0)
    kept.read()
    for each in judgements[:3]:
        kept.add(each)
    whole = path.read_bytes()
    random = np.random.default_rng(1)
    for place in random.integers(0, len(whole), 300):
        altered = bytearray(whole)
        altered[place] ^= 1 << int(random.integers(8))
        path.write_bytes(altered)
        try:
            found = Kept(path, record, AGENT, 0).read()
        except DamagedDataError:
            continue
        # The last line is no whole one any more, as after a kill.
        assert found == judgements[:2] and place == len(whole) - 1


def test_kept_judgements_without_one_in_the_middle_are_damaged(tmp_path, record, judgements):
    path = tmp_path / "kept.jsonl"
    kept = Kept(path, record, AGENT, 0)
    kept.read()
    for each in judgements[:3]:
        kept.add(each)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    with pytest.raises(DamagedDataError, match="checksum is wrong"):
        Kept(path, record, AGENT, 0).read()


@pytest.mark.parametrize(
    "change",
    [
        {"number": "1"},
        {"number": 10_000},
        {"player": 3},
        {"expected": [0.0]},
        {"cost": float("nan")},
        {"taken": {"name": "nothing", "words": ""}},
        {"more": 1},
    ],
)
def test_judgements_that_cannot_be_are_refused_whatever_their_checksum(
    tmp_path, record, judgements, change
):
    path = tmp_path / "kept.jsonl"
    kept = Kept(path, record, AGENT, 0)
    kept.read()
    content = json.loads(json.dumps(asdict(judgements[0]))) | change
    line = {"judgement": content, "sha256": kept._next_sum(content)}
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")
    with pytest.raises(DamagedDataError, match=r"kept\.jsonl is damaged"):
        Kept(path, record, AGENT, 0).read()


def test_the_command_tells_mistakes_turns_and_chart(pixies, tmp_path, record, judgements):
    file, html, keep = tmp_path / "game.jsonl", tmp_path / "review.html", tmp_path / "kept.jsonl"
    record_files.write(file, record)
    words = ("review", file, "--agent", AGENT, "--html", html, "--keep", keep)
    told = pixies.json(*words)
    assert [each["number"] for each in told["judgements"]] == [each.number for each in judgements]
    assert json.loads(json.dumps(told["turns"][0]["events"]))
    again = pixies(*words)
    assert again.exit_code == 0 and "player 0" in again.stdout
    text = html.read_text()
    assert text.count("<polyline") == record.players and "<script" not in text


def test_what_cannot_be_judged_is_told(pixies, tmp_path, record):
    file = tmp_path / "game.jsonl"
    record_files.write(file, record)
    assert "an agent that searches" in pixies.refused("review", file, "--agent", "random")
    assert "no game number 2" in pixies.refused("review", file, "--game-number", 2)
    record_files.write(file, record.seen_by(0))
    said = pixies.refused("review", file)
    assert "only what seat 0 saw" in said and "save it again when the game is over" in said


def test_the_page_says_it_where_there_is_no_mistake(record):
    review = finish(record, "mcts", [])
    text = page(review, review_report(review, "game", 10))
    assert "No decision was surely worse" in text and "too few decisions" in text


def test_the_last_number_below_the_chart_is_inside_the_picture(record):
    drawn = chart(finish(record, "mcts", []))
    last = len(record.events)
    (anchor,) = re.findall(rf'text-anchor="(\w+)">{last}</text>', drawn)
    assert anchor == "end"


def test_events_have_the_numbers_of_replay(pixies, tmp_path, record, judgements):
    file = tmp_path / "game.jsonl"
    record_files.write(file, record)
    printed = pixies("replay", file).stdout.splitlines()
    for each in judgements:
        (line,) = [line for line in printed if line.startswith(f"{each.number:4d}  ")]
        assert line.split()[-1] == each.taken.name and f"player {each.player}" in line
    turn = finish(record, AGENT, judgements).turns(1)[0]
    assert turn.events[0].startswith(f"Player {record.events[turn.number - 1].player}: ")


@pytest.mark.parametrize("name", ["pixie_queen", "havresac", "taverns"])
def test_the_usual_search_is_helped_by_the_heuristic_of_the_game(name):
    game = open_game(name)
    spec = default_search(game, 50)
    assert "rollout=greedy,evaluation=greedy" in spec and "priors=greedy" in spec
    assert "helped by an agent that knows the game" in help_note(open_agent(spec, game).name)


def test_the_usual_search_plays_a_game_without_a_heuristic(record):
    assert default_search(record.game, 50) == "mcts:simulations=50"
    assert "at random" in help_note("mcts:simulations=50") and help_note("own") == ""


def test_the_header_says_how_the_simulations_are_played(pixies, tmp_path, record):
    file, html = tmp_path / "game.jsonl", tmp_path / "review.html"
    record_files.write(file, record)
    said = pixies("review", file, "--agent", "mcts:simulations=8", "--html", html).stdout
    assert "play on at random" in said and "numbered as by `pixies replay`" in said
    assert "play on at random" in html.read_text()


def test_a_kept_table_is_no_record_and_is_told_how_to_be_saved(pixies, tmp_path):
    said = pixies("play", "--terminal", "--folder", tmp_path, typed="stop\n")
    assert said.exit_code == 0
    (table,) = tmp_path.iterdir()
    for command in ("review", "replay"):
        refused = " ".join(pixies.refused(command, table).split())
        assert "is a kept table, not a record" in refused
        assert f"pixies play --table {table.stem}" in refused

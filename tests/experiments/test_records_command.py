"""`pixies record` and `pixies replay`."""

from __future__ import annotations

import json

import pytest

from pixies_env.core.states import record_files
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_experiments.cli import naming
from pixies_experiments.cli.options import read_game_options
from tests.experiments import games

OPTIONAL_GAME = "tests.games.hidden_card:game"
DEALS = "card(1)\ncard(2)\ncard(3)\ncard(4)\ncard(5)\ncard(6)\n"
ALL_FIRST = "1\n" * 40


@pytest.fixture
def recorded(tmp_path):
    """A file of two games of two players."""
    path = tmp_path / "games.jsonl"
    finished = []
    for seed in (1, 2):
        state = State(games.card_game(), 2, seed)
        while not state.is_over:
            state.apply(int(state.legal_actions()[0]))
        finished.append(Record.from_state(state))
    record_files.write(path, finished)
    return path


# ---- replay


def test_game_is_shown_event_by_event_and_verified(pixies, recorded):
    printed = pixies("replay", recorded).stdout
    (first, _second) = record_files.read(recorded, games.card_game())
    for number, event in enumerate(first.events, 1):
        assert any(
            line.split()[0] == str(number) and line.endswith(str(event.name))
            for line in printed.splitlines()
            if line.strip()
        )
    assert "Verified: every event is legal, and the end is as the record tells it" in printed
    assert "reason: all rounds played" in printed


def test_game_that_is_not_over_is_not_said_to_be_verified(pixies, tmp_path):
    path = tmp_path / "evening.jsonl"
    pixies("record", path, "--players", 2, typed=DEALS)
    printed = pixies("replay", path).stdout
    assert "The record stops here; the game is not over." in printed
    assert "Every event so far is legal" in printed and "Verified" not in printed
    told = pixies.json("replay", path)
    assert (told["events_legal"], told["verified"], told["finished"]) == (True, False, False)


def test_empty_record_holds_no_game(pixies, tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("", encoding="utf-8")
    assert "empty.jsonl holds no game" in pixies.refused("replay", path)


def test_second_game_of_a_file(pixies, recorded):
    first, second = (pixies.json("replay", recorded, "--game-number", n) for n in (1, 2))
    assert (first["seed"], second["seed"]) == (1, 2)
    assert first["verified"] and second["finished"]
    assert first["position"]["waiting"] == "nothing"


def test_replay_stops_where_it_is_told(pixies, recorded):
    told = pixies.json("replay", recorded, "--until", 7)
    assert len(told["events"]) == 7
    assert told["position"]["waiting"] == "decision"
    printed = pixies("replay", recorded, "--until", 7).stdout
    assert "Verified" not in printed
    assert "player 1: 0 points" in printed


def test_seat_sees_only_what_it_saw(pixies, recorded):
    whole = pixies.json("replay", recorded, "--until", 7)
    mine = [event for event in whole["events"] if 1 in event["sees"]]
    seen = pixies.json("replay", recorded, "--until", len(mine), "--as-seat", 1)
    assert len(mine) < 7
    assert [{**event, "number": 0} for event in seen["events"]] == [
        {**event, "number": 0} for event in mine
    ]
    assert [event["number"] for event in seen["events"]] == [*range(1, len(mine) + 1)]
    assert seen["position"] is None
    assert seen["seed"] is None
    assert seen["features"]["players"] == 0.5
    hidden = next(event["name"] for event in whole["events"] if 1 not in event["sees"])
    assert hidden not in pixies("replay", recorded, "--as-seat", 1, "--until", 1).stdout


def test_record_of_one_view_is_shown_but_not_verified(pixies, recorded, tmp_path):
    path = tmp_path / "view.jsonl"
    (first, _second) = record_files.read(recorded, games.card_game())
    record_files.write(path, first.seen_by(1))
    told = pixies.json("replay", path)
    assert not told["verified"]
    assert told["as_seat"] == 1
    assert "Verified" not in pixies("replay", path).stdout
    assert "what seat 1 saw, not seat 0" in pixies.refused("replay", path, "--as-seat", 0)


def test_step_by_step_shows_the_table_on_demand(pixies, recorded):
    printed = pixies("replay", recorded, "--step", typed="\nv\n\nq\n").stdout
    assert printed.count("Hidden Card, round") == 1
    assert "Verified" not in printed


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (3, ("card(", "card(9"), "line 3"),
        (1, ("pixies-record", "other"), "line 1"),
        (4, ("{", ""), "line 4"),
    ],
)
def test_damaged_record_is_refused_with_file_and_line(pixies, recorded, line, change, said):
    lines = recorded.read_text(encoding="utf-8").splitlines()
    assert change[0] in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(*change)
    recorded.write_text("\n".join(lines), encoding="utf-8")
    assert f"games.jsonl, {said}" in pixies.refused("replay", recorded)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game-number", 3), "has no game number 3, only 2"),
        (("--as-seat", 2), "at most 1, not 2"),
    ],
)
def test_what_is_not_in_the_record_is_refused(pixies, recorded, words, said):
    assert said in pixies.refused("replay", recorded, *words)


def test_missing_record_is_refused(pixies, tmp_path):
    assert "No such file" in pixies.refused("replay", tmp_path / "no.jsonl")


def test_record_of_another_game_is_refused(pixies, recorded):
    assert "there is no game 'hidden_card'" in pixies.refused("replay", recorded, game="")


# ---- record


def test_typed_game_is_written_after_each_event(pixies, tmp_path):
    path = tmp_path / "evening.jsonl"
    result = pixies("record", path, "--players", 2, typed=DEALS + "play(1)\n")
    assert result.exit_code == 0
    (record,) = record_files.read(path, games.card_game())
    assert [event.name for event in record.events][-2:] == ["card(6)", "play(1)"]
    assert not record.finished
    assert record.seed is None


def test_unfinished_game_is_taken_up_again(pixies, tmp_path):
    path = tmp_path / "evening.jsonl"
    pixies("record", path, "--players", 2, typed=DEALS)
    told = pixies.json("record", path, typed=ALL_FIRST)
    assert told["finished"]
    assert told["end"]["reason"] == "all rounds played"
    assert pixies.json("replay", path)["verified"]


def test_next_game_goes_behind_the_finished_ones(pixies, tmp_path):
    path = tmp_path / "evening.jsonl"
    pixies("record", path, "--players", 2, typed=ALL_FIRST)
    pixies("record", path, "--players", 3, typed="1\n")
    first, second = record_files.read(path, games.card_game())
    assert first.finished and first.players == 2
    assert len(second.events) == 1 and second.players == 3


def test_undo_takes_events_back(pixies, tmp_path):
    path = tmp_path / "evening.jsonl"
    typed = "undo\n" + DEALS + "play(1)\nundo\nundo\ncard(2)\nstop\n"
    printed = pixies("record", path, "--players", 2, typed=typed).stdout
    assert "nothing to undo" in printed
    assert "Taken back: play(1)" in printed
    (record,) = record_files.read(path, games.card_game())
    assert [event.name for event in record.events][-2:] == ["card(5)", "card(2)"]


def test_chance_is_drawn_by_seed(pixies, tmp_path):
    def dealt(seed, name):
        path = tmp_path / name
        pixies("record", path, "--players", 3, "--seed", seed, typed="draw\n" * 9 + "draw\n")
        (record,) = record_files.read(path, games.card_game())
        return [event.name for event in record.events]

    assert dealt(1, "a.txt") == dealt(1, "b.txt")
    assert dealt(1, "a.txt") != dealt(2, "c.txt")


def test_what_is_possible_is_listed_and_what_is_not_is_told(pixies, tmp_path):
    typed = "?\ncard\ncard(9)\nview\nnonsense\n"
    printed = pixies("record", tmp_path / "a.jsonl", "--players", 2, typed=typed).stdout
    assert "1 card(1)" in printed
    assert "can be any of card(1), card(2)" in printed
    assert "card(9) is not possible here (did you mean" in printed
    assert "nonsense is not possible here" in printed
    assert "Hidden Card, round 1" in printed


def test_what_chance_brings_is_typed_in_any_order():
    possible = ["skills(a,b,c)", "skills(a,b,d)", "skills(b,c,d)"]
    assert naming.meant("skills(c,a,b)", possible, any_order=True) == ["skills(a,b,c)"]
    assert naming.meant("skills(c,a,b)", possible, any_order=False) == []
    orders = ["start_order(0,1)", "start_order(1,0)"]
    assert naming.meant("start_order(1,0)", orders, any_order=True) == ["start_order(1,0)"]
    assert naming.meant("skills(a,b", possible, any_order=True) == possible[:2]


def test_typing_errors_in_any_order_are_told_with_what_was_meant():
    possible = ["skills(apple,bread,honey)", "skills(apple,bread,silver)"]
    said = naming.hint("skils(hony,apple,bred)", possible, any_order=True)
    assert said == " (did you mean skills(apple,bread,honey)?)"
    assert naming.hint("xyz", possible, any_order=True) == ""


def test_long_lists_are_told_by_their_form():
    possible = ["pass", *(f"exchange(apple,honey,{n})" for n in range(1, 8))]
    assert naming.shortened(possible)[:2] == [
        "  pass",
        "  exchange(...), 7 of them, such as exchange(apple,honey,1); "
        "of apple, honey, 1, 2, 3, 4, 5, 6, 7",
    ]


def test_options_of_the_game_are_handed_on(pixies, tmp_path):
    path = tmp_path / "a.txt"
    words = ("record", path, "--option", "rounds=1", "--option", "faces=4")
    pixies(*words, "--players", 2, typed="1\n", game=OPTIONAL_GAME)
    assert "rounds: 1\nfaces: 4" in path.read_text(encoding="utf-8")
    said = pixies.refused("record", path, "--option", "rounds=2", game=OPTIONAL_GAME)
    assert "rounds is 1, not 2" in said
    for option, problem in (("rounds", "key=value"), ("rounds=1", "given twice")):
        words = ("record", path, "--option", "rounds=1", "--option", option)
        assert problem in pixies.refused(*words, game=OPTIONAL_GAME)


def test_values_of_options_are_json_lists_or_texts():
    given = ["a=dealt", "b=2,0,1", "c=x, y", "d=null", "e=3", 'f={"g": 1}']
    assert read_game_options(given) == {
        "a": "dealt",
        "b": [2, 0, 1],
        "c": ["x", "y"],
        "d": None,
        "e": 3,
        "f": {"g": 1},
    }


def test_beginning_of_a_name_is_enough(pixies, tmp_path):
    path = tmp_path / "a.jsonl"
    pixies("record", path, "--players", 2, typed="card(3\n")
    (record,) = record_files.read(path, games.card_game())
    assert record.events[0].name == "card(3)"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say how many play"),
        (("--players", 7), "2, 3, 4 players"),
    ],
)
def test_new_game_needs_its_players(pixies, tmp_path, words, said):
    path = tmp_path / "a.jsonl"
    assert said in pixies.refused("record", path, *words)
    assert not path.exists()


def test_unfinished_game_keeps_its_players(pixies, tmp_path):
    path = tmp_path / "a.jsonl"
    pixies("record", path, "--players", 2, typed="1\n")
    before = path.read_bytes()
    assert "has 2 players, not 3" in pixies.refused("record", path, "--players", 3)
    assert path.read_bytes() == before


def test_damaged_file_is_left_alone(pixies, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("{ nonsense\n", encoding="utf-8")
    assert "a.jsonl, line 1" in pixies.refused("record", path, "--players", 2)
    assert path.read_text(encoding="utf-8") == "{ nonsense\n"


def test_missing_folder_is_refused(pixies, tmp_path):
    path = tmp_path / "no" / "a.jsonl"
    assert "there is no folder" in pixies.refused("record", path, "--players", 2)


def test_record_object_says_what_was_typed(pixies, tmp_path):
    path = tmp_path / "a.jsonl"
    result = pixies("record", path, "--players", 2, "--json", typed=DEALS)
    told = json.loads(result.stdout)
    assert (told["events"], told["finished"], told["end"]) == (6, False, None)


def test_help_is_a_word_of_its_own(pixies, tmp_path):
    said = pixies("record", tmp_path / "game.jsonl", "--players", 2, typed="help\nstop\n")
    assert said.exit_code == 0 and "help is not possible" not in said.output
    assert said.output.count("take the last event back") == 2

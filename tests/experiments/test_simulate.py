"""`pixies simulate` and the results it gathers."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pixies_env.core.batches.arena import play_games, rotations
from pixies_env.core.states import record_files
from pixies_experiments.simulation import Group, Tally, split_agents, split_wins, summary
from pixies_experiments.studies.report import NO_INTERVAL
from tests.experiments import games


def tallied(line_up, line_ups, number=60, block=7):
    tally = Tally(games.card_game(), line_up)
    for part in play_games(tally.game, line_ups, games=number, seed=3, block=block):
        tally.add(part)
    return tally


def test_seats_are_told_with_intervals(pixies):
    told = pixies.json("simulate", "--players", 3, "--games", 200)
    assert (told["game"], told["games"], told["players"]) == ("hidden_card", 200, 3)
    assert not told["interrupted"]
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    for seat in told["seats"]:
        for measure in ("utility", "win", "score", "rank"):
            found = seat[measure]
            assert found["low"] < found["value"] < found["high"]
            assert found["games"] == 200
    assert sum(seat["win"]["value"] for seat in told["seats"]) == pytest.approx(1)
    assert sum(seat["utility"]["value"] for seat in told["seats"]) == pytest.approx(0)
    assert told["decisions_per_game"]["value"] > 9


def test_a_line_says_that_numbers_are_ours_and_where_they_are_listed(pixies):
    assert pixies.json("simulate", "--players", 2, "--games", 4)["ours"] == ["die.faces"]
    printed = " ".join(pixies("simulate", "--players", 2, "--games", 4).stdout.split())
    assert "One number of this board is ours, not the publisher's: see pixies board." in printed
    assert "ours and not the publisher's" not in printed
    assert "1 game, seed 0" in pixies("simulate", "--players", 2, "--games", 1).stdout


def test_seed_decides_the_games(pixies):
    def seats(seed):
        return pixies.json("simulate", "--players", 2, "--games", 50, "--seed", seed)["seats"]

    assert seats(1) == seats(1)
    assert seats(1) != seats(2)


def test_board_file_is_played(pixies, tmp_path):
    board = tmp_path / "short.toml"
    board.write_text("rounds = 1\n", encoding="utf-8")
    short = pixies.json("simulate", "--players", 2, "--games", 50, "--board", board)
    long = pixies.json("simulate", "--players", 2, "--games", 50)
    assert short["board_digest"] != long["board_digest"]
    assert short["decisions_per_game"]["value"] < long["decisions_per_game"]["value"]


def test_table_is_legible(pixies):
    printed = pixies("simulate", "--players", 4, "--games", 100).stdout
    assert "Hidden Card, 4 players, 100 games, seed 0" in printed
    assert "All seats are played by random." in printed
    assert NO_INTERVAL not in printed
    assert "games/s" in printed
    assert max(len(line) for line in printed.splitlines()) <= 80


def test_speed_of_one_game_is_not_told(pixies):
    told = pixies.json("simulate", "--players", 2, "--games", 1)
    assert told["games_per_second"] is None and told["decisions_per_second"] is None
    assert "games/s" not in pixies("simulate", "--players", 2, "--games", 1).stdout


def test_the_first_game_in_a_block_of_its_own_changes_no_result(pixies):
    told = pixies.json("simulate", "--players", 3, "--games", 60, "--seed", 3, "--rotate")
    line_up = ["random"] * 3
    expected = summary(tallied(line_up, rotations(line_up), block=60))
    assert told["seats"][0]["score"]["value"] == expected["seats"][0]["score"]["value"]
    assert told["end_reasons"] == expected["end_reasons"]


OWN = "tests.experiments.games"


@pytest.mark.parametrize(
    "agent", [f"{OWN}:make_last", f"{OWN}:LAST", f"{OWN}:LAST:name=z", f"{OWN}:Last"]
)
def test_own_agents_are_found_by_module_and_attribute(pixies, agent):
    told = pixies.json("simulate", "--agents", f"{agent},random", "--games", 40)
    assert [found["agent"] for found in told["agents"]] == [agent, "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", 9), "2, 3, 4 players"),
        (("--agents", "randon"), "did you mean random?"),
        (("--agents", "random:x=1"), "no option 'x'"),
        (("--agents", "random,random", "--players", 3), "2 agents are named for 3 players"),
        (("--agents", "random,random,random,random,random"), "2, 3, 4 players"),
        (("--agents", f"{OWN}:nobody"), "has no 'nobody'"),
        (("--agents", f"{OWN}:make_last:x=1"), "is no AgentKind and takes no options"),
        (("--agents", f"{OWN}:LAST:x=1"), "last has no option 'x'"),
        (("--agents", f"{OWN}:CARD_LOST"), "cannot be called with a game"),
        (
            ("--agents", f"{OWN}:type_of"),
            "type_of made no agent: 'Game' is no agent: it has no name and no",
        ),
        (("--agents", "tests.no_such_module:agent"), "No module named 'tests.no_such_module'"),
        (("--board", "no_such.toml"), "no_such.toml: No such file or directory"),
        (("--games", 0), "Invalid value for '--games'"),
    ],
)
def test_wrong_input_is_refused(pixies, words, said):
    assert said in pixies.refused("simulate", *words)


def test_commas_between_options_do_not_split_an_agent():
    assert split_agents("random, mcts:simulations=8,c=1.4,random") == [
        "random",
        "mcts:simulations=8,c=1.4",
        "random",
    ]
    assert split_agents("net:path=a:b,heuristic") == ["net:path=a:b", "heuristic"]


def test_ties_share_the_win():
    ranks = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1]])
    assert split_wins(ranks).tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3]


def test_agents_are_found_on_all_their_seats():
    line_up = ["random", "random"]
    tally = Tally(games.card_game(), ["one", "other"])
    by_seat = tallied(line_up, [line_up])
    for part in play_games(tally.game, rotations(line_up), games=60, seed=3, block=7):
        tally.add(part)
    one, other = (group.moments["score"] for group in tally.by_agent.values())
    seats = [group.moments["score"].mean for group in by_seat.by_seat]
    assert one.games == other.games == 60
    assert one.mean + other.mean == pytest.approx(sum(seats))
    assert one.mean != pytest.approx(seats[0])


def test_blocks_make_no_difference():
    line_up = ["random"] * 3
    small, large = (tallied(line_up, [line_up], block=block) for block in (7, 60))
    assert small.games == large.games == 60
    for parts, whole in zip(summary(small)["seats"], summary(large)["seats"], strict=True):
        assert parts["score"]["value"] == pytest.approx(whole["score"]["value"])
        assert parts["score"]["low"] == pytest.approx(whole["score"]["low"])


def test_a_measure_that_never_varies_has_no_interval(pixies):
    group = Group()
    group.add("score", np.full(30, 0.1))
    group.add("rank", np.array([1.0, 2.0] * 15))
    found = group.estimates()
    assert found["score"].value == pytest.approx(0.1) and np.isnan(found["score"].low)
    assert found["rank"].low < found["rank"].value < found["rank"].high
    assert NO_INTERVAL not in " ".join(pixies("simulate", "--games", 60).stdout.split())
    assert NO_INTERVAL in " ".join(pixies("simulate", "--games", 1).stdout.split())


def test_no_interval_reaches_beyond_what_can_be():
    """Two games, one won and one lost: Student's intervals are wider than everything possible."""
    tally = Tally(games.card_game(), ["one", "other"])
    group = tally.by_seat[0]
    group.add("rank", np.array([1.0, 2.0]))
    group.add("utility", np.array([1.0, -1.0]))
    found = group.estimates()
    assert (found["rank"].low, found["rank"].high) == (1, 2)
    assert (found["utility"].low, found["utility"].high) == (-1, 1)
    tally.decisions.add(np.array([40.0, 200.0]))
    assert tally.length().low == 0 < tally.length().value < tally.length().high


def test_an_agent_that_is_not_called_with_the_game_is_told_so(pixies):
    said = pixies.refused("simulate", "--agents", f"{OWN}:needs_nothing,random")
    assert f"'{OWN}:needs_nothing' is called with the game and nothing else" in said
    assert "too many positional arguments" in said and "def make_agent(game)" in said


def test_options_of_an_agent_are_told_one_a_line(pixies):
    result = pixies("simulate", "--agents", "mcts:simulation=3")
    first, head, *options = result.stderr.splitlines()
    assert first.endswith("has no option 'simulation' (did you mean simulations or evaluation?)")
    assert head == "options of mcts:"
    assert all(line.startswith("  ") and ": " in line for line in options)
    assert options[0].startswith("  simulations: int = ")
    # Once, whichever agent inside of another it is and however much is wrong.
    for spec in ("mcts(rollout=greedy(stile=3),simulation=3)", "mcts:gumbel=x,lcb=y,seconds=z"):
        assert pixies.refused("simulate", "--agents", spec).count("options of ") == 1


def test_long_names_of_agents_are_told_whole(pixies):
    agent = f"{OWN}:LAST:name={'z' * 60}"
    printed = pixies("simulate", "--agents", f"{agent},random", "--games", 4).stdout
    assert max(map(len, printed.splitlines())) <= 80 and "\N{HORIZONTAL ELLIPSIS}" not in printed
    lines = printed[printed.index("\n agent") :].splitlines()
    column = "".join(line.strip().split("  ")[0] for line in lines)
    assert agent in column


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_the_games_are_written_as_records(pixies, tmp_path, name):
    file = tmp_path / name
    told = pixies.json(
        "simulate", "--players", 3, "--games", 5, "--seed", 2, "--rotate", "--records", file
    )
    written = list(record_files.read(file, games.card_game()))
    assert len(written) == told["games"] == 5
    decisions = [sum(e.kind == "decision" for e in record.events) for record in written]
    assert np.mean(decisions) == told["decisions_per_game"]["value"]
    plain = pixies.json("simulate", "--players", 3, "--games", 5, "--seed", 2, "--rotate")
    assert plain["seats"] == told["seats"]


def test_games_before_a_failure_are_written(pixies, tmp_path):
    file = tmp_path / "games.jsonl"
    agents = "tests.web.agents:make_broken,random"
    said = pixies("simulate", "--agents", agents, "--games", 3, "--records", file)
    assert said.exit_code == 1 and "out of ideas" in said.stderr
    told = pixies("simulate", "--agents", agents, "--games", 3, "--json")
    assert told.exit_code == 1 and "out of ideas" in json.loads(told.stdout)["error"]
    assert list(record_files.read(file, games.card_game())) == []
    nowhere = tmp_path / "a" / "b.jsonl"
    assert "no folder" in pixies.refused("simulate", "--games", 3, "--records", nowhere)

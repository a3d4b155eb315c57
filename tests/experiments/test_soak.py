"""Random play under supervision."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from pixies_env.core.compilation.compile import rule
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.states.stored import digest_of
from pixies_experiments.soak import Soak
from pixies_experiments.soak_kernel import MESSAGES, NO_DECISION, TOO_LONG
from tests.experiments import games
from tests.games import hidden_card


def soaked(game, decisions=300, path=None, players=(2, 3), seed=1):
    run = Soak.begin(game, seed, players) if path is None else Soak.load(path, game, seed, players)
    for _ in run.run(players, "decisions", decisions, block=8):
        if path is not None:
            run.save(path)
    return run


@rule
def no_legal(state, board, ids):
    return 0


def test_all_player_counts_are_played_until_it_is_enough():
    run = soaked(games.card_game())
    assert run.violation is None
    assert run.total("decisions") >= 300
    assert all(count.games > 0 and count.chance_events > 0 for count in run.counts.values())


def test_counts_do_not_depend_on_threads():
    one, two = (Soak.begin(games.card_game(), 5, (4,)) for _ in range(2))
    for run, threads in ((one, 1), (two, 2)):
        for _ in run.run((4,), "games", 600, block=600, threads=threads):
            pass
    assert one.counts == two.counts


def test_violation_names_the_game_and_its_position():
    run = soaked(games.broken_game())
    assert run.violation is not None
    assert run.violation.problem == games.THIRD_ROUND
    assert run.violation.message == "the third round has begun"
    assert run.violation.position["round"] == 2
    assert run.total("games") == 0


def test_without_check_only_the_general_invariants_are_checked():
    run = Soak.begin(games.broken_game(), 1, (2,))
    for _ in run.run((2,), "games", 8, check=False, block=8):
        pass
    assert run.violation is None


def test_player_without_a_legal_decision_is_found():
    plain = hidden_card.game()
    functions = dataclasses.replace(plain.functions, legal=no_legal)
    run = soaked(dataclasses.replace(plain, functions=functions))
    assert run.violation is not None
    assert run.violation.problem == NO_DECISION


def test_game_longer_than_declared_is_found():
    run = soaked(dataclasses.replace(hidden_card.game(), max_decisions=3))
    assert run.violation is not None
    assert run.violation.message == MESSAGES[TOO_LONG]


def test_soak_goes_on_where_it_stopped(tmp_path):
    game, path = games.card_game(), tmp_path / "soak.json"
    first = soaked(game, 200, path)
    at_once = soaked(game, 900)
    second = soaked(game, 900, path)
    assert first.total("games") < second.total("games")
    for number, count in at_once.counts.items():
        # The order of the blocks begins anew, so only the games of a player count are compared.
        if second.counts[number].games == count.games:
            assert second.counts[number] == count
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_asked_for_is_spread_over_the_players():
    run = Soak.begin(games.card_game(), 1, (2, 3, 4))
    for _ in run.run((2, 3, 4), "games", 30, block=4096):
        pass
    assert [count.games for count in run.counts.values()] == [10, 10, 10]
    run = Soak.begin(games.card_game(), 1, (2, 3, 4))
    for _ in run.run((2, 3, 4), "decisions", 3000, block=4096):
        pass
    assert 3000 <= run.total("decisions") < 3300
    decisions = [count.decisions for count in run.counts.values()]
    assert max(decisions) < 1.5 * min(decisions)


@pytest.mark.parametrize("change", [{"seed": 2}, {"game": hidden_card.game(rounds=2)}])
def test_counts_of_another_soak_are_refused(tmp_path, change):
    path = tmp_path / "soak.json"
    soaked(games.card_game(), 50, path)
    wanted = {"game": games.card_game(), "seed": 1} | change
    with pytest.raises(ValueError, match="take another file"):
        Soak.load(path, wanted["game"], wanted["seed"], (2, 3))


@pytest.mark.parametrize("text", ["", "[]", '{"counts": {}}', '{"counts": {"2": {"x": 1}}}'])
def test_damaged_counts_are_refused(tmp_path, text):
    path = tmp_path / "soak.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"soak\.json is no file of a soak"):
        Soak.load(path, games.card_game(), 1, (2,))


def test_file_of_counts_is_readable(tmp_path):
    path = tmp_path / "soak.json"
    run = soaked(games.card_game(), 50, path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["counts"]["2"]["games"] == run.counts[2].games


def test_no_altered_byte_of_a_file_of_counts_is_used(tmp_path):
    path = tmp_path / "soak.json"
    game = games.card_game()
    run = soaked(game, 50, path)
    whole = path.read_bytes()
    assert Soak.load(path, game, 1, (2, 3)).counts == run.counts
    random = np.random.default_rng(1)
    for place in random.integers(0, len(whole), 200):
        altered = bytearray(whole)
        altered[place] ^= 1 << int(random.integers(8))
        path.write_bytes(altered)
        try:
            found = Soak.load(path, game, 1, (2, 3))
        except ValueError:
            continue
        assert found == run  # It was white space between the fields.
    path.write_text("[" * 200_000, "utf-8")
    with pytest.raises(ValueError, match="no file of a soak"):
        Soak.load(path, game, 1, (2, 3))


@pytest.mark.parametrize(
    ("number", "change"),
    [
        ("2", {"games": "8"}),
        ("2", {"decisions": -1}),
        ("2", {"chance_events": 1.5}),
        ("2", {"games": True}),
        ("9", {}),
        ("two", {}),
    ],
)
def test_counts_that_cannot_be_are_refused_whatever_their_digest(tmp_path, number, change):
    path = tmp_path / "soak.json"
    soaked(games.card_game(), 50, path)
    kept = json.loads(path.read_bytes())
    kept["counts"][number] = kept["counts"]["2"] | change
    path.write_text(json.dumps(kept | {"sha256": digest_of(kept)}), encoding="utf-8")
    with pytest.raises(DamagedDataError, match=r"soak\.json is no file of a soak"):
        Soak.load(path, games.card_game(), 1, (2,))

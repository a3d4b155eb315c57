"""What users hand in wrongly is refused at once, by a name and in words."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.names import SKILLS
from pixies_env.registry import make_game
from tests.games.hidden_card import game

GAME = game()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"order": [0, 1, 2, 3, 4, 5]}, ValueError, "no game for 6 players"),
        ({"order": 5}, TypeError, "order must be None or a list"),
        ({"order": "01"}, TypeError, "order must be None or a list"),
        ({"order": [0.0, 1.0]}, TypeError, "by their numbers"),
        ({"order": [True, False]}, TypeError, "by their numbers"),
        ({"order": []}, ValueError, "none is given"),
        ({"skills": 5}, TypeError, "skills must be"),
        ({"skills": None}, TypeError, "skills must be"),
        ({"skills": []}, ValueError, "none is given"),
        ({"skills": [5, 6]}, ValueError, "no skill 5"),
    ],
)
def test_options_of_a_game_that_cannot_be_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        make_game("pixie_queen", **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"order": [0, 1]}, "; its order names 2 seats"),
        ({"order": [1, 0], "skills": list(SKILLS[:2])}, "; its skills and order name 2 seats"),
        ({}, ""),
    ],
)
def test_an_option_that_names_the_seats_is_told_where_others_play(options, words):
    players, wrong = ("2", 3) if options else ("2, 3, 4, 5", 6)
    with pytest.raises(ValueError, match="is for") as refused:
        make_game("pixie_queen", **options).check_players(wrong)
    assert str(refused.value) == f"pixie_queen is for {players} players, not {wrong}{words}"


@pytest.mark.parametrize("name", [None, 5, ["pixie_queen"]])
def test_a_game_is_made_by_its_name(name):
    with pytest.raises(TypeError, match="by its name"):
        make_game(name)


@pytest.mark.parametrize("action", [99999, -1, "x", True, None])
def test_what_is_no_id_has_no_name(action):
    with pytest.raises((TypeError, ValueError), match="decision"):
        State(GAME, 2).action_name(action)


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ({"die": 5}, TypeError, "list of outcomes"),
        ({"die": "die(1)"}, TypeError, "list of outcomes"),
        ({5: ["die(1)"]}, TypeError, "is a name"),
        (5, TypeError, "not 5"),
        ({"deal": [None, "die(1)"]}, ValueError, "event 1 of 'deal'.*outcome of 'die'"),
    ],
)
def test_a_script_that_cannot_be_is_refused_before_the_game(script, error, message):
    with pytest.raises(error, match=message):
        State(GAME, 2, script=script)


def test_a_script_with_outcomes_of_another_kind_is_refused_before_the_game():
    with pytest.raises(ValueError, match="outcome of 'cube'"):
        State("pixie_queen", 2, script={"demand": ["cube(gold)"]})


@pytest.mark.parametrize("flag", ["autoreset", "skip_forced", "observations", "copy", "record"])
def test_a_flag_is_true_or_false(flag):
    with pytest.raises(TypeError, match=f"{flag} must be True or False, not 'no'"):
        BatchEnv(GAME, 2, 2, **{flag: "no"})


def test_small_and_large_seeds_go_together_in_a_list():
    seeds = [0, 2**64 - 1]
    batch = BatchEnv(GAME, 2, 2)
    batch.reset(seed=seeds)
    assert batch.seeds.tolist() == seeds
    vector = SeatVectorEnv(2, GAME, 2)
    vector.reset(seed=seeds)
    assert vector.view._arrays.streams["seed"].tolist() == seeds
    for wrong in ([0], [0, -1], [0, 1.0], [[0], [1]], [0, 2**64]):
        with pytest.raises((TypeError, ValueError), match="seed"):
            batch.reset(seed=wrong)
    assert batch.seeds.tolist() == seeds


@pytest.mark.parametrize("actions", [[0.0, 1.0], ["a", "b"], [None, 0], [True, False]])
def test_actions_of_a_wrong_type_are_named_with_what_is_legal(actions):
    batch = BatchEnv(GAME, 2, 2)
    batch.reset()
    player, legal = int(batch.shown.players[0]), batch.names(0)
    vector = SeatVectorEnv(2, GAME, 2)
    vector.reset(seed=0)
    seat = int(vector.view.seats[0])
    given = np.array(actions)
    with pytest.raises(TypeError, match=f"player {player} in lane 0") as refused:
        batch.step(given)
    assert repr(given) in str(refused.value)
    assert all(name in str(refused.value) for name in legal.values())
    with pytest.raises(IllegalActionError, match=f"player {seat} in lane 0"):
        vector.step(given)

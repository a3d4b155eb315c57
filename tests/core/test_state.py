"""One game in Python: asking, playing, copying, hiding, storing."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.errors import (
    DamagedDataError,
    ForeignGameError,
    IllegalActionError,
    ImpossibleScriptError,
)
from pixies_env.core.seam import Sight
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from tests.games import race
from tests.games.hidden_card import game

GAME = game()


def dealt(*cards: int, chance: str = MANUAL) -> State:
    """Two players with these cards, dealt in turn."""
    state = State(GAME, 2, chance=MANUAL)
    for card in cards:
        state.apply_chance(f"card({card})")
    return State.from_arrays(GAME, state.array, state._stream, chance=chance)


def finished(players: int = 3, seed: int = 1) -> State:
    state = State(GAME, players, seed)
    while not state.is_over:
        state.apply(int(state.legal_actions()[-1]))
    return state


def everything(state: State) -> tuple:
    return (
        state.position_bytes,
        state._stream.tobytes(),
        list(state._log),
        state.legal_action_mask().tobytes(),
    )


def test_a_new_game_waits_for_its_first_decision():
    state = State(GAME, 3, 5)
    assert (state.waiting, state.player, state.question) == ("decision", 0, "card")
    assert not state.is_over and state.num_players == 3
    assert state.legal_action_mask().sum() == len(state.legal_actions()) == len(state.legal_names())


def test_with_manual_chance_it_waits_for_each_chance_event():
    state = State(GAME, 2, chance="manual")
    assert (state.waiting, state.player, state.question) == ("chance", 0, "deal")
    assert state.legal_actions().size == 0 and state.legal_names() == []
    outcomes = state.chance_outcomes()
    assert sum(outcome.probability for outcome in outcomes) == 1
    assert outcomes[2] == (2, "card(3)", Fraction(1, 6))
    state.apply_chance("card(3)").apply_chance(2)
    assert [o.name for o in state.chance_outcomes()] == [f"card({v})" for v in (1, 2, 4, 5, 6)]


def test_outcomes_have_ids_names_and_weights():
    state = State(GAME, 2, chance="manual").apply_chance("card(3)").apply_chance(2)
    assert state.chance_weights() == {0: 2, 1: 2, 3: 2, 4: 2, 5: 2}
    assert state.outcome_name(4) == "card(5)" and state.outcome_id("card( 5)") == 4
    assert state.outcome_id(np.int8(4)) == 4
    for impossible in (2, "card(3)", 99):
        with pytest.raises(IllegalActionError, match=r"not possible .* card\(1\), card\(2\)"):
            state.outcome_id(impossible)
    with pytest.raises(ValueError, match="a chance outcome, an id, must be at most"):
        state.outcome_name(99)
    assert dealt(1, 2, 3, 4, 5, 6).chance_weights() == {}


def test_it_tells_when_each_seat_sees_what_happens_and_whether_it_has_come_to_light():
    state = State(GAME, 3, chance="manual")
    assert state.sights() == (Sight.AT_ONCE, Sight.NEVER, Sight.NEVER)
    state.settle()
    assert state.sights() == (Sight.AT_ONCE, Sight.LATER, Sight.LATER)
    state.apply(0)
    assert not state.is_revealed(1)
    state.apply(0).apply(0)
    assert state.is_revealed(1)
    assert finished().sights() == ()
    with pytest.raises(RuntimeError, match="stripped"):
        state.hidden_from(1).sights()
    assert GAME.has_secrets and not race.game().has_secrets


def test_drawn_chance_is_that_of_the_batch_and_of_automatic_chance():
    manual, auto = (State(GAME, 4, 9, lane=3, chance=chance) for chance in ("manual", "auto"))
    env = BatchEnv(GAME, 4, 4, 9)
    step = env.reset()
    while not auto.is_over:
        assert manual.settle() == auto
        assert env.states[3].tobytes() == auto.position_bytes
        action = int(auto.legal_actions()[-1])
        manual.apply(action)
        auto.apply(action)
        step = env.step(np.where(np.arange(4) == 3, action, step.action_masks.argmax(axis=1)))
    assert manual.settle() == auto and manual.history == auto.history


def test_a_decision_is_taken_by_id_or_by_name():
    first, second = dealt(1, 2, 3, 4, 5, 6), dealt(1, 2, 3, 4, 5, 6)
    assert first.legal_names() == ["play(1)", "play(3)", "play(5)"]
    assert first.apply(1) is first
    second.apply(" play( 3 ) ")
    assert first == second
    assert first.legal_names() == ["play(2)", "play(4)", "play(6)"]


@pytest.mark.parametrize(
    ("action", "error", "parts"),
    [
        ("play(2)", IllegalActionError, ["'play(2)'", "player 0", "play(1), play(3), play(5)"]),
        ("plaz(3)", IllegalActionError, ["did you mean play(3)"]),
        ("", IllegalActionError, ["''"]),
        (7, IllegalActionError, ["7 stop", "player 0", "play(1)"]),
        (-1, IllegalActionError, ["-1"]),
        (8, IllegalActionError, ["8"]),
        (2**70, IllegalActionError, [str(2**70)]),
        (1.0, TypeError, ["1.0"]),
        (True, TypeError, ["True"]),
        (None, TypeError, ["None"]),
        (np.array([1]), TypeError, ["array"]),
    ],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(action, error, parts):
    state = dealt(1, 2, 3, 4, 5, 6)
    before = everything(state)
    with pytest.raises(error) as caught:
        state.apply(action)
    assert everything(state) == before
    for part in parts:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("outcome", "error"),
    [
        ("card(3)", IllegalActionError),
        ("die(1)", IllegalActionError),
        (2, IllegalActionError),
        (-1, IllegalActionError),
        (99, IllegalActionError),
        (0.0, TypeError),
        (False, TypeError),
    ],
)
def test_an_impossible_chance_outcome_is_refused_and_changes_nothing(outcome, error):
    state = dealt(3, 3)
    before = everything(state)
    with pytest.raises(error):
        state.apply_chance(outcome)
    assert everything(state) == before


def test_what_is_not_due_is_refused():
    deciding, dealing, over = dealt(1, 2, 3, 4, 5, 6), dealt(1), finished()
    with pytest.raises(IllegalActionError, match=r"waits for decision; decisions go to apply\(\)"):
        deciding.apply_chance("card(1)")
    with pytest.raises(IllegalActionError, match="waits for decision"):
        deciding.draw()
    with pytest.raises(IllegalActionError, match=r"for chance; that goes to apply_chance\(\)"):
        dealing.apply("card(2)")
    with pytest.raises(IllegalActionError, match="waits for nothing"):
        over.apply(0)
    for early in (deciding.returns, deciding.result, dealing.returns):
        with pytest.raises(RuntimeError, match="still waits"):
            early()


def test_a_player_can_move_twice_in_a_row():
    state = dealt(1, 6, 2, 5, 3, 4, chance="auto")
    state.apply("play(1)").apply("play(6)")
    assert (state.player, state.question) == (1, "double")
    state.apply("stop")
    assert (state.player, state.question) == (1, "card")


def test_the_owner_rolls_the_die():
    state = dealt(1, 6, 2, 5, 3, 4).apply("play(1)").apply("play(6)").apply("roll")
    assert (state.waiting, state.question, state.player) == ("chance", "die", 1)
    assert state.apply_chance("die(3)").as_dict()["scores"] == [0, 3]


def test_forced_decisions_can_be_skipped():
    state = dealt(1, 6, 1, 5, 2, 6, chance="auto")
    state.apply("play(1)").skip_forced()
    assert state.player == 1 and len(state.legal_actions()) == 2


def test_returns_and_result_of_a_finished_game():
    state = finished()
    assert state.player == -1 and state.question == "" and state.waiting == "nothing"
    assert state.returns().shape == (3,) and state.returns().sum() == 0
    assert state.returns("score").tolist() == state.result()["scores"]
    with pytest.raises(ValueError, match="reward"):
        state.returns("points")


def test_equality_and_hash_are_of_the_position_only():
    by_name, by_draw = dealt(3, 4), State(GAME, 2, 77, chance=MANUAL)
    by_draw.apply_chance("card(3)").apply_chance("card(4)")
    assert by_name == by_draw and hash(by_name) == hash(by_draw)
    assert by_name != dealt(4, 3) and by_name != "a state"
    assert State(game(rounds=2), 2, chance=MANUAL) != State(GAME, 2, chance=MANUAL)
    assert len({by_name, by_draw, dealt(4, 3)}) == 2


@pytest.mark.parametrize(
    "again",
    [State.clone, copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))],
)
def test_copies_are_equal_and_independent(again):
    state = State(GAME, 3, 8)
    state.apply(0)
    other = again(state)
    assert everything(other) == everything(state)
    before = everything(state)
    while not other.is_over:
        other.apply(int(other.legal_actions()[0]))
    assert everything(state) == before
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    assert everything(state) == everything(other)


def test_a_hidden_state_is_the_same_for_positions_that_a_player_cannot_tell_apart():
    first, second = dealt(1, 2, 3, 4, 5, 6), dealt(1, 6, 3, 2, 5, 2)
    assert first != second
    assert first.hidden_from(0) == second.hidden_from(0)
    assert first.hidden_from(0).position_bytes == second.hidden_from(0).position_bytes
    assert first.hidden_from(1) != second.hidden_from(1)


def test_a_hidden_state_shows_its_player_and_nothing_more():
    state = dealt(1, 2, 3, 4, 5, 6)
    known = state.hidden_from(0)
    assert known.legal_names() == state.legal_names()
    assert np.array_equal(known.observation(0), state.observation(0))
    for refused in (
        lambda: known.apply(0),
        lambda: known.observation(1),
        lambda: known.hidden_from(1),
        lambda: known.resampled(1, 5),
        lambda: state.hidden_from(1).legal_actions(),
        lambda: dealt(1).hidden_from(0).chance_outcomes(),
        lambda: dealt(1).hidden_from(0).draw(),
        lambda: finished().hidden_from(0).returns(),
    ):
        with pytest.raises(RuntimeError, match="stripped"):
            refused()


def test_resampled_states_agree_with_what_the_player_knows_and_vary():
    state = dealt(1, 2, 3, 4, 5, 6)
    state.apply("play(3)")
    worlds = [state.resampled(0, bits) for bits in range(40)]
    assert len(set(worlds)) > 10
    for world in worlds:
        assert world.hidden_from(0) == state.hidden_from(0)
        assert world.as_dict()["hands"][0] == [1, 5] and world.as_dict()["laid"][0] == 3
        assert len(world.as_dict()["hands"][1]) == 3
    assert state.hidden_from(0).resampled(0, 3) == state.resampled(0, 3)


def test_resampled_states_do_not_know_how_the_true_game_goes_on():
    state = State(GAME, 2, 4)
    futures = set()
    for bits in range(20):
        world = state.resampled(0, bits)
        assert world._stream["key"][0] != state._stream["key"][0]
        futures.add(int(world._stream["key"][0]))
    assert len(futures) == 20


def test_a_generator_gives_the_bits():
    state = dealt(1, 2, 3, 4, 5, 6)
    first, second = (state.resampled(0, np.random.default_rng(1)) for _ in range(2))
    assert first == second
    with pytest.raises(TypeError, match="seed"):
        state.resampled(0, "bits")


def test_observation_by_name_and_by_mode():
    state = dealt(1, 2, 3, 4, 5, 6, chance="auto")
    assert state.features()["own_hand_3"] == 0.5 and state.features(1)["own_hand_3"] == 0
    state.apply("play(1)").apply("play(2)")
    assert state.features(0, "recall")["seat_1_played_2"] == 0.5
    state.apply("stop")
    assert "seat_1_played_2" not in state.features(0, "table")
    assert state.features(0, "table")["seat_1_last_card"] == pytest.approx(1 / 3)
    for wrong in (-1, 2):
        with pytest.raises(ValueError, match="seat"):
            state.observation(wrong)
    with pytest.raises(TypeError, match="seat"):
        state.observation("me")
    with pytest.raises(ValueError, match="observation_mode"):
        state.observation(0, "all")


def test_a_dictionary_describes_the_whole_position():
    state = dealt(1, 2, 3, 4, 5, 6)
    again = State.from_dict(GAME, json.loads(json.dumps(state.as_dict())))
    assert again == state
    mapping = state.as_dict()
    mapping["hands"][0] = [1, 1, 1]
    with pytest.raises(ValueError, match="only 2 cards of value 1"):
        State.from_dict(GAME, mapping)


def test_printed_views_do_not_fail():
    state = State(GAME, 2)
    assert "player 0" in str(state) and "hidden_card" in repr(state)
    assert "over" in repr(finished())


def test_scripts_are_followed_and_impossible_ones_change_nothing():
    script = {"deal": ["card(1)", "card(2)"], "die": ["die(6)"]}
    state = State(GAME, 2, script=script)
    assert state.history[0].name == "card(1)" and state.history[1].name == "card(2)"
    while state.question != "double":
        state.apply(int(state.legal_actions()[-1]))
    before = everything(state)
    with pytest.raises(ImpossibleScriptError, match="die"):
        state.apply("roll")
    assert everything(state) == before
    with pytest.raises(ImpossibleScriptError):
        State(GAME, 2, script={"deal": ["card(1)"] * 3})


@given(players=st.integers(2, 4), seed=st.integers(0, 2**64 - 1), choices=st.lists(st.integers(0)))
def test_stored_states_are_read_again_and_go_on_alike(players, seed, choices):
    state = State(GAME, players, seed)
    for choice in choices:
        if not state.is_over:
            state.apply(int(state.legal_actions()[choice % len(state.legal_actions())]))
    for again in (
        State.from_bytes(state.to_bytes(), GAME),
        State.from_json(state.to_json(), GAME),
    ):
        assert everything(again) == everything(state) and again == state
        assert again.history == state.history
        if not state.is_over:
            action = int(state.legal_actions()[0])
            assert everything(again.apply(action)) == everything(state.clone().apply(action))


def test_stored_manual_and_hidden_states_stay_so():
    manual, known = dealt(1), State(GAME, 2).hidden_from(1)
    assert State.from_json(manual.to_json(), GAME).waiting == "chance"
    with pytest.raises(RuntimeError, match="stripped"):
        State.from_bytes(known.to_bytes(), GAME).apply(0)


def test_states_of_another_game_or_board_are_refused():
    state = State(GAME, 2)
    other = game(faces=4)
    for read, stored in ((State.from_bytes, state.to_bytes()), (State.from_json, state.to_json())):
        with pytest.raises(ForeignGameError, match="digest of the board"):
            read(stored, other)
        with pytest.raises(ForeignGameError, match="hidden_card"):
            read(stored)


def test_damaged_bytes_are_refused():
    stored = State(GAME, 2).to_bytes()
    for damaged in (b"", stored[:-1], stored[:40], b"x" + stored[1:], stored + b"\0"):
        with pytest.raises(DamagedDataError):
            State.from_bytes(damaged, GAME)
    for at in range(0, len(stored), 37):
        damaged = bytearray(stored)
        damaged[at] ^= 1
        with pytest.raises(DamagedDataError):
            State.from_bytes(bytes(damaged), GAME)
    with pytest.raises(TypeError, match="bytes"):
        State.from_bytes("text", GAME)


def change(**changes):
    def changed(content):
        content.update(changes)

    return changed


def in_state(**changes):
    def changed(content):
        content["state"]["fields"].update(changes)

    return changed


@pytest.mark.parametrize(
    ("edit", "error", "message"),
    [
        (change(format="x"), DamagedDataError, "not a stored state"),
        (change(version=2), ForeignGameError, "version 2"),
        (change(game_version=7), ForeignGameError, "version of the rules"),
        (change(catalogue="0"), ForeignGameError, "action catalogue"),
        (lambda content: content.pop("board"), DamagedDataError, "board"),
        (lambda content: content.pop("state"), DamagedDataError, "state must have"),
        (lambda content: content["state"]["fields"].pop("turn"), DamagedDataError, "fields"),
        (in_state(turn=1), DamagedDataError, "digest"),
        (in_state(turn=1000), DamagedDataError, "field turn does not fit"),
        (in_state(turn="1"), DamagedDataError, "field turn must be numbers"),
        (in_state(score=[1, 2]), DamagedDataError, "field score must be numbers"),
        (in_state(hand=[[1], [1, 2]]), DamagedDataError, "field hand"),
        (in_state(turn=0.5), DamagedDataError, "field turn"),
        (change(log="x"), DamagedDataError, "header"),
        (change(chance="sometimes"), DamagedDataError, "chance"),
    ],
)
def test_damaged_or_foreign_json_is_refused(edit, error, message):
    content = json.loads(State(GAME, 2).to_json())
    edit(content)
    with pytest.raises(error, match=message):
        State.from_json(json.dumps(content), GAME)


@pytest.mark.parametrize("text", ["", "{", "[]", "3"])
def test_what_is_no_stored_state_is_refused(text):
    with pytest.raises(DamagedDataError, match="state in JSON"):
        State.from_json(text, GAME)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"num_players": 5}, ValueError),
        ({"num_players": "2"}, TypeError),
        ({"seed": -1}, ValueError),
        ({"chance": "never"}, ValueError),
        ({"lane": -1}, ValueError),
        ({"episode": 2**32}, ValueError),
        ({"rounds": 1}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        State(**{"game": GAME, "num_players": 2, **arguments})

"""Options of a game are declared by its factory, and refused by what is declared."""

from __future__ import annotations

import functools
import pickle

import numpy as np
import pytest

from pixies_env import pixie_queen_v0
from pixies_env.adapters.gymnasium_single import SingleSeatEnv
from pixies_env.adapters.gymnasium_vector import SeatVectorEnv
from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.boards import draw_boards
from pixies_env.core.errors import ForeignGameError, UnknownOptionError
from pixies_env.core.options import Option, game_factory
from pixies_env.core.states.identity import check_identity, identity
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.games.hidden_card import game

WORD = Option("word", ("drafted", "dealt"), "drafted", "how")
NUMBER = Option("rounds", range(1, 4), 3, "how many")
CHOICE = Option("repairs", (None, 1, 4), None, "how many")
OPEN = Option("order", (None,), None, "who begins", "a list of seats", ([1, 0],))


@pytest.mark.parametrize(
    ("option", "value"),
    [(WORD, "dealt"), (NUMBER, 1), (NUMBER, 3), (CHOICE, None), (CHOICE, 4), (OPEN, [0, 1])],
)
def test_what_an_option_can_be_is_taken(option, value):
    assert option.checked(value) is value


def test_a_number_of_numpy_becomes_one_of_python():
    assert type(NUMBER.checked(np.int8(2))) is int


@pytest.mark.parametrize(
    ("option", "value", "error", "said"),
    [
        (WORD, "x", ValueError, "word must be 'drafted' or 'dealt', not 'x'"),
        (WORD, 1, TypeError, "word must be 'drafted' or 'dealt', not 1"),
        (NUMBER, 4, ValueError, "rounds must be 1 to 3, not 4"),
        (NUMBER, True, TypeError, "rounds must be 1 to 3, not True"),
        (NUMBER, 2.0, TypeError, "rounds must be 1 to 3, not 2.0"),
        (CHOICE, 2, ValueError, "repairs must be None, 1 or 4, not 2"),
        (CHOICE, True, TypeError, "repairs must be None, 1 or 4, not True"),
        (CHOICE, "x" * 99, TypeError, "not 'xxxxx"),
    ],
)
def test_what_it_cannot_be_is_refused_with_what_it_can_be(option, value, error, said):
    with pytest.raises(error) as refused:
        option.checked(value)
    assert type(refused.value) is error and said in str(refused.value)
    assert len(str(refused.value)) < 150


def test_stored_data_that_are_older_than_an_option_have_its_default():
    played = make_game("pixie_queen")
    stored = identity(played)
    del stored["options"]["skill_exchange"]
    check_identity(stored, played, "file")
    with pytest.raises(ForeignGameError, match="skill_exchange is True, not False"):
        check_identity(stored, played.with_options(skill_exchange=False), "file")


def test_other_values_are_told_beside_the_words():
    assert OPEN.allowed == "None or a list of seats"
    assert str(OPEN.refusal(5)) == "order must be None or a list of seats, not 5"


def test_a_game_tells_its_options_and_has_a_value_for_each():
    assert [option.name for option in game().options] == ["rounds", "faces", "open_hands"]
    assert dict(game().specification) == {"rounds": 3, "faces": 3, "open_hands": False}
    assert game(rounds=2).with_options(faces=6).specification["rounds"] == 2


def test_options_are_given_by_position_or_by_name():
    assert game(2, 4).specification == game(faces=4, rounds=2).specification
    with pytest.raises(TypeError, match="'rounds' of hidden_card is given twice"):
        game(2, rounds=2)
    with pytest.raises(TypeError, match="hidden_card has 3 options, not 4"):
        game(2, 4, True, 1)


@pytest.mark.parametrize("make", [game, game().with_options], ids=["factory", "with_options"])
def test_an_unknown_option_is_refused_with_those_there_are(make):
    with pytest.raises(TypeError) as refused:
        make(round=2)
    assert str(refused.value) == (
        "hidden_card has no option 'round' (did you mean rounds?); "
        "its options are rounds, faces, open_hands"
    )


ARGUMENTS = "other arguments are num_envs, num_players, seed, autoreset, skip_forced"


def test_an_unknown_keyword_of_an_environment_is_told_with_what_it_takes():
    with pytest.raises(UnknownOptionError) as refused:
        BatchEnv("pixie_queen", 4, 4, observation="screens")
    assert str(refused.value).startswith(
        "pixie_queen has no option 'observation' (did you mean observations or observation_mode?); "
        f"its options are board, skills, order, skill_exchange; {ARGUMENTS}"
    )
    for games in (game(), [game()]):
        with pytest.raises(UnknownOptionError, match=r"made \(did you mean autoreset\?\); other"):
            BatchEnv(games, 4, 2, autoresett=True)


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (functools.partial(BatchEnv, "pixie_queen", 2, 2), "skip_forced"),
        (functools.partial(State, "pixie_queen", 2), "script"),
        (functools.partial(State.from_dict, "pixie_queen", {}), "chance"),
        (functools.partial(draw_boards, "pixie_queen", 2), "seed"),
        (functools.partial(SingleSeatEnv, "pixie_queen"), "num_players"),
        (functools.partial(SeatVectorEnv, 2, "pixie_queen"), "num_players"),
        (pixie_queen_v0.raw_env, "num_players"),
        (pixie_queen_v0.env, "num_players"),
        (pixie_queen_v0.env, "illegal_reward"),
        (pixie_queen_v0.parallel_env, "illegal_reward"),
    ],
)
def test_all_that_takes_options_of_a_game_hints_at_its_own_arguments(make, argument):
    wrong = argument[:-1]
    with pytest.raises(UnknownOptionError, match=rf"'{wrong}' \(did you mean {argument}") as told:
        make(**{wrong: 3})
    again = pickle.loads(pickle.dumps(told.value))
    assert str(again) == str(told.value) and again.keyword == wrong


def test_a_game_without_options_says_so():
    @game_factory("plain")
    def make():
        return game()

    with pytest.raises(TypeError, match="plain has no option 'board'; it has none"):
        make(board=None)


def test_a_factory_can_be_pickled():
    assert pickle.loads(pickle.dumps(game)) is game

"""Both supervised ways to play, the soak and playing on, find what no event of a game may be."""

from __future__ import annotations

import dataclasses

import pytest

from pixies_env.core.agents import CompiledAgent
from pixies_env.core.compilation.compile import rule
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.testing.playing import Player
from pixies_experiments.soak import Soak
from tests.games import hidden_card


@rule
def legal_falling(state, board, ids):
    count = hidden_card.legal(state, board, ids)
    ids[0], ids[count - 1] = ids[count - 1], ids[0]
    return count


@rule
def legal_never(state, board, ids):
    return 0


@rule
def legal_unknown(state, board, ids):
    ids[0] = 1000
    return 1


@rule
def chances_negative(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    weights[0] = -weights[0]
    return count


@rule
def chances_of_no_weight(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    weights[:count] = 0
    return count


@rule
def chances_twice(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    outcomes[count - 1] = outcomes[0]
    return count


@rule
def chances_unknown(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    outcomes[0] = 1000
    return count


@rule
def chances_falling(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    for place in range(count // 2):
        other = count - 1 - place
        outcomes[place], outcomes[other] = outcomes[other], outcomes[place]
        weights[place], weights[other] = weights[other], weights[place]
    return count


@rule
def nobody_is_asked(state, board, action):
    hidden_card.apply(state, board, action)
    state.waiting, state.player = 0, -1
    return 0


@rule
def an_unknown_question(state, board, action):
    hidden_card.apply(state, board, action)
    state.question = 50
    return 0


@rule
def an_unknown_event(state, board, action):
    hidden_card.apply(state, board, action)
    state.waiting = 3
    return 0


@rule
def one_player_more(state, board, action):
    hidden_card.apply(state, board, action)
    state.players = 3
    return 0


BROKEN = [
    ({"legal": legal_falling}, "the legal ids are not rising"),
    ({"legal": legal_unknown}, "the legal ids are not rising or not in the catalogue"),
    ({"legal": legal_never}, "a player is asked and has no legal decision"),
    ({"chances": chances_negative}, "or one of negative weight"),
    ({"chances": chances_of_no_weight}, "no outcome of positive weight"),
    ({"chances": chances_twice}, "chance outcomes are listed twice"),
    ({"chances": chances_unknown}, "or not in the catalogue"),
    ({"apply": nobody_is_asked}, "the header names no possible event"),
    ({"apply": an_unknown_question}, "the header names no possible event"),
    ({"apply": an_unknown_event}, "the header names no possible event"),
    ({"apply": one_player_more}, "the header names no possible event"),
]


def with_functions(**functions):
    plain = hidden_card.game()
    return dataclasses.replace(plain, functions=dataclasses.replace(plain.functions, **functions))


def soaked(game):
    soak = Soak.begin(game, 1, (2,))
    for _ in soak.run((2,), "games", 4, block=4, threads=1):
        pass
    return "" if soak.violation is None else soak.violation.message


def played_on(game):
    # From a sound position: set up and dealt by the whole game.
    state = State(hidden_card.game(), 2, 1, chance=MANUAL).array.copy()
    player = Player(game, ["random"])
    return player.play(state, player.agents[0], 1)[0]


@pytest.mark.parametrize(("functions", "message"), BROKEN, ids=lambda value: str(value)[:40])
@pytest.mark.parametrize("play", [soaked, played_on])
def test_what_no_event_may_be_is_found(play, functions, message):
    assert message in play(with_functions(**functions))


@pytest.mark.parametrize("play", [soaked, played_on])
def test_outcomes_need_not_rise(play):
    assert play(with_functions(chances=chances_falling)) == ""


@rule
def an_illegal_choice(state, board, player, ids, count, data, bits):
    return int(ids[count - 1]) + 1


def test_an_illegal_choice_is_found():
    game = hidden_card.game()
    player = Player(game, [CompiledAgent(game, "wrong", an_illegal_choice)])
    state = State(game, 2, 1, chance=MANUAL).array.copy()
    assert player.play(state, player.agents[0], 1)[0] == "the agent chose what is not legal"

"""The public conformance test passes for a sound game and finds what a broken one breaks."""

from __future__ import annotations

import dataclasses

import pytest

from pixies_env.core.compile import rule
from pixies_env.core.game import Game
from pixies_env.testing import ConformanceError, check_game
from tests.games import hidden_card
from tests.games.hidden_card import game


@pytest.mark.parametrize("options", [{}, {"rounds": 1, "faces": 6}])
def test_a_sound_game_passes(options):
    check_game(game(**options), games=2, seed=1)


def broken(**changes) -> Game:
    """The game with some of its functions or fields exchanged."""
    whole = game()
    names = {field.name for field in dataclasses.fields(whole.functions)}
    functions = {name: value for name, value in changes.items() if name in names}
    other = {name: value for name, value in changes.items() if name not in names}
    return dataclasses.replace(
        whole, functions=dataclasses.replace(whole.functions, **functions), **other
    )


@rule
def legal_falling(state, board, ids):
    count = hidden_card.legal(state, board, ids)
    for place in range(count // 2):
        ids[place], ids[count - 1 - place] = ids[count - 1 - place], ids[place]
    return count


@rule
def legal_never(state, board, ids):
    return 0


@rule
def chances_negative(state, board, outcomes, weights):
    count = hidden_card.chances(state, board, outcomes, weights)
    weights[0] = -weights[0]
    return count


@rule
def observe_all(state, board, player, mode, out):
    hidden_card.observe(state, board, player, mode, out)
    out[2] = int(state.choice[0]) / 6
    return 0


@rule
def observe_and_change(state, board, player, mode, out):
    hidden_card.observe(state, board, player, mode, out)
    state.score[0] = 1
    return 0


@rule
def hide_nothing(state, board, player):
    return 0


@rule
def hide_the_own_hand(state, board, player):
    state.hand[:] = 0
    return 0


@rule
def resample_nothing(state, board, player, bits):
    return 0


@rule
def returns_of_points(state, board, kind, out):
    hidden_card.returns(state, board, 2, out)
    return 0


@rule
def never_right(state, board):
    return 7


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"legal": legal_falling}, "ids do not rise"),
        ({"legal": legal_never}, "no decision is legal"),
        ({"chances": chances_negative}, "weights are negative"),
        ({"observe": observe_all}, "changes the observation"),
        ({"observe": observe_and_change}, "looking at the position changed it"),
        ({"hide": hide_the_own_hand}, "hiding changes"),
        ({"resample": resample_nothing}, "resampled and played on: no chance outcome"),
        ({"returns": returns_of_points}, "zero-sum"),
        ({"max_decisions": 3}, "longer than max_decisions"),
        ({"utility_range": (-0.1, 0.1)}, "leaves utility_range"),
        ({"hidden_modes": ("recall", "recall")}, "not unique"),
        ({"chance_kinds": ("deal", "die", "deal")}, "not unique"),
        ({"players": (4, 2)}, "players must be rising"),
        ({"features": game().features[:1] * 52}, "names of features of 'recall' are not unique"),
        ({"invariants": never_right, "invariant_messages": {7: "never"}}, "not hold: never"),
        ({"version": 2}, "not made again the same"),
    ],
)
def test_a_broken_game_is_found(changes, claim):
    with pytest.raises(ConformanceError, match=claim):
        check_game(broken(**changes), games=2, close_looks=1.0)

"""The skill and the place in turn order that each seat begins with."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env.core.batches.arena import play_games
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.names import SKILLS
from pixies_env.registry import make_game


def begun(game, players, seed):
    """A game whose draft is over, played at random, with its draft and its turn order."""
    state = State(game, players, seed)
    draw = np.random.default_rng(seed)
    while state.question == "draft":
        state.apply(int(draw.choice(state.legal_actions())))
    names = [event.name for event in state.history]
    (order,) = [name for name in names if name.startswith("start_order")]
    taken = [
        (event.player, event.name.partition("(")[2].removesuffix(")"))
        for event in state.history
        if event.name.startswith(("draft(", "deal("))
    ]
    (laid,) = [name for name in names if name.startswith("skills(")]
    seats = [int(seat) for seat in order.removeprefix("start_order(").removesuffix(")").split(",")]
    return state, seats, taken, laid.removeprefix("skills(").removesuffix(")").split(",")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("skills", ["drafted", "dealt"])
def test_skills_places_and_turns_are_those_of_the_draft(players, skills):
    game = make_game("pixie_queen", skills=skills)
    for seed in range(5):
        state, order, taken, laid = begun(game, players, seed)
        found = game.notation.factors(np.frombuffer(state.position_bytes, game.state_dtype))
        skill, place = found["skill"], found["turn_order"]
        for turn, (seat, name) in enumerate(taken, start=1):
            assert SKILLS[skill.levels[0, seat]] == name
            assert skill.turns[0, seat] == turn
        assert [SKILLS[at] for at in np.flatnonzero(skill.offered[0])] == sorted(
            laid, key=SKILLS.index
        )
        assert [place.levels[0, seat] for seat in order] == list(range(players))
        for values in found.values():
            assert (values.levels[0, players:] == -1).all()
            assert (values.turns[0, players:] == 0).all()


def test_an_exchanged_skill_does_not_change_what_a_seat_began_with():
    game = make_game("pixie_queen")
    (block,) = play_games(game, ["random"], players=4, games=300, seed=2, openings=True)
    at_first = game.notation.factors(block.openings)["skill"].levels
    at_last = game.notation.factors(block.states)["skill"].levels
    assert (at_first[:, :4] >= 0).all()
    assert (at_first != at_last).any()


def test_given_skills_are_those_of_the_seats():
    given = ["ring_bonus", "cheap_gold", "extra_slot"]
    game = make_game("pixie_queen").with_options(skills=given)
    (block,) = play_games(game, ["random"], players=3, games=20, openings=True)
    levels = game.notation.factors(block.openings)["skill"].levels[:, :3]
    assert {tuple(SKILLS[level] for level in row) for row in levels} == {tuple(given)}

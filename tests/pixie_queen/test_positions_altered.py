"""Positions of real games pass; altered ones are refused or can be played to the end."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.testing import check_altered_positions
from pixies_env.testing.playing import Player
from tests.pixie_queen.board_strategies import boards

GAME = make_game("pixie_queen")
SKILLS = ("cheap_gold", "extra_slot", "free_promotion", "copy_unused", "free_chains")

few = settings(
    max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_altered_position_is_refused_or_can_be_played_on(players: int) -> None:
    accepted = check_altered_positions(
        GAME, count=30, seed=players, agents=("random", "greedy"), games=1, players=[players]
    )
    assert 1 < accepted < 15


@pytest.mark.parametrize("skills", ["dealt", SKILLS[:3]], ids=str)
def test_so_it_is_however_players_come_by_their_skills(skills: str | tuple[str, ...]) -> None:
    game = make_game("pixie_queen", skills=skills)
    assert check_altered_positions(game, count=12, games=1, players=[3])


@few
@given(board=boards(), seed=st.integers(0, 999))
def test_so_it_is_on_other_boards(board: dict, seed: int) -> None:
    game = make_game("pixie_queen", board=board)
    players = [game.players[seed % len(game.players)]]
    check_altered_positions(game, count=10, seed=seed, games=1, players=players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_every_position_of_a_game_is_accepted(players: int, agent: str) -> None:
    draws = random.Random(players)
    option = ["drafted", "dealt", SKILLS[:players], "drafted"][players - 2]
    game = make_game("pixie_queen", skills=option)
    player, state = Player(game, [agent]), State(game, players, 7, chance=MANUAL).array.copy()
    asked = set()
    for number in range(1500):
        position = State.from_arrays(game, state, chance=MANUAL)
        if position.question not in asked or draws.random() < 0.08:
            asked.add(position.question)
            again = State.from_dict(game, position.as_dict(), chance=MANUAL)
            assert again.position_bytes == position.position_bytes
        if position.is_over:
            break
        player.play(state, player.agents[0], number, events=1)
    assert position.is_over and len(asked) > 10

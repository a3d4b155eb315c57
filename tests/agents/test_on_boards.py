"""Agents in games on several boards decide as where each board is played alone."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.seats.ask_function import CallableAgent
from pixies_agents.seats.external import ExternalAgent, ExternalOptions
from pixies_env.core.agents import agent_on
from pixies_env.core.batches.arena import play_games
from pixies_env.core.boards import draw_boards
from pixies_env.core.specs import make_agent
from pixies_env.registry import make_game

GAME = make_game("pixie_queen")
BOARDS = draw_boards(GAME, 2, seed=3)


@pytest.mark.parametrize(
    "spec",
    [
        "greedy",
        "flat:simulations=3,rollout=greedy,cutoff=2,evaluation=greedy",
        "mcts:simulations=6,rollout=greedy,cutoff=2,evaluation=greedy,priors=greedy",
        "mcts:simulations=4,network=default",
        "ppo:default",
    ],
)
def test_games_on_two_boards_are_those_of_each_board_alone(spec):
    line_up = [spec, "random", "random"]
    options = {"games": 4, "seed": 6}
    lanes = np.array([0, 1, 0, 1])
    options |= {"lanes": lanes, "board_of_game": [0, 0, 1, 1]}
    (mixed,) = play_games(BOARDS, line_up, **options)
    (recorded,) = play_games(BOARDS, line_up, records=True, **options)
    assert recorded.states.tobytes() == mixed.states.tobytes()
    for number, game in enumerate(BOARDS):
        (alone,) = play_games(game, line_up, games=2, seed=6)
        rows = slice(2 * number, 2 * number + 2)
        assert mixed.states[rows].tobytes() == alone.states.tobytes()
        assert mixed.returns[rows].tobytes() == alone.returns.tobytes()


def test_a_function_is_asked_about_the_board_of_the_game():
    seen = set()

    def first(state):
        seen.add(state.game.board_digest)
        return state.legal_actions()[0]

    agent = CallableAgent(GAME, first)
    list(play_games(BOARDS, [agent, "random"], games=2))
    assert seen == {game.board_digest for game in BOARDS}


def test_a_program_is_started_for_each_board():
    agent = ExternalAgent(GAME, ExternalOptions(command="true"))
    assert agent_on(agent, GAME) is agent
    other = agent_on(agent, BOARDS[0])
    assert other is not agent and other.game is BOARDS[0] and other.options == agent.options


def test_compiled_agents_share_their_numbers():
    for spec in ("greedy", "careful", "ppo:default"):
        agent = make_agent(spec, GAME)
        other = agent_on(agent, BOARDS[1])
        assert type(other) is type(agent) and other.data is agent.data
        assert other.game is BOARDS[1] and agent.game is GAME


def test_a_network_of_other_observations_is_refused():
    agent = make_agent("ppo:default", GAME)
    assert isinstance(agent, LearnedAgent)
    board = GAME.varied({})["board"]
    board["dice"]["punishment"] = (1, 2, 3, 4, 5, 12)
    board["score"]["mine_symbols"] = (10, 15, 20, 30)
    other = GAME.with_options(board=board)
    assert len(other.features) > len(GAME.features)
    with pytest.raises(ValueError, match="does not read the observations"):
        agent_on(agent, other)

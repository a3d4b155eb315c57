"""Searches and learners of OpenSpiel on the games, and its bots on seats here."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: extra `openspiel`")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)
from open_spiel.python.bots.policy import PolicyBot
from open_spiel.python.policy import UniformRandomPolicy

from pixies_env.adapters.open_spiel import BotAgent, SpielGame
from pixies_env.core.batches.arena import AgentError, play_games
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game
from tests.agents.conftest import decisions_of
from tests.games import hidden_card
from tests.games.extensive import Chance, Choice, End, extensive_game

DECK = range(3)


def kuhn_poker() -> Any:
    """Kuhn's poker for half the stakes: a card of three for each, one bet, one call."""

    def betting(own: int, other: int, path: str) -> Any:
        stake = (0.5 if path == "pp" else 1.0) * (1 if own > other else -1)
        if path in ("pp", "bb", "pbb"):
            return End(stake, -stake)
        if path in ("bp", "pbp"):
            return End(0.5, -0.5) if path == "bp" else End(-0.5, 0.5)
        ways = {way: betting(own, other, path + way) for way in "pb"}
        return Choice(len(path) % 2, ways, {0: f"{own}{path}", 1: f"{other}{path}"})

    deals = [(own, other) for own in DECK for other in DECK if own != other]
    return extensive_game(Chance([(1, betting(*deal, "")) for deal in deals]), 2)


VALUE = -1 / 36
"""What Kuhn's poker is worth to the first player, for half the stakes."""


@pytest.mark.parametrize("perfect_recall", [True, False])
def test_counterfactual_regret_finds_the_value_of_kuhn_poker(perfect_recall: bool) -> None:
    game = SpielGame(kuhn_poker(), 2, perfect_recall=perfect_recall)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert len(policy.state_lookup) == 12
    assert exploitability.nash_conv(game, policy) < 0.02
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values == pytest.approx([VALUE, -VALUE], abs=0.005)


def test_a_learner_written_in_cpp_runs_on_it() -> None:
    game = SpielGame(kuhn_poker(), 2)
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed=3)
    for _ in range(500):
        solver.run_iteration()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.1


def test_a_sampling_learner_runs_on_a_game_of_three() -> None:
    np.random.seed(3)
    game = SpielGame(hidden_card.game(rounds=1), 3, perfect_recall=False)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(30):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1.0)


def test_a_reinforcement_learner_runs_in_the_environment_of_openspiel() -> None:
    env = rl_environment.Environment(SpielGame(hidden_card.game(rounds=1), 2))
    env.seed(2)
    np.random.seed(2)
    learners = [
        tabular_qlearner.QLearner(seat, env.action_spec()["num_actions"]) for seat in (0, 1)
    ]
    for _ in range(5):
        step = env.reset()
        while not step.last():
            chosen = learners[step.observations["current_player"]].step(step)
            step = env.step([chosen.action])
        for learner in learners:
            learner.step(step)
        assert sum(step.rewards) == 0.0


# ---- searches


def searches(game: Any, simulations: int) -> dict[str, Any]:
    draws = np.random.RandomState(1)
    leaves = mcts.RandomRolloutEvaluator(1, draws)
    found = {"mcts": mcts.MCTSBot(game, 1.0, simulations, leaves, random_state=draws)}
    if game.game.has_secrets:
        found["ismcts"] = ismcts.ISMCTSBot(game, leaves, 1.0, simulations, random_state=draws)
    return found


@pytest.mark.parametrize("name", ["hidden_card", *game_names()])
def test_the_searches_play_every_game(name: str) -> None:
    game = SpielGame(hidden_card.game() if name == "hidden_card" else make_game(name), 2)
    for bot in searches(game, simulations=3).values():
        state, draws, decisions = game.new_initial_state(), np.random.RandomState(2), 0
        while not state.is_terminal() and decisions < 6:
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(draws.choice(outcomes, p=shares)))
                continue
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1


def hidden_side() -> Any:
    """A coin that is not seen: guessing its side is worth nothing, not guessing a little."""
    guess = {"left": End(1.0, -1.0), "right": End(-1.0, 1.0), "neither": End(0.3, -0.3)}
    other = guess | {"left": guess["right"], "right": guess["left"]}
    sides = [(1, Choice(0, ways, {0: "unseen"})) for ways in (guess, other)]
    return extensive_game(Chance(sides), 2)


def test_the_information_set_search_does_not_know_what_its_seat_does_not() -> None:
    game = SpielGame(hidden_side(), 2)
    for side in range(2):
        state = game.new_initial_state()
        state.apply_action(side)
        chosen = {
            name: state.action_to_string(int(bot.step(state)))
            for name, bot in searches(game, simulations=200).items()
        }
        # The other search is made for games without secrets: it takes the true position.
        assert chosen == {"ismcts": "neither", "mcts": ["left", "right"][side]}


def test_the_search_written_in_cpp_finds_the_better_way() -> None:
    game = SpielGame(extensive_game(Choice(0, {"a": End(-1, 1), "b": End(1, -1)}), 2), 2)
    leaves = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, leaves, 1.0, 20, 10, solve=False, seed=1, verbose=False)
    state = game.new_initial_state()
    assert state.action_to_string(bot.mcts_search(state).best_child().action) == "b"


# ---- seats


def test_a_policy_that_was_learned_is_worth_the_same_at_our_table() -> None:
    game = kuhn_poker()
    spiel = SpielGame(game, 2, perfect_recall=False)
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    told = expected_game_score.policy_value(
        spiel.new_initial_state(), [policy, UniformRandomPolicy(spiel)]
    )
    agent = BotAgent(game, partial(policy_bot, policy), "learned")
    paid = np.concatenate(
        [block.returns[:, 0] for block in play_games(game, [agent, "random"], games=500, seed=4)]
    )
    assert told[0] > 0.05
    assert paid.mean() == pytest.approx(told[0], abs=4 * paid.std() / len(paid) ** 0.5)


def policy_bot(policy: Any, game: Any, seat: int, seed: int) -> PolicyBot:
    return PolicyBot(seat, np.random.RandomState(seed), policy)


@pytest.mark.parametrize("spec", ["openspiel:mcts,simulations=4", "openspiel:ismcts,simulations=4"])
def test_a_search_takes_a_seat_by_name(spec: str) -> None:
    game = hidden_card.game()
    (block,) = play_games(game, [spec, "random", spec], games=2, seed=1)
    (again,) = play_games(game, [spec, "random", spec], games=2, seed=1)
    assert np.array_equal(block.returns, again.returns)


@pytest.mark.parametrize("spec", ["openspiel:mcts,simulations=30", "openspiel:ismcts"])
def test_a_bot_on_a_seat_does_not_know_what_its_seat_does_not(spec: str) -> None:
    game = hidden_side()
    agent = make_agent(spec, game)
    chosen = [agent.choose(decisions_of([State(game, 2, seed)], bits=6))[0] for seed in range(12)]
    assert len(set(chosen)) == 1


def test_what_a_bot_does_wrong_is_told_with_the_game() -> None:
    game = hidden_card.game()

    class Confused(pyspiel.Bot):
        def step(self, state: Any) -> int:
            return 8

    agent = BotAgent(game, lambda *_: Confused(), "confused")
    with pytest.raises(AgentError, match=r"confused .*chose 8, which is not legal"):
        list(play_games(game, [agent, "random"], games=1))


def test_an_agent_of_openspiel_that_cannot_be_is_refused() -> None:
    with pytest.raises(AgentSpecError, match="bot: Input should be 'mcts' or 'ismcts'"):
        make_agent("openspiel:alphazero", hidden_card.game())
    with pytest.raises(AgentSpecError, match="simulations must be at least 1, not 0"):
        make_agent("openspiel:simulations=0", hidden_card.game())
    open_games = [name for name in game_names() if not make_game(name).has_secrets]
    for name in open_games:
        with pytest.raises(AgentSpecError, match="this one has none: bot=mcts"):
            make_agent("openspiel:ismcts", name)

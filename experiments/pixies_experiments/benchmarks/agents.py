"""How fast agents think: what `pixies bench agents` measures, on one thread if nothing is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pixies_agents.learned.network import shipped_policies
from pixies_agents.search.base import SearchAgent
from pixies_agents.search.evaluator import load_evaluator
from pixies_agents.search.network import NetworkSearchAgent
from pixies_agents.search.options import TreeOptions
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_env.core.agents import Agent, Decisions
from pixies_env.core.batches.arena import Block, play_games
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rates, seconds_of, spread

POSITIONS = 8
SIMULATIONS = 1000
NETWORK = "default"
NETWORK_SIMULATIONS = 200
GAMES = 256
SECOND_ROUND = 2
_OF_A_POSITION = ("states", "action_masks", "seats", "bits")


def steps(
    game: Game, players: int, seed: int, budget: Budget
) -> Iterator[tuple[str, Callable[[], Measured]]]:
    """Names of the figures and how each is measured, in the order of measuring."""
    yield "mcts_sims", lambda: mcts_sims(game, players, seed, budget)
    yield "network_sims", lambda: network_sims(game, players, seed, budget)
    yield "greedy_rate", lambda: greedy_rate(game, players, seed, budget)


def mcts_sims(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Simulations per second of a search with uniform rollouts to the end of the game."""
    agent = TreeSearchAgent(game, TreeOptions(simulations=SIMULATIONS, threads=1))
    decisions = searched_positions(game, players, seed)
    context = {"players": players, "batch": POSITIONS}
    return _simulations("mcts_sims", agent, [decisions], budget, context)


def network_sims(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Simulations per second of a search with a network, one game after the other."""
    if NETWORK not in shipped_policies(game.name):
        return Measured("network_sims", None, {"note": f"no network {NETWORK!r} is shipped"})
    options = TreeOptions(simulations=NETWORK_SIMULATIONS, network=NETWORK, threads=1)
    agent = NetworkSearchAgent(game, options, load_evaluator(NETWORK, game, options.threads))
    decisions = searched_positions(game, players, seed)
    singles = [
        decisions._replace(
            **{name: getattr(decisions, name)[row : row + 1] for name in _OF_A_POSITION}
        )
        for row in range(POSITIONS)
    ]
    context = {"players": players, "leaves": options.leaves}
    return _simulations("network_sims", agent, singles, budget, context)


def _simulations(
    name: str,
    agent: SearchAgent,
    batches: Sequence[Decisions],
    budget: Budget,
    context: Mapping[str, Any],
) -> Measured:
    """Simulations per second of an agent on one thread, over some decisions in turn."""

    def search() -> float:
        return float(sum(agent.search(decisions).simulations.sum() for decisions in batches))

    compile_s = seconds_of(search)
    found = spread(rates(search, budget))
    told = {"agent": agent.name, "threads": 1, "first_call_s": compile_s, **found}
    return Measured(name, found["median"], {**context, **told})


def searched_positions(game: Game, players: int, seed: int) -> Decisions:
    """First decisions with a choice in second rounds that random play has come to.

    A game without such rounds is searched from its beginning.
    """
    rng = np.random.default_rng(seed)
    states = [_second_round(game, players, seed, lane, rng) for lane in range(POSITIONS)]
    stripped = [state.hidden_from(state.player) for state in states]
    return Decisions(
        states=np.concatenate([state.array for state in stripped]),
        observations=None,
        action_masks=np.stack([state.legal_action_mask() for state in stripped]),
        seats=np.array([state.player for state in states], np.int64),
        bits=rng.integers(0, 2**64, POSITIONS, dtype=np.uint64),
    )


def _second_round(
    game: Game, players: int, seed: int, lane: int, rng: np.random.Generator
) -> State:
    start = State(game, players, seed, lane=lane).skip_forced()
    state = start.clone()
    while not state.is_over and state.as_dict().get("round", SECOND_ROUND) < SECOND_ROUND:
        state.apply(int(rng.choice(state.legal_actions())))
    state.skip_forced()
    return start if state.is_over else state


def greedy_rate(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """Decisions per second of the greedy heuristic against itself, whole games."""
    try:
        agent: Agent = make_agent("greedy", game)
    except AgentSpecError as error:
        return Measured("greedy_rate", None, {"note": str(error)})
    blocks: list[Block] = []

    def play() -> float:
        first = GAMES * len(blocks)
        (block,) = play_games(
            game, [agent], games=GAMES, players=players, seed=seed, first_game=first, threads=1
        )
        blocks.append(block)
        return float(block.decisions.sum())

    compile_s = seconds_of(play)
    found = spread(rates(play, budget))
    per_game = float(np.mean([block.decisions.mean() for block in blocks]))
    context = {
        "players": players,
        "games_per_s": found["median"] / per_game,
        "decisions_per_game": per_game,
        "batch": GAMES,
        "threads": 1,
        "first_call_s": compile_s,
        **found,
    }
    return Measured("greedy_rate", found["median"], context)

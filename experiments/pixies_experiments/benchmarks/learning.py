"""How fast policies play and learn: what `pixies bench learning` measures.

``policy_rate``: decisions per second of a policy that is handed many positions at once, on one
core, without torch: observation, forward pass and choice.

``collect_ratio``: steps per second of MaskablePPO, learning included, on the environment of this
package where the opponents are the same network, over those on an environment of the same shapes
that does nothing. The rest of both is the same: environments, steps, epochs, network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import (
    Dense,
    Network,
    load_network,
    shipped_policies,
)
from pixies_env.core.agents import Decisions
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.game import Game
from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rate, rates, seconds_of, spread

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv

ENVIRONMENTS, STEPS, EPOCHS, BATCH = 256, 64, 2, 2048
WIDTHS = (256, 256)
GAMES = 64
LEAST_PAIRS = 3


def network_to_play(game: Game, file: str, seed: int) -> Network:
    """The network of a file, else the shipped one of this game, else one at random of 256x256."""
    if file:
        return load_network(file, game)
    for path in shipped_policies(game.name).values():
        try:
            return load_network(path, game)
        except ValueError:  # made for another board
            continue
    rng = np.random.default_rng(seed)
    observation_mode = game.observation_modes[0]
    first, second = WIDTHS

    def layer(inputs: int, outputs: int) -> Dense:
        scale = np.sqrt(2.0 / inputs)
        return Dense(rng.standard_normal((inputs, outputs)) * scale, np.zeros(outputs))

    trunk = (layer(game.observation_size(observation_mode), first), layer(first, second))
    return Network(
        trunk, (layer(second, len(game.actions)),), (layer(second, 1),), observation_mode
    )


def steps(
    game: Game, network: Network, players: int, seed: int, budget: Budget
) -> Iterator[tuple[str, Callable[[], Measured]]]:
    """Names of the figures and how each is measured, in the order of measuring."""
    yield "policy_rate", lambda: policy_rate(game, network, players, seed, budget)
    yield "collect_ratio", lambda: collect_ratio(game, players, seed, budget)


def policy_rate(game: Game, network: Network, players: int, seed: int, budget: Budget) -> Measured:
    """Decisions per second of a policy in a batch of positions of its own games."""
    agent = LearnedAgent(game, "policy", network, 1.0)
    seen: list[Decisions] = []

    def keep(observed: Observed) -> None:
        seen.append(observed.decisions)

    for _ in play_games(game, [agent] * players, games=GAMES, seed=seed, observer=keep, threads=1):
        pass
    states, masks, seats, bits = (
        np.concatenate([getattr(decisions, name) for decisions in seen])
        for name in ("states", "action_masks", "seats", "bits")
    )
    # A policy is not asked where there is nothing to decide.
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    batch = Decisions(states[rows], None, masks[rows], seats[rows], bits[rows])

    def play() -> float:
        agent.choose(batch)
        return float(len(rows))

    first = seconds_of(play)
    found = spread(rates(play, budget))
    context = {
        "players": players,
        "batch": len(rows),
        "threads": 1,
        "multiplications": network.multiplications,
        "options_per_decision": float(batch.action_masks.sum(axis=1).mean()),
        "first_call_s": first,
        **found,
    }
    return Measured("policy_rate", found["median"], context)


def collect_ratio(game: Game, players: int, seed: int, budget: Budget) -> Measured:
    """MaskablePPO here over where nothing happens, in turn, so that other work disturbs both."""
    try:
        import torch
        from sb3_contrib import MaskablePPO

        from pixies_env.adapters.opponents import Pool
        from pixies_env.adapters.sb3_vec import SeatVecEnv
        from pixies_experiments.benchmarks.idle_env import IdleVecEnv
        from pixies_experiments.training.config import NetworkShape
        from pixies_experiments.training.nets import policy_arguments, to_network
    except ImportError as error:
        return Measured("collect_ratio", None, {"note": f"needs the extra train: {error}"})

    def learner(env: VecEnv) -> MaskablePPO:
        features = game.observation_size(game.observation_modes[0])
        shape = NetworkShape(policy=WIDTHS, value=WIDTHS)
        plain = np.zeros(features, np.float32), np.ones(features, np.float32)
        return MaskablePPO(
            "MlpPolicy",
            env,
            n_steps=STEPS,
            batch_size=BATCH,
            n_epochs=EPOCHS,
            policy_kwargs=policy_arguments(shape, *plain),
            seed=seed,
            device="cpu",
        )

    ours = SeatVecEnv(game, ENVIRONMENTS, players, opponents=Pool(["random"], [1]), seed=seed)
    idle = IdleVecEnv(SeatVecEnv(game, ENVIRONMENTS, players, seed=seed))
    models = [learner(ours), learner(idle)]

    def learn(model: Any, env: VecEnv) -> Callable[[], float]:
        def work() -> float:
            if env is ours:
                network = to_network(model.policy, game.observation_modes[0])
                ours.view.set_pool(Pool([LearnedAgent(game, "latest", network, 1.0)], [1]))
            model.learn(STEPS * ENVIRONMENTS, reset_num_timesteps=False)
            return float(STEPS * ENVIRONMENTS)

        return work

    works = [learn(model, env) for model, env in zip(models, (ours, idle), strict=True)]
    first = sum(seconds_of(work) for work in works)
    pairs: list[tuple[float, float]] = []
    spent = 0.0
    while len(pairs) < LEAST_PAIRS or spent < budget.seconds:
        here, nowhere = (rate(work) for work in works)
        pairs.append((here, nowhere))
        spent += STEPS * ENVIRONMENTS * (1 / here + 1 / nowhere)
    found = spread([here / nowhere for here, nowhere in pairs])
    context = {
        "players": players,
        "environments": ENVIRONMENTS,
        "steps": STEPS,
        "epochs": EPOCHS,
        "batch": BATCH,
        "network": "x".join(map(str, WIDTHS)),
        "threads": torch.get_num_threads(),
        "steps_per_s": float(np.median([here for here, _ in pairs])),
        "idle_steps_per_s": float(np.median([nowhere for _, nowhere in pairs])),
        "first_call_s": first,
        **found,
    }
    return Measured("collect_ratio", found["median"], context)

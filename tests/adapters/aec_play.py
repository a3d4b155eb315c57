"""Random legal play through PettingZoo's interface."""

from __future__ import annotations

from typing import Any

import numpy as np


def legal(env: Any) -> np.ndarray:
    """Ids of what the agent to move may choose."""
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"])


def over(env: Any) -> bool:
    return not env.agents or env.terminations[env.agent_selection]


def play(env: Any, moves: int | None = None, choices: int = 0) -> list[tuple[str, int]]:
    """Choose at random, until the game ends or so many moves were made; who did what."""
    rng = np.random.default_rng(choices)
    made = []
    while not over(env) and (moves is None or len(made) < moves):
        made.append((env.agent_selection, int(rng.choice(legal(env)))))
        env.step(made[-1][1])
    return made


def snapshot(env: Any) -> dict[str, Any]:
    """All that can be seen of an environment."""
    seen = {agent: env.observe(agent) for agent in env.agents}
    return {
        "agents": list(env.agents),
        "selection": env.agent_selection,
        "rewards": dict(env.rewards),
        "cumulative": dict(env._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {a: info["action_mask"].tobytes() for a, info in env.infos.items()},
        "observations": {a: o["observation"].tobytes() for a, o in seen.items()},
        "masks": {a: o["action_mask"].tobytes() for a, o in seen.items()},
    }

"""What a policy's file tells of how it came about, beside its configuration."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from pixies_env.core.agents import Agent, CompiledAgent
from pixies_experiments.machine import PACKAGES, describe_machine

_LIBRARIES = ("torch", "stable-baselines3", "sb3-contrib")


def origin(met: Mapping[str, Agent]) -> dict[str, Any]:
    """Machine, versions of the package and its libraries, and the agents that were met.

    Of an agent that is compiled there is the SHA-256 of the numbers that it plays by, those of its
    network or its weights; of others None.

    Args:
        met: by specification, that of the network to begin with among them.
    """
    machine = describe_machine((*PACKAGES, *_LIBRARIES))
    del machine["load"]
    return {"machine": machine, "agents": {spec: _digest(met[spec]) for spec in sorted(met)}}


def _digest(agent: Agent) -> str | None:
    if not isinstance(agent, CompiledAgent):
        return None
    return hashlib.sha256(agent.numbers.astype("<f8").tobytes()).hexdigest()

"""PettingZoo's usual wrappers, reading the tables of agents straight from the bare environment.

A stack of PettingZoo's wrappers hands each attribute through ``__getattr__`` of every layer,
which is most of what a wrapped step costs. These subclasses do the same checks three times as
fast.
"""

from __future__ import annotations

from typing import Any, Protocol

from pettingzoo.utils import wrappers

from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.inputs import whole_number


class _Bare(Protocol):
    """What is read of the bare environment."""

    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]


class _Direct(CopiedWhole):
    """Before :class:`pettingzoo.utils.BaseWrapper` in the order of bases."""

    def __init__(self, env: Any, **options: Any) -> None:
        super().__init__(env, **options)  # type: ignore[call-arg]
        self._bare: _Bare = env.unwrapped

    # Where the bare environment raises AttributeError, because it was not reset, Python goes on
    # to the wrapper's own __getattr__, which says so in PettingZoo's words.
    @property
    def agents(self) -> list[str]:
        return self._bare.agents

    @property
    def agent_selection(self) -> str:
        return self._bare.agent_selection

    @property
    def rewards(self) -> dict[str, float]:
        return self._bare.rewards

    @property
    def _cumulative_rewards(self) -> dict[str, float]:
        return self._bare._cumulative_rewards

    @property
    def terminations(self) -> dict[str, bool]:
        return self._bare.terminations

    @property
    def truncations(self) -> dict[str, bool]:
        return self._bare.truncations

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        return self._bare.infos

    def __str__(self) -> str:
        return str(self._bare)


class TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper):  # type: ignore[misc]
    """Ends the game with a penalty for who chose an illegal action."""


class AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """Raises AssertionError for an action outside the action space."""

    def step(self, action: Any) -> None:
        """Take an action if it lies in the action space."""
        # Gymnasium's spaces take True for 1, and no unsigned integers of 64 bits.
        entry = whole_number(action)
        assert action is None or entry is not None, f"action {action!r} is not in action space"
        super().step(entry)


class OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """Raises an error for what needs ``reset`` first."""

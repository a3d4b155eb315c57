"""What a versioned module such as ``pixies_env.pixie_queen_v0`` holds, for any game."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from types import ModuleType
from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from pixies_env.adapters import aec
from pixies_env.adapters.defaults import default_players, worst_reward
from pixies_env.adapters.documentation import page
from pixies_env.adapters.names import aec_id
from pixies_env.core.game import Game
from pixies_env.core.options import takes_game_options
from pixies_env.core.states.scripts import Script


def fill(module: ModuleType, game: Game, make: Callable[..., Game]) -> None:
    """Put ``env``, ``raw_env``, ``parallel_env`` and the documentation page into a module.

    ``make(board=..., **options)`` builds the game, ``game`` is the one without options.
    """
    usual = default_players(game)

    @takes_game_options
    def raw_env(
        num_players: int = usual,
        *,
        board: str | PathLike[str] | None = None,
        reward: str = "rank",
        observation_mode: str | None = None,
        skip_forced: bool = False,
        script: Script | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> aec.RawEnv:
        """The bare environment: an illegal action is an error and changes nothing."""
        return aec.RawEnv(
            make(board=board, **options),
            num_players,
            reward=reward,
            observation_mode=observation_mode,
            skip_forced=skip_forced,
            script=script,
            render_mode=render_mode,
        )

    @takes_game_options
    def env(
        num_players: int = usual, *, illegal_reward: float | None = None, **arguments: Any
    ) -> AECEnv:
        """The environment in PettingZoo's wrappers: an illegal action ends the game."""
        bare = raw_env(num_players, **arguments)
        if illegal_reward is None:
            illegal_reward = worst_reward(bare.game, bare.reward, bare.num_players)
        return aec.wrapped(bare, illegal_reward)

    @takes_game_options
    def parallel_env(
        num_players: int = usual, *, illegal_reward: float | None = None, **arguments: Any
    ) -> ParallelEnv:
        """The wrapped environment in which all agents act at once and the one to move counts."""
        return aec.parallel(env(num_players, illegal_reward=illegal_reward, **arguments))

    identity = aec_id(game.name, game.version)
    module.__doc__ = page(game, module.__name__.rpartition(".")[2], identity, usual)
    vars(module)["__all__"] = ["env", "parallel_env", "raw_env"]
    for function in (env, parallel_env, raw_env):
        function.__module__, function.__qualname__ = module.__name__, function.__name__
        setattr(module, function.__name__, function)

"""A game as a ``pyspiel.Game``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from pixies_env.adapters.defaults import default_players
from pixies_env.adapters.names import module_name
from pixies_env.adapters.open_spiel.observer import SpielObserver
from pixies_env.adapters.open_spiel.parameters import Parameter, as_parameter, from_parameter
from pixies_env.adapters.open_spiel.state import SpielState
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import check_flag
from pixies_env.core.options import Option
from pixies_env.core.seam import Reward
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import make_game

_KIND = pyspiel.GameType


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players, as OpenSpiel's algorithms take it.

    Args:
        game: the game with its options.
        players: how many play.
        reward: ``rank``, ``win`` or ``score``, paid at the end.
        observation_mode: that of the tensors; None: the game's first.
        perfect_recall: information states remember all that the seat has seen. False: they are
            what it knows of the position, whatever the way there.

    TypeError or ValueError for what the game cannot be.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        reward: str = "rank",
        observation_mode: str | None = None,
        perfect_recall: bool = True,
    ) -> None:
        self.game = game
        self.reward = reward
        self.observation_mode = game.check_observation_mode(observation_mode)
        self.perfect_recall = check_flag("perfect_recall", perfect_recall)
        players = game.check_players(players)
        self._first = State(game, players, chance=MANUAL)
        least, most, total = _utilities(game, players, reward_kind(reward))
        parameters = {
            "players": players,
            "reward": reward,
            "observation_mode": self.observation_mode,
            "perfect_recall": self.perfect_recall,
        }
        super().__init__(
            type_of(game, players, reward),
            pyspiel.GameInfo(
                num_distinct_actions=len(game.actions),
                max_chance_outcomes=len(game.outcomes),
                num_players=players,
                min_utility=least,
                max_utility=most,
                utility_sum=total,
                max_game_length=game.max_decisions,
            ),
            parameters
            | {
                option.name: as_parameter(option, game.specification[option.name])
                for option in game.options
            },
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own way finds games of the registry only, and those where it was imported.
        kept = (self.game, self.num_players(), self.reward, self.observation_mode)
        return SpielGame, (*kept, self.perfect_recall)

    def new_initial_state(self) -> SpielState:
        """The first position: a chance event or a decision is due."""
        return SpielState(self, self._first.clone())

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        """What tells a seat's observations, or with perfect recall its information states.

        ValueError for another kind.
        """
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        features = self.game.observation_size(self.observation_mode)
        return SpielObserver(features, kind, parameters)


def loadable(name: str, declared: Sequence[Option]) -> type[SpielGame]:
    """The class of a game of the registry as ``pyspiel.load_game`` makes it, from parameters.

    It raises TypeError or ValueError for what the game cannot be.
    """

    # pyspiel lets go of what it makes games with when Python has ended. A function would be
    # deleted then, which ends in a crash; a class refers to itself and stays.
    class LoadedGame(SpielGame):
        def __init__(self, parameters: Mapping[str, Parameter]) -> None:
            general: dict[str, Any] = dict(parameters)
            options = {
                option.name: from_parameter(option, general.pop(option.name)) for option in declared
            }
            super().__init__(make_game(name, **options), **general)

    return LoadedGame


def type_of(game: Game, players: int | None = None, reward: str = "rank") -> Any:
    """What OpenSpiel is told of a game, for its usual number of players if none is given.

    A game in which everybody sees each event when it happens has perfect information.
    """
    players = default_players(game) if players is None else players
    _, _, total = _utilities(game, players, reward_kind(reward))
    return _KIND(
        short_name=module_name(game.name, game.version),
        long_name=game.title,
        dynamics=_KIND.Dynamics.SEQUENTIAL,
        chance_mode=(
            _KIND.ChanceMode.EXPLICIT_STOCHASTIC
            if game.chance_kinds
            else _KIND.ChanceMode.DETERMINISTIC
        ),
        information=(
            _KIND.Information.IMPERFECT_INFORMATION
            if game.has_secrets
            else _KIND.Information.PERFECT_INFORMATION
        ),
        utility=_SUMS.get(total, _KIND.Utility.CONSTANT_SUM),
        reward_model=_KIND.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": default_players(game),
            "reward": "rank",
            "observation_mode": game.observation_modes[0],
            "perfect_recall": True,
            **{option.name: as_parameter(option, option.default) for option in game.options},
        },
    )


_SUMS = {0.0: _KIND.Utility.ZERO_SUM, None: _KIND.Utility.GENERAL_SUM}


def _utilities(game: Game, players: int, reward: Reward) -> tuple[float, float, float | None]:
    """Least and most that a seat is paid, and what all are paid together where that is fixed."""
    if reward == Reward.WIN:
        return 0.0, 1.0, 1.0
    if reward == Reward.SCORE:
        return game.lowest_score, math.inf, None
    return *game.utility_bounds(players), (0.0 if players > 1 else None)

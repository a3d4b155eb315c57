"""OpenSpiel's bots as agents: a bot takes a seat here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from pixies_env.adapters.open_spiel.game import SpielGame
from pixies_env.adapters.open_spiel.state import SpielState
from pixies_env.core.agents import Decisions
from pixies_env.core.game import Game
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State

MakeBot = Callable[[SpielGame, int, int], Any]
"""``(game, seat, seed)``: a ``pyspiel.Bot``; the seed is a number below 2**31."""

_SEEDS = 2**31


class BotAgent:
    """Lets a bot of OpenSpiel decide.

    A bot is shown a world that is drawn, uniformly, from those that its seat thinks possible: what
    the seat does not know is not in it. An agent is told of positions only and not of what happened
    in between, so each decision is one of a new bot, and information states are those of
    ``perfect_recall=False``. Decisions with one option are not asked.

    Args:
        game: the game it plays.
        make_bot: makes the bot, see :data:`MakeBot`; all that it draws should come from the seed.
        name: what tables call it.
    """

    needs_observations = False

    def __init__(self, game: Game, make_bot: MakeBot, name: str = "bot") -> None:
        self.game = game
        self.make_bot = make_bot
        self.name = name

    def on_board(self, game: Game) -> BotAgent:
        """The agent with bots for the same game on another board."""
        return BotAgent(game, self.make_bot, self.name)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One id per decision, asked one after the other; int64 ``(n,)``."""
        chosen = np.empty(len(decisions.seats), np.int64)
        for row, mask in enumerate(decisions.action_masks):
            legal = np.flatnonzero(mask)
            chosen[row] = legal[0] if len(legal) == 1 else self._ask(decisions, row)
        return chosen

    def _ask(self, decisions: Decisions, row: int) -> int:
        seat, bits = int(decisions.seats[row]), int(decisions.bits[row])
        known = State.from_arrays(
            self.game, decisions.states[row : row + 1], chance=MANUAL, stripped_for=seat
        )
        game = SpielGame(self.game, known.num_players, perfect_recall=False)
        bot = self.make_bot(game, seat, bits % _SEEDS)
        return int(bot.step(SpielState(game, known.resampled(seat, bits))))

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


def make_mcts(simulations: int, uct_c: float, game: SpielGame, seat: int, seed: int) -> MCTSBot:
    """OpenSpiel's tree search, the one written in Python, with random games at its leaves."""
    draws = np.random.RandomState(seed)
    leaves = RandomRolloutEvaluator(1, draws)
    return MCTSBot(game, uct_c, simulations, leaves, random_state=draws)


def make_ismcts(simulations: int, uct_c: float, game: SpielGame, seat: int, seed: int) -> ISMCTSBot:
    """The same for its information-set tree search."""
    draws = np.random.RandomState(seed)
    leaves = RandomRolloutEvaluator(1, draws)
    bot = ISMCTSBot(game, leaves, uct_c, simulations, random_state=draws)
    # By itself it would draw worlds that no seed brings back.
    bot.set_resampler(
        lambda state, player: state.resample_from_infostate(player, draws.random_sample)
    )
    return bot

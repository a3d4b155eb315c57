"""An agent that asks a Python function: a person at a prompt, a script, an experiment."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pixies_env.core.agents import Decisions
from pixies_env.core.game import Game
from pixies_env.core.states.state import State


def view_of(game: Game, decisions: Decisions, row: int) -> State:
    """The position of one decision as its seat knows it; it can be asked, but not played on."""
    seat = int(decisions.seats[row])
    return State.from_arrays(game, decisions.states[row : row + 1], stripped_for=seat)


class CallableAgent:
    """Asks a function for each decision.

    Args:
        game: the game it plays.
        function: gets a :class:`pixies_env.core.states.state.State` without what the seat does not
            know;
            ``legal_names()`` and ``legal_actions()`` of it tell what is legal, ``as_dict()`` and
            ``str()`` the position. It gives back one of these names or ids.
        name: what tables call it.

    ``choose`` raises IllegalActionError, which lists what is legal, for a name or id that is not,
    and TypeError for anything else; what the function raises goes through.
    """

    needs_observations = False

    def __init__(
        self, game: Game, function: Callable[[State], int | str], name: str = "callable"
    ) -> None:
        self.game = game
        self.function = function
        self.name = name

    def on_board(self, game: Game) -> CallableAgent:
        """The agent that asks the same function about the same game on another board."""
        return CallableAgent(game, self.function, self.name)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision, asked one after the other; int64 ``(n,)``."""
        chosen = np.empty(len(decisions.seats), np.int64)
        for row in range(len(chosen)):
            state = view_of(self.game, decisions, row)
            chosen[row] = state.action_id(self.function(state))
        return chosen

"""Agents: what plays a seat.

An agent decides for many games at once. It is handed :class:`Decisions` and gives back one id
per game; it never sees what its seat does not know, and never how chance will go on.

A *compiled* agent derives from :class:`CompiledAgent` and names a rule
``choose(state, board, player, ids, count, data, bits) -> id``. Whole games between compiled
agents run inside compiled code. The rule is handed the stripped record of the state and the board
record, the seat, the legal ids (the first ``count`` of ``ids``), the agent's numbers ``data``
(float64) and 64 random bits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

import numpy as np

from pixies_env.core.compilation.compile import address_table, by_name, kernel, named, rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.streams import below
from pixies_env.core.compilation.together import Job
from pixies_env.core.errors import Portable, shown
from pixies_env.core.game import Game
from pixies_env.core.seam import IDS, chooser_job, compile_chooser


class Decisions(NamedTuple):
    """Decisions that one agent has to take, one row per game. The arrays are its own."""

    states: np.ndarray
    """``(n,)`` records without what the seat does not know."""
    observations: np.ndarray | None
    """float32 ``(n, features)``; None unless ``needs_observations``."""
    action_masks: np.ndarray
    """bool ``(n, actions)``: what is legal."""
    seats: np.ndarray
    """int64 ``(n,)``: the seat to decide for."""
    bits: np.ndarray
    """uint64 ``(n,)``: random bits of the game and seat, one draw per decision."""
    games: np.ndarray | None = None
    """int64 ``(n,)``: numbers that tell apart the games that go on side by side, so that an
    agent can remember something from one decision of a game to the next. None: not known."""


@runtime_checkable
class Agent(Protocol):
    """What every agent has.

    Six more methods are optional: ``probabilities(decisions)``, float ``(n, actions)``, the
    distribution from which ``choose`` takes its ids; ``values(decisions)``, float
    ``(n, max_players)``, the utility it expects for each seat; ``forget()``, which is called
    when new games begin, for an agent that remembers something of the games it is in;
    ``on_board(game)``, the agent for the same game on another board, which an agent needs that
    has a ``game`` of its own, see :func:`agent_on`; and what is compiled at the same time:
    ``rule_jobs()``, rules that are called by their addresses, with signatures, see
    :func:`~pixies_env.core.compilation.together.compile_together`, and ``kernel_calls()``, kernels
    with arguments as it will call them, see
    :func:`~pixies_env.core.compilation.together.compile_kernels`.
    """

    name: str
    needs_observations: bool

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``. The same decisions give the same ids."""
        ...


def why_no_agent(value: object) -> str:
    """What keeps an object from being an agent; "" if it is one."""
    if isinstance(value, type):
        return f"{value.__name__} is a class: an agent is made of it, {value.__name__}(...)"
    missing = [name for name in _AGENT_HAS if not hasattr(value, name)]
    if not missing:
        return ""
    return (
        f"{shown(value)} is no agent: it has no {' and no '.join(missing)}. An agent has name, a "
        "text; needs_observations, True or False; and choose(decisions), which gives an id for "
        "each decision"
    )


_AGENT_HAS = ("name", "needs_observations", "choose")


def forget_games(agent: Agent) -> None:
    """New games begin: an agent that remembers something of those before forgets it."""
    if hasattr(agent, "forget"):
        agent.forget()


def agent_on(agent: Agent, game: Game) -> Agent:
    """An agent as it plays a game, which may have another board than the one it was made for.

    An agent with neither ``game`` nor ``on_board`` knows no board and plays on all. ValueError if
    it is of another game, or of another board without a method ``on_board``.
    """
    own = getattr(agent, "game", None)
    if own is game:
        return agent
    if isinstance(own, Game):
        if own.name != game.name or own.actions.digest != game.actions.digest:
            raise ValueError(f"the agent {agent.name} was made for {own!r}, not for this game")
        if own.board.tobytes() == game.board.tobytes():
            return agent
    if hasattr(agent, "on_board"):
        moved: Agent = agent.on_board(game)
        return moved
    if isinstance(own, Game):
        raise ValueError(
            f"the agent {agent.name} was made for the board {own.board_digest[:8]} of "
            f"{game.name}, not for {game.board_digest[:8]}, and has no method on_board"
        )
    return agent


class WrongChoiceError(Portable, Exception):
    """What an agent did wrong, and in which row of its decisions."""

    def __init__(self, row: int, what: str) -> None:
        super().__init__(row, what)
        self.row, self.what = row, what


def ask(agent: Agent, decisions: Decisions) -> np.ndarray:
    """The agent's choices, int64 ``(n,)``; WrongChoiceError if it raised or chose illegally."""
    given = decisions if agent.needs_observations else decisions._replace(observations=None)
    # The agent may write into what it is handed; the check must not depend on it.
    masks = decisions.action_masks.copy()
    try:
        chosen = np.asarray(agent.choose(given))
    except (Exception, SystemExit) as error:  # An agent must not end the program.
        said = f": {error}" if str(error) else ""
        raise WrongChoiceError(0, f"raised {type(error).__name__}{said}") from error
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
        what = f"gave back {chosen.dtype} of shape {chosen.shape}, not integers ({len(masks)},)"
        raise WrongChoiceError(0, what)
    legal = are_legal(chosen, masks)
    if not legal.all():
        row = int(np.argmin(legal))
        raise WrongChoiceError(row, f"chose {chosen[row]}, which is not legal")
    return chosen.astype(np.int64)


def are_legal(ids: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Which ids, one per row, are true in their row of masks; what is no id is not."""
    inside = (ids >= 0) & (ids < masks.shape[1])
    return inside & masks[np.arange(len(ids)), np.where(inside, ids, 0)]


@rule
def random_rule(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any
) -> Any:
    """Uniformly random legal decision."""
    return int(ids[below(bits, count)])


@kernel
def _choose_lanes(
    choosers: Any,
    states: Any,
    board: Any,
    masks: Any,
    seats: Any,
    data: Any,
    bits: Any,
    ids: Any,
    chosen: Any,
) -> Any:
    for lane in range(states.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            if masks[lane, action]:
                ids[count] = action
                count += 1
        chosen[lane] = call(
            choosers[0],
            states[lane],
            board[0],
            np.int64(seats[lane]),
            ids,
            np.int64(count),
            data,
            bits[lane],
        )
    return 0


# Numba takes milliseconds to see that it knows the dtypes.
_address = functools.cache(compile_chooser)


class CompiledAgent:
    """An agent whose choice is a compiled rule; see the module.

    Args:
        game: the game it plays.
        name: what tables call it.
        choose_rule: the rule, decorated with :func:`pixies_env.core.compilation.compile.rule`.
        data: numbers handed to the rule; float64, one-dimensional.
    """

    needs_observations = False

    def __init__(
        self,
        game: Game,
        name: str,
        choose_rule: Callable[..., Any],
        data: np.ndarray | None = None,
    ) -> None:
        self.game = game
        self.name = name
        self.kernel = choose_rule
        self.data = np.ascontiguousarray(np.zeros(0) if data is None else data, np.float64)
        if self.data.ndim != 1:
            raise ValueError(f"data must have one dimension, not {self.data.ndim}")

    @property
    def numbers(self) -> np.ndarray:
        """What it plays by, float64: ``data`` but for addresses, which are of this process."""
        return self.data

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "kernel": by_name(self.kernel)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, kernel=named(kept["kernel"]))

    def on_board(self, game: Game) -> Self:
        """The agent for the same game on another board, where it plays by the same numbers.

        The rule is handed the board record of the game that is played. An agent whose numbers
        depend on the board overrides this.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, game=game)
        return other

    def rule_jobs(self) -> list[Job]:
        """What :attr:`address` compiles."""
        return [chooser_job(self.kernel, self.game.state_dtype, self.game.board.dtype)]

    @property
    def address(self) -> Any:
        """Address of the compiled rule for the records of this game; compiles at the first use."""
        return _address(self.kernel, self.game.state_dtype, self.game.board.dtype)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``."""
        chosen = np.empty(len(decisions.seats), np.int64)
        _choose_lanes(
            address_table([self.address]),
            decisions.states,
            self.game.board,
            decisions.action_masks,
            decisions.seats,
            self.data,
            decisions.bits,
            np.empty(len(self.game.actions), IDS),
            chosen,
        )
        return chosen

    def __repr__(self) -> str:
        return f"<agent {self.name} for {self.game.name}>"


class RandomAgent(CompiledAgent):
    """Plays uniformly at random among what is legal."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "random", random_rule)

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Uniform over the legal ids; float64 ``(n, actions)``."""
        return decisions.action_masks / decisions.action_masks.sum(axis=1, keepdims=True)

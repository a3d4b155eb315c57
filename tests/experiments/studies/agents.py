"""Agents that fail, for studies to survive, and two that play alike under different names."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from pixies_env.core.agents import CompiledAgent, Decisions, RandomAgent
from pixies_env.core.compilation.compile import rule
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentKind


def same(game: Game) -> RandomAgent:
    """Plays what `random` plays, decision for decision."""
    return RandomAgent(game)


@rule
def own_luck(state, board, player, ids, count, data, bits):
    return int(ids[below(mix(bits ^ np.uint64(data[0])), count)])


def equal_one(game: Game) -> CompiledAgent:
    """As strong as `random`, but what it draws has nothing to do with what others draw."""
    return CompiledAgent(game, "equal one", own_luck, [1.0])


def equal_two(game: Game) -> CompiledAgent:
    return CompiledAgent(game, "equal two", own_luck, [2.0])


class Lowest:
    """Takes the lowest legal id."""

    name = "lowest"
    needs_observations = False

    def __init__(self, game: Game) -> None:
        pass

    def choose(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_masks.argmax(axis=1)


class Raising(Lowest):
    """Raises in every seventh deal."""

    name = "raising"

    def choose(self, decisions: Decisions) -> np.ndarray:
        if (decisions.games % 7 == 3).any():
            raise KeyError("lost my notes")
        return super().choose(decisions)


class Hopeless(Lowest):
    """Never knows what to do."""

    name = "hopeless"

    def choose(self, decisions: Decisions) -> np.ndarray:
        raise ValueError("which one?")


class Leaving(Lowest):
    """Wants to end the program in every seventh deal."""

    name = "leaving"

    def choose(self, decisions: Decisions) -> np.ndarray:
        if (decisions.games % 7 == 3).any():
            raise SystemExit("I am leaving")
        return super().choose(decisions)


class Talking(Lowest):
    """Prints what it does: through Python, past it, and from a process of its own."""

    name = "talking"

    def choose(self, decisions: Decisions) -> np.ndarray:
        print("I think about it")
        os.write(1, b"I write past Python\n")
        subprocess.run(["echo", "I ask another program"], check=True)
        return super().choose(decisions)


def unmade(game: Game) -> Lowest:
    raise RuntimeError("no weights today")


def unmade_and_gone(game: Game) -> Lowest:
    raise SystemExit(0)


class Illegal(Lowest):
    """Chooses what is not legal in every seventh deal."""

    name = "illegal"

    def choose(self, decisions: Decisions) -> np.ndarray:
        return np.where(decisions.games % 7 == 3, 9999, super().choose(decisions))


@dataclass(frozen=True)
class DeadlyOptions:
    traces: str = field(default="", metadata={"help": "folder in which every death is noted"})


class Deadly(Lowest):
    """Ends its process by a signal, in every hundredth deal."""

    name = "deadly"

    def __init__(self, game: Game, options: DeadlyOptions) -> None:
        self.options = options

    def choose(self, decisions: Decisions) -> np.ndarray:
        if (decisions.games % 100 == 15).any():
            (Path(self.options.traces) / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(decisions)


def _unmade_kind(game: Game, options: DeadlyOptions) -> Lowest:
    raise RuntimeError("no weights of this kind today")


UNMADE = AgentKind("unmade", "Cannot be made.", _unmade_kind, DeadlyOptions)

DEADLY = AgentKind("deadly", Deadly.__doc__ or "", Deadly, DeadlyOptions)


@dataclass(frozen=True)
class WaitingOptions:
    gate: str = field(default="", metadata={"help": "folder in which `open` lets all go on"})


class Waiting(Lowest):
    """Notes its process and thinks until a gate is opened."""

    name = "waiting"

    def __init__(self, game: Game, options: WaitingOptions) -> None:
        self.gate = Path(options.gate)

    def choose(self, decisions: Decisions) -> np.ndarray:
        (self.gate / str(os.getpid())).touch()
        while not (self.gate / "open").exists():
            time.sleep(0.01)
        return super().choose(decisions)


WAITING = AgentKind("waiting", Waiting.__doc__ or "", Waiting, WaitingOptions)

"""Random play in well-known environments, for comparison on the same machine.

Each runs in a process of its own, ``python -m pixies_experiments.benchmarks.peers NAME SECONDS``,
because some print on import or use Python's global random generator. It prints one JSON object.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version

from pixies_experiments.benchmarks.figures import Measured
from pixies_experiments.benchmarks.timing import Budget, rates, spread

Work = Callable[[], float]


def backgammon() -> tuple[Work, str]:
    """OpenSpiel: decisions of one game, chance outcomes drawn from Python."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("backgammon")
    draws = random.Random(0)

    def play() -> float:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draws.choices(outcomes, weights)[0])
            else:
                state.apply_action(draws.choice(state.legal_actions()))
                decisions += 1
        return float(decisions)

    return play, f"open_spiel {version('open_spiel')}"


def catanatron() -> tuple[Work, str]:
    """Catanatron: actions of one game of four of its random players."""
    library = import_module("catanatron")
    seeds = iter(range(1, 1_000_000))

    def play() -> float:
        game = library.Game(
            [library.RandomPlayer(color) for color in library.Color], seed=next(seeds)
        )
        game.play()
        state = game.state
        # Newer releases call the list of actions by another name.
        log = state.actions if hasattr(state, "actions") else state.action_records
        return float(len(log))

    return play, f"catanatron {version('catanatron')}"


def connect_four() -> tuple[Work, str]:
    """PettingZoo: steps of one game through the wrapped AEC interface."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from pettingzoo.classic import connect_four_v3

    from pixies_experiments.benchmarks.environments import play_aec

    env = connect_four_v3.env()
    draws = random.Random(0)
    return lambda: float(play_aec(env, draws)), f"pettingzoo {version('pettingzoo')}"


PEERS: dict[str, tuple[Callable[[], tuple[Work, str]], str]] = {
    "openspiel_backgammon": (backgammon, "pip install open_spiel"),
    "catanatron_4p": (catanatron, "pip install catanatron"),
    "pettingzoo_connect_four": (connect_four, 'pip install "pettingzoo[classic]"'),
}


def measure(name: str, budget: Budget) -> Measured:
    """Measure a peer in a new process; value None with a note if it is not installed."""
    module = "pixies_experiments.benchmarks.peers"
    answer = subprocess.run(
        [sys.executable, "-m", module, name, str(budget.seconds)],
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode != 0:
        last = answer.stderr.strip().splitlines()[-1:] or ["it ended without a word"]
        return Measured(name, None, {"note": f"not measured: {last[0]}"})
    told = json.loads(answer.stdout.strip().splitlines()[-1])
    return Measured(name, told.pop("value"), told)


def main(name: str, seconds: float) -> dict[str, object]:
    """What a peer's own process prints."""
    prepare, how = PEERS[name]
    try:
        play, release = prepare()
    except ImportError as error:
        return {"value": None, "note": f"not installed ({error}): {how}"}
    started = time.perf_counter()
    found = rates(play, Budget(seconds))
    told = spread(found)
    return {
        "value": told["median"],
        "version": release,
        "seconds": time.perf_counter() - started,
        **told,
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], float(sys.argv[2]))))

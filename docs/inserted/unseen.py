"""Wins on boards of Pixie Queen that training never saw, and the games that count them.

``unseen.csv`` has a row per count: one agent among copies of another, in turn on all boards that
are drawn with a seed as those of a run on all boards are judged. An agent ``greedy, tuned`` has
weights that were tuned anew on each board, from the shipped ones on, by ten generations of 16
candidates and 128 games. ``python -m docs.inserted.unseen`` plays the rows in which no wins stand.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from docs.inserted.counts import Row, play, share
from docs.inserted.sources import code, counted, table
from pixies_env.core.agents import Agent
from pixies_env.core.boards import Boards
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.registry import make_game

UNSEEN = "unseen"
TUNED = "greedy, tuned"
_SETTLED = ("skill_exchange",)
_GENERATIONS, _CANDIDATES, _GAMES = 10, 16, 128


def by_players(agent: str, others: list[str], players: list[int]) -> str:
    """An agent alone among copies of others, in per cent; empty where nothing was played."""
    found = {(r["who"], r["among"], r["players"]): share(r) for r in counted(UNSEEN) if r["wins"]}
    first, *rest = players
    rows = [
        [f"among {code(other)}", *(found.get((agent, other, str(n)), "") for n in players)]
        for other in others
    ]
    return table(["who", f"{first} players", *map(str, rest)], rows)


def _wins(row: Row) -> float:
    from pixies_experiments.training.evaluation import win_rates

    boards = _boards(int(row["boards_seed"]))
    players, games, seed = int(row["players"]), int(row["games"]), int(row["seed"])
    who = make_agent(row["who"], boards.first)
    if row["among"] != TUNED:
        among = make_agent(row["among"], boards.first)
        found = win_rates(boards, who, among, players=players, games=games, seed=seed)["wins"]
        return float(found["value"]) * int(found["games"])
    each, wins = games // len(boards.games), 0.0
    for place, game in enumerate(boards.games):
        own = make_agent(row["who"], game)
        rates = win_rates(
            Boards([game]),
            own,
            _tuned(game, players),
            players=players,
            games=each,
            seed=seed + place,
        )["wins"]
        wins += float(rates["value"]) * int(rates["games"])
    return wins


def _boards(seed: int) -> Boards:
    from pixies_experiments.training.boards import boards_of, judged_boards
    from pixies_experiments.training.config import BoardList

    game, plan = make_game("pixie_queen"), BoardList(sample="all", drawn=1, seed=seed)
    return judged_boards(game, plan, boards_of(game, plan, _SETTLED), _SETTLED)


def _tuned(game: Game, players: int) -> Agent:
    from pixies_agents.heuristics.families import family_of, style_of
    from pixies_agents.heuristics.weights import Weights
    from pixies_experiments.tuning import Plan, Tuning

    start = family_of(game).shipped(style_of("greedy", game), game)
    plan = Plan("greedy", 5, _GAMES, _CANDIDATES, start=str(start), players=(players,))
    with tempfile.TemporaryDirectory() as folder:
        run = Tuning(Path(folder), plan, game)
        run.run(np.inf, _GENERATIONS, 1, lambda progress, mean: None)
        return family_of(game).make(game, TUNED, Weights(run.numbers(), {}), 0.0)


if __name__ == "__main__":
    play(UNSEEN, _wins)

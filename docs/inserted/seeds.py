"""Runs of one configuration that differ in their seed only.

Two folders of ``docs/results`` belong to a configuration: one has the file ``curve.jsonl`` of each
run, named after its seed, the other is the tournament of their policies, with a table of payoffs.
"""

from __future__ import annotations

import re
from typing import Any

from docs.inserted.sources import curves, kept, paragraphs, table
from docs.inserted.tournament import TournamentSays
from pixies_experiments.intervals import Estimate
from pixies_experiments.studies.payoff_sections import shares_of, told_cross_play, told_rings
from pixies_experiments.studies.report import number, told, with_interval
from pixies_experiments.studies.tournament import Tournament
from pixies_experiments.studies.tournament_results import Results, joint_of

Evaluations = dict[tuple[int, int], dict[str, Any]]
"""Rows of a curve by decisions and number of players."""


def spread(name: str, opponent: str) -> str:
    """The least, the mean and the most that runs win, after each stretch of training.

    Args:
        name: folder of their curves.
        opponent: agent of all other seats.
    """
    runs = [
        {(r["steps"], r["players"]): r for r in rows if r["opponent"] == opponent}
        for rows in curves(name)
    ]
    # Where a run is not so far, the others would be another sample.
    common = sorted(set.intersection(*map(set, runs)))
    players = sorted({count for _, count in common})
    rows = []
    for steps in dict.fromkeys(steps for steps, _ in common):
        cells = [f"{steps:,}"]
        for count in players:
            wins = [100 * run[steps, count]["wins"]["value"] for run in runs]
            cells += [number(each, 1) for each in (min(wins), sum(wins) / len(wins), max(wins))]
        rows.append(cells)
    heads = [f"{count} players: {word}" for count in players for word in ("least", "mean", "most")]
    return paragraphs(_evaluated(runs, common), table(["decisions", *heads], rows))


def _evaluated(runs: list[Evaluations], common: list[tuple[int, int]]) -> str:
    found = [Estimate(**run[place]["wins"]) for run in runs for place in common]
    games = sorted({each.games for each in found})
    reach = 100 * max((each.high - each.low) / 2 for each in found)
    return (
        f"{len(runs)} runs, {' or '.join(map(str, games))} games each time, in per cent. By these "
        f"games alone a share is known to {reach:.1f} points to either side at most."
    )


class CrossPlay:
    """What policies of several seeds win against each other."""

    def __init__(self, name: str) -> None:
        outcome = kept(name)
        assert isinstance(outcome.study, Tournament)
        self._name, self._results = name, Results(outcome.study, outcome)

    def command(self) -> str:
        """What plays it again."""
        return TournamentSays(self._name).command()

    def alone(self, players: int) -> str:
        """What one seat of a policy wins, in per cent, all others being one of another seed."""
        agents = self._results.agents
        shares = shares_of(self._results, players)
        rows = []
        for agent in agents:
            cells = [_seed(agent)]
            for other in agents:
                share = shares[agent, other][0] if agent != other else None
                cells.append("" if share is None else _percent(share.estimate))
            rows.append(cells)
        return table(["alone", *(f"among {_seed(agent)}" for agent in agents)], rows)

    def words(self, players: int) -> str:
        """What is lost among others, who is farthest apart, and whether that goes in circles."""
        rows = self._results.rows("payoffs", players=players, copies=1)
        best = max(rows, key=lambda row: row["value"])
        farthest = (
            f"With {players} players {_seed(best['agent'])} wins most, "
            f"{told(joint_of(best), percent=True)} among {_seed(best['other'])}, with the interval "
            "of all payoffs together."
        )
        said = [
            *told_cross_play(self._results, players),
            farthest,
            *told_rings(self._results, players),
        ]
        return _RUN.sub(lambda found: _seed(found.group()), " ".join(said))


_RUN = re.compile(r"ppo:file=\S*?_(\d+)/policy\.npz")


def _seed(agent: str) -> str:
    found = _RUN.fullmatch(agent)
    assert found is not None
    return f"seed {found.group(1)}"


def _percent(estimate: Estimate) -> str:
    value, low, high = (100 * end for end in (estimate.value, estimate.low, estimate.high))
    return with_interval(value, low, high, 1)

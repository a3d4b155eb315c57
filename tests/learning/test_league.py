"""Leagues: who meets whom, what they find, and that they can be stopped anywhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from games.wells import HANDS, WELL, wells
from pyarrow.parquet import read_table
from typer.testing import CliRunner

from pixies_agents.learned.agent import LearnedAgent
from pixies_agents.learned.network import Network, arrays_of, load_network
from pixies_env.adapters.opponents import LineUps
from pixies_env.core.game import Game
from pixies_env.core.specs import make_agent
from pixies_env.core.states.state import State
from pixies_experiments.cli.app import app
from pixies_experiments.league.config import LeagueConfig
from pixies_experiments.league.matchmaking import Table, chance, matchups
from pixies_experiments.league.run import LeagueRun
from pixies_experiments.league.study import LeagueStudy
from pixies_experiments.pieces import StudyRefusedError
from pixies_experiments.studies.configuration import read_configuration
from pixies_experiments.training.config import Evaluation, Matchup, Opponents, PpoConfig
from pixies_experiments.training.curves import CURVE
from pixies_experiments.training.pool import OpponentPool
from pixies_experiments.training.ppo import POLICY, PpoRun
from tests.hostile.alterations import toml_of
from tests.learning.networks import untrained

RUNNER = CliRunner()


def config(**changes: Any) -> LeagueConfig:
    fields: dict[str, Any] = {
        "players": [2],
        "seed": 4,
        "generations": 2,
        "network": {"policy": [16], "value": [16]},
        "ppo": {"n_envs": 32, "n_steps": 4, "batch_size": 64, "learning_rate": 1e-2},
        "mains": {"steps": 256},
        "exploiters": {"steps": 128, "limit": 2},
        "payoff_games": 8,
        "evaluation": {"opponents": ["random"], "games": 8, "response_steps": 128, "every": 2},
        "checkpoint_minutes": 0.0,
    }
    return LeagueConfig.model_validate(fields | changes)


def test_a_chance_does_not_depend_on_how_many_seats_a_side_has() -> None:
    for players in (2, 3, 5):
        for copies in range(1, players):
            assert chance(copies / players, players, copies) == pytest.approx(0.5)
            strength = 3.0 * copies / (3.0 * copies + players - copies)
            assert chance(strength, players, copies) == pytest.approx(0.75)
            assert (chance(0.0, players, copies), chance(1.0, players, copies)) == (0.0, 1.0)


def test_tables_are_met_the_more_often_the_harder_they_are() -> None:
    known = {Table("a", 3, 1): 0.0, Table("a", 3, 2): 1.0, Table("b", 3, 1): 0.75}
    found = {
        (met.agent, met.players, met.copies): met.weight
        for met in matchups(["a", "b"], [3, 2, 3], known, 2.0)
    }
    whole = 1.0 + 0.25**2 + 0.5**2  # What was never played counts as even.
    assert found == {
        ("a", 3, 1): pytest.approx(1.0 / whole),
        ("b", 3, 1): pytest.approx(0.25**2 / whole),
        ("b", 3, 2): pytest.approx(0.5**2 / whole),
        ("a", 2, 1): pytest.approx(0.5),
        ("b", 2, 1): pytest.approx(0.5),
    }
    beaten = {Table("a", 2, 1): 1.0, Table("b", 2, 1): 1.0}
    assert [met.weight for met in matchups(["a", "b"], [2], beaten, 2.0)] == [0.5, 0.5]


def test_copies_of_the_learner_sit_in_every_order_equally_often(pixie_queen: Game) -> None:
    met = (
        Matchup(agent="greedy", players=4, copies=2, weight=3.0),
        Matchup(agent="random", players=2),
    )
    plan = Opponents(latest=1.0, past=0.0, matchups=met, snapshots=1)
    drawn = OpponentPool(pixie_queen, plan, 0, untrained(pixie_queen, values=1), {}).pool()
    assert isinstance(drawn, LineUps)
    greedy, other, latest = 0, 1, 2
    shares = np.array(drawn.weights) / 2**20
    found = {tuple(line): share for line, share in zip(drawn.line_ups, shares, strict=True)}
    assert found == {
        (latest, latest, latest): pytest.approx(0.25),
        (latest, greedy, greedy): pytest.approx(0.25, abs=1e-5),
        (greedy, latest, greedy): pytest.approx(0.25, abs=1e-5),
        (greedy, greedy, latest): pytest.approx(0.25, abs=1e-5),
        (latest,): pytest.approx(0.5),
        (other,): pytest.approx(0.5),
    }


def test_a_league_finds_the_play_that_cannot_be_exploited(tmp_path: Path) -> None:
    game, steps = wells(), 1024
    plan = config(
        generations=4,
        temperature=1.0,
        mains={"steps": steps, "self_play": 0.2},
        exploiters={"steps": steps, "limit": 1},
        evaluation={"games": 32, "response_steps": steps, "every": 4},
    )
    run = LeagueRun(tmp_path / "league", plan, game)
    told: list[int] = []
    run.run(workers=1, report=lambda now: told.append(now.standing.generation))
    assert told == [1, 2, 3, 4] and run.over
    main = load_network(tmp_path / "league" / POLICY, game)
    assert hands(main, game)[WELL] > 0.95
    (row,) = [row for row in run.told.curve if row["opponent"] == "response"]
    assert row["utility"] > -0.1
    # As long, but against the first exploiter alone: the hand that beats its hand.
    exploiter = LearnedAgent(game, "exploiter", constant(game, 0), 1.0)
    met = (Matchup(agent="exploiter", players=2),)
    alone = plan_of(Opponents(latest=0.0, past=0.0, matchups=met), 4 * steps)
    single = PpoRun(tmp_path / "single", alone, 1, game, {"exploiter": exploiter})
    single.run(None, lambda run, shown: None)
    assert hands(single.network(), game)[1] > 0.95


def plan_of(opponents: Opponents, steps: int) -> PpoConfig:
    league = config()
    return PpoConfig(
        players=league.players,
        network=league.network,
        ppo=league.ppo,
        total_steps=steps,
        opponents=opponents,
        evaluation=Evaluation(opponents=()),
    )


def constant(game: Game, action: int) -> Network:
    """It always takes one action."""
    network = untrained(game, values=1, scale=0.0)
    network.policy[-1].bias[action] = 20.0
    return network


def hands(network: Network, game: Game) -> np.ndarray:
    """With which probabilities a policy lays the hands, on the first seat."""
    observation = State(game, 2).observation(0)[None]
    logits = network.forward(observation)[0][0, : len(HANDS)]
    weights: np.ndarray = np.exp(logits - logits.max())
    return weights / weights.sum()


PROGRAM = """
import sys
from pathlib import Path
from games.wells import wells
from pixies_experiments.league.config import read_league_config
from pixies_experiments.league.run import LeagueRun

def show(generation, done, known):
    if generation == 2 and done:
        print(done, flush=True)
        sys.stdin.readline()

if __name__ == "__main__":
    run = LeagueRun(Path(sys.argv[2]), read_league_config(Path(sys.argv[1])), wells())
    run.run(workers=2, progress=show)
"""


def test_a_killed_league_goes_on_and_ends_the_same_with_any_number_of_workers(
    tmp_path: Path,
) -> None:
    plan, file, program = config(), tmp_path / "config.toml", tmp_path / "program.py"
    file.write_text(toml_of(plan.model_dump(mode="json", exclude_none=True)))
    program.write_text(PROGRAM)
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    arguments = [sys.executable, str(program), str(file), str(killed)]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=paths
    ) as process:
        assert process.stdout is not None and process.stdout.readline()
        with pytest.raises(StudyRefusedError, match="in use by another run"):
            LeagueRun(killed, plan, wells()).run(workers=1)
        children = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
    assert not psutil.wait_procs(children, timeout=10)[1]
    begun: list[tuple[int, int]] = []
    resumed = LeagueRun(killed, plan, wells())
    resumed.run(workers=1, progress=lambda number, done, known: begun.append((number, done)))
    assert begun[0][0] == 2 and begun[0][1] > 0
    LeagueRun(whole, plan, wells()).run(workers=1)
    told = read_configuration(killed)
    assert told is not None and LeagueStudy.configured(wells(), told).config == plan
    for name in ("payoffs", "judged"):
        mine, theirs = (
            read_table(place / "results" / f"{name}.parquet") for place in (killed, whole)
        )
        assert mine.num_rows and mine.equals(theirs)
    assert (killed / CURVE).read_text() == (whole / CURVE).read_text()
    policies = sorted(path.name for path in (whole / "policies").iterdir())
    assert len(policies) == 1 + 2 * 2 + 1  # The start, two learners, and a response.
    for policy in (POLICY, *(f"policies/{name}" for name in policies)):
        one, other = (arrays_of(load_network(place / policy, wells())) for place in (killed, whole))
        for name, array in one.items():
            np.testing.assert_array_equal(array, other[name], err_msg=f"{policy}: {name}")
    with pytest.raises(StudyRefusedError, match=r"another study: its league.seed is 4, not 5"):
        LeagueRun(killed, config(seed=5), wells()).run(workers=1)


def command(folder: Path, fields: dict[str, Any], *more: str) -> Any:
    file = folder / "config.toml"
    file.write_text(toml_of(fields))
    words = ["train", "league", "--config", str(file), "--folder", str(folder / "run")]
    return RUNNER.invoke(app, [*words, "--workers", "1", "--json", *more])


SMALL = {
    "players": [2, 3],
    "generations": 1,
    "rivals": ["careful"],
    "network": {"policy": [16], "value": [16]},
    "ppo": {"n_envs": 16, "n_steps": 8, "batch_size": 32},
    "mains": {"steps": 128, "count": 2},
    "exploiters": {"steps": 128},
    "tuners": {"count": 1, "generations": 1, "candidates": 4, "deals": 1},
    "payoff_games": 6,
    "evaluation": {"opponents": ["random"], "games": 6, "players": [3]},
}


def test_the_command_stops_in_time_and_the_same_command_goes_on(tmp_path: Path) -> None:
    league = SMALL | {
        "boards": {"sample": "all", "drawn": 2},
        "observation_mode": "recall+numbers",
    }
    stopped = json.loads(command(tmp_path, league, "--minutes", "0").stdout)
    assert not stopped["over"] and stopped["generations"] == 0 and stopped["members"] == []
    found = command(tmp_path, league)
    told = json.loads(found.stdout)
    assert told["over"], found.output
    first, second, exploiter, tuner = told["members"]
    assert [first["member"], second["member"]] == ["main-0@1", "main-1@1"]
    assert exploiter["steps"] == 128 and 0.0 <= exploiter["chance"] <= 1.0
    assert tuner["member"] == "tuner-0@1" and tuner["steps"] == 4 * 3
    assert make_agent(f"greedy:weights={tmp_path / 'run/policies/tuner-0@1.toml'}", "pixie_queen")
    assert first["worst"] <= first["chance"] and first["copies"] < first["players"]
    judged = {(row["opponent"], row["players"], row["copies"]) for row in told["curve"]}
    assert judged == {(name, 3, copies) for name in ("random", "start") for copies in (1, 2)}
    assert "generation 1" in found.stderr and "one random among 2 main-0@1 wins" in found.stderr
    assert make_agent(f"ppo:file={tmp_path / 'run' / POLICY}", "pixie_queen")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rivals": ["gredy"]}, "rivals.0: "),
        ({"evaluation": {"opponents": ["careful"]}}, "evaluation.opponents: 'careful' is a rival"),
        ({"evaluation": {"players": [9]}}, "evaluation.players: "),
        ({"players": [1, 2]}, "players: a league is for games of two players or more"),
        ({"mains": {"self_play": 1.0}}, "mains.self_play: at 1 no member"),
        ({"boards": {"sample": "all"}}, "boards.sample: 'all' is for a policy that sees"),
        ({"main": {"steps": 3}}, "main: there is no such field (did you mean mains"),
        ({"network": {"start": "greedy"}}, "greedy"),
        ({"tuners": {"count": 1, "heuristic": "careful"}}, "tuners.heuristic: careful is no"),
        ({"network": {"policy": [16], "start": "ppo:league"}}, "the network has layers"),
    ],
)
def test_a_league_that_cannot_be_is_refused_and_leaves_nothing(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    found = command(tmp_path, SMALL | changes)
    assert found.exit_code == 2, found.output
    assert told in json.loads(found.stdout)["error"]
    assert not (tmp_path / "run").exists()

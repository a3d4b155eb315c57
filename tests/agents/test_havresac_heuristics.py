"""The heuristics for Les Gardiens de Havresac: legal, explained, on any board, and strong alone."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pixies_agents.advice import evaluation_address
from pixies_agents.heuristics.havresac.agents import HavresacAgent
from pixies_agents.heuristics.havresac.outlook import TERMS
from pixies_agents.heuristics.havresac.weights import NUMBERS, TABLE, WEIGHTS, agent_numbers
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_experiments.tuning import Plan, Tuning
from tests.havresac.boards import GUARDIANS, random_board, random_faces

GAME = make_game("havresac", faces="day")
NIGHT = make_game("havresac", season="winter", faces=["night"] * len(GUARDIANS))
BETTER_THAN = 45.0
"""Points alone on the default numbers that the heuristic has to beat on average."""


def greedy(game: Game = GAME, options: str = "") -> HavresacAgent:
    agent = make_agent(f"greedy{options}", game)
    assert isinstance(agent, HavresacAgent)
    return agent


def random_game(seed: int) -> Game:
    draws = random.Random(seed)
    board, faces = random_board(draws), random_faces(draws)
    return make_game("havresac", board=board, faces=[faces[kind] for kind in GUARDIANS])


class Watcher:
    """Asks the heuristic at every decision of random players."""

    def __init__(self, game: Game) -> None:
        self.agent = greedy(game)
        self.questions: set[int] = set()

    def __call__(self, observed: Observed) -> None:
        decisions = observed.decisions
        chosen = self.agent.choose(decisions)
        assert decisions.action_masks[np.arange(len(chosen)), chosen].all()
        other_bits = decisions._replace(bits=decisions.bits ^ np.uint64(12345))
        assert np.array_equal(self.agent.choose(other_bits), chosen)
        self.questions |= set(decisions.states["question"].tolist())


@pytest.mark.parametrize("game", [GAME, NIGHT], ids=["summer day", "winter night"])
def test_every_question_gets_a_legal_answer(game: Game) -> None:
    watcher = Watcher(game)
    for players in game.players:
        line_up = [["random"] * players]
        list(play_games(game, line_up, games=10, seed=players, threads=1, observer=watcher))
    assert {game.questions[question] for question in watcher.questions} == set(game.questions)


@pytest.mark.parametrize("seed", range(12))
def test_it_plays_on_random_boards(seed: int) -> None:
    game = random_game(seed)
    line_up = [["greedy", "random"]]
    (block,) = play_games(game, line_up, games=10, seed=seed, threads=1)
    assert (block.states["waiting"] == 2).all()


def test_alone_it_scores_more_than_a_crude_sketch() -> None:
    (block,) = play_games(GAME, [["greedy"]], games=200, seed=1, threads=1)
    scores = block.statistics["score"][:, 0]
    assert scores.mean() - 5 * scores.std() / np.sqrt(len(scores)) > BETTER_THAN


def test_the_choice_is_the_best_of_what_is_explained() -> None:
    terms, verbs = set(), set()
    for game in (GAME, NIGHT):
        state, agent = State(game, 2, seed=7), greedy(game)
        while not state.is_over:
            rows = agent.explain(state)
            assert [row.worth for row in rows] == sorted((row.worth for row in rows), reverse=True)
            for row in rows:
                assert row.worth == pytest.approx(sum(row.terms.values()))
                terms |= set(row.terms)
            best = {row.action for row in rows if row.worth == rows[0].worth}
            verbs.add(rows[0].name.partition("(")[0])
            assert sorted(row.action for row in rows) == state.legal_actions().tolist()
            state.apply(min(best))
    assert terms == set(TERMS)
    assert {"move", "power", "buy", "done", "end"} <= verbs


def test_only_decisions_are_explained() -> None:
    state = State(GAME, 1, chance="manual")
    with pytest.raises(ValueError, match="no decision is due"):
        greedy().explain(state)


def test_a_reachable_monster_is_killed_and_a_move_for_nothing_is_worth_nothing() -> None:
    state = State.from_dict(
        GAME,
        {
            "players": 1,
            "played": {"guardian": "warrior"},
            "seats": [{"bag": {}, "creatures": {"r3c4": "pig"}}],
        },
    )
    rows = greedy().explain(state)
    assert rows[0].name == "move(r3c4)"
    assert {"glory", "points"} <= set(rows[0].terms)
    (nothing,) = [row for row in rows if row.name == "move(r4c6)"]
    assert not nothing.terms


def test_an_object_that_is_worth_nothing_more_is_used_for_a_village() -> None:
    """The last Guardian of the game, Boots in hand, a village just out of reach."""
    state = State.from_dict(
        GAME,
        {
            "players": 1,
            "round": 5,
            "played": {"guardian": "warrior"},
            "cards_left": [],
            "seats": [
                {
                    "bag": {},
                    "opened": ["r2c6"],
                    "objects": {"boots": 1},
                    "repaired": ["r0c10", "r1c6", "r2c2"],
                }
            ],
        },
    )
    rows = {row.name: row.worth for row in greedy().explain(state)}
    moves = {name: worth for name, worth in rows.items() if name.startswith("move")}
    assert rows["use(boots)"] >= max(moves.values())


def test_values_follow_how_games_end() -> None:
    """Alone the evaluation is the expected score: late positions tell the end quite well."""
    agent = greedy()
    expected, ended = [], []

    def watch(observed: Observed) -> None:
        states = observed.decisions.states
        late = states[(states["round_number"] == 5) & (states["question"] == 0)]
        values = np.zeros(GAME.max_players)
        for row in range(len(late)):
            _value(agent, late[row : row + 1], values)
            expected.append(values[0])

    (block,) = play_games(GAME, [[agent]], games=1, seed=3, threads=1, observer=watch)
    ended = block.statistics["score"][0, 0]
    assert abs(expected[0] - ended) < 20
    assert abs(expected[-1] - ended) < 5


def _value(agent: HavresacAgent, states: np.ndarray, values: np.ndarray) -> None:
    """By the compiled rule, as a search calls it."""
    from pixies_env.core.compilation.compile import address_table
    from tests.agents.evaluations import evaluate_one

    table = address_table([evaluation_address(agent.evaluation.rule, GAME)])
    assert evaluate_one(table, states, GAME.board, agent.evaluation.data, values) == 1


def test_it_helps_a_search() -> None:
    spec = "mcts:simulations=8,rollout=greedy,evaluation=greedy,priors=greedy,exploration=0.05"
    (block,) = play_games(GAME, [[spec]], games=2, seed=1, threads=1)
    assert block.statistics["score"][:, 0].min() > BETTER_THAN


def test_a_style_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(AgentSpecError, match="no style 'rings' of greedy; it has none"):
        make_agent("greedy:style=rings", GAME)


def test_rules_see_each_weight_by_its_name() -> None:
    seen = agent_numbers(np.arange(len(WEIGHTS)) / 1000, temperature=7.0).view(NUMBERS)[0]
    assert seen["temperature"] == 7.0
    for name in ("gold", "position", "recall", "preference"):
        assert seen[name] == TABLE.names.index(name) / 1000
    assert seen["monster"][2] == TABLE.names.index("pig") / 1000
    assert seen["thing"][5] == TABLE.names.index("net") / 1000
    assert seen["day"][0] == TABLE.names.index("day_guide") / 1000
    assert seen["night"][5] == TABLE.names.index("night_huntress") / 1000


def test_its_weights_are_tuned_like_those_of_any_game(tmp_path: Path) -> None:
    plan = Plan("greedy", seed=1, games=20, candidates=4, players=(2,))
    run = Tuning(tmp_path, plan, GAME)
    run.run(60.0, 1, 1, lambda progress, mean: None)
    assert run.progress.generation == 1
    tests = run.test(10, 1)
    run.write(tmp_path / "found.toml", "pixies tune", tests)
    assert len(TABLE.load(tmp_path / "found.toml").numbers) == len(WEIGHTS)


def test_shipped_weights_say_where_they_come_from() -> None:
    for name in ("start", "greedy"):
        assert TABLE.load(TABLE.shipped(name)).origin

"""The heuristics for Taverns & Dragons: legal, explained, on any board, and strong."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pixies_agents.advice import evaluation_address
from pixies_agents.heuristics.taverns.agents import FAMILY, TavernsAgent
from pixies_agents.heuristics.taverns.outlook import TERMS
from pixies_agents.heuristics.taverns.tables import NUMBERS, agent_numbers
from pixies_agents.heuristics.taverns.weights import TABLE, WEIGHTS
from pixies_env.core.agents import Decisions, agent_on
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.compilation.compile import address_table
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import MODULES
from pixies_experiments.tuning import Plan, Tuning
from tests.agents.evaluations import evaluate_one
from tests.taverns.boards import random_board

GAME = make_game("taverns")
BARE = make_game("taverns", **dict.fromkeys(MODULES, False))
OTHERWISE = make_game("taverns", initial_recipes=4, city_on_pass=True, market="store")
CAREFUL = ["careful"] * 3


def greedy(game: Game = GAME, options: str = "") -> TavernsAgent:
    agent = make_agent(f"greedy{options}", game)
    assert isinstance(agent, TavernsAgent)
    return agent


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


@pytest.mark.parametrize("game", [GAME, OTHERWISE], ids=["as printed", "other switches"])
def test_every_question_gets_a_legal_answer(game: Game) -> None:
    watcher = Watcher(game)
    for players in game.players:
        line_up = [["random"] * players]
        list(play_games(game, line_up, games=10, seed=players, threads=1, observer=watcher))
    asked = {game.questions[question] for question in watcher.questions}
    expected = set(game.questions)
    if game is GAME:
        expected.remove("pass")
    assert asked == expected


@pytest.mark.parametrize("seed", range(12))
def test_it_plays_on_random_boards(seed: int) -> None:
    game = make_game("taverns", board=random_board(random.Random(seed)))
    (block,) = play_games(game, [["greedy", "random"]], games=10, seed=seed, threads=1)
    assert (block.states["waiting"] == 2).all()
    assert np.isfinite(greedy(game).data).all()


@pytest.mark.parametrize("game", [GAME, BARE], ids=["all modules", "no modules"])
def test_it_beats_three_careful_players(game: Game) -> None:
    (block,) = play_games(game, [["greedy", *CAREFUL]], games=100, seed=1, threads=1)
    assert (block.statistics["rank"][:, 0] == 1).mean() > 0.9


@pytest.mark.parametrize("style", FAMILY.styles)
def test_each_style_beats_three_careful_players(style: str) -> None:
    (block,) = play_games(GAME, [[f"greedy:style={style}", *CAREFUL]], games=60, seed=2, threads=1)
    assert (block.statistics["rank"][:, 0] == 1).mean() > 0.9


def test_the_choice_is_the_best_of_what_is_explained() -> None:
    terms, verbs = set(), set()
    for game in (GAME, OTHERWISE):
        state, agent = State(game, 3, seed=7), greedy(game)
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
    assert {"cook", "bank", "energy", "activate", "hire", "hunt", "king_call"} <= verbs


def test_only_decisions_are_explained() -> None:
    state = State(GAME, 2, chance="manual")
    with pytest.raises(ValueError, match="no decision is due"):
        greedy().explain(state)


def test_numbers_follow_the_board() -> None:
    """A minion without pockets brings nothing home, wherever the agent was made."""
    board = load_board().to_mapping()
    board["minions"]["plain"]["pockets"] = 0
    moved = agent_on(greedy(), make_game("taverns", board=board))
    assert isinstance(moved, TavernsAgent)
    plain, sturdy = moved.data.view(NUMBERS)[0]["position"][:2, 1:8, :9, 0]
    assert (plain == 0).all()
    assert (sturdy > 0).all()
    assert (greedy().data.view(NUMBERS)[0]["position"][0, 1:8, :9, 0] > 0).all()


def test_a_load_is_worth_more_the_nearer_to_the_city() -> None:
    seen = greedy().data.view(NUMBERS)[0]["way_home"]
    city, first, last = 0, 1, 8
    assert (seen[0, 2:8, last] > seen[0, 2:8, first]).all()
    assert (seen[:, :, city] == 1).all()


def test_the_last_player_leaves_no_gold_that_hires_a_hero() -> None:
    (block,) = play_games(BARE, [["greedy"] * 3], games=30, seed=5, threads=1)
    costs = BARE.board["hero_cost"][0]
    for state in block.states:
        last = (int(state["first_player"]) + 2) % 3
        row = [hero for hero in range(len(costs)) if int(state["hero_row"]) >> hero & 1]
        assert all(state["gold"][last] < costs[hero] for hero in row)


def test_the_last_die_cooks_a_dear_recipe() -> None:
    agent, chosen = greedy(BARE), []

    def watch(observed: Observed) -> None:
        states = observed.decisions.states
        last = (
            (states["round_number"] == 7) & (states["question"] == 2) & (states["main_done"] == 0)
        )
        for row in np.flatnonzero(last):
            seat = states["player"][row]
            legal = np.flatnonzero(observed.decisions.action_masks[row])
            names = [BARE.actions.name(states[row : row + 1], action) for action in legal]
            dear = any(name.startswith("cook") and len(name) > len("cook(1,PPM)") for name in names)
            if dear and states["dice"][row, seat].sum() == 1:
                answer = int(agent.choose(one_of(observed.decisions, row))[0])
                chosen.append(BARE.actions.name(states[row : row + 1], answer).partition("(")[0])

    list(play_games(BARE, [[agent] * 3], games=30, seed=5, threads=1, observer=watch))
    assert {"cook"} <= set(chosen) <= {"cook", "hire", "ability", "bonus", "store", "heal"}


def one_of(decisions: Decisions, row: int) -> Decisions:
    """One row of some decisions."""
    here = slice(row, row + 1)
    return Decisions(*(None if entry is None else entry[here] for entry in decisions))


def _value(agent: TavernsAgent, states: np.ndarray) -> np.ndarray | None:
    """By the compiled rule, as a search calls it."""
    values = np.zeros(GAME.max_players)
    table = address_table([evaluation_address(agent.evaluation.rule, GAME)])
    accepted = evaluate_one(table, states, GAME.board, agent.evaluation.data, values)
    return values if accepted else None


def test_values_follow_how_games_end() -> None:
    """In the last round whoever wins is ahead by the evaluation in most positions."""
    agent, told = greedy(), []

    def watch(observed: Observed) -> None:
        states = observed.decisions.states
        for row in np.flatnonzero((states["round_number"] == 7) & (states["turn"] > 8)):
            values = _value(agent, states[row : row + 1])
            if values is not None:
                assert values.sum() == pytest.approx(0.0, abs=1e-9)
                told.append((int(observed.decisions.games[row]), int(values[:3].argmax())))

    (block,) = play_games(GAME, [[agent] * 3], games=20, seed=3, threads=1, observer=watch)
    right = [block.statistics["rank"][game, seat] == 1 for game, seat in told]
    assert np.mean(right) > 0.7


def test_it_helps_a_search() -> None:
    spec = "mcts:simulations=8,rollout=greedy,evaluation=greedy,priors=greedy"
    (block,) = play_games(GAME, [[spec, *CAREFUL]], games=2, seed=1, threads=1)
    assert (block.statistics["rank"][:, 0] == 1).all()


def test_a_style_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(AgentSpecError, match="no style 'rings' of greedy; its styles are"):
        make_agent("greedy:style=rings", GAME)


def test_rules_see_each_weight_by_its_name() -> None:
    seen = agent_numbers(np.arange(len(WEIGHTS)) / 1000, temperature=7.0).view(NUMBERS)[0]
    assert seen["temperature"] == 7.0
    for name in ("gold", "pip", "roam", "preference"):
        assert seen[name] == TABLE.names.index(name) / 1000
    assert seen["kind"][4] == TABLE.names.index("meat") / 1000
    assert seen["thing"][5] == TABLE.names.index("item_glaive") / 1000
    assert seen["fulfilled"][8] == TABLE.names.index("mission_cooked_kinds") / 1000


def test_its_weights_are_tuned_like_those_of_any_game(tmp_path: Path) -> None:
    plan = Plan("greedy", seed=1, games=20, candidates=4, players=(2,))
    run = Tuning(tmp_path, plan, GAME)
    run.run(60.0, 1, 1, lambda progress, mean: None)
    assert run.progress.generation == 1
    tests = run.test(10, 1)
    run.write(tmp_path / "found.toml", "pixies tune", tests)
    assert len(TABLE.load(tmp_path / "found.toml").numbers) == len(WEIGHTS)


def test_shipped_weights_say_where_they_come_from() -> None:
    for name in ("start", "greedy", *FAMILY.styles):
        assert TABLE.load(TABLE.shipped(name)).origin

"""The heuristics for Pixie Queen: every question, legal, explained, on any board."""

from __future__ import annotations

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pixies_env.pixie_queen
from pixies_agents.heuristics.pixie_queen.agents import FAMILY, HeuristicAgent
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.agents.conftest import decisions_of
from tests.games import hidden_card

STYLES = ("servants", "rings", "offerings", "nasty")
NAMES = ("greedy", *(f"greedy:style={style}" for style in STYLES))
BOARD = tomllib.loads(
    (Path(pixies_env.pixie_queen.__file__).parent / "board.toml").read_text(encoding="utf-8")
)


def altered(**changes: Any) -> dict[str, Any]:
    """The default board with other numbers: ``table__key=value``."""
    board = copy.deepcopy(BOARD)
    for name, value in changes.items():
        table, key = name.split("__")
        board[table][key] = value
    return board


BOARDS = {
    "default": None,
    "mild and short": altered(
        rewards__gold_numbers=1,
        score__out_at=150,
        score__mine_symbols=[],
        tracks__punishment=[1, 1, 0],
        tracks__silver_per_gold=[2, 1, 1],
        tracks__gold_per_ring=[2, 1, 1],
        setup__honey_of_favourite=1,
    ),
    "harsh and long": altered(
        score__mine_symbols=[3, 4, 5, 9, 12, 20, 21, 22, 30, 41],
        setup__chainable_places=3,
        setup__stones_per_place=1,
        setup__rounds=9,
        demands__used=9,
        setup__food_tiles=[[1], [5, 6], [1], [1, 5, 6, 7]],
        supply__apple=13,
        supply__honey=13,
        supply__bread=13,
        dice__punishment=[1, 5, 9],
    ),
}
GAMES = {name: make_game("pixie_queen", board) for name, board in BOARDS.items()}


def heuristic(name: str, game: Game | None = None) -> HeuristicAgent:
    agent = make_agent(name, GAMES["default"] if game is None else game)
    assert isinstance(agent, HeuristicAgent)
    return agent


class Watcher:
    """Asks the heuristics at every decision of careful players."""

    def __init__(self, game: Game) -> None:
        self.agents = [heuristic(name, game) for name in NAMES]
        self.questions: set[int] = set()

    def __call__(self, observed: Observed) -> None:
        decisions = observed.decisions
        states = decisions.states.copy()
        rows = np.arange(len(decisions.seats))
        for agent in self.agents:
            chosen = agent.choose(decisions)
            assert decisions.action_masks[rows, chosen].all()
            other_bits = decisions._replace(bits=decisions.bits ^ np.uint64(12345))
            assert np.array_equal(agent.choose(other_bits), chosen)
        assert np.array_equal(decisions.states, states)
        self.questions |= set(states["question"].tolist())


@pytest.mark.parametrize("board", BOARDS)
def test_every_question_gets_a_legal_answer(board: str) -> None:
    game = GAMES[board]
    watcher = Watcher(game)
    for players in game.players:
        line_up = [["careful"] * players]
        list(play_games(game, line_up, games=30, seed=players, threads=1, observer=watcher))
    assert {game.questions[question] for question in watcher.questions} == set(game.questions)


@pytest.mark.parametrize("board", BOARDS)
def test_they_play_each_other(board: str) -> None:
    game = GAMES[board]
    line_ups = [list(NAMES[:players]) for players in game.players]
    (block,) = play_games(game, line_ups, games=40, seed=2, threads=1)
    assert (block.states["waiting"] == 2).all()


def positions(players: int, seed: int, step: int) -> list[State]:
    """Positions of a careful game, every so many decisions."""
    game = GAMES["default"]
    agent = make_agent("careful", game)
    state, found = State(game, players, seed), []
    for number in range(2000):
        if state.is_over:
            break
        if number % step == 0:
            found.append(state.clone())
        state.apply(int(agent.choose(decisions_of([state], bits=number * 2**50 + seed))[0]))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_terms_add_up_and_the_best_is_chosen(name: str, players: int) -> None:
    agent = heuristic(name)
    for state in positions(players, seed=players, step=3):
        rows = agent.explain(state)
        assert sorted(row.action for row in rows) == state.legal_actions().tolist()
        for row in rows:
            assert row.name == state.action_name(row.action)
            assert np.isfinite(row.worth)
            assert sum(row.terms.values()) == pytest.approx(row.worth, abs=1e-9)
        chosen = int(agent.choose(decisions_of([state]))[0])
        best = {row.action for row in rows if row.worth == rows[0].worth}
        assert chosen in best


def test_an_explanation_can_be_read() -> None:
    state = State(GAMES["default"], 4, 3)
    while state.question != "turn":
        state.apply(int(state.legal_actions()[0]))
    (row, *_) = heuristic("greedy").explain(state)
    assert row.name in str(row)
    assert all(term in str(row) for term in row.terms)


def test_there_is_nothing_to_explain_without_a_decision() -> None:
    state = State(GAMES["default"], 4, 3, chance="manual")
    with pytest.raises(ValueError, match="no decision is due"):
        heuristic("greedy").explain(state)


def test_temperature_mixes_decisions_by_their_worth() -> None:
    state = State(GAMES["default"], 4, 3)
    while state.question != "turn":
        state.apply(int(state.legal_actions()[0]))
    rows = heuristic("greedy").explain(state)
    agent = heuristic("greedy:temperature=2")
    bits = np.random.default_rng(1).integers(0, 2**64, 4000, dtype=np.uint64)
    decisions = decisions_of([state] * len(bits), bits=list(bits))
    chosen = agent.choose(decisions)
    assert np.array_equal(chosen, agent.choose(decisions))
    worths = np.array([row.worth for row in rows])
    expected = np.exp((worths - worths.max()) / 2)
    expected /= expected.sum()
    found = np.array([np.mean(chosen == row.action) for row in rows])
    assert np.abs(found - expected).max() < 0.04


def test_greedy_beats_careful() -> None:
    line_ups = [["greedy" if seat == own else "careful" for seat in range(4)] for own in range(4)]
    (block,) = play_games(GAMES["default"], line_ups, games=60, seed=8, threads=1)
    ranks = block.statistics["rank"]
    assert np.mean(ranks[np.arange(60), block.line_ups] == 1) > 0.8


@pytest.mark.parametrize(
    ("style", "statistic"),
    [
        ("servants", "servants"),
        ("rings", "rings"),
        ("offerings", "special_offerings"),
    ],
)
def test_a_route_gets_more_of_its_tiles_than_the_others(style: str, statistic: str) -> None:
    (block,) = play_games(GAMES["default"], [list(NAMES[1:])], games=60, seed=4, threads=1)
    tiles = block.statistics[statistic][:, :4].mean(axis=0)
    assert STYLES[int(np.argmax(tiles))] == style


def test_nasty_attacks_more_than_greedy() -> None:
    game = GAMES["default"]
    nasty = "greedy:style=nasty"
    attacks = {"greedy": 0, nasty: 0}

    def watch(observed: Observed) -> None:
        for question in observed.decisions.states["question"]:
            attacks[observed.agent.name] += game.questions[question] in ("assign", "rob", "chain")

    list(play_games(game, [[nasty, "greedy"] * 2], games=16, threads=1, observer=watch))
    assert attacks[nasty] > 1.5 * attacks["greedy"]


@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_named_in_the_options_of_greedy(style: str) -> None:
    agent = heuristic(f"greedy:style={style}")
    assert agent.name == f"greedy:style={style}"
    shipped = FAMILY.table.load(FAMILY.shipped(style, GAMES["default"]))
    assert np.array_equal(agent.weights.numbers, shipped.numbers)


def test_greedy_without_a_style_plays_to_win() -> None:
    assert heuristic("greedy").name == "greedy"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("greedy:style=ring", "has no style 'ring' of greedy; its styles are servants, rings"),
        ("greedy:style=start", "has no style 'start'"),
        ("greedy:style=", "has no style '' of greedy; its styles are servants, rings"),
        ("greedy:style=''", "has no style ''"),
        ("greedy:weights=", "No such file or directory"),
        ("greedy:style=../weights/rings", "has no style"),
        ("greedy:style=rings,weights=own.toml", "name one of them"),
    ],
)
def test_a_style_that_cannot_be_is_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=re.escape(said)):
        make_agent(spec, GAMES["default"])


def test_a_game_without_heuristics_is_refused() -> None:
    with pytest.raises(AgentSpecError, match="hidden_card: it has no heuristics"):
        make_agent("greedy", hidden_card.game())


def test_own_weights_can_be_named(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(AgentSpecError) as refused:
        make_agent(f"greedy:weights={missing}", GAMES["default"])
    assert str(refused.value).endswith(f"for pixie_queen: {missing}: No such file or directory")
    with pytest.raises(AgentSpecError, match="temperature"):
        make_agent("greedy:temperature=-1", GAMES["default"])

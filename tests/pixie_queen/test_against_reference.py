"""The compiled rules and an independent plain implementation agree on every event of many games."""

import copy
import random
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pixies_env.pixie_queen
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.reference import ReferenceGame

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
    "default": BOARD,
    # Many reach the end by the gold numbers and few go out.
    "mild": altered(
        rewards__gold_numbers=1,
        score__out_at=150,
        tracks__punishment=[1, 1, 0],
        tracks__silver_per_gold=[2, 1, 1],
        tracks__gold_per_ring=[2, 1, 1],
        penalties__pass=1,
    ),
    # Many symbols, so that one sum crosses several; three chainable places; a short supply.
    "harsh": altered(
        score__mine_symbols=[3, 4, 5, 9, 12, 20, 21, 22, 30, 41],
        setup__chainable_places=3,
        setup__stones_per_place=1,
        supply__apple=13,
        supply__honey=13,
        supply__bread=13,
        dice__punishment=[1, 5, 9],
        dice__casino=[["apple", "gold"], ["silver"], ["silver"]],
    ),
    "other levels": altered(
        pyramid__levels=[[1, 10, 3], [6, 7, 8, 9, 2], [4, 11, 12, 5], [13, 14]],
        pyramid__icons={
            str(hand): ["apple", "honey", "bread", "bread"][:level]
            for level, hands in enumerate(
                [[1, 10, 3], [6, 7, 8, 9, 2], [4, 11, 12, 5], [13, 14]], start=1
            )
            for hand in hands
        },
    ),
    "strong skills": altered(
        tracks__silver_per_gold=[6, 5, 4, 3, 2, 2],
        skills__cheap_gold=3,
        skills__servant_bonus=7,
        skills__ring_bonus=0,
        skills__silver_income=4,
        skills__free_promotion=3,
        skills__slave_mercy=0,
    ),
    "skills that do nothing": altered(
        rewards__skill_bonus=0,
        penalties__slaves=[0, 3, 7],
        skills__cheap_gold=0,
        skills__silver_income=0,
        skills__free_promotion=0,
        skills__free_demotion=0,
        skills__free_chains=0,
        skills__extra_slot=0,
        skills__copy_unused=0,
        skills__slave_mercy=4,
    ),
}

SHY = {"pass": 0.02, "refuse": 0.05, "stop": 0.2, "done": 0.3}
"""How much less often a shy player answers so: its games are longer and richer."""


def compare(table: ReferenceGame, state: State) -> None:
    position = state.as_dict()
    expected = table.as_dict()
    for seat, own in zip(expected["seats"], position["seats"], strict=True):
        assert {key: own[key] for key in seat} == seat
    shared = {key: value for key, value in expected.items() if key != "seats"}
    assert {key: position[key] for key in shared} == shared


def play(board: dict[str, Any], players: int, seed: int, shy: bool, **options: Any) -> State:
    """One game on both, compared after every event."""
    draws = random.Random(seed)
    skills, order = options.get("skills", "drafted"), options.get("order")
    given = None if isinstance(skills, str) else list(skills)
    table = ReferenceGame(
        copy.deepcopy(board),
        players,
        draft="given" if given else skills,
        skills=given,
        order=order,
    )
    state = State(make_game("pixie_queen", board=board, **options), players, chance="manual")
    while table.waiting != "nothing":
        compare(table, state)
        if table.waiting == "chance":
            expected = table.chances()
            found = {entry.name: entry.probability for entry in state.chance_outcomes()}
            assert found == expected
            name = draws.choices(
                list(expected), [float(Fraction(weight)) for weight in expected.values()]
            )[0]
            table.apply(name)
            state.apply_chance(name)
        else:
            names = sorted(table.options())
            assert sorted(state.legal_names()) == names
            weights = [SHY.get(name, 1.0) if shy else 1.0 for name in names]
            name = draws.choices(names, weights)[0]
            table.apply(name)
            state.apply(name)
    assert state.is_over
    compare(table, state)
    result = state.result()
    assert result["reason"] == table.reason()
    assert result["ranks"] == table.ranks()
    assert result["scores"] == table.scores()
    return state


@pytest.mark.parametrize("shy", [False, True])
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_compiled_rules_agree_with_the_reference(players: int, name: str, shy: bool) -> None:
    play(BOARDS[name], players, 0, shy)


@settings(max_examples=8)
@given(
    seed=st.integers(0, 2**32 - 1),
    players=st.integers(2, 5),
    name=st.sampled_from(sorted(BOARDS)),
    shy=st.booleans(),
)
def test_they_agree_on_any_game(seed: int, players: int, name: str, shy: bool) -> None:
    play(BOARDS[name], players, seed, shy)


def test_given_and_dealt_set_ups_agree_with_the_reference() -> None:
    play(BOARD, 3, 0, True, skills=["extra_slot", "cheap_gold", "copy_unused"], order=[2, 0, 1])
    play(BOARD, 4, 1, True, skills="dealt")
    play(BOARD, 2, 2, True, order=[1, 0])


def test_the_compared_games_reach_every_way_to_end() -> None:
    missing = {"rounds", "gold_numbers", "last_player"}
    for seed in range(40):
        board = BOARDS["mild" if seed % 2 else "default"]
        missing -= {play(board, 2 + seed % 4, 100 + seed, True).result()["reason"]}
        if not missing:
            return
    raise AssertionError(f"40 games that do not end by {missing}")

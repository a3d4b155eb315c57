"""The compiled rules and an independent plain implementation agree on every event of many games."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pixies_env.taverns
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import CHANCE_KINDS, MODULES, QUESTIONS, Hunt
from tests.taverns.boards import random_board
from tests.taverns.plain_position import plain_position
from tests.taverns.reference.events import Chance
from tests.taverns.reference.random_play import curious
from tests.taverns.reference.table import Table

SHIPPED = tomllib.loads(
    Path(pixies_env.taverns.__file__).with_name("board.toml").read_text(encoding="utf-8")
)
SWITCHES = {
    "initial_recipes": (1, 4),
    "city_on_pass": (False, True),
    "market": ("buy", "store"),
}


def expected_position(table: Table, is_struck: bool) -> dict[str, Any]:
    """Position of the reference, in what both can say."""
    position: dict[str, Any] = json.loads(json.dumps(table.position()))
    # These are told by the event that is due.
    del position["card"], position["items_in_box"]
    if position["turn"] is not None:
        del position["turn"]["steps_left"]
    if is_struck:
        # The reference keeps what it has still to mark in another place.
        del position["hunt"]["added"]
    for seat in position["seats"]:
        for dice in ("cooking_dice", "lost_dice"):
            seat[dice] = len(seat[dice])
        dealt = [*seat.pop("dealt_missions"), seat.pop("mission"), seat.pop("put_away")]
        seat["missions"] = sorted(mission for mission in dealt if mission is not None)
    return position


def found_position(state: State, board: Any) -> dict[str, Any]:
    """The same of the compiled rules."""
    record = state._state[0]
    position = json.loads(json.dumps(plain_position(record, state.game.board[0], board)))
    if position["turn"] is not None:
        del position["turn"]["steps_left"]
        position["turn"]["cooked"] = position["turn"]["cooked"] > 0
    if record.hunting == Hunt.STRUCK:
        del position["hunt"]["added"]
    return position


def play(
    mapping: dict[str, Any], players: int, modules: tuple[str, ...], draws: random.Random
) -> set[str]:
    """One game on both, compared after every event; the kinds of questions and verbs seen."""
    switches = {name: draws.choice(values) for name, values in SWITCHES.items()}
    on = {module: module in modules for module in MODULES}
    table = Table(mapping, players, **switches, **on)
    board = load_board(mapping)
    state = State(make_game("taverns", board=mapping, **switches, **on), players, chance="manual")
    seen = set()
    while table.waiting is not None:
        struck = state._state[0]["hunting"] == Hunt.STRUCK
        assert found_position(state, board) == expected_position(table, struck)
        kind = int(state._state[0]["question"])
        if isinstance(table.waiting, Chance):
            shares = table.outcomes()
            found = {entry.name: entry.probability for entry in state.chance_outcomes()}
            assert found == shares
            assert CHANCE_KINDS[kind] == table.waiting.kind
            name = draws.choices(list(shares), [float(share) for share in shares.values()])[0]
            state.apply_chance(name)
        else:
            options = table.options()
            assert sorted(state.legal_names()) == options
            assert (QUESTIONS[kind], state.player) == (
                table.waiting.question,
                table.waiting.player,
            )
            name = curious(options, draws)
            seen |= {QUESTIONS[kind], name.partition("(")[0]}
            state.apply(name)
        table.take(name)
    assert state.is_over
    assert found_position(state, board) == expected_position(table, False)
    result = state.result()
    assert result["ranks"] == table.ranks()
    assert result["scores"] == table.scores()
    return seen


def modules_of(number: int) -> tuple[str, ...]:
    """One of the 32 combinations."""
    return tuple(module for place, module in enumerate(MODULES) if number >> place & 1)


# Half of the combinations of all five hold each combination of any four.
EVEN = [number for number in range(32) if number.bit_count() % 2 == 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_compiled_rules_agree_in_all_combinations_of_four_modules(players: int) -> None:
    for number in EVEN[players - 2 :: 4]:
        play(SHIPPED, players, modules_of(number), random.Random(number))


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 5))
def test_rules_agree_on_random_data_files(seed: int, players: int) -> None:
    draws = random.Random(seed)
    mapping = random_board(draws)
    play(mapping, players, modules_of(draws.randrange(32)), draws)


def test_the_compared_games_ask_every_question() -> None:
    missing = set(QUESTIONS)
    for seed in range(60):
        missing -= play(SHIPPED, 2 + seed % 4, MODULES, random.Random(seed))
        if not missing:
            return
    raise AssertionError(f"60 games without {missing}")

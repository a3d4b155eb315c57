"""The compiled rules and an independent plain implementation agree on every event of many games."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.havresac.boards import BOARD, GUARDIANS, altered, random_board, random_faces
from tests.havresac.reference import ReferenceGame

RICH = altered(
    gains__gold=[7] * 16,
    guardians__priestess={"total": 16, "bag": 2},
    guardians__druid={"total": 10, "bag": 1},
    guardians__huntress={"total": 10, "bag": 1},
    guardians__thief={"total": 16, "bag": 3},
    chests__boots=3,
    chests__sword=1,
    chests__cup=1,
    chests__bow=2,
    switches__night_druid_repairs=4,
)
"""Much gold, so that the reserve runs out, and Guardians of all kinds from the start."""
BOARDS = {"default": BOARD, "rich": RICH}

SHY = {"done": 0.15, "end": 0.15}
"""How much less often a player answers so: games are longer and richer."""


def compare(table: ReferenceGame, state: State) -> None:
    position, expected = state.as_dict(), table.as_dict()
    # What is left of a shuffled deck has no order; positions tell it by label.
    expected["cards_left"].sort()
    for seat, own in zip(expected.pop("seats"), position["seats"], strict=True):
        assert {key: own[key] for key in seat} == seat
    if expected["played"] is not None:
        shown = expected.pop("played")
        assert {key: position["played"][key] for key in shown} == shown
    assert {key: position[key] for key in expected} == expected


def play(
    board: dict[str, Any], players: int, season: str, faces: Any, draws: random.Random
) -> tuple[ReferenceGame, set[str]]:
    """One game on both, compared after every event; the table at the end, and the verbs used."""
    table = ReferenceGame(copy.deepcopy(board), players, season, faces)
    given = faces if isinstance(faces, str) else [faces[kind] for kind in GUARDIANS]
    game = make_game("havresac", board=board, season=season, faces=given)
    state = State(game, players, chance="manual")
    verbs = set()
    while table.waiting != "nothing":
        compare(table, state)
        if table.waiting == "chance":
            expected = table.chances()
            found = {entry.name: entry.probability for entry in state.chance_outcomes()}
            assert found == expected
            name = draws.choices(
                list(expected), [float(Fraction(weight)) for weight in expected.values()]
            )[0]
            state.apply_chance(name)
        else:
            names = sorted(table.options())
            assert sorted(state.legal_names()) == names
            # Verbs first: else the many moves would leave no room for anything else.
            kinds = sorted({name.partition("(")[0] for name in names})
            verb = draws.choices(kinds, [SHY.get(kind, 1.0) for kind in kinds])[0]
            name = draws.choice([name for name in names if name.partition("(")[0] == verb])
            verbs.add(verb if "(" not in name else name.partition(",")[0])
            state.apply(name)
        table.apply(name)
    assert state.is_over
    compare(table, state)
    result = state.result()
    assert result["ranks"] == table.ranks()
    assert result["scores"] == table.scores()
    assert state.returns("rank").tolist() == pytest.approx(table.returns())
    return table, verbs


@pytest.mark.parametrize("season", ["summer", "winter"])
@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_compiled_rules_agree_with_the_reference(players: int, name: str, season: str) -> None:
    draws = random.Random(f"{players} {name} {season}")
    for faces in ("day", "random") if name == "default" else (random_faces(draws),):
        play(BOARDS[name], players, season, faces, draws)


@settings(max_examples=12)
@given(
    seed=st.integers(0, 2**32 - 1),
    players=st.integers(1, 4),
    season=st.sampled_from(["summer", "winter"]),
)
def test_rules_agree_on_random_maps_with_other_numbers(
    seed: int, players: int, season: str
) -> None:
    draws = random.Random(seed)
    board = random_board(draws)
    play(board, players, season, random_faces(draws), draws)


def test_the_compared_games_use_every_power_and_object() -> None:
    ways = ("up", "right", "down", "left")
    missing = {f"power({way})" for way in ways} | {"use(boots)", "use(feather)", "use(sword)"}
    missing |= {"aim(bow", "aim(hammer", "aim(net"}
    for seed in range(60):
        draws = random.Random(seed)
        missing -= play(RICH, 1, "summer", random_faces(draws), draws)[1]
        if not missing:
            return
    raise AssertionError(f"60 games without {missing}")

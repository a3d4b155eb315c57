"""How the printed numbers of Havresac that are not known could be otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.boards import alike, draw_boards
from pixies_env.havresac.board import Board, load_board
from pixies_env.havresac.names import OBJECTS, SEASONS
from pixies_env.havresac.unknowns import UNKNOWNS, open_questions, vary
from pixies_env.havresac.varying import is_connected
from pixies_env.registry import make_game
from tests.havresac.boards import altered

NAMES = [unknown.name for unknown in UNKNOWNS]
NO_RULE_READS = {"supply.gold", *(f"quarters.{c}" for c in ("red", "blue", "green", "yellow"))}


def entries_of(board: dict[str, Any]) -> dict[str, Any]:
    return {
        f"{table}.{key}": entry
        for table, entries in board.items()
        for key, entry in entries.items()
        if key != "standing"
    }


def test_every_number_that_is_ours_and_that_a_rule_reads_is_varied() -> None:
    ours = {f"{table}.{key}" for table, key in load_board().default_numbers()}
    assert len(ours) == 34
    assert ours - {key for unknown in UNKNOWNS for key in unknown.keys} == NO_RULE_READS
    assert make_game("havresac").unknowns == UNKNOWNS


def test_the_shipped_board_is_where_it_says() -> None:
    mapping = load_board().to_mapping()
    shipped = {unknown.name: unknown.shipped for unknown in UNKNOWNS}
    assert load_board(vary(mapping, shipped)).digest == load_board().digest
    assert vary(mapping, {}) == mapping


@pytest.mark.parametrize("unknown", UNKNOWNS, ids=lambda unknown: unknown.name)
def test_a_way_changes_all_that_it_names_and_nothing_else(unknown: Any) -> None:
    mapping = load_board().to_mapping()
    before, changed = entries_of(mapping), set()
    for end in (0.0, 0.2, 0.37, 0.5, 0.61, 0.8, 0.9, 1.0):
        varied = entries_of(load_board(vary(mapping, {unknown.name: end})).to_mapping())
        changed |= {key for key, entry in varied.items() if entry != before[key]}
    assert changed == set(unknown.keys)


@settings(max_examples=25)
@given(
    st.lists(
        st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)),
        min_size=len(UNKNOWNS),
        max_size=len(UNKNOWNS),
    )
)
def test_every_plausible_board_is_valid_and_agrees_with_what_is_known(values: list[float]) -> None:
    shipped = load_board()
    board = load_board(vary(shipped.to_mapping(), dict(zip(NAMES, values, strict=True))))
    assert board.default_numbers() == shipped.default_numbers()
    same = ("legend", "quarters", "guardians", "effects", "supply", "switches")
    assert [getattr(board, table) for table in same] == [getattr(shipped, t) for t in same]
    for season in SEASONS:
        _check_map(board, shipped, season)
    assert [len(board.cards.each([kind])[0]) for kind in ("fairy", "fox", "crocodile", "pig")] == [
        7,
        13,
        4,
        4,
    ]
    assert "R" in board.cards.pig and board.day.warrior.move == 2
    assert sum(board.chests.each(OBJECTS)) == 10 and min(board.chests.each(OBJECTS)) >= 1
    glory, gains = board.glory, board.gains
    assert glory.village_column[0] == 0 and glory.village_column[2] == glory.fairy_column[0] == 2
    assert gains.gold[10] == 9 and gains.vp[10] == 4
    for rising in (glory.village_column, glory.fairy_column, gains.gold, gains.vp):
        assert list(rising) == sorted(rising)


def _check_map(board: Board, shipped: Board, season: str) -> None:
    for kind in ("castle", "setup"):
        assert board.cells(season, kind) == shipped.cells(season, kind)
    maps = [getattr(each.maps, season) for each in (board, shipped)]
    assert sorted(sum(maps[0], ())) == sorted(sum(maps[1], ()))
    assert is_connected(maps[0], board.legend.lake)


def test_lakes_that_cut_something_off_are_seen() -> None:
    assert is_connected(["..", ".~"], "~") and is_connected(["~~"], "~")
    assert not is_connected([".~.", "~~."], "~")


def test_boards_that_are_drawn_lie_side_by_side_and_differ() -> None:
    game = make_game("havresac", faces="day")
    games = [game, *draw_boards(game, 3, seed=1)]
    for mode in game.observation_modes:
        assert alike(games, mode) == [[0, 1, 2, 3]]
    assert len({each.board_digest for each in games}) == 4
    assert {each.specification["faces"] for each in games} == {"day"}


def test_a_board_of_ones_own_is_varied_only_where_it_is_not_known() -> None:
    board = altered(gains__standing="own", maps__standing="own")
    names = {unknown.name for unknown in open_questions(load_board(board))}
    assert set(NAMES) - names == {"summer_map", "winter_map", "gold", "vp_below", "vp_above"}


def test_what_is_no_way_is_refused() -> None:
    mapping = load_board().to_mapping()
    with pytest.raises(ValueError, match="no unknown 'huts'; there are summer_map"):
        vary(mapping, {"huts": 0.5})
    with pytest.raises(ValueError, match=r"gold must be 0 to 1, not 1\.5"):
        vary(mapping, {"gold": 1.5})


def test_the_easy_board_has_a_name_and_differs_only_in_what_is_ours() -> None:
    easy, shipped = load_board("easy"), load_board()
    before, after = entries_of(shipped.to_mapping()), entries_of(easy.to_mapping())
    differing = {key for key in before if before[key] != after[key]}
    assert differing <= {f"{table}.{key}" for table, key in shipped.default_numbers()}
    assert {"day.guide", "gains.gold", "glory.village_column"} <= differing
    assert make_game("havresac", "easy").board_digest == easy.digest
    assert easy.default_numbers() == shipped.default_numbers()

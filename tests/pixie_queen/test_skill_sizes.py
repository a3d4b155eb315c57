"""The size of each permanent skill is a number of the board, shipped as the rulebook has it."""

import copy
import tomllib
from pathlib import Path

import pytest

import pixies_env.pixie_queen
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words
from pixies_env.pixie_queen.board import BoardError, load_board
from pixies_env.pixie_queen.names import SKILLS
from pixies_env.registry import make_game
from tests.pixie_queen.rules.table import at

SHIPPED = tomllib.loads(
    (Path(pixies_env.pixie_queen.__file__).parent / "board.toml").read_text(encoding="utf-8")
)
SIZES = dict.fromkeys(SKILLS, 1) | {"servant_bonus": 2, "ring_bonus": 2}


def changed(**sizes):
    board = copy.deepcopy(SHIPPED)
    board["skills"] |= sizes
    return board


def test_the_shipped_sizes_are_those_of_the_rulebook():
    board = load_board()
    assert {skill: board.skill_size(skill) for skill in SKILLS} == SIZES
    assert make_game("pixie_queen").board["skill_size"][0].tolist() == list(SIZES.values())
    told = {n.key: n for n in board.printed_numbers() if n.table == "skills"}
    assert told["silver_income"].value == 1 and not told["silver_income"].ours


def test_a_board_file_without_sizes_is_the_board_that_it_was():
    older = {table: entries for table, entries in SHIPPED.items() if table != "skills"}
    assert load_board(older).digest == load_board().digest
    assert load_board(older) == load_board() and "skills" not in load_board().to_mapping()
    # Digests of boards are in records and policies: this one is that of the first version.
    assert load_board().digest.startswith("5f709bbb230805d4")
    older["rewards"] = older["rewards"] | {"skill_bonus": 3}
    assert [load_board(older).skill_size(f"{what}_bonus") for what in ("ring", "servant")] == [3, 3]


def test_each_size_makes_another_board():
    boards = [changed(**{skill: 1 - SIZES[skill] % 2}) for skill in SKILLS]
    digests = {load_board(board).digest for board in boards}
    assert len(digests | {load_board().digest}) == len(SKILLS) + 1
    for board in boards:
        read = load_board(board)
        assert load_board(read.to_mapping()) == read


@pytest.mark.parametrize(
    ("skill", "size", "said"),
    [
        ("silver_income", -1, "[skills] silver_income: is -1, needs 0 or more"),
        ("silver_income", 21, "[skills] silver_income: is 21, needs 20 or less"),
        ("extra_slot", 2, "[skills] extra_slot: is 2, needs 1 or less"),
        ("free_promotion", 6, "[skills] free_promotion: is 6, needs 5 or less"),
        ("free_chains", True, "[skills] free_chains: is True, needs a whole number"),
        ("luck", 1, "[skills] luck: is not known here; known are standing, cheap_gold"),
    ],
)
def test_sizes_that_cannot_be_are_refused(skill, size, said):
    with pytest.raises(BoardError) as refused:
        load_board(changed(**{skill: size}))
    assert said in str(refused.value)


def test_sizes_are_told_in_words_and_seen_with_the_numbers():
    board = changed(silver_income=3, ring_bonus=1, free_promotion=2, extra_slot=0, slave_mercy=0)
    game = make_game("pixie_queen", board=board)
    state = State(game, 2, 1)
    while state.question != "draft":
        state.apply(int(state.legal_actions()[0]))
    drafts = [game.actions.roles.index(f"draft({skill})") for skill in SKILLS]
    told = {action_words(game, state.array, draft) for draft in drafts}
    assert {
        "Take silver income: three silver in every steal phase",
        "Take ring bonus: one point more for each gold ring forged",
        "Take free promotion: two more promotions in every reward phase",
        "Take extra slot: nothing on this board",
        "Take slave mercy: at most no punishment points for slaves",
        "Take cheap gold: converting into gold costs one silver less",
    } <= told
    shown = state.observation(0, "recall+numbers")[-len(SKILLS) :]
    assert shown.tolist() == pytest.approx([size / 10 for size in (1, 2, 1, 3, 2, 1, 1, 0, 1, 0)])


def test_a_tile_on_a_slot_that_there_is_not_is_refused():
    game = make_game("pixie_queen", board=changed(extra_slot=0))
    with pytest.raises(ValueError, match="extra_slot has no place on this board"):
        at(3, {0: {"skill": "extra_slot"}}, extra_slot_tile="mercy", game=game)

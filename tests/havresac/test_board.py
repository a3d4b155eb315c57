"""The board file: what it says, what is refused, and how that is said."""

import copy
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pixies_env.havresac.board import Board, BoardError, load_board
from pixies_env.havresac.names import GUARDIANS
from pixies_env.registry import make_game
from tests.havresac.boards import random_board

Mapping = dict[str, Any]
SHIPPED_FILE = Path(__file__).parents[2] / "pixies_env" / "havresac" / "board.toml"


@pytest.fixture
def mapping() -> Mapping:
    return load_board().to_mapping()


def put(path: str, value: object) -> Callable[[Mapping], None]:
    """A change of one entry; the path is written with points, numbers index lists."""

    def change(content: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for part in way:
            content = content[part]
        content[last] = value

    return change


def signs(season: str, old: str, new: str, times: int = 1) -> Callable[[Mapping], None]:
    """Replace a sign on one map, the first times it occurs."""

    def change(content: Mapping) -> None:
        left, rows = times, []
        for row in content["maps"][season]:
            cells = row.split()
            for place, sign in enumerate(cells):
                if sign == old and left:
                    cells[place], left = new, left - 1
            rows.append(" ".join(cells))
        content["maps"][season] = rows

    return change


def both(*changes: Callable[[Mapping], None]) -> Callable[[Mapping], None]:
    def change(content: Mapping) -> None:
        for each in changes:
            each(content)

    return change


def drop(path: str) -> Callable[[Mapping], None]:
    def change(content: Any) -> None:
        *way, last = path.split(".")
        for part in way:
            content = content[part]
        del content[last]

    return change


SIXTEEN = [" ".join("." * 16)] * 3

BROKEN: dict[str, tuple[Callable[[Mapping], None], str, str, str]] = {
    # name: change, table, key, what the message says
    "maps of different size": (
        put("maps.winter", [" ".join("." * 11)] * 10),
        "maps",
        "",
        "the sizes differ (summer 9 x 11, winter 10 x 11 cells)",
    ),
    "a map wider than 15": (put("maps.summer", SIXTEEN), "maps", "summer", "3 x 16 cells"),
    "a map higher than 15": (
        put("maps.winter", [". ."] * 16),
        "maps",
        "winter",
        "is 16 x 2 cells, needs 1 x 1 to 15 x 15",
    ),
    "an empty map": (put("maps.winter", []), "maps", "winter", "is a list without rows"),
    "rows of different length": (
        put("maps.summer.0", ". ."),
        "maps",
        "summer",
        "has rows of 2 and of 11 cells",
    ),
    "signs without blanks": (put("maps.summer.3", "vBf"), "maps", "summer", "row 3 has 'vBf'"),
    "a map that is no list": (put("maps.summer", 3), "maps", "summer", "needs a list of rows"),
    "a sign nobody knows": (signs("summer", ".", "?"), "maps", "summer", "has the sign '?'"),
    "no castle": (signs("summer", "#", "."), "maps", "summer", "has 0 cells 'castle', needs 1"),
    "two castles": (signs("winter", ".", "#"), "maps", "winter", "has 2 cells 'castle', needs 1"),
    "two set-up spaces": (signs("summer", "*", "."), "maps", "summer", "'setup', needs 3"),
    "four set-up spaces": (signs("winter", ".", "*"), "maps", "winter", "'setup', needs 3"),
    "a label twice on a map": (
        signs("summer", ".", "A"),
        "maps",
        "summer",
        "has the label 'A' twice",
    ),
    "a label twice on the cards": (
        put("cards.fox.1", "A"),
        "cards",
        "fox",
        "has the label 'A', which is on 2 cards",
    ),
    "a monster in a grove": (
        put("cards.fox.0", "1"),
        "cards",
        "fox",
        "has '1', a monster needs the label of a hut",
    ),
    "a fairy in a hut": (
        put("cards.fairy.0", "A"),
        "cards",
        "fairy",
        "has 'A', a Fairy needs the label of a grove",
    ),
    "a label of two signs": (put("cards.pig.0", "EE"), "cards", "pig", "has 'EE'"),
    "more chest cells than tokens": (
        signs("summer", ".", "$"),
        "maps",
        "summer",
        "has 11 chest cells, needs 10",
    ),
    "fewer chest cells than tokens": (
        signs("winter", "$", "."),
        "maps",
        "winter",
        "has 9 chest cells, needs 10",
    ),
    "another number of chest tokens": (
        put("supply.chest_tokens", 9),
        "supply",
        "chest_tokens",
        "is 9, needs 10: boots",
    ),
    "too many cards for the rounds": (
        put("supply.rounds", 4),
        "cards",
        "",
        "has 28 entries, needs 23: setup 3 and per_round 5 in 4 rounds",
    ),
    "too few cards for the rounds": (put("cards.per_round", 6), "cards", "", "needs 33"),
    "other cards for the set-up": (
        both(put("cards.setup", 8), put("supply.rounds", 4)),
        "cards",
        "setup",
        "is 8, needs 3: one for each set-up space",
    ),
    "a gain table too short": (
        put("gains.gold", [1] * 15),
        "gains",
        "gold",
        "has 15 entries, needs 16 or more",
    ),
    "a gain table too long": (
        put("gains.vp", [1] * 17),
        "gains",
        "vp",
        "has 17 entries, needs 16 or fewer",
    ),
    "a village column too short": (
        put("glory.village_column", [0, 1, 2]),
        "glory",
        "village_column",
        "has 3 entries, needs 11",
    ),
    "a fairy column without places": (
        put("glory.fairy_column", []),
        "glory",
        "fairy_column",
        "has 0 entries, needs 1 or more",
    ),
    "fewer tokens than the bags need": (
        put("guardians.warrior.total", 7),
        "guardians",
        "warrior.total",
        "is 7, needs 8 or more: 4 starting bags",
    ),
    "a night thief with a limit": (
        put("night.thief.move", 3),
        "night",
        "thief.move",
        "is not known here; known are cost",
    ),
    "no steps on a tile": (
        drop("day.guide.move"),
        "day",
        "guide.move",
        "is missing; the shipped board has 3",
    ),
    "another switch": (
        put("switches.night_druid_repairs", 2),
        "switches",
        "night_druid_repairs",
        "is 2, needs one of 1 or 4",
    ),
    "a sign that is a label": (
        put("legend.plain", "A"),
        "legend",
        "plain",
        "is 'A', needs one sign that is no capital letter and no digit",
    ),
    "a sign twice": (put("legend.lake", "."), "legend", "", "have the same sign"),
    "a number as a sign": (put("legend.plain", 1), "legend", "plain", "is 1, needs a text"),
    "a quarter without an end": (
        put("quarters.red.rows", [0]),
        "quarters",
        "red.rows",
        "has 1 entry, needs 2 or more",
    ),
    "a price in quotes": (put("day.guide.cost", "4"), "day", "guide.cost", "a whole number"),
    "a negative price": (put("day.guide.cost", -1), "day", "guide.cost", "0 or more"),
    "yes for one repair": (
        put("switches.night_druid_repairs", True),
        "switches",
        "night_druid_repairs",
        "is True, needs a whole number",
    ),
    "no rounds": (put("supply.rounds", 0), "supply", "rounds", "is 0, needs 1 or more"),
    "a table missing": (drop("gains"), "gains", "", "is missing; needs standing, gold"),
    "a table misspelt": (put("gain", {}), "gain", "", "known are legend, maps, quarters"),
    "no standing": (drop("maps.standing"), "maps", "standing", "is missing"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_board_is_refused_with_table_and_key(name: str, mapping: Mapping) -> None:
    change, table, key, words = BROKEN[name]
    change(mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    found = [(problem.table, problem.key) for problem in refusal.value.problems]
    assert (table, key) in found
    place = f"[{table}] {key}: " if key else f"[{table}]: "
    line = next(
        line
        for line in str(refusal.value).splitlines()
        if line.strip().startswith(place) and words in line
    )
    assert line
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_a_label_on_one_map_only_is_refused(mapping: Mapping) -> None:
    signs("winter", "A", ".")(mapping)
    with pytest.raises(BoardError, match="lacks the label 'A', which the other map has"):
        load_board(mapping)


def test_a_label_without_a_card_is_refused(mapping: Mapping) -> None:
    signs("winter", ".", "V")(mapping)
    signs("summer", ".", "V")(mapping)
    with pytest.raises(BoardError, match="has no card with the label 'V' of the summer map"):
        load_board(mapping)


def test_a_card_without_a_cell_is_refused(mapping: Mapping) -> None:
    mapping["cards"]["fox"][0] = "Z"
    with pytest.raises(BoardError, match="lacks the label 'Z', which a card names"):
        load_board(mapping)


def test_villages_may_be_more_or_fewer_than_tokens(mapping: Mapping) -> None:
    signs("summer", "v", ".", 4)(mapping)
    signs("winter", ".", "v", 4)(mapping)
    assert load_board(mapping)


def test_cards_may_be_other_pairs_than_pieces_in_the_box(mapping: Mapping) -> None:
    mapping["cards"]["pig"].append(mapping["cards"]["fox"].pop())
    assert load_board(mapping)


def test_all_problems_are_told_at_once(mapping: Mapping) -> None:
    for name in ("no castle", "a gain table too short", "another switch"):
        BROKEN[name][0](mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    places = {(problem.table, problem.key) for problem in refusal.value.problems}
    assert places == {
        ("maps", "summer"),
        ("gains", "gold"),
        ("switches", "night_druid_repairs"),
    }


def test_the_shipped_board() -> None:
    board = load_board()
    assert board is load_board() and board == load_board(SHIPPED_FILE)
    for season in ("summer", "winter"):
        assert board.cells(season, "castle") == [(4, 5)]
        assert len(board.cells(season, "chest")) == len(board.cells(season, "village")) == 10
        assert len(board.cells(season, "hut")) == 21 and len(board.cells(season, "grove")) == 7
    assert sum(getattr(board.guardians, kind).total for kind in GUARDIANS) == 88
    assert board.gains.gold[10] == 9 and board.gains.vp[10] == 4


def test_numbers_that_are_ours_are_told_and_others_are_not() -> None:
    ours = load_board().default_numbers()
    for entry in (("maps", "summer"), ("day", "guide"), ("gains", "gold"), ("chests", "bow")):
        assert entry in ours
    for entry in (("guardians", "guide"), ("cards", "setup"), ("effects", "boots_steps")):
        assert entry not in ours
    marked = {(number.table, number.key) for number in make_game("havresac").printed if number.ours}
    assert marked == set(ours)


def test_the_digest_is_about_numbers_only(mapping: Mapping) -> None:
    board = load_board()
    for table in mapping.values():
        table["standing"] = "seen with my own eyes"
    assert load_board(mapping).digest == board.digest
    mapping["day"]["guide"]["cost"] = 5
    assert load_board(mapping).digest != board.digest


def test_the_other_printings_named_in_the_file_are_playable(mapping: Mapping) -> None:
    text = SHIPPED_FILE.read_text("utf-8")
    lines = re.findall(r"(?m)^# An equally possible printing, .*: (\w+) = (.*)$", text)
    assert [key for key, _ in lines] == ["village_column", "monster"]
    mapping["glory"]["village_column"] = [int(n) for n in lines[0][1].strip("[]").split(",")]
    mapping["final"]["monster"] = {"fox": 1, "crocodile": 1, "pig": 1}
    assert load_board(mapping)


@pytest.mark.parametrize("number", range(8))
def test_other_printings_load_and_come_back(number: int) -> None:
    content = random_board(random.Random(number))
    board = load_board(copy.deepcopy(content))
    assert isinstance(board, Board)
    assert load_board(board.to_mapping()) == board
    assert make_game("havresac", board=content).board_digest == board.digest

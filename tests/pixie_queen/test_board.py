"""The board file: what it says, what is refused, and how that is said."""

import copy
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pixies_env.pixie_queen.board import Board, BoardError, load_board
from pixies_env.registry import make_game
from tests.pixie_queen.board_strategies import boards

Mapping = dict[str, Any]
SHIPPED_FILE = Path(__file__).parents[2] / "pixies_env" / "pixie_queen" / "board.toml"


@pytest.fixture
def mapping() -> Mapping:
    return load_board().to_mapping()


def put(path: str, value: object) -> Callable[[Mapping], None]:
    """A change of one entry; the path is written with points, numbers index lists."""

    def change(content: Any) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        if way[:2] == ["pyramid", "icons"]:
            last = str(last)
        for part in way:
            content = content[part]
        content[last] = value

    return change


def drop(path: str) -> Callable[[Mapping], None]:
    def change(content: Any) -> None:
        *way, last = path.split(".")
        for part in way:
            content = content[part]
        del content[last]

    return change


BROKEN: dict[str, tuple[Callable[[Mapping], None], str, str, str]] = {
    # name: change, table, key, what the message says
    "an action stands twice": (
        put("pyramid.levels.0", [1, 1, 3, 4, 5]),
        "pyramid",
        "levels",
        "action 1 stands more than once, action 2 is missing",
    ),
    "no such action": (put("pyramid.levels.0.0", 15), "pyramid", "levels[1][1]", "14 or less"),
    "five levels": (
        put("pyramid.levels", [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11], [12, 13], [14]]),
        "pyramid",
        "levels",
        "has 5 entries, needs 4",
    ),
    "three levels": (
        put("pyramid.levels", [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14]]),
        "pyramid",
        "levels",
        "has 3 entries, needs 4",
    ),
    "an empty level": (
        put("pyramid.levels", [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14], []]),
        "pyramid",
        "levels[4]",
        "has 0 entries, needs 1 or more",
    ),
    "6 to 9 apart": (
        put("pyramid.levels", [[1, 2, 3, 4, 6], [5, 7, 8, 9], [10, 11, 12], [13, 14]]),
        "pyramid",
        "levels",
        "6 to 9 are on different levels",
    ),
    "too many foods on a hand": (
        put("pyramid.icons.6", ["apple"] * 3),
        "pyramid",
        "icons.6",
        "has 3, a hand of level 2 needs 2",
    ),
    "too few foods on a hand": (
        put("pyramid.icons.14", ["apple"]),
        "pyramid",
        "icons.14",
        "has 1, a hand of level 4 needs 4",
    ),
    "silver on a hand": (
        put("pyramid.icons.6", ["apple", "silver"]),
        "pyramid",
        "icons.6[2]",
        "'silver', needs one of 'apple', 'honey' or 'bread'",
    ),
    "a hand missing": (drop("pyramid.icons.3"), "pyramid", "icons", "no list for action 3"),
    "a fifteenth hand": (put("pyramid.icons.15", []), "pyramid", "icons", "'15' is no action"),
    "icons in a list": (put("pyramid.icons", [["apple"]]), "pyramid", "icons", "for each action"),
    "tracks of different length": (
        put("tracks.gold_per_ring", [3, 2, 1]),
        "tracks",
        "gold_per_ring",
        "has 3 entries, needs 6",
    ),
    "a track too short": (
        put("tracks.punishment", [1, 0]),
        "tracks",
        "punishment",
        "has 2 entries, needs 3 or more",
    ),
    "a track too long": (
        put("tracks.punishment", [0] * 13),
        "tracks",
        "punishment",
        "has 13 entries, needs 12 or fewer",
    ),
    "gold for nothing": (
        put("tracks.silver_per_gold.5", 0),
        "tracks",
        "silver_per_gold[6]",
        "is 0, needs 1 or more",
    ),
    "a ring for nothing": (
        put("tracks.gold_per_ring.4", 0),
        "tracks",
        "gold_per_ring[5]",
        "is 0, needs 1 or more",
    ),
    "a punishment that pays": (
        put("tracks.punishment.4", -1),
        "tracks",
        "punishment[5]",
        "is -1, needs 0 or more",
    ),
    "symbols that fall": (
        put("score.mine_symbols", [10, 30, 20]),
        "score",
        "mine_symbols",
        "needs to rise",
    ),
    "the same symbol twice": (
        put("score.mine_symbols", [10, 10]),
        "score",
        "mine_symbols",
        "needs to rise",
    ),
    "a symbol at 0": (put("score.mine_symbols.0", 0), "score", "mine_symbols[1]", "1 or more"),
    "a symbol beyond the end": (
        put("score.out_at", 45),
        "score",
        "mine_symbols",
        "has 50, needs 45 (out_at) or less",
    ),
    "too many symbols": (
        put("score.mine_symbols", list(range(1, 18))),
        "score",
        "mine_symbols",
        "has 17 entries, needs 16 or fewer",
    ),
    "out at once": (put("score.out_at", 0), "score", "out_at", "is 0, needs 1 or more"),
    "out too late": (put("score.out_at", 201), "score", "out_at", "needs 200 or less"),
    "six servant tiles": (
        put("rewards.faithful_servant", [1] * 6),
        "rewards",
        "faithful_servant",
        "has 6 entries, needs 7 or more",
    ),
    "eight ring tiles": (
        put("rewards.gold_ring", [1] * 8),
        "rewards",
        "gold_ring",
        "has 8 entries, needs 7 or fewer",
    ),
    "a tile that costs": (
        put("rewards.special_offering.0", -1),
        "rewards",
        "special_offering[1]",
        "is -1, needs 0 or more",
    ),
    "more golden tiles than tiles": (
        put("rewards.gold_numbers", 8),
        "rewards",
        "gold_numbers",
        "is 8, needs 7 or less",
    ),
    "no golden tile": (put("rewards.gold_numbers", 0), "rewards", "gold_numbers", "1 or more"),
    "a die face without goods": (
        put("dice.casino.0", []),
        "dice",
        "casino[1]",
        "has 0 entries, needs 1 or more",
    ),
    "a die face with stones": (
        put("dice.casino.2.1", "stone"),
        "dice",
        "casino[3][2]",
        "is 'stone', needs one of 'apple', 'honey', 'bread', 'silver' or 'gold'",
    ),
    "a harmless punishment face": (
        put("dice.punishment.0", 0),
        "dice",
        "punishment[1]",
        "is 0, needs 1 or more",
    ),
    "a deadly punishment face": (
        put("dice.punishment.0", 21),
        "dice",
        "punishment[1]",
        "is 21, needs 20 or less",
    ),
    "a die without faces": (put("dice.punishment", []), "dice", "punishment", "1 or more"),
    "a die with 13 faces": (put("dice.punishment", [1] * 13), "dice", "punishment", "12 or fewer"),
    "more demands than tokens": (
        put("demands.used", 10),
        "demands",
        "used",
        "is 10, needs 9 or less",
    ),
    "fewer demands than rounds": (
        put("demands.used", 6),
        "demands",
        "used",
        "is 6, needs 7 or more: one for each of setup.rounds",
    ),
    "more rounds than demands": (put("setup.rounds", 8), "demands", "used", "needs 8 or more"),
    "a demand for silver": (
        put("demands.tokens.silver", 1),
        "demands",
        "tokens.silver",
        "known are apple, honey, bread",
    ),
    "apples do not suffice": (
        put("supply.apple", 10),
        "supply",
        "apple",
        "is 10, needs 11 or more: set-up with 5 players",
    ),
    "honey does not suffice": (put("supply.honey", 8), "supply", "honey", "needs 9 or more"),
    "silver does not suffice": (put("supply.silver", 40), "supply", "silver", "needs 41 or more"),
    "gold does not suffice": (put("supply.gold", 19), "supply", "gold", "needs 20 or more"),
    "the favourite's honey counts": (
        put("setup.honey_of_favourite", 32),
        "supply",
        "honey",
        "is 40, needs 41 or more",
    ),
    "stones do not suffice": (
        put("supply.stones", 19),
        "setup",
        "stones_in_bag",
        "has 20, needs 19 or less",
    ),
    "goods beyond the maximum": (put("supply.gold", 121), "supply", "gold", "needs 120 or less"),
    "too few pixie numbers": (
        put("setup.pixies", [5, 5, 4]),
        "setup",
        "pixies",
        "has 3 entries, needs 4",
    ),
    "too many piles": (
        put("setup.food_tiles", [[2]] * 5),
        "setup",
        "food_tiles",
        "has 5 entries, needs 4",
    ),
    "too few stone numbers": (
        put("setup.stones_in_bag", []),
        "setup",
        "stones_in_bag",
        "has 0 entries, needs 4",
    ),
    "six players": (put("setup.players.3", 6), "setup", "players[4]", "is 6, needs 5 or less"),
    "one player": (put("setup.players.0", 1), "setup", "players[1]", "is 1, needs 2 or more"),
    "players that fall": (
        put("setup.players", [5, 4, 3, 2]),
        "setup",
        "players",
        "needs different numbers that rise",
    ),
    "players twice": (put("setup.players", [2, 2, 3, 4]), "setup", "players", "that rise"),
    "no players": (put("setup.players", []), "setup", "players", "has 0 entries"),
    "too many food values": (
        put("setup.food_tiles.0", [1, 2, 3, 4, 5]),
        "setup",
        "food_tiles",
        "has the values [1, 2, 3, 4, 5], needs 4 different ones or fewer",
    ),
    "a food tile of 10": (
        put("setup.food_tiles.1.0", 10),
        "setup",
        "food_tiles[2][1]",
        "is 10, needs 9 or less",
    ),
    "a pile of 13": (put("setup.food_tiles.0", [2] * 13), "setup", "food_tiles[1]", "12 or fewer"),
    "eleven pixies": (put("setup.pixies.0", 11), "setup", "pixies[1]", "is 11, needs 10 or less"),
    "nine discs": (put("setup.discs", 9), "setup", "discs", "is 9, needs 8 or less"),
    "thirteen rounds": (put("setup.rounds", 13), "setup", "rounds", "is 13, needs 12 or less"),
    "four chainable places": (
        put("setup.chainable_places", 4),
        "setup",
        "chainable_places",
        "is 4, needs 3 or less",
    ),
    "fewer skills than players": (
        put("setup.skills_laid_out", 4),
        "setup",
        "skills_laid_out",
        "is 4, needs 5 or more: one for each player",
    ),
    "eleven skills": (put("setup.skills_laid_out", 11), "setup", "skills_laid_out", "10 or less"),
    "negative penalty": (put("penalties.pass", -5), "penalties", "pass", "is -5, needs 0 or more"),
    "four copy prices": (
        put("penalties.copy", [1, 2, 2, 3]),
        "penalties",
        "copy",
        "has 4 entries, needs 5 or more",
    ),
    "four slave prices": (
        put("penalties.slaves", [0, 1, 2, 3]),
        "penalties",
        "slaves",
        "has 4 entries, needs 3 or fewer",
    ),
    "a number in quotes": (
        put("setup.discs", "4"),
        "setup",
        "discs",
        "is '4', needs a whole number",
    ),
    "half a disc": (put("setup.discs", 3.5), "setup", "discs", "is 3.5, needs a whole number"),
    "yes for a number": (put("setup.discs", True), "setup", "discs", "needs a whole number"),
    "a number for a list": (put("dice.casino", 3), "dice", "casino", "is 3, needs a list"),
    "a text for a list": (put("dice.casino.0", "gold"), "dice", "casino[1]", "needs a list"),
    "a number for a table": (put("setup.goods", 3), "setup", "goods", "needs a table of its own"),
    "a key missing": (
        drop("rewards.gold_numbers"),
        "rewards",
        "gold_numbers",
        "is missing; the shipped board has 5",
    ),
    "a key in a key missing": (
        drop("setup.goods.gold"),
        "setup",
        "goods.gold",
        "is missing; the shipped board has 2",
    ),
    "a key misspelt": (
        put("penalties.refusal", 5),
        "penalties",
        "refusal",
        "known are standing, pass, refuse, copy, slaves, most_of_a_good, stone_left",
    ),
    "no standing": (drop("score.standing"), "score", "standing", "is missing"),
    "an empty standing": (put("score.standing", " "), "score", "standing", "needs words"),
    "a number as standing": (put("score.standing", 1), "score", "standing", "needs words"),
    "a table missing": (drop("dice"), "dice", "", "is missing; needs standing, casino"),
    "a table misspelt": (put("die", {}), "die", "", "known are pyramid, tracks, score"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_board_is_refused_with_table_and_key(name: str, mapping: Mapping) -> None:
    change, table, key, words = BROKEN[name]
    change(mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    found = [(problem.table, problem.key) for problem in refusal.value.problems]
    assert found == [(table, key)]
    place = f"[{table}] {key}: " if key else f"[{table}]: "
    assert place in str(refusal.value)
    assert words in str(refusal.value)


def test_all_problems_are_told_at_once(mapping: Mapping) -> None:
    for name in ("6 to 9 apart", "a symbol at 0", "apples do not suffice", "half a disc"):
        BROKEN[name][0](mapping)
    with pytest.raises(BoardError) as refusal:
        load_board(mapping)
    places = {(problem.table, problem.key) for problem in refusal.value.problems}
    # The set-up could not be read, so what it takes from the supply is not known.
    assert places == {("pyramid", "levels"), ("score", "mine_symbols[1]"), ("setup", "discs")}


def test_an_error_names_the_file_and_survives_pickling(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SHIPPED_FILE.read_text("utf-8").replace("out_at = 60", "out_at = 0"), "utf-8")
    with pytest.raises(BoardError, match=re.escape(str(file))) as refusal:
        load_board(file)
    again = pickle.loads(pickle.dumps(refusal.value))
    assert str(again) == str(refusal.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[tracks\n", "is not TOML"),
        (b"rows = " + b"9" * 5000, "is not TOML"),
        (b".".join([b"a"] * 9000) + b" = 1", "a line has more than 200 dots"),
        (b"#" * 2**21, "is not TOML: it has more than 1,048,576 bytes"),
        (b"[setup]\ndiscs = 4\ndiscs = 5\n", "line 3"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"", "is missing"),
    ],
)
def test_a_damaged_file_is_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "damaged.toml"
    file.write_bytes(content)
    with pytest.raises(BoardError, match=reason):
        load_board(str(file))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path / "nowhere.toml")


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, "/dev/zero"):
        with pytest.raises(BoardError, match=r"cannot be read.*not a (regular )?file"):
            load_board(path)


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text("x = " + "[" * 100_000)
    with pytest.raises(BoardError, match="nested too deeply"):
        load_board(file)


def test_a_board_is_not_a_number() -> None:
    with pytest.raises(TypeError, match="not int"):
        load_board(3)  # type: ignore[arg-type]


def test_the_shipped_board() -> None:
    board = load_board()
    assert board is load_board()
    assert board == load_board(SHIPPED_FILE)
    assert [board.pyramid.level_of(action) for action in (1, 6, 10, 14)] == [1, 2, 3, 4]
    printed = [food for hand in board.pyramid.icons for food in hand]
    assert [printed.count(food) for food in ("apple", "honey", "bread")] == [10, 10, 10]
    assert board.pyramid.hand(14) == ("apple", "honey", "honey", "bread")
    assert board.setup.food_tiles[board.setup.row(3)] == (2, 3, 4, 4)
    assert board.penalties.pass_ == 5


def test_a_board_knows_only_its_own_hands_and_player_counts() -> None:
    board = load_board()
    with pytest.raises(ValueError, match="no hand 15"):
        board.pyramid.hand(15)
    with pytest.raises(ValueError, match="no hand 0"):
        board.pyramid.level_of(0)
    with pytest.raises(ValueError, match="no game for 6 players"):
        board.setup.row(6)


def test_a_board_cannot_be_changed() -> None:
    board = load_board()
    with pytest.raises(ValueError, match="frozen"):
        board.score.out_at = 50  # type: ignore[misc]
    board.to_mapping()["score"]["out_at"] = 50
    assert board.score.out_at == 60


def test_copies_are_equal() -> None:
    board = load_board()
    digest = board.digest
    for again in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert again == board
        assert hash(again) == hash(board)
        assert again.digest == digest


def test_the_digest_is_about_numbers_only(tmp_path: Path, mapping: Mapping) -> None:
    board = load_board()
    assert re.fullmatch("[0-9a-f]{64}", board.digest)
    text = SHIPPED_FILE.read_text("utf-8")
    silent = tmp_path / "silent.toml"
    silent.write_text(re.sub(r"(?m)^\s*#.*$|(?<=\d) +#.*$", "", text), "utf-8")
    assert load_board(silent).digest == board.digest
    for table in mapping.values():
        table["standing"] = "seen with my own eyes"
    turned = dict(reversed(mapping.items()))
    assert load_board(turned).digest == board.digest


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pyramid.icons.1", ["bread"]),
        ("tracks.punishment.0", 5),
        ("score.out_at", 61),
        ("rewards.gold_ring.6", 2),
        ("dice.casino.5", ["gold", "gold"]),
        ("demands.tokens.apple", 4),
        ("supply.stones", 21),
        ("penalties.pass", 6),
        ("setup.goods.apple", 3),
    ],
)
def test_another_number_is_another_digest(path: str, value: object, mapping: Mapping) -> None:
    put(path, value)(mapping)
    assert load_board(mapping).digest != load_board().digest


def test_a_board_that_was_read_makes_the_game() -> None:
    numbers = load_board().to_mapping()
    numbers["score"]["mine_symbols"] = [15, 30, 45]
    board = load_board(numbers)
    game = make_game("pixie_queen", board=board)
    assert game.board_digest == board.digest
    assert pickle.loads(pickle.dumps(game)).board_digest == board.digest
    with pytest.raises(TypeError, match=r"taverns.board.Board, not a pixies_env.pixie_queen.board"):
        make_game("taverns", board=board)


def test_default_numbers_are_told() -> None:
    assert load_board().default_numbers() == [
        ("pyramid", "icons"),
        ("tracks", "punishment"),
        ("tracks", "silver_per_gold"),
        ("tracks", "gold_per_ring"),
        ("score", "mine_symbols"),
        ("rewards", "special_offering"),
        ("rewards", "faithful_servant"),
        ("rewards", "gold_ring"),
        ("dice", "punishment"),
    ]


def test_a_standing_without_keys_is_about_the_whole_table(mapping: Mapping) -> None:
    mapping["penalties"]["standing"] = "pass: rulebook; the rest default; so we think"
    board = load_board(mapping)
    assert board.standing_of("penalties", "pass") == "rulebook"
    assert board.standing_of("penalties", "refuse") == "the rest default; so we think"
    assert ("penalties", "pass") not in board.default_numbers()
    assert ("penalties", "refuse") in board.default_numbers()
    assert board.standing_of("penalties") == mapping["penalties"]["standing"]


def test_a_standing_is_asked_for_by_name() -> None:
    board = load_board()
    with pytest.raises(KeyError, match="no table 'die'"):
        board.standing_of("die")
    with pytest.raises(KeyError, match="no key 'pas'"):
        board.standing_of("penalties", "pas")


def test_the_other_printing_named_in_the_file_is_playable(mapping: Mapping) -> None:
    lines = re.findall(r"(?m)^#   (\w+) += (\[.*\])$", SHIPPED_FILE.read_text("utf-8"))
    assert {key for key, _ in lines} == {"punishment", "silver_per_gold", "gold_per_ring"}
    for key, numbers in lines:
        mapping["tracks"][key] = [int(number) for number in numbers.strip("[]").split(",")]
    assert len(load_board(mapping).tracks.punishment) == 7


@given(boards())
def test_other_printings_load_and_come_back(content: Mapping) -> None:
    board = load_board(content)
    assert isinstance(board, Board)
    assert board.to_mapping() == content
    assert load_board(board.to_mapping()) == board
    assert board.default_numbers() == []


def test_however_much_is_wrong_with_a_file_its_error_can_be_read(tmp_path: Path) -> None:
    """A hexadecimal number may have more digits than Python writes."""
    text = SHIPPED_FILE.read_text("utf-8")
    bad = tmp_path / "bad.toml"
    for value in ("0x" + "f" * 6000, '"' + "a" * 6000 + '"', '"two\\\\nlines"'):
        bad.write_text(re.sub(r"(?m)^refuse .*", f"refuse = {value}", text), "utf-8")
        with pytest.raises(BoardError, match=r"\[penalties\] refuse: is ") as refused:
            load_board(bad)
        (_, problem) = str(refused.value).splitlines()
        assert len(problem) < 200
    bad.write_text("".join(f"[unknown{number}]\n" for number in range(99)) + text, "utf-8")
    with pytest.raises(BoardError, match=r"\n  and 59 more$") as refused:
        load_board(bad)
    assert len(refused.value.problems) == 99

"""Board files of any game: checks between tables, entries named after a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import ConfigDict, Field

from pixies_env.core.kit.board_files import (
    BoardError,
    BoardFormat,
    BoardTable,
    Part,
    PrintedBoard,
    Problem,
    one_of,
)

FOODS = ("apple", "honey", "bread")


class Shop(BoardTable):
    sold: Annotated[str, one_of(FOODS)]
    price: int


class Stock(BoardTable):
    apple: int
    honey: int
    bread: int


class Board(PrintedBoard):
    shop: Shop
    stock: Stock


def _sold(shop: Shop, stock: Stock) -> Iterator[Problem]:
    if not getattr(stock, shop.sold):
        yield Problem("shop", "sold", f"there is no {shop.sold}")


def _price(shop: Shop, stock: Stock | None = None) -> Iterator[Problem]:
    most = 9 if stock is None else sum(stock.each(FOODS))
    if shop.price > most:
        yield Problem("shop", "price", f"is more than {most}")


FORMAT = BoardFormat(Board, __package__, (_sold, _price))
SHOP = {"sold": "honey", "price": 3, "standing": "ours"}
STOCK = {"apple": 1, "honey": 2, "bread": 0, "standing": "ours"}


def test_entries_come_in_the_order_of_the_names() -> None:
    board = FORMAT.load({"shop": SHOP, "stock": STOCK})
    assert board.stock.each(FOODS) == (1, 2, 0)
    assert board.stock.each(FOODS[1:]) == (2, 0)


@pytest.mark.parametrize(
    ("shop", "stock", "said"),
    [
        (SHOP | {"sold": "bread"}, STOCK, ["[shop] sold: there is no bread"]),
        (SHOP | {"price": 4}, STOCK, ["[shop] price: is more than 3"]),
        # What cannot be read is not looked at; what may be missing has its default.
        (
            SHOP | {"price": 10},
            STOCK | {"apple": "x"},
            ["[shop] price: is more than 9", "[stock] apple: is 'x', needs a whole number"],
        ),
        (
            SHOP | {"sold": "gold"},
            STOCK,
            ["[shop] sold: is 'gold', needs one of 'apple', 'honey' or 'bread'"],
        ),
    ],
)
def test_checks_take_the_tables_that_their_parameters_name(
    shop: dict[str, object], stock: dict[str, object], said: list[str]
) -> None:
    with pytest.raises(BoardError) as found:
        FORMAT.load({"shop": shop, "stock": stock})
    assert sorted(map(str, found.value.problems)) == said


class Dish(Part):
    price: int
    spice: Annotated[int, one_of((0, 2))] | None = None


class Menu(BoardTable):
    """A table whose keys the file chooses."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, tuple[Dish, ...]] = Field(init=False)


class Inn(BoardTable):
    cook: Dish | None = None
    rooms: int = 0
    open: bool = True
    beds: Annotated[int, one_of((7,))] = 7


class Village(PrintedBoard):
    menu: Menu
    inn: Inn


VILLAGE = BoardFormat(Village, __package__)


def village(menu: Any = None, **inn: Any) -> Village:
    dishes = {"soup": [{"price": 1}], "stew": [{"price": 2, "spice": 2}]}
    table = dishes if menu is None else menu
    return VILLAGE.load(
        {
            "menu": {"standing": "soup: rulebook; prices default"} | table,
            "inn": {"standing": "ours"} | inn,
        }
    )


def test_a_file_may_choose_the_keys_of_a_table() -> None:
    board = village()
    assert board.keys("menu") == ("soup", "stew")
    assert board.standing_of("menu", "soup") == "rulebook"
    assert board.default_numbers() == [("menu", "stew")]
    assert [number.value for number in board.printed_numbers()][:2] == [
        [{"price": 1}],
        [{"price": 2, "spice": 2}],
    ]
    assert (
        board.digest != village({"soup": [{"price": 1}], "stu": [{"price": 2, "spice": 2}]}).digest
    )
    with pytest.raises(KeyError, match=r"no key 'pie', only soup, stew"):
        board.standing_of("menu", "pie")


def test_what_a_file_leaves_out_is_no_key_of_it() -> None:
    assert village().keys("inn") == ("rooms", "open", "beds")
    cooked = village(cook={"price": 3})
    assert cooked.keys("inn") == ("cook", "rooms", "open", "beds")
    assert cooked.to_mapping()["inn"]["cook"] == {"price": 3}
    assert cooked.digest != village().digest == village(rooms=0).digest


@pytest.mark.parametrize(
    ("menu", "inn", "said"),
    [
        (
            {"soup": [{"price": 1, "salt": 2}]},
            {},
            "[menu] soup[1].salt: is not known here; known are price, spice",
        ),
        (
            None,
            {"cook": {"wage": 3, "price": 1}},
            "[inn] cook.wage: is not known here; known are p",
        ),
        ({"soup": [{}]}, {}, "[menu] soup[1].price: is missing"),
        ({"soup": 3}, {}, "[menu] soup: is 3, needs a list"),
        (None, {"open": 1}, "[inn] open: is 1, needs true or false"),
        (None, {"beds": 8}, "[inn] beds: is 8, needs 7"),
        (None, {"beds": True}, "[inn] beds: is True, needs a whole number"),
        (None, {"cook": {"price": 1, "spice": 1}}, "[inn] cook.spice: is 1, needs one of 0 or 2"),
    ],
)
def test_entries_of_lists_and_parts_are_told_apart(
    menu: Any, inn: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The shipped file is read for what an entry is there; here it has one of the entries only.
    monkeypatch.setitem(vars(VILLAGE), "_shipped_mapping", {"menu": {"soup": []}, "inn": {}})
    with pytest.raises(BoardError) as found:
        village(menu, **inn)
    (problem,) = found.value.problems
    assert str(problem).startswith(said)


def test_what_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {"menu": {}}
    endless["menu"]["soup"] = endless
    with pytest.raises(BoardError, match="lie too deep in each other"):
        VILLAGE.load(endless)


SHIPPED_VILLAGE = """\
[menu]
standing = "soup: rulebook; prices default"
soup = [{ price = 1 }]
stew = [{ price = 2, spice = 2 }]
[inn]
standing = "rooms, beds: review; open: default"
rooms = 4
open = true
beds = 7
[inn.cook]
price = 3
spice = 0
"""


@pytest.fixture
def village_file(tmp_path, monkeypatch) -> Any:
    """Reads the shipped village with some lines altered; a file of its own."""
    package = tmp_path / "shipped_village"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "board.toml").write_text(SHIPPED_VILLAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    reader = BoardFormat(Village, "shipped_village")

    def load(*altered: tuple[str, str]) -> Village:
        text = SHIPPED_VILLAGE
        for before, after in altered:
            assert before in text
            text = text.replace(before, after)
        file = tmp_path / "mine.toml"
        file.write_text(text, encoding="utf-8")
        return reader.load(file)

    return load


def test_what_a_file_changes_is_its_own(village_file: Any) -> None:
    board = village_file(("rooms = 4", "rooms = 5"), ("price = 2", "price = 4"))
    assert board.standing_of("inn", "rooms") == board.standing_of("menu", "stew") == "own"
    assert board.standing_of("inn", "beds") == "review"
    assert board.standing_of("menu", "soup") == "rulebook"
    assert board.default_numbers() == [("inn", "open")]
    # The words go along with the numbers, and stay when they are read again.
    assert VILLAGE.load(board.to_mapping()).standing_of("inn", "rooms") == "own"
    # A file that says itself where its numbers come from is believed; one that changes none, too.
    said = village_file(("rooms = 4", "rooms = 5"), ("rooms, beds: review", "rooms, beds: guessed"))
    assert said.standing_of("inn", "rooms") == "guessed"
    assert village_file().standing_of("inn") == "rooms, beds: review; open: default"


def test_a_question_mark_is_as_on_the_shipped_board(village_file: Any) -> None:
    shipped = village_file()
    filled = (("rooms, beds: review; open: default", "own"), ("rooms = 4", 'rooms = "?"'),
              ("open = true", "open = false"), ("[{ price = 1 }]", '"?"'))  # fmt: skip
    board = village_file(*filled)
    assert (board.inn.rooms, board.inn.open, board.menu.model_extra["soup"][0].price) == (
        4,
        False,
        1,
    )
    assert board.standing_of("inn", "rooms") == "review"
    assert board.standing_of("inn", "open") == "own"
    assert village_file(("rooms = 4", 'rooms = "?"')).digest == shipped.digest
    half = village_file(("[inn.cook]\nprice = 3\nspice = 0", '[inn.cook]\nprice = 5\nspice = "?"'))
    assert half.inn.cook == Dish(price=5, spice=0)
    assert half.standing_of("inn", "cook") == "own where filled in, the rest default"
    with pytest.raises(BoardError, match=r"\[inn\] cellar: is not known here"):
        village_file(("beds = 7", 'beds = 7\ncellar = "?"'))


def test_a_standing_tells_of_keys_that_there_are_and_says_nothing_twice(village_file: Any) -> None:
    with pytest.raises(BoardError, match=r"\[inn\] standing: tells of 'room', .*mean rooms\?"):
        village_file(("rooms, beds: review", "room, beds: review"))
    twice = village_file(
        ("rooms, beds: review", "own; rooms: own; own; rooms: own; beds: see p. 3")
    )
    assert twice.standing_of("inn", "rooms") == "own"
    assert twice.standing_of("inn", "cook") == "own"
    assert twice.standing_of("inn", "beds") == "see p. 3"


def test_a_file_may_begin_with_a_byte_order_mark(village_file: Any, tmp_path: Path) -> None:
    shipped = village_file()
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert BoardFormat(Village, "shipped_village").load(file).digest == shipped.digest


def test_a_board_that_was_read_is_taken_as_it_is() -> None:
    board = village()
    assert VILLAGE.load(board) is board
    with pytest.raises(TypeError, match=r"a board of this game is a .*Board, not a .*Village"):
        FORMAT.load(board)

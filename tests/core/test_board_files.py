"""Board files of any game: checks between tables, entries named after a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
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
            "[menu] soup[0].salt: is not known here; known are price, spice",
        ),
        (
            None,
            {"cook": {"wage": 3, "price": 1}},
            "[inn] cook.wage: is not known here; known are p",
        ),
        ({"soup": [{}]}, {}, "[menu] soup[0].price: is missing"),
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

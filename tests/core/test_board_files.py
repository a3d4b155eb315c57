"""Board files of any game: checks between tables, entries named after a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import pytest

from pixies_env.core.kit.board_files import (
    BoardError,
    BoardFormat,
    BoardTable,
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

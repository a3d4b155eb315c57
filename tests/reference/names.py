"""Public names of decisions and chance events (rules section 5)."""

from typing import Any

Plain = dict[str, Any]  # a board file as loaded, or a picture of the state

FOODS = ["apple", "honey", "bread"]
GOODS = ["apple", "honey", "bread", "silver", "gold"]
EXCHANGEABLE = ["apple", "honey", "bread", "silver"]
CUBES = ["silver", "gold", "stone"]
ONE_USE_TILES = ["double_offering", "look_in_the_bag", "mercy"]
SKILLS = [
    "cheap_gold",
    "servant_bonus",
    "ring_bonus",
    "silver_income",
    "free_promotion",
    "free_demotion",
    "free_chains",
    "extra_slot",
    "copy_unused",
    "slave_mercy",
]
DOUBLE_SPACES = list(range(1, 15))
SINGLE_SPACES = list(range(15, 22))
VIRTUAL = "virtual"
MINE = "mine"
SERVANT = "servant"


def make_name(word: str, *arguments: object) -> str:
    """`make_name("promote", "mine", 3)` is `promote(mine,3)`; no arguments, no brackets."""
    if not arguments:
        return word
    return word + "(" + ",".join(str(argument) for argument in arguments) + ")"


def split_name(name: str) -> tuple[str, list[str]]:
    """The inverse of `make_name`: the word and the list of arguments, all of them strings."""
    if not name.endswith(")"):
        return name, []
    word, _, rest = name[:-1].partition("(")
    return word, rest.split(",")


def place_from_text(text: str) -> int | str:
    """A place of a pixie: a hand number, `mine` or `servant`."""
    return text if text in (MINE, SERVANT) else int(text)

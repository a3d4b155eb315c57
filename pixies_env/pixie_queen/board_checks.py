"""How the entries of a board file must fit each other, and what is said when they do not."""

from collections.abc import Iterator
from itertools import pairwise

from pixies_env.core.kit.board_files import Problem, entries
from pixies_env.pixie_queen import limits
from pixies_env.pixie_queen.board_tables import (
    BY_PLAYERS,
    Demands,
    Pyramid,
    Score,
    Setup,
    Supply,
    Tracks,
)
from pixies_env.pixie_queen.names import FOODS, GOODS

TOGETHER = (6, 7, 8, 9)
"""Actions that must share a level."""


def _pyramid(pyramid: Pyramid) -> Iterator[Problem]:
    laid = [action for level in pyramid.levels for action in level]
    wrong = [
        f"action {action} {'is missing' if laid.count(action) == 0 else 'stands more than once'}"
        for action in range(1, limits.ACTIONS + 1)
        if laid.count(action) != 1
    ]
    if wrong:
        needs = f"the levels need the actions 1 to {limits.ACTIONS} once each"
        yield Problem("pyramid", "levels", f"{', '.join(wrong)}; {needs}")
        return
    if len({pyramid.level_of(action) for action in TOGETHER}) > 1:
        text = "the actions 6 to 9 are on different levels, they need one level together"
        yield Problem("pyramid", "levels", text)
        return
    for action, foods in enumerate(pyramid.icons, start=1):
        level = pyramid.level_of(action)
        if len(foods) != level:
            text = f"has {len(foods)}, a hand of level {level} needs {level}"
            yield Problem("pyramid", f"icons.{action}", text)


def _tracks(tracks: Tracks) -> Iterator[Problem]:
    spaces = len(tracks.punishment)
    for key in ("silver_per_gold", "gold_per_ring"):
        other = len(getattr(tracks, key))
        if other != spaces:
            text = f"has {entries(other)}, needs {spaces} like punishment: one per space"
            yield Problem("tracks", key, text)


def _score(score: Score) -> Iterator[Problem]:
    symbols = score.mine_symbols
    if any(later <= earlier for earlier, later in pairwise(symbols)):
        text = f"is {list(symbols)}, needs to rise from entry to entry"
        yield Problem("score", "mine_symbols", text)
    beyond = [symbol for symbol in symbols if symbol > score.out_at]
    if beyond:
        text = f"has {', '.join(map(str, beyond))}, needs {score.out_at} (out_at) or less"
        yield Problem("score", "mine_symbols", text)


def _demands(demands: Demands, setup: Setup | None = None) -> Iterator[Problem]:
    rounds = 1 if setup is None else setup.rounds
    there = sum(demands.tokens.each(GOODS[:FOODS]))
    if demands.used > there:
        text = f"is {demands.used}, needs {there} or less: there are no more tokens"
        yield Problem("demands", "used", text)
    if demands.used < rounds:
        text = f"is {demands.used}, needs {rounds} or more: one for each of setup.rounds"
        yield Problem("demands", "used", text)


def _setup(setup: Setup) -> Iterator[Problem]:
    players = setup.players
    if list(players) != sorted(set(players)):
        text = f"is {list(players)}, needs different numbers that rise"
        yield Problem("setup", "players", text)
    for key in BY_PLAYERS:
        number = len(getattr(setup, key))
        if number != len(players):
            text = f"has {entries(number)}, needs {len(players)}: one for each of players"
            yield Problem("setup", key, text)
    values = sorted({value for pile in setup.food_tiles for value in pile})
    if len(values) > limits.MAX_FOOD_VALUES:
        text = f"has the values {values}, needs {limits.MAX_FOOD_VALUES} different ones or fewer"
        yield Problem("setup", "food_tiles", text)
    if setup.skills_laid_out < max(players):
        text = f"is {setup.skills_laid_out}, needs {max(players)} or more: one for each player"
        yield Problem("setup", "skills_laid_out", text)


def _supply(setup: Setup, supply: Supply) -> Iterator[Problem]:
    for good, there in zip(GOODS, supply.each(GOODS), strict=True):
        taken, count = max((_taken(setup, good, count), count) for count in setup.players)
        if taken > there:
            text = f"is {there}, needs {taken} or more: set-up with {count} players takes that"
            yield Problem("supply", good, text)
    stones = max(setup.stones_in_bag, default=0)
    if stones > supply.stones:
        text = f"has {stones}, needs {supply.stones} or less: supply.stones is all there are"
        yield Problem("setup", "stones_in_bag", text)


def _taken(setup: Setup, good: str, players: int) -> int:
    each = getattr(setup.goods, good)
    taken = each * players + getattr(setup.special_offering_track, good)
    if good == "honey":
        taken += setup.honey_of_favourite - each
    elif good not in GOODS[:FOODS]:
        taken += getattr(setup, f"{good}_in_bag")
    return int(taken)


CHECKS = (_pyramid, _tracks, _score, _setup, _demands, _supply)
"""Each takes the tables that its parameters name."""

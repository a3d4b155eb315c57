"""A printed view of a position for people."""

from typing import Any

import numpy as np

from pixies_env.core.kit.positions import waiting_words
from pixies_env.pixie_queen.describe import describe
from pixies_env.pixie_queen.state import has_virtual


def text(places: int, state: np.ndarray) -> str:
    """Several lines: what is due, the players, the pyramid, what lies on the board."""
    position = describe(places, state)
    parts = (_players(position), _pyramid(position), _table(position))
    return "\n".join([_headline(position), *("\n" + "\n".join(part) for part in parts)])


def _headline(position: dict[str, Any]) -> str:
    waiting = position["waiting"]
    place = f"Pixie Queen, {position['players']} players, round {position['round']}"
    if waiting["for"] == "nothing":
        return f"{place}: over ({position['reason']})"
    demand = f", demand {position['demand']}" if position["demand"] else ""
    return f"{place}, {position['phase']}{demand}: {waiting_words(waiting)}"


def _amounts(goods: dict[str, int]) -> str:
    """Such as ``2 apple, 1 gold``; what is not there is left out."""
    return ", ".join(f"{number} {good}" for good, number in goods.items() if number) or "nothing"


def _players(position: dict[str, Any]) -> list[str]:
    """Two lines per player; tracks are the spaces on the silver and on the gold track."""
    lines = []
    for seat, player in enumerate(position["seats"]):
        mark = ">" if seat == position["waiting"]["player"] else " "
        if player["out"]:
            lines.append(f"{mark}{seat}  out, number {player['out']}, at {player['punishment']}")
            continue
        stones = "+".join(map(str, player["stones"]))
        points = f"{-player['punishment']:<4}"
        lines.append(
            f"{mark}{seat}  points {points}+{player['reward_points']:<3}"
            f"tracks {player['silver_space']}/{player['gold_space']}  mine {player['mine']} "
            f"(stones {stones})  discs {player['discs']}{' passed' if player['passed'] else ''}"
        )
        held = [player["skill"], player["food_tile"] and f"food {player['food_tile']}"]
        held.append(player["one_use_tile"])
        if player["skill"] == "extra_slot" and position["extra_slot_tile"]:
            held.append(f"on it {position['extra_slot_tile']}")
        tiles = ", ".join(filter(None, held)) or "no tiles"
        lines.append(f"    {_amounts(player['goods'])}; {tiles}")
    return lines


def _pyramid(position: dict[str, Any]) -> list[str]:
    """Hands with the seat of the pixie (V: virtual) and one * per disc."""
    cells = []
    for hand, colour in position["hands"].items():
        pixie = "." if colour is None else "V" if colour == "virtual" else str(colour)
        cells.append(f"{hand}:{pixie}{'*' * position['discs_on'][hand]}")
    servant = position["servant_space"]
    lines = ["pyramid  " + "  ".join(cells[:9]), "         " + "  ".join(cells[9:])]
    lines.append(
        f"         servant space: {'.' if servant is None else servant}"
        + (
            f", virtual mine: {position['virtual_mine']}"
            if has_virtual(position["players"])
            else ""
        )
    )
    return lines


def _table(position: dict[str, Any]) -> list[str]:
    one_use = ", ".join(position["one_use_on_board"]) or "none"
    rewards = ", ".join(f"{name} {taken}" for name, taken in position["rewards_taken"].items())
    return [
        f"order    big {position['big_order']}, small {position['small_order']}",
        f"stock    {_amounts(position['stock'])}",
        f"special  {_amounts(position['special_offering_track'])} on the offering track",
        f"bag      {_amounts(position['bag'])}; stones in reserve {position['reserve_stones']}",
        f"tiles    food {position['food_pile']}, {one_use}",
        f"skills   {', '.join(position['skills_on_board']) or 'none'}",
        f"taken    {rewards}",
        f"demands  left {_amounts(position['demands_left'])}",
    ]

"""A printed view of a position for people."""

from typing import Any

import numpy as np

from pixies_env.pixie_queen.describe import describe
from pixies_env.pixie_queen.names import CUBES, GOODS

_SHORT = dict(zip(GOODS, ("a", "h", "b", "s", "g"), strict=True))


def text(state: np.ndarray) -> str:
    """Several lines: what is due, the players, the pyramid, what lies on the board."""
    position = describe(state)
    return "\n".join(
        [_headline(position), "", *_players(position), "", *_pyramid(position), "", *_table(position)]
    )


def _headline(position: dict[str, Any]) -> str:
    waiting = position["waiting"]
    place = f"Pixie Queen, {position['players']} players, round {position['round']}"
    if waiting["for"] == "nothing":
        return f"{place}: over ({position['reason']})"
    who = "" if waiting["player"] is None else f" of player {waiting['player']}"
    demand = f", demand {position['demand']}" if position["demand"] else ""
    return f"{place}, {position['phase']}{demand}: {waiting['for']} {waiting['question']}{who}"


def _amounts(goods: dict[str, int]) -> str:
    return " ".join(f"{number}{_SHORT.get(good, good[0])}" for good, number in goods.items())


def _players(position: dict[str, Any]) -> list[str]:
    lines = [
        "seat  goods (apple honey bread silver gold)  punished rewards  silver/gold  mine stones"
        "  tiles"
    ]
    for seat, player in enumerate(position["seats"]):
        mark = ">" if seat == position["waiting"]["player"] else " "
        if player["out"]:
            lines.append(f"{mark}{seat}     out as number {player['out']}, {player['punishment']}")
            continue
        tiles = [player["skill"], player["food_tile"] and f"food {player['food_tile']}"]
        tiles.append(player["one_use_tile"])
        if player["skill"] == "extra_slot" and position["extra_slot_tile"]:
            tiles.append(f"extra: {position['extra_slot_tile']}")
        stones = "+".join(map(str, player["stones"]))
        lines.append(
            f"{mark}{seat}     {_amounts(player['goods']):<36}{player['punishment']:>8}"
            f"{player['reward_points']:>8}{player['silver_space']:>9}/{player['gold_space']:<6}"
            f"{player['mine']:>3} {stones:<7} {', '.join(filter(None, tiles))}"
            f"; discs {player['discs']}{' passed' if player['passed'] else ''}"
        )
    return lines


def _pyramid(position: dict[str, Any]) -> list[str]:
    """Hands with the seat of the pixie (V: virtual) and one * per disc."""
    cells = []
    for hand, colour in position["hands"].items():
        pixie = "." if colour is None else "V" if colour == "virtual" else str(colour)
        cells.append(f"{hand}:{pixie}{'*' * position['discs_on'][hand]}")
    servant = position["servant_space"]
    lines = ["pyramid  " + "  ".join(cells)]
    lines.append(
        f"         servant space: {'.' if servant is None else servant}"
        + (f", virtual mine: {position['virtual_mine']}" if position["players"] == 2 else "")
    )
    return lines


def _table(position: dict[str, Any]) -> list[str]:
    bag = " ".join(f"{position['bag'][cube]} {cube}" for cube in CUBES)
    rewards = ", ".join(f"{name} {taken}/7" for name, taken in position["rewards_taken"].items())
    return [
        f"order    big {position['big_order']}, small {position['small_order']}",
        f"stock    {_amounts(position['stock'])}; special offering "
        f"{_amounts(position['special_offering_track'])}",
        f"bag      {bag}; stones in reserve {position['reserve_stones']}",
        f"tiles    food {position['food_pile']}, {', '.join(position['one_use_on_board']) or 'none'}",
        f"skills   {', '.join(position['skills_on_board']) or 'none'} on the board",
        f"taken    {rewards}",
        f"demands  left {_amounts(position['demands_left'])}",
    ]

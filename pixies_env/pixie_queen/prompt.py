"""What a language model is told: the rules in brief, and a position as a seat sees it."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.describe import describe
from pixies_env.pixie_queen.names import Kind


def brief(board: Board) -> str:
    """The rules with the numbers of a board; the text is in ``brief.txt``."""
    text = (Path(__file__).parent / "brief.txt").read_text(encoding="utf-8")
    penalties, rewards, tracks = board.penalties, board.rewards, board.tracks
    return text.format(
        out_at=board.score.out_at,
        hands="; ".join(_level(board, level) for level in board.pyramid.levels),
        rounds=board.setup.rounds,
        discs=board.setup.discs,
        pass_penalty=penalties.pass_,
        refuse_penalty=penalties.refuse,
        copy_penalty=_numbers(penalties.copy_),
        slaves=_numbers(penalties.slaves),
        track_punishment=_numbers(tracks.punishment),
        silver_per_gold=_numbers(tracks.silver_per_gold),
        gold_per_ring=_numbers(tracks.gold_per_ring),
        symbols=_numbers(board.score.mine_symbols) or "no",
        special=_numbers(rewards.special_offering),
        servant=_numbers(rewards.faithful_servant),
        ring=_numbers(rewards.gold_ring),
        punishment_die=_numbers(board.dice.punishment),
        casino_die=", ".join(_faces(board.dice.casino)),
        gold_numbers=rewards.gold_numbers,
        stone_left=penalties.stone_left,
        most_of_a_good=penalties.most_of_a_good,
    )


def situation(places: int, effects: Mapping[str, str], state: np.ndarray, seat: int) -> str:
    """The position in words; ``state`` is without what the seat does not know.

    ``places`` is the number of chainable places of a mine, ``effects`` are those of the skills.
    """
    position = describe(places, state)
    lines = [_round(position)]
    if position["big_order"]:
        lines.append(f"Turn order: {_list(_who(each, seat) for each in position['big_order'])}.")
    order = [each for each in range(position["players"]) if each != seat]
    lines += [_player(position, effects, each, seat) for each in (seat, *order)]
    lines += [*_board(position), *_under_way(position, seat)]
    return "\n".join(lines)


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _level(board: Board, hands: Iterable[int]) -> str:
    """Such as ``1 a, 2 b``: a letter for each food on a hand."""
    return ", ".join(
        f"{hand} {''.join(food[0] for food in board.pyramid.hand(hand))}" for hand in hands
    )


def _faces(faces: Iterable[tuple[str, ...]]) -> Iterable[str]:
    """Such as ``2 x gold``: how many faces show what."""
    shown = sorted("+".join(face) for face in faces)
    return (f"{len(list(same))} x {face}" for face, same in groupby(shown))


def _list(parts: Iterable[str]) -> str:
    return ", ".join(parts) or "none"


def _amounts(goods: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {good}" for good, number in goods.items() if number) or "nothing"


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _who(player: int, seat: int) -> str:
    return "you" if player == seat else f"player {player}"


def _skill(name: str, effect: str) -> str:
    return f"skill {_plain(name)}" + (f" ({effect})" if effect else "")


def _round(position: Mapping[str, Any]) -> str:
    begun = f"Round {position['round']}, {position['phase']}." if position["round"] else "Set-up."
    demand = f" The Queen demands {position['demand']}." if position["demand"] else ""
    return begun + demand


def _player(position: Mapping[str, Any], effects: Mapping[str, str], player: int, seat: int) -> str:
    told = position["seats"][player]
    name = f"You (player {player})" if player == seat else f"Player {player}"
    if told["out"]:
        return f"{name}: out at {told['punishment']} punishment points."
    hands = [hand for hand, colour in position["hands"].items() if colour == player]
    servant = ["the servant space"] if position["servant_space"] == player else []
    stones = sum(told["stones"])
    skill = told["skill"]
    tiles = [_skill(skill, effects[skill] if player == seat else "")] if skill else []
    tiles += [f"food tile {told['food_tile']}"] if told["food_tile"] else []
    tiles += [_plain(told["one_use_tile"])] if told["one_use_tile"] else []
    if told["skill"] == "extra_slot" and position["extra_slot_tile"]:
        tiles.append(f"on it {_plain(str(position['extra_slot_tile']))}")
    parts = [
        f"punishment {told['punishment']}, rewards {told['reward_points']}",
        f"tracks silver {told['silver_space']}, gold {told['gold_space']}",
        _amounts(told["goods"]),
        *([f"pixies on {_list([*hands, *servant])}"] if hands or servant else []),
        *([f"slaves {told['mine']}"] if told["mine"] else []),
        *([f"stones {stones}"] if stones else []),
        *([f"servants {told['servants']}"] if told["servants"] else []),
        "passed" if told["passed"] else f"discs {told['discs']}",
        *tiles,
    ]
    return f"{name}: {'; '.join(parts)}."


def _board(position: Mapping[str, Any]) -> list[str]:
    used = [hand for hand, discs in position["discs_on"].items() if discs]
    covered = [hand for hand in used if position["discs_on"][hand] > 1]
    lines = [
        f"Spaces used: {_list(used)}; covered hands: {_list(covered)}.",
        f"Stock: {_amounts(position['stock'])}. Bag: {_amounts(position['bag'])}.",
        f"Special offering costs: {_amounts(position['special_offering_track'])}.",
        f"On the board: food tiles {_numbers(position['food_pile']) or 'none'} (top first); "
        f"{_list(map(_plain, [*position['one_use_on_board'], *position['skills_on_board']]))}.",
        f"Reward tiles taken: "
        f"{_list(f'{_plain(name)} {n}' for name, n in position['rewards_taken'].items())}.",
        f"Demands not yet turned: {_amounts(position['demands_left'])}.",
    ]
    virtual = [hand for hand, colour in position["hands"].items() if colour == "virtual"]
    if virtual or position["virtual_mine"]:
        lines.append(f"Virtual pixies on {_list(virtual)}; in the mine {position['virtual_mine']}.")
    return lines


def _under_way(position: Mapping[str, Any], seat: int) -> list[str]:
    """Offers that the seat knows, and what is left of an action."""
    lines = []
    for player, offer in enumerate(position["offers"]):
        kinds = (position["demand"] or "demanded food", "silver", "gold")
        offered = {kinds[kind]: offer[kind] for kind in Kind if offer[kind]}
        if offered:
            lines.append(f"{_who(player, seat).capitalize()} offered {_amounts(offered)}.")
    pending = position["pending"]
    left = {
        "punishment points to share out": pending["points_left"],
        "promotions": pending["promotions"],
        "units to take": pending["due"],
    }
    if any(left.values()):
        lines.append(f"Still to do: {_amounts(left)}.")
    return lines

"""Boards for tests: the default one with other numbers, and random ones with random maps."""

from __future__ import annotations

import copy
import random
import tomllib
from pathlib import Path
from typing import Any

import pixies_env.havresac

BOARD = tomllib.loads(
    (Path(pixies_env.havresac.__file__).parent / "board.toml").read_text(encoding="utf-8")
)
GUARDIANS = ("guide", "warrior", "thief", "priestess", "druid", "huntress")
OBJECTS = ("boots", "sword", "cup", "bow", "feather", "hammer", "net")
CREATURES = ("fairy", "fox", "crocodile", "pig")


def altered(**changes: Any) -> dict[str, Any]:
    """The default board with other numbers: ``table__key=value``."""
    board = copy.deepcopy(BOARD)
    for name, value in changes.items():
        table, key = name.split("__")
        board[table][key] = value
    return board


def random_faces(draws: random.Random) -> dict[str, str]:
    """A face for each Guardian."""
    return {guardian: draws.choice(["day", "night"]) for guardian in GUARDIANS}


def random_board(draws: random.Random) -> dict[str, Any]:
    """Random maps of any size and random numbers; rich in chests, so that objects are found."""
    board = copy.deepcopy(BOARD)
    rows, columns = draws.randint(5, 15), draws.randint(5, 15)
    rounds, per_round = draws.randint(1, 4), draws.randint(1, 3)
    labels = 3 + rounds * per_round
    _draw_cards(board, draws, labels, per_round)
    cells = rows * columns
    chests = max(1, min(cells // 6, 30))
    villages = min(cells // 8, 20)
    rest = cells - labels - chests - villages - 4
    wild = draws.randint(0, max(rest, 0))
    names = [label for creature in CREATURES for label in board["cards"][creature]]
    signs = ["#", "*", "*", "*", *names, *"$" * chests, *"v" * villages]
    while len(signs) > cells:
        signs.remove("$" if signs.count("$") > 1 else "v")
        chests = signs.count("$")
    signs += [draws.choice("f~") for _ in range(min(wild, cells - len(signs)))]
    signs += "." * (cells - len(signs))
    for season in ("summer", "winter"):
        draws.shuffle(signs)
        board["maps"][season] = [
            " ".join(signs[row * columns : (row + 1) * columns]) for row in range(rows)
        ]
    _draw_numbers(board, draws, rounds, chests)
    return board


def _draw_cards(board: dict[str, Any], draws: random.Random, labels: int, per_round: int) -> None:
    fairies = draws.randint(0, min(labels, 8))
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: labels - fairies])
    draws.shuffle(letters)
    cut = sorted(draws.randint(0, len(letters)) for _ in range(2))
    board["cards"].update(
        fairy=list("0123456789"[:fairies]),
        fox=letters[: cut[0]],
        crocodile=letters[cut[0] : cut[1]],
        pig=letters[cut[1] :],
        per_round=per_round,
    )


def _draw_numbers(board: dict[str, Any], draws: random.Random, rounds: int, chests: int) -> None:
    tokens = draws.randint(0, 6)
    board["supply"].update(rounds=rounds, village_tokens=tokens, chest_tokens=chests)
    found = [draws.choice(OBJECTS) for _ in range(chests)]
    board["chests"].update({thing: found.count(thing) for thing in OBJECTS})
    for guardian in GUARDIANS:
        bag = draws.randint(0, 1) + 2 * (guardian == "thief")
        board["guardians"][guardian] = {"total": 4 * bag + draws.randint(0, 4), "bag": bag}
        for face in ("day", "night"):
            board[face][guardian]["cost"] = draws.randint(0, 5)
            if (face, guardian) != ("night", "thief"):
                board[face][guardian]["move"] = draws.randint(0, 5)
    board["effects"].update(
        boots_steps=draws.randint(0, 3),
        cup_glory=draws.randint(0, 3),
        night_huntress_vp=draws.randint(0, 2),
    )
    board["glory"].update(
        monster={monster: draws.randint(0, 4) for monster in CREATURES[1:]},
        village_column=[draws.randint(0, 6) for _ in range(tokens + 1)],
        fairy_column=[draws.randint(0, 6) for _ in range(draws.randint(1, 9))],
    )
    board["gains"].update(
        gold=[draws.randint(0, 9) for _ in range(16)],
        vp=[draws.randint(0, 9) for _ in range(16)],
        vp_per_glory_above=draws.randint(0, 2),
    )
    board["final"].update(
        opened_chest=draws.randint(0, 3),
        monster={monster: draws.randint(0, 4) for monster in CREATURES[1:]},
    )
    for creature in CREATURES:
        board["supply"][creature] = 4 * len(board["cards"][creature])
    board["switches"]["night_druid_repairs"] = draws.choice([1, 4])


def extreme_board(draws: random.Random) -> dict[str, Any]:
    """A random board many of whose numbers are the least or the largest that can be printed."""
    board = random_board(draws)

    def extreme(*numbers: int) -> int:
        return draws.choice(numbers)

    def extremes(count: int, most: int) -> list[int]:
        high = draws.random()
        return [most if draws.random() < high else 0 for _ in range(count)]

    rounds, per_round = draws.choice([(1, 33), (3, 11), (11, 3), (12, 2), (2, 0)])
    _print_labels(board, draws, 3 + rounds * per_round)
    board["cards"]["per_round"], board["supply"]["rounds"] = per_round, rounds
    tokens = extreme(0, 99)
    board["supply"]["village_tokens"] = tokens
    board["effects"].update(
        boots_steps=extreme(0, 30), cup_glory=extreme(0, 20), night_huntress_vp=extreme(0, 99)
    )
    board["glory"].update(
        monster={monster: extreme(0, 20) for monster in CREATURES[1:]},
        village_column=extremes(tokens + 1, 20),
        fairy_column=extremes(extreme(1, 36), 20),
    )
    board["gains"].update(
        gold=extremes(16, 99), vp=extremes(16, 99), vp_per_glory_above=extreme(0, 1, 20, 99)
    )
    board["final"].update(
        opened_chest=extreme(0, 99), monster={monster: extreme(0, 99) for monster in CREATURES[1:]}
    )
    many = draws.choice(GUARDIANS)
    for guardian in GUARDIANS:
        tokens = (
            {"total": 99, "bag": extreme(0, 20)} if guardian == many else {"total": 4, "bag": 1}
        )
        board["guardians"][guardian] = tokens
        for face in ("day", "night"):
            board[face][guardian]["cost"] = extreme(0, 99)
            if (face, guardian) != ("night", "thief"):
                board[face][guardian]["move"] = extreme(0, 1, 30)
    return board


def _print_labels(board: dict[str, Any], draws: random.Random, number: int) -> None:
    """So many cards, with labels on maps of 15 x 15 that keep the rest of those there are."""
    labels = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[:number]
    letters = [label for label in labels if label.isalpha()]
    cuts = sorted(draws.randint(0, len(letters)) for _ in range(2))
    board["cards"].update(
        fairy=[label for label in labels if label.isdigit()],
        fox=letters[: cuts[0]],
        crocodile=letters[cuts[0] : cuts[1]],
        pig=letters[cuts[1] :],
    )
    for season in ("summer", "winter"):
        kept = [sign for row in board["maps"][season] for sign in row.split()]
        kept = [sign for sign in kept if not (sign.isupper() or sign.isdigit())]
        kept.sort(key=lambda sign: sign in "vf~.")
        signs = [*labels, *kept][: 15 * 15]
        signs += "." * (15 * 15 - len(signs))
        draws.shuffle(signs)
        board["maps"][season] = [" ".join(signs[row * 15 : row * 15 + 15]) for row in range(15)]

"""Wins that were counted outside of the kept studies, and the commands that count them.

Four files hold them, a row per count: ``played.csv`` games of one agent among copies of another,
``exploited.csv`` those of a response among copies of its target that learned, ``tuned.csv`` of a
heuristic that was tuned, ``held_down.csv`` those of a target among copies of an adversary.
``python -m docs.inserted.counts`` plays the rows of ``played.csv`` in which no wins stand.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from docs.inserted.sources import RESULTS, code, command, commas, counted, table
from pixies_experiments.intervals import Moments
from pixies_experiments.studies.report import with_interval

PLAYED, EXPLOITED, TUNED, HELD_DOWN = "played", "exploited", "tuned", "held_down"

Row = dict[str, str]


def share(row: Row, digits: int = 1, unit: str = "") -> str:
    """The share of wins with Wilson's interval."""
    wins, games = float(row["wins"]), int(row["games"])
    found = Moments(games, wins / games).estimate_share()
    value, low, high = (100 * end for end in (found.value, found.low, found.high))
    return with_interval(value, low, high, digits, unit=unit)


def one(who: str, among: str, players: int, game: str = "pixie_queen") -> Row:
    """The count of an agent among copies of another; LookupError unless there is one."""
    wanted = {"game": game, "who": who, "among": among, "players": str(players)}
    found = [row for row in counted(PLAYED) if wanted.items() <= row.items()]
    if len(found) != 1:
        raise LookupError(f"{len(found)} rows of {PLAYED}.csv are of {wanted}")
    return found[0]


def line(who: str, among: str, players: int, game: str = "pixie_queen") -> str:
    """The share of wins of one count, for a sentence."""
    return share(one(who, among, players, game), unit=" %")


def form(row: Row) -> str:
    """The command that counts the wins of a row again."""
    others = [row["among"]] * (int(row["players"]) - 1)
    return command(
        *("pixies", "simulate", "--game", row["game"], "--rotate", "--games", row["games"]),
        *("--seed", row["seed"], "--agents", commas([row["who"], *others])),
    )


def by_players(
    pairs: Iterable[tuple[str, str, str]], players: Sequence[int], game: str = "pixie_queen"
) -> str:
    """A table of shares of wins in per cent, a line for each name, agent and other agent."""
    first, *others = players
    rows = [
        [name, *(share(one(who, among, n, game)) for n in players)] for name, who, among in pairs
    ]
    return table(["who", f"{first} players", *map(str, others)], rows)


def both_ways(
    agent: str, others: Sequence[str], players: Sequence[int], game: str = "pixie_queen"
) -> str:
    """An agent alone among copies of others, and each of these alone among copies of it."""
    alone = [(f"among {code(other)}", agent, other) for other in others]
    among = [(f"{code(other)} among it", other, agent) for other in others]
    return by_players([*alone, *among], players, game)


def meetings(pairs: Iterable[tuple[str, str]], players: int) -> str:
    """A table of some agents among copies of others, with one number of players."""
    rows = []
    for who, among in pairs:
        row = one(who, among, players)
        rows.append([code(who), code(among), share(row), f"{int(row['games']):,}"])
    return table(["who", "among", "wins, %", "games"], rows)


def exploits() -> str:
    """What responses win that learned against a target."""
    return _responses(EXPLOITED, "learned", "decisions learned from")


def tuned() -> str:
    """What a heuristic wins whose weights were tuned against a target."""
    return _responses(TUNED, "generations", "generations of tuning")


def best_responses(agents: Sequence[str], players: Sequence[int]) -> str:
    """What wins most against copies of each agent, of all that was counted, with its share."""
    rows = [[code(agent), str(n), *_best_response(agent, n)] for n in players for agent in agents]
    return table(["target", "players", "wins, %", "games", "by"], rows)


def _best_response(agent: str, players: int) -> tuple[str, str, str]:
    """Its share of wins, the games, and who it is; LookupError if none was counted."""
    met = [
        (float(row["wins"]) / int(row["games"]), share(row), f"{int(row['games']):,}", said)
        for target, said, row in _all_responses()
        if (row["game"], target, row["players"]) == ("pixie_queen", agent, str(players))
    ]
    if not met:
        raise LookupError(f"no response to {agent} was counted with {players} players")
    return max(met)[1:]


def _all_responses() -> Iterable[tuple[str, str, Row]]:
    """Target and name of each response, with the row of its count."""
    for row in counted(PLAYED):
        yield row["among"], code(row["who"]), row
    for row in counted(EXPLOITED):
        yield row["target"], f"learned, {int(row['learned']):,} decisions", row
    for row in counted(TUNED):
        yield row["target"], f"tuned, {row['generations']} generations", row


def equal_shares() -> str:
    """What a target wins alone among copies of an adversary that learned to hold it down."""
    return _responses(HELD_DOWN, "learned", "decisions learned from")


def _responses(name: str, effort: str, head: str) -> str:
    rows = [
        [
            code(row["target"]),
            row["players"],
            f"{int(row[effort]):,}",
            share(row, unit=" %"),
            f"{100 / int(row['players']):.0f} %",
            f"{int(row['games']):,}",
        ]
        for row in counted(name)
    ]
    return table(["target", "players", head, "wins", "fair", "games"], rows)


def exploit_form() -> str:
    """The command that finds the first of these responses again."""
    row = counted(EXPLOITED)[0]
    return command(
        *("pixies", "exploit", "--target", row["target"], "--players", row["players"]),
        *("--learn", row["learned"], "--generations", 0, "--responses", "greedy"),
        *("--games", row["games"], "--seed", row["seed"]),
    )


def play(name: str, wins: Callable[[Row], float]) -> None:
    """Play the rows of a file that lack wins, and write each down when it is played."""
    from pixies_env.core.files.whole import written_whole

    rows: list[Row] = counted(name)
    for row in rows:
        if row["wins"]:
            continue
        row["wins"] = f"{wins(row):.6g}"
        with (
            written_whole(RESULTS / f"{name}.csv") as aside,
            aside.open("w", encoding="utf-8", newline="") as file,
        ):
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def _wins(row: Row) -> float:
    from pixies_experiments.api import simulate

    line_up = [row["who"], *[row["among"]] * (int(row["players"]) - 1)]
    settings: dict[str, Any] = {"game": row["game"], "seed": int(row["seed"]), "rotate": True}
    found = simulate(line_up, games=int(row["games"]), **settings).tables["agents"].to_pylist()
    (win,) = [r["value"] for r in found if r["agent"] == row["who"] and r["measure"] == "win"]
    return float(win) * int(row["games"])


if __name__ == "__main__":
    play(PLAYED, _wins)

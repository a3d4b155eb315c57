"""Positions for the tests of the rules, written tersely, and short plays from them."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.board import load_board
from pixies_env.registry import make_game

GAME = make_game("pixie_queen")
BOARD = load_board().to_mapping()

Seats = Mapping[int, Mapping[str, Any]]

SAFE = {"silver_space": 5, "gold_space": 5}
"""Markers on the spaces that cost no points."""


def altered(**changes: Any) -> Game:
    """The game on a board with other numbers: ``table__key=value``."""
    board = copy.deepcopy(BOARD)
    for name, value in changes.items():
        table, key = name.split("__")
        board[table][key] = value
    return make_game("pixie_queen", board=board)


@cache
def with_options(**options: Any) -> Game:
    return make_game("pixie_queen", **options)


def at(
    players: int,
    seats: Seats | None = None,
    *,
    game: Game = GAME,
    player: int | None = None,
    question: str | None = None,
    **rest: Any,
) -> State:
    """A position, by default a turn of the first in order in the first action phase.

    Hands and discs may be keyed by numbers. Discs on shared spaces come from the last seats but
    who is asked, stones from the reserve and then the bag, turned demands in turn from all foods.
    """
    position: dict[str, Any] = {"players": players, **rest}
    position["waiting"] = {"for": "decision", "player": player, "question": question}
    for key in ("hands", "discs_on"):
        position[key] = {str(hand): what for hand, what in rest.get(key, {}).items()}
    listed: list[dict[str, Any]] = [dict((seats or {}).get(seat, {})) for seat in range(players)]
    order = rest.get("big_order", rest.get("small_order", range(players)))
    _place_discs(listed, order[0] if player is None else player, rest)
    position["seats"] = listed
    if "bag" not in rest:
        stones = BOARD["setup"]["stones_in_bag"][players - 2]
        laid = sum(sum(given.get("stones", [])) for given in listed)
        position["bag"] = {"stone": min(stones, BOARD["supply"]["stones"] - laid)}
    if "demands_left" not in rest and rest.get("round", 1) > 1:
        position["demands_left"] = _tokens_left(rest)
    return State.from_dict(game, position, chance="manual")


def _place_discs(listed: list[dict[str, Any]], asked: int, rest: Mapping[str, Any]) -> None:
    """Take the discs that lie on spaces from the players, where nothing is said of theirs."""
    used = rest.get("single_spaces", {})
    shared = sum(rest.get("discs_on", {}).values()) + int(used.get("goods", 0))
    shared += sum(used.get(key, False) for key in ("special_offering", "turn_order"))
    own = [0] * len(listed)
    for key in ("mine", "exchange_tiles", "copy"):
        for user in used.get(key, []):
            own[user] += 1
    left = [
        0 if seat == used.get("temporary_priority") else 4 - own[seat] for seat in range(len(own))
    ]
    for seat in sorted(range(len(listed)), key=lambda seat: (seat == asked, -seat)):
        if listed[seat].get("out"):
            continue
        if "discs" in listed[seat]:
            shared -= max(4 - own[seat] - listed[seat]["discs"], 0)
            continue
        taken = min(left[seat], shared) if shared > 0 else 0
        shared -= taken + (4 - own[seat] - left[seat] - 1 if left[seat] == 0 else 0)
        listed[seat]["discs"] = left[seat] - taken


def _tokens_left(rest: Mapping[str, Any]) -> dict[str, int]:
    foods = ["apple", "honey", "bread"]
    turned = rest["round"] - 1
    left = {food: 3 - len(range(index, turned, 3)) for index, food in enumerate(foods)}
    if rest.get("demand") is not None:
        left[rest["demand"]] -= 1
    elif rest.get("phase") == "final":
        left["bread"] -= 1
    return left


def last_disc(players: int, seats: Seats | None = None, *, player: int = 0, **rest: Any) -> State:
    """The last turn of an action phase: one player has one disc, the others have none."""
    given = {seat: {"discs": 0, **(seats or {}).get(seat, {})} for seat in range(players)}
    given[player] = {**given[player], "discs": 1}
    return at(players, given, player=player, **rest)


def offering(players: int, seats: Seats | None = None, **rest: Any) -> State:
    """The first offer; apples are demanded unless said otherwise."""
    given = {"phase": "offerings", "question": "offer", "demand": "apple", **rest}
    return at(players, seats, **given)


def promoting(
    players: int, seats: Seats | None = None, *, player: int = 0, number: int = 2, **rest: Any
) -> State:
    """A player who alone offered so much of the demanded food promotes; the others refused."""
    offers = rest.get(
        "offers", [[number if seat == player else 0, 0, 0] for seat in range(players)]
    )
    out = [seat for seat in range(players) if (seats or {}).get(seat, {}).get("out")]
    refused = [seat for seat in range(players) if not any(offers[seat]) and seat not in out]
    given = {"phase": "rewards", "demand": "apple", "offers": offers, "refused": refused, **rest}
    return at(players, seats, question="promotion", player=player, **given)


def before_punishment(players: int, seats: Seats | None = None, **rest: Any) -> State:
    """The last in order promotes: ``stop`` begins the punishment phase."""
    order = rest.get("big_order", rest.get("small_order", list(range(players))))
    return promoting(players, seats, player=order[-1], **rest)


def before_steal(players: int, seats: Seats | None = None, **rest: Any) -> State:
    """The same where nobody is punished for a track: after ``stop`` comes the steal phase."""
    given = {seat: {**SAFE, **(seats or {}).get(seat, {})} for seat in range(players)}
    return before_punishment(players, given, **rest)


def play(state: State, *events: str) -> State:
    """Apply decisions and chance outcomes in turn."""
    for event in events:
        if state.waiting == "chance":
            state.apply_chance(event)
        else:
            state.apply(event)
    return state


def options(state: State, verb: str = "") -> list[str]:
    """Names of the legal decisions, or those of one verb."""
    names = state.legal_names()
    return [name for name in names if not verb or name.partition("(")[0] == verb]


def spaces(state: State) -> set[int]:
    """Numbers of the spaces where discs can be placed."""
    return {int(name[6:-1]) for name in options(state, "place")}


def asked(state: State) -> tuple[int, str]:
    """Who is asked what, or who rolls or draws what."""
    return state.player, state.question


def seat(state: State, number: int) -> dict[str, Any]:
    """Everything of one player."""
    found: dict[str, Any] = state.as_dict()["seats"][number]
    return found


def of_seats(state: State, key: str) -> list[Any]:
    """One entry of all players."""
    return [given[key] for given in state.as_dict()["seats"]]


def owned(state: State, number: int) -> dict[str, int]:
    """The goods that a player owns at all."""
    return {good: amount for good, amount in seat(state, number)["goods"].items() if amount}


def pixies(state: State) -> dict[int, int | str]:
    """Who stands on which hand."""
    hands = state.as_dict()["hands"]
    return {int(hand): colour for hand, colour in hands.items() if colour is not None}


def probabilities(state: State) -> dict[str, Any]:
    """Chance outcomes that are possible, with exact probabilities."""
    return {outcome.name: outcome.probability for outcome in state.chance_outcomes()}

"""The numbers of an agent: its weights, and what they make of a board before any game.

A minion alone on the map, with as many activations left as there are rounds, is a small decision
process: each activation it walks by one of the dice that happen to be there, finds something, and
unloads in the City. It is solved backwards once for a board, so decisions only look its values up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.taverns.weights import RUNS, TABLE, WEIGHTS
from pixies_env.core.compilation.compile import record_dtype
from pixies_env.taverns import limits
from pixies_env.taverns.effects import SLOTS, encounter_of
from pixies_env.taverns.names import Effect, Icon, Ingredient, Minion

ROUNDS = limits.MAX_ROUNDS + 2
_LOADS = limits.POCKETS + 1
_BY_MINION = (len(Minion), ROUNDS, limits.MAX_ZONES)


def _fields() -> list[Any]:
    fields: list[Any] = []
    place = 0
    while place < len(WEIGHTS):
        name, length = RUNS.get(WEIGHTS[place].name, (WEIGHTS[place].name, 1))
        fields.append((name, np.float64, (length,)) if length > 1 else (name, np.float64))
        place += length
    return fields


NUMBERS = record_dtype(
    [
        *_fields(),
        ("temperature", np.float64),
        # of the board
        ("load", np.float64, (ROUNDS,)),  # worth of an ingredient of the map, by rounds to come
        ("position", np.float64, (*_BY_MINION, _LOADS)),  # of a minion with so many full pockets
        ("way_home", np.float64, _BY_MINION),  # share of a load that a minion will bring home
        ("slot", np.float64, (SLOTS,)),  # an effect, whenever it suits
        ("card", np.float64),  # mean of the encounters
        ("refreshes", np.float64, (ROUNDS,)),  # after which heroes become ready, from a round on
    ]
)
"""How rules see the numbers of an agent: the weights by their names, then the tables."""


def agent_numbers(weights: np.ndarray, temperature: float = 0.0) -> np.ndarray:
    """The numbers of an agent with these weights, float64, as :data:`NUMBERS`; tables are empty."""
    numbers = np.zeros(NUMBERS.itemsize // 8)
    numbers[: len(WEIGHTS)] = weights
    numbers.view(NUMBERS)["temperature"] = temperature
    return numbers


def fill_tables(numbers: np.ndarray, board: np.ndarray) -> None:
    """Write what the weights among the numbers of an agent make of a board."""
    record = numbers.view(NUMBERS)[0]
    named = dict(zip(TABLE.names, numbers[: len(WEIGHTS)].tolist(), strict=True))
    _fill_ways(record, board[0], named)
    _fill_cards(record, board[0], named)


def ripe(time: float, late: float) -> float:
    """Share of its early worth that something has with so many rounds to come."""
    return time / (time + late)


# Minions alone on the map


def _fill_ways(record: Any, board: Any, weights: dict[str, float]) -> None:
    kinds = np.array(record["kind"])
    counts = np.array([int(board["tokens"][kind]) for kind in range(len(Ingredient))])
    mean = float(counts @ kinds) / max(int(counts.sum()), 1)
    left_over = float(board["left_over"])
    load = record["load"]
    for rounds in range(ROUNDS):
        share = ripe(rounds + 0.5, weights["late"])
        load[rounds] = left_over + max(mean - left_over, 0.0) * share
    finds = _finds(board, kinds, counts, weights) / max(mean, 0.1)
    for minion in Minion:
        ends = _ends(board, int(board["extra_steps"][minion]))
        pockets = int(board["pockets"][minion])
        _solve(record, board, weights, minion, ends, finds, pockets)


def _finds(board: Any, kinds: Any, counts: Any, weights: dict[str, float]) -> np.ndarray:
    """Worth of the best ingredient that a zone can be expected to have."""
    finds = np.zeros(limits.MAX_ZONES)
    shares = counts / max(int(board["token_spaces"]), 1) * weights["tokens"]
    order = np.argsort(-kinds)
    for zone in range(int(board["zones"])):
        printed = [
            kinds[kind] for kind in Ingredient if int(board["zone_printed"][zone]) >> kind & 1
        ]
        floor = max(printed, default=0.0)
        spaces = int((board["token_zone"][: int(board["token_spaces"])] == zone).sum())
        missed, worth = 1.0, 0.0
        for kind in order:
            if kinds[kind] <= floor:
                break
            none = missed * (1.0 - min(float(shares[kind]), 1.0)) ** spaces
            worth += (missed - none) * kinds[kind]
            missed = none
        finds[zone] = worth + missed * floor
    return finds


def _ends(board: Any, extra: int) -> list[list[set[int]]]:
    """By zone and value of the die: where a walk from the zone can end."""
    zones = int(board["zones"])
    steps = [
        {
            (zone + 1) % zones,
            *(end for end in range(zones) if int(board["arrows"][zone]) >> end & 1),
        }
        for zone in range(zones)
    ]
    ends = []
    for zone in range(zones):
        reached, by_steps = {zone}, []
        for _ in range(limits.VALUES + extra):
            reached = set().union(*(steps[place] for place in reached))
            by_steps.append(reached)
        ends.append(by_steps[extra:])
    return ends


def _solve(
    record: Any,
    board: Any,
    weights: dict[str, float],
    minion: int,
    ends: list[list[set[int]]],
    finds: np.ndarray,
    pockets: int,
) -> None:
    """Backwards from the last round, in which the king calls for what a minion carries."""
    zones, city = int(board["zones"]), int(board["city"])
    loads = np.arange(_LOADS)
    position, way_home = record["position"][minion], record["way_home"][minion]
    load, fade = record["load"], weights["home"]
    way_home[:, city] = 1.0
    position[0, city] = loads * load[0]
    has_room = loads < pockets
    for left in range(1, ROUNDS):
        worth = load[left - 1]
        after = np.zeros((zones, _LOADS))
        home = np.zeros(zones)
        for zone in range(zones):
            if zone == city:
                after[zone] = loads * worth + position[left - 1, city, 0]
                home[zone] = 1.0
                continue
            one_more = np.roll(position[left - 1, zone], -1)
            share = way_home[left - 1, zone]
            if left == 1:
                after[zone] = (loads + has_room * finds[zone]) * worth
                home[zone] = 1.0
                continue
            found = one_more + (finds[zone] - 1.0) * worth * share
            after[zone] = np.maximum(position[left - 1, zone], np.where(has_room, found, -np.inf))
            home[zone] = share
        for zone in range(zones):
            best = np.stack(
                [after[sorted(ends[zone][v])].max(axis=0) for v in range(limits.VALUES)]
            )
            nearest = np.array([home[sorted(ends[zone][v])].max() for v in range(limits.VALUES)])
            position[left, zone] = fade * _of_dice(best, weights["choice"])
            if zone != city:
                way_home[left, zone] = fade * _of_dice(nearest, weights["choice"])
        # At home the load can be stored without an activation.
        position[left, city] = loads * load[left] + position[left, city, 0]


def _of_dice(worths: np.ndarray, choice: float) -> Any:
    """Mean of the best value that is there; some die is."""
    ordered = -np.sort(-worths, axis=0)
    total, missed = 0.0 * ordered[0], 1.0
    for worth in ordered:
        total = total + missed * choice * worth
        missed *= 1.0 - choice
    return total / (1.0 - missed)


# Cards


def _fill_cards(record: Any, board: Any, weights: dict[str, float]) -> None:
    slot, kinds = record["slot"], record["kind"]
    for place in range(SLOTS):
        effect = int(board["effect"][place])
        amount, argument = int(board["effect_amount"][place]), int(board["effect_argument"][place])
        slot[place] = _worth_of(effect, amount, argument, kinds, weights)
        if effect == Effect.TRADE:
            price = int(board["effect_gold"][place]) * weights["gold"]
            slot[place] = max(float(kinds[argument]) - price, 0.0)
    cards = [
        card for card in range(limits.MAX_ENCOUNTERS) if int(board["all_encounters"]) >> card & 1
    ]
    totals = [
        sum(slot[encounter_of(card) + place] for place in range(limits.MAX_EFFECTS))
        for card in cards
    ]
    record["card"] = np.mean(totals) if totals else 0.0
    rounds = int(board["rounds"])
    for first in range(ROUNDS):
        passed = board["icons"][first:rounds] if first < rounds else board["icons"][:0]
        record["refreshes"][first] = float((passed == Icon.HEROES).sum())


_BY_WEIGHT = {
    "dice": (Effect.RAISE_DICE, Effect.SET_DIE),
    "visits": (Effect.VISIT_ANY, Effect.VISIT_FREE),
    "fetch": (Effect.OWL, Effect.DUPLICATE, Effect.COLLECT_AGAIN, Effect.STORE_ONE),
    "steps": (Effect.STEP,),
    "attack": (
        Effect.SYMBOL,
        Effect.ANY_SYMBOL,
        Effect.FACE,
        Effect.EXTRA_DIE,
        Effect.NO_WOUNDS,
    ),
    "cure": (Effect.HEAL, Effect.HEAL_ACTIVE),
    "ready": (Effect.READY,),
}
_WEIGHT_OF = {effect: name for name, effects in _BY_WEIGHT.items() for effect in effects}
_HEROES_THEN = 3
"""Own heroes when ``energy_per_hero`` is used."""


def _worth_of(
    effect: int, amount: int, argument: int, kinds: Any, weights: dict[str, float]
) -> float:
    """Worth of an effect at a time that suits, early in the game."""
    if effect in _WEIGHT_OF:
        return weights[_WEIGHT_OF[Effect(effect)]]
    if effect in (Effect.RESERVE, Effect.CARRY):
        return float(kinds[argument])
    if effect in (Effect.PRESTIGE, Effect.COOKED):
        return float(amount)
    if effect == Effect.GOLD:
        return amount * weights["gold"]
    if effect == Effect.ENERGY_PER_HERO:
        return _HEROES_THEN * weights["energy"] * weights["fade"]
    if effect == Effect.ENERGY:
        return amount * weights["energy"] * weights["fade"]
    if effect == Effect.RUNE:
        return amount * weights["rune"] * weights["fade"]
    if effect in (Effect.WOUND, Effect.WOUND_ACTIVE):
        return -weights["wound"]
    return 0.0
